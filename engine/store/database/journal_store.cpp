// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/journal_store.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "engine/base/clock.h"
#include "engine/base/counted.h"
#include "engine/store/database/checksum.h"

namespace evenhand::store {
namespace {

/// Mixed into the checksum, so that a payload only fits its own place.
std::uint64_t placeSeed(std::int64_t first, std::int64_t second) noexcept {
    return static_cast<std::uint64_t>(first) * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(second);
}

std::int64_t stored(std::uint64_t checksum) noexcept { return static_cast<std::int64_t>(checksum); }

constexpr std::string_view kHeaderMagic = "EVHSNAP1";

std::string headerPayload(std::int64_t slices, Instant at) {
    std::string payload(kHeaderMagic);
    const std::int64_t numbers[2] = {slices, at.ms};
    payload.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
    return payload;
}

Error damagedJournal(const Database& database, const std::string& what) {
    return {ErrorCode::WorkspaceDamaged,
            "the keyspace journal is damaged: " + what +
                "; nothing was changed. Restore the workspace folder from a backup, and keep this copy for analysis",
            "path", database.location()};
}

}  // namespace

Result<void> JournalStore::append(std::int64_t seq, Instant at, std::string_view payload) {
    const auto sum = stored(checksum64(payload, placeSeed(seq, at.ms)));
    EVENHAND_TRY(m_database.statement("INSERT INTO keyspace_journal (seq, at, payload, checksum) VALUES (?, ?, ?, ?)")
                     .bind(seq)
                     .bind(at)
                     .bindBlob(payload)
                     .bind(sum)
                     .write());
    m_appended = {seq, at, sum};
    return {};
}

Result<JournalMark> JournalStore::newest() {
    auto& row = m_database.statement("SELECT seq, at, checksum FROM keyspace_journal ORDER BY seq DESC LIMIT 1");
    EVENHAND_TRY(row.query());
    JournalMark mark;
    if (row.next()) {
        mark = {row.number("seq"), Instant{row.number("at")}, row.number("checksum")};
        row.finish();
    }
    EVENHAND_TRY(row.status());
    return mark;
}

Result<std::optional<std::string>> JournalStore::missingSince(const JournalMark& known) {
    EVENHAND_ASSIGN(const auto last, newest());
    const auto told = [](const JournalMark& mark) {
        return mark.seq == 0 ? std::string("nothing")
                             : "record " + std::to_string(mark.seq) +
                                   (mark.at.ms > 0 ? " of " + base::utcText(mark.at) : std::string());
    };
    // Imports of couriers and products have no time of their own.
    const auto from = std::min(last.at, known.at);
    const auto since = "acknowledged work is missing since " +
                       (last.seq == 0 || from.ms == 0 ? std::string("the beginning") : base::utcText(from));
    if (known.seq > last.seq) {
        return since + ": " + base::counted(known.seq - last.seq, "record") + "; the mark in the folder remembers " +
               told(known) + ", the database ends with " + told(last);
    }
    auto& row = m_database.statement("SELECT checksum FROM keyspace_journal WHERE seq = ?");
    EVENHAND_TRY(row.bind(known.seq).query());
    std::optional<std::string> missing;
    if (row.next() && row.number("checksum") != known.checksum) {
        missing = since + ": the mark in the folder remembers another " + told(known) +
                  " than the database has, which goes on to " + told(last);
    }
    row.finish();
    EVENHAND_TRY(row.status());
    return missing;  // a record that is not there any more has been compacted into a snapshot
}

Result<std::optional<bool>> JournalStore::holds(std::int64_t seq, Instant at, std::string_view payload,
                                                std::int64_t last) {
    auto& row = m_database.statement("SELECT at, checksum FROM keyspace_journal WHERE seq = ?");
    EVENHAND_TRY(row.bind(seq).query());
    std::optional<bool> held;
    if (row.next()) {
        held =
            row.number("at") == at.ms && row.number("checksum") == stored(checksum64(payload, placeSeed(seq, at.ms)));
    } else if (seq > last) {
        held = false;
    }
    EVENHAND_TRY(row.status());
    row.finish();
    return held;
}

Result<void> JournalStore::appendSlice(std::int64_t snapshotId, std::int64_t sliceNo, std::string_view payload) {
    EVENHAND_TRY(
        m_database
            .statement("INSERT INTO keyspace_snapshot (snapshot_id, slice_no, payload, checksum) VALUES (?, ?, ?, ?)")
            .bind(snapshotId)
            .bind(sliceNo)
            .bindBlob(payload)
            .bind(stored(checksum64(payload, placeSeed(snapshotId, sliceNo))))
            .write());
    return {};
}

Result<void> JournalStore::completeSnapshot(std::int64_t snapshotId, std::int64_t slices, Instant at) {
    return appendSlice(snapshotId, 0, headerPayload(slices, at));
}

Result<JournalEnd> JournalStore::replaySnapshot(const Apply& apply) {
    JournalEnd end;
    std::int64_t slices = 0;
    {
        auto& header = m_database.statement(
            "SELECT snapshot_id, payload, checksum FROM keyspace_snapshot WHERE slice_no = 0 "
            "ORDER BY snapshot_id DESC LIMIT 1");
        EVENHAND_TRY(header.query());
        if (!header.next()) {
            EVENHAND_TRY(header.status());
            return end;
        }
        end.snapshotId = end.seq = header.number("snapshot_id");
        const auto payload = header.blob("payload");
        const auto sum = header.number("checksum");
        header.finish();
        std::int64_t numbers[2] = {};
        if (payload.size() != kHeaderMagic.size() + sizeof numbers || !payload.starts_with(kHeaderMagic) ||
            sum != stored(checksum64(payload, placeSeed(end.snapshotId, 0)))) {
            return fail(damagedJournal(m_database, "the header of snapshot " + std::to_string(end.snapshotId)));
        }
        std::memcpy(numbers, payload.data() + kHeaderMagic.size(), sizeof numbers);
        slices = numbers[0];
        end.at.ms = numbers[1];
    }
    auto& rows = m_database.statement(
        "SELECT slice_no, payload, checksum FROM keyspace_snapshot WHERE snapshot_id = ? AND slice_no > 0 "
        "ORDER BY slice_no");
    rows.bind(end.snapshotId);
    EVENHAND_TRY(rows.query());
    std::int64_t expected = 1;
    while (rows.next()) {
        const auto payload = rows.blob("payload");
        if (rows.number("slice_no") != expected ||
            rows.number("checksum") != stored(checksum64(payload, placeSeed(end.snapshotId, expected)))) {
            rows.finish();
            return fail(damagedJournal(
                m_database, "slice " + std::to_string(expected) + " of snapshot " + std::to_string(end.snapshotId)));
        }
        EVENHAND_TRY(apply(payload));
        end.snapshotBytes += static_cast<std::int64_t>(payload.size());
        ++expected;
    }
    EVENHAND_TRY(rows.status());
    if (expected != slices + 1) {
        return fail(damagedJournal(m_database, "slice " + std::to_string(expected) + " of snapshot " +
                                                   std::to_string(end.snapshotId) + " is missing"));
    }
    return end;
}

Result<JournalEnd> JournalStore::replay(const Apply& apply) {
    EVENHAND_ASSIGN(auto end, replaySnapshot(apply));
    auto& rows =
        m_database.statement("SELECT seq, at, payload, checksum FROM keyspace_journal WHERE seq > ? ORDER BY seq");
    rows.bind(end.snapshotId);
    EVENHAND_TRY(rows.query());
    while (rows.next()) {
        const auto seq = rows.number("seq");
        const Instant at{rows.number("at")};
        const auto payload = rows.blob("payload");
        if (seq != end.seq + 1) {
            rows.finish();
            return fail(damagedJournal(m_database, "record " + std::to_string(end.seq + 1) +
                                                       " is missing, the next one is " + std::to_string(seq)));
        }
        if (rows.number("checksum") != stored(checksum64(payload, placeSeed(seq, at.ms)))) {
            rows.finish();
            return fail(
                damagedJournal(m_database, "the checksum of record " + std::to_string(seq) + " does not match"));
        }
        if (auto applied = apply(payload); !applied) {
            rows.finish();
            return fail(damagedJournal(m_database, "record " + std::to_string(seq) + ": " + applied.error().message));
        }
        end.seq = seq;
        end.at = at;  // the newest says it, also where engine time was turned back
        ++end.recordsSince;
        end.bytesSince += static_cast<std::int64_t>(payload.size());
    }
    EVENHAND_TRY(rows.status());
    return end;
}

Result<std::optional<Instant>> JournalStore::newestAt() {
    auto& row = m_database.statement("SELECT at FROM keyspace_journal ORDER BY seq DESC LIMIT 1");
    EVENHAND_TRY(row.query());
    std::optional<Instant> at;
    if (row.next()) {
        at = Instant{row.number("at")};
    }
    EVENHAND_TRY(row.status());
    row.finish();
    return at;
}

Result<std::int64_t> JournalStore::trim(std::int64_t snapshotId, std::int64_t limit) {
    EVENHAND_ASSIGN(auto gone, trimRecords(snapshotId, limit));
    if (gone < limit) {
        // Headers go first, so that a snapshot with slices missing is never taken for a complete one.
        EVENHAND_ASSIGN(const auto headers,
                        m_database.statement("DELETE FROM keyspace_snapshot WHERE slice_no = 0 AND snapshot_id <> ?")
                            .bind(snapshotId)
                            .write());
        gone += headers;
    }
    if (gone < limit) {
        EVENHAND_ASSIGN(const auto slices, trimSlices(snapshotId, limit - gone));
        gone += slices;
    }
    return gone;
}

// Ranges are read first: not every database deletes by a query of the same table.
Result<std::int64_t> JournalStore::trimRecords(std::int64_t snapshotId, std::int64_t limit) {
    auto& ends = m_database.statement(
        "SELECT (SELECT MIN(seq) FROM keyspace_journal) AS first_seq, "
        "(SELECT MAX(seq) FROM keyspace_journal) AS last_seq");
    EVENHAND_TRY(ends.query());
    if (!ends.next() || ends.isNull("first_seq")) {
        EVENHAND_TRY(ends.status());
        ends.finish();  // a row of nulls is a row: left open it would keep the log from being written back
        return 0;
    }
    const auto last = std::min({snapshotId, ends.number("last_seq") - 1, ends.number("first_seq") + limit - 1});
    ends.finish();
    return m_database.statement("DELETE FROM keyspace_journal WHERE seq <= ?").bind(last).write();
}

Result<std::int64_t> JournalStore::trimSlices(std::int64_t snapshotId, std::int64_t limit) {
    auto& first = m_database.statement(
        "SELECT snapshot_id, slice_no FROM keyspace_snapshot WHERE snapshot_id <> ? ORDER BY snapshot_id, slice_no "
        "LIMIT 1");
    first.bind(snapshotId);
    EVENHAND_TRY(first.query());
    if (!first.next()) {
        EVENHAND_TRY(first.status());
        return 0;
    }
    const auto other = first.number("snapshot_id");
    const auto behind = first.number("slice_no") + limit;
    first.finish();
    return m_database.statement("DELETE FROM keyspace_snapshot WHERE snapshot_id = ? AND slice_no < ?")
        .bind(other)
        .bind(behind)
        .write();
}

}  // namespace evenhand::store
