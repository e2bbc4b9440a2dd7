// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a long table that are at hand: blocks of 256 neighbours, few enough to forget (least recently used).
// Rows are asked for by their place in the table, counted from its top. Blocks go by positions of their own, which are
// places at first and stay as they are when rows come in at the top: those stand at negative positions, so that nothing
// is moved for them.
// Thread: GUI. Invariant: an id stands at one place at most.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/ids.h"

namespace evenhand::ui {

inline constexpr std::int64_t kCachedBlock = 256;  ///< rows that are read, and dropped, at once

/// Names a row that the engine names by a text.
struct TextKey {
    std::string value;
    [[nodiscard]] bool valid() const noexcept { return !value.empty(); }
    auto operator<=>(const TextKey&) const = default;
};

/// `Row` names itself by `cacheKey(const Row&)`, an OrderId or another NumberId, or a TextKey or another that has a
/// `value` and is valid() as these are, found by argument; a row without one is not at hand.
template <typename Row>
class RowCache {
public:
    using Key = decltype(cacheKey(std::declval<const Row&>()));
    static constexpr std::int64_t kBlock = kCachedBlock;
    /// As many rows as can be selected for one action (kMaxFrozen), also in some ranges that begin and end within
    /// blocks, and those in view.
    static constexpr std::size_t kMaxBlocks = 60;

    /// Block that holds `place`.
    [[nodiscard]] std::int64_t blockOf(std::int64_t place) const { return blockAt(place - m_above); }
    /// Place of its first row; negative where the block begins above the top.
    [[nodiscard]] std::int64_t firstOf(std::int64_t block) const { return block * kBlock + m_above; }
    /// Rows came in at the top: all others stand so many places further down.
    void makeRoomAtTop(std::int64_t rows) { m_above += rows; }
    [[nodiscard]] const Row* at(std::int64_t place) const {
        const auto position = place - m_above;
        const auto block = m_blocks.find(blockAt(position));
        if (block == m_blocks.end()) {
            return nullptr;
        }
        const Row& row = block->second.rows[static_cast<std::size_t>(position - block->first * kBlock)];
        return cacheKey(row).valid() ? &row : nullptr;
    }
    [[nodiscard]] std::optional<std::int64_t> find(Key id) const {
        const auto found = m_positions.find(id.value);
        return found == m_positions.end() ? std::nullopt : std::optional(found->second + m_above);
    }
    void put(std::int64_t at, Row row) {
        const auto position = at - m_above;
        Block& block = m_blocks[blockAt(position)];
        if (block.rows.empty()) {
            block.rows.resize(kBlock);
            block.used = ++m_uses;
        }
        Row& place = block.rows[static_cast<std::size_t>(position - blockAt(position) * kBlock)];
        const Key id = cacheKey(row);
        if (cacheKey(place).valid() && cacheKey(place) != id) {
            m_positions.erase(cacheKey(place).value);
        }
        const auto before = m_positions.find(id.value);
        if (before != m_positions.end() && before->second != position) {
            // The same row read at another position: the table moved meanwhile; the later answer counts.
            const std::int64_t old = before->second;
            m_blocks[blockAt(old)].rows[static_cast<std::size_t>(old - blockAt(old) * kBlock)] = {};
        }
        m_positions[id.value] = position;
        place = std::move(row);
    }
    /// Marks a block as used.
    void use(std::int64_t block) {
        if (const auto found = m_blocks.find(block); found != m_blocks.end()) {
            found->second.used = ++m_uses;
        }
    }
    /// Marks the blocks first … last as used and forgets the least recently used others beyond the limit.
    void touch(std::int64_t firstBlock, std::int64_t lastBlock) {
        for (auto block = firstBlock; block <= lastBlock; ++block) {
            use(block);
        }
        while (m_blocks.size() > kMaxBlocks) {
            const auto oldest = std::min_element(m_blocks.begin(), m_blocks.end(), [](const auto& a, const auto& b) {
                return a.second.used < b.second.used;
            });
            forget(oldest->first);
        }
    }
    void clear() {
        m_blocks.clear();
        m_positions.clear();
    }
    [[nodiscard]] std::size_t blocks() const noexcept { return m_blocks.size(); }
    [[nodiscard]] std::vector<std::int64_t> blockNumbers() const {
        std::vector<std::int64_t> numbers;
        for (const auto& each : m_blocks) {
            numbers.push_back(each.first);
        }
        return numbers;
    }

    /// The values of the keys of all rows.
    [[nodiscard]] std::vector<decltype(Key::value)> ids() const {
        std::vector<decltype(Key::value)> ids;
        for (const auto& each : m_positions) {
            ids.push_back(each.first);
        }
        return ids;
    }

private:
    [[nodiscard]] static std::int64_t blockAt(std::int64_t position) {
        return position >= 0 ? position / kBlock : (position + 1) / kBlock - 1;
    }
    struct Block {
        std::vector<Row> rows;  ///< kBlock of them
        std::uint64_t used = 0;
    };
    void forget(std::int64_t block) {
        for (const Row& row : m_blocks.at(block).rows) {
            m_positions.erase(cacheKey(row).value);
        }
        m_blocks.erase(block);
    }

    std::unordered_map<std::int64_t, Block> m_blocks;
    std::unordered_map<decltype(Key::value), std::int64_t> m_positions;  ///< by id
    std::int64_t m_above = 0;                                            ///< places minus positions
    std::uint64_t m_uses = 0;
};

}  // namespace evenhand::ui
