// SPDX-License-Identifier: GPL-3.0-or-later
// Undoing: every record is reverted by the opposite change, newest first. The opposite change runs unrecorded; it is
// journaled only where the journal can no longer be cut back (see store.h, m_sealed).
#include <algorithm>
#include <bit>

#include "engine/keyspace/data/store.h"

namespace evenhand::keyspace {

/// Two pointers need no room of their own in a record: the second one lies in a number.
static Consumer* consumerOf(const UndoRecord& record) noexcept { return std::bit_cast<Consumer*>(record.a); }

void Trash::destroy() const noexcept {
    switch (kind) {
        case Kind::Key: break;  // the Store's business
        case Kind::HashNode:
        case Kind::SetNode:
        case Kind::ZNode:
        case Kind::Blob: std::free(object); break;
        case Kind::Group: delete static_cast<Group*>(object); break;
        case Kind::Consumer: delete static_cast<Consumer*>(object); break;
    }
}

void UndoLog::clear() noexcept {
    constexpr std::size_t kKeep = std::size_t{1} << 16U;
    m_records.clear();
    m_bytes.clear();
    m_trash.clear();
    if (m_records.capacity() > kKeep) {
        m_records = {};
    }
    if (m_bytes.capacity() > 64 * kKeep) {
        m_bytes = {};
    }
    if (m_trash.capacity() > kKeep) {
        m_trash = {};
    }
}

void Store::undoTo(std::uint64_t mark) {
    const bool wasRecording = m_recording;
    m_recording = false;
    while (m_undo.size() > mark) {
        const UndoRecord record = m_undo.pop();
        const bool sealed = m_undo.size() < m_sealed;
        m_journal.setEnabled(sealed);
        invert(record);
        m_undo.popBytes(record);
        if (!sealed) {
            m_journal.truncate(record.journalSize);
        }
    }
    m_journal.setEnabled(true);
    m_sealed = std::min(m_sealed, m_undo.size());
    m_recording = wasRecording;
}

// Everything there is to know about a key, for the journal.
void Store::writeKey(Key& key) {
    if (m_journal.enabled()) {
        KeyCursor().write(m_journal, key, SIZE_MAX);
    }
}

void Store::restore(Key* key) {
    insertKey(key);
    writeKey(*key);
}

void Store::restore(Key* key, HashNode* node) {
    key->hashValue->fields.insert(node);
    m_journal.hashPut(*key, *node);
}

void Store::restore(Key* key, SetNode* node) {
    key->set->members.insert(node);
    m_journal.setPut(*key, node->name());
}

void Store::restore(Key* key, ZNode* node) {
    key->zset->members.insert(node);
    key->zset->order.insert(node);
    m_journal.zsetPut(*key, *node);
}

void Store::restore(Key* key, Group* group) {
    key->stream->groups.emplace(group->name, group);
    writeKey(*key);
}

void Store::restore(Key* key, Group* group, Consumer* consumer) {
    group->consumers.emplace(consumer->name, consumer);
    m_journal.consumerPut(*key, *group, *consumer);
}

void Store::invert(const UndoRecord& record) {
    Key* key = record.key;
    auto* group = static_cast<Group*>(record.object);
    const auto slot = static_cast<std::uint32_t>(record.a);
    const auto number = static_cast<std::int64_t>(record.a);
    const StreamId id{record.a, record.b};
    switch (record.op) {
        case UndoOp::KeyCreate: return remove(key);
        case UndoOp::KeyRemove: return restore(m_undo.popTrash<Key>());
        case UndoOp::Expiry: return setExpiry(key, number);
        case UndoOp::String: return setString(key, m_undo.topBytes(record), number);
        case UndoOp::HashAdd: return hashErase(key, key->hashValue->fields.at(slot));
        case UndoOp::HashSet: return hashSet(key, key->hashValue->fields.at(slot), m_undo.topBytes(record));
        case UndoOp::HashErase: return restore(key, m_undo.popTrash<HashNode>());
        case UndoOp::SetAdd: return setErase(key, key->set->members.at(slot));
        case UndoOp::SetErase: return restore(key, m_undo.popTrash<SetNode>());
        case UndoOp::ZSetAdd: return zsetErase(key, key->zset->members.at(slot));
        case UndoOp::ZSetScore: return zsetScore(key, key->zset->members.at(slot), std::bit_cast<double>(record.b));
        case UndoOp::ZSetErase: return restore(key, m_undo.popTrash<ZNode>());
        case UndoOp::ListPut: return listErase(key, number);
        case UndoOp::ListErase: return listPut(key, number, m_undo.popTrash<Blob>());
        case UndoOp::StreamInsert: return streamErase(key, id);
        case UndoOp::StreamErase: return streamInsert(key, id, m_undo.popTrash<Blob>());
        case UndoOp::StreamMeta: return streamSetMeta(key, m_undo.topAs<StreamMeta>(record));
        case UndoOp::GroupCreate: return groupRemove(key, group);
        case UndoOp::GroupRemove: return restore(key, m_undo.popTrash<Group>());
        case UndoOp::GroupSet: {
            const auto old = m_undo.topAs<GroupState>(record);
            return groupSet(key, group, old.lastId, old.entriesRead);
        }
        case UndoOp::ConsumerCreate: return consumerRemove(key, group, consumerOf(record));
        case UndoOp::ConsumerRemove: return restore(key, group, m_undo.popTrash<Consumer>());
        case UndoOp::ConsumerSeen:
            return consumerSeen(key, group, consumerOf(record), static_cast<std::int64_t>(record.b));
        case UndoOp::PendingAdd: return pendingErase(key, group, id);
        case UndoOp::PendingSet:
        case UndoOp::PendingErase: return pendingPut(key, group, id, m_undo.topAs<Pending>(record));
    }
}

}  // namespace evenhand::keyspace
