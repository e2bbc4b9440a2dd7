// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/refund_table_model.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

RefundTableModel::RefundTableModel(EngineBridge& bridge, CampusScope& scope, const Formats& formats, QObject* parent)
    : PagedRows(parent), m_bridge(bridge), m_scope(scope), m_formats(formats) {
    m_descending = true;
    connect(&m_bridge, &EngineBridge::refundsChanged, this, &PagedTable::refresh);
    connect(&m_scope, &CampusScope::campusesChanged, this, [this] { touchVisible(CampusColumn, CampusColumn); });
}

int RefundTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

api::Answer<std::vector<api::RefundRow>> RefundTableModel::askPage(const api::RefundFilter& filter, Span span) {
    return m_bridge.refunds().page(m_bridge.call(), {filter, m_descending, std::nullopt, span.offset, span.limit});
}

api::Answer<std::int64_t> RefundTableModel::askCount(const api::RefundFilter& filter) {
    return m_bridge.refunds().count(m_bridge.call(), filter);
}

QString RefundTableModel::title(int column) const {
    switch (column) {
        case OrderColumn: return tr("Order");
        case StatusColumn: return tr("Status");
        case CauseColumn: return tr("Cause");
        case AmountColumn: return tr("Amount (%1)").arg(m_formats.currency());
        case RequestedColumn: return tr("Requested");
        case AttemptsColumn: return tr("Attempts");
        case NextColumn: return tr("Next try");
        case ErrorColumn: return tr("Last error");
        case PaymentColumn: return tr("Payment");
        case ReferenceColumn: return tr("Reference");
        case ProviderColumn: return tr("Method");
        case CampusColumn: return tr("Campus");
        case ReturnColumn: return tr("Return");
        case RequesterColumn: return tr("Requested by");
        case ApproverColumn: return tr("Approved by");
        default: return {};
    }
}

bool RefundTableModel::isNumber(int column) const { return column == AmountColumn || column == AttemptsColumn; }

QString RefundTableModel::display(const api::RefundRow& row, int column) const {
    switch (column) {
        case OrderColumn: return orDash(row.orderNo);
        case StatusColumn: return statusLabel(row);
        case CauseColumn: return label(row.cause);
        case AmountColumn: return m_formats.money(row.amount);
        case RequestedColumn: return m_formats.dateTime(row.requestedAt);
        case AttemptsColumn: return Formats::number(row.attempts);
        case NextColumn: return row.nextTry ? m_formats.shortTime(*row.nextTry, m_bridge.now()) : Formats::dash();
        case ErrorColumn: return orDash(row.lastError);
        case PaymentColumn: return orDash(row.paymentNo.str());
        case ReferenceColumn: return orDash(row.reference);
        case ProviderColumn: return label(row.provider);
        case CampusColumn: return row.campus.empty() ? Formats::dash() : m_scope.nameOf(row.campus);
        case ReturnColumn: return orDash(row.returnNo.str());
        case RequesterColumn: return actorLabel(row.requester);
        case ApproverColumn: return row.approver.empty() ? actorLabel(row.firstApprover) : actorLabel(row.approver);
        default: return {};
    }
}

QString RefundTableModel::hint(const api::RefundRow& row, int column) const {
    if (column == ErrorColumn && !row.lastError.empty()) {
        return text(row.lastError);
    }
    if (column == NextColumn && row.nextTry) {
        return m_formats.dateTime(*row.nextTry);
    }
    return display(row, column);
}

QVariant RefundTableModel::look(const api::RefundRow& row, int column, int role) const {
    if (role == PillRole) {
        return column == StatusColumn ? QVariant(static_cast<int>(tone(row))) : QVariant();
    }
    if (role == StrongRole) {
        return column == OrderColumn || column == AmountColumn;
    }
    return {};
}

}  // namespace evenhand::ui
