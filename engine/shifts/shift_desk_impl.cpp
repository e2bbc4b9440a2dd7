// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "engine/runtime/desk_support.h"
#include "engine/shifts/plan.h"
#include "engine/shifts/roster_source.h"
#include "engine/shifts/rosters.h"
#include "engine/shifts/shifts.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/courier_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/records/shift_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::shifts {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using dispatch::BusinessDay;
using runtime::UnitOfWork;

constexpr auto kRosterKind = store::SettingKind::Roster;

/// One campus, or all in order of id. NotFound (campus).
Result<std::vector<CampusId>> campusesOf(store::Database& database, const CampusId& campus) {
    std::vector<CampusId> ids;
    if (!campus.empty()) {
        EVENHAND_ASSIGN(const auto known, store::campuses::find(database, campus));
        if (!known) {
            return fail(ErrorCode::NotFound, "no such campus", "campus", campus.str());
        }
        ids.push_back(campus);
        return ids;
    }
    EVENHAND_ASSIGN(const auto all, store::campuses::all(database));
    for (const auto& record : all) {
        ids.push_back(record.row.id);
    }
    return ids;
}

/// When couriers of a campus were on duty, until `until`.
Result<std::map<std::string, std::vector<api::TimeSpan>>> dutySpans(store::Database& database, const CampusId& campus,
                                                                    const api::TimeSpan& bounds, Instant until) {
    EVENHAND_ASSIGN(const auto changes, store::couriers::dutyChanges(database, campus, bounds.from, bounds.to));
    const auto end = std::min(bounds.to, until);
    std::map<std::string, Instant> since;
    std::map<std::string, std::vector<api::TimeSpan>> spans;
    const auto add = [&](const std::string& courier, Instant from, Instant to) {
        const api::TimeSpan span{std::max(from, bounds.from), std::min(to, end)};
        if (span.from < span.to) {
            spans[courier].push_back(span);
        }
    };
    for (const auto& change : changes) {
        const auto open = since.find(change.courier);
        if (change.onDuty && open == since.end()) {
            since.emplace(change.courier, change.at);
        } else if (!change.onDuty && open != since.end()) {
            add(change.courier, open->second, change.at);
            since.erase(open);
        }
    }
    for (const auto& [courier, from] : since) {
        add(courier, from, end);
    }
    return spans;
}

Result<api::Crew> readCrew(store::Database& database, const BusinessDay& days, const CampusId& campus,
                           std::optional<api::CalendarDay> day, Instant now) {
    api::Crew crew;
    crew.day = day.value_or(days.dayOf(now));
    crew.bounds = {days.at(crew.day, 0), days.at(crew.day.plus(1), 0)};
    crew.at = now;
    EVENHAND_ASSIGN(const auto campuses, campusesOf(database, campus));
    EVENHAND_ASSIGN(const auto rosters, store::shifts::all(database, campus));
    for (const auto& id : campuses) {
        EVENHAND_ASSIGN(auto couriers, store::couriers::boardRows(database, id));
        EVENHAND_ASSIGN(auto actual, dutySpans(database, id, crew.bounds, now));
        for (auto& courier : couriers) {
            api::CrewRow row;
            if (const auto roster = rosters.find(courier.id); roster != rosters.end()) {
                row.plan = planned(roster->second, days, crew.bounds);
            }
            row.actual = std::move(actual[courier.id.str()]);
            row.id = std::move(courier.id);
            row.campus = std::move(courier.campus);
            row.name = std::move(courier.name);
            row.phone = std::move(courier.phone);
            row.onDuty = courier.onDuty;
            row.inHand = courier.inHand;
            row.dutyVersion = courier.dutyVersion;
            row.planned = courier.planned;
            row.rosterChange = courier.rosterChange;
            crew.couriers.push_back(std::move(row));
        }
    }
    return crew;
}

Result<api::Roster> readRoster(store::Database& database, const CourierId& courier) {
    EVENHAND_ASSIGN(const auto last, store::settingChanges::last(database, kRosterKind, courier.str()));
    EVENHAND_ASSIGN(const auto known, store::couriers::find(database, courier));
    if (!known) {
        return fail(ErrorCode::NotFound, "no such courier", "courier", courier.str());
    }
    EVENHAND_ASSIGN(auto roster, store::shifts::find(database, courier));
    roster.version = last.version;
    return roster;
}

