// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dead_letters_model.h"

#include "ui/pages/dispatch/dispatch_roles.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

/// What the message asked for; of a topic that is not known its name.
QString topicLabel(const std::string& topic) {
    return topic == "order@@first"   ? DeadLettersModel::tr("First assignment")
           : topic == "order@@re"    ? DeadLettersModel::tr("Reassignment")
           : topic == "campus@@wake" ? DeadLettersModel::tr("Orders that wait on a campus")
                                     : text(topic);
}

}  // namespace

DeadLettersModel::DeadLettersModel(const Formats& formats, QObject* parent) : SyncedRows(parent), m_formats(formats) {}

void DeadLettersModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    touchAll();
}

bool DeadLettersModel::same(const api::DeadLetterRow& a, const api::DeadLetterRow& b) const {
    return std::tie(a.id, a.topic, a.orderNo, a.epoch, a.reason, a.attempts, a.at) ==
           std::tie(b.id, b.topic, b.orderNo, b.epoch, b.reason, b.attempts, b.at);
}

int DeadLettersModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant DeadLettersModel::data(const QModelIndex& index, int role) const {
    const auto* letter = at(index);
    if (letter == nullptr) {
        return {};
    }
    const int column = index.column();
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(column == Attempts ? Qt::AlignRight | Qt::AlignVCenter
                                                      : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == kKeyRole) {
        return QString::number(letter->id);
    }
    if (role == Qt::ToolTipRole) {
        return column == Reason ? plainToolTip(text(letter->reason))
               : column == At   ? plainToolTip(m_formats.dateTime(letter->at))
                                : QString();
    }
    if (role == kSortRole && column == Attempts) {
        return static_cast<qint64>(letter->attempts);
    }
    if (role == kSortRole && column == At) {
        return static_cast<qint64>(letter->at.ms);
    }
    if (role != Qt::DisplayRole && role != kSortRole) {
        return {};
    }
    switch (static_cast<Column>(column)) {
        case Order: return letter->orderNo.empty() ? Formats::dash() : text(letter->orderNo);
        case Reason: return text(letter->reason).simplified();
        case Attempts: return Formats::number(letter->attempts);
        case Topic: return topicLabel(letter->topic);
        case At: return m_formats.dateTime(letter->at);
        case kColumns: break;
    }
    return {};
}

QVariant DeadLettersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(section == Attempts ? Qt::AlignRight | Qt::AlignVCenter
                                                       : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
        case Order: return tr("Order");
        case Reason: return tr("Reason");
        case Attempts: return tr("Attempts");
        case Topic: return tr("Message");
        case At: return tr("Given up at");
        case kColumns: break;
    }
    return {};
}

}  // namespace evenhand::ui
