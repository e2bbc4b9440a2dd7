// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shop/campuses.h"

#include "engine/dispatch/roster.h"
#include "engine/runtime/conflict.h"
#include "engine/shop/needed_name.h"
#include "engine/store/records/activity_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::shop {
namespace {

using runtime::UnitOfWork;
using store::SettingKind;

/// NotFound; Conflict for a stale version. A campus has one version together with its dispatch policy.
Result<api::CampusRow> findCampus(UnitOfWork& work, const CampusId& id, std::int64_t version) {
    EVENHAND_ASSIGN(auto found, store::campuses::find(work.database(), id, store::Hold::Change));
    if (!found) {
        return fail(ErrorCode::NotFound, "no such campus", "campus", id.str());
    }
    EVENHAND_ASSIGN(found->row.version,
                    runtime::checkSettings(work, SettingKind::Dispatch, id.str(), "campus " + id.str(), version));
    return std::move(found->row);
}

/// Counts the change and tells of it. Answers the version since.
Result<std::int64_t> campusChanged(UnitOfWork& work, const api::CampusRow& before) {
    EVENHAND_TRY(store::settingChanges::count(work.database(), SettingKind::Dispatch, before.id.str(), work.now(),
                                              work.call().actor.name));
    api::Event event;
    event.kind = api::Event::Kind::CampusChanged;
    event.campus = before.id;
    work.emit(std::move(event));
    return before.version + 1;
}

}  // namespace

Result<void> addCampus(UnitOfWork& work, const api::NewCampus& campus) {
    EVENHAND_TRY(base::validateId(campus.id.str(), "campus"));
    EVENHAND_ASSIGN(const auto known, store::campuses::find(work.database(), campus.id, store::Hold::Change));
    if (known) {
        return fail(ErrorCode::AlreadyExists, "a campus with this ID exists", "campus", campus.id.str());
    }
    return dispatch::upsertCampus(work, {campus.id, campus.name, {}});
}

Result<std::int64_t> editCampus(UnitOfWork& work, const api::CampusEdit& edit) {
    EVENHAND_TRY(neededName(edit.name));
    EVENHAND_ASSIGN(const auto campus, findCampus(work, edit.id, edit.version));
    EVENHAND_TRY(store::campuses::rename(work.database(), edit.id, edit.name));
    return campusChanged(work, campus);
}

Result<std::int64_t> setCampusDisabled(UnitOfWork& work, const CampusId& id, bool disabled, std::int64_t version) {
    EVENHAND_ASSIGN(const auto campus, findCampus(work, id, version));
    if (campus.disabledAt.has_value() == disabled) {
        return campus.version;
    }
    if (disabled) {
        EVENHAND_ASSIGN(const auto sale, store::activities::notOver(work.database(), id));
        if (sale) {
            return fail(ErrorCode::WrongStatus, "the flash sale " + sale->str() + " of this campus is not over",
                        "activity", sale->str());
        }
    }
    EVENHAND_TRY(
        store::campuses::setDisabled(work.database(), id, disabled ? std::optional(work.now()) : std::nullopt));
    return campusChanged(work, campus);
}

}  // namespace evenhand::shop
