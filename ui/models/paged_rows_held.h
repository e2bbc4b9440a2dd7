// SPDX-License-Identifier: GPL-3.0-or-later
// How what is selected or current in PagedRows follows its rows as they are read at other places. Qt holds places; who
// is selected is decided by ids. Included by paged_rows.h only. Thread: GUI.
// Invariants: a row that was known and not selected never becomes selected; no place is selected twice; a row that is
// nowhere any more is not selected.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "ui/models/paged_rows.h"

namespace evenhand::ui {

template <typename Row, typename Filter>
struct PagedRows<Row, Filter>::Held {
    QModelIndexList before;
    std::vector<Key> keys;                           ///< one for each; not valid: its row was not read
    std::unordered_set<decltype(Key::value)> known;  ///< of the rows that come, those that were at hand
    std::set<int> gone = {};                         ///< places that are held no longer
};

/// Before any row is put elsewhere; follow() ends it. `count`: how many rows there are then.
template <typename Row, typename Filter>
auto PagedRows<Row, Filter>::beginMoving(const std::vector<Row>& coming, std::int64_t count) -> Held {
    if (count > m_count) {
        setCount(count);
    } else if (m_count <= kMaxFrozen && isLastHeld()) {
        // Where every row is selected, Qt keeps every place selected instead of these rows: whoever came in while
        // another one left would be selected unseen. With a row more, which is gone before anything is painted, they
        // are not all.
        setCount(m_count + 1);
    }
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    Held held;
    held.before = persistentIndexList();
    held.keys.reserve(static_cast<std::size_t>(held.before.size()));
    for (const auto& each : held.before) {
        const auto* known = row(each.row());
        held.keys.push_back(known ? cacheKey(*known) : Key{});
    }
    for (const auto& each : coming) {
        if (rowOf(cacheKey(each))) {
            held.known.insert(cacheKey(each).value);
        }
    }
    return held;
}

/// What was not read has only its place, which moves by `moved` where it is `within` the rows that came.
template <typename Row, typename Filter>
void PagedRows<Row, Filter>::follow(const Held& held, std::int64_t moved, Span within, std::int64_t count) {
    QModelIndexList after(held.before.size());
    std::set<std::pair<int, int>> taken;
    const auto put = [&](qsizetype i, int at) {
        const int column = held.before.at(i).column();
        if (taken.emplace(at, column).second) {
            after[i] = index(at, column);
        }
    };
    for (const bool isRead : {true, false}) {  // those that are known take their places first
        for (qsizetype i = 0; i < held.before.size(); ++i) {
            const auto& key = held.keys[static_cast<std::size_t>(i)];
            const int from = held.before.at(i).row();
            if (key.valid() != isRead || held.gone.contains(from)) {
                continue;
            }
            if (isRead) {
                if (const auto at = rowOf(key)) {
                    put(i, *at);
                }
                continue;
            }
            const auto place = from + (from >= within.offset && from - within.offset < within.limit ? moved : 0);
            if (place < 0 || place >= count) {
                continue;
            }
            const auto* there = row(static_cast<int>(place));
            if (there == nullptr || !held.known.contains(cacheKey(*there).value)) {
                put(i, static_cast<int>(place));
            }
        }
    }
    changePersistentIndexList(held.before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    setCount(count);
}

/// Anything may have moved: the rows are replaced, and what is selected or current goes with its row. Of a row that was
/// selected without having been read there is only its place, moved as far as the rows beside it. One that is known and
/// moved out of what was read (others came in above a long selection) is taken along to where it must be now, and read
/// once more.
template <typename Row, typename Filter>
void PagedRows<Row, Filter>::swapTo(std::int64_t offset, std::vector<Row> rows, std::int64_t count) {
    const bool isFar = !heldSpan();
    std::int64_t moved = 0;
    for (auto i = std::ssize(rows); i-- > 0;) {
        if (const auto known = rowOf(cacheKey(rows[static_cast<std::size_t>(i)]))) {
            moved = offset + i - *known;
            break;
        }
    }
    const Held held = beginMoving(rows, count);
    const auto end = offset + std::ssize(rows);
    std::vector<std::pair<std::int64_t, Row>> outside;
    for (const auto& each : held.before) {
        const auto* known = row(each.row());
        const auto place = each.row() + moved;
        if (known && place >= 0 && place < count && (place < offset || place >= end)) {
            outside.emplace_back(place, *known);
        }
    }
    m_cache.clear();
    m_inFlight.clear();
    ++m_arrangement;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_cache.put(offset + static_cast<std::int64_t>(i), std::move(rows[i]));
    }
    for (auto& [place, known] : outside) {
        if (!m_cache.find(cacheKey(known))) {
            m_cache.put(place, std::move(known));
        }
    }
    if (m_live || isFar) {
        for (const auto& [place, known] : outside) {
            m_stale.insert(m_cache.blockOf(place));
        }
    } else if (!outside.empty()) {
        refresh();
    }
    follow(held, moved, {0, std::numeric_limits<int>::max()}, count);
}

/// Puts rows that were read in their places.
template <typename Row, typename Filter>
void PagedRows<Row, Filter>::putRows(std::int64_t first, std::vector<Row> rows) {
    keepNewer(rows);
    bool moves = false;
    std::int64_t moved = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto at = first + static_cast<std::int64_t>(i);
        const auto was = rowOf(cacheKey(rows[i]));
        moves = moves || (was ? *was != at : m_cache.at(at) != nullptr);
        moved = was ? at - *was : moved;
    }
    const auto put = [&] {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            m_cache.put(first + static_cast<std::int64_t>(i), std::move(rows[i]));
        }
    };
    if (!moves || persistentIndexList().isEmpty()) {
        put();
        return;
    }
    const auto count = m_count;
    const Span within{first, std::ssize(rows)};
    const Held held = beginMoving(rows, count);
    put();
    follow(held, moved, within, count);
}

/// What stands at these places is neither selected nor current any more.
template <typename Row, typename Filter>
void PagedRows<Row, Filter>::letGo(const std::set<int>& places) {
    const auto held = heldPlaces();
    if (std::none_of(places.begin(), places.end(), [&held](int at) { return isAmong(held, at); })) {
        return;
    }
    for (const int at : places) {
        m_stale.insert(m_cache.blockOf(at));
    }
    const auto count = m_count;
    Held moving = beginMoving({}, count);
    moving.gone = places;
    follow(moving, 0, {}, count);
}

/// Selected, or current.
template <typename Row, typename Filter>
bool PagedRows<Row, Filter>::isLastHeld() const {
    const auto held = this->persistentIndexList();
    return std::any_of(held.begin(), held.end(), [this](const auto& index) { return index.row() == m_count - 1; });
}

template <typename Row, typename Filter>
std::vector<std::pair<int, int>> PagedRows<Row, Filter>::heldPlaces() const {
    auto places = selectedPlaces();
    std::sort(places.begin(), places.end());
    std::vector<std::pair<int, int>> held;
    for (const auto& each : places) {
        if (!held.empty() && each.first <= held.back().second + 1) {
            held.back().second = std::max(held.back().second, each.second);
        } else {
            held.push_back(each);
        }
    }
    return held;
}

/// `places` as heldPlaces() has them.
template <typename Row, typename Filter>
bool PagedRows<Row, Filter>::isAmong(const std::vector<std::pair<int, int>>& places, int at) {
    const auto after = std::upper_bound(places.begin(), places.end(), at,
                                        [](int place, const std::pair<int, int>& each) { return place < each.first; });
    return after != places.begin() && std::prev(after)->second >= at;
}

}  // namespace evenhand::ui
