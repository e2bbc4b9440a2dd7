// SPDX-License-Identifier: GPL-3.0-or-later
// string.find, match, gmatch and gsub, whose answers and errors are those of Lua 5.1's own: its matcher can backtrack
// for longer than anybody waits, and while it does no hook of Lua's is asked. Here every step is charged like an
// instruction, so that the limits of a script end it, and nested patterns stop before the stack does.
//
// After lstrlib.c of Lua 5.1.5, Copyright (C) 1994-2012 Lua.org, PUC-Rio, whose licence (MIT) permits it:
//   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
//   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
//   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
//   permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright
//   notice and this permission notice shall be included in all copies or substantial portions of the Software. THE
//   SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND.
#include <cctype>
#include <cstddef>
#include <cstring>

#include "engine/script/vm.h"

namespace evenhand::script {
namespace {

constexpr char kEscape = '%';
constexpr const char* kSpecials = "^$*+?.([%-";
constexpr std::ptrdiff_t kUnfinished = -1;
constexpr std::ptrdiff_t kPosition = -2;
constexpr std::int64_t kLookEvery = 1024;  ///< steps
constexpr int kMaxMatchDepth = 20'000;     ///< of matches within matches; some hundred bytes of stack each
constexpr std::ptrdiff_t kBytesAStep = 16;

/// Without destructors: errors of Lua leave by longjmp.
struct Matcher {
    lua_State* L;
    const char* begin;
    const char* end;
    int level = 0;
    int depth = 0;
    std::int64_t steps = 0;
    struct {
        const char* begin;
        std::ptrdiff_t length;
    } captures[LUA_MAXCAPTURES] = {};
};

const char* match(Matcher& in, const char* s, const char* p);

unsigned char byteOf(char c) noexcept { return static_cast<unsigned char>(c); }

void charge(Matcher& in, std::ptrdiff_t steps) {
    in.steps += steps;
    if (in.steps >= kLookEvery) {
        const auto done = in.steps;
        in.steps = 0;
        chargeWork(in.L, done);
    }
}

/// What has not been charged yet; the next look is at it.
void settle(Matcher& in) noexcept { Vm::of(in.L).instructionsLeft -= in.steps; }

int captureAt(Matcher& in, int digit) {
    const int level = digit - '1';
    if (level < 0 || level >= in.level || in.captures[level].length == kUnfinished) {
        return luaL_error(in.L, "invalid capture index");
    }
    return level;
}

int captureToClose(Matcher& in) {
    for (int level = in.level - 1; level >= 0; --level) {
        if (in.captures[level].length == kUnfinished) {
            return level;
        }
    }
    return luaL_error(in.L, "invalid pattern capture");
}

/// Behind the single class that begins at `p`.
const char* classEnd(Matcher& in, const char* p) {
    const char first = *p++;
    if (first == kEscape) {
        if (*p == '\0') {
            luaL_error(in.L, "malformed pattern (ends with " LUA_QL("%%") ")");
        }
        return p + 1;
    }
    if (first != '[') {
        return p;
    }
    const char* const from = p;
    if (*p == '^') {
        ++p;
    }
    do {
        if (*p == '\0') {
            luaL_error(in.L, "malformed pattern (missing " LUA_QL("]") ")");
        }
        if (*p++ == kEscape && *p != '\0') {
            ++p;
        }
    } while (*p != ']');
    charge(in, (p - from) / kBytesAStep);
    return p + 1;
}

bool isInClass(int c, int letter) noexcept {
    bool is = false;
    switch (std::tolower(letter)) {
        case 'a': is = std::isalpha(c) != 0; break;
        case 'c': is = std::iscntrl(c) != 0; break;
        case 'd': is = std::isdigit(c) != 0; break;
        case 'l': is = std::islower(c) != 0; break;
        case 'p': is = std::ispunct(c) != 0; break;
        case 's': is = std::isspace(c) != 0; break;
        case 'u': is = std::isupper(c) != 0; break;
        case 'w': is = std::isalnum(c) != 0; break;
        case 'x': is = std::isxdigit(c) != 0; break;
        case 'z': is = c == 0; break;
        default: return letter == c;
    }
    return std::islower(letter) != 0 ? is : !is;
}

/// `p` at '[', `last` at ']'.
bool isInSet(int c, const char* p, const char* last) noexcept {
    bool found = true;
    if (p[1] == '^') {
        found = false;
        ++p;
    }
    while (++p < last) {
        if (*p == kEscape) {
            ++p;
            if (isInClass(c, byteOf(*p))) {
                return found;
            }
        } else if (p[1] == '-' && p + 2 < last) {
            p += 2;
            if (byteOf(p[-2]) <= c && c <= byteOf(*p)) {
                return found;
            }
        } else if (byteOf(*p) == c) {
            return found;
        }
    }
    return !found;
}

/// Whether the class p … ep takes one character.
bool takesOne(Matcher& in, const char* s, const char* p, const char* ep) {
    if (s >= in.end) {
        return false;
    }
    const int c = byteOf(*s);
    switch (*p) {
        case '.': return true;
        case kEscape: return isInClass(c, byteOf(p[1]));
        case '[': charge(in, (ep - p) / kBytesAStep); return isInSet(c, p, ep - 1);
        default: return byteOf(*p) == c;
    }
}

const char* matchBalance(Matcher& in, const char* s, const char* p) {
    if (p[0] == '\0' || p[1] == '\0') {
        luaL_error(in.L, "unbalanced pattern");
    }
    if (*s != p[0]) {
        return nullptr;
    }
    int open = 1;
    while (++s < in.end) {
        charge(in, 1);
        if (*s == p[1]) {
            if (--open == 0) {
                return s + 1;
            }
        } else if (*s == p[0]) {
            ++open;
        }
    }
    return nullptr;
}

const char* expandMost(Matcher& in, const char* s, const char* p, const char* ep) {
    std::ptrdiff_t i = 0;
    while (takesOne(in, s + i, p, ep)) {
        charge(in, 1);
        ++i;
    }
    for (; i >= 0; --i) {
        if (const char* found = match(in, s + i, ep + 1); found != nullptr) {
            return found;
        }
    }
    return nullptr;
}

const char* expandLeast(Matcher& in, const char* s, const char* p, const char* ep) {
    for (;;) {
        if (const char* found = match(in, s, ep + 1); found != nullptr) {
            return found;
        }
        if (!takesOne(in, s, p, ep)) {
            return nullptr;
        }
        ++s;
    }
}

const char* startCapture(Matcher& in, const char* s, const char* p, std::ptrdiff_t what) {
    if (in.level >= LUA_MAXCAPTURES) {
        luaL_error(in.L, "too many captures");
    }
    in.captures[in.level] = {s, what};
    ++in.level;
    const char* found = match(in, s, p);
    if (found == nullptr) {
        --in.level;
    }
    return found;
}

const char* endCapture(Matcher& in, const char* s, const char* p) {
    auto& capture = in.captures[captureToClose(in)];
    capture.length = s - capture.begin;
    const char* found = match(in, s, p);
    if (found == nullptr) {
        capture.length = kUnfinished;
    }
    return found;
}

const char* matchCapture(Matcher& in, const char* s, int digit) {
    const auto& capture = in.captures[captureAt(in, digit)];
    const auto length = static_cast<std::size_t>(capture.length);  // of a position: longer than anything
    if (static_cast<std::size_t>(in.end - s) < length) {
        return nullptr;
    }
    charge(in, capture.length / kBytesAStep);
    return std::memcmp(capture.begin, s, length) == 0 ? s + length : nullptr;
}

bool isFrontier(const Matcher& in, const char* s, const char* p, const char* ep) noexcept {
    const char before = s == in.begin ? '\0' : s[-1];
    return !isInSet(byteOf(before), p, ep - 1) && isInSet(byteOf(*s), p, ep - 1);
}

/// One class with what follows it. False: `found` is the answer; true: go on at `s`, `p`.
bool goOnBehindClass(Matcher& in, const char*& s, const char*& p, const char*& found) {
    const char* ep = classEnd(in, p);
    const bool takes = takesOne(in, s, p, ep);
    found = nullptr;
    switch (*ep) {
        case '?':
            if (takes) {
                found = match(in, s + 1, ep + 1);
                if (found != nullptr) {
                    return false;
                }
            }
            p = ep + 1;
            return true;
        case '*': found = expandMost(in, s, p, ep); return false;
        case '+': found = takes ? expandMost(in, s + 1, p, ep) : nullptr; return false;
        case '-': found = expandLeast(in, s, p, ep); return false;
        default:
            if (!takes) {
                return false;
            }
            ++s;
            p = ep;
            return true;
    }
}

/// "%b", "%f" and "%1". True: it was one of them; `s` is then behind it, nullptr if it does not fit.
bool goOnBehindEscape(Matcher& in, const char*& s, const char*& p) {
    if (p[1] == 'b') {
        s = matchBalance(in, s, p + 2);
        p += 4;
        return true;
    }
    if (p[1] == 'f') {
        p += 2;
        if (*p != '[') {
            luaL_error(in.L, "missing " LUA_QL("[") " after " LUA_QL("%%f") " in pattern");
        }
        const char* ep = classEnd(in, p);
        s = isFrontier(in, s, p, ep) ? s : nullptr;
        p = ep;
        return true;
    }
    if (std::isdigit(byteOf(p[1])) != 0) {
        s = matchCapture(in, s, byteOf(p[1]));
        p += 2;
        return true;
    }
    return false;
}

const char* matchHere(Matcher& in, const char* s, const char* p) {
    for (;;) {
        charge(in, 1);
        switch (*p) {
            case '(':
                return p[1] == ')' ? startCapture(in, s, p + 2, kPosition) : startCapture(in, s, p + 1, kUnfinished);
            case ')': return endCapture(in, s, p + 1);
            case '\0': return s;
            case '$':
                if (p[1] == '\0') {
                    return s == in.end ? s : nullptr;
                }
                break;
            case kEscape:
                if (goOnBehindEscape(in, s, p)) {
                    if (s == nullptr) {
                        return nullptr;
                    }
                    continue;
                }
                break;
            default: break;
        }
        const char* found = nullptr;
        if (!goOnBehindClass(in, s, p, found)) {
            return found;
        }
    }
}

const char* match(Matcher& in, const char* s, const char* p) {
    if (++in.depth > kMaxMatchDepth) {
        luaL_error(in.L, "pattern too complex");
    }
    const char* found = matchHere(in, s, p);
    --in.depth;
    return found;
}

void pushCapture(Matcher& in, int i, const char* s, const char* e) {
    if (i >= in.level) {
        if (i != 0) {
            luaL_error(in.L, "invalid capture index");
        }
        lua_pushlstring(in.L, s, static_cast<std::size_t>(e - s));
        return;
    }
    const auto& capture = in.captures[i];
    if (capture.length == kUnfinished) {
        luaL_error(in.L, "unfinished capture");
    }
    if (capture.length == kPosition) {
        lua_pushinteger(in.L, capture.begin - in.begin + 1);
    } else {
        lua_pushlstring(in.L, capture.begin, static_cast<std::size_t>(capture.length));
    }
}

/// All captures, or the whole match where there are none and `s` is given; how many.
int pushCaptures(Matcher& in, const char* s, const char* e) {
    const int count = in.level == 0 && s != nullptr ? 1 : in.level;
    luaL_checkstack(in.L, count, "too many captures");
    for (int i = 0; i < count; ++i) {
        pushCapture(in, i, s, e);
    }
    return count;
}

std::ptrdiff_t fromStart(std::ptrdiff_t position, std::size_t length) noexcept {
    if (position < 0) {
        position += static_cast<std::ptrdiff_t>(length) + 1;
    }
    return position >= 0 ? position : 0;
}

/// In time that grows with the lengths, not with their product.
int findPlain(lua_State* L, const char* s, std::size_t length, std::ptrdiff_t from, const char* p, std::size_t size) {
    const auto* found = static_cast<const char*>(::memmem(s + from, length - static_cast<std::size_t>(from), p, size));
    if (found == nullptr) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, found - s + 1);
    lua_pushinteger(L, found - s + static_cast<std::ptrdiff_t>(size));
    return 2;
}

int findOrMatch(lua_State* L, bool find) {
    std::size_t length = 0;
    std::size_t size = 0;
    const char* s = luaL_checklstring(L, 1, &length);
    const char* p = luaL_checklstring(L, 2, &size);
    std::ptrdiff_t from = fromStart(luaL_optinteger(L, 3, 1), length) - 1;
    from = from < 0 ? 0 : from > static_cast<std::ptrdiff_t>(length) ? static_cast<std::ptrdiff_t>(length) : from;
    if (find && (lua_toboolean(L, 4) != 0 || std::strpbrk(p, kSpecials) == nullptr)) {
        return findPlain(L, s, length, from, p, size);
    }
    const bool anchored = *p == '^';
    p += anchored ? 1 : 0;
    Matcher in{.L = L, .begin = s, .end = s + length};
    for (const char* at = s + from; at <= in.end; ++at) {
        in.level = 0;
        if (const char* found = match(in, at, p); found != nullptr) {
            settle(in);
            if (!find) {
                return pushCaptures(in, at, found);
            }
            lua_pushinteger(L, at - s + 1);
            lua_pushinteger(L, found - s);
            return pushCaptures(in, nullptr, nullptr) + 2;
        }
        if (anchored) {
            break;
        }
    }
    settle(in);
    lua_pushnil(L);
    return 1;
}

int stringFind(lua_State* L) { return findOrMatch(L, true); }
int stringMatch(lua_State* L) { return findOrMatch(L, false); }

/// Upvalues: text, pattern, where to go on.
int nextMatch(lua_State* L) {
    std::size_t length = 0;
    const char* s = lua_tolstring(L, lua_upvalueindex(1), &length);
    const char* p = lua_tostring(L, lua_upvalueindex(2));
    Matcher in{.L = L, .begin = s, .end = s + length};
    for (const char* at = s + lua_tointeger(L, lua_upvalueindex(3)); at <= in.end; ++at) {
        in.level = 0;
        if (const char* found = match(in, at, p); found != nullptr) {
            settle(in);
            lua_pushinteger(L, found - s + (found == at ? 1 : 0));
            lua_replace(L, lua_upvalueindex(3));
            return pushCaptures(in, at, found);
        }
    }
    settle(in);
    return 0;
}

int stringGmatch(lua_State* L) {
    luaL_checkstring(L, 1);
    luaL_checkstring(L, 2);
    lua_settop(L, 2);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, nextMatch, 3);
    return 1;
}

