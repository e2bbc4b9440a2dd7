// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/order_index.h"

#include <algorithm>
#include <tuple>

#include "engine/api/limits.h"

namespace evenhand::import {

OrderIndex::Order& OrderIndex::find(std::string_view orderNo) {
    if (const auto known = m_byNo.find(orderNo); known != m_byNo.end()) {
        return m_orders[known->second];
    }
    Order& order = m_orders.emplace_back();
    order.orderNo = orderNo;
    m_byNo.emplace(order.orderNo, static_cast<std::uint32_t>(m_orders.size() - 1));
    return order;
}

void OrderIndex::mention(std::string_view orderNo) { (void)find(orderNo); }

std::optional<Reason> OrderIndex::add(const OrderRow& row, std::int64_t offset) {
    Order& order = find(row.orderNo);
    const auto index = static_cast<std::uint32_t>(m_lines.size());
    Line& line = m_lines.emplace_back();
    line.offset = offset;
    if (order.lines == 0) {
        order.user = row.user;
        order.campus = row.campus;
        order.at = row.placedAt;
        order.first = index;
    } else if (order.lines >= api::kMaxOrderLines) {
        line.reason = Reason::TooLong;
    } else if (order.user != row.user || order.campus != row.campus) {
        line.reason = Reason::ConflictingHeader;
    } else {
        m_lines[order.last].next = index;
    }
    if (line.reason) {
        return line.reason;
    }
    order.at = std::min(order.at, row.placedAt);
    order.last = index;
    ++order.lines;
    return std::nullopt;
}

std::vector<std::uint32_t> OrderIndex::inOrderOfTime() const {
    std::vector<std::uint32_t> ranked;
    for (std::uint32_t i = 0; i < m_orders.size(); ++i) {
        if (m_orders[i].lines > 0) {
            ranked.push_back(i);
        }
    }
    std::sort(ranked.begin(), ranked.end(), [this](std::uint32_t a, std::uint32_t b) {
        return std::tie(m_orders[a].at, m_orders[a].orderNo) < std::tie(m_orders[b].at, m_orders[b].orderNo);
    });
    return ranked;
}

std::vector<std::uint32_t> OrderIndex::linesOf(const Order& order) const {
    std::vector<std::uint32_t> positions;
    positions.reserve(order.lines);
    for (std::uint32_t i = order.first; i != kNone; i = m_lines[i].next) {
        positions.push_back(i);
    }
    return positions;
}

}  // namespace evenhand::import
