// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace's state: keys by name, keys by expiry instant, the undo log and the journal being written. Commands
// change state only through the functions here; each of them records its inverse and its post-image.
//
// Invariants:
//  - undo records are element-granular inverses in the order of the changes; what was removed while recording
//    stays in the trash, unchanged, until commit() or until an undo takes it back;
//  - every undo record knows the journal's length before its change, so that undoing cuts the journal back. Below
//    m_sealed (the journal was taken or a snapshot slice was written since) undoing writes the inverse instead;
//  - a container that becomes empty is removed by the command (removeIfEmpty), streams may be empty.
// Pointers to nodes are valid until the next change of the same container.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/keyspace/data/journal.h"
#include "engine/keyspace/data/key.h"
#include "engine/keyspace/data/snapshot.h"
#include "engine/keyspace/data/undo_log.h"

namespace evenhand::keyspace {

class ScriptRunner;

class Store {
public:
    Store() = default;
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    std::int64_t now = 0;  ///< epoch ms, the frozen instant of the current command
    bool readOnly = false;
    ScriptRunner* scriptRunner = nullptr;

    // --- keys -------------------------------------------------------------------------------------------
    /// The key, or null if there is none or it is expired (then it is removed, unless read-only).
    [[nodiscard]] Key* find(std::string_view name) {
        Key* key = m_keys.find(name, hash32(name));
        return key != nullptr && key->expireAt <= now ? expired(key) : key;
    }
    [[nodiscard]] const SlotTable<Key>& keys() const noexcept { return m_keys; }
    /// A key of that name must not exist, not even an expired one. Strings: createString().
    Key* create(std::string_view name, Type type);
    void remove(Key* key);
    void removeIfEmpty(Key* key) {
        if (key->length() == 0) {
            remove(key);
        }
    }
    void setExpiry(Key* key, std::int64_t at);
    [[nodiscard]] const ExpiryIndex& expiries() const noexcept { return m_expiries; }
    std::size_t expireDue(std::size_t limit);
    /// See EmbeddedKeyspace.
    void turnBack(std::int64_t to);

    // --- string, hash, set, sorted set, list ------------------------------------------------------------------
    Key* createString(std::string_view name, std::string_view value, std::int64_t expireAt);
    void setString(Key* key, std::string_view value, std::int64_t expireAt);
    void hashAdd(Key* key, std::string_view field, std::uint32_t hash, std::string_view value);
    void hashSet(Key* key, HashNode* node, std::string_view value);
    void hashErase(Key* key, HashNode* node);
    void setAdd(Key* key, std::string_view member, std::uint32_t hash);
    void setErase(Key* key, SetNode* node);
    void zsetAdd(Key* key, std::string_view member, std::uint32_t hash, double score);
    void zsetScore(Key* key, ZNode* node, double score);
    void zsetErase(Key* key, ZNode* node);
    /// `position`: a free one, usually nextHead() or nextTail(). Takes the blob.
    void listPut(Key* key, std::int64_t position, Blob* value);
    void listErase(Key* key, std::int64_t position);

    // --- stream (store_stream.cpp) --------------------------------------------------------------------------
    /// `id` > last id. Takes the blob. Advances last id and entries added.
    void streamAppend(Key* key, StreamId id, Blob* entry);
    void streamInsert(Key* key, StreamId id, Blob* entry);
    void streamErase(Key* key, StreamId id);
    void streamSetMeta(Key* key, const StreamMeta& meta);
    Group* groupCreate(Key* key, std::string_view name, StreamId lastId, std::int64_t entriesRead);
    void groupRemove(Key* key, Group* group);
    void groupSet(Key* key, Group* group, StreamId lastId, std::int64_t entriesRead);
    Consumer* consumerCreate(Key* key, Group* group, std::string_view name);
    /// His pending entries must have been erased.
    void consumerRemove(Key* key, Group* group, Consumer* consumer);
    void consumerSeen(Key* key, Group* group, Consumer* consumer, std::int64_t seenTime);
    /// Adds or overwrites.
    void pendingPut(Key* key, Group* group, StreamId id, const Pending& pending);
    void pendingErase(Key* key, Group* group, StreamId id);

    // --- undo (store_undo.cpp) -------------------------------------------------------------------------------
    /// From here to commit() changes are recorded.
    [[nodiscard]] std::uint64_t mark() noexcept;
    void undoTo(std::uint64_t mark);
    void commit() noexcept;

    // --- journal, snapshot ----------------------------------------------------------------------------------
    [[nodiscard]] bool dirty() const noexcept { return !m_journal.empty(); }
    [[nodiscard]] std::string takeJournal();
    /// See journal_apply.cpp.
    [[nodiscard]] Result<void> applyJournal(std::string_view record);
    void beginSnapshot();
    [[nodiscard]] std::optional<std::string> nextSnapshotSlice(std::size_t maxBytes);
    void clear();
    [[nodiscard]] std::uint64_t digest() const;

private:
    friend class JournalApplier;

    Key* expired(Key* key);
    void turnBackGroups(Key* key, std::int64_t by);
    void insertKey(Key* key);
    void record(UndoOp op, Key* key, void* object = nullptr, std::uint64_t a = 0, std::uint64_t b = 0) {
        m_undo.push({op, 0, key, object, a, b, m_journal.size()});
    }
    void record(UndoOp op, Key* key, std::string_view bytes, std::uint64_t a = 0, std::uint64_t b = 0) {
        m_undo.push({op, static_cast<std::uint32_t>(bytes.size()), key, nullptr, a, b, m_journal.size()}, bytes);
    }
    void dispose(Trash::Kind kind, void* object);
    void destroyKey(Key* key) noexcept;
    void reap(std::size_t budget) noexcept;
    void writeKey(Key& key);
    void invert(const UndoRecord& record);
    void restore(Key* key);
    void restore(Key* key, HashNode* node);
    void restore(Key* key, SetNode* node);
    void restore(Key* key, ZNode* node);
    void restore(Key* key, Group* group);
    void restore(Key* key, Group* group, Consumer* consumer);

    SlotTable<Key> m_keys;
    ExpiryIndex m_expiries;
    std::uint64_t m_nextSerial = 1;
    UndoLog m_undo;
    bool m_recording = false;
    std::size_t m_sealed = 0;
    JournalWriter m_journal;
    Snapshot m_snapshot;
    std::vector<Teardown> m_graveyard;  // large removed values, taken down little by little
};

}  // namespace evenhand::keyspace
