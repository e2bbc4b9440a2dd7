// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite's result codes as typed errors. What SQLite says of constraints and statements goes to the log, not into them.
// Inside engine/store only. Thread: as the connection.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

struct sqlite3;

namespace evenhand::store {

/// AlreadyExists (field: the last column of the unique key), Cancelled (interrupted), WorkspaceDamaged (field "path"),
/// Internal (another constraint, wrong use), Storage (full, I/O, locked, read-only, …; value: SQLite's code by name).
[[nodiscard]] Error sqliteError(int extendedCode, std::string_view message, std::string_view doing,
                                std::string_view path);
/// As above, of the last failing call of `handle`.
[[nodiscard]] Error sqliteError(sqlite3* handle, std::string_view doing, std::string_view path);

/// True where the whole transaction must be given up, not only the statement.
[[nodiscard]] bool isStorageFault(int extendedCode) noexcept;

}  // namespace evenhand::store
