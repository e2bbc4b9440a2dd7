// SPDX-License-Identifier: GPL-3.0-or-later
// Locks with a lease: who has one, until when, and what becomes of it when its unit ends in each way.
#include <QtTest>

#include "engine/locks/held_locks.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_bench.h"

namespace test_locks {

using namespace evenhand;
using locks::HeldLocks;
using test::RuleBench;
using Deployment = RuleBench::Deployment;
using runtime::UnitOfWork;

namespace {

constexpr std::int64_t kLeaseMs = 9'000;
const locks::LockKeys kKeys{"{sale}:lock:ann", "{sale}:fence"};
const locks::LockKeys kOther{"{sale}:lock:bob", "{sale}:fence"};

struct World {
    RuleBench bench{Deployment::Apart};
    HeldLocks one{"one", kLeaseMs};
    HeldLocks two{"two", kLeaseMs};

    /// A unit that only takes a lock.
    Result<std::int64_t> take(HeldLocks& locks, const locks::LockKeys& keys = kKeys) {
        return bench.run<std::int64_t>([&](UnitOfWork& work) { return locks.take(work, keys); });
    }
    /// Who has it; empty: nobody.
    std::string holder(const locks::LockKeys& keys = kKeys) {
        const auto reply = bench.keyspace().call({"HGET", keys.lock, "holder"});
        return reply ? reply->text : "?";
    }
    std::int64_t left() {
        const auto reply = bench.keyspace().call({"PTTL", kKeys.lock});
        return reply ? reply->integer : -3;
    }
};

}  // namespace

class TestLocks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whereUnitsDoNotInterleaveThereIsNone() {
        RuleBench bench(Deployment::OneCommit);
        HeldLocks locks("one", kLeaseMs);
        const auto fence = bench.run<std::int64_t>([&](UnitOfWork& work) { return locks.take(work, kKeys); });
        DONE(fence);
        QCOMPARE(*fence, 0);
        QCOMPARE(bench.keyspaceSteps(), 0);
        QCOMPARE(locks.size(), std::size_t{0});
    }

    void oneAtATime() {
        World world;
        const auto first = locks::take(world.bench.keyspace(), kKeys, "one", kLeaseMs, world.bench.now);
        DONE(first);
        QCOMPARE(first->holder, std::string("one"));
        QCOMPARE(first->leaseMs, kLeaseMs);
        const auto refused = locks::take(world.bench.keyspace(), kKeys, "two", kLeaseMs, world.bench.now);
        REFUSED_FIELD(refused, ErrorCode::Busy, "holder");
        QCOMPARE(refused.error().value, std::string("one"));
        DONE(locks::take(world.bench.keyspace(), kOther, "two", kLeaseMs, world.bench.now));
        const auto again = locks::take(world.bench.keyspace(), kKeys, "one", kLeaseMs, world.bench.now);
        DONE(again);
        QVERIFY(again->fence > first->fence);
        // The former grant is none any more.
        REFUSED_FIELD(locks::renew(world.bench.keyspace(), kKeys, *first), ErrorCode::Conflict, "holder");
        QCOMPARE(*locks::release(world.bench.keyspace(), kKeys, *first), false);
        DONE(locks::renew(world.bench.keyspace(), kKeys, *again));
        QCOMPARE(*locks::release(world.bench.keyspace(), kKeys, *again), true);
        QCOMPARE(world.holder(), std::string());
        QCOMPARE(world.holder(kOther), std::string("two"));
    }

    void untilTheCommit() {
        World world;
        std::string during;
        Result<std::int64_t> other = std::int64_t{0};
        const auto fence = world.bench.run<std::int64_t>([&](UnitOfWork& work) -> Result<std::int64_t> {
            EVENHAND_ASSIGN(const auto taken, world.one.take(work, kKeys));
            during = world.holder();
            other = world.two.take(work, kKeys);
            return taken;
        });
        DONE(fence);
        QCOMPARE(during, std::string("one"));
        REFUSED(other, ErrorCode::Busy);
        QCOMPARE(world.holder(), std::string());
        QCOMPARE(world.one.size(), std::size_t{0});
        const auto next = world.take(world.two);
        DONE(next);
        QVERIFY(*next > *fence);
    }

    void aUnitThatFailsGivesItBack() {
        World world;
        REFUSED(world.bench.run<void>([&](UnitOfWork& work) -> Result<void> {
            EVENHAND_TRY(world.one.take(work, kKeys));
            return fail(ErrorCode::Conflict, "the order was changed meanwhile");
        }),
                ErrorCode::Conflict);
        QCOMPARE(world.holder(), std::string());
        QCOMPARE(world.bench.undone(), 1);
        QCOMPARE(world.one.size(), std::size_t{0});
        world.bench.failCommit = world.bench.survives = true;
        REFUSED(world.take(world.one), ErrorCode::Storage);
        QCOMPARE(world.holder(), std::string());
    }

