// SPDX-License-Identifier: GPL-3.0-or-later
// What PagedRows does where the table can say which rows have changed. Changed rows in view are read by their ids and
// put in place, one read at a time, never an older version over a newer one; blocks out of view are marked and read
// again when they come into view. While the view stands at the top and the newest rows come first, new ones are
// inserted there; otherwise they are counted. What is selected is read by its ids as if it were in view: one that has
// left the filter is selected no longer. Included by paged_rows.h only.
// Thread: GUI. Invariant: what changes while an answer is on its way is read after it.
#pragma once

#include <algorithm>
#include <concepts>
#include <utility>

#include "ui/models/paged_rows.h"

namespace evenhand::ui {

/// So many new rows are looked at one by one each time; beyond that their exact number helps nobody.
inline constexpr std::size_t kMaxArrivedLookedAt = 512;

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::setLive(const Live& live) {
    m_live = &live;
    live.changedBy(this, [this](const RowChanges<Key>& changes) { onChanges(changes); });
}

// --- rows that have changed ---------------------------------------------------------------------------------

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::onChanges(const RowChanges<Key>& changes) {
    const bool isRead =
        m_active && !m_fresh && !m_error && !changes.everything;  // by ids; else with all that is in view
    if (changes.everything) {
        for (const auto block : m_cache.blockNumbers()) {
            m_stale.insert(block);
        }
    }
    const auto held = heldPlaces();
    for (const auto& id : changes.ids) {
        const auto at = rowOf(id);
        if (at && ((isRead && *at >= m_firstVisible && *at <= m_lastVisible) || isAmong(held, *at))) {
            m_changedRows.insert_or_assign(id.value, id);
        } else if (at) {
            m_stale.insert(m_cache.blockOf(*at));
        }
    }
    if (changes.everything) {
        for (const auto& [first, last] : held) {
            for (int at = first; at <= last; ++at) {
                if (const auto* known = row(at)) {
                    m_changedRows.insert_or_assign(cacheKey(*known).value, cacheKey(*known));
                }
            }
        }
    }
    if (!isRead) {
        refresh();
        return;
    }
    readChanged();
    const bool come = isNewestFirst() && !changes.placed.empty();
    if (m_firstVisible == 0 && (come || m_live->isOfState(m_filter))) {
        refresh();
    } else if (!changes.placed.empty()) {
        countArrived(changes.placed);
    }
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::readChanged() {
    const int generation = m_reads->generation();
    if (m_readingChanged == generation || m_changedRows.empty() || m_error) {
        return;
    }
    m_readingChanged = generation;
    std::vector<Key> ids;  // no more than are read at a time; the others follow once these are there
    auto next = m_changedRows.begin();
    for (; next != m_changedRows.end() && std::ssize(ids) < kMaxFrozen; ++next) {
        ids.push_back(next->second);
    }
    m_changedRows.erase(m_changedRows.begin(), next);
    whenReady(m_live->read(ids), this, [this, generation, ids](Result<std::vector<Row>> rows) {
        if (generation == m_reads->generation()) {
            m_readingChanged = -1;
            changedArrived(ids, std::move(rows));
        }
    });
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::changedArrived(const std::vector<Key>& asked, Result<std::vector<Row>> rows) {
    if (!rows) {
        for (const auto& id : asked) {
            const auto at = rowOf(id);
            if (at && isInView(*at)) {
                m_stale.insert(m_cache.blockOf(*at));
            } else if (at) {
                m_changedRows.insert_or_assign(id.value, id);  // after the next read of what is in view
            }
        }
        readFailed(rows.error());
        return;
    }
    std::set<int> gone;
    for (const auto& id : asked) {
        if (const auto at = rowOf(id); at && !isInView(*at)) {
            gone.insert(*at);
        }
    }
    std::vector<int> touched;
    for (auto& fresh : *rows) {
        const auto at = rowOf(cacheKey(fresh));
        if (at && m_live->belongs(m_filter, fresh)) {
            gone.erase(*at);
        }
        if (at && m_live->version(*m_cache.at(*at)) <= m_live->version(fresh)) {
            m_cache.put(*at, std::move(fresh));
            touched.push_back(*at);
        }
    }
    tell(std::move(touched));
    letGo(gone);
    if (rows->size() < asked.size() || isNothingInViewLeft()) {
        refresh();  // some are gone, or all that is seen has left the filter
    }
    Q_EMIT rowsChanged();
    readChanged();
}

/// Every row in view has left the filter: who looks at them looks at nothing that was asked for.
template <typename Row, typename Filter>
bool PagedRows<Row, Filter>::isNothingInViewLeft() const {
    const auto last = static_cast<int>(std::min<std::int64_t>(m_lastVisible, m_count - 1));
    for (int at = m_firstVisible; at <= last; ++at) {
        if (const auto* known = row(at); known == nullptr || m_live->belongs(m_filter, *known)) {
            return false;
        }
    }
    return m_firstVisible <= last;
}

/// Cells at these places look different; once for places beside each other.
template <typename Row, typename Filter>
void PagedRows<Row, Filter>::tell(std::vector<int> changed) {
    std::sort(changed.begin(), changed.end());
    for (std::size_t i = 0; i < changed.size();) {
        std::size_t end = i + 1;
        while (end < changed.size() && changed[end] == changed[end - 1] + 1) {
            ++end;
        }
        Q_EMIT dataChanged(index(changed[i], 0), index(changed[end - 1], columnCount() - 1));
        i = end;
    }
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::readFailed(const Error& error) {
    setError(error);
    if (error.code != ErrorCode::PermissionDenied) {
        m_reads->retry();
    }
}

/// A row that was read by its id may be newer than an answer that was longer on its way.
template <typename Row, typename Filter>
void PagedRows<Row, Filter>::keepNewer(std::vector<Row>& rows) const {
    if (m_live == nullptr) {
        return;  // nobody else has read it
    }
    for (auto& fresh : rows) {
        const auto at = m_cache.find(cacheKey(fresh));
        const Row* known = at ? m_cache.at(*at) : nullptr;
        if (known && m_live->version(*known) > m_live->version(fresh)) {
            fresh = *known;
        }
    }
}

// --- new rows -----------------------------------------------------------------------------------------------

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::countArrived(std::span<const Key> placed) {
    if constexpr (std::equality_comparable<Filter>) {
        if (m_filter == Filter{}) {
            addArrived(m_asked, std::ssize(placed));
            return;
        }
    }
    const auto looked = placed.first(std::min(placed.size(), kMaxArrivedLookedAt));
    whenReady(m_live->read({looked.begin(), looked.end()}), this,
              [this, generation = m_reads->generation(), serial = m_asked](const Result<std::vector<Row>>& rows) {
                  if (generation != m_reads->generation()) {
                      return;
                  }
                  if (rows) {
                      addArrived(serial, std::count_if(rows->begin(), rows->end(), [this](const Row& each) {
                                     return m_live->belongs(m_filter, each);
                                 }));
                  } else {
                      readFailed(rows.error());
                  }
              });
}

/// `serial`: of the last window that had been asked for when they came.
template <typename Row, typename Filter>
void PagedRows<Row, Filter>::addArrived(int serial, std::int64_t count) {
    if (serial < m_taken) {
        return;  // shown meanwhile
    }
    m_arrivedBefore += serial < m_asked ? count : 0;
    setArrived(m_arrived + count);
}

/// The usual case: some rows on top of what is there, and nothing gone. They are inserted and nothing moves.
template <typename Row, typename Filter>
bool PagedRows<Row, Filter>::mergeAtTop(std::vector<Row>& rows, std::int64_t count) {
    const auto* top = row(0);
    if (!isNewestFirst() || top == nullptr) {
        return false;
    }
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [key = cacheKey(*top)](const Row& each) { return cacheKey(each) == key; });
    if (found == rows.end()) {
        return false;
    }
    const auto added = static_cast<int>(found - rows.begin());
    for (int at = added; at < std::ssize(rows); ++at) {
        const auto* known = row(at - added);
        const auto was = rowOf(cacheKey(rows[static_cast<std::size_t>(at)]));
        if (known ? was != at - added : was.has_value()) {
            return false;
        }
    }
    if (added > 0) {
        beginInsertRows({}, 0, added - 1);
        m_count += added;
        m_cache.makeRoomAtTop(added);
        for (int at = 0; at < added; ++at) {
            m_cache.put(at, std::move(rows[static_cast<std::size_t>(at)]));
        }
        endInsertRows();
    }
    setCount(count);
    std::vector<int> touched;
    for (int at = added; at < std::min(std::ssize(rows), m_count); ++at) {
        auto& fresh = rows[static_cast<std::size_t>(at)];
        const auto* known = row(at);
        if (known == nullptr || changed(*known, fresh)) {
            m_cache.put(at, std::move(fresh));
            touched.push_back(at);
        }
    }
    tell(std::move(touched));
    return true;
}

// --- reads --------------------------------------------------------------------------------------------------

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::liveAsked(Window& window) {
    window.serial = ++m_asked;
    window.stale = std::exchange(m_stale, {});
    m_arrivedBefore = m_arrived;
}

/// What was asked for before is not shown as the answer to something else.
template <typename Row, typename Filter>
void PagedRows<Row, Filter>::liveMissed(Window& window) {
    m_stale.merge(window.stale);
    if (m_fresh && m_countKnown) {
        forget();
        setArrived(0);
    }
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::liveTaken(const Window& window, std::int64_t end, bool inPlace) {
    for (const auto block : window.stale) {
        const auto first = m_cache.firstOf(block);
        const bool isRead =
            std::max<std::int64_t>(0, first) >= window.offset && std::min(first + kBlock, m_count) <= end;
        if (inPlace && !isRead) {
            m_stale.insert(block);
        }
    }
    if (window.offset == 0) {
        m_top = row(0) ? std::optional(*row(0)) : std::nullopt;
    } else if (!inPlace) {
        m_top.reset();
    }
    m_taken = window.serial;
    setArrived(m_arrived - std::exchange(m_arrivedBefore, 0));
    readChanged();
}

template <typename Row, typename Filter>
Filter PagedRows<Row, Filter>::placesFilter() const {
    Filter filter = m_filter;
    if (m_live && m_top && isNewestFirst()) {
        m_live->pin(filter, *m_top);
    }
    return filter;
}

}  // namespace evenhand::ui
