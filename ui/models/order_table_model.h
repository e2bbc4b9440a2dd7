// SPDX-License-Identifier: GPL-3.0-or-later
// Every order, however many: a virtual table over blocks of 256 rows read from the engine as they come into view;
// sorted and filtered in the database, updated in place as orders change.
// Thread: GUI. Never waits: what is not at hand is "…", what could not be read is "–".
// Invariants: an answer to an older query changes nothing; rows come in at the top only while following (the view
// stands at the top of the newest), otherwise they are counted as new; selection and current row follow their orders.
#pragma once

#include <QAbstractTableModel>
#include <QItemSelection>
#include <QTimer>
#include <functional>
#include <set>
#include <unordered_set>

#include "ui/bridge/engine_bridge.h"
#include "ui/models/order_cache.h"
#include "ui/models/selection_limits.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class OrderTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        NumberColumn,
        StatusColumn,
        CampusColumn,
        CourierColumn,
        UserColumn,
        PayableColumn,
        PlacedColumn,
        PaidColumn,
        ColumnCount
    };
    /// FadedRole: the row no longer belongs to the filter. LateRole: its stage should have moved on. Both bool.
    enum Role { FadedRole = Qt::UserRole + 1, LateRole };
    static constexpr int kRefreshMs = 500;
    static constexpr int kRetryMs = 2'000;  ///< after a read that failed

    OrderTableModel(EngineBridge& bridge, CampusScope& scope, const Formats& formats, QObject* parent = nullptr);

    /// Asks anew; the rows shown stay until the first answer is in.
    void setQuery(const api::OrderFilter& filter, api::OrderSort sort, bool descending);
    [[nodiscard]] const api::OrderQuery& query() const noexcept { return m_query; }
    /// Reads again what is shown, keeping selection and position.
    void refresh();
    /// Live or resting; turning live reads again what changed meanwhile.
    void setActive(bool active);
    /// Rows in view, told by the view as it scrolls.
    void setVisibleRows(int first, int last);
    /// The view stands at its top.
    void setAtTop(bool atTop);

    /// nullptr: not at hand.
    [[nodiscard]] const api::OrderRow* row(int row) const;
    [[nodiscard]] std::optional<int> rowOf(OrderId id) const;
    /// -1: not known.
    [[nodiscard]] std::int64_t total() const noexcept { return m_countKnown ? m_count : -1; }
    [[nodiscard]] std::int64_t newOrders() const noexcept { return m_new; }
    [[nodiscard]] bool isLoading() const noexcept { return !m_inFlight.empty() || m_opening || m_refreshing; }
    [[nodiscard]] const std::optional<Error>& lastError() const noexcept { return m_error; }
    [[nodiscard]] std::size_t blocksAtHand() const noexcept { return m_cache.blocks(); }

    /// The orders of these ranges as they are shown now, those not at hand read first; at most kMaxFrozen.
    void freeze(const QItemSelection& selection, QObject* context,
                const std::function<void(Result<std::vector<api::OrderRow>>)>& done);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] static std::optional<api::OrderSort> sortOf(int column);
    /// Header texts and labels are said anew.
    void retranslate();

Q_SIGNALS:
    void loaded();  ///< an answer is in; isLoading() may have become false
    void totalChanged();
    void newOrdersChanged();
    void errorChanged();  ///< lastError()
    void reset();         ///< another query is shown

private:
    struct Refresh;
    void open();
    void opened(int generation, Result<std::vector<api::OrderRow>> rows);
    void counted(int generation, const Result<std::int64_t>& count);
    void requestVisible();
    void requestBlock(std::int64_t block);
    void blockArrived(int generation, std::int64_t block, std::int64_t position, std::int64_t asked,
                      Result<std::vector<api::OrderRow>> rows);
    void onOrdersChanged(const OrderChanges& changes);
    void fetchChanged();
    void applyChanged(const std::vector<api::OrderRow>& rows);
    void countNew(const std::vector<OrderId>& placed);
    void scheduleRefresh();
    void tryAgain();
    void merge(Refresh& refresh);
    bool mergeAtTop(const std::vector<api::OrderRow>& rows);
    void swapTo(std::int64_t offset, std::vector<api::OrderRow> rows, std::int64_t count);
    void putBlock(std::int64_t position, std::vector<api::OrderRow> rows);
    void applyCount(const Result<std::int64_t>& count);
    void setCount(std::int64_t count);
    void setNew(std::int64_t count);
    void setError(std::optional<Error> error);
    [[nodiscard]] bool newestFirst() const;
    [[nodiscard]] api::OrderQuery pinned(std::int64_t offset, std::int64_t limit) const;
    [[nodiscard]] QString display(const api::OrderRow& row, int column) const;
    [[nodiscard]] std::int64_t positionOf(std::int64_t row) const noexcept { return row - m_shift; }

    EngineBridge& m_bridge;
    CampusScope& m_scope;
    const Formats& m_formats;
    api::OrderQuery m_query;   ///< shown
    api::OrderQuery m_wanted;  ///< asked for, shown once its first answer is in
    OrderCache m_cache;
    std::int64_t m_count = 0;
    bool m_countKnown = false;
    std::int64_t m_shift = 0;  ///< rows that came in at the top: row = position + m_shift
    int m_generation = 0;
    bool m_opening = false;
    std::optional<Result<std::int64_t>> m_openCount;  ///< came before the rows it counts
    bool m_refreshing = false;
    bool m_active = true;
    bool m_atTop = true;
    bool m_missed = false;  ///< something changed while resting
    int m_firstVisible = 0;
    int m_lastVisible = 0;
    std::int64_t m_new = 0;
    std::set<std::int64_t> m_inFlight;           ///< blocks
    std::set<std::int64_t> m_dirty;              ///< blocks to read again when in view
    std::set<std::int64_t> m_failed;             ///< blocks
    std::unordered_set<std::int64_t> m_changed;  ///< order ids in view to read again
    bool m_fetching = false;
    std::optional<Error> m_error;
    QTimer m_refreshTimer;
    QElapsedTimer m_sinceRefresh;
};

}  // namespace evenhand::ui
