// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/order_events/order_events.h"

#include "engine/store/records/event_store.h"

namespace evenhand::orders {

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
    return {};
}

}  // namespace evenhand::orders
