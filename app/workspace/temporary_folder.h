// SPDX-License-Identifier: GPL-3.0-or-later
// A folder for a workspace that nobody keeps: a demonstration, a rehearsal. It is removed with this object. A process
// that was killed leaves its folder behind; the next one that makes a folder of the same kind removes it.
// Thread: confined to its owner.
#pragma once

#include <QString>
#include <QTemporaryDir>
#include <memory>

#include "app/workspace/folder_lock.h"

namespace evenhand::app {

class TemporaryFolder {
public:
    /// In the system's folder for temporary files, as evenhand-KIND-XXXXXX. Storage: it cannot be made.
    [[nodiscard]] static Result<std::unique_ptr<TemporaryFolder>> make(const QString& kind);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] QString filePath(const QString& name) const { return m_folder.filePath(name); }

private:
    explicit TemporaryFolder(const QString& prefix);

    QTemporaryDir m_folder;
    std::unique_ptr<FolderLock> m_lock;  ///< says to others that this folder is in use
};

}  // namespace evenhand::app
