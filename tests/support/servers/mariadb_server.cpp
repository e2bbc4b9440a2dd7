// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/mariadb_server.h"

#include <sys/prctl.h>
#include <unistd.h>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStandardPaths>
#include <QStorageInfo>
#include <QVariant>
#include <QtTest>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <utility>

#include "engine/store/database/database.h"
#include "tests/support/servers/copied_rows.h"

namespace evenhand::testing {
namespace {

constexpr int kStartMs = 60'000;
constexpr int kLookMs = 20;

Result<QString> program(const QString& name) {
    const auto found = QStandardPaths::findExecutable(
        name, {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/bin"), QStringLiteral("/usr/local/bin")});
    if (found.isEmpty()) {
        return fail(ErrorCode::NotFound, name.toStdString() + " is not installed (Debian: mariadb-server)");
    }
    return found;
}

/// A server that runs as root wants to be told so.
QStringList asUser() { return ::geteuid() == 0 ? QStringList{QStringLiteral("--user=root")} : QStringList{}; }

const QString kLogSize = QStringLiteral("--innodb-log-file-size=64M");

/// Where the programs of this build keep the data of a new server of this kind; empty: nowhere.
QString keptData(const QString& server) {
    const auto programs = QCoreApplication::applicationDirPath();
    const QFileInfo file(server);
    return programs.isEmpty() ? QString()
                              : QStringLiteral("%1/mariadb-data-%2-%3")
                                    .arg(programs)
                                    .arg(file.size())
                                    .arg(file.lastModified().toSecsSinceEpoch());
}

Result<void> installInto(const QString& data, const QProcessEnvironment& environment) {
    EVENHAND_ASSIGN(const auto install, program(QStringLiteral("mariadb-install-db")));
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setProcessEnvironment(environment);
    process.start(install, QStringList{QStringLiteral("--no-defaults"), QStringLiteral("--datadir=") + data, kLogSize,
                                       QStringLiteral("--skip-test-db"),
                                       QStringLiteral("--auth-root-authentication-method=normal")} +
                               asUser());
    if (!process.waitForFinished(kStartMs) || process.exitCode() != 0) {
        return fail(ErrorCode::Internal, "mariadb-install-db failed: " + process.readAll().toStdString());
    }
    return {};
}

Result<void> copyFolder(const QString& from, const QString& to) {
    std::error_code error;
    std::filesystem::copy(from.toStdString(), to.toStdString(), std::filesystem::copy_options::recursive, error);
    return error ? fail(ErrorCode::Storage, error.message(), "path", from.toStdString()) : Result<void>();
}

/// One statement on a connection of its own; the first column of the first row.
Result<QString> runOnce(const store::MysqlSettings& settings, const QString& sql) {
    static std::atomic<int> counter{0};
    const auto name = QStringLiteral("mariadb-admin-%1").arg(counter.fetch_add(1));
    Result<QString> answer = QString();
    {
        auto database = QSqlDatabase::addDatabase(QStringLiteral("QMYSQL"), name);
        database.setUserName(QString::fromStdString(settings.user));
        database.setDatabaseName(QString::fromStdString(settings.database));
        database.setConnectOptions(QStringLiteral("UNIX_SOCKET=") + QString::fromStdString(settings.socket));
        QSqlQuery query(database);
        if (!database.open()) {
            answer = fail(ErrorCode::Storage, database.lastError().text().toStdString());
        } else if (query = QSqlQuery(database); !query.exec(sql)) {
            answer = fail(ErrorCode::Storage, query.lastError().text().toStdString() + " in " + sql.toStdString());
        } else if (query.next()) {
            answer = query.value(0).toString();
        }
    }
    QSqlDatabase::removeDatabase(name);
    return answer;
}

}  // namespace

QString MariadbServer::folderTemplate() {
    // In memory where there is plenty: tables are made and dropped much faster, and no power fails in these tests.
    constexpr qint64 kPlenty = 2LL << 30;
    const QStorageInfo memory(QStringLiteral("/dev/shm"));
    const bool inMemory = memory.isValid() && !memory.isReadOnly() && memory.bytesAvailable() > kPlenty &&
                          QFileInfo(memory.rootPath()).isWritable();
    return (inMemory ? memory.rootPath() : QDir::tempPath()) + QStringLiteral("/evenhand-mariadb-XXXXXX");
}

/// Making the data of a new server takes several times as long as starting it, so the programs of a build make it once
/// and copy it.
Result<void> MariadbServer::install(const QProcessEnvironment& environment) {
    EVENHAND_ASSIGN(const auto server, program(QStringLiteral("mariadbd")));
    const auto data = QDir(m_folder.path()).filePath(QStringLiteral("data"));
    const auto kept = keptData(server);
    if (kept.isEmpty() || !QFileInfo(QCoreApplication::applicationDirPath()).isWritable()) {
        return installInto(data, environment);
    }
    QLockFile lock(kept + QStringLiteral(".lock"));
    lock.setStaleLockTime(0);  // only one whose owner is gone
    if (!lock.tryLock(kStartMs)) {
        return installInto(data, environment);
    }
    if (!QFileInfo::exists(kept)) {
        // Under another name until it is whole: its maker may be killed.
        const auto unfinished = kept + QStringLiteral(".new");
        QDir(unfinished).removeRecursively();
        EVENHAND_TRY(installInto(unfinished, environment));
        if (!QDir().rename(unfinished, kept)) {
            return fail(ErrorCode::Storage, "cannot be renamed", "path", unfinished.toStdString());
        }
    }
    lock.unlock();
    return copyFolder(kept, data);
}

Result<void> MariadbServer::start(const QStringList& options) {
    const QDir folder(m_folder.path());
    const auto data = QStringLiteral("--datadir=") + folder.filePath(QStringLiteral("data"));
    // A starting server deletes what looks like temporary tables of its own, so another's must not lie there.
    const auto scratch = folder.filePath(QStringLiteral("tmp"));
    QDir().mkpath(scratch);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TMPDIR"), scratch);
    if (!m_installed) {
        EVENHAND_TRY(install(environment));
        m_installed = true;
    }
    EVENHAND_ASSIGN(const auto server, program(QStringLiteral("mariadbd")));
    if (!qEnvironmentVariableIsSet("EVENHAND_DB_PASSWORD")) {
        qputenv("EVENHAND_DB_PASSWORD", "");  // the administrator has none; nobody is to look for one in a keychain
    }
    m_killed = false;
    m_process = std::make_unique<QProcess>();
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    // Into a file, not a pipe: the server says a line for each connection that is cut, and once nobody has read 64 KB
    // of them, its threads wait in writing for ever, with their locks.
    const auto log = logFile();
    QFile::remove(log);
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_process->setStandardOutputFile(log);
    m_process->setProcessEnvironment(environment);
    const auto socket = QString::fromStdString(settings().socket);
    QFile::remove(socket);
    m_process->start(server,
                     QStringList{QStringLiteral("--no-defaults"), data, QStringLiteral("--socket=") + socket,
                                 QStringLiteral("--skip-networking"), QStringLiteral("--performance-schema=OFF"),
                                 QStringLiteral("--innodb-buffer-pool-size=128M"), kLogSize,
                                 QStringLiteral("--pid-file=") + folder.filePath(QStringLiteral("pid"))} +
                         asUser() + options);
    const QDeadlineTimer until(kStartMs);
    while (!logged().contains("ready for connections")) {
        if (m_process->waitForFinished(kLookMs) || m_process->state() == QProcess::NotRunning || until.hasExpired()) {
            return fail(ErrorCode::Internal, "mariadbd did not start: " + logged().toStdString());
        }
    }
    return {};
}

QString MariadbServer::logFile() const { return QDir(m_folder.path()).filePath(QStringLiteral("server.log")); }

QByteArray MariadbServer::logged() const {
    QFile log(logFile());
    return log.open(QIODevice::ReadOnly) ? log.readAll() : QByteArray();
}

Result<void> MariadbServer::startOnNetwork(const QStringList& options) {
    constexpr int kTries = 5;  // somebody else may take the port meanwhile
    Result<void> started;
    for (int i = 0; i < kTries; ++i) {
        m_port = freePort();
        started = start(QStringList{QStringLiteral("--skip-networking=0"), QStringLiteral("--bind-address=127.0.0.1"),
                                    QStringLiteral("--skip-name-resolve"),
                                    QStringLiteral("--port=") + QString::number(m_port)} +
                        options);
        if (started) {
            break;
        }
    }
    return started;
}

store::MysqlSettings MariadbServer::networkSettings(const std::string& user, const std::string& database) const {
    store::MysqlSettings settings;
    settings.host = "127.0.0.1";
    settings.port = m_port;
    settings.user = user;
    settings.database = database;
    return settings;
}

MariadbServer::~MariadbServer() {
    if (m_process && !m_killed && (m_process->state() == QProcess::NotRunning || m_process->waitForFinished(0))) {
        qWarning("mariadbd ended by itself, code or signal %d: %s", m_process->exitCode(),
                 logged().right(4000).constData());
    }
    kill();
}

void MariadbServer::kill() {
    m_killed = true;
    if (m_process && m_process->state() != QProcess::NotRunning) {
        m_process->kill();
        m_process->waitForFinished();
    }
}

void MariadbServer::freeze() { ::kill(static_cast<pid_t>(m_process->processId()), SIGSTOP); }
void MariadbServer::thaw() { ::kill(static_cast<pid_t>(m_process->processId()), SIGCONT); }

store::MysqlSettings MariadbServer::settings(const std::string& database) const {
    store::MysqlSettings settings;
    settings.socket = m_folder.filePath(QStringLiteral("db.sock")).toStdString();
    settings.user = "root";
    settings.database = database;
    return settings;
}

Result<store::MysqlSettings> MariadbServer::newDatabase() {
    const auto name = "w" + std::to_string(++m_databases);
    EVENHAND_TRY(run("CREATE DATABASE " + name + " CHARACTER SET utf8mb4"));
    return settings(name);
}

Result<store::MysqlSettings> MariadbServer::preparedDatabase() {
    if (!m_unused.empty()) {
        auto name = std::move(m_unused.back());
        m_unused.pop_back();
        return settings(name);
    }
    if (!std::exchange(m_prepares, true)) {
        return newDatabase();
    }
    if (!m_tables) {
        EVENHAND_ASSIGN(const auto model, newDatabase());
        EVENHAND_ASSIGN(const auto database, store::Database::openMysql(model, store::Database::Access::ReadWrite));
        EVENHAND_ASSIGN(auto tables, WorkspaceTables::of(*database, model.database));
        m_tables = std::move(tables);
    }
    EVENHAND_ASSIGN(auto made, newDatabase());
    EVENHAND_ASSIGN(const auto database, store::Database::openMysql(made, store::Database::Access::ReadWrite));
    EVENHAND_TRY(m_tables->makeIn(*database));
    return made;
}

void MariadbServer::takeBack(store::Database& database, const std::string& name) {
    // Where that does not succeed the next one is made anew.
    if (m_tables && m_tables->unmake(database)) {
        m_unused.push_back(name);
    }
}

Result<store::MysqlSettings> MariadbServer::copyDatabase(const std::string& from) {
    EVENHAND_ASSIGN(auto settings, newDatabase());
    EVENHAND_ASSIGN(const auto database, store::Database::openMysql(settings, store::Database::Access::ReadWrite));
    EVENHAND_TRY(database->execute("SET SESSION foreign_key_checks = 0"));
    auto& names =
        database->statement("SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?");
    names.bind(from);
    EVENHAND_TRY(names.query());
    std::vector<std::string> tables;
    while (names.next()) {
        tables.push_back(names.text("name"));
    }
    EVENHAND_TRY(names.status());
    for (const auto& table : tables) {
        auto& made = database->statement("SHOW CREATE TABLE " + from + "." + table);
        EVENHAND_TRY(made.query());
        if (!made.next()) {
            return fail(ErrorCode::Internal, "no table " + table);
        }
        const auto sql = made.textAt(1);
        made.finish();
        EVENHAND_TRY(database->execute(sql));
        if (table != "engine_lease") {
            EVENHAND_ASSIGN(const auto copying, copyingRows(*database, table, from));
            EVENHAND_TRY(database->execute(copying));
        }
    }
    return settings;
}

Result<void> MariadbServer::run(const std::string& sql) const {
    EVENHAND_TRY(value(sql));
    return {};
}

Result<QString> MariadbServer::value(const std::string& sql) const {
    return runOnce(settings(), QString::fromStdString(sql));
}

Result<void> makeCertificates(const QString& folder) {
    const QStringList commands{
        QStringLiteral("req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ca.key -out ca.pem -subj /CN=authority"),
        QStringLiteral("req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=server"),
        QStringLiteral("x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out server.pem")};
    for (const auto& command : commands) {
        QProcess openssl;
        openssl.setWorkingDirectory(folder);
        openssl.setProcessChannelMode(QProcess::MergedChannels);
        openssl.start(QStringLiteral("openssl"), command.split(QLatin1Char(' ')));
        if (!openssl.waitForFinished(kStartMs) || openssl.exitCode() != 0) {
            return fail(ErrorCode::Internal, "openssl failed: " + openssl.readAll().toStdString());
        }
    }
    return {};
}

namespace {

std::string urlOf(Result<store::MysqlSettings> (MariadbServer::*database)()) {
    if (!onMariadb()) {
        return {};
    }
    auto* server = sharedMariadb();
    const auto made = server != nullptr ? (server->*database)() : fail(ErrorCode::NotFound, "there is no server");
    if (!made && server != nullptr) {
        qWarning("no database: %s", made.error().text().c_str());
    }
    return made ? made->url() : std::string("mysql://no-server");
}

}  // namespace

std::string freshDatabase() { return urlOf(&MariadbServer::preparedDatabase); }
std::string emptyDatabase() { return urlOf(&MariadbServer::newDatabase); }

bool onMariadb() { return qgetenv("EVENHAND_TEST_DATABASE") == "mysql"; }

MariadbServer* sharedMariadb() {
    static auto* server = new MariadbServer;  // NOLINT: stopped below, while the application still lives
    static const Result<void> started = [] {
        qAddPostRoutine([] {
            delete server;
            server = nullptr;
        });
        // The machine does not fail in these tests, so what was written need not reach its disk. (An engine whose
        // server does not even write at each commit would say that it is degraded.)
        return server->start({QStringLiteral("--skip-innodb-doublewrite"),
                              QStringLiteral("--innodb-flush-method=nosync"), QStringLiteral("--skip-sync-frm")});
    }();
    if (!started) {
        QTest::qFail(started.error().text().c_str(), __FILE__, __LINE__);
        return nullptr;
    }
    return server;
}

}  // namespace evenhand::testing
