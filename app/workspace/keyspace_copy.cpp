// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/keyspace_copy.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/number_text.h"

namespace evenhand::app {
namespace {

using keyspace::EmbeddedKeyspace;
using keyspace::Keyspace;
using keyspace::Reply;
using Number = base::NumberText;

constexpr std::size_t kArgs = 1'024;  ///< of one command
constexpr std::int64_t kPageEntries = 512;

/// `command key parts…` in pieces of whole groups of `group` parts.
Result<void> putParts(Keyspace& to, std::string_view command, std::string_view key,
                      const std::vector<std::string_view>& parts, std::size_t group) {
    const auto piece = kArgs / group * group;
    for (std::size_t at = 0; at < parts.size(); at += piece) {
        std::vector<std::string_view> args{command, key};
        args.insert(args.end(), parts.begin() + static_cast<std::ptrdiff_t>(at),
                    parts.begin() + static_cast<std::ptrdiff_t>(std::min(parts.size(), at + piece)));
        EVENHAND_TRY(to.call(args));
    }
    return {};
}

std::vector<std::string_view> textsOf(const Reply& reply) {
    std::vector<std::string_view> texts;
    texts.reserve(reply.elements.size());
    for (const auto& element : reply.elements) {
        texts.emplace_back(element.text);
    }
    return texts;
}

Result<void> copySorted(Keyspace& from, Keyspace& to, const std::string& key) {
    EVENHAND_ASSIGN(const auto reply, from.call({"ZRANGE", key, "0", "-1", "WITHSCORES"}));
    auto texts = textsOf(reply);
    for (std::size_t i = 0; i + 1 < texts.size(); i += 2) {
        std::swap(texts[i], texts[i + 1]);  // ZADD has the score first
    }
    return putParts(to, "ZADD", key, texts, 2);
}

/// The value behind `name` in a flat list of names and values.
std::string valueOf(const Reply& reply, std::string_view name) {
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        if (reply.elements[i].text == name) {
            const auto& value = reply.elements[i + 1];
            return value.type == Reply::Type::Integer ? std::to_string(value.integer) : value.text;
        }
    }
    return {};
}

Result<void> copyEntries(Keyspace& from, Keyspace& to, const std::string& key) {
    std::string after = "-";
    while (true) {
        EVENHAND_ASSIGN(const auto page, from.call({"XRANGE", key, after, "+", "COUNT", Number(kPageEntries)}));
        for (const auto& entry : page.elements) {
            if (entry.elements.size() < 2) {
                continue;
            }
            std::vector<std::string_view> args{"XADD", key, entry.elements[0].text};
            const auto fields = textsOf(entry.elements[1]);
            args.insert(args.end(), fields.begin(), fields.end());
            EVENHAND_TRY(to.call(args));
            after = "(" + entry.elements[0].text;
        }
        if (static_cast<std::int64_t>(page.elements.size()) < kPageEntries) {
            return {};
        }
    }
}

/// What is delivered and not acknowledged: to the same consumers, idle for as long, tried as often.
Result<void> copyPending(Keyspace& from, Keyspace& to, const std::string& key, const std::string& group) {
    std::string after = "-";
    while (true) {
        EVENHAND_ASSIGN(const auto page, from.call({"XPENDING", key, group, after, "+", Number(kPageEntries)}));
        for (const auto& entry : page.elements) {
            if (entry.elements.size() < 4) {
                continue;
            }
            const auto& id = entry.elements[0].text;
            EVENHAND_TRY(to.call({"XCLAIM", key, group, entry.elements[1].text, "0", id, "IDLE",
                                  Number(entry.elements[2].integer), "RETRYCOUNT", Number(entry.elements[3].integer),
                                  "FORCE", "JUSTID"}));
            after = "(" + id;
        }
        if (static_cast<std::int64_t>(page.elements.size()) < kPageEntries) {
            return {};
        }
    }
}

Result<void> copyGroups(Keyspace& from, Keyspace& to, const std::string& key) {
    EVENHAND_ASSIGN(const auto groups, from.call({"XINFO", "GROUPS", key}));
    for (const auto& group : groups.elements) {
        const auto name = valueOf(group, "name");
        const auto read = valueOf(group, "entries-read");
        EVENHAND_TRY(to.call({"XGROUP", "CREATE", key, name, valueOf(group, "last-delivered-id"), "MKSTREAM",
                              "ENTRIESREAD", read.empty() ? std::string("-1") : read}));
        EVENHAND_TRY(copyPending(from, to, key, name));
    }
    return {};
}

/// Redis is told the counts of a stream; the embedded keyspace has them only by what goes through it.
Result<void> copyStream(Keyspace& from, Keyspace& to, const std::string& key, EmbeddedKeyspace* embedded) {
    EVENHAND_ASSIGN(const auto info, from.call({"XINFO", "STREAM", key}));
    const auto last = valueOf(info, "last-generated-id");
    const auto added = base::numberFrom(valueOf(info, "entries-added")).value_or(0);
    const auto length = base::numberFrom(valueOf(info, "length")).value_or(0);
    EVENHAND_ASSIGN(const auto newest, from.call({"XREVRANGE", key, "+", "-", "COUNT", "1"}));
    const bool lastIsThere = !newest.elements.empty() && newest.elements[0].elements[0].text == last;
    if (embedded != nullptr) {
        const bool lastHasGone = added > length && !lastIsThere && last != "0-0";
        EVENHAND_TRY(addGone(*embedded, key, added - length - (lastHasGone ? 1 : 0)));
        EVENHAND_TRY(copyEntries(from, to, key));
        if (lastHasGone) {
            EVENHAND_TRY(to.call({"XADD", key, last, "gone", "1"}));
            EVENHAND_TRY(to.call({"XDEL", key, last}));
        }
        return copyGroups(from, to, key);
    }
    EVENHAND_TRY(copyEntries(from, to, key));
    EVENHAND_TRY(copyGroups(from, to, key));
    EVENHAND_ASSIGN(const auto made, to.call({"EXISTS", key}));
    if (made.integer == 1) {
        EVENHAND_TRY(to.call({"XSETID", key, last, "ENTRIESADDED", Number(added)}));
    } else if (added > 0) {  // nothing in it, and nobody reads it: an entry makes it
        EVENHAND_TRY(to.call({"XADD", key, last, "gone", "1"}));
        EVENHAND_TRY(to.call({"XDEL", key, last}));
        EVENHAND_TRY(to.call({"XSETID", key, last, "ENTRIESADDED", Number(added)}));
    }
    return {};
}

Result<void> copyAny(Keyspace& from, Keyspace& to, const std::string& key, EmbeddedKeyspace* embedded) {
    EVENHAND_ASSIGN(const auto type, from.call({"TYPE", key}));
    if (type.text == "none") {
        return {};
    }
    EVENHAND_ASSIGN(const auto left, from.call({"PTTL", key}));
    if (type.text == "string") {
        EVENHAND_ASSIGN(const auto value, from.call({"GET", key}));
        EVENHAND_TRY(to.call({"SET", key, value.text}));
    } else if (type.text == "hash") {
        EVENHAND_ASSIGN(const auto fields, from.call({"HGETALL", key}));
        EVENHAND_TRY(putParts(to, "HSET", key, textsOf(fields), 2));
    } else if (type.text == "list") {
        EVENHAND_ASSIGN(const auto entries, from.call({"LRANGE", key, "0", "-1"}));
        EVENHAND_TRY(putParts(to, "RPUSH", key, textsOf(entries), 1));
    } else if (type.text == "set") {
        EVENHAND_ASSIGN(const auto members, from.call({"SMEMBERS", key}));
        EVENHAND_TRY(putParts(to, "SADD", key, textsOf(members), 1));
    } else if (type.text == "zset") {
        EVENHAND_TRY(copySorted(from, to, key));
    } else if (type.text == "stream") {
        EVENHAND_TRY(copyStream(from, to, key, embedded));
    } else {
        return fail(ErrorCode::Unsupported, "a key has a type that nothing of this program makes", "key", key);
    }
    if (left.integer > 0) {
        EVENHAND_TRY(to.call({"PEXPIRE", key, Number(left.integer)}));
    }
    return {};
}

}  // namespace

