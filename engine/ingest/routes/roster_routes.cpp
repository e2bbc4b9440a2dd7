// SPDX-License-Identifier: GPL-3.0-or-later
// When couriers are to be on duty: rosters by weekday with exceptions by date, and the crew of a day.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <optional>

#include "engine/base/ids.h"
#include "engine/ingest/http/answering.h"
#include "engine/ingest/routes/route_groups.h"
#include "engine/json/json_reader.h"

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxShiftText = 64;  // far more than a shift has

// --- reads --------------------------------------------------------------------------------------------------

json::array shiftsOf(const api::DayHours& hours) {
    json::array shifts;
    for (const auto& shift : hours) {
        shifts.emplace_back(json::string(api::toText(api::DayHours{shift})));
    }
    return shifts;
}

json::object rosterJson(const api::Roster& roster) {
    json::object week;
    for (std::size_t i = 0; i < roster.week.size(); ++i) {
        week[api::kWeekdays[i]] = shiftsOf(roster.week[i]);
    }
    json::array exceptions;
    for (const auto& exception : roster.exceptions) {
        exceptions.push_back(json::object{{"day", api::toText(exception.day)}, {"shifts", shiftsOf(exception.hours)}});
    }
    return {{"courier_id", roster.courier.str()},
            {"version", roster.version},
            {"week", std::move(week)},
            {"exceptions", std::move(exceptions)}};
}

void getRoster(const RouteCall& call, Respond respond) {
    answer<api::Roster>(call.services.engine->shifts().roster(call.call, CourierId(call.parameters.at(0))),
                        std::move(respond),
                        [](const api::Roster& roster) { return jsonResponse(200, rosterJson(roster)); });
}

json::array spansJson(const std::vector<api::TimeSpan>& spans) {
    json::array all;
    for (const auto& span : spans) {
        all.push_back(json::object{{"from", span.from.ms}, {"to", span.to.ms}});
    }
    return all;
}

json::object crewJson(const api::Crew& crew) {
    json::array couriers;
    for (const auto& row : crew.couriers) {
        couriers.push_back(
            json::object{{"courier_id", row.id.str()},
                         {"campus_id", row.campus.str()},
                         {"name", row.name},
                         {"phone", row.phone},
                         {"on_duty", row.onDuty},
                         {"in_hand", row.inHand},
                         {"duty_version", row.dutyVersion},
                         {"planned", row.planned ? json::value(*row.planned) : json::value()},
                         {"roster_change", row.rosterChange ? json::value(row.rosterChange->ms) : json::value()},
                         {"plan", spansJson(row.plan)},
                         {"actual", spansJson(row.actual)}});
    }
    return {{"day", api::toText(crew.day)},
            {"from", crew.bounds.from.ms},
            {"to", crew.bounds.to.ms},
            {"at", crew.at.ms},
            {"couriers", std::move(couriers)}};
}

Result<api::CalendarDay> readDay(std::string_view text) {
    const auto day = api::calendarDayFrom(text);
    if (!day) {
        return fail(ErrorCode::InvalidArgument, "must be a date as 2026-03-29", "day", std::string(text));
    }
    return *day;
}

void getCrew(const RouteCall& call, Respond respond) {
    CampusId campus;
    if (const auto text = call.request->queryValue("campus_id")) {
        if (auto good = base::validateId(*text, "campus_id"); !good) {
            respond(problemOf(good.error()));
            return;
        }
        campus = CampusId(std::string(*text));
    }
    std::optional<api::CalendarDay> day;
    if (const auto text = call.request->queryValue("day")) {
        const auto read = readDay(*text);
        if (!read) {
            respond(problemOf(read.error()));
            return;
        }
        day = *read;
    }
    answer<api::Crew>(call.services.engine->shifts().crew(call.call, campus, day), std::move(respond),
                      [](const api::Crew& crew) { return jsonResponse(200, crewJson(crew)); });
}

// --- changes ------------------------------------------------------------------------------------------------

/// Each entry is one shift; none of them: off.
api::DayHours readShifts(JsonReader& in, std::string_view name) {
    api::DayHours shifts;
    for (const auto& text : in.texts(name, api::kMaxShiftsOfDay, kMaxShiftText)) {
        const auto shift = api::dayHoursFrom(text, name);
        if (!shift || shift->size() != 1) {
            in.refuse(name, "must be shifts as 09:00-17:00", text);
            break;
        }
        shifts.push_back(shift->front());
    }
    return shifts;
}

