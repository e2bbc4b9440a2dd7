// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales by tables: each state with each action, both sides of each bound and instant, what the board tells of a
// stream, and what is written of each action.
#include <QtTest>
#include <algorithm>

#include "engine/base/log.h"
#include "engine/seckill/seckill.h"
#include "engine/seckill/shared_state.h"
#include "seckill_world.h"

namespace test_seckill_tables {

using namespace evenhand;
using namespace evenhand::test;
using api::ActivityPhase;
using api::ActivityState;
using api::AttemptOutcome;

namespace {

/// A reservation is made and read by a consumer that does no more.
bool readByAnother(SeckillWorld& world, const std::string& user) {
    const auto done = world.get(
        world.workspace->core().engine().ask<bool>(world.call, [&](runtime::UnitOfWork& work) -> Result<bool> {
            const auto no = "N" + user;
            EVENHAND_ASSIGN(const auto id, work.keyspace().call({"XADD", world.keys.stream, "*", "user", user, "no", no,
                                                                 "at", std::to_string(work.now().ms)}));
            EVENHAND_TRY(work.keyspace().call({"HINCRBY", world.keys.live, "stock", "-1"}));
            EVENHAND_TRY(work.keyspace().call({"HSET", world.keys.slots, user, no + " " + id.text}));
            EVENHAND_ASSIGN(const auto read, work.keyspace().call({"XREADGROUP", "GROUP", "seckill", "gone", "COUNT",
                                                                   "1", "STREAMS", world.keys.stream, ">"}));
            return !read.isNil();
        }));
    return done.value_or(false);
}

/// A message that can never become an order, until it is a dead letter.
bool bury(SeckillWorld& world, const std::string& user) {
    (void)world.tamper({"XADD", world.keys.stream, "*", "user", user, "no", "N" + user, "at", "whenever"});
    world.pass(5 * kMinute);
    return world.board().deadLetters == 1;
}

bool bring(SeckillWorld& world, ActivityState state) {
    if (!world.get(world.seckill().setUp(world.call, world.input(3)))) {
        return false;
    }
    if (state != ActivityState::Draft && !world.get(world.seckill().start(world.call, world.id()))) {
        return false;
    }
    world.pass(kMinute);
    if (state == ActivityState::Stopped && !world.get(world.seckill().stop(world.call, world.id()))) {
        return false;
    }
    if (state == ActivityState::Ended) {
        world.pass(kHour);
    }
    return world.activity().state == state;
}

template <typename T>
std::optional<Error> errorOf(const Result<T>& done) {
    return done ? std::nullopt : std::optional(done.error());
}

}  // namespace

class TestSeckillTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }
    void eachActionInEachState_data();
    void eachActionInEachState();
    void editsInEachState();
    void settingsAtTheirBounds();
    void asManyUnitsAsThereMayBe();
    void instantsOfASale();
    void aRequestIsAnsweredAgain();
    void theStreamOnTheBoard();
    void whatDoesNotAgree_data();
    void whatDoesNotAgree();
    void theEndWaitsForReservations();
    void newestFirst();
    void lettersInEachState();
    void newestLettersFirst();
    void messagesOnRecord();
    void boundsOfReads();
    void plansOfRehearsals();
    void attemptsOfTwoMinutes();
    void quantiles();
};

