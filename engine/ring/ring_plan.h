// SPDX-License-Identifier: GPL-3.0-or-later
// The ring as it would be if more workers joined: who owns what then, and what moves. The positions of those to be
// added are drawn as a worker draws its own, but from a seed: so a plan stays the same as long as it is asked with the
// same seed, and the plan of more workers begins with that of fewer. Which positions they get in the end is drawn when
// they join; the shares will be near these. Thread: pure, any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/api/task_board.h"

namespace evenhand::tasks {

/// `members` in the order in which the plan shall have them; `add` >= 0.
[[nodiscard]] api::RingPlan planRing(std::vector<api::Member> members, std::int64_t add, std::uint64_t seed);

}  // namespace evenhand::tasks
