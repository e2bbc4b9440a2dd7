// SPDX-License-Identifier: GPL-3.0-or-later
// Timers and alerts by tables: every filter against the rows themselves, every state with every action, both sides of
// every bound, and what is written of each action.
#include <QtTest>
#include <algorithm>
#include <array>

#include "app/workspace/workspace_stats.h"
#include "engine/timers/effects.h"
#include "engine/timers/lateness.h"
#include "timer_world.h"

namespace test_timer_tables {

using namespace evenhand;
using namespace evenhand::test;
using api::AlertState;
using api::OrderStatus;
using api::TimerKind;
using api::TimerState;
using Report = api::CourierReport::Kind;

namespace {

class TableWorld : public TimerWorld {
public:
    bool buyAt(const std::string& no, const char* campus, TimerKind kind) {
        if (!get(orders().place(call, request(no, campus)))) {
            return false;
        }
        if (kind == TimerKind::Unpaid) {
            return true;
        }
        bool done = pay(no).has_value();
        if (kind == TimerKind::DeliveryLate || kind == TimerKind::AutoConfirm) {
            done = done && report(Report::PickedUp, no);
        }
        if (kind == TimerKind::AutoConfirm) {
            done = done && report(Report::Delivered, no);
        }
        return done;
    }
    bool duty(const char* courier, bool on) {
        return get(dispatch().setDuty(call, CourierId(courier), on)).has_value();
    }
    /// The effect of its timer has failed; without another try it is dead, as the queue would leave it.
    bool fails(const std::string& no, TimerKind kind, std::optional<Instant> nextTry) {
        const auto order = row(no).id;
        return get(workspace->core().engine().ask<bool>(
                       call,
                       [=](runtime::UnitOfWork& work) -> Result<bool> {
                           if (!nextTry) {
                               EVENHAND_TRY(timers::unschedule(work.keyspace(), kind, order));
                           }
                           EVENHAND_TRY(timers::noteFailure(work, order, kind, "why", nextTry));
                           return true;
                       }))
            .value_or(false);
    }
    api::TimerRef ref(const std::string& no) { return {OrderNo(no), std::nullopt, std::nullopt}; }
    std::vector<api::OrderEvent> events(const std::string& no) {
        const auto detail = get(orders().detail(call, OrderNo(no)));
        return detail ? detail->events : std::vector<api::OrderEvent>();
    }
};

std::string textOf(TimerKind kind) { return std::string(api::toText(kind)); }
api::TimerPolicy minutes() {
    api::TimerPolicy policy;
    policy.unpaidMs = kMinute;
    policy.unassignedMs = 2 * kMinute;
    policy.pickUpLateMs = 3 * kMinute;
    policy.deliveryLateMs = 4 * kMinute;
    policy.autoConfirmMs = 5 * kMinute;
    return policy;
}

/// Timers of each kind in each state, in two campuses: "CAMPUS-KIND-STATE".
class Listed : public TableWorld {
public:
    bool fill() {
        bool done = couriers({"cat"}, "south").has_value();
        for (const char* campus : {"north", "south"}) {
            done = done && get(timers().setPolicy(call, CampusId(campus), minutes()));
        }
        for (const auto kind : api::allTimerKinds()) {
            done = done && get(timers().setPaused(call, kind, true));
        }
        start = clock.now();
        for (const auto kind : {TimerKind::Unpaid, TimerKind::PickUpLate, TimerKind::DeliveryLate,
                                TimerKind::AutoConfirm, TimerKind::Unassigned}) {
            if (kind == TimerKind::Unassigned) {
                done = done && duty("ann", false) && duty("bob", false) && duty("cat", false);
            }
            for (const auto& no : numbersOf(kind)) {
                done = done && buyAt(no, no.starts_with("north") ? "north" : "south", kind);
            }
        }
        pass(10 * kMinute);
        std::int64_t later = kHour;
        for (const auto kind : api::allTimerKinds()) {
            for (const auto& no : numbersOf(kind)) {
                const auto state = no.substr(no.rfind('-') + 1);
                if (state == "pending" || state == "early") {
                    const auto put = get(timers().postponeBy(call, {ref(no)}, later += kMinute));
                    done = done && put && !put->front().error;
                }
                if (state == "early" || state == "retrying" || state == "dead") {
                    done = done && fails(no, kind,
                                         state == "dead" ? std::optional<Instant>()
                                                         : std::optional(clock.now().plusMs(kMinute)));
                }
            }
        }
        return done;
    }
    static std::vector<std::string> numbersOf(TimerKind kind) {
        std::vector<std::string> found;
        for (const char* state : {"pending", "overdue", "retrying", "early", "dead"}) {
            found.push_back("north-" + textOf(kind) + "-" + state);
        }
        found.push_back("south-" + textOf(kind) + "-pending");
        if (kind != TimerKind::Unpaid) {
            found.push_back("south-" + textOf(kind) + "-overdue");
        }
        found.push_back("south-" + textOf(kind) + "-dead");
        return found;
    }
    static TimerState stateOf(const std::string& no) {
        const auto state = no.substr(no.rfind('-') + 1);
        return state == "pending"   ? TimerState::Pending
               : state == "overdue" ? TimerState::Overdue
               : state == "dead"    ? TimerState::Dead
                                    : TimerState::Retrying;
    }
    Instant start;
};

template <typename T>
bool among(const std::vector<T>& wanted, const T& value) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

bool fits(const api::TimerRow& row, const api::TimerFilter& filter) {
    return among(filter.kinds, row.kind) && among(filter.states, row.state) &&
           (filter.campus.empty() || filter.campus == row.campus) && row.orderNo.str().starts_with(filter.text) &&
           (filter.orderNo.empty() || filter.orderNo == row.orderNo) &&
           (!filter.dueFrom || row.due >= *filter.dueFrom) && (!filter.dueTo || row.due < *filter.dueTo);
}

/// What the boards of all campuses say, against the rows themselves; empty: it is so.
std::string wrongFigures(TableWorld& world) {
    std::string wrong;
    const auto all = world.page();
    for (const char* campus : {"", "north", "south"}) {
        const auto board = world.get(world.timers().board(world.call, CampusId(campus)));
        if (!board || board->kinds.size() != api::kTimerKinds) {
            return "no board of " + std::string(campus);
        }
        for (const auto& figures : board->kinds) {
            std::int64_t armed = 0;
            std::int64_t overdue = 0;
            std::optional<Instant> next;
            for (const auto& row : all) {
                if (row.kind == figures.kind && (*campus == '\0' || row.campus == CampusId(campus))) {
                    ++armed;
                    overdue += row.state == TimerState::Overdue ? 1 : 0;
                    next = next && *next < row.due ? *next : row.due;
                }
            }
            const bool late = next && *next <= board->at;
            if (figures.armed != armed || figures.overdue != overdue || figures.nextDue != next ||
                figures.oldestLateMs.has_value() != late ||
                (late && *figures.oldestLateMs != board->at.ms - next->ms)) {
                wrong += std::string(campus) + " " + textOf(figures.kind) + ": armed " + std::to_string(figures.armed) +
                         " of " + std::to_string(armed) + ", overdue " + std::to_string(figures.overdue) + " of " +
                         std::to_string(overdue) + ", next " +
                         std::to_string(figures.nextDue ? figures.nextDue->ms : -1) + " of " +
                         std::to_string(next ? next->ms : -1) + "; ";
            }
        }
    }
    return wrong;
}
#define FIGURES_HOLD(world)                     \
    do {                                        \
        const auto wrong = wrongFigures(world); \
        QVERIFY2(wrong.empty(), wrong.c_str()); \
    } while (false)

std::string numbers(const std::vector<api::TimerRow>& rows) {
    std::string text;
    for (const auto& row : rows) {
        text += row.orderNo.str() + " ";
    }
    return text;
}

}  // namespace

class TestTimerTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsOfEachState();
    void everyFilter();
    void pagesOfAllSources();
    void figuresOfEachCampus();
    void figuresOfStats();
    void figuresWhileOnlyTimePasses();
    void figuresAfterEachAction();
    void histogramOfEachCampus();
    void failedTimers_data();
    void failedTimers();
    void retryIsForWhatFailed();
    void byHandBeforeItsTime_data();
    void byHandBeforeItsTime();
    void theTimerThatWasSeen();
    void longestDelays();
    void putOffAtTheVeryInstant();
    void settingsAreKept_data();
    void settingsAreKept();
    void settingsAreOfOneCampus();
    void onePausedKind_data();
    void onePausedKind();
    void queueSettings();
    void whatIsWritten();
    void nobodyElseToReassignTo();
    void unassignedIsTriedAgain();
    void clockBehindByHowMuch();
    void alertsInEachState_data();
    void alertsInEachState();
    void whatAnAlertSays();
    void silentUntil();
    void alertsRepeat_data();
    void alertsRepeat();
    void alertsRepeatWhoeverRaisedThem_data();
    void alertsRepeatWhoeverRaisedThem();
    void manyAlertsAtOnce();
    void alertFilters();
    void percentiles();
};

