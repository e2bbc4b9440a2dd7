// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong in a flash sale: consumers that stop after reading, messages that fail, a keyspace that has lost its
// data or counts wrongly, and what operators do about it. The database has the last word.
#include <QtTest>

#include "engine/base/log.h"
#include "seckill_world.h"

namespace test_seckill_faults {

using namespace evenhand;
using namespace evenhand::test;

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

/// A message that can never become an order.
void spoil(SeckillWorld& world, const std::string& user) {
    (void)world.get(
        world.workspace->core().engine().ask<bool>(world.call, [&](runtime::UnitOfWork& work) -> Result<bool> {
            const auto no = "N" + user;
            EVENHAND_ASSIGN(const auto id, work.keyspace().call({"XADD", world.keys.stream, "*", "user", user, "no", no,
                                                                 "at", "whenever"}));
            EVENHAND_TRY(work.keyspace().call({"HINCRBY", world.keys.live, "stock", "-1"}));
            EVENHAND_TRY(work.keyspace().call({"HSET", world.keys.slots, user, no + " " + id.text}));
            return true;
        }));
}

}  // namespace

class TestSeckillFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }
    void aMissingStockIsAnError();
    void aKeyspaceThatWasLostIsRebuilt();
    void whatOthersHaveReadIsClaimed();
    void operatorsClaimReleaseAcknowledge();
    void aClaimedMessageBeginsAnew();
    void afterTheLastAttempt();
    void theDatabaseHasFewerUnits();
    void aDeadLetterWhoseOrderIsThere();
    void theKeyspaceForgotAUser();
    void slotsOfALongSaleAreLost();
    void aLostSlotOfALongQueueIsFound();
    void partsOfTheKeyspaceAreLost();
    void eachPartOfTheStateIsCompared_data();
    void eachPartOfTheStateIsCompared();
};

void TestSeckillFaults::aMissingStockIsAnError() {
    SeckillWorld world;
    QVERIFY(world.sell(3));
    QVERIFY(!world.bought("ann").empty());
    QVERIFY(world.tamper({"HDEL", world.keys.live, "stock"}));
    const auto refused = world.attempt("bob");
    REFUSED(refused, ErrorCode::Script);
    QCOMPARE(refused.error().field, std::string("activity"));
    QVERIFY2(refused.error().message.find("stock") != std::string::npos, refused.error().message.c_str());
    QVERIFY(!world.verify().empty());
    QVERIFY(!world.board().agrees);
    const auto checked = world.get(world.seckill().check(world.call, world.id()));
    DONE(checked);
    QVERIFY(!checked->agrees() && !checked->stock && !checked->lost);
    QCOMPARE(checked->stockExpected, 2);
    DONE(world.get(world.seckill().repair(world.call, world.id())));
    QCOMPARE(world.board().stock, 2);
    QVERIFY(!world.bought("bob").empty());
    HOLDS(world);
}

void TestSeckillFaults::aKeyspaceThatWasLostIsRebuilt() {
    SeckillWorld world;
    QVERIFY(world.sell(5));
    const auto first = world.bought("ann");
    QVERIFY(!world.bought("bob").empty());
    world.lose();
    REFUSED(world.attempt("cat"), ErrorCode::Script);
    DONE(world.get(world.seckill().start(world.call, world.id())));  // does not invent stock
    REFUSED(world.attempt("cat"), ErrorCode::Script);
    const auto checked = world.get(world.seckill().check(world.call, world.id()));
    DONE(checked);
    QVERIFY(checked->lost);
    QCOMPARE(checked->missingSlots, 2);
    QCOMPARE(checked->repaired, 0);
    const auto repaired = world.get(world.seckill().repair(world.call, world.id()));
    DONE(repaired);
    QCOMPARE(repaired->repaired, 3);
    QVERIFY(world.get(world.seckill().check(world.call, world.id()))->agrees());
    HOLDS(world);
    const auto again = world.attempt("ann");
    QCOMPARE(again->outcome, api::AttemptOutcome::Duplicate);
    QCOMPARE(again->orderNo.str(), first);
    for (const auto* user : {"cat", "dan", "eve"}) {
        QVERIFY(!world.bought(user).empty());
    }
    QCOMPARE(world.outcome("fay"), std::string("sold_out"));
    HOLDS(world);
}

