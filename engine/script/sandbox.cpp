// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries and globals as scripts see them. Stock Lua 5.1 has no read-only tables, so every table that a script
// must not change (globals, redis, string, table, math, coroutine) is reached through an empty stand-in whose
// metatable reads from the real one and refuses writes; the few functions that would bypass a metatable (rawset,
// next, …) are replaced by ones that know stand-ins. Scripts that contain no assignment to a global read the real table
// of globals directly, and those that cannot write to any table but ones they have made also have the real libraries
// (see chunk_check.h); texts compiled by a running script have neither.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "engine/script/vm.h"

namespace evenhand::script {
namespace {

/// Its address marks the metatable of a stand-in; the field holds the real table.
const char kRealTable = 0;

constexpr const char* kReadOnly = "Attempt to modify a readonly table";

/// Pushes the real table if the value at `index` is a stand-in.
bool pushReal(lua_State* L, int index) {
    if (lua_type(L, index) != LUA_TTABLE || lua_getmetatable(L, index) == 0) {
        return false;
    }
    lua_pushlightuserdata(L, const_cast<char*>(&kRealTable));
    lua_rawget(L, -2);
    lua_remove(L, -2);
    if (lua_istable(L, -1)) {
        return true;
    }
    lua_pop(L, 1);
    return false;
}

int refuseWrite(lua_State* L) { return luaL_error(L, "%s", kReadOnly); }

/// As Redis says it from inside a library function: without a position.
int refuseRawWrite(lua_State* L) {
    lua_pushstring(L, kReadOnly);
    return lua_error(L);
}

int missingGlobal(lua_State* L) {
    if (lua_isstring(L, 2) == 0) {
        return luaL_error(L, "Second argument to luaProtectedTableError must be a string or number");
    }
    return luaL_error(L, "Script attempted to access nonexistent global variable '%s'", lua_tostring(L, 2));
}

/// Upvalue 1: the function to guard; refuses where the first argument is a stand-in.
int guardedWriter(lua_State* L) {
    if (pushReal(L, 1)) {
        return refuseRawWrite(L);
    }
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/// Upvalue 1: the function; sees the real table where its first argument is a stand-in.
int seeingReader(lua_State* L) {
    if (pushReal(L, 1)) {
        lua_replace(L, 1);
    }
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/// Upvalue 1: the plain next, upvalue 2: the one for stand-ins. The real table itself is not given out.
int pairsOf(lua_State* L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    const bool standIn = pushReal(L, 1);
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(standIn ? 2 : 1));
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

/// pcall of Redis 7: an error table arrives as its text. After a time-out it lets nothing be caught.
int protectedCall(lua_State* L) {
    luaL_checkany(L, 1);
    const int status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
    if (status != 0 && Vm::of(L).timedOut) {
        return lua_error(L);
    }
    if (status != 0 && lua_istable(L, -1)) {
        lua_getfield(L, -1, "err");
        if (lua_isstring(L, -1) != 0) {
            lua_replace(L, -2);
        }
    }
    lua_pushboolean(L, status == 0);
    lua_insert(L, 1);
    return lua_gettop(L);
}

/// xpcall whose handler runs after unwinding: hooks are off inside a real message handler, so that one could run
/// forever. Without the debug library scripts cannot tell the difference.
int protectedCallWithHandler(lua_State* L) {
    luaL_checkany(L, 2);
    lua_settop(L, 2);
    lua_insert(L, 1);  // handler, function
    if (lua_pcall(L, 0, LUA_MULTRET, 0) == 0) {
        lua_pushboolean(L, 1);
        lua_replace(L, 1);
        return lua_gettop(L);
    }
    if (!Vm::of(L).timedOut && lua_pcall(L, 1, 1, 0) != 0 && !Vm::of(L).timedOut) {
        lua_pop(L, 1);
        lua_pushliteral(L, "error in error handling");
    }
    if (Vm::of(L).timedOut) {
        return lua_error(L);
    }
    lua_pushboolean(L, 0);
    lua_insert(L, 1);
    return 2;
}

/// Upvalue 1: the function of the library.
int coroutineCreate(lua_State* L) {
    const int count = lua_tocfunction(L, lua_upvalueindex(1))(L);
    watchCoroutine(L, lua_tothread(L, -1));
    return count;
}

/// Upvalue 1: the function of the library. A time-out inside is not caught.
int coroutineResume(lua_State* L) {
    chargeResume(L);
    const int count = lua_tocfunction(L, lua_upvalueindex(1))(L);
    if (Vm::of(L).timedOut) {
        chargeResume(L);
    }
    return count;
}

/// What coroutine.wrap returns; upvalue 1: resume of the library, 2: the coroutine.
int coroutineStep(lua_State* L) {
    chargeResume(L);
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    const int count = lua_tocfunction(L, lua_upvalueindex(1))(L);
    if (lua_toboolean(L, -count) != 0) {
        return count - 1;
    }
    if (lua_isstring(L, -1) != 0) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/// Upvalue 1: resume of the library, 2: create of the library.
int coroutineWrap(lua_State* L) {
    lua_tocfunction(L, lua_upvalueindex(2))(L);
    watchCoroutine(L, lua_tothread(L, -1));
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, -2);
    lua_pushcclosure(L, coroutineStep, 2);
    return 1;
}

/// The collector belongs to the host: scripts may ask and collect, not stop or tune it.
int collectGarbage(lua_State* L) {
    static const char* const kOptions[] = {"collect", "count",    "step",       "stop",
                                           "restart", "setpause", "setstepmul", nullptr};
    switch (luaL_checkoption(L, 1, "collect", kOptions)) {
        case 0: lua_pushinteger(L, lua_gc(L, LUA_GCCOLLECT, 0)); return 1;
        case 1:
            lua_pushnumber(L, lua_gc(L, LUA_GCCOUNT, 0) + static_cast<lua_Number>(lua_gc(L, LUA_GCCOUNTB, 0)) / 1024);
            return 1;
        case 2: lua_pushboolean(L, lua_gc(L, LUA_GCSTEP, luaL_optint(L, 2, 0))); return 1;
        default: lua_pushinteger(L, 0); return 1;
    }
}

/// Compiles text only: precompiled chunks could break out of the virtual machine.
int loadText(lua_State* L, const char* text, std::size_t length, const char* name) {
    if (length > 0 && text[0] == LUA_SIGNATURE[0]) {
        lua_pushnil(L);
        lua_pushfstring(L, "[string \"%s\"]:1: unexpected symbol near 'char(27)'", name);
        return 2;
    }
    if (luaL_loadbuffer(L, text, length, name) == 0) {
        return 1;
    }
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
}

int loadString(lua_State* L) {
    std::size_t length = 0;
    const char* text = luaL_checklstring(L, 1, &length);
    return loadText(L, text, length, luaL_optstring(L, 2, text));
}

int loadPieces(lua_State* L) {
    const char* name = luaL_optstring(L, 2, "=(load)");
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_pushliteral(L, "");
    for (;;) {
        lua_pushvalue(L, 1);
        lua_call(L, 0, 1);
        if (lua_isnil(L, -1)) {
            break;
        }
        if (lua_isstring(L, -1) == 0) {
            return luaL_error(L, "reader function must return a string");
        }
        if (lua_objlen(L, -1) == 0) {
            break;
        }
        lua_concat(L, 2);
    }
    lua_settop(L, 3);
    std::size_t length = 0;
    const char* text = lua_tolstring(L, 3, &length);
    return loadText(L, text, length, name);
}

/// The same numbers for the same seed on every machine, as Redis.
int mathRandom(lua_State* L) {
    constexpr std::int32_t kMax = INT32_MAX;
    const lua_Number r = static_cast<lua_Number>(Vm::of(L).random.next() % kMax) / kMax;
    switch (lua_gettop(L)) {
        case 0: lua_pushnumber(L, r); return 1;
        case 1: {
            const int high = luaL_checkint(L, 1);
            luaL_argcheck(L, 1 <= high, 1, "interval is empty");
            lua_pushnumber(L, std::floor(r * high) + 1);
            return 1;
        }
        case 2: {
            const int low = luaL_checkint(L, 1);
            const int high = luaL_checkint(L, 2);
            luaL_argcheck(L, low <= high, 2, "interval is empty");
            // The width wraps around in 32 bits, as it does in Redis.
            const auto width =
                static_cast<std::int32_t>(static_cast<std::uint32_t>(high) - static_cast<std::uint32_t>(low) + 1U);
            lua_pushnumber(L, std::floor(r * width) + low);
            return 1;
        }
        default: return luaL_error(L, "wrong number of arguments");
    }
}

int mathRandomSeed(lua_State* L) {
    Vm::of(L).random.seed(luaL_checkint(L, 1));
    return 0;
}

/// tonumber with a short way for digits alone, which is what scripts mostly have: the original runs strtod twice.
int toNumber(lua_State* L) {
    constexpr std::size_t kExactDigits = 15;
    if (lua_gettop(L) == 1 && lua_type(L, 1) == LUA_TSTRING) {
        std::size_t length = 0;
        const char* text = lua_tolstring(L, 1, &length);
        std::int64_t value = 0;
        std::size_t i = 0;
        while (i < length && i < kExactDigits && text[i] >= '0' && text[i] <= '9') {
            value = value * 10 + (text[i++] - '0');
        }
        if (i == length && length > 0) {
            lua_pushnumber(L, static_cast<lua_Number>(value));
            return 1;
        }
    }
    // What the original would refuse is refused here: called from C, it does not know its own name.
    luaL_checkany(L, 1);
    if (const int base = luaL_optint(L, 2, 10); base != 10) {
        luaL_checkstring(L, 1);
        luaL_argcheck(L, 2 <= base && base <= 36, 2, "base out of range");
    }
    lua_settop(L, 2);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 2, 1);
    return 1;
}

/// Replaces field `name` of the table at `index` (relative to the top) by `wrapper`, the original as its upvalue.
void wrap(lua_State* L, int index, const char* name, lua_CFunction wrapper) {
    lua_getfield(L, index, name);
    lua_pushcclosure(L, wrapper, 1);
    lua_setfield(L, index - 1, name);
}

void setFunction(lua_State* L, const char* name, lua_CFunction function) {
    lua_pushcfunction(L, function);
    lua_setfield(L, -2, name);
}

void openLibraries(lua_State* L) {
    static constexpr struct {
        const char* name;
        lua_CFunction open;
    } kLibraries[] = {{"", luaopen_base},
                      {LUA_TABLIBNAME, luaopen_table},
                      {LUA_STRLIBNAME, luaopen_string},
                      {LUA_MATHLIBNAME, luaopen_math}};
    for (const auto& library : kLibraries) {
        lua_pushcfunction(L, library.open);
        lua_pushstring(L, library.name);
        lua_call(L, 1, 0);
    }
}

/// The base library, on top of the stack, as scripts get it.
void adaptBase(lua_State* L) {
    for (const char* name : {"dofile", "loadfile", "print", "getfenv", "setfenv", "newproxy"}) {
        lua_pushnil(L);
        lua_setfield(L, -2, name);
    }
    lua_getfield(L, -1, "next");
    wrap(L, -2, "next", seeingReader);
    lua_getfield(L, -2, "next");
    lua_pushcclosure(L, pairsOf, 2);
    lua_setfield(L, -2, "pairs");
    wrap(L, -1, "rawget", seeingReader);
    wrap(L, -1, "rawset", guardedWriter);
    wrap(L, -1, "setmetatable", guardedWriter);
    wrap(L, -1, "tonumber", toNumber);
    setFunction(L, "pcall", protectedCall);
    setFunction(L, "xpcall", protectedCallWithHandler);
    setFunction(L, "collectgarbage", collectGarbage);
    setFunction(L, "loadstring", loadString);
    setFunction(L, "load", loadPieces);
}

/// Replaces the field `name` of the globals, on top of the stack, by a stand-in.
void protectField(lua_State* L, const char* name) {
    lua_getfield(L, -1, name);
    protectTable(L);
    lua_setfield(L, -2, name);
}

/// ("x"):upper() reads the real string table; getmetatable("") sees only stand-ins.
void protectStringMetatable(lua_State* L) {
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_newtable(L);
    lua_getfield(L, -4, "string");
    lua_setfield(L, -2, "__index");
    protectTable(L);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}

/// Leaves a copy of the globals in which the libraries' stand-ins are replaced by the real tables.
void pushDirectGlobals(lua_State* L) {
    lua_newtable(L);
    lua_pushnil(L);
    while (lua_next(L, kSlotGlobals) != 0) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);  // key, key, value
        if (pushReal(L, lua_gettop(L))) {
            if (lua_rawequal(L, -1, kSlotGlobals) != 0) {
                lua_pop(L, 1);  // _G
            } else {
                lua_remove(L, -2);
            }
        }
        lua_rawset(L, -4);
    }
    lua_getmetatable(L, kSlotGlobals);
    lua_setmetatable(L, -2);
}

}  // namespace

