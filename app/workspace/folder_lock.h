// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a workspace folder for one process: an advisory lock on workspace.lock, given back by the system even if the
// process is killed. Thread: confined to its owner.
#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"

namespace evenhand::app {

class FolderLock {
public:
    /// WorkspaceInUse names the process that holds it; Storage: the file cannot be made.
    [[nodiscard]] static Result<std::unique_ptr<FolderLock>> take(const std::string& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    explicit FolderLock(int descriptor) : m_descriptor(descriptor) {}
    int m_descriptor;
};

}  // namespace evenhand::app
