// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the task of the automatic backup: takes a backup and renews the lease of the task meanwhile. Thread: as
// outward::TaskRunner.
#pragma once

#include "app/workspace/backups.h"
#include "engine/outward/task_runner.h"

namespace evenhand::app {

class BackupRunner final : public outward::TaskRunner {
public:
    /// `backups` must outlive the runner.
    explicit BackupRunner(Backups& backups) noexcept : m_backups(backups) {}
    [[nodiscard]] api::TaskKind kind() const noexcept override { return api::TaskKind::Backup; }
    [[nodiscard]] std::int64_t atATime() const noexcept override { return 1; }
    void run(const api::TaskJob& job, outward::TaskContext& context) override;

private:
    Backups& m_backups;
};

}  // namespace evenhand::app
