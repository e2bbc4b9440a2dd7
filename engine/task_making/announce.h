// SPDX-License-Identifier: GPL-3.0-or-later
// What happened, told to the endpoints that want it: the announcement, a delivery for each and its task, in the
// transaction of the cause; nothing otherwise, and then it costs a look into memory. Called where the order's event is
// written, where a return is decided and where a refund succeeds. Thread: the engine's; stateless.
#pragma once

#include <boost/json/object.hpp>
#include <functional>
#include <span>
#include <string>

#include "engine/api/webhook_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::tasks {

struct EventPayload {
    std::string subject;       ///< order, return or refund number, for people
    boost::json::object data;  ///< members in the order of their names, as receivers have always got them
};
/// Of an order: order_no, campus; with an epoch also courier ("": none yet), former_courier and epoch.
[[nodiscard]] EventPayload orderPayload(const OrderNo& orderNo, const CampusId& campus, const CourierId& courier,
                                        const CourierId& former, std::int64_t epoch);

/// `makePayload` is only asked where somebody wants to know.
[[nodiscard]] Result<void> announce(runtime::UnitOfWork& work, api::WebhookEvent event,
                                    const std::function<Result<EventPayload>()>& makePayload);
/// To these alone, whether they want it or not; answers the first delivery.
[[nodiscard]] Result<DeliveryId> announceTo(runtime::UnitOfWork& work, api::WebhookEvent event,
                                            const EventPayload& payload, std::span<const WebhookId> to);

}  // namespace evenhand::tasks
