// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a backup of a workspace, beside the engine: one read transaction on a connection of its own gives a snapshot of
// database and keyspace, since the keyspace's journal and snapshots are rows like all others. And looks at files.
// Thread: the caller's, neither the GUI's nor the engine's: it takes as long as reading and writing all rows does.
#pragma once

#include <functional>
#include <string>

#include "app/workspace/backup_file.h"
#include "engine/base/clock.h"
#include "engine/runtime/reader_thread.h"

namespace evenhand::app {

/// `rows` of `of` written and read back; false ends it with Cancelled.
using BackupProgress = std::function<bool(std::int64_t rows, std::int64_t of)>;

/// Fills `writer` with the snapshot, reads it back and compares, gives it its name. An error leaves no file. Cancelled,
/// Storage, errors of the connection.
[[nodiscard]] Result<api::BackupManifest> takeBackup(BackupFileWriter& writer, const runtime::OpenForReading& open,
                                                     Instant at, const BackupProgress& progress);
/// The same from a connection that is open, on its thread.
[[nodiscard]] Result<api::BackupManifest> takeBackup(BackupFileWriter& writer, store::Database& database, Instant at,
                                                     const BackupProgress& progress);
class Workspace;
/// The same of a workspace that is open for reading, because another process runs it. Nobody but that process can write
/// its log, so a note is left for it first. Errors of checkBackupPath() too.
[[nodiscard]] Result<api::BackupManifest> takeBackupBeside(Workspace& workspace, const api::Call& call,
                                                           const std::string& path, const BackupProgress& progress);
/// Reads all of a file. Errors as BackupFileReader.
[[nodiscard]] Result<api::BackupManifest> verifyBackup(const std::string& path, const BackupProgress& progress);

/// An absolute path without "..", that is no folder and not inside the workspace's folder, with which it would be lost.
/// InvalidArgument (`field`). Looks at folders, so not on the GUI's thread.
[[nodiscard]] Result<void> checkBackupPath(const std::string& path, const std::string& workspaceFolder,
                                           const std::string& field = "path");
/// "evenhand-3f2a91c0-20260105-100000.evenhand-backup", in UTC; of an automatic one "evenhand-auto-…". Sorted by name
/// is sorted by time.
[[nodiscard]] std::string backupName(const std::string& workspaceId, Instant at, bool scheduled);

/// What the audit log says that a backup is: "backup NAME", its whole path being the entry's detail.
[[nodiscard]] std::string backupSubject(const std::string& path);

/// Of the automatic backups of this workspace in `folder` all but the newest `keep`, and what broken ones have left,
/// are deleted; nothing else is. Those from after `now`, when the clock was ahead, count as the oldest. Answers how
/// many were.
[[nodiscard]] Result<std::int64_t> deleteOldBackups(const std::string& folder, const std::string& workspaceId,
                                                    std::int64_t keep, Instant now);
/// A folder that is there and can be written. InvalidArgument, Storage (folder).
[[nodiscard]] Result<void> checkBackupFolder(const std::string& folder, const std::string& workspaceFolder);

}  // namespace evenhand::app
