// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/ledger_table_model.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

LedgerTableModel::LedgerTableModel(EngineBridge& bridge, const Formats& formats, QObject* parent)
    : PagedRows(parent), m_bridge(bridge), m_formats(formats) {
    m_descending = true;
}

int LedgerTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

api::Answer<std::vector<api::LedgerRow>> LedgerTableModel::askPage(const api::LedgerFilter& filter, Span span) {
    return m_bridge.ledger().page(m_bridge.call(), {filter, m_descending, std::nullopt, span.offset, span.limit});
}

api::Answer<std::int64_t> LedgerTableModel::askCount(const api::LedgerFilter& filter) {
    return m_bridge.ledger().count(m_bridge.call(), filter);
}

QString LedgerTableModel::title(int column) const {
    switch (column) {
        case EntryColumn: return tr("Entry");
        case AtColumn: return tr("Time");
        case KindColumn: return tr("Kind");
        case DebitColumn: return tr("Debit");
        case CreditColumn: return tr("Credit");
        case AmountColumn: return tr("Amount (%1)").arg(m_formats.currency());
        case OrderColumn: return tr("Order");
        case PaymentColumn: return tr("Payment");
        case ActorColumn: return tr("By");
        default: return {};
    }
}

bool LedgerTableModel::isNumber(int column) const { return column == EntryColumn || column == AmountColumn; }

QString LedgerTableModel::display(const api::LedgerRow& row, int column) const {
    switch (column) {
        case EntryColumn: return Formats::number(row.entry);
        case AtColumn: return m_formats.dateTime(row.at);
        case KindColumn: return label(row.kind);
        case DebitColumn: return label(row.debit);
        case CreditColumn: return label(row.credit);
        case AmountColumn: return m_formats.money(row.amount);
        case OrderColumn: return row.orderNo.empty() ? Formats::dash() : text(row.orderNo);
        case PaymentColumn: return row.paymentNo.empty() ? Formats::dash() : text(row.paymentNo);
        case ActorColumn: return actorLabel(row.actor);
        default: return {};
    }
}

QVariant LedgerTableModel::look(const api::LedgerRow&, int column, int role) const {
    return role == StrongRole ? QVariant(column == KindColumn || column == AmountColumn) : QVariant();
}

}  // namespace evenhand::ui
