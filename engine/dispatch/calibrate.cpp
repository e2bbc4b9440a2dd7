// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/calibrate.h"

#include <unordered_map>
#include <utility>

#include "engine/dispatch/assign.h"
#include "engine/dispatch/steps.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/weight_store.h"

namespace evenhand::dispatch {

using runtime::UnitOfWork;

Result<std::vector<api::CalibrationRow>> compareWeights(store::Database& database, keyspace::Keyspace& keyspace,
                                                        const CampusId& campus) {
    EVENHAND_ASSIGN(const auto implied, store::weights::implied(database, campus));
    EVENHAND_ASSIGN(const auto snapshot, weights(keyspace, CampusKeys(campus)));
    std::unordered_map<std::string, std::int64_t> current(snapshot.kept.begin(), snapshot.kept.end());
    for (const auto& [courier, weight] : snapshot.onDuty) {
        current[courier.str()] = weight;
    }
    std::vector<api::CalibrationRow> rows;
    rows.reserve(implied.size());
    for (const auto& courier : implied) {
        const auto& id = courier.courier.str();
        const auto open = snapshot.open.find(id);
        const auto weight = current.find(id);
        api::CalibrationRow row;
        row.courier = courier.courier;
        row.name = courier.name;
        row.onDuty = courier.onDuty;
        row.current = weight == current.end() ? 0 : weight->second;
        row.computed = courier.weight - (open == snapshot.open.end() ? 0 : open->second);
        row.difference = row.computed - row.current;
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<std::vector<api::CalibrationRow>> previewCalibration(UnitOfWork& work, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto known, store::campuses::find(work.database(), campus));
    if (!known) {
        return fail(ErrorCode::NotFound, "no such campus", "campus", campus.str());
    }
    return compareWeights(work.database(), work.keyspace(), campus);
}

namespace {

/// Conflict where a difference is not the one that was previewed. An assignment moves both weights of a courier, so
/// only a calibration or another drift changes it.
Result<void> checkSeen(UnitOfWork& work, const std::vector<api::CalibrationRow>& seen,
                       const std::vector<api::CalibrationRow>& rows) {
    std::unordered_map<std::string, std::int64_t> differences;
    for (const auto& row : seen) {
        differences.emplace(row.courier.str(), row.difference);
    }
    for (const auto& row : rows) {
        const auto& id = row.courier.str();
        const auto previewed = differences.find(id);  // who has come since has no difference either
        if (row.difference == (previewed == differences.end() ? 0 : previewed->second)) {
            continue;
        }
        if (row.difference != 0) {
            return fail(ErrorCode::Conflict, "the difference of courier " + id + " is another one than was previewed",
                        "courier", id);
        }
        EVENHAND_ASSIGN(const auto last, store::weights::lastCalibration(work.database(), row.courier));
        return fail(ErrorCode::Conflict,
                    "the weight of courier " + id + " was calibrated meanwhile" +
                        (last ? runtime::byWhom(last->actor, last->at, {}) : std::string()),
                    "courier", id);
    }
    return {};
}

}  // namespace

Result<std::vector<api::CalibrationRow>> calibrate(UnitOfWork& work, const CampusId& campus,
                                                   const std::vector<api::CalibrationRow>& seen) {
    EVENHAND_TRY(work.lock([&](auto& roots) { roots.add(campus); }));
    EVENHAND_ASSIGN(auto rows, previewCalibration(work, campus));
    if (!seen.empty()) {
        EVENHAND_TRY(checkSeen(work, seen, rows));
    }
    std::vector<Adjustment> adjustments;
    for (const auto& row : rows) {
        if (row.difference != 0) {
            adjustments.push_back({row.courier.str(), row.difference, row.onDuty});
        }
    }
    if (adjustments.empty()) {
        return rows;
    }
    const auto& call = work.call();
    for (const auto& adjustment : adjustments) {
        const CourierId courier(adjustment.courier);
        using Kind = api::WeightEntryKind;
        EVENHAND_TRY(store::weights::add(work.database(), courier, work.now(), Kind::Drift, -adjustment.difference,
                                         call.actor.name, "found by calibration"));
        EVENHAND_TRY(store::weights::add(work.database(), courier, work.now(), Kind::Calibration, adjustment.difference,
                                         call.actor.name, call.reason));
        api::Event event;
        event.kind = api::Event::Kind::CourierChanged;
        event.courier = courier;
        event.campus = campus;
        work.emit(std::move(event));
    }
    // At once: another calibration is to find the weights right. Differences add up, so this can be taken back whatever
    // has happened to the weights since.
    EVENHAND_TRY(adjust(work.keyspace(), CampusKeys(campus), work.rng().uuid(), adjustments));
    work.undoWith([&] {
        auto back = adjustments;
        for (auto& adjustment : back) {
            adjustment.difference = -adjustment.difference;
        }
        return [keys = CampusKeys(campus), id = work.rng().uuid(),
                back = std::move(back)](keyspace::Keyspace& keyspace) -> Result<void> {
            EVENHAND_TRY(adjust(keyspace, keys, id, back));
            return {};
        };
    });
    EVENHAND_TRY(settleSpread(work, campus));
    return rows;
}

}  // namespace evenhand::dispatch
