// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workers/ring_models.h"

#include <QPixmap>
#include <algorithm>

#include "ui/widgets/labels.h"
#include "ui/widgets/ring_view.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/team_labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

QString percent(double share) { return Formats::decimal(share * 100, 1) + QStringLiteral(" %"); }

int alignment(bool number) { return static_cast<int>(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft)); }

}  // namespace

WorkerModel::WorkerModel(const Formats& formats, const RingView& ring, QObject* parent)
    : SyncedRows(parent), m_formats(formats), m_ring(ring) {}

int WorkerModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

bool WorkerModel::same(const api::RingWorker& a, const api::RingWorker& b) const {
    return a.member == b.member && a.share == b.share && a.backlog == b.backlog && a.inHand == b.inHand &&
           a.perSecond == b.perSecond && a.done == b.done && a.lastSeen == b.lastSeen && a.ranges == b.ranges;
}

QString WorkerModel::shown(const api::RingWorker& row, int column) const {
    switch (column) {
        case Name: return shownLine(text(row.member.name));
        case Share: return percent(row.share);
        case Backlog: return Formats::number(row.backlog);
        case InHand: return Formats::number(row.inHand);
        case Rate: return Formats::decimal(row.perSecond, 1);
        case Done: return Formats::number(row.done);
        case Seen: return row.lastSeen ? m_formats.shortTime(*row.lastSeen, m_now) : Formats::dash();
        case Lease: return Formats::dueIn(row.member.leaseUntil.ms - m_now.ms);
        case Nodes: return Formats::number(static_cast<std::int64_t>(row.member.positions.size()));
        case Ranges: return Formats::number(static_cast<std::int64_t>(row.ranges.size()));
        case Since: return m_formats.shortTime(row.member.joinedAt, m_now);
        default: return {};
    }
}

QVariant WorkerModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (!row) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole: return shown(*row, index.column());
        case Qt::ToolTipRole:
            return plainToolTip(index.column() == Name
                                    ? text(row->member.name) + QLatin1Char('\n') + text(row->member.id)
                                    : shown(*row, index.column()));
        case Qt::TextAlignmentRole: return alignment(index.column() != Name && index.column() != Seen);
        case StrongRole: return index.column() == Name || index.column() == Backlog;
        case InkRole:
            return index.column() == Lease && row->member.leaseUntil <= m_now ? QVariant(static_cast<int>(Tone::Bad))
                                                                              : QVariant();
        case Qt::DecorationRole: {
            if (index.column() != Name) {
                return {};
            }
            return m_ring.brushOf(static_cast<std::size_t>(index.row()));
        }
        default: return {};
    }
}

QVariant WorkerModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case Name: return tr("Worker");
        case Share: return tr("Share");
        case Backlog: return tr("Backlog");
        case InHand: return tr("In hand");
        case Rate: return tr("Done/s");
        case Done: return tr("Done");
        case Seen: return tr("Last seen");
        case Lease: return tr("Lease ends");
        case Nodes: return tr("Nodes");
        case Ranges: return tr("Ranges");
        case Since: return tr("Since");
        default: return {};
    }
}

void WorkerModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    touchAll();
}

}  // namespace evenhand::ui
