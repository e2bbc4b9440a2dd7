// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of the meta table: what is said once about the whole workspace. Thread: that of the Database.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/money.h"
#include "engine/store/database.h"

namespace evenhand::store::meta {

[[nodiscard]] Result<std::optional<std::string>> text(Database& database, std::string_view name);
/// Nobody else writes the entry meanwhile.
[[nodiscard]] Result<void> set(Database& database, std::string_view name, std::string_view value);

/// The largest amount of one order, payment or price where a workspace has not set its own: ten million whole units.
[[nodiscard]] Money usualLargestAmount(int minorDigits) noexcept;
inline constexpr std::string_view kLargestAmount = "largest_amount";  ///< entry, in minor units; optional

/// What this workspace takes; read once per connection.
[[nodiscard]] Result<Money> largestAmount(Database& database);
/// Overflow with `field` and the amount where it is above that.
[[nodiscard]] Result<void> checkAmount(Database& database, Money amount, std::string_view field);

/// Names the histories of orders and money as they are counted here: until the first restore after the workspace.
[[nodiscard]] Result<std::string> feedId(Database& database);
/// A restore goes back to an older state, so what is added from here on is another history. `of`: any text that no
/// other restore has.
[[nodiscard]] Result<void> renewFeedId(Database& database, std::string_view of);

}  // namespace evenhand::store::meta
