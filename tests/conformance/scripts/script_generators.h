// SPDX-License-Identifier: GPL-3.0-or-later
// Generators of KEYS and ARGV for the scripts of lua/, one per script: test_scripts runs every script with them on
// both sides. A script without one fails the test. To add one, write in a .cpp of this folder (all are compiled in):
//
//     ScriptCase myScript(Draw& draw) { return {.keys = {"{c}:a"}, .args = {draw.number(1, 9)}}; }
//     const Registration kMyScript("my_script", myScript);
//
// Draw keys and values from small pools, so that scripts of a family meet each other's data, and deadlines from
// Draw::farMs(). Commands in `before` run first, on both sides.
// Thread: static registration before main(), then confined to the test.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "engine/base/rng.h"

namespace evenhand::conformance {

struct ScriptCase {
    std::vector<std::string> keys;
    std::vector<std::string> args;
    std::vector<Arguments> before{};
    /// Elements of the reply that are pairs in no order (HGETALL); kWholeReply: the reply itself.
    std::vector<int> pairsAt{};
    /// Elements of the reply that are a set in no order (SMEMBERS).
    std::vector<int> setsAt{};
    static constexpr int kWholeReply = -1;
};

class Draw {
public:
    explicit Draw(std::uint64_t seed) : rng(seed) {}
    bool chance(std::uint64_t percent) { return rng.below(100) < percent; }
    std::string number(std::int64_t low, std::int64_t high) { return std::to_string(rng.between(low, high)); }
    /// prefix + 0 … count-1
    std::string name(std::string_view prefix, std::uint64_t count) {
        return std::string(prefix) + std::to_string(rng.below(count));
    }
    std::string of(const std::vector<std::string>& choices) { return choices[rng.below(choices.size())]; }
    /// A TTL that does not end during the test.
    std::string farMs() { return number(1'000'000'000, 9'000'000'000); }

    Rng rng;
};

using ScriptGenerator = ScriptCase (*)(Draw&);

class Registration {
public:
    Registration(std::string_view script, ScriptGenerator generator);
};

/// Null if the script has none.
[[nodiscard]] ScriptGenerator generatorOf(std::string_view script);
[[nodiscard]] std::vector<std::string> registeredScripts();

}  // namespace evenhand::conformance
