// SPDX-License-Identifier: GPL-3.0-or-later
// Connecting to a workspace in MySQL or MariaDB: the address that is kept in the local folder, the password, and a test
// of both that names the exact reason of a failure.
// Thread: any; the password is looked for on the calling thread, before an event loop runs.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/workspace/keychain.h"
#include "engine/base/result.h"
#include "engine/store/database/mysql_settings.h"

namespace evenhand::app {

/// Finds the password for these settings.
using MysqlSettings = store::MysqlSettings;
using PasswordSource = std::function<Result<std::string>(const store::MysqlSettings&)>;

/// The outcome of looking for a password.
struct PasswordFound {
    std::optional<std::string> password;
    std::string why;  ///< if none was found: where it was looked for, for people
};

/// Takes $EVENHAND_DB_PASSWORD (which may be empty), otherwise looks where secrets are kept.
[[nodiscard]] PasswordFound findPassword(const store::MysqlSettings& settings, api::SecretStore& secrets);
/// findPassword() in systemSecrets(); empty if there is none, because a socket may need none.
[[nodiscard]] Result<std::string> knownPassword(const store::MysqlSettings& settings);
/// Keeps the password, in systemSecrets() by default. Error: Unsupported, if there is no keychain or it is locked; says
/// what to do instead.
[[nodiscard]] Result<void> keepPassword(const store::MysqlSettings& settings, const std::string& password,
                                        api::SecretStore* secrets = nullptr);

/// The address kept in a workspace folder; nullopt: the workspace is a SQLite file, or there is none.
[[nodiscard]] Result<std::optional<std::string>> readAddress(const std::string& folder);
[[nodiscard]] Result<void> writeAddress(const std::string& folder, const std::string& url);

/// The outcome of a connection test.
struct DatabaseFound {
    std::string server;           ///< "MariaDB 10.11.6, db.example:3306"
    bool holdsWorkspace = false;  ///< if not, the database is empty and a workspace can be created in it
    std::string workspaceId;      ///< of the workspace
};
/// Connects and looks; changes nothing. The error is the reason, and its field is the part of the address that is
/// wrong: WorkspaceMissing (no such database), PermissionDenied (user, password, rights), Storage (host, port, TLS),
/// WorkspaceVersion (something else lives there, or a newer version), Unsupported (character set, old server).
/// `timeoutS`: how long the server may be silent, at connecting and at each answer; 0: as usual.
[[nodiscard]] Result<DatabaseFound> testDatabase(const std::string& url, const PasswordSource& password = knownPassword,
                                                 int timeoutS = 0);

}  // namespace evenhand::app
