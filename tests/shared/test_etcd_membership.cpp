// SPDX-License-Identifier: GPL-3.0-or-later
// Membership over etcd where several processes share it (here: several memberships, each with its own client) and where
// things break: etcd dies, comes back, has forgotten everything; lines are cut or dead; a member hears nothing any
// more. What every membership promises is in test_membership.
#include <QTest>
#include <algorithm>
#include <atomic>
#include <mutex>

#include "engine/cluster/etcd/etcd_membership.h"
#include "tests/remote/line_proxy.h"
#include "tests/support/servers/etcd_server.h"

namespace test_etcd_membership {

using namespace evenhand;
using api::Member;
using etcd::Address;
using etcd::EtcdMembership;
using etcd::EtcdOptions;

namespace {

constexpr std::int64_t kLongMs = 600'000;
constexpr int kPatienceMs = 60'000;

Member member(std::string id, std::vector<std::uint32_t> positions) {
    Member made;
    made.name = "worker " + id;
    made.id = std::move(id);
    made.positions = std::move(positions);
    return made;
}

/// Reads everything only when the watch asks for it, so that a test sees what the watch does.
EtcdOptions options() {
    EtcdOptions made;
    made.prefix = "test/";
    made.client.connectTimeoutMs = made.client.requestTimeoutMs = kPatienceMs;
    made.lookMs = 24 * base::kHourMs;
    return made;
}

std::unique_ptr<EtcdMembership> openedAt(const Clock& clock, const Address& address,
                                         const EtcdOptions& how = options()) {
    auto opened = EtcdMembership::open(clock, address, how);
    if (!opened) {
        qFatal("%s", opened.error().text().c_str());
    }
    return *std::move(opened);
}

std::string idsOf(const api::MemberList& list) {
    std::string ids;
    for (const auto& each : list.members) {
        ids += each.id;
    }
    return ids;
}

/// From here on nobody gets through, and whoever was through is cut off.
void takeDown(test::LineProxy& proxy) {
    constexpr std::uint16_t kNobody = 1;
    proxy.goTo(kNobody);
    proxy.cut();
    // It does one thing after the other: whoever comes now comes after the cut.
    etcd::Client probe({{}, {{"127.0.0.1", proxy.port()}}}, options().client);
    if (probe.range({"test", {}})) {
        qFatal("the line is not down");
    }
}

/// The ids that a watcher was told last.
class Told {
public:
    explicit Told(api::Membership& membership)
        : m_watch(membership.watch([this](const api::MemberList& list) {
              const std::scoped_lock lock(m_mutex);
              m_ids = idsOf(list);
              m_grows = m_grows && list.revision > m_revision;
              m_revision = list.revision;
          })) {}
    [[nodiscard]] std::string ids() {
        const std::scoped_lock lock(m_mutex);
        return m_ids;
    }
    /// Each list was newer than the one before.
    [[nodiscard]] bool grows() {
        const std::scoped_lock lock(m_mutex);
        return m_grows;
    }

private:
    std::mutex m_mutex;
    std::string m_ids = "?";
    std::int64_t m_revision = 0;
    bool m_grows = true;
    std::unique_ptr<api::Subscription> m_watch;
};

}  // namespace

class TestEtcdMembership : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<testing::EtcdServer> m_etcd;

private Q_SLOTS:
    void init() {
        m_etcd = std::make_unique<testing::EtcdServer>();
        if (const auto started = m_etcd->start(); !started) {
            QFAIL(started.error().text().c_str());
        }
    }
    void cleanup() { m_etcd.reset(); }

