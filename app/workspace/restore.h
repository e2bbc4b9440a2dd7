// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace from a backup: looked at first, then made in a new place. Never over one that is there.
//
// Afterwards: everything is as at the backup's instant, `verify` is clean, and what would leave the machine is held:
// the kinds of outward tasks (refunds, webhooks), until an administrator releases them, for whatever was sent since the
// backup would be sent again. The audit log goes on with an entry that names the backup and the head it remembers,
// sealed by the key of OpenOptions::secrets (another key than the backup's says so first); an anchor of the former
// folder does not fit any more, a new one is written. Thread: the caller's, not the GUI's: it takes as long as reading
// and writing all rows does.
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
    std::int64_t ordersThere = 0;  ///< of it
    std::string trouble;           ///< why the workspace in that folder could not be looked at
};
/// Reads all of the file. WorkspaceMissing (file), BackupDamaged, WorkspaceVersion. `compareWith`: a folder, or empty.
[[nodiscard]] Result<RestorePreview> previewRestore(const std::string& file, const std::string& compareWith,
                                                    const OpenOptions& open = {});

struct RestoreOptions {
    std::string file;
    std::string folder;         ///< new or empty, else AlreadyExists
    std::string database = {};  ///< mysql://… with an empty database; empty: a SQLite file in the folder
    api::Actor actor;           ///< for the audit log
};
/// `progress(rows, of)`; false ends it with Cancelled. An error leaves nothing behind. Unsupported (keychain): the
/// backup's audit log is sealed and no key can be kept here.
[[nodiscard]] Result<api::BackupManifest> restore(const RestoreOptions& options, const OpenOptions& open,
                                                  const std::function<bool(std::int64_t, std::int64_t)>& progress);

}  // namespace evenhand::app
