// SPDX-License-Identifier: GPL-3.0-or-later
// Reserves a workspace folder for one process, by advisory locks: on workspace.lock, which also names the process, and
// on the folder itself, in case that file is deleted. The system releases them even if the process is killed.
// Thread: confined to its owner.
#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"

namespace evenhand::app {

class FolderLock {
public:
    /// Errors: WorkspaceInUse (names the process that holds it), Storage (the file cannot be created).
    [[nodiscard]] static Result<std::unique_ptr<FolderLock>> take(const std::string& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    FolderLock(int descriptor, int folder) : m_descriptor(descriptor), m_folder(folder) {}
    int m_descriptor;
    int m_folder;
};

}  // namespace evenhand::app
