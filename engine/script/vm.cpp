// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/script/vm.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "engine/base/log.h"

namespace evenhand::script {
namespace {

constexpr int kHookEvery = 10'000;
// A coroutine counts for itself from when it is made: what it does before its first look must be small, and is
// paid for with every resume.
constexpr int kHookEveryInCoroutine = 100;
constexpr std::size_t kSlabBytes = std::size_t{64} << 10;
constexpr std::size_t kLargeState = std::size_t{4} << 20;
// Small states are collected less often (a cycle costs a walk over all libraries), but before their garbage leaves the
// processor's nearest caches and the table of strings has to grow for it; large ones at Lua's own pace, so that garbage
// alone never reaches the memory limit.
constexpr int kLazyPause = 300;
constexpr int kUsualPause = 200;
constexpr std::size_t kMaxArray = 64;
constexpr std::size_t kHeldBytes = 4096;  // of KEYS or ARGV between runs

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kPooled = false;  // let the sanitizer see every block
#else
constexpr bool kPooled = true;
#endif

void* allocate(void* context, void* block, std::size_t oldSize, std::size_t newSize) {
    return static_cast<Vm*>(context)->memory.resize(block, oldSize, newSize);
}

int panic(lua_State* L) {
    const char* text = lua_tostring(L, -1);
    base::log(base::LogLevel::Error, "script", text != nullptr ? text : "Lua failed outside of a script");
    std::abort();
}

void hook(lua_State* L, lua_Debug* /*unused*/);

void stopUnlessWithin(lua_State* L, std::int64_t instructions) {
    Vm& vm = Vm::of(L);
    if (!vm.timedOut) {
        vm.instructionsLeft -= instructions;
        if (vm.instructionsLeft > 0 && !vm.pastDeadline()) {
            return;
        }
        vm.timedOut = true;
    }
    // From now on every line raises again, so that neither pcall nor a coroutine can keep the script alive.
    lua_sethook(vm.L, hook, LUA_MASKLINE | LUA_MASKCOUNT, 1);
    lua_sethook(L, hook, LUA_MASKLINE | LUA_MASKCOUNT, 1);
    pushError(L, "BUSY Script exceeded its time limit and was stopped", true);
    lua_error(L);
}

void hook(lua_State* L, lua_Debug* /*unused*/) { stopUnlessWithin(L, lua_gethookcount(L)); }

/// Text of a number as Redis passes it to a command: "%.17g", which for integers below 1e17 is their digits.
std::size_t numberText(lua_Number value, std::array<char, 32>& out) noexcept {
    if (value > -1e17 && value < 1e17 && value == std::floor(value) && (value != 0 || !std::signbit(value))) {
        const auto end = std::to_chars(out.data(), out.data() + out.size(), static_cast<std::int64_t>(value));
        return static_cast<std::size_t>(end.ptr - out.data());
    }
    return static_cast<std::size_t>(std::snprintf(out.data(), out.size(), "%.17g", value));
}

}  // namespace

void watchCoroutine(lua_State* L, lua_State* coroutine) {
    if (!Vm::of(L).timedOut) {
        lua_sethook(coroutine, hook, LUA_MASKCOUNT, kHookEveryInCoroutine);
    }
}

void chargeResume(lua_State* L) {
    Vm& vm = Vm::of(L);
    vm.instructionsLeft -= kHookEveryInCoroutine;
    if (vm.timedOut || vm.instructionsLeft <= 0) {
        hook(L, nullptr);
    }
}

void chargeWork(lua_State* L, std::int64_t instructions) { stopUnlessWithin(L, instructions); }

// --- LuaMemory ------------------------------------------------------------------------------------------------

LuaMemory::~LuaMemory() {
    for (void* slab : m_slabs) {
        std::free(slab);
    }
}

void* LuaMemory::take(std::size_t size) noexcept {
    if (!kPooled || size > kMaxPooled) {
        return std::malloc(size);
    }
    const std::size_t index = (size + kGrain - 1) / kGrain;
    if (Free* block = m_free[index]; block != nullptr) {
        m_free[index] = block->next;
        return block;
    }
    const std::size_t bytes = index * kGrain;
    if (m_slabLeft < bytes) {
        void* slab = std::malloc(kSlabBytes);
        if (slab == nullptr) {
            return nullptr;
        }
        try {
            m_slabs.push_back(slab);
        } catch (const std::bad_alloc&) {
            std::free(slab);
            return nullptr;
        }
        m_slab = static_cast<char*>(slab);
        m_slabLeft = kSlabBytes;
    }
    void* block = m_slab;
    m_slab += bytes;
    m_slabLeft -= bytes;
    return block;
}

void LuaMemory::give(void* block, std::size_t size) noexcept {
    if (!kPooled || size > kMaxPooled) {
        std::free(block);
        return;
    }
    auto* entry = static_cast<Free*>(block);
    const std::size_t index = (size + kGrain - 1) / kGrain;
    entry->next = m_free[index];
    m_free[index] = entry;
}

void* LuaMemory::resize(void* block, std::size_t oldSize, std::size_t newSize) noexcept {
    if (block == nullptr) {
        oldSize = 0;
    }
    if (newSize == 0) {
        if (block != nullptr) {
            give(block, oldSize);
            used -= oldSize;
        }
        return nullptr;
    }
    if (newSize > oldSize && used + (newSize - oldSize) > limit) {
        return nullptr;
    }
    void* result = nullptr;
    if (block == nullptr) {
        result = take(newSize);
    } else if (!kPooled || (oldSize > kMaxPooled && newSize > kMaxPooled)) {
        result = std::realloc(block, newSize);
    } else if (newSize <= kMaxPooled && (oldSize + kGrain - 1) / kGrain == (newSize + kGrain - 1) / kGrain) {
        result = block;
    } else {
        result = take(newSize);
        if (result != nullptr) {
            std::memcpy(result, block, oldSize < newSize ? oldSize : newSize);
            give(block, oldSize);
        }
    }
    if (result == nullptr) {
        return newSize <= oldSize ? block : nullptr;  // Lua relies on shrinking never to fail
    }
    used = used - oldSize + newSize;
    if (used > kLargeState && !large && state != nullptr) {
        large = true;
        lua_gc(state, LUA_GCSETPAUSE, kUsualPause);  // only stores a number
    }
    return result;
}

// --- Lrand48 --------------------------------------------------------------------------------------------------

void Lrand48::seed(std::int32_t value) noexcept {
    m_state = (std::uint64_t{static_cast<std::uint32_t>(value)} << 16) | 0x330eU;
}

std::int32_t Lrand48::next() noexcept {
    m_state = (m_state * 0x5deece66dULL + 0xbU) & 0xffffffffffffULL;
    return static_cast<std::int32_t>(m_state >> 17);
}

// --- Vm -------------------------------------------------------------------------------------------------------

Vm::Vm(keyspace::EmbeddedKeyspace& keyspaceToUse, ScriptLimits limitsToKeep, const Clock* clockOrNull)
    : keyspace(keyspaceToUse), limits(limitsToKeep), clock(clockOrNull) {
    L = lua_newstate(allocate, this);
    if (L == nullptr) {
        throw std::bad_alloc();
    }
    lua_atpanic(L, panic);
    memory.state = L;
    lua_gc(L, LUA_GCSETPAUSE, kLazyPause);
    openSandbox(L);
}

Vm::~Vm() {
    memory.state = nullptr;
    lua_close(L);
}

Vm& Vm::of(lua_State* L) noexcept {
    void* context = nullptr;
    lua_getallocf(L, &context);
    return *static_cast<Vm*>(context);
}

/// The clock is first read after 10,000 instructions: short scripts never pay for it.
bool Vm::pastDeadline() noexcept {
    if (interrupted.load(std::memory_order_relaxed)) {
        return true;
    }
    if (clock == nullptr) {
        return false;
    }
    const std::int64_t nowNs = clock->monotonicNs();
    if (deadlineNs == 0) {
        deadlineNs = nowNs + limits.timeMs * 1'000'000;
    }
    return nowNs >= deadlineNs;
}

void Vm::setArray(ArgumentTable& table, std::span<const std::string_view> values) {
    auto& held = table.held;
    for (std::size_t i = values.size(); i < held.size(); ++i) {
        lua_pushnil(L);
        lua_rawseti(L, table.slot, static_cast<int>(i + 1));
    }
    const std::size_t before = held.size();
    held.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i < before && held[i] == values[i]) {
            continue;
        }
        lua_pushlstring(L, values[i].data(), values[i].size());
        held[i] = {lua_tostring(L, -1), values[i].size()};
        lua_rawseti(L, table.slot, static_cast<int>(i + 1));
    }
}

