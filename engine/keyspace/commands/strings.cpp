// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <limits>

#include "engine/keyspace/commands/command_table.h"

namespace evenhand::keyspace {

namespace {

enum class ExpireUnit : std::uint8_t { None, Seconds, Milliseconds, AtSeconds, AtMilliseconds };

struct SetOptions {
    bool onlyNew = false;
    bool onlyExisting = false;
    bool get = false;
    bool keepTtl = false;
    ExpireUnit unit = ExpireUnit::None;
    std::string_view expire;
};

bool parseSetOptions(const Call& call, SetOptions& options) {
    for (std::size_t i = 3; i < call.size(); ++i) {
        const std::string_view option = call[i];
        const bool more = i + 1 < call.size();
        ExpireUnit unit = ExpireUnit::None;
        if (equalsNoCase(option, "nx") && !options.onlyExisting) {
            options.onlyNew = true;
        } else if (equalsNoCase(option, "xx") && !options.onlyNew) {
            options.onlyExisting = true;
        } else if (equalsNoCase(option, "get")) {
            options.get = true;
        } else if (equalsNoCase(option, "keepttl") && options.unit == ExpireUnit::None) {
            options.keepTtl = true;
        } else if (equalsNoCase(option, "ex") && more) {
            unit = ExpireUnit::Seconds;
        } else if (equalsNoCase(option, "px") && more) {
            unit = ExpireUnit::Milliseconds;
        } else if (equalsNoCase(option, "exat") && more) {
            unit = ExpireUnit::AtSeconds;
        } else if (equalsNoCase(option, "pxat") && more) {
            unit = ExpireUnit::AtMilliseconds;
        } else {
            return false;
        }
        if (unit != ExpireUnit::None) {
            // The same option may be repeated, two different ones exclude each other.
            if (options.keepTtl || (options.unit != ExpireUnit::None && options.unit != unit)) {
                return false;
            }
            options.unit = unit;
            options.expire = call[++i];
        }
    }
    return true;
}

// The absolute instant of EX, PX, EXAT, PXAT.
std::optional<Reply> expiryOf(const Call& call, const SetOptions& options, std::int64_t& at) {
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    const bool seconds = options.unit == ExpireUnit::Seconds || options.unit == ExpireUnit::AtSeconds;
    const bool relative = options.unit == ExpireUnit::Seconds || options.unit == ExpireUnit::Milliseconds;
    if (!parseInteger(options.expire, at)) {
        return notInteger();
    }
    if (at <= 0 || (seconds && at > kMax / 1000)) {
        return Reply::error("ERR invalid expire time in 'set' command");
    }
    at = seconds ? at * 1000 : at;
    if (relative && at > kMax - call.store.now) {
        return Reply::error("ERR invalid expire time in 'set' command");
    }
    at = std::min(relative ? at + call.store.now : at, kNoExpiry - 1);
    return std::nullopt;
}

// Overwrites or creates; the value is dead on arrival if `at` is not in the future.
void put(Store& store, Key* key, std::string_view name, std::string_view value, std::int64_t at) {
    if (at <= store.now) {
        if (key != nullptr) {
            store.remove(key);
        }
        return;
    }
    if (key != nullptr && key->type == Type::String) {
        store.setString(key, value, at);
        return;
    }
    if (key != nullptr) {
        store.remove(key);
    }
    store.createString(name, value, at);
}

Reply addToString(const Call& call, std::int64_t delta) {
    const auto [key, wrong] = lookup(call, call[1], Type::String);
    if (wrong) {
        return wrongType();
    }
    std::int64_t value = 0;
    if (key != nullptr && !parseInteger(key->string.view(), value)) {
        return notInteger();
    }
    if (__builtin_add_overflow(value, delta, &value)) {
        return Reply::error("ERR increment or decrement would overflow");
    }
    char buffer[24];
    const char* end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
    if (key != nullptr) {
        call.store.setString(key, text, key->expireAt);
    } else {
        call.store.createString(call[1], text, kNoExpiry);
    }
    return Reply::number(value);
}

}  // namespace

Reply cmdGet(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::String);
    if (wrong) {
        return wrongType();
    }
    return key == nullptr ? Reply::nil() : bulk(key->string.view());
}

Reply cmdSet(const Call& call) {
    SetOptions options;
    if (call.size() > 3 && !parseSetOptions(call, options)) {
        return syntaxError();
    }
    std::int64_t at = kNoExpiry;
    if (options.unit != ExpireUnit::None) {
        if (auto error = expiryOf(call, options, at)) {
            return *std::move(error);
        }
    }
    Key* key = call.store.find(call[1]);
    Reply old;
    if (options.get && key != nullptr) {
        if (key->type != Type::String) {
            return wrongType();
        }
        old = bulk(key->string.view());
    }
    if ((options.onlyNew && key != nullptr) || (options.onlyExisting && key == nullptr)) {
        return options.get ? old : Reply::nil();
    }
    if (options.keepTtl && key != nullptr) {
        at = key->expireAt;
    }
    put(call.store, key, call[1], call[2], at);
    return options.get ? old : Reply::ok();
}

Reply cmdIncr(const Call& call) { return addToString(call, 1); }

Reply cmdIncrBy(const Call& call) {
    std::int64_t delta = 0;
    return parseInteger(call[2], delta) ? addToString(call, delta) : notInteger();
}

Reply cmdDecrBy(const Call& call) {
    std::int64_t delta = 0;
    if (!parseInteger(call[2], delta)) {
        return notInteger();
    }
    if (delta == std::numeric_limits<std::int64_t>::min()) {
        return Reply::error("ERR decrement would overflow");
    }
    return addToString(call, -delta);
}

}  // namespace evenhand::keyspace
