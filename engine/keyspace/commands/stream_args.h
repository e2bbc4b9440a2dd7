// SPDX-License-Identifier: GPL-3.0-or-later
// What the stream commands share: ids as arguments, intervals, entries as replies.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/keyspace/commands/call.h"

namespace evenhand::keyspace {

/// "ms", "ms-seq"; with `sequenceGiven` also "ms-*" (then it is set to false). "-" and "+" unless strict.
/// A missing sequence becomes `missingSequence`.
[[nodiscard]] bool parseId(std::string_view s, StreamId& id, std::uint64_t missingSequence, bool strict,
                           bool* sequenceGiven = nullptr) noexcept;
[[nodiscard]] inline bool parseStrictId(std::string_view s, StreamId& id) noexcept { return parseId(s, id, 0, true); }
[[nodiscard]] Reply invalidId();

/// Both ends included, after "(" was taken into account.
struct IdInterval {
    StreamId start;
    StreamId end = StreamId::max();
};
/// The error to answer if a bound is wrong. A missing sequence is 0 at the start and the largest at the end.
[[nodiscard]] std::optional<Reply> parseIntervalStart(std::string_view s, StreamId& start);
[[nodiscard]] std::optional<Reply> parseIntervalEnd(std::string_view s, StreamId& end);

[[nodiscard]] inline Reply idReply(StreamId id) { return Reply::bulk(id.text()); }
/// [id, [field, value, …]]
[[nodiscard]] Reply entryReply(StreamId id, const Blob& entry);
/// Entries of the interval, newest first if `reverse`, at most `count` (0: all).
[[nodiscard]] Reply rangeReply(const StreamValue& stream, const IdInterval& interval, std::int64_t count, bool reverse);

/// "NOGROUP No such key '…' or consumer group '…'" with what may follow.
[[nodiscard]] Reply noGroup(std::string_view key, std::string_view group, std::string_view suffix = {});

struct StreamGroup {
    Key* key = nullptr;
    Group* group = nullptr;
};
/// The consumer, made if there is none; his seen time becomes now.
[[nodiscard]] Consumer* touchConsumer(Store& store, const StreamGroup& where, std::string_view name);

}  // namespace evenhand::keyspace
