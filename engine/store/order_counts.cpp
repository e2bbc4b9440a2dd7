// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/order_counts.h"

#include <algorithm>

#include "engine/store/order_page_store.h"

namespace evenhand::store {
namespace {

bool neverChanges(const api::OrderFilter& filter) {
    api::OrderFilter fixed;
    fixed.campus = filter.campus;
    fixed.user = filter.user;
    fixed.placedFrom = filter.placedFrom;
    fixed.placedTo = filter.placedTo;
    fixed.text = filter.text;
    return fixed == filter;  // so also with what a filter may learn to ask for
}

}  // namespace

Result<std::int64_t> OrderCounts::count(Database& database, const api::OrderFilter& filter) {
    if (filter.lateOnly) {
        return orderPages::count(database, filter);  // changes with every instant, and reads no more than is late
    }
    if (!neverChanges(filter)) {
        return m_others.get(database, filter, [&] { return orderPages::count(database, filter); });
    }
    EVENHAND_ASSIGN(const auto version, database.version());
    if (!version) {
        return orderPages::count(database, filter);
    }
    EVENHAND_TRY(database.beginRead());  // one picture
    EVENHAND_ASSIGN(const auto found, countOn(database, filter, version->opened));
    EVENHAND_TRY(database.commit());
    return found;
}

Result<std::int64_t> OrderCounts::countOn(Database& database, const api::OrderFilter& filter, std::int64_t opened) {
    EVENHAND_ASSIGN(const auto highest, orderPages::highestId(database));
    const auto known =
        std::find_if(m_kept.begin(), m_kept.end(), [&](const Kept& kept) { return kept.filter == filter; });
    if (known != m_kept.end() && known->opened == opened && known->upTo <= highest) {
        if (known->upTo < highest) {
            EVENHAND_ASSIGN(const auto more, orderPages::countAmong(database, filter, known->upTo, highest));
            known->orders += more;
            known->upTo = highest;
        }
        return known->orders;
    }
    EVENHAND_ASSIGN(const auto all, orderPages::count(database, filter));
    if (known != m_kept.end()) {
        *known = {filter, opened, highest, all};
        return all;
    }
    if (m_kept.size() == kMost) {
        m_kept.pop_front();
    }
    m_kept.push_back({filter, opened, highest, all});
    return all;
}

}  // namespace evenhand::store