void TestTimerTables::rowsOfEachState() {
    Listed world;
    QVERIFY(world.fill());
    const auto all = world.page();
    QCOMPARE(all.size(), 39U);
    for (const auto& row : all) {
        const auto no = row.orderNo.str();
        const auto wanted = Listed::stateOf(no);
        QVERIFY2(row.state == wanted, no.c_str());
        QVERIFY2(no.find(row.campus.str() + "-" + textOf(row.kind) + "-") == 0, no.c_str());
        QCOMPARE(row.user.str(), "user of " + no);
        const bool failed = wanted == TimerState::Retrying || wanted == TimerState::Dead;
        QCOMPARE(row.attempts, failed ? 1 : 0);
        QCOMPARE(row.reason, std::string(failed ? "why" : ""));
        QCOMPARE(row.nextTry.has_value(), wanted == TimerState::Retrying);
        QVERIFY(!row.nextTry || row.nextTry->ms == world.clock.now().ms + kMinute);
        const bool assigned = row.kind != TimerKind::Unpaid && row.kind != TimerKind::Unassigned;
        QCOMPARE(!row.courier.empty(), assigned);
        QCOMPARE(row.courierName, assigned ? "Name of " + row.courier.str() : std::string());
        QCOMPARE(row.wait.has_value(), row.kind == TimerKind::Unassigned);
        QVERIFY(!row.wait || *row.wait == api::WaitReason::NoCourier);
        QVERIFY(row.status == (row.kind == TimerKind::Unpaid         ? OrderStatus::WaitPay
                               : row.kind == TimerKind::Unassigned   ? OrderStatus::Paid
                               : row.kind == TimerKind::PickUpLate   ? OrderStatus::WaitPickUp
                               : row.kind == TimerKind::DeliveryLate ? OrderStatus::Delivering
                                                                     : OrderStatus::Delivered));
        if (!no.ends_with("pending") && !no.ends_with("early")) {
            QCOMPARE(row.due.ms, world.start.ms + minutes().delayMs(row.kind));
        }
    }
    HOLDS(world);
}

void TestTimerTables::everyFilter() {
    Listed world;
    QVERIFY(world.fill());
    const auto all = world.page();
    QCOMPARE(all.size(), 39U);
    std::vector<api::TimerFilter> filters;
    std::vector<std::vector<TimerKind>> kindSets{{}, {TimerKind::Unpaid, TimerKind::AutoConfirm}};
    for (const auto kind : api::allTimerKinds()) {
        kindSets.push_back({kind});
    }
    for (unsigned states = 0; states < 16; ++states) {
        for (const auto& kinds : kindSets) {
            for (const char* campus : {"", "north", "south", "nowhere"}) {
                api::TimerFilter filter;
                filter.kinds = kinds;
                filter.campus = CampusId(campus);
                for (unsigned i = 0; i < 4; ++i) {
                    if ((states & (1U << i)) != 0) {
                        filter.states.push_back(static_cast<TimerState>(i));
                    }
                }
                filters.push_back(filter);
            }
        }
    }
    // Each of the others alone, and beside states and a campus.
    std::vector<api::TimerFilter> others(6);
    others[0].text = "north-un";
    others[1].orderNo = OrderNo("north-unpaid-dead");
    others[2].orderNo = OrderNo("north-unpaid-retrying");
    others[3].dueFrom = world.start.plusMs(3 * kMinute);
    others[4].dueTo = world.start.plusMs(3 * kMinute);
    others[5].dueFrom = world.start.plusMs(2 * kMinute);
    others[5].dueTo = world.start.plusMs(4 * kMinute);
    for (const auto& other : others) {
        filters.push_back(other);
        for (unsigned i = 0; i < 4; ++i) {
            auto filter = other;
            filter.states = {static_cast<TimerState>(i)};
            filters.push_back(filter);
            filter.campus = CampusId("south");
            filters.push_back(filter);
        }
    }
    for (const auto& filter : filters) {
        std::vector<api::TimerRow> wanted;
        std::copy_if(all.begin(), all.end(), std::back_inserter(wanted),
                     [&](const api::TimerRow& row) { return fits(row, filter); });
        QCOMPARE(numbers(world.page(filter)), numbers(wanted));
        QCOMPARE(world.get(world.timers().count(world.call, filter)).value_or(-1),
                 static_cast<std::int64_t>(wanted.size()));
    }
}

void TestTimerTables::pagesOfAllSources() {
    Listed world;
    QVERIFY(world.fill());
    auto all = world.page();
    for (std::size_t i = 1; i < all.size(); ++i) {
        QVERIFY(all[i - 1].due < all[i].due || (all[i - 1].due == all[i].due && all[i - 1].order < all[i].order));
    }
    for (const bool descending : {false, true}) {
        for (std::size_t offset = 0; offset < all.size(); offset += 7) {
            const auto found =
                world.get(world.timers().page(world.call, {{}, descending, static_cast<std::int64_t>(offset), 7}));
            DONE(found);
            const std::vector<api::TimerRow> wanted(
                all.begin() + static_cast<std::ptrdiff_t>(offset),
                all.begin() + static_cast<std::ptrdiff_t>(std::min(offset + 7, all.size())));
            QCOMPARE(numbers(*found), numbers(wanted));
        }
        std::reverse(all.begin(), all.end());
    }
}

