// SPDX-License-Identifier: GPL-3.0-or-later
// What value.h and type_texts.h declare for structs and enums. Included by engine/wire/values/*.cpp alone, which
// compile it once for each of them: it is the larger part of what the conversions cost to build. A struct or an enum
// that has grown without its description does not compile here. Thread: pure.
#pragma once

#include <algorithm>
#include <array>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/wire/values/type_texts.h"
#include "engine/wire/values/value.h"

namespace evenhand::wire {

template <typename T>
using MembersOf = boost::describe::describe_members<T, boost::describe::mod_public>;

// --- that nothing is forgotten
// ----------------------------------------------------------------------------------------

/// Stands for any one member of an aggregate.
struct AnyMember {
    template <typename T>
    operator T&() const&& noexcept;
    template <typename T>
    operator T&() const& noexcept;
};
/// An aggregate takes as many initialisers as it has members, and no more.
template <typename T, std::size_t... Place>
[[nodiscard]] consteval bool takesInitialisers(std::index_sequence<Place...>) {
    return requires { T{(static_cast<void>(Place), AnyMember())...}; };
}
/// False: some member is not described. Of structs with constructors of their own nobody counts the members.
template <typename T>
[[nodiscard]] consteval bool allMembersAreDescribed() {
    if constexpr (std::is_aggregate_v<T>) {
        constexpr std::size_t kCount = boost::mp11::mp_size<MembersOf<T>>::value;
        return std::is_copy_constructible_v<T> &&  // and so each member is
               takesInitialisers<T>(std::make_index_sequence<kCount>()) &&
               !takesInitialisers<T>(std::make_index_sequence<kCount + 1>());
    } else {
        return true;
    }
}

/// True: an enumerator has this value, described or not. GCC and Clang write its name, or else a number in a cast.
template <auto Value>
[[nodiscard]] consteval bool hasEnumerator() {
    constexpr std::string_view kText = __PRETTY_FUNCTION__;
    constexpr std::string_view kBegin = "Value = ";
    return kText[kText.find(kBegin) + kBegin.size()] != '(';
}
/// False: there is an enumerator behind those that are described. They have the values 0, 1, 2, …
template <DescribedEnum E>
[[nodiscard]] consteval bool allEnumeratorsAreDescribed() {
    constexpr auto kCount = boost::mp11::mp_size<boost::describe::describe_enumerators<E>>::value;
    return hasEnumerator<static_cast<E>(kCount - 1)>() && !hasEnumerator<static_cast<E>(kCount)>();
}

// --- structs
// ----------------------------------------------------------------------------------------------------------

void putMember(boost::json::object& object, std::string_view name, boost::json::value value);
/// The member, which is read next; nullptr after a fault.
[[nodiscard]] const boost::json::value* enterMember(const boost::json::object& object, std::string_view name,
                                                    Reading& in);

/// Compiled once for each type of members, not for each member.
template <typename Member>
void readInto(const boost::json::object& object, std::string_view name, Member& into, Reading& in) {
    if (const auto* found = enterMember(object, name, in)) {
        read(*found, into, in);
        in.leave();
    }
}

template <typename T, template <typename...> class List, typename... Member>
[[nodiscard]] boost::json::value writeMembers(const T& value, Writing& out, List<Member...>) {
    boost::json::object object;
    object.reserve(sizeof...(Member));
    (putMember(object, Member::name, write(value.*Member::pointer, out)), ...);
    return object;
}
template <typename T, template <typename...> class List, typename... Member>
void readMembers(const boost::json::object& object, T& into, Reading& in, List<Member...>) {
    static constexpr std::array<std::string_view, sizeof...(Member)> kNames{std::string_view(Member::name)...};
    (readInto(object, Member::name, into.*Member::pointer, in), ...);
    refuseOthers(object, kNames.data(), kNames.size(), in);
}

template <DescribedStruct T>
boost::json::value writeStruct(const T& value, Writing& out) {
    return writeMembers(value, out, MembersOf<T>());
}

template <DescribedStruct T>
void readStruct(const boost::json::value& value, T& into, Reading& in) {
    if (const auto* object = readObject(value, in)) {
        readMembers(*object, into, in, MembersOf<T>());
    }
}

template <typename T, template <typename...> class List, typename... Member>
std::string membersText(TypeTexts& texts, List<Member...>) {
    static constexpr std::array<TypeTexts::Member, sizeof...(Member)> kMembers{TypeTexts::Member{
        Member::name, typeText<std::remove_cvref_t<decltype(std::declval<T&>().*Member::pointer)>>}...};
    return texts.ofStruct(typeName<T>(), kMembers);
}
template <DescribedStruct T>
std::string structText(TypeTexts& texts) {
    return membersText<T>(texts, MembersOf<T>());
}

// --- enums
// ------------------------------------------------------------------------------------------------------------

template <typename E, template <typename...> class List, typename... Enumerator>
[[nodiscard]] consteval auto enumeratorValues(List<Enumerator...>) {
    return std::array<E, sizeof...(Enumerator)>{Enumerator::value...};
}
template <template <typename...> class List, typename... Enumerator>
[[nodiscard]] consteval auto enumeratorNames(List<Enumerator...>) {
    return std::array<std::string_view, sizeof...(Enumerator)>{std::string_view(Enumerator::name)...};
}
template <typename E>
inline constexpr auto kValuesOf = enumeratorValues<E>(boost::describe::describe_enumerators<E>());
template <typename E>
inline constexpr auto kNamesOf = enumeratorNames(boost::describe::describe_enumerators<E>());

template <DescribedEnum E>
std::string_view nameOf(E value) noexcept {
    const auto found = std::find(kValuesOf<E>.begin(), kValuesOf<E>.end(), value);
    return found != kValuesOf<E>.end() ? kNamesOf<E>[static_cast<std::size_t>(found - kValuesOf<E>.begin())]
                                       : std::string_view();
}
template <DescribedEnum E>
std::optional<E> enumFrom(std::string_view name) noexcept {
    const auto found = std::find(kNamesOf<E>.begin(), kNamesOf<E>.end(), name);
    return found != kNamesOf<E>.end()
               ? std::optional(kValuesOf<E>[static_cast<std::size_t>(found - kNamesOf<E>.begin())])
               : std::nullopt;
}
template <DescribedEnum E>
std::string enumText(TypeTexts& texts) {
    return texts.ofEnum(typeName<E>(), kNamesOf<E>);
}

}  // namespace evenhand::wire

/// For each struct, once, outside of namespaces.
#define EVENHAND_WIRE_STRUCT(Type)                                                                              \
    static_assert(evenhand::wire::allMembersAreDescribed<Type>(), "a member of " #Type " is not described");    \
    template boost::json::value evenhand::wire::writeStruct<Type>(const Type&, evenhand::wire::Writing&);       \
    template void evenhand::wire::readStruct<Type>(const boost::json::value&, Type&, evenhand::wire::Reading&); \
    template std::string evenhand::wire::structText<Type>(evenhand::wire::TypeTexts&)
/// For each enum.
#define EVENHAND_WIRE_ENUM(Type)                                                                                      \
    static_assert(evenhand::wire::allEnumeratorsAreDescribed<Type>(), "an enumerator of " #Type " is not described"); \
    template std::string_view evenhand::wire::nameOf<Type>(Type) noexcept;                                            \
    template std::optional<Type> evenhand::wire::enumFrom<Type>(std::string_view) noexcept;                           \
    template std::string evenhand::wire::enumText<Type>(evenhand::wire::TypeTexts&)
