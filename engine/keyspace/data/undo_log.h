// SPDX-License-Identifier: GPL-3.0-or-later
// The undo log: fixed-size records, a byte stack for old values, and the trash of removed objects. All three are
// pushed and popped together.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace evenhand::keyspace {

struct Key;

/// What a record reverts; in brackets what the record holds besides the key.
enum class UndoOp : std::uint8_t {
    KeyCreate,
    KeyRemove,       // trash: Key
    Expiry,          // a: old instant
    String,          // bytes: old value, a: old expiry
    HashAdd,         // a: slot
    HashSet,         // a: slot, bytes: old value
    HashErase,       // trash: HashNode
    SetAdd,          // a: slot
    SetErase,        // trash: SetNode
    ZSetAdd,         // a: slot
    ZSetScore,       // a: slot, b: old score
    ZSetErase,       // trash: ZNode
    ListPut,         // a: position
    ListErase,       // a: position, trash: Blob
    StreamInsert,    // a, b: id
    StreamErase,     // a, b: id, trash: Blob
    StreamMeta,      // bytes: old StreamMeta
    GroupCreate,     // object: Group
    GroupRemove,     // trash: Group
    GroupSet,        // object: Group, bytes: GroupState
    ConsumerCreate,  // object: Group, a: Consumer*
    ConsumerRemove,  // object: Group, trash: Consumer
    ConsumerSeen,    // object: Group, a: Consumer*, b: old time
    PendingAdd,      // object: Group, a, b: id
    PendingSet,      // object: Group, a, b: id, bytes: old Pending
    PendingErase,    // object: Group, a, b: id, bytes: old Pending
};

struct UndoRecord {
    UndoOp op;
    std::uint32_t bytes;  ///< how much of the byte stack belongs to it
    Key* key;
    void* object;
    std::uint64_t a;
    std::uint64_t b;
    std::size_t journalSize;  ///< before the change
};

/// An object that was removed while recording.
struct Trash {
    enum class Kind : std::uint8_t { Key, HashNode, SetNode, ZNode, Blob, Group, Consumer };
    Kind kind;
    void* object;
    void destroy() const noexcept;  ///< not for Kind::Key
};

class UndoLog {
public:
    [[nodiscard]] std::size_t size() const noexcept { return m_records.size(); }
    void push(const UndoRecord& record) { m_records.push_back(record); }
    void push(const UndoRecord& record, std::string_view bytes) {
        m_records.push_back(record);
        m_bytes.append(bytes);
    }
    void discard(Trash trash) { m_trash.push_back(trash); }

    [[nodiscard]] UndoRecord pop() noexcept {
        const UndoRecord record = m_records.back();
        m_records.pop_back();
        return record;
    }
    /// The old bytes of the record just popped; valid until popBytes() or a push.
    [[nodiscard]] std::string_view topBytes(const UndoRecord& record) const noexcept {
        return std::string_view(m_bytes).substr(m_bytes.size() - record.bytes);
    }
    void popBytes(const UndoRecord& record) noexcept { m_bytes.resize(m_bytes.size() - record.bytes); }
    template <typename T>
    [[nodiscard]] T topAs(const UndoRecord& record) const noexcept {
        T value;
        std::memcpy(static_cast<void*>(&value), topBytes(record).data(), sizeof(T));
        return value;
    }
    template <typename T>
    [[nodiscard]] T* popTrash() noexcept {
        void* object = m_trash.back().object;
        m_trash.pop_back();
        return static_cast<T*>(object);
    }
    [[nodiscard]] std::vector<Trash>& trash() noexcept { return m_trash; }
    /// Forgets everything; the trash must have been emptied. Keeps a moderate amount of memory.
    void clear() noexcept;

private:
    std::vector<UndoRecord> m_records;
    std::string m_bytes;
    std::vector<Trash> m_trash;
};

template <typename T>
[[nodiscard]] std::string_view asBytes(const T& value) noexcept {
    return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

}  // namespace evenhand::keyspace