void TestSeckillTables::eachActionInEachState_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("expected");
    struct Row {
        const char* action;
        std::array<const char*, 4> of;  ///< draft, started, stopped, ended
    };
    for (const auto& row :
         {Row{"start", {"started 3", "same", "no", "no"}}, Row{"stop", {"no", "stopped 0", "no", "no"}},
          Row{"resume", {"no", "no", "resumed 0", "no"}}, Row{"topUp", {"no", "topped_up 2", "topped_up 2", "no"}},
          Row{"end", {"no", "end_ordered 0", "end_ordered 0", "no"}}, Row{"discard", {"discarded 0", "no", "no", "no"}},
          Row{"check", {"no", "same", "same", "no"}}, Row{"repair", {"no", "same", "same", "no"}}}) {
        for (std::size_t state = 0; state < 4; ++state) {
            QTest::addRow("%s, %s", std::string(api::toText(static_cast<ActivityState>(state))).c_str(), row.action)
                << static_cast<int>(state) << QString::fromLatin1(row.action) << QString::fromLatin1(row.of[state]);
        }
    }
}
void TestSeckillTables::eachActionInEachState() {
    QFETCH(int, state);
    QFETCH(QString, action);
    QFETCH(QString, expected);
    SeckillWorld world;
    QVERIFY(bring(world, static_cast<ActivityState>(state)));
    auto& desk = world.seckill();
    const auto& call = world.call;
    const auto id = world.id();
    const auto before = world.activity();
    const auto stock = world.stock();
    const auto log = [&] { return *world.get(desk.log(call, id, 100)); };
    const auto entries = log().size();
    int told = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            told += event.kind == api::Event::Kind::SeckillChanged && event.activity == world.id() ? 1 : 0;
        }
    });
    const auto error = action == QStringLiteral("start")     ? errorOf(world.get(desk.start(call, id)))
                       : action == QStringLiteral("stop")    ? errorOf(world.get(desk.stop(call, id)))
                       : action == QStringLiteral("resume")  ? errorOf(world.get(desk.resume(call, id)))
                       : action == QStringLiteral("topUp")   ? errorOf(world.get(desk.topUp(call, id, 2)))
                       : action == QStringLiteral("end")     ? errorOf(world.get(desk.end(call, id)))
                       : action == QStringLiteral("discard") ? errorOf(world.get(desk.discard(call, id, 0)))
                       : action == QStringLiteral("check")   ? errorOf(world.get(desk.check(call, id)))
                                                             : errorOf(world.get(desk.repair(call, id)));
    if (expected == QStringLiteral("no")) {
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::WrongStatus);
        QCOMPARE(error->field, std::string("state"));
        QCOMPARE(error->value, std::string(api::toText(before.state)));
    } else {
        QVERIFY2(!error, error ? error->text().c_str() : "");
    }
    if (expected == QStringLiteral("no") || expected == QStringLiteral("same")) {
        QCOMPARE(world.activity().version, before.version);
        QCOMPARE(world.activity().state, before.state);
        QCOMPARE(log().size(), entries);
        QCOMPARE(world.stock(), stock);
        QCOMPARE(told, 0);
        HOLDS(world);
        return;
    }
    QVERIFY(told > 0);
    // What ends comes to its end at once.
    const bool ended = action == QStringLiteral("end");
    const auto written = log();
    QCOMPARE(written.size(), entries + (ended ? 2 : 1));
    const auto& entry = written[ended ? 1 : 0];
    QCOMPARE(std::string(api::toText(entry.action)) + " " + std::to_string(entry.amount), expected.toStdString());
    QCOMPARE(entry.actor, std::string("local:tester"));
    QCOMPARE(entry.reason, std::string("because"));
    QCOMPARE(entry.at, world.clock.now());
    const auto operation = action == QStringLiteral("topUp") ? std::string("top_up") : action.toStdString();
    const auto audited = world.lastAudit("seckill." + operation);
    QCOMPARE(audited.subject, "activity " + id.str());
    if (action == QStringLiteral("topUp")) {
        QCOMPARE(audited.detail, std::string("2 units more"));
    }
    if (action == QStringLiteral("discard")) {
        QVERIFY(world.get(desk.activities(call))->empty());
        return;
    }
    const auto after = world.activity();
    QCOMPARE(after.version, before.version + (ended ? 2 : 1));
    QVERIFY(after.state == (ended                                ? ActivityState::Ended
                            : action == QStringLiteral("stop")   ? ActivityState::Stopped
                            : action == QStringLiteral("start")  ? ActivityState::Started
                            : action == QStringLiteral("resume") ? ActivityState::Started
                                                                 : before.state));
    if (action == QStringLiteral("start")) {
        QVERIFY(after.startedAt && *after.startedAt == world.clock.now());
        QCOMPARE(world.stock(), stock - 3);
        QCOMPARE(after.left, 3);
    } else if (action == QStringLiteral("topUp")) {
        QCOMPARE(world.stock(), stock - 2);
        QCOMPARE(after.left, before.left + 2);
        QCOMPARE(after.added, 2);
        QCOMPARE(world.board().stock, std::optional<std::int64_t>(5));
    } else if (ended) {
        QVERIFY(after.endedAt && *after.endedAt == world.clock.now());
        QCOMPARE(after.set.end, world.clock.now());
        QCOMPARE(after.returned, 3);
        QCOMPARE(world.stock(), stock + 3);
    }
    HOLDS(world);
}

