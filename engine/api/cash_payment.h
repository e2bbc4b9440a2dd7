// SPDX-License-Identifier: GPL-3.0-or-later
// The number under which cash for an order is recorded. Every client takes this one, so that the cash of an order that
// is recorded twice, in the console and by the command line, is one payment and not a second one that is owed back.
#pragma once

#include "engine/base/ids.h"

namespace evenhand::api {

[[nodiscard]] inline PaymentNo cashPaymentNo(const OrderNo& order) { return PaymentNo("cash-" + order.str()); }

}  // namespace evenhand::api
