// SPDX-License-Identifier: GPL-3.0-or-later
#include "scripts/script_generators.h"

namespace evenhand::conformance {
namespace {

struct Sale {
    std::string live, slots, stream, answers, fence;
};

Sale sale(Draw& draw) {
    const std::string tag = "{seckill@@" + draw.name("a", 2) + "}";
    return {"seckill:" + tag + ":live", "seckill:" + tag + ":slots", "stream:" + tag, "seckill:" + tag + ":answers",
            "seckill:" + tag + ":fence"};
}
/// Few users, so that they come twice.
std::string user(Draw& draw) { return draw.name("u", 12); }
std::string order(Draw& draw) { return draw.name("N", 12); }
/// Around the begin (100 or 110) and the end (200 or 210).
std::string instant(Draw& draw) { return draw.number(90, 215); }
std::string begin(Draw& draw) { return draw.of({"100", "110"}); }
std::string end(Draw& draw) { return draw.of({"200", "210"}); }
std::string state(Draw& draw) { return draw.of({"started", "started", "started", "started", "stopped", "ended"}); }

ScriptCase preload(Draw& draw) {
    return {.keys = {sale(draw).live}, .args = {state(draw), begin(draw), end(draw), draw.number(0, 6)}};
}
ScriptCase reserve(Draw& draw) {
    const Sale s = sale(draw);
    ScriptCase given{.keys = {s.live, s.slots, s.stream}, .args = {instant(draw), user(draw), order(draw), "*"}};
    if (draw.chance(50)) {
        given.keys.push_back(s.answers);
        given.args.push_back(draw.name("r", 8));
    }
    if (draw.chance(40)) {  // so that most attempts find a sale
        given.args[0] = "150";
    }
    if (draw.chance(3)) {
        given.before = {{"HDEL", s.live, "stock"}};
    }
    return given;
}
ScriptCase release(Draw& draw) {
    const Sale s = sale(draw);
    return {.keys = {s.live, s.slots},
            .args = {user(draw), order(draw), draw.of({"1", "1", "0"}), draw.chance(80) ? "" : order(draw)}};
}
/// Of a reservation that is made just before, or of one that never was; read by a consumer or not.
ScriptCase undoReserve(Draw& draw) {
    const Sale s = sale(draw);
    const auto who = user(draw);
    const auto no = order(draw);
    const auto id = draw.number(1, 9) + "-1";
    ScriptCase given{.keys = {s.live, s.slots, s.stream}, .args = {who, no, id, "seckill"}};
    if (draw.chance(70)) {
        given.before = {
            {"DEL", s.stream}, {"XADD", s.stream, id, "user", who, "no", no}, {"HSET", s.slots, who, no + " " + id}};
    }
    if (draw.chance(40)) {
        given.before.push_back({"XGROUP", "CREATE", s.stream, "seckill", "0", "MKSTREAM"});
        if (draw.chance(50)) {
            given.before.push_back({"XREADGROUP", "GROUP", "seckill", "c", "STREAMS", s.stream, ">"});
        }
    }
    if (draw.chance(50)) {
        given.keys.push_back(s.answers);
        given.args.push_back(draw.name("r", 8));
    }
    return given;
}
ScriptCase set(Draw& draw) { return {.keys = {sale(draw).live}, .args = {state(draw), end(draw)}}; }
ScriptCase topUp(Draw& draw) { return {.keys = {sale(draw).live}, .args = {draw.number(1, 9)}}; }
ScriptCase finish(Draw& draw) {
    const Sale s = sale(draw);
    ScriptCase given{.keys = {s.live, s.slots, s.stream, s.stream + ":retry", s.stream + ":attempts",
                              s.stream + ":counters", s.answers, s.fence},
                     .args = {draw.farMs()}};
    if (draw.chance(50)) {
        given.before = {{"DEL", s.live}};
    }
    return given;
}
ScriptCase mend(Draw& draw) {
    return {.keys = {sale(draw).live}, .args = {"started", begin(draw), end(draw), draw.number(0, 6)}};
}

const Registration kEnd("seckill_end", finish);
const Registration kMend("seckill_mend", mend);
const Registration kPreload("seckill_preload", preload);
const Registration kRelease("seckill_release", release);
const Registration kReserve("seckill_reserve", reserve);
const Registration kSet("seckill_set", set);
const Registration kTopUp("seckill_top_up", topUp);
const Registration kUndoReserve("seckill_undo_reserve", undoReserve);

}  // namespace
}  // namespace evenhand::conformance
