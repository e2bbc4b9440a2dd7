// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/delivery_table_model.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/team_labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

DeliveryTableModel::DeliveryTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : PagedRows(parent), m_bridge(bridge), m_formats(formats) {
    m_descending = true;
    connect(&m_bridge, &EngineBridge::webhooksChanged, this, &PagedTable::refresh);
}

int DeliveryTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

api::Answer<std::vector<api::DeliveryRow>> DeliveryTableModel::askPage(const api::DeliveryFilter& filter, Span span) {
    return m_bridge.webhooks().deliveries(m_bridge.call(),
                                          {filter, m_descending, std::nullopt, span.offset, span.limit});
}

api::Answer<std::int64_t> DeliveryTableModel::askCount(const api::DeliveryFilter& filter) {
    return m_bridge.webhooks().countDeliveries(m_bridge.call(), filter);
}

QString DeliveryTableModel::title(int column) const {
    switch (column) {
        case AtColumn: return tr("Time");
        case EventColumn: return tr("Event");
        case SubjectColumn: return tr("Subject");
        case StatusColumn: return tr("Status");
        case AttemptsColumn: return tr("Attempts");
        case AnswerColumn: return tr("Response");
        case ErrorColumn: return tr("Last error");
        case NextColumn: return tr("Next try");
        case EndpointColumn: return tr("Webhook");
        case MessageColumn: return tr("Message");
        default: return {};
    }
}

bool DeliveryTableModel::isNumber(int column) const { return column == AttemptsColumn || column == AnswerColumn; }

QString DeliveryTableModel::display(const api::DeliveryRow& row, int column) const {
    switch (column) {
        case AtColumn: return m_formats.dateTime(row.at);
        case EventColumn: return label(row.event);
        case SubjectColumn: return orDash(row.subject);
        case StatusColumn: return label(row.status);
        case AttemptsColumn: return Formats::number(row.attempts);
        case AnswerColumn: return row.lastStatus == 0 ? Formats::dash() : QString::number(row.lastStatus);
        case ErrorColumn: return orDash(row.lastError);
        case NextColumn: return row.nextTry ? m_formats.shortTime(*row.nextTry, m_bridge.now()) : Formats::dash();
        case EndpointColumn: return orDash(row.webhookName);
        case MessageColumn: return orDash(row.messageId);
        default: return {};
    }
}

QVariant DeliveryTableModel::look(const api::DeliveryRow& row, int column, int role) const {
    if (role == PillRole) {
        return column == StatusColumn ? QVariant(static_cast<int>(tone(row.status))) : QVariant();
    }
    if (role == StrongRole) {
        return column == SubjectColumn;
    }
    return {};
}

}  // namespace evenhand::ui
