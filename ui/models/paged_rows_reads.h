// SPDX-License-Identifier: GPL-3.0-or-later
// The reads of PagedRows: what is asked for, and what an answer changes. Included by paged_rows.h only.
#pragma once

#include <algorithm>
#include <climits>
#include <utility>

#include "ui/models/paged_rows.h"

namespace evenhand::ui {

inline constexpr std::int64_t kMaxPagedWindow = 10'000;
inline constexpr std::size_t kMaxPagedInFlight = 3;

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::readWindow() {
    auto window = std::make_shared<Window>();
    window->generation = m_reads->generation();
    window->filter = m_source();
    const Span span = windowSpan();
    window->offset = span.offset;
    if (m_live) {
        liveAsked(*window);
    }
    const auto finish = [this, window] {
        if (window->rows && window->count) {
            windowArrived(*window);
        }
    };
    whenReady(askPage(window->filter, span), this, [window, finish](Result<std::vector<Row>> rows) {
        window->rows = std::move(rows);
        finish();
    });
    whenReady(askCount(window->filter), this, [window, finish](const Result<std::int64_t>& count) {
        window->count = count;
        finish();
    });
}

template <typename Row, typename Filter>
auto PagedRows<Row, Filter>::heldSpan() const -> std::optional<Span> {
    std::int64_t offset = m_firstVisible - m_firstVisible % kBlock;
    std::int64_t end = m_lastVisible + kBlock;
    for (const auto& each : persistentIndexList()) {
        offset = std::min<std::int64_t>(offset, each.row());
        end = std::max<std::int64_t>(end, each.row() + 1);
    }
    return end - offset > kMaxPagedWindow ? std::nullopt : std::optional(Span{offset, end - offset});
}

/// Of live rows, and of others that are too far apart, what is selected elsewhere stays at hand without being read
/// again and again.
template <typename Row, typename Filter>
auto PagedRows<Row, Filter>::windowSpan() const -> Span {
    if (m_fresh || isWhole()) {
        return {0, isWhole() ? kMaxPagedWindow : kBlock};
    }
    const std::int64_t offset = m_firstVisible - m_firstVisible % kBlock;
    const Span view{offset, std::clamp<std::int64_t>(m_lastVisible + kBlock - offset, 1, kMaxPagedWindow)};
    return m_live ? view : heldSpan().value_or(view);
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::windowArrived(Window& window) {
    if (!*window.rows || !*window.count) {
        const auto& error = !*window.rows ? window.rows->error() : window.count->error();
        if (m_reads->failed(window.generation, error)) {
            setError(error);
            if (m_live) {
                liveMissed(window);
            }
            Q_EMIT loaded();
        }
        return;
    }
    if (!m_reads->done(window.generation)) {
        return;
    }
    setError(std::nullopt);
    m_filter = window.filter;
    m_countKnown = true;
    auto& rows = **window.rows;
    const auto end = window.offset + std::ssize(rows);
    // The two answers may differ by what came in between; rows that were read are there in any case.
    const auto count = rows.empty() ? **window.count : std::max(**window.count, end);
    bool inPlace = false;
    if (m_live && !m_fresh) {
        keepNewer(rows);
        inPlace = window.offset == 0 && mergeAtTop(rows, count);
    }
    if (m_fresh && isWhole() && m_cache.blocks() > 0) {
        m_fresh = false;
        swapTo(window.offset, std::move(rows), count);
        Q_EMIT reset();
    } else if (m_fresh) {
        replaceAll(window);
    } else if (!inPlace && staysInPlace(window, count)) {
        inPlace = true;
        updateInPlace(window);
    } else if (!inPlace) {
        swapTo(window.offset, std::move(rows), count);
    }
    if (m_live) {
        liveTaken(window, end, inPlace);
    }
    Q_EMIT totalChanged();
    requestVisible();
    requestSelected();
    Q_EMIT loaded();
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::replaceAll(Window& window) {
    m_fresh = false;
    if (!m_live) {
        m_stale.clear();
    }
    auto& rows = **window.rows;
    beginResetModel();
    m_cache.clear();
    m_count =
        std::min<std::int64_t>(std::max<std::int64_t>(**window.count, static_cast<std::int64_t>(rows.size())), INT_MAX);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_cache.put(static_cast<std::int64_t>(i), std::move(rows[i]));
    }
    endResetModel();
    Q_EMIT reset();
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::forget() {
    beginResetModel();
    m_cache.clear();
    m_count = 0;
    m_countKnown = false;
    m_fresh = true;
    m_top.reset();
    endResetModel();
    Q_EMIT reset();
    Q_EMIT totalChanged();
}

template <typename Row, typename Filter>
bool PagedRows<Row, Filter>::staysInPlace(const Window& window, std::int64_t count) const {
    if (count != m_count) {
        return false;
    }
    std::int64_t at = window.offset;
    return std::all_of((*window.rows)->begin(), (*window.rows)->end(), [this, &at](const Row& fresh) {
        const auto* known = m_cache.at(at++);
        return known != nullptr && cacheKey(*known) == cacheKey(fresh);
    });
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::updateInPlace(Window& window) {
    std::int64_t at = window.offset;
    for (auto& fresh : **window.rows) {
        if (changed(*m_cache.at(at), fresh)) {
            m_cache.put(at, std::move(fresh));
            Q_EMIT dataChanged(index(static_cast<int>(at), 0), index(static_cast<int>(at), columnCount() - 1));
        }
        ++at;
    }
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::requestBlocks(Blocks blocks) {
    const auto asking = m_inFlight.lower_bound(blocks.first);
    const bool isAsked = asking != m_inFlight.end() && *asking <= blocks.last;
    if (m_error || isAsked || m_inFlight.size() >= kMaxPagedInFlight) {
        return;  // asked again with the next read of what is in view
    }
    for (auto block = blocks.first; block <= blocks.last; ++block) {
        m_inFlight.insert(block);
        m_stale.erase(block);
    }
    const auto first = m_cache.firstOf(blocks.first);
    const auto rows = (blocks.last - blocks.first + 1) * kBlock;
    const Span asked{std::max<std::int64_t>(0, first), std::min(rows, first + rows)};
    whenReady(askPage(placesFilter(), asked), this,
              [this, generation = m_reads->generation(), arrangement = m_arrangement, blocks, first,
               asked](Result<std::vector<Row>> answer) {
                  if (generation == m_reads->generation() && arrangement == m_arrangement) {
                      // Rows may have come in at the top meanwhile.
                      blocksArrived(blocks, {asked.offset + m_cache.firstOf(blocks.first) - first, asked.limit},
                                    std::move(answer));
                  }
              });
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::blocksArrived(Blocks blocks, Span asked, Result<std::vector<Row>> rows) {
    for (auto block = blocks.first; block <= blocks.last; ++block) {
        m_inFlight.erase(block);
        if (!rows && m_live) {
            m_stale.insert(block);
        }
    }
    if (!rows) {
        if (m_live) {
            readFailed(rows.error());
        } else {
            setError(rows.error());
            refresh();
        }
        Q_EMIT loaded();
        return;
    }
    const std::int64_t first = asked.offset;
    const std::int64_t end = std::min(m_count, first + static_cast<std::int64_t>(rows->size()));
    const bool areFewer = end < std::min(m_count, first + asked.limit);  // rows went away meanwhile
    rows->resize(static_cast<std::size_t>(std::max<std::int64_t>(0, end - first)));
    putRows(first, std::move(*rows));
    m_cache.touch(blocks.first, blocks.last);
    if (end > first) {
        Q_EMIT dataChanged(index(static_cast<int>(first), 0), index(static_cast<int>(end) - 1, columnCount() - 1));
    }
    if (areFewer && m_live) {
        setCount(end);  // the places above are counted as before: here is the end
        Q_EMIT totalChanged();
    } else if (areFewer) {
        refresh();
    }
    requestVisible();
    requestSelected();
    Q_EMIT rowsChanged();  // what was selected before it was read is known now
    Q_EMIT loaded();
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::requestVisible() {
    if (m_fresh || m_count == 0 || !m_active) {
        return;
    }
    const auto lastRow = std::min<std::int64_t>(m_lastVisible, m_count - 1);
    const auto firstRow = std::min<std::int64_t>(m_firstVisible, lastRow);
    const auto last = m_cache.blockOf(lastRow);
    const auto runs = selectedRuns();
    for (const auto& run : runs) {
        for (auto block = run.first; block <= run.last; ++block) {
            m_cache.use(block);  // whatever else is looked at, what is selected stays known by its ids
        }
    }
    m_cache.touch(m_cache.blockOf(firstRow), last);
    for (auto block = m_cache.blockOf(firstRow); block <= last; ++block) {
        const auto first = m_cache.firstOf(block);
        bool missing = m_stale.contains(block);
        for (auto at = std::max(firstRow, first); at <= std::min(lastRow, first + kBlock - 1); ++at) {
            missing = missing || m_cache.at(at) == nullptr;
        }
        if (missing) {
            // What is selected around it has moved, too, and is found by the same read.
            const auto run = std::find_if(runs.begin(), runs.end(), [block](const Blocks& each) {
                return each.first <= block && block <= each.last;
            });
            requestBlocks(run == runs.end() ? Blocks{block, block} : *run);
        }
    }
}

}  // namespace evenhand::ui
