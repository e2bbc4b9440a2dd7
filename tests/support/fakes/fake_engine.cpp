// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakes/fake_engine.h"

#include <QPromise>
#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace evenhand::test {
namespace {

constexpr std::int64_t kStart = 1'715'300'000'000;  // 2024-05-10 in the morning
constexpr std::int64_t kSpacingMs = 7'000;
constexpr int kCampuses = 4;
constexpr const char* kCampusNames[kCampuses] = {"North Gate 北门", "Riverside 滨江", "South Hall 南苑",
                                                 "East Lake 东湖"};

std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

CampusId campusAt(int index) { return CampusId("C" + std::to_string(index + 1)); }

class FakeSubscription final : public api::Subscription {
public:
    explicit FakeSubscription(std::function<void()> end) : m_end(std::move(end)) {}
    ~FakeSubscription() override { m_end(); }

private:
    std::function<void()> m_end;
};

}  // namespace

FakeEngine::FakeEngine(std::int64_t orders) : m_count(orders) {
    m_status.deployment = "Memory";
    m_status.now = {kStart + m_count * kSpacingMs + 60'000};
}

FakeEngine::~FakeEngine() {
    *m_alive = false;
    m_held = false;
    release();
}

template <typename T>
api::Answer<T> FakeEngine::read(Result<T> result) {
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    auto future = promise->future();
    auto resolve = [promise, result = m_readError ? Result<T>(fail(*m_readError)) : std::move(result)]() mutable {
        promise->addResult(std::move(result));
        promise->finish();
    };
    if (m_held) {
        m_pending.push_back(std::move(resolve));
    } else {
        resolve();
    }
    return future;
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

OrderNo FakeEngine::orderNoOf(std::int64_t id) {
    char buffer[24];
    std::snprintf(buffer, sizeof buffer, "A%09lld", static_cast<long long>(id));
    return OrderNo(buffer);
}

/// Where it goes is not its status' matter here: no courier ever has one.
api::OrderRow FakeEngine::made(std::int64_t id) {
    const std::uint64_t r = mix(static_cast<std::uint64_t>(id));
    OrderRow row;
    row.id = {id};
    row.orderNo = orderNoOf(id);
    row.user = UserId("user" + std::to_string(r % 500));
    row.campus = campusAt(static_cast<int>(r / 512 % kCampuses));
    row.status = static_cast<api::OrderStatus>(r / 65536 % 7);
    row.payable = {static_cast<std::int64_t>(1200 + r / 1024 % 9000)};
    row.placedAt = {kStart + id * kSpacingMs};
    row.version = 1;
    return row;
}

api::OrderRow FakeEngine::at(std::int64_t id) const {
    const auto changed = m_changed.find(id);
    return changed == m_changed.end() ? made(id) : changed->second;
}

api::OrderRow FakeEngine::row(const OrderNo& orderNo) const {
    return at(std::strtoll(orderNo.str().c_str() + 1, nullptr, 10));
}

void FakeEngine::publish(const std::vector<api::Event>& events) {
    const auto handlers = m_handlers;
    for (const auto& [id, handler] : handlers) {
        handler(events);
    }
}

void FakeEngine::store(OrderRow changed, api::EventKind what, bool quiet) {
    changed.version += 1;
    api::Event event;
    event.order = changed.id;
    event.campus = changed.campus;
    event.what = what;
    m_changed[changed.id.value] = std::move(changed);
    if (!quiet) {
        publish({event});
    }
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

std::vector<std::int64_t> FakeEngine::select(const api::OrderFilter& filter) const {
    std::vector<std::int64_t> ids;
    for (std::int64_t id = 1; id <= m_count; ++id) {
        const auto row = at(id);
        if ((filter.statuses.empty() ||
             std::find(filter.statuses.begin(), filter.statuses.end(), row.status) != filter.statuses.end()) &&
            (!filter.placedTo || row.placedAt < *filter.placedTo)) {
            ids.push_back(id);
        }
    }
    return ids;
}

api::Answer<std::vector<api::OrderRow>> FakeEngine::page(const Call&, api::OrderQuery query) {
    ++m_pageCalls;
    m_lastQuery = query;
    const bool plain = query.filter.statuses.empty() && !query.filter.placedTo;
    const auto ids = plain ? std::vector<std::int64_t>() : select(query.filter);
    const std::int64_t total = plain ? m_count : static_cast<std::int64_t>(ids.size());
    std::vector<OrderRow> rows;
    for (std::int64_t i = query.offset; i < std::min(total, query.offset + query.limit); ++i) {
        const std::int64_t place = query.descending ? total - 1 - i : i;
        rows.push_back(at(plain ? place + 1 : ids[static_cast<std::size_t>(place)]));
    }
    return read<std::vector<OrderRow>>(std::move(rows));
}

api::Answer<std::int64_t> FakeEngine::count(const Call&, api::OrderFilter filter) {
    const bool plain = filter.statuses.empty() && !filter.placedTo;
    return read<std::int64_t>(plain ? m_count : static_cast<std::int64_t>(select(filter).size()));
}

api::Answer<std::vector<api::OrderRow>> FakeEngine::rows(const Call&, std::vector<OrderId> ids) {
    ++m_rowsCalls;
    std::vector<OrderRow> rows;
    for (const auto id : ids) {
        if (id.value >= 1 && id.value <= m_count) {
            rows.push_back(at(id.value));
        }
    }
    return read<std::vector<OrderRow>>(std::move(rows));
}

api::Answer<std::vector<api::CampusRow>> FakeEngine::campuses(const Call&) {
    std::vector<api::CampusRow> rows;
    for (int i = 0; i < kCampuses; ++i) {
        rows.push_back({campusAt(i), kCampusNames[i], {}});
    }
    return read<std::vector<api::CampusRow>>(std::move(rows));
}

api::EngineStatus FakeEngine::status() const {
    ++m_statusCalls;
    return m_status;
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