void TestTimerTables::figuresOfEachCampus() {
    Listed world;
    QVERIFY(world.fill());
    const auto all = world.page();
    for (const char* campus : {"", "north", "south"}) {
        const auto board = world.get(world.timers().board(world.call, CampusId(campus)));
        DONE(board);
        QCOMPARE(board->kinds.size(), api::kTimerKinds);
        QCOMPARE(board->windowMs, 300'000);
        for (const auto& figures : board->kinds) {
            std::array<std::int64_t, 4> states{};
            std::optional<Instant> next;
            for (const auto& row : all) {
                if (row.kind != figures.kind || (*campus != '\0' && row.campus != CampusId(campus))) {
                    continue;
                }
                ++states[static_cast<std::size_t>(row.state)];
                if (row.state != TimerState::Dead && (!next || row.due < *next)) {
                    next = row.due;
                }
            }
            QCOMPARE(figures.armed, states[0] + states[1] + states[2]);
            QCOMPARE(figures.overdue, states[1]);
            QCOMPARE(figures.retrying, states[2]);
            QCOMPARE(figures.dead, states[3]);
            QVERIFY(figures.nextDue == next);
            QCOMPARE(figures.oldestLateMs.value_or(-1),
                     next && *next <= board->at ? board->at.ms - next->ms : std::int64_t{-1});
        }
    }
}

/// Those of all campuses and kinds together.
void TestTimerTables::figuresOfStats() {
    Listed world;
    QVERIFY(world.fill());
    std::array<std::int64_t, 4> states{};
    for (const auto& row : world.page()) {
        ++states[static_cast<std::size_t>(row.state)];
    }
    const auto stats = app::statsOf(*world.workspace);
    DONE(stats);
    const auto of = [&](TimerState state) { return states[static_cast<std::size_t>(state)]; };
    QVERIFY(of(TimerState::Overdue) != of(TimerState::Dead) && of(TimerState::Overdue) > 0);
    QCOMPARE(stats->timersPending, of(TimerState::Pending) + of(TimerState::Overdue) + of(TimerState::Retrying));
    QCOMPARE(stats->timersOverdue, of(TimerState::Overdue));
    QCOMPARE(stats->timersDead, of(TimerState::Dead));
}

/// Nothing is committed in between: what a board keeps for the next one must not outlive the next timer of any kind.
void TestTimerTables::figuresWhileOnlyTimePasses() {
    TableWorld world;
    DONE(world.couriers({"cat"}, "south"));
    for (const char* campus : {"north", "south"}) {
        DONE(world.get(world.timers().setPolicy(world.call, CampusId(campus), minutes())));
    }
    for (const auto kind : api::allTimerKinds()) {
        DONE(world.get(world.timers().setPaused(world.call, kind, true)));
    }
    QVERIFY(world.buyAt("U", "north", TimerKind::Unpaid));
    QVERIFY(world.buyAt("V", "south", TimerKind::Unpaid));
    QVERIFY(world.buyAt("P", "south", TimerKind::PickUpLate));
    QVERIFY(world.buyAt("D", "north", TimerKind::DeliveryLate));
    QVERIFY(world.buyAt("C", "north", TimerKind::AutoConfirm));
    QCOMPARE(world.page().size(), 5U);
    for (int step = 0; step <= 12; ++step) {
        FIGURES_HOLD(world);
        world.clock.advanceMs(kMinute / 2);
    }
    QCOMPARE(world.page({{}, {TimerState::Overdue}, {}, {}, {}, {}}).size(), 5U);
    HOLDS(world);
}

/// What is known of the next timer of a campus changes with each timer that is armed, put elsewhere or gone.
void TestTimerTables::figuresAfterEachAction() {
    TableWorld world;
    DONE(world.couriers({"cat"}, "south"));
    const auto done = [](const Result<std::vector<api::TimerOutcome>>& outcomes) {
        return outcomes && !outcomes->front().error;
    };
    auto& timers = world.timers();
    for (const char* no : {"A1", "A2", "A3"}) {
        QVERIFY(world.buyAt(no, "north", TimerKind::Unpaid));
        world.clock.advanceMs(kMinute);
        FIGURES_HOLD(world);
    }
    QVERIFY(world.buyAt("S1", "south", TimerKind::Unpaid));
    FIGURES_HOLD(world);
    const auto due = world.page()[0].due;
    // The first one behind the others, by a span and to an instant; and before them again.
    QVERIFY(done(world.get(timers.postponeBy(world.call, {world.ref("A1")}, kHour))));
    FIGURES_HOLD(world);
    QVERIFY(done(world.get(timers.postponeTo(world.call, {world.ref("A2")}, due.plusMs(kHour + 1)))));
    FIGURES_HOLD(world);
    QVERIFY(done(world.get(timers.postponeTo(world.call, {world.ref("A1")}, due.plusMs(1)))));
    FIGURES_HOLD(world);
    QVERIFY(done(world.get(timers.postponeBy(world.call, {world.ref("S1")}, kHour))));
    FIGURES_HOLD(world);
    DONE(world.pay("A3"));
    FIGURES_HOLD(world);
    QVERIFY(done(world.get(timers.postponeBy(world.call, {world.ref("A3")}, kHour))));
    FIGURES_HOLD(world);
    QVERIFY(done(world.get(timers.cancel(world.call, {world.ref("A1")}))));
    FIGURES_HOLD(world);
    QVERIFY(done(world.get(timers.run(world.call, {world.ref("A2")}))));
    FIGURES_HOLD(world);
    QCOMPARE(world.status("A2"), OrderStatus::Closed);
    DONE(world.get(world.orders().cancel(world.call, {{OrderNo("S1"), 0}})));
    FIGURES_HOLD(world);
    HOLDS(world);
}

void TestTimerTables::histogramOfEachCampus() {
    Listed world;
    QVERIFY(world.fill());
    const auto all = world.page();
    const auto from = world.start.plusMs(2 * kMinute);
    std::vector<std::vector<TimerKind>> kindSets{{}, {TimerKind::Unpaid, TimerKind::AutoConfirm}};
    for (const auto kind : api::allTimerKinds()) {
        kindSets.push_back({kind});
    }
    for (const char* campus : {"", "north", "south"}) {
        for (const auto& kinds : kindSets) {
            api::DueHistogram wanted;
            wanted.counts.assign(2, 0);
            for (const auto& row : all) {
                if (row.state == TimerState::Dead || !among(kinds, row.kind) ||
                    (*campus != '\0' && row.campus != CampusId(campus))) {
                    continue;
                }
                const auto after = row.due.ms - from.ms;
                ++(after < 0              ? wanted.before
                   : after >= 2 * kMinute ? wanted.after
                                          : wanted.counts[static_cast<std::size_t>(after / kMinute)]);
            }
            const auto found =
                world.get(world.timers().histogram(world.call, CampusId(campus), kinds, from, kMinute, 2));
            DONE(found);
            QCOMPARE(found->from, from);
            QCOMPARE(found->bucketMs, kMinute);
            QCOMPARE(found->before, wanted.before);
            QCOMPARE(found->counts, wanted.counts);
            QCOMPARE(found->after, wanted.after);
        }
    }
    const auto histogram = [&](std::int64_t bucketMs, int buckets) {
        return world.get(world.timers().histogram(world.call, {}, {}, from, bucketMs, buckets));
    };
    DONE(histogram(1'000, 1));
    DONE(histogram(kDay, 1'440));
    REFUSED_FIELD(histogram(999, 1), ErrorCode::InvalidArgument, "bucket_ms");
    REFUSED_FIELD(histogram(kDay + 1, 1), ErrorCode::InvalidArgument, "bucket_ms");
    REFUSED_FIELD(histogram(1'000, 0), ErrorCode::InvalidArgument, "buckets");
    REFUSED_FIELD(histogram(1'000, 1'441), ErrorCode::InvalidArgument, "buckets");
}

void TestTimerTables::failedTimers_data() {
    QTest::addColumn<bool>("dead");
    QTest::addColumn<QString>("action");
    for (const bool dead : {false, true}) {
        for (const char* action : {"run", "to", "by", "cancel", "retry"}) {
            QTest::addRow("%s, %s", dead ? "dead" : "retrying", action) << dead << QString::fromLatin1(action);
        }
    }
}
void TestTimerTables::failedTimers() {
    QFETCH(bool, dead);
    QFETCH(QString, action);
    TableWorld world;
    QVERIFY(world.place("A1"));
    world.clock.advanceMs(kMinute);
    QVERIFY(world.fails("A1", TimerKind::Unpaid,
                        dead ? std::optional<Instant>() : std::optional(world.clock.now().plusMs(kSecond))));
    const auto before = world.page();
    QCOMPARE(before.size(), 1U);
    QVERIFY(before[0].state == (dead ? TimerState::Dead : TimerState::Retrying));
    HOLDS(world);
    const auto now = world.clock.now();
    const std::vector<api::TimerRef> refs{{OrderNo("A1"), before[0].kind, before[0].due}};
    auto& timers = world.timers();
    const auto done = world.get(action == QStringLiteral("run")  ? timers.run(world.call, refs)
                                : action == QStringLiteral("to") ? timers.postponeTo(world.call, refs, now.plusMs(7))
                                : action == QStringLiteral("by") ? timers.postponeBy(world.call, refs, kHour)
                                : action == QStringLiteral("cancel") ? timers.cancel(world.call, refs)
                                                                     : timers.retry(world.call, refs));
    DONE(done);
    QVERIFY2(!done->front().error, done->front().error ? done->front().error->text().c_str() : "");
    QCOMPARE(done->front().orderNo.str(), std::string("A1"));
    if (action == QStringLiteral("run") || action == QStringLiteral("retry")) {
        QCOMPARE(world.closedAt("A1"), now.ms);
        QVERIFY(world.page().empty());
        QCOMPARE(done->front().due.has_value(), action == QStringLiteral("retry"));
        QVERIFY(!done->front().due || *done->front().due == now);
    } else if (action == QStringLiteral("cancel")) {
        QVERIFY(world.page().empty());
        QVERIFY(!done->front().due);
        world.pass(kDay);
        QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    } else {
        const auto due = action == QStringLiteral("to") ? now.plusMs(7) : before[0].due.plusMs(kHour);
        QVERIFY(done->front().due == due);
        const auto after = world.page();
        QCOMPARE(after.size(), 1U);
        QCOMPARE(after[0].state, TimerState::Pending);
        QCOMPARE(after[0].attempts, 0);
        QCOMPARE(after[0].due, due);
        HOLDS(world);
        world.pass(due.ms - now.ms);
        QCOMPARE(world.closedAt("A1"), due.ms);
    }
    HOLDS(world);
}

void TestTimerTables::retryIsForWhatFailed() {
    TableWorld world;
    QVERIFY(world.place("A1"));
    QVERIFY(world.buy("A2"));
    const auto retry = [&](const api::Call& call, const char* no) {
        const auto done = world.get(world.timers().retry(call, {world.ref(no)}));
        return done ? done->front().error : std::optional(done.error());
    };
    for (const char* no : {"A1", "A2"}) {
        const auto error = retry(world.call, no);
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::WrongStatus);
        QCOMPARE(error->field, std::string("order_no"));
    }
    QVERIFY(world.fails("A1", TimerKind::Unpaid, std::nullopt));
    QVERIFY(world.fails("A2", TimerKind::PickUpLate, std::nullopt));
    // To close an order by its timer is to cancel it.
    const api::Call dispatcher{{"dispatcher", 1U << static_cast<unsigned>(api::Permission::Dispatch)}, "because", {}};
    const auto denied = retry(dispatcher, "A1");
    QVERIFY(denied);
    QCOMPARE(denied->code, ErrorCode::PermissionDenied);
    QVERIFY(!retry(dispatcher, "A2"));
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    QCOMPARE(world.alerts().size(), 1U);
    api::AuditQuery refusals;
    refusals.filter.outcomes = {api::AuditOutcome::Refused};
    const auto written = world.get(world.workspace->audit().page(world.call, refusals));
    DONE(written);
    QCOMPARE(written->size(), 1U);
    QCOMPARE(written->front().operation, std::string("timers.retry"));
    QCOMPARE(written->front().actor, std::string("dispatcher"));
    QCOMPARE(written->front().detail, "lacks " + std::string(api::toText(api::Permission::CancelOrders)));
    HOLDS(world);
}

/// What a person has done at once is no timer that came too early (T2).
void TestTimerTables::byHandBeforeItsTime_data() {
    QTest::addColumn<int>("kind");
    for (const auto kind : api::allTimerKinds()) {
        QTest::newRow(textOf(kind).c_str()) << static_cast<int>(kind);
    }
}
void TestTimerTables::byHandBeforeItsTime() {
    QFETCH(int, kind);
    const auto timer = static_cast<TimerKind>(kind);
    TableWorld world;
    api::TimerPolicy policy;
    policy.alertRepeatMs = 0;
    DONE(world.policy(policy));
    if (timer == TimerKind::Unassigned) {
        QVERIFY(world.duty("ann", false) && world.duty("bob", false));
    }
    QVERIFY(world.buyAt("A1", "north", timer));
    world.clock.advanceMs(kSecond);
    QCOMPARE(world.page().at(0).kind, timer);
    QVERIFY(!world.get(world.timers().run(world.call, {world.ref("A1")}))->front().error);
    HOLDS(world);
    QVERIFY(world.page().empty());
    const auto status = world.status("A1");
    QCOMPARE(status == OrderStatus::Closed, timer == TimerKind::Unpaid);
    QCOMPARE(status == OrderStatus::Completed, timer == TimerKind::AutoConfirm);
    const bool alarms = timer != TimerKind::Unpaid && timer != TimerKind::AutoConfirm;
    QCOMPARE(world.alerts().size(), alarms ? std::size_t{1} : std::size_t{0});
    world.pass(8 * kDay);  // when it would have been due: it had its effect
    QCOMPARE(world.status("A1"), status);
    HOLDS(world);
}

void TestTimerTables::theTimerThatWasSeen() {
    TableWorld world;
    QVERIFY(world.place("A1"));
    const auto due = world.page()[0].due;
    const auto put = [&](std::optional<TimerKind> kind, std::optional<Instant> seen) {
        const auto done = world.get(world.timers().postponeTo(world.call, {{OrderNo("A1"), kind, seen}}, due));
        return done ? done->front().error : std::optional(done.error());
    };
    QVERIFY(!put(std::nullopt, std::nullopt));
    QVERIFY(!put(TimerKind::Unpaid, std::nullopt));
    QVERIFY(!put(std::nullopt, due));
    QVERIFY(!put(TimerKind::Unpaid, due));
    for (const auto& error : {put(TimerKind::Unassigned, std::nullopt), put(TimerKind::Unassigned, due),
                              put(std::nullopt, due.plusMs(1)), put(TimerKind::Unpaid, due.plusMs(-1))}) {
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::Conflict);
        QCOMPARE(error->field, std::string("due"));
        QCOMPARE(error->value, std::to_string(due.ms));
    }
    const auto cancelled = world.get(world.timers().cancel(world.call, {world.ref("A1")}));
    QVERIFY(!cancelled->front().error);
    const auto none = put(std::nullopt, std::nullopt);
    QVERIFY(none);
    QCOMPARE(none->code, ErrorCode::WrongStatus);
    QCOMPARE(none->field, std::string("status"));
    QCOMPARE(none->value, std::string(api::toText(OrderStatus::WaitPay)));
}

void TestTimerTables::longestDelays() {
    TableWorld world;
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::Unpaid, true)));
    QVERIFY(world.place("A1"));
    world.pass(kHour);
    const auto now = world.clock.now();
    const auto by = [&](std::int64_t ms) {
        return world.get(world.timers().postponeBy(world.call, {world.ref("A1")}, ms))->front();
    };
    const auto to = [&](Instant due) {
        return world.get(world.timers().postponeTo(world.call, {world.ref("A1")}, due))->front();
    };
    // It is due already: later than now.
    const auto most = by(api::kMaxTimerDelayMs);
    QVERIFY2(!most.error, most.error ? most.error->text().c_str() : "");
    QCOMPARE(most.due->ms, now.ms + api::kMaxTimerDelayMs);
    QCOMPARE(by(1).error->field, std::string("due"));  // beyond ten years from now
    QVERIFY(!to(now.plusMs(1)).error);
    QVERIFY(!by(1).error);
    QCOMPARE(world.page()[0].due.ms, now.ms + 2);
    QVERIFY(!to(now.plusMs(api::kMaxTimerDelayMs)).error);
    QCOMPARE(to(now.plusMs(api::kMaxTimerDelayMs + 1)).error->field, std::string("due"));
    QCOMPARE(to(now).error->field, std::string("due"));
    for (const std::int64_t ms : {std::int64_t{0}, std::int64_t{-1}, api::kMaxTimerDelayMs + 1}) {
        const auto refused = by(ms);
        QVERIFY(refused.error);
        QCOMPARE(refused.error->field, std::string("by_ms"));
        QCOMPARE(refused.error->value, std::to_string(ms));
    }
}

/// An order whose limit is now is late, and putting its timer off does not change that.
void TestTimerTables::putOffAtTheVeryInstant() {
    TableWorld world;
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, true)));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.buy("A2"));
    world.pass(2 * kHour - 1);
    QVERIFY(!world.get(world.timers().postponeBy(world.call, {world.ref("A2")}, kHour))->front().error);
    world.pass(1);
    QVERIFY(!world.get(world.timers().postponeBy(world.call, {world.ref("A1")}, kHour))->front().error);
    QVERIFY(world.row("A1").isLate(world.clock.now()));
    QVERIFY(!world.row("A2").isLate(world.clock.now()));
    QCOMPARE(world.workspace->status().late, 1);
    HOLDS(world);
}

