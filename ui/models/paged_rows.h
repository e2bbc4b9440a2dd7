// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a PagedTable, however many: blocks of 256 read from the engine as they come into view, filtered and in
// order there, read again as something changes. Where a table can say which rows have changed (live_rows.h) these alone
// are read, and new ones come in at the top.
// Thread: GUI. Never waits: what is not at hand is "…". Invariant: selection and current row follow their rows; rows
// that stay where they are are updated in place.
#pragma once

#include <QItemSelection>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/api/call.h"
#include "ui/bridge/continuation.h"
#include "ui/models/live_rows.h"
#include "ui/models/paged_table.h"

namespace evenhand::ui {

/// `Row` names itself by `cacheKey(const Row&)`, a NumberId found by argument, and tells changes by `version` or ==.
template <typename Row, typename Filter>
class PagedRows : public PagedTable {
public:
    using PagedTable::PagedTable;
    using Key = typename RowCache<Row>::Key;
    using Live = LiveRows<Row, Filter>;
    using Frozen = std::function<void(Result<std::vector<Row>>)>;

    /// What is asked for, worked out anew for every read. Set once.
    void setFilterSource(std::function<Filter()> source) { m_source = std::move(source); }
    /// Changes are followed as `live` tells them; it outlives this. Once, before the first read.
    void setLive(const Live& live);
    /// Of the rows shown.
    [[nodiscard]] const Filter& filter() const noexcept { return m_filter; }
    /// nullptr: not at hand.
    [[nodiscard]] const Row* row(int row) const { return row >= 0 && row < m_count ? m_cache.at(row) : nullptr; }
    [[nodiscard]] std::optional<int> rowOf(Key id) const;
    [[nodiscard]] bool isAtHand(int row) const override { return this->row(row) != nullptr; }
    /// Nothing is shown until the next answer.
    void forget();
    [[nodiscard]] bool isLive() const override { return m_live != nullptr; }
    [[nodiscard]] bool readSelected() override;
    [[nodiscard]] std::size_t blocksAtHand() const noexcept { return m_cache.blocks(); }
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
    /// Rows are in the order of LiveRows::newest.
    [[nodiscard]] virtual bool isNewestFirst() const { return false; }
    /// What is asked for at this moment.
    [[nodiscard]] Filter wanted() const { return m_source(); }
    /// Every read is of all rows, and what is selected stays so by another order or filter.
    [[nodiscard]] virtual bool isWhole() const { return false; }
    void readWindow() override;
    void requestVisible() override;

private:
    /// One read of everything that must be at hand: what is in view and what is selected, with the number of all.
    struct Window {
        int generation = 0;
        std::int64_t offset = 0;
        Filter filter;
        int serial = 0;                ///< of live rows: which read it is
        std::set<std::int64_t> stale;  ///< and the blocks marked until then
        std::optional<Result<std::vector<Row>>> rows;
        std::optional<Result<std::int64_t>> count;
    };
    [[nodiscard]] Span windowSpan() const;
    /// What is in view and what is selected, as one span; nullopt: too far apart for one read.
    [[nodiscard]] std::optional<Span> heldSpan() const;
    void windowArrived(Window& window);
    void replaceAll(Window& window);
    [[nodiscard]] bool staysInPlace(const Window& window, std::int64_t count) const;
    void updateInPlace(Window& window);
    void swapTo(std::int64_t offset, std::vector<Row> rows, std::int64_t count);
    [[nodiscard]] bool isLastHeld() const;
    /// Blocks beside each other, `last` among them, by one read: rows that move meanwhile are in it once.
    struct Blocks {
        std::int64_t first = 0;
        std::int64_t last = 0;
    };
    void requestBlocks(Blocks blocks);
    /// `asked` at the places of now.
    void blocksArrived(Blocks blocks, Span asked, Result<std::vector<Row>> rows);
    // How what is selected or current follows its rows: paged_rows_held.h.
    struct Held;
    [[nodiscard]] Held beginMoving(const std::vector<Row>& coming, std::int64_t count);
    void follow(const Held& held, std::int64_t moved, Span within, std::int64_t count);
    void putRows(std::int64_t first, std::vector<Row> rows);
    void letGo(const std::set<int>& places);
    /// What is selected and what is current, in order, what overlaps as one.
    [[nodiscard]] std::vector<std::pair<int, int>> heldPlaces() const;
    [[nodiscard]] static bool isAmong(const std::vector<std::pair<int, int>>& places, int at);
    /// The filter in which the places of the rows shown are counted.
    [[nodiscard]] Filter placesFilter() const;

    // Of live rows: paged_rows_live.h.
    void onChanges(const RowChanges<Key>& changes);
    void readChanged();
    void changedArrived(const std::vector<Key>& asked, Result<std::vector<Row>> rows);
    void tell(std::vector<int> changed);
    void countArrived(std::span<const Key> placed);
    void addArrived(int serial, std::int64_t count);
    void keepNewer(std::vector<Row>& rows) const;
    [[nodiscard]] bool mergeAtTop(std::vector<Row>& rows, std::int64_t count);
    [[nodiscard]] bool isNothingInViewLeft() const;
    [[nodiscard]] bool isInView(int at) const { return at >= m_firstVisible && at <= m_lastVisible; }
    void readFailed(const Error& error);
    void liveAsked(Window& window);
    void liveMissed(Window& window);
    void liveTaken(const Window& window, std::int64_t end, bool inPlace);

    // Of rows selected unread: paged_rows_selected.h.
    [[nodiscard]] std::vector<std::pair<int, int>> selectedPlaces() const;
    [[nodiscard]] std::set<std::int64_t> selectedBlocks() const;
    /// selectedBlocks() that are beside each other, as far as one read goes.
    [[nodiscard]] std::vector<Blocks> selectedRuns() const;
    [[nodiscard]] bool isUnread(std::int64_t block, const std::vector<std::pair<int, int>>& places) const;
    void requestSelected();

    std::function<Filter()> m_source = [] { return Filter{}; };
    Filter m_filter;
    RowCache<Row> m_cache;
    int m_arrangement = 0;  ///< grows whenever anything may have moved

    const Live* m_live = nullptr;
    std::set<std::int64_t> m_stale;                               ///< blocks to read again when they are in view
    std::unordered_map<decltype(Key::value), Key> m_changedRows;  ///< in view or selected, to read again
    int m_readingChanged = -1;                                    ///< generation of the read by ids that is on its way
    std::optional<Row> m_top;                                     ///< the row at the top, if it is known
    int m_asked = 0;                                              ///< serial of the last window asked for
    int m_taken = 0;                                              ///< and of the last one shown
    std::int64_t m_arrivedBefore = 0;  ///< of arrived(): known when the last window was asked for
    bool m_isSelectionWanted = false;  ///< rows selected unread are being read
};

}  // namespace evenhand::ui

#include "ui/models/paged_rows_held.h"
#include "ui/models/paged_rows_live.h"
#include "ui/models/paged_rows_reads.h"
#include "ui/models/paged_rows_selected.h"
#include "ui/models/paged_rows_views.h"
