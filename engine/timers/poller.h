// SPDX-License-Identifier: GPL-3.0-or-later
// The fallback: looks in the database for timers that are past due and not in the delay queue. While the queue is on it
// looks a second after the earliest due instant and puts what is missing into the queue; a queue that was lost is built
// anew, in slices. While the queue is off it has the effects itself, at a set interval.
// Thread: the engine's.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "engine/keyspace/keyspace.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/look_pace.h"
#include "engine/timers/reconcile.h"
#include "engine/timers/shared_state.h"

namespace evenhand::timers {

class Poller final : public runtime::DueSource {
public:
    /// `keyspace`: the engine's, for looking between units. All must outlive the source. `batches`: see LookPace.
    Poller(keyspace::Keyspace& keyspace, const Clock& clock, SharedState& shared, runtime::BatchCounter batches = {})
        : m_keyspace(keyspace), m_clock(clock), m_shared(shared), m_pace(clock, std::move(batches)) {}

    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    [[nodiscard]] bool notesFailures() const noexcept override { return !m_failed.empty(); }
    [[nodiscard]] std::string_view name() const noexcept override { return "poller"; }
    void undone() noexcept override { m_shared.pollerStale = true; }
    void timeTurnedBack() noexcept override {
        m_failed.clear();  // load() forgets the rest
        m_looked = {};
        m_shared.pollerStale = true;
    }

private:
    struct Found {
        api::TimerKind kind = api::TimerKind::Unpaid;
        OrderId order;
        Instant due;
        std::string reason;  ///< of its failure
    };
    [[nodiscard]] bool queueIsWhole();
    [[nodiscard]] Result<void> load(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> rebuild(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> watch(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> collect(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> handle(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> noteFailed(runtime::UnitOfWork& work);

    keyspace::Keyspace& m_keyspace;
    const Clock& m_clock;
    SharedState& m_shared;
    runtime::LookPace m_pace;
    bool m_wasWhole = false;  ///< when the queue was last asked
    store::timers::Control m_control;
    std::optional<Instant> m_next;  ///< of the next look
    Instant m_looked;               ///< when the queue was last compared with what it should have handled
    std::deque<Found> m_found;
    std::deque<Found> m_failed;
};

}  // namespace evenhand::timers
