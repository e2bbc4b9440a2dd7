// SPDX-License-Identifier: GPL-3.0-or-later
// One at a time: a lock in the keyspace that ends by itself, each function one script of ../../lua (lock_*). It keeps
// work from being done twice; it proves nothing, for a holder that was stopped for longer than its lease goes on as if
// it still had it. Whatever must not happen twice has a unique key or a compare-and-set in the database.
// Thread: that of the keyspace; stateless. Errors: Script, Storage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/keyspace/keyspace.h"

namespace evenhand::locks {

/// Where a lock stands: both under the hash tag of what it guards. Several locks may share a counter.
struct LockKeys {
    std::string lock;
    std::string fence;  ///< counter of fencing values
};

/// A lock as somebody has it.
struct Grant {
    std::string holder;
    std::int64_t fence = 0;  ///< greater than that of every grant before it
    std::int64_t leaseMs = 0;
};

/// `holder`: who asks, by a name that nobody has who works at the same time; asked again by its holder the lock is
/// granted anew. Busy: somebody else has it.
[[nodiscard]] Result<Grant> take(keyspace::Keyspace& keyspace, const LockKeys& keys, std::string_view holder,
                                 std::int64_t leaseMs, Instant now);
/// The lease begins anew. Conflict: it has run out, or another grant has the lock by now.
[[nodiscard]] Result<void> renew(keyspace::Keyspace& keyspace, const LockKeys& keys, const Grant& grant);
/// False: as with renew(), nothing was done.
[[nodiscard]] Result<bool> release(keyspace::Keyspace& keyspace, const LockKeys& keys, const Grant& grant);

}  // namespace evenhand::locks
