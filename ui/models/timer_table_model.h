// SPDX-License-Identifier: GPL-3.0-or-later
// The armed timers, however many: a virtual table in order of due instant over blocks of 256 rows, filtered in the
// database, read again at most once a second while something changes, with a countdown to the second.
// Thread: GUI. Never waits: what is not at hand is "…".
// Invariants: an answer to an older query changes nothing; selection and current row follow their orders; the countdown
// touches only the cells in view, at most once a second, and no timer runs while inactive or empty.
#pragma once

#include <QAbstractTableModel>
#include <QItemSelection>
#include <QTimer>
#include <functional>
#include <set>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/feed_channel.h"
#include "ui/models/row_cache.h"
#include "ui/models/selection_limits.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/formats.h"

namespace evenhand::api {

[[nodiscard]] inline OrderId cacheKey(const TimerRow& row) { return row.order; }

}  // namespace evenhand::api

namespace evenhand::ui {

class TimerTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        NumberColumn,
        KindColumn,
        CountdownColumn,
        DueColumn,
        StateColumn,
        StatusColumn,
        CampusColumn,
        CourierColumn,
        PayableColumn,
        AttemptsColumn,
        ReasonColumn,
        ColumnCount
    };
    static constexpr int kRefreshMs = 1'000;
    static constexpr int kTickMs = 1'000;

    TimerTableModel(EngineBridge& bridge, CampusScope& scope, const Formats& formats, QObject* parent = nullptr);

    /// What is asked for, worked out anew for every read because "within 5 minutes" moves. Set once.
    void setFilterSource(std::function<api::TimerFilter()> source) { m_source = std::move(source); }
    /// Asks anew; the rows shown stay until the first answer is in.
    void restart(bool descending);
    /// Reads again what is shown, keeping selection and position; soon, and once however often it is asked for.
    void refresh() { m_reads->request(); }
    void setActive(bool active);
    /// Rows in view, told by the view as it scrolls.
    void setVisibleRows(int first, int last);

    /// nullptr: not at hand.
    [[nodiscard]] const api::TimerRow* row(int row) const;
    [[nodiscard]] std::optional<int> rowOf(OrderId id) const;
    /// -1: not known.
    [[nodiscard]] std::int64_t total() const noexcept { return m_countKnown ? m_count : -1; }
    [[nodiscard]] bool isDescending() const noexcept { return m_descending; }
    /// Rows that are asked for are not there yet; a read of what is shown already does not count.
    [[nodiscard]] bool isLoading() const { return !m_inFlight.empty() || (m_fresh && !m_error); }
    [[nodiscard]] bool isTicking() const { return m_tick.isActive(); }
    [[nodiscard]] const api::TimerFilter& filter() const noexcept { return m_filter; }
    [[nodiscard]] const std::optional<Error>& lastError() const noexcept { return m_error; }
    /// Pending and past its instant as the clock goes on is due, whatever was read.
    [[nodiscard]] api::TimerState stateOf(const api::TimerRow& row) const;

    /// The timers of these ranges as they are shown now, those not at hand read first; at most kMaxFrozen.
    void freeze(const QItemSelection& selection, QObject* context,
                std::function<void(Result<std::vector<api::TimerRow>>)> done);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

Q_SIGNALS:
    void loaded();        ///< an answer is in; isLoading() may have become false
    void totalChanged();  ///< also when it became unknown
    void errorChanged();
    void reset();  ///< another query is shown

private:
    struct Window;
    void readWindow();
    void windowArrived(Window& window);
    void replaceAll(Window& window);
    void swapTo(std::int64_t offset, std::vector<api::TimerRow> rows, std::int64_t count);
    void requestVisible();
    void requestBlock(std::int64_t block);
    void setCount(std::int64_t count);
    void setError(std::optional<Error> error);
    void syncTick();
    void tick();
    [[nodiscard]] api::TimerQuery query(std::int64_t offset, std::int64_t limit) const;
    [[nodiscard]] QString display(const api::TimerRow& row, int column) const;
    [[nodiscard]] QString countdown(const api::TimerRow& row) const;
    [[nodiscard]] QVariant look(const api::TimerRow& row, int column, int role) const;
    [[nodiscard]] QString hint(const api::TimerRow& row, int column) const;

    EngineBridge& m_bridge;
    CampusScope& m_scope;
    const Formats& m_formats;
    std::function<api::TimerFilter()> m_source = [] { return api::TimerFilter{}; };
    api::TimerFilter m_filter;
    bool m_descending = false;
    RowCache<api::TimerRow> m_cache;
    std::int64_t m_count = 0;
    bool m_countKnown = false;
    bool m_fresh = true;  ///< the next answer is of another query: everything is replaced
    bool m_active = false;
    int m_firstVisible = 0;
    int m_lastVisible = 0;
    std::set<std::int64_t> m_inFlight;  ///< blocks
    std::optional<Error> m_error;
    FeedChannel* m_reads;
    QTimer m_tick;
    Instant m_ticked;  ///< engine time of the last tick
};

}  // namespace evenhand::ui
