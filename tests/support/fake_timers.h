// SPDX-License-Identifier: GPL-3.0-or-later
// The timer desk of FakeEngine: timers made from the newest orders, alerts fired by hand, figures that a test sets. It
// keeps what a console must be able to tell apart: done, conflict, refused, not reported.
// Thread: one thread; events are published inside the call that causes them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/api/timer_desk.h"

namespace evenhand::test {

class FakeEngine;

class FakeTimers final : public api::TimerDesk {
public:
    /// So many orders, the newest, have a timer.
    static constexpr std::int64_t kArmed = 400;

    explicit FakeTimers(FakeEngine& engine) : m_engine(engine) {}

    // --- what a test steers ---
    /// Timers of the newest orders; called by the engine once it has them.
    void arm();
    void put(api::TimerRow row);
    void remove(const OrderNo& orderNo);
    /// Somebody else moves it, told by an event.
    void moveElsewhere(const OrderNo& orderNo, Instant due);
    void makeDead(const OrderNo& orderNo, const std::string& reason);
    /// A new alert, or the same again; the event AlertFired.
    std::int64_t fire(const OrderNo& orderNo, api::TimerKind kind);
    void fireAgain(std::int64_t id);
    void resolveBySelf(std::int64_t id, const std::string& resolution);
    void setLateness(api::TimerKind kind, std::optional<std::int64_t> p50, std::optional<std::int64_t> p99);
    void setClockBehind(std::optional<std::int64_t> ms) { m_clockBehind = ms; }
    void setDrift(std::int64_t missing, std::int64_t differing) {
        m_missing = missing;
        m_differing = differing;
    }
    void failPolicyField(const std::string& field) { m_badField = field; }

    // --- what a test asks ---
    [[nodiscard]] std::optional<api::TimerRow> timer(const OrderNo& orderNo) const;
    [[nodiscard]] std::optional<api::AlertRow> alert(std::int64_t id) const;
    [[nodiscard]] bool isPaused(api::TimerKind kind) const { return m_paused.contains(kind); }
    [[nodiscard]] api::TimerPolicy policy(const CampusId& campus) const;
    [[nodiscard]] bool queueOn() const noexcept { return m_queueOn; }
    [[nodiscard]] std::int64_t pollIntervalMs() const noexcept { return m_pollMs; }
    [[nodiscard]] const api::TimerQuery& lastQuery() const noexcept { return m_lastQuery; }
    [[nodiscard]] int reads() const noexcept { return m_reads; }
    [[nodiscard]] const std::vector<std::string>& reasons() const noexcept { return m_reasons; }
    [[nodiscard]] std::vector<api::TimerRow> select(const api::TimerFilter& filter) const;
    [[nodiscard]] std::int64_t overdue() const;
    [[nodiscard]] std::int64_t deadCount() const;
    [[nodiscard]] std::int64_t firing() const;

    // --- TimerDesk ---
    api::Answer<void> setPolicy(const api::Call&, CampusId, api::TimerPolicy) override;
    api::Answer<std::vector<api::TimerPolicyRow>> policies(const api::Call&) override;
    api::Answer<void> setPaused(const api::Call&, api::TimerKind, bool) override;
    api::Answer<void> setQueue(const api::Call&, bool, std::int64_t) override;
    api::Answer<std::vector<api::TimerOutcome>> run(const api::Call&, std::vector<api::TimerRef>) override;
    api::Answer<std::vector<api::TimerOutcome>> postponeTo(const api::Call&, std::vector<api::TimerRef>,
                                                           Instant) override;
    api::Answer<std::vector<api::TimerOutcome>> postponeBy(const api::Call&, std::vector<api::TimerRef>,
                                                           std::int64_t) override;
    api::Answer<std::vector<api::TimerOutcome>> cancel(const api::Call&, std::vector<api::TimerRef>) override;
    api::Answer<std::vector<api::TimerOutcome>> retry(const api::Call&, std::vector<api::TimerRef>) override;
    api::Answer<std::vector<api::TimerRow>> page(const api::Call&, api::TimerQuery) override;
    api::Answer<std::int64_t> count(const api::Call&, api::TimerFilter) override;
    api::Answer<api::TimerBoard> board(const api::Call&, CampusId) override;
    api::Answer<api::DueHistogram> histogram(const api::Call&, CampusId, std::vector<api::TimerKind>, Instant,
                                             std::int64_t, int) override;
    api::Answer<api::QueueComparison> compareQueue(const api::Call&) override;
    api::Answer<api::QueueComparison> rearmQueue(const api::Call&) override;
    api::Answer<api::ClockReset> resetClock(const api::Call&) override;
    api::Answer<std::vector<api::AlertRow>> alerts(const api::Call&, api::AlertQuery) override;
    api::Answer<api::AlertCounts> alertCounts(const api::Call&, CampusId) override;
    api::Answer<std::vector<api::AlertOutcome>> acknowledge(const api::Call&, std::vector<std::int64_t>) override;
    api::Answer<std::vector<api::AlertOutcome>> silence(const api::Call&, std::vector<std::int64_t>, Instant) override;
    api::Answer<std::vector<api::AlertOutcome>> resolve(const api::Call&, std::vector<std::int64_t>) override;
    api::Answer<void> passTime(const api::Call&) override;

private:
    struct Lateness {
        std::optional<std::int64_t> p50;
        std::optional<std::int64_t> p99;
    };
    template <typename Change>
    api::Answer<std::vector<api::TimerOutcome>> change(const api::Call& call, const std::vector<api::TimerRef>& refs,
                                                       Change&& apply);
    template <typename Change>
    api::Answer<std::vector<api::AlertOutcome>> changeAlerts(const std::vector<std::int64_t>& ids, Change&& apply);
    [[nodiscard]] std::optional<Error> refused(const api::TimerRef& ref) const;
    [[nodiscard]] api::TimerState stateOf(const api::TimerRow& row) const;
    [[nodiscard]] api::QueueComparison comparison() const;
    void tell(int eventKind, const OrderId& order, const CampusId& campus);

    FakeEngine& m_engine;
    bool m_armed = false;
    std::map<std::int64_t, api::TimerRow> m_timers;  ///< by order id
    std::map<std::int64_t, api::AlertRow> m_alerts;
    std::set<api::TimerKind> m_paused;
    std::map<api::TimerKind, Lateness> m_lateness;
    std::map<CampusId, api::TimerPolicy> m_policies;
    std::optional<std::int64_t> m_clockBehind;
    std::string m_badField;
    std::int64_t m_missing = 0;
    std::int64_t m_differing = 0;
    bool m_queueOn = true;
    std::int64_t m_pollMs = 1'000;
    api::TimerQuery m_lastQuery;
    int m_reads = 0;
    std::vector<std::string> m_reasons;
};

}  // namespace evenhand::test
