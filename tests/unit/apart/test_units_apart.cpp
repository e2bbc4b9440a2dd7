// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule that steps on the keyspace and writes rows, where these commit apart: its unit fails at every step and
// every statement in turn, before it and after it, at the commit and behind it, and so does its process. What the unit
// has registered takes its steps back at once; what a process has left is found by whoever asks again, redelivery,
// recovery or comparison. Then every invariant holds.
#include <QtTest>

#include "apart_world.h"
#include "engine/dispatch/loads.h"
#include "engine/dispatch/take_job.h"
#include "engine/returns/rules.h"
#include "engine/store/records/dead_letter_store.h"
#include "tests/support/expect.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_units_apart {

using namespace evenhand;
using test::ApartWorld;

namespace {

/// A rule, as one unit.
struct Act {
    const char* name;
    bool (*prepare)(ApartWorld& world);
    bool (*run)(ApartWorld& world);    ///< true: it was kept
    bool (*again)(ApartWorld& world);  ///< what whoever asked, or a redelivery, does then; false: it must not fail
    /// Steps that stay although the unit fails, for doing them is right in any case.
    bool keepsSteps = false;
};

bool deliver(ApartWorld& world) { return world.deliver(world.queue.front()); }

// --- couriers ---------------------------------------------------------------------------------------------

bool paid(ApartWorld& world, api::DispatchMode mode, std::int64_t limit = 0) {
    api::CampusPolicy policy;
    policy.mode = mode;
    policy.loadLimit = limit;
    return world.open(policy) && world.buy("A1");
}

bool roomForTheNext(ApartWorld& world) {
    using Kind = api::CourierReport::Kind;
    return paid(world, api::DispatchMode::Strong, 1) && world.buy("A2") && world.buy("A3") && world.deliverAll() &&
           world.courierOf("A3").empty() && world.report(Kind::PickedUp, "A1", world.courierOf("A1"), 1) &&
           world.report(Kind::Delivered, "A1", world.courierOf("A1"), 1);
}

/// A1 had been taken for by a process that died; A2 waits for that room.
bool roomTakenForNothing(ApartWorld& world) {
    api::CampusPolicy policy;
    policy.loadLimit = 1;
    if (!world.open(policy) || !world.duty("b", false) || !world.deliverAll() || !world.buy("A1")) {
        return false;
    }
    world.failCommit = true;
    const bool done = world.deliver(world.queue.front());
    world.failCommit = false;
    const bool waits = !done && world.buy("A2") && world.deliver(world.queue.back()) && world.courierOf("A2").empty();
    world.queue.clear();  // so that only closing it can tell of the room
    return waits;
}

bool assigned(ApartWorld& world) { return paid(world, api::DispatchMode::Strong) && world.deliverAll(); }

bool reassigned(ApartWorld& world) { return world.reassign("A1").has_value(); }
bool reassignedAgain(ApartWorld& world) {
    return (world.number("SELECT epoch FROM orders WHERE order_no = 'A1'") > 1 || reassigned(world)) &&
           world.deliverAll();
}

bool isClosed(ApartWorld& world) {
    return world.number("SELECT COUNT(*) FROM orders WHERE order_no = 'A1' AND status = 'CLOSED'") == 1;
}
bool closed(ApartWorld& world) { return world.close("A1").has_value(); }
bool closedAgain(ApartWorld& world) { return isClosed(world) || closed(world); }

/// Two with different weights, and one who is not on duty.
bool crew(ApartWorld& world) {
    return world.open() && world.couriers({"c"}, false) && world.buy("A1") && world.buy("A2") && world.buy("A3") &&
           world.deliverAll();
}
bool cameOn(ApartWorld& world) { return world.duty("c", true).has_value(); }
bool wentOff(ApartWorld& world) { return world.duty("a", false).has_value(); }
bool hired(ApartWorld& world) { return world.couriers({"x", "y"}).has_value(); }

bool drifted(ApartWorld& world) {
    return assigned(world) && world.keyspace().call({"ZINCRBY", world.keys().weights(), "7", "a"});
}
bool calibrated(ApartWorld& world) { return world.calibrate().has_value(); }

/// Both seem to have an order each too many, and one waits for room.
bool miscounted(ApartWorld& world) {
    api::CampusPolicy policy;
    policy.loadLimit = 1;
    return world.open(policy) && world.keyspace().call({"HINCRBY", world.keys().inHand(), "a", "1"}) &&
           world.keyspace().call({"HINCRBY", world.keys().inHand(), "b", "1"}) && world.buy("A1") &&
           world.deliverAll() && world.courierOf("A1").empty();
}
bool recounted(ApartWorld& world) { return world.recount().has_value(); }

bool taken(ApartWorld& world) {
    return world
        .run<void>([&](auto& work) -> Result<void> {
            std::vector<Result<CourierId>> answers;
            dispatch::TakeJob job(world.call, {{world.campus, OrderNo("X1"), 1}},
                                  [&](std::vector<Result<CourierId>> results) { answers = std::move(results); });
            const bool kept = job.run(0, work);
            job.resolve();
            return kept ? Result<void>() : tl::unexpected<Error>(answers.front().error());
        })
        .has_value();
}

// --- orders and their timers ------------------------------------------------------------------------------

bool stocked(ApartWorld& world) { return world.open(); }
bool placed(ApartWorld& world) { return world.place(world.request("A1")).has_value(); }
bool placedBefore(ApartWorld& world) { return world.open() && placed(world); }
bool payed(ApartWorld& world) { return world.pay("A1").has_value(); }
bool payedAgain(ApartWorld& world) { return payed(world) && world.deliverAll(); }

bool claimed(ApartWorld& world) {
    if (!placedBefore(world)) {
        return false;
    }
    world.now = world.now.plusMs(api::TimerPolicy{}.unpaidMs);
    world.clock.set(world.now);
    return world.timerUnit() && world.timerUnit();  // looks, claims
}
bool fired(ApartWorld& world) { return world.timerUnit(); }
/// A new process, once the lease has ended.
bool firedAgain(ApartWorld& world) {
    world.now = world.now.plusMs(60'000);
    world.clock.set(world.now);
    world.timerState.queueStale = true;
    world.queueSource = std::make_unique<timers::QueueSource>(world.keyspace(), world.clock, world.timerState);
    for (int i = 0; i < 20; ++i) {
        const auto due = world.queueSource->nextDue();
        if (!due || *due > world.now) {
            return isClosed(world);
        }
        if (!world.timerUnit()) {
            return false;
        }
    }
    return false;
}

// --- flash sales ------------------------------------------------------------------------------------------

bool onSale(ApartWorld& world) { return world.open() && world.openSale(5); }
bool reserved(ApartWorld& world) { return world.attempt("ann").has_value(); }
bool reservedByKey(ApartWorld& world) { return world.attempt("ann", "key-1").has_value(); }

bool onItsWay(ApartWorld& world) { return onSale(world) && reserved(world) && world.saleMessages().size() == 1; }
bool ordered(ApartWorld& world) {
    const auto messages = world.saleMessages();
    return !messages.empty() && world.makeOrder(messages.front());
}
bool orderedAgain(ApartWorld& world) { return world.makeOrders(); }

/// The keyspace has forgotten that the user has an order.
bool reservedTwice(ApartWorld& world) {
    return onItsWay(world) && world.makeOrders() && world.keyspace().call({"HDEL", world.saleKeys.slots, "ann"}) &&
           reserved(world) && world.saleMessages().size() == 1;
}

bool givenUp(ApartWorld& world) {
    const auto messages = world.saleMessages();
    const Error reason{ErrorCode::Storage, "no luck", {}, {}};
    return !messages.empty() &&
           world.asSystem([&](auto& work) { return world.maker.onDead(work, messages.front(), reason); }) &&
           seckill::dropMessage(world.keyspace(), world.saleKeys, messages.front().id);
}
bool givenUpAgain(ApartWorld& world) { return world.saleMessages().empty() || givenUp(world); }

bool releasedByHand(ApartWorld& world) {
    const auto messages = world.saleMessages();
    return !messages.empty() && world.run<void>([&](auto& work) {
        return seckill::releaseMessage(work, *world.sales, world.sale, messages.front().id);
    });
}
bool releasedAgain(ApartWorld& world) { return world.saleMessages().empty() || releasedByHand(world); }

bool withLetter(ApartWorld& world) {
    return onSale(world) && world.asSystem([&](auto& work) -> Result<void> {
        const store::deadLetters::Fields fields{{"user", "ann"}, {"no", "N1"}, {"at", "1"}};
        store::deadLetters::NewLetter letter;
        letter.topic = world.saleKeys.topic;
        letter.messageId = "1-1";
        letter.fields = fields;
        letter.orderNo = "N1";
        letter.reason = "no luck";
        letter.attempts = 8;
        letter.at = work.now();
        return store::deadLetters::insert(work.database(), letter);
    });
}
Result<void> retryLetter(ApartWorld& world) {
    const DeadLetterId letter{world.number("SELECT COALESCE(MAX(letter_id), 0) FROM dead_letter")};
    return world.run<void>([&](auto& work) { return seckill::retryLetter(work, *world.sales, letter); });
}
bool retried(ApartWorld& world) { return retryLetter(world).has_value(); }
/// It was, or the user has a reservation by now: of the attempt whose answer was lost.
bool retriedAgain(ApartWorld& world) {
    const auto done = retryLetter(world);
    return done || done.error().code == ErrorCode::Conflict || done.error().code == ErrorCode::NotFound ||
           done.error().code == ErrorCode::AlreadyExists;
}

bool soldAndClosable(ApartWorld& world) { return onItsWay(world) && world.makeOrders(); }
bool closedSale(ApartWorld& world) {
    const auto slot = seckill::slotOf(world.keyspace(), world.saleKeys, "ann");
    return slot && *slot && world.close((*slot)->orderNo).has_value();
}
bool closedSaleAgain(ApartWorld& world) {
    return world.number("SELECT COUNT(*) FROM orders WHERE status = 'CLOSED'") == 1 || closedSale(world);
}

// --- campaigns --------------------------------------------------------------------------------------------

bool campaign(ApartWorld& world, std::int64_t places = 60, std::int64_t countLimit = 3) {
    auto made = world.settings(places * 500, places, 2);
    made.countLimit = countLimit;
    return world.open() && world.start(made);
}
bool running(ApartWorld& world) { return campaign(world); }
bool withCompensation(ApartWorld& world) { return campaign(world) && !world.draw("eve", 1, 1)->refusal; }
bool atTheLimit(ApartWorld& world) { return campaign(world, 60, 1) && !world.draw("ann", 1)->refusal; }
bool exhausted(ApartWorld& world) {
    return campaign(world, 2) && !world.draw("eve", 1)->refusal && !world.draw("bob", 2)->refusal;
}
bool drawn(ApartWorld& world) { return world.draw("ann", 7).has_value(); }
bool drawnCapped(ApartWorld& world) { return world.draw("ann", 7, 2).has_value(); }
bool placedWithDraw(ApartWorld& world) { return world.placeWith("A1", 7, 1'500, "ann").has_value(); }
bool soldWithDraw(ApartWorld& world) { return campaign(world) && placedWithDraw(world); }

const Act kActs[] = {
    {"an order gets its courier", [](ApartWorld& world) { return paid(world, api::DispatchMode::Strong); }, deliver,
     [](ApartWorld& world) { return world.deliverAll(); }},
    {"an order gets its courier, soft", [](ApartWorld& world) { return paid(world, api::DispatchMode::Soft); }, deliver,
     [](ApartWorld& world) { return world.deliverAll(); }},
    {"room goes to the order that waits", roomForTheNext, deliver,
     [](ApartWorld& world) { return world.deliverAll(); }},
    {"closed, with a take of nobody's", roomTakenForNothing, closed, closedAgain, true},
    {"reassigned", assigned, reassigned, reassignedAgain},
    {"closed, with its courier", assigned, closed, closedAgain},
    {"comes on duty", crew, cameOn, cameOn},
    {"goes off duty", crew, wentOff, wentOff},
    {"new couriers", crew, hired, hired},
    {"weights calibrated", drifted, calibrated, calibrated},
    {"orders in hand recounted", miscounted, recounted, recounted},
    {"a courier for somebody else's order", [](ApartWorld& world) { return world.open(); }, taken, taken},
    {"placed", stocked, placed, placed},
    {"paid", placedBefore, payed, payedAgain},
    {"closed by its timer", claimed, fired, firedAgain},
    {"reserved", onSale, reserved, reserved},
    {"reserved by a key", onSale, reservedByKey, reservedByKey},
    {"a reservation becomes an order", onItsWay, ordered, orderedAgain},
    {"a reservation of somebody who has one", reservedTwice, ordered, orderedAgain},
    {"a reservation given up", onItsWay, givenUp, givenUpAgain},
    {"a reservation released by hand", onItsWay, releasedByHand, releasedAgain},
    {"a dead letter tried again", withLetter, retried, retriedAgain},
    {"closed order of a sale", soldAndClosable, closedSale, closedSaleAgain},
    {"drawn whole", running, drawn, drawn},
    {"drawn with compensation", withCompensation, drawn, drawn},
    // What was cut off has gone to the compensation, where the next draw may have found it: it stays there.
    {"drawn and capped", withCompensation, drawnCapped, drawnCapped, true},
    {"drawn over the limit", atTheLimit, drawn, drawn},
    {"drawn from empty queues", exhausted, drawn, drawn},
    {"placed with a draw", running, placedWithDraw, placedWithDraw},
    {"closed with a draw", soldWithDraw, closed, closedAgain},
};

enum class At : std::uint8_t { BeforeStep, AfterStep, BeforeStatement, AfterStatement, Commit, BehindCommit };

/// Whether each place of this kind has a number.
bool isNumbered(At at) { return at != At::Commit && at != At::BehindCommit; }

void arm(ApartWorld& world, At at, int number) {
    switch (at) {
        case At::BeforeStep: world.failKeyspaceBefore = number; break;
        case At::AfterStep: world.failKeyspaceAfter = number; break;
        case At::BeforeStatement: world.failStatementBefore = number; break;
        case At::AfterStatement: world.failStatementAfter = number; break;
        case At::Commit: world.failCommit = true; break;
        case At::BehindCommit: world.loseAcknowledge = true; break;
    }
}

void disarm(ApartWorld& world) {
    world.clearFaults();
    world.failStatementBefore.reset();
    world.failStatementAfter.reset();
    world.undoSteps.reset();
    world.survives = world.holdUndo = false;
}

}  // namespace

class TestUnitsApart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fails_data() { addActs(); }
    /// The unit alone: its steps are taken back at once, and whoever asks again gets what a clean run has given.
    void fails() { sweep(true); }

    void dies_data() { addActs(); }
    /// The process: nothing is taken back.
    void dies() { sweep(false); }

    void diesTakingBack_data() { addActs(); }
    /// The unit fails, and then the process dies between two steps that take back.
    void diesTakingBack();

    void aTakeThatWasFoundIsNotTakenBack_data();
    void aTakeThatWasFoundIsNotTakenBack();
    void aReservationThatWasReadIsNotTakenBack();
    void aDrawThatWasFoundIsNotTakenBack();
    void dutyIsFollowedAtAStart();
    void whatTheSystemDoesIsTakenBackToo();
    void whereBothCommitAsOneNothingIsMade();

private:
    void addActs();
    void sweep(bool survives);
    /// Asked again, settled and looked at; empty: as it has to be.
    static std::string comesRight(const Act& act, ApartWorld& world);
};

void TestUnitsApart::addActs() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < std::size(kActs); ++i) {
        QTest::newRow(kActs[i].name) << static_cast<int>(i);
    }
}

