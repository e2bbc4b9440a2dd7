// SPDX-License-Identifier: GPL-3.0-or-later
// What every membership promises (engine/api/membership.h): leases, positions, revisions, who is told. Each test runs
// over the one of a single process, and over the one of etcd with a real server. Time is a clock of the tests; leases
// are longer than any test, as etcd counts by its own.
#include <QTest>
#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "engine/cluster/etcd/etcd_membership.h"
#include "engine/cluster/local_membership.h"
#include "tests/support/machine_clock.h"
#include "tests/support/servers/etcd_server.h"

namespace test_membership {

using namespace evenhand;
using api::Member;

namespace {

constexpr std::int64_t kLeaseMs = 600'000;

Member member(std::string id, std::vector<std::uint32_t> positions) {
    Member made;
    made.name = "worker " + id;
    made.id = std::move(id);
    made.positions = std::move(positions);
    return made;
}

/// Lists that a watcher was told.
class Told {
public:
    api::Membership::Handler handler() {
        return [this](const api::MemberList& list) {
            const std::scoped_lock lock(m_mutex);
            m_lists.push_back(list);
        };
    }
    std::vector<api::MemberList> lists() {
        const std::scoped_lock lock(m_mutex);
        return m_lists;
    }
    std::size_t count() { return lists().size(); }
    /// The newest list names this member.
    bool isTherein(const std::string& id) {
        const auto all = lists();
        return !all.empty() && std::any_of(all.back().members.begin(), all.back().members.end(),
                                           [&](const Member& each) { return each.id == id; });
    }

private:
    std::mutex m_mutex;
    std::vector<api::MemberList> m_lists;
};

}  // namespace

class TestMembership : public QObject {
    Q_OBJECT
private:
    testing::EtcdServer m_etcd;
    int m_made = 0;

    std::unique_ptr<api::Membership> make(const Clock& clock) {
        QFETCH_GLOBAL(QString, where);
        if (where == QLatin1String("in the process")) {
            return std::make_unique<cluster::LocalMembership>(clock);
        }
        etcd::EtcdOptions options;
        options.prefix = "test" + std::to_string(++m_made) + '/';
        options.client.connectTimeoutMs = options.client.requestTimeoutMs = 60'000;
        auto opened = etcd::EtcdMembership::open(clock, m_etcd.address(), options);
        if (!opened) {
            qFatal("%s", opened.error().text().c_str());
        }
        return *std::move(opened);
    }

private Q_SLOTS:
    void initTestCase_data() {
        QTest::addColumn<QString>("where");
        QTest::newRow("in the process") << QStringLiteral("in the process");
        QTest::newRow("etcd") << QStringLiteral("etcd");
    }
    void initTestCase() {
        if (const auto started = m_etcd.start(); !started) {
            QFAIL(started.error().text().c_str());
        }
    }

