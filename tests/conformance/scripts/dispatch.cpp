// SPDX-License-Identifier: GPL-3.0-or-later
#include "scripts/script_generators.h"

namespace evenhand::conformance {
namespace {

struct Campus {
    std::string weights, kept, medians, open, log, released, calibrated, inHand, limits, maker;
};

Campus campus(Draw& draw) {
    const std::string tag = "{" + draw.name("c", 2) + "}:";
    const std::string assignment = draw.name("o", 12) + ":" + draw.number(1, 2);
    return {tag + "w",
            tag + "kept",
            tag + "med",
            tag + "open",
            tag + "log:" + assignment,
            tag + "rel:" + assignment,
            tag + draw.name("cal", 3),
            tag + "hand",
            tag + "limits",
            tag + "maker:" + assignment};
}

std::string courier(Draw& draw) { return draw.name("k", 8); }
std::string step(Draw& draw) { return draw.number(1, 5); }
std::string attempt(Draw& draw) { return draw.name("m", 3); }

ScriptCase enrol(Draw& draw) {
    const Campus c = campus(draw);
    return {.keys = {c.weights, c.kept}, .args = {courier(draw), draw.number(0, 1000)}};
}

ScriptCase join(Draw& draw) {
    const Campus c = campus(draw);
    ScriptCase result{.keys = {c.weights, c.kept, c.medians},
                      .args = {courier(draw), draw.of({"fair_from_now", "catch_up"})}};
    if (draw.chance(40)) {
        result.args.push_back(draw.chance(40) ? "tell" : draw.number(-50, 50));
        if (draw.chance(40)) {
            result.args.push_back(draw.number(0, 1000));
        }
    }
    return result;
}

ScriptCase leave(Draw& draw) {
    const Campus c = campus(draw);
    return {.keys = {c.weights, c.kept, c.medians}, .args = {courier(draw)}};
}

ScriptCase take(Draw& draw) {
    const Campus c = campus(draw);
    ScriptCase result{.keys = {c.weights, c.log, c.open, c.inHand, c.limits},
                      .args = {step(draw), draw.farMs(), draw.number(0, 4), draw.number(0, 3)}};
    if (draw.chance(50)) {
        result.args.push_back(draw.chance(50) ? courier(draw) : "");
        if (draw.chance(60)) {
            result.args.push_back(draw.chance(50) ? courier(draw) : "");
            if (draw.chance(50)) {
                result.args.push_back(draw.of({"1", "0", ""}));
            }
        }
    }
    if (draw.chance(40)) {
        result.keys.push_back(c.maker);
        result.args.resize(7);
        result.args.push_back(attempt(draw));
    }
    return result;
}

ScriptCase top(Draw& draw) {
    const Campus c = campus(draw);
    return {.keys = {c.weights, c.log, c.inHand, c.limits},
            .args = {draw.number(0, 4), draw.number(0, 3), draw.chance(30) ? courier(draw) : "",
                     draw.chance(30) ? courier(draw) : "", draw.of({"1", ""})}};
}

ScriptCase charge(Draw& draw) {
    const Campus c = campus(draw);
    ScriptCase result{.keys = {c.weights, c.kept, c.log, c.open, c.inHand, c.limits},
                      .args = {courier(draw), step(draw), draw.farMs(), draw.of({"1", ""})}};
    if (draw.chance(40)) {
        result.keys.push_back(c.maker);
        result.args.push_back(attempt(draw));
    }
    return result;
}

ScriptCase release(Draw& draw) {
    const Campus c = campus(draw);
    return {.keys = {c.weights, c.kept, c.log, c.open, c.released, c.inHand},
            .args = {courier(draw), step(draw), draw.farMs()}};
}

ScriptCase undoTake(Draw& draw) {
    const Campus c = campus(draw);
    ScriptCase result{.keys = {c.weights, c.kept, c.log, c.open, c.inHand}, .args = {}};
    if (draw.chance(60)) {
        result.keys.push_back(c.maker);
        result.args.push_back(attempt(draw));
    }
    return result;
}

ScriptCase forgetLog(Draw& draw) {
    const Campus c = campus(draw);
    return {.keys = draw.chance(50) ? std::vector<std::string>{c.log, c.open}
                                    : std::vector<std::string>{c.log, c.open, c.maker},
            .args = {}};
}

ScriptCase adjust(Draw& draw) {
    const Campus c = campus(draw);
    ScriptCase result{.keys = {c.weights, c.kept, c.calibrated}, .args = {draw.farMs()}};
    for (std::uint64_t i = draw.rng.below(4); i > 0; --i) {
        result.args.insert(result.args.end(), {courier(draw), draw.number(-50, 50), draw.number(0, 1)});
    }
    return result;
}

ScriptCase weights(Draw& draw) {
    const Campus c = campus(draw);
    return {.keys = {c.weights, c.kept, c.open}, .args = {}, .pairsAt = {1, 2}};
}

const Registration kAdjust("dispatch_adjust", adjust);
const Registration kCharge("dispatch_charge", charge);
const Registration kEnrol("dispatch_enrol", enrol);
const Registration kForgetLog("dispatch_forget_log", forgetLog);
const Registration kJoin("dispatch_join", join);
const Registration kLeave("dispatch_leave", leave);
const Registration kRelease("dispatch_release", release);
const Registration kTake("dispatch_take", take);
const Registration kTop("dispatch_top", top);
const Registration kUndoTake("dispatch_undo_take", undoTake);
const Registration kWeights("dispatch_weights", weights);

}  // namespace
}  // namespace evenhand::conformance
