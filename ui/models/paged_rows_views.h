// SPDX-License-Identifier: GPL-3.0-or-later
// What a view gets of PagedRows: cells, rows that move with their selection, frozen rows. Included by paged_rows.h
// only.
#pragma once

#include <algorithm>
#include <utility>

#include "ui/models/paged_rows.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

/// Anything may have moved: the rows are replaced, and what is selected or current goes with its row. Of a row that was
/// selected without having been read there is only its place, moved as far as the rows beside it. One that is known and
/// moved out of what was read (others came in above a long selection) is taken along to where it must be now, and read
/// once more: who is selected is decided by ids, not by places.
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
    if (count > m_count) {
        setCount(count);
    } else if (m_count <= kMaxFrozen && isLastHeld()) {
        // Where every row is selected, Qt keeps every place selected instead of these rows: whoever came in while
        // another one left would be selected unseen. With a row more, which is gone before anything is painted, they
        // are not all.
        setCount(m_count + 1);
    }
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const auto before = persistentIndexList();
    const auto end = offset + std::ssize(rows);
    std::vector<Key> keys;
    std::vector<std::pair<std::int64_t, Row>> outside;
    keys.reserve(static_cast<std::size_t>(before.size()));
    for (const auto& each : before) {
        const auto* known = row(each.row());
        keys.push_back(known ? cacheKey(*known) : Key{});
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
    QModelIndexList after;
    after.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i) {
        const auto key = keys[static_cast<std::size_t>(i)];
        const auto place = before.at(i).row() + moved;
        const auto unread = place >= 0 && place < count ? std::optional(static_cast<int>(place)) : std::nullopt;
        const auto at = key.valid() ? rowOf(key) : unread;
        after << (at ? index(*at, before.at(i).column()) : QModelIndex());
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    setCount(count);
}

/// Selected, or current.
template <typename Row, typename Filter>
bool PagedRows<Row, Filter>::isLastHeld() const {
    const auto held = this->persistentIndexList();
    return std::any_of(held.begin(), held.end(), [this](const auto& index) { return index.row() == m_count - 1; });
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::blockArrived(std::int64_t block, Span asked, Result<std::vector<Row>> rows) {
    m_inFlight.erase(block);
    if (!rows) {
        if (m_live) {
            m_stale.insert(block);
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
    putBlock(first, std::move(*rows));
    m_cache.touch(block, block);
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
std::optional<int> PagedRows<Row, Filter>::rowOf(Key id) const {
    const auto position = m_cache.find(id);
    return position && *position < m_count ? std::optional(static_cast<int>(*position)) : std::nullopt;
}

template <typename Row, typename Filter>
QVariant PagedRows<Row, Filter>::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    }
    const auto* known = row(index.row());
    switch (role) {
        case Qt::DisplayRole:
            if (known) {
                return display(*known, index.column());
            }
            return m_live && m_error ? Formats::dash() : QStringLiteral("…");
        case Qt::ToolTipRole: return known ? plainToolTip(hint(*known, index.column())) : QVariant();
        case FadedRole: return known && m_live && !m_live->belongs(m_filter, *known);
        default: return known ? look(*known, index.column(), role) : QVariant();
    }
}

template <typename Row, typename Filter>
void PagedRows<Row, Filter>::freeze(const QItemSelection& selection, QObject* receiver, Frozen done) {
    struct Gathering {
        std::vector<Row> rows;
        std::optional<Error> error;
        std::size_t open = 0;
    };
    auto gathering = std::make_shared<Gathering>();
    std::vector<Span> missing;
    std::int64_t all = 0;
    for (const auto& range : selection) {
        all += range.height();
        for (int at = range.top(); at <= range.bottom() && all <= kMaxFrozen; ++at) {
            if (const auto* known = row(at)) {
                gathering->rows.push_back(*known);
            } else if (!missing.empty() && missing.back().offset + missing.back().limit == at) {
                ++missing.back().limit;
            } else {
                missing.push_back({at, 1});
            }
        }
    }
    if (all > kMaxFrozen) {
        done(fail(ErrorCode::InvalidArgument, "too many rows selected", "rows", std::to_string(all)));
        return;
    }
    if (missing.empty()) {
        done(std::move(gathering->rows));
        return;
    }
    gathering->open = missing.size();
    for (const auto& span : missing) {
        whenReady(askPage(placesFilter(), span), receiver, [gathering, done](Result<std::vector<Row>> rows) {
            if (rows) {
                gathering->rows.insert(gathering->rows.end(), rows->begin(), rows->end());
            } else {
                gathering->error = rows.error();
            }
            if (--gathering->open == 0) {
                done(gathering->error ? Result<std::vector<Row>>(fail(*gathering->error))
                                      : Result<std::vector<Row>>(std::move(gathering->rows)));
            }
        });
    }
}

}  // namespace evenhand::ui
