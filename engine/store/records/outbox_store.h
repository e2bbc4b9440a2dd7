// SPDX-License-Identifier: GPL-3.0-or-later
// Messages that are written with the rows they tell of and relayed into streams later (engine/outbox), and the row of
// whoever relays.
// Invariants: numbers are dense from 1, each is given once and never changed; of two messages the one with the smaller
// id has the smaller number where one was committed before the other was written; last_number is the greatest number.
// Only the owner of the relay's row, in its epoch, gives numbers.
// Thread: that of the Database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/store/database/database.h"

namespace evenhand::store::outbox {

inline constexpr std::size_t kMostRows = 256;  ///< of one statement

struct NewMessage {
    std::string_view topic;
    std::string_view campus;   ///< empty: the topic is of no campus
    std::string_view message;  ///< its fields, as engine/outbox writes them
    Instant at;
};
/// Gathered: the caller has locked what the message is about, and its id is not known yet.
[[nodiscard]] Result<void> add(Database& database, const NewMessage& message);

struct Row {
    std::int64_t id = 0;
    std::int64_t number = 0;  ///< 0: none yet
    std::string topic;
    CampusId campus;
    std::string message;
    Instant at;
};
/// What is committed and has no number, in order of the ids, at most `limit` (up to kMostRows). One statement and no
/// locks: it sees one moment, so that it never has a message without those that were committed before it was written.
[[nodiscard]] Result<std::vector<Row>> unnumbered(Database& database, std::size_t limit);
/// What is not done of the numbers above `after`, in their order, at most `limit` (up to kMostRows).
[[nodiscard]] Result<std::vector<Row>> undone(Database& database, std::int64_t after, std::size_t limit);
/// Messages behind a position of the event feed, done or not, in order of the numbers. Done ones are deleted after a
/// time, so the first may be farther than the next number.
[[nodiscard]] Result<std::vector<Row>> behind(Database& database, std::int64_t position, std::size_t limit);

/// All that is not done, with a number or without, in order of the ids. One statement.
[[nodiscard]] Result<void> eachOpen(Database& database, const std::function<void(const Row& row)>& fn);

// --- the relay's row
struct RelayRow {
    std::string owner;  ///< empty: nobody
    std::int64_t epoch = 0;
    std::int64_t beat = 0;
    std::int64_t generation = 0;
    std::int64_t lastNumber = 0;
    std::int64_t relayed = 0;
};
/// Makes it where it is not there yet.
[[nodiscard]] Result<RelayRow> relayRow(Database& database);
/// Compare-and-set on epoch and beat: `owner` has it, in the next epoch.
[[nodiscard]] Result<bool> takeRelay(Database& database, const RelayRow& seen, std::string_view owner);
/// The owner is still there, and has relayed up to `relayed`. False, and nothing changed: it is not `held` any more, by
/// owner, epoch or generation.
[[nodiscard]] Result<bool> renewRelay(Database& database, const RelayRow& held, std::int64_t relayed);
/// The next one need not wait. False: as above.
[[nodiscard]] Result<bool> releaseRelay(Database& database, const RelayRow& held);
/// In a transaction: gives `rows` the next numbers, in their order, and sets them there. False, and nothing may be
/// kept: as above. Internal: somebody else has numbered one of them, which is against the invariant.
[[nodiscard]] Result<bool> giveNumbers(Database& database, const RelayRow& held, std::int64_t relayed,
                                       std::span<Row> rows);
/// From now on messages go into the streams of this generation, and what is not done goes into them again. False: it
/// is not greater than the one there is.
[[nodiscard]] Result<bool> beginGeneration(Database& database, std::int64_t generation);

// --- what is done
/// Of these numbers those that are there and not done, in order.
[[nodiscard]] Result<std::vector<std::int64_t>> undoneAmong(Database& database, std::span<const std::int64_t> numbers);
/// Answers how many were not done before. In the transaction of their effects.
[[nodiscard]] Result<std::int64_t> markDone(Database& database, std::span<const std::int64_t> numbers, Instant at);
/// In a transaction: deletes those done before `before`, oldest first, at most `limit` (up to kMostRows), and counts
/// them by topic; answers how many.
[[nodiscard]] Result<std::int64_t> clean(Database& database, Instant before, std::size_t limit);

/// Messages of a topic there ever were, and those of them that are not done.
struct Totals {
    std::int64_t added = 0;
    std::int64_t open = 0;
};
[[nodiscard]] Result<Totals> totals(Database& database, std::string_view topic);
/// So many of this topic are done and deleted, as another workspace has counted them.
[[nodiscard]] Result<void> setGone(Database& database, std::string_view topic, std::int64_t messages);

}  // namespace evenhand::store::outbox
