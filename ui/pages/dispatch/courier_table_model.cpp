// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/courier_table_model.h"

#include <algorithm>
#include <utility>

#include "ui/pages/dispatch/dispatch_roles.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

bool isRight(int column) { return column >= CourierTableModel::Weight && column <= CourierTableModel::LastAssignment; }

}  // namespace

CourierTableModel::CourierTableModel(const Formats& formats, QString workspaceId, QObject* parent)
    : SyncedRows(parent), m_formats(formats), m_workspaceId(std::move(workspaceId)) {}

void CourierTableModel::setBoards(const std::vector<api::DispatchBoard>& boards) {
    std::vector<CourierLine> lines;
    for (const auto& board : boards) {
        m_at = std::max(m_at, board.at);
        const QString campus = board.campus.name.empty() ? text(board.campus.id) : text(board.campus.name);
        const bool shares = std::any_of(board.couriers.begin(), board.couriers.end(),
                                        [](const api::CourierRow& courier) { return courier.today > 0; });
        bool nextGiven = false;
        for (const auto& courier : board.couriers) {  // by weight: the first on duty is next
            const bool next = courier.onDuty && !nextGiven;
            nextGiven = nextGiven || next;
            lines.push_back({courier, next, campus, shares});
        }
    }
    setRows(std::move(lines));
}

void CourierTableModel::clear() { setRows({}); }

void CourierTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    touchAll();
}

bool CourierTableModel::same(const CourierLine& a, const CourierLine& b) const {
    const auto tied = [](const CourierLine& line) {
        const auto& c = line.courier;
        return std::tie(c.id, c.name, c.phone, c.onDuty, c.weight, c.inHand, c.today, c.share, c.deviation,
                        c.lastAssignment, line.next, line.campus, line.shares);
    };
    return tied(a) == tied(b);
}

int CourierTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString CourierTableModel::display(const CourierLine& line, int column) const {
    const auto& courier = line.courier;
    switch (static_cast<Column>(column)) {
        case Name: return courier.name.empty() ? text(courier.id) : text(courier.name);
        case Duty: return line.next ? tr("Next") : courier.onDuty ? tr("On duty") : tr("Off duty");
        case Weight: return Formats::number(courier.weight);
        case InHand: return Formats::number(courier.inHand);
        case Today: return Formats::number(courier.today);
        case Share:
            return line.shares ? Formats::decimal(courier.share * 100, 1) + QStringLiteral(" %") : Formats::dash();
        case Deviation:
            return courier.onDuty && line.shares ? (courier.deviation > 0 ? QStringLiteral("+") : QString()) +
                                                       Formats::decimal(courier.deviation, 1)
                                                 : Formats::dash();
        case LastAssignment:
            return courier.lastAssignment ? m_formats.shortTime(*courier.lastAssignment, m_at) : Formats::dash();
        case Campus: return line.campus;
        case kColumns: break;
    }
    return {};
}

QVariant CourierTableModel::sortValue(const CourierLine& line, int column) const {
    const auto& courier = line.courier;
    switch (static_cast<Column>(column)) {
        case Name: return display(line, Name);
        case Duty: return line.next ? 0 : courier.onDuty ? 1 : 2;
        case Weight: return static_cast<qint64>(courier.weight);
        case InHand: return static_cast<qint64>(courier.inHand);
        case Today: return static_cast<qint64>(courier.today);
        case Share: return courier.share;
        case Deviation: return courier.deviation;
        case LastAssignment: return static_cast<qint64>(courier.lastAssignment ? courier.lastAssignment->ms : 0);
        case Campus: return line.campus + QLatin1Char('\n') + display(line, Name);
        case kColumns: break;
    }
    return {};
}

QString CourierTableModel::toolTip(const CourierLine& line, int column) const {
    const auto& courier = line.courier;
    switch (static_cast<Column>(column)) {
        case Name: {
            QString tip = display(line, Name) + QLatin1Char('\n') + text(courier.id);
            if (!courier.phone.empty()) {
                tip += QLatin1Char('\n') + text(courier.phone);
            }
            return plainToolTip(tip);
        }
        case Duty: return line.next ? plainToolTip(tr("Highest weight on duty: gets the next order.")) : QString();
        case Weight: {
            const QString whole = display(line, Weight);
            return plainToolTip(
                courier.onDuty ? whole : whole + QLatin1Char('\n') + tr("Kept while off duty; adjusted on return."));
        }
        case LastAssignment:
            return courier.lastAssignment ? plainToolTip(m_formats.dateTime(*courier.lastAssignment)) : QString();
        case InHand:
        case Today:
        case Share:
        case Deviation: return plainToolTip(display(line, column));
        case Campus:
        case kColumns: break;
    }
    return {};
}