void addText(Matcher& in, luaL_Buffer& out, const char* s, const char* e) {
    std::size_t length = 0;
    const char* text = lua_tolstring(in.L, 3, &length);
    for (std::size_t i = 0; i < length; ++i) {
        if (text[i] != kEscape || std::isdigit(byteOf(text[++i])) == 0) {
            luaL_addchar(&out, text[i]);
        } else if (text[i] == '0') {
            luaL_addlstring(&out, s, static_cast<std::size_t>(e - s));
        } else {
            pushCapture(in, text[i] - '1', s, e);
            luaL_addvalue(&out);
        }
    }
}

void addReplacement(Matcher& in, luaL_Buffer& out, const char* s, const char* e) {
    lua_State* L = in.L;
    switch (lua_type(L, 3)) {
        case LUA_TFUNCTION: {
            lua_pushvalue(L, 3);
            const int count = pushCaptures(in, s, e);
            lua_call(L, count, 1);
            break;
        }
        case LUA_TTABLE:
            pushCapture(in, 0, s, e);
            lua_gettable(L, 3);
            break;
        default: addText(in, out, s, e); return;
    }
    if (lua_toboolean(L, -1) == 0) {
        lua_pop(L, 1);
        lua_pushlstring(L, s, static_cast<std::size_t>(e - s));
    } else if (lua_isstring(L, -1) == 0) {
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    }
    luaL_addvalue(&out);
}

