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
    std::int64_t end = kBlock;
    if (!m_fresh) {
        window->offset = m_firstVisible - m_firstVisible % kBlock;
        end = m_lastVisible + kBlock;
        for (const auto& each : persistentIndexList()) {
            window->offset = std::min<std::int64_t>(window->offset, each.row());
            end = std::max<std::int64_t>(end, each.row() + 1);
        }
    }
    const Span span{window->offset, std::clamp<std::int64_t>(end - window->offset, 1, kMaxPagedWindow)};
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
void PagedRows<Row, Filter>::windowArrived(Window& window) {
    if (!*window.rows || !*window.count) {
        const auto& error = !*window.rows ? window.rows->error() : window.count->error();
        if (m_reads->failed(window.generation, error)) {
            setError(error);
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
    if (m_fresh) {
        replaceAll(window);
    } else {
        auto& rows = **window.rows;
        // The two answers may differ by what came in between; rows that were read are there in any case.
        const auto count = std::max(**window.count, window.offset + static_cast<std::int64_t>(rows.size()));
        if (staysInPlace(window, count)) {
            updateInPlace(window);
        } else {
            swapTo(window.offset, std::move(rows), count);
        }
    }
    Q_EMIT totalChanged();
    requestVisible();
    Q_EMIT loaded();
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::replaceAll(Window& window) {
    m_fresh = false;
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
void PagedRows<Row, Filter>::requestBlock(std::int64_t block) {
    if (m_error || m_inFlight.contains(block) || m_inFlight.size() >= kMaxPagedInFlight) {
        return;  // asked again with the next read of what is in view
    }
    m_inFlight.insert(block);
    whenReady(askPage(m_filter, {block * kBlock, kBlock}), this,
              [this, generation = m_reads->generation(), block](Result<std::vector<Row>> rows) {
                  if (generation == m_reads->generation()) {
                      blockArrived(block, std::move(rows));
                  }
              });
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::requestVisible() {
    if (m_fresh || m_count == 0 || !m_active) {
        return;
    }
    const auto lastRow = std::min<std::int64_t>(m_lastVisible, m_count - 1);
    const auto firstRow = std::min<std::int64_t>(m_firstVisible, lastRow);
    m_cache.touch(firstRow / kBlock, lastRow / kBlock);
    for (auto block = firstRow / kBlock; block <= lastRow / kBlock; ++block) {
        bool missing = false;
        for (auto at = std::max(firstRow, block * kBlock); at <= std::min(lastRow, (block + 1) * kBlock - 1); ++at) {
            missing = missing || m_cache.at(at) == nullptr;
        }
        if (missing) {
            requestBlock(block);
        }
    }
}

}  // namespace evenhand::ui