std::string TestUnitsApart::comesRight(const Act& act, ApartWorld& world) {
    const bool lost = world.kept();  // durable, and what comes behind it perhaps not done
    if (!act.again(world) || !world.settle()) {
        return "what is done again fails";
    }
    if (lost && !world.compareAll()) {
        return "what compares fails";
    }
    return world.problem();
}

void TestUnitsApart::sweep(bool survives) {
    QFETCH(int, index);
    const auto& act = kActs[index];
    ApartWorld clean;
    QVERIFY(act.prepare(clean));
    QVERIFY(act.run(clean));
    QVERIFY(act.again(clean));
    QVERIFY(clean.settle());
    QCOMPARE(QString::fromStdString(clean.problem()), QString());
    const auto expected = clean.outcome();
    // On a server a world takes long to make, and the places are the same: some of them.
    const bool some = testing::onMariadb();
    int faults = 0;
    for (const auto at :
         {At::BeforeStep, At::AfterStep, At::BeforeStatement, At::AfterStatement, At::Commit, At::BehindCommit}) {
        const bool statement = at == At::BeforeStatement || at == At::AfterStatement;
        if (!survives && at == At::AfterStatement) {
            continue;  // as before the next one
        }
        for (int number = 1;; number += !some ? 1 : statement ? 7 : 2) {
            QVERIFY2(number < 500, "there is no end of it");
            ApartWorld world;
            QVERIFY(act.prepare(world));
            const auto before = world.held();
            arm(world, at, number);
            world.survives = survives;
            const bool done = act.run(world);
            disarm(world);
            if (done) {
                QVERIFY(isNumbered(at));
                break;
            }
            ++faults;
            const auto where =
                QStringLiteral("%1, %2 of %3: ").arg(QLatin1String(act.name)).arg(number).arg(static_cast<int>(at));
            const bool undone = survives && (statement || at == At::Commit) && !world.kept();
            if (undone && !act.keepsSteps) {
                QCOMPARE(where + QString::fromStdString(world.held()), where + QString::fromStdString(before));
            }
            QCOMPARE(where + QString::fromStdString(comesRight(act, world)), where);
            if (undone) {
                QCOMPARE(where + QString::fromStdString(world.outcome()), where + QString::fromStdString(expected));
            }
            if (!isNumbered(at)) {
                break;
            }
        }
    }
    QVERIFY(faults >= 2);
}