void TestTimerTables::settingsAreKept_data() {
    QTest::addColumn<int>("field");
    QTest::addColumn<qint64>("value");
    for (int field = 0; field < 6; ++field) {
        QTest::addRow("%d: least", field) << field << qint64{0};
        QTest::addRow("%d: most", field) << field << qint64{api::kMaxTimerDelayMs};
    }
    QTest::newRow("as often as may be") << 5 << qint64{1'000};
}
void TestTimerTables::settingsAreKept() {
    QFETCH(int, field);
    QFETCH(qint64, value);
    TableWorld world;
    api::TimerPolicy policy;
    std::int64_t* const fields[] = {&policy.unpaidMs,       &policy.unassignedMs,  &policy.pickUpLateMs,
                                    &policy.deliveryLateMs, &policy.autoConfirmMs, &policy.alertRepeatMs};
    *fields[field] = value;
    DONE(world.policy(policy));
    QVERIFY(world.get(world.timers().policies(world.call))->front().policy == policy);
}

void TestTimerTables::settingsAreOfOneCampus() {
    TableWorld world;
    DONE(world.couriers({"cat"}, "south"));
    int changed = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            changed += event.kind == api::Event::Kind::CampusChanged && event.campus == CampusId("north") ? 1 : 0;
        }
    });
    auto policy = minutes();
    policy.autoReassign = true;
    policy.alertRepeatMs = 6 * kMinute;
    DONE(world.policy(policy));
    QVERIFY(changed > 0);
    const auto policies = world.get(world.timers().policies(world.call));
    DONE(policies);
    QCOMPARE(policies->size(), 2U);
    QCOMPARE((*policies)[0].campus.str(), std::string("north"));
    QVERIFY((*policies)[0].policy == policy);
    QCOMPARE((*policies)[1].campus.str(), std::string("south"));
    QVERIFY((*policies)[1].policy == api::TimerPolicy());
    REFUSED_FIELD(world.get(world.timers().setPolicy(world.call, CampusId("nowhere"), {})), ErrorCode::NotFound,
                  "campus");
    // The same again is no error.
    DONE(world.policy(policy));
}

