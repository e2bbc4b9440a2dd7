// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/shift_store.h"

#include <string>

#include "engine/store/database/sql_text.h"

namespace evenhand::store::shifts {
namespace {

api::ShiftHours hoursOf(const Statement& row) {
    return {static_cast<int>(row.number("begin_minute")), static_cast<int>(row.number("end_minute"))};
}

void addWeekday(api::Roster& roster, const Statement& row) {
    // What is no weekday can only be damage; it is left out, as the week has no place for it.
    const auto place = row.number("weekday") - 1;
    if (place >= 0 && place < static_cast<std::int64_t>(roster.week.size())) {
        roster.week[static_cast<std::size_t>(place)].push_back(hoursOf(row));
    }
}

/// Rows come by day.
void addException(api::Roster& roster, const Statement& row) {
    const api::CalendarDay day{row.number("day_no")};
    if (roster.exceptions.empty() || roster.exceptions.back().day != day) {
        roster.exceptions.push_back({day, {}});
    }
    if (const auto hours = hoursOf(row); hours.end > hours.begin) {
        roster.exceptions.back().hours.push_back(hours);
    }
}

State stateOf(const Statement& row) {
    return {row.number("planned") != 0, Instant{row.number("looked_at")}, Instant{row.number("followed_at")},
            instantOf(row, "next_at")};
}

Result<void> insertException(Database& database, const CourierId& courier, api::CalendarDay day,
                             const api::ShiftHours& hours) {
    auto& statement = database.statement(
        "INSERT INTO shift_exception(courier_id, day_no, begin_minute, end_minute) VALUES (?, ?, ?, ?)");
    statement.bind(courier.str()).bind(day.number).bind(std::int64_t{hours.begin}).bind(std::int64_t{hours.end});
    EVENHAND_TRY(statement.write());
    return {};
}

}  // namespace

Result<api::Roster> find(Database& database, const CourierId& courier) {
    api::Roster roster;
    roster.courier = courier;
    auto& week = database.statement(
        "SELECT weekday, begin_minute, end_minute FROM shift_week WHERE courier_id = ? "
        "ORDER BY weekday, begin_minute, end_minute");
    week.bind(courier.str());
    EVENHAND_TRY(eachRow(week, [&](const Statement& row) { addWeekday(roster, row); }));
    auto& exceptions = database.statement(
        "SELECT day_no, begin_minute, end_minute FROM shift_exception WHERE courier_id = ? "
        "ORDER BY day_no, begin_minute, end_minute");
    exceptions.bind(courier.str());
    EVENHAND_TRY(eachRow(exceptions, [&](const Statement& row) { addException(roster, row); }));
    return roster;
}

Result<std::map<CourierId, api::Roster>> all(Database& database, const CampusId& campus) {
    std::map<CourierId, api::Roster> rosters;
    const auto of = [&](const Statement& row) -> api::Roster& {
        CourierId courier(row.text("courier_id"));
        auto& roster = rosters[courier];
        roster.courier = std::move(courier);
        return roster;
    };
    const auto read = [&](const char* columns, const char* table, const char* order) -> Statement& {
        SqlText sql(std::string("SELECT w.courier_id, ") + columns + ", w.begin_minute, w.end_minute FROM " + table +
                        " w JOIN courier c ON c.courier_id = w.courier_id",
                    {});
        if (!campus.empty()) {
            sql.where("c.campus_id = ?", {campus.str()});
        }
        sql.add(std::string(" ORDER BY w.courier_id, ") + order + ", w.begin_minute, w.end_minute");
        return sql.bound(database);
    };
    EVENHAND_TRY(
        eachRow(read("w.weekday", "shift_week", "w.weekday"), [&](const Statement& row) { addWeekday(of(row), row); }));
    EVENHAND_TRY(eachRow(read("w.day_no", "shift_exception", "w.day_no"),
                         [&](const Statement& row) { addException(of(row), row); }));
    return rosters;
}

Result<void> setWeek(Database& database, const CourierId& courier, const api::Week& week) {
    auto& old = database.statement("DELETE FROM shift_week WHERE courier_id = ?");
    old.bind(courier.str());
    EVENHAND_TRY(old.write());
    for (std::size_t place = 0; place < week.size(); ++place) {
        for (const auto& hours : week[place]) {
            auto& statement = database.statement(
                "INSERT INTO shift_week(courier_id, weekday, begin_minute, end_minute) VALUES (?, ?, ?, ?)");
            statement.bind(courier.str()).bind(static_cast<std::int64_t>(place) + 1);
            statement.bind(std::int64_t{hours.begin}).bind(std::int64_t{hours.end});
            EVENHAND_TRY(statement.write());
        }
    }
    return {};
}

Result<void> setException(Database& database, const CourierId& courier, const api::ShiftException& exception) {
    EVENHAND_TRY(removeException(database, courier, exception.day));
    if (exception.hours.empty()) {
        return insertException(database, courier, exception.day, {});
    }
    for (const auto& hours : exception.hours) {
        EVENHAND_TRY(insertException(database, courier, exception.day, hours));
    }
    return {};
}

Result<bool> removeException(Database& database, const CourierId& courier, api::CalendarDay day) {
    auto& statement = database.statement("DELETE FROM shift_exception WHERE courier_id = ? AND day_no = ?");
    statement.bind(courier.str()).bind(day.number);
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows > 0;
}

Result<std::optional<State>> state(Database& database, const CourierId& courier) {
    auto& statement = database.statement(
        "SELECT on_duty AS planned, looked_at, followed_at, next_at FROM shift_state WHERE courier_id = ?");
    statement.bind(courier.str());
    return readOne(statement, stateOf);
}

Result<void> setState(Database& database, const CourierId& courier, const std::optional<State>& state) {
    auto& old = database.statement("DELETE FROM shift_state WHERE courier_id = ?");
    old.bind(courier.str());
    EVENHAND_TRY(old.write());
    if (!state) {
        return {};
    }
    auto& statement = database.statement(
        "INSERT INTO shift_state(courier_id, on_duty, looked_at, followed_at, next_at) VALUES (?, ?, ?, ?, ?)");
    statement.bind(courier.str()).bind(std::int64_t{state->onDuty}).bind(state->lookedAt).bind(state->followedAt);
    statement.bind(state->nextAt);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::vector<std::pair<CourierId, Instant>>> changesAhead(Database& database) {
    auto& statement = database.statement("SELECT courier_id, next_at FROM shift_state WHERE next_at IS NOT NULL");
    return readAll(statement, [](const Statement& row) {
        return std::pair(CourierId(row.text("courier_id")), Instant{row.number("next_at")});
    });
}

Result<void> eachFollowed(Database& database, const std::function<void(const Followed&)>& fn) {
    // Versions of duty count up within a campus, and a courier never leaves it: the greatest is the last change.
    auto& statement = database.statement(
        "SELECT s.courier_id, s.on_duty AS planned, s.looked_at, s.followed_at, s.next_at, c.on_duty, d.at, "
        "d.on_duty AS changed_to, d.actor, (SELECT g.at FROM setting_change g WHERE g.kind = 'courier' AND g.subject = "
        "s.courier_id) AS courier_change "
        "FROM shift_state s JOIN courier c ON c.courier_id = s.courier_id LEFT JOIN duty_entry d ON d.courier_id = "
        "s.courier_id AND d.version = (SELECT MAX(m.version) FROM duty_entry m WHERE m.courier_id = s.courier_id) "
        "ORDER BY s.courier_id");
    return eachRow(statement, [&](const Statement& row) {
        Followed followed;
        followed.courier = CourierId(row.text("courier_id"));
        followed.state = stateOf(row);
        followed.onDuty = row.number("on_duty") != 0;
        followed.lastChange = instantOf(row, "at");
        followed.changedTo = row.maybeNumber("changed_to").value_or(0) != 0;
        followed.changedBy = textOf(row, "actor").value_or("");
        followed.courierChange = instantOf(row, "courier_change");
        fn(followed);
    });
}

}  // namespace evenhand::store::shifts
