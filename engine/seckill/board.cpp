// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/board.h"

#include "engine/base/number_text.h"
#include "engine/runtime/topics.h"
#include "engine/seckill/activities.h"
#include "engine/seckill_slots/slots.h"

namespace evenhand::seckill {
namespace {

using runtime::UnitOfWork;

/// [pending, first id, last id, consumers], once somebody has read.
Result<void> readStream(UnitOfWork& work, const ActivityKeys& keys, api::SeckillBoard& board) {
    board.pending = 0;
    if (const auto pending = work.keyspace().call({"XPENDING", keys.stream, kGroup});
        pending && pending->elements.size() >= 2) {
        board.pending = pending->elements[0].integer;
        const auto& first = pending->elements[1].text;
        if (const auto ms = base::numberFrom(std::string_view(first).substr(0, first.find('-')))) {
            board.oldestPending = Instant{*ms};
        }
    }
    board.lag = std::max<std::int64_t>(0, *board.streamLength - *board.pending);
    EVENHAND_ASSIGN(const auto done, work.keyspace().call({"HGET", runtime::countersKey(keys.topic), "acknowledged"}));
    board.acknowledged = base::numberFrom(done.text).value_or(0);
    return {};
}

}  // namespace

Result<api::SeckillBoard> boardOf(UnitOfWork& work, SharedState& shared, const ActivityId& activity) {
    api::SeckillBoard board;
    EVENHAND_ASSIGN(board.row, needActivity(work.database(), activity));
    board.at = work.now();
    board.phase = phaseOf(board.row, work.now());
    const bool running =
        board.row.state == api::ActivityState::Started || board.row.state == api::ActivityState::Stopped;
    if (running) {
        const auto& keys = shared.keys(activity);
        EVENHAND_ASSIGN(const auto found, figures(work.keyspace(), keys));
        if (found.state) {
            board.stock = found.stock;
            board.reserved = board.streamLength = found.messages;
            board.slots = found.slots;
            EVENHAND_TRY(readStream(work, keys, board));
        }
        board.agrees = found.state == board.row.state && found.stock == board.row.left - found.messages &&
                       found.slots == found.messages + board.row.ordered;
    }
    if (const auto counter = shared.counters.find(activity); counter != shared.counters.end()) {
        board.attempts = counter->second.totals();
        board.seconds = counter->second.seconds(work.now());
    }
    if (const auto latency = shared.latencies.find(activity); latency != shared.latencies.end()) {
        board.orderP50Ms = latency->second.quantile(0.5);
        board.orderP99Ms = latency->second.quantile(0.99);
    }
    return board;
}

}  // namespace evenhand::seckill
