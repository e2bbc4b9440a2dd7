// SPDX-License-Identifier: GPL-3.0-or-later
// See batch_storage.h: a keyspace that acts at once. A batch ends with its number in the row of this engine; steps that
// take back are done when it was rolled back, those that follow a commit behind it.
//
// Invariant: batches that change something are numbered without gaps, and the number that is stored is that of the last
// one that was committed.
// Thread: the engine's.
#pragma once

#include "engine/runtime/batch_storage.h"
#include "engine/shared/shared_parts.h"

namespace evenhand::shared {

class SharedStorage final : public runtime::BatchStorage {
public:
    explicit SharedStorage(SharedParts& parts) : BatchStorage(parts.unit, parts.runner), m_parts(parts) {}

    void begun() override;
    [[nodiscard]] Result<void> write(bool changed, bool whole) override;
    void committed(bool changed) override;
    void kept(bool changed, bool whole) override;
    void rolledBack(Mark since) override;

private:
    SharedParts& m_parts;
};

}  // namespace evenhand::shared
