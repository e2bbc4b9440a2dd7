// SPDX-License-Identifier: GPL-3.0-or-later
// The seam between business rules and the Redis-compatible state they work on: embedded in this process, or a
// real Redis. Rules only see this interface.
// Thread: confined to the thread that owns the unit of work.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/keyspace/reply.h"

namespace evenhand::keyspace {

/// One script of lua/, compiled into the program. `sha1` is the lower-case hex digest of `source`, as Redis computes
/// it.
struct Script {
    std::string_view name;  ///< file name without ".lua"
    std::string_view source;
    std::string_view sha1;
};

class Keyspace {
public:
    virtual ~Keyspace() = default;

    /// Runs one command: `args[0]` is its name. A reply of type Error is a refusal by the keyspace (wrong type,
    /// wrong arity, …) and comes back as ErrorCode::Script with the Redis text; a lost connection as Storage.
    [[nodiscard]] virtual Result<Reply> call(std::span<const std::string_view> args) = 0;

    /// Runs one script atomically. Errors as call(); a script that fails has still done what it did before failing
    /// (as in Redis), which is why a unit of work undoes the command that it belongs to.
    [[nodiscard]] virtual Result<Reply> run(const Script& script, std::span<const std::string_view> keys,
                                            std::span<const std::string_view> args) = 0;

    [[nodiscard]] Result<Reply> call(std::initializer_list<std::string_view> args) {
        return call(std::span(args.begin(), args.size()));
    }
    [[nodiscard]] Result<Reply> run(const Script& script, std::initializer_list<std::string_view> keys,
                                    std::initializer_list<std::string_view> args) {
        return run(script, std::span(keys.begin(), keys.size()), std::span(args.begin(), args.size()));
    }
};

}  // namespace evenhand::keyspace
