// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_backups.h"

#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {

void FakeBackups::publish() {
    api::Event event;
    event.kind = api::Event::Kind::BackupsChanged;
    m_engine.publish({event});
}

void FakeBackups::fill() {
    for (int i = 0; i < 3; ++i) {
        api::BackupRow row;
        row.id = {i + 1};
        row.status = i == 1 ? api::BackupStatus::Failed : api::BackupStatus::Verified;
        row.path = "/backups/evenhand-" + std::to_string(i + 1) + ".backup";
        row.startedAt = m_engine.now().plusMs(-(3 - i) * 86'400'000LL);
        row.endedAt = row.startedAt.plusMs(4'200);
        row.bytes = 3'400'000 + i;
        row.rows = 120'000;
        row.scheduled = i != 2;
        row.actor = i == 2 ? "ann" : "system";
        row.error = i == 1 ? "no space left on the device" : "";
        m_rows.push_back(row);
    }
}

api::BackupManifest FakeBackups::manifest() const {
    api::BackupManifest manifest;
    manifest.program = "0.1.0";
    manifest.formatVersion = 1;
    manifest.schemaVersion = 6;
    manifest.workspaceId = "11111111-2222-4333-8444-555555555555";
    manifest.currency = "CNY";
    manifest.timeZone = "Asia/Shanghai";
    manifest.source = "SQLite";
    manifest.at = m_engine.now().plusMs(-60'000);
    manifest.rows = {{"orders", 100'000}, {"ledger", 20'000}};
    manifest.bytes = 3'400'000;
    manifest.auditHead.seq = 400;
    return manifest;
}

api::Answer<api::BackupRow> FakeBackups::take(const api::Call& call, std::string path,
                                              std::function<void(std::int64_t, std::int64_t)> progress) {
    if (const auto why = refusal(call, api::Operation::BackupsTake)) {
        return m_engine.answer<api::BackupRow>(fail(*why));
    }
    for (const auto& row : m_rows) {
        if (row.path == path) {
            return m_engine.answer<api::BackupRow>(
                fail(teamError(ErrorCode::AlreadyExists, "there is a file", "path", path)));
        }
    }
    progress(60'000, 120'000);
    api::BackupRow row;
    row.id = {static_cast<std::int64_t>(m_rows.size()) + 1};
    row.status = api::BackupStatus::Verified;
    row.path = std::move(path);
    row.startedAt = m_engine.now();
    row.endedAt = m_engine.now().plusMs(900);
    row.bytes = 3'500'000;
    row.rows = 120'000;
    row.actor = call.actor.name;
    m_rows.push_back(row);
    publish();
    return m_engine.answer<api::BackupRow>(std::move(row));
}

api::Answer<api::BackupManifest> FakeBackups::verify(const api::Call& call, std::string path) {
    if (const auto why = refusal(call, api::Operation::BackupsVerify)) {
        return m_engine.answer<api::BackupManifest>(fail(*why));
    }
    return m_engine.read<api::BackupManifest>(
        m_damaged ? Result<api::BackupManifest>(
                        fail(teamError(ErrorCode::BackupDamaged, "the checksum is wrong", "path", path)))
                  : Result<api::BackupManifest>(manifest()));
}

api::Answer<void> FakeBackups::setSchedule(const api::Call& call, api::BackupSchedule schedule) {
    if (const auto why = refusal(call, api::Operation::BackupsSetSchedule)) {
        return m_engine.answer<void>(fail(*why));
    }
    if (!schedule.folder.empty() && !schedule.folder.starts_with("/")) {
        return m_engine.answer<void>(fail(teamError(ErrorCode::InvalidArgument, "not absolute", "folder")));
    }
    m_schedule = std::move(schedule);
    publish();
    return m_engine.answer<void>({});
}

api::Answer<api::BackupSchedule> FakeBackups::schedule(const api::Call&) {
    return m_engine.read<api::BackupSchedule>(m_schedule);
}

api::Answer<std::vector<api::BackupRow>> FakeBackups::backups(const api::Call&, std::int64_t limit) {
    return m_engine.read<std::vector<api::BackupRow>>(pageOf(m_rows, true, 0, limit));
}

}  // namespace evenhand::test
