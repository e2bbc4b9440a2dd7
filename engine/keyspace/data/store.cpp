// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/data/store.h"

#include <bit>

namespace evenhand::keyspace {

namespace {
// Values with more elements than this are taken down in the graveyard, so that no single command pays for it.
constexpr std::size_t kLargeValue = 1000;
constexpr std::size_t kReapPerCommit = 4000;
constexpr std::size_t kReapPerRemoval = 200;
}  // namespace

Store::~Store() { clear(); }

Key* Store::expired(Key* key) {
    if (!readOnly) {
        remove(key);
    }
    return nullptr;
}

void Store::insertKey(Key* key) {
    m_keys.insert(key);
    if (key->expireAt != kNoExpiry) {
        m_expiries.put(key);
    }
}

Key* Store::create(std::string_view name, Type type) {
    Key* key = Key::make(name, hash32(name), type);
    key->serial = m_nextSerial++;
    if (m_recording) {
        record(UndoOp::KeyCreate, key);
    }
    m_keys.insert(key);
    return key;
}

void Store::remove(Key* key) {
    if (m_recording) {
        record(UndoOp::KeyRemove, key);
    }
    m_keys.erase(key);
    m_expiries.remove(key);
    m_journal.keyRemove(*key);
    if (m_recording) {
        m_undo.discard({Trash::Kind::Key, key});
    } else {
        destroyKey(key);
    }
}

void Store::setExpiry(Key* key, std::int64_t at) {
    if (key->expireAt == at) {
        return;
    }
    if (m_recording) {
        record(UndoOp::Expiry, key, nullptr, static_cast<std::uint64_t>(key->expireAt));
    }
    key->expireAt = at;
    if (at == kNoExpiry) {
        m_expiries.remove(key);
    } else {
        m_expiries.put(key);
    }
    m_journal.expiry(*key);
}

std::size_t Store::expireDue(std::size_t limit) {
    std::size_t removed = 0;
    for (Key* key = m_expiries.earliest(); key != nullptr && key->expireAt <= now && removed < limit;
         key = m_expiries.earliest()) {
        remove(key);
        ++removed;
    }
    return removed;
}

void Store::turnBack(std::int64_t to) {
    const std::int64_t by = now - to;
    for (std::uint32_t slot = 0; slot < m_keys.slotCount(); ++slot) {
        Key* key = m_keys.at(slot);
        if (key == nullptr) {
            continue;
        }
        if (key->expireAt != kNoExpiry) {
            setExpiry(key, key->expireAt - by);
        }
        if (key->type == Type::Stream) {
            turnBackGroups(key, by);
        }
    }
    now = to;
}

// --- string ---------------------------------------------------------------------------------------------------------

Key* Store::createString(std::string_view name, std::string_view value, std::int64_t expireAt) {
    Key* key = Key::make(name, hash32(name), Type::String);
    key->serial = m_nextSerial++;
    key->string.assign(value);
    key->expireAt = expireAt;
    if (m_recording) {
        record(UndoOp::KeyCreate, key);
    }
    insertKey(key);
    m_journal.string(*key);
    return key;
}

void Store::setString(Key* key, std::string_view value, std::int64_t expireAt) {
    if (m_recording) {
        record(UndoOp::String, key, key->string.view(), static_cast<std::uint64_t>(key->expireAt));
    }
    key->string.assign(value);
    if (key->expireAt != expireAt) {
        key->expireAt = expireAt;
        if (expireAt == kNoExpiry) {
            m_expiries.remove(key);
        } else {
            m_expiries.put(key);
        }
    }
    m_journal.string(*key);
}

// --- hash -----------------------------------------------------------------------------------------------------------

void Store::hashAdd(Key* key, std::string_view field, std::uint32_t hash, std::string_view value) {
    HashNode* node = HashNode::make(field, hash, value);
    key->hashValue->fields.insert(node);
    if (m_recording) {
        record(UndoOp::HashAdd, key, nullptr, node->slot);
    }
    m_journal.hashPut(*key, *node);
}

void Store::hashSet(Key* key, HashNode* node, std::string_view value) {
    if (m_recording) {
        record(UndoOp::HashSet, key, node->value(), node->slot);
    }
    node = key->hashValue->setValue(node, value);
    m_journal.hashPut(*key, *node);
}

void Store::hashErase(Key* key, HashNode* node) {
    if (m_recording) {
        record(UndoOp::HashErase, key);
    }
    key->hashValue->fields.erase(node);
    m_journal.hashRemove(*key, node->name());
    dispose(Trash::Kind::HashNode, node);
}

// --- set ------------------------------------------------------------------------------------------------------------

void Store::setAdd(Key* key, std::string_view member, std::uint32_t hash) {
    SetNode* node = SetNode::make(member, hash);
    key->set->members.insert(node);
    if (m_recording) {
        record(UndoOp::SetAdd, key, nullptr, node->slot);
    }
    m_journal.setPut(*key, member);
}

void Store::setErase(Key* key, SetNode* node) {
    if (m_recording) {
        record(UndoOp::SetErase, key);
    }
    key->set->members.erase(node);
    m_journal.setRemove(*key, node->name());
    dispose(Trash::Kind::SetNode, node);
}

// --- sorted set -----------------------------------------------------------------------------------------------------

void Store::zsetAdd(Key* key, std::string_view member, std::uint32_t hash, double score) {
    ZNode* node = ZNode::make(member, hash, score);
    key->zset->members.insert(node);
    key->zset->order.insert(node);
    if (m_recording) {
        record(UndoOp::ZSetAdd, key, nullptr, node->slot);
    }
    m_journal.zsetPut(*key, *node);
}

void Store::zsetScore(Key* key, ZNode* node, double score) {
    if (m_recording) {
        record(UndoOp::ZSetScore, key, nullptr, node->slot, std::bit_cast<std::uint64_t>(node->score));
    }
    key->zset->order.update(node, score);
    m_journal.zsetPut(*key, *node);
}

void Store::zsetErase(Key* key, ZNode* node) {
    if (m_recording) {
        record(UndoOp::ZSetErase, key);
    }
    key->zset->order.erase(node);
    key->zset->members.erase(node);
    m_journal.zsetRemove(*key, node->name());
    dispose(Trash::Kind::ZNode, node);
}

// --- list -----------------------------------------------------------------------------------------------------------

void Store::listPut(Key* key, std::int64_t position, Blob* value) {
    if (m_recording) {
        record(UndoOp::ListPut, key, nullptr, static_cast<std::uint64_t>(position));
    }
    key->list->elements.insert(position, value);
    m_journal.listPut(*key, position, value->view());
}

void Store::listErase(Key* key, std::int64_t position) {
    if (m_recording) {
        record(UndoOp::ListErase, key, nullptr, static_cast<std::uint64_t>(position));
    }
    auto& elements = key->list->elements;
    auto p = elements.lowerBound(position);
    Blob* value = elements.at(p).value;
    elements.erase(p);
    m_journal.listRemove(*key, position);
    dispose(Trash::Kind::Blob, value);
}

// --- disposal, journal, snapshot
// --------------------------------------------------------------------------------------

void Store::dispose(Trash::Kind kind, void* object) {
    if (m_recording) {
        m_undo.discard({kind, object});
    } else {
        Trash{kind, object}.destroy();
    }
}

void Store::destroyKey(Key* key) noexcept {
    if (key->length() > kLargeValue) {
        m_graveyard.push_back({key, 0});
        reap(kReapPerRemoval);
    } else {
        Key::destroy(key);
        if (!m_graveyard.empty()) {
            reap(kReapPerRemoval);
        }
    }
}

void Store::reap(std::size_t budget) noexcept {
    while (!m_graveyard.empty() && m_graveyard.back().step(budget)) {
        m_graveyard.pop_back();
    }
}

std::uint64_t Store::mark() noexcept {
    m_recording = true;
    return m_undo.size();
}

void Store::commit() noexcept {
    for (const Trash trash : m_undo.trash()) {
        if (trash.kind == Trash::Kind::Key) {
            destroyKey(static_cast<Key*>(trash.object));
        } else {
            trash.destroy();
        }
    }
    m_undo.clear();
    m_recording = false;
    m_sealed = 0;
    if (!m_graveyard.empty()) {
        reap(kReapPerCommit);
    }
}

std::string Store::takeJournal() {
    m_sealed = m_undo.size();
    return m_journal.take();
}

void Store::beginSnapshot() { m_snapshot.begin(); }

std::optional<std::string> Store::nextSnapshotSlice(std::size_t maxBytes) {
    m_sealed = m_undo.size();
    return m_snapshot.next(m_keys, maxBytes);
}

void Store::clear() {
    commit();
    for (std::uint32_t slot = 0; slot < m_keys.slotCount(); ++slot) {
        if (Key* key = m_keys.at(slot); key != nullptr) {
            m_keys.erase(key);
            m_expiries.remove(key);
            Key::destroy(key);
        }
    }
    std::size_t budget = SIZE_MAX;
    while (!m_graveyard.empty()) {
        m_graveyard.back().step(budget);
        m_graveyard.pop_back();
    }
    m_journal.truncate(0);
    m_snapshot.end();
}

}  // namespace evenhand::keyspace
