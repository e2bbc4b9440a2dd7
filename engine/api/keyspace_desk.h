// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace compared with the database, and built anew from it where it was lost or damaged. What the database does
// not know is lost with a keyspace: draws under way, reservations that are no orders yet, charges without an
// assignment. Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <vector>

#include "engine/api/call.h"
#include "engine/api/keyspace_types.h"

namespace evenhand::api {

class KeyspaceDesk {
public:
    virtual ~KeyspaceDesk() = default;

    /// Permission Read. Beside everything else, piece by piece, each piece at one moment. `parts`: empty means all of
    /// them. InvalidArgument (parts: one of them twice).
    virtual Answer<KeyspaceComparison> compare(const Call& call, std::vector<KeyspacePart> parts) = 0;
    /// Permission ManageBackups, reason needed. Puts right what differs, piece by piece, each in a unit of its own, and
    /// then compares again: that is the answer, with what was put right. Doing it again changes nothing more. `parts`:
    /// as above; all of them also begin a new generation. Conflict (campaign: draws of it are under way). What was put
    /// right before an error stays so.
    virtual Answer<KeyspaceComparison> rebuild(const Call& call, std::vector<KeyspacePart> parts) = 0;
};

}  // namespace evenhand::api
