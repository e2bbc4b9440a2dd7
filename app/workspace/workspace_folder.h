// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a workspace: where its files are, making it new or by a restore, what was rescued from it.
// Thread: confined to its owner.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace evenhand::app {

[[nodiscard]] inline std::string databasePath(const std::string& folder) { return folder + "/workspace.db"; }
/// Where a restore puts the database together; left by one that was killed, it counts for nothing.
[[nodiscard]] inline std::string restoringPath(const std::string& folder) { return folder + "/restoring.db"; }

/// Removes it and what SQLite keeps beside it.
void removeRestoring(const std::string& folder);
/// The same with what was written beside it: of a making or restoring that was killed, before another one begins in a
/// folder that makeFolder() takes.
void removeUnfinished(const std::string& folder);
/// What was put together there is whole and becomes the workspace's database. Storage.
[[nodiscard]] Result<void> nameRestored(const std::string& folder);

/// A new folder of mode 0700, or an empty one that is there. AlreadyExists, Storage.
[[nodiscard]] Result<void> makeFolder(const std::string& folder);

/// What a making that failed takes back: the folders and files that were not there before.
class FolderUndo {
public:
    explicit FolderUndo(const std::string& folder);
    ~FolderUndo();
    FolderUndo(const FolderUndo&) = delete;
    FolderUndo& operator=(const FolderUndo&) = delete;

    /// The folder is locked: what appears in it from now on is of this making.
    void takeBackFiles() noexcept { m_files = true; }
    void keep() noexcept {
        m_files = false;
        m_folders.clear();
    }

private:
    const std::string m_folder;
    std::vector<std::filesystem::path> m_folders;  ///< innermost first
    bool m_lockWasThere = false;
    bool m_files = false;
};

/// How the names of backups begin that an engine has written at its end because its files had gone; beside a folder
/// that has gone too, with the folder's name, as it is not the only one there.
[[nodiscard]] std::string rescuedPrefix(const std::filesystem::path& place, const std::filesystem::path& into);
/// `folder` as the system knows it, without a slash at its end.
[[nodiscard]] std::filesystem::path folderPath(const std::string& folder);
/// The newest file that such an engine has left in `folder` or, where that has gone, beside it; empty: none.
[[nodiscard]] std::string rescuedFrom(const std::string& folder);

}  // namespace evenhand::app
