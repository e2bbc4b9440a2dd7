// SPDX-License-Identifier: GPL-3.0-or-later
#include "scripts/script_generators.h"

namespace evenhand::conformance {
namespace {

struct Shard {
    std::string record, totals, flight, back;
};
struct Queue {
    std::string step, chunks, returned, compensation, figures, back;
};

std::string drawId(Draw& draw) { return draw.name("d", 6); }
Shard shard(Draw& draw, const std::string& id) {
    const std::string tag = "{h" + draw.number(0, 1) + "}:";
    return {tag + "draw:" + id, tag + "totals", tag + "flight", tag + "back:" + id};
}
Queue queue(Draw& draw, const std::string& id) {
    const std::string tag = "{q" + draw.number(0, 1) + "}:";
    return {tag + "draw:" + id,   tag + "chunks",  tag + "returned",
            tag + "compensation", tag + "figures", tag + "back:" + id};
}
std::string user(Draw& draw) { return draw.of({"ann", "bob", "c:d"}); }
std::string mark(Draw& draw) { return draw.chance(60) ? "0" : draw.farMs(); }
std::string bound(Draw& draw) { return draw.chance(30) ? "-1" : draw.number(0, 900); }
/// A width of 2: the take of a queue that another width has filled would read past its end.
constexpr std::int64_t kWidth = 2;
std::string chunk(Draw& draw, std::int64_t amounts) {
    std::string text;
    for (std::int64_t i = 0; i < amounts; ++i) {
        const auto amount = draw.rng.between(1, 1000);
        text.push_back(static_cast<char>(amount >> 8));
        text.push_back(static_cast<char>(amount & 0xff));
    }
    return text;
}

ScriptCase begin(Draw& draw) {
    const auto id = drawId(draw);
    const Shard h = shard(draw, id);
    return {.keys = {h.record, h.flight}, .args = {id, draw.number(1, 50), user(draw)}};
}
ScriptCase take(Draw& draw) {
    const Queue q = queue(draw, drawId(draw));
    return {.keys = {q.step, q.chunks, q.returned, q.compensation, q.figures},
            .args = draw.chance(30) ? std::vector<std::string>{std::to_string(kWidth), user(draw), "1"}
                                    : std::vector<std::string>{std::to_string(kWidth), user(draw)}};
}
ScriptCase settle(Draw& draw) {
    const auto id = drawId(draw);
    const Shard h = shard(draw, id);
    ScriptCase result{.keys = {h.record, h.totals},
                      .args = {draw.number(0, 3), draw.number(1, 1000), draw.chance(50) ? "0" : draw.number(1, 1000),
                               draw.number(1, 4), draw.number(1, 2500), bound(draw), bound(draw)}};
    if (draw.chance(60)) {  // so that there is something to settle
        result.before.push_back({"SET", h.record, "B:" + draw.number(1, 50) + ":" + draw.of({"ann", "bob"})});
    }
    if (draw.chance(40)) {  // a draw without a record
        result.args.push_back(user(draw));
    }
    return result;
}
ScriptCase giveReturn(Draw& draw) {
    const Queue q = queue(draw, drawId(draw));
    ScriptCase result{.keys = {q.step, q.returned, q.compensation, q.figures}, .args = {"0", "0"}};
    if (draw.chance(60)) {
        const auto amount = draw.rng.between(1, 1000);
        const auto compensation = draw.chance(50) ? 0 : draw.rng.between(1, 1000);
        result.args = {std::to_string(draw.rng.between(0, amount)), std::to_string(draw.rng.between(0, compensation))};
        if (draw.chance(30)) {  // taken without a record
            result.args.push_back(std::to_string(amount));
            result.args.push_back(std::to_string(compensation));
        } else {
            result.before.push_back(
                {"SET", q.step, "T:" + std::to_string(amount) + ":" + std::to_string(compensation) + ":" + user(draw)});
        }
    }
    return result;
}
ScriptCase close(Draw& draw) {
    const auto id = drawId(draw);
    if (draw.chance(50)) {
        return {.keys = {queue(draw, id).step}, .args = {mark(draw), id}};
    }
    const Shard h = shard(draw, id);
    return {.keys = {h.record, h.flight}, .args = {mark(draw), id}};
}
ScriptCase undoShard(Draw& draw) {
    const Shard h = shard(draw, drawId(draw));
    ScriptCase result{.keys = {h.record, h.totals}, .args = {draw.farMs(), user(draw)}};
    if (draw.chance(50)) {
        result.args.push_back(draw.number(1, 50));
        if (draw.chance(50)) {  // so that it began at this instant
            result.before.push_back({"SET", h.record, draw.of({"B:", "S:"}) + result.args.back() + ":ann"});
        }
    }
    return result;
}
ScriptCase undoQueue(Draw& draw) {
    const Queue q = queue(draw, drawId(draw));
    return {.keys = {q.step, q.returned, q.compensation, q.figures}, .args = {draw.farMs(), user(draw)}};
}
ScriptCase refundShard(Draw& draw) {
    const Shard h = shard(draw, drawId(draw));
    return {.keys = {h.back, h.totals}, .args = {draw.of({"ann", "bob"}), draw.number(1, 900), mark(draw)}};
}
ScriptCase refundQueue(Draw& draw) {
    const Queue q = queue(draw, drawId(draw));
    return {.keys = {q.back, q.compensation, q.figures}, .args = {draw.number(1, 900), mark(draw)}};
}
ScriptCase fill(Draw& draw) {
    const Queue q = queue(draw, "");
    ScriptCase result{.keys = {q.chunks, q.figures},
                      .args = {draw.number(0, 3), draw.number(1, 20), draw.number(1, 900)}};
    for (auto i = draw.rng.between(1, 4); i > 0; --i) {
        result.args.push_back(chunk(draw, draw.rng.between(1, 6)));
    }
    return result;
}
ScriptCase end(Draw& draw) {
    const Queue q = queue(draw, "");
    // Seldom for long, or all queues would have ended.
    ScriptCase result{.keys = {q.chunks, q.returned, q.compensation, q.figures}, .args = {}};
    if (draw.chance(80)) {
        result.before.push_back({"HDEL", q.figures, "ended"});
    }
    return result;
}

const Registration kBegin("campaign_begin", begin);
const Registration kClose("campaign_close", close);
const Registration kEnd("campaign_end", end);
const Registration kFill("campaign_fill", fill);
const Registration kRefundShard("campaign_refund_shard", refundShard);
const Registration kRefundQueue("campaign_refund_queue", refundQueue);
const Registration kReturn("campaign_return", giveReturn);
const Registration kSettle("campaign_settle", settle);
const Registration kTake("campaign_take", take);
const Registration kUndoShard("campaign_undo_shard", undoShard);
const Registration kUndoQueue("campaign_undo_queue", undoQueue);

}  // namespace
}  // namespace evenhand::conformance
