// SPDX-License-Identifier: GPL-3.0-or-later
// Commands on keys of any type.
#include <algorithm>
#include <charconv>
#include <limits>

#include "engine/keyspace/commands/command_table.h"

namespace evenhand::keyspace {

Reply cmdDel(const Call& call) {
    std::int64_t removed = 0;
    for (const std::string_view name : call.args.subspan(1)) {
        if (Key* key = call.store.find(name); key != nullptr) {
            call.store.remove(key);
            ++removed;
        }
    }
    return Reply::number(removed);
}

Reply cmdExists(const Call& call) {
    std::int64_t count = 0;
    for (const std::string_view name : call.args.subspan(1)) {
        count += call.store.find(name) != nullptr ? 1 : 0;
    }
    return Reply::number(count);
}

Reply cmdType(const Call& call) {
    const Key* key = call.store.find(call[1]);
    return Reply::status(std::string(key == nullptr ? "none" : typeName(key->type)));
}

namespace {

struct ExpireFlags {
    bool nx = false;
    bool xx = false;
    bool gt = false;
    bool lt = false;
};

std::optional<Reply> parseExpireFlags(const Call& call, ExpireFlags& flags) {
    for (const std::string_view option : call.args.subspan(3)) {
        if (equalsNoCase(option, "nx")) {
            flags.nx = true;
        } else if (equalsNoCase(option, "xx")) {
            flags.xx = true;
        } else if (equalsNoCase(option, "gt")) {
            flags.gt = true;
        } else if (equalsNoCase(option, "lt")) {
            flags.lt = true;
        } else {
            return Reply::error("ERR Unsupported option " + echoed(option));
        }
    }
    if (flags.nx && (flags.xx || flags.gt || flags.lt)) {
        return Reply::error("ERR NX and XX, GT or LT options at the same time are not compatible");
    }
    if (flags.gt && flags.lt) {
        return Reply::error("ERR GT and LT options at the same time are not compatible");
    }
    return std::nullopt;
}

bool allows(const ExpireFlags& flags, std::int64_t current, std::int64_t at) {
    const bool none = current == kNoExpiry;
    return !(flags.nx && !none) && !(flags.xx && none) && !(flags.gt && (none || at <= current)) &&
           !(flags.lt && !none && at >= current);
}

Reply expireIn(const Call& call, std::int64_t unitMs) {
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
    ExpireFlags flags;
    if (auto error = parseExpireFlags(call, flags)) {
        return *std::move(error);
    }
    std::int64_t at = 0;
    if (!parseInteger(call[2], at)) {
        return notInteger();
    }
    if (at > kMax / unitMs || at < kMin / unitMs || at * unitMs > kMax - call.store.now) {
        return Reply::error("ERR invalid expire time in '" + std::string(call.command.name) + "' command");
    }
    at = std::min(at * unitMs + call.store.now, kNoExpiry - 1);
    Key* key = call.store.find(call[1]);
    if (key == nullptr || !allows(flags, key->expireAt, at)) {
        return Reply::number(0);
    }
    if (at <= call.store.now) {
        call.store.remove(key);
    } else {
        call.store.setExpiry(key, at);
    }
    return Reply::number(1);
}

Reply ttlOf(const Call& call, bool seconds) {
    const Key* key = call.store.find(call[1]);
    if (key == nullptr) {
        return Reply::number(-2);
    }
    if (key->expireAt == kNoExpiry) {
        return Reply::number(-1);
    }
    const std::int64_t ttl = key->expireAt - call.store.now;
    return Reply::number(seconds ? (ttl > std::numeric_limits<std::int64_t>::max() - 500 ? ttl : ttl + 500) / 1000
                                 : ttl);
}

}  // namespace

Reply cmdExpire(const Call& call) { return expireIn(call, 1000); }
Reply cmdPExpire(const Call& call) { return expireIn(call, 1); }
Reply cmdTtl(const Call& call) { return ttlOf(call, true); }
Reply cmdPTtl(const Call& call) { return ttlOf(call, false); }

Reply cmdPersist(const Call& call) {
    Key* key = call.store.find(call[1]);
    if (key == nullptr || key->expireAt == kNoExpiry) {
        return Reply::number(0);
    }
    call.store.setExpiry(key, kNoExpiry);
    return Reply::number(1);
}

namespace {

struct ScanOptions {
    std::uint64_t cursor = 0;
    std::int64_t count = 10;
    std::string_view pattern;
    bool match = false;
    std::string_view type;
    bool byType = false;
};

/// From the cursor on, which is argument `at`.
std::optional<Reply> parseScan(const Call& call, std::size_t at, ScanOptions& options) {
    const std::string_view cursor = call[at];
    const auto [end, error] = std::from_chars(cursor.data(), cursor.data() + cursor.size(), options.cursor);
    if (!cursor.empty() && (error != std::errc() || end != cursor.data() + cursor.size())) {  // "" is 0 to Redis
        return Reply::error("ERR invalid cursor");
    }
    for (std::size_t i = at + 1; i < call.size(); i += 2) {
        const bool more = i + 1 < call.size();
        if (more && equalsNoCase(call[i], "count")) {
            if (!parseInteger(call[i + 1], options.count)) {
                return notInteger();
            }
            if (options.count < 1) {
                return syntaxError();
            }
        } else if (more && equalsNoCase(call[i], "match")) {
            options.pattern = call[i + 1];
            options.match = options.pattern != "*";
        } else if (more && at == 1 && equalsNoCase(call[i], "type")) {
            options.type = call[i + 1];
            options.byType = true;
        } else {
            return syntaxError();
        }
    }
    return std::nullopt;
}

bool sameType(std::string_view wanted, Type type) { return equalsNoCase(wanted, typeName(type)); }

}  // namespace

// The cursor is a slot number: slots keep their keys, see SlotTable. Free slots are cheap, but not without bound.
Reply cmdScan(const Call& call) {
    ScanOptions options;
    if (auto error = parseScan(call, 1, options)) {
        return *std::move(error);
    }
    Store& store = call.store;
    const SlotTable<Key>& keys = store.keys();
    const auto slots = static_cast<std::uint64_t>(keys.slotCount());
    constexpr std::int64_t kMax = std::int64_t{1} << 32U;
    constexpr std::int64_t kFreeSlots = 10'000;
    std::int64_t budget = std::min(options.count, kMax);
    std::int64_t freeBudget = std::max(kFreeSlots, budget);
    std::vector<Reply> found;
    std::uint64_t slot = options.cursor;
    for (; slot < slots && budget > 0 && freeBudget > 0; ++slot) {
        Key* key = keys.at(static_cast<std::uint32_t>(slot));
        --(key != nullptr ? budget : freeBudget);
        if (key == nullptr || (options.match && !matchesGlob(options.pattern, key->name())) ||
            (options.byType && !sameType(options.type, key->type))) {
            continue;
        }
        if (key->expireAt <= store.now) {
            if (!store.readOnly) {
                store.remove(key);
            }
            continue;
        }
        found.push_back(bulk(key->name()));
    }
    std::vector<Reply> reply;
    reply.push_back(Reply::bulk(std::to_string(slot >= slots ? 0 : slot)));
    reply.push_back(Reply::array(std::move(found)));
    return Reply::array(std::move(reply));
}

// As SCAN: fields keep their slots. Small hashes come whole, as Redis' do.
Reply cmdHScan(const Call& call) {
    ScanOptions options;
    if (auto error = parseScan(call, 2, options)) {
        return *std::move(error);
    }
    const auto [key, wrong] = lookup(call, call[1], Type::Hash);
    if (wrong) {
        return wrongType();
    }
    constexpr std::int64_t kWhole = 128;
    constexpr std::int64_t kMax = std::int64_t{1} << 32U;
    std::vector<Reply> found;
    std::uint64_t slot = options.cursor;
    const auto* fields = key == nullptr ? nullptr : &key->hashValue->fields;
    const std::uint64_t slots = fields == nullptr ? 0 : fields->slotCount();
    std::int64_t budget = std::min(options.count, kMax);
    if (static_cast<std::int64_t>(slots) <= kWhole) {
        slot = 0;
        budget = kWhole;
    }
    for (; slot < slots && budget > 0; ++slot, --budget) {
        const HashNode* node = fields->at(static_cast<std::uint32_t>(slot));
        if (node != nullptr && (!options.match || matchesGlob(options.pattern, node->name()))) {
            found.push_back(bulk(node->name()));
            found.push_back(bulk(node->value()));
        }
    }
    std::vector<Reply> reply;
    reply.push_back(Reply::bulk(std::to_string(slot >= slots ? 0 : slot)));
    reply.push_back(Reply::array(std::move(found)));
    return Reply::array(std::move(reply));
}

Reply cmdKeys(const Call& call) {
    std::vector<Reply> found;
    const SlotTable<Key>& keys = call.store.keys();
    for (std::uint32_t slot = 0; slot < keys.slotCount(); ++slot) {
        const Key* key = keys.at(slot);
        if (key != nullptr && key->expireAt > call.store.now && matchesGlob(call[1], key->name())) {
            found.push_back(bulk(key->name()));
        }
    }
    return Reply::array(std::move(found));
}

Reply cmdDbSize(const Call& call) { return number(call.store.keys().size()); }

Reply cmdFlushAll(const Call& call) {
    if (call.size() > 2 || (call.size() == 2 && !equalsNoCase(call[1], "async") && !equalsNoCase(call[1], "sync"))) {
        return syntaxError();
    }
    const SlotTable<Key>& keys = call.store.keys();
    for (std::uint32_t slot = 0; slot < keys.slotCount(); ++slot) {
        if (Key* key = keys.at(slot); key != nullptr) {
            call.store.remove(key);
        }
    }
    return Reply::ok();
}

}  // namespace evenhand::keyspace