/// `change(desk, call, courier)` answers the version since.
template <typename Change>
void changeRoster(const RouteCall& call, Respond respond, Change change) {
    const CourierId courier(call.parameters.at(0));
    answerOnce<std::int64_t>(
        call, std::move(respond),
        [&](const api::Call& once) { return change(call.services.engine->shifts(), once, courier); },
        [courier](std::int64_t since) {
            return jsonResponse(200, json::object{{"courier_id", courier.str()}, {"version", since}});
        });
}

void setRoster(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    api::Week week;
    in.object("week", [&](JsonReader& days) {
        for (std::size_t i = 0; i < week.size(); ++i) {
            week[i] = readShifts(days, api::kWeekdays[i]);
        }
    });
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    changeRoster(call, std::move(respond), [&](api::ShiftDesk& desk, const api::Call& once, const CourierId& courier) {
        return desk.setWeek(once, courier, week, version);
    });
}

void setRosterException(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    const auto shifts = readShifts(in, "shifts");
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const auto day = readDay(call.parameters.at(1));
    if (!day) {
        respond(problemOf(day.error()));
        return;
    }
    changeRoster(call, std::move(respond), [&](api::ShiftDesk& desk, const api::Call& once, const CourierId& courier) {
        return desk.setException(once, courier, {*day, shifts}, version);
    });
}

void removeRosterException(const RouteCall& call, Respond respond) {
    JsonReader in(call.body);
    const auto version = in.optionalVersion();
    if (auto good = in.finish(); !good) {
        respond(problemOf(good.error()));
        return;
    }
    const auto day = readDay(call.parameters.at(1));
    if (!day) {
        respond(problemOf(day.error()));
        return;
    }
    changeRoster(call, std::move(respond), [&](api::ShiftDesk& desk, const api::Call& once, const CourierId& courier) {
        return desk.removeException(once, courier, *day, version);
    });
}