void TestSeckillTables::editsInEachState() {
    for (const auto state :
         {ActivityState::Draft, ActivityState::Started, ActivityState::Stopped, ActivityState::Ended}) {
        SeckillWorld world;
        QVERIFY(bring(world, state));
        const auto before = world.activity();
        auto input = before.set;
        input.name = "Another name";
        REFUSED_FIELD(world.get(world.seckill().edit(world.call, input, before.version + 1)), ErrorCode::Conflict,
                      "version");
        const auto named = world.get(world.seckill().edit(world.call, input, before.version));
        DONE(named);
        QCOMPARE(named->set, input);
        QCOMPARE(named->version, before.version + 1);
        const auto log = world.get(world.seckill().log(world.call, world.id(), 1));
        QVERIFY(log->front().action == api::ActivityAction::Edited);
        QCOMPARE(log->front().amount, 0);
        input.end = world.clock.now().plusMs(2 * kHour);
        const auto later = world.get(world.seckill().edit(world.call, input, 0));
        if (state == ActivityState::Ended) {
            REFUSED_FIELD(later, ErrorCode::WrongStatus, "end");
        } else {
            DONE(later);
            QCOMPARE(world.activity().set.end, input.end);
        }
        input.name = std::string(201, 'x');
        REFUSED_FIELD(world.get(world.seckill().edit(world.call, input, 0)), ErrorCode::InvalidArgument, "name");
        auto other = before.set;
        other.id = ActivityId("nowhere");
        REFUSED_FIELD(world.get(world.seckill().edit(world.call, other, 0)), ErrorCode::NotFound, "id");
        HOLDS(world);
    }
}

void TestSeckillTables::settingsAtTheirBounds() {
    SeckillWorld world;
    DONE(world.product("tea", api::kMaxActivityStock));
    constexpr Instant kLatest{4'102'444'800'000};
    int number = 0;
    const auto setUp = [&](auto change) {
        auto input = world.input();
        input.id = ActivityId("a" + std::to_string(++number));
        change(input);
        return world.get(world.seckill().setUp(world.call, input));
    };
    const auto now = world.clock.now();
    DONE(setUp([](auto& in) { in.end = in.begin.plusMs(1); }));
    DONE(setUp([](auto& in) { in.end = in.begin.plusMs(api::kMaxActivityMs); }));
    DONE(setUp([&](auto& in) {
        in.begin = now.plusMs(-1);
        in.end = now.plusMs(1);
    }));
    DONE(setUp([&](auto& in) {
        in.begin = kLatest;
        in.end = kLatest.plusMs(1);
    }));
    DONE(setUp([](auto& in) { in.stock = 1; }));
    DONE(setUp([](auto& in) { in.stock = api::kMaxActivityStock; }));
    DONE(setUp([](auto& in) { in.price = Money{1}; }));
    DONE(setUp([](auto& in) { in.name = std::string(200, 'x'); }));
    DONE(setUp([](auto& in) { in.id = ActivityId(std::string(64, 'x')); }));
    REFUSED_FIELD(setUp([&](auto& in) {
                      in.begin = now.plusMs(-1);
                      in.end = now;
                  }),
                  ErrorCode::InvalidArgument, "end");
    REFUSED_FIELD(setUp([&](auto& in) {
                      in.begin = kLatest.plusMs(1);
                      in.end = kLatest.plusMs(2);
                  }),
                  ErrorCode::InvalidArgument, "begin");
    REFUSED_FIELD(setUp([](auto& in) { in.stock = api::kMaxActivityStock + 1; }), ErrorCode::InvalidArgument, "stock");
    DONE(world.product("coffee", 5));
    DONE(setUp([](auto& in) {
        in.voucher = Sku("coffee");
        in.stock = 5;
    }));
    REFUSED_FIELD(setUp([](auto& in) {
                      in.voucher = Sku("coffee");
                      in.stock = 6;
                  }),
                  ErrorCode::OutOfStock, "stock");
}

/// However often it is topped up.
void TestSeckillTables::asManyUnitsAsThereMayBe() {
    SeckillWorld world;
    DONE(world.product("tea", 3 * api::kMaxActivityStock));
    QVERIFY(world.sell(api::kMaxActivityStock - 3));
    const auto topUp = [&](std::int64_t units) {
        return world.get(world.seckill().topUp(world.call, world.id(), units));
    };
    REFUSED_FIELD(topUp(4), ErrorCode::InvalidArgument, "units");
    DONE(topUp(2));
    REFUSED_FIELD(topUp(2), ErrorCode::InvalidArgument, "units");
    DONE(topUp(1));
    REFUSED_FIELD(topUp(1), ErrorCode::InvalidArgument, "units");
    QCOMPARE(world.activity().added, 3);
    QCOMPARE(world.board().stock, std::optional<std::int64_t>(api::kMaxActivityStock));
    HOLDS(world);
}

