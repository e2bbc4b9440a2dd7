// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the keyspace, each walked in pieces: a campus, a slice of timers, a slice of a sale, a campaign, a
// topic. A piece is looked at on both sides at one moment, so that everything else may go on between two of them.
// Thread: as Sides; stateless but for the cursor, which is a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/amounts/amounts.h"
#include "engine/rebuild/sides.h"
#include "engine/seckill/compare.h"

namespace evenhand::rebuild {

/// How far the walk of a part has come; each part uses what it needs.
struct Cursor {
    bool ended = false;
    std::int64_t item = 0;             ///< campus, kind of timer, campaign or topic: its place or number
    std::size_t stage = 0;             ///< of the item
    std::int64_t offset = 0;           ///< of the next entry in a key
    std::int64_t entries = 0;          ///< armed timers, or messages that are missing, so far
    std::int64_t afterMs = INT64_MIN;  ///< due instant of the last timer
    OrderId afterOrder{};              ///< and its order
    seckill::Comparison sale{};
    /// Amounts of a campaign as they are made. Copies of a cursor share them: they only ever grow, whoever goes on.
    std::shared_ptr<campaigns::AmountBuilder> amounts{};
};

/// One piece; `cursor.ended` after the last one.
[[nodiscard]] Result<void> stepWeights(const Sides& sides, Cursor& cursor, Tally& tally);
[[nodiscard]] Result<void> stepTimers(const Sides& sides, Cursor& cursor, Tally& tally);
[[nodiscard]] Result<void> stepStocks(const Sides& sides, Cursor& cursor, Tally& tally);
[[nodiscard]] Result<void> stepQueues(const Sides& sides, Cursor& cursor, Tally& tally);
[[nodiscard]] Result<void> stepStreams(const Sides& sides, Cursor& cursor, Tally& tally);

}  // namespace evenhand::rebuild
