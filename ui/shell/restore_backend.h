// SPDX-License-Identifier: GPL-3.0-or-later
// Restoring a workspace from a backup, as the console asks for it: what the program behind it does, since a restore
// needs no open workspace. A constructor argument of the window; tests have their own.
// Thread: called on the GUI thread, answers like a desk.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/api/backup_desk.h"

namespace evenhand::ui {

/// What a file would bring back.
struct RestorePreview {
    api::BackupManifest manifest;
    std::int64_t orders = 0, people = 0;
    std::int64_t outwardPending = 0;  ///< refunds and webhooks that would be held
    std::optional<std::int64_t>
        entriesSince;  ///< of the open workspace's audit log, beyond the backup; nullopt: another
};
struct RestoreRequest {
    std::string file;
    std::string folder;    ///< new or empty
    std::string database;  ///< mysql://… of an empty database; empty: a file in the folder
};

class RestoreBackend {
public:
    virtual ~RestoreBackend() = default;
    /// WorkspaceMissing (file), BackupDamaged, WorkspaceVersion.
    virtual api::Answer<RestorePreview> preview(std::string file) = 0;
    /// `progress(rows, of)` on the thread that works; cancelling the future ends it and leaves nothing behind.
    virtual api::Answer<api::BackupManifest> restore(api::Actor actor, RestoreRequest request,
                                                     std::function<void(std::int64_t, std::int64_t)> progress) = 0;
};

}  // namespace evenhand::ui