void TestSeckillTables::instantsOfASale() {
    SeckillWorld world;
    const auto input = world.input(3);
    DONE(world.get(world.seckill().setUp(world.call, input)));
    DONE(world.get(world.seckill().start(world.call, world.id())));
    const auto phase = [&] { return world.board().phase; };
    world.pass(kMinute - 1);
    QCOMPARE(phase(), ActivityPhase::Scheduled);
    QCOMPARE(world.outcome("ann"), std::string("not_started"));
    world.pass(1);
    QCOMPARE(phase(), ActivityPhase::OnSale);
    QCOMPARE(world.outcome("ann"), std::string("reserved"));
    world.pass(input.end.ms - world.clock.now().ms - 1);
    QCOMPARE(phase(), ActivityPhase::OnSale);
    QCOMPARE(world.outcome("bob"), std::string("reserved"));
    world.clock.advanceMs(1);
    QCOMPARE(world.outcome("cat"), std::string("ended"));
    world.workspace->runUntilIdle();
    QCOMPARE(phase(), ActivityPhase::Ended);
    const auto row = world.activity();
    QVERIFY(row.endedAt && *row.endedAt == input.end);
    QCOMPARE(row.voucherName, std::string("tea"));
    HOLDS(world);
}

void TestSeckillTables::aRequestIsAnsweredAgain() {
    SeckillWorld world;
    QVERIFY(world.sell(1));
    const auto ask = [&](const char* user, std::string request) {
        return world.get(world.seckill().attempt(world.call, {world.id(), UserId(user), std::move(request)}));
    };
    const auto first = ask("ann", "r1");
    DONE(first);
    QCOMPARE(first->outcome, AttemptOutcome::Reserved);
    QVERIFY(!first->repeated);
    const auto again = ask("ann", "r1");
    DONE(again);
    QCOMPARE(again->outcome, AttemptOutcome::Reserved);
    QVERIFY(again->repeated);
    QCOMPARE(again->orderNo, first->orderNo);
    REFUSED_FIELD(ask("bob", "r1"), ErrorCode::KeyReused, "idempotency_key");
    REFUSED_FIELD(ask("of ann", "r1"), ErrorCode::KeyReused, "idempotency_key");
    QCOMPARE(world.activity().ordered, 1);
    // What reserved nothing is not remembered.
    QCOMPARE(ask("bob", "r2")->outcome, AttemptOutcome::SoldOut);
    DONE(world.get(world.seckill().topUp(world.call, world.id(), 2)));
    QCOMPARE(ask("ann", "r3")->outcome, AttemptOutcome::Duplicate);
    QCOMPARE(ask("ann", "r3")->orderNo, first->orderNo);
    const auto second = ask("bob", "r2");
    QCOMPARE(second->outcome, AttemptOutcome::Reserved);
    QVERIFY(!second->repeated);
    const auto third = ask("cat of the hill", std::string(64, 'r'));
    DONE(third);
    const auto thirdAgain = ask("cat of the hill", std::string(64, 'r'));
    DONE(thirdAgain);
    QVERIFY(thirdAgain->repeated);
    QCOMPARE(thirdAgain->orderNo, third->orderNo);
    REFUSED_FIELD(ask("hill", std::string(64, 'r')), ErrorCode::KeyReused, "idempotency_key");
    REFUSED_FIELD(ask("dan", std::string(65, 'r')), ErrorCode::InvalidArgument, "request");
    HOLDS(world);
}

