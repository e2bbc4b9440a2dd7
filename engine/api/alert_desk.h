// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts as the outside sees them: the list, what people do to them, and from when on something is one.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include "engine/api/alert_types.h"
#include "engine/api/call.h"

namespace evenhand::api {

class AlertDesk {
public:
    virtual ~AlertDesk() = default;

    // --- reads; permission Read
    /// Open ones (not resolved) if neither states nor ids are named.
    virtual Answer<std::vector<AlertRow>> page(const Call& call, AlertQuery query) = 0;
    /// How many there are on all pages.
    virtual Answer<std::int64_t> count(const Call& call, AlertQuery query) = 0;
    /// Those of the campus, empty: of all; and those that belong to none.
    virtual Answer<AlertCounts> counts(const Call& call, CampusId campus) = 0;
    virtual Answer<AlertLimits> limits(const Call& call) = 0;

    /// Permission ManagePolicies. InvalidArgument names the field (repeat_ms, spread, budget_percent, pace_percent,
    /// backup_age_ms) and the value; Conflict for a stale version. They hold from now on: what has fired stays until it
    /// is looked at again.
    virtual Answer<void> setLimits(const Call& call, AlertLimits limits) = 0;

    // --- one alert or a frozen selection; permission Dispatch. Rows: NotFound, WrongStatus (it is resolved), Conflict
    // (version).
    virtual Answer<std::vector<AlertOutcome>> acknowledge(const Call& call, std::vector<AlertRef> alerts) = 0;
    /// Fires again at `until`, which must be after engine time and within 10 years.
    virtual Answer<std::vector<AlertOutcome>> silence(const Call& call, std::vector<AlertRef> alerts,
                                                      Instant until) = 0;
    /// By hand; reason needed, it becomes the resolution.
    virtual Answer<std::vector<AlertOutcome>> resolve(const Call& call, std::vector<AlertRef> alerts) = 0;
};

}  // namespace evenhand::api
