// SPDX-License-Identifier: GPL-3.0-or-later
// A unit of work locks the roots that it decides about (database/roots.h) before it reads them. What is read of an
// order to decide on it, of a sale, a task or a person, is read under its lock by the store that finds it; a rule that
// decides on several kinds, or finds its roots only by reading, asks for all of them first (UnitOfWork::lock()),
// because the order in which they are asked for is not the order that stands fast.
//
// Where one engine writes all of this is one comparison with nullptr. Where several do, it is a statement for each kind
// that the transaction does not hold yet: prefetched for the whole batch (ReadAhead), none for most units.
// Thread: that of the Database.
#pragma once

#include <utility>

#include "engine/base/result.h"
#include "engine/store/database/database.h"
#include "engine/store/database/roots.h"

namespace evenhand::store {

/// True: some of them were not held before, so others may have changed them: what was read of them is to be read again.
/// Errors fault the transaction as a Conflict where somebody else holds them for too long, or in a circle.
[[nodiscard]] Result<bool> lockRoots(Database& database, const Roots& roots);

/// Of one.
template <typename Id>
[[nodiscard]] Result<bool> lockRoot(Database& database, const Id& id, Hold hold = Hold::Change) {
    return database.roots() == nullptr ? Result<bool>(false) : lockRoots(database, Roots().add(id, hold));
}

/// The roots are locked that `name(roots, value)` names of what `read()` finds (a Result of what may be none), and it
/// is read again where others may have changed it. `read` finds the same row again, whatever has become of it.
template <typename Read, typename Name>
[[nodiscard]] auto readLocked(Database& database, Read read, Name name) -> decltype(read()) {
    auto found = read();
    if (database.roots() == nullptr || !found || !*found) {
        return found;
    }
    Roots roots;
    name(roots, **found);
    EVENHAND_ASSIGN(const bool again, lockRoots(database, roots));
    if (!again) {
        return found;
    }
    return read();
}

}  // namespace evenhand::store
