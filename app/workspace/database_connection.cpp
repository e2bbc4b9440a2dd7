// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/database_connection.h"

#include <QFile>
#include <cstdlib>

#include "engine/base/durable_file.h"
#include "engine/store/database/database.h"
#include "engine/store/database/migrator.h"

namespace evenhand::app {
namespace {

constexpr const char* kPasswordVariable = "EVENHAND_DB_PASSWORD";

QString addressFile(const std::string& folder) {
    return QString::fromStdString(folder) + QStringLiteral("/database.url");
}

/// The name of the secret: the same server, user and database have the same password, with TLS or without.
std::string keyOf(const store::MysqlSettings& settings) {
    return settings.user + "@" + settings.server() + "/" + settings.database;
}

}  // namespace

PasswordFound findPassword(const store::MysqlSettings& settings, api::SecretStore& secrets) {
    if (const char* value = std::getenv(kPasswordVariable); value != nullptr) {
        return {value, {}};
    }
    auto kept = secrets.read(keyOf(settings));
    if (kept && *kept) {
        return {std::string((*kept)->reveal()), {}};
    }
    return {std::nullopt, std::string("$") + kPasswordVariable + " is not set; " +
                              (kept ? "the keychain has none for " + keyOf(settings) : kept.error().message)};
}

Result<std::string> knownPassword(const store::MysqlSettings& settings) {
    return findPassword(settings, *systemSecrets()).password.value_or(std::string());
}

Result<void> keepPassword(const store::MysqlSettings& settings, const std::string& password,
                          api::SecretStore* secrets) {
    const auto system = secrets == nullptr ? systemSecrets() : nullptr;
    auto kept = (secrets == nullptr ? *system : *secrets).write(keyOf(settings), Secret(password));
    if (!kept) {
        kept.error().message +=
            std::string("; set $") + kPasswordVariable + " when you start the program, or type it when asked";
    }
    return kept;
}

Result<std::optional<std::string>> readAddress(const std::string& folder) {
    QFile file(addressFile(folder));
    if (!file.exists()) {
        return std::optional<std::string>();
    }
    constexpr qint64 kMaxLength = 4096;
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxLength) {
        return fail(ErrorCode::Storage, "the database address cannot be read: " + file.errorString().toStdString(),
                    "path", file.fileName().toStdString());
    }
    return std::optional(file.readAll().trimmed().toStdString());
}

Result<void> writeAddress(const std::string& folder, const std::string& url) {
    auto written = base::replaceFile(addressFile(folder).toStdString(), url + '\n', base::FileMode::Private);
    if (!written) {
        written.error().message = "the database address cannot be written: " + written.error().message;
    }
    return written;
}

Result<DatabaseFound> testDatabase(const std::string& url, const PasswordSource& password, int timeoutS) {
    EVENHAND_ASSIGN(auto settings, store::MysqlSettings::fromUrl(url));
    if (timeoutS > 0) {
        settings.connectTimeoutS = settings.readTimeoutS = settings.writeTimeoutS = timeoutS;
    }
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
