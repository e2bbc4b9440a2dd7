// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timer_board_model.h"

#include <algorithm>
#include <utility>

#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

QString durationOr(const std::optional<std::int64_t>& ms) { return ms ? Formats::duration(*ms) : Formats::dash(); }

}  // namespace

TimerBoardModel::TimerBoardModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : QAbstractTableModel(parent), m_bridge(bridge), m_formats(formats) {}

void TimerBoardModel::setBoard(std::optional<api::TimerBoard> board) {
    m_board = std::move(board);
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

api::TimerKind TimerBoardModel::kindAt(int row) { return api::allTimerKinds()[static_cast<std::size_t>(row)]; }

int TimerBoardModel::rowOf(api::TimerKind kind) {
    const auto kinds = api::allTimerKinds();
    return static_cast<int>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
}

const api::TimerFigures* TimerBoardModel::figures(api::TimerKind kind) const {
    if (!m_board) {
        return nullptr;
    }
    const auto found = std::find_if(m_board->kinds.begin(), m_board->kinds.end(),
                                    [kind](const auto& figures) { return figures.kind == kind; });
    return found == m_board->kinds.end() ? nullptr : &*found;
}

void TimerBoardModel::tick() {
    // Only what shows a span is painted again.
    for (int row = 0; row < rowCount(); ++row) {
        const auto* shown = figures(kindAt(row));
        if (shown != nullptr && shown->oldestLateMs) {
            Q_EMIT dataChanged(index(row, OldestLate), index(row, OldestLate));
        }
        if (shown != nullptr && shown->nextDue) {
            Q_EMIT dataChanged(index(row, NextDue), index(row, NextDue));
        }
    }
}

int TimerBoardModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(api::allTimerKinds().size());
}

int TimerBoardModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString TimerBoardModel::display(const api::TimerFigures& figures, Column column) const {
    switch (column) {
        case Kind: return figures.paused ? tr("%1, paused", "kind").arg(label(figures.kind)) : label(figures.kind);
        case Armed: return Formats::number(figures.armed);
        case Overdue: return Formats::number(figures.overdue);
        case OldestLate:
            // It goes on getting later between two readings.
            return figures.oldestLateMs
                       ? Formats::countdown(
                             *figures.oldestLateMs + std::max<std::int64_t>(0, m_bridge.now().ms - m_board->at.ms),
                             false)
                       : Formats::dash();
        case InFlight: return figures.inFlight ? Formats::number(*figures.inFlight) : Formats::dash();
        case Retrying: return Formats::number(figures.retrying);
        case Dead: return Formats::number(figures.dead);
        case P50: return durationOr(figures.lateP50Ms);
        case P99: return durationOr(figures.lateP99Ms);
        case NextDue: {
            if (!figures.nextDue) {
                return Formats::dash();
            }
            const std::int64_t left = figures.nextDue->ms - m_bridge.now().ms;
            return left > 0 ? Formats::countdown(left, true) : tr("due");
        }
        case kColumns: break;
    }
    return {};
}

QString TimerBoardModel::hint(const api::TimerFigures& figures, Column column) const {
    switch (column) {
        case Kind: return tr("When due, it %1.", "effect").arg(effectOf(figures.kind));
        case NextDue: return figures.nextDue ? m_formats.dateTime(*figures.nextDue) : tr("No timer is armed.");
        case P50:
        case P99:
            return figures.lateP50Ms ? tr("How late recent timers ran: %1 within %2.", "count, span")
                                           .arg(Formats::number(figures.effects), Formats::duration(m_board->windowMs))
                                     : tr("No timer ran within %1.", "span").arg(Formats::duration(m_board->windowMs));
        case InFlight: return figures.inFlight ? QString() : tr("The delay queue is off.");
        case Armed:
        case Overdue:
        case OldestLate:
        case Retrying:
        case Dead:
        case kColumns: break;
    }
    return {};
}

QVariant TimerBoardModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (column == Kind ? Qt::AlignLeft : Qt::AlignRight));
    }
    const auto* row = figures(kindAt(index.row()));
    if (row == nullptr) {
        return role == Qt::DisplayRole ? QVariant(column == Kind ? label(kindAt(index.row())) : Formats::dash())
                                       : QVariant();
    }
    switch (role) {
        case Qt::DisplayRole: return display(*row, column);
        case Qt::ToolTipRole: return plainToolTip(hint(*row, column));
        case StrongRole: return column == Kind || column == Armed;
        case PillRole: return column == Kind && row->paused ? QVariant(static_cast<int>(Tone::Warn)) : QVariant();
        case InkRole:
            if ((column == Overdue && row->overdue > 0) || (column == Dead && row->dead > 0) ||
                (column == OldestLate && row->oldestLateMs)) {
                return static_cast<int>(Tone::Bad);
            }
            return column == Retrying && row->retrying > 0 ? QVariant(static_cast<int>(Tone::Warn)) : QVariant();
        default: return {};
    }
}

QVariant TimerBoardModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignVCenter | (section == Kind ? Qt::AlignLeft : Qt::AlignRight));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case Kind: return tr("Kind");
        case Armed: return tr("Armed");
        case Overdue: return tr("Overdue");
        case OldestLate: return tr("Oldest");
        case InFlight: return tr("In flight");
        case Retrying: return tr("Retrying");
        case Dead: return tr("Dead");
        case P50: return tr("p50 late");
        case P99: return tr("p99 late");
        case NextDue: return tr("Next in");
        case kColumns: break;
    }
    return {};
}

void TimerBoardModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

}  // namespace evenhand::ui
