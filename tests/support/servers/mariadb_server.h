// SPDX-License-Identifier: GPL-3.0-or-later
// A real mariadbd for one test program: private socket and data in a temporary directory. It dies with the test,
// however that ends, and can be killed, frozen and restarted on the same data meanwhile. Thread: confined to its owner.
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/database/mysql_settings.h"
#include "tests/support/servers/free_port.h"
#include "tests/support/servers/workspace_tables.h"

namespace evenhand::testing {

class MariadbServer {
public:
    MariadbServer() = default;
    /// Its data in a new folder of this template (QTemporaryDir) rather than in memory.
    explicit MariadbServer(const QString& folder) : m_folder(folder) {}
    /// Says so if the server has ended by itself.
    ~MariadbServer();
    MariadbServer(const MariadbServer&) = delete;
    MariadbServer& operator=(const MariadbServer&) = delete;

    /// Makes the data directory (once) and starts the server with these further options; waits until it answers.
    [[nodiscard]] Result<void> start(const QStringList& options = {});
    /// As start(), answering also at 127.0.0.1 and a free port.
    [[nodiscard]] Result<void> startOnNetwork(const QStringList& options = {});
    /// As a user of the network; after startOnNetwork().
    [[nodiscard]] store::MysqlSettings networkSettings(const std::string& user, const std::string& database) const;
    /// SIGKILL, as a crash of the server's machine would look to its clients.
    void kill();
    /// SIGSTOP and SIGCONT: a server that does not answer.
    void freeze();
    void thaw();

    /// The administrator's way in; `database` must exist.
    [[nodiscard]] store::MysqlSettings settings(const std::string& database = "mysql") const;
    /// A new, empty database; its settings.
    [[nodiscard]] Result<store::MysqlSettings> newDatabase();
    /// A database in which making a workspace was interrupted before its last step (WorkspaceTables), so that making
    /// one there takes an instant; its settings. The first one is empty: many programs need no other, and so each has
    /// the engine make one whole.
    [[nodiscard]] Result<store::MysqlSettings> preparedDatabase();
    /// Takes back such a database, in which nothing was committed since but the making of a workspace, to be given out
    /// again. `database`: a connection to it, without a transaction.
    void takeBack(store::Database& database, const std::string& name);
    /// A new database with what this one holds, except who runs the workspace; its settings.
    [[nodiscard]] Result<store::MysqlSettings> copyDatabase(const std::string& from);
    /// Runs one statement as administrator.
    [[nodiscard]] Result<void> run(const std::string& sql) const;
    /// First column of the first row; empty if there is none.
    [[nodiscard]] Result<QString> value(const std::string& sql) const;
    [[nodiscard]] QString folder() const { return m_folder.path(); }

private:
    [[nodiscard]] Result<void> install(const QProcessEnvironment& environment);
    [[nodiscard]] static QString folderTemplate();
    /// What the server says: its output since it was started.
    [[nodiscard]] QString logFile() const;
    [[nodiscard]] QByteArray logged() const;

    QTemporaryDir m_folder{folderTemplate()};
    std::unique_ptr<QProcess> m_process;
    int m_port = 0;
    bool m_killed = false;
    int m_databases = 0;
    bool m_installed = false;
    bool m_prepares = false;
    std::optional<WorkspaceTables> m_tables;  ///< read when they are first needed
    std::vector<std::string> m_unused;        ///< taken back
};

/// A certificate authority made by openssl in `folder`: ca.pem, and server.pem with server.key signed by it.
[[nodiscard]] Result<void> makeCertificates(const QString& folder);

/// True if this run of a test is to use MariaDB (EVENHAND_TEST_DATABASE=mysql).
[[nodiscard]] bool onMariadb();
/// The server of this test program, started at first use; QFAILs the running test and answers nullptr if it cannot be.
[[nodiscard]] MariadbServer* sharedMariadb();

/// For WorkspaceOptions::database: on the shared server if onMariadb(), for a workspace to be made in
/// (MariadbServer::preparedDatabase()); else empty, which is SQLite.
[[nodiscard]] std::string freshDatabase();
/// The same with nothing in it yet: for whoever makes tables of its own, or restores a workspace.
[[nodiscard]] std::string emptyDatabase();

}  // namespace evenhand::testing
