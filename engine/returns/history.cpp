// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/history.h"

#include "engine/orders/order_events.h"
#include "engine/store/refund_store.h"

namespace evenhand::returns {

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
    EVENHAND_TRY(orders::note(work, made.order, made.campus, {}, api::EventKind::ReturnChanged,
                              made.number.str() + ": " + std::string(api::toText(what))));
    tellReturn(work, made);
    return {};
}

Result<void> saveReturn(runtime::UnitOfWork& work, store::returns::Record& made, api::MoneyEventKind what,
                        std::string_view detail) {
    EVENHAND_ASSIGN(const bool changed, store::returns::update(work.database(), made));
    if (!changed) {
        return fail(ErrorCode::Conflict, "the return was changed meanwhile", "version", std::to_string(made.version));
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
