// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shifts/rosters.h"

#include <algorithm>
#include <functional>

#include "engine/base/invariant.h"
#include "engine/dispatch/roster.h"
#include "engine/runtime/conflict.h"
#include "engine/shifts/plan.h"
#include "engine/store/records/courier_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/records/shift_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::shifts {
namespace {

using dispatch::BusinessDay;
using runtime::UnitOfWork;

/// When duty followed the roster last, of a courier who is disabled: it does not follow until they are enabled. Engine
/// time may have been turned back since `disabledAt`.
Instant notFollowed(const std::optional<store::shifts::State>& before, Instant disabledAt, Instant now) {
    return before ? before->followedAt : std::min(disabledAt, now);
}

Result<void> setState(UnitOfWork& work, const CourierId& courier, const store::shifts::State& state) {
    EVENHAND_INVARIANT(!state.nextAt || *state.nextAt > work.now(),
                       "the roster would be due again at once, and the engine look at it without end");
    return store::shifts::setState(work.database(), courier, state);
}

/// Where the roster of `known` stands after `roster` was written.
Result<std::optional<Instant>> apply(UnitOfWork& work, const BusinessDay& days, const store::couriers::Record& known,
                                     const api::Roster& roster) {
    auto& database = work.database();
    if (roster.empty()) {
        EVENHAND_TRY(store::shifts::setState(database, roster.courier, std::nullopt));
        return std::optional<Instant>();
    }
    EVENHAND_ASSIGN(const auto before, store::shifts::state(database, roster.courier));
    const auto now = work.now();
    store::shifts::State state{isOnDuty(roster, days, now), now, before ? before->followedAt : now,
                               nextChange(roster, days, now)};
    if (known.disabledAt) {
        state.followedAt = notFollowed(before, *known.disabledAt, now);
    } else if (!before || before->onDuty != state.onDuty) {
        EVENHAND_TRY(dispatch::setDuty(work, roster.courier, state.onDuty));
        state.followedAt = now;
    }
    EVENHAND_TRY(setState(work, roster.courier, state));
    return state.nextAt;
}

/// `edit` changes the roster and says how that is stored.
using Write = std::function<Result<void>(store::Database&)>;
using Edit = std::function<Result<Write>(api::Roster&)>;
Result<Changed> change(UnitOfWork& work, const BusinessDay& days, const CourierId& courier, std::int64_t version,
                       const Edit& edit) {
    constexpr auto kKind = store::SettingKind::Roster;
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto known, store::couriers::find(database, courier, store::Hold::Change));
    if (!known) {
        return fail(ErrorCode::NotFound, "no such courier", "courier", courier.str());
    }
    EVENHAND_ASSIGN(const auto since,
                    runtime::checkSettings(work, kKind, courier.str(), "roster of " + courier.str(), version));
    EVENHAND_ASSIGN(const auto before, store::shifts::find(database, courier));
    auto roster = before;
    EVENHAND_ASSIGN(const auto write, edit(roster));
    if (roster.week == before.week && roster.exceptions == before.exceptions) {
        EVENHAND_ASSIGN(const auto state, store::shifts::state(database, courier));
        return Changed{since, state ? state->nextAt : std::nullopt};
    }
    EVENHAND_TRY(write(database));
    EVENHAND_TRY(store::settingChanges::count(database, kKind, courier.str(), work.now(), work.call().actor.name));
    EVENHAND_ASSIGN(const auto next, apply(work, days, *known, roster));
    api::Event event;
    event.kind = api::Event::Kind::CourierChanged;
    event.courier = courier;
    event.campus = known->campus;
    work.emit(std::move(event));
    return Changed{since + 1, next};
}

auto exceptionOf(std::vector<api::ShiftException>& exceptions, api::CalendarDay day) {
    return std::lower_bound(exceptions.begin(), exceptions.end(), day,
                            [](const api::ShiftException& one, api::CalendarDay other) { return one.day < other; });
}

