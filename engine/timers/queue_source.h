// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's worker on the delay queue: wakes it at the earliest due instant, claims what is due, has each effect as
// a unit of its own, gives back what failed. Thread: the engine's. Invariant: what it remembers (claims, failures) is a
// hint; a claim that was undone or has run out is not acknowledged and so has no effect.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "engine/keyspace/keyspace.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/look_pace.h"
#include "engine/store/records/timer_store.h"
#include "engine/timers/shared_state.h"

namespace evenhand::timers {

class QueueSource final : public runtime::DueSource {
public:
    /// `keyspace`: the engine's, for looking between units. All must outlive the source. `batches`: see LookPace.
    QueueSource(keyspace::Keyspace& keyspace, const Clock& clock, SharedState& shared,
                runtime::BatchCounter batches = {})
        : m_keyspace(keyspace), m_clock(clock), m_shared(shared), m_pace(clock, std::move(batches)) {}

    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    [[nodiscard]] bool notesFailures() const noexcept override { return !m_failed.empty(); }
    [[nodiscard]] std::string_view name() const noexcept override { return "delay queue"; }
    /// Whoever claims a timer has it; what one that died has left is free when its lease ends.
    [[nodiscard]] bool divide(const Owns& /*owns*/) override {
        m_isAlone = false;
        return true;
    }
    void undone() noexcept override { m_shared.queueStale = true; }
    void timeTurnedBack() noexcept override {
        m_claimed.clear();  // the queue was emptied with it
        m_failed.clear();
        m_shared.queueStale = true;
    }

private:
    struct Held {
        api::TimerKind kind = api::TimerKind::Unpaid;
        OrderId order;
        Instant due;
        Instant leaseEnd;
        std::string reason;  ///< of its failure
    };
    [[nodiscard]] Result<void> load(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> takeOver(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> claimDue(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> handle(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> returnFailed(runtime::UnitOfWork& work);

    keyspace::Keyspace& m_keyspace;
    const Clock& m_clock;
    SharedState& m_shared;
    runtime::LookPace m_pace;
    store::timers::Control m_control;
    bool m_isAlone = true;  ///< no other engine works on the queue
    bool m_tookOver = false;
    std::deque<Held> m_claimed;
    std::deque<Held> m_failed;
};

}  // namespace evenhand::timers