    void joinsAllPositionsOrNone() {
        const base::VirtualClock clock(Instant{1'000});
        const auto membership = make(clock);
        const auto until = membership->join(member("a", {1, 2}), kLeaseMs);
        QVERIFY(until);
        QCOMPARE(until->ms, 1'000 + kLeaseMs);
        const auto clash = membership->join(member("b", {3, 2}), kLeaseMs);
        QVERIFY(!clash && clash.error().code == ErrorCode::Conflict);
        QCOMPARE(clash.error().field, std::string("positions"));
        QCOMPARE(clash.error().value, std::string("2"));
        const auto again = membership->join(member("a", {9}), kLeaseMs);
        QVERIFY(!again && again.error().code == ErrorCode::AlreadyExists);
        QCOMPARE(again.error().field, std::string("id"));
        QVERIFY(membership->join(member("b", {3}), kLeaseMs));  // nothing was left of the attempt
        const auto list = membership->members();
        QCOMPARE(list.members.size(), std::size_t{2});
        QVERIFY(list.members[0].id == "a" && list.members[0].name == "worker a");
        QCOMPARE(list.members[0].positions, (std::vector<std::uint32_t>{1, 2}));
        QVERIFY(list.members[1].id == "b" && list.members[1].positions == std::vector<std::uint32_t>{3});
    }

    void badInput() {
        const base::VirtualClock clock;
        const auto membership = make(clock);
        const auto refused = [&](const Member& made, std::int64_t leaseMs, const char* field) {
            const auto joined = membership->join(made, leaseMs);
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
        QVERIFY(membership->members().members.empty());
        // As short and as long as may be.
        QVERIFY(membership->join(member("short", {1}), 1'000));
        QVERIFY(membership->join(member("long", {2}), 3'600'000));
    }

    /// The ends of the ring, a name in any script, as many positions as a worker has.
    void whatAMemberIsIsKept() {
        const base::VirtualClock clock;
        const auto membership = make(clock);
        auto made = member("x/\"y\"", {0xffffffffU, 0});
        made.name = "机器 7, \"process\" 12";
        for (std::uint32_t i = 0; i < 62; ++i) {
            made.positions.push_back(0x80000000U + i);
        }
        QVERIFY(membership->join(made, kLeaseMs));
        const auto list = membership->members();
        QCOMPARE(list.members.size(), std::size_t{1});
        QCOMPARE(list.members[0].id, made.id);
        QCOMPARE(list.members[0].name, made.name);
        QCOMPARE(list.members[0].positions, made.positions);
    }

    void aLeaseThatEndedIsGone() {
        base::VirtualClock clock(Instant{0});
        const auto membership = make(clock);
        QVERIFY(membership->join(member("a", {1}), kLeaseMs));
        QVERIFY(membership->join(member("b", {2}), 2 * kLeaseMs));
        clock.set(Instant{kLeaseMs - 1});
        QCOMPARE(membership->keepAlive("a")->ms, 2 * kLeaseMs - 1);
        clock.set(Instant{2 * kLeaseMs - 1});
        const auto revision = membership->members().revision;
        QVERIFY(membership->keepAlive("a").error().code == ErrorCode::NotFound);
        const auto list = membership->members();
        QCOMPARE(list.members.size(), std::size_t{1});
        QCOMPARE(list.members.front().id, std::string("b"));
        QCOMPARE(list.revision, revision);
        QVERIFY(membership->join(member("a", {1}), kLeaseMs));  // its position is free again
        QVERIFY(membership->members().revision > revision);
        QCOMPARE(membership->members().members.size(), std::size_t{2});
    }

    void whoeverHasLeftIsGone() {
        const base::VirtualClock clock;
        const auto membership = make(clock);
        QVERIFY(membership->join(member("a", {1, 2}), kLeaseMs));
        membership->leave("a");
        QVERIFY(membership->members().members.empty());
        QVERIFY(membership->keepAlive("a").error().code == ErrorCode::NotFound);
        membership->leave("a");
        QVERIFY(membership->join(member("b", {2, 1}), kLeaseMs));
        QCOMPARE(membership->members().members.size(), std::size_t{1});
    }

    /// As the board of workers shows them.
    void theListSaysSinceWhenAndUntilWhen() {
        base::VirtualClock clock(Instant{1'000});
        const auto membership = make(clock);
        const auto shown = [&](std::size_t index) {
            const auto one = membership->members().members.at(index);
            return one.id + ": " + std::to_string(one.joinedAt.ms) + " to " + std::to_string(one.leaseUntil.ms);
        };
        QVERIFY(membership->join(member("a", {1}), 500'000));
        QCOMPARE(shown(0), std::string("a: 1000 to 501000"));
        clock.advanceMs(2'000);
        QVERIFY(membership->join(member("b", {2}), 700'000));
        QCOMPARE(shown(1), std::string("b: 3000 to 703000"));
        QVERIFY(membership->keepAlive("a"));
        QCOMPARE(shown(0), std::string("a: 1000 to 503000"));
        QCOMPARE(shown(1), std::string("b: 3000 to 703000"));
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
        const auto membership = make(clock);
        QVERIFY(membership->join(member("a", {1}), kLeaseMs));
        clock.set(clock.now().plusMs(byMs));
        clock.advanceMs(kLeaseMs - 1);
        QCOMPARE(membership->members().members.size(), std::size_t{1});
        const auto until = membership->keepAlive("a");
        QVERIFY(until);
        QCOMPARE(until->ms, clock.now().ms + kLeaseMs);
        clock.set(clock.now().plusMs(-byMs));
        clock.advanceMs(kLeaseMs - 1);
        QCOMPARE(membership->members().members.size(), std::size_t{1});
        clock.advanceMs(1);
        QVERIFY(membership->members().members.empty());
        QVERIFY(membership->keepAlive("a").error().code == ErrorCode::NotFound);
    }

    void whoeverWatchesIsToldOnce() {
        base::VirtualClock clock(Instant{0});
        const auto membership = make(clock);
        Told told;
        auto watch = membership->watch(told.handler());
        QVERIFY(membership->join(member("a", {1}), kLeaseMs));
        QTRY_COMPARE(told.count(), std::size_t{1});
        QVERIFY(membership->keepAlive("a"));
        membership->leave("nobody");
        QVERIFY(membership->join(member("b", {2}), 3'600'000));
        QTRY_VERIFY(told.isTherein("b"));
        QCOMPARE(told.count(), std::size_t{2});  // the two before changed nothing
        clock.set(Instant{kLeaseMs});
        (void)membership->members();
        QTRY_COMPARE(told.count(), std::size_t{3});
        QCOMPARE(told.lists().back().members.size(), std::size_t{1});
        membership->leave("b");
        QTRY_COMPARE(told.count(), std::size_t{4});
        QVERIFY(told.lists().back().members.empty());
        Told other;
        const auto still = membership->watch(other.handler());
        watch.reset();
        QVERIFY(membership->join(member("c", {3}), kLeaseMs));
        QTRY_VERIFY(other.isTherein("c"));
        QCOMPARE(told.count(), std::size_t{4});
        std::int64_t last = 0;
        for (const auto& list : told.lists()) {
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
        const auto membership = make(clock);
        QVERIFY(membership->join(member("a", {1}), kLeaseMs));
        QVERIFY(membership->join(member("b", {2}), 3'600'000));
        Told told;
        const auto watch = membership->watch(told.handler());
        clock.set(Instant{kLeaseMs});
        if (what == QLatin1String("itself")) {
            const auto until = membership->keepAlive("a");
            QVERIFY(!until && until.error().code == ErrorCode::NotFound);
        } else if (what == QLatin1String("another stays")) {
            QVERIFY(membership->keepAlive("b"));
        } else if (what == QLatin1String("another joins")) {
            QVERIFY(membership->join(member("c", {1}), kLeaseMs));  // at the position that is free again
        } else if (what == QLatin1String("another leaves")) {
            membership->leave("b");
        } else {
            QCOMPARE(membership->members().members.size(), std::size_t{1});
        }
        QTRY_VERIFY(told.count() > 0 && !told.isTherein("a"));
    }

    void aHandlerMayEndItsSubscription() {
        const base::VirtualClock clock;
        const auto membership = make(clock);
        std::unique_ptr<api::Subscription> watch;
        std::atomic<int> told{0};
        Told other;
        watch = membership->watch([&](const api::MemberList&) {
            ++told;
            watch.reset();
        });
        const auto still = membership->watch(other.handler());
        QVERIFY(membership->join(member("a", {1}), kLeaseMs));
        QTRY_VERIFY(other.isTherein("a"));
        QVERIFY(membership->join(member("b", {2}), kLeaseMs));
        QTRY_VERIFY(other.isTherein("b"));
        QCOMPARE(told.load(), 1);
    }

    /// Many at once want the same positions: each position goes to one of them.
    void whoeverIsFirstHasThePosition() {
        const base::VirtualClock clock;
        const auto membership = make(clock);
        std::vector<std::thread> threads;
        std::atomic<int> joined{0};
        for (std::uint32_t i = 0; i < 8; ++i) {
            threads.emplace_back([&, i] {
                if (membership->join(member(std::string(1, static_cast<char>('a' + i)), {100 + i, 7}), kLeaseMs)) {
                    ++joined;
                }
            });
        }
        for (auto& thread : threads) {
            thread.join();
        }
        QCOMPARE(joined.load(), 1);
        QCOMPARE(membership->members().members.size(), std::size_t{1});
    }
};

}  // namespace test_membership

QTEST_GUILESS_MAIN(test_membership::TestMembership)
#include "test_membership.moc"
