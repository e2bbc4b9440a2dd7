// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/roster.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

#include "engine/base/invariant.h"
#include "engine/base/within.h"
#include "engine/dispatch/assign.h"
#include "engine/dispatch/loads.h"
#include "engine/dispatch/steps.h"
#include "engine/dispatch/topics.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/courier_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/records/weight_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::dispatch {
namespace {

using runtime::UnitOfWork;
using CampusRecord = store::campuses::Record;
using CourierRecord = store::couriers::Record;

void emitCourier(UnitOfWork& work, const CourierId& courier, const CampusId& campus) {
    api::Event event;
    event.kind = api::Event::Kind::CourierChanged;
    event.courier = courier;
    event.campus = campus;
    work.emit(std::move(event));
}

void emitCampus(UnitOfWork& work, const CampusId& campus) {
    api::Event event;
    event.kind = api::Event::Kind::CampusChanged;
    event.campus = campus;
    work.emit(std::move(event));
}

/// One has gone off duty: where nobody is left, orders that waited for room wait for somebody to come from here on.
Result<void> wakeIfNobody(UnitOfWork& work, const CampusId& campus, const CampusKeys& keys) {
    EVENHAND_ASSIGN(const auto onDuty, countOnDuty(work.keyspace(), keys));
    if (onDuty > 0) {
        return {};
    }
    EVENHAND_ASSIGN(const auto waiting, store::orders::waiting(work.database(), campus, api::WaitReason::AtLimit, 1));
    return waiting.empty() ? Result<void>() : publishWake(work, campus);
}

// Where keyspace and database commit apart, the database goes first in what follows: what the rule comes to is told,
// written down, and done after the commit. Done before it would have to be taken back if the unit fails, while orders
// are dealt to whoever is not on duty. If the process dies in between, the wake of the campus has followDuty() do it.

/// Comes on duty in the keyspace, or will. Answers the adjustment; nullopt: it is on duty. `isNow`: as its row has it.
Result<std::optional<std::int64_t>> comeOnDuty(UnitOfWork& work, const CourierId& courier, const api::CampusRow& campus,
                                               const CampusKeys& keys, bool isNow) {
    const auto& policy = campus.policy;
    if (work.atomic()) {
        EVENHAND_ASSIGN(const auto joined, join(work.keyspace(), keys, courier.str(), policy.joinRule));
        return joined.changed ? std::optional(joined.adjustment) : std::nullopt;
    }
    if (isNow) {
        return std::optional<std::int64_t>();
    }
    EVENHAND_ASSIGN(const auto told,
                    tellJoin(work.keyspace(), keys, courier.str(), policy.joinRule, policy.startWeight));
    EVENHAND_TRY(work.afterCommit([keys, courier, adjustment = told.adjustment](keyspace::Keyspace& keyspace) {
        return joinWith(keyspace, keys, courier.str(), adjustment);
    }));
    return std::optional(told.adjustment);
}

/// As comeOnDuty(). False: it is not on duty.
Result<bool> goOffDuty(UnitOfWork& work, const CourierId& courier, const CampusId& campus, const CampusKeys& keys,
                       bool isNow) {
    if (work.atomic()) {
        EVENHAND_ASSIGN(const bool left, leave(work.keyspace(), keys, courier.str()));
        EVENHAND_TRY(left ? wakeIfNobody(work, campus, keys) : Result<void>());
        return left;
    }
    if (isNow) {
        const auto step = [keys, courier](keyspace::Keyspace& keyspace) -> Result<void> {
            EVENHAND_TRY(leave(keyspace, keys, courier.str()));
            return {};
        };
        EVENHAND_TRY(work.afterCommit(step));
        EVENHAND_TRY(publishWake(work, campus));
    }
    return isNow;
}

/// Changes the duty of a courier that is enrolled, or will be with this unit; `isNow`: as its row has it. Answers the
/// number of the change; 0 if there was nothing to do.
Result<std::int64_t> changeDuty(UnitOfWork& work, const CourierId& courier, const api::CampusRow& campus, bool isNow,
                                bool onDuty) {
    auto& database = work.database();
    const auto& actor = work.call().actor.name;
    const CampusKeys keys(campus.id);
    if (onDuty) {
        EVENHAND_ASSIGN(const auto adjustment, comeOnDuty(work, courier, campus, keys, isNow));
        if (!adjustment) {
            return 0;
        }
        EVENHAND_TRY(store::weights::add(database, courier, work.now(), api::WeightEntryKind::Join, *adjustment, actor,
                                         api::toText(campus.policy.joinRule)));
    } else {
        EVENHAND_ASSIGN(const bool left, goOffDuty(work, courier, campus.id, keys, isNow));
        if (!left) {
            return 0;
        }
    }
    EVENHAND_TRY(store::couriers::setOnDuty(database, courier, onDuty));
    EVENHAND_TRY(settleSpread(work, campus.id));
    return store::campuses::addDutyChange(database, campus.id, courier, onDuty, work.now(), actor);
}

Error disabledCourier(const CourierId& courier) {
    return {ErrorCode::Disabled, "the courier is disabled", "courier", courier.str()};
}

/// What the scripts see of a limit that was changed in the database (0: none); a higher one is room for orders that
/// wait.
Result<void> changeLimit(UnitOfWork& work, const CampusId& campus, std::int64_t before, std::int64_t now,
                         const std::function<Result<void>(keyspace::Keyspace&)>& set) {
    // After the commit, for if that fails the limit is still the old one.
    EVENHAND_TRY(work.afterCommit(set));
    const bool higher = before != 0 && (now == 0 || now > before);
    return higher ? publishWake(work, campus) : Result<void>();
}

/// Conflict (`field`).
Error dutyChanged(const CourierId& courier, const store::couriers::LastDuty& last, const char* field) {
    // Which operation it was is not kept: couriers are also put on duty where they are added or imported.
    return {ErrorCode::Conflict,
            "courier " + courier.str() + (last.onDuty ? " came on" : " went off") + " duty meanwhile" +
                runtime::byWhom(last.actor, last.at, {}),
            field, std::to_string(last.version)};
}

Result<void> checkSeen(UnitOfWork& work, const api::CourierInput& input) {
    if (input.version != 0) {
        EVENHAND_TRY(runtime::checkSettings(work, store::SettingKind::Courier, input.id.str(),
                                            "courier " + input.id.str(), input.version));
    }
    if (input.dutyVersion != 0) {
        EVENHAND_ASSIGN(const auto last, store::couriers::lastDuty(work.database(), input.id));
        if (last.version != input.dutyVersion) {
            return fail(dutyChanged(input.id, last, "duty_version"));
        }
    }
    return {};
}

/// That the same is said again, as by an import that is repeated, is no change.
Result<void> changeContact(UnitOfWork& work, CourierRecord& record, const api::CourierInput& input) {
    if (record.name == input.name && record.phone == input.phone) {
        return {};
    }
    record.name = input.name;
    record.phone = input.phone;
    auto& database = work.database();
    EVENHAND_TRY(store::couriers::updateContact(database, record.id, record.name, record.phone));
    return store::settingChanges::count(database, store::SettingKind::Courier, record.id.str(), work.now(),
                                        work.call().actor.name);
}

/// After the commit, so that the keyspace knows nobody who does not exist.
Result<void> enrolWithUnit(UnitOfWork& work, const api::CampusRow& campus, const CourierId& courier) {
    return work.afterCommit([keys = CampusKeys(campus.id), courier, weight = campus.policy.startWeight](
                                keyspace::Keyspace& keyspace) { return enrol(keyspace, keys, courier.str(), weight); });
}

/// A new courier begins off duty, with the start weight kept for it.
Result<void> addCourier(UnitOfWork& work, const api::CourierInput& input, const api::CampusRow& campus) {
    auto& database = work.database();
    const auto& actor = work.call().actor.name;
    EVENHAND_TRY(
        store::couriers::insert(database, {input.id, input.campus, input.name, input.phone, false}, work.wallNow()));
    EVENHAND_TRY(enrolWithUnit(work, campus, input.id));
    EVENHAND_TRY(store::weights::add(database, input.id, work.now(), api::WeightEntryKind::Start,
                                     campus.policy.startWeight, actor, ""));
    if (!input.onDuty) {
        EVENHAND_TRY(store::campuses::addDutyChange(database, campus.id, input.id, false, work.now(), actor));
    }
    return {};
}

Result<void> validateCouriers(const std::vector<api::CourierInput>& couriers) {
    std::map<CourierId, CampusId> seen;
    for (const auto& input : couriers) {
        EVENHAND_TRY(base::validateId(input.id.str(), "courier_id"));
        EVENHAND_TRY(base::validateId(input.campus.str(), "campus"));
        EVENHAND_TRY(base::validateName(input.name, "name"));
        EVENHAND_TRY(base::validateName(input.phone, "phone"));
        const auto [it, added] = seen.emplace(input.id, input.campus);
        if (!added && it->second != input.campus) {
            return fail(ErrorCode::InvalidArgument, "a courier belongs to one campus", "campus", input.campus.str());
        }
    }
    return {};
}

}  // namespace

