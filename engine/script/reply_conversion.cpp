// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between replies of commands, Lua values and replies of scripts (RESP2 rules of Redis 7.0).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "engine/script/vm.h"

namespace evenhand::script {

using keyspace::Reply;

void flattenLines(std::string& text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\r' || c == '\n'; }, ' ');
}

void pushReply(lua_State* L, const Reply& reply) {
    switch (reply.type) {  // a C function has room for a few values without asking
        case Reply::Type::Nil:
        case Reply::Type::NilArray: lua_pushboolean(L, 0); return;
        case Reply::Type::Integer: lua_pushnumber(L, static_cast<lua_Number>(reply.integer)); return;
        case Reply::Type::Bulk: lua_pushlstring(L, reply.text.data(), reply.text.size()); return;
        case Reply::Type::Status:
            lua_createtable(L, 0, 1);
            lua_pushliteral(L, "ok");
            lua_pushlstring(L, reply.text.data(), reply.text.size());
            lua_rawset(L, -3);
            return;
        case Reply::Type::Error:
            pushError(L, reply.text, true);
            lua_pushliteral(L, "ignore_error_stats_update");
            lua_pushboolean(L, 1);
            lua_rawset(L, -3);
            return;
        case Reply::Type::Array: {
            luaL_checkstack(L, 6, "too many nested replies");
            lua_createtable(L, static_cast<int>(reply.elements.size()), 0);
            int index = 0;
            for (const Reply& element : reply.elements) {
                pushReply(L, element);
                lua_rawseti(L, -2, ++index);
            }
            return;
        }
    }
}

namespace {

/// Truncates toward zero; out of range as the x86 conversion instruction, which is what Redis shows.
std::int64_t toInteger(lua_Number value) noexcept {
    if (value >= -9223372036854775808.0 && value < 9223372036854775808.0) {
        return static_cast<std::int64_t>(value);
    }
    return std::numeric_limits<std::int64_t>::min();
}

std::string doubleText(lua_Number value) {
    if (std::isinf(value)) {
        return value > 0 ? "inf" : "-inf";
    }
    char text[40];
    const int length = std::snprintf(text, sizeof(text), "%.17g", value);
    return {text, static_cast<std::size_t>(length)};
}

/// Pushes the field of the table on top of the stack; true if it has the wanted type, else pops it.
bool field(lua_State* L, int nameSlot, int type) {
    lua_pushvalue(L, nameSlot);
    lua_rawget(L, -2);
    if (lua_type(L, -1) == type) {
        return true;
    }
    lua_pop(L, 1);
    return false;
}

std::string topString(lua_State* L) {
    std::size_t length = 0;
    const char* text = lua_tolstring(L, -1, &length);
    return {text, length};
}

/// Lua strings in `ok` and `err` end at their first NUL, as in Redis.
std::string topLine(lua_State* L) {
    std::string text = lua_tostring(L, -1);
    flattenLines(text);
    return text;
}

/// As topLine(), with line ends at the end removed.
std::string topErrorLine(lua_State* L) {
    std::string text = lua_tostring(L, -1);
    text.erase(text.find_last_not_of("\r\n") + 1);
    flattenLines(text);
    return text;
}

/// Deeper tables are cut with the error that Redis gives at the end of its Lua stack (some thousands): the C++ stack
/// of any thread must be enough.
constexpr int kMaxReplyDepth = 1000;

Reply popValue(lua_State* L, int depth);

/// {map = {…}} and {set = {…}} on top of the table: flattened, in the table's order.
Reply popTraversal(lua_State* L, bool withValues, int depth) {
    Reply result = Reply::array();
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        lua_pushvalue(L, -2);
        result.elements.push_back(popValue(L, depth + 1));
        if (withValues) {
            result.elements.push_back(popValue(L, depth + 1));
        } else {
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
    return result;
}

/// Pops the verbatim_string table; true if it was one.
bool popVerbatim(lua_State* L, Reply& result) {
    bool found = false;
    if (field(L, kSlotFormat, LUA_TSTRING)) {
        lua_pop(L, 1);
        if (field(L, kSlotString, LUA_TSTRING)) {
            result = Reply::bulk(topString(L));
            lua_pop(L, 1);
            found = true;
        }
    }
    lua_pop(L, 1);
    return found;
}

/// The forms that are named by a field; false if the table is a plain array. Leaves the table on the stack.
bool namedReply(lua_State* L, Reply& result, int depth) {
    if (field(L, kSlotErr, LUA_TSTRING)) {
        result = Reply::error(topErrorLine(L));
    } else if (field(L, kSlotOk, LUA_TSTRING)) {
        result = Reply::status(topLine(L));
    } else if (field(L, kSlotDouble, LUA_TNUMBER)) {
        result = Reply::bulk(doubleText(lua_tonumber(L, -1)));
    } else if (field(L, kSlotBigNumber, LUA_TSTRING)) {
        result = Reply::bulk(topString(L));
        flattenLines(result.text);
    } else {
        if (field(L, kSlotVerbatim, LUA_TTABLE) && popVerbatim(L, result)) {
            return true;
        }
        const bool map = field(L, kSlotMap, LUA_TTABLE);
        if (map || field(L, kSlotSet, LUA_TTABLE)) {
            result = popTraversal(L, map, depth);
            return true;
        }
        return false;
    }
    lua_pop(L, 1);
    return true;
}

/// True for a short table without named fields, which spares looking for each of the names.
bool plainArray(lua_State* L, std::size_t length) {
    constexpr std::size_t kShort = 4;
    if (length == 0 || length > kShort) {
        return false;
    }
    std::size_t count = 0;
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        lua_pop(L, 1);
        if (++count > length || lua_type(L, -1) != LUA_TNUMBER) {
            lua_pop(L, 1);
            return false;
        }
    }
    return true;
}

Reply tableReply(lua_State* L, int depth) {
    Reply result;
    const std::size_t length = lua_objlen(L, -1);
    if (!plainArray(L, length) && namedReply(L, result, depth)) {
        return result;
    }
    result.type = Reply::Type::Array;
    result.elements.reserve(length);
    for (int index = 1;; ++index) {
        lua_rawgeti(L, -1, index);
        if (lua_isnil(L, -1)) {
            lua_pop(L, 1);
            return result;
        }
        result.elements.push_back(popValue(L, depth + 1));
    }
}

Reply popValue(lua_State* L, int depth) {
    Reply result;
    if (depth > kMaxReplyDepth || lua_checkstack(L, 6) == 0) {
        result = Reply::error("ERR reached lua stack limit");
    } else {
        switch (lua_type(L, -1)) {
            case LUA_TSTRING: result = Reply::bulk(topString(L)); break;
            case LUA_TBOOLEAN: result = lua_toboolean(L, -1) != 0 ? Reply::number(1) : Reply::nil(); break;
            case LUA_TNUMBER: result = Reply::number(toInteger(lua_tonumber(L, -1))); break;
            case LUA_TTABLE: result = tableReply(L, depth); break;
            default: break;  // nil, functions, threads
        }
    }
    lua_pop(L, 1);
    return result;
}

}  // namespace

Reply popReply(lua_State* L) { return popValue(L, 1); }

}  // namespace evenhand::script
