// SPDX-License-Identifier: GPL-3.0-or-later
// What a long table has to be able to say about its rows so that they are shown as they change, without all that is in
// view being read again: which have changed, how they are read by their ids, whether a row belongs to a filter.
// What PagedRows does with it stands in paged_rows_live.h.
// Thread: GUI. What is told is bounded by whoever tells it: nothing is done for each event beyond looking up its id.
#pragma once

#include <QString>
#include <functional>
#include <span>
#include <vector>

#include "engine/api/call.h"
#include "ui/models/row_cache.h"

namespace evenhand::ui {

/// What has changed since it was told last; valid during the call.
template <typename Key>
struct RowChanges {
    std::span<const Key> ids;     ///< each once, new rows included
    std::span<const Key> placed;  ///< the new ones among them
    bool everything = false;      ///< more than is worth naming
};

template <typename Row, typename Filter>
struct LiveRows {
    using Key = typename RowCache<Row>::Key;

    /// Connects whatever tells changes; `context` bounds the connections.
    std::function<void(QObject* context, std::function<void(const RowChanges<Key>&)> changed)> changedBy = {};
    /// Reads these rows as they are now; one that is not there any more is left out.
    std::function<api::Answer<std::vector<Row>>(std::vector<Key> ids)> read = {};
    /// Grows with every change of a row.
    std::function<std::int64_t(const Row&)> version = {};
    /// The row is one that the filter lets through, as of now.
    std::function<bool(const Filter&, const Row&)> belongs = {};
    /// A change can make an old row belong to this filter, or take it out of it.
    std::function<bool(const Filter&)> isOfState = {};
    /// Id of the column whose descending order has the newest rows first.
    QString newest = {};
    /// Narrows the filter to `top` and what is older, so that rows that come in above move none of the places below.
    std::function<void(Filter&, const Row& top)> pin = {};
};

}  // namespace evenhand::ui
