// SPDX-License-Identifier: GPL-3.0-or-later
// What is the same in every long table that the engine pages: how many rows there are, what is in view, when it is read
// again. The rows themselves are PagedRows<Row, Filter>.
// Thread: GUI. Invariants: an answer to an older query changes nothing; at most one read every `refreshMs` while
// something changes, none while inactive; what time alone changes is touched in view only, once a second.
#pragma once

#include <QAbstractTableModel>
#include <QItemSelection>
#include <QMimeData>
#include <QTimer>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/result.h"
#include "ui/bridge/feed_channel.h"
#include "ui/models/row_cache.h"
#include "ui/models/selection_limits.h"

namespace evenhand::ui {

class PagedTable : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr int kRefreshMs = 500;
    static constexpr int kTickMs = 1'000;
    static constexpr std::int64_t kBlock = kCachedBlock;

    explicit PagedTable(QObject* parent = nullptr, int refreshMs = kRefreshMs);

    /// Asks anew; the rows shown stay until the first answer is in.
    void restart(bool descending);
    void restart() { restart(m_descending); }
    /// Reads again what is shown, keeping selection and position; soon, and once however often it is asked for.
    void refresh() { m_reads->request(); }
    void setActive(bool active);
    /// Rows in view, told by the view as it scrolls.
    void setVisibleRows(int first, int last);
    /// What is selected in the view; set once. Without it nothing is known of a selection but its first and last rows.
    void setSelectionSource(std::function<QItemSelection()> selection) { m_selection = std::move(selection); }
    /// Rows selected without having been read are read, all of them where no more than kMaxFrozen are selected: what is
    /// between two that are selected is not. False: none is on its way.
    [[nodiscard]] virtual bool readSelected() = 0;

    /// -1: not known.
    [[nodiscard]] std::int64_t total() const noexcept { return m_countKnown ? m_count : -1; }
    [[nodiscard]] bool isDescending() const noexcept { return m_descending; }
    /// Rows that are asked for are not there yet; a read of what is shown already does not count.
    [[nodiscard]] bool isLoading() const { return !m_inFlight.empty() || (m_fresh && !m_error); }
    [[nodiscard]] bool isTicking() const { return m_tick.isActive(); }
    [[nodiscard]] const std::optional<Error>& lastError() const noexcept { return m_error; }
    /// It is told which rows change, and needs no reading again to know of it.
    [[nodiscard]] virtual bool isLive() const { return false; }
    /// New rows that are not shown, because somebody looks at others; the next read shows them.
    [[nodiscard]] std::int64_t arrived() const noexcept { return m_arrived; }
    /// The column by which the rows are in order.
    [[nodiscard]] virtual int orderColumn() const = 0;
    /// A click on its header puts the rows in its order; the engine has to be able to.
    [[nodiscard]] virtual bool isSortable(int column) const { return column == orderColumn(); }
    struct Order {
        int column = -1;
        bool descending = false;
    };
    /// What its person has chosen, and what is kept; the rows may stand in another one for a while.
    [[nodiscard]] virtual Order chosenOrder() const { return {orderColumn(), m_descending}; }
    /// What restart() asks for. Of a column that cannot sort nothing changes.
    virtual void setOrder(int column, bool descending);
    /// Names a column in what is kept per person, whatever the order of declaration is in a later version.
    [[nodiscard]] virtual QString columnId(int column) const { return QString::number(column); }
    /// So many rows were read and there are more, which are not shown whatever the filter is; 0: nothing is left out.
    [[nodiscard]] virtual std::int64_t cutAt() const { return 0; }
    /// Nothing may be dropped on this row (-1: beside the rows), for this reason; empty: it may.
    [[nodiscard]] virtual QString whyNoDrop(int row, const QMimeData* mime) const {
        Q_UNUSED(row)
        Q_UNUSED(mime)
        return {};
    }
    /// Nothing that was asked for is still to be read.
    [[nodiscard]] bool isSettled() const { return m_reads->isSettled(); }
    /// What is shown of this row is known.
    [[nodiscard]] virtual bool isAtHand(int row) const = 0;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

Q_SIGNALS:
    void loaded();        ///< an answer is in; isLoading() may have become false
    void totalChanged();  ///< also when it became unknown
    void errorChanged();
    void reset();           ///< another query is shown
    void arrivedChanged();  ///< arrived()
    void rowsChanged();     ///< some of those in view, each where it stands
    void sortingChanged();  ///< what can be sorted by, and by what the rows are

protected:
    [[nodiscard]] virtual QString title(int column) const = 0;
    /// Tool tip of the title.
    [[nodiscard]] virtual QString explanation(int column) const {
        Q_UNUSED(column)
        return {};
    }
    [[nodiscard]] virtual bool isNumber(int column) const = 0;
    virtual void readWindow() = 0;
    virtual void requestVisible() = 0;
    /// Cells change by time alone.
    [[nodiscard]] virtual bool isTimed() const { return false; }
    /// Once a second while there are rows and somebody looks: touches the cells in view that time has changed.
    virtual void tick() {}
    void setCount(std::int64_t count);
    void setError(std::optional<Error> error);
    void setArrived(std::int64_t count);
    /// The cells in view look different as time goes on.
    void touchVisible(int firstColumn, int lastColumn);

    std::int64_t m_count = 0;
    bool m_countKnown = false;
    bool m_fresh = true;  ///< the next answer is of another query: everything is replaced
    bool m_active = false;
    bool m_descending = false;
    int m_firstVisible = 0;
    int m_lastVisible = 0;
    std::set<std::int64_t> m_inFlight;  ///< blocks
    std::optional<Error> m_error;
    std::int64_t m_arrived = 0;
    std::function<QItemSelection()> m_selection = [] { return QItemSelection(); };
    FeedChannel* m_reads;

private:
    void syncTick();

    QTimer m_tick;
};

}  // namespace evenhand::ui
