// SPDX-License-Identifier: GPL-3.0-or-later
// From when on something is an alert. Thread: that of the Database.
#pragma once

#include "engine/api/alert_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::alertLimits {

/// Without their version. Remembered by the connection (Database::memo), for the engine's alone.
[[nodiscard]] Result<api::AlertLimits> known(Database& database);
/// Read anew, on any connection.
[[nodiscard]] Result<api::AlertLimits> fresh(Database& database);
[[nodiscard]] Result<void> set(Database& database, const api::AlertLimits& limits);

}  // namespace evenhand::store::alertLimits
