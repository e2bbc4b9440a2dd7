// SPDX-License-Identifier: GPL-3.0-or-later
// What every membership asks of whoever wants to join. Thread: pure, any thread.
#pragma once

#include <cstdint>

#include "engine/api/membership.h"

namespace evenhand::cluster {

/// As api::Membership::join() says: InvalidArgument (id, name, positions, lease_ms).
[[nodiscard]] Result<void> checkMember(const api::Member& member, std::int64_t leaseMs);

}  // namespace evenhand::cluster
