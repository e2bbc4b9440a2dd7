// SPDX-License-Identifier: GPL-3.0-or-later
// The `redis` table of scripts and the message handler of every run. Every function here is called by Lua: no
// local with a destructor may live across a call into Lua (see vm.h).
#include <cstring>
#include <initializer_list>

#include "engine/base/sha1.h"
#include "engine/script/vm.h"

namespace evenhand::script {

void pushError(lua_State* L, std::string_view text, bool hasCode) {
    lua_createtable(L, 0, 2);
    lua_pushliteral(L, "err");
    if (hasCode && text.find(' ') != std::string_view::npos) {
        lua_pushlstring(L, text.data(), text.size());
    } else {
        lua_pushliteral(L, "ERR ");
        lua_pushlstring(L, text.data(), text.size());
        lua_concat(L, 2);
    }
    lua_rawset(L, -3);
}

int errorHandler(lua_State* L) {
    lua_Debug place;
    bool known = lua_getstack(L, 1, &place) != 0 && lua_getinfo(L, "Sl", &place) != 0;
    if (known && std::strcmp(place.what, "C") == 0) {
        known = lua_getstack(L, 2, &place) != 0 && lua_getinfo(L, "Sl", &place) != 0;
    }
    lua_settop(L, 1);
    lua_createtable(L, 0, 3);  // never the script's own: it may be one that has to stay as it is
    if (!lua_istable(L, 1)) {
        lua_pushliteral(L, "ERR ");
        if (lua_isstring(L, 1) != 0) {
            lua_pushvalue(L, 1);
        } else if (lua_isnil(L, 1)) {
            lua_pushliteral(L, "nil");
        } else if (lua_isboolean(L, 1)) {
            lua_pushstring(L, lua_toboolean(L, 1) != 0 ? "true" : "false");
        } else {
            lua_pushfstring(L, "%s: %p", luaL_typename(L, 1), lua_topointer(L, 1));
        }
        lua_concat(L, 2);
        lua_setfield(L, 2, "err");
    } else {
        for (const char* name : {"err", "source", "line"}) {  // raw: no metamethod may run here, the time limit is off
            lua_pushstring(L, name);
            lua_pushvalue(L, -1);
            lua_rawget(L, 1);
            lua_rawset(L, 2);
        }
    }
    lua_replace(L, 1);
    if (known) {
        lua_pushliteral(L, "source");
        lua_pushstring(L, place.source);
        lua_rawset(L, 1);
        lua_pushliteral(L, "line");
        lua_pushinteger(L, place.currentline);
        lua_rawset(L, 1);
    }
    lua_settop(L, 1);
    return 1;
}

namespace {

int raise(lua_State* L, std::string_view text) {
    pushError(L, text, false);
    return lua_error(L);
}

int command(lua_State* L, bool raises) {
    Vm& vm = Vm::of(L);
    const char* fault = vm.gatherArguments(L);
    if (fault == nullptr && !vm.execute()) {
        fault = "not enough memory";
    }
    lua_settop(L, 0);
    if (fault != nullptr) {
        pushError(L, fault, false);
        return raises ? lua_error(L) : 1;
    }
    pushReply(L, vm.reply);
    if (raises && vm.reply.isError()) {
        return lua_error(L);
    }
    return 1;
}

int redisCall(lua_State* L) { return command(L, true); }
int redisPcall(lua_State* L) { return command(L, false); }

int redisErrorReply(lua_State* L) {
    if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TSTRING) {
        pushError(L, "wrong number or type of arguments", false);
        return 1;
    }
    const char* text = lua_tostring(L, 1);
    pushError(L, text[0] == '-' ? text + 1 : text, true);
    return 1;
}

int redisStatusReply(lua_State* L) {
    if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TSTRING) {
        pushError(L, "wrong number or type of arguments", false);
        return 1;
    }
    lua_createtable(L, 0, 1);
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "ok");
    return 1;
}

int redisSha1Hex(lua_State* L) {
    if (lua_gettop(L) != 1) {
        return raise(L, "wrong number of arguments");
    }
    std::size_t length = 0;
    const char* text = lua_tolstring(L, 1, &length);  // of a table: nothing, as in Redis
    const base::Sha1Hex digest = base::sha1Hex({text, text != nullptr ? length : 0});
    lua_pushlstring(L, digest.data(), digest.size());
    return 1;
}

/// Checks its arguments like Redis and writes nothing: scripts have no log here.
int redisLog(lua_State* L) {
    if (lua_gettop(L) < 2) {
        return raise(L, "redis.log() requires two arguments or more.");
    }
    if (lua_isnumber(L, 1) == 0) {
        return raise(L, "First argument must be a number (log level).");
    }
    const lua_Number level = lua_tonumber(L, 1);
    if (!(level > -1 && level < 4)) {
        return raise(L, "Invalid debug level.");
    }
    return 0;
}

int redisSetResp(lua_State* L) {
    if (lua_gettop(L) != 1) {
        return raise(L, "redis.setresp() requires one argument.");
    }
    const lua_Number version = lua_tonumber(L, 1);
    if (version == 3) {
        return raise(L, "RESP version 3 is not available in the embedded keyspace.");
    }
    if (version != 2) {
        return raise(L, "RESP version must be 2 or 3.");
    }
    return 0;
}

int redisSetRepl(lua_State* L) {
    if (lua_gettop(L) != 1) {
        return raise(L, "redis.set_repl() requires two arguments.");
    }
    const lua_Number flags = lua_tonumber(L, 1);
    if (!(flags >= 0 && flags < 4)) {
        return raise(L, "Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.");
    }
    return 0;
}

int redisReplicateCommands(lua_State* L) {
    lua_pushboolean(L, 1);
    return 1;
}

}  // namespace

void pushRedisTable(lua_State* L) {
    static constexpr luaL_Reg kFunctions[] = {{"call", redisCall},
                                              {"pcall", redisPcall},
                                              {"error_reply", redisErrorReply},
                                              {"status_reply", redisStatusReply},
                                              {"sha1hex", redisSha1Hex},
                                              {"log", redisLog},
                                              {"setresp", redisSetResp},
                                              {"set_repl", redisSetRepl},
                                              {"replicate_commands", redisReplicateCommands}};
    static constexpr struct {
        const char* name;
        int value;
    } kNumbers[] = {{"LOG_DEBUG", 0},  {"LOG_VERBOSE", 1},
                    {"LOG_NOTICE", 2}, {"LOG_WARNING", 3},
                    {"REPL_NONE", 0},  {"REPL_AOF", 1},
                    {"REPL_SLAVE", 2}, {"REPL_REPLICA", 2},
                    {"REPL_ALL", 3},   {"REDIS_VERSION_NUM", 0x0007000f}};
    lua_newtable(L);
    for (const auto& function : kFunctions) {
        lua_pushcfunction(L, function.func);
        lua_setfield(L, -2, function.name);
    }
    for (const auto& number : kNumbers) {
        lua_pushinteger(L, number.value);
        lua_setfield(L, -2, number.name);
    }
    lua_pushliteral(L, "7.0.15");
    lua_setfield(L, -2, "REDIS_VERSION");
}

}  // namespace evenhand::script
