// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/calibration_source.h"

#include <algorithm>

#include "engine/dispatch/calibrate.h"
#include "engine/store/records/campus_store.h"

namespace evenhand::dispatch {

std::optional<Instant> CalibrationSource::nextDue() {
    if (!m_known) {
        return Instant{0};  // at once: to look
    }
    std::optional<Instant> earliest;
    for (const auto& [campus, due] : m_due) {
        if (!earliest || due < *earliest) {
            earliest = due;
        }
    }
    return earliest;
}

Result<void> CalibrationSource::load(runtime::UnitOfWork& work) {
    EVENHAND_ASSIGN(const auto campuses, store::campuses::all(work.database()));
    m_due.clear();
    for (const auto& campus : campuses) {
        const bool ours = !m_owns || m_owns(name(), campus.row.id.str());
        if (ours && campus.row.policy.calibrateMinute >= 0) {
            m_due[campus.row.id] = m_day.nextAt(campus.calibrateFrom, campus.row.policy.calibrateMinute);
        }
    }
    m_known = true;
    return {};
}

Result<void> CalibrationSource::runDue(runtime::UnitOfWork& work) {
    if (!m_known) {
        return load(work);
    }
    const auto due =
        std::find_if(m_due.begin(), m_due.end(), [&](const auto& entry) { return entry.second <= work.now(); });
    if (due == m_due.end()) {
        return {};
    }
    const auto [campus, at] = *due;
    m_known = false;  // what is written below may be undone with its batch: look again
    EVENHAND_TRY(work.lock([&id = due->first](auto& roots) { roots.add(id); }));
    if (m_owns) {  // the engine that it fell to before may have done it meanwhile
        EVENHAND_ASSIGN(const auto now, store::campuses::find(work.database(), campus, store::Hold::Change));
        if (!now || now->row.policy.calibrateMinute < 0 ||
            m_day.nextAt(now->calibrateFrom, now->row.policy.calibrateMinute) > work.now()) {
            return {};
        }
    }
    if (m_act) {
        EVENHAND_TRY(m_act(work, campus, at));
    } else {
        EVENHAND_TRY(calibrate(work, campus));
    }
    return store::campuses::setCalibrateFrom(work.database(), campus, work.now());
}

}  // namespace evenhand::dispatch
