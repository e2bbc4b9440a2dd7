// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/order_events/order_events.h"

#include "engine/store/records/event_store.h"
#include "engine/store/records/order_store.h"
#include "engine/task_making/announce.h"

namespace evenhand::orders {
namespace {

/// What endpoints are told of here; the rest is told where it happens, for it needs more than the order.
std::optional<api::WebhookEvent> webhookOf(api::EventKind kind) {
    switch (kind) {
        case api::EventKind::Placed: return api::WebhookEvent::OrderPlaced;
        case api::EventKind::Paid: return api::WebhookEvent::OrderPaid;
        case api::EventKind::PickedUp: return api::WebhookEvent::OrderPickedUp;
        case api::EventKind::Delivered: return api::WebhookEvent::OrderDelivered;
        case api::EventKind::Late: return api::WebhookEvent::OrderLate;
        case api::EventKind::Assigned:
        case api::EventKind::AssignmentReleased:
        case api::EventKind::ReassignRequested:
        case api::EventKind::DeliveryFailed:
        case api::EventKind::Completed:
        case api::EventKind::Closed:
        case api::EventKind::LatePayment:
        case api::EventKind::UnmatchedPayment:
        case api::EventKind::TimerPostponed:
        case api::EventKind::TimerCancelled:
        case api::EventKind::ReturnChanged:
        case api::EventKind::RefundChanged:
        case api::EventKind::Noted: break;
    }
    return std::nullopt;
}

Result<void> announce(runtime::UnitOfWork& work, api::WebhookEvent what, OrderId id, const CampusId& campus,
                      const CourierId& courier, std::string_view detail) {
    return tasks::announce(work, what, [&]() -> Result<tasks::EventPayload> {
        EVENHAND_ASSIGN(const auto order, store::orders::find(work.database(), id));
        auto payload = tasks::orderPayload(order ? order->orderNo : OrderNo(), campus, {}, {}, 0);
        if (what != api::WebhookEvent::OrderPlaced && what != api::WebhookEvent::OrderPaid) {
            payload.data = {{"campus", campus.str()}, {"courier", courier.str()}, {"order_no", payload.subject}};
        }
        if (what == api::WebhookEvent::OrderLate) {
            payload.data["stage"] = detail;  // the kind of its timer
        }
        return payload;
    });
}

}  // namespace

Result<void> note(runtime::UnitOfWork& work, OrderId order, const CampusId& campus, const CourierId& courier,
                  api::EventKind kind, std::string_view detail, bool recorded) {
    EVENHAND_TRY(store::events::add(work.database(), order, work.now(), kind, work.call().actor.name, detail));
    api::Event event;
    event.order = order;
    event.campus = campus;
    event.courier = courier;
    event.what = kind;
    event.recorded = recorded;
    work.emit(std::move(event));
    const auto told = recorded ? std::nullopt : webhookOf(kind);
    return told ? announce(work, *told, order, campus, courier, detail) : Result<void>();
}

}  // namespace evenhand::orders
