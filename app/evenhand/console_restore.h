// SPDX-License-Identifier: GPL-3.0-or-later
// Restoring for the console: app/workspace/restore on a thread of its own.
// Thread: GUI; the destructor waits for a running restore.
#pragma once

#include <QThreadPool>
#include <string>
#include <utility>

#include "ui/shell/restore_backend.h"

namespace evenhand::app {

class ConsoleRestore final : public ui::RestoreBackend {
public:
    /// `folder`: the open workspace, which a backup is compared with; empty: none.
    explicit ConsoleRestore(std::string folder) : m_folder(std::move(folder)) { m_pool.setMaxThreadCount(1); }
    ~ConsoleRestore() override { m_pool.waitForDone(); }

    api::Answer<ui::RestorePreview> preview(std::string file) override;
    api::Answer<api::BackupManifest> restore(api::Actor actor, ui::RestoreRequest request,
                                             std::function<void(std::int64_t, std::int64_t)> progress) override;

private:
    std::string m_folder;
    QThreadPool m_pool;
};

}  // namespace evenhand::app
