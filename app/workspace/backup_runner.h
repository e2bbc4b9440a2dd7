// SPDX-License-Identifier: GPL-3.0-or-later
// The task of the automatic backup: takes one by the schedule, and keeps its lease while that lasts. Thread: as
// outward::TaskRunner.
#pragma once

#include "app/workspace/backups.h"
#include "engine/outward/task_runner.h"

namespace evenhand::app {

class BackupRunner final : public outward::TaskRunner {
public:
    /// It outlives the runner.
    explicit BackupRunner(Backups& backups) noexcept : m_backups(backups) {}
    [[nodiscard]] api::TaskKind kind() const noexcept override { return api::TaskKind::Backup; }
    [[nodiscard]] std::int64_t atATime() const noexcept override { return 1; }
    void run(const api::TaskJob& job, outward::TaskContext& context) override;

private:
    Backups& m_backups;
};

}  // namespace evenhand::app
