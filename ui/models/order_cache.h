// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a long table that are at hand: blocks of 256 by position, few enough to forget (least recently used).
// Positions may be negative: rows that came in at the top stand before position 0, so that nothing moves.
// Thread: GUI. Invariant: an order id stands at one position at most.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/api/order_desk.h"

namespace evenhand::ui {

class OrderCache {
public:
    static constexpr std::int64_t kBlock = 256;
    static constexpr std::size_t kMaxBlocks = 32;

    /// Block that holds `position`.
    [[nodiscard]] static std::int64_t blockOf(std::int64_t position) {
        return position >= 0 ? position / kBlock : (position + 1) / kBlock - 1;
    }
    [[nodiscard]] const api::OrderRow* at(std::int64_t position) const;
    [[nodiscard]] std::optional<std::int64_t> find(OrderId id) const;
    void put(std::int64_t position, api::OrderRow row);
    /// Marks the blocks first … last as used and forgets the least recently used others beyond the limit.
    void touch(std::int64_t firstBlock, std::int64_t lastBlock);
    void clear();
    [[nodiscard]] std::size_t blocks() const noexcept { return m_blocks.size(); }

private:
    struct Block {
        std::vector<api::OrderRow> rows;  ///< kBlock of them; id 0: not at hand
        std::uint64_t used = 0;
    };
    void forget(std::int64_t block);

    std::unordered_map<std::int64_t, Block> m_blocks;
    std::unordered_map<std::int64_t, std::int64_t> m_positions;  ///< by order id
    std::uint64_t m_uses = 0;
};

}  // namespace evenhand::ui
