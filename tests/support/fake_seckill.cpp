// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_seckill.h"

#include <algorithm>
#include <cmath>

#include "tests/support/fake_engine.h"
#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {
namespace {

constexpr std::int64_t kMinute = 60'000;
constexpr std::size_t kReserved = static_cast<std::size_t>(api::AttemptOutcome::Reserved);

}  // namespace

// --- what a test steers -------------------------------------------------------------------------------------

FakeSeckill::Activity& FakeSeckill::add(const char* id, const char* name, const char* sku, std::int64_t stock,
                                        std::int64_t beginInMs, std::int64_t lastsMs) {
    const Instant now = m_engine.now();
    Activity activity;
    activity.row.set = {ActivityId(id),
                        name,
                        Sku(sku),
                        CampusId("C1"),
                        Money{990},
                        stock,
                        now.plusMs(beginInMs),
                        now.plusMs(beginInMs + lastsMs)};
    activity.row.voucherName = m_products.at(Sku(sku)).name;
    activity.row.version = 1;
    activity.row.createdAt = now.plusMs(std::min<std::int64_t>(beginInMs, 0) - 60 * kMinute);
    activity.log.push_back({activity.row.createdAt, "local:mei", "set_up", stock, {}});
    return m_activities[activity.row.set.id] = std::move(activity);
}

