// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/write_note.h"

#include "engine/api/refund_types.h"
#include "engine/order_events/order_events.h"
#include "engine/store/records/order_store.h"

namespace evenhand::orders {

Result<void> writeNote(runtime::UnitOfWork& work, const OrderNo& orderNo, const std::string& text) {
    EVENHAND_TRY(base::validateNote(text, "note", api::kMaxNote));
    EVENHAND_ASSIGN(const auto order, store::orders::find(work.database(), orderNo));
    if (!order) {
        return fail(ErrorCode::NotFound, "no such order", "order_no", orderNo.str());
    }
    return note(work, order->id, order->campus, order->courier, api::EventKind::Noted, text);
}

}  // namespace evenhand::orders
