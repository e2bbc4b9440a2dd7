// SPDX-License-Identifier: GPL-3.0-or-later
// One queue of a campaign that runs: what it holds, what it is to hold, and how it is made anew.
//
// The amounts of a queue are known by the campaign's seed, in the order of drawing, so what its chunks hold is always
// the end of them. How many places draws hold, and what they keep, say the rows. A queue that is made anew lacks the
// first places, as many as draws hold; compensation is what is left of its amounts then. Which places were given back
// and taken again is not in the rows: were those that draws hold worth more than the first ones, the largest are taken
// for held, and what is left goes before the chunks.
// Thread: as Sides; stateless.
#pragma once

#include <cstdint>
#include <span>

#include "engine/draws/keys.h"
#include "engine/rebuild/sides.h"

namespace evenhand::rebuild {

/// What the rows say of a queue.
struct QueueRows {
    std::int64_t places = 0;  ///< granted draws, given back or not: a place stays used
    std::int64_t kept = 0;    ///< minor units granted and not given back
};

/// `share`: all amounts that the queue was built of. `width`: bytes of an amount in a chunk. WorkspaceDamaged
/// (campaign): the rows grant more than there was.
[[nodiscard]] Result<void> settleQueue(const Sides& sides, Tally& tally, const campaigns::QueueKeys& keys,
                                       std::span<const std::int64_t> share, std::int64_t width, const QueueRows& rows);

/// Of a campaign that has ended: its figures say what was not spent, and its lists are gone.
[[nodiscard]] Result<void> settleEndedQueue(const Sides& sides, Tally& tally, const campaigns::QueueKeys& keys,
                                            std::span<const std::int64_t> share, const QueueRows& rows);

}  // namespace evenhand::rebuild
