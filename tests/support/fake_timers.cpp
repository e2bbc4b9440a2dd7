// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_timers.h"

#include <algorithm>

#include "tests/support/fake_engine.h"
#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {
namespace {

constexpr std::int64_t kMinute = 60'000;

std::optional<api::TimerKind> kindOf(api::OrderStatus status) {
    switch (status) {
        case api::OrderStatus::WaitPay: return api::TimerKind::Unpaid;
        case api::OrderStatus::Paid: return api::TimerKind::Unassigned;
        case api::OrderStatus::WaitPickUp: return api::TimerKind::PickUpLate;
        case api::OrderStatus::Delivering: return api::TimerKind::DeliveryLate;
        case api::OrderStatus::Delivered: return api::TimerKind::AutoConfirm;
        case api::OrderStatus::Completed:
        case api::OrderStatus::Closed: break;
    }
    return std::nullopt;
}

bool matches(const api::TimerFilter& f, const api::TimerRow& row) {
    return (f.kinds.empty() || std::count(f.kinds.begin(), f.kinds.end(), row.kind) > 0) &&
           (f.states.empty() || std::count(f.states.begin(), f.states.end(), row.state) > 0) &&
           (f.campus.empty() || f.campus == row.campus) && (f.text.empty() || row.orderNo.str().starts_with(f.text)) &&
           (f.orderNo.empty() || row.orderNo == f.orderNo) && (!f.dueFrom || row.due >= *f.dueFrom) &&
           (!f.dueTo || row.due < *f.dueTo);
}

}  // namespace

void FakeTimers::arm() {
    if (m_armed) {
        return;
    }
    m_armed = true;
    const std::int64_t newest = m_engine.size();
    for (std::int64_t id = std::max<std::int64_t>(1, newest - kArmed + 1); id <= newest; ++id) {
        const auto order = m_engine.row(FakeEngine::orderNoOf(id));
        const auto kind = kindOf(order.status);
        if (!kind) {
            continue;
        }
        api::TimerRow row;
        row.order = order.id;
        row.orderNo = order.orderNo;
        row.user = order.user;
        row.campus = order.campus;
        row.kind = *kind;
        row.due = order.placedAt.plusMs(api::TimerPolicy{}.delayMs(*kind));
        row.status = order.status;
        row.wait = order.wait;
        row.courier = order.courier;
        row.courierName = order.courierName;
        row.payable = order.payable;
        m_timers[id] = row;
    }
}

void FakeTimers::put(api::TimerRow row) {
    arm();
    m_timers[row.order.value] = std::move(row);
}

void FakeTimers::remove(const OrderNo& orderNo) {
    arm();
    std::erase_if(m_timers, [&](const auto& each) { return each.second.orderNo == orderNo; });
    tell(static_cast<int>(api::Event::Kind::TimersChanged), {}, {});
}

void FakeTimers::moveElsewhere(const OrderNo& orderNo, Instant due) {
    arm();
    for (auto& [id, row] : m_timers) {
        if (row.orderNo == orderNo) {
            row.due = due;
            tell(static_cast<int>(api::Event::Kind::TimersChanged), row.order, row.campus);
        }
    }
}

void FakeTimers::makeDead(const OrderNo& orderNo, const std::string& reason) {
    arm();
    for (auto& [id, row] : m_timers) {
        if (row.orderNo == orderNo) {
            row.state = api::TimerState::Dead;
            row.attempts = 8;
            row.reason = reason;
            tell(static_cast<int>(api::Event::Kind::TimersChanged), row.order, row.campus);
        }
    }
}

std::int64_t FakeTimers::fire(const OrderNo& orderNo, api::TimerKind kind) {
    arm();
    const auto order = m_engine.row(orderNo);
    const Instant now = m_engine.now();
    api::AlertRow alert;
    alert.id = static_cast<std::int64_t>(m_alerts.size()) + 1;
    alert.kind = kind;
    alert.order = order.id;
    alert.orderNo = orderNo;
    alert.campus = order.campus;
    alert.courier = order.courier;
    alert.due = now.plusMs(-kMinute);
    alert.firedAt = now;
    alert.nextRepeat = now.plusMs(5 * kMinute);
    m_alerts[alert.id] = alert;
    tell(static_cast<int>(api::Event::Kind::AlertFired), alert.order, alert.campus);
    return alert.id;
}