void TestUnitsApart::diesTakingBack() {
    QFETCH(int, index);
    const auto& act = kActs[index];
    for (int steps = 0;; ++steps) {
        QVERIFY2(steps < 20, "there is no end of it");
        ApartWorld world;
        QVERIFY(act.prepare(world));
        world.failCommit = world.survives = true;
        world.undoSteps = steps;
        QVERIFY(!act.run(world));
        const bool died = world.processDied();
        disarm(world);
        QCOMPARE(QString::fromStdString(comesRight(act, world)), QString());
        if (!died) {
            return;  // all of it was done
        }
    }
}

void TestUnitsApart::aTakeThatWasFoundIsNotTakenBack_data() {
    QTest::addColumn<bool>("soft");
    QTest::addColumn<bool>("forgotten");
    for (const bool soft : {false, true}) {
        for (const bool forgotten : {false, true}) {
            QTest::addRow("%s, %s", soft ? "soft" : "strong", forgotten ? "forgotten" : "not forgotten yet")
                << soft << forgotten;
        }
    }
}

/// The unit that took has failed, and what takes that back is held up; meanwhile its message has come again.
void TestUnitsApart::aTakeThatWasFoundIsNotTakenBack() {
    QFETCH(bool, soft);
    QFETCH(bool, forgotten);
    ApartWorld world;
    QVERIFY(paid(world, soft ? api::DispatchMode::Soft : api::DispatchMode::Strong));
    world.failCommit = world.survives = world.holdUndo = true;
    QVERIFY(!deliver(world));
    disarm(world);
    QCOMPARE(world.logEntries(), std::size_t{1});
    world.loseAcknowledge = !forgotten;  // its row is there, and its log entry perhaps still
    QCOMPARE(deliver(world), forgotten);
    disarm(world);
    const auto courier = world.courierOf("A1");
    QVERIFY(!courier.empty());
    world.undoLate();
    QVERIFY(world.settle());
    QCOMPARE(world.weight(courier.c_str()), 9990);
    QVERIFY(world.weightsAgree() && world.loadsAgree());
    QVERIFY(forgotten || world.compareAll());  // its timers
    QCOMPARE(QString::fromStdString(world.problem()), QString());
}

