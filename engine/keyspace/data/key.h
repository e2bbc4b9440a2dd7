// SPDX-License-Identifier: GPL-3.0-or-later
// One key with its value, and the index of expiry instants.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "engine/keyspace/types/stream.h"
#include "engine/keyspace/types/values.h"

namespace evenhand::keyspace {

enum class Type : std::uint8_t { String, List, Set, ZSet, Hash, Stream };

/// As TYPE answers: "string", "list", …
[[nodiscard]] std::string_view typeName(Type type) noexcept;

inline constexpr std::int64_t kNoExpiry = std::numeric_limits<std::int64_t>::max();

/// Lives at one address from creation until the undo log lets go of it; the name is behind the object.
struct Key {
    std::int64_t expireAt = kNoExpiry;  ///< epoch ms; the key is gone when now >= expireAt
    std::uint64_t serial = 0;           ///< unique among all keys ever created in this process
    std::uint32_t hash = 0;
    std::uint32_t slot = 0;
    std::uint32_t nameSize = 0;
    std::uint32_t heapIndex = 0;  ///< 1-based position in the expiry index, 0: not there
    Type type = Type::String;
    union {
        StringValue string;
        HashValue* hashValue;
        SetValue* set;
        ZSetValue* zset;
        ListValue* list;
        StreamValue* stream;
    };

    [[nodiscard]] const char* nameData() const noexcept { return reinterpret_cast<const char*>(this + 1); }
    [[nodiscard]] std::string_view name() const noexcept { return {nameData(), nameSize}; }
    /// Number of elements; 1 for a string. A stream may be empty.
    [[nodiscard]] std::size_t length() const noexcept;

    static Key* make(std::string_view name, std::uint32_t hash, Type type);
    /// Frees the key. The value must be gone or small, see destroyValue().
    static void destroy(Key* key) noexcept;

    Key(const Key&) = delete;
    Key& operator=(const Key&) = delete;

private:
    Key() noexcept {}
    ~Key() {}
};

/// Where the taking down of a large value stands.
struct Teardown {
    Key* key = nullptr;
    std::uint32_t nextSlot = 0;
    /// Frees up to `budget` elements, counting down; true once key and value are gone.
    bool step(std::size_t& budget) noexcept;
};

/// Binary heap of the keys that expire, earliest first.
class ExpiryIndex {
public:
    void put(Key* key);  ///< after key->expireAt changed to an instant
    void remove(Key* key) noexcept;
    [[nodiscard]] Key* earliest() const noexcept { return m_heap.empty() ? nullptr : m_heap.front().key; }

private:
    struct Item {
        std::int64_t at;
        Key* key;
    };
    void set(std::size_t i, Item item) noexcept {
        m_heap[i] = item;
        item.key->heapIndex = static_cast<std::uint32_t>(i + 1);
    }
    void up(std::size_t i) noexcept;
    void down(std::size_t i) noexcept;
    std::vector<Item> m_heap;
};

}  // namespace evenhand::keyspace
