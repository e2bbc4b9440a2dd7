// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/token_labels.h"

#include <QCoreApplication>
#include <QStringList>

#include "ui/widgets/formats.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {
namespace {

struct TokenLabels {
    Q_DECLARE_TR_FUNCTIONS(TokenLabels)
};

template <typename Words>
QString joined(api::TokenScopes scopes, const QString& between, Words&& words) {
    QStringList list;
    for (const auto scope : api::allTokenScopes()) {
        if ((scopes & api::bitOf(scope)) != 0) {
            list << words(scope);
        }
    }
    return list.isEmpty() ? Formats::dash() : list.join(between);
}

}  // namespace

QString label(api::TokenScope scope) {
    using api::TokenScope;
    switch (scope) {
        case TokenScope::OrdersRead: return TokenLabels::tr("Read orders");
        case TokenScope::OrdersPlace: return TokenLabels::tr("Place orders");
        case TokenScope::OrdersCancel: return TokenLabels::tr("Cancel orders");
        case TokenScope::PaymentsNotify: return TokenLabels::tr("Notify payments");
        case TokenScope::CouriersReport: return TokenLabels::tr("Report for couriers");
        case TokenScope::CouriersWrite: return TokenLabels::tr("Add and change couriers");
        case TokenScope::ProductsWrite: return TokenLabels::tr("Add and change products");
        case TokenScope::SeckillAttempt: return TokenLabels::tr("Attempt flash sales");
        case TokenScope::SeckillRead: return TokenLabels::tr("Read flash sales");
        case TokenScope::CampaignsDraw: return TokenLabels::tr("Draw discounts");
        case TokenScope::CampaignsRead: return TokenLabels::tr("Read campaigns");
        case TokenScope::ReturnsRequest: return TokenLabels::tr("Request returns");
        case TokenScope::ReturnsRead: return TokenLabels::tr("Read returns");
        case TokenScope::EventsRead: return TokenLabels::tr("Follow live events");
        case TokenScope::MetricsRead: return TokenLabels::tr("Read figures for monitoring");
        case TokenScope::ShopRead: return TokenLabels::tr("Read campuses, couriers and products");
        case TokenScope::CampusesWrite: return TokenLabels::tr("Add, change and disable campuses");
        case TokenScope::AlertsRead: return TokenLabels::tr("Read alerts");
        case TokenScope::AlertsAcknowledge: return TokenLabels::tr("Acknowledge alerts");
        case TokenScope::PaymentsMatch: return TokenLabels::tr("Match payments to orders");
        case TokenScope::SearchRead: return TokenLabels::tr("Search");
        case TokenScope::OrdersExtend: return TokenLabels::tr("Give late orders more time");
        case TokenScope::OrdersNote: return TokenLabels::tr("Write notes on orders");
        case TokenScope::OrdersReassign: return TokenLabels::tr("Reassign orders");
        case TokenScope::AlertsWrite: return TokenLabels::tr("Silence and resolve alerts");
        case TokenScope::PaymentsRefund: return TokenLabels::tr("Send owed payments back");
        case TokenScope::CasesWrite: return TokenLabels::tr("Assign cases and write notes");
        case TokenScope::RulesWrite: return TokenLabels::tr("Set rules of returns, cases and alerts");
    }
    return {};
}

QString labels(api::TokenScopes scopes) {
    if (scopes == api::kAllTokenScopes) {
        return TokenLabels::tr("everything");
    }
    return joined(scopes, TokenLabels::tr(", ", "between scopes"), [](api::TokenScope scope) { return label(scope); });
}

QString storedText(api::TokenScopes scopes) {
    return joined(scopes, QStringLiteral(", "), [](api::TokenScope scope) { return keyText(api::toText(scope)); });
}

}  // namespace evenhand::ui
