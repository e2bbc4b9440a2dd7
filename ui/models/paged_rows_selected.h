// SPDX-License-Identifier: GPL-3.0-or-later
// How PagedRows reads rows that were selected without having been scrolled to: the blocks of each range that is
// selected, however far the ranges are apart, and none between them. Blocks beside each other are one read: between
// two reads rows move, and one would be in both of them or in none. Included by paged_rows.h only. Thread: GUI.
// Invariant: what is asked for fits into the cache beside what is in view, or reading would never end.
#pragma once

#include <algorithm>
#include <utility>

#include "ui/models/paged_rows.h"

namespace evenhand::ui {

/// Of these places, first and last of each range. A selection that is too long for any action, and one of which only
/// the ends are known, is its first and last rows.
template <typename Row, typename Filter>
std::vector<std::pair<int, int>> PagedRows<Row, Filter>::selectedPlaces() const {
    std::vector<std::pair<int, int>> places;
    std::int64_t all = 0;
    for (const auto& range : m_selection()) {
        if (range.isValid()) {
            places.emplace_back(range.top(), range.bottom());
            all += range.height();
        }
    }
    if (all > kMaxFrozen) {
        places.clear();
    }
    for (const auto& each : this->persistentIndexList()) {
        places.emplace_back(each.row(), each.row());
    }
    return places;
}

/// As many as are kept beside those in view.
template <typename Row, typename Filter>
std::set<std::int64_t> PagedRows<Row, Filter>::selectedBlocks() const {
    constexpr std::size_t kInView = 4;
    std::set<std::int64_t> blocks;
    for (const auto& [first, last] : selectedPlaces()) {
        for (auto block = m_cache.blockOf(first); block <= m_cache.blockOf(last); ++block) {
            if (blocks.size() >= RowCache<Row>::kMaxBlocks - kInView) {
                return blocks;  // the others are read when something is done with them
            }
            blocks.insert(block);
        }
    }
    return blocks;
}

template <typename Row, typename Filter>
auto PagedRows<Row, Filter>::selectedRuns() const -> std::vector<Blocks> {
    std::vector<Blocks> runs;
    for (const auto block : selectedBlocks()) {
        const bool isNext = !runs.empty() && runs.back().last + 1 == block;
        if (isNext && (block - runs.back().first + 1) * kBlock <= kMaxPagedWindow) {
            runs.back().last = block;
        } else {
            runs.push_back({block, block});
        }
    }
    return runs;
}

template <typename Row, typename Filter>
bool PagedRows<Row, Filter>::isUnread(std::int64_t block, const std::vector<std::pair<int, int>>& places) const {
    const auto begin = std::max<std::int64_t>(0, m_cache.firstOf(block));
    const auto end = std::min<std::int64_t>(m_cache.firstOf(block) + kBlock, m_count);
    return std::any_of(places.begin(), places.end(), [&](const std::pair<int, int>& each) {
        for (auto at = std::max<std::int64_t>(begin, each.first); at < std::min<std::int64_t>(end, each.second + 1);
             ++at) {
            if (m_cache.at(at) == nullptr) {
                return true;
            }
        }
        return false;
    });
}

template <typename Row, typename Filter>
bool PagedRows<Row, Filter>::readSelected() {
    m_isSelectionWanted = true;
    if (!m_live && m_inFlight.empty()) {
        refresh();  // where the rows have moved to since is found first
        return true;
    }
    requestSelected();
    return !m_inFlight.empty();
}

/// In their places, so that nothing moves.
template <typename Row, typename Filter>
void PagedRows<Row, Filter>::requestSelected() {
    if (!m_isSelectionWanted || !m_active) {
        return;
    }
    m_isSelectionWanted = false;
    const auto places = selectedPlaces();
    for (const auto& run : selectedRuns()) {
        bool isMissing = false;
        for (auto block = run.first; block <= run.last; ++block) {
            isMissing = isMissing || isUnread(block, places);
        }
        if (isMissing) {
            m_isSelectionWanted = true;
            requestBlocks(run);
        }
    }
}

}  // namespace evenhand::ui