/// Once a consumer has it, it becomes an order.
void TestUnitsApart::aReservationThatWasReadIsNotTakenBack() {
    for (const bool made : {false, true}) {
        ApartWorld world;
        QVERIFY(onSale(world));
        world.failCommit = world.survives = world.holdUndo = true;
        QVERIFY(!reserved(world));
        disarm(world);
        QCOMPARE(world.saleMessages().size(), std::size_t{1});
        QVERIFY(!made || world.makeOrders());
        world.undoLate();
        QVERIFY(world.settle());
        QCOMPARE(world.number("SELECT COUNT(*) FROM orders WHERE live = 1"), 1);
        QCOMPARE(QString::fromStdString(world.problem()), QString());
    }
}

void TestUnitsApart::aDrawThatWasFoundIsNotTakenBack() {
    for (const bool closedToo : {false, true}) {
        ApartWorld world;
        QVERIFY(running(world));
        world.failCommit = world.survives = world.holdUndo = true;
        QVERIFY(!drawn(world));
        disarm(world);
        world.loseAcknowledge = !closedToo;  // its row is there, and its records perhaps still
        QCOMPARE(drawn(world), closedToo);
        disarm(world);
        world.undoLate();
        QVERIFY(world.settle());
        const auto answer = world.draw("ann", 7);
        DONE(answer);
        QVERIFY(answer->repeated && !answer->refusal && answer->amount.minor > 0);
        QCOMPARE(world.missing(), 0);
        QCOMPARE(QString::fromStdString(world.problem()), QString());
    }
}

