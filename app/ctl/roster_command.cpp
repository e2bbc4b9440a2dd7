// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

enum class RosterVerb : std::uint8_t { Show, Set, Exception, Crew };
constexpr base::TextTable<RosterVerb, 4> kRosterVerbs{{{RosterVerb::Show, "show"},
                                                       {RosterVerb::Set, "set"},
                                                       {RosterVerb::Exception, "exception"},
                                                       {RosterVerb::Crew, "crew"}}};
/// Instead of hours: the date is as its weekday again.
constexpr std::string_view kAsWeekday = "none";

Result<api::CalendarDay> dayFrom(const std::string& word) {
    const auto day = api::calendarDayFrom(word);
    if (!day) {
        return wrongUsage("\"" + word + "\" is not a date as in 2026-03-29");
    }
    return *day;
}

QJsonArray shiftsOf(const api::DayHours& hours) {
    QJsonArray shifts;
    for (const auto& shift : hours) {
        shifts.append(text(api::toText(api::DayHours{shift})));
    }
    return shifts;
}

QJsonObject documentOf(const api::Roster& roster) {
    QJsonObject week;
    for (std::size_t i = 0; i < roster.week.size(); ++i) {
        week.insert(text(api::kWeekdays[i]), shiftsOf(roster.week[i]));
    }
    QJsonArray exceptions;
    for (const auto& exception : roster.exceptions) {
        exceptions.append(QJsonObject{{QStringLiteral("day"), text(api::toText(exception.day))},
                                      {QStringLiteral("shifts"), shiftsOf(exception.hours)}});
    }
    return {{QStringLiteral("courier_id"), text(roster.courier.str())},
            {QStringLiteral("version"), number(roster.version)},
            {QStringLiteral("week"), week},
            {QStringLiteral("exceptions"), exceptions}};
}

Result<ExitCode> showOne(Context& context, Session& session, const std::string& courier) {
    EVENHAND_ASSIGN(const auto roster,
                    session.wait(session.engine().shifts().roster({context.actor, {}, {}}, CourierId(courier))));
    if (roster.empty()) {
        context.io.text(courier + " has no roster.");
    } else {
        context.io.text("week: " + api::toText(roster.week));
        for (const auto& exception : roster.exceptions) {
            context.io.text(api::toText(exception.day) + ": " + api::toText(exception.hours));
        }
    }
    context.io.document(documentOf(roster));
    return kDone;
}

Result<ExitCode> showAll(Context& context, Session& session) {
    const CampusId campus(context.arguments.value("--campus"));
    EVENHAND_ASSIGN(const auto rows, session.wait(session.engine().shifts().rosters({context.actor, {}, {}}, campus)));
    TextTable table({"courier", "campus", "name", "week", "exceptions"});
    QJsonArray array;
    for (const auto& row : rows) {
        if (row.roster.empty()) {
            continue;
        }
        table.add({row.roster.courier.str(), row.campus.str(), row.name, api::toText(row.roster.week),
                   std::to_string(row.roster.exceptions.size())});
        array.append(documentOf(row.roster));
    }
    context.io.text(table.str());
    context.io.text(base::counted(array.size(), "roster") + " of " + base::counted(std::ssize(rows), "courier") + ".");
    context.io.document({{QStringLiteral("rosters"), array}});
    return kDone;
}

std::string spansText(const std::vector<api::TimeSpan>& spans) {
    std::string all;
    for (const auto& span : spans) {
        all += (all.empty() ? "" : ", ") + timeText(span.from) + " to " + timeText(span.to);
    }
    return all.empty() ? "-" : all;
}

QJsonArray spansOf(const std::vector<api::TimeSpan>& spans) {
    QJsonArray array;
    for (const auto& span : spans) {
        array.append(
            QJsonObject{{QStringLiteral("from"), timeValue(span.from)}, {QStringLiteral("to"), timeValue(span.to)}});
    }
    return array;
}