/// Whoever goes off duty keeps the orders in hand until somebody hands them over, who has to know of it.
Result<void> tellOfOrders(UnitOfWork& work, const store::couriers::Record& courier) {
    EVENHAND_ASSIGN(const auto inHand, store::orders::inHand(work.database(), courier.id));
    if (!inHand.empty()) {
        api::Event event;
        event.kind = api::Event::Kind::CourierChanged;
        event.courier = courier.id;
        event.campus = courier.campus;
        event.leavesOrders = true;
        work.emit(std::move(event));
    }
    return {};
}

}  // namespace

Result<Changed> setWeek(UnitOfWork& work, const BusinessDay& days, const CourierId& courier, const api::Week& week,
                        std::int64_t version) {
    api::Week checked;
    for (std::size_t i = 0; i < week.size(); ++i) {
        EVENHAND_ASSIGN(checked[i], api::checkedHours(week[i], "week"));
    }
    return change(work, days, courier, version, [&](api::Roster& roster) -> Result<Write> {
        roster.week = checked;
        return Write([&](store::Database& database) { return store::shifts::setWeek(database, courier, checked); });
    });
}

Result<Changed> setException(UnitOfWork& work, const BusinessDay& days, const CourierId& courier,
                             const api::ShiftException& exception, std::int64_t version) {
    api::ShiftException checked = exception;
    EVENHAND_ASSIGN(checked.hours, api::checkedHours(exception.hours, "hours"));
    // A shift of yesterday may still go on.
    const auto today = days.dayOf(work.now());
    if (checked.day < today.plus(-1) || checked.day > today.plus(api::kMaxExceptionDays)) {
        return fail(ErrorCode::InvalidArgument,
                    "an exception is for a day from yesterday on, at most " + std::to_string(api::kMaxExceptionDays) +
                        " days ahead",
                    "day", api::toText(checked.day));
    }
    return change(work, days, courier, version, [&](api::Roster& roster) -> Result<Write> {
        const auto place = exceptionOf(roster.exceptions, checked.day);
        if (place != roster.exceptions.end() && place->day == checked.day) {
            *place = checked;
        } else {
            roster.exceptions.insert(place, checked);
        }
        return Write(
            [&](store::Database& database) { return store::shifts::setException(database, courier, checked); });
    });
}

Result<Changed> removeException(UnitOfWork& work, const BusinessDay& days, const CourierId& courier,
                                api::CalendarDay day, std::int64_t version) {
    return change(work, days, courier, version, [&](api::Roster& roster) -> Result<Write> {
        const auto place = exceptionOf(roster.exceptions, day);
        if (place == roster.exceptions.end() || place->day != day) {
            return fail(ErrorCode::NotFound, "no exception on this day", "day", api::toText(day));
        }
        roster.exceptions.erase(place);
        return Write([&](store::Database& database) -> Result<void> {
            EVENHAND_TRY(store::shifts::removeException(database, courier, day));
            return {};
        });
    });
}

Result<std::optional<Instant>> follow(UnitOfWork& work, const BusinessDay& days, const CourierId& courier) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto known, store::couriers::find(database, courier, store::Hold::Change));
    EVENHAND_ASSIGN(const auto before, store::shifts::state(database, courier));
    if (!before || !before->nextAt || *before->nextAt > work.now()) {
        return before ? before->nextAt : std::nullopt;
    }
    EVENHAND_ASSIGN(const auto roster, store::shifts::find(database, courier));
    const bool wanted = isOnDuty(roster, days, work.now());
    const bool isDisabled = known && known->disabledAt;
    if (known && !isDisabled && known->onDuty != wanted) {
        EVENHAND_TRY(dispatch::setDuty(work, courier, wanted));
        work.setOperation(api::Operation::DispatchSetDuty);
        work.note("courier " + courier.str(), wanted ? "on duty by the roster" : "off duty by the roster");
        if (!wanted) {
            EVENHAND_TRY(tellOfOrders(work, *known));
        }
    }
    const auto next = nextChange(roster, days, work.now());
    const auto followedAt = isDisabled ? notFollowed(before, *known->disabledAt, work.now()) : work.now();
    EVENHAND_TRY(setState(work, courier, {wanted, work.now(), followedAt, next}));
    return next;
}

}  // namespace evenhand::shifts
