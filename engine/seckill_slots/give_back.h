// SPDX-License-Identifier: GPL-3.0-or-later
// What closing an order of a flash sale gives back: the unit to the activity (after its end to the voucher's stock),
// the user's slot. Called by the rule that closes orders, in its unit of work. Thread: the engine's; stateless.
#pragma once

#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/order_store.h"

namespace evenhand::seckill {

/// `units` of the order's voucher, once: the caller has marked them as given back.
[[nodiscard]] Result<void> giveBack(runtime::UnitOfWork& work, const store::orders::Record& order, std::string_view sku,
                                    std::int64_t units);

/// The order is closed after `units` of it came back as returns, into the voucher's stock: its slot is free.
[[nodiscard]] Result<void> giveSlotBack(runtime::UnitOfWork& work, const store::orders::Record& order,
                                        std::int64_t units);

}  // namespace evenhand::seckill
