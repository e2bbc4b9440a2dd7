// SPDX-License-Identifier: GPL-3.0-or-later
#include "scripts/script_generators.h"

namespace evenhand::conformance {
namespace {

/// Numbers near each other, mostly in order, so that some are there already.
ScriptCase append(Draw& draw) {
    ScriptCase result{.keys = {"{o" + draw.number(0, 1) + "}:stream"}, .args = {}};
    const auto count = draw.rng.between(1, 5);
    auto number = draw.rng.between(1, 60);
    for (std::int64_t i = 0; i < count; ++i) {
        result.args.push_back(std::to_string(number));
        result.args.push_back(draw.name("m", 9));
        number += draw.rng.between(draw.chance(10) ? -2 : 1, 3);
        number = number < 1 ? 1 : number;
    }
    if (draw.chance(10)) {  // so that small numbers are new again
        result.before.push_back({"DEL", result.keys.front()});
    }
    if (draw.chance(20)) {
        result.before.push_back({"XDEL", result.keys.front(), draw.number(1, 60)});
    }
    return result;
}

const Registration kAppend("outbox_append", append);

}  // namespace
}  // namespace evenhand::conformance
