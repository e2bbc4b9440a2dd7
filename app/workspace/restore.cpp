// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/restore.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "app/workspace/audit_anchor.h"
#include "app/workspace/audit_key.h"
#include "app/workspace/backup_file.h"
#include "app/workspace/keyspace_copy.h"
#include "app/workspace/message_forms.h"
#include "app/workspace/shared_place.h"
#include "app/workspace/workspace_folder.h"
#include "engine/base/counted.h"
#include "engine/base/durable_file.h"
#include "engine/cluster/etcd/client.h"
#include "engine/cluster/redis/redis_client.h"
#include "engine/cluster/redis/redis_keyspace.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/runtime/audit_log.h"
#include "engine/store/database/journal_store.h"
#include "engine/store/database/migrator.h"
#include "engine/store/records/audit_store.h"
#include "engine/store/records/backup_store.h"
#include "engine/store/records/node_store.h"

namespace evenhand::app {
namespace {

namespace fs = std::filesystem;
using store::Database;
using store::backups::Row;
using store::backups::Table;

/// Rows that are put back in one transaction.
constexpr std::int64_t kCommitRows = 100'000;

using Progress = std::function<bool(std::int64_t, std::int64_t)>;

/// The parameters of one restore.
struct Plan {
    const RestoreOptions& options;
    const OpenOptions& open;
    const Progress& progress;
    Instant now;
    runtime::AuditKey key;              ///< of the audit log; no id: there is none
    std::optional<SharedPlace> shared;  ///< nullopt: one engine at a time is to run it
};

Result<void> goOn(const Progress& progress, std::int64_t rows, std::int64_t of) {
    return progress && !progress(rows, of) ? fail(ErrorCode::Cancelled, "cancelled; nothing was created")
                                           : Result<void>{};
}

std::string textOf(const Table& table, const Row& row, std::string_view column) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].name == column) {
            const auto* text = std::get_if<std::string>(&row[i]);
            return text != nullptr ? *text : std::string();
        }
    }
    return {};
}

bool isNull(const Table& table, const Row& row, std::string_view column) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].name == column) {
            return std::holds_alternative<std::monostate>(row[i]);
        }
    }
    return true;
}

/// True for a task that would send something out, in the words of this version or an older one.
bool isOutwardPending(const Table& table, const Row& row) {
    if (table.name == "refund_task") {
        return !isNull(table, row, "due_at");
    }
    if (table.name != "task") {
        return false;
    }
    const auto kind = api::taskKindFrom(textOf(table, row, "kind"));
    const auto status = api::taskStatusFrom(textOf(table, row, "status"));
    return kind && api::isOutward(*kind) &&
           (status == api::TaskStatus::Pending || status == api::TaskStatus::Processing);
}

/// Puts the rows of a backup into a new, empty workspace database.
class Restoring {
public:
    Restoring(Database& database, BackupFileReader& reader, const Progress& progress, std::int64_t before)
        : m_database(database), m_reader(reader), m_progress(progress), m_done(before) {}

    [[nodiscard]] Result<void> putAll() {
        const auto total = 2 * m_reader.totalRows();
        EVENHAND_TRY(m_database.begin());
        auto put = m_reader.read([&](std::size_t index, std::span<const Row> rows) -> Result<void> {
            EVENHAND_TRY(putRows(m_reader.tables()[index], rows));
            m_done += static_cast<std::int64_t>(rows.size());
            return goOn(m_progress, m_done, total);
        });
        if (put) {
            put = m_database.commit();
        }
        if (!put) {
            m_database.rollback();
        }
        return put;
    }
    [[nodiscard]] const store::MetaEntries& meta() const noexcept { return m_meta; }

private:
    Result<void> putRows(const Table& table, std::span<const Row> rows) {
        if (table.name == "meta") {
            for (const auto& row : rows) {
                m_meta.emplace_back(textOf(table, row, "name"), textOf(table, row, "value"));
            }
            return checkMeta();
        }
        if (auto put = store::backups::putRows(m_database, table, rows); !put) {
            return fail(refused(table, put.error()));
        }
        m_open += static_cast<std::int64_t>(rows.size());
        if (m_open < kCommitRows) {
            return {};
        }
        m_open = 0;
        EVENHAND_TRY(m_database.commit());
        if (m_database.dialect().isLocalFile()) {
            EVENHAND_TRY(m_database.checkpoint(false));
        }
        return m_database.begin();
    }
    /// Checks that the meta table and the manifest belong to the same workspace.
    Result<void> checkMeta() const {
        for (const auto& [name, value] : m_meta) {
            if (name == "workspace_id" && value != m_reader.manifest().workspaceId) {
                return fail(ErrorCode::BackupDamaged, "the manifest is of another workspace than the rows",
                            "workspace_id", value);
            }
        }
        return {};
    }
    /// A row that the database refuses means that the backup is damaged; a full disk does not.
    Error refused(const Table& table, const Error& error) const {
        if (m_database.faultKind() == Database::FaultKind::Dropped || error.code == ErrorCode::Storage ||
            error.code == ErrorCode::PermissionDenied) {
            return error;
        }
        return {ErrorCode::BackupDamaged,
                "a row of table " + table.name + " does not fit: " + error.message + "; use another backup", "table",
                table.name};
    }

