// SPDX-License-Identifier: GPL-3.0-or-later
// A keyspace with a script host, and replies as one line of text, for the tests of engine/script.
#pragma once

#include <string>
#include <vector>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/script/script_host.h"

namespace evenhand::script {

/// nil, 5, "bulk", +status, -error, [array …].
inline std::string line(const keyspace::Reply& reply) {
    using Type = keyspace::Reply::Type;
    switch (reply.type) {
        case Type::Nil:
        case Type::NilArray: return "nil";
        case Type::Integer: return std::to_string(reply.integer);
        case Type::Bulk: return "\"" + reply.text + "\"";
        case Type::Status: return "+" + reply.text;
        case Type::Error: return "-" + reply.text;
        case Type::Array: break;
    }
    std::string all = "[";
    for (const auto& element : reply.elements) {
        all += (all.size() > 1 ? " " : "") + line(element);
    }
    return all + "]";
}

struct Bench {
    explicit Bench(ScriptLimits limits = {}, const Clock* clock = nullptr) : host(keyspace, limits, clock) {
        keyspace.setNow({1'700'000'000'000});
    }
    keyspace::Reply eval(std::string_view source, std::vector<std::string_view> keys = {},
                         std::vector<std::string_view> args = {}) {
        return host.evalSource(source, keys, args);
    }
    std::string text(std::string_view source, std::vector<std::string_view> keys = {},
                     std::vector<std::string_view> args = {}) {
        return line(eval(source, std::move(keys), std::move(args)));
    }
    std::string command(std::vector<std::string_view> args) { return line(keyspace.execute(args)); }

    keyspace::EmbeddedKeyspace keyspace;
    ScriptHost host;
};

}  // namespace evenhand::script
