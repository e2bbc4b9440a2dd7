// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/token_scope.h"

#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

constexpr base::TextTable<TokenScope, kTokenScopes> kTexts{{{TokenScope::OrdersRead, "orders.read"},
                                                            {TokenScope::OrdersPlace, "orders.place"},
                                                            {TokenScope::OrdersCancel, "orders.cancel"},
                                                            {TokenScope::PaymentsNotify, "payments.notify"},
                                                            {TokenScope::CouriersReport, "couriers.report"},
                                                            {TokenScope::CouriersWrite, "couriers.write"},
                                                            {TokenScope::ProductsWrite, "products.write"},
                                                            {TokenScope::SeckillAttempt, "seckill.attempt"},
                                                            {TokenScope::SeckillRead, "seckill.read"},
                                                            {TokenScope::CampaignsDraw, "campaigns.draw"},
                                                            {TokenScope::CampaignsRead, "campaigns.read"},
                                                            {TokenScope::ReturnsRequest, "returns.request"},
                                                            {TokenScope::ReturnsRead, "returns.read"},
                                                            {TokenScope::EventsRead, "events.read"},
                                                            {TokenScope::MetricsRead, "metrics.read"},
                                                            {TokenScope::ShopRead, "shop.read"},
                                                            {TokenScope::CampusesWrite, "campuses.write"},
                                                            {TokenScope::AlertsRead, "alerts.read"},
                                                            {TokenScope::AlertsAcknowledge, "alerts.acknowledge"},
                                                            {TokenScope::PaymentsMatch, "payments.match"},
                                                            {TokenScope::SearchRead, "search.read"},
                                                            {TokenScope::OrdersExtend, "orders.extend"},
                                                            {TokenScope::OrdersNote, "orders.note"},
                                                            {TokenScope::OrdersReassign, "orders.reassign"},
                                                            {TokenScope::AlertsWrite, "alerts.write"},
                                                            {TokenScope::PaymentsRefund, "payments.refund"},
                                                            {TokenScope::CasesWrite, "cases.write"},
                                                            {TokenScope::RulesWrite, "rules.write"}}};
static_assert(base::inOrder(kTexts));
constexpr auto kValues = base::valuesOf(kTexts);

constexpr Permission permissionOf(TokenScope scope) noexcept {
    switch (scope) {
        case TokenScope::OrdersRead:
        case TokenScope::SeckillRead:
        case TokenScope::CampaignsRead:
        case TokenScope::ReturnsRead:
        case TokenScope::EventsRead:
        case TokenScope::ShopRead:
        case TokenScope::AlertsRead:
        case TokenScope::SearchRead:
        case TokenScope::MetricsRead: return Permission::Read;
        case TokenScope::OrdersPlace:
        case TokenScope::PaymentsNotify:
        case TokenScope::SeckillAttempt:
        case TokenScope::CampaignsDraw: return Permission::PlaceOrders;
        case TokenScope::OrdersCancel: return Permission::CancelOrders;
        case TokenScope::OrdersNote:
        case TokenScope::OrdersReassign:
        case TokenScope::AlertsWrite:
        case TokenScope::AlertsAcknowledge:
        case TokenScope::CouriersReport:
        case TokenScope::OrdersExtend: return Permission::Dispatch;
        case TokenScope::CouriersWrite: return Permission::ManageCouriers;
        case TokenScope::ProductsWrite: return Permission::ManageCatalogue;
        case TokenScope::CampusesWrite:
        case TokenScope::RulesWrite: return Permission::ManagePolicies;
        case TokenScope::PaymentsMatch: return Permission::RecordPayments;
        case TokenScope::PaymentsRefund: return Permission::RefundMoney;
        case TokenScope::ReturnsRequest: return Permission::RequestReturns;
        case TokenScope::CasesWrite: return Permission::HandleCases;
    }
    return Permission::Read;
}

}  // namespace

std::string_view toText(TokenScope scope) noexcept { return base::textOf(kTexts, scope); }
std::optional<TokenScope> tokenScopeFrom(std::string_view text) noexcept { return base::valueOf(kTexts, text); }
std::span<const TokenScope> allTokenScopes() noexcept { return kValues; }

Permissions permissionsOf(TokenScopes scopes) noexcept {
    Permissions permissions = 0;
    for (const TokenScope scope : kValues) {
        if ((scopes & bitOf(scope)) != 0) {
            permissions |= bitOf(permissionOf(scope));
        }
    }
    return permissions;
}

}  // namespace evenhand::api
