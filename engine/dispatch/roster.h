// SPDX-License-Identifier: GPL-3.0-or-later
// Campuses, their policies, their couriers and who is on duty.
// Thread: the engine's; stateless. Everything is checked before the first write.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::dispatch {

/// InvalidArgument naming the field of a policy that is out of range.
[[nodiscard]] Result<void> validatePolicy(const api::CampusPolicy& policy);
/// Of a campus that is there `paused` is left as it is: whoever saves a policy may have read it before a pause.
[[nodiscard]] Result<void> upsertCampus(runtime::UnitOfWork& work, const api::CampusRow& row);
/// NotFound; Conflict for a stale version (0: whatever it is now); nothing to do if already so. Answers the version
/// since.
[[nodiscard]] Result<std::int64_t> setPaused(runtime::UnitOfWork& work, const CampusId& campus, bool paused,
                                             std::int64_t version = 0);
/// All or none. A campus that is not known is made with the default policy. Conflict (version, duty_version) for what
/// is not as it was seen; Disabled: one that is disabled would come on duty.
[[nodiscard]] Result<void> upsertCouriers(runtime::UnitOfWork& work, const std::vector<api::CourierInput>& couriers);
/// As setPaused(); Disabled for one who would come on duty.
[[nodiscard]] Result<std::int64_t> setDuty(runtime::UnitOfWork& work, const CourierId& courier, bool onDuty,
                                           std::int64_t version = 0);

/// As setPaused(). `limit`: as DispatchDesk::setLoadLimit().
[[nodiscard]] Result<std::int64_t> setLoadLimit(runtime::UnitOfWork& work, const CourierId& courier,
                                                std::optional<std::int64_t> limit, std::int64_t version = 0);

}  // namespace evenhand::dispatch
