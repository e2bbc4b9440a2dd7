// SPDX-License-Identifier: GPL-3.0-or-later
// The definitions of what value.h declares for structs. Included by engine/wire/values/*.cpp alone, so that each struct
// is compiled once: this is what makes the conversions slow to build. If a struct or an enum has grown and its
// description has not, it does not compile here.
#pragma once

#include <array>
#include <boost/pfr/core.hpp>
#include <boost/pfr/tuple_size.hpp>
#include <string_view>

#include "engine/wire/values/value.h"

namespace evenhand::wire {

template <typename T>
using MembersOf = boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;

/// False if some member is not described. Members of structs with constructors cannot be counted, so those always pass.
template <typename T>
[[nodiscard]] consteval bool allMembersAreDescribed() {
    if constexpr (std::is_aggregate_v<T>) {
        return boost::pfr::tuple_size_v<T> == boost::mp11::mp_size<MembersOf<T>>::value;
    } else {
        return true;
    }
}

/// True if an enumerator has this value, described or not: GCC and Clang then print its name, and otherwise a cast of a
/// number.
template <auto Value>
[[nodiscard]] consteval bool hasEnumerator() {
    constexpr std::string_view kText = __PRETTY_FUNCTION__;
    constexpr std::string_view kBegin = "Value = ";
    return kText[kText.find(kBegin) + kBegin.size()] != '(';
}
/// False if there is an enumerator after the last one that is described. Enumerators have the values 0, 1, 2, …
template <DescribedEnum E>
[[nodiscard]] consteval bool allEnumeratorsAreDescribed() {
    constexpr auto kCount = boost::mp11::mp_size<boost::describe::describe_enumerators<E>>::value;
    return hasEnumerator<static_cast<E>(kCount - 1)>() && !hasEnumerator<static_cast<E>(kCount)>();
}

template <DescribedStruct T>
boost::json::value writeStruct(const T& value, Writing& out) {
    boost::json::object object;
    object.reserve(boost::mp11::mp_size<MembersOf<T>>::value);
    boost::mp11::mp_for_each<MembersOf<T>>(
        [&](auto member) { object.emplace(member.name, write(value.*member.pointer, out)); });
    return object;
}

template <DescribedStruct T>
void readStruct(const boost::json::value& value, T& into, Reading& in) {
    const auto* object = readObject(value, in);
    if (object == nullptr) {
        return;
    }
    std::array<std::string_view, boost::mp11::mp_size<MembersOf<T>>::value> names;
    std::size_t count = 0;
    boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
        names[count++] = member.name;
        if (const auto* found = in.ok() ? readMember(*object, member.name, in) : nullptr; found != nullptr) {
            in.enter(std::string_view(member.name));
            read(*found, into.*member.pointer, in);
            in.leave();
        }
    });
    refuseOthers(*object, names.data(), names.size(), in);
}

}  // namespace evenhand::wire

/// Use once for each struct, outside of namespaces.
#define EVENHAND_WIRE_STRUCT(Type)                                                                           \
    static_assert(evenhand::wire::allMembersAreDescribed<Type>(), "a member of " #Type " is not described"); \
    template boost::json::value evenhand::wire::writeStruct<Type>(const Type&, evenhand::wire::Writing&);    \
    template void evenhand::wire::readStruct<Type>(const boost::json::value&, Type&, evenhand::wire::Reading&)
/// Use once for each enum.
#define EVENHAND_WIRE_ENUM(Type) \
    static_assert(evenhand::wire::allEnumeratorsAreDescribed<Type>(), "an enumerator of " #Type " is not described")
