// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales from setting up to the end: units, refusals, one per user, what closing gives back, what operators do.
#include <QtTest>
#include <algorithm>
#include <array>

#include "app/workspace/workspace_stats.h"
#include "engine/base/log.h"
#include "seckill_world.h"

namespace test_seckill {

using namespace evenhand;
using namespace evenhand::test;
using api::ActivityPhase;
using api::ActivityState;
using api::OrderStatus;

class TestSeckill : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void aSale();
    void twoAttemptsOfOneUserInOneBatch();
    void refusedAttemptsLeaveNoTrace();
    void badInput_data();
    void badInput();
    void aVoucherWithoutStock();
    void startingAgainLeavesLiveStockAlone();
    void stopResumeTopUp();
    void editsOfARunningActivity();
    void anUnpaidOrderTimesOut();
    void cancelledAfterTheEnd();
    void theEndComesByItself();
    void endByHandAndClockSteps();
    void drafts();
    void permissionsAndReasons();
    void history();
    void rehearsals();
};

void TestSeckill::aSale() {
    SeckillWorld world;
    DONE(world.get(world.seckill().setUp(world.call, world.input(3))));
    QCOMPARE(world.stock(), 1'000);
    QCOMPARE(world.outcome("ann"), std::string("not_started"));
    const auto started = world.get(world.seckill().start(world.call, world.id()));
    DONE(started);
    QCOMPARE(started->left, 3);
    QCOMPARE(world.stock(), 997);
    QCOMPARE(world.outcome("ann"), std::string("not_started"));
    world.pass(kMinute - 1);
    QCOMPARE(world.outcome("ann"), std::string("not_started"));
    world.pass(1);

    const auto first = world.attempt("ann");
    DONE(first);
    QCOMPARE(first->outcome, api::AttemptOutcome::Reserved);
    const auto detail = world.get(world.orders().detail(world.call, first->orderNo));
    DONE(detail);
    QCOMPARE(detail->row.status, OrderStatus::WaitPay);
    QCOMPARE(detail->row.payable, Money{70});
    QCOMPARE(detail->row.user, UserId("ann"));
    QCOMPARE(detail->lines.size(), 1U);
    QCOMPARE(detail->lines.front().line.sku, Sku("tea"));
    HOLDS(world);
    const auto stats = app::statsOf(*world.workspace);
    DONE(stats);
    QCOMPARE(stats->activities.size(), 1U);
    const auto& units = stats->activities.front();
    QCOMPARE(units.id, world.id().str());
    QCOMPARE(units.stock, 2);
    QCOMPARE(units.reserved, 0);  // of one whose order is not made yet
    QCOMPARE(units.ordered, 1);

    const auto again = world.attempt("ann");
    DONE(again);
    QCOMPARE(again->outcome, api::AttemptOutcome::Duplicate);
    QCOMPARE(again->orderNo, first->orderNo);
    const auto reservation = world.get(world.seckill().reservation(world.call, world.id(), UserId("ann")));
    QCOMPARE(reservation->state, api::ReservationState::Ordered);
    QCOMPARE(reservation->orderNo, first->orderNo);

    QVERIFY(world.payFor(first->orderNo.str()));
    QVERIFY(!world.bought("bob").empty());
    QVERIFY(!world.bought("cat").empty());
    QCOMPARE(world.outcome("dan"), std::string("sold_out"));
    QCOMPARE(world.outcome("ann"), std::string("sold_out"));
    HOLDS(world);

    const auto board = world.board();
    QCOMPARE(board.phase, ActivityPhase::OnSale);
    QCOMPARE(board.stock, 0);
    QCOMPARE(board.reserved, 0);
    QCOMPARE(board.slots, 3);
    QCOMPARE(board.row.ordered, 3);
    QCOMPARE(board.row.paid, 1);
    QVERIFY(board.agrees);
    QCOMPARE(board.attempts[static_cast<std::size_t>(api::AttemptOutcome::Reserved)], 3);
    QCOMPARE(board.attempts[static_cast<std::size_t>(api::AttemptOutcome::SoldOut)], 2);
    QCOMPARE(board.attempts[static_cast<std::size_t>(api::AttemptOutcome::Duplicate)], 1);
    QVERIFY(board.orderP99Ms.has_value());
}

void TestSeckill::twoAttemptsOfOneUserInOneBatch() {
    SeckillWorld world;
    QVERIFY(world.sell(5));
    std::vector<Result<api::AttemptAnswer>> answers;
    world.seckill().attemptMany(world.call,
                                {{world.id(), UserId("u")}, {world.id(), UserId("u")}, {world.id(), UserId("v")}},
                                [&](auto done) { answers = std::move(done); });
    world.workspace->runUntilIdle();
    QCOMPARE(answers.size(), 3U);
    QCOMPARE(answers[0]->outcome, api::AttemptOutcome::Reserved);
    QCOMPARE(answers[1]->outcome, api::AttemptOutcome::Duplicate);
    QCOMPARE(answers[1]->orderNo, answers[0]->orderNo);
    QCOMPARE(answers[2]->outcome, api::AttemptOutcome::Reserved);
    QCOMPARE(world.activity().ordered, 2);
    HOLDS(world);
}

void TestSeckill::refusedAttemptsLeaveNoTrace() {
    SeckillWorld world;
    QVERIFY(world.sell(1));
    QVERIFY(!world.bought("ann").empty());
    auto& engine = *world.workspace->core().embedded();
    const auto digest = engine.keyspace().digest();
    const auto seq = engine.journalSeq();
    QCOMPARE(world.outcome("bob"), std::string("sold_out"));
    QCOMPARE(world.outcome("ann"), std::string("sold_out"));
    const auto unknown = world.get(world.seckill().attempt(world.call, {ActivityId("B"), UserId("bob")}));
    QCOMPARE(unknown->outcome, api::AttemptOutcome::Unknown);
    REFUSED(world.attempt(std::string(1'000'000, 'u')), ErrorCode::InvalidArgument);
    REFUSED(world.attempt(""), ErrorCode::InvalidArgument);
    REFUSED(world.get(world.seckill().attempt(world.call, {ActivityId(std::string(1'000'000, 'a')), UserId("u")})),
            ErrorCode::InvalidArgument);
    QCOMPARE(engine.keyspace().digest(), digest);
    QCOMPARE(engine.journalSeq(), seq);
}

void TestSeckill::badInput_data() {
    using Change = std::function<void(api::ActivityInput&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("field");
    const auto bad = [](const char* name, Change change, const char* field) {
        QTest::newRow(name) << std::move(change) << QString::fromLatin1(field);
    };
    bad(
        "end before begin", [](auto& in) { in.end = in.begin.plusMs(-1); }, "end");
    bad(
        "end at begin", [](auto& in) { in.end = in.begin; }, "end");
    bad(
        "too long", [](auto& in) { in.end = in.begin.plusMs(api::kMaxActivityMs + 1); }, "end");
    bad(
        "past",
        [](auto& in) {
            in.begin = Instant{1};
            in.end = Instant{2};
        },
        "end");
    bad(
        "begin far away", [](auto& in) { in.begin = in.end = Instant{INT64_MAX / 2}; }, "begin");
    bad(
        "no stock", [](auto& in) { in.stock = 0; }, "stock");
    bad(
        "negative stock", [](auto& in) { in.stock = -1; }, "stock");
    bad(
        "absurd stock", [](auto& in) { in.stock = INT64_MAX; }, "stock");
    bad(
        "more than there is", [](auto& in) { in.stock = 1'001; }, "stock");
    bad(
        "no price", [](auto& in) { in.price = Money{0}; }, "price");
    bad(
        "negative price", [](auto& in) { in.price = Money{-1}; }, "price");
    bad(
        "absurd price", [](auto& in) { in.price = Money{base::kMaxMoneyMinor + 1}; }, "price");
    bad(
        "no id", [](auto& in) { in.id = ActivityId(); }, "id");
    bad(
        "long id", [](auto& in) { in.id = ActivityId(std::string(65, 'x')); }, "id");
    bad(
        "long name", [](auto& in) { in.name = std::string(201, 'x'); }, "name");
    bad(
        "unknown voucher", [](auto& in) { in.voucher = Sku("coffee"); }, "voucher");
    bad(
        "unknown campus", [](auto& in) { in.campus = CampusId("south"); }, "campus");
}

void TestSeckill::badInput() {
    using Change = std::function<void(api::ActivityInput&)>;
    QFETCH(Change, change);
    QFETCH(QString, field);
    SeckillWorld world;
    auto input = world.input();
    change(input);
    const auto refused = world.get(world.seckill().setUp(world.call, input));
    QVERIFY(!refused);
    QCOMPARE(refused.error().field, field.toStdString());
    QVERIFY(world.get(world.seckill().activities(world.call))->empty());
    // The same of a draft that is edited.
    const auto made = world.get(world.seckill().setUp(world.call, world.input()));
    DONE(made);
    if (input.id == world.id()) {
        const auto kept = world.get(world.seckill().edit(world.call, input, made->version));
        QVERIFY(!kept);
        QCOMPARE(kept.error().field, field.toStdString());
        QCOMPARE(world.activity().set, world.input());
        QCOMPARE(world.activity().version, made->version);
    }
}

void TestSeckill::aVoucherWithoutStock() {
    SeckillWorld world;
    DONE(world.product("coffee", 0));
    auto input = world.input(1);
    input.voucher = Sku("coffee");
    REFUSED(world.get(world.seckill().setUp(world.call, input)), ErrorCode::OutOfStock);
    // Sold otherwise between setting up and starting.
    DONE(world.get(world.seckill().setUp(world.call, world.input(1'000))));
    QVERIFY(world.place("o1"));
    const auto few = world.get(world.seckill().start(world.call, world.id()));
    REFUSED(few, ErrorCode::OutOfStock);
    QCOMPARE(few.error().message, std::string("the product has only 999 in stock, 1000 are needed"));
    QCOMPARE(world.activity().state, ActivityState::Draft);
    QCOMPARE(world.stock(), 999);
    HOLDS(world);
}

void TestSeckill::startingAgainLeavesLiveStockAlone() {
    SeckillWorld world;
    QVERIFY(world.sell(3));
    QVERIFY(!world.bought("ann").empty());
    DONE(world.get(world.seckill().start(world.call, world.id())));
    QCOMPARE(world.board().stock, 2);
    world.reopen();
    DONE(world.get(world.seckill().start(world.call, world.id())));
    QCOMPARE(world.board().stock, 2);
    QCOMPARE(world.outcome("ann"), std::string("duplicate"));
    QCOMPARE(world.stock(), 997);
    HOLDS(world);
}

void TestSeckill::stopResumeTopUp() {
    SeckillWorld world;
    QVERIFY(world.sell(1));
    DONE(world.get(world.seckill().stop(world.call, world.id())));
    QCOMPARE(world.outcome("ann"), std::string("stopped"));
    QCOMPARE(world.board().phase, ActivityPhase::Stopped);
    REFUSED(world.get(world.seckill().start(world.call, world.id())), ErrorCode::WrongStatus);
    REFUSED(world.get(world.seckill().stop(world.call, world.id())), ErrorCode::WrongStatus);
    DONE(world.get(world.seckill().resume(world.call, world.id())));
    QVERIFY(!world.bought("ann").empty());
    QCOMPARE(world.outcome("bob"), std::string("sold_out"));
    const auto topped = world.get(world.seckill().topUp(world.call, world.id(), 2));
    DONE(topped);
    QCOMPARE(topped->added, 2);
    QCOMPARE(world.stock(), 997);
    QVERIFY(!world.bought("bob").empty());
    for (const std::int64_t units : {std::int64_t{0}, std::int64_t{-1}, INT64_MAX}) {
        REFUSED(world.get(world.seckill().topUp(world.call, world.id(), units)), ErrorCode::InvalidArgument);
    }
    const auto many = world.get(world.seckill().topUp(world.call, world.id(), 998));
    REFUSED(many, ErrorCode::OutOfStock);
    QCOMPARE(many.error().message,
             "the product has only " + std::to_string(world.stock()) + " in stock, 998 are needed");
    QCOMPARE(many.error().field, std::string("units"));
    QCOMPARE(world.activity().added, 2);
    HOLDS(world);
}

void TestSeckill::editsOfARunningActivity() {
    SeckillWorld world;
    QVERIFY(world.sell(3));
    const auto set = world.activity().set;
    const auto refusedField = [&](auto change) {
        auto input = set;
        change(input);
        const auto done = world.get(world.seckill().edit(world.call, input, 0));
        return done ? std::string("accepted") : done.error().field;
    };
    QCOMPARE(refusedField([](auto& in) { in.voucher = Sku("coffee"); }), std::string("voucher"));
    QCOMPARE(refusedField([](auto& in) { in.campus = CampusId("south"); }), std::string("campus"));
    QCOMPARE(refusedField([](auto& in) { in.price = Money{1}; }), std::string("price"));
    QCOMPARE(refusedField([](auto& in) { in.stock = 4; }), std::string("stock"));
    QCOMPARE(refusedField([](auto& in) { in.begin = in.begin.plusMs(1); }), std::string("begin"));
    QCOMPARE(refusedField([&](auto& in) { in.end = world.clock.now(); }), std::string("end"));
    QCOMPARE(world.activity().set, set);
    auto input = set;
    input.name = "Another name";
    input.end = world.clock.now().plusMs(kMinute);
    const auto version = world.activity().version;
    DONE(world.get(world.seckill().edit(world.call, input, version)));
    REFUSED(world.get(world.seckill().edit(world.call, input, version)), ErrorCode::Conflict);
    HOLDS(world);
    world.pass(kMinute);
    QCOMPARE(world.outcome("ann"), std::string("ended"));
    QCOMPARE(world.activity().state, ActivityState::Ended);
    HOLDS(world);
}

void TestSeckill::anUnpaidOrderTimesOut() {
    SeckillWorld world;
    QVERIFY(world.sell(1));
    const auto first = world.bought("ann");
    world.pass(29 * kMinute);
    QCOMPARE(world.outcome("bob"), std::string("sold_out"));
    world.pass(kMinute);
    QCOMPARE(world.status(first), OrderStatus::Closed);
    QCOMPARE(world.board().stock, 1);
    QCOMPARE(world.activity().ordered, 0);
    HOLDS(world);
    // Once: another cancelling finds it closed, a late payment is owed back.
    const auto closed = world.get(world.orders().cancel(world.call, {{OrderNo(first), 0}}));
    QVERIFY(closed->front().error);
    QCOMPARE(world.board().stock, 1);
    const auto second = world.bought("ann");
    QVERIFY(!second.empty() && second != first);
    QVERIFY(world.payFor(second));
    world.pass(20 * kMinute);
    QCOMPARE(world.activity().closed, 1);
    QCOMPARE(world.activity().paid, 1);
    HOLDS(world);
    // One that was paid and is closed counts as closed alone.
    const auto cancelled = world.get(world.orders().cancel(world.call, {{OrderNo(second), 0}}));
    DONE(cancelled);
    QVERIFY(!cancelled->front().error);
    QCOMPARE(world.activity().orders, 2);
    QCOMPARE(world.activity().closed, 2);
    QCOMPARE(world.activity().paid, 0);
    HOLDS(world);
}

void TestSeckill::cancelledAfterTheEnd() {
    SeckillWorld world;
    QVERIFY(world.sell(2));
    const auto first = world.bought("ann");
    QVERIFY(world.payFor(first));
    QVERIFY(!world.get(world.orders().cancel(world.call, {{OrderNo(first), 0}}))->front().error);
    QCOMPARE(world.board().stock, 2);
    const auto second = world.bought("ann");
    QVERIFY(world.payFor(second));
    world.pass(kHour);
    QCOMPARE(world.activity().state, ActivityState::Ended);
    QCOMPARE(world.activity().returned, 1);
    QCOMPARE(world.stock(), 999);
    QVERIFY(!world.get(world.orders().cancel(world.call, {{OrderNo(second), 0}}))->front().error);
    QCOMPARE(world.stock(), 1'000);
    QCOMPARE(world.activity().returned, 2);
    QCOMPARE(world.activity().ordered, 0);
    QCOMPARE(world.activity().orders, 2);
    HOLDS(world);
}

void TestSeckill::theEndComesByItself() {
    SeckillWorld world;
    QVERIFY(world.sell(10));
    QVERIFY(!world.bought("ann").empty());
    world.pass(kHour);
    QCOMPARE(world.outcome("bob"), std::string("ended"));
    const auto row = world.activity();
    QCOMPARE(row.state, ActivityState::Ended);
    QVERIFY(row.endedAt.has_value());
    QCOMPARE(row.left, 0);
    QVERIFY(!world.board().stock.has_value());
    for (auto call : {world.seckill().resume(world.call, world.id()), world.seckill().start(world.call, world.id()),
                      world.seckill().end(world.call, world.id()), world.seckill().topUp(world.call, world.id(), 1)}) {
        REFUSED(world.get(call), ErrorCode::WrongStatus);
    }
    // The word that it has ended stays a day in the keyspace; afterwards the database says it.
    world.pass(2 * kDay);
    QCOMPARE(world.outcome("bob"), std::string("ended"));
    HOLDS(world);
}

void TestSeckill::endByHandAndClockSteps() {
    SeckillWorld world;
    QVERIFY(world.sell(10));
    QVERIFY(!world.bought("zoe").empty());
    world.clock.advanceMs(-2 * kHour);  // engine time does not follow
    QVERIFY(!world.bought("ann").empty());
    DONE(world.get(world.seckill().end(world.call, world.id())));
    QCOMPARE(world.outcome("bob"), std::string("ended"));
    world.clock.advanceMs(4 * kHour);
    world.workspace->runUntilIdle();
    QCOMPARE(world.activity().state, ActivityState::Ended);
    HOLDS(world);
    // A step over both begin and end.
    SeckillWorld other;
    DONE(other.get(other.seckill().setUp(other.call, other.input())));
    DONE(other.get(other.seckill().start(other.call, other.id())));
    other.clock.advanceMs(kDay);
    QCOMPARE(other.outcome("ann"), std::string("ended"));
    other.pass(kSecond);
    QCOMPARE(other.activity().returned, 3);
    QCOMPARE(other.stock(), 1'000);
    HOLDS(other);
}

void TestSeckill::drafts() {
    SeckillWorld world;
    const auto made = world.get(world.seckill().setUp(world.call, world.input()));
    DONE(made);
    REFUSED(world.get(world.seckill().setUp(world.call, world.input())), ErrorCode::AlreadyExists);
    auto input = world.input(7);
    input.price = Money{60};
    const auto edited = world.get(world.seckill().edit(world.call, input, made->version));
    DONE(edited);
    QCOMPARE(edited->set, input);
    REFUSED(world.get(world.seckill().discard(world.call, world.id(), made->version)), ErrorCode::Conflict);
    REFUSED(world.get(world.seckill().check(world.call, world.id())), ErrorCode::WrongStatus);
    DONE(world.get(world.seckill().discard(world.call, world.id(), edited->version)));
    QVERIFY(world.get(world.seckill().activities(world.call))->empty());
    REFUSED(world.get(world.seckill().start(world.call, world.id())), ErrorCode::NotFound);
    QVERIFY(world.sell());
    REFUSED(world.get(world.seckill().discard(world.call, world.id(), 0)), ErrorCode::WrongStatus);
    HOLDS(world);
}

void TestSeckill::permissionsAndReasons() {
    SeckillWorld world;
    QVERIFY(world.sell());
    api::Call reader{{"auditor", 1U << static_cast<unsigned>(api::Permission::Read)}, "because", {}};
    REFUSED(world.get(world.seckill().setUp(reader, world.input())), ErrorCode::PermissionDenied);
    REFUSED(world.get(world.seckill().stop(reader, world.id())), ErrorCode::PermissionDenied);
    REFUSED(world.get(world.seckill().attempt(reader, {world.id(), UserId("u")})), ErrorCode::PermissionDenied);
    REFUSED(world.get(world.seckill().repair(reader, world.id())), ErrorCode::PermissionDenied);
    DONE(world.get(world.seckill().check(reader, world.id())));
    auto noReason = world.call;
    noReason.reason.clear();
    REFUSED(world.get(world.seckill().stop(noReason, world.id())), ErrorCode::InvalidArgument);
    REFUSED(world.get(world.seckill().topUp(noReason, world.id(), 1)), ErrorCode::InvalidArgument);
    REFUSED(world.get(world.seckill().repair(noReason, world.id())), ErrorCode::InvalidArgument);
}

void TestSeckill::history() {
    SeckillWorld world;
    QVERIFY(world.sell(5));
    const auto begin = world.clock.now();
    const auto first = world.bought("ann");
    world.pass(kMinute);
    QVERIFY(!world.bought("bob").empty());
    QVERIFY(world.payFor(first));
    const auto cancelled = world.bought("cy");
    QVERIFY(world.payFor(cancelled));
    world.pass(39 * kMinute);
    QVERIFY(!world.get(world.orders().cancel(world.call, {{OrderNo(cancelled), 0}}))->front().error);
    world.pass(2 * kHour);
    const auto curve = world.get(world.seckill().soldCurve(world.call, world.id(), begin, begin.plusMs(kHour), 61));
    DONE(curve);
    QCOMPARE(curve->size(), 61U);
    QCOMPARE(curve->front().sold, 1);
    QCOMPARE((*curve)[1].sold, 3);
    QCOMPARE((*curve)[1].paid, 2);
    QCOMPARE((*curve)[30].sold, 3);
    QCOMPARE((*curve)[31].sold, 2);  // unpaid, closed
    QCOMPARE((*curve)[39].paid, 2);
    QCOMPARE((*curve)[40].sold, 1);  // cancelled though it was paid
    QCOMPARE((*curve)[40].paid, 1);
    QCOMPARE(curve->back().at, begin.plusMs(kHour));
    const auto log = world.get(world.seckill().log(world.call, world.id(), 100));
    DONE(log);
    QVERIFY(log->back().action == api::ActivityAction::SetUp);
    QVERIFY(log->front().action == api::ActivityAction::Ended);
    QCOMPARE(log->front().amount, 4);
    QCOMPARE(log->front().actor, std::string("system"));
    HOLDS(world);
}

void TestSeckill::rehearsals() {
    SeckillWorld world;
    auto& desk = world.seckill();
    api::RehearsalPlan plan;
    plan.users = 0;
    auto refused = desk.rehearse(world.call, plan, {});
    REFUSED(refused.result(), ErrorCode::InvalidArgument);
    QCOMPARE(refused.result().error().field, std::string("users"));
    plan.stock = 20;
    plan.users = 100;
    plan.attempts = 300;
    plan.payerPercent = 50;
    plan.perSecond = 100;
    std::vector<api::RehearsalProgress> told;
    auto done = desk.rehearse(world.call, plan, [&](const api::RehearsalProgress& now) { told.push_back(now); });
    done.waitForFinished();
    DONE(done.result());
    QVERIFY(done.result()->passed());
    QCOMPARE(done.result()->orders, 20);
    QCOMPARE(done.result()->paid + done.result()->closedUnpaid, 20);
    QVERIFY(told.size() > 2);
    for (std::size_t i = 1; i < told.size(); ++i) {
        QVERIFY(told[i].stage >= told[i - 1].stage && told[i].attempts >= told[i - 1].attempts);
        QVERIFY(told[i].orders >= told[i - 1].orders && told[i].orders <= told[i].attempts);
    }
    QCOMPARE(told.back().attempts, 300);
    QCOMPARE(told.back().orders, 20);
    // When the last unit went, not when somebody last came too late: in the first slice at whose end none is left.
    const auto curve = done.result()->curve;
    const auto empty = std::find_if(curve.begin(), curve.end(), [](const auto& point) { return point.stock == 0; });
    QVERIFY(empty != curve.end() && empty != curve.begin() && empty + 1 != curve.end());
    // Each attempt is in one slice.
    std::array<std::int64_t, api::kAttemptOutcomes> sums{};
    for (const auto& point : curve) {
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sums[i] += point.attempts[i];
        }
    }
    QVERIFY(sums == done.result()->attempts);
    QCOMPARE(curve.back().orders, 20);
    const auto soldOut = done.result()->soldOutMs;
    QVERIFY(soldOut && *soldOut <= empty->atMs);
    // One at a time; cancelled, it ends without a result.
    plan.attempts = 10'000'000;
    plan.perSecond = 1'000'000;
    auto running = desk.rehearse(world.call, plan, {});
    auto second = desk.rehearse(world.call, plan, {});
    REFUSED(second.result(), ErrorCode::Busy);
    running.cancel();
    running.waitForFinished();
    QVERIFY(running.isCanceled());
    QVERIFY(world.get(desk.activities(world.call))->empty());
}

}  // namespace test_seckill

QTEST_GUILESS_MAIN(test_seckill::TestSeckill)
#include "test_seckill.moc"
