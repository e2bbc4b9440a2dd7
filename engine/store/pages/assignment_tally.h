// SPDX-License-Identifier: GPL-3.0-or-later
// How many orders each courier of a campus was assigned since a day began and still has, kept between reads: the first
// one of a day counts them in an index, later ones only what came since, however many there are.
//
// It rests on this: engine time never goes back, so once a command of `now` has been answered, whatever is assigned or
// taken away at an earlier instant is committed. Up to there counts are final; from there on they are counted each
// time. Thread: that of the Database, always the same one.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/base/ids.h"
#include "engine/store/database/database.h"

namespace evenhand::store {

class AssignmentTally {
public:
    using Counts = std::map<std::string, std::int64_t>;  ///< courier; those without any may be left out

    /// As committed now. `now`: engine time of a command that was answered before.
    [[nodiscard]] Result<Counts> since(Database& database, const CampusId& campus, Instant dayStart, Instant now);

private:
    struct Kept {
        std::int64_t opened = -1;  ///< which connection's
        Instant from;
        Instant until;
        Counts counts;  ///< assigned in [from, until) and not taken away before `until`
    };
    std::map<CampusId, Kept> m_kept;
};

}  // namespace evenhand::store
