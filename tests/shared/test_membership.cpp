// SPDX-License-Identifier: GPL-3.0-or-later
// Membership in the process: leases, positions, revisions, who is told.
#include <QTest>

#include "engine/cluster/local_membership.h"
#include "tests/support/machine_clock.h"

namespace test_membership {

using namespace evenhand;
using api::Member;

namespace {

Member member(std::string id, std::vector<std::uint32_t> positions) {
    Member made;
    made.name = "worker " + id;
    made.id = std::move(id);
    made.positions = std::move(positions);
    return made;
}

}  // namespace

class TestMembership : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void joinsAllPositionsOrNone() {
        const base::VirtualClock clock(Instant{1'000});
        cluster::LocalMembership membership(clock);
        const auto until = membership.join(member("a", {1, 2}), 5'000);
        QVERIFY(until);
        QCOMPARE(until->ms, 6'000);
        const auto clash = membership.join(member("b", {3, 2}), 5'000);
        QVERIFY(!clash && clash.error().code == ErrorCode::Conflict);
        QCOMPARE(clash.error().field, std::string("positions"));
        QCOMPARE(clash.error().value, std::string("2"));
        QVERIFY(membership.join(member("a", {9}), 5'000).error().code == ErrorCode::AlreadyExists);
        QVERIFY(membership.join(member("b", {3}), 5'000));  // nothing was left of the attempt
        QCOMPARE(membership.members().members.size(), std::size_t{2});
    }

    void badInput() {
        const base::VirtualClock clock;
        cluster::LocalMembership membership(clock);
        const auto refused = [&](const Member& made, std::int64_t leaseMs, const char* field) {
            const auto joined = membership.join(made, leaseMs);
            return !joined && joined.error().code == ErrorCode::InvalidArgument && joined.error().field == field;
        };
        QVERIFY(refused(member("a", {}), 5'000, "positions"));
        QVERIFY(refused(member("a", {1, 1}), 5'000, "positions"));
        QVERIFY(refused(member("a", {1}), 999, "lease_ms"));
        QVERIFY(refused(member("a", {1}), 3'600'001, "lease_ms"));
        auto nameless = member("a", {1});
        nameless.name.clear();
        QVERIFY(refused(nameless, 5'000, "name"));
        QVERIFY(refused(member("", {1}), 5'000, "id"));
        QVERIFY(refused(member(std::string(65, 'a'), {1}), 5'000, "id"));
        QVERIFY(membership.members().members.empty());
        // As short and as long as may be.
        QVERIFY(membership.join(member("short", {1}), 1'000));
        QVERIFY(membership.join(member("long", {2}), 3'600'000));
    }

    void aLeaseThatEndedIsGone() {
        base::VirtualClock clock(Instant{0});
        cluster::LocalMembership membership(clock);
        QVERIFY(membership.join(member("a", {1}), 5'000));
        QVERIFY(membership.join(member("b", {2}), 10'000));
        clock.set(Instant{4'999});
        QCOMPARE(membership.keepAlive("a")->ms, 9'999);
        clock.set(Instant{9'999});
        const auto revision = membership.members().revision;
        QVERIFY(membership.keepAlive("a").error().code == ErrorCode::NotFound);
        const auto list = membership.members();
        QCOMPARE(list.members.size(), std::size_t{1});
        QCOMPARE(list.members.front().id, std::string("b"));
        QCOMPARE(list.revision, revision);
        QVERIFY(membership.join(member("a", {1}), 5'000));  // its position is free again
        QVERIFY(membership.members().revision > revision);
    }

    /// As the board of workers shows them.
    void theListSaysSinceWhenAndUntilWhen() {
        base::VirtualClock clock(Instant{1'000});
        cluster::LocalMembership membership(clock);
        const auto shown = [&](std::size_t index) {
            const auto one = membership.members().members.at(index);
            return one.id + ": " + std::to_string(one.joinedAt.ms) + " to " + std::to_string(one.leaseUntil.ms);
        };
        QVERIFY(membership.join(member("a", {1}), 5'000));
        QCOMPARE(shown(0), std::string("a: 1000 to 6000"));
        clock.advanceMs(2'000);
        QVERIFY(membership.join(member("b", {2}), 7'000));
        QCOMPARE(shown(1), std::string("b: 3000 to 10000"));
        QVERIFY(membership.keepAlive("a"));
        QCOMPARE(shown(0), std::string("a: 1000 to 8000"));
        QCOMPARE(shown(1), std::string("b: 3000 to 10000"));
    }

    /// A lease is a length of time: setting the machine's clock neither ends one nor keeps one alive.
    void aClockThatIsSetChangesNoLease_data() {
        QTest::addColumn<qint64>("byMs");
        QTest::newRow("an hour on") << qint64{base::kHourMs};
        QTest::newRow("an hour back") << qint64{-base::kHourMs};
    }
    void aClockThatIsSetChangesNoLease() {
        QFETCH(const qint64, byMs);
        test::MachineClock clock(Instant{base::kDayMs});
        cluster::LocalMembership membership(clock);
        QVERIFY(membership.join(member("a", {1}), 5'000));
        clock.set(clock.now().plusMs(byMs));
        clock.advanceMs(4'999);
        QCOMPARE(membership.members().members.size(), std::size_t{1});
        const auto until = membership.keepAlive("a");
        QVERIFY(until);
        QCOMPARE(until->ms, clock.now().ms + 5'000);
        clock.set(clock.now().plusMs(-byMs));
        clock.advanceMs(4'999);
        QCOMPARE(membership.members().members.size(), std::size_t{1});
        clock.advanceMs(1);
        QVERIFY(membership.members().members.empty());
        QVERIFY(membership.keepAlive("a").error().code == ErrorCode::NotFound);
    }

    void whoeverWatchesIsToldOnce() {
        base::VirtualClock clock(Instant{0});
        cluster::LocalMembership membership(clock);
        std::vector<api::MemberList> told;
        auto watch = membership.watch([&](const api::MemberList& list) { told.push_back(list); });
        QVERIFY(membership.join(member("a", {1}), 5'000));
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY(membership.keepAlive("a"));
        QCOMPARE(told.size(), std::size_t{1});  // nothing changed
        membership.leave("nobody");
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY(membership.join(member("b", {2}), 60'000));
        clock.set(Instant{5'000});
        (void)membership.members();
        QCOMPARE(told.size(), std::size_t{3});
        QCOMPARE(told.back().members.size(), std::size_t{1});
        membership.leave("b");
        QCOMPARE(told.size(), std::size_t{4});
        QVERIFY(told.back().members.empty());
        watch.reset();
        QVERIFY(membership.join(member("c", {3}), 5'000));
        QCOMPARE(told.size(), std::size_t{4});
        std::int64_t last = 0;
        for (const auto& list : told) {
            QVERIFY(list.revision > last);
            last = list.revision;
        }
    }

    /// Nobody looked at the list meanwhile.
    void theFirstThatComesAfterTheEndOfALeaseNoticesIt_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"itself", "another stays", "another joins", "another leaves", "somebody looks"}) {
            QTest::newRow(what) << QString::fromLatin1(what);
        }
    }
    void theFirstThatComesAfterTheEndOfALeaseNoticesIt() {
        QFETCH(QString, what);
        base::VirtualClock clock(Instant{0});
        cluster::LocalMembership membership(clock);
        QVERIFY(membership.join(member("a", {1}), 5'000));
        QVERIFY(membership.join(member("b", {2}), 60'000));
        std::vector<api::MemberList> told;
        const auto watch = membership.watch([&](const api::MemberList& list) { told.push_back(list); });
        clock.set(Instant{5'000});
        if (what == QLatin1String("itself")) {
            const auto until = membership.keepAlive("a");
            QVERIFY(!until && until.error().code == ErrorCode::NotFound);
        } else if (what == QLatin1String("another stays")) {
            QVERIFY(membership.keepAlive("b"));
        } else if (what == QLatin1String("another joins")) {
            QVERIFY(membership.join(member("c", {1}), 5'000));  // at the position that is free again
        } else if (what == QLatin1String("another leaves")) {
            membership.leave("b");
        } else {
            QCOMPARE(membership.members().members.size(), std::size_t{1});
        }
        QVERIFY(!told.empty());
        for (const auto& left : told.back().members) {
            QVERIFY(left.id != "a");
        }
    }

    void aHandlerMayEndItsSubscription() {
        const base::VirtualClock clock;
        cluster::LocalMembership membership(clock);
        std::unique_ptr<api::Subscription> watch;
        int told = 0;
        watch = membership.watch([&](const api::MemberList&) {
            ++told;
            watch.reset();
        });
        QVERIFY(membership.join(member("a", {1}), 5'000));
        QVERIFY(membership.join(member("b", {2}), 5'000));
        QCOMPARE(told, 1);
    }
};

}  // namespace test_membership

QTEST_GUILESS_MAIN(test_membership::TestMembership)
#include "test_membership.moc"
