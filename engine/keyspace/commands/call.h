// SPDX-License-Identifier: GPL-3.0-or-later
// What every command function gets, and the parsing, formatting and error texts that they share (Redis 7.0).
// Thread: confined to the owner of the keyspace.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/keyspace/data/store.h"
#include "engine/keyspace/reply.h"

namespace evenhand::keyspace {

using Args = std::span<const std::string_view>;

struct Command;

struct Call {
    Store& store;
    Args args;  ///< args[0] is the command's name as it was written
    const Command& command;
    bool fromScript = false;
    [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept { return args[i]; }
    [[nodiscard]] std::size_t size() const noexcept { return args.size(); }
};

namespace text {
inline constexpr const char* kWrongType = "WRONGTYPE Operation against a key holding the wrong kind of value";
inline constexpr const char* kSyntax = "ERR syntax error";
inline constexpr const char* kNotInteger = "ERR value is not an integer or out of range";
inline constexpr const char* kNotFloat = "ERR value is not a valid float";
inline constexpr const char* kNotPositive = "ERR value is out of range, must be positive";
inline constexpr const char* kNoSuchKey = "ERR no such key";
}  // namespace text

[[nodiscard]] inline Reply wrongType() { return Reply::error(text::kWrongType); }
[[nodiscard]] inline Reply syntaxError() { return Reply::error(text::kSyntax); }
[[nodiscard]] inline Reply notInteger() { return Reply::error(text::kNotInteger); }
[[nodiscard]] inline Reply bulk(std::string_view s) { return Reply::bulk(std::string(s)); }
[[nodiscard]] inline Reply number(std::size_t n) { return Reply::number(static_cast<std::int64_t>(n)); }
/// "ERR wrong number of arguments for 'x' command"; `name` may be "xgroup|create".
[[nodiscard]] Reply wrongArity(std::string_view name);
/// An argument as it is repeated in an error: up to its first NUL, line ends as blanks, at most `limit` bytes.
[[nodiscard]] std::string echoed(std::string_view argument, std::size_t limit = std::string_view::npos);
/// "ERR unknown subcommand …" for the container command in args[0].
[[nodiscard]] Reply unknownSubcommand(const Call& call);

/// Strict decimal integer as Redis' string2ll: no blanks, no plus, no leading zeros.
[[nodiscard]] bool parseInteger(std::string_view s, std::int64_t& out) noexcept;
/// A float argument: strtod's language, whole text, no leading blank, no NaN.
[[nodiscard]] bool parseDouble(std::string_view s, double& out);
/// As parseDouble() without the ban of leading blanks and with "" as 0: the bounds of score ranges.
[[nodiscard]] bool parseBound(std::string_view s, double& out);
/// A count that must not be negative; the error to answer if it is not one.
[[nodiscard]] std::optional<Reply> parsePositive(std::string_view s, std::int64_t& out);
/// As Redis prints doubles in RESP2 ("%.17g", "inf", "-inf").
[[nodiscard]] std::string formatDouble(double value);
[[nodiscard]] std::string formatInteger(std::int64_t value);
/// Redis' glob: * ? [a-c] [^a] and backslash.
[[nodiscard]] bool matchesGlob(std::string_view pattern, std::string_view s) noexcept;

/// Clamps [start, stop] with negative numbers from the end to [0, length); false if empty.
[[nodiscard]] bool clampRange(std::int64_t& start, std::int64_t& stop, std::int64_t length) noexcept;

/// A typed look-up: `wrong` is set if the key holds another type.
struct Typed {
    Key* key = nullptr;
    bool wrong = false;
};
[[nodiscard]] inline Typed lookup(const Call& call, std::string_view name, Type type) {
    Key* key = call.store.find(name);
    return {key, key != nullptr && key->type != type};
}

/// HDEL, SREM, ZREM: `remove` takes one member from a key and says whether it was there.
template <typename Remove>
[[nodiscard]] Reply removeMembers(const Call& call, Type type, Remove remove) {
    const auto [key, wrong] = lookup(call, call[1], type);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        return Reply::number(0);
    }
    std::int64_t removed = 0;
    for (const std::string_view member : call.args.subspan(2)) {
        removed += remove(key, member) ? 1 : 0;
    }
    call.store.removeIfEmpty(key);
    return Reply::number(removed);
}

}  // namespace evenhand::keyspace