void TestSeckillFaults::whatOthersHaveReadIsClaimed() {
    SeckillWorld world;
    QVERIFY(world.sell(3));
    QVERIFY(!world.bought("ann").empty());
    QVERIFY(readByAnother(world, "bob"));
    QCOMPARE(world.pending().size(), 1U);
    QCOMPARE(world.pending().front().consumer, std::string("gone"));
    QCOMPARE(world.board().pending, 1);
    HOLDS(world);
    world.pass(10 * kSecond);
    QCOMPARE(world.activity().ordered, 1);
    world.pass(60 * kSecond);
    QCOMPARE(world.activity().ordered, 2);
    QCOMPARE(world.row("Nbob").user, UserId("bob"));
    QVERIFY(world.pending().empty());
    HOLDS(world);
}

void TestSeckillFaults::operatorsClaimReleaseAcknowledge() {
    SeckillWorld world;
    QVERIFY(world.sell(4));
    QVERIFY(!world.bought("ann").empty());
    for (const auto* user : {"bob", "cat"}) {
        QVERIFY(readByAnother(world, user));
    }
    const auto rows = world.pending();
    QCOMPARE(rows.size(), 2U);
    QCOMPARE(rows[0].user, UserId("bob"));
    QVERIFY(!rows[0].ordered);
    auto done = world.get(world.seckill().acknowledge(world.call, world.id(), {rows[0].messageId, "nonsense", "1-1"}));
    DONE(done);
    QCOMPARE((*done)[0].error->code, ErrorCode::WrongStatus);
    QCOMPARE((*done)[1].error->code, ErrorCode::NotFound);
    QCOMPARE((*done)[2].error->code, ErrorCode::NotFound);
    done = world.get(world.seckill().release(world.call, world.id(), {rows[0].messageId}));
    QVERIFY(!(*done)[0].error);
    HOLDS(world);
    QCOMPARE(world.board().stock, 2);
    done = world.get(world.seckill().claim(world.call, world.id(), {rows[1].messageId}));
    QVERIFY(!(*done)[0].error);
    QCOMPARE(world.activity().ordered, 2);
    QVERIFY(world.pending().empty());
    QVERIFY(!world.bought("bob").empty());
    HOLDS(world);
    // The order is there, the acknowledgement was lost.
    (void)world.get(
        world.workspace->core().engine().ask<bool>(world.call, [&](runtime::UnitOfWork& work) -> Result<bool> {
            EVENHAND_TRY(
                work.keyspace().call({"XADD", world.keys.stream, "*", "user", "cat", "no", "Ncat", "at", "1"}));
            EVENHAND_TRY(
                work.keyspace().call({"XREADGROUP", "GROUP", "seckill", "gone", "STREAMS", world.keys.stream, ">"}));
            return true;
        }));
    const auto left = world.pending();
    QCOMPARE(left.size(), 1U);
    QVERIFY(left[0].ordered);
    QCOMPARE(world.get(world.seckill().release(world.call, world.id(), {left[0].messageId}))->front().error->code,
             ErrorCode::WrongStatus);
    QCOMPARE(world.board().acknowledged, std::optional<std::int64_t>(4));  // of ann, bob, cat, and bob again
    QVERIFY(!world.get(world.seckill().acknowledge(world.call, world.id(), {left[0].messageId}))->front().error);
    QVERIFY(world.pending().empty());
    QCOMPARE(world.board().acknowledged, std::optional<std::int64_t>(5));
    HOLDS(world);
}

