// SPDX-License-Identifier: GPL-3.0-or-later
// What a token of the HTTP API may be used for. A scope stands for permissions of the engine; a route needs one scope,
// the engine then asks for the permission as of a person.
// Thread: value types and pure functions, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/api/permission.h"

namespace evenhand::api {

/// Stored as text ("orders.place"). Their order numbers the bits of a set, so new ones go to the end.
enum class TokenScope : std::uint8_t {
    OrdersRead,      ///< orders, their state and courier
    OrdersPlace,     ///< place, with or without a draw
    OrdersCancel,    ///< needs a reason, as everybody's cancel does
    PaymentsNotify,  ///< what a payment gateway reports
    CouriersReport,  ///< duty, picked up, delivered, failed
    CouriersWrite,   ///< who the couriers are, when they work, how many orders they may have
    ProductsWrite,
    SeckillAttempt,
    SeckillRead,
    CampaignsDraw,
    CampaignsRead,
    ReturnsRequest,
    ReturnsRead,
    EventsRead,     ///< the stream of live events
    MetricsRead,    ///< figures for monitoring
    ShopRead,       ///< campuses, couriers with phones and rosters, products with stock and its history
    CampusesWrite,  ///< which there are, how many orders their couriers may have
    AlertsRead,
    AlertsAcknowledge,
    PaymentsMatch,  ///< late and unmatched ones, to the orders that they were for
    SearchRead,     ///< of everything but people who sign in
    OrdersExtend,   ///< more time for late ones; needs a reason
    OrdersNote,
    OrdersReassign,  ///< to other couriers; needs a reason
    AlertsWrite,     ///< silence and resolve them
    PaymentsRefund,  ///< late and unmatched ones, back to the payer; needs a reason
    CasesWrite,      ///< returns, refunds and owed payments: who works on them, notes
    RulesWrite,      ///< what may be returned, what it costs, who must agree; when a case is old, what is an alert
};
inline constexpr std::size_t kTokenScopes = 28;

/// A set over TokenScope.
using TokenScopes = std::uint32_t;
static_assert(kTokenScopes <= 32);
[[nodiscard]] constexpr TokenScopes bitOf(TokenScope scope) noexcept {
    return TokenScopes{1} << static_cast<unsigned>(scope);
}

inline constexpr TokenScopes kAllTokenScopes = (TokenScopes{1} << kTokenScopes) - 1;

[[nodiscard]] std::string_view toText(TokenScope scope) noexcept;
[[nodiscard]] std::optional<TokenScope> tokenScopeFrom(std::string_view text) noexcept;
[[nodiscard]] std::span<const TokenScope> allTokenScopes() noexcept;
/// What the actor of a token with these scopes may do.
[[nodiscard]] Permissions permissionsOf(TokenScopes scopes) noexcept;

}  // namespace evenhand::api
