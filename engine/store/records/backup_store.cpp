// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/backup_store.h"

#include "engine/api/task_types.h"
#include "engine/base/number_text.h"
#include "engine/store/words/setting_names.h"

namespace evenhand::store::backups {
namespace {

constexpr std::string_view kFolder = "folder";
constexpr std::string_view kMinute = "minute_of_day";
constexpr std::string_view kKeep = "keep";

std::string_view hashBytes(const api::AuditHead& head) { return base::bytesOf(head.hash); }

Result<void> setSetting(Database& database, std::string_view name, std::string_view value) {
    const auto& dialect = database.dialect();
    const std::string sql = "INSERT INTO backup_setting (name, value) VALUES (?, ?)" + dialect.onConflict("name") +
                            "value = " + dialect.incoming("value");
    EVENHAND_TRY(database.statement(sql).bind(name).bind(value).write());
    return {};
}

Statement& bindOutcome(Statement& statement, const api::BackupRow& row) {
    return statement.bind(api::toText(row.status))
        .bind(row.endedAt)
        .bind(row.bytes)
        .bind(row.rows)
        .bind(row.auditHead.seq)
        .bindBlob(hashBytes(row.auditHead))
        .bind(std::string_view(row.error));
}

}  // namespace

Result<BackupId> insert(Database& database, const api::BackupRow& row) {
    auto& statement = database.statement(
        "INSERT INTO backup (status, ended_at, bytes, row_count, audit_seq, audit_hash, error, path, started_at, "
        "scheduled, actor) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    bindOutcome(statement, row)
        .bind(std::string_view(row.path))
        .bind(row.startedAt)
        .bind(std::int64_t{row.scheduled ? 1 : 0})
        .bind(std::string_view(row.actor));
    EVENHAND_TRY(statement.write());
    return BackupId{statement.lastInsertId()};
}

Result<void> update(Database& database, const api::BackupRow& row) {
    auto& statement = database.statement(
        "UPDATE backup SET status = ?, ended_at = ?, bytes = ?, row_count = ?, audit_seq = ?, audit_hash = ?, error = "
        "? WHERE backup_id = ?");
    bindOutcome(statement, row).bind(row.id.value);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::vector<api::BackupRow>> newest(Database& database, std::int64_t limit) {
    auto& statement = database.statement(
        "SELECT backup_id, status, path, started_at, ended_at, bytes, row_count, audit_seq, audit_hash, scheduled, "
        "actor, error FROM backup ORDER BY backup_id DESC LIMIT ?");
    EVENHAND_TRY(statement.bind(limit).query());
    std::vector<api::BackupRow> rows;
    while (statement.next()) {
        api::BackupRow row;
        row.id.value = statement.number("backup_id");
        row.status = statement.code("status", api::backupStatusFrom);
        row.path = statement.text("path");
        row.startedAt.ms = statement.number("started_at");
        if (const auto ended = statement.maybeNumber("ended_at")) {
            row.endedAt = Instant{*ended};
        }
        row.bytes = statement.number("bytes");
        row.rows = statement.number("row_count");
        row.auditHead.seq = statement.number("audit_seq");
        row.auditHead.hash = base::sha256From(statement.blob("audit_hash")).value_or(base::Sha256{});
        row.scheduled = statement.number("scheduled") != 0;
        row.actor = statement.text("actor");
        row.error = statement.text("error");
        rows.push_back(std::move(row));
    }
    EVENHAND_TRY(statement.status());
    return rows;
}

Result<std::optional<Instant>> lastVerified(Database& database) {
    auto& statement = database.statement("SELECT MAX(started_at) AS newest FROM backup WHERE status = 'verified'");
    EVENHAND_TRY(statement.query());
    std::optional<Instant> found;
    if (statement.next() && !statement.isNull("newest")) {
        found = Instant{statement.number("newest")};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}

Result<std::int64_t> failUnfinished(Database& database, Instant now) {
    return database
        .statement(
            "UPDATE backup SET status = 'failed', ended_at = ?, error = 'the program ended before it was done' "
            "WHERE status = 'running'")
        .bind(now)
        .write();
}

Result<api::BackupSchedule> schedule(Database& database) {
    auto& statement = database.statement("SELECT name, value FROM backup_setting");
    EVENHAND_TRY(statement.query());
    api::BackupSchedule found;
    while (statement.next()) {
        const auto name = statement.code("name", nameAmong<kBackupSettingNames>);
        if (name == kFolder) {
            found.folder = statement.text("value");
        } else if (name == kMinute) {
            found.minuteOfDay = static_cast<int>(statement.code("value", base::numberFrom));
        } else if (name == kKeep) {
            found.keep = statement.code("value", base::numberFrom);
        }
    }
    EVENHAND_TRY(statement.status());
    return found;
}

Result<void> setSchedule(Database& database, const api::BackupSchedule& schedule) {
    EVENHAND_TRY(setSetting(database, kFolder, schedule.folder));
    EVENHAND_TRY(setSetting(database, kMinute, std::to_string(schedule.minuteOfDay)));
    return setSetting(database, kKeep, std::to_string(schedule.keep));
}

Result<void> finishRestoredBackup(Database& database, const api::BackupRow& file) {
    auto& statement = database.statement(
        "UPDATE backup SET status = ?, ended_at = ?, bytes = ?, row_count = ?, audit_seq = ?, audit_hash = ?, error = "
        "? WHERE status = 'running'");
    EVENHAND_TRY(bindOutcome(statement, file).write());
    return {};
}

Result<void> forgetJournal(Database& database) {
    EVENHAND_TRY(database.statement("DELETE FROM keyspace_snapshot").write());
    EVENHAND_TRY(database.statement("DELETE FROM keyspace_journal").write());
    return {};
}

Result<void> holdOutward(Database& database, Instant at, std::string_view actor, std::string_view reason) {
    const auto& dialect = database.dialect();
    const std::string sql = "INSERT INTO task_hold (kind, at, actor, reason) VALUES (?, ?, ?, ?)" +
                            dialect.onConflict("kind") + "at = " + dialect.incoming("at") +
                            ", actor = " + dialect.incoming("actor") + ", reason = " + dialect.incoming("reason");
    for (const auto kind : api::allTaskKinds()) {
        if (api::isOutward(kind)) {
            EVENHAND_TRY(database.statement(sql).bind(api::toText(kind)).bind(at).bind(actor).bind(reason).write());
        }
    }
    return {};
}

}  // namespace evenhand::store::backups
