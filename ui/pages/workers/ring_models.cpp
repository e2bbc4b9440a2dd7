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

// --- workers ------------------------------------------------------------------------------------------------

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
            return m_ring.colorOf(static_cast<std::size_t>(index.row()));
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

// --- hand-overs ---------------------------------------------------------------------------------------------

int HandOverModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

bool HandOverModel::same(const api::RingChangeRow& a, const api::RingChangeRow& b) const {
    return a.id == b.id && a.workers == b.workers && a.moved == b.moved;
}

QVariant HandOverModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (!row) {
        return {};
    }
    if (role == kOrderRole) {
        return static_cast<qlonglong>(row->id);
    }
    if (role == PillRole) {
        return index.column() == Change ? QVariant(static_cast<int>(tone(row->change))) : QVariant();
    }
    if (role == StrongRole) {
        return index.column() == Worker;
    }
    if (role == Qt::TextAlignmentRole) {
        return alignment(index.column() >= Workers);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
        case At: return m_formats.dateTime(row->at);
        case Change: return label(row->change);
        case Worker: return shownLine(text(row->worker));
        case Workers: return Formats::number(row->workers);
        case Moved: return percent(row->moved);
        default: return {};
    }
}

QVariant HandOverModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case At: return tr("Time");
        case Change: return tr("Event");
        case Worker: return tr("Worker");
        case Workers: return tr("Workers");
        case Moved: return tr("Share handed over");
        default: return {};
    }
}

void HandOverModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    touchAll();
}

// --- kinds --------------------------------------------------------------------------------------------------

int KindModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

std::string KindModel::keyOf(const KindRow& row) const { return std::string(api::toText(row.counts.kind)); }

bool KindModel::same(const KindRow& a, const KindRow& b) const {
    const auto& x = a.counts;
    const auto& y = b.counts;
    return x.created == y.created && x.done == y.done && x.pending == y.pending && x.processing == y.processing &&
           x.dead == y.dead && x.dropped == y.dropped && x.held == y.held && !x.oldestDue && !y.oldestDue &&
           a.hold.has_value() == b.hold.has_value();
}

QString KindModel::shown(const KindRow& row, int column) const {
    const auto& counts = row.counts;
    switch (column) {
        case Kind: return label(counts.kind);
        case State: return counts.held ? tr("Held") : tr("Running");
        case Pending: return Formats::number(counts.pending);
        case Processing: return Formats::number(counts.processing);
        case Done: return Formats::number(counts.done);
        case Dead: return Formats::number(counts.dead);
        case Dropped: return Formats::number(counts.dropped);
        case Late:
            return counts.oldestDue ? Formats::duration(std::max<std::int64_t>(0, m_now.ms - counts.oldestDue->ms))
                                    : Formats::dash();
        case HeldBy:
            return row.hold ? tr("%1, %2: %3", "who, when, why")
                                  .arg(shownLine(text(row.hold->actor)), m_formats.dateTime(row.hold->since),
                                       shownLine(text(row.hold->reason)))
                            : Formats::dash();
        default: return {};
    }
}

QVariant KindModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (!row) {
        return {};
    }
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return shown(*row, column);
        case Qt::ToolTipRole: return plainToolTip(shown(*row, column));
        case Qt::TextAlignmentRole: return alignment(column >= Pending && column <= Late);
        case StrongRole: return column == Kind;
        case PillRole:
            return column == State ? QVariant(static_cast<int>(row->counts.held ? Tone::Warn : Tone::Good))
                                   : QVariant();
        case InkRole:
            return column == Dead && row->counts.dead > 0 ? QVariant(static_cast<int>(Tone::Bad)) : QVariant();
        default: return {};
    }
}

QVariant KindModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case Kind: return tr("Kind");
        case State: return tr("State");
        case Pending: return tr("Pending");
        case Processing: return tr("In progress");
        case Done: return tr("Done");
        case Dead: return tr("Dead letters");
        case Dropped: return tr("Dropped");
        case Late: return tr("Oldest late by");
        case HeldBy: return tr("Held by");
        default: return {};
    }
}

void KindModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    touchAll();
}

}  // namespace evenhand::ui