    Database& m_database;
    BackupFileReader& m_reader;
    const Progress& m_progress;
    store::MetaEntries m_meta;
    std::int64_t m_done;
    std::int64_t m_open = 0;
};

/// Holds the outward tasks until an administrator releases them, and writes the audit entry of the restore. Answers the
/// new head of the log.
Result<api::AuditHead> leaveWord(Database& database, const api::BackupManifest& manifest, const Plan& plan,
                                 std::int64_t rows) {
    const auto& options = plan.options;
    const auto file = fs::path(options.file).filename().string();
    api::BackupRow row;
    row.status = api::BackupStatus::Verified;
    row.endedAt = manifest.at;
    row.bytes = manifest.bytes;
    row.rows = rows;
    row.auditHead = manifest.auditHead;
    EVENHAND_TRY(store::backups::finishRestoredBackup(database, row));
    EVENHAND_TRY(store::backups::holdOutward(database, plan.now, options.actor.name, "restored from " + file));
    api::AuditRecord record;
    record.actor = options.actor.name;
    record.via = options.actor.via;
    record.operation = api::infoOf(api::Operation::BackupsRestore).name;
    record.outcome = api::AuditOutcome::Noted;
    record.subject = "backup " + file;
    record.detail = "workspace " + manifest.workspaceId + " as at " + std::to_string(manifest.at.ms) + ", " +
                    base::counted(rows, "row") + "; audit head " + std::to_string(manifest.auditHead.seq) + " " +
                    base::hexOf(base::bytesOf(manifest.auditHead.hash));
    runtime::AuditLog log(plan.key, plan.open.wallClock);
    EVENHAND_ASSIGN(const auto sealedBy, store::audit::lastKeyId(database));
    if (manifest.auditHead.seq > 0 && sealedBy != plan.key.id) {
        EVENHAND_TRY(log.append(database, plan.now, newKeyRecord(plan.key, sealedBy)));
    }
    EVENHAND_TRY(log.append(database, plan.now, std::move(record)));
    return store::audit::head(database);
}

/// Recovers the keyspace as the engine will, so that a backup that cannot be opened is refused.
Result<void> checkKeyspace(Database& database) {
    EVENHAND_TRY(database.beginRead());
    keyspace::EmbeddedKeyspace keyspace;
    store::JournalStore journal(database);
    auto replayed = journal.replay([&](std::string_view record) { return keyspace.applyJournal(record); });
    if (!replayed) {
        database.rollback();
        return fail(ErrorCode::BackupDamaged, "the backup's keyspace cannot be recovered: " + replayed.error().message,
                    "table", "keyspace_journal");
    }
    return database.commit();
}

