// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/order_cache.h"

#include <algorithm>
#include <utility>

namespace evenhand::ui {

const api::OrderRow* OrderCache::at(std::int64_t position) const {
    const auto block = m_blocks.find(blockOf(position));
    if (block == m_blocks.end()) {
        return nullptr;
    }
    const auto& row = block->second.rows[static_cast<std::size_t>(position - block->first * kBlock)];
    return row.id.valid() ? &row : nullptr;
}

std::optional<std::int64_t> OrderCache::find(OrderId id) const {
    const auto found = m_positions.find(id.value);
    return found == m_positions.end() ? std::nullopt : std::optional(found->second);
}

void OrderCache::put(std::int64_t position, api::OrderRow row) {
    auto& block = m_blocks[blockOf(position)];
    if (block.rows.empty()) {
        block.rows.resize(kBlock);
        block.used = ++m_uses;
    }
    auto& place = block.rows[static_cast<std::size_t>(position - blockOf(position) * kBlock)];
    if (place.id.valid() && place.id != row.id) {
        m_positions.erase(place.id.value);
    }
    const auto before = m_positions.find(row.id.value);
    if (before != m_positions.end() && before->second != position) {
        // The same order read at another position: the table moved meanwhile; the later answer counts.
        const std::int64_t old = before->second;
        m_blocks[blockOf(old)].rows[static_cast<std::size_t>(old - blockOf(old) * kBlock)] = {};
    }
    m_positions[row.id.value] = position;
    place = std::move(row);
}

void OrderCache::touch(std::int64_t firstBlock, std::int64_t lastBlock) {
    for (auto block = firstBlock; block <= lastBlock; ++block) {
        const auto found = m_blocks.find(block);
        if (found != m_blocks.end()) {
            found->second.used = ++m_uses;
        }
    }
    while (m_blocks.size() > kMaxBlocks) {
        const auto oldest = std::min_element(m_blocks.begin(), m_blocks.end(), [](const auto& a, const auto& b) {
            return a.second.used < b.second.used;
        });
        forget(oldest->first);
    }
}

void OrderCache::forget(std::int64_t block) {
    for (const auto& row : m_blocks.at(block).rows) {
        m_positions.erase(row.id.value);
    }
    m_blocks.erase(block);
}

void OrderCache::clear() {
    m_blocks.clear();
    m_positions.clear();
}

}  // namespace evenhand::ui