void TestSeckillTables::theStreamOnTheBoard() {
    SeckillWorld world;
    QVERIFY(world.sell(6));
    QVERIFY(!world.bought("ann").empty());
    auto board = world.board();
    QCOMPARE(board.streamLength, std::optional<std::int64_t>(0));
    QCOMPARE(board.pending, std::optional<std::int64_t>(0));
    QCOMPARE(board.lag, std::optional<std::int64_t>(0));
    QCOMPARE(board.acknowledged, std::optional<std::int64_t>(1));
    QVERIFY(!board.oldestPending);
    const auto oldest = world.clock.now();
    QVERIFY(readByAnother(world, "bob"));
    world.pass(kSecond);
    QVERIFY(readByAnother(world, "cat"));
    board = world.board();
    QCOMPARE(board.streamLength, std::optional<std::int64_t>(2));
    QCOMPARE(board.pending, std::optional<std::int64_t>(2));
    QCOMPARE(board.lag, std::optional<std::int64_t>(0));  // both were read
    QVERIFY(board.oldestPending && *board.oldestPending == oldest);
    QCOMPARE(board.reserved, std::optional<std::int64_t>(2));
    QCOMPARE(board.slots, std::optional<std::int64_t>(3));
    QCOMPARE(board.stock, std::optional<std::int64_t>(3));
    QCOMPARE(board.at, world.clock.now());
    QVERIFY(board.agrees);
    const auto rows = world.pending();
    QCOMPARE(rows.size(), 2U);
    QCOMPARE(rows[0].user, UserId("bob"));
    QCOMPARE(rows[0].orderNo, OrderNo("Nbob"));
    QCOMPARE(rows[0].reservedAt, oldest);
    QCOMPARE(rows[0].idleMs, kSecond);
    QCOMPARE(rows[1].idleMs, 0);
    QCOMPARE(rows[0].attempts, 0);
    QVERIFY(!rows[0].nextTry && !rows[0].ordered);
    const auto queued = world.get(world.seckill().reservation(world.call, world.id(), UserId("bob")));
    QCOMPARE(queued->state, api::ReservationState::Queued);
    QCOMPARE(queued->orderNo, OrderNo("Nbob"));
    QVERIFY(!queued->status);
    const auto none = world.get(world.seckill().reservation(world.call, world.id(), UserId("dan")));
    QCOMPARE(none->state, api::ReservationState::None);
    QVERIFY(none->orderNo.empty());
}

void TestSeckillTables::whatDoesNotAgree_data() {
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("a unit more") << QByteArray("live") << QByteArray("stock") << QByteArray("3");
    QTest::newRow("a unit less") << QByteArray("live") << QByteArray("stock") << QByteArray("1");
    QTest::newRow("another state") << QByteArray("live") << QByteArray("state") << QByteArray("stopped");
    QTest::newRow("a slot more") << QByteArray("slots") << QByteArray("nobody") << QByteArray("X 1-1");
}
void TestSeckillTables::whatDoesNotAgree() {
    QFETCH(QByteArray, command);
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, value);
    SeckillWorld world;
    QVERIFY(world.sell(3));
    QVERIFY(!world.bought("ann").empty());
    QVERIFY(world.board().agrees);
    const auto& key = command == "live" ? world.keys.live : world.keys.slots;
    (void)world.tamper({"HSET", key, field.toStdString(), value.toStdString()});
    QVERIFY(!world.board().agrees);
    const auto checked = world.get(world.seckill().check(world.call, world.id()));
    DONE(checked);
    QVERIFY(!checked->agrees());
    QCOMPARE(checked->repaired, 0);
    QVERIFY(!world.board().agrees);  // looking changes nothing
    const auto repaired = world.get(world.seckill().repair(world.call, world.id()));
    DONE(repaired);
    QCOMPARE(repaired->repaired, 1);
    const auto entry = world.get(world.seckill().log(world.call, world.id(), 1))->front();
    QVERIFY(entry.action == api::ActivityAction::Repaired);
    QCOMPARE(entry.amount, 1);
    QCOMPARE(world.lastAudit("seckill.repair").subject, "activity " + world.id().str());
    QVERIFY(world.board().agrees);
    HOLDS(world);
}