Result<void> validatePolicy(const api::CampusPolicy& policy) {
    EVENHAND_TRY(base::within(policy.startWeight, 1, api::kMaxStartWeight, "start_weight"));
    EVENHAND_TRY(base::within(policy.step, 1, api::kMaxStep, "step"));
    EVENHAND_TRY(base::within(policy.logTtlMs, api::kMinLogTtlMs, api::kMaxLogTtlMs, "log_ttl_ms"));
    EVENHAND_TRY(base::within(policy.calibrateMinute, -1, 1439, "calibrate_minute"));
    return base::within(policy.loadLimit, 0, api::kMaxLoadLimit, "load_limit");
}

Result<void> upsertCampus(UnitOfWork& work, const api::CampusRow& row) {
    EVENHAND_TRY(base::validateId(row.id.str(), "campus"));
    EVENHAND_TRY(base::validateName(row.name, "name"));
    if (row.name.empty()) {
        return fail(ErrorCode::InvalidArgument, "a name is needed", "name");
    }
    EVENHAND_TRY(validatePolicy(row.policy));
    EVENHAND_TRY(work.lock([&](auto& roots) { roots.add(row.id); }));
    EVENHAND_TRY(runtime::changeSettings(work, store::SettingKind::Dispatch, row.id.str(),
                                         "dispatch policy of " + row.id.str(), row.version));
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto known, store::campuses::find(database, row.id, store::Hold::Change));
    if (!known) {
        EVENHAND_TRY(store::campuses::insert(database, row, work.now()));
    } else {
        // A newly set minute counts from now on: one that has passed today is not made up for.
        const bool sameMinute = known->row.policy.calibrateMinute == row.policy.calibrateMinute;
        EVENHAND_TRY(store::campuses::update(database, row, sameMinute ? known->calibrateFrom : work.now()));
    }
    EVENHAND_TRY(changeLimit(work, row.id, known ? known->row.policy.loadLimit : 0, row.policy.loadLimit,
                             [keys = CampusKeys(row.id), limit = row.policy.loadLimit](keyspace::Keyspace& keyspace) {
                                 return setCampusLimit(keyspace, keys, limit);
                             }));
    emitCampus(work, row.id);
    return {};
}

