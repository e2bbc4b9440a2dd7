// SPDX-License-Identifier: GPL-3.0-or-later
// Restores a backup: it is previewed first, then put into a new place, never over an existing workspace.
//
// Afterwards everything is as it was at the time of the backup, and `verify` finds nothing. Outward tasks (refunds,
// webhooks) are held until an administrator releases them, because whatever was sent after the backup would be sent
// again. The audit log goes on with an entry that names the backup and its head, sealed by the key in
// OpenOptions::secrets; if that is another key than before, an entry says so first. A new anchor is written, since that
// of the former folder does not fit. Thread: the caller's, not the GUI's: it takes as long as reading and writing all
// rows does.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/workspace/workspace_core.h"
#include "engine/api/backup_desk.h"

namespace evenhand::app {

struct RestorePreview {
    api::BackupManifest manifest;
    std::int64_t outwardPending = 0;  ///< refunds and webhooks that would be held
    std::int64_t orders = 0, people = 0;
    /// Of a workspace that is still there by the same id: how far its audit log is beyond the backup; nullopt: not
    /// asked, or another workspace.
    std::optional<std::int64_t> entriesSince;
    std::string workspaceThere;    ///< id of the workspace in that folder; empty: there is none
    std::int64_t ordersThere = 0;  ///< orders in that workspace
    std::string trouble;           ///< why the workspace in that folder could not be read
};
/// Reads the whole file. `compareWith`: a folder, or empty. Errors: WorkspaceMissing (file), BackupDamaged,
/// WorkspaceVersion.
[[nodiscard]] Result<RestorePreview> previewRestore(const std::string& file, const std::string& compareWith,
                                                    const OpenOptions& open = {});

struct RestoreOptions {
    std::string file;
    std::string folder;         ///< new or empty, else AlreadyExists
    std::string database = {};  ///< mysql://… with an empty database; empty: a SQLite file in the folder
    api::Actor actor;           ///< for the audit log
    /// redis://… and etcd://…, with `database`: services share it from then on, whatever it was before. Both or none.
    /// Redis is empty; after an error something may have been left in it.
    std::string keyspace = {}, membership = {};
};
/// Calls `progress(rows, of)`; if that returns false it ends with Cancelled. After an error nothing is left behind.
/// InvalidArgument (keyspace, membership, database): not such addresses, or not all of them. Unsupported (keychain): the
/// backup's audit log is sealed and no key can be kept here.
[[nodiscard]] Result<api::BackupManifest> restore(const RestoreOptions& options, const OpenOptions& open,
                                                  const std::function<bool(std::int64_t, std::int64_t)>& progress);

}  // namespace evenhand::app