/// Empties KEYS or ARGV for the next run; a table that a script altered otherwise, or a large one, is replaced.
void Vm::resetArray(ArgumentTable& table) {
    const int slot = table.slot;
    bool pristine = table.held.size() <= kMaxArray;
    if (pristine) {
        for (std::size_t index = 1; index <= table.held.size(); ++index) {
            lua_pushnil(L);
            lua_rawseti(L, slot, static_cast<int>(index));
        }
        lua_pushnil(L);
        if (lua_next(L, slot) != 0) {
            lua_pop(L, 2);
            pristine = false;
        } else if (lua_getmetatable(L, slot) != 0) {
            lua_pop(L, 1);
            pristine = false;
        }
    }
    table.held.clear();
    if (!pristine) {
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_replace(L, slot);
        for (const int globals : {kSlotGlobals, kSlotDirect}) {
            lua_pushstring(L, table.name);
            lua_pushvalue(L, slot);
            lua_rawset(L, globals);
        }
        lua_pop(L, 1);
    }
}

void Vm::finishArray(ArgumentTable& table, bool writesTables) {
    std::size_t bytes = 0;
    for (const std::string_view value : table.held) {
        bytes += value.size();
    }
    if (writesTables || bytes > kHeldBytes || table.held.size() > kMaxArray) {
        resetArray(table);
    }
}

