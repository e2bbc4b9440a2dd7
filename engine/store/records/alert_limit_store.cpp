// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/alert_limit_store.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <string>

#include "engine/store/words/setting_names.h"

namespace evenhand::store::alertLimits {
namespace {

/// In the order of kAlertLimitNames.
std::array<std::int64_t*, std::size(kAlertLimitNames)> valuesOf(api::AlertLimits& limits) {
    return {&limits.repeatMs,         &limits.spread,      &limits.budgetPercent[0], &limits.budgetPercent[1],
            &limits.budgetPercent[2], &limits.pacePercent, &limits.backupAgeMs};
}

}  // namespace

Result<api::AlertLimits> fresh(Database& database) {
    api::AlertLimits limits;
    const auto values = valuesOf(limits);
    auto& statement = database.statement("SELECT name, value FROM alert_limit");
    EVENHAND_TRY(statement.query());
    while (statement.next()) {
        const auto name = statement.code("name", nameAmong<kAlertLimitNames>);
        const auto* found = std::find(std::begin(kAlertLimitNames), std::end(kAlertLimitNames), name);
        if (found != std::end(kAlertLimitNames)) {
            *values.at(static_cast<std::size_t>(found - std::begin(kAlertLimitNames))) = statement.number("value");
        }
    }
    EVENHAND_TRY(statement.status());
    return limits;
}

Result<api::AlertLimits> known(Database& database) {
    if (const auto& memo = database.memo(Database::Memo::AlertLimits)) {
        return *static_cast<const api::AlertLimits*>(memo.get());
    }
    EVENHAND_ASSIGN(const auto limits, fresh(database));
    database.memo(Database::Memo::AlertLimits) = std::make_shared<api::AlertLimits>(limits);
    return limits;
}

Result<void> set(Database& database, const api::AlertLimits& limits) {
    database.memo(Database::Memo::AlertLimits).reset();
    const auto& dialect = database.dialect();
    const std::string sql = "INSERT INTO alert_limit(name, value) VALUES (?, ?)" + dialect.onConflict("name") +
                            "value = " + dialect.incoming("value");
    auto copy = limits;
    const auto values = valuesOf(copy);
    for (std::size_t i = 0; i < values.size(); ++i) {
        EVENHAND_TRY(database.statement(sql).bind(kAlertLimitNames[i]).bind(*values.at(i)).write());
    }
    return {};
}

}  // namespace evenhand::store::alertLimits