Result<std::int64_t> setPaused(UnitOfWork& work, const CampusId& campus, bool paused, std::int64_t version) {
    EVENHAND_ASSIGN(const auto known, store::campuses::find(work.database(), campus, store::Hold::Change));
    if (!known) {
        return fail(ErrorCode::NotFound, "no such campus", "campus", campus.str());
    }
    EVENHAND_ASSIGN(const auto before, runtime::checkSettings(work, store::SettingKind::Pause, campus.str(),
                                                              "pause of dispatch of " + campus.str(), version));
    if (known->row.paused == paused) {
        return before;
    }
    auto& database = work.database();
    EVENHAND_TRY(store::campuses::setPaused(database, campus, paused));
    EVENHAND_TRY(store::settingChanges::count(database, store::SettingKind::Pause, campus.str(), work.now(),
                                              work.call().actor.name));
    if (!paused) {
        EVENHAND_TRY(publishWake(work, campus));
    }
    emitCampus(work, campus);
    return before + 1;
}

Result<void> upsertCouriers(UnitOfWork& work, const std::vector<api::CourierInput>& couriers) {
    EVENHAND_TRY(validateCouriers(couriers));
    EVENHAND_TRY(work.lock([&](auto& roots) {
        for (const auto& input : couriers) {
            roots.add(input.campus);
        }
    }));
    auto& database = work.database();
    std::map<CampusId, std::optional<CampusRecord>> campuses;
    std::map<CourierId, CourierRecord> known;
    for (const auto& input : couriers) {
        EVENHAND_TRY(checkSeen(work, input));
        EVENHAND_ASSIGN(auto courier, store::couriers::find(database, input.id));
        if (courier && courier->campus != input.campus) {
            return fail(ErrorCode::InvalidArgument,
                        "a courier cannot change its campus (" + courier->campus.str() + ")", "campus",
                        input.campus.str());
        }
        if (courier && courier->disabledAt && input.onDuty) {
            return fail(disabledCourier(input.id));
        }
        if (courier) {
            known.emplace(input.id, std::move(*courier));
        }
        if (!campuses.contains(input.campus)) {
            EVENHAND_ASSIGN(campuses[input.campus], store::campuses::find(database, input.campus));
        }
    }
    for (auto& [id, record] : campuses) {
        if (!record) {
            record.emplace();
            record->row = {id, id.str(), {}};
            EVENHAND_TRY(store::campuses::insert(database, record->row, work.now()));
            emitCampus(work, id);
        }
    }
    std::set<CampusId> joined;
    for (const auto& input : couriers) {
        const auto& campus = campuses[input.campus]->row;
        auto record = known.find(input.id);
        if (record != known.end()) {
            EVENHAND_TRY(changeContact(work, record->second, input));
        } else {
            EVENHAND_TRY(addCourier(work, input, campus));
            record = known.emplace(input.id, CourierRecord{input.id, input.campus, input.name, input.phone}).first;
        }
        EVENHAND_INVARIANT(record->second.campus == campus.id,
                           "a courier would come on duty at a campus that is not theirs, and be given its orders");
        EVENHAND_ASSIGN(const auto changed, changeDuty(work, input.id, campus, record->second.onDuty, input.onDuty));
        record->second.onDuty = input.onDuty;
        if (changed != 0 && input.onDuty) {
            joined.insert(campus.id);
        }
        emitCourier(work, input.id, campus.id);
    }
    for (const auto& campus : joined) {
        EVENHAND_TRY(publishWake(work, campus));
    }
    return {};
}