/// The keyspace of the backup, into the Redis of services that will share the workspace, and its messages into rows.
/// Within the restore's last transaction. AlreadyExists (keyspace): something is in it.
Result<void> moveKeyspace(Database& database, const SharedPlace& place, Instant now) {
    keyspace::EmbeddedKeyspace keyspace;
    store::JournalStore journal(database);
    EVENHAND_ASSIGN(const auto end,
                    journal.replay([&](std::string_view record) { return keyspace.applyJournal(record); }));
    keyspace.commit();
    keyspace.setNow(std::max(end.at, now));
    redis::NodeBoard board(systemClock());
    redis::RedisClient client(place.keyspace, {}, systemClock(), board);
    redis::RedisKeyspace redis(client);
    EVENHAND_ASSIGN(const auto there, keysOf(client));
    if (!there.empty()) {
        return fail(ErrorCode::AlreadyExists, "Redis is not empty; the keyspace of a workspace needs one of its own",
                    "keyspace", place.keyspace.text());
    }
    EVENHAND_ASSIGN(const auto keys, keysOf(keyspace));
    for (const auto& key : keys) {
        if (!isTopicKey(key)) {
            EVENHAND_TRY(copyKey(keyspace, redis, key));
        }
    }
    EVENHAND_TRY(messagesToRows(keyspace, database, now));
    EVENHAND_TRY(store::backups::forgetJournal(database));
    return store::nodes::setShared(database);
}

/// Fills a database that beginRestore() has prepared. `last` is called with the head of its audit log before the
/// database is marked as complete.
Result<void> fill(Database& database, BackupFileReader& reader, const Plan& plan,
                  const std::function<Result<void>(const api::AuditHead&)>& last) {
    const auto version = reader.manifest().schemaVersion;
    Restoring restoring(database, reader, plan.progress, reader.totalRows());
    EVENHAND_TRY(restoring.putAll());
    EVENHAND_TRY(checkKeyspace(database));
    auto entries = restoring.meta();
    std::erase_if(entries, [](const auto& entry) { return entry.first == store::nodes::kDeploymentEntry; });
    if (plan.shared) {
        entries.emplace_back(store::nodes::kDeploymentEntry, store::nodes::kSharedDeployment);
    }
    EVENHAND_TRY(store::finishRestore(database, version, entries, [&]() -> Result<void> {
        EVENHAND_ASSIGN(const auto head, leaveWord(database, reader.manifest(), plan, reader.totalRows()));
        if (plan.shared) {
            EVENHAND_TRY(moveKeyspace(database, *plan.shared, plan.now));
        }
        return last(head);
    }));
    EVENHAND_TRY(store::openSchema(database, false));
    return {};
}

/// Written before the workspace is complete, because a workspace without its anchor looks tampered with.
Result<void> writeAnchor(const BackupFileReader& reader, const Plan& plan, const api::AuditHead& head) {
    std::error_code ignored;
    fs::remove(WorkMark::pathIn(plan.options.folder), ignored);  // the mark of the former workspace
    const auto& id = reader.manifest().workspaceId;
    tryKeepPlace(plan.open.secrets.get(), plan.options.folder, id);
    return AuditAnchor(plan.options.folder, id, plan.key, systemClock()).write(head);
}

/// Restores into a file beside the final one, which is renamed when it is complete.
Result<void> restoreFile(BackupFileReader& reader, const Plan& plan) {
    const auto& options = plan.options;
    const auto beside = restoringPath(options.folder);
    {
        EVENHAND_ASSIGN(const auto database,
                        Database::openSqlite(beside, Database::Access::ReadWrite, true, plan.open.vfs));
        EVENHAND_TRY(store::beginRestore(*database, reader.manifest().schemaVersion));
        EVENHAND_TRY(
            fill(*database, reader, plan, [&](const api::AuditHead& head) { return writeAnchor(reader, plan, head); }));
        EVENHAND_TRY(database->checkpoint(true));
    }
    return nameRestored(options.folder);
}

/// `migrates`: the backup has an older schema, so its rows will be migrated.
Result<std::unique_ptr<Database>> openTarget(store::MysqlSettings settings, const OpenOptions& open,
                                             bool migrates = false) {
    EVENHAND_ASSIGN(settings.password, (open.password ? open.password : PasswordSource(knownPassword))(settings));
    settings.readTimeoutS = open.serverSilenceS > 0 ? open.serverSilenceS : settings.readTimeoutS;
    return Database::openMysql(migrates ? settings.forMigrations() : settings, Database::Access::ReadWrite);
}

