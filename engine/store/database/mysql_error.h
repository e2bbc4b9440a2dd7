// SPDX-License-Identifier: GPL-3.0-or-later
// Error numbers of MySQL and MariaDB as typed errors. Inside engine/store only. Thread: stateless.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/store/database/mysql_settings.h"

namespace evenhand::store {

/// What a failed statement means for the transaction around it.
enum class MysqlFault : std::uint8_t {
    None,      ///< the statement alone failed
    Conflict,  ///< deadlock or lock time-out: roll back, run the whole transaction again
    Dropped,   ///< the connection is gone: reopen, find out what happened, run the whole transaction again
    Storage,   ///< disk full, read-only, damaged: nothing may be kept
};

[[nodiscard]] MysqlFault mysqlFault(unsigned number, std::string_view message) noexcept;

/// AlreadyExists (field: name of the unique key), Cancelled (KILL QUERY), PermissionDenied (a missing right),
/// WorkspaceDamaged (corrupt table), Internal (another constraint, wrong use), Storage (all else).
[[nodiscard]] Error mysqlError(unsigned number, std::string_view message, std::string_view doing,
                               std::string_view location);

/// A foreign key refused a row, because the row that it refers to is missing.
[[nodiscard]] bool lacksReferencedRow(unsigned number) noexcept;

/// Of a connection that could not be made: names the one thing to put right.
[[nodiscard]] Error mysqlConnectError(unsigned number, std::string_view message, const MysqlSettings& settings);

}  // namespace evenhand::store