void TestTimerTables::onePausedKind_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("queue");
    for (const auto kind : api::allTimerKinds()) {
        for (const bool queue : {true, false}) {
            QTest::addRow("%s by the %s", textOf(kind).c_str(), queue ? "queue" : "poller")
                << static_cast<int>(kind) << queue;
        }
    }
}
void TestTimerTables::onePausedKind() {
    QFETCH(int, kind);
    QFETCH(bool, queue);
    const auto paused = static_cast<TimerKind>(kind);
    TableWorld world;
    DONE(world.get(world.timers().setQueue(world.call, queue, 1'000)));
    api::TimerPolicy policy;
    policy.unpaidMs = policy.unassignedMs = policy.pickUpLateMs = policy.deliveryLateMs = policy.autoConfirmMs =
        kMinute;
    DONE(world.policy(policy));
    DONE(world.get(world.timers().setPaused(world.call, paused, true)));
    for (const auto each : {TimerKind::Unpaid, TimerKind::PickUpLate, TimerKind::DeliveryLate, TimerKind::AutoConfirm,
                            TimerKind::Unassigned}) {
        if (each == TimerKind::Unassigned) {
            QVERIFY(world.duty("ann", false) && world.duty("bob", false));
        }
        QVERIFY(world.buyAt(textOf(each), "north", each));
    }
    QCOMPARE(world.page().size(), 5U);
    world.reopen();
    world.pass(kMinute + kSecond);
    const auto rows = world.page();
    QCOMPARE(rows.size(), 1U);
    QCOMPARE(rows[0].kind, paused);
    QCOMPARE(rows[0].state, TimerState::Overdue);
    const auto board = world.get(world.timers().board(world.call, {}));
    DONE(board);
    for (const auto& figures : board->kinds) {
        QCOMPARE(figures.paused, figures.kind == paused);
        QCOMPARE(figures.effects, figures.kind == paused ? 0 : 1);
    }
    DONE(world.get(world.timers().setPaused(world.call, paused, false)));
    world.pass(kSecond);
    QVERIFY(world.page().empty());
    QCOMPARE(world.alerts().size(), 3U);
    QCOMPARE(world.status("unpaid"), OrderStatus::Closed);
    QCOMPARE(world.status("auto_confirm"), OrderStatus::Completed);
    HOLDS(world);
}

void TestTimerTables::queueSettings() {
    TableWorld world;
    for (const std::int64_t ms : {std::int64_t{100}, kDay}) {
        for (const bool on : {false, true}) {
            DONE(world.get(world.timers().setQueue(world.call, on, ms)));
            const auto board = world.get(world.timers().board(world.call, {}));
            QCOMPARE(board->queueOn, on);
            QCOMPARE(board->pollIntervalMs, ms);
        }
    }
    REFUSED_FIELD(world.get(world.timers().setQueue(world.call, true, 99)), ErrorCode::InvalidArgument,
                  "poll_interval_ms");
    REFUSED_FIELD(world.get(world.timers().setQueue(world.call, true, kDay + 1)), ErrorCode::InvalidArgument,
                  "poll_interval_ms");
}

void TestTimerTables::whatIsWritten() {
    TableWorld world;
    const auto start = world.clock.now();
    const auto said = [&](const char* operation, const char* subject, const char* detail) {
        const auto entry = world.lastAudit(operation);
        return entry.subject == subject && entry.detail == detail && entry.reason == "because" &&
               entry.outcome == api::AuditOutcome::Done;
    };
    QVERIFY(world.place("A1"));
    QVERIFY(!world.get(world.timers().postponeBy(world.call, {world.ref("A1")}, kMinute))->front().error);
    auto last = world.events("A1").back();
    QCOMPARE(last.kind, api::EventKind::TimerPostponed);
    QCOMPARE(last.detail, "unpaid " + std::to_string(start.ms + 30 * kMinute) + " -> " +
                              std::to_string(start.ms + 31 * kMinute) + ": because");
    QCOMPARE(last.actor, std::string("local:tester"));
    QCOMPARE(world.lastAudit("timers.postpone").subject, std::string("order A1"));
    QVERIFY(!world.get(world.timers().cancel(world.call, {world.ref("A1")}))->front().error);
    last = world.events("A1").back();
    QCOMPARE(last.kind, api::EventKind::TimerCancelled);
    QCOMPARE(last.detail, std::string("unpaid: because"));
    QCOMPARE(world.lastAudit("timers.cancel").subject, std::string("order A1"));
    QVERIFY(world.buy("A2"));
    QVERIFY(!world.get(world.timers().run(world.call, {world.ref("A2")}))->front().error);
    last = world.events("A2").back();
    QCOMPARE(last.kind, api::EventKind::Late);
    QCOMPARE(last.detail, std::string("pick_up_late"));
    QCOMPARE(world.lastAudit("timers.run").subject, std::string("order A2"));
    QVERIFY(world.report(Report::PickedUp, "A2") && world.report(Report::Delivered, "A2"));
    world.pass(7 * kDay);
    last = world.events("A2").back();
    QCOMPARE(last.kind, api::EventKind::Completed);
    QCOMPARE(last.detail, std::string("auto_confirm"));
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, true)));
    QVERIFY(said("timers.set_paused", "timers pick up late", "paused"));
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, false)));
    QVERIFY(said("timers.set_paused", "timers pick up late", "go on"));
    DONE(world.get(world.timers().setQueue(world.call, false, 500)));
    QVERIFY(said("timers.set_queue", "delay queue", "off, polled every 500 ms"));
    DONE(world.get(world.timers().setQueue(world.call, true, 700)));
    QVERIFY(said("timers.set_queue", "delay queue", "on, polled every 700 ms"));
    DONE(world.policy({}));
    QCOMPARE(world.lastAudit("timers.set_policy").subject, std::string("campus north"));
}

