// SPDX-License-Identifier: GPL-3.0-or-later
// Streams: entries by id, consumer groups with their pending entries. Pure data structures, see store.h.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/keyspace/types/bytes.h"
#include "engine/keyspace/types/sorted_runs.h"

namespace evenhand::keyspace {

struct StreamId {
    std::uint64_t ms = 0;
    std::uint64_t seq = 0;
    auto operator<=>(const StreamId&) const = default;

    static constexpr StreamId max() noexcept { return {UINT64_MAX, UINT64_MAX}; }
    [[nodiscard]] std::string text() const;
    /// Advances by one; false if this was the largest.
    bool increment() noexcept;
    bool decrement() noexcept;
};

/// The fields of an entry in one block: count, then length and bytes of each field and value (varints).
/// `parts` alternates field, value.
[[nodiscard]] Blob* encodeEntry(std::span<const std::string_view> parts);
/// Reads an encoded entry; nullopt if the bytes are malformed. The views point into `bytes`.
[[nodiscard]] std::optional<std::vector<std::string_view>> decodeEntry(std::string_view bytes);

/// Whether decodeEntry() would succeed.
[[nodiscard]] bool validEntry(std::string_view bytes) noexcept;

struct Consumer {
    std::string name;
    std::int64_t seenTime = 0;  ///< epoch ms
    std::uint64_t pending = 0;  ///< number of entries of the group's pending list that are his
};

/// A delivered, not yet acknowledged entry.
struct Pending {
    std::int64_t deliveryTime;  ///< epoch ms
    std::uint64_t deliveryCount;
    Consumer* consumer;  ///< never null, owned by the same group
};

struct Group {
    static constexpr std::int64_t kUnknown = -1;
    std::string name;
    StreamId lastId;
    std::int64_t entriesRead = kUnknown;
    SortedRuns<StreamId, Pending> pending;
    std::map<std::string, std::unique_ptr<Consumer>, std::less<>> consumers;

    [[nodiscard]] Consumer* findConsumer(std::string_view consumer) const;
};

/// What SETID and reading change in a group.
struct GroupState {
    StreamId lastId;
    std::int64_t entriesRead;
};

struct StreamMeta {
    StreamId lastId;
    StreamId maxDeleted;
    std::uint64_t entriesAdded = 0;
};

struct StreamValue {
    SortedRuns<StreamId, Blob*> entries;
    StreamMeta meta;
    std::map<std::string, std::unique_ptr<Group>, std::less<>> groups;

    [[nodiscard]] Group* findGroup(std::string_view group) const;
    [[nodiscard]] StreamId firstId() const noexcept { return entries.empty() ? StreamId{} : entries.front().key; }
    /// True if an entry was deleted in [start, end], as far as that is known (Redis' streamRangeHasTombstones).
    [[nodiscard]] bool hasTombstones(StreamId start, StreamId end) const noexcept;
    /// How many entries were ever added up to `id`, or Group::kUnknown (Redis'
    /// streamEstimateDistanceFromFirstEverEntry).
    [[nodiscard]] std::int64_t distanceFromFirst(StreamId id) const noexcept;
};

}  // namespace evenhand::keyspace
