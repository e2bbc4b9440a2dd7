// SPDX-License-Identifier: GPL-3.0-or-later
// Consumer groups: managing them, reading as one of them, acknowledging.
#include <algorithm>

#include "engine/keyspace/commands/command_table.h"
#include "engine/keyspace/commands/stream_args.h"

namespace evenhand::keyspace {

namespace {

struct ReadOptions {
    std::int64_t count = 0;  // 0: no limit
    bool noAck = false;
    bool hasGroup = false;
    std::string_view group;
    std::string_view consumer;
    std::size_t firstStream = 0;
    std::size_t streams = 0;
};

std::optional<Reply> checkTimeout(std::string_view text) {
    std::int64_t timeout = 0;
    if (!parseInteger(text, timeout)) {
        return Reply::error("ERR timeout is not an integer or out of range");
    }
    if (timeout < 0) {
        return Reply::error("ERR timeout is negative");
    }
    return std::nullopt;
}

std::optional<Reply> parseRead(const Call& call, ReadOptions& options) {
    for (std::size_t i = 1; i < call.size(); ++i) {
        const std::size_t more = call.size() - i - 1;
        if (equalsNoCase(call[i], "block") && more > 0) {
            if (call.fromScript) {
                return Reply::error("ERR " + echoed(call[0]) +
                                    " command is not allowed with BLOCK option from scripts");
            }
            if (auto error = checkTimeout(call[++i])) {
                return error;
            }
        } else if (equalsNoCase(call[i], "count") && more > 0) {
            if (!parseInteger(call[++i], options.count)) {
                return notInteger();
            }
            options.count = std::max<std::int64_t>(options.count, 0);
        } else if (equalsNoCase(call[i], "streams") && more > 0) {
            options.firstStream = i + 1;
            if (more % 2 != 0) {
                return Reply::error(
                    "ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be specified.");
            }
            options.streams = more / 2;
            break;
        } else if (equalsNoCase(call[i], "group") && more >= 2) {
            options.hasGroup = true;
            options.group = call[i + 1];
            options.consumer = call[i + 2];
            i += 2;
        } else if (equalsNoCase(call[i], "noack")) {
            options.noAck = true;
        } else {
            return syntaxError();
        }
    }
    if (options.firstStream == 0) {
        return syntaxError();
    }
    if (!options.hasGroup) {
        return Reply::error("ERR Missing GROUP option for XREADGROUP");
    }
    return std::nullopt;
}

constexpr StreamId kNewOnly = StreamId::max();  // ">"

// Checks key, group and id of every stream before anything is read.
std::optional<Reply> parseSources(const Call& call, const ReadOptions& options, std::vector<StreamId>& after) {
    for (std::size_t i = 0; i < options.streams; ++i) {
        const std::string_view name = call[options.firstStream + i];
        const std::string_view id = call[options.firstStream + options.streams + i];
        const auto [key, wrong] = lookup(call, name, Type::Stream);
        if (wrong) {
            return wrongType();
        }
        if (key == nullptr || key->stream->findGroup(options.group) == nullptr) {
            return noGroup(name, options.group, " in XREADGROUP with GROUP option");
        }
        if (id == "$") {
            return Reply::error(
                "ERR The $ ID is meaningless in the context of XREADGROUP: you want to read the history of this "
                "consumer by "
                "specifying a proper ID, or use the > ID to get new messages. The $ ID would just return an empty "
                "result set.");
        }
        StreamId& start = after.emplace_back(kNewOnly);
        if (id != ">" && !parseStrictId(id, start)) {
            return invalidId();
        }
    }
    return std::nullopt;
}

// Entries above the group's last id; they become the consumer's pending ones.
Reply readNew(Store& store, const StreamGroup& where, Consumer* consumer, const ReadOptions& options) {
    const StreamValue& stream = *where.key->stream;
    Group& group = *where.group;
    std::vector<Reply> found;
    StreamId start = group.lastId;
    start.increment();
    StreamId lastId = group.lastId;
    std::int64_t entriesRead = group.entriesRead;
    const auto& entries = stream.entries;
    for (auto p = entries.lowerBound(start); p != entries.end(); entries.next(p)) {
        const StreamId id = entries.at(p).key;
        if (entriesRead != Group::kUnknown && !stream.hasTombstones(id, StreamId::max())) {
            entriesRead = static_cast<std::int64_t>(static_cast<std::uint64_t>(entriesRead) + 1);  // wraps as in Redis
        } else if (stream.meta.entriesAdded != 0) {
            entriesRead = stream.distanceFromFirst(id);
        }
        lastId = id;
        found.push_back(entryReply(id, *entries.at(p).value));
        if (!options.noAck) {
            store.pendingPut(where.key, &group, id, {store.now, 1, consumer});
        }
        if (options.count != 0 && static_cast<std::int64_t>(found.size()) >= options.count) {
            break;
        }
    }
    store.groupSet(where.key, &group, lastId, entriesRead);
    return Reply::array(std::move(found));
}

// The consumer's own pending entries after `start`; delivered once more. Deleted entries come without fields.
Reply readHistory(Store& store, const StreamGroup& where, Consumer* consumer, StreamId start, std::int64_t count) {
    std::vector<Reply> found;
    start.increment();
    const auto& pending = where.group->pending;
    std::uint64_t left = consumer->pending;
    for (auto p = pending.lowerBound(start); left > 0 && p != pending.end(); pending.next(p)) {
        if (pending.at(p).value.consumer != consumer) {
            continue;
        }
        --left;
        const StreamId id = pending.at(p).key;
        if (const auto* entry = where.key->stream->entries.find(id); entry != nullptr) {
            found.push_back(entryReply(id, *entry->value));
            store.pendingPut(where.key, where.group, id, {store.now, pending.at(p).value.deliveryCount + 1, consumer});
        } else {
            std::vector<Reply> gone;
            gone.push_back(idReply(id));
            gone.push_back(Reply::nilArray());
            found.push_back(Reply::array(std::move(gone)));
        }
        if (count != 0 && static_cast<std::int64_t>(found.size()) >= count) {
            break;
        }
    }
    return Reply::array(std::move(found));
}

}  // namespace

Reply cmdXReadGroup(const Call& call) {
    ReadOptions options;
    if (auto error = parseRead(call, options)) {
        return *std::move(error);
    }
    std::vector<StreamId> after;
    if (auto error = parseSources(call, options, after)) {
        return *std::move(error);
    }
    std::vector<Reply> served;
    for (std::size_t i = 0; i < options.streams; ++i) {
        const std::string_view name = call[options.firstStream + i];
        Key* key = call.store.find(name);
        Group* group = key->stream->findGroup(options.group);
        const bool history = after[i] != kNewOnly;
        const auto& entries = key->stream->entries;
        if (!history && (entries.empty() || entries.back().key <= group->lastId)) {
            continue;
        }
        const StreamGroup where{key, group};
        Consumer* consumer = touchConsumer(call.store, where, options.consumer);
        std::vector<Reply> one;
        one.push_back(bulk(name));
        one.push_back(history ? readHistory(call.store, where, consumer, after[i], options.count)
                              : readNew(call.store, where, consumer, options));
        served.push_back(Reply::array(std::move(one)));
    }
    return served.empty() ? Reply::nilArray() : Reply::array(std::move(served));
}

Reply cmdXAck(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Stream);
    if (wrong) {
        return wrongType();
    }
    Group* group = key != nullptr ? key->stream->findGroup(call[2]) : nullptr;
    if (group == nullptr) {
        return Reply::number(0);
    }
    std::vector<StreamId> ids;
    ids.reserve(call.size() - 3);
    for (const std::string_view text : call.args.subspan(3)) {
        if (!parseStrictId(text, ids.emplace_back())) {
            return invalidId();
        }
    }
    std::int64_t acknowledged = 0;
    for (const StreamId id : ids) {
        if (group->pending.find(id) != nullptr) {
            call.store.pendingErase(key, group, id);
            ++acknowledged;
        }
    }
    return Reply::number(acknowledged);
}

