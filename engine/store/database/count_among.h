// SPDX-License-Identifier: GPL-3.0-or-later
// What came to a list since it was counted (count_cache.h). Internal to engine/store. Thread: that of the Database.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "engine/store/database/sql_text.h"

namespace evenhand::store {

/// Rows of `table` with after < id <= upTo that meet `conditions` (begun with where(), or empty). Only they are read:
/// the conditions stand in the sum, where no index can draw the search away from the few row ids.
inline Result<std::int64_t> countAmong(Database& database, std::string_view table, std::string_view id,
                                       const SqlText& conditions, std::int64_t after, std::int64_t upTo) {
    constexpr std::string_view kWhere = " WHERE ";
    SqlText text{"SELECT COUNT(CASE WHEN ", conditions.values};
    text.add(conditions.sql.empty() ? std::string_view("1 = 1")
                                    : std::string_view(conditions.sql).substr(kWhere.size()));
    text.add(" THEN 1 END) FROM ");
    text.add(table);
    text.add(" WHERE ");
    text.add(id);
    text.add(" > ? AND ");
    text.add(id);
    text.add(" <= ?", {after, upTo});
    return readNumber(text.bound(database));
}

/// How many rows match, where nearly all end in the state `usual`: with it among those asked for, all rows less those
/// of the other states. `countNow(filter)` reads them; `countAll(filter)` is for a filter of any state, and may be
/// kept.
template <typename Filter, typename State, typename CountNow, typename CountAll>
Result<std::int64_t> countByState(Filter filter, std::vector<State> Filter::*states, State usual, const auto& every,
                                  CountNow countNow, CountAll countAll) {
    const auto wanted = std::exchange(filter.*states, {});
    const auto wants = [&wanted](State state) {
        return std::find(wanted.begin(), wanted.end(), state) != wanted.end();
    };
    if (wanted.empty()) {
        return countAll(filter);
    }
    if (!wants(usual)) {
        filter.*states = wanted;
        return countNow(filter);
    }
    EVENHAND_ASSIGN(const std::int64_t all, countAll(filter));
    std::copy_if(every.begin(), every.end(), std::back_inserter(filter.*states),
                 [&](State state) { return !wants(state); });
    if ((filter.*states).empty()) {
        return all;
    }
    EVENHAND_ASSIGN(const std::int64_t others, countNow(filter));
    return all - others;
}

}  // namespace evenhand::store