/// Whoever claims a message that keeps failing gives it all its attempts again, also while others fail.
void TestSeckillFaults::aClaimedMessageBeginsAnew() {
    SeckillWorld world;
    QVERIFY(world.sell(3));
    spoil(world, "bob");
    for (int second = 0; second < 300 && world.pending().front().attempts < 7; ++second) {
        world.pass(1'000);
    }
    spoil(world, "cat");
    const auto last = world.pending();
    QCOMPARE(last.size(), 2U);
    QCOMPARE(last[0].user, UserId("bob"));
    QCOMPARE(last[0].attempts, 7);
    QCOMPARE(last[1].attempts, 1);
    const auto done = world.get(world.seckill().claim(world.call, world.id(), {last[0].messageId}));
    DONE(done);
    QVERIFY(!done->front().error);
    const auto anew = world.pending();
    QCOMPARE(anew.size(), 2U);
    QCOMPARE(anew[0].attempts, 1);  // it failed at once
    QVERIFY(anew[0].nextTry && anew[0].nextTry <= last[0].nextTry);
    QCOMPARE(world.board().deadLetters, 0);
    HOLDS(world);
}

void TestSeckillFaults::afterTheLastAttempt() {
    SeckillWorld world;
    QVERIFY(world.sell(2));
    spoil(world, "bob");
    QCOMPARE(world.pending().size(), 1U);
    QCOMPARE(world.pending().front().attempts, 1);
    QVERIFY(world.pending().front().nextTry.has_value());
    const auto waiting = world.get(world.seckill().reservation(world.call, world.id(), UserId("bob")));
    QCOMPARE(waiting->state, api::ReservationState::Retrying);
    QCOMPARE(world.board().stock, 1);
    world.reopen();
    for (int second = 0; second < 300 && world.pending().front().attempts < 7; ++second) {
        world.pass(kSecond);
    }
    QCOMPARE(world.pending().front().attempts, 7);
    int told = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            told += event.kind == api::Event::Kind::SeckillChanged && event.activity == world.id() ? 1 : 0;
        }
    });
    world.pass(5 * kMinute);
    QCOMPARE(told, 1);  // a unit came back: whoever looks at the sale reads it again
    QVERIFY(world.pending().empty());
    QCOMPARE(world.board().stock, 2);
    QCOMPARE(world.board().deadLetters, 1);
    HOLDS(world);
    const auto letters = world.get(world.seckill().deadLetters(world.call, world.id(), 10));
    DONE(letters);
    QCOMPARE(letters->size(), 1U);
    QCOMPARE(letters->front().user, UserId("bob"));
    QCOMPARE(letters->front().attempts, 8);
    QCOMPARE(letters->front().activity, world.id());
    QVERIFY(world.get(world.dispatch().deadLetters(world.call, 10))->empty());
    auto done = world.get(world.seckill().retryLetters(world.call, {letters->front().id, {999}}));
    QVERIFY(!(*done)[0].error);
    QCOMPARE((*done)[1].error->code, ErrorCode::NotFound);
    QCOMPARE(world.activity().ordered, 1);
    QCOMPARE(world.board().deadLetters, 0);
    // The next one: the user got one meanwhile.
    spoil(world, "cat");
    world.pass(5 * kMinute);
    QVERIFY(!world.bought("cat").empty());
    const auto more = world.get(world.seckill().deadLetters(world.call, {}, 10));
    QCOMPARE(more->size(), 1U);
    done = world.get(world.seckill().retryLetters(world.call, {more->front().id}));
    QCOMPARE((*done)[0].error->code, ErrorCode::OutOfStock);
    DONE(world.get(world.seckill().topUp(world.call, world.id(), 1)));
    done = world.get(world.seckill().retryLetters(world.call, {more->front().id}));
    QCOMPARE((*done)[0].error->code, ErrorCode::AlreadyExists);
    QVERIFY(!world.get(world.seckill().dismissLetters(world.call, {more->front().id}))->front().error);
    QCOMPARE(world.board().deadLetters, 0);
    HOLDS(world);
}