namespace {

enum class GroupCommand : std::uint8_t { Create, SetId, Destroy, CreateConsumer, DelConsumer };

struct GroupSyntax {
    std::string_view name;
    int arity;
    GroupCommand command;
};
constexpr GroupSyntax kGroupCommands[] = {
    {"create", -5, GroupCommand::Create},          {"setid", -5, GroupCommand::SetId},
    {"destroy", 4, GroupCommand::Destroy},         {"createconsumer", 5, GroupCommand::CreateConsumer},
    {"delconsumer", 5, GroupCommand::DelConsumer},
};

Reply groupSyntaxError(const Call& call) {
    return Reply::error("ERR unknown subcommand or wrong number of arguments for '" + echoed(call[1], 128) +
                        "'. Try XGROUP HELP.");
}

struct GroupOptions {
    bool makeStream = false;
    std::int64_t entriesRead = Group::kUnknown;
};

std::optional<Reply> parseGroupOptions(const Call& call, GroupCommand command, GroupOptions& options) {
    for (std::size_t i = 5; i < call.size(); ++i) {
        if (command == GroupCommand::Create && equalsNoCase(call[i], "mkstream")) {
            options.makeStream = true;
        } else if (equalsNoCase(call[i], "entriesread") && i + 1 < call.size()) {
            if (!parseInteger(call[++i], options.entriesRead)) {
                return notInteger();
            }
            if (options.entriesRead < 0 && options.entriesRead != Group::kUnknown) {
                return Reply::error("ERR value for ENTRIESREAD must be positive or -1");
            }
        } else {
            return groupSyntaxError(call);
        }
    }
    return std::nullopt;
}

Reply createGroup(const Call& call, Key* key, const GroupOptions& options) {
    StreamId id;
    if (call.size() > 8) {
        return groupSyntaxError(call);
    }
    if (call[4] == "$") {
        id = key != nullptr ? key->stream->meta.lastId : StreamId{};
    } else if (!parseStrictId(call[4], id)) {
        return invalidId();
    }
    if (key == nullptr) {
        key = call.store.create(call[2], Type::Stream);
        call.store.streamSetMeta(key, {});
    } else if (key->stream->findGroup(call[3]) != nullptr) {
        return Reply::error("BUSYGROUP Consumer Group name already exists");
    }
    call.store.groupCreate(key, call[3], id, options.entriesRead);
    return Reply::ok();
}

Reply setGroupId(const Call& call, const StreamGroup& where, const GroupOptions& options) {
    StreamId id = where.key->stream->meta.lastId;
    if (call.size() != 5 && call.size() != 7) {
        return groupSyntaxError(call);
    }
    if (call[4] != "$" && !parseId(call[4], id, 0, false)) {
        return invalidId();
    }
    call.store.groupSet(where.key, where.group, id, options.entriesRead);
    return Reply::ok();
}

Reply deleteConsumer(const Call& call, const StreamGroup& where) {
    Consumer* consumer = where.group->findConsumer(call[4]);
    if (consumer == nullptr) {
        return Reply::number(0);
    }
    const std::uint64_t had = consumer->pending;
    std::vector<StreamId> ids;
    ids.reserve(had);
    const auto& pending = where.group->pending;
    for (auto p = pending.begin(); ids.size() < had && p != pending.end(); pending.next(p)) {
        if (pending.at(p).value.consumer == consumer) {
            ids.push_back(pending.at(p).key);
        }
    }
    for (const StreamId id : ids) {
        call.store.pendingErase(where.key, where.group, id);
    }
    call.store.consumerRemove(where.key, where.group, consumer);
    return number(had);
}

Reply runGroupCommand(const Call& call, GroupCommand command, const GroupOptions& options, const StreamGroup& where) {
    switch (command) {
        case GroupCommand::Create: return createGroup(call, where.key, options);
        case GroupCommand::SetId: return setGroupId(call, where, options);
        case GroupCommand::Destroy:
            if (where.group == nullptr) {
                return Reply::number(0);
            }
            call.store.groupRemove(where.key, where.group);
            return Reply::number(1);
        case GroupCommand::CreateConsumer:
            if (where.group->findConsumer(call[4]) != nullptr) {
                return Reply::number(0);
            }
            call.store.consumerCreate(where.key, where.group, call[4]);
            return Reply::number(1);
        case GroupCommand::DelConsumer: return deleteConsumer(call, where);
    }
    return syntaxError();
}

}  // namespace

