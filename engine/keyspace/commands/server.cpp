// SPDX-License-Identifier: GPL-3.0-or-later
// Commands about the server, and the hand-over to the script runner.
#include "engine/keyspace/commands/command_table.h"
#include "engine/keyspace/script_runner.h"

namespace evenhand::keyspace {

Reply cmdTime(const Call& call) {
    const std::int64_t ms = call.store.now;
    std::vector<Reply> parts;
    parts.push_back(Reply::bulk(formatInteger(ms / 1000)));
    parts.push_back(Reply::bulk(formatInteger(ms % 1000 * 1000)));
    return Reply::array(std::move(parts));
}

Reply cmdPing(const Call& call) {
    if (call.size() > 2) {
        return wrongArity("ping");
    }
    return call.size() == 2 ? bulk(call[1]) : Reply::status("PONG");
}

Reply cmdEcho(const Call& call) { return bulk(call[1]); }

Reply cmdSelect(const Call& call) {
    std::int64_t index = 0;
    if (!parseInteger(call[1], index)) {
        return notInteger();
    }
    if (index > INT32_MAX || index < INT32_MIN) {
        return Reply::error("ERR value is out of range, value must between -2147483648 and 2147483647");
    }
    return index == 0 ? Reply::ok() : Reply::error("ERR DB index is out of range");
}

namespace {

Reply describe(const Command& command) {
    std::vector<Reply> flags;
    if ((command.flags & kWrite) != 0) {
        flags.push_back(Reply::status("write"));
    }
    if ((command.flags & kReadOnly) != 0) {
        flags.push_back(Reply::status("readonly"));
    }
    if ((command.flags & kNoScript) != 0) {
        flags.push_back(Reply::status("noscript"));
    }
    std::vector<Reply> parts;
    parts.push_back(bulk(command.name));
    parts.push_back(Reply::number(command.arity));
    parts.push_back(Reply::array(std::move(flags)));
    parts.push_back(Reply::number(command.firstKey));
    parts.push_back(Reply::number(command.lastKey));
    parts.push_back(Reply::number(command.keyStep));
    for (int i = 0; i < 4; ++i) {  // categories, tips, key specifications, subcommands: none
        parts.push_back(Reply::array());
    }
    return Reply::array(std::move(parts));
}

}  // namespace

Reply cmdCommand(const Call& call) {
    if (call.size() == 1) {
        std::vector<Reply> all;
        for (const Command& command : allCommands()) {
            all.push_back(describe(command));
        }
        return Reply::array(std::move(all));
    }
    if (equalsNoCase(call[1], "count")) {
        return call.size() == 2 ? number(allCommands().size()) : wrongArity("command|count");
    }
    if (equalsNoCase(call[1], "docs")) {
        return Reply::array();
    }
    if (equalsNoCase(call[1], "info")) {
        std::vector<Reply> some;
        for (const std::string_view name : call.args.subspan(2)) {
            const Command* command = findCommand(name);
            some.push_back(command != nullptr ? describe(*command) : Reply::nilArray());
        }
        return Reply::array(std::move(some));
    }
    return unknownSubcommand(call);
}

Reply cmdConfig(const Call& call) {
    if (!equalsNoCase(call[1], "get")) {
        return unknownSubcommand(call);
    }
    if (call.size() < 3) {
        return wrongArity("config|get");
    }
    static constexpr std::pair<std::string_view, std::string_view> kSettings[] = {
        {"appendonly", "yes"}, {"databases", "1"}, {"maxmemory", "0"}, {"maxmemory-policy", "noeviction"}, {"save", ""},
    };
    std::vector<Reply> found;
    for (const auto& [name, value] : kSettings) {
        for (const std::string_view pattern : call.args.subspan(2)) {
            if (matchesGlob(pattern, name)) {
                found.push_back(bulk(name));
                found.push_back(bulk(value));
                break;
            }
        }
    }
    return Reply::array(std::move(found));
}

Reply cmdInfo(const Call& call) {
    std::string text = "# Server\r\nredis_version:7.0.15\r\nredis_mode:standalone\r\n\r\n# Keyspace\r\n";
    std::size_t expiring = 0;
    const SlotTable<Key>& keys = call.store.keys();
    for (std::uint32_t slot = 0; slot < keys.slotCount(); ++slot) {
        expiring += keys.at(slot) != nullptr && keys.at(slot)->expireAt != kNoExpiry ? 1 : 0;
    }
    if (keys.size() != 0) {
        text += "db0:keys=" + std::to_string(keys.size()) + ",expires=" + std::to_string(expiring) + ",avg_ttl=0\r\n";
    }
    return Reply::bulk(std::move(text));
}

namespace {

Reply evaluate(const Call& call, bool bySha) {
    if (call.store.scriptRunner == nullptr) {
        return Reply::error("ERR no script runner");
    }
    std::int64_t keyCount = 0;
    if (!parseInteger(call[2], keyCount)) {
        return notInteger();
    }
    if (keyCount > static_cast<std::int64_t>(call.size()) - 3) {
        return Reply::error("ERR Number of keys can't be greater than number of args");
    }
    if (keyCount < 0) {
        return Reply::error("ERR Number of keys can't be negative");
    }
    const Args keys = call.args.subspan(3, static_cast<std::size_t>(keyCount));
    const Args args = call.args.subspan(3 + static_cast<std::size_t>(keyCount));
    return bySha ? call.store.scriptRunner->evalSha(call[1], keys, args)
                 : call.store.scriptRunner->evalSource(call[1], keys, args);
}

}  // namespace

Reply cmdEval(const Call& call) { return evaluate(call, false); }
Reply cmdEvalSha(const Call& call) { return evaluate(call, true); }

Reply cmdScript(const Call& call) {
    if (call.store.scriptRunner == nullptr) {
        return Reply::error("ERR no script runner");
    }
    return call.store.scriptRunner->scriptCommand(call.args.subspan(1));
}

}  // namespace evenhand::keyspace
