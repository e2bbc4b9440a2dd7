// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/order_counts.h"

#include "engine/store/pages/order_page_store.h"

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
    return m_kept.get(
        database, filter, [&] { return orderPages::highestId(database); },
        [&] { return orderPages::count(database, filter); },
        [&](std::int64_t after, std::int64_t upTo) { return orderPages::countAmong(database, filter, after, upTo); });
}

}  // namespace evenhand::store