Result<std::vector<api::RosterRow>> readRosters(store::Database& database, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto versions, store::settingChanges::versions(database, kRosterKind));
    EVENHAND_ASSIGN(const auto campuses, campusesOf(database, campus));
    EVENHAND_ASSIGN(auto rosters, store::shifts::all(database, campus));
    std::vector<api::RosterRow> rows;
    for (const auto& id : campuses) {
        EVENHAND_ASSIGN(auto couriers, store::couriers::boardRows(database, id));
        for (auto& courier : couriers) {
            api::RosterRow row;
            row.roster = std::move(rosters[courier.id]);
            row.roster.courier = courier.id;
            row.roster.version = store::settingChanges::versionIn(versions, courier.id.str());
            row.campus = std::move(courier.campus);
            row.name = std::move(courier.name);
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

class ShiftDeskImpl final : public api::ShiftDesk, private runtime::Desk<Operation::ShiftsRead> {
public:
    ShiftDeskImpl(runtime::Engine& engine, runtime::Reader& reader, BusinessDay days, RosterSource& source)
        : Desk(engine, reader), m_days(std::move(days)), m_source(source) {}

    Answer<std::int64_t> setWeek(const Call& call, CourierId courier, api::Week week, std::int64_t version) override {
        return command<std::int64_t>(
            call, Operation::ShiftsSetRoster,
            [courier = std::move(courier), week = std::move(week), version, this](UnitOfWork& work) {
                work.note("courier " + courier.str(), "week: " + api::toText(week));
                return done(courier, shifts::setWeek(work, m_days, courier, week, version));
            });
    }
    Answer<std::int64_t> setException(const Call& call, CourierId courier, api::ShiftException exception,
                                      std::int64_t version) override {
        return command<std::int64_t>(
            call, Operation::ShiftsSetRoster,
            [courier = std::move(courier), exception = std::move(exception), version, this](UnitOfWork& work) {
                work.note("courier " + courier.str(), api::toText(exception.day) + ": " + api::toText(exception.hours));
                return done(courier, shifts::setException(work, m_days, courier, exception, version));
            });
    }
    Answer<std::int64_t> removeException(const Call& call, CourierId courier, api::CalendarDay day,
                                         std::int64_t version) override {
        return command<std::int64_t>(
            call, Operation::ShiftsSetRoster, [courier = std::move(courier), day, version, this](UnitOfWork& work) {
                work.note("courier " + courier.str(), api::toText(day) + ": as the weekday");
                return done(courier, shifts::removeException(work, m_days, courier, day, version));
            });
    }

    Answer<api::Roster> roster(const Call& call, CourierId courier) override {
        return read<api::Roster>(
            call, [courier = std::move(courier)](store::Database& database) { return readRoster(database, courier); });
    }
    Answer<std::vector<api::RosterRow>> rosters(const Call& call, CampusId campus) override {
        return read<std::vector<api::RosterRow>>(
            call, [campus = std::move(campus)](store::Database& database) { return readRosters(database, campus); });
    }
    Answer<api::Crew> crew(const Call& call, CampusId campus, std::optional<api::CalendarDay> day) override {
        auto allowed = runtime::checkOperation(m_engine, call, Operation::ShiftsRead);
        if (!allowed) {
            return runtime::refused<api::Crew>(std::move(allowed).error());
        }
        return m_engine.ask<Instant>(call, [](UnitOfWork& work) -> Result<Instant> { return work.now(); })
            .then([this, campus = std::move(campus), day](Result<Instant> now) {
                if (!now) {
                    return runtime::refused<api::Crew>(now.error());
                }
                return m_reader.ask<api::Crew>(
                    [campus, day, now = *now, days = m_days](store::Database& database, const runtime::CancelCheck&) {
                        return readCrew(database, days, campus, day, now);
                    });
            })
            .unwrap();
    }

private:
    Result<std::int64_t> done(const CourierId& courier, const Result<Changed>& changed) {
        if (!changed) {
            return fail(changed.error());
        }
        m_source.put(courier, changed->nextAt);
        return changed->version;
    }

    const BusinessDay m_days;
    RosterSource& m_source;
};

}  // namespace

Result<Shifts> makeShifts(runtime::Engine& engine, runtime::Reader& reader, const std::string& timeZone) {
    EVENHAND_ASSIGN(auto days, BusinessDay::of(timeZone));
    auto source = std::make_unique<RosterSource>(days);
    Shifts shifts;
    shifts.desk = std::make_unique<ShiftDeskImpl>(engine, reader, days, *source);
    shifts.rosters = std::move(source);
    return shifts;
}

}  // namespace evenhand::shifts
