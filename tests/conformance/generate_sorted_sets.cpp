// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_generator.h"

namespace evenhand::conformance {

Arguments CommandGenerator::sortedSets() {
    if (chance(10)) {  // the set of equal scores, the only kind where ranges by name are defined
        return {"ZADD", equalScoresKey(), "0", member(), "0", member()};
    }
    const std::string name = key('z');
    switch (m_rng.below(9)) {
        case 0:
        case 1:
        case 2: {
            Arguments command{"ZADD", name};
            some(command, pick({"NX", "XX", "nx"}), 20);
            some(command, pick({"GT", "LT"}), 20);
            some(command, pick({"CH", "ch"}), 20);
            some(command, "INCR", 12);
            for (std::uint64_t i = 1 + (chance(30) ? m_rng.below(4) : 0); i > 0; --i) {
                command.push_back(score());
                command.push_back(member());
            }
            return command;
        }
        case 3: return {"ZINCRBY", name, score(), member()};
        case 4: return {"ZSCORE", name, member()};
        case 5: return {"ZCARD", name};
        case 6: {
            Arguments command{"ZREM", name, member()};
            some(command, member(), 50);
            return command;
        }
        case 7: {
            Arguments command{pick({"ZPOPMIN", "ZPOPMAX"}), name};
            some(command, count(), 50);
            return command;
        }
        default: return {"ZREMRANGEBYSCORE", name, scoreBound(), scoreBound()};
    }
}

Arguments CommandGenerator::sortedSetRanges() {
    const std::string name = key('z');
    Arguments command;
    switch (m_rng.below(7)) {
        case 0: return {"ZCOUNT", name, scoreBound(), scoreBound()};
        case 1: command = {"ZREVRANGE", name, number(), number()}; break;
        case 2:
        case 3:
            command = {pick({"ZRANGEBYSCORE", "ZREVRANGEBYSCORE"}), name, scoreBound(), scoreBound()};
            some(command, "WITHSCORES", 40);
            if (chance(40)) {
                command.insert(command.end(), {"LIMIT", count(), count()});
            }
            some(command, "WITHSCORES", 5);
            return command;
        case 4: command = {"ZRANGE", name, number(), number()}; break;
        case 5: command = {"ZRANGE", name, scoreBound(), scoreBound(), "BYSCORE"}; break;
        default: command = {"ZRANGE", equalScoresKey(), lexBound(), lexBound(), "BYLEX"}; break;
    }
    some(command, pick({"REV", "rev"}), command[0] == "ZRANGE" ? 30 : 2);
    if (chance(command.size() > 4 ? 40 : 4)) {
        command.insert(command.end(), {"LIMIT", count(), count()});
    }
    some(command, pick({"WITHSCORES", "withscores"}), 40);
    some(command, "bad", 1);
    return command;
}

}  // namespace evenhand::conformance