/// The alert has to do; the timer has had its effect.
void TestTimerTables::nobodyElseToReassignTo() {
    TableWorld world;
    api::TimerPolicy policy;
    policy.autoReassign = true;
    DONE(world.policy(policy));
    QVERIFY(world.duty("bob", false));
    QVERIFY(world.buy("A1"));
    QCOMPARE(world.row("A1").courier.str(), std::string("ann"));
    world.pass(2 * kHour);
    QCOMPARE(world.alerts().size(), 1U);
    QCOMPARE(world.row("A1").epoch, 1);
    QCOMPARE(world.row("A1").courier.str(), std::string("ann"));
    QVERIFY(world.page().empty());
    HOLDS(world);
}

/// A kind of timer that alerts looks for a courier once more: an order that waits although somebody is there gets one.
void TestTimerTables::unassignedIsTriedAgain() {
    TableWorld world;
    QVERIFY(world.duty("ann", false) && world.duty("bob", false));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.row("A1").courier.empty());
    // Somebody is in the ranking, and nobody was told.
    QVERIFY(world.tamper({"ZADD", "dispatch:{north}:weights", "10000", "ann"}));
    world.pass(2 * kMinute - 1);
    QVERIFY(world.row("A1").courier.empty());
    world.pass(1);
    QCOMPARE(world.row("A1").courier.str(), std::string("ann"));
}

void TestTimerTables::clockBehindByHowMuch() {
    TableWorld world;
    QVERIFY(world.place("A1"));
    world.clock.advanceMs(-1'000);
    QVERIFY(!world.get(world.timers().board(world.call, {}))->clockBehindMs);
    world.clock.advanceMs(-1);
    QCOMPARE(world.get(world.timers().board(world.call, {}))->clockBehindMs.value_or(0), std::int64_t{1'001});
}

void TestTimerTables::alertsInEachState_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<int>("action");
    for (int state = 0; state < 4; ++state) {
        for (int action = 1; action < 4; ++action) {
            QTest::addRow("%s, to be %s", std::string(api::toText(static_cast<AlertState>(state))).c_str(),
                          std::string(api::toText(static_cast<AlertState>(action))).c_str())
                << state << action;
        }
    }
}
void TestTimerTables::alertsInEachState() {
    QFETCH(int, state);
    QFETCH(int, action);
    TableWorld world;
    QVERIFY(world.buy("A1"));
    world.pass(2 * kHour);
    const auto id = world.alerts().at(0).id;
    const auto order = world.row("A1").id;
    const auto to = [&](const api::Call& call, int wanted) {
        const auto done = wanted == static_cast<int>(AlertState::Acknowledged)
                              ? world.get(world.alertDesk().acknowledge(call, {id}))
                          : wanted == static_cast<int>(AlertState::Silenced)
                              ? world.get(world.alertDesk().silence(call, {id}, world.clock.now().plusMs(kHour)))
                              : world.get(world.alertDesk().resolve(call, {id}));
        return done && done->front().id == id ? done->front().error : std::optional(Error{});
    };
    if (state != static_cast<int>(AlertState::Firing)) {
        QVERIFY(!to(world.call, state));
    }
    world.clock.advanceMs(kSecond);
    int changed = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            changed += event.kind == api::Event::Kind::AlertsChanged && event.order == order &&
                               event.campus == CampusId("north")
                           ? 1
                           : 0;
        }
    });
    auto another = world.call;
    another.actor = api::Actor::administrator("local:other");
    another.reason = "it was there all along";
    const auto error = to(another, action);
    const auto row = world.alerts({static_cast<AlertState>(error ? state : action)}).at(0);
    if (state == static_cast<int>(AlertState::Resolved)) {
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::WrongStatus);
        QCOMPARE(error->field, std::string("id"));
        QCOMPARE(row.actor, std::string("local:tester"));
        QCOMPARE(row.resolution, std::string("because"));
        return;
    }
    QVERIFY2(!error, error ? error->text().c_str() : "");
    QCOMPARE(changed, 1);
    QCOMPARE(row.actor, std::string("local:other"));
    QVERIFY(row.actedAt && *row.actedAt == world.clock.now());
    const bool resolved = action == static_cast<int>(AlertState::Resolved);
    QCOMPARE(row.resolvedAt.has_value(), resolved);
    QVERIFY(!row.resolvedAt || *row.resolvedAt == world.clock.now());
    QCOMPARE(row.resolution, std::string(resolved ? "it was there all along" : ""));
    QCOMPARE(row.nextRepeat.has_value(), action == static_cast<int>(AlertState::Silenced));
    QVERIFY(!row.nextRepeat || row.nextRepeat->ms == world.clock.now().ms + kHour);
    const char* const operations[] = {"", "alerts.acknowledge", "alerts.silence", "alerts.resolve"};
    QCOMPARE(world.lastAudit(operations[action]).subject, "alert " + std::to_string(id.value));
    const auto counts = world.get(world.alertDesk().counts(world.call, {}));
    DONE(counts);
    QCOMPARE(counts->firing, 0);
    QCOMPARE(counts->acknowledged, action == static_cast<int>(AlertState::Acknowledged) ? 1 : 0);
    QCOMPARE(counts->silenced, action == static_cast<int>(AlertState::Silenced) ? 1 : 0);
    HOLDS(world);
}

