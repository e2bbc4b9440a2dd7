// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/copied_keyspace.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "app/workspace/keyspace_copy.h"
#include "app/workspace/message_forms.h"
#include "engine/rebuild/generation.h"
#include "engine/store/database/journal_store.h"
#include "engine/store/database/migrator.h"

namespace evenhand::app {
namespace {

constexpr std::size_t kSliceBytes = 256UL * 1024U;
constexpr std::int64_t kFirstRecord = 1;  ///< record of the journal, and the snapshot behind it

Result<void> dropRelayed(keyspace::EmbeddedKeyspace& keyspace) {
    EVENHAND_ASSIGN(const auto keys, keysOf(keyspace));
    for (const auto& key : keys) {
        if (isRelayedKey(key)) {
            EVENHAND_TRY(keyspace.call({"DEL", key}));
        }
    }
    return {};
}

/// A record that changes nothing: the journal's newest one tells engine time.
Result<std::string> sameRecord(keyspace::EmbeddedKeyspace& keyspace) {
    EVENHAND_ASSIGN(const auto mark, keyspace.call({"GET", rebuild::kGenerationKey}));
    if (mark.isNil()) {
        return fail(ErrorCode::Busy, "nobody has looked yet whether Redis has this workspace's keyspace");
    }
    std::ignore = keyspace.takeJournal();  // all that was copied: it is in the snapshot
    EVENHAND_TRY(keyspace.call({"SET", rebuild::kGenerationKey, mark.text}));
    return keyspace.takeJournal();
}

Result<void> writeKeyspace(store::Database& database, keyspace::EmbeddedKeyspace& keyspace) {
    store::JournalStore journal(database);
    EVENHAND_ASSIGN(const auto record, sameRecord(keyspace));
    EVENHAND_TRY(journal.append(kFirstRecord, keyspace.now(), record));
    keyspace.beginSnapshot();
    std::int64_t slices = 0;
    while (const auto slice = keyspace.nextSnapshotSlice(kSliceBytes)) {
        EVENHAND_TRY(journal.appendSlice(kFirstRecord, ++slices, *slice));
    }
    return journal.completeSnapshot(kFirstRecord, slices, keyspace.now());
}

}  // namespace

bool CopiedKeyspace::has(std::string_view table) noexcept {
    constexpr std::array<std::string_view, 5> kTables{"keyspace_journal", "keyspace_snapshot", "outbox", "outbox_relay",
                                                      "outbox_gone"};
    return std::find(kTables.begin(), kTables.end(), table) != kTables.end();
}

Result<std::unique_ptr<CopiedKeyspace>> CopiedKeyspace::of(keyspace::EmbeddedKeyspace& keyspace) {
    EVENHAND_TRY(dropRelayed(keyspace));
    std::unique_ptr<CopiedKeyspace> copied(new CopiedKeyspace);
    EVENHAND_ASSIGN(copied->m_folder, TemporaryFolder::make(QStringLiteral("copy")));
    const auto path = copied->m_folder->filePath(QStringLiteral("keyspace.db")).toStdString();
    EVENHAND_ASSIGN(copied->m_database, store::Database::openSqlite(path, store::Database::Access::ReadWrite, true));
    auto& database = *copied->m_database;
    EVENHAND_TRY(store::beginRestore(database, store::allMigrations().back().number));
    EVENHAND_TRY(database.begin());
    auto written = writeKeyspace(database, keyspace);
    if (written) {
        written = database.commit();
    } else {
        database.rollback();
    }
    EVENHAND_TRY(written);
    EVENHAND_TRY(database.beginRead());
    return copied;
}

}  // namespace evenhand::app
