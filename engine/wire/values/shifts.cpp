// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/shifts.h"

#include <boost/mp11/list.hpp>
#include <tuple>
#include <type_traits>

#include "engine/wire/values/struct_codec.h"

namespace evenhand::wire {
namespace {

template <typename T, typename Bind>
[[nodiscard]] consteval bool allAreBound(Bind) {
    constexpr auto kMembers = boost::mp11::mp_size<MembersOf<T>>::value;
    return std::tuple_size_v<std::invoke_result_t<Bind, const T&>> == kMembers;
}

}  // namespace

// GCC 12 fails (check_noexcept_r) when Boost.PFR counts the members of a struct that holds a Week, an array of vectors.
// So the members are bound by name here: with one more or one less this does not compile either.
template <>
consteval bool allMembersAreDescribed<api::Roster>() {
    return allAreBound<api::Roster>([](const api::Roster& all) {
        const auto& [courier, week, exceptions, version] = all;
        return std::tie(courier, week, exceptions, version);
    });
}
template <>
consteval bool allMembersAreDescribed<api::RosterRow>() {
    return allAreBound<api::RosterRow>([](const api::RosterRow& all) {
        const auto& [roster, campus, name] = all;
        return std::tie(roster, campus, name);
    });
}

}  // namespace evenhand::wire

EVENHAND_WIRE_STRUCT(evenhand::api::CalendarDay);
EVENHAND_WIRE_STRUCT(evenhand::api::ShiftHours);
EVENHAND_WIRE_STRUCT(evenhand::api::ShiftException);
EVENHAND_WIRE_STRUCT(evenhand::api::Roster);
EVENHAND_WIRE_STRUCT(evenhand::api::RosterRow);
EVENHAND_WIRE_STRUCT(evenhand::api::TimeSpan);
EVENHAND_WIRE_STRUCT(evenhand::api::CrewRow);
EVENHAND_WIRE_STRUCT(evenhand::api::Crew);
