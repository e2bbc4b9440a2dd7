// SPDX-License-Identifier: GPL-3.0-or-later
// What a view gets of PagedRows: cells, and frozen rows, each once however rows move while they are read. Included by
// paged_rows.h only.
#pragma once

#include <algorithm>
#include <utility>

#include "ui/models/paged_rows.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

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
        std::unordered_set<decltype(Key::value)> taken;  ///< rows move while they are read: each is taken once
        std::optional<Error> error;
        std::size_t open = 0;
        void take(Row row) {
            if (taken.insert(cacheKey(row).value).second) {
                rows.push_back(std::move(row));
            }
        }
    };
    auto gathering = std::make_shared<Gathering>();
    std::vector<Span> missing;
    std::int64_t all = 0;
    for (const auto& range : selection) {
        all += range.height();
        for (int at = range.top(); at <= range.bottom() && all <= kMaxFrozen; ++at) {
            if (const auto* known = row(at)) {
                gathering->take(*known);
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
    // A row that is at hand and was not selected has only moved to where another one was.
    std::unordered_set<decltype(Key::value)> others;
    for (const auto& id : m_cache.ids()) {
        if (!gathering->taken.contains(id)) {
            others.insert(id);
        }
    }
    gathering->taken.merge(others);
    gathering->open = missing.size();
    for (const auto& span : missing) {
        whenReady(askPage(placesFilter(), span), receiver, [gathering, done](Result<std::vector<Row>> rows) {
            if (rows) {
                std::for_each(rows->begin(), rows->end(), [&](Row& each) { gathering->take(std::move(each)); });
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
