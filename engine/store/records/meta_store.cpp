// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/meta_store.h"

#include <algorithm>

#include "engine/api/task_board.h"
#include "engine/base/number_text.h"
#include "engine/store/database/meta_table.h"
#include "engine/store/records/money_memo.h"

namespace evenhand::store::meta {
namespace {

constexpr std::int64_t kUsualUnits = 10'000'000;
constexpr std::string_view kLargestAmount = "largest_amount";  // in minor units; optional
constexpr std::string_view kMinorDigits = "minor_digits";
constexpr std::string_view kWorkers = "workers";  // optional

Error damaged(const Database& database, std::string_view name, std::string_view shouldBe = "amount") {
    return {ErrorCode::WorkspaceDamaged,
            "the workspace's meta table is damaged: entry " + std::string(name) + " is no " + std::string(shouldBe) +
                "; restore a backup",
            "path", database.location()};
}

}  // namespace

Money usualLargestAmount(int minorDigits) noexcept {
    std::int64_t minor = kUsualUnits;
    for (int i = 0; i < minorDigits; ++i) {
        minor *= 10;
    }
    return {std::min(minor, base::kMaxMoneyMinor)};
}

Result<Money> largestAmount(Database& database) {
    if (!moneyMemo(database).largestAmount) {
        EVENHAND_ASSIGN(const auto own, text(database, kLargestAmount));
        EVENHAND_ASSIGN(const auto digits, text(database, kMinorDigits));
        const auto set = own ? base::numberFrom(*own) : std::nullopt;
        const auto places = digits ? base::numberFrom(*digits) : std::nullopt;
        if ((own && (!set || *set < 1 || *set > base::kMaxMoneyMinor)) || !places) {
            return fail(damaged(database, own ? kLargestAmount : kMinorDigits));
        }
        moneyMemo(database).largestAmount = set ? Money{*set} : usualLargestAmount(static_cast<int>(*places));
    }
    return *moneyMemo(database).largestAmount;
}

Result<std::string> amountText(Database& database, Money amount) {
    EVENHAND_ASSIGN(const auto digits, text(database, kMinorDigits));
    const auto places = digits ? base::numberFrom(*digits) : std::nullopt;
    if (!places) {
        return fail(damaged(database, kMinorDigits));
    }
    return base::formatMoney(amount, static_cast<int>(*places));
}

Result<void> setLargestAmount(Database& database, Money amount) {
    return set(database, kLargestAmount, std::to_string(amount.minor));
}

Result<std::optional<std::int64_t>> workers(Database& database) {
    EVENHAND_ASSIGN(const auto stored, text(database, kWorkers));
    const auto count = stored ? base::numberFrom(*stored) : std::nullopt;
    if (stored && (!count || *count < 1 || *count > api::WorkerSettings::kMaxWorkers)) {
        return fail(damaged(database, kWorkers, "number of workers"));
    }
    return count;
}

Result<void> setWorkers(Database& database, std::int64_t workers) {
    return set(database, kWorkers, std::to_string(workers));
}

Result<void> checkAmount(Database& database, Money amount, std::string_view field) {
    EVENHAND_ASSIGN(const auto largest, largestAmount(database));
    if (amount > largest) {
        return fail(ErrorCode::Overflow, "is above the largest amount, " + std::to_string(largest.minor),
                    std::string(field), std::to_string(amount.minor));
    }
    return {};
}

}  // namespace evenhand::store::meta
