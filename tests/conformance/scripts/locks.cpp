// SPDX-License-Identifier: GPL-3.0-or-later
#include "scripts/script_generators.h"

namespace evenhand::conformance {
namespace {

struct Lock {
    std::string lock, fence;
};

/// Locks that share a counter.
Lock lock(Draw& draw) {
    const std::string tag = "{l" + draw.number(0, 1) + "}:";
    return {tag + "lock:" + draw.name("u", 4), tag + "fence"};
}
std::string holder(Draw& draw) { return draw.name("h", 3); }

ScriptCase take(Draw& draw) {
    const Lock l = lock(draw);
    ScriptCase result{.keys = {l.lock, l.fence}, .args = {holder(draw), draw.farMs(), draw.number(0, 400)}};
    if (draw.chance(30)) {  // so that somebody else can have it
        result.before.push_back({"DEL", l.lock});
    }
    if (draw.chance(5)) {
        result.before.push_back({"DEL", l.fence});
    }
    return result;
}
/// A grant as the caller believes it to be: that of the key, or another one's.
std::vector<std::string> grant(Draw& draw, const Lock& l, ScriptCase& result) {
    const auto who = holder(draw);
    const auto fence = draw.number(1, 3);
    if (draw.chance(60)) {
        result.before.push_back(
            {"HSET", l.lock, "holder", draw.chance(70) ? who : holder(draw), "fence", draw.number(1, 3)});
        result.before.push_back({"PEXPIRE", l.lock, draw.farMs()});
    }
    return {who, fence};
}
ScriptCase renew(Draw& draw) {
    const Lock l = lock(draw);
    ScriptCase result{.keys = {l.lock}, .args = {}};
    result.args = grant(draw, l, result);
    result.args.push_back(draw.farMs());
    return result;
}
ScriptCase release(Draw& draw) {
    const Lock l = lock(draw);
    ScriptCase result{.keys = {l.lock}, .args = {}};
    result.args = grant(draw, l, result);
    return result;
}

const Registration kRelease("lock_release", release);
const Registration kRenew("lock_renew", renew);
const Registration kTake("lock_take", take);

}  // namespace
}  // namespace evenhand::conformance
