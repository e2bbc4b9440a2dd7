// SPDX-License-Identifier: GPL-3.0-or-later
// The largest amount that a workspace takes, and its currency's decimal places: entries of the meta table that rules
// ask for. Thread: that of the Database.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/money.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store::meta {

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
