// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions that nobody's command finds: the age of the newest backup, the machine's clock, storage, and once, when
// the engine has started, products that are low. Due when one of them may be another: at an instant that is known, or
// where the engine's state has changed. An engine at rest is woken for nothing else.
// Thread: the engine's, but for stateChanged(): any.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/alerts/signals.h"
#include "engine/base/clock.h"
#include "engine/runtime/engine.h"

namespace evenhand::alerts {

class ConditionSource final : public runtime::DueSource {
public:
    using Status = std::function<api::EngineStatus()>;
    /// `clock`: the machine's. Both must outlive it.
    ConditionSource(std::shared_ptr<Signals> signals, const Clock& clock, Status status)
        : m_signals(std::move(signals)), m_clock(clock), m_status(std::move(status)) {}
    /// The engine's state is another: while storage does not work nothing can be written, so it is remembered here.
    void stateChanged();
    [[nodiscard]] std::string_view name() const noexcept override { return "alerts"; }
    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    void undone() noexcept override {
        m_stockLookedAt = false;
        m_signals->conditionsStale = true;
    }
    void timeTurnedBack() noexcept override {
        m_clockSeen = Instant{};
        undone();
    }

private:
    struct Trouble {
        Instant since;
        Instant worked;  ///< since when storage works again; 0: it does not
        std::string text;
    };
    [[nodiscard]] Result<void> look(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> settleClock(runtime::UnitOfWork& work, const api::EngineStatus& status);
    [[nodiscard]] Result<void> settleStorage(runtime::UnitOfWork& work, const api::EngineStatus& status);
    [[nodiscard]] Result<void> settleBackup(runtime::UnitOfWork& work);
    void earlier(Instant at);

    const std::shared_ptr<Signals> m_signals;
    const Clock& m_clock;
    const Status m_status;
    Instant m_clockSeen;  ///< the latest that the machine's clock has shown
    std::optional<Instant> m_next;
    bool m_stockLookedAt = false;  ///< since the start; from then on whoever changes a product tells
    std::mutex m_mutex;            ///< of what follows
    std::optional<Trouble> m_trouble;
};

}  // namespace evenhand::alerts
