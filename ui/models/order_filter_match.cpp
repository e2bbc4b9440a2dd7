// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/order_filter_match.h"

#include <algorithm>

namespace evenhand::ui {
namespace {

/// As the engine looks for a part of a number: whatever the case of ASCII letters.
bool containsPart(const std::string& number, const std::string& part) {
    const auto small = [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); };
    return std::search(number.begin(), number.end(), part.begin(), part.end(),
                       [&](char a, char b) { return small(a) == small(b); }) != number.end();
}

}  // namespace

bool isUnassigned(const api::OrderRow& row) { return api::isUnderWay(row.status) && row.courier.empty(); }

bool matches(const api::OrderFilter& filter, const api::OrderRow& row, Instant now) {
    const auto& wanted = filter.statuses;
    return (wanted.empty() || std::find(wanted.begin(), wanted.end(), row.status) != wanted.end()) &&
           (filter.campus.empty() || filter.campus == row.campus) &&
           (filter.courier.empty() || filter.courier == row.courier) &&
           (filter.user.empty() || filter.user == row.user) && (!filter.unassignedOnly || isUnassigned(row)) &&
           (!filter.lateOnly || row.isLate(now)) && (!filter.placedFrom || row.placedAt >= *filter.placedFrom) &&
           (!filter.placedTo || row.placedAt < *filter.placedTo) &&
           (filter.only.empty() || std::find(filter.only.begin(), filter.only.end(), row.id) != filter.only.end()) &&
           (filter.text.empty() || row.orderNo.str().starts_with(filter.text) ||
            row.user.str().starts_with(filter.text) ||
            (filter.text.size() >= api::kMinOrderNumberPart && containsPart(row.orderNo.str(), filter.text)));
}

}  // namespace evenhand::ui
