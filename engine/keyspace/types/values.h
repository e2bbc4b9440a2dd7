// SPDX-License-Identifier: GPL-3.0-or-later
// The value types of a key other than streams: string, hash, set, sorted set, list. Pure data structures; undo,
// journal and expiry are the Store's business.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "engine/keyspace/types/bytes.h"
#include "engine/keyspace/types/score_tree.h"
#include "engine/keyspace/types/slot_table.h"
#include "engine/keyspace/types/sorted_runs.h"

namespace evenhand::keyspace {

/// A mutable byte string; up to kInline bytes live in the object itself.
class StringValue {
public:
    StringValue() noexcept = default;
    ~StringValue() { release(); }
    StringValue(const StringValue&) = delete;
    StringValue& operator=(const StringValue&) = delete;

    [[nodiscard]] std::string_view view() const noexcept { return {m_capacity != 0 ? m_heap : m_inline, m_size}; }
    void assign(std::string_view s) {
        if (s.size() > (m_capacity != 0 ? m_capacity : kInline) || (m_capacity > 256 && s.size() < m_capacity / 4)) {
            auto* fresh = s.size() <= kInline ? nullptr : static_cast<char*>(allocate(s.size()));
            release();
            if (fresh != nullptr) {
                m_heap = fresh;
            }
            m_capacity = fresh != nullptr ? static_cast<std::uint32_t>(s.size()) : 0;
        }
        copyBytes(m_capacity != 0 ? m_heap : m_inline, s);
        m_size = static_cast<std::uint32_t>(s.size());
    }

private:
    static constexpr std::size_t kInline = 16;
    void release() noexcept {
        if (m_capacity != 0) {
            std::free(m_heap);
            m_capacity = 0;
        }
    }
    std::uint32_t m_size = 0;
    std::uint32_t m_capacity = 0;  // 0: inline
    union {
        char m_inline[kInline] = {};
        char* m_heap;
    };
};

/// A member of a set.
struct SetNode {
    std::uint32_t hash;
    std::uint32_t slot;
    std::uint32_t size;
    char data[4];  // really `size` bytes

    [[nodiscard]] std::string_view name() const noexcept { return {data, size}; }
    static SetNode* make(std::string_view member, std::uint32_t hash);
    static void destroy(SetNode* node) noexcept { std::free(node); }
};

/// A field of a hash with its value behind it.
struct HashNode {
    std::uint32_t hash;
    std::uint32_t slot;
    std::uint32_t nameSize;
    std::uint32_t valueSize;
    std::uint32_t valueCapacity;
    char data[4];  // really nameSize + valueCapacity bytes

    [[nodiscard]] std::string_view name() const noexcept { return {data, nameSize}; }
    [[nodiscard]] std::string_view value() const noexcept { return {data + nameSize, valueSize}; }
    static HashNode* make(std::string_view field, std::uint32_t hash, std::string_view value);
    static void destroy(HashNode* node) noexcept { std::free(node); }
};

/// Frees up to `budget` nodes of a table that is being taken down, counting the budget down; true when all are gone.
template <typename Node>
bool destroyNodes(const SlotTable<Node>& table, std::uint32_t& nextSlot, std::size_t& budget) noexcept {
    for (; nextSlot < table.slotCount(); ++nextSlot) {
        if (budget == 0) {
            return false;
        }
        --budget;
        if (Node* node = table.at(nextSlot); node != nullptr) {
            Node::destroy(node);
        }
    }
    return true;
}

struct SetValue {
    SlotTable<SetNode> members;
};

struct HashValue {
    SlotTable<HashNode> fields;
    /// Overwrites the value of `node` (which may move) and returns the node that now holds it.
    HashNode* setValue(HashNode* node, std::string_view value);
};

struct ZSetValue {
    SlotTable<ZNode> members;
    ScoreTree order;
};

/// List elements have a position number that they keep for life: a push at the tail takes the last one plus 1, at
/// the head the first one minus 1. Removing from the middle leaves a gap in the numbers, never in the order.
struct ListValue {
    SortedRuns<std::int64_t, Blob*> elements;
    [[nodiscard]] std::int64_t nextTail() const noexcept { return elements.empty() ? 0 : elements.back().key + 1; }
    [[nodiscard]] std::int64_t nextHead() const noexcept { return elements.empty() ? -1 : elements.front().key - 1; }
};

}  // namespace evenhand::keyspace
