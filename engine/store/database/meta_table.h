// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of the meta table: what is said once about the whole workspace. Thread: that of the Database.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store::meta {

[[nodiscard]] Result<std::optional<std::string>> text(Database& database, std::string_view name);
/// Nobody else writes the entry meanwhile.
[[nodiscard]] Result<void> set(Database& database, std::string_view name, std::string_view value);

}  // namespace evenhand::store::meta