void FakeTimers::fireAgain(std::int64_t id) {
    auto& alert = m_alerts.at(id);
    alert.state = api::AlertState::Firing;
    alert.repeats += 1;
    alert.nextRepeat = m_engine.now().plusMs(5 * kMinute);
    tell(static_cast<int>(api::Event::Kind::AlertFired), alert.order, alert.campus);
}

void FakeTimers::resolveBySelf(std::int64_t id, const std::string& resolution) {
    auto& alert = m_alerts.at(id);
    alert.state = api::AlertState::Resolved;
    alert.resolution = resolution;
    alert.resolvedAt = m_engine.now();
    alert.nextRepeat.reset();
    tell(static_cast<int>(api::Event::Kind::AlertsChanged), alert.order, alert.campus);
}

void FakeTimers::setLateness(api::TimerKind kind, std::optional<std::int64_t> p50, std::optional<std::int64_t> p99) {
    m_lateness[kind] = {p50, p99};
}

void FakeTimers::tell(int eventKind, const OrderId& order, const CampusId& campus) {
    api::Event event;
    event.kind = static_cast<api::Event::Kind>(eventKind);
    event.order = order;
    event.campus = campus;
    m_engine.publish({event});
}

// --- what a test asks ---------------------------------------------------------------------------------------

std::optional<api::TimerRow> FakeTimers::timer(const OrderNo& orderNo) const {
    for (const auto& [id, row] : m_timers) {
        if (row.orderNo == orderNo) {
            return row;
        }
    }
    return std::nullopt;
}

std::optional<api::AlertRow> FakeTimers::alert(std::int64_t id) const {
    const auto found = m_alerts.find(id);
    return found == m_alerts.end() ? std::nullopt : std::optional(found->second);
}

api::TimerPolicy FakeTimers::policy(const CampusId& campus) const {
    const auto found = m_policies.find(campus);
    return found == m_policies.end() ? api::TimerPolicy{} : found->second;
}

api::TimerState FakeTimers::stateOf(const api::TimerRow& row) const {
    if (row.state == api::TimerState::Dead || row.state == api::TimerState::Retrying) {
        return row.state;
    }
    return row.due <= m_engine.now() ? api::TimerState::Overdue : api::TimerState::Pending;
}

std::vector<api::TimerRow> FakeTimers::select(const api::TimerFilter& filter) const {
    std::vector<api::TimerRow> rows;
    for (const auto& [id, timer] : m_timers) {
        api::TimerRow row = timer;
        row.state = stateOf(timer);
        if (matches(filter, row)) {
            rows.push_back(std::move(row));
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.due < b.due; });
    return rows;
}

std::int64_t FakeTimers::overdue() const {
    const Instant now = m_engine.now();
    return std::count_if(m_timers.begin(), m_timers.end(), [&](const auto& each) {
        return each.second.state != api::TimerState::Dead && each.second.due <= now;
    });
}

std::int64_t FakeTimers::deadCount() const {
    return std::count_if(m_timers.begin(), m_timers.end(),
                         [](const auto& each) { return each.second.state == api::TimerState::Dead; });
}

std::int64_t FakeTimers::firing() const {
    return std::count_if(m_alerts.begin(), m_alerts.end(),
                         [](const auto& each) { return each.second.state == api::AlertState::Firing; });
}

// --- settings -----------------------------------------------------------------------------------------------

api::Answer<void> FakeTimers::setPolicy(const api::Call&, CampusId campus, api::TimerPolicy policy) {
    if (m_engine.m_commandError) {
        return m_engine.answer<void>(fail(*m_engine.m_commandError));
    }
    if (!m_badField.empty()) {
        return m_engine.answer<void>(fail(ErrorCode::InvalidArgument, "out of range", m_badField, "1"));
    }
    m_policies[campus] = policy;
    return m_engine.answer<void>({});
}

api::Answer<std::vector<api::TimerPolicyRow>> FakeTimers::policies(const api::Call&) {
    std::vector<api::TimerPolicyRow> rows;
    for (const auto& [id, campus] : m_engine.m_campuses) {
        rows.push_back({id, policy(id)});
    }
    return m_engine.read<std::vector<api::TimerPolicyRow>>(std::move(rows));
}

