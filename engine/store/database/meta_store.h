// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of the meta table: what is said once about the whole workspace. Thread: that of the Database.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/money.h"
#include "engine/store/database/database.h"

namespace evenhand::store::meta {

[[nodiscard]] Result<std::optional<std::string>> text(Database& database, std::string_view name);
/// Nobody else writes the entry meanwhile.
[[nodiscard]] Result<void> set(Database& database, std::string_view name, std::string_view value);

/// The largest amount of one order, payment or price where a workspace has not set its own: ten million whole units.
[[nodiscard]] Money usualLargestAmount(int minorDigits) noexcept;
/// What this workspace takes.
[[nodiscard]] Result<Money> largestAmount(Database& database);
/// As people write it, without the currency: "9.90".
[[nodiscard]] Result<std::string> amountText(Database& database, Money amount);
/// When it is made.
[[nodiscard]] Result<void> setLargestAmount(Database& database, Money amount);
/// Overflow with `field` and the amount where it is above that.
[[nodiscard]] Result<void> checkAmount(Database& database, Money amount, std::string_view field);

}  // namespace evenhand::store::meta
