// SPDX-License-Identifier: GPL-3.0-or-later
// The Store's changes of streams, groups and pending entries.
#include "engine/keyspace/data/store.h"

namespace evenhand::keyspace {

void Store::streamAppend(Key* key, StreamId id, Blob* entry) {
    StreamValue& stream = *key->stream;
    if (m_recording) {
        record(UndoOp::StreamMeta, key, asBytes(stream.meta));
        record(UndoOp::StreamInsert, key, nullptr, id.ms, id.seq);
    }
    stream.entries.insert(id, entry);
    stream.meta.lastId = id;
    ++stream.meta.entriesAdded;
    m_journal.streamAppend(*key, id, entry->view());
}

void Store::streamInsert(Key* key, StreamId id, Blob* entry) {
    if (m_recording) {
        record(UndoOp::StreamInsert, key, nullptr, id.ms, id.seq);
    }
    key->stream->entries.insert(id, entry);
    m_journal.streamPut(*key, id, entry->view());
}

void Store::streamErase(Key* key, StreamId id) {
    if (m_recording) {
        record(UndoOp::StreamErase, key, nullptr, id.ms, id.seq);
    }
    auto& entries = key->stream->entries;
    auto p = entries.lowerBound(id);
    Blob* entry = entries.at(p).value;
    entries.erase(p);
    m_journal.streamRemove(*key, id);
    dispose(Trash::Kind::Blob, entry);
}

void Store::streamSetMeta(Key* key, const StreamMeta& meta) {
    if (m_recording) {
        record(UndoOp::StreamMeta, key, asBytes(key->stream->meta));
    }
    key->stream->meta = meta;
    m_journal.streamMeta(*key);
}

Group* Store::groupCreate(Key* key, std::string_view name, StreamId lastId, std::int64_t entriesRead) {
    auto owned = std::make_unique<Group>();
    Group* group = owned.get();
    group->name = name;
    group->lastId = lastId;
    group->entriesRead = entriesRead;
    if (m_recording) {
        record(UndoOp::GroupCreate, key, group);
    }
    key->stream->groups.emplace(group->name, std::move(owned));
    m_journal.groupPut(*key, *group);
    return group;
}

void Store::groupRemove(Key* key, Group* group) {
    if (m_recording) {
        record(UndoOp::GroupRemove, key);
    }
    const auto it = key->stream->groups.find(group->name);
    static_cast<void>(it->second.release());
    key->stream->groups.erase(it);
    m_journal.groupRemove(*key, group->name);
    dispose(Trash::Kind::Group, group);
}

void Store::groupSet(Key* key, Group* group, StreamId lastId, std::int64_t entriesRead) {
    if (m_recording) {
        const GroupState old{group->lastId, group->entriesRead};
        m_undo.push({UndoOp::GroupSet, sizeof old, key, group, 0, 0, m_journal.size()}, asBytes(old));
    }
    group->lastId = lastId;
    group->entriesRead = entriesRead;
    m_journal.groupPut(*key, *group);
}

Consumer* Store::consumerCreate(Key* key, Group* group, std::string_view name) {
    auto owned = std::make_unique<Consumer>();
    Consumer* consumer = owned.get();
    consumer->name = name;
    consumer->seenTime = now;
    if (m_recording) {
        record(UndoOp::ConsumerCreate, key, group, reinterpret_cast<std::uint64_t>(consumer));
    }
    group->consumers.emplace(consumer->name, std::move(owned));
    m_journal.consumerPut(*key, *group, *consumer);
    return consumer;
}

void Store::consumerRemove(Key* key, Group* group, Consumer* consumer) {
    if (m_recording) {
        record(UndoOp::ConsumerRemove, key, group);
    }
    const auto it = group->consumers.find(consumer->name);
    static_cast<void>(it->second.release());
    group->consumers.erase(it);
    m_journal.consumerRemove(*key, *group, consumer->name);
    dispose(Trash::Kind::Consumer, consumer);
}

void Store::consumerSeen(Key* key, Group* group, Consumer* consumer, std::int64_t seenTime) {
    if (consumer->seenTime == seenTime) {
        return;
    }
    if (m_recording) {
        record(UndoOp::ConsumerSeen, key, group, reinterpret_cast<std::uint64_t>(consumer),
               static_cast<std::uint64_t>(consumer->seenTime));
    }
    consumer->seenTime = seenTime;
    m_journal.consumerPut(*key, *group, *consumer);
}

void Store::pendingPut(Key* key, Group* group, StreamId id, const Pending& pending) {
    if (auto* entry = group->pending.find(id); entry != nullptr) {
        if (m_recording) {
            m_undo.push({UndoOp::PendingSet, sizeof(Pending), key, group, id.ms, id.seq, m_journal.size()},
                        asBytes(entry->value));
        }
        --entry->value.consumer->pending;
        entry->value = pending;
    } else {
        if (m_recording) {
            record(UndoOp::PendingAdd, key, group, id.ms, id.seq);
        }
        group->pending.insert(id, pending);
    }
    ++pending.consumer->pending;
    m_journal.pendingPut(*key, *group, id, pending);
}

void Store::pendingErase(Key* key, Group* group, StreamId id) {
    auto p = group->pending.lowerBound(id);
    const Pending old = group->pending.at(p).value;
    if (m_recording) {
        m_undo.push({UndoOp::PendingErase, sizeof old, key, group, id.ms, id.seq, m_journal.size()}, asBytes(old));
    }
    --old.consumer->pending;
    group->pending.erase(p);
    m_journal.pendingRemove(*key, *group, id);
}

/// What was delivered and not acknowledged stays idle for as long as it has been.
void Store::turnBackGroups(Key* key, std::int64_t by) {
    for (const auto& [name, group] : key->stream->groups) {
        std::vector<std::pair<StreamId, Pending>> pending;
        auto& entries = group->pending;
        for (auto p = entries.begin(); p != entries.end(); entries.next(p)) {
            pending.emplace_back(entries.at(p).key, entries.at(p).value);
        }
        for (auto& [id, entry] : pending) {
            entry.deliveryTime -= by;
            pendingPut(key, group.get(), id, entry);
        }
        for (const auto& [consumerName, consumer] : group->consumers) {
            consumerSeen(key, group.get(), consumer.get(), consumer->seenTime - by);
        }
    }
}

}  // namespace evenhand::keyspace
