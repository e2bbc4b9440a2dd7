// SPDX-License-Identifier: GPL-3.0-or-later
// A folder for a workspace that is not kept, such as a demo or a rehearsal. The destructor removes it. If a process is
// killed, its folder is removed by the next process that makes one of the same kind.
// Thread: confined to its owner.
#pragma once

#include <QString>
#include <QTemporaryDir>
#include <memory>

#include "app/workspace/folder_lock.h"

namespace evenhand::app {

class TemporaryFolder {
public:
    /// Creates evenhand-KIND-XXXXXX in the system's temporary folder. Error: Storage.
    [[nodiscard]] static Result<std::unique_ptr<TemporaryFolder>> make(const QString& kind);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] QString filePath(const QString& name) const { return m_folder.filePath(name); }

private:
    explicit TemporaryFolder(const QString& prefix);

    QTemporaryDir m_folder;
    std::unique_ptr<FolderLock> m_lock;  ///< tells others that this folder is in use
};

}  // namespace evenhand::app