api::Answer<void> FakeTimers::setPaused(const api::Call& call, api::TimerKind kind, bool paused) {
    m_reasons.push_back(call.reason);
    if (m_engine.m_commandError) {
        return m_engine.answer<void>(fail(*m_engine.m_commandError));
    }
    if (paused) {
        m_paused.insert(kind);
    } else {
        m_paused.erase(kind);
    }
    tell(static_cast<int>(api::Event::Kind::TimersChanged), {}, {});
    return m_engine.answer<void>({});
}

api::Answer<void> FakeTimers::setQueue(const api::Call&, bool on, std::int64_t pollIntervalMs) {
    if (m_engine.m_commandError) {
        return m_engine.answer<void>(fail(*m_engine.m_commandError));
    }
    m_queueOn = on;
    m_pollMs = pollIntervalMs;
    tell(static_cast<int>(api::Event::Kind::TimersChanged), {}, {});
    return m_engine.answer<void>({});
}

// --- actions ------------------------------------------------------------------------------------------------

std::optional<Error> FakeTimers::refused(const api::TimerRef& ref) const {
    const auto row = timer(ref.orderNo);
    if (!row) {
        return Error{ErrorCode::WrongStatus, "no such timer", "order_no", ref.orderNo.str()};
    }
    if ((ref.kind && *ref.kind != row->kind) || (ref.due && *ref.due != row->due)) {
        return Error{ErrorCode::Conflict, "the timer is another one by now", "due", {}};
    }
    return std::nullopt;
}

template <typename Change>
api::Answer<std::vector<api::TimerOutcome>> FakeTimers::change(const api::Call& call,
                                                               const std::vector<api::TimerRef>& refs, Change&& apply) {
    arm();
    m_reasons.push_back(call.reason);
    if (m_engine.m_commandError) {
        return m_engine.answer<std::vector<api::TimerOutcome>>(fail(*m_engine.m_commandError));
    }
    std::vector<api::TimerOutcome> outcomes;
    for (const auto& ref : refs) {
        api::TimerOutcome outcome{ref.orderNo, refused(ref), std::nullopt};
        if (!outcome.error) {
            const auto id = timer(ref.orderNo)->order;
            apply(m_timers.at(id.value), outcome);
            const auto now = m_timers.find(id.value);
            outcome.due = now == m_timers.end() ? std::nullopt : std::optional(now->second.due);
            tell(static_cast<int>(api::Event::Kind::TimersChanged), id, {});
        }
        outcomes.push_back(std::move(outcome));
    }
    return m_engine.answer<std::vector<api::TimerOutcome>>(std::move(outcomes));
}

api::Answer<std::vector<api::TimerOutcome>> FakeTimers::run(const api::Call& call, std::vector<api::TimerRef> refs) {
    return change(call, refs, [this](api::TimerRow& row, api::TimerOutcome&) {
        auto order = m_engine.row(row.orderNo);
        const auto kind = row.kind;
        m_timers.erase(row.order.value);
        if (kind == api::TimerKind::Unpaid) {
            order.status = api::OrderStatus::Closed;
            order.closeReason = api::CloseReason::Timeout;
            m_engine.store(order, api::EventKind::Closed);
        }
    });
}

api::Answer<std::vector<api::TimerOutcome>> FakeTimers::postponeTo(const api::Call& call,
                                                                   std::vector<api::TimerRef> refs, Instant due) {
    return change(call, refs, [due](api::TimerRow& row, api::TimerOutcome&) { row.due = due; });
}

api::Answer<std::vector<api::TimerOutcome>> FakeTimers::postponeBy(const api::Call& call,
                                                                   std::vector<api::TimerRef> refs, std::int64_t byMs) {
    return change(call, refs, [this, byMs](api::TimerRow& row, api::TimerOutcome&) {
        row.due = std::max(row.due, m_engine.now()).plusMs(byMs);
    });
}

api::Answer<std::vector<api::TimerOutcome>> FakeTimers::cancel(const api::Call& call, std::vector<api::TimerRef> refs) {
    return change(call, refs, [this](api::TimerRow& row, api::TimerOutcome&) { m_timers.erase(row.order.value); });
}