void TestSeckillTables::theEndWaitsForReservations() {
    SeckillWorld world;
    const auto end = world.clock.now().plusMs(kHour);
    QVERIFY(world.sell(3));
    world.pass(end.ms - world.clock.now().ms - 10 * kSecond);
    QVERIFY(readByAnother(world, "bob"));
    world.pass(10 * kSecond);
    QCOMPARE(world.clock.now(), end);
    QCOMPARE(world.board().phase, ActivityPhase::Closing);
    QCOMPARE(world.outcome("cat"), std::string("ended"));
    world.pass(kSecond);
    QCOMPARE(world.activity().state, ActivityState::Started);
    QCOMPARE(world.stock(), 997);
    DONE(world.get(world.seckill().end(world.call, world.id())));  // it ended when it did, and not only now
    QCOMPARE(world.activity().set.end, end);
    QCOMPARE(world.outcome("cat"), std::string("ended"));
    HOLDS(world);
    const auto rows = world.pending();
    QCOMPARE(rows.size(), 1U);
    QVERIFY(!world.get(world.seckill().release(world.call, world.id(), {rows[0].messageId}))->front().error);
    world.pass(kSecond);
    QCOMPARE(world.activity().state, ActivityState::Ended);
    QCOMPARE(world.activity().returned, 3);
    QCOMPARE(world.stock(), 1'000);
    HOLDS(world);
}

void TestSeckillTables::newestFirst() {
    SeckillWorld world;
    for (const char* id : {"m", "z", "b"}) {
        auto input = world.input(1);
        input.id = ActivityId(id);
        DONE(world.get(world.seckill().setUp(world.call, input)));
        if (*id == 'm') {
            world.pass(kSecond);
        }
    }
    std::string ids;
    for (const auto listed = world.get(world.seckill().activities(world.call)); const auto& row : listed.value()) {
        ids += row.set.id.str();
    }
    QCOMPARE(ids, std::string("bzm"));
}

void TestSeckillTables::lettersInEachState() {
    SeckillWorld world;
    QVERIFY(world.sell(2));
    QVERIFY(bury(world, "bob"));
    const auto letters = world.get(world.seckill().deadLetters(world.call, world.id(), 10));
    DONE(letters);
    QCOMPARE(letters->size(), 1U);
    const auto letter = letters->front();
    QCOMPARE(letter.user, UserId("bob"));
    QCOMPARE(letter.orderNo, OrderNo("Nbob"));
    QCOMPARE(letter.attempts, 8);
    QVERIFY(!letter.reason.empty());
    QVERIFY(world.get(world.seckill().deadLetters(world.call, ActivityId("A"), 10))->empty());
    const auto retry = [&] { return world.get(world.seckill().retryLetters(world.call, {letter.id}))->front().error; };
    const auto refused = [&](ErrorCode code, const char* field, const std::string& value) {
        const auto error = retry();
        return error && error->code == code && error->field == field && error->value == value;
    };
    DONE(world.get(world.seckill().stop(world.call, world.id())));
    QVERIFY(refused(ErrorCode::WrongStatus, "activity", world.id().str()));
    DONE(world.get(world.seckill().resume(world.call, world.id())));
    const auto own = world.bought("bob");
    QVERIFY(!own.empty());
    QVERIFY(refused(ErrorCode::AlreadyExists, "order_no", own));
    QVERIFY(!world.bought("ann").empty());
    QVERIFY(refused(ErrorCode::OutOfStock, "activity", world.id().str()));
    QCOMPARE(world.board().deadLetters, 1);
    QVERIFY(!world.get(world.orders().cancel(world.call, {{OrderNo(own), 0}}))->front().error);
    int told = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            told += event.kind == api::Event::Kind::DeadLettersChanged ? 1 : 0;
        }
    });
    QVERIFY(!retry());
    QCOMPARE(told, 1);
    QCOMPARE(world.board().deadLetters, 0);
    QCOMPARE(world.activity().ordered, 2);
    const auto last = [&] {
        const auto entry = world.get(world.seckill().log(world.call, world.id(), 1))->front();
        return std::string(api::toText(entry.action)) + " " + std::to_string(entry.amount);
    };
    QCOMPARE(last(), std::string("retried 1"));
    QCOMPARE(world.lastAudit("seckill.retry_letters").subject, "dead letter " + std::to_string(letter.id.value));
    const auto gone = retry();
    QVERIFY(gone && gone->code == ErrorCode::Conflict && gone->field == "id");
    QVERIFY2(gone->message.find("dealt with meanwhile, by " + world.call.actor.name + " at ") != std::string::npos &&
                 gone->message.ends_with("UTC (seckill.retry_letters)"),
             gone->message.c_str());
    QVERIFY(bury(world, "cat"));
    const auto more = world.get(world.seckill().deadLetters(world.call, {}, 10))->front();
    QVERIFY(more.id > letter.id);
    told = 0;
    QVERIFY(!world.get(world.seckill().dismissLetters(world.call, {more.id}))->front().error);
    QCOMPARE(told, 1);
    QCOMPARE(last(), std::string("dismissed 1"));
    QCOMPARE(world.lastAudit("seckill.dismiss_letters").subject, "dead letter " + std::to_string(more.id.value));
    QCOMPARE(world.get(world.seckill().dismissLetters(world.call, {more.id}))->front().error->code,
             ErrorCode::Conflict);
}

