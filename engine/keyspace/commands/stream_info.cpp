// SPDX-License-Identifier: GPL-3.0-or-later
// XINFO.
#include <algorithm>

#include "engine/keyspace/commands/command_table.h"
#include "engine/keyspace/commands/stream_args.h"

namespace evenhand::keyspace {

namespace {

/// A flat map reply: name, value, name, value, …
class MapReply {
public:
    MapReply& add(const char* name, Reply value) {
        m_parts.push_back(Reply::bulk(name));
        m_parts.push_back(std::move(value));
        return *this;
    }
    [[nodiscard]] Reply take() { return Reply::array(std::move(m_parts)); }

private:
    std::vector<Reply> m_parts;
};

Reply entriesRead(const Group& group) {
    return group.entriesRead == Group::kUnknown ? Reply::nil() : Reply::number(group.entriesRead);
}

// Entries not yet read by the group, or nil where deletions make that unknowable.
Reply lagOf(const StreamValue& stream, const Group& group) {
    const auto added = static_cast<std::int64_t>(stream.meta.entriesAdded);
    if (added == 0) {
        return Reply::number(0);
    }
    if (group.entriesRead != Group::kUnknown && !stream.hasTombstones(group.lastId, StreamId::max())) {
        return number(stream.meta.entriesAdded - static_cast<std::uint64_t>(group.entriesRead));  // wraps as in Redis
    }
    const std::int64_t read = stream.distanceFromFirst(group.lastId);
    return read == Group::kUnknown ? Reply::nil() : Reply::number(added - read);
}

Reply pendingOf(const Group& group, const Consumer* consumer, std::int64_t count) {
    std::vector<Reply> found;
    for (auto p = group.pending.begin(); p != group.pending.end(); group.pending.next(p)) {
        if (count != 0 && static_cast<std::int64_t>(found.size()) >= count) {
            break;
        }
        const auto& [id, entry] = group.pending.at(p);
        if (consumer != nullptr && entry.consumer != consumer) {
            continue;
        }
        std::vector<Reply> one;
        one.push_back(idReply(id));
        if (consumer == nullptr) {
            one.push_back(bulk(entry.consumer->name));
        }
        one.push_back(Reply::number(entry.deliveryTime));
        one.push_back(number(entry.deliveryCount));
        found.push_back(Reply::array(std::move(one)));
    }
    return Reply::array(std::move(found));
}

Reply fullGroup(const StreamValue& stream, const Group& group, std::int64_t count) {
    std::vector<Reply> consumers;
    for (const auto& [name, consumer] : group.consumers) {
        consumers.push_back(MapReply()
                                .add("name", bulk(name))
                                .add("seen-time", Reply::number(consumer->seenTime))
                                .add("pel-count", number(consumer->pending))
                                .add("pending", pendingOf(group, consumer.get(), count))
                                .take());
    }
    return MapReply()
        .add("name", bulk(group.name))
        .add("last-delivered-id", idReply(group.lastId))
        .add("entries-read", entriesRead(group))
        .add("lag", lagOf(stream, group))
        .add("pel-count", number(group.pending.size()))
        .add("pending", pendingOf(group, nullptr, count))
        .add("consumers", Reply::array(std::move(consumers)))
        .take();
}

Reply infoSyntaxError(const Call& call) {
    return Reply::error("ERR unknown subcommand or wrong number of arguments for '" + echoed(call[1], 128) +
                        "'. Try XINFO HELP.");
}

Reply infoStream(const Call& call, const StreamValue& stream) {
    const bool full = call.size() > 3;
    std::int64_t count = 10;
    if (full && ((call.size() != 4 && call.size() != 6) || !equalsNoCase(call[3], "full") ||
                 (call.size() == 6 && !equalsNoCase(call[4], "count")))) {
        return infoSyntaxError(call);
    }
    if (call.size() == 6) {
        if (!parseInteger(call[5], count)) {
            return notInteger();
        }
        count = count < 0 ? 10 : count;
    }
    // Redis tells the size of its radix tree; here it is what a tree of 100 entries a node would have.
    const std::size_t nodes = (stream.entries.size() + 99) / 100;
    MapReply reply;
    reply.add("length", number(stream.entries.size()))
        .add("radix-tree-keys", number(nodes))
        .add("radix-tree-nodes", number(nodes + 1))
        .add("last-generated-id", idReply(stream.meta.lastId))
        .add("max-deleted-entry-id", idReply(stream.meta.maxDeleted))
        .add("entries-added", number(stream.meta.entriesAdded))
        .add("recorded-first-entry-id", idReply(stream.firstId()));
    if (!full) {
        const bool empty = stream.entries.empty();
        const auto entry = [](const auto& e) { return entryReply(e.key, *e.value); };
        return reply.add("groups", number(stream.groups.size()))
            .add("first-entry", empty ? Reply::nil() : entry(stream.entries.front()))
            .add("last-entry", empty ? Reply::nil() : entry(stream.entries.back()))
            .take();
    }
    std::vector<Reply> groups;
    for (const auto& [name, group] : stream.groups) {
        groups.push_back(fullGroup(stream, *group, count));
    }
    return reply.add("entries", rangeReply(stream, {}, count, false))
        .add("groups", Reply::array(std::move(groups)))
        .take();
}

Reply infoGroups(const StreamValue& stream) {
    std::vector<Reply> groups;
    for (const auto& [name, group] : stream.groups) {
        groups.push_back(MapReply()
                             .add("name", bulk(name))
                             .add("consumers", number(group->consumers.size()))
                             .add("pending", number(group->pending.size()))
                             .add("last-delivered-id", idReply(group->lastId))
                             .add("entries-read", entriesRead(*group))
                             .add("lag", lagOf(stream, *group))
                             .take());
    }
    return Reply::array(std::move(groups));
}

Reply infoConsumers(const Call& call, const StreamValue& stream) {
    const Group* group = stream.findGroup(call[3]);
    if (group == nullptr) {
        return Reply::error("NOGROUP No such consumer group '" + echoed(call[3]) + "' for key name '" +
                            echoed(call[2]) + "'");
    }
    std::vector<Reply> consumers;
    for (const auto& [name, consumer] : group->consumers) {
        const std::int64_t idle = std::max<std::int64_t>(call.store.now - consumer->seenTime, 0);
        consumers.push_back(MapReply()
                                .add("name", bulk(name))
                                .add("pending", number(consumer->pending))
                                .add("idle", Reply::number(idle))
                                .take());
    }
    return Reply::array(std::move(consumers));
}

}  // namespace

Reply cmdXInfo(const Call& call) {
    const bool stream = equalsNoCase(call[1], "stream");
    const bool groups = equalsNoCase(call[1], "groups");
    const bool consumers = equalsNoCase(call[1], "consumers");
    if (!stream && !groups && !consumers) {
        return unknownSubcommand(call);
    }
    if ((stream && call.size() < 3) || (groups && call.size() != 3) || (consumers && call.size() != 4)) {
        return wrongArity(stream ? "xinfo|stream" : groups ? "xinfo|groups" : "xinfo|consumers");
    }
    const auto [key, wrong] = lookup(call, call[2], Type::Stream);
    if (key == nullptr) {
        return Reply::error(text::kNoSuchKey);
    }
    if (wrong) {
        return wrongType();
    }
    if (stream) {
        return infoStream(call, *key->stream);
    }
    return groups ? infoGroups(*key->stream) : infoConsumers(call, *key->stream);
}

}  // namespace evenhand::keyspace
