// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a backup of a workspace, beside the engine: one read transaction on a connection of its own gives a snapshot of
// database and keyspace, since the keyspace's journal and snapshots are rows like all others. Also verifies backup
// files.
// Thread: the caller's, neither the GUI's nor the engine's: it takes as long as reading and writing all rows does.
#pragma once

#include <functional>
#include <string>

#include "app/workspace/backup_file.h"
#include "engine/base/clock.h"
#include "engine/runtime/reader_thread.h"

namespace evenhand::app {

/// Called with how many rows of all were written and read back; returning false ends it with Cancelled.
using BackupProgress = std::function<bool(std::int64_t rows, std::int64_t of)>;

/// Writes the snapshot to `writer`, reads it back, compares it and publishes the file. After an error there is no file.
/// Errors: Cancelled, Storage, those of the connection.
[[nodiscard]] Result<api::BackupManifest> takeBackup(BackupFileWriter& writer, const runtime::OpenForReading& open,
                                                     Instant at, const BackupProgress& progress);
/// The same from an open connection, on its thread.
[[nodiscard]] Result<api::BackupManifest> takeBackup(BackupFileWriter& writer, store::Database& database, Instant at,
                                                     const BackupProgress& progress);
class Workspace;
class WorkspaceCore;
/// The same of an open workspace, whoever has its keyspace: where services share it they are paused until the keyspace
/// is copied, and the backup holds it as one engine would have it. Errors also as WorkspaceCore::inspect().
[[nodiscard]] Result<api::BackupManifest> takeBackup(BackupFileWriter& writer, const WorkspaceCore& core, Instant at,
                                                     const BackupProgress& progress);
/// The same for a workspace that another process runs and that is open here for reading. Only that process can write
/// the audit log, so a note is left for it first. Errors also as for checkBackupPath().
[[nodiscard]] Result<api::BackupManifest> takeBackupBeside(Workspace& workspace, const api::Call& call,
                                                           const std::string& path, const BackupProgress& progress);
/// Verifies a whole file. Errors: as for BackupFileReader.
[[nodiscard]] Result<api::BackupManifest> verifyBackup(const std::string& path, const BackupProgress& progress);

/// Accepts an absolute path without ".." that is not a folder and not inside the workspace's folder, with which the
/// backup could be lost. Error: InvalidArgument (`field`). Reads folders, so do not call it on the GUI thread.
[[nodiscard]] Result<void> checkBackupPath(const std::string& path, const std::string& workspaceFolder,
                                           const std::string& field = "path");
/// "evenhand-3f2a91c0-20260105-100000.evenhand-backup", in UTC; an automatic one is "evenhand-auto-…". The order of
/// names is the order of time.
[[nodiscard]] std::string backupName(const std::string& workspaceId, Instant at, bool scheduled);

/// The subject of a backup in the audit log: "backup NAME". The whole path is in the entry's detail.
[[nodiscard]] std::string backupSubject(const std::string& path);

/// Deletes all but the newest `keep` automatic backups of this workspace in `folder`, and the remains of failed ones;
/// nothing else. Backups dated after `now` come from a clock that was ahead and count as the oldest. Answers how many
/// were deleted.
[[nodiscard]] Result<std::int64_t> deleteOldBackups(const std::string& folder, const std::string& workspaceId,
                                                    std::int64_t keep, Instant now);
/// Checks that the folder exists and can be written. Errors: InvalidArgument, Storage (folder).
[[nodiscard]] Result<void> checkBackupFolder(const std::string& folder, const std::string& workspaceFolder);

}  // namespace evenhand::app
