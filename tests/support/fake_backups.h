// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of backups of FakeEngine. No file is written.
// Thread: one thread; events are published inside the call that causes them.
#pragma once

#include "engine/api/backup_desk.h"
#include "tests/support/fake_team.h"

namespace evenhand::test {

class FakeBackups final : public api::BackupDesk {
public:
    explicit FakeBackups(FakeEngine& engine) : m_engine(engine) {}

    void fill();
    /// The next verification of any file finds it damaged.
    void damage(bool damaged) { m_damaged = damaged; }
    [[nodiscard]] const std::vector<api::BackupRow>& rows() const { return m_rows; }
    [[nodiscard]] const api::BackupSchedule& planned() const { return m_schedule; }

    api::Answer<api::BackupRow> take(const api::Call&, std::string,
                                     std::function<void(std::int64_t, std::int64_t)>) override;
    api::Answer<api::BackupManifest> verify(const api::Call&, std::string) override;
    api::Answer<void> setSchedule(const api::Call&, api::BackupSchedule) override;
    api::Answer<api::BackupSchedule> schedule(const api::Call&) override;
    api::Answer<std::vector<api::BackupRow>> backups(const api::Call&, std::int64_t) override;

    /// Of any file here.
    [[nodiscard]] api::BackupManifest manifest() const;

private:
    void publish();

    FakeEngine& m_engine;
    std::vector<api::BackupRow> m_rows;
    api::BackupSchedule m_schedule;
    bool m_damaged = false;
};

}  // namespace evenhand::test
