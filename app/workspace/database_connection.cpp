// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/database_connection.h"

#include <QFile>
#include <QSaveFile>
#include <cstdlib>

#include "engine/store/database.h"
#include "engine/store/migrator.h"

#ifdef EVENHAND_HAS_KEYCHAIN
#include <qt6keychain/keychain.h>
#include <QCoreApplication>
#include <QEventLoop>
#endif

namespace evenhand::app {
namespace {

constexpr const char* kVariable = "EVENHAND_DB_PASSWORD";

QString addressFile(const std::string& folder) {
    return QString::fromStdString(folder) + QStringLiteral("/database.url");
}

#ifdef EVENHAND_HAS_KEYCHAIN
const QString kService = QStringLiteral("evenhand");

/// The same server, user and database is the same secret, however the connection is secured.
QString keyOf(const store::MysqlSettings& settings) {
    return QString::fromStdString(settings.user + "@" + settings.server() + "/" + settings.database);
}

void runJob(QKeychain::Job& job) {
    QEventLoop loop;
    QObject::connect(&job, &QKeychain::Job::finished, &loop, &QEventLoop::quit);
    job.setAutoDelete(false);
    job.start();
    loop.exec();
}
#endif

}  // namespace

Result<std::string> knownPassword(const store::MysqlSettings& settings) {
    if (const char* value = std::getenv(kVariable); value != nullptr) {
        return std::string(value);
    }
#ifdef EVENHAND_HAS_KEYCHAIN
    if (QCoreApplication::instance() != nullptr && !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")) {
        QKeychain::ReadPasswordJob job(kService);
        job.setKey(keyOf(settings));
        runJob(job);
        if (job.error() == QKeychain::NoError) {
            return job.textData().toStdString();
        }
    }
#endif
    (void)settings;
    return std::string();
}

Result<void> keepPassword(const store::MysqlSettings& settings, const std::string& password) {
#ifdef EVENHAND_HAS_KEYCHAIN
    if (QCoreApplication::instance() != nullptr && !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")) {
        QKeychain::WritePasswordJob job(kService);
        job.setKey(keyOf(settings));
        job.setTextData(QString::fromStdString(password));
        runJob(job);
        if (job.error() == QKeychain::NoError) {
            return {};
        }
        return fail(ErrorCode::Unsupported, "the keychain did not take the password (" +
                                                job.errorString().toStdString() + "); set $" + kVariable +
                                                " when you start the program, or type it when asked");
    }
#endif
    (void)settings;
    (void)password;
    return fail(ErrorCode::Unsupported, std::string("there is no keychain here; set $") + kVariable +
                                            " when you start the program, or type it when asked");
}

Result<std::optional<std::string>> readAddress(const std::string& folder) {
    QFile file(addressFile(folder));
    if (!file.exists()) {
        return std::optional<std::string>();
    }
    constexpr qint64 kLongest = 4096;
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLongest) {
        return fail(ErrorCode::Storage, "the database address cannot be read: " + file.errorString().toStdString(),
                    "path", file.fileName().toStdString());
    }
    return std::optional(file.readAll().trimmed().toStdString());
}

Result<void> writeAddress(const std::string& folder, const std::string& url) {
    QSaveFile file(addressFile(folder));
    const auto text = QByteArray::fromStdString(url) + '\n';
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) ||
        file.write(text) != text.size() || !file.commit()) {
        return fail(ErrorCode::Storage, "the database address cannot be written: " + file.errorString().toStdString(),
                    "path", file.fileName().toStdString());
    }
    return {};
}

Result<DatabaseFound> testDatabase(const std::string& url, const PasswordSource& password) {
    EVENHAND_ASSIGN(auto settings, store::MysqlSettings::fromUrl(url));
    EVENHAND_ASSIGN(settings.password, password(settings));
    EVENHAND_ASSIGN(const auto database, store::Database::openMysql(settings, store::Database::Access::ReadWrite));
    DatabaseFound found{database->server(), false, {}};
    const auto meta = store::openSchema(*database, false);
    if (meta) {
        found.holdsWorkspace = true;
        found.workspaceId = meta->workspaceId;
    } else if (meta.error().code != ErrorCode::WorkspaceMissing) {
        return fail(meta.error());
    }
    return found;
}

}  // namespace evenhand::app
