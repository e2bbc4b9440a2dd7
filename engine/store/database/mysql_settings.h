// SPDX-License-Identifier: GPL-3.0-or-later
// Where a workspace in MySQL or MariaDB lives, and how to get there: mysql://user@host[:port]/name[?ssl-ca=…&socket=…].
// The password is never part of the address.
// Thread: value types, any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace evenhand::store {

struct MysqlSettings {
    std::string host;    ///< name or address; empty with `socket`. "localhost" means the local socket (driver's rule)
    int port = 3306;     ///< 1 … 65535
    std::string socket;  ///< path of a local socket; wins over host and port
    std::string user;
    std::string password;  ///< UTF-8; filled in by the caller, from a keychain, the environment or a prompt
    std::string database;
    std::string sslCa;  ///< PEM file; not empty: TLS is required and verified to be on. The host name is not checked
    int connectTimeoutS = 5;
    int readTimeoutS = 30;  ///< silence of the server while an answer is awaited
    int writeTimeoutS = 30;

    /// Reads an address. InvalidArgument (field: the part; never the password) names what is wrong with it.
    [[nodiscard]] static Result<MysqlSettings> fromUrl(std::string_view url);
    /// The address, without the password.
    [[nodiscard]] std::string url() const;
    /// The same for whoever changes tables. Of an index over millions of rows the server says nothing until it is made,
    /// and whoever gives up before begins anew.
    [[nodiscard]] MysqlSettings forMigrations() const;
    /// "host:port" or the socket's path.
    [[nodiscard]] std::string server() const;

    bool operator==(const MysqlSettings&) const = default;
};

/// True if `location` is an address of this kind rather than a folder.
[[nodiscard]] bool isMysqlUrl(std::string_view location) noexcept;

}  // namespace evenhand::store
