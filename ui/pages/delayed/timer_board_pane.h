// SPDX-License-Identifier: GPL-3.0-or-later
// One row per kind of timer: how many wait, how many are late, and how late those were that had their effect. Backlog
// and lateness are different columns; what was not measured is a dash.
// Thread: GUI. The page feeds it. Invariant: one kind is chosen, whatever the order of the rows is, and it is one of
// those that the filter lets through: what is done to the kind chosen is done to one that is seen.
#pragma once

#include "engine/api/timer_types.h"

namespace evenhand::ui {

using TimerKindId = base::NumberId<struct TimerKindTag>;
[[nodiscard]] inline TimerKindId timerKindId(api::TimerKind kind) { return {static_cast<std::int64_t>(kind) + 1}; }
struct TimerKindRow {
    TimerKindId id = {};
    api::TimerKind kind = api::TimerKind::Unpaid;
    std::optional<api::TimerFigures> figures = {};  ///< nullopt: not known (any more)
    Instant at = {};                                ///< of the figures
    std::int64_t windowMs = 0;                      ///< over which lateness was taken
};
[[nodiscard]] inline TimerKindId cacheKey(const TimerKindRow& row) { return row.id; }
/// They are of another moment.
[[nodiscard]] inline bool changed(const TimerKindRow&, const TimerKindRow&) { return true; }

}  // namespace evenhand::ui

#include "ui/tables/fed_table.h"

namespace evenhand::ui {

struct TimerBoardFilter : AnyCell {
    std::vector<api::TimerKind> kinds = {};  ///< empty: all
};

class TimerBoardPane : public FedTable<TimerKindRow, TimerBoardFilter> {
    Q_OBJECT

public:
    explicit TimerBoardPane(UiContext& context, QWidget* parent = nullptr);
    ~TimerBoardPane() override;

    /// nullopt: not known (any more).
    void setBoard(std::optional<api::TimerBoard> board);
    [[nodiscard]] const std::optional<api::TimerBoard>& board() const noexcept { return m_board; }
    /// nullptr: not known.
    [[nodiscard]] const api::TimerFigures* figures(api::TimerKind kind) const;
    [[nodiscard]] api::TimerKind current() const noexcept { return m_current; }
    /// Where the filter hides it, the filter gives way.
    void choose(api::TimerKind kind);
    /// -1: no rows are there yet.
    [[nodiscard]] int rowOf(api::TimerKind kind) const { return model().rowOf(timerKindId(kind)).value_or(-1); }
    /// `now`: engine time.
    [[nodiscard]] static std::vector<Column<TimerKindRow, OneOrder>> describeColumns(const Formats& formats,
                                                                                     std::function<Instant()> now);
    /// One for each kind.
    [[nodiscard]] static std::vector<TimerKindRow> rowsOf(const std::optional<api::TimerBoard>& board);

Q_SIGNALS:
    /// Another kind is chosen.
    void currentMoved();
    /// Its timers are to be shown.
    void kindOpened(api::TimerKind kind);

private:
    [[nodiscard]] static Spec describe(UiContext& context, TimerBoardPane* pane);
    [[nodiscard]] static FilterField<TimerBoardFilter> kindField();
    void show(api::TimerKind kind);
    /// Rows were read: the kind chosen is among them, or the first of them is chosen.
    void keepChosen();
    void setCurrent(api::TimerKind kind);

    std::optional<api::TimerBoard> m_board;
    api::TimerKind m_current;
};

}  // namespace evenhand::ui
