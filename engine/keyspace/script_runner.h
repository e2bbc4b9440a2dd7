// SPDX-License-Identifier: GPL-3.0-or-later
// What runs Lua for the keyspace. Thread: confined to the owner of the keyspace.
#pragma once

#include <span>
#include <string_view>

#include "engine/keyspace/keyspace.h"

namespace evenhand::keyspace {

/// Runs Lua for EVAL/EVALSHA/SCRIPT and for run(); implemented by engine/script, injected so that the keyspace
/// does not depend on Lua.
class ScriptRunner {
public:
    virtual ~ScriptRunner() = default;
    /// Never throws. The reply is of type Error where the script failed; text as in Redis 7.0.
    virtual Reply evalSource(std::string_view source, std::span<const std::string_view> keys,
                             std::span<const std::string_view> args) = 0;
    /// `NOSCRIPT No matching script.` if unknown. `sha1` in either case.
    virtual Reply evalSha(std::string_view sha1, std::span<const std::string_view> keys,
                          std::span<const std::string_view> args) = 0;
    /// Fast path for scripts compiled into the program: `script.sha1` is trusted, compiled once and cached.
    virtual Reply evalScript(const Script& script, std::span<const std::string_view> keys,
                             std::span<const std::string_view> args) = 0;
    /// SCRIPT LOAD / EXISTS / FLUSH: `args` without the word SCRIPT.
    virtual Reply scriptCommand(std::span<const std::string_view> args) = 0;
};

}  // namespace evenhand::keyspace