void TestSeckillFaults::theDatabaseHasFewerUnits() {
    SeckillWorld world;
    QVERIFY(world.sell(2));
    QVERIFY(world.tamper({"HINCRBY", world.keys.live, "stock", "3"}));
    QVERIFY(world.verify().find("S1") != std::string::npos);
    for (const auto* user : {"ann", "bob", "cat", "dan"}) {
        QCOMPARE(world.outcome(user), std::string("reserved"));
    }
    QCOMPARE(world.activity().ordered, 2);
    QCOMPARE(world.activity().left, 0);
    const auto gone = world.get(world.seckill().reservation(world.call, world.id(), UserId("dan")));
    QCOMPARE(gone->state, api::ReservationState::None);
    QCOMPARE(world.board().stock, 1);  // what was never there does not come back
    DONE(world.get(world.seckill().repair(world.call, world.id())));
    HOLDS(world);
    QCOMPARE(world.outcome("dan"), std::string("sold_out"));
}

/// A message is delivered again after its effect and can no longer be understood: the order keeps its unit and its
/// slot.
void TestSeckillFaults::aDeadLetterWhoseOrderIsThere() {
    SeckillWorld world;
    QVERIFY(world.sell(3));
    const auto no = world.bought("ann");
    QVERIFY(!no.empty());
    (void)world.tamper({"XADD", world.keys.stream, "*", "user", "ann", "no", no, "at", "whenever"});
    world.pass(5 * kMinute);
    QCOMPARE(world.board().deadLetters, 1);
    QCOMPARE(world.board().stock, 2);
    QCOMPARE(world.activity().ordered, 1);
    QCOMPARE(world.outcome("ann"), std::string("duplicate"));
    HOLDS(world);
}

void TestSeckillFaults::theKeyspaceForgotAUser() {
    SeckillWorld world;
    QVERIFY(world.sell(3));
    const auto first = world.bought("ann");
    QVERIFY(world.tamper({"HDEL", world.keys.slots, "ann"}));
    QVERIFY(world.verify().find("S5") != std::string::npos);
    QCOMPARE(world.outcome("ann"), std::string("reserved"));  // the keyspace cannot know
    QCOMPARE(world.activity().ordered, 1);
    const auto again = world.attempt("ann");
    QCOMPARE(again->outcome, api::AttemptOutcome::Duplicate);
    QCOMPARE(again->orderNo.str(), first);
    QCOMPARE(world.board().stock, 2);
    HOLDS(world);
}

/// A sale is compared in slices: of its orders, of its reservations on their way, and of its slots. What was lost, or
/// is left over, behind the first one is found and mended as well.
void TestSeckillFaults::slotsOfALongSaleAreLost() {
    constexpr std::int64_t kBuyers = 600;
    SeckillWorld world;
    QVERIFY(world.product("tea", 2 * kBuyers + 1));
    QVERIFY(world.sell(2 * kBuyers + 1));
    std::vector<api::Answer<api::AttemptAnswer>> answers;
    for (std::int64_t i = 0; i < kBuyers; ++i) {
        answers.push_back(world.seckill().attempt(world.call, {world.id(), UserId("u" + std::to_string(i))}));
    }
    world.workspace->runUntilIdle();
    QCOMPARE(world.activity().ordered, kBuyers);
    for (std::int64_t i = 0; i < kBuyers; ++i) {
        QVERIFY(readByAnother(world, "r" + std::to_string(i)));
    }
    const auto check = [&] { return world.get(world.seckill().check(world.call, world.id())); };
    const auto repair = [&] { return world.get(world.seckill().repair(world.call, world.id())); };
    QVERIFY(world.tamper({"DEL", world.keys.slots}));
    const auto lost = check();
    DONE(lost);
    QCOMPARE(lost->liveOrders, kBuyers);
    QCOMPARE(lost->messages, kBuyers);
    QCOMPARE(lost->missingSlots, 2 * kBuyers);
    const auto putBack = repair();
    DONE(putBack);
    QCOMPARE(putBack->repaired, 2 * kBuyers);
    QVERIFY(check()->agrees());
    QCOMPARE(world.outcome("u" + std::to_string(kBuyers - 1)), std::string("duplicate"));
    QCOMPARE(world.outcome("r" + std::to_string(kBuyers - 1)), std::string("duplicate"));
    for (std::int64_t i = 0; i < kBuyers; ++i) {
        QVERIFY(world.tamper({"HSET", world.keys.slots, "n" + std::to_string(i), "X 1-1"}));
    }
    const auto stranded = check();
    DONE(stranded);
    QCOMPARE(stranded->strandedSlots, kBuyers);
    const auto removed = repair();
    DONE(removed);
    QCOMPARE(removed->repaired, kBuyers);
    QVERIFY(check()->agrees());
    HOLDS(world);
}

