// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shop/couriers.h"

#include "engine/dispatch/roster.h"
#include "engine/runtime/conflict.h"
#include "engine/shop/needed_name.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/courier_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::shop {
namespace {

using runtime::UnitOfWork;
using store::SettingKind;

struct SeenCourier {
    store::couriers::Record record;
    std::int64_t version = 0;  ///< of name, phone and whether the courier is disabled
};

/// NotFound; Conflict for a stale version.
Result<SeenCourier> findCourier(UnitOfWork& work, const CourierId& id, std::int64_t version) {
    EVENHAND_ASSIGN(auto found, store::couriers::find(work.database(), id, store::Hold::Change));
    if (!found) {
        return fail(ErrorCode::NotFound, "no such courier", "courier", id.str());
    }
    EVENHAND_ASSIGN(const auto last,
                    runtime::checkSettings(work, SettingKind::Courier, id.str(), "courier " + id.str(), version));
    return SeenCourier{*std::move(found), last};
}

/// Counts the change and tells of it. Answers the version since.
Result<std::int64_t> courierChanged(UnitOfWork& work, const SeenCourier& before) {
    EVENHAND_TRY(store::settingChanges::count(work.database(), SettingKind::Courier, before.record.id.str(), work.now(),
                                              work.call().actor.name));
    api::Event event;
    event.kind = api::Event::Kind::CourierChanged;
    event.courier = before.record.id;
    event.campus = before.record.campus;
    work.emit(std::move(event));
    return before.version + 1;
}

}  // namespace

Result<void> addCourier(UnitOfWork& work, const api::NewCourier& courier) {
    EVENHAND_TRY(base::validateId(courier.id.str(), "courier_id"));
    EVENHAND_TRY(base::validateId(courier.campus.str(), "campus"));
    EVENHAND_TRY(neededName(courier.name));
    EVENHAND_ASSIGN(const auto known, store::couriers::find(work.database(), courier.id, store::Hold::Change));
    if (known) {
        return fail(ErrorCode::AlreadyExists, "a courier with this ID exists", "courier_id", courier.id.str());
    }
    EVENHAND_ASSIGN(const auto campus, store::campuses::find(work.database(), courier.campus, store::Hold::Change));
    if (!campus) {
        return fail(ErrorCode::NotFound, "no such campus", "campus", courier.campus.str());
    }
    return dispatch::upsertCouriers(work, {{courier.id, courier.campus, courier.name, courier.phone, false}});
}

Result<std::int64_t> editCourier(UnitOfWork& work, const api::CourierEdit& edit) {
    EVENHAND_TRY(neededName(edit.name));
    EVENHAND_TRY(base::validateName(edit.phone, "phone"));
    EVENHAND_ASSIGN(const auto courier, findCourier(work, edit.id, edit.version));
    if (courier.record.name == edit.name && courier.record.phone == edit.phone) {
        return courier.version;
    }
    EVENHAND_TRY(store::couriers::updateContact(work.database(), edit.id, edit.name, edit.phone));
    return courierChanged(work, courier);
}

Result<std::int64_t> setCourierDisabled(UnitOfWork& work, const CourierId& id, bool disabled, std::int64_t version) {
    EVENHAND_ASSIGN(const auto courier, findCourier(work, id, version));
    if (courier.record.disabledAt.has_value() == disabled) {
        return courier.version;
    }
    if (disabled) {
        EVENHAND_TRY(dispatch::setDuty(work, id, false));
    }
    EVENHAND_TRY(
        store::couriers::setDisabled(work.database(), id, disabled ? std::optional(work.now()) : std::nullopt));
    return courierChanged(work, courier);
}

}  // namespace evenhand::shop
