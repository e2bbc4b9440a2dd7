// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/courier_store.h"

#include <algorithm>

#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/lock_roots.h"
#include "engine/store/records/setting_change_store.h"

namespace evenhand::store::couriers {
namespace {

Record recordOf(const Statement& row) {
    return {CourierId(row.text("courier_id")),
            CampusId(row.text("campus_id")),
            row.text("name"),
            row.text("phone"),
            row.number("on_duty") != 0,
            row.maybeNumber("load_limit"),
            instantOf(row, "disabled_at")};
}

Result<std::vector<Record>> records(Statement& statement) { return readAll(statement, recordOf); }

constexpr std::string_view kInHand =
    "(SELECT COUNT(*) FROM orders o WHERE o.courier_id = c.courier_id AND o.status IN ('WAIT_PICK_UP', 'DELIVERING'))";

// Index ranges of a courier, counted in the indexes alone; of assignments only the day's are touched.
std::string boardColumns(std::string_view today) {
    return "SELECT c.courier_id, c.campus_id, c.name, c.phone, c.on_duty, c.disabled_at, c.load_limit, r.on_duty AS "
           "planned, r.next_at, (SELECT p.load_limit FROM campus p WHERE p.campus_id = c.campus_id) AS campus_limit, " +
           std::string(kInHand) + " AS in_hand, " + std::string(today) +
           " AS today, (SELECT a.at FROM assignment a WHERE a.courier_id = c.courier_id ORDER BY a.at DESC LIMIT 1) "
           "AS last_assignment, (SELECT MAX(d.version) FROM duty_entry d WHERE d.courier_id = c.courier_id) AS "
           "last_duty, (SELECT s.version FROM setting_change s WHERE s.kind = 'courier' AND s.subject = c.courier_id) "
           "AS contact_version FROM courier c LEFT JOIN shift_state r ON r.courier_id = c.courier_id ";
}

Result<std::vector<api::CourierRow>> courierRows(Database& database, Statement& statement) {
    EVENHAND_TRY(statement.query());
    std::vector<api::CourierRow> rows;
    while (statement.next()) {
        api::CourierRow row;
        row.id = CourierId(statement.text("courier_id"));
        row.campus = CampusId(statement.text("campus_id"));
        row.name = statement.text("name");
        row.phone = statement.text("phone");
        row.onDuty = statement.number("on_duty") != 0;
        if (const auto planned = statement.maybeNumber("planned")) {
            row.planned = *planned != 0;
        }
        row.rosterChange = instantOf(statement, "next_at");
        row.inHand = statement.number("in_hand");
        row.today = statement.number("today");
        if (const auto last = statement.maybeNumber("last_assignment")) {
            row.lastAssignment = Instant{*last};
        }
        row.dutyVersion = statement.maybeNumber("last_duty").value_or(0);
        row.version = statement.maybeNumber("contact_version").value_or(1);
        row.loadLimit = statement.maybeNumber("load_limit");
        row.campusLoadLimit = statement.maybeNumber("campus_limit").value_or(0);
        row.disabledAt = instantOf(statement, "disabled_at");
        rows.push_back(std::move(row));
    }
    EVENHAND_TRY(statement.status());
    EVENHAND_ASSIGN(const auto versions, settingChanges::versions(database, SettingKind::LoadLimit));
    for (auto& row : rows) {
        row.limitVersion = settingChanges::versionIn(versions, row.id.str());
    }
    return rows;
}

}  // namespace

namespace {

Result<std::optional<Record>> read(Database& database, const CourierId& id) {
    auto& statement = database.statement(
        "SELECT courier_id, campus_id, name, phone, on_duty, load_limit, disabled_at FROM courier WHERE courier_id = "
        "?");
    statement.bind(id.str());
    EVENHAND_ASSIGN(auto found, records(statement));
    if (found.empty()) {
        return std::optional<Record>();
    }
    return std::optional<Record>(std::move(found.front()));
}

}  // namespace

Result<std::optional<Record>> find(Database& database, const CourierId& id, Hold hold) {
    return readLocked(
        database, [&] { return read(database, id); },
        [hold](Roots& roots, const Record& found) { roots.add(found.campus, hold); });
}

Result<void> insert(Database& database, const Record& record, Instant createdAt) {
    auto& statement = database.statement(
        "INSERT INTO courier(courier_id, campus_id, name, phone, on_duty, created_at) VALUES (?, ?, ?, ?, ?, ?)");
    statement.bind(record.id.str()).bind(record.campus.str()).bind(record.name).bind(record.phone);
    statement.bind(std::int64_t{record.onDuty}).bind(createdAt);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> updateContact(Database& database, const CourierId& id, std::string_view name, std::string_view phone) {
    auto& statement = database.statement("UPDATE courier SET name = ?, phone = ? WHERE courier_id = ?");
    statement.bind(name).bind(phone).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setDisabled(Database& database, const CourierId& id, std::optional<Instant> since) {
    auto& statement = database.statement("UPDATE courier SET disabled_at = ? WHERE courier_id = ?");
    statement.bind(since).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setOnDuty(Database& database, const CourierId& id, bool onDuty) {
    auto& statement = database.statement("UPDATE courier SET on_duty = ? WHERE courier_id = ?");
    statement.bind(std::int64_t{onDuty}).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> setLoadLimit(Database& database, const CourierId& id, std::optional<std::int64_t> limit) {
    auto& statement = database.statement("UPDATE courier SET load_limit = ? WHERE courier_id = ?");
    statement.bind(limit).bind(id.str());
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::vector<Load>> loads(Database& database, const CampusId& campus) {
    static const std::string sql = "SELECT c.courier_id, c.load_limit, " + std::string(kInHand) +
                                   " AS in_hand FROM courier c WHERE c.campus_id = ? ORDER BY c.courier_id";
    auto& statement = database.statement(sql);
    statement.bind(campus.str());
    return readAll(statement, [](const Statement& row) {
        return Load{CourierId(row.text("courier_id")), row.number("in_hand"), row.maybeNumber("load_limit")};
    });
}

Result<std::vector<Duty>> duties(Database& database, const CampusId& campus) {
    auto& statement =
        database.statement("SELECT courier_id, on_duty FROM courier WHERE campus_id = ? ORDER BY courier_id");
    statement.bind(campus.str());
    return readAll(statement, [](const Statement& row) {
        return Duty{CourierId(row.text("courier_id")), row.number("on_duty") != 0};
    });
}

Result<LastDuty> lastDuty(Database& database, const CourierId& id) {
    auto& statement = database.statement(
        "SELECT version, at, on_duty, actor FROM duty_entry WHERE courier_id = ? ORDER BY version DESC LIMIT 1");
    statement.bind(id.str());
    EVENHAND_ASSIGN(auto found, readOne(statement, [](const Statement& row) {
                        return LastDuty{row.number("version"), Instant{row.number("at")}, row.number("on_duty") != 0,
                                        row.text("actor")};
                    }));
    return found ? *std::move(found) : LastDuty{};
}

Result<std::vector<api::CourierRow>> boardRows(Database& database, const CampusId& campus) {
    static const std::string sql =
        boardColumns("0") +
        "WHERE c.campus_id = ? AND (c.disabled_at IS NULL OR EXISTS (SELECT 1 FROM orders h WHERE h.courier_id = "
        "c.courier_id AND h.status IN ('WAIT_PICK_UP', 'DELIVERING'))) ORDER BY c.courier_id";
    auto& statement = database.statement(sql);
    statement.bind(campus.str());
    return courierRows(database, statement);
}

Result<std::vector<api::CourierRow>> findByPrefix(Database& database, std::string_view prefix, Instant dayStart,
                                                  std::int64_t limit) {
    EVENHAND_TRY(checkPage(0, limit));
    static const std::string sql = boardColumns(
                                       "(SELECT COUNT(*) FROM assignment a WHERE a.courier_id = c.courier_id AND "
                                       "a.at >= ? AND a.released_at IS NULL)") +
                                   "WHERE (c.courier_id >= ? AND c.courier_id < ?) OR (c.name >= ? AND c.name < ?) "
                                   "ORDER BY c.courier_id LIMIT ?";
    auto& statement = database.statement(sql);
    const auto end = prefixEnd(prefix);
    statement.bind(dayStart).bind(prefix).bind(end).bind(prefix).bind(end).bind(limit);
    return courierRows(database, statement);
}

Result<std::vector<api::CourierRow>> list(Database& database, const CampusId& campus, std::int64_t limit) {
    SqlText text{boardColumns("0"), {}};
    if (!campus.empty()) {
        text.where("c.campus_id = ?", {campus.str()});
    }
    text.add(" ORDER BY c.campus_id, c.courier_id LIMIT ?", {limit});
    return courierRows(database, text.bound(database));
}

Result<std::vector<CourierId>> offDutyAt(Database& database, const CampusId& campus, std::int64_t version) {
    auto& statement = database.statement(
        "SELECT d.courier_id FROM duty_entry d JOIN "
        "(SELECT courier_id, MAX(version) AS last FROM duty_entry WHERE campus_id = ? AND version <= ? "
        "GROUP BY courier_id) m ON m.last = d.version AND m.courier_id = d.courier_id "
        "WHERE d.campus_id = ? AND d.on_duty = 0 ORDER BY d.courier_id");
    statement.bind(campus.str()).bind(version).bind(campus.str());
    return readAll(statement, [](const Statement& row) { return CourierId(row.text("courier_id")); });
}

namespace {

/// Of one campus, the newest first, from `version` down, at most kDutyRead.
constexpr std::int64_t kDutyRead = 256;
Result<std::vector<DutyChange>> newestDuty(Database& database, const CampusId& campus, std::int64_t version) {
    auto& statement = database.statement(
        "SELECT at, courier_id, on_duty FROM duty_entry WHERE campus_id = ? AND version <= ? ORDER BY version DESC "
        "LIMIT ?");
    statement.bind(campus.str()).bind(version).bind(kDutyRead);
    EVENHAND_TRY(statement.query());
    std::vector<DutyChange> changes;
    while (statement.next()) {
        changes.push_back(
            {Instant{statement.number("at")}, statement.text("courier_id"), statement.number("on_duty") != 0});
    }
    EVENHAND_TRY(statement.status());
    return changes;
}

}  // namespace

Result<std::vector<DutyChange>> dutyChanges(Database& database, const CampusId& campus, Instant from, Instant to) {
    // Versions count up without a gap, and time does not go back along them.
    auto& newest = database.statement("SELECT duty_version FROM campus WHERE campus_id = ?");
    newest.bind(campus.str());
    EVENHAND_TRY(newest.query());
    std::int64_t version = newest.next() ? newest.number("duty_version") : 0;
    EVENHAND_TRY(newest.status());
    newest.finish();
    std::vector<DutyChange> found;
    for (bool more = version > 0; more; version -= kDutyRead) {
        EVENHAND_ASSIGN(auto read, newestDuty(database, campus, version));
        more = static_cast<std::int64_t>(read.size()) == kDutyRead && read.back().at >= from;
        for (auto& change : read) {
            if (change.at >= from && change.at < to) {
                found.push_back(std::move(change));
            }
        }
    }
    auto& before = database.statement(
        "SELECT c.courier_id, (SELECT d.on_duty FROM duty_entry d WHERE d.courier_id = c.courier_id AND d.at < ? "
        "ORDER BY d.version DESC LIMIT 1) AS was_on_duty FROM courier c WHERE c.campus_id = ? "
        "ORDER BY c.courier_id DESC");
    before.bind(from).bind(campus.str());
    EVENHAND_TRY(before.query());
    while (before.next()) {
        if (before.maybeNumber("was_on_duty").value_or(0) != 0) {
            found.push_back({from.plusMs(-1), before.text("courier_id"), true});
        }
    }
    EVENHAND_TRY(before.status());
    std::reverse(found.begin(), found.end());
    return found;
}

}  // namespace evenhand::store::couriers
