// SPDX-License-Identifier: GPL-3.0-or-later
// The Lua state behind ScriptHost, and what its C functions need while a script runs. Private to engine/script.
//
// C functions called by Lua may be left by longjmp, so whatever they keep across a call into Lua lives here, in
// members that are reused, and never in a local with a destructor.
// Thread: confined to the owner of the ScriptHost.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <lua.hpp>

#include "engine/keyspace/reply.h"
#include "engine/script/script_host.h"

namespace evenhand::script {

/// Fixed slots at the bottom of the main stack.
enum Slot : int {
    kSlotHandler = 1,
    kSlotKeys,
    kSlotArgv,
    kSlotGlobals,  ///< the real table of globals behind the stand-in
    kSlotDirect,   ///< as that, with the libraries' real tables: for scripts that cannot write to tables
    kSlotErr,      ///< from here on: field names of replies
    kSlotOk,
    kSlotDouble,
    kSlotBigNumber,
    kSlotVerbatim,
    kSlotFormat,
    kSlotString,
    kSlotMap,
    kSlotSet,
    kSlotLast = kSlotSet
};

/// Small-block allocator for Lua with accounting: free lists by 16-byte class up to 256 bytes, malloc beyond.
class LuaMemory {
public:
    LuaMemory() = default;
    ~LuaMemory();
    LuaMemory(const LuaMemory&) = delete;
    LuaMemory& operator=(const LuaMemory&) = delete;

    void* resize(void* block, std::size_t oldSize, std::size_t newSize) noexcept;

    std::size_t used = 0;
    std::size_t limit = SIZE_MAX;  ///< growth beyond it fails; SIZE_MAX outside of a protected run
    /// Past this much the collector is set from lazy to its usual pace; see Vm::tuneCollector.
    bool large = false;
    lua_State* state = nullptr;

private:
    struct Free {
        Free* next;
    };
    static constexpr std::size_t kGrain = 16;
    static constexpr std::size_t kMaxPooled = 256;
    void* take(std::size_t size) noexcept;
    void give(void* block, std::size_t size) noexcept;

    std::array<Free*, kMaxPooled / kGrain + 1> m_free{};
    std::vector<void*> m_slabs;
    char* m_slab = nullptr;
    std::size_t m_slabLeft = 0;
};

/// drand48-family generator with 48 bits of state, as scripts see it in math.random on every Redis.
class Lrand48 {
public:
    void seed(std::int32_t value) noexcept;
    /// [0, 2^31).
    std::int32_t next() noexcept;

private:
    std::uint64_t m_state = 0x1234abcd330eULL;
};

struct StringHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
};

/// A compiled script.
struct Function {
    int reference = 0;
    bool writesTables = true;  ///< see ChunkTraits
};

/// KEYS or ARGV. What a script cannot have changed stays for the next run, which often has much of it again.
struct ArgumentTable {
    int slot;
    const char* name;
    std::vector<std::string_view> held{};  ///< what is in it, as the strings' own bytes
};

struct Vm {
    Vm(keyspace::EmbeddedKeyspace& keyspaceToUse, ScriptLimits limitsToKeep, const Clock* clockOrNull);
    ~Vm();
    Vm(const Vm&) = delete;
    Vm& operator=(const Vm&) = delete;

    /// The Vm of any thread of this state.
    static Vm& of(lua_State* L) noexcept;

    /// Runs a compiled function and converts what it returns.
    keyspace::Reply run(Function function, std::string_view sha1, std::span<const std::string_view> keys,
                        std::span<const std::string_view> args);

    // --- used by redis.call, none raises a Lua error or throws --------------------------------------------
    /// Gathers the arguments on the stack of `L` into `args`; the fault to raise, or nullptr.
    const char* gatherArguments(lua_State* L) noexcept;
    /// Runs the command in `args`; false if memory ran out. The answer is in `reply`.
    bool execute() noexcept;

    keyspace::EmbeddedKeyspace& keyspace;
    const ScriptLimits limits;
    const Clock* const clock;

    LuaMemory memory;
    lua_State* L = nullptr;
    std::unordered_map<std::string, Function, StringHash, std::equal_to<>> functions;  ///< by SHA-1

    std::vector<std::string_view> args;
    std::vector<std::array<char, 32>> numbers;  ///< texts of number arguments
    keyspace::Reply reply;
    Lrand48 random;

    bool running = false;
    bool timedOut = false;
    std::int64_t instructionsLeft = 0;
    std::int64_t deadlineNs = 0;  ///< monotonic; 0 until the hook first asks

    /// Set by another thread: whatever runs is past its time.
    std::atomic<bool> interrupted{false};
    /// True once the run is past its time: only with a clock, or interrupted.
    bool pastDeadline() noexcept;

private:
    void setArray(ArgumentTable& table, std::span<const std::string_view> values);
    void resetArray(ArgumentTable& table);
    void finishArray(ArgumentTable& table, bool writesTables);
    keyspace::Reply failure(int status, std::string_view sha1);
    void tuneCollector();

    ArgumentTable m_keys{kSlotKeys, "KEYS"};
    ArgumentTable m_argv{kSlotArgv, "ARGV"};
};

/// Puts the limits on a new coroutine, unless the script is being stopped already (then it inherits that).
void watchCoroutine(lua_State* L, lua_State* coroutine);
/// Charges a resume, so that many short coroutines count as well; raises once the script is to be stopped.
void chargeResume(lua_State* L);
/// Charges what a C function has done, in instructions; raises once the script is to be stopped.
void chargeWork(lua_State* L, std::int64_t instructions);

// --- sandbox.cpp ----------------------------------------------------------------------------------------------
/// Opens the libraries on a fresh state, protects them, and fills the fixed slots.
void openSandbox(lua_State* L);
/// Leaves on the stack a stand-in for the table on top of the stack (which it replaces): same content, read-only.
void protectTable(lua_State* L);

// --- patterns.cpp ---------------------------------------------------------------------------------------------
/// The functions of the string library, on top of the stack, that match patterns: the same, within limits.
void replacePatternFunctions(lua_State* L);

// --- redis_api.cpp --------------------------------------------------------------------------------------------
/// Leaves the `redis` table on the stack.
void pushRedisTable(lua_State* L);
/// Pushes {err = "CODE message"}; `text` as in a reply, or without code.
void pushError(lua_State* L, std::string_view text, bool hasCode);
/// Message handler of every run: turns any error into a table with err, source and line.
int errorHandler(lua_State* L);

// --- reply_conversion.cpp -------------------------------------------------------------------------------------
/// Pushes a command's reply; may raise a Lua error.
void pushReply(lua_State* L, const keyspace::Reply& reply);
/// Pops the value on top of the main stack. Outside of protected calls only.
keyspace::Reply popReply(lua_State* L);
/// CR and LF become spaces, as in every error and status reply of Redis.
void flattenLines(std::string& text);

}  // namespace evenhand::script
