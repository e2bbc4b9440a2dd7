// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/refunds/history.h"

#include "engine/base/invariant.h"
#include "engine/order_events/order_events.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/refund_store.h"
#include "engine/task_making/announce.h"

namespace evenhand::returns {
namespace {

/// Approved, rejected, or no longer so.
bool decides(const store::returns::Record& made, api::MoneyEventKind what) {
    return what == api::MoneyEventKind::Approved || what == api::MoneyEventKind::Rejected ||
           (what == api::MoneyEventKind::Undone && made.status == api::ReturnStatus::Requested);
}

Result<tasks::EventPayload> payloadOf(runtime::UnitOfWork& work, const store::returns::Record& made) {
    EVENHAND_ASSIGN(const auto order, store::orders::find(work.database(), made.order));
    return tasks::EventPayload{made.number.str(),
                               {{"amount", made.amount.value_or(Money{}).minor},
                                {"order_no", order ? order->orderNo.str() : std::string()},
                                {"return_no", made.number.str()},
                                {"status", api::toText(made.status)}}};
}

}  // namespace

void tellReturn(runtime::UnitOfWork& work, const store::returns::Record& made) {
    api::Event event;
    event.kind = api::Event::Kind::ReturnChanged;
    event.returnId = made.id;
    event.order = made.order;
    event.campus = made.campus;
    work.emit(std::move(event));
}

Result<void> noteReturn(runtime::UnitOfWork& work, const store::returns::Record& made, api::MoneyEventKind what,
                        std::string_view detail) {
    EVENHAND_TRY(store::refunds::addEvent(work.database(), made.id, std::nullopt, work.now(), what,
                                          work.call().actor.name, detail));
    if (what != api::MoneyEventKind::Noted && what != api::MoneyEventKind::Assigned) {
        EVENHAND_TRY(orders::note(work, made.order, made.campus, {}, api::EventKind::ReturnChanged,
                                  made.number.str() + ": " + std::string(api::toText(what))));
    }
    tellReturn(work, made);
    return decides(made, what)
               ? tasks::announce(work, api::WebhookEvent::ReturnDecided, [&] { return payloadOf(work, made); })
               : Result<void>();
}

Result<void> saveReturn(runtime::UnitOfWork& work, store::returns::Record& made, api::MoneyEventKind what,
                        std::string_view detail) {
    EVENHAND_INVARIANT(made.status == api::ReturnStatus::Approved ||
                           made.stage == api::stageOf(made.status, made.firstApprover.has_value(), made.goods, {}),
                       "a return would wait in a stage that its status does not have, where nobody looks for it");
    EVENHAND_ASSIGN(const bool changed, store::returns::update(work.database(), made));
    if (!changed) {
        return fail(runtime::returnChanged(work.database(), made.id, made.version, made.version));
    }
    ++made.version;
    return noteReturn(work, made, what, detail);
}

Result<void> releaseUnits(runtime::UnitOfWork& work, const store::returns::Record& made,
                          std::span<const store::returns::Line> lines) {
    for (const auto& line : lines) {
        EVENHAND_ASSIGN(const bool released,
                        store::returns::hold(work.database(), made.deduction, line.sku, -line.units, 0));
        if (!released) {
            return fail(ErrorCode::Internal, "the units are not held", "sku", line.sku);
        }
        if (line.approved) {  // proposed by a first approver
            EVENHAND_TRY(store::returns::updateLine(work.database(), made.id, {line.sku, line.units, {}, {}, {}}));
        }
    }
    return {};
}

}  // namespace evenhand::returns
