// SPDX-License-Identifier: GPL-3.0-or-later
// One row per kind of timer: how many wait, how many are late, and how late those were that had their effect. Backlog
// and lateness are different columns; what was not measured is a dash.
// Thread: GUI. The owner feeds it and calls tick() once a second while it is shown.
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class TimerBoardModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Kind, Armed, Overdue, OldestLate, P50, P99, NextDue, InFlight, Retrying, Dead, kColumns };

    TimerBoardModel(EngineBridge& bridge, const Formats& formats, QObject* parent = nullptr);

    /// nullopt: not known (any more).
    void setBoard(std::optional<api::TimerBoard> board);
    [[nodiscard]] const std::optional<api::TimerBoard>& board() const noexcept { return m_board; }
    [[nodiscard]] static api::TimerKind kindAt(int row);
    [[nodiscard]] static int rowOf(api::TimerKind kind);
    /// nullptr: not known.
    [[nodiscard]] const api::TimerFigures* figures(api::TimerKind kind) const;
    void tick();
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString display(const api::TimerFigures& figures, Column column) const;
    [[nodiscard]] QString hint(const api::TimerFigures& figures, Column column) const;

    EngineBridge& m_bridge;
    const Formats& m_formats;
    std::optional<api::TimerBoard> m_board;
};

}  // namespace evenhand::ui
