// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace's binary records. A record is a sequence of operations, each an absolute post-image of one element
// (hash field, member, list position, stream entry, group, …) or the removal of an element or key. They are in the
// order in which they happened, so the last one that names an element decides. Applying a record to a state that
// already contains it, or contains later changes that later records repeat, does no harm.
//
// Operation: one byte (low 7 bits JournalOp, high bit: same key as the operation before in this record), the key
// unless the same, then the fields. Strings have a varint length in front, counts are varints, signed numbers
// zigzag, instants plus 1 (0: never), scores 8 bytes little-endian. A record starts with kJournalVersion, or it is
// packed (packing.h): kPackedVersion, the size of that record as a varint, and it packed.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/keyspace/data/key.h"
#include "engine/keyspace/data/packing.h"
#include "engine/keyspace/types/varint.h"

namespace evenhand::keyspace {

inline constexpr std::uint8_t kJournalVersion = 1;
inline constexpr std::uint8_t kPackedVersion = 2;

enum class JournalOp : std::uint8_t {
    KeyRemove = 1,   // –
    KeyMeta,         // type, expiry: key exists with this type
    Expiry,          // expiry of an existing key
    String,          // expiry, value
    HashPut,         // field, value
    HashRemove,      // field
    SetPut,          // member
    SetRemove,       // member
    ZSetPut,         // score, member
    ZSetRemove,      // member
    ListPut,         // position, value
    ListRemove,      // position
    StreamAppend,    // id, entries added, entry: also the last id
    StreamPut,       // id, entry
    StreamRemove,    // id
    StreamMeta,      // last id, max deleted id, entries added: stream exists
    GroupPut,        // group, last id, entries read
    GroupRemove,     // group
    ConsumerPut,     // group, consumer, seen time
    ConsumerRemove,  // group, consumer: with his pending entries
    PendingPut,      // group, consumer, id, delivery time, delivery count
    PendingRemove,   // group, id
};
inline constexpr std::uint8_t kLastJournalOp = static_cast<std::uint8_t>(JournalOp::PendingRemove);

/// Appends operations to a growing buffer. While disabled it drops them.
class JournalWriter {
public:
    JournalWriter() noexcept = default;
    ~JournalWriter() { std::free(m_data); }
    JournalWriter(const JournalWriter&) = delete;
    JournalWriter& operator=(const JournalWriter&) = delete;

    [[nodiscard]] bool enabled() const noexcept { return m_enabled; }
    void setEnabled(bool enabled) noexcept { m_enabled = enabled; }
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] bool empty() const noexcept { return m_size == 0; }
    /// Forgets everything after `size`, a former size().
    void truncate(std::size_t size) noexcept {
        m_size = size;
        m_lastKey = nullptr;
    }
    /// Hands out the record, packed if it is not short, and starts an empty one; the buffers' memory is kept.
    [[nodiscard]] std::string take();

    void keyRemove(const Key& key);
    void keyMeta(const Key& key);
    void expiry(const Key& key);
    void string(const Key& key);
    void hashPut(const Key& key, const HashNode& node);
    void hashRemove(const Key& key, std::string_view field) { named(JournalOp::HashRemove, key, field); }
    void setPut(const Key& key, std::string_view member) { named(JournalOp::SetPut, key, member); }
    void setRemove(const Key& key, std::string_view member) { named(JournalOp::SetRemove, key, member); }
    void zsetPut(const Key& key, const ZNode& node);
    void zsetRemove(const Key& key, std::string_view member) { named(JournalOp::ZSetRemove, key, member); }
    void listPut(const Key& key, std::int64_t position, std::string_view value);
    void listRemove(const Key& key, std::int64_t position);
    void streamAppend(const Key& key, StreamId id, std::string_view entry);
    void streamPut(const Key& key, StreamId id, std::string_view entry);
    void streamRemove(const Key& key, StreamId id);
    void streamMeta(const Key& key);
    void groupPut(const Key& key, const Group& group);
    void groupRemove(const Key& key, std::string_view group) { named(JournalOp::GroupRemove, key, group); }
    void consumerPut(const Key& key, const Group& group, const Consumer& consumer);
    void consumerRemove(const Key& key, const Group& group, std::string_view consumer);
    void pendingPut(const Key& key, const Group& group, StreamId id, const Pending& pending);
    void pendingRemove(const Key& key, const Group& group, StreamId id);

private:
    /// Starts an operation with room for `extra` more bytes; null while disabled. Ends with end().
    char* begin(JournalOp op, const Key& key, std::size_t extra);
    void end(const char* p) noexcept { m_size = static_cast<std::size_t>(p - m_data); }
    void named(JournalOp op, const Key& key, std::string_view name);
    void grow(std::size_t wanted);

    char* m_data = nullptr;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
    const Key* m_lastKey = nullptr;
    bool m_enabled = true;
    Packer m_packer;
    std::string m_packed;
};

}  // namespace evenhand::keyspace
