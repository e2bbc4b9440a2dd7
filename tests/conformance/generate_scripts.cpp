// SPDX-License-Identifier: GPL-3.0-or-later
// EVAL, EVALSHA and SCRIPT: any generated command run from inside a script, and texts that probe the host itself.
#include "command_generator.h"
#include "engine/base/sha1.h"

namespace evenhand::conformance {
namespace {

/// KEYS: one string key, one hash key. ARGV: two values. Each leaves the state the same on both sides.
constexpr const char* kTexts[] = {
    "return {KEYS, ARGV, #KEYS, #ARGV}",
    "return redis.call('SET', KEYS[1], ARGV[1])",
    "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('INCR', KEYS[1])",
    "local ok, e = pcall(redis.call, 'INCR', KEYS[2]) return {tostring(ok), e}",
    "local r = redis.pcall('HSET', KEYS[2], ARGV[1]) if r.err then return redis.error_reply('W ' .. r.err) end return "
    "r",
    "local r = redis.pcall('LPUSH', KEYS[2], ARGV[1]) return {type(r), r.err or 'fine'}",
    "return redis.call('HGET', KEYS[2], ARGV[1])",
    "return {redis.call('GET', 'missing'), 'after'}",
    "return {1, 2.9, -2.9, 'x', true, false, {'n', {3}}, nil, 9}",
    "return {ok = 'FINE ' .. ARGV[1]}",
    "return {err = 'CODE ' .. #ARGV[1]}",
    "return redis.error_reply('plain' .. #ARGV)",
    "return redis.status_reply('ready')",
    "return redis.sha1hex(ARGV[1])",
    "error('thrown ' .. #ARGV[2])",
    "error({err = 'MINE thrown'})",
    "local t = {} for i = 1, 20 do t[i] = i * 0.5 end return t",
    "return redis.call('SET', KEYS[1], 0.1 + 0.2)",
    "redis.call('SET', KEYS[1], 12345678901234) return redis.call('GET', KEYS[1])",
    "redis.call('SET', KEYS[1], 1e20) return redis.call('GET', KEYS[1])",
    "redis.call('SET', KEYS[1], -7 / 2) return redis.call('GET', KEYS[1])",
    "return tostring(1 / 3) .. tostring(1e15) .. tostring(2^53)",
    "return tonumber(ARGV[1]) or 'no number'",
    "local t = {} for _, v in ipairs({'0', '007', ' 12 ', '-0', '-5', '1e3', '0x1F', '123456789012345', "
    "'1234567890123456', '99999999999999999999', '', '1 2', '12z', '1.5', 7}) do "
    "table.insert(t, tostring(tonumber(v))) end return t",
    "return {tostring(tonumber('z', 36)), tostring(tonumber('12', 10)), tostring(tonumber('9', 8)), "
    "tostring(tonumber(nil)), tostring(tonumber({}))}",
    "return tonumber()",
    "return tonumber('1', 99)",
    "return tonumber({}, 16)",
    "return tonumber('1', 'x')",
    "return redis.call('NOSUCH', 1)",
    "return redis.call('GET')",
    "return redis.call()",
    "return redis.call('SET', KEYS[1], {})",
    "return redis.call('SET', KEYS[1], true)",
    "return redis.pcall('EVAL', 'return 1', 0)",
    "unknown = 1",
    "return unknown",
    "return nothing.field",
    "return redis.nosuch()",
    "local x <const> = 5",
    "return 1 +",
    "KEYS[1] = 'changed' return KEYS",
    "ARGV[7] = 'x' KEYS.extra = 1 return {#ARGV, #KEYS}",
    "rawset(_G, 'x', 1)",
    "string.x = 1",
    "table.insert(redis, 1)",
    "return {type(string.rep), type(table.sort), type(math.floor), type(coroutine.wrap)}",
    "return coroutine.wrap(function(a) local b = coroutine.yield(a) return b end)(5)",
    "return {pcall(error, {err = 'E inner'})}",
    "return select('#', unpack({1, nil, 3}, 1, 3))",
    "math.randomseed(tonumber(ARGV[1]) or 7) return {math.random(1000), math.random(5, 9), tostring(math.random())}",
    "return string.format('%5.2f|%d|%s|%q', 3.14159, 42, ARGV[1], 'q')",
    "return {string.find(ARGV[1], 'a'), (string.gsub('hello', 'l', 'L'))}",
    "local t = {5, 3, 9, 1} table.sort(t) return table.concat(t, ',')",
    "return {redis.call('HMGET', KEYS[2], 'a', 'b', 'c')}",
    "for i = 1, 3 do redis.call('RPUSH', 'l:1', i) end return redis.call('LRANGE', 'l:1', -3, -1)",
    "return redis.call('ZRANGE', 'z:1', 0, -1, 'WITHSCORES')",
    "redis.call('ZADD', 'z:2', 1.5, ARGV[1]) return redis.call('ZSCORE', 'z:2', ARGV[1])",
    "return #redis.call('XRANGE', 'x:1', '-', '+')",
    "return redis.call('TYPE', KEYS[2])",
    "return redis.call('TYPE', KEYS[2])['ok']",
    "return redis.call('EXISTS', KEYS[1], KEYS[2]) == 1",
    "return redis.log(redis.LOG_WARNING, 'noted')",
    "return redis.setresp(2)",
    "return redis.sha1hex()",
    "return {double = 3.25}",
    "return {map = {k = 'v'}}",
    "return {set = {k = true}}",
    "return {big_number = '1234567890123456789012'}",
    "return function() end",
    "return 2^63",
    "return -2^63",
    "return 1e300",
    "return ''",
    "return '\\0\\255'",
    "",
};

/// ARGV: a text, a pattern, a replacement. Everything that matches patterns, and its errors.
constexpr const char* kPatterns =
    "local function try(f, ...) local r = {pcall(f, ...)} for i = 1, #r do r[i] = tostring(r[i]) end return r end "
    "local s, p, r = ARGV[1], ARGV[2], ARGV[3] "
    "local function each() local t = {} for a, b in string.gmatch(s, p) do "
    "t[#t + 1] = tostring(a) .. ':' .. tostring(b) if #t > 50 then break end end return table.concat(t, ',') end "
    "return {try(string.find, s, p), try(string.find, s, p, -3), try(string.find, s, p, 2, true), "
    "try(string.match, s, p), try(string.match, s, p, 3), try(string.gsub, s, p, r), try(string.gsub, s, p, '%1', 2), "
    "try(string.gsub, s, p, {a = 'A', b = false, ab = 5}), try(string.gsub, s, p, function(x) return x and #s end), "
    "try(each), try(string.gsub, s, p, function() return {} end)}";
constexpr const char* kPatternParts[] = {"a",  "b",   ".",    "%a",   "%d",     "%s", "%w", "%W",   "%p",     "%z",
                                         "(",  ")",   "()",   "[ab]", "[^ab]",  "[",  "]",  "%b()", "%f[%w]", "%1",
                                         "%2", "[%w", "[a-]", "%",    "[a-z%]", "^",  "$",  "%f",   "%b(",    "[]"};

}  // namespace

Arguments CommandGenerator::scripts() {
    const auto patterns = [this]() -> Arguments {
        std::string text;
        for (std::size_t i = m_rng.below(12); i > 0; --i) {
            text += "aab(1) .\0-b"[m_rng.below(11)];
        }
        std::string pattern = chance(6) ? "^" : "";
        for (std::size_t i = m_rng.below(6); i > 0; --i) {
            pattern += kPatternParts[m_rng.below(std::size(kPatternParts))];
            pattern += chance(2) ? pick({"*", "+", "-", "?"}) : std::string();
        }
        pattern += chance(6) ? "$" : "";
        return {"EVAL", kPatterns, "0", text, pattern, pick({"%0", "<%1>", "%%", "%2", "%", "x", "%9", "%a"})};
    };
    const auto relay = [this](Arguments command) {
        Arguments inner = chance(2) ? Arguments{"XREADGROUP",          "GROUP",   group(),  consumer(), "BLOCK",
                                                pick({"0", "5", "x"}), "STREAMS", key('x'), ">"}
                                    : plain();
        if (chance(8) && mayDistort(inner)) {
            inner = distort(std::move(inner));
        }
        command.insert(command.end(), inner.begin(), inner.end());
        return command;
    };
    switch (m_rng.below(10)) {
        case 0:
        case 1:
        case 2: {
            const auto sha1 = base::sha1Hex(kRelayScript);
            return relay({"EVALSHA", std::string(base::sha1Text(sha1)), "0"});
        }
        case 3: return relay({"EVAL", "return redis.pcall(unpack(ARGV))", "0"});
        case 4: return relay({"EVAL", "local r = redis.call(unpack(ARGV)) return r", "1", key('s')});
        case 5:
            switch (m_rng.below(6)) {
                case 0: return {"SCRIPT", "LOAD", "return " + std::to_string(m_rng.below(5))};
                case 1: return {"SCRIPT", "LOAD", "return return"};
                case 2:
                    return {"SCRIPT", "EXISTS", std::string(40, 'a'), "x", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db"};
                case 3: return {"EVALSHA", pick({"x", "ffffffffffffffffffffffffffffffffffffffff"}), "0"};
                case 4: return {"EVAL", "return 1", pick({"-1", "2", "x", "1.0", ""}), "k"};
                default: return {"SCRIPT", pick({"bad", "LOAD", "EXISTS"})};
            }
        case 6: return patterns();
        default: return {"EVAL", kTexts[m_rng.below(std::size(kTexts))], "2", key('s'), key('h'), value(), value()};
    }
}

}  // namespace evenhand::conformance
