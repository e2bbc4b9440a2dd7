// SPDX-License-Identifier: GPL-3.0-or-later
// What an order import remembers of its file between reading it and placing the orders: one small entry per order
// line, one per order; never the lines themselves.
//
// Invariant: the lines of an order are linked in file order; lines that were refused by a rule across lines have an
// entry (for the errors file) but belong to no order.
// Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/import/order_row.h"
#include "app/import/reasons.h"

namespace evenhand::import {

class OrderIndex {
public:
    static constexpr std::uint32_t kNone = 0xffff'ffff;

    struct Line {
        std::int64_t offset = 0;         ///< of its record in the file
        std::uint32_t next = kNone;      ///< the order's next line
        std::optional<Reason> reason{};  ///< why it was refused
    };
    struct Order {
        std::string orderNo;
        std::string user;  ///< of its first valid line, before the guest default
        std::string campus;
        Instant at;  ///< earliest of its lines
        std::uint32_t first = kNone;
        std::uint32_t last = kNone;
        std::uint32_t lines = 0;
    };

    /// Takes a row that is good by itself. A reason if it cannot belong to its order.
    [[nodiscard]] std::optional<Reason> add(const OrderRow& row, std::int64_t offset);
    /// Remembers that an order number was named by a row that is not good.
    void mention(std::string_view orderNo);

    [[nodiscard]] std::vector<Line>& lines() noexcept { return m_lines; }
    [[nodiscard]] const std::deque<Order>& orders() const noexcept { return m_orders; }
    /// Orders that have lines, by time then order number.
    [[nodiscard]] std::vector<std::uint32_t> inOrderOfTime() const;
    /// Positions in lines() of an order's lines, in file order.
    [[nodiscard]] std::vector<std::uint32_t> linesOf(const Order& order) const;

private:
    Order& find(std::string_view orderNo);

    std::vector<Line> m_lines;   // in file order
    std::deque<Order> m_orders;  // stable addresses: the keys below point into it
    std::unordered_map<std::string_view, std::uint32_t> m_byNo;
};

}  // namespace evenhand::import
