// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/command_keys.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/base/number_text.h"

namespace evenhand::redis {
namespace {

enum class KeyPlace : std::uint8_t {
    Second,   ///< behind a subcommand: XGROUP CREATE key
    All,      ///< every argument: DEL
    Counted,  ///< EVALSHA sha1 count key …
    Streams,  ///< XREADGROUP … STREAMS key … id …
    AnyNode,
    OneNode,
    Forbidden,
};

struct NamedPlace {
    std::string_view name;
    KeyPlace place;
};

/// Sorted by name; what is not here has its key as its first argument.
constexpr std::array kPlaces{
    NamedPlace{"ACL", KeyPlace::OneNode},          NamedPlace{"ASKING", KeyPlace::Forbidden},
    NamedPlace{"AUTH", KeyPlace::Forbidden},       NamedPlace{"CLIENT", KeyPlace::Forbidden},
    NamedPlace{"CLUSTER", KeyPlace::OneNode},      NamedPlace{"COMMAND", KeyPlace::AnyNode},
    NamedPlace{"CONFIG", KeyPlace::OneNode},       NamedPlace{"DBSIZE", KeyPlace::OneNode},
    NamedPlace{"DEBUG", KeyPlace::OneNode},        NamedPlace{"DEL", KeyPlace::All},
    NamedPlace{"DISCARD", KeyPlace::Forbidden},    NamedPlace{"ECHO", KeyPlace::AnyNode},
    NamedPlace{"EVAL", KeyPlace::Counted},         NamedPlace{"EVALSHA", KeyPlace::Counted},
    NamedPlace{"EXEC", KeyPlace::Forbidden},       NamedPlace{"EXISTS", KeyPlace::All},
    NamedPlace{"FLUSHALL", KeyPlace::OneNode},     NamedPlace{"FLUSHDB", KeyPlace::OneNode},
    NamedPlace{"HELLO", KeyPlace::Forbidden},      NamedPlace{"INFO", KeyPlace::OneNode},
    NamedPlace{"KEYS", KeyPlace::OneNode},         NamedPlace{"MIGRATE", KeyPlace::OneNode},
    NamedPlace{"MONITOR", KeyPlace::Forbidden},    NamedPlace{"MULTI", KeyPlace::Forbidden},
    NamedPlace{"PING", KeyPlace::AnyNode},         NamedPlace{"PSUBSCRIBE", KeyPlace::Forbidden},
    NamedPlace{"PSYNC", KeyPlace::Forbidden},      NamedPlace{"PUBLISH", KeyPlace::AnyNode},
    NamedPlace{"QUIT", KeyPlace::Forbidden},       NamedPlace{"READONLY", KeyPlace::Forbidden},
    NamedPlace{"READWRITE", KeyPlace::Forbidden},  NamedPlace{"REPLICAOF", KeyPlace::OneNode},
    NamedPlace{"RESET", KeyPlace::Forbidden},      NamedPlace{"ROLE", KeyPlace::OneNode},
    NamedPlace{"SCAN", KeyPlace::OneNode},         NamedPlace{"SCRIPT", KeyPlace::OneNode},
    NamedPlace{"SELECT", KeyPlace::Forbidden},     NamedPlace{"SHUTDOWN", KeyPlace::OneNode},
    NamedPlace{"SSUBSCRIBE", KeyPlace::Forbidden}, NamedPlace{"SUBSCRIBE", KeyPlace::Forbidden},
    NamedPlace{"SWAPDB", KeyPlace::Forbidden},     NamedPlace{"SYNC", KeyPlace::Forbidden},
    NamedPlace{"TIME", KeyPlace::AnyNode},         NamedPlace{"UNLINK", KeyPlace::All},
    NamedPlace{"UNWATCH", KeyPlace::Forbidden},    NamedPlace{"WAIT", KeyPlace::OneNode},
    NamedPlace{"WATCH", KeyPlace::Forbidden},      NamedPlace{"XGROUP", KeyPlace::Second},
    NamedPlace{"XINFO", KeyPlace::Second},         NamedPlace{"XREAD", KeyPlace::Streams},
    NamedPlace{"XREADGROUP", KeyPlace::Streams},
};
constexpr bool byName(const NamedPlace& a, const NamedPlace& b) { return a.name < b.name; }
static_assert(std::is_sorted(kPlaces.begin(), kPlaces.end(), byName));

constexpr std::size_t kMaxCommandName = 16;

constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool isWord(std::string_view text, std::string_view upperCase) {
    return std::equal(text.begin(), text.end(), upperCase.begin(), upperCase.end(),
                      [](char a, char b) { return upper(a) == b; });
}

const NamedPlace* placeOf(std::string_view name) {
    if (name.size() > kMaxCommandName) {
        return nullptr;
    }
    std::array<char, kMaxCommandName> letters{};
    std::transform(name.begin(), name.end(), letters.begin(), upper);
    const std::string_view wanted(letters.data(), name.size());
    const auto* const found = std::lower_bound(kPlaces.begin(), kPlaces.end(), NamedPlace{wanted, {}}, byName);
    return found != kPlaces.end() && found->name == wanted ? found : nullptr;
}

using Words = std::span<const std::string_view>;

/// As many as there are, at most.
Words part(Words words, std::size_t from, std::size_t count) {
    from = std::min(from, words.size());
    return words.subspan(from, std::min(count, words.size() - from));
}

Words countedKeys(Words command) {
    const auto count = command.size() > 2 ? base::numberFrom(command[2]) : std::nullopt;
    return count && *count > 0 ? part(command, 3, static_cast<std::size_t>(*count)) : Words{};
}

/// The first half of what follows STREAMS, which itself is the first argument of that name behind a group's two.
Words streamKeys(Words command) {
    const bool hasGroup = command.size() > 1 && isWord(command[1], "GROUP");
    for (std::size_t i = hasGroup ? 4 : 1; i < command.size(); ++i) {
        if (isWord(command[i], "STREAMS")) {
            return part(command, i + 1, (command.size() - i) / 2);
        }
    }
    return {};
}

}  // namespace

CommandKeys keysOf(Words command) {
    const auto* const place = command.empty() ? nullptr : placeOf(command[0]);
    if (place == nullptr) {
        return {Routing::ByKeys, part(command, 1, 1)};
    }
    switch (place->place) {
        case KeyPlace::Second: return {Routing::ByKeys, part(command, 2, 1)};
        case KeyPlace::All: return {Routing::ByKeys, part(command, 1, command.size())};
        case KeyPlace::Counted: return {Routing::ByKeys, countedKeys(command)};
        case KeyPlace::Streams: return {Routing::ByKeys, streamKeys(command)};
        case KeyPlace::AnyNode: return {Routing::AnyNode, {}};
        case KeyPlace::OneNode: return {Routing::OneNode, {}};
        case KeyPlace::Forbidden: return {Routing::Forbidden, {}};
    }
    return {};
}

}  // namespace evenhand::redis