/// Where there is no room for all of them, the newest are told.
void TestSeckillTables::newestLettersFirst() {
    SeckillWorld world;
    QVERIFY(world.sell(2));
    const std::vector<std::string> newest{"dan", "cat", "bob", "ann"};
    for (auto user = newest.rbegin(); user != newest.rend(); ++user) {
        (void)world.tamper({"XADD", world.keys.stream, "*", "user", *user, "no", "N" + *user, "at", "whenever"});
        world.pass(5 * kMinute);
    }
    QCOMPARE(world.board().deadLetters, 4);
    for (const auto& activity : {world.id(), ActivityId()}) {
        for (std::int64_t limit = 1; limit <= 5; ++limit) {
            const auto letters = world.get(world.seckill().deadLetters(world.call, activity, limit));
            DONE(letters);
            std::vector<std::string> users;
            for (const auto& letter : *letters) {
                users.push_back(letter.user.str());
            }
            const auto told = std::min<std::ptrdiff_t>(limit, 4);
            QVERIFY(users == std::vector<std::string>(newest.begin(), newest.begin() + told));
        }
    }
}

void TestSeckillTables::messagesOnRecord() {
    SeckillWorld world;
    QVERIFY(world.sell(5));
    for (const char* user : {"ann", "bob"}) {
        QVERIFY(readByAnother(world, user));
    }
    const auto rows = world.pending();
    QCOMPARE(rows.size(), 2U);
    const auto last = [&] {
        const auto entry = world.get(world.seckill().log(world.call, world.id(), 1))->front();
        return std::string(api::toText(entry.action)) + " " + std::to_string(entry.amount);
    };
    const auto subject = "activity " + world.id().str() + ", message ";
    const auto early =
        world.get(world.seckill().acknowledge(world.call, world.id(), {rows[0].messageId}))->front().error;
    QVERIFY(early);
    QCOMPARE(early->field, std::string("message"));
    QVERIFY(!world.get(world.seckill().release(world.call, world.id(), {rows[0].messageId}))->front().error);
    QCOMPARE(last(), std::string("released 1"));
    QCOMPARE(world.lastAudit("seckill.release").subject, subject + rows[0].messageId);
    QCOMPARE(world.board().stock, std::optional<std::int64_t>(4));
    QCOMPARE(world.board().slots, std::optional<std::int64_t>(1));
    const auto gone = world.get(world.seckill().release(world.call, world.id(), {rows[0].messageId}))->front().error;
    QVERIFY(gone && gone->code == ErrorCode::Conflict && gone->field == "message");
    QVERIFY2(gone->message.find("dealt with meanwhile, by " + world.call.actor.name + " at ") != std::string::npos &&
                 gone->message.ends_with("UTC (seckill.release)"),
             gone->message.c_str());
    QVERIFY(!world.get(world.seckill().claim(world.call, world.id(), {rows[1].messageId}))->front().error);
    QCOMPARE(last(), std::string("claimed 1"));
    QCOMPARE(world.lastAudit("seckill.claim").subject, subject + rows[1].messageId);
    QCOMPARE(world.activity().ordered, 1);
    HOLDS(world);
}

