// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"

#include <algorithm>
#include <cstdio>

#include "tests/support/fake_reply.h"

namespace evenhand::test {
namespace {

constexpr std::int64_t kStart = 1'715'300'000'000;  // 2024-05-10 in the morning
constexpr std::int64_t kSpacingMs = 7'000;

std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

constexpr const char* kCampusNames[] = {"North Gate 北门", "Riverside 滨江", "South Hall 南苑",
                                        "East Lake 东湖",  "Hill View",      "Old Town"};
constexpr const char* kFamily[] = {"Li", "Wang", "Zhang", "Chen", "Zhou", "Wu", "Xu", "Sun", "Ma", "Gao"};
constexpr const char* kGiven[] = {"Wei", "Na", "Jun", "Min", "Lei", "Fang", "Hao", "Yan", "Tao", "Jing"};

CampusId campusAt(int index) { return CampusId("C" + std::to_string(index + 1)); }
CourierId courierAt(int campus, int index) { return CourierId("K" + std::to_string((campus + 1) * 100 + index + 1)); }

}  // namespace

FakeEngine::FakeEngine(FakeOptions options) : m_options(options), m_count(options.orders) {
    m_status.deployment = "Memory";
    m_status.now = {kStart + m_count * kSpacingMs + 60'000};
    m_status.committedPerSecond = 128.4;
    m_status.commitP50Ms = 1.8;
    m_status.commitP99Ms = 6.2;
    m_status.unassigned = 3;
    m_status.deadLetters = 2;
    for (int c = 0; c < options.campuses; ++c) {
        api::CampusRow campus;
        campus.id = campusAt(c);
        campus.name = kCampusNames[c % 6];
        m_campuses[campus.id] = campus;
        for (int k = 0; k < options.couriersPerCampus; ++k) {
            api::CourierRow row;
            row.id = courierAt(c, k);
            row.campus = campus.id;
            const auto r = mix(static_cast<std::uint64_t>(c * 100 + k));
            row.name = std::string(kFamily[r % 10]) + " " + kGiven[r / 16 % 10];
            row.phone = "+86 138 0000 " + std::to_string(1000 + c * 100 + k);
            row.onDuty = k % 5 != 4;
            row.weight = 10'000 - 10 * (40 + (k % 2));
            row.inHand = k;
            row.today = 40 + k % 2;
            row.share = 1.0 / options.couriersPerCampus;
            row.deviation = k % 2 == 0 ? -0.5 : 0.5;
            row.lastAssignment = m_status.now.plusMs(-60'000 * (k + 1));
            m_couriers[row.id] = row;
        }
    }
    for (int i = 0; i < 2; ++i) {
        m_deadLetters.push_back({i + 1, "order@@first", "m-" + std::to_string(i), orderNoOf(i + 1), 1, "script error",
                                 16, m_status.now.plusMs(-600'000)});
    }
    m_timers.arm();
    m_tasks.fill();
    m_webhooks.fill();
    m_tokens.fill();
    m_audit.fill();
    m_backups.fill();
}

FakeEngine::~FakeEngine() {
    *m_alive = false;
    m_held = false;
    release();
}

void FakeEngine::release(std::size_t count) {
    for (; count > 0 && !m_pending.empty(); --count) {
        auto resolve = std::move(m_pending.front());
        m_pending.pop_front();
        resolve();
    }
}

void FakeEngine::releaseNewest() {
    auto resolve = std::move(m_pending.back());
    m_pending.pop_back();
    resolve();
}

void FakeEngine::setState(api::EngineState state, const std::string& reason, std::optional<ErrorCode> cause) {
    m_status.state = state;
    m_status.cause = cause;
    m_status.since = m_status.now;
    m_status.reason = reason;
    api::Event event;
    event.kind = api::Event::Kind::StateChanged;
    publish({event});
}

void FakeEngine::setStanding(std::vector<api::StandingReason> reasons, Instant clock, Instant committed) {
    m_status.standing = std::move(reasons);
    m_status.clock = clock;
    m_status.committedAt = committed;
    std::string text;
    for (const auto& reason : m_status.standing) {
        text += (text.empty() ? "" : "; ") + reason.text;
    }
    setState(m_status.standing.empty() ? api::EngineState::Live : api::EngineState::Degraded, text);
}

void FakeEngine::setFigures(double perSecond, double p50, double p99) {
    m_status.committedPerSecond = perSecond;
    m_status.commitP50Ms = p50;
    m_status.commitP99Ms = p99;
}

OrderNo FakeEngine::orderNoOf(std::int64_t id) {
    char buffer[24];
    std::snprintf(buffer, sizeof buffer, "A%09lld", static_cast<long long>(id));
    return OrderNo(buffer);
}

std::optional<std::int64_t> FakeEngine::idOf(const OrderNo& orderNo) const {
    const std::string& no = orderNo.str();
    if (no.size() != 10 || no[0] != 'A') {
        return std::nullopt;
    }
    const std::int64_t id = std::strtoll(no.c_str() + 1, nullptr, 10);
    return id >= 1 && id <= m_count ? std::optional(id) : std::nullopt;
}

api::OrderRow FakeEngine::made(std::int64_t id) const {
    const std::uint64_t r = mix(static_cast<std::uint64_t>(id));
    OrderRow row;
    row.id = {id};
    row.orderNo = orderNoOf(id);
    row.user = UserId("user" + std::to_string(r % 500));
    const int campus = static_cast<int>(r / 512 % static_cast<unsigned>(m_options.campuses));
    row.campus = campusAt(campus);
    row.status = static_cast<api::OrderStatus>(r / 65536 % 7);
    row.payable = {static_cast<std::int64_t>(1200 + r / 1024 % 9000)};
    row.placedAt = {kStart + id * kSpacingMs};
    row.version = 1;
    if (row.status != api::OrderStatus::WaitPay && row.status != api::OrderStatus::Closed) {
        row.paidAt = row.placedAt.plusMs(45'000);
    }
    const bool assigned = row.status > api::OrderStatus::Paid && row.status != api::OrderStatus::Closed;
    if (assigned) {
        const int k = static_cast<int>(r / 4096 % static_cast<unsigned>(m_options.couriersPerCampus));
        row.courier = courierAt(campus, k);
        row.courierName = m_couriers.at(row.courier).name;
        row.epoch = 1;
    } else if (row.status == api::OrderStatus::Paid) {
        row.epoch = 1;
        row.wait = static_cast<api::WaitReason>(r / 2048 % 4);
    } else if (row.status == api::OrderStatus::Closed) {
        row.closeReason = r & 1U ? api::CloseReason::Timeout : api::CloseReason::Cancelled;
    }
    return row;
}

api::OrderRow FakeEngine::at(std::int64_t id) const {
    const auto changed = m_changed.find(id);
    return changed == m_changed.end() ? made(id) : changed->second;
}

api::OrderRow FakeEngine::row(const OrderNo& orderNo) const {
    const auto id = idOf(orderNo);
    return id ? at(*id) : OrderRow{};
}

void FakeEngine::publish(const std::vector<api::Event>& events) {
    const auto handlers = m_handlers;
    for (const auto& [id, handler] : handlers) {
        handler(events);
    }
}

void FakeEngine::store(OrderRow changed, api::EventKind what, bool quiet) {
    changed.version += 1;
    m_sortedFor.reset();
    api::Event event;
    event.order = changed.id;
    event.campus = changed.campus;
    event.courier = changed.courier;
    event.what = what;
    m_events[changed.id.value].push_back({m_status.now, what, "local:test", text(changed.courier)});
    m_changed[changed.id.value] = std::move(changed);
    if (!quiet) {
        publish({event});
    }
}

void FakeEngine::setLimit(const OrderNo& orderNo, Instant limit) {
    auto changed = row(orderNo);
    changed.limit = limit;
    store(std::move(changed), api::EventKind::Late);
}
void FakeEngine::touch(const OrderNo& orderNo) { store(row(orderNo), api::EventKind::Assigned); }

void FakeEngine::moveTo(const OrderNo& orderNo, api::OrderStatus status) {
    auto changed = row(orderNo);
    changed.status = status;
    store(std::move(changed), api::EventKind::PickedUp);
}

void FakeEngine::placeNew(int number) {
    std::vector<api::Event> events;
    for (int i = 0; i < number; ++i) {
        const auto id = ++m_count;
        auto fresh = made(id);
        fresh.status = api::OrderStatus::WaitPay;
        fresh.courier = {};
        fresh.courierName.clear();
        fresh.paidAt.reset();
        fresh.wait.reset();
        fresh.closeReason.reset();
        fresh.version = 0;
        api::Event event;
        event.order = fresh.id;
        event.campus = fresh.campus;
        event.what = api::EventKind::Placed;
        events.push_back(event);
        store(std::move(fresh), api::EventKind::Placed, true);
    }
    m_status.now = {kStart + m_count * kSpacingMs + 60'000};
    publish(events);
}

void FakeEngine::burst(int number, int span) {
    std::vector<api::Event> events;
    for (int i = 0; i < number; ++i) {
        api::Event event;
        event.order = {m_count - i % span};
        event.campus = at(event.order.value).campus;
        event.what = api::EventKind::Assigned;
        events.push_back(event);
    }
    publish(events);
}

api::EngineStatus FakeEngine::status() const {
    ++m_statusCalls;
    auto copy = m_status;
    copy.deadLetters = static_cast<std::int64_t>(m_deadLetters.size());
    copy.late = std::count_if(m_changed.begin(), m_changed.end(),
                              [this](const auto& changed) { return changed.second.isLate(m_status.now); });
    copy.overdue = m_timers.overdue();
    copy.deadTimers = m_timers.deadCount();
    copy.alerts = m_timers.firing();
    copy.deadTasks = m_tasks.dead();
    copy.workers = m_tasks.workers();
    copy.outwardHeld = m_tasks.outwardHeld();
    return copy;
}

api::WorkspaceInfo FakeEngine::workspace() const {
    return {"11111111-2222-4333-8444-555555555555", "/tmp/workspace", "CNY", 2, "Asia/Shanghai"};
}

std::unique_ptr<api::Subscription> FakeEngine::subscribe(EventHandler handler) {
    const int id = ++m_lastHandler;
    m_handlers[id] = std::move(handler);
    return std::make_unique<FakeSubscription>([this, id, alive = m_alive] {
        if (*alive) {
            m_handlers.erase(id);
        }
    });
}

}  // namespace evenhand::test
