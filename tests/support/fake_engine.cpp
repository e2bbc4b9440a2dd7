// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"

#include <QPromise>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <numeric>

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

constexpr const char* kCampusNames[] = {"North Gate 北门", "Riverside 滨江", "South Hall 南苑", "East Lake 东湖",
                                        "Hill View", "Old Town"};
constexpr const char* kFamily[] = {"Li", "Wang", "Zhang", "Chen", "Zhou", "Wu", "Xu", "Sun", "Ma", "Gao"};
constexpr const char* kGiven[] = {"Wei", "Na", "Jun", "Min", "Lei", "Fang", "Hao", "Yan", "Tao", "Jing"};

CampusId campusAt(int index) { return CampusId("C" + std::to_string(index + 1)); }
CourierId courierAt(int campus, int index) {
    return CourierId("K" + std::to_string((campus + 1) * 100 + index + 1));
}

}  // namespace

struct FakeEngine::Export {
    QPromise<Result<std::int64_t>> promise;
    std::int64_t total = 0;
    std::int64_t done = 0;
    std::string path;
    std::function<void(std::int64_t)> progress;
};

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
        m_deadLetters.push_back({i + 1, "order@@first", "m-" + std::to_string(i), orderNoOf(i + 1), 1,
                                 "script error", 16, m_status.now.plusMs(-600'000)});
    }
}

FakeEngine::~FakeEngine() {
    *m_alive = false;
    m_held = false;
    release();
}

template <typename T>
api::Answer<T> FakeEngine::answer(Result<T> result) {
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    auto future = promise->future();
    auto resolve = [promise, result = std::move(result)]() mutable {
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

template <typename T>
api::Answer<T> FakeEngine::read(Result<T> result) {
    return m_readError ? answer<T>(fail(*m_readError)) : answer<T>(std::move(result));
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

void FakeEngine::setState(api::EngineState state, const std::string& reason) {
    m_status.state = state;
    m_status.reason = reason;
    api::Event event;
    event.kind = api::Event::Kind::StateChanged;
    publish({event});
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

// --- orders -------------------------------------------------------------------------------------------------

api::Answer<api::PlacedOrder> FakeEngine::place(const Call&, api::PlaceOrder) {
    placeNew(1);
    return answer<api::PlacedOrder>(api::PlacedOrder{{m_count}, orderNoOf(m_count), at(m_count).payable, false, {}});
}
void FakeEngine::placeMany(const Call& call, std::vector<api::PlaceOrder> requests,
                           api::BatchCompletion<api::PlacedOrder> done) {
    std::vector<Result<api::PlacedOrder>> answers;
    for (auto& request : requests) {
        answers.push_back(place(call, std::move(request)).result());
    }
    done(std::move(answers));
}
api::Answer<api::PlacedOrder> FakeEngine::placeAvailable(const Call& call, api::PlaceOrder request) {
    return place(call, std::move(request));
}

api::Answer<api::PaymentAnswer> FakeEngine::pay(const Call& call, api::PayOrder request) {
    m_reasons.push_back(call.reason);
    if (m_commandError) {
        return answer<api::PaymentAnswer>(fail(*m_commandError));
    }
    auto changed = row(request.orderNo);
    if (!changed.id.valid()) {
        return answer<api::PaymentAnswer>(api::PaymentAnswer{api::PaymentOutcome::Unmatched, api::OwedKind::UnknownOrder, false});
    }
    if (changed.status == api::OrderStatus::Closed) {
        return answer<api::PaymentAnswer>(api::PaymentAnswer{api::PaymentOutcome::Late, api::OwedKind::Late, false});
    }
    if (changed.status != api::OrderStatus::WaitPay) {
        return answer<api::PaymentAnswer>(api::PaymentAnswer{api::PaymentOutcome::Unmatched, api::OwedKind::SecondPayment, false});
    }
    if (changed.payable != request.amount) {
        return answer<api::PaymentAnswer>(api::PaymentAnswer{api::PaymentOutcome::Unmatched, api::OwedKind::WrongAmount, false});
    }
    changed.status = api::OrderStatus::Paid;
    changed.paidAt = m_status.now;
    changed.wait = api::WaitReason::Message;
    store(std::move(changed), api::EventKind::Paid);
    return answer<api::PaymentAnswer>(api::PaymentAnswer{});
}
void FakeEngine::payMany(const Call& call, std::vector<api::PayOrder> requests,
                         api::BatchCompletion<api::PaymentAnswer> done) {
    std::vector<Result<api::PaymentAnswer>> answers;
    for (auto& request : requests) {
        answers.push_back(pay(call, std::move(request)).result());
    }
    done(std::move(answers));
}

std::optional<Error> FakeEngine::refused(const api::OrderRef& ref) const {
    const auto id = idOf(ref.orderNo);
    if (!id) {
        return Error{ErrorCode::NotFound, "no such order", "order_no", ref.orderNo.str()};
    }
    if (ref.version != 0 && at(*id).version != ref.version) {
        return Error{ErrorCode::Conflict, "changed meanwhile", "version", std::to_string(ref.version)};
    }
    return std::nullopt;
}

api::Answer<std::vector<api::RowOutcome>> FakeEngine::cancel(const Call& call, std::vector<api::OrderRef> refs) {
    m_reasons.push_back(call.reason);
    if (m_commandError) {
        return answer<std::vector<api::RowOutcome>>(fail(*m_commandError));
    }
    std::vector<api::RowOutcome> outcomes;
    for (const auto& ref : refs) {
        auto error = refused(ref);
        if (!error && !api::mayMove(row(ref.orderNo).status, api::OrderStatus::Closed)) {
            error = Error{ErrorCode::WrongStatus, "cannot be closed now", "status", {}};
        }
        outcomes.push_back({ref.orderNo, error});
        if (!error) {
            auto changed = row(ref.orderNo);
            changed.status = api::OrderStatus::Closed;
            changed.closeReason = api::CloseReason::Cancelled;
            store(std::move(changed), api::EventKind::Closed);
        }
    }
    return answer<std::vector<api::RowOutcome>>(std::move(outcomes));
}

api::Answer<void> FakeEngine::report(const Call&, api::CourierReport report) {
    if (m_commandError) {
        return answer<void>(fail(*m_commandError));
    }
    auto changed = row(report.orderNo);
    if (report.epoch != changed.epoch) {
        return answer<void>(fail(ErrorCode::StaleEpoch, "older epoch"));
    }
    auto to = api::OrderStatus::Delivering;
    auto what = api::EventKind::PickedUp;
    if (report.kind == api::CourierReport::Kind::Delivered) {
        to = api::OrderStatus::Delivered;
        what = api::EventKind::Delivered;
    } else if (report.kind == api::CourierReport::Kind::Failed) {
        to = api::OrderStatus::WaitPickUp;
        what = api::EventKind::DeliveryFailed;
    }
    if (!api::mayMove(changed.status, to)) {
        return answer<void>(fail(ErrorCode::WrongStatus, "not now"));
    }
    changed.status = to;
    store(std::move(changed), what);
    return answer<void>({});
}

api::Answer<void> FakeEngine::upsertProducts(const Call&, std::vector<api::ProductRow>, bool) { return answer<void>({}); }

std::vector<std::int64_t> FakeEngine::select(const api::OrderFilter& f) const {
    std::vector<std::int64_t> ids;
    for (std::int64_t id = 1; id <= m_count; ++id) {
        const auto row = at(id);
        const bool fits = (f.statuses.empty() || std::count(f.statuses.begin(), f.statuses.end(), row.status) > 0) &&
                          (f.campus.empty() || f.campus == row.campus) && (f.courier.empty() || f.courier == row.courier) &&
                          (f.user.empty() || f.user == row.user) &&
                          (!f.unassignedOnly || (row.status == api::OrderStatus::Paid && row.courier.empty())) &&
                          (!f.placedFrom || row.placedAt >= *f.placedFrom) && (!f.placedTo || row.placedAt < *f.placedTo) &&
                          (f.text.empty() || row.orderNo.str().starts_with(f.text) || row.user.str().starts_with(f.text));
        if (fits) {
            ids.push_back(id);
        }
    }
    return ids;
}

const std::vector<std::int64_t>& FakeEngine::sorted(const api::OrderQuery& query) {
    if (m_sortedFor && m_sortedFor->filter == query.filter && m_sortedFor->sort == query.sort &&
        m_sortedFor->descending == query.descending) {
        return m_sorted;
    }
    m_sorted = select(query.filter);
    if (query.sort != api::OrderSort::Placed && query.sort != api::OrderSort::OrderNo) {
        std::stable_sort(m_sorted.begin(), m_sorted.end(), [this, &query](std::int64_t a, std::int64_t b) {
            return fakeLess(at(a), at(b), query.sort);
        });
    }
    if (query.descending) {
        std::reverse(m_sorted.begin(), m_sorted.end());
    }
    m_sortedFor = query;
    return m_sorted;
}

api::Answer<std::vector<api::OrderRow>> FakeEngine::page(const Call&, api::OrderQuery query) {
    ++m_pageCalls;
    m_lastQuery = query;
    std::vector<OrderRow> rows;
    const bool plain = query.filter == api::OrderFilter{} && query.sort == api::OrderSort::Placed;
    const std::int64_t total = plain ? m_count : static_cast<std::int64_t>(sorted(query).size());
    for (std::int64_t i = query.offset; i < std::min(total, query.offset + query.limit); ++i) {
        const auto id = plain ? (query.descending ? m_count - i : i + 1) : m_sorted[static_cast<std::size_t>(i)];
        rows.push_back(at(id));
    }
    return read<std::vector<OrderRow>>(std::move(rows));
}

api::Answer<std::int64_t> FakeEngine::count(const Call&, api::OrderFilter filter) {
    return read<std::int64_t>(filter == api::OrderFilter{} ? m_count : static_cast<std::int64_t>(select(filter).size()));
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

api::Answer<api::OrderDetail> FakeEngine::detail(const Call&, OrderNo orderNo) {
    const auto id = idOf(orderNo);
    if (!id) {
        return read<api::OrderDetail>(fail(ErrorCode::NotFound, "no such order", "order_no", orderNo.str()));
    }
    return read<api::OrderDetail>(fakeDetail(at(*id), m_events[*id]));
}

api::Answer<std::vector<api::ProductRow>> FakeEngine::products(const Call&, std::string, std::int64_t) {
    return read<std::vector<api::ProductRow>>(std::vector<api::ProductRow>{{Sku("rice"), "Fried rice", {1800}, 50}});
}
api::Answer<std::vector<api::OwedPaymentRow>> FakeEngine::owedPayments(const Call&, std::int64_t, std::int64_t) {
    return read<std::vector<api::OwedPaymentRow>>(std::vector<api::OwedPaymentRow>{});
}

api::Answer<std::int64_t> FakeEngine::exportCsv(const Call&, api::OrderQuery query, std::string path,
                                                std::function<void(std::int64_t)> progress) {
    if (m_readError) {
        return answer<std::int64_t>(fail(*m_readError));
    }
    m_lastQuery = query;
    m_export = std::make_shared<Export>();
    m_export->total = static_cast<std::int64_t>(select(query.filter).size());
    m_export->path = std::move(path);
    m_export->progress = std::move(progress);
    m_export->promise.start();
    auto future = m_export->promise.future();
    if (!m_exportHeld) {
        exportStep(m_export->total);
    }
    return future;
}

void FakeEngine::exportStep(std::int64_t number) {
    if (!m_export) {
        return;
    }
    if (m_export->promise.isCanceled()) {
        m_export->promise.finish();
        m_export.reset();
        return;
    }
    m_export->done = std::min(m_export->total, m_export->done + number);
    m_export->progress(m_export->done);
    if (m_export->done == m_export->total) {
        std::ofstream(m_export->path) << "order_no\n" << m_export->total << "\n";
        m_export->promise.addResult(Result<std::int64_t>(m_export->total));
        m_export->promise.finish();
        m_export.reset();
    }
}

// --- dispatch -----------------------------------------------------------------------------------------------

api::Answer<void> FakeEngine::upsertCampus(const Call&, api::CampusRow campus) {
    m_campuses[campus.id] = campus;
    api::Event event;
    event.kind = api::Event::Kind::CampusChanged;
    event.campus = campus.id;
    publish({event});
    return answer<void>({});
}

api::Answer<void> FakeEngine::setPaused(const Call& call, CampusId campus, bool paused) {
    if (m_commandError) {
        return answer<void>(fail(*m_commandError));
    }
    auto changed = m_campuses.at(campus);
    changed.policy.paused = paused;
    return upsertCampus(call, std::move(changed));
}

api::Answer<void> FakeEngine::upsertCouriers(const Call&, std::vector<api::CourierInput>) { return answer<void>({}); }

api::Answer<void> FakeEngine::setDuty(const Call&, CourierId courier, bool onDuty) {
    if (m_commandError) {
        return answer<void>(fail(*m_commandError));
    }
    m_couriers.at(courier).onDuty = onDuty;
    api::Event event;
    event.kind = api::Event::Kind::CourierChanged;
    event.courier = courier;
    event.campus = m_couriers.at(courier).campus;
    publish({event});
    return answer<void>({});
}

CourierId FakeEngine::fairest(const CampusId& campus, const CourierId& except) const {
    const api::CourierRow* best = nullptr;
    for (const auto& [id, courier] : m_couriers) {
        if (courier.campus == campus && courier.onDuty && id != except && (!best || courier.weight > best->weight)) {
            best = &courier;
        }
    }
    return best ? best->id : CourierId();
}

api::Answer<std::vector<api::ReassignOutcome>> FakeEngine::reassign(const Call& call, std::vector<api::OrderRef> refs,
                                                                    api::ReassignTarget target) {
    m_reasons.push_back(call.reason);
    if (m_commandError) {
        return answer<std::vector<api::ReassignOutcome>>(fail(*m_commandError));
    }
    std::vector<api::ReassignOutcome> outcomes;
    for (const auto& ref : refs) {
        auto error = refused(ref);
        auto changed = row(ref.orderNo);
        const auto from = changed.courier;
        const bool open = changed.status == api::OrderStatus::Paid || changed.status == api::OrderStatus::WaitPickUp ||
                          changed.status == api::OrderStatus::Delivering;
        if (!error && !open) {
            error = Error{ErrorCode::WrongStatus, "not open", "status", {}};
        }
        const auto to = target.to.empty() ? fairest(changed.campus, from) : target.to;
        if (!error && to.empty()) {
            error = Error{ErrorCode::NoCourierOnDuty, "nobody else on duty", {}, {}};
        }
        if (!error) {
            changed.courier = to;
            changed.courierName = m_couriers.at(to).name;
            changed.epoch += 1;
            m_couriers.at(to).weight -= 10;
            store(changed, api::EventKind::ReassignRequested);
        }
        outcomes.push_back({ref.orderNo, error, from, changed.epoch});
    }
    return answer<std::vector<api::ReassignOutcome>>(std::move(outcomes));
}

api::Answer<std::vector<api::ReassignOutcome>> FakeEngine::handOver(const Call& call, CourierId from,
                                                                    api::ReassignTarget target) {
    std::vector<api::OrderRef> refs;
    api::OrderFilter filter;
    filter.courier = from;
    filter.statuses = {api::OrderStatus::WaitPickUp, api::OrderStatus::Delivering};
    for (const auto id : select(filter)) {
        refs.push_back({orderNoOf(id), 0});
    }
    return reassign(call, std::move(refs), std::move(target));
}

api::Answer<std::vector<api::ReassignOutcome>> FakeEngine::undoReassign(const Call& call,
                                                                        std::vector<api::ReassignOutcome> done) {
    m_reasons.push_back(call.reason);
    std::vector<api::ReassignOutcome> outcomes;
    for (const auto& each : done) {
        auto changed = row(each.orderNo);
        std::optional<Error> error;
        if (changed.epoch != each.epoch) {
            error = Error{ErrorCode::StaleEpoch, "moved on", "epoch", {}};
        } else {
            changed.courier = each.from;
            changed.courierName = m_couriers.contains(each.from) ? m_couriers.at(each.from).name : std::string();
            changed.epoch += 1;
            store(changed, api::EventKind::Assigned);
        }
        outcomes.push_back({each.orderNo, error, each.from, changed.epoch});
    }
    return answer<std::vector<api::ReassignOutcome>>(std::move(outcomes));
}

api::Answer<std::vector<api::CalibrationRow>> FakeEngine::previewCalibration(const Call&, CampusId campus) {
    std::vector<api::CalibrationRow> rows;
    for (const auto& [id, courier] : m_couriers) {
        if (courier.campus == campus) {
            const std::int64_t difference = rows.size() % 3 == 1 ? 10 : 0;
            rows.push_back({id, courier.name, courier.onDuty, courier.weight, courier.weight + difference, difference});
        }
    }
    return read<std::vector<api::CalibrationRow>>(std::move(rows));
}

api::Answer<std::vector<api::CalibrationRow>> FakeEngine::calibrate(const Call& call, CampusId campus) {
    auto rows = previewCalibration(call, campus).result();
    for (const auto& row : *rows) {
        m_couriers.at(row.courier).weight = row.computed;
    }
    return answer<std::vector<api::CalibrationRow>>(std::move(rows));
}

api::Answer<void> FakeEngine::retryDeadLetters(const Call&, std::vector<std::int64_t> ids) {
    std::erase_if(m_deadLetters, [&ids](const auto& row) { return std::count(ids.begin(), ids.end(), row.id) > 0; });
    api::Event event;
    event.kind = api::Event::Kind::DeadLettersChanged;
    publish({event});
    return answer<void>({});
}

void FakeEngine::takeMany(const Call&, std::vector<Take> requests, api::BatchCompletion<CourierId> done) {
    std::vector<Result<CourierId>> answers;
    for (const auto& request : requests) {
        answers.emplace_back(fairest(request.campus, {}));
    }
    done(std::move(answers));
}

api::Answer<std::vector<api::CampusRow>> FakeEngine::campuses(const Call&) {
    std::vector<api::CampusRow> rows;
    for (const auto& [id, campus] : m_campuses) {
        rows.push_back(campus);
    }
    return read<std::vector<api::CampusRow>>(std::move(rows));
}

api::Answer<api::DispatchBoard> FakeEngine::board(const Call&, CampusId campus) {
    if (!m_campuses.contains(campus)) {
        return read<api::DispatchBoard>(fail(ErrorCode::NotFound, "no such campus", "campus", campus.str()));
    }
    api::DispatchBoard board;
    board.campus = m_campuses.at(campus);
    board.at = m_status.now;
    for (const auto& [id, courier] : m_couriers) {
        if (courier.campus == campus) {
            board.couriers.push_back(courier);
        }
    }
    std::stable_sort(board.couriers.begin(), board.couriers.end(),
                     [](const auto& a, const auto& b) { return a.weight > b.weight; });
    std::int64_t sum = 0, low = INT64_MAX, high = INT64_MIN, onDuty = 0;
    for (const auto& courier : board.couriers) {
        if (courier.onDuty) {
            sum += courier.weight;
            low = std::min(low, courier.weight);
            high = std::max(high, courier.weight);
            ++onDuty;
        }
    }
    board.meanWeight = onDuty ? static_cast<double>(sum) / static_cast<double>(onDuty) : 0;
    board.spreadWeight = onDuty ? high - low : 0;
    api::OrderFilter filter;
    filter.campus = campus;
    filter.unassignedOnly = true;
    board.waiting = static_cast<std::int64_t>(select(filter).size());
    return read<api::DispatchBoard>(std::move(board));
}

api::Answer<std::vector<api::WaitingOrder>> FakeEngine::waiting(const Call&, CampusId campus, std::int64_t limit) {
    api::OrderFilter filter;
    filter.campus = campus;
    filter.unassignedOnly = true;
    std::vector<api::WaitingOrder> rows;
    for (const auto id : select(filter)) {
        if (static_cast<std::int64_t>(rows.size()) < limit) {
            const auto row = at(id);
            rows.push_back({row, row.wait.value_or(api::WaitReason::Message), row.paidAt.value_or(row.placedAt)});
        }
    }
    return read<std::vector<api::WaitingOrder>>(std::move(rows));
}

api::Answer<std::vector<api::FairnessPoint>> FakeEngine::fairness(const Call&, CampusId, Instant from, Instant to, int points) {
    std::vector<api::FairnessPoint> rows;
    for (int i = 0; i < points; ++i) {
        const auto at = from.plusMs((to.ms - from.ms) * (i + 1) / points);
        rows.push_back({at, static_cast<std::int64_t>(mix(static_cast<std::uint64_t>(i)) % 2), i * 3});
    }
    return read<std::vector<api::FairnessPoint>>(std::move(rows));
}

api::Answer<std::vector<api::AssignmentEvidence>> FakeEngine::evidence(const Call&, OrderNo orderNo) {
    const auto order = row(orderNo);
    std::vector<api::AssignmentEvidence> rows;
    if (!order.courier.empty()) {
        rows.push_back(fakeEvidence(order, m_couriers));
    }
    return read<std::vector<api::AssignmentEvidence>>(std::move(rows));
}

api::Answer<std::vector<api::DeadLetterRow>> FakeEngine::deadLetters(const Call&, std::int64_t) {
    return read<std::vector<api::DeadLetterRow>>(m_deadLetters);
}

api::Answer<std::vector<api::CourierRow>> FakeEngine::findCouriers(const Call&, std::string prefix, std::int64_t limit) {
    std::vector<api::CourierRow> rows;
    for (const auto& [id, courier] : m_couriers) {
        if ((id.str().starts_with(prefix) || courier.name.starts_with(prefix)) &&
            static_cast<std::int64_t>(rows.size()) < limit) {
            rows.push_back(courier);
        }
    }
    return read<std::vector<api::CourierRow>>(std::move(rows));
}

}  // namespace evenhand::test
