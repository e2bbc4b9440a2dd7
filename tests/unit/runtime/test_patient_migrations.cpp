// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace in a database server that is brought to a newer schema: a statement over many rows takes as long as it
// takes. Neither this side, which is used to answers within seconds, nor the server's limit for statements ends it in
// the middle.
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "app/workspace/restore.h"
#include "app/workspace/workspace_core.h"
#include "engine/store/database/migrator.h"
#include "tests/support/check.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_patient_migrations {

using namespace evenhand;
using evenhand::testing::MariadbServer;

class TestPatientMigrations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { EVENHAND_NEED(m_server.start()); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("w")).toStdString();
        m_options = {};
        m_options.threaded = false;
        m_options.secrets = std::make_shared<test::MemorySecrets>();
        m_options.password = [](const store::MysqlSettings&) -> Result<std::string> { return std::string(); };
    }
    void cleanup() { EVENHAND_NEED(m_server.run("SET GLOBAL max_statement_time = 0")); }

    void aMigrationIsAwaited_data() { addPatiences(); }
    void aMigrationIsAwaited() {
        QFETCH(bool, servers);
        const auto settings = m_server.newDatabase();
        EVENHAND_NEED(settings);
        EVENHAND_NEED(app::WorkspaceCore::create(m_path, {.database = settings->url()}, m_options));
        // As an upgrade leaves it that was interrupted before its last step.
        const auto& last = store::allMigrations().back();
        {
            const auto database = store::Database::openMysql(*settings, store::Database::Access::ReadWrite);
            EVENHAND_NEED(database);
            const auto statements = store::splitMigration((*database)->dialect(), last.sql).size();
            EVENHAND_NEED((*database)->execute("UPDATE meta SET value = '" + std::to_string(last.number - 1) +
                                               "' WHERE name = 'schema_version'"));
            EVENHAND_NEED((*database)->execute("INSERT INTO meta (name, value) VALUES ('migrating', '" +
                                               std::to_string(last.number) + ":" + std::to_string(statements) + "')"));
        }
        EVENHAND_NEED(slowDown(settings->database));
        EVENHAND_NEED(losePatience(servers));
        const auto opened = app::WorkspaceCore::open(m_path, m_options);
        EVENHAND_NEED(opened);
        QCOMPARE(versionIn(settings->database), last.number);
    }

    void aRestoreOfAnOlderBackupIsAwaited_data() { addPatiences(); }
    void aRestoreOfAnOlderBackupIsAwaited() {
        QFETCH(bool, servers);
        const auto settings = m_server.newDatabase();
        EVENHAND_NEED(settings);
        EVENHAND_NEED(losePatience(servers));
        bool slow = false;
        const auto restored = app::restore(
            {EVENHAND_SOURCE_DIR "/tests/data/workspaces/shop.evenhand-backup", m_path, settings->url(),
             api::Actor::administrator("local:tester")},
            m_options, [&](std::int64_t rows, std::int64_t of) {
                if (!slow && rows > of / 2) {  // the first half reads the file, the second one fills the tables
                    slow = slowDown(settings->database).has_value();
                }
                return true;
            });
        EVENHAND_NEED(restored);
        QVERIFY(slow);
        QVERIFY(restored->schemaVersion < store::allMigrations().back().number);
        QCOMPARE(versionIn(settings->database), store::allMigrations().back().number);
    }

private:
    static constexpr int kSilenceS = 3;  ///< of the server, that this side bears with
    static constexpr int kLimitS = 2;    ///< of the server, for a statement
    static constexpr int kSlowS = 5;     ///< a statement of the migration

    static void addPatiences() {
        QTest::addColumn<bool>("servers");
        QTest::newRow("of this side") << false;
        QTest::newRow("of the server") << true;
    }
    /// From now on, of whoever makes or opens a workspace.
    Result<void> losePatience(bool servers) {
        if (servers) {
            return m_server.run("SET GLOBAL max_statement_time = " + std::to_string(kLimitS));
        }
        m_options.serverSilenceS = kSilenceS;
        return {};
    }
    /// The last statement of a migration takes long, as if there were millions of rows.
    Result<void> slowDown(const std::string& database) {
        return m_server.run("CREATE TRIGGER " + database + ".slow BEFORE UPDATE ON " + database +
                            ".meta FOR EACH ROW SET @slept = IF(NEW.name = 'schema_version' AND NEW.value = '" +
                            std::to_string(store::allMigrations().back().number) + "', SLEEP(" +
                            std::to_string(kSlowS) + "), 0)");
    }
    int versionIn(const std::string& database) {
        const auto version = m_server.value("SELECT value FROM " + database + ".meta WHERE name = 'schema_version'");
        return version ? version->toInt() : -1;
    }

    MariadbServer m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
    app::OpenOptions m_options;
};

}  // namespace test_patient_migrations

QTEST_GUILESS_MAIN(test_patient_migrations::TestPatientMigrations)
#include "test_patient_migrations.moc"
