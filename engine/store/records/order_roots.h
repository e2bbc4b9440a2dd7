// SPDX-License-Identifier: GPL-3.0-or-later
// All roots that an order's end touches: its campus (to be read), the products that its goods go back to, the order,
// the campaign of its discount (to be read), its sale. A rule that may close an order, or takes goods back, finds them
// only by reading; it asks for all of them before anything else, so that they are locked in the order that stands fast
// (order_rows/lock_roots.h). Nothing where one engine writes. What is not there is left to the rule to say.
// Thread: that of the Database.
#pragma once

#include "engine/base/ids.h"
#include "engine/store/database/database.h"

namespace evenhand::store {

[[nodiscard]] Result<void> lockForClosing(Database& database, const OrderNo& orderNo);
[[nodiscard]] Result<void> lockForClosing(Database& database, OrderId order);
/// Of the order that the return belongs to.
[[nodiscard]] Result<void> lockForReturn(Database& database, ReturnId id);

}  // namespace evenhand::store