/// Removes the address that a killed restore into this database may have left in the folder: it is written before the
/// transaction that makes the database a workspace.
Result<void> forgetKilled(const RestoreOptions& options, const OpenOptions& open) {
    const auto url = options.folder + "/database.url";
    std::error_code ignored;
    if (options.database.empty() || !fs::exists(url, ignored)) {
        return {};
    }
    EVENHAND_ASSIGN(const auto settings, store::MysqlSettings::fromUrl(options.database));
    EVENHAND_ASSIGN(const auto lock, FolderLock::take(options.folder));
    EVENHAND_ASSIGN(const auto address, readAddress(options.folder));
    if (!address || *address != settings.url()) {
        return {};
    }
    EVENHAND_ASSIGN(const auto database, openTarget(settings, open));
    const auto there = store::openSchema(*database, false);
    if (!there && there.error().code == ErrorCode::WorkspaceMissing) {
        fs::remove(AuditAnchor::pathIn(options.folder), ignored);
        for (const auto* name : {"/keyspace.url", "/membership.url"}) {
            fs::remove(options.folder + name, ignored);
        }
        fs::remove(url, ignored);
    }
    return {};
}

Result<void> restoreOnServer(BackupFileReader& reader, const Plan& plan) {
    const auto& options = plan.options;
    EVENHAND_ASSIGN(const auto settings, store::MysqlSettings::fromUrl(options.database));
    const bool migrates = reader.manifest().schemaVersion < store::allMigrations().back().number;
    EVENHAND_ASSIGN(const auto database, openTarget(settings, plan.open, migrates));
    EVENHAND_TRY(store::beginRestore(*database, reader.manifest().schemaVersion));
    auto filled = fill(*database, reader, plan, [&](const api::AuditHead& head) -> Result<void> {
        if (plan.shared) {
            EVENHAND_TRY(writeSharedPlace(options.folder, *plan.shared));
        }
        EVENHAND_TRY(writeAddress(options.folder, settings.url()));
        return writeAnchor(reader, plan, head);
    });
    if (filled) {
        return filled;
    }
    // Only here it is certain that the rows in the database are ours to delete. If the connection is gone they stay,
    // marked as unfinished, for the next restore.
    database->rollback();
    store::abandonRestore(*database);
    return filled;
}

/// Compares the backup with the workspace in the folder.
Result<void> compare(const std::string& folder, const OpenOptions& open, RestorePreview& preview) {
    EVENHAND_ASSIGN(const auto core, WorkspaceCore::openReadOnly(folder, open));
    EVENHAND_ASSIGN(const auto database, core->readers()());
    EVENHAND_TRY(database->beginRead());
    EVENHAND_ASSIGN(const auto head, store::audit::head(*database));
    EVENHAND_ASSIGN(preview.ordersThere, store::backups::countRows(*database, {"orders", {}, {}}));
    preview.workspaceThere = core->info().id;
    if (preview.workspaceThere == preview.manifest.workspaceId) {
        preview.entriesSince = head.seq - preview.manifest.auditHead.seq;
    }
    return database->commit();
}

/// Reads the whole file first, so that a damaged one changes nothing. Answers which key sealed the newest entry of its
/// audit log; empty: none.
Result<std::string> lookThrough(const std::string& file, const Progress& progress) {
    EVENHAND_ASSIGN(const auto reader, BackupFileReader::open(file));
    std::string sealedBy;
    std::int64_t seen = 0;
    EVENHAND_TRY(reader->read([&](std::size_t index, std::span<const Row> rows) -> Result<void> {
        const auto& table = reader->tables()[index];
        if (table.name == "audit_entry" && !rows.empty()) {
            sealedBy = textOf(table, rows.back(), "key_id");  // rows are in order of number, so the last one counts
        }
        seen += static_cast<std::int64_t>(rows.size());
        return goOn(progress, seen, 2 * reader->totalRows());
    }));
    return sealedBy;
}

