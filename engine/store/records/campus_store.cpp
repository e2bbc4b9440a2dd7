// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/campus_store.h"

#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/lock_roots.h"

namespace evenhand::store::campuses {
namespace {

/// As it is stored: NULL for none.
std::optional<std::int64_t> storedLimit(std::int64_t limit) { return limit == 0 ? std::nullopt : std::optional(limit); }

constexpr std::string_view kColumns =
    "SELECT campus_id, name, mode, join_rule, start_weight, step, log_ttl_ms, calibrate_minute, calibrate_from, "
    "duty_version, paused, load_limit, disabled_at FROM campus ";

Record recordOf(const Statement& row) {
    Record record;
    record.row.id = CampusId(row.text("campus_id"));
    record.row.name = row.text("name");
    auto& policy = record.row.policy;
    policy.mode = row.code("mode", api::dispatchModeFrom);
    policy.joinRule = row.code("join_rule", api::joinRuleFrom);
    policy.startWeight = row.number("start_weight");
    policy.step = row.number("step");
    policy.logTtlMs = row.number("log_ttl_ms");
    policy.calibrateMinute = static_cast<int>(row.number("calibrate_minute"));
    record.calibrateFrom = Instant{row.number("calibrate_from")};
    record.dutyVersion = row.number("duty_version");
    record.row.paused = row.number("paused") != 0;
    policy.loadLimit = row.maybeNumber("load_limit").value_or(0);
    record.row.disabledAt = instantOf(row, "disabled_at");
    return record;
}

}  // namespace

Result<std::optional<Record>> find(Database& database, const CampusId& id, Hold hold) {
    static const std::string sql = std::string(kColumns) + "WHERE campus_id = ?";
    EVENHAND_TRY(lockRoot(database, id, hold));
    auto& statement = database.statement(sql);
    statement.bind(id.str());
    return readOne(statement, recordOf);
}

Result<std::vector<Record>> all(Database& database) {
    static const std::string sql = std::string(kColumns) + "ORDER BY campus_id";
    auto& statement = database.statement(sql);
    return readAll(statement, recordOf);
}

Result<void> insert(Database& database, const api::CampusRow& row, Instant calibrateFrom) {
    const auto& policy = row.policy;
    auto& statement = database.statement(
        "INSERT INTO campus(campus_id, name, mode, join_rule, start_weight, step, log_ttl_ms, calibrate_minute, "
        "calibrate_from, duty_version, paused, load_limit) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)");
    statement.bind(row.id.str()).bind(row.name).bind(api::toText(policy.mode)).bind(api::toText(policy.joinRule));
    statement.bind(policy.startWeight).bind(policy.step).bind(policy.logTtlMs);
    statement.bind(std::int64_t{policy.calibrateMinute}).bind(calibrateFrom).bind(storedLimit(policy.loadLimit));
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> update(Database& database, const api::CampusRow& row, Instant calibrateFrom) {
    const auto& policy = row.policy;
    auto& statement = database.statement(
        "UPDATE campus SET name = ?, mode = ?, join_rule = ?, start_weight = ?, step = ?, log_ttl_ms = ?, "
        "calibrate_minute = ?, calibrate_from = ?, load_limit = ? WHERE campus_id = ?");
    statement.bind(row.name).bind(api::toText(policy.mode)).bind(api::toText(policy.joinRule));
    statement.bind(policy.startWeight).bind(policy.step).bind(policy.logTtlMs);
    statement.bind(std::int64_t{policy.calibrateMinute}).bind(calibrateFrom).bind(storedLimit(policy.loadLimit));
    statement.bind(row.id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setPaused(Database& database, const CampusId& id, bool paused) {
    auto& statement = database.statement("UPDATE campus SET paused = ? WHERE campus_id = ?");
    statement.bind(std::int64_t{paused}).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> rename(Database& database, const CampusId& id, std::string_view name) {
    auto& statement = database.statement("UPDATE campus SET name = ? WHERE campus_id = ?");
    statement.bind(name).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setDisabled(Database& database, const CampusId& id, std::optional<Instant> since) {
    auto& statement = database.statement("UPDATE campus SET disabled_at = ? WHERE campus_id = ?");
    statement.bind(since).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setCalibrateFrom(Database& database, const CampusId& id, Instant from) {
    auto& statement = database.statement("UPDATE campus SET calibrate_from = ? WHERE campus_id = ?");
    statement.bind(from).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::int64_t> addDutyChange(Database& database, const CampusId& id, const CourierId& courier, bool onDuty,
                                   Instant at, std::string_view actor) {
    auto& count = database.statement("UPDATE campus SET duty_version = duty_version + 1 WHERE campus_id = ?");
    count.bind(id.str());
    EVENHAND_TRY(count.write());
    auto& entry = database.statement(
        "INSERT INTO duty_entry(campus_id, version, courier_id, on_duty, at, actor) "
        "SELECT campus_id, duty_version, ?, ?, ?, ? FROM campus WHERE campus_id = ?");
    entry.bind(courier.str()).bind(std::int64_t{onDuty}).bind(at).bind(actor).bind(id.str());
    EVENHAND_TRY(entry.write());
    auto& read = database.statement("SELECT duty_version FROM campus WHERE campus_id = ?");
    read.bind(id.str());
    EVENHAND_TRY(read.query());
    const auto version = read.next() ? read.number("duty_version") : 0;
    EVENHAND_TRY(read.status());
    read.finish();
    return version;
}

}  // namespace evenhand::store::campuses
