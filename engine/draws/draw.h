// SPDX-License-Identifier: GPL-3.0-or-later
// Draws: begin, take, settle, return, verdict, close (see lua/README.md), their use by orders, and what gives them
// back. Every step is idempotent by the draw's id; the row of the draw decides, whoever inserts it first. Thread: the
// engine's; stateless.
#pragma once

#include "engine/api/campaign_types.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/campaign_store.h"
#include "engine/store/records/draw_store.h"

namespace evenhand::campaigns {

/// How long a mark keeps late steps and second refunds away, where units are not atomic.
inline constexpr std::int64_t kMarkMs = base::kDayMs;

/// A whole draw, in one unit of work. The same draw again gets the same answer. Errors: NotFound, InvalidArgument,
/// KeyReused.
[[nodiscard]] Result<api::DrawAnswer> draw(runtime::UnitOfWork& work, const api::DrawRequest& request);

/// The discount of an order that is about to be placed.
struct OrderDiscount {
    api::DrawAnswer answer;
    std::int64_t draw = 0;  ///< row of a granted one; 0: none
};
/// As draw(), for `payable`; a draw that the user was granted before is taken as it is. Errors also: WrongStatus (given
/// back, expired), AlreadyExists (another order has used it), InvalidArgument (draw: more than the order is worth).
[[nodiscard]] Result<OrderDiscount> drawForOrder(runtime::UnitOfWork& work, const api::OrderDraw& wanted,
                                                 const UserId& user, Money payable);
/// The order was made: the draw is used by it. Conflict: another order was quicker.
[[nodiscard]] Result<void> useForOrder(runtime::UnitOfWork& work, const OrderDiscount& discount, OrderId order);
/// The answer for an order that was placed before; nullopt: it has no draw.
[[nodiscard]] Result<std::optional<api::DrawAnswer>> answerOfOrder(runtime::UnitOfWork& work, OrderId order);
/// The order was closed: gives its draw back. Does nothing if it has none, or one that was given back already.
[[nodiscard]] Result<void> giveBackOfOrder(runtime::UnitOfWork& work, OrderId order);

/// Gives a draw back, once; false: it was given back before.
[[nodiscard]] Result<bool> giveBack(runtime::UnitOfWork& work, const store::draws::Record& draw);
/// By hand: NotFound, WrongStatus (not granted, used by an order, given back).
[[nodiscard]] Result<api::DrawAnswer> giveBackUnused(runtime::UnitOfWork& work, const DrawId& id);
/// Repeats the keyspace's part of a draw that was given back, in case a crash has lost it, and notes that it is done.
[[nodiscard]] Result<void> finishRefund(runtime::UnitOfWork& work, const store::draws::Record& draw);

/// A draw that was interrupted: rolled back unless its row is there, then completed or undone. Running it twice changes
/// nothing more.
[[nodiscard]] Result<void> recover(runtime::UnitOfWork& work, const store::campaigns::Record& campaign,
                                   std::int64_t shard, const DrawId& id);

/// Ends a campaign: what is left counts as unspent. False: it has changed meanwhile.
[[nodiscard]] Result<bool> endCampaign(runtime::UnitOfWork& work, const store::campaigns::Record& campaign,
                                       api::CampaignEnd reason);

/// Emits CampaignChanged.
void emitChanged(runtime::UnitOfWork& work, const CampaignId& campaign);

}  // namespace evenhand::campaigns
