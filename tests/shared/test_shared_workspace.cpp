// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace that services share, as programs open it: each has a folder of its own with the same addresses, all take
// commands, and their workers are one ring.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>
#include <string>

#include "app/workspace/engine_seat.h"
#include "app/workspace/restore.h"
#include "app/workspace/workspace.h"
#include "engine/base/log.h"
#include "engine/cluster/local_membership.h"
#include "engine/task_making/make.h"
#include "tests/support/expect.h"
#include "tests/support/servers/etcd_server.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/redis_process.h"

namespace test_shared_workspace {

using namespace evenhand;
using api::TaskKind;

namespace {

constexpr int kPatienceMs = 60'000;
constexpr int kSubjects = 200;
const api::Call kCall{api::Actor::administrator("local:tester"), "because", {}};

}  // namespace

class TestSharedWorkspace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](base::LogLevel, std::string_view, std::string_view) {});
        DONE(m_server.start());
        DONE(m_etcd.start());
    }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_redis = std::make_unique<evenhand::testing::RedisProcess>();  // of one workspace
        DONE(m_redis->startOnNetwork());
        const auto made = m_server.newDatabase();
        DONE(made);
        m_options = {"CNY", 2, "Asia/Shanghai", "tester", made->url()};
        m_options.keyspace = "redis://127.0.0.1:" + std::to_string(m_redis->port());
        m_options.membership = m_etcd.address().url();
    }

    void servicesTakeCommandsAndShareTheirTasks() {
        DONE(app::WorkspaceCore::create(folder("a"), m_options));
        DONE(app::WorkspaceCore::create(folder("b"), m_options));
        auto a = opened("a");
        auto b = opened("b");
        DONE(a);
        DONE(b);
        QCOMPARE((*a)->workspace().id, (*b)->workspace().id);
        QTRY_COMPARE_WITH_TIMEOUT((*a)->status().workers, std::int64_t{2}, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT((*b)->status().workers, std::int64_t{2}, kPatienceMs);
        for (int i = 0; i < 40; ++i) {
            auto& workspace = i % 2 == 0 ? **a : **b;
            auto answer = workspace.core().engine().ask<bool>(kCall, [i](runtime::UnitOfWork& work) {
                return tasks::make(work, TaskKind::Rehearsal, "t" + std::to_string(i), {}, work.now());
            });
            answer.waitForFinished();
            DONE(answer.result());
        }
        QTRY_COMPARE_WITH_TIMEOUT(open(**b), std::int64_t{0}, kPatienceMs);
        // One goes, and the other has the whole ring.
        (*a)->stop();
        a->reset();
        QTRY_COMPARE_WITH_TIMEOUT((*b)->status().workers, std::int64_t{1}, kPatienceMs);
    }

    void noPasswordIsKeptInTheFolder() {
        auto options = m_options;
        options.keyspace = "redis://:secret@127.0.0.1:" + std::to_string(m_redis->port());
        REFUSED_FIELD(app::WorkspaceCore::create(folder("a"), options), ErrorCode::InvalidArgument, "keyspace");
        DONE(app::WorkspaceCore::create(folder("a"), m_options));
        QFile file(QString::fromStdString(folder("a") + "/keyspace.url"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().trimmed().toStdString(), m_options.keyspace);
    }

    void addressesGoTogether() {
        auto options = m_options;
        options.membership.clear();
        REFUSED_FIELD(app::WorkspaceCore::create(folder("a"), options), ErrorCode::InvalidArgument, "membership");
        options = m_options;
        options.database.clear();
        REFUSED_FIELD(app::WorkspaceCore::create(folder("a"), options), ErrorCode::InvalidArgument, "database");
        options = m_options;
        options.keyspace = "redis://127.0.0.1:1";  // nobody is there
        QVERIFY(!app::WorkspaceCore::create(folder("a"), options));
    }

    void enginesDivideWhatFallsDue() {
        const auto& clock = app::systemClock();
        cluster::LocalMembership engines(clock);
        app::EngineSeat first(engines, clock, "00000000-0000-4000-8000-000000000002", "first");
        app::EngineSeat second(engines, clock, "00000000-0000-4000-8000-000000000001", "second");
        QCOMPARE(ownedBy(first), 0);
        first.start();
        QTRY_COMPARE_WITH_TIMEOUT(ownedBy(first), kSubjects, kPatienceMs);
        second.start();
        // Each has a part, and every subject one owner.
        QTRY_VERIFY_WITH_TIMEOUT(ownedBy(second) > 0 && ownedBy(first) + ownedBy(second) == kSubjects, kPatienceMs);
        QVERIFY(ownedBy(first) > 0);
        for (int i = 0; i < kSubjects; ++i) {
            QVERIFY(first.owns("calibration", std::to_string(i)) != second.owns("calibration", std::to_string(i)));
        }
        first.stop();
        QCOMPARE(ownedBy(first), 0);
        QTRY_COMPARE_WITH_TIMEOUT(ownedBy(second), kSubjects, kPatienceMs);
    }

    /// Whoever ran it alone would not see what is in Redis, and the others not what is in its journal.
    void itIsSharedByAllOrByNone() {
        DONE(app::WorkspaceCore::create(folder("a"), m_options));
        auto alone = m_options;
        alone.keyspace.clear();
        alone.membership.clear();
        REFUSED_FIELD(app::WorkspaceCore::create(folder("b"), alone), ErrorCode::Unsupported, "keyspace");
        const auto other = m_server.newDatabase();
        DONE(other);
        alone.database = other->url();
        DONE(app::WorkspaceCore::create(folder("c"), alone));
        auto shared = m_options;
        shared.database = other->url();
        REFUSED_FIELD(app::WorkspaceCore::create(folder("d"), shared), ErrorCode::Unsupported, "keyspace");
    }

    /// From a file into a cluster, and back: the rows are what counts, the keyspace is built from them.
    void aBackupGoesFromOneDeploymentToAnother() {
        auto alone = m_options;
        alone.database.clear();
        alone.keyspace.clear();
        alone.membership.clear();
        DONE(app::WorkspaceCore::create(folder("a"), alone));
        app::RestoreOptions restore;
        restore.actor = kCall.actor;
        restore.folder = folder("b");
        restore.database = m_options.database;
        restore.keyspace = m_options.keyspace;
        restore.file = backedUp("a");
        REFUSED_FIELD(app::restore(restore, {}, {}), ErrorCode::InvalidArgument, "membership");
        restore.membership = m_options.membership;
        DONE(app::restore(restore, {}, {}));
        DONE(app::WorkspaceCore::create(folder("c"), m_options));  // a second machine joins
        {
            const auto shared = opened("c");
            DONE(shared);
            QVERIFY((*shared)->core().sharedPlace().has_value());
            auto rebuilt = (*shared)->keyspace().rebuild(kCall, {});
            rebuilt.waitForFinished();
            DONE(rebuilt.result());
            QVERIFY(rebuilt.result()->partsAgree());
        }
        restore.file = backedUp("b");
        restore.folder = folder("d");
        restore.database.clear();
        restore.keyspace.clear();
        restore.membership.clear();
        DONE(app::restore(restore, {}, {}));
        const auto back = opened("d");
        DONE(back);
        QVERIFY(!(*back)->core().sharedPlace());
    }

private:
    [[nodiscard]] std::string backedUp(const char* name) const {
        const auto workspace = opened(name);
        const auto file = folder(name) + ".backup";
        if (workspace) {
            auto taken = (*workspace)->backups().take(kCall, file, {});
            taken.waitForFinished();
            if (!taken.result()) {
                qWarning("%s", taken.result().error().text().c_str());
            }
        }
        return file;
    }
    [[nodiscard]] std::string folder(const char* name) const {
        return m_folder->filePath(QString::fromLatin1(name)).toStdString();
    }
    [[nodiscard]] Result<std::unique_ptr<app::Workspace>> opened(const char* name) const {
        app::OpenOptions options;
        options.workers = 1;
        return app::Workspace::open(folder(name), options);
    }
    static int ownedBy(const app::EngineSeat& seat) {
        int owned = 0;
        for (int i = 0; i < kSubjects; ++i) {
            owned += seat.owns("calibration", std::to_string(i)) ? 1 : 0;
        }
        return owned;
    }
    static std::int64_t open(app::Workspace& workspace) {
        api::TaskFilter filter;
        filter.statuses = {api::TaskStatus::Pending, api::TaskStatus::Processing};
        auto answer = workspace.tasks().count(kCall, filter);
        answer.waitForFinished();
        return answer.result().value_or(-1);
    }

    evenhand::testing::MariadbServer m_server;
    std::unique_ptr<evenhand::testing::RedisProcess> m_redis;
    evenhand::testing::EtcdServer m_etcd;
    std::unique_ptr<QTemporaryDir> m_folder;
    app::WorkspaceOptions m_options;
};

}  // namespace test_shared_workspace

QTEST_GUILESS_MAIN(test_shared_workspace::TestSharedWorkspace)
#include "test_shared_workspace.moc"
