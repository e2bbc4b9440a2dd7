// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/take_backup.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <QDateTime>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "app/workspace/backup_format.h"
#include "app/workspace/copied_keyspace.h"
#include "app/workspace/workspace.h"
#include "engine/api/operations.h"
#include "engine/store/database/migrator.h"
#include "engine/store/records/audit_store.h"

namespace evenhand::app {
namespace {

namespace fs = std::filesystem;
using store::backups::Row;

constexpr std::int64_t kProgressRows = 4096;
constexpr std::size_t kIdDigits = 8;
constexpr std::string_view kAutomatic = "auto-";
constexpr std::string_view kStamp = "00000000-000000";

/// Counts the rows of both passes and reports progress.
class ProgressCounter {
public:
    ProgressCounter(BackupProgress progress, std::int64_t of) : m_progress(std::move(progress)), m_of(of) {}
    [[nodiscard]] bool count(std::int64_t rows) {
        m_rows += rows;
        if (m_rows < m_next) {
            return true;
        }
        m_next = m_rows + kProgressRows;
        return !m_progress || m_progress(m_rows, m_of);
    }

private:
    const BackupProgress m_progress;
    const std::int64_t m_of;
    std::int64_t m_rows = 0;
    std::int64_t m_next = 0;
};

Result<void> cancelled() { return fail(ErrorCode::Cancelled, "cancelled; no file was written"); }

/// What is written: tables of the workspace's database, but those that `copied` has, if there is one.
struct Source {
    store::Database& database;
    CopiedKeyspace* copied = nullptr;
    [[nodiscard]] store::Database& of(const std::string& table) const {
        return copied != nullptr && CopiedKeyspace::has(table) ? copied->database() : database;
    }
};

Result<api::BackupManifest> manifestOf(const Source& source, Instant at,
                                       const std::vector<store::backups::Table>& tables) {
    auto& database = source.database;
    EVENHAND_ASSIGN(const auto meta, store::openSchema(database, false));
    api::BackupManifest manifest;
    manifest.program = EVENHAND_VERSION;
    manifest.formatVersion = backupFormat::kVersion;
    manifest.schemaVersion = meta.schemaVersion;
    manifest.workspaceId = meta.workspaceId;
    manifest.currency = meta.currency;
    manifest.timeZone = meta.timeZone;
    // The kind of database, without its address, because the file may be given away.
    const auto server = database.server();
    manifest.source = server.substr(0, server.find(','));
    manifest.at = at;
    EVENHAND_ASSIGN(manifest.auditHead, store::audit::head(database));
    for (const auto& table : tables) {
        EVENHAND_ASSIGN(manifest.rows[table.name], store::backups::countRows(source.of(table.name), table));
    }
    return manifest;
}

std::int64_t rowsOf(const api::BackupManifest& manifest) {
    std::int64_t total = 0;
    for (const auto& [table, rows] : manifest.rows) {
        total += rows;
    }
    return total;
}

Result<void> writeSnapshot(BackupFileWriter& writer, const Source& source,
                           const std::vector<store::backups::Table>& tables, const api::BackupManifest& manifest,
                           ProgressCounter& counter) {
    EVENHAND_TRY(writer.begin(manifest, tables));
    for (std::size_t i = 0; i < tables.size(); ++i) {
        Result<void> written;
        bool stopped = false;
        auto read = store::backups::eachRow(source.of(tables[i].name), tables[i], [&](const Row& row) {
            written = writer.add(i, row);
            stopped = written && !counter.count(1);
            return written && !stopped;
        });
        EVENHAND_TRY(written);
        if (stopped) {
            return cancelled();
        }
        EVENHAND_TRY(read);
    }
    return writer.finish();
}

/// Reads the whole file back, checks its sums and compares it with what was written.
Result<void> readBack(const BackupFileWriter& writer, const api::BackupManifest& manifest, ProgressCounter& counter) {
    EVENHAND_ASSIGN(const auto reader, BackupFileReader::open(writer.partPath()));
    const auto& read = reader->manifest();
    if (read.rows != manifest.rows || read.auditHead != manifest.auditHead ||
        read.workspaceId != manifest.workspaceId || read.schemaVersion != manifest.schemaVersion ||
        read.bytes != writer.bytes()) {
        return fail(ErrorCode::BackupDamaged, "the backup that was read back differs from what was written", "path",
                    writer.partPath());
    }
    return reader->read([&](std::size_t, std::span<const Row> rows) {
        return counter.count(static_cast<std::int64_t>(rows.size())) ? Result<void>{} : cancelled();
    });
}

/// Reads all of the source, which is a snapshot, into the file.
Result<api::BackupManifest> writeAll(BackupFileWriter& writer, const Source& source, Instant at,
                                     const BackupProgress& progress) {
    const auto tables = store::backups::tables(store::allMigrations().back().number);
    EVENHAND_ASSIGN(auto manifest, manifestOf(source, at, tables));
    ProgressCounter counter(progress, 2 * rowsOf(manifest));
    EVENHAND_TRY(writeSnapshot(writer, source, tables, manifest, counter));
    return manifest;
}

/// Read back, and put in its place.
Result<api::BackupManifest> published(BackupFileWriter& writer, api::BackupManifest manifest,
                                      const BackupProgress& progress) {
    const auto total = rowsOf(manifest);
    ProgressCounter counter([&](std::int64_t rows, std::int64_t of) { return !progress || progress(total + rows, of); },
                            2 * total);
    EVENHAND_TRY(readBack(writer, manifest, counter));
    EVENHAND_TRY(writer.publish());
    manifest.bytes = writer.bytes();
    if (progress) {
        (void)progress(2 * total, 2 * total);
    }
    return manifest;
}

bool isInside(const fs::path& path, const fs::path& folder) {
    const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end();
}

/// True if this is the file name of an automatic backup.
bool isAutomatic(const std::string& name, const std::string& prefix, std::string_view suffix) {
    if (!name.starts_with(prefix) || !name.ends_with(suffix) ||
        name.size() != prefix.size() + kStamp.size() + suffix.size()) {
        return false;
    }
    const auto stamp = name.substr(prefix.size(), kStamp.size());
    for (std::size_t i = 0; i < stamp.size(); ++i) {
        if (kStamp[i] == '-' ? stamp[i] != '-' : stamp[i] < '0' || stamp[i] > '9') {
            return false;
        }
    }
    return true;
}

/// True if nobody is writing the file.
bool isAbandoned(const std::string& path) {
    const FileHandle file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    return file.get() >= 0 && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

Result<api::BackupManifest> takeBackup(BackupFileWriter& writer, const runtime::OpenForReading& open, Instant at,
                                       const BackupProgress& progress) {
    EVENHAND_ASSIGN(const auto database, open());
    return takeBackup(writer, *database, at, progress);
}

Result<api::BackupManifest> takeBackup(BackupFileWriter& writer, store::Database& database, Instant at,
                                       const BackupProgress& progress) {
    EVENHAND_TRY(database.beginRead());
    auto manifest = writeAll(writer, {database}, at, progress);
    database.rollback();  // nothing was written; this only ends the snapshot
    EVENHAND_TRY(manifest);
    return published(writer, *std::move(manifest), progress);
}

Result<api::BackupManifest> takeBackup(BackupFileWriter& writer, const WorkspaceCore& core, Instant at,
                                       const BackupProgress& progress) {
    if (!core.isShared()) {
        return takeBackup(writer, core.readers(), at, progress);
    }
    api::BackupManifest manifest;
    const auto view = [&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
        EVENHAND_ASSIGN(const auto copied, CopiedKeyspace::of(keyspace));
        EVENHAND_ASSIGN(manifest, writeAll(writer, {database, copied.get()}, at, progress));
        return {};
    };
    EVENHAND_TRY(core.inspect(view));
    return published(writer, std::move(manifest), progress);
}
Result<api::BackupManifest> takeBackupBeside(Workspace& workspace, const api::Call& call, const std::string& path,
                                             const BackupProgress& progress) {
    auto& core = workspace.core();
    EVENHAND_TRY(checkBackupPath(path, core.folder()));
    EVENHAND_ASSIGN(const auto writer, BackupFileWriter::create(path));
    // Before any row is read: there is no backup without an entry, even if this process is killed.
    api::AuditRecord record;
    record.operation = api::infoOf(api::Operation::BackupsTake).name;
    record.subject = backupSubject(path);
    record.detail = path;
    EVENHAND_TRY(core.engine().noteDone(call, record).result());
    return takeBackup(*writer, core, core.clock().now(), progress);
}

Result<api::BackupManifest> verifyBackup(const std::string& path, const BackupProgress& progress) {
    EVENHAND_ASSIGN(const auto reader, BackupFileReader::open(path));
    ProgressCounter counter(progress, reader->totalRows());
    EVENHAND_TRY(reader->read([&](std::size_t, std::span<const Row> rows) -> Result<void> {
        return counter.count(static_cast<std::int64_t>(rows.size())) ? Result<void>{}
                                                                     : fail(ErrorCode::Cancelled, "cancelled");
    }));
    return reader->manifest();
}

Result<void> checkBackupPath(const std::string& path, const std::string& workspaceFolder, const std::string& field) {
    constexpr std::size_t kMaxLength = 4000;
    const auto refuse = [&](const char* why) { return fail(ErrorCode::InvalidArgument, why, field, path); };
    if (path.empty()) {
        return refuse("is empty");
    }
    if (!base::validateText(path, field, kMaxLength) || path.find_first_of("\r\n\t") != std::string::npos) {
        return refuse("is not a path: too long, not UTF-8, or with control characters");
    }
    const fs::path given(path);
    if (!given.is_absolute() || std::find(given.begin(), given.end(), fs::path("..")) != given.end()) {
        return refuse("is not an absolute path without \"..\"");
    }
    std::error_code error;
    const auto real = fs::weakly_canonical(given, error);
    const auto folder = error ? fs::path() : fs::weakly_canonical(fs::path(workspaceFolder), error);
    if (!error && !workspaceFolder.empty() && isInside(real, folder)) {
        return refuse("is inside the workspace's folder, with which it would be lost");
    }
    return {};
}

std::string backupName(const std::string& workspaceId, Instant at, bool scheduled) {
    const auto stamp = QDateTime::fromMSecsSinceEpoch(at.ms, Qt::UTC).toString(QStringLiteral("yyyyMMdd-HHmmss"));
    return "evenhand-" + std::string(scheduled ? kAutomatic : "") + workspaceId.substr(0, kIdDigits) + "-" +
           stamp.toStdString() + std::string(backupFormat::kSuffix);
}

std::string backupSubject(const std::string& path) { return "backup " + fs::path(path).filename().string(); }

Result<std::int64_t> deleteOldBackups(const std::string& folder, const std::string& workspaceId, std::int64_t keep,
                                      Instant now) {
    const std::string prefix = "evenhand-" + std::string(kAutomatic) + workspaceId.substr(0, kIdDigits) + "-";
    const std::string suffix(backupFormat::kSuffix);
    const std::string part = suffix + std::string(backupFormat::kPartSuffix);
    std::vector<std::string> whole;
    std::int64_t deleted = 0;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        const auto name = entry->path().filename().string();
        if (!fs::is_regular_file(entry->symlink_status(ignored))) {
            continue;
        }
        if (isAutomatic(name, prefix, suffix)) {
            whole.push_back(name);
        } else if (isAutomatic(name, prefix, part) && isAbandoned(entry->path().string())) {
            deleted += fs::remove(entry->path(), ignored) ? 1 : 0;
        }
    }
    if (error) {
        return fail(ErrorCode::Storage, "the folder of backups cannot be read: " + error.message(), "folder", folder);
    }
    std::sort(whole.begin(), whole.end(), std::greater<>());
    // Backups from a time when the clock was ahead count as older than one taken now.
    const auto ahead = [newest = backupName(workspaceId, now, true)](const std::string& name) { return name > newest; };
    std::stable_partition(whole.begin(), whole.end(), [&](const std::string& name) { return !ahead(name); });
    for (auto i = static_cast<std::size_t>(keep); i < whole.size(); ++i) {
        const auto path = folder + "/" + whole[i];
        // The name may be a coincidence, so the content decides whether it is a backup of this workspace.
        if (const auto reader = BackupFileReader::open(path);
            !reader || (*reader)->manifest().workspaceId != workspaceId) {
            continue;
        }
        if (!fs::remove(path, error) && error) {
            return fail(ErrorCode::Storage, "an old backup cannot be deleted: " + error.message(), "path", path);
        }
        ++deleted;
    }
    return deleted;
}

Result<void> checkBackupFolder(const std::string& folder, const std::string& workspaceFolder) {
    EVENHAND_TRY(checkBackupPath(folder, workspaceFolder, "folder"));
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
        return fail(ErrorCode::Storage, "there is no such folder", "folder", folder);
    }
    std::string probe = folder + "/.evenhand-XXXXXX";
    const FileHandle file(::mkstemp(probe.data()));
    if (file.get() < 0) {
        return fail(ErrorCode::Storage, std::string("the folder cannot be written: ") + std::strerror(errno), "folder",
                    folder);
    }
    fs::remove(probe, error);
    return {};
}

}  // namespace evenhand::app