Result<std::int64_t> setDuty(UnitOfWork& work, const CourierId& courier, bool onDuty, std::int64_t version) {
    EVENHAND_ASSIGN(const auto known, store::couriers::find(work.database(), courier, store::Hold::Change));
    if (!known) {
        return fail(ErrorCode::NotFound, "no such courier", "courier", courier.str());
    }
    if (onDuty && known->disabledAt) {
        return fail(disabledCourier(courier));
    }
    EVENHAND_ASSIGN(const auto campus, store::campuses::find(work.database(), known->campus));
    if (!campus) {
        return fail(ErrorCode::Internal, "the courier's campus is missing", "campus", known->campus.str());
    }
    EVENHAND_ASSIGN(const auto last, store::couriers::lastDuty(work.database(), courier));
    if (version != 0 && version != last.version) {
        return fail(dutyChanged(courier, last, "version"));
    }
    EVENHAND_ASSIGN(const auto changed, changeDuty(work, courier, campus->row, known->onDuty, onDuty));
    if (changed == 0) {
        return last.version;
    }
    if (onDuty) {
        EVENHAND_TRY(publishWake(work, campus->row.id));
    }
    emitCourier(work, courier, campus->row.id);
    return changed;
}

Result<std::int64_t> setLoadLimit(UnitOfWork& work, const CourierId& courier, std::optional<std::int64_t> limit,
                                  std::int64_t version) {
    if (limit) {
        EVENHAND_TRY(base::within(*limit, 0, api::kMaxLoadLimit, "load_limit"));
    }
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto known, store::couriers::find(database, courier, store::Hold::Change));
    if (!known) {
        return fail(ErrorCode::NotFound, "no such courier", "courier", courier.str());
    }
    EVENHAND_ASSIGN(const auto before, runtime::checkSettings(work, store::SettingKind::LoadLimit, courier.str(),
                                                              "load limit of " + courier.str(), version));
    if (known->loadLimit == limit) {
        return before;
    }
    EVENHAND_ASSIGN(const auto campus, store::campuses::find(database, known->campus));
    const auto ofCampus = campus ? campus->row.policy.loadLimit : 0;
    EVENHAND_TRY(store::couriers::setLoadLimit(database, courier, limit));
    EVENHAND_TRY(store::settingChanges::count(database, store::SettingKind::LoadLimit, courier.str(), work.now(),
                                              work.call().actor.name));
    EVENHAND_TRY(changeLimit(work, known->campus, known->loadLimit.value_or(ofCampus), limit.value_or(ofCampus),
                             [keys = CampusKeys(known->campus), courier, limit](keyspace::Keyspace& keyspace) {
                                 return setOwnLimit(keyspace, keys, courier.str(), limit);
                             }));
    emitCourier(work, courier, known->campus);
    return before + 1;
}

}  // namespace evenhand::dispatch