    void aHolderThatDiesKeepsItForItsLease() {
        World world;
        world.bench.failCommit = true;
        REFUSED(world.take(world.one), ErrorCode::Storage);
        world.bench.failCommit = false;
        QCOMPARE(world.holder(), std::string("one"));
        const auto before = world.bench.now.ms;  // no value is less than the instant of its grant
        world.bench.now = world.bench.now.plusMs(kLeaseMs - 1);
        REFUSED(world.take(world.two), ErrorCode::Busy);
        world.bench.now = world.bench.now.plusMs(1);
        const auto next = world.take(world.two);
        DONE(next);
        QVERIFY(*next > before);
        // Whoever does not know how its units have ended holds on to nothing.
        QCOMPARE(world.one.size(), std::size_t{1});
        DONE(world.one.renewDue(world.bench.keyspace(), world.bench.now));
        QCOMPARE(world.one.size(), std::size_t{0});
    }

    void takenUpAgainByTheSameHolder() {
        World world;
        world.bench.failCommit = true;
        REFUSED(world.take(world.one), ErrorCode::Storage);
        world.bench.failCommit = false;
        DONE(world.take(world.one));
        QCOMPARE(world.holder(), std::string());
    }

    void twiceInOneUnit() {
        World world;
        int steps = 0;
        std::string between;
        const auto same = world.bench.run<bool>([&](UnitOfWork& work) -> Result<bool> {
            EVENHAND_ASSIGN(const auto first, world.one.take(work, kKeys));
            EVENHAND_ASSIGN(const auto second, world.one.take(work, kKeys));
            steps = world.bench.keyspaceSteps();
            EVENHAND_TRY(work.afterCommit([&](keyspace::Keyspace&) -> Result<void> {
                between = world.holder();
                return {};
            }));
            EVENHAND_TRY(world.one.take(work, kKeys));
            return first == second;
        });
        DONE(same);
        QVERIFY(*same);
        QCOMPARE(steps, 1);                     // one script for both
        QCOMPARE(between, std::string("one"));  // the last of the three gives it back
        QCOMPARE(world.holder(), std::string());
    }

    void renewedAtAThirdOfItsLease() {
        World world;
        std::int64_t before = 0;
        std::int64_t after = 0;
        DONE(world.bench.run<void>([&](UnitOfWork& work) -> Result<void> {
            EVENHAND_TRY(world.one.take(work, kKeys));
            auto& keyspace = world.bench.keyspace();
            keyspace.setNow(work.now().plusMs(kLeaseMs / 3));
            EVENHAND_TRY(world.one.renewDue(work.keyspace(), work.now().plusMs(kLeaseMs / 3 - 1)));
            before = world.left();
            EVENHAND_TRY(world.one.renewDue(work.keyspace(), work.now().plusMs(kLeaseMs / 3)));
            after = world.left();
            return {};
        }));
        QCOMPARE(before, kLeaseMs - kLeaseMs / 3);
        QCOMPARE(after, kLeaseMs);
    }

    /// What a later unit of the batch takes renews what the former ones have.
    void renewedByTheNextUnit() {
        World world;
        std::int64_t after = 0;
        DONE(world.bench.run<void>([&](UnitOfWork& work) -> Result<void> {
            EVENHAND_TRY(world.one.take(work, kKeys));
            world.bench.now = work.now().plusMs(kLeaseMs / 2);
            world.bench.keyspace().setNow(world.bench.now);
            EVENHAND_TRY(world.one.take(work, kOther));
            after = world.left();
            return {};
        }));
        QCOMPARE(after, kLeaseMs);
    }

    void whoeverCameLateLeavesItToTheNextHolder() {
        World world;
        std::string during;
        std::size_t held = 9;
        DONE(world.bench.run<void>([&](UnitOfWork& work) -> Result<void> {
            EVENHAND_TRY(world.one.take(work, kKeys));
            auto& keyspace = world.bench.keyspace();
            keyspace.setNow(work.now().plusMs(kLeaseMs));
            // Frozen for as long as its lease: somebody else has it by now.
            EVENHAND_TRY(locks::take(keyspace, kKeys, "two", kLeaseMs, work.now()));
            EVENHAND_TRY(world.one.renewDue(work.keyspace(), work.now().plusMs(kLeaseMs)));
            held = world.one.size();
            during = world.holder();
            return {};
        }));
        QCOMPARE(held, std::size_t{0});
        QCOMPARE(during, std::string("two"));
        QCOMPARE(world.holder(), std::string("two"));  // also after the commit of the late one
    }

    /// The same without a renewal in between: its grant is not the lock's any more.
    void aLateReleaseFreesNothing() {
        World world;
        DONE(world.bench.run<void>([&](UnitOfWork& work) -> Result<void> {
            EVENHAND_TRY(world.one.take(work, kKeys));
            auto& keyspace = world.bench.keyspace();
            keyspace.setNow(work.now().plusMs(kLeaseMs));
            EVENHAND_TRY(locks::take(keyspace, kKeys, "two", kLeaseMs, work.now()));
            return {};
        }));
        QCOMPARE(world.holder(), std::string("two"));
    }

    void valuesGrowOnWhereTheCounterWasLost() {
        World world;
        const auto first = world.take(world.one);
        DONE(first);
        DONE(world.bench.keyspace().call({"DEL", kKeys.fence}));
        world.bench.now = world.bench.now.plusMs(1);
        const auto second = world.take(world.one);
        DONE(second);
        QVERIFY(*second > *first);
    }
};

}  // namespace test_locks

QTEST_GUILESS_MAIN(test_locks::TestLocks)
#include "test_locks.moc"