QString CourierTableModel::shorter(const CourierLine& line, int column) const {
    const auto& courier = line.courier;
    switch (static_cast<Column>(column)) {
        case Weight: return Formats::shortNumber(static_cast<double>(courier.weight));
        case InHand: return Formats::shortNumber(static_cast<double>(courier.inHand));
        case Today: return Formats::shortNumber(static_cast<double>(courier.today));
        case Share: return line.shares ? Formats::decimal(courier.share * 100, 0) + QLatin1Char('%') : QString();
        case Deviation:
            return courier.onDuty && line.shares ? (courier.deviation > 0 ? QStringLiteral("+") : QString()) +
                                                       Formats::shortNumber(courier.deviation)
                                                 : QString();
        case Name:
        case Duty:
        case LastAssignment:
        case Campus:
        case kColumns: break;
    }
    return {};
}

QVariant CourierTableModel::data(const QModelIndex& index, int role) const {
    const auto* line = at(index);
    if (line == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole: return display(*line, index.column());
        case Qt::ToolTipRole: return toolTip(*line, index.column());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(isRight(index.column()) ? Qt::AlignRight | Qt::AlignVCenter
                                                               : Qt::AlignLeft | Qt::AlignVCenter);
        case kSortRole: return sortValue(*line, index.column());
        case kKeyRole: return text(line->courier.id);
        case kShorterRole: return shorter(*line, index.column());
        case kFaintRole: return !line->courier.onDuty;
        case kToneRole:
            if (index.column() != Duty) {
                return {};
            }
            return static_cast<int>(line->next ? Tone::Warn : line->courier.onDuty ? Tone::Good : Tone::Muted);
        default: return {};
    }
}

QVariant CourierTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(isRight(section) ? Qt::AlignRight | Qt::AlignVCenter
                                                    : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && section == Deviation) {
        return plainToolTip(tr("Orders today against the mean of those on duty"));
    }
    if (role == Qt::ToolTipRole && section == LastAssignment) {
        return plainToolTip(tr("When the courier was given an order last"));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case Name: return tr("Courier");
        case Duty: return tr("Duty");
        case Weight: return tr("Weight");
        case InHand: return tr("In hand");
        case Today: return tr("Today");
        case Share: return tr("Share");
        case Deviation: return tr("Deviation");
        case LastAssignment: return tr("Last order");
        case Campus: return tr("Campus");
        case kColumns: break;
    }
    return {};
}

Qt::ItemFlags CourierTableModel::flags(const QModelIndex& index) const {
    const auto base = QAbstractTableModel::flags(index);
    return index.isValid() ? base | Qt::ItemIsDropEnabled : base;
}

QStringList CourierTableModel::mimeTypes() const { return {QLatin1String(kOrderRefsMime)}; }

QString CourierTableModel::whyNoDrop(const QModelIndex& index, const QMimeData* mime) const {
    const auto dragged = fromMime(mime);
    if (!dragged) {
        return tr("Only orders can be dropped here.");
    }
    const auto* line = at(index);
    if (line == nullptr) {
        return tr("Drop the orders on a courier.");
    }
    if (dragged->workspace != m_workspaceId) {
        return tr("These orders belong to another workspace.");
    }
    if (dragged->campus.empty()) {
        return tr("These orders belong to several campuses.");
    }
    if (dragged->campus != line->courier.campus) {
        return tr("These orders belong to another campus.");
    }
    if (!line->courier.onDuty) {
        return tr("%1 is off duty.").arg(display(*line, Name));
    }
    return m_mayDrop ? m_mayDrop() : QString();
}

QString CourierTableModel::whyNoDrop(const QString& courier, const QMimeData* mime) const {
    const int row = rowOf(courier.toStdString());
    return whyNoDrop(row < 0 ? QModelIndex() : index(row, 0), mime);
}

bool CourierTableModel::canDropMimeData(const QMimeData* mime, Qt::DropAction action, int, int,
                                        const QModelIndex& parent) const {
    return action == Qt::CopyAction && whyNoDrop(parent, mime).isEmpty();
}

bool CourierTableModel::dropMimeData(const QMimeData* mime, Qt::DropAction action, int row, int column,
                                     const QModelIndex& parent) {
    if (!canDropMimeData(mime, action, row, column, parent)) {
        return false;
    }
    Q_EMIT ordersDropped(*fromMime(mime), at(parent)->courier.id);
    return true;
}

}  // namespace evenhand::ui