void protectTable(lua_State* L) {
    lua_newtable(L);  // the stand-in
    lua_newtable(L);  // its metatable
    lua_pushlightuserdata(L, const_cast<char*>(&kRealTable));
    lua_pushvalue(L, -4);
    lua_rawset(L, -3);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    setFunction(L, "__newindex", refuseWrite);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_remove(L, -2);
}

void openSandbox(lua_State* L) {
    lua_pushcfunction(L, errorHandler);  // kSlotHandler
    for (const char* name : {"KEYS", "ARGV"}) {
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setfield(L, LUA_GLOBALSINDEX, name);
    }
    openLibraries(L);
    lua_settop(L, kSlotArgv);
    lua_pushvalue(L, LUA_GLOBALSINDEX);  // kSlotGlobals
    adaptBase(L);
    lua_getfield(L, -1, "math");
    setFunction(L, "random", mathRandom);
    setFunction(L, "randomseed", mathRandomSeed);
    lua_pop(L, 1);
    lua_getfield(L, -1, "string");
    replacePatternFunctions(L);
    lua_pop(L, 1);
    lua_getfield(L, -1, "coroutine");
    lua_getfield(L, -1, "resume");
    lua_getfield(L, -2, "create");
    lua_pushcclosure(L, coroutineWrap, 2);
    lua_setfield(L, -2, "wrap");
    wrap(L, -1, "create", coroutineCreate);
    wrap(L, -1, "resume", coroutineResume);
    lua_pop(L, 1);
    lua_getfield(L, -1, "table");
    wrap(L, -1, "insert", guardedWriter);
    lua_pop(L, 1);
    pushRedisTable(L);
    lua_setfield(L, -2, "redis");
    for (const char* name : {"string", "table", "math", "coroutine", "redis"}) {
        protectField(L, name);
    }
    protectStringMetatable(L);

    lua_pushliteral(L, "_G");
    lua_pushvalue(L, kSlotGlobals);
    lua_newtable(L);  // the metatable of the real one: an unset global can be neither read nor written
    setFunction(L, "__index", missingGlobal);
    setFunction(L, "__newindex", refuseWrite);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    protectTable(L);
    lua_pushvalue(L, -1);
    lua_replace(L, LUA_GLOBALSINDEX);
    lua_rawset(L, kSlotGlobals);
    pushDirectGlobals(L);  // kSlotDirect
    for (const char* name :
         {"err", "ok", "double", "big_number", "verbatim_string", "format", "string", "map", "set"}) {
        lua_pushstring(L, name);  // kSlotErr …
    }
}

}  // namespace evenhand::script