/// The key that seals the audit log from here on: its own key, or a new one if that cannot be found.
Result<runtime::AuditKey> keyFor(const OpenOptions& open, const std::string& workspaceId, const std::string& sealedBy) {
    auto found = findAuditKey(open.secrets.get(), workspaceId);
    if (found.missing) {
        EVENHAND_ASSIGN(const auto made, newAuditKey());
        if (const auto kept = keepAuditKey(*open.secrets, workspaceId, made); kept) {
            found.key = runtime::AuditKey::of(made);
        } else {
            found.whyNone = kept.error().message;
        }
    }
    if (found.key.id.empty() && !sealedBy.empty()) {
        return fail(ErrorCode::Unsupported,
                    "the backup's audit log is sealed and a key cannot be kept here: " + found.whyNone +
                        "; unlock the keychain, or name a folder for secrets by $EVENHAND_SECRETS_DIR",
                    "keychain", sealedBy);
    }
    return std::move(found.key);
}

/// Where the keyspace and the membership are to be, if services are to share it; both can be reached.
Result<std::optional<SharedPlace>> sharedTarget(const RestoreOptions& options) {
    if (options.keyspace.empty() && options.membership.empty()) {
        return std::optional<SharedPlace>();
    }
    for (const auto& [name, value] :
         {std::pair("database", &options.database), std::pair("keyspace", &options.keyspace),
          std::pair("membership", &options.membership)}) {
        if (value->empty()) {
            return fail(ErrorCode::InvalidArgument,
                        "a workspace that services share needs a database, a keyspace and a membership", name);
        }
    }
    EVENHAND_ASSIGN(auto place, SharedPlace::of(options.keyspace, options.membership));
    redis::NodeBoard board(systemClock());
    redis::RedisClient keyspace(place.keyspace, {}, systemClock(), board);
    EVENHAND_TRY(keyspace.isCluster());
    etcd::ClientOptions limits;
    limits.password = place.membershipPassword;
    etcd::Client membership(place.membership, std::move(limits));
    EVENHAND_TRY(membership.range({"evenhand", {}}));
    return std::optional(std::move(place));
}

}  // namespace

Result<RestorePreview> previewRestore(const std::string& file, const std::string& compareWith,
                                      const OpenOptions& open) {
    EVENHAND_ASSIGN(const auto reader, BackupFileReader::open(file));
    RestorePreview preview;
    EVENHAND_TRY(reader->read([&](std::size_t index, std::span<const Row> rows) -> Result<void> {
        const auto& table = reader->tables()[index];
        if (table.name == "task" || table.name == "refund_task") {
            for (const auto& row : rows) {
                preview.outwardPending += isOutwardPending(table, row) ? 1 : 0;
            }
        }
        return {};
    }));
    preview.manifest = reader->manifest();
    preview.orders = preview.manifest.rows["orders"];
    if (const auto people = preview.manifest.rows.find("person"); people != preview.manifest.rows.end()) {
        preview.people = people->second;
    }
    if (!compareWith.empty()) {
        auto compared = compare(compareWith, open, preview);
        if (!compared && compared.error().code != ErrorCode::WorkspaceMissing) {
            preview.trouble = compared.error().text();
        }
    }
    return preview;
}

Result<api::BackupManifest> restore(const RestoreOptions& options, const OpenOptions& open,
                                    const std::function<bool(std::int64_t, std::int64_t)>& progress) {
    EVENHAND_ASSIGN(const auto sealedBy, lookThrough(options.file, progress));
    EVENHAND_ASSIGN(const auto reader, BackupFileReader::open(options.file));
    EVENHAND_ASSIGN(auto key, keyFor(open, reader->manifest().workspaceId, sealedBy));
    const auto now = (open.clock != nullptr ? *open.clock : systemClock()).now();
    EVENHAND_ASSIGN(auto shared, sharedTarget(options));
    const Plan plan{options, open, progress, now, std::move(key), std::move(shared)};
    EVENHAND_TRY(forgetKilled(options, open));
    FolderUndo undo(options.folder);
    EVENHAND_TRY(makeFolder(options.folder));
    EVENHAND_ASSIGN(const auto lock, FolderLock::take(options.folder));
    EVENHAND_TRY(makeFolder(options.folder));  // again: another process may have been quicker before the lock
    undo.takeBackFiles();
    removeUnfinished(options.folder);
    EVENHAND_TRY(options.database.empty() ? restoreFile(*reader, plan) : restoreOnServer(*reader, plan));
    undo.keep();
    return reader->manifest();
}

}  // namespace evenhand::app