api::Answer<std::vector<api::TimerOutcome>> FakeTimers::retry(const api::Call& call, std::vector<api::TimerRef> refs) {
    return change(call, refs, [this](api::TimerRow& row, api::TimerOutcome& outcome) {
        if (row.state != api::TimerState::Dead && row.state != api::TimerState::Retrying) {
            outcome.error = Error{ErrorCode::WrongStatus, "it has not failed", {}, {}};
            return;
        }
        row.state = api::TimerState::Pending;
        row.attempts = 0;
        row.reason.clear();
        row.due = m_engine.now();
    });
}

// --- reads --------------------------------------------------------------------------------------------------

api::Answer<std::vector<api::TimerRow>> FakeTimers::page(const api::Call&, api::TimerQuery query) {
    arm();
    ++m_reads;
    m_lastQuery = query;
    auto rows = select(query.filter);
    if (query.descending) {
        std::reverse(rows.begin(), rows.end());
    }
    const auto size = static_cast<std::int64_t>(rows.size());
    const auto from = std::min(size, query.offset);
    const auto to = std::min(size, query.offset + query.limit);
    return m_engine.read<std::vector<api::TimerRow>>(
        std::vector<api::TimerRow>(rows.begin() + from, rows.begin() + to));
}

api::Answer<std::int64_t> FakeTimers::count(const api::Call&, api::TimerFilter filter) {
    arm();
    return m_engine.read<std::int64_t>(static_cast<std::int64_t>(select(filter).size()));
}

api::Answer<api::TimerBoard> FakeTimers::board(const api::Call&, CampusId campus) {
    arm();
    api::TimerBoard board;
    board.at = m_engine.now();
    board.windowMs = 10 * kMinute;
    board.queueOn = m_queueOn;
    board.pollIntervalMs = m_pollMs;
    board.clockBehindMs = m_clockBehind;
    for (const auto kind : api::allTimerKinds()) {
        api::TimerFigures figures;
        figures.kind = kind;
        figures.paused = isPaused(kind);
        for (const auto& row : select({{kind}, {}, campus, {}, {}, {}})) {
            figures.dead += row.state == api::TimerState::Dead ? 1 : 0;
            figures.retrying += row.state == api::TimerState::Retrying ? 1 : 0;
            figures.armed += row.state != api::TimerState::Dead ? 1 : 0;
            const bool late = row.state == api::TimerState::Overdue;
            figures.overdue += late ? 1 : 0;
            if (late && !figures.oldestLateMs) {
                figures.oldestLateMs = board.at.ms - row.due.ms;
            }
            if (row.state != api::TimerState::Dead && !figures.nextDue) {
                figures.nextDue = row.due;
            }
        }
        figures.inFlight = m_queueOn ? std::optional<std::int64_t>(0) : std::nullopt;
        const auto late = m_lateness.find(kind);
        if (late != m_lateness.end()) {
            figures.lateP50Ms = late->second.p50;
            figures.lateP99Ms = late->second.p99;
            figures.effects = late->second.p50 ? 12 : 0;
        }
        board.kinds.push_back(figures);
    }
    return m_engine.read<api::TimerBoard>(std::move(board));
}

api::Answer<api::DueHistogram> FakeTimers::histogram(const api::Call&, CampusId campus,
                                                     std::vector<api::TimerKind> kinds, Instant from,
                                                     std::int64_t bucketMs, int buckets) {
    arm();
    api::DueHistogram histogram;
    histogram.from = from;
    histogram.bucketMs = bucketMs;
    histogram.counts.assign(static_cast<std::size_t>(buckets), 0);
    for (const auto& row : select({std::move(kinds), {}, campus, {}, {}, {}})) {
        const auto at = (row.due.ms - from.ms) / bucketMs;
        if (row.due < from) {
            ++histogram.before;
        } else if (at >= buckets) {
            ++histogram.after;
        } else {
            ++histogram.counts[static_cast<std::size_t>(at)];
        }
    }
    return m_engine.read<api::DueHistogram>(std::move(histogram));
}

api::QueueComparison FakeTimers::comparison() const {
    api::QueueComparison comparison;
    comparison.inDatabase = static_cast<std::int64_t>(m_timers.size());
    comparison.missing = m_missing;
    comparison.differing = m_differing;
    comparison.inQueue = comparison.inDatabase - m_missing;
    comparison.at = m_engine.now();
    return comparison;
}

