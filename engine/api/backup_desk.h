// SPDX-License-Identifier: GPL-3.0-or-later
// Backups as the outside sees them: taken while the engine works, verified, scheduled. Restoring makes another
// workspace and needs none that is open: app/workspace/restore.h.
//
// One file, one consistent snapshot, the same format for every database, so that it can be restored into another kind:
// a manifest (version of the schema, workspace, instant, rows per table, audit head), every table's rows, a SHA-256
// over all. Written beside, verified, then renamed; mode 0600. It holds no secret of the keychain; it is not encrypted.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <functional>
#include <map>
#include <tuple>

#include "engine/api/audit_types.h"
#include "engine/api/call.h"
#include "engine/base/ids.h"

namespace evenhand::api {

enum class BackupStatus : std::uint8_t { Running, Verified, Failed };  ///< "running", "verified", "failed"
[[nodiscard]] std::string_view toText(BackupStatus value) noexcept;
[[nodiscard]] std::optional<BackupStatus> backupStatusFrom(std::string_view text) noexcept;

struct BackupRow {
    BackupId id;
    BackupStatus status = BackupStatus::Running;
    std::string path;
    Instant startedAt;
    std::optional<Instant> endedAt;
    std::int64_t bytes = 0, rows = 0;
    AuditHead auditHead;  ///< of the snapshot
    bool scheduled = false;
    std::string actor;
    std::string error;
};
/// What a file says of itself, read from all of it.
struct BackupManifest {
    std::string program;    ///< version that wrote it
    int formatVersion = 0;  ///< of the file
    int schemaVersion = 0;
    std::string workspaceId, currency, timeZone;
    std::string source;  ///< "SQLite", "MariaDB 10.11.6"
    Instant at;
    std::map<std::string, std::int64_t> rows;  ///< per table
    std::int64_t bytes = 0;
    AuditHead auditHead;
};
/// One automatic backup every business day.
struct BackupSchedule {
    std::string folder;        ///< absolute, there, writable; empty: no automatic backups
    int minuteOfDay = 4 * 60;  ///< of the business day, 0 … 1439
    std::int64_t keep = 14;    ///< newest automatic ones that are kept, 1 … 1,000; older automatic ones are deleted
    std::int64_t version = 0;  ///< as it was read; for a change 0: whatever it is now, else Conflict if it is stale
    /// Compares the settings, not the version.
    bool operator==(const BackupSchedule& other) const {
        return std::tie(folder, minuteOfDay, keep) == std::tie(other.folder, other.minuteOfDay, other.keep);
    }
};

class BackupDesk {
public:
    virtual ~BackupDesk() = default;
    /// Permission ManageBackups. Answers when it is verified. InvalidArgument (path), AlreadyExists (path: never
    /// overwritten), Busy (one at a time), Storage. `progress(rows, of)` on the thread that writes; cancelling the
    /// future leaves no file.
    virtual Answer<BackupRow> take(const Call& call, std::string path,
                                   std::function<void(std::int64_t, std::int64_t)> progress) = 0;
    /// Permission ManageBackups. Of any file: WorkspaceMissing (path), BackupDamaged (where), WorkspaceVersion (newer
    /// than this program; says both).
    virtual Answer<BackupManifest> verify(const Call& call, std::string path) = 0;
    /// Permission ManageBackups. InvalidArgument (folder, minute_of_day, keep), Storage (folder: cannot be written),
    /// Conflict (version).
    virtual Answer<void> setSchedule(const Call& call, BackupSchedule schedule) = 0;

    // --- reads; permission Read
    virtual Answer<BackupSchedule> schedule(const Call& call) = 0;
    /// Newest first; `limit` 1 … 10,000.
    virtual Answer<std::vector<BackupRow>> backups(const Call& call, std::int64_t limit) = 0;
};

}  // namespace evenhand::api