keyspace::Reply Vm::run(Function function, std::string_view sha1, std::span<const std::string_view> keys,
                        std::span<const std::string_view> arguments) {
    if (running) {
        return keyspace::Reply::error("ERR a script cannot start another script");
    }
    lua_settop(L, kSlotLast);
    setArray(m_keys, keys);
    setArray(m_argv, arguments);
    random.seed(0);
    timedOut = false;
    instructionsLeft = limits.instructions;
    deadlineNs = 0;
    lua_sethook(L, hook, LUA_MASKCOUNT, kHookEvery);
    lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
    running = true;
    memory.limit = limits.memoryBytes;
    const int status = lua_pcall(L, 0, 1, kSlotHandler);
    memory.limit = SIZE_MAX;
    running = false;
    keyspace::Reply result = status == 0 && !timedOut ? popReply(L) : failure(status, sha1);
    lua_settop(L, kSlotLast);
    lua_sethook(L, nullptr, 0, 0);
    finishArray(m_keys, function.writesTables);
    finishArray(m_argv, function.writesTables);
    if (memory.large) {
        tuneCollector();
    }
    return result;
}

/// The error value on top of the stack as the reply that Redis gives.
keyspace::Reply Vm::failure(int status, std::string_view sha1) {
    std::string text;
    if (timedOut) {
        text = "BUSY Script exceeded its time limit and was stopped script: ";
        text.append(sha1);
        return keyspace::Reply::error(std::move(text));
    }
    const auto field = [this](const char* name) -> std::string {
        lua_pushstring(L, name);
        lua_rawget(L, -2);
        std::string value = lua_isstring(L, -1) != 0 ? lua_tostring(L, -1) : "";
        lua_pop(L, 1);
        return value;
    };
    if (lua_istable(L, -1)) {
        text = field("err");
        if (text.empty()) {
            text = "ERR execution failure";  // an error table without text; Redis 7.0 crashes here
        }
        const std::string source = field("source");
        const std::string line = field("line");
        if (!source.empty() && !line.empty()) {
            text.append(" script: ").append(sha1).append(", on ").append(source).append(":").append(line).append(".");
        }
    } else {
        const char* message = status == LUA_ERRMEM       ? "not enough memory"
                              : lua_isstring(L, -1) != 0 ? lua_tostring(L, -1)
                                                         : "execution failure";
        text.append("ERR Error running script ").append(sha1).append(", ").append(message);
    }
    flattenLines(text);
    return keyspace::Reply::error(std::move(text));
}

/// After a run in a large state: collect, and return to the lazy pace once small again. Lua halves its buffers and
/// stacks once per cycle, hence the loop.
void Vm::tuneCollector() {
    reply = {};
    std::size_t before = 0;
    do {
        before = memory.used;
        lua_gc(L, LUA_GCCOLLECT, 0);
    } while (memory.used > kLargeState / 8 && memory.used < before);
    if (memory.used < kLargeState / 2) {
        memory.large = false;
        lua_gc(L, LUA_GCSETPAUSE, kLazyPause);
    }
}

const char* Vm::gatherArguments(lua_State* state) noexcept {
    const int count = lua_gettop(state);
    if (count == 0) {
        return "Please specify at least one argument for this redis lib call";
    }
    try {
        args.resize(static_cast<std::size_t>(count));
        for (int index = 1; index <= count; ++index) {
            std::string_view& arg = args[static_cast<std::size_t>(index - 1)];
            const int type = lua_type(state, index);
            if (type == LUA_TSTRING) {
                std::size_t length = 0;
                const char* text = lua_tolstring(state, index, &length);
                arg = {text, length};
            } else if (type == LUA_TNUMBER) {
                if (numbers.size() < static_cast<std::size_t>(count)) {
                    // Earlier arguments must stay where they are: a fresh buffer only grows before its first use.
                    if (numbers.capacity() < static_cast<std::size_t>(count)) {
                        numbers.reserve(static_cast<std::size_t>(count) * 2);
                        index = 0;  // texts written so far moved: start over
                        numbers.resize(static_cast<std::size_t>(count));
                        continue;
                    }
                    numbers.resize(static_cast<std::size_t>(count));
                }
                auto& buffer = numbers[static_cast<std::size_t>(index - 1)];
                arg = {buffer.data(), numberText(lua_tonumber(state, index), buffer)};
            } else {
                return "Lua redis lib command arguments must be strings or integers";
            }
        }
    } catch (const std::exception&) {
        return "not enough memory";
    }
    return nullptr;
}

bool Vm::execute() noexcept {
    try {
        reply = keyspace.executeFromScript(args);
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace evenhand::script
