// SPDX-License-Identifier: GPL-3.0-or-later
// How the parts of a shared deployment are said to be: by what nodes and services tell of themselves, and on real
// servers of which one goes.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/workspace/deployment_watch.h"
#include "app/workspace/workspace.h"
#include "engine/base/log.h"
#include "engine/cluster/etcd/answers.h"
#include "engine/task_making/make.h"
#include "tests/support/expect.h"
#include "tests/support/servers/etcd_server.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/redis_process.h"

namespace test_deployment_health {

using namespace evenhand;
using api::PartHealth;
using api::PartKind;
using api::PartRole;
using api::PartState;

namespace {

constexpr int kPatienceMs = 60'000;
const api::Call kCall{api::Actor::administrator("local:tester"), "because", {}};

std::vector<PartHealth> partsOf(const app::Workspace& workspace, PartKind kind) {
    auto parts = workspace.status().parts;
    std::erase_if(parts, [kind](const PartHealth& part) { return part.kind != kind; });
    return parts;
}

redis::NodeHealth answering(redis::NodeRole role) {
    redis::NodeHealth node;
    node.node = {"redis", 6379};
    node.readAt = Instant{5};
    node.info.role = role;
    node.info.isLinked = role == redis::NodeRole::Replica;
    return node;
}

}  // namespace

class TestDeploymentHealth : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](base::LogLevel, std::string_view, std::string_view) {});
    }

    void aNodeOfRedisIsWhatItTells() {
        auto node = answering(redis::NodeRole::Master);
        auto part = app::partOf(node);
        QCOMPARE(part.name, std::string("redis:6379"));
        QCOMPARE(part.state, PartState::Well);
        QCOMPARE(part.role, PartRole::Master);
        QCOMPARE(part.persistence, api::Persistence::Snapshots);
        QVERIFY(!part.refuses && part.reason.empty());
        node.info.hasAppendLog = true;
        QCOMPARE(app::partOf(node).persistence, api::Persistence::Log);
        node.info.appendLogWorks = false;
        QCOMPARE(app::partOf(node).state, PartState::Impaired);
        node.info.appendLogWorks = true;
        node.info.isLoading = true;
        QVERIFY(app::partOf(node).refuses);
        node.readAt.reset();
        QCOMPARE(app::partOf(node).state, PartState::Unknown);
        auto replica = answering(redis::NodeRole::Replica);
        replica.lagBytes = 12;
        QCOMPARE(app::partOf(replica).state, PartState::Well);
        QCOMPARE(app::partOf(replica).lagBytes, std::int64_t{12});
        replica.info.isLinked = false;
        QCOMPARE(app::partOf(replica).state, PartState::Impaired);
    }

    /// What a replica has, its master has too.
    void onlyAMasterThatIsAwayRefuses() {
        auto node = answering(redis::NodeRole::Master);
        node.circuit = redis::Circuit::Open;
        node.lastError = "refused";
        node.nextTry = Instant{99};
        const auto part = app::partOf(node);
        QCOMPARE(part.state, PartState::Away);
        QVERIFY(part.refuses);
        QCOMPARE(part.nextTry, std::optional(Instant{99}));
        QCOMPARE(part.reason, std::string("refused"));
        node.info.role = redis::NodeRole::Replica;
        QCOMPARE(app::partOf(node).state, PartState::Away);
        QVERIFY(!app::partOf(node).refuses);
    }

    void aNoteComesBackAsItWas() {
        app::ServiceNote note;
        note.process = "host, process 12";
        note.address = "http://10.0.0.1:8480";
        note.version = "1.2";
        note.reason = "a \"reason\"";
        note.state = api::EngineState::Degraded;
        note.leads = true;
        note.consoles = 3;
        note.since = Instant{77};
        note.workers["worker 1"] = {5, 1.5, Instant{88}};
        const auto back = app::ServiceNote::from(note.text());
        QVERIFY(back);
        QCOMPARE(back->text(), note.text());
        QCOMPARE(back->workers.at("worker 1").lastSeen, std::optional(Instant{88}));
        QCOMPARE(back->workers.at("worker 1").perSecond, 1.5);
        const auto part = app::partOf(*back);
        QCOMPARE(part.name, note.address);
        QCOMPARE(part.state, PartState::Impaired);
        QCOMPARE(part.role, PartRole::DueWork);
        QCOMPARE(part.consoles, std::int64_t{3});
    }
    void whatIsNoNoteIsNone() {
        for (const char* text : {"", "{}", "[]", R"({"process":7})", "no JSON"}) {
            QVERIFY2(!app::ServiceNote::from(text), text);
        }
        const auto least = app::ServiceNote::from(R"({"process":"p","state":9,"workers":[1,{"name":"w"}]})");
        QVERIFY(least);
        QCOMPARE(app::partOf(*least).state, PartState::Away);  // of a version that knows more states
        QCOMPARE(app::partOf(*least).name, std::string("p"));
        QCOMPARE(least->workers.size(), std::size_t{1});
    }

    void whatEtcdSaysOfItsServersIsRead() {
        const std::string header = R"("header":{"cluster_id":"7","member_id":"13319814642761637952"})";
        const auto servers = etcd::readServers(
            "{" + header + R"(,"members":[{"ID":"13319814642761637952","name":"a","clientURLs":["http://a:2379"]},)" +
                R"({"ID":"2"}]})",
            "a");
        DONE(servers);
        QCOMPARE(servers->size(), std::size_t{2});
        QVERIFY(servers->front().id == 13319814642761637952ULL);  // beyond what a signed number holds
        QCOMPARE(servers->front().urls.at(0), std::string("http://a:2379"));
        QVERIFY(servers->back().name.empty() && servers->back().urls.empty());
        const auto status = etcd::readServerStatus(
            "{" + header + R"(,"version":"3.4.23","dbSize":"24576","errors":["etcdserver: no leader","b"]})", "a");
        DONE(status);
        QVERIFY(status->id == 13319814642761637952ULL && status->leader == 0);
        QCOMPARE(status->dbBytes, std::int64_t{24576});
        QCOMPARE(status->trouble, std::string("etcdserver: no leader; b"));
        for (const auto& text : {std::string("{}"), "{" + header + "}", "{" + header + R"(,"members":[7]})",
                                 "{" + header + R"(,"members":[{"ID":"x"}],"version":7})"}) {
            QVERIFY2(!etcd::readServers(text, "a"), text.c_str());
            QVERIFY2(!etcd::readServerStatus(text, "a"), text.c_str());
        }
    }

    /// Where most of the servers are away, none of them can do anything, though one answers.
    void etcdWithoutItsMajorityIsAway() {
        evenhand::testing::EtcdCluster cluster;
        DONE(cluster.start());
        app::DeploymentWatch::Given given;
        const auto place = app::SharedPlace::of("redis://127.0.0.1:1", cluster.address().url());
        DONE(place);
        given.place = *place;
        given.database.host = "127.0.0.1";
        given.database.port = 1;  // nobody is there
        given.workspace = "w";
        app::DeploymentWatch watch(given, app::systemClock());
        const auto servers = [&watch] {
            auto parts = watch.look();
            std::erase_if(parts, [](const PartHealth& part) { return part.kind != PartKind::Membership; });
            return parts;
        };
        const auto having = [](const std::vector<PartHealth>& parts, auto holds) {
            return std::count_if(parts.begin(), parts.end(), holds);
        };
        const auto leads = [](const PartHealth& part) { return part.role == PartRole::Leader; };
        const auto isAway = [](const PartHealth& part) { return part.state == PartState::Away; };
        const auto refuses = [](const PartHealth& part) { return part.refuses; };
        auto parts = servers();
        QCOMPARE(parts.size(), std::size_t{3});
        QCOMPARE(having(parts, leads), std::ptrdiff_t{1});
        QCOMPARE(having(parts, isAway), std::ptrdiff_t{0});
        cluster.server(0).kill();
        QTRY_COMPARE_WITH_TIMEOUT(having(servers(), leads), std::ptrdiff_t{1}, kPatienceMs);
        parts = servers();
        QCOMPARE(having(parts, isAway), std::ptrdiff_t{1});
        QCOMPARE(having(parts, refuses), std::ptrdiff_t{0});
        cluster.server(1).kill();
        QTRY_COMPARE_WITH_TIMEOUT(having(servers(), isAway), std::ptrdiff_t{3}, kPatienceMs);
        QCOMPARE(having(servers(), refuses), std::ptrdiff_t{3});
        // Nor does the database answer, or Redis.
        const auto all = watch.parts();
        QVERIFY(all.front().kind == PartKind::Database && all.front().state == PartState::Away && all.front().refuses);
    }

    void eachServiceSeesAllParts() {
        DONE(m_server.start());
        DONE(m_redis.startOnNetwork());
        DONE(m_etcd.start());
        const auto made = m_server.newDatabase();
        DONE(made);
        app::WorkspaceOptions options{"CNY", 2, "Asia/Shanghai", "tester", made->url()};
        options.keyspace = "redis://127.0.0.1:" + std::to_string(m_redis.port());
        options.membership = m_etcd.address().url();
        DONE(app::WorkspaceCore::create(folder("a"), options));
        DONE(app::WorkspaceCore::create(folder("b"), options));
        auto a = opened("a");
        auto b = opened("b");
        DONE(a);
        DONE(b);
        (*b)->setServiceAddress("http://10.9.8.7:8480");

        const auto one = [&](PartKind kind) {
            const auto parts = partsOf(**a, kind);
            return parts.empty() ? PartHealth() : parts.front();
        };
        QTRY_COMPARE_WITH_TIMEOUT(one(PartKind::Database).state, PartState::Well, kPatienceMs);
        QVERIFY(one(PartKind::Database).version.starts_with("MariaDB"));
        QVERIFY(one(PartKind::Database).readMs >= 0);
        QTRY_COMPARE_WITH_TIMEOUT(one(PartKind::Keyspace).role, PartRole::Master, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(one(PartKind::Membership).role, PartRole::Leader, kPatienceMs);
        QVERIFY(one(PartKind::Membership).version.starts_with("etcd 3."));
        const auto hasBoth = [&] {
            const auto services = partsOf(**a, PartKind::Service);
            return services.size() == 2 && services[0].isAsked && !services[1].isAsked &&
                   services[1].name == "http://10.9.8.7:8480";
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasBoth(), kPatienceMs);
        const auto leading = [&] {
            const auto services = partsOf(**a, PartKind::Service);
            return std::count_if(services.begin(), services.end(),
                                 [](const PartHealth& part) { return part.role == PartRole::DueWork; });
        };
        QTRY_COMPARE_WITH_TIMEOUT(leading(), std::ptrdiff_t{1}, kPatienceMs);

        // What the workers of the other one have done is told here too.
        for (int i = 0; i < 40; ++i) {
            auto answer = (*a)->core().engine().ask<bool>(kCall, [i](runtime::UnitOfWork& work) {
                return tasks::make(work, api::TaskKind::Rehearsal, "t" + std::to_string(i), {}, work.now());
            });
            answer.waitForFinished();
            DONE(answer.result());
        }
        const auto bothHaveDone = [&] {
            auto answer = (*a)->tasks().ring(kCall);
            answer.waitForFinished();
            const auto ring = answer.result();
            std::int64_t sum = 0;
            for (const auto& worker : ring ? ring->workers : std::vector<api::RingWorker>()) {
                sum += std::max<std::int64_t>(worker.done, 0);
            }
            return ring && ring->workers.size() == 2 && sum == 40;
        };
        QTRY_VERIFY_WITH_TIMEOUT(bothHaveDone(), kPatienceMs);

        // From the folder, without an engine.
        auto reading = app::Workspace::openReadOnly(folder("a"), {});
        DONE(reading);
        const auto looked = (*reading)->lookAtParts();
        QCOMPARE(std::count_if(looked.begin(), looked.end(),
                               [](const PartHealth& part) { return part.kind == PartKind::Service; }),
                 std::ptrdiff_t{2});
        QVERIFY(std::none_of(looked.begin(), looked.end(), [](const PartHealth& part) { return part.isAsked; }));

        m_redis.kill();
        QTRY_COMPARE_WITH_TIMEOUT(one(PartKind::Keyspace).state, PartState::Away, kPatienceMs);
        QVERIFY(one(PartKind::Keyspace).refuses && one(PartKind::Keyspace).nextTry);
        DONE(m_redis.startAgain());
        QTRY_COMPARE_WITH_TIMEOUT(one(PartKind::Keyspace).state, PartState::Well, kPatienceMs);

        m_etcd.kill();
        QTRY_COMPARE_WITH_TIMEOUT(one(PartKind::Membership).state, PartState::Away, kPatienceMs);
        QVERIFY(one(PartKind::Membership).refuses);
        QTRY_COMPARE_WITH_TIMEOUT(partsOf(**a, PartKind::Service).back().state, PartState::Unknown, kPatienceMs);
        QCOMPARE(partsOf(**a, PartKind::Service).front().isAsked, true);
        DONE(m_etcd.start());
        QTRY_VERIFY_WITH_TIMEOUT(hasBoth() && one(PartKind::Membership).state == PartState::Well, kPatienceMs);

        // Whoever ends says so.
        (*b)->stop();
        QTRY_COMPARE_WITH_TIMEOUT(partsOf(**a, PartKind::Service).size(), std::size_t{1}, kPatienceMs);
    }

private:
    [[nodiscard]] std::string folder(const char* name) const {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }
    [[nodiscard]] Result<std::unique_ptr<app::Workspace>> opened(const char* name) const {
        app::OpenOptions options;
        options.workers = 1;
        return app::Workspace::open(folder(name), options);
    }

    QTemporaryDir m_folder;
    evenhand::testing::MariadbServer m_server;
    evenhand::testing::RedisProcess m_redis;
    evenhand::testing::EtcdServer m_etcd;
};

}  // namespace test_deployment_health

QTEST_GUILESS_MAIN(test_deployment_health::TestDeploymentHealth)
#include "test_deployment_health.moc"
