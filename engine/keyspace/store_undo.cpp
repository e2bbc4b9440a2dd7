// SPDX-License-Identifier: GPL-3.0-or-later
// Undoing: every record is reverted by the opposite change, newest first. The opposite change runs unrecorded; it is
// journaled only where the journal can no longer be cut back (see store.h, m_sealed).
#include <algorithm>
#include <bit>

#include "engine/keyspace/store.h"

namespace evenhand::keyspace {

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

void Store::invert(const UndoRecord& record) {
    switch (record.op) {
        case UndoOp::KeyCreate:
        case UndoOp::KeyRemove:
        case UndoOp::Expiry:
        case UndoOp::String: invertKey(record); break;
        case UndoOp::HashAdd:
        case UndoOp::HashSet:
        case UndoOp::HashErase:
        case UndoOp::SetAdd:
        case UndoOp::SetErase:
        case UndoOp::ZSetAdd:
        case UndoOp::ZSetScore:
        case UndoOp::ZSetErase:
        case UndoOp::ListPut:
        case UndoOp::ListErase: invertElement(record); break;
        case UndoOp::StreamInsert:
        case UndoOp::StreamErase:
        case UndoOp::StreamMeta: invertStream(record); break;
        case UndoOp::GroupCreate:
        case UndoOp::GroupRemove:
        case UndoOp::GroupSet:
        case UndoOp::ConsumerCreate:
        case UndoOp::ConsumerRemove:
        case UndoOp::ConsumerSeen:
        case UndoOp::PendingAdd:
        case UndoOp::PendingSet:
        case UndoOp::PendingErase: invertGroup(record); break;
    }
}

// Everything there is to know about a key that came back.
void Store::writeKey(Key& key) {
    if (m_journal.enabled()) {
        KeyCursor().write(m_journal, key, SIZE_MAX);
    }
}

void Store::invertKey(const UndoRecord& record) {
    Key* key = record.key;
    switch (record.op) {
        case UndoOp::KeyCreate: remove(key); break;
        case UndoOp::KeyRemove:
            static_cast<void>(m_undo.popTrash());
            insertKey(key);
            writeKey(*key);
            break;
        case UndoOp::Expiry: setExpiry(key, static_cast<std::int64_t>(record.a)); break;
        case UndoOp::String: setString(key, m_undo.topBytes(record), static_cast<std::int64_t>(record.a)); break;
        default: break;
    }
}

void Store::invertElement(const UndoRecord& record) {
    Key* key = record.key;
    const auto slot = static_cast<std::uint32_t>(record.a);
    const auto position = static_cast<std::int64_t>(record.a);
    switch (record.op) {
        case UndoOp::HashAdd: hashErase(key, key->hashValue->fields.at(slot)); break;
        case UndoOp::HashSet: hashSet(key, key->hashValue->fields.at(slot), m_undo.topBytes(record)); break;
        case UndoOp::HashErase: {
            auto* node = static_cast<HashNode*>(m_undo.popTrash());
            key->hashValue->fields.insert(node);
            m_journal.hashPut(*key, *node);
            break;
        }
        case UndoOp::SetAdd: setErase(key, key->set->members.at(slot)); break;
        case UndoOp::SetErase: {
            auto* node = static_cast<SetNode*>(m_undo.popTrash());
            key->set->members.insert(node);
            m_journal.setPut(*key, node->name());
            break;
        }
        case UndoOp::ZSetAdd: zsetErase(key, key->zset->members.at(slot)); break;
        case UndoOp::ZSetScore: zsetScore(key, key->zset->members.at(slot), std::bit_cast<double>(record.b)); break;
        case UndoOp::ZSetErase: {
            auto* node = static_cast<ZNode*>(m_undo.popTrash());
            key->zset->members.insert(node);
            key->zset->order.insert(node);
            m_journal.zsetPut(*key, *node);
            break;
        }
        case UndoOp::ListPut: listErase(key, position); break;
        case UndoOp::ListErase: listPut(key, position, static_cast<Blob*>(m_undo.popTrash())); break;
        default: break;
    }
}

void Store::invertStream(const UndoRecord& record) {
    Key* key = record.key;
    const StreamId id{record.a, record.b};
    switch (record.op) {
        case UndoOp::StreamInsert: streamErase(key, id); break;
        case UndoOp::StreamErase: streamInsert(key, id, static_cast<Blob*>(m_undo.popTrash())); break;
        case UndoOp::StreamMeta: streamSetMeta(key, m_undo.topAs<StreamMeta>(record)); break;
        default: break;
    }
}

void Store::invertGroup(const UndoRecord& record) {
    Key* key = record.key;
    auto* group = static_cast<Group*>(record.object);
    const StreamId id{record.a, record.b};
    switch (record.op) {
        case UndoOp::GroupCreate: groupRemove(key, group); break;
        case UndoOp::GroupRemove: {
            auto* removed = static_cast<Group*>(m_undo.popTrash());
            key->stream->groups.emplace(removed->name, removed);
            if (m_journal.enabled()) {
                KeyCursor().write(m_journal, *key, SIZE_MAX);
            }
            break;
        }
        case UndoOp::GroupSet: {
            const auto old = m_undo.topAs<GroupState>(record);
            groupSet(key, group, old.lastId, old.entriesRead);
            break;
        }
        case UndoOp::ConsumerCreate: consumerRemove(key, group, reinterpret_cast<Consumer*>(record.a)); break;
        case UndoOp::ConsumerRemove: {
            auto* consumer = static_cast<Consumer*>(m_undo.popTrash());
            group->consumers.emplace(consumer->name, consumer);
            m_journal.consumerPut(*key, *group, *consumer);
            break;
        }
        case UndoOp::ConsumerSeen:
            consumerSeen(key, group, reinterpret_cast<Consumer*>(record.a), static_cast<std::int64_t>(record.b));
            break;
        case UndoOp::PendingAdd: pendingErase(key, group, id); break;
        case UndoOp::PendingSet:
        case UndoOp::PendingErase: pendingPut(key, group, id, m_undo.topAs<Pending>(record)); break;
        default: break;
    }
}

}  // namespace evenhand::keyspace