int stringGsub(lua_State* L) {
    std::size_t length = 0;
    const char* s = luaL_checklstring(L, 1, &length);
    const char* p = luaL_checkstring(L, 2);
    const int type = lua_type(L, 3);
    const int most = luaL_optint(L, 4, static_cast<lua_Integer>(length) + 1);
    const bool anchored = *p == '^';
    p += anchored ? 1 : 0;
    luaL_argcheck(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE, 3,
                  "string/function/table expected");
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    Matcher in{.L = L, .begin = s, .end = s + length};
    int count = 0;
    while (count < most) {
        in.level = 0;
        const char* found = match(in, s, p);
        if (found != nullptr) {
            ++count;
            addReplacement(in, out, s, found);
        }
        if (found != nullptr && found > s) {
            s = found;
        } else if (s < in.end) {
            luaL_addchar(&out, *s++);
        } else {
            break;
        }
        if (anchored) {
            break;
        }
    }
    settle(in);
    luaL_addlstring(&out, s, static_cast<std::size_t>(in.end - s));
    luaL_pushresult(&out);
    lua_pushinteger(L, count);
    return 2;
}

}  // namespace

void replacePatternFunctions(lua_State* L) {
    static constexpr struct {
        const char* name;
        lua_CFunction function;
    } kFunctions[] = {{"find", stringFind}, {"match", stringMatch}, {"gmatch", stringGmatch}, {"gsub", stringGsub}};
    lua_getfield(L, -1, "gfind");  // the old name of gmatch
    lua_getfield(L, -2, "gmatch");
    const bool alias = lua_rawequal(L, -1, -2) != 0;
    lua_pop(L, 2);
    for (const auto& entry : kFunctions) {
        lua_pushcfunction(L, entry.function);
        lua_setfield(L, -2, entry.name);
    }
    if (alias) {
        lua_getfield(L, -1, "gmatch");
        lua_setfield(L, -2, "gfind");
    }
}

}  // namespace evenhand::script