void TestTimerTables::whatAnAlertSays() {
    TableWorld world;
    QVERIFY(world.buy("A1"));
    const auto assigned = world.clock.now();
    int fired = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            fired += event.kind == api::Event::Kind::AlertFired && event.campus == CampusId("north") ? 1 : 0;
        }
    });
    world.clock.advanceMs(2 * kHour + 5 * kSecond);  // the engine was away
    world.workspace->runUntilIdle();
    QCOMPARE(fired, 1);
    const auto rows = world.alerts();
    QCOMPARE(rows.size(), 1U);
    const auto& row = rows[0];
    const auto order = world.row("A1");
    QCOMPARE(row.kind, api::AlertKind::PickUpLate);
    QCOMPARE(row.state, AlertState::Firing);
    QVERIFY(row.order == order.id);
    QCOMPARE(row.orderNo.str(), std::string("A1"));
    QCOMPARE(row.campus.str(), std::string("north"));
    QCOMPARE(row.courier.str(), order.courier.str());
    QCOMPARE(row.due.ms, assigned.ms + 2 * kHour);
    QCOMPARE(row.firedAt.ms, assigned.ms + 2 * kHour + 5 * kSecond);
    QCOMPARE(row.repeats, 0);
    QVERIFY(row.nextRepeat && row.nextRepeat->ms == row.firedAt.ms + 5 * kMinute);
    QVERIFY(row.actor.empty() && !row.actedAt && !row.resolvedAt && row.resolution.empty());
    world.clock.advanceMs(kMinute);
    QVERIFY(world.report(Report::PickedUp, "A1"));
    const auto resolved = world.alerts({AlertState::Resolved}).at(0);
    QCOMPARE(resolved.resolution, std::string("picked_up"));
    QVERIFY(resolved.resolvedAt && *resolved.resolvedAt == world.clock.now());
    QVERIFY(!resolved.nextRepeat);
}

void TestTimerTables::silentUntil() {
    TableWorld world;
    QVERIFY(world.buy("A1"));
    world.pass(2 * kHour);
    const auto id = world.alerts().at(0).id;
    const auto now = world.clock.now();
    const auto silence = [&](Instant until) {
        return world.get(world.alertDesk().silence(world.call, {id}, until))->front().error;
    };
    for (const auto until : {now, now.plusMs(-1), now.plusMs(api::kMaxTimerDelayMs + 1)}) {
        const auto error = silence(until);
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::InvalidArgument);
        QCOMPARE(error->field, std::string("until"));
    }
    QVERIFY(!silence(now.plusMs(api::kMaxTimerDelayMs)));
    QVERIFY(!silence(now.plusMs(1)));
    world.pass(1);
    const auto row = world.alerts({AlertState::Firing}).at(0);
    QCOMPARE(row.repeats, 1);
    QCOMPARE(row.nextRepeat->ms, now.ms + 1 + 5 * kMinute);
}