    void processesShareTheRing() {
        const base::SystemClock clock;
        const auto first = openedAt(clock, m_etcd->address());
        const auto second = openedAt(clock, m_etcd->address());
        Told told(*second);
        QVERIFY(first->join(member("a", {1, 2}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("a"), kPatienceMs);
        const auto clash = second->join(member("b", {3, 2}), kLongMs);
        QVERIFY(!clash && clash.error().code == ErrorCode::Conflict);
        QCOMPARE(clash.error().value, std::string("2"));
        QVERIFY(second->join(member("a", {4}), kLongMs).error().code == ErrorCode::AlreadyExists);
        QVERIFY(second->join(member("b", {3}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(idsOf(first->members()), std::string("ab"), kPatienceMs);
        QVERIFY(second->keepAlive("a").error().code == ErrorCode::NotFound);  // it is another's
        QVERIFY(first->keepAlive("a"));
        const auto third = openedAt(clock, m_etcd->address());
        QCOMPARE(idsOf(third->members()), std::string("ab"));
        QCOMPARE(third->members().members[0].positions, (std::vector<std::uint32_t>{1, 2}));
        first->leave("a");
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("b"), kPatienceMs);
        QVERIFY(third->join(member("c", {1}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("bc"), kPatienceMs);
        QVERIFY(told.grows());
    }

    /// A workspace's members are not another's.
    void otherKeysAreOthersMatter() {
        const base::SystemClock clock;
        const auto first = openedAt(clock, m_etcd->address());
        auto how = options();
        how.prefix = "test2/";
        const auto second = openedAt(clock, m_etcd->address(), how);
        QVERIFY(first->join(member("a", {1}), kLongMs));
        QVERIFY(second->join(member("b", {1}), kLongMs));
        QCOMPARE(idsOf(openedAt(clock, m_etcd->address())->members()), std::string("a"));
        QCOMPARE(idsOf(openedAt(clock, m_etcd->address(), how)->members()), std::string("b"));
    }

    void whatCannotBeReadIsNoMember() {
        const base::SystemClock clock;
        etcd::Client client(m_etcd->address(), options().client);
        for (const char* text : {"", "hello", "{}", R"({"name":"x","positions":[-1],"joined_at":1,"lease_ms":1})",
                                 R"({"name":"x","positions":[],"joined_at":1,"lease_ms":1})",
                                 R"({"name":"","positions":[1],"joined_at":1,"lease_ms":1})",
                                 R"({"name":"x","positions":[1],"joined_at":"now","lease_ms":1})"}) {
            QVERIFY(client.put({"test/members/odd", text, 0}));
            QCOMPARE(idsOf(openedAt(clock, m_etcd->address())->members()), std::string());
        }
        QVERIFY(client.put({"test/members/odd", R"({"name":"x","positions":[1],"joined_at":1,"lease_ms":1})", 0}));
        QCOMPARE(idsOf(openedAt(clock, m_etcd->address())->members()), std::string("odd"));
    }

    void tooManyPositions() {
        const base::SystemClock clock;
        const auto membership = openedAt(clock, m_etcd->address());
        auto most = member("a", {});
        for (std::uint32_t i = 0; i < EtcdMembership::kMaxPositions; ++i) {
            most.positions.push_back(i);
        }
        QVERIFY(membership->join(most, kLongMs));
        auto more = member("b", {});
        for (std::uint32_t i = 0; i < EtcdMembership::kMaxPositions + 1; ++i) {
            more.positions.push_back(1'000 + i);
        }
        const auto refused = membership->join(more, kLongMs);
        QVERIFY(!refused && refused.error().code == ErrorCode::InvalidArgument);
        QCOMPARE(refused.error().field, std::string("positions"));
    }

    /// Others see how long a lease goes on, though renewing it is told to nobody.
    void othersSeeUntilWhen() {
        base::VirtualClock clock(Instant{1'000'000});
        const auto first = openedAt(clock, m_etcd->address());
        auto how = options();
        how.lookMs = 1'000;
        const auto second = openedAt(clock, m_etcd->address(), how);
        QVERIFY(first->join(member("a", {1}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(idsOf(second->members()), std::string("a"), kPatienceMs);
        QCOMPARE(second->members().members[0].joinedAt.ms, 1'000'000);
        clock.advanceMs(kLongMs / 2);
        QVERIFY(first->keepAlive("a"));
        const auto shown = [&] { return second->members().members.at(0).leaseUntil.ms - 1'000'000; };
        QTRY_VERIFY_WITH_TIMEOUT(shown() > kLongMs + kLongMs / 4, kPatienceMs);
    }

    /// A process that dies with its members.
    void whoeverDiesIsGoneWhenItsLeaseEnds() {
        const base::SystemClock clock;
        const auto second = openedAt(clock, m_etcd->address());
        Told told(*second);
        {
            const auto first = openedAt(clock, m_etcd->address());
            QVERIFY(first->join(member("a", {1}), 1'000));
            QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("a"), kPatienceMs);
        }
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string(), kPatienceMs);
        QVERIFY(second->join(member("b", {1}), kLongMs));
    }

    /// Nothing reaches etcd any more. When others are told that it is gone, it has known so for long, by its own clock.
    void aMemberThatIsCutOffStopsBeforeOthersTakeOver() {
        const base::SystemClock clock;
        test::LineProxy proxy(m_etcd->port());
        auto how = options();
        how.client.requestTimeoutMs = 200;
        const auto second = openedAt(clock, m_etcd->address());
        std::unique_ptr<EtcdMembership> first;
        while (first == nullptr) {  // as long as the machine is too slow for its patience
            auto opened = EtcdMembership::open(clock, {{}, {{"127.0.0.1", proxy.port()}}}, how);
            first = opened ? *std::move(opened) : nullptr;
        }
        std::string id;
        for (int tries = 0; id.empty(); ++tries) {
            const auto tried = "a" + std::to_string(tries);
            if (first->join(member(tried, {static_cast<std::uint32_t>(tries)}), 2'000)) {
                id = tried;
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(idsOf(second->members()).find(id) != std::string::npos, kPatienceMs);
        proxy.stall(true);
        std::atomic<int> atOnce{0};
        std::atomic<bool> gone{false};
        const auto watch = second->watch([&](const api::MemberList& list) {
            if (idsOf(list).find(id) == std::string::npos) {
                atOnce += idsOf(first->members()).find(id) == std::string::npos ? 0 : 1;
                gone = true;
            }
        });
        gone = gone || idsOf(second->members()).find(id) == std::string::npos;
        QTRY_VERIFY_WITH_TIMEOUT(gone, kPatienceMs);
        QCOMPARE(atOnce.load(), 0);
        QVERIFY(first->keepAlive(id).error().code == ErrorCode::NotFound);
        auto refused = first->join(member("b", {1'000}), kLongMs);
        for (std::uint32_t tries = 1; refused; ++tries) {  // a first piece of each connection still passes
            refused = first->join(member("b" + std::to_string(tries), {1'000 + tries}), kLongMs);
        }
        QCOMPARE(refused.error().code, ErrorCode::Unreachable);
        QCOMPARE(refused.error().value, "127.0.0.1:" + std::to_string(proxy.port()));
        proxy.stall(false);
        bool isIn = false;  // what is tried is asked once more at the end
        QTRY_VERIFY_WITH_TIMEOUT(isIn = isIn || first->join(member("c", {2'000}), kLongMs).has_value(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(idsOf(second->members()).find('c') != std::string::npos, kPatienceMs);
    }

    /// By its own clock its lease has ended, whatever etcd, which counts by another one, still thinks.
    void itsOwnClockDecides() {
        base::VirtualClock clock(Instant{0});
        const base::VirtualClock others(Instant{0});
        const auto first = openedAt(clock, m_etcd->address());
        const auto second = openedAt(others, m_etcd->address());
        Told told(*second);
        QVERIFY(first->join(member("a", {1}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("a"), kPatienceMs);
        clock.advanceMs(kLongMs);
        QVERIFY(first->keepAlive("a").error().code == ErrorCode::NotFound);
        QVERIFY(first->members().members.empty());
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string(), kPatienceMs);  // others need not wait for etcd's clock
    }

    void etcdDiesAndComesBack() {
        const base::VirtualClock clock(Instant{0});
        const auto first = openedAt(clock, m_etcd->address());
        const auto second = openedAt(clock, m_etcd->address());
        Told told(*first);
        QVERIFY(first->join(member("a", {1}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("a"), kPatienceMs);
        m_etcd->kill();
        const auto kept = first->keepAlive("a");
        QVERIFY(!kept && kept.error().code == ErrorCode::Unreachable);
        QCOMPARE(kept.error().value, etcd::textOf(m_etcd->address().endpoints[0]));
        QVERIFY(second->join(member("b", {2}), kLongMs).error().code == ErrorCode::Unreachable);
        QCOMPARE(idsOf(first->members()), std::string("a"));  // nobody knows better
        QVERIFY(m_etcd->start());
        QVERIFY(first->keepAlive("a"));
        QVERIFY(second->join(member("c", {3}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("ac"), kPatienceMs);
        QVERIFY(told.grows());
    }

    /// What etcd had is lost: nobody is a member, and whoever joins again begins at revisions that were there already.
    void etcdHasForgottenEverything() {
        const base::VirtualClock clock(Instant{0});
        const auto first = openedAt(clock, m_etcd->address());
        const auto second = openedAt(clock, m_etcd->address());
        Told told(*first);
        QVERIFY(first->join(member("a", {1}), kLongMs));
        QVERIFY(second->join(member("b", {2}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("ab"), kPatienceMs);
        m_etcd->kill();
        m_etcd->forget();
        QVERIFY(m_etcd->start());
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string(), kPatienceMs);
        QVERIFY(first->keepAlive("a").error().code == ErrorCode::NotFound);
        QVERIFY(first->join(member("c", {1}), kLongMs));
        QVERIFY(second->join(member("d", {2}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("cd"), kPatienceMs);
        QVERIFY(told.grows());
    }

    /// Whatever happened while the line was down is told once it is there again.
    void aWatchThatWasCutGoesOn() {
        const base::VirtualClock clock(Instant{0});
        test::LineProxy proxy(m_etcd->port());
        const auto first = openedAt(clock, {{}, {{"127.0.0.1", proxy.port()}}});
        const auto second = openedAt(clock, m_etcd->address());
        Told told(*first);
        QVERIFY(second->join(member("a", {1}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("a"), kPatienceMs);
        for (int i = 0; i < 5; ++i) {
            takeDown(proxy);
            const auto joined = std::string(1, static_cast<char>('b' + i));
            QVERIFY(second->join(member(joined, {10U + static_cast<std::uint32_t>(i)}), kLongMs));
            if (i > 0) {
                second->leave(std::string(1, static_cast<char>('b' + i - 1)));
            }
            proxy.goTo(m_etcd->port());
            QTRY_COMPARE_WITH_TIMEOUT(told.ids(), "a" + joined, kPatienceMs);
        }
        QVERIFY(told.grows());
    }

    /// etcd has forgotten what happened while the line was down.
    void whatWasCompactedIsReadAnew() {
        const base::VirtualClock clock(Instant{0});
        test::LineProxy proxy(m_etcd->port());
        const auto first = openedAt(clock, {{}, {{"127.0.0.1", proxy.port()}}});
        const auto second = openedAt(clock, m_etcd->address());
        Told told(*first);
        QVERIFY(second->join(member("a", {1}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("a"), kPatienceMs);
        takeDown(proxy);
        second->leave("a");
        QVERIFY(second->join(member("b", {2}), kLongMs));
        etcd::Client client(m_etcd->address(), options().client);
        const auto last = client.put({"other", "1", 0});
        QVERIFY(last);
        QVERIFY(m_etcd->ask("/v3/kv/compaction", R"({"revision":")" + std::to_string(*last) + R"("})"));
        proxy.goTo(m_etcd->port());
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("b"), kPatienceMs);
        QVERIFY(second->join(member("c", {3}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("bc"), kPatienceMs);
        QVERIFY(told.grows());
    }

    /// A line that is open and on which nothing comes: reading everything now and then finds out.
    void aDeadLineIsFoundOut() {
        const base::VirtualClock others(Instant{0});
        base::VirtualClock clock(Instant{0});
        test::LineProxy proxy(m_etcd->port());
        auto how = options();
        how.lookMs = 1'000;
        how.client.requestTimeoutMs = 5'000;
        auto address = m_etcd->address();
        address.endpoints.insert(address.endpoints.begin(), {"127.0.0.1", proxy.port()});
        const auto first = openedAt(clock, address, how);
        const auto second = openedAt(others, m_etcd->address());
        Told told(*first);
        QVERIFY(second->join(member("a", {1}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("a"), kPatienceMs);
        proxy.stall(true);
        for (const char* id : {"b", "c", "d"}) {  // a first piece may still pass
            QVERIFY(second->join(member(id, {static_cast<std::uint32_t>(*id)}), kLongMs));
        }
        const auto isTold = [&] {
            clock.advanceMs(1'000);
            return told.ids() == "abcd";
        };
        QTRY_VERIFY_WITH_TIMEOUT(isTold(), kPatienceMs);
        // And the watch is one that hears again.
        QVERIFY(second->join(member("e", {5'000}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("abcde"), kPatienceMs);
    }

    void oneOfThreeServersDies() {
        testing::EtcdCluster cluster;
        const auto started = cluster.start();
        QVERIFY2(started, started ? "" : started.error().text().c_str());
        const base::VirtualClock clock(Instant{0});
        auto how = options();
        how.client.requestTimeoutMs = 10'000;
        const auto first = openedAt(clock, cluster.address(), how);
        auto turned = cluster.address();
        std::rotate(turned.endpoints.begin(), turned.endpoints.begin() + 2, turned.endpoints.end());
        const auto second = openedAt(clock, turned, how);
        Told told(*first);
        QVERIFY(first->join(member("a", {1}), kLongMs));
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("a"), kPatienceMs);
        cluster.server(0).kill();  // to which the first one speaks; perhaps the leader
        QTRY_VERIFY_WITH_TIMEOUT(first->keepAlive("a").has_value(), kPatienceMs);
        bool isIn = false;  // what is tried is asked once more at the end
        QTRY_VERIFY_WITH_TIMEOUT(isIn = isIn || second->join(member("b", {2}), kLongMs).has_value(), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("ab"), kPatienceMs);
        cluster.server(1).kill();  // one alone decides nothing
        const auto isRefused = [&] {
            const auto kept = first->keepAlive("a");
            return !kept && kept.error().code == ErrorCode::Unreachable;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isRefused(), kPatienceMs);  // a leader needs a moment to notice
        QVERIFY(cluster.server(0).start());
        QTRY_VERIFY_WITH_TIMEOUT(first->keepAlive("a").has_value(), kPatienceMs);
        second->leave("b");
        QTRY_COMPARE_WITH_TIMEOUT(told.ids(), std::string("a"), kPatienceMs);
    }

    /// A member of the same id that comes and goes, told in another order than it happened.
    void whatComesLateCountsForNothing() {
        etcd::MemberTable table("p/");
        const auto keyed = [](std::int64_t revision, const std::string& id) {
            const auto made = member(id, {static_cast<std::uint32_t>(revision)});
            return etcd::KeyValue{etcd::memberKey("p/", id), etcd::memberText(made, kLongMs), revision, revision, 7};
        };
        QVERIFY(table.replace({keyed(5, "a")}, 5));
        QVERIFY(!table.apply({{true, keyed(4, "a")}}));   // gone at 4, there again at 5
        QVERIFY(!table.apply({{false, keyed(3, "b")}}));  // there at 3, not any more at 5
        QVERIFY(!table.replace({keyed(4, "c")}, 4));
        QCOMPARE(idsOf(table.list()), std::string("a"));
        QVERIFY(table.apply({{false, keyed(6, "d")}, {true, keyed(7, "a")}}));
        QCOMPARE(idsOf(table.list()), std::string("d"));
        QCOMPARE(table.etcdRevision(), 7);
        QVERIFY(table.beginAnew({keyed(1, "e")}, 1));
        QCOMPARE(idsOf(table.list()), std::string("e"));
        QVERIFY(table.revision() > 7);
        QVERIFY(table.apply({{false, keyed(2, "f")}}));
        QCOMPARE(idsOf(table.list()), std::string("ef"));
    }

    void whoeverOpensIsToldWhatIsWrong() {
        const base::SystemClock clock;
        m_etcd->kill();
        const auto opened = EtcdMembership::open(clock, m_etcd->address(), options());
        QVERIFY(!opened && opened.error().code == ErrorCode::Unreachable);
        QCOMPARE(opened.error().field, std::string("membership"));
        QCOMPARE(opened.error().value, etcd::textOf(m_etcd->address().endpoints[0]));
    }
};

}  // namespace test_etcd_membership

QTEST_GUILESS_MAIN(test_etcd_membership::TestEtcdMembership)
#include "test_etcd_membership.moc"
