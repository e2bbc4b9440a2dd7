// SPDX-License-Identifier: GPL-3.0-or-later
// The timers' lists and figures: every filter against the rows themselves, boards and histograms of each campus.
#include <QtTest>
#include <algorithm>
#include <array>

#include "app/workspace/workspace_stats.h"
#include "engine/timers/lateness.h"
#include "table_world.h"
#include "timer_world.h"

namespace test_timer_rows {

using namespace evenhand;
using namespace evenhand::test;
using namespace evenhand::test::timer_tables;

namespace {

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

class TestTimerRows : public QObject {
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
    void percentiles();
};

void TestTimerRows::rowsOfEachState() {
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

void TestTimerRows::everyFilter() {
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

void TestTimerRows::pagesOfAllSources() {
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

void TestTimerRows::figuresOfEachCampus() {
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
void TestTimerRows::figuresOfStats() {
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
void TestTimerRows::figuresWhileOnlyTimePasses() {
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
void TestTimerRows::figuresAfterEachAction() {
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

void TestTimerRows::histogramOfEachCampus() {
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

void TestTimerRows::percentiles() {
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

}  // namespace test_timer_rows

QTEST_GUILESS_MAIN(test_timer_rows::TestTimerRows)
#include "test_timer_rows.moc"
