// SPDX-License-Identifier: GPL-3.0-or-later
// Runs Lua 5.1 scripts on the embedded keyspace with the semantics of Redis 7.0: KEYS and ARGV, redis.call and
// redis.pcall, reply conversion both ways, error texts, protected globals, the sandbox, deterministic math.random.
//
// Offered to scripts: the base library without dofile, loadfile, print, getfenv, setfenv and newproxy; coroutine,
// string, table, math; redis.call, pcall, error_reply, status_reply, sha1hex, log, setresp(2), set_repl and
// replicate_commands (both without effect). Not offered, unlike Redis: cjson, cmsgpack, struct, bit, setresp(3),
// acl_check_cmd, breakpoint, debug, the flags of a `#!lua` line, precompiled chunks, replies nested deeper than 1000.
// math.random begins anew in every script (Redis 7.0 goes on where the last one stopped). Tables that Redis makes
// read-only are empty stand-ins in front of the real ones (stock Lua has no read-only tables); pairs(), next() and
// rawget() see through them.
//
// Invariants:
//  - a script leaves nothing behind in the Lua state: globals and libraries cannot be changed, KEYS and ARGV are
//    replaced where a script altered them.
//  - a script that exceeds a limit ends with an error and cannot catch a time-out; what it had written by then
//    stays written, so the caller undoes it (EmbeddedKeyspace::undoTo).
//  - Lua errors (longjmp) never pass over a C++ object with a destructor, C++ exceptions never over a Lua frame.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"

namespace evenhand::script {

struct Vm;
struct Function;

/// What one run may use before it is stopped.
struct ScriptLimits {
    std::size_t memoryBytes = std::size_t{64} << 20;  ///< of the whole Lua state
    std::int64_t instructions =
        400'000'000;              ///< of the virtual machine, looked at every 10,000; also steps of matching
    std::int64_t timeMs = 5'000;  ///< only with a clock
};

class ScriptHost final : public keyspace::ScriptRunner {
public:
    /// Attaches itself to `keyspace` as its runner and detaches in the destructor; the keyspace must outlive it.
    /// `clock` may be null: then only the instruction limit ends a script, which is deterministic.
    explicit ScriptHost(keyspace::EmbeddedKeyspace& keyspace, ScriptLimits limits = {}, const Clock* clock = nullptr);
    ~ScriptHost() override;
    ScriptHost(const ScriptHost&) = delete;
    ScriptHost& operator=(const ScriptHost&) = delete;

    keyspace::Reply evalSource(std::string_view source, std::span<const std::string_view> keys,
                               std::span<const std::string_view> args) override;
    keyspace::Reply evalSha(std::string_view sha1, std::span<const std::string_view> keys,
                            std::span<const std::string_view> args) override;
    keyspace::Reply evalScript(const keyspace::Script& script, std::span<const std::string_view> keys,
                               std::span<const std::string_view> args) override;
    /// `args[0]` is the subcommand: LOAD, EXISTS, FLUSH, KILL, HELP.
    keyspace::Reply scriptCommand(std::span<const std::string_view> args) override;

    /// True if the latest run was stopped by the time or instruction limit; its reply then starts with "BUSY".
    [[nodiscard]] bool timedOut() const noexcept;
    /// Ends the script that runs as if its time were over, and every later one. Any thread.
    void interrupt() noexcept;
    /// Bytes held by the Lua state.
    [[nodiscard]] std::size_t memoryUsed() const noexcept;

private:
    /// A compiled script of lua/, found by the address of its SHA-1 (and then compared).
    struct Recent {
        std::string_view sha1;
        int reference = 0;
        bool writesTables = true;
    };
    static constexpr std::size_t kRecent = 64;

    /// Finds or compiles; an Error, or OK with `function` set.
    keyspace::Reply compile(std::string_view sha1, std::string_view source, Function& function);

    keyspace::EmbeddedKeyspace& m_keyspace;
    std::unique_ptr<Vm> m_vm;
    std::array<Recent, kRecent> m_recent{};  ///< points into m_vm->functions
};

}  // namespace evenhand::script
