// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace's journal and snapshots in the database. One journal row a batch; a snapshot is slices 1 … n and,
// written last, slice 0: the header that makes it complete.
//
// Invariants: sequence numbers have no gaps from the newest complete snapshot's start + 1 to the end; every payload is
// checked against its checksum, which covers its numbers too, so that a swapped or renumbered row is found.
// Thread: the connection's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store {

/// Where recovery ended.
struct JournalEnd {
    std::int64_t seq = 0;         ///< of the last record, 0: none
    Instant at;                   ///< engine time of it
    std::int64_t snapshotId = 0;  ///< newest complete snapshot: the sequence number at which it began; 0: none
    std::int64_t snapshotBytes = 0;
    std::int64_t recordsSince = 0;  ///< journal rows after it
    std::int64_t bytesSince = 0;
};

/// One record, as it is remembered outside the database: seq 0 is before the first.
struct JournalMark {
    std::int64_t seq = 0;
    Instant at;
    std::int64_t checksum = 0;  ///< as stored with it
    bool operator==(const JournalMark&) const = default;
};

class JournalStore {
public:
    explicit JournalStore(Database& database) : m_database(database) {}

    [[nodiscard]] Result<void> append(std::int64_t seq, Instant at, std::string_view payload);
    /// What append() wrote last, committed or not.
    [[nodiscard]] const JournalMark& appended() const noexcept { return m_appended; }
    /// The newest record there is.
    [[nodiscard]] Result<JournalMark> newest();
    /// What says that work which `known` remembers is not there, as a text that tells since when; nullopt: nothing
    /// does.
    [[nodiscard]] Result<std::optional<std::string>> missingSince(const JournalMark& known);
    /// Whether exactly this record was committed; `last` is the newest one there is. nullopt: nobody can tell any more,
    /// the record of that number has been compacted into a snapshot.
    [[nodiscard]] Result<std::optional<bool>> holds(std::int64_t seq, Instant at, std::string_view payload,
                                                    std::int64_t last);
    [[nodiscard]] Result<void> appendSlice(std::int64_t snapshotId, std::int64_t sliceNo, std::string_view payload);
    /// Makes the snapshot with `slices` slices complete; `at`: engine time when it began.
    [[nodiscard]] Result<void> completeSnapshot(std::int64_t snapshotId, std::int64_t slices, Instant at);

    using Apply = std::function<Result<void>(std::string_view payload)>;
    /// Feeds the newest complete snapshot and every record after it to `apply`, in order. WorkspaceDamaged names the
    /// sequence number or slice that is missing or damaged and what to do; nothing is ever skipped.
    [[nodiscard]] Result<JournalEnd> replay(const Apply& apply);

    /// Engine time of the newest record; nullopt: nothing was ever committed.
    [[nodiscard]] Result<std::optional<Instant>> newestAt();

    /// Deletes up to `limit` rows that the complete snapshot `snapshotId` has made superfluous: records up to it, other
    /// snapshots. The newest record always stays: it holds the engine time. Answers how many rows went.
    [[nodiscard]] Result<std::int64_t> trim(std::int64_t snapshotId, std::int64_t limit);

private:
    [[nodiscard]] Result<JournalEnd> replaySnapshot(const Apply& apply);
    [[nodiscard]] Result<std::int64_t> trimRecords(std::int64_t snapshotId, std::int64_t limit);
    [[nodiscard]] Result<std::int64_t> trimSlices(std::int64_t snapshotId, std::int64_t limit);

    Database& m_database;
    JournalMark m_appended;
};

}  // namespace evenhand::store
