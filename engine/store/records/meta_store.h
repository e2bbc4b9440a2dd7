// SPDX-License-Identifier: GPL-3.0-or-later
// The largest amount that a workspace takes, its currency's decimal places, and how many workers a process has: entries
// of the meta table that rules ask for. Thread: that of the Database.
#pragma once

#include <optional>
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
/// Of the ring, in each process; nullopt: nobody has set it.
[[nodiscard]] Result<std::optional<std::int64_t>> workers(Database& database);
[[nodiscard]] Result<void> setWorkers(Database& database, std::int64_t workers);
/// Overflow with `field` and the amount where it is above that.
[[nodiscard]] Result<void> checkAmount(Database& database, Money amount, std::string_view field);

}  // namespace evenhand::store::meta
