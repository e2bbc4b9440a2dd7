// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a PagedTable, however many: blocks of 256 read from the engine as they come into view, filtered and in
// order there, read again as something changes.
// Thread: GUI. Never waits: what is not at hand is "…". Invariant: selection and current row follow their rows; rows
// that stay where they are are updated in place.
#pragma once

#include <QItemSelection>
#include <functional>
#include <memory>
#include <vector>

#include "engine/api/call.h"
#include "ui/bridge/continuation.h"
#include "ui/models/paged_table.h"

namespace evenhand::ui {

/// `Row` names itself by `cacheKey(const Row&)`, a NumberId found by argument, and tells changes by `version` or ==.
template <typename Row, typename Filter>
class PagedRows : public PagedTable {
public:
    using PagedTable::PagedTable;
    using Key = typename RowCache<Row>::Key;
    using Frozen = std::function<void(Result<std::vector<Row>>)>;

    /// What is asked for, worked out anew for every read. Set once.
    void setFilterSource(std::function<Filter()> source) { m_source = std::move(source); }
    /// Of the rows shown.
    [[nodiscard]] const Filter& filter() const noexcept { return m_filter; }
    /// nullptr: not at hand.
    [[nodiscard]] const Row* row(int row) const { return row >= 0 && row < m_count ? m_cache.at(row) : nullptr; }
    [[nodiscard]] std::optional<int> rowOf(Key id) const;
    [[nodiscard]] bool isAtHand(int row) const override { return this->row(row) != nullptr; }
    /// The rows of these ranges as they are shown now, those not at hand read first; at most kMaxFrozen.
    void freeze(const QItemSelection& selection, QObject* context, Frozen done);
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    struct Span {
        std::int64_t offset = 0;
        std::int64_t limit = 0;
    };
    [[nodiscard]] virtual api::Answer<std::vector<Row>> askPage(const Filter& filter, Span span) = 0;
    [[nodiscard]] virtual api::Answer<std::int64_t> askCount(const Filter& filter) = 0;
    [[nodiscard]] virtual QString display(const Row& row, int column) const = 0;
    [[nodiscard]] virtual QString hint(const Row& row, int column) const { return display(row, column); }
    /// PillRole, InkRole, StrongRole.
    [[nodiscard]] virtual QVariant look(const Row& row, int column, int role) const = 0;
    /// What is asked for at this moment.
    [[nodiscard]] Filter wanted() const { return m_source(); }
    /// Nothing is shown until the next answer.
    void forget();
    void readWindow() override;
    void requestVisible() override;

private:
    /// One read of everything that must be at hand: what is in view and what is selected, with the number of all.
    struct Window {
        int generation = 0;
        std::int64_t offset = 0;
        Filter filter;
        std::optional<Result<std::vector<Row>>> rows;
        std::optional<Result<std::int64_t>> count;
    };
    void windowArrived(Window& window);
    void replaceAll(Window& window);
    [[nodiscard]] bool staysInPlace(const Window& window, std::int64_t count) const;
    void updateInPlace(Window& window);
    void swapTo(std::int64_t offset, std::vector<Row> rows, std::int64_t count);
    [[nodiscard]] bool isLastHeld() const;
    void requestBlock(std::int64_t block);
    void blockArrived(std::int64_t block, Result<std::vector<Row>> rows);

    std::function<Filter()> m_source = [] { return Filter{}; };
    Filter m_filter;
    RowCache<Row> m_cache;
};

}  // namespace evenhand::ui

#include "ui/models/paged_rows_reads.h"
#include "ui/models/paged_rows_views.h"