constexpr Schema kRosterSchemas[] = {
    {"Shifts",
     R"({"type":"array","maxItems":8,"items":{"type":"string","examples":["09:00-17:00","22:00-06:00"]},"description":)"
     R"("of one day, in the business zone; one that ends before it begins ends on the next day; none: off"})"},
    {"Week", R"({"type":"object","additionalProperties":false,"required":["mon","tue","wed","thu","fri","sat","sun"],)"
             R"("properties":{"mon":{"$ref":"#/components/schemas/Shifts"},)"
             R"("tue":{"$ref":"#/components/schemas/Shifts"},"wed":{"$ref":"#/components/schemas/Shifts"},)"
             R"("thu":{"$ref":"#/components/schemas/Shifts"},"fri":{"$ref":"#/components/schemas/Shifts"},)"
             R"("sat":{"$ref":"#/components/schemas/Shifts"},"sun":{"$ref":"#/components/schemas/Shifts"}}})"},
    {"Roster", R"({"type":"object","required":["courier_id","version","week","exceptions"],"properties":{)"
               R"("courier_id":{"$ref":"#/components/schemas/Id"},"version":{"type":"integer","format":"int64",)"
               R"("description":"every change raises it"},"week":{"$ref":"#/components/schemas/Week"},)"
               R"("exceptions":{"type":"array","items":{"type":"object","required":["day","shifts"],"properties":{)"
               R"("day":{"type":"string","format":"date","description":"its shifts take the place of the weekday's"},)"
               R"("shifts":{"$ref":"#/components/schemas/Shifts"}}}}}})"},
    {"NewRoster", R"({"type":"object","additionalProperties":false,"required":["week"],"properties":{)"
                  R"("week":{"$ref":"#/components/schemas/Week"},"version":{"$ref":)"
                  R"("#/components/schemas/SeenRoster"}}})"},
    {"NewRosterException", R"({"type":"object","additionalProperties":false,"required":["shifts"],"properties":{)"
                           R"("shifts":{"$ref":"#/components/schemas/Shifts"},"version":{"$ref":)"
                           R"("#/components/schemas/SeenRoster"}}})"},
    {"RosterExceptionEnd", R"({"type":"object","additionalProperties":false,"properties":{"version":{"$ref":)"
                           R"("#/components/schemas/SeenRoster"}}})"},
    {"SeenRoster",
     R"({"type":"integer","format":"int64","minimum":1,"description":"as last read; refused if somebody has changed )"
     R"(the roster since. Without it: whatever it is now"})"},
    {"RosterVersion", R"({"type":"object","required":["courier_id","version"],"properties":{"courier_id":)"
                      R"({"$ref":"#/components/schemas/Id"},"version":{"type":"integer","format":"int64"}}})"},
    {"Span", R"({"type":"object","required":["from","to"],"properties":{"from":)"
             R"({"$ref":"#/components/schemas/InstantMs"},"to":{"$ref":"#/components/schemas/InstantMs"}}})"},
    {"Crew",
     R"({"type":"object","required":["day","from","to","at","couriers"],"properties":{"day":{"type":"string",)"
     R"("format":"date"},"from":{"$ref":"#/components/schemas/InstantMs"},"to":{"$ref":)"
     R"("#/components/schemas/InstantMs"},"at":{"$ref":"#/components/schemas/InstantMs"},"couriers":{"type":"array",)"
     R"("items":{"type":"object","required":["courier_id","campus_id","name","phone","on_duty","in_hand",)"
     R"("duty_version","planned","roster_change","plan","actual"],"properties":{"courier_id":)"
     R"({"$ref":"#/components/schemas/Id"},"campus_id":{"$ref":"#/components/schemas/Id"},"name":{"type":"string"},)"
     R"("phone":{"type":"string"},"on_duty":{"type":"boolean","description":"now"},"in_hand":{"type":"integer",)"
     R"("description":"orders to pick up or on their way"},"duty_version":{"type":"integer","format":"int64"},)"
     R"("planned":{"type":["boolean","null"],"description":"what the roster says now; null: there is none"},)"
     R"("roster_change":{"type":["integer","null"],"format":"int64","description":"when it says something else"},)"
     R"("plan":{"type":"array","items":{"$ref":"#/components/schemas/Span"},"description":"of the day"},)"
     R"("actual":{"type":"array","items":{"$ref":"#/components/schemas/Span"},"description":)"
     R"("on duty on that day, until now"}}}}}})"},
};

}  // namespace

std::vector<Route> rosterRoutes() {
    using Scope = api::TokenScope;
    return {{.pattern = "/v1/couriers/{courier_id}/roster",
             .scope = Scope::ShopRead,
             .operationId = "getRoster",
             .summary = "When a courier is to be on duty",
             .responseSchema = "Roster",
             .refusals = {ErrorCode::NotFound},
             .handler = getRoster},
            {.method = Method::Post,
             .pattern = "/v1/couriers/{courier_id}/roster",
             .scope = Scope::CouriersWrite,
             .operationId = "setRoster",
             .summary = "Set a courier's shifts by weekday; exceptions stay",
             .requestSchema = "NewRoster",
             .responseSchema = "RosterVersion",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Conflict},
             .handler = setRoster},
            {.method = Method::Post,
             .pattern = "/v1/couriers/{courier_id}/roster/exceptions/{day}",
             .scope = Scope::CouriersWrite,
             .operationId = "setRosterException",
             .summary = "Set a courier's shifts on a date, in place of its weekday's",
             .requestSchema = "NewRosterException",
             .responseSchema = "RosterVersion",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Conflict},
             .handler = setRosterException},
            {.method = Method::Post,
             .pattern = "/v1/couriers/{courier_id}/roster/exceptions/{day}/remove",
             .scope = Scope::CouriersWrite,
             .operationId = "removeRosterException",
             .summary = "A date is as its weekday again",
             .requestSchema = "RosterExceptionEnd",
             .responseSchema = "RosterVersion",
             .keyed = true,
             .refusals = {ErrorCode::NotFound, ErrorCode::Conflict},
             .handler = removeRosterException},
            {.pattern = "/v1/crew",
             .scope = Scope::ShopRead,
             .operationId = "getCrew",
             .summary = "Who is planned when on a day, and who was on duty",
             .responseSchema = "Crew",
             .query = {{"campus_id", "only of this campus"},
                       {"day", "as 2026-03-29; without it today, in the business zone",
                        R"({"type":"string","format":"date"})"}},
             .refusals = {ErrorCode::NotFound},
             .handler = getCrew}};
}

std::span<const Schema> rosterSchemas() { return kRosterSchemas; }

}  // namespace evenhand::ingest