void FakeSeckill::fill() {
    m_products[Sku("rice")] = {Sku("rice"), "Fried rice", {1800}, 50};
    m_products[Sku("V-tea")] = {Sku("V-tea"), "Milk tea voucher 奶茶券", {1800}, 20'000};
    m_products[Sku("V-box")] = {Sku("V-box"), "Lunch box voucher", {3200}, 1'200};
    m_products[Sku("V-none")] = {Sku("V-none"), "Dumpling voucher 饺子券", {2600}, 0};
    auto& tea = add("tea-noon", "Milk tea at noon 正午奶茶", "V-tea", 2'000, -3 * kMinute, 30 * kMinute);
    tea.row.state = api::ActivityState::Started;
    tea.row.startedAt = tea.row.set.begin.plusMs(-10 * kMinute);
    tea.row.left = 2'000;
    tea.log.insert(tea.log.begin(), {*tea.row.startedAt, "local:mei", "started", 2'000, {}});
    rush(tea.row.set.id, 1'240);
    tea.row.paid = 1'102;
    for (int second = 0; second < 90; ++second) {
        api::AttemptSecond each{m_engine.now().plusMs((second - 95) * 1'000), {}};
        const auto reserved = static_cast<std::int64_t>(9 + 8 * std::sin(second / 7.0));
        each.counts = {reserved, second > 70 ? 1 : 0, reserved / 3, 0, 0, 0, 0};
        tea.seconds.insert(tea.seconds.begin() + second, each);
    }
    tea.attempts = {1'240, 3, 377, 0, 58, 0, 0};
    for (int i = 0; i < 5; ++i) {
        hang(tea.row.set.id, "1715300000000-" + std::to_string(i), i == 1, i < 3 ? "console-2" : "engine");
    }
    auto& night = add("box-evening", "Evening lunch boxes", "V-box", 300, 5 * 60 * kMinute, 60 * kMinute);
    night.row.state = api::ActivityState::Started;
    night.row.startedAt = m_engine.now().plusMs(-5 * kMinute);
    night.row.left = 300;
    add("box-draft", "Lunch boxes, draft", "V-box", 400, 26 * 60 * kMinute, 90 * kMinute);
    auto& gone = add("tea-monday", "Milk tea on Monday", "V-tea", 500, -26 * 60 * kMinute, 60 * kMinute);
    gone.row.state = api::ActivityState::Ended;
    gone.row.startedAt = gone.row.set.begin.plusMs(-kMinute);
    gone.row.endedAt = gone.row.set.end;
    gone.row.ordered = gone.row.orders = 488;
    gone.row.paid = 471;
    gone.row.returned = 12;
    gone.log.insert(gone.log.begin(), {*gone.row.endedAt, "system", "ended", 12, {}});
    m_letters.push_back({1, ActivityId("tea-noon"), UserId("user77"), OrderNo("S000000077"), "no such campus", 16,
                         m_engine.now().plusMs(-2 * kMinute)});
}

api::AttemptAnswer FakeSeckill::tryOne(Activity& activity, const UserId& user) {
    const auto answered = [&](api::AttemptOutcome outcome, OrderNo orderNo = {}) {
        const auto at = static_cast<std::size_t>(outcome);
        activity.attempts[at] += 1;
        const Instant second{m_engine.now().ms / 1'000 * 1'000};
        if (activity.seconds.empty() || activity.seconds.back().at != second) {
            activity.seconds.push_back({second, {}});
        }
        activity.seconds.back().counts[at] += 1;
        return api::AttemptAnswer{outcome, std::move(orderNo)};
    };
    switch (api::phaseOf(activity.row, m_engine.now())) {
        case api::ActivityPhase::Draft: return answered(api::AttemptOutcome::Unknown);
        case api::ActivityPhase::Scheduled: return answered(api::AttemptOutcome::NotStarted);
        case api::ActivityPhase::Stopped: return answered(api::AttemptOutcome::Stopped);
        case api::ActivityPhase::Closing:
        case api::ActivityPhase::Ended: return answered(api::AttemptOutcome::Ended);
        case api::ActivityPhase::OnSale: break;
    }
    if (const auto has = activity.users.find(user); has != activity.users.end()) {
        return answered(api::AttemptOutcome::Duplicate, has->second);
    }
    if (activity.row.left <= static_cast<std::int64_t>(activity.pending.size())) {
        return answered(api::AttemptOutcome::SoldOut);
    }
    const OrderNo orderNo("S" + std::to_string(100'000'000 + ++m_lastUser));
    activity.users[user] = orderNo;
    activity.row.left -= 1;
    activity.row.ordered += 1;
    activity.row.orders += 1;
    return answered(api::AttemptOutcome::Reserved, orderNo);
}

void FakeSeckill::rush(const ActivityId& id, std::int64_t attempts) {
    auto& activity = m_activities.at(id);
    for (std::int64_t i = 0; i < attempts; ++i) {
        (void)tryOne(activity, UserId("r" + std::to_string(++m_lastUser)));
    }
}

void FakeSeckill::hang(const ActivityId& id, const std::string& messageId, bool ordered, const std::string& consumer) {
    auto& activity = m_activities.at(id);
    api::PendingRow row;
    row.messageId = messageId;
    row.user = UserId("user" + std::to_string(900 + activity.pending.size()));
    row.orderNo = OrderNo("S" + std::to_string(900'000'000 + ++m_lastUser));
    row.consumer = consumer;
    row.attempts = consumer == "engine" ? 3 : 0;
    row.reservedAt = m_engine.now().plusMs(-45'000 - 7'000 * static_cast<std::int64_t>(activity.pending.size()));
    row.idleMs = 40'000;
    row.nextTry = consumer == "engine" ? std::optional(m_engine.now().plusMs(8'000)) : std::nullopt;
    row.ordered = ordered;
    activity.users[row.user] = row.orderNo;
    if (ordered) {
        activity.row.left -= 1;
        activity.row.ordered += 1;
        activity.row.orders += 1;
    }
    activity.pending.push_back(std::move(row));
}

void FakeSeckill::spoil(const ActivityId& id, std::int64_t stockBy, std::int64_t missingSlots,
                        std::int64_t strandedSlots) {
    auto& activity = m_activities.at(id);
    activity.stockBy = stockBy;
    activity.missing = missingSlots;
    activity.stranded = strandedSlots;
    tell(id);
}

void FakeSeckill::lose(const ActivityId& id) {
    m_activities.at(id).lost = true;
    tell(id);
}

void FakeSeckill::touch(const ActivityId& id) {
    m_activities.at(id).row.version += 1;
    tell(id);
}

void FakeSeckill::remove(const ActivityId& id) {
    m_activities.erase(id);
    tell(id);
}

void FakeSeckill::tell(const ActivityId& id) {
    api::Event event;
    event.kind = api::Event::Kind::SeckillChanged;
    event.activity = id;
    m_engine.publish({event});
}

std::vector<api::ProductRow> FakeSeckill::products(const std::string& prefix) const {
    std::vector<api::ProductRow> rows;
    for (const auto& [sku, row] : m_products) {
        if (sku.str().starts_with(prefix) || row.name.starts_with(prefix)) {
            rows.push_back(row);
        }
    }
    return rows;
}

// --- reads --------------------------------------------------------------------------------------------------

api::Answer<std::vector<api::ActivityRow>> FakeSeckill::activities(const api::Call&) {
    std::vector<api::ActivityRow> rows;
    for (const auto& [id, activity] : m_activities) {
        rows.push_back(activity.row);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.createdAt > b.createdAt; });
    return m_engine.read<std::vector<api::ActivityRow>>(std::move(rows));
}

api::Answer<api::SeckillBoard> FakeSeckill::board(const api::Call&, ActivityId id) {
    ++m_boardReads;
    const auto found = m_activities.find(id);
    if (found == m_activities.end()) {
        return m_engine.read<api::SeckillBoard>(fail(ErrorCode::NotFound, "no such activity", "id", id.str()));
    }
    const auto& activity = found->second;
    api::SeckillBoard board;
    board.row = activity.row;
    board.at = m_engine.now();
    board.phase = api::phaseOf(activity.row, board.at);
    board.deadLetters =
        std::count_if(m_letters.begin(), m_letters.end(), [&](const auto& letter) { return letter.activity == id; });
    board.attempts = activity.attempts;
    board.seconds = activity.seconds;
    const bool runs =
        activity.row.state == api::ActivityState::Started || activity.row.state == api::ActivityState::Stopped;
    if (runs && !activity.lost) {
        const auto waiting = std::count_if(activity.pending.begin(), activity.pending.end(),
                                           [](const auto& row) { return !row.ordered; });
        const auto pending = static_cast<std::int64_t>(activity.pending.size());
        board.stock = activity.row.left - waiting + activity.stockBy;
        board.reserved = waiting;
        board.slots = activity.row.ordered + waiting + activity.stranded - activity.missing;
        board.streamLength = pending;
        board.lag = 0;
        board.pending = pending;
        for (const auto& row : activity.pending) {
            board.oldestPending = std::min(board.oldestPending.value_or(row.reservedAt), row.reservedAt);
        }
        board.acknowledged = activity.row.orders;
        board.orderP50Ms = activity.row.orders > 0 ? std::optional(38.4) : std::nullopt;
        board.orderP99Ms = activity.row.orders > 0 ? std::optional(121.0) : std::nullopt;
    }
    board.agrees = !runs || compare(activity).agrees();
    return m_engine.read<api::SeckillBoard>(std::move(board));
}

api::Answer<std::vector<api::SoldPoint>> FakeSeckill::soldCurve(const api::Call&, ActivityId id, Instant from,
                                                                Instant to, int points) {
    std::vector<api::SoldPoint> curve;
    const auto found = m_activities.find(id);
    if (found != m_activities.end()) {
        const auto& row = found->second.row;
        for (int i = 0; i < points; ++i) {
            const double share = static_cast<double>(i) / (points - 1);
            const double grown = 1 - std::pow(1 - share, 3);
            curve.push_back({{from.ms + static_cast<std::int64_t>(share * static_cast<double>(to.ms - from.ms))},
                             static_cast<std::int64_t>(grown * static_cast<double>(row.ordered)),
                             static_cast<std::int64_t>(grown * share * static_cast<double>(row.paid))});
        }
    }
    return m_engine.read<std::vector<api::SoldPoint>>(std::move(curve));
}

api::Answer<std::vector<api::ActivityLogRow>> FakeSeckill::log(const api::Call&, ActivityId id, std::int64_t) {
    const auto found = m_activities.find(id);
    return m_engine.read<std::vector<api::ActivityLogRow>>(
        found == m_activities.end() ? std::vector<api::ActivityLogRow>{} : found->second.log);
}

api::Answer<std::vector<api::PendingRow>> FakeSeckill::pending(const api::Call&, ActivityId id, std::int64_t) {
    const auto found = m_activities.find(id);
    return m_engine.read<std::vector<api::PendingRow>>(found == m_activities.end() ? std::vector<api::PendingRow>{}
                                                                                   : found->second.pending);
}

api::Answer<std::vector<api::SeckillLetterRow>> FakeSeckill::deadLetters(const api::Call&, ActivityId id,
                                                                         std::int64_t) {
    std::vector<api::SeckillLetterRow> rows;
    std::copy_if(m_letters.begin(), m_letters.end(), std::back_inserter(rows),
                 [&](const auto& row) { return id.empty() || row.activity == id; });
    return m_engine.read<std::vector<api::SeckillLetterRow>>(std::move(rows));
}

api::Answer<api::Reservation> FakeSeckill::reservation(const api::Call&, ActivityId id, UserId user) {
    const auto found = m_activities.find(id);
    if (found == m_activities.end()) {
        return m_engine.read<api::Reservation>(fail(ErrorCode::NotFound, "no such activity", "id", id.str()));
    }
    for (const auto& row : found->second.pending) {
        if (row.user == user && !row.ordered) {
            return m_engine.read<api::Reservation>(
                api::Reservation{api::ReservationState::Retrying, row.orderNo, std::nullopt});
        }
    }
    const auto has = found->second.users.find(user);
    return m_engine.read<api::Reservation>(
        has == found->second.users.end()
            ? api::Reservation{}
            : api::Reservation{api::ReservationState::Ordered, has->second, api::OrderStatus::WaitPay});
}

api::SeckillComparison FakeSeckill::compare(const Activity& activity) const {
    const auto waiting =
        std::count_if(activity.pending.begin(), activity.pending.end(), [](const auto& row) { return !row.ordered; });
    api::SeckillComparison result;
    result.activity = activity.row.set.id;
    result.at = m_engine.now();
    result.lost = activity.lost;
    result.stockExpected = activity.row.left - waiting;
    result.stock = activity.lost ? std::nullopt : std::optional<std::int64_t>(result.stockExpected + activity.stockBy);
    result.liveOrders = activity.row.ordered;
    result.messages = waiting;
    result.slots = activity.lost ? 0 : activity.row.ordered + waiting + activity.stranded - activity.missing;
    result.missingSlots = activity.lost ? activity.row.ordered : activity.missing;
    result.strandedSlots = activity.stranded;
    return result;
}

api::Answer<api::SeckillComparison> FakeSeckill::check(const api::Call&, ActivityId id) {
    return m_engine.read<api::SeckillComparison>(compare(m_activities.at(id)));
}

api::Answer<api::SeckillComparison> FakeSeckill::repair(const api::Call& call, ActivityId id) {
    m_reasons.push_back(call.reason);
    if (m_engine.m_commandError) {
        return m_engine.answer<api::SeckillComparison>(fail(*m_engine.m_commandError));
    }
    auto& activity = m_activities.at(id);
    const auto before = compare(activity);
    activity.lost = false;
    activity.stockBy = activity.missing = activity.stranded = 0;
    auto after = compare(activity);
    after.repaired = (before.stock != after.stock ? 1 : 0) + before.missingSlots + before.strandedSlots;
    note(activity, call, "repaired", after.repaired);
    tell(id);
    return m_engine.answer<api::SeckillComparison>(std::move(after));
}

// --- rehearsal ----------------------------------------------------------------------------------------------

api::RehearsalResult FakeSeckill::made(const api::RehearsalPlan& plan) const {
    api::RehearsalResult result;
    result.plan = plan;
    const std::int64_t buyers = std::min(plan.stock, plan.users);
    result.attempts[kReserved] = buyers;
    result.attempts[static_cast<std::size_t>(api::AttemptOutcome::Duplicate)] = plan.attempts / 10;
    result.attempts[static_cast<std::size_t>(api::AttemptOutcome::SoldOut)] =
        std::max<std::int64_t>(0, plan.attempts - plan.attempts / 10 - buyers);
    result.orders = buyers;
    result.paid = buyers * plan.payerPercent / 100;
    result.closedUnpaid = buyers - result.paid;
    result.unsold = plan.stock - result.paid;
    const std::int64_t lastsMs = std::max<std::int64_t>(1'000, plan.attempts * 1'000 / plan.perSecond);
    result.soldOutMs = buyers == plan.stock ? std::optional(lastsMs / 3) : std::nullopt;
    constexpr int kSlices = 60;
    for (int i = 1; i <= kSlices; ++i) {
        api::RehearsalPoint point;
        point.atMs = lastsMs * i / kSlices;
        const auto sold = std::min(buyers, buyers * i * 3 / kSlices);
        point.attempts[kReserved] = i * 3 <= kSlices ? buyers * 3 / kSlices : 0;
        point.attempts[static_cast<std::size_t>(api::AttemptOutcome::Duplicate)] = plan.attempts / 10 / kSlices;
        point.attempts[static_cast<std::size_t>(api::AttemptOutcome::SoldOut)] =
            i * 3 > kSlices ? plan.attempts * 13 / 10 / kSlices : 0;
        point.stock = plan.stock - sold;
        point.orders = sold;
        point.paid = sold * i / kSlices * plan.payerPercent / 100;
        result.curve.push_back(point);
    }
    const std::pair<const char*, const char*> checks[] = {{"S1", "never more orders than units"},
                                                          {"S2", "one live order per user"},
                                                          {"S3", "every reservation became an order or was given back"},
                                                          {"S4", "stock in keyspace and database agree"}};
    for (const auto& [id, name] : checks) {
        api::RehearsalVerdict verdict{id, name, buyers, 0, {}};
        if (m_badInvariant == id) {
            verdict.violations = 2;
            verdict.offenders = {"user 17: 2 orders", "user 94: 2 orders"};
        }
        result.verdicts.push_back(std::move(verdict));
    }
    result.tookMs = 840;
    return result;
}

api::Answer<api::RehearsalResult> FakeSeckill::rehearse(const api::Call&, api::RehearsalPlan plan,
                                                        api::RehearsalWatch watch) {
    m_plan = plan;
    if (m_engine.m_commandError) {
        return m_engine.answer<api::RehearsalResult>(fail(*m_engine.m_commandError));
    }
    if (m_rehearsal && !rehearsalCancelled()) {
        return m_engine.answer<api::RehearsalResult>(fail(ErrorCode::Busy, "a rehearsal is running"));
    }
    m_watch = std::move(watch);
    m_rehearsal = std::make_shared<QPromise<Result<api::RehearsalResult>>>();
    m_rehearsal->start();
    auto future = m_rehearsal->future();
    if (!m_rehearsalHeld) {
        tellProgress({api::RehearsalProgress::Stage::Attempts, plan.attempts / 2, plan.stock / 2});
        finishRehearsal();
    }
    return future;
}

void FakeSeckill::tellProgress(const api::RehearsalProgress& progress) {
    if (m_watch) {
        m_watch(progress);
    }
}

bool FakeSeckill::rehearsalCancelled() { return m_rehearsal && m_rehearsal->isCanceled(); }

void FakeSeckill::finishRehearsal() {
    auto promise = std::move(m_rehearsal);
    if (promise && !promise->isCanceled()) {
        promise->addResult(Result<api::RehearsalResult>(made(*m_plan)));
    }
    if (promise) {
        promise->finish();
    }
}

}  // namespace evenhand::test
