// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace goes from one deployment to another by a backup, and its figures stay as they are: out of a file into a
// database and a Redis that services share, and back into a file. Whoever looks at a shared workspace sees rows and
// keyspace of one moment, while its engines wait.
#include <QTemporaryDir>
#include <QtTest>
#include <memory>
#include <sstream>
#include <string>

#include "app/workspace/restore.h"
#include "app/workspace/take_backup.h"
#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "app/workspace/workspace_stats.h"
#include "engine/base/log.h"
#include "tests/support/expect.h"
#include "tests/support/servers/etcd_server.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/redis_process.h"

namespace test_shared_copies {

using namespace evenhand;

namespace {

constexpr int kPatienceMs = 60'000;
constexpr int kOrders = 12;
const api::Call kCall{api::Actor::administrator("local:tester"), "because", {}};
const CampusId kCampus{"north"};

template <typename T>
Result<T> waited(api::Answer<T> answer) {
    answer.waitForFinished();
    return answer.result();
}

/// All figures that do not change by time alone, one a line.
std::string textOf(const app::WorkspaceStats& stats) {
    std::ostringstream text;
    text << "orders " << stats.orders << " paid " << stats.paidMinor << '\n';
    for (const auto& status : stats.byStatus) {
        text << "status " << static_cast<int>(status.status) << ' ' << status.orders << '\n';
    }
    for (const auto& campus : stats.campuses) {
        text << "campus " << campus.id.str() << ' ' << campus.couriers << ' ' << campus.assigned << ' '
             << campus.assignedMin << ' ' << campus.assignedMax << ' ' << campus.unassigned << '\n';
    }
    for (const auto& stream : stats.streams) {
        text << "stream " << stream.topic << ' ' << stream.added << ' ' << stream.length << ' ' << stream.acknowledged
             << ' ' << stream.dead << '\n';
    }
    text << "timers " << stats.timersPending << ' ' << stats.timersDead << '\n';
    return text.str();
}

std::string statsOf(const app::Workspace& workspace) {
    const auto stats = app::statsOf(workspace);
    return stats ? textOf(*stats) : stats.error().text();
}

std::string violations(app::Workspace& workspace) {
    const auto verdicts = app::verifyWorkspace(workspace, [](const auto&, auto, auto) { return true; });
    if (!verdicts) {
        return verdicts.error().text();
    }
    std::string text;
    for (const auto& verdict : *verdicts) {
        for (const auto& offender : verdict.offenders) {
            text += verdict.id + ": " + offender + "; ";
        }
    }
    return text;
}

}  // namespace

class TestSharedCopies : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](base::LogLevel, std::string_view, std::string_view) {});
        DONE(m_server.start());
        DONE(m_etcd.start());
    }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_redis = std::make_unique<evenhand::testing::RedisProcess>();
        DONE(m_redis->startOnNetwork());
        m_keyspace = "redis://127.0.0.1:" + std::to_string(m_redis->port());
    }

    void figuresStayFromDeploymentToDeployment() {
        DONE(app::WorkspaceCore::create(path("file"), {"CNY", 2, "Asia/Shanghai", "tester"}));
        std::string first;
        {
            auto file = opened("file");
            DONE(file);
            fill(**file);
            QTRY_COMPARE_WITH_TIMEOUT(waiting(**file), std::int64_t{0}, kPatienceMs);
            QCOMPARE(violations(**file), std::string());
            first = statsOf(**file);
            DONE(waited((*file)->backups().take(kCall, path("one.evenhand-backup"), {})));
        }
        QVERIFY2(first.find("stream order@@first 12 0 12 0") != std::string::npos, first.c_str());
        const auto database = m_server.newDatabase();
        DONE(database);
        DONE(restored("one.evenhand-backup", "shared", database->url()));
        {
            auto shared = opened("shared");
            DONE(shared);
            QCOMPARE(statsOf(**shared), first);
            QCOMPARE(violations(**shared), std::string());
            // It is no dead copy.
            place(**shared, kOrders);
            QTRY_COMPARE_WITH_TIMEOUT(waiting(**shared), std::int64_t{0}, kPatienceMs);
            first = statsOf(**shared);
            QVERIFY2(first.find("stream order@@first 13 0 13 0") != std::string::npos, first.c_str());
            DONE(waited((*shared)->backups().take(kCall, path("two.evenhand-backup"), {})));
        }
        DONE(restored("two.evenhand-backup", "again", {}));
        auto again = opened("again");
        DONE(again);
        QCOMPARE(statsOf(**again), first);
        QCOMPARE(violations(**again), std::string());
        place(**again, kOrders + 1);
        QTRY_COMPARE_WITH_TIMEOUT(waiting(**again), std::int64_t{0}, kPatienceMs);
    }

    /// Another workspace's keyspace would be mixed with it.
    void aRedisThatIsNotEmptyIsRefused() {
        DONE(app::WorkspaceCore::create(path("file"), {"CNY", 2, "Asia/Shanghai", "tester"}));
        {
            auto file = opened("file");
            DONE(file);
            fill(**file);
            DONE(waited((*file)->backups().take(kCall, path("one.evenhand-backup"), {})));
        }
        const auto first = m_server.newDatabase();
        DONE(first);
        DONE(restored("one.evenhand-backup", "first", first->url()));
        const auto second = m_server.newDatabase();
        DONE(second);
        REFUSED_FIELD(restored("one.evenhand-backup", "second", second->url()), ErrorCode::AlreadyExists, "keyspace");
        REFUSED(app::Workspace::open(path("second"), {}), ErrorCode::WorkspaceMissing);
    }

    /// Callers wait while somebody looks, and are answered afterwards.
    void enginesWaitWhileSomebodyLooks() {
        const auto database = m_server.newDatabase();
        DONE(database);
        app::WorkspaceOptions options{"CNY", 2, "Asia/Shanghai", "tester", database->url()};
        options.keyspace = m_keyspace;
        options.membership = m_etcd.address().url();
        DONE(app::WorkspaceCore::create(path("shared"), options));
        auto shared = opened("shared");
        DONE(shared);
        fill(**shared);
        QTRY_COMPARE_WITH_TIMEOUT(waiting(**shared), std::int64_t{0}, kPatienceMs);
        // Its figures are told beside it by one who only reads, again and again, while orders come.
        const auto reader = app::Workspace::openReadOnly(path("shared"));
        DONE(reader);
        for (int i = 0; i < 3; ++i) {
            place(**shared, kOrders + i);
            QCOMPARE(violations(**reader), std::string());
        }
        QCOMPARE((*shared)->status().state, api::EngineState::Live);
    }