Result<std::vector<std::string>> keysOf(redis::RedisClient& client) {
    EVENHAND_ASSIGN(const auto nodes, client.masters());
    std::vector<std::string> keys;
    for (const auto& node : nodes) {
        std::string cursor = "0";
        do {
            EVENHAND_ASSIGN(const auto page,
                            client.askNode(node, std::array<std::string_view, 4>{"SCAN", cursor, "COUNT", "1000"}));
            if (page.elements.size() != 2) {
                return fail(ErrorCode::Script, "unexpected reply", "command", "SCAN");
            }
            for (const auto& key : page.elements[1].elements) {
                keys.push_back(key.text);
            }
            cursor = page.elements[0].text;
        } while (cursor != "0");
    }
    // SCAN may name a key twice.
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

Result<std::vector<std::string>> keysOf(EmbeddedKeyspace& keyspace) {
    EVENHAND_ASSIGN(const auto all, keyspace.call({"KEYS", "*"}));
    std::vector<std::string> keys;
    keys.reserve(all.elements.size());
    for (const auto& key : all.elements) {
        keys.push_back(key.text);
    }
    return keys;
}

Result<void> copyKey(Keyspace& from, EmbeddedKeyspace& to, const std::string& key) {
    return copyAny(from, to, key, &to);
}

Result<void> copyKey(EmbeddedKeyspace& from, Keyspace& redis, const std::string& key) {
    return copyAny(from, redis, key, nullptr);
}

Result<void> addGone(EmbeddedKeyspace& to, const std::string& stream, std::int64_t added) {
    for (std::int64_t i = 1; i <= added; ++i) {
        const auto id = "0-" + std::to_string(i);
        EVENHAND_TRY(to.call({"XADD", stream, id, "gone", "1"}));
        EVENHAND_TRY(to.call({"XDEL", stream, id}));
    }
    return {};
}

}  // namespace evenhand::app