Reply cmdXGroup(const Call& call) {
    const auto* syntax = std::find_if(std::begin(kGroupCommands), std::end(kGroupCommands),
                                      [&call](const GroupSyntax& s) { return equalsNoCase(call[1], s.name); });
    if (syntax == std::end(kGroupCommands)) {
        return unknownSubcommand(call);
    }
    const auto count = static_cast<int>(call.size());
    if (syntax->arity > 0 ? count != syntax->arity : count < -syntax->arity) {
        return wrongArity("xgroup|" + std::string(syntax->name));
    }
    GroupOptions options;
    const GroupCommand command = syntax->command;
    if (auto error = parseGroupOptions(call, command, options)) {
        return *std::move(error);
    }
    const auto [key, wrong] = lookup(call, call[2], Type::Stream);
    if (wrong) {
        return wrongType();
    }
    Group* group = key != nullptr ? key->stream->findGroup(call[3]) : nullptr;
    if (!options.makeStream) {
        if (key == nullptr) {
            return Reply::error(
                "ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the "
                "MKSTREAM option to create an empty stream automatically.");
        }
        if (group == nullptr && command != GroupCommand::Create && command != GroupCommand::Destroy) {
            return Reply::error("NOGROUP No such consumer group '" + echoed(call[3]) + "' for key name '" +
                                echoed(call[2]) + "'");
        }
    }
    return runGroupCommand(call, command, options, {key, group});
}

}  // namespace evenhand::keyspace