/// Whoever came on duty, or was added, and had no step on the keyspace any more.
void TestUnitsApart::dutyIsFollowedAtAStart() {
    ApartWorld world;
    QVERIFY(crew(world));
    world.loseAcknowledge = true;
    QVERIFY(!cameOn(world));
    QVERIFY(!wentOff(world));
    QVERIFY(!hired(world));
    disarm(world);
    world.queue.clear();  // no wake tells of it
    QVERIFY(!world.problem().empty());
    dispatch::RecountSource source;
    QVERIFY(world.asSystem([&](auto& work) { return source.runDue(work); }));
    QCOMPARE(QString::fromStdString(world.problem()), QString());
    QVERIFY(world.asSystem([&](auto& work) { return source.runDue(work); }));
    QCOMPARE(QString::fromStdString(world.problem()), QString());
}

void TestUnitsApart::whatTheSystemDoesIsTakenBackToo() {
    ApartWorld world;
    REFUSED(world.run<void>([](auto& work) -> Result<void> {
        returns::AsSystem system(work);
        EVENHAND_TRY(system.keyspace().call({"SET", "step", "1"}));
        system.undoWith([] {
            return [](keyspace::Keyspace& keyspace) -> Result<void> {
                EVENHAND_TRY(keyspace.call({"DEL", "step"}));
                return {};
            };
        });
        return fail(ErrorCode::Conflict, "the order was changed meanwhile");
    }),
            ErrorCode::Conflict);
    QCOMPARE(world.keyspace().call({"EXISTS", "step"})->integer, 0);
}

void TestUnitsApart::whereBothCommitAsOneNothingIsMade() {
    test::RuleBench bench(test::RuleBench::Deployment::OneCommit);
    bool made = false;
    REFUSED(bench.run<void>([&](auto& work) -> Result<void> {
        EVENHAND_TRY(work.keyspace().call({"SET", "step", "1"}));
        work.undoWith([&] {
            made = true;
            return [](keyspace::Keyspace&) { return Result<void>(); };
        });
        return fail(ErrorCode::Conflict, "the order was changed meanwhile");
    }),
            ErrorCode::Conflict);
    QVERIFY(!made);
    QCOMPARE(bench.keyspace().call({"EXISTS", "step"})->integer, 0);
}

}  // namespace test_units_apart

QTEST_GUILESS_MAIN(test_units_apart::TestUnitsApart)
#include "test_units_apart.moc"