Result<ExitCode> showCrew(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    std::optional<api::CalendarDay> day;
    if (context.arguments.has("--day")) {
        EVENHAND_ASSIGN(day, dayFrom(context.arguments.value("--day")));
    }
    const CampusId campus(context.arguments.value("--campus"));
    EVENHAND_ASSIGN(const auto crew,
                    session.wait(session.engine().shifts().crew({context.actor, {}, {}}, campus, day)));
    TextTable table({"courier", "campus", "phone", "duty", "until", "planned", "was on duty"});
    QJsonArray array;
    for (const auto& row : crew.couriers) {
        table.add({row.id.str(), row.campus.str(), row.phone, row.onDuty ? "on" : "off",
                   row.rosterChange ? timeText(*row.rosterChange) : "", spansText(row.plan), spansText(row.actual)});
        array.append(QJsonObject{{QStringLiteral("courier_id"), text(row.id.str())},
                                 {QStringLiteral("campus"), text(row.campus.str())},
                                 {QStringLiteral("name"), text(row.name)},
                                 {QStringLiteral("phone"), text(row.phone)},
                                 {QStringLiteral("on_duty"), row.onDuty},
                                 {QStringLiteral("planned"), row.planned ? QJsonValue(*row.planned) : QJsonValue()},
                                 {QStringLiteral("roster_change"), timeValue(row.rosterChange)},
                                 {QStringLiteral("in_hand"), number(row.inHand)},
                                 {QStringLiteral("plan"), spansOf(row.plan)},
                                 {QStringLiteral("actual"), spansOf(row.actual)}});
    }
    context.io.text(table.str());
    context.io.document({{QStringLiteral("day"), text(api::toText(crew.day))}, {QStringLiteral("couriers"), array}});
    return kDone;
}

Result<std::int64_t> setRoster(Context& context, Session& session, RosterVerb verb) {
    const auto& arguments = context.arguments;
    EVENHAND_ASSIGN(const auto version, seenVersion(arguments));
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    auto& desk = session.engine().shifts();
    if (verb == RosterVerb::Set) {
        EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "COURIER", "WEEK"}));
        EVENHAND_ASSIGN(const auto week, api::weekFrom(arguments.words()[2]));
        return session.wait(desk.setWeek(call, CourierId(arguments.words()[1]), week, version));
    }
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "COURIER", "DAY", "HOURS"}));
    const CourierId courier(arguments.words()[1]);
    EVENHAND_ASSIGN(const auto day, dayFrom(arguments.words()[2]));
    if (arguments.words()[3] == kAsWeekday) {
        return session.wait(desk.removeException(call, courier, day, version));
    }
    EVENHAND_ASSIGN(const auto hours, api::dayHoursFrom(arguments.words()[3], "hours"));
    return session.wait(desk.setException(call, courier, {day, hours}, version));
}

Result<ExitCode> runRoster(Context& context) {
    EVENHAND_ASSIGN(const auto verb, verbOf(context.arguments, kRosterVerbs));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    const auto& words = context.arguments.words();
    switch (verb) {
        case RosterVerb::Crew: return showCrew(context, *session);
        case RosterVerb::Show:
            if (words.size() == 1) {
                return showAll(context, *session);
            }
            EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "COURIER"}));
            return showOne(context, *session, words[1]);
        case RosterVerb::Set:
        case RosterVerb::Exception: break;
    }
    EVENHAND_TRY(setRoster(context, *session, verb));
    session->settle();
    return showOne(context, *session, words[1]);
}

}  // namespace

Command rosterCommand() {
    return {
        "roster",
        "show [COURIER] [--campus C] | set COURIER WEEK | exception COURIER DAY HOURS | crew [--campus C] [--day D]",
        "shifts of couriers: WEEK is \"mon 09:00-12:00, 14:00-18:00; sat 22:00-06:00\" or off; HOURS of a date are "
        "09:00-17:00, off, or none (as its weekday)",
        {{"--campus", "C", "show, crew: of one campus"},
         {"--day", "D", "crew: of a day as 2026-03-29 (today)"},
         {"--version", "N", "set, exception: only if the roster is still at this version"},
         {"--reason", "TEXT", "set, exception: why; kept in the audit log"}},
        runRoster};
}

}  // namespace evenhand::ctl