void TestTimerTables::alertsRepeat_data() {
    QTest::addColumn<qint64>("every");
    QTest::addColumn<qint64>("repeats");
    QTest::newRow("never") << qint64{0} << qint64{0};
    QTest::newRow("each second") << qint64{1'000} << qint64{60};
    QTest::newRow("each half minute") << qint64{30'000} << qint64{2};
}
void TestTimerTables::alertsRepeat() {
    QFETCH(qint64, every);
    QFETCH(qint64, repeats);
    TableWorld world;
    api::TimerPolicy policy;
    policy.alertRepeatMs = every;
    DONE(world.policy(policy));
    QVERIFY(world.buy("A1"));
    world.pass(2 * kHour);
    QCOMPARE(world.alerts().at(0).repeats, 0);
    QCOMPARE(world.alerts().at(0).nextRepeat.has_value(), every > 0);
    world.pass(kMinute);
    QCOMPARE(world.alerts().at(0).repeats, repeats);
    QCOMPARE(world.alerts().at(0).state, AlertState::Firing);
}

/// The queue, the poller alone, or a person: an alert that nobody answers comes again.
void TestTimerTables::alertsRepeatWhoeverRaisedThem_data() {
    QTest::addColumn<bool>("queue");
    QTest::addColumn<bool>("byHand");
    QTest::newRow("the queue") << true << false;
    QTest::newRow("the poller") << false << false;
    QTest::newRow("a person") << true << true;
    QTest::newRow("a person, without the queue") << false << true;
}
void TestTimerTables::alertsRepeatWhoeverRaisedThem() {
    QFETCH(bool, queue);
    QFETCH(bool, byHand);
    TableWorld world;
    DONE(world.get(world.timers().setQueue(world.call, queue, 1'000)));
    QVERIFY(world.buy("A1"));
    world.pass(kMinute);
    if (byHand) {
        QVERIFY(!world.get(world.timers().run(world.call, {world.ref("A1")}))->front().error);
    } else {
        world.pass(2 * kHour);
    }
    auto alerts = world.alerts();
    QCOMPARE(alerts.size(), 1U);
    const auto next = alerts[0].nextRepeat;
    QVERIFY(next && next->ms == alerts[0].firedAt.ms + 5 * kMinute);
    const auto before = alerts[0].repeats;
    world.pass(next->ms - world.clock.now().ms - 1);
    QCOMPARE(world.alerts().at(0).repeats, before);
    world.pass(1);
    QCOMPARE(world.alerts().at(0).repeats, before + 1);
    world.pass(5 * kMinute);
    QCOMPARE(world.alerts().at(0).repeats, before + 2);
}

/// More than are repeated in one go.
void TestTimerTables::manyAlertsAtOnce() {
    TableWorld world;
    for (int i = 0; i < 70; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
    }
    world.pass(2 * kHour);
    QCOMPARE(world.alerts().size(), 70U);
    world.pass(5 * kMinute);
    for (const auto& alert : world.alerts()) {
        QCOMPARE(alert.repeats, 1);
    }
}

void TestTimerTables::alertFilters() {
    TableWorld world;
    DONE(world.couriers({"cat"}, "south"));
    for (const char* campus : {"north", "south"}) {
        DONE(world.get(world.timers().setPolicy(world.call, CampusId(campus), minutes())));
    }
    const std::vector<TimerKind> kinds{TimerKind::PickUpLate, TimerKind::DeliveryLate, TimerKind::Unassigned};
    for (const auto kind : kinds) {
        if (kind == TimerKind::Unassigned) {
            QVERIFY(world.duty("ann", false) && world.duty("bob", false) && world.duty("cat", false));
        }
        for (int i = 0; i < 4; ++i) {
            QVERIFY(world.buyAt("n-" + textOf(kind) + std::to_string(i), "north", kind));
        }
        QVERIFY(world.buyAt("s-" + textOf(kind), "south", kind));
    }
    world.pass(5 * kMinute - 1);
    for (const auto& alert : world.alerts()) {
        const auto no = alert.orderNo.str();
        const std::vector<api::AlertRef> ids{{alert.id}};
        if (no.ends_with("1")) {
            DONE(world.get(world.alertDesk().acknowledge(world.call, ids)));
        } else if (no.ends_with("2")) {
            DONE(world.get(world.alertDesk().silence(world.call, ids, world.clock.now().plusMs(kHour))));
        } else if (no.ends_with("3")) {
            DONE(world.get(world.alertDesk().resolve(world.call, ids)));
        }
    }
    const std::vector<AlertState> states{AlertState::Firing, AlertState::Acknowledged, AlertState::Silenced,
                                         AlertState::Resolved};
    api::AlertQuery everything;
    everything.states = states;
    const auto all = world.get(world.alertDesk().page(world.call, everything)).value();
    QCOMPARE(all.size(), 17U);  // also that nobody is on duty, at either campus
    for (std::size_t i = 1; i < all.size(); ++i) {
        QVERIFY(all[i - 1].id > all[i].id);
    }
    std::vector<std::vector<api::AlertKind>> kindSets{
        {}, {api::AlertKind::PickUpLate, api::AlertKind::DeliveryLate}, {api::AlertKind::NoCourier}};
    std::vector<std::vector<AlertState>> stateSets{states, {AlertState::Silenced, AlertState::Resolved}};
    for (const auto kind : kinds) {
        kindSets.push_back({api::alertOf(kind).value()});
    }
    for (const auto state : states) {
        stateSets.push_back({state});
    }
    for (const char* campus : {"", "north", "south", "nowhere"}) {
        const auto fitting = [&](const std::vector<api::AlertKind>& ofKinds, const std::vector<AlertState>& inStates) {
            std::vector<AlertId> ids;
            for (const auto& row : all) {
                if (among(ofKinds, row.kind) && among(inStates, row.state) &&
                    (*campus == '\0' || row.campus == CampusId(campus))) {
                    ids.push_back(row.id);
                }
            }
            return ids;
        };
        const auto found = [&](const api::AlertQuery& query) {
            std::vector<AlertId> ids;
            for (const auto listed = world.get(world.alertDesk().page(world.call, query));
                 const auto& row : listed.value()) {
                ids.push_back(row.id);
            }
            return ids;
        };
        const auto count = [&](const api::AlertQuery& query) {
            return world.get(world.alertDesk().count(world.call, query)).value_or(-1);
        };
        for (const auto& ofKinds : kindSets) {
            for (const auto& inStates : stateSets) {
                const auto wanted = fitting(ofKinds, inStates);
                QCOMPARE(found({ofKinds, inStates, CampusId(campus), 0, 100}), wanted);
                QCOMPARE(count({ofKinds, inStates, CampusId(campus), 1, 2}), std::ssize(wanted));
                const std::vector<AlertId> second(
                    wanted.begin() + (wanted.empty() ? 0 : 1),
                    wanted.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(wanted.size(), 3)));
                QCOMPARE(found({ofKinds, inStates, CampusId(campus), 1, 2}), second);
            }
            // None named: those that are open.
            const auto open = fitting(ofKinds, {AlertState::Firing, AlertState::Acknowledged, AlertState::Silenced});
            QCOMPARE(found({ofKinds, {}, CampusId(campus), 0, 100}), open);
            QCOMPARE(count({ofKinds, {}, CampusId(campus)}), std::ssize(open));
        }
        const auto counts = world.get(world.alertDesk().counts(world.call, CampusId(campus)));
        DONE(counts);
        const auto size = [&](AlertState state) { return static_cast<std::int64_t>(fitting({}, {state}).size()); };
        QCOMPARE(counts->firing, size(AlertState::Firing));
        QCOMPARE(counts->acknowledged, size(AlertState::Acknowledged));
        QCOMPARE(counts->silenced, size(AlertState::Silenced));
    }
    // What was counted before is right after others were resolved, too, and by their ids in any state.
    const auto counted = [&](const api::AlertQuery& query) {
        return world.get(world.alertDesk().count(world.call, query)).value_or(-1);
    };
    DONE(world.get(world.alertDesk().resolve(world.call, {{all.front().id}, {all[1].id}})));
    const auto inState = [&](AlertState state) { return counted({{}, {state}, {}}); };
    QCOMPARE(inState(AlertState::Resolved), std::ssize(world.alerts({AlertState::Resolved})));
    QCOMPARE(counted({{}, states, {}}), 17);
    api::AlertQuery two;
    two.only = {all.front().id, all.back().id};
    QCOMPARE(counted(two), 2);
    two.only.assign(1'001, all.front().id);
    QCOMPARE(counted(two), -1);
}

void TestTimerTables::percentiles() {
    const auto lateness = std::make_unique<timers::Lateness>();
    const auto of = [&](std::int64_t now) { return lateness->of(TimerKind::Unpaid, Instant{now}); };
    QCOMPARE(of(0).effects, 0);
    QVERIFY(!of(0).p50Ms && !of(0).p99Ms);
    for (std::int64_t late = 1; late <= 60; ++late) {
        lateness->add(TimerKind::Unpaid, Instant{0}, late);
    }
    QCOMPARE(of(0).effects, 60);
    QCOMPARE(of(0).p50Ms.value_or(-1), 30);
    QCOMPARE(of(0).p99Ms.value_or(-1), 60);      // the sixtieth of sixty
    QCOMPARE(lateness->sinceStart().sum, 1.83);  // in seconds, as monitoring counts them
    for (std::int64_t late = 61; late <= 200; ++late) {
        lateness->add(TimerKind::Unpaid, Instant{0}, 1);
    }
    QCOMPARE(of(0).p50Ms.value_or(-1), 1);
    QCOMPARE(of(0).p99Ms.value_or(-1), 58);  // the 198th of 200
    QCOMPARE(lateness->of(TimerKind::AutoConfirm, Instant{0}).effects, 0);
    // Within five minutes, by slices of ten seconds.
    QCOMPARE(of(299'999).effects, 200);
    QCOMPARE(of(300'000).effects, 0);
    lateness->add(TimerKind::Unpaid, Instant{300'000}, -5);
    QCOMPARE(of(300'000).effects, 1);
    QCOMPARE(of(300'000).p99Ms.value_or(-1), 0);
    QCOMPARE(of(299'999).effects, 0);  // what is to come does not count
    // Exact to 63 ms, above at most two hundredths too much and never too little.
    for (std::int64_t late = 1; late < 30'000'000'000; late += 1 + late / 7) {
        const auto one = std::make_unique<timers::Lateness>();
        one->add(TimerKind::Unpaid, Instant{0}, late);
        const auto told = one->of(TimerKind::Unpaid, Instant{0}).p50Ms.value_or(-1);
        QVERIFY2(late < 64 ? told == late : told >= late && told <= late + late / 32 + 1, std::to_string(late).c_str());
    }
}

}  // namespace test_timer_tables

QTEST_GUILESS_MAIN(test_timer_tables::TestTimerTables)
#include "test_timer_tables.moc"