api::Answer<api::QueueComparison> FakeTimers::compareQueue(const api::Call&) {
    arm();
    return m_engine.read<api::QueueComparison>(comparison());
}

api::Answer<api::ClockReset> FakeTimers::resetClock(const api::Call&) {
    return m_engine.answer<api::ClockReset>(api::ClockReset{m_engine.now(), m_engine.now(), 0});
}

api::Answer<api::QueueComparison> FakeTimers::rearmQueue(const api::Call&) {
    arm();
    if (m_engine.m_commandError) {
        return m_engine.answer<api::QueueComparison>(fail(*m_engine.m_commandError));
    }
    auto done = comparison();
    done.rearmed = done.missing + done.differing;
    m_missing = 0;
    m_differing = 0;
    return m_engine.answer<api::QueueComparison>(std::move(done));
}

// --- alerts -------------------------------------------------------------------------------------------------

api::Answer<std::vector<api::AlertRow>> FakeTimers::alerts(const api::Call&, api::AlertQuery query) {
    std::vector<api::AlertRow> rows;
    for (auto each = m_alerts.rbegin(); each != m_alerts.rend(); ++each) {
        const auto& row = each->second;
        const bool wanted = query.states.empty() ? row.state != api::AlertState::Resolved
                                                 : std::count(query.states.begin(), query.states.end(), row.state) > 0;
        if (wanted && (query.campus.empty() || query.campus == row.campus)) {
            rows.push_back(row);
        }
    }
    return m_engine.read<std::vector<api::AlertRow>>(std::move(rows));
}

api::Answer<api::AlertCounts> FakeTimers::alertCounts(const api::Call&, CampusId) {
    return m_engine.read<api::AlertCounts>(api::AlertCounts{firing(), 0, 0});
}

template <typename Change>
api::Answer<std::vector<api::AlertOutcome>> FakeTimers::changeAlerts(const std::vector<std::int64_t>& ids,
                                                                     Change&& apply) {
    if (m_engine.m_commandError) {
        return m_engine.answer<std::vector<api::AlertOutcome>>(fail(*m_engine.m_commandError));
    }
    std::vector<api::AlertOutcome> outcomes;
    for (const auto id : ids) {
        api::AlertOutcome outcome{id, std::nullopt};
        const auto found = m_alerts.find(id);
        if (found == m_alerts.end()) {
            outcome.error = Error{ErrorCode::NotFound, "no such alert", {}, {}};
        } else if (found->second.state == api::AlertState::Resolved) {
            outcome.error = Error{ErrorCode::WrongStatus, "it is resolved", {}, {}};
        } else {
            apply(found->second);
            found->second.actor = "local:test";
            found->second.actedAt = m_engine.now();
            tell(static_cast<int>(api::Event::Kind::AlertsChanged), found->second.order, found->second.campus);
        }
        outcomes.push_back(std::move(outcome));
    }
    return m_engine.answer<std::vector<api::AlertOutcome>>(std::move(outcomes));
}

api::Answer<std::vector<api::AlertOutcome>> FakeTimers::acknowledge(const api::Call&, std::vector<std::int64_t> ids) {
    return changeAlerts(ids, [](api::AlertRow& row) {
        row.state = api::AlertState::Acknowledged;
        row.nextRepeat.reset();
    });
}

api::Answer<std::vector<api::AlertOutcome>> FakeTimers::silence(const api::Call&, std::vector<std::int64_t> ids,
                                                                Instant until) {
    return changeAlerts(ids, [until](api::AlertRow& row) {
        row.state = api::AlertState::Silenced;
        row.nextRepeat = until;
    });
}

api::Answer<std::vector<api::AlertOutcome>> FakeTimers::resolve(const api::Call& call, std::vector<std::int64_t> ids) {
    m_reasons.push_back(call.reason);
    return changeAlerts(ids, [this, &call](api::AlertRow& row) {
        row.state = api::AlertState::Resolved;
        row.resolution = call.reason;
        row.resolvedAt = m_engine.now();
        row.nextRepeat.reset();
    });
}

api::Answer<void> FakeTimers::passTime(const api::Call&) { return m_engine.answer<void>({}); }

}  // namespace evenhand::test