void TestSeckillTables::boundsOfReads() {
    SeckillWorld world;
    QVERIFY(world.sell(1));
    const auto now = world.clock.now();
    auto& desk = world.seckill();
    const auto curve = [&](Instant from, Instant to, int points) {
        return world.get(desk.soldCurve(world.call, world.id(), from, to, points));
    };
    DONE(curve(now, now.plusMs(1), 2));
    DONE(curve(now, now.plusMs(kHour), 2'000));
    REFUSED_FIELD(curve(now, now.plusMs(kHour), 1), ErrorCode::InvalidArgument, "points");
    REFUSED_FIELD(curve(now, now.plusMs(kHour), 2'001), ErrorCode::InvalidArgument, "points");
    REFUSED_FIELD(curve(now, now, 2), ErrorCode::InvalidArgument, "to");
    for (const std::int64_t limit : {std::int64_t{0}, api::kMaxPageRows + 1}) {
        REFUSED_FIELD(world.get(desk.log(world.call, world.id(), limit)), ErrorCode::InvalidArgument, "limit");
        REFUSED_FIELD(world.get(desk.pending(world.call, world.id(), limit)), ErrorCode::InvalidArgument, "limit");
        REFUSED_FIELD(world.get(desk.deadLetters(world.call, world.id(), limit)), ErrorCode::InvalidArgument, "limit");
    }
    for (const std::int64_t limit : {std::int64_t{1}, std::int64_t{api::kMaxPageRows}}) {
        DONE(world.get(desk.pending(world.call, world.id(), limit)));
        DONE(world.get(desk.deadLetters(world.call, world.id(), limit)));
        const auto log = world.get(desk.log(world.call, world.id(), limit));
        DONE(log);
        QCOMPARE(log->size(), limit == 1 ? 1U : 2U);
        QVERIFY(log->front().action == api::ActivityAction::Started);
    }
}

void TestSeckillTables::plansOfRehearsals() {
    using Plan = api::RehearsalPlan;
    const auto field = [](auto change) {
        Plan plan;
        change(plan);
        const auto checked = seckill::checkPlan(plan);
        return checked ? std::string() : checked.error().field;
    };
    const auto bounds = [&](auto member, std::int64_t least, std::int64_t most, const char* name) {
        for (const auto value : {least, most}) {
            QCOMPARE(field([&](Plan& plan) { plan.*member = static_cast<decltype(plan.stock)>(value); }),
                     std::string());
        }
        for (const auto value : {least - 1, most + 1}) {
            QCOMPARE(field([&](Plan& plan) { plan.*member = static_cast<decltype(plan.stock)>(value); }),
                     std::string(name));
        }
    };
    bounds(&Plan::stock, 1, api::kMaxActivityStock, "stock");
    bounds(&Plan::users, 1, 1'000'000, "users");
    bounds(&Plan::attempts, 1, 10'000'000, "attempts");
    bounds(&Plan::perSecond, 1, 1'000'000, "per_second");
    bounds(&Plan::payWithinMs, 0, kDay, "pay_within_ms");
    for (const int percent : {0, 100}) {
        QCOMPARE(field([&](Plan& plan) { plan.duplicatePercent = plan.payerPercent = percent; }), std::string());
    }
    for (const int percent : {-1, 101}) {
        QCOMPARE(field([&](Plan& plan) { plan.duplicatePercent = percent; }), std::string("duplicate_percent"));
        QCOMPARE(field([&](Plan& plan) { plan.payerPercent = percent; }), std::string("payer_percent"));
    }
    QCOMPARE(field([](Plan& plan) { plan.copyOf = ActivityId("A"); }), std::string());
    QCOMPARE(field([](Plan& plan) { plan.copyOf = ActivityId(std::string(65, 'x')); }), std::string("copy_of"));
}

void TestSeckillTables::attemptsOfTwoMinutes() {
    seckill::AttemptCounter counter;
    counter.count(AttemptOutcome::Reserved, Instant{10'500});
    counter.count(AttemptOutcome::Reserved, Instant{10'999});
    counter.count(AttemptOutcome::SoldOut, Instant{11'000});
    const auto text = [&](std::int64_t now) {
        std::string found;
        for (const auto& second : counter.seconds(Instant{now})) {
            found += std::to_string(second.at.ms) + ":" + std::to_string(second.counts[0]) + "," +
                     std::to_string(second.counts[1]) + " ";
        }
        return found;
    };
    QCOMPARE(text(11'500), std::string("10000:2,0 11000:0,1 "));
    QCOMPARE(text(10'500), std::string("10000:2,0 "));
    QCOMPARE(text(129'999), std::string("10000:2,0 11000:0,1 "));
    QCOMPARE(text(130'000), std::string("11000:0,1 "));
    counter.count(AttemptOutcome::Reserved, Instant{130'000});
    QCOMPARE(text(130'500), std::string("11000:0,1 130000:1,0 "));
    QCOMPARE(counter.totals()[static_cast<std::size_t>(AttemptOutcome::Reserved)], 3);
    QCOMPARE(counter.totals()[static_cast<std::size_t>(AttemptOutcome::SoldOut)], 1);
}

void TestSeckillTables::quantiles() {
    seckill::OrderLatency latency;
    QVERIFY(!latency.quantile(0.5));
    for (std::int64_t ms = 100; ms >= 1; --ms) {
        latency.add(ms);
    }
    QCOMPARE(latency.quantile(0).value_or(-1), 1.0);
    QCOMPARE(latency.quantile(0.5).value_or(-1), 51.0);
    QCOMPARE(latency.quantile(0.99).value_or(-1), 100.0);
    QCOMPARE(latency.quantile(1).value_or(-1), 100.0);
    for (int i = 0; i < 4'096; ++i) {  // the latest ones
        latency.add(7);
    }
    QCOMPARE(latency.quantile(0).value_or(-1), 7.0);
    QCOMPARE(latency.quantile(1).value_or(-1), 7.0);
}

}  // namespace test_seckill_tables

QTEST_GUILESS_MAIN(test_seckill_tables::TestSeckillTables)
#include "test_seckill_tables.moc"
