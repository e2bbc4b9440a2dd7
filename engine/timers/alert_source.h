// SPDX-License-Identifier: GPL-3.0-or-later
// Lets alerts fire again: those nobody has acknowledged, and those whose silence ends.
// Thread: the engine's.
#pragma once

#include "engine/runtime/engine.h"
#include "engine/timers/shared_state.h"

namespace evenhand::timers {

class AlertSource final : public runtime::DueSource {
public:
    explicit AlertSource(SharedState& shared) : m_shared(shared) {}
    [[nodiscard]] std::optional<Instant> nextDue() override {
        return m_shared.alertsStale ? std::optional(Instant{0}) : m_next;
    }
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    void undone() noexcept override { m_shared.alertsStale = true; }

private:
    SharedState& m_shared;
    std::optional<Instant> m_next;
};

}  // namespace evenhand::timers