private:
    [[nodiscard]] std::string path(const char* name) const {
        return m_folder->filePath(QString::fromLatin1(name)).toStdString();
    }
    [[nodiscard]] Result<std::unique_ptr<app::Workspace>> opened(const char* name) const {
        app::OpenOptions options;
        options.workers = 0;
        return app::Workspace::open(path(name), options);
    }
    [[nodiscard]] Result<api::BackupManifest> restored(const char* file, const char* folder,
                                                       const std::string& database) const {
        app::RestoreOptions options;
        options.file = path(file);
        options.folder = path(folder);
        options.database = database;
        options.actor = kCall.actor;
        if (!database.empty()) {
            options.keyspace = m_keyspace;
            options.membership = m_etcd.address().url();
        }
        return app::restore(options, {}, {});
    }
    /// Two couriers and a dozen paid orders.
    static void fill(app::Workspace& workspace) {
        DONE(waited(workspace.dispatch().upsertCampus(kCall, {kCampus, "North", {}})));
        DONE(waited(workspace.dispatch().upsertCouriers(
            kCall, {{CourierId("ann"), kCampus, "Ann", "", true}, {CourierId("bob"), kCampus, "Bob", "", true}})));
        DONE(waited(workspace.orders().upsertProducts(kCall, {{Sku("tea"), "tea", Money{100}, 1'000}}, false)));
        for (int i = 0; i < kOrders; ++i) {
            place(workspace, i);
        }
    }
    static void place(app::Workspace& workspace, int number) {
        api::PlaceOrder placing;
        placing.key = "K" + std::to_string(number);
        placing.orderNo = OrderNo("O" + std::to_string(number));
        placing.user = UserId("user");
        placing.campus = kCampus;
        placing.lines = {{Sku("tea"), 1, Money{100}}};
        DONE(waited(workspace.orders().place(kCall, placing)));
        api::PayOrder paying;
        paying.orderNo = placing.orderNo;
        paying.paymentNo = PaymentNo("P" + std::to_string(number));
        paying.amount = Money{100};
        DONE(waited(workspace.orders().pay(kCall, paying)));
    }
    /// Paid orders without a courier.
    static std::int64_t waiting(const app::Workspace& workspace) { return workspace.status().unassigned; }

    evenhand::testing::MariadbServer m_server;
    evenhand::testing::EtcdServer m_etcd;
    std::unique_ptr<evenhand::testing::RedisProcess> m_redis;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_keyspace;
};

}  // namespace test_shared_copies

QTEST_GUILESS_MAIN(test_shared_copies::TestSharedCopies)
#include "test_shared_copies.moc"
