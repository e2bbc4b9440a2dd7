// SPDX-License-Identifier: GPL-3.0-or-later
// The room of comparing and rebuilding the keyspace: what the composition root needs of it.
// Thread: all from any; the desk as its interface says.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/api/keyspace_desk.h"
#include "engine/runtime/engine.h"

namespace evenhand::rebuild {

/// Where several engines use a keyspace: nobody works on it while it is made anew.
class Closing {
public:
    virtual ~Closing() = default;
    /// Answers when no engine uses it any more. Busy: somebody makes it anew already.
    [[nodiscard]] virtual api::Answer<void> close(const std::string& reason) = 0;
    /// It is used again. `whole`: all of it is right.
    virtual void open(bool whole) = 0;
};

/// The engine must outlive the desk, and so must `closing`; nullptr: one engine alone uses the keyspace.
[[nodiscard]] std::unique_ptr<api::KeyspaceDesk> makeKeyspaceDesk(runtime::Engine& engine, Closing* closing = nullptr);

/// As KeyspaceDesk::rebuild(), for who has closed it: without asking for a permission. The call names the operation.
[[nodiscard]] api::Answer<api::KeyspaceComparison> rebuildAll(runtime::Engine& engine, const api::Call& call);

}  // namespace evenhand::rebuild
