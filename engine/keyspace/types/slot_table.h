// SPDX-License-Identifier: GPL-3.0-or-later
// Hash table of heap nodes with stable slots: used for the key dictionary and for hash, set and zset members.
//
// Nodes live in an array of slots that is filled in order; erased slots are reused last-in first-out. The index is
// open-addressed (linear probing, backward-shift deletion) and holds 32 hash bits and the slot, so that growing it
// touches no node. Up to kSmall nodes there is no index, the slots are searched.
//
// Invariants:
//  - a node keeps its slot from insert() to erase(); a walk over ascending slots therefore sees every node that is
//    present during the whole walk, exactly once, whatever is inserted or erased meanwhile (SCAN, snapshots);
//  - undoing inserts and erases newest first brings every node back into its old slot (the free list is a stack).
// Node needs: std::uint32_t hash, slot; std::string_view name() const. The table does not own the nodes.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "engine/keyspace/types/bytes.h"

namespace evenhand::keyspace {

template <typename Node>
class SlotTable {
public:
    SlotTable() noexcept = default;
    ~SlotTable() {
        std::free(m_slots);
        std::free(m_index);
    }
    SlotTable(const SlotTable&) = delete;
    SlotTable& operator=(const SlotTable&) = delete;

    [[nodiscard]] std::uint32_t size() const noexcept { return m_size; }
    /// One past the last slot ever used; walk [0, slotCount()).
    [[nodiscard]] std::uint32_t slotCount() const noexcept { return m_used; }
    /// Null for a free slot. `slot` < slotCount().
    [[nodiscard]] Node* at(std::uint32_t slot) const noexcept {
        const std::uint64_t word = m_slots[slot];
        return (word & 1U) != 0 ? nullptr : reinterpret_cast<Node*>(word);  // NOLINT(performance-no-int-to-ptr)
    }

    [[nodiscard]] Node* find(std::string_view name, std::uint32_t hash) const noexcept {
        if (m_index == nullptr) {
            for (std::uint32_t i = 0; i < m_used; ++i) {
                Node* node = at(i);
                if (node != nullptr && node->hash == hash && node->name() == name) {
                    return node;
                }
            }
            return nullptr;
        }
        for (std::uint32_t i = hash & m_mask;; i = (i + 1) & m_mask) {
            const std::uint64_t word = m_index[i];
            if (word == 0) {
                return nullptr;
            }
            if (static_cast<std::uint32_t>(word >> 32U) == hash) {
                Node* node = at(static_cast<std::uint32_t>(word) - 1);
                if (node->name() == name) {
                    return node;
                }
            }
        }
    }

    /// `node->hash` is set and no node of that name is present.
    void insert(Node* node) {
        std::uint32_t slot = 0;
        if (m_free != 0) {
            slot = m_free - 1;
            m_free = static_cast<std::uint32_t>(m_slots[slot] >> 1U);
        } else {
            if (m_used == m_capacity) {
                growSlots(m_capacity < 4 ? 4 : m_capacity * 2);
            }
            slot = m_used++;
        }
        node->slot = slot;
        m_slots[slot] = reinterpret_cast<std::uint64_t>(node);
        ++m_size;
        if (m_index != nullptr) {
            if (m_size > (m_mask >> 2U) * 3) {
                growIndex();
            }
            place(node->hash, slot);
        } else if (m_size > kSmall || m_used > 2 * kSmall) {
            buildIndex();
        }
    }

    void erase(Node* node) noexcept {
        if (m_index != nullptr) {
            eraseIndex(position(node->hash, node->slot));
        }
        m_slots[node->slot] = (static_cast<std::uint64_t>(m_free) << 1U) | 1U;
        m_free = node->slot + 1;
        --m_size;
    }

    /// `fresh` takes the place of `old`: same name, hash and slot.
    void replace(const Node* old, Node* fresh) noexcept {
        fresh->slot = old->slot;
        m_slots[old->slot] = reinterpret_cast<std::uint64_t>(fresh);
    }

    void reserve(std::uint32_t nodes) {
        if (nodes > m_capacity) {
            growSlots(nodes);
        }
    }

private:
    static constexpr std::uint32_t kSmall = 8;

    void growSlots(std::uint32_t capacity) {
        auto* slots = static_cast<std::uint64_t*>(allocate(sizeof(std::uint64_t) * capacity));
        if (m_used != 0) {
            std::memcpy(slots, m_slots, sizeof(std::uint64_t) * m_used);
        }
        std::free(m_slots);
        m_slots = slots;
        m_capacity = capacity;
    }
    void place(std::uint32_t hash, std::uint32_t slot) noexcept {
        std::uint32_t i = hash & m_mask;
        while (m_index[i] != 0) {
            i = (i + 1) & m_mask;
        }
        m_index[i] = (static_cast<std::uint64_t>(hash) << 32U) | (slot + 1);
    }
    [[nodiscard]] std::uint32_t position(std::uint32_t hash, std::uint32_t slot) const noexcept {
        const std::uint64_t word = (static_cast<std::uint64_t>(hash) << 32U) | (slot + 1);
        std::uint32_t i = hash & m_mask;
        while (m_index[i] != word) {
            i = (i + 1) & m_mask;
        }
        return i;
    }
    // Closes the gap at `hole` by moving back later entries of the same cluster that may live there.
    void eraseIndex(std::uint32_t hole) noexcept {
        for (std::uint32_t i = (hole + 1) & m_mask; m_index[i] != 0; i = (i + 1) & m_mask) {
            const std::uint32_t home = static_cast<std::uint32_t>(m_index[i] >> 32U) & m_mask;
            if (((i - home) & m_mask) >= ((i - hole) & m_mask)) {
                m_index[hole] = m_index[i];
                hole = i;
            }
        }
        m_index[hole] = 0;
    }
    static std::uint64_t* makeIndex(std::uint32_t capacity) {
        auto* index = static_cast<std::uint64_t*>(std::calloc(capacity, sizeof(std::uint64_t)));
        if (index == nullptr) {
            throw std::bad_alloc();
        }
        return index;
    }
    void buildIndex() {
        std::uint32_t capacity = 4 * kSmall;
        while ((capacity >> 2U) * 3 <= m_size) {
            capacity *= 2;
        }
        m_index = makeIndex(capacity);
        m_mask = capacity - 1;
        for (std::uint32_t slot = 0; slot < m_used; ++slot) {
            if (const Node* node = at(slot); node != nullptr) {
                place(node->hash, slot);
            }
        }
    }
    void growIndex() {
        const std::uint32_t oldCapacity = m_mask + 1;
        std::uint64_t* old = std::exchange(m_index, makeIndex(oldCapacity * 2));
        m_mask = oldCapacity * 2 - 1;
        for (std::uint32_t i = 0; i < oldCapacity; ++i) {
            if (old[i] != 0) {
                place(static_cast<std::uint32_t>(old[i] >> 32U), static_cast<std::uint32_t>(old[i]) - 1);
            }
        }
        std::free(old);
    }

    std::uint64_t* m_slots = nullptr;
    std::uint64_t* m_index = nullptr;
    std::uint32_t m_size = 0;
    std::uint32_t m_used = 0;
    std::uint32_t m_capacity = 0;
    std::uint32_t m_mask = 0;
    std::uint32_t m_free = 0;
};

}  // namespace evenhand::keyspace