/// More reservations on their way than are read at once, and the very last of them has no slot.
void TestSeckillFaults::aLostSlotOfALongQueueIsFound() {
    constexpr std::int64_t kWaiting = 1'001;
    SeckillWorld world;
    QVERIFY(world.product("tea", kWaiting));
    QVERIFY(world.sell(kWaiting));
    for (std::int64_t i = 0; i < kWaiting; ++i) {
        QVERIFY(readByAnother(world, "r" + std::to_string(i)));
    }
    HOLDS(world);
    const auto last = "r" + std::to_string(kWaiting - 1);
    QVERIFY(world.tamper({"HDEL", world.keys.slots, last}));
    const auto problem = world.verify();
    QVERIFY2(problem.find("the reservation N" + last + " of user " + last + " has no slot") != std::string::npos,
             problem.c_str());
}

void TestSeckillFaults::partsOfTheKeyspaceAreLost() {
    SeckillWorld world;
    QVERIFY(world.sell(6));
    for (const auto* user : {"ann", "bob", "cat"}) {
        QVERIFY(!world.bought(user).empty());
    }
    QVERIFY(readByAnother(world, "dan"));
    QVERIFY(world.tamper({"HDEL", world.keys.slots, "ann"}));
    QVERIFY(world.tamper({"HDEL", world.keys.slots, "dan"}));
    QVERIFY(world.tamper({"HSET", world.keys.slots, "nobody", "X 1-1"}));
    (void)world.tamper({"HSET", world.keys.live, "state", "stopped"});
    const auto checked = world.get(world.seckill().check(world.call, world.id()));
    DONE(checked);
    QCOMPARE(checked->missingSlots, 2);
    QCOMPARE(checked->strandedSlots, 1);
    QVERIFY(checked->stateDiffers);
    QCOMPARE(checked->messages, 1);
    QCOMPARE(checked->liveOrders, 3);
    const auto repaired = world.get(world.seckill().repair(world.call, world.id()));
    DONE(repaired);
    QCOMPARE(repaired->repaired, 4);
    HOLDS(world);
    world.pass(2 * kMinute);
    QCOMPARE(world.activity().ordered, 4);
    HOLDS(world);
}

void TestSeckillFaults::eachPartOfTheStateIsCompared_data() {
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("state") << QByteArray("state") << QByteArray("stopped");
    QTest::newRow("begin") << QByteArray("begin") << QByteArray("1");
    QTest::newRow("end") << QByteArray("end") << QByteArray("9999999999999");
}
void TestSeckillFaults::eachPartOfTheStateIsCompared() {
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, value);
    SeckillWorld world;
    QVERIFY(world.sell(6));
    const auto before = world.get(world.seckill().check(world.call, world.id()));
    QVERIFY(before && !before->stateDiffers);
    (void)world.tamper({"HSET", world.keys.live, field.toStdString(), value.toStdString()});
    const auto checked = world.get(world.seckill().check(world.call, world.id()));
    QVERIFY(checked && checked->stateDiffers);
    const auto repaired = world.get(world.seckill().repair(world.call, world.id()));
    DONE(repaired);
    QCOMPARE(repaired->repaired, 1);
    const auto after = world.get(world.seckill().check(world.call, world.id()));
    QVERIFY(after && !after->stateDiffers);
    HOLDS(world);
}

}  // namespace test_seckill_faults

QTEST_GUILESS_MAIN(test_seckill_faults::TestSeckillFaults)
#include "test_seckill_faults.moc"
