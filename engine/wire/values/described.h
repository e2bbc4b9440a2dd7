// SPDX-License-Identifier: GPL-3.0-or-later
// Structs and enums that are described (BOOST_DESCRIBE, engine/wire/values): their conversion is made from that.
// Thread: pure, any thread.
#pragma once

#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <boost/json/value.hpp>
#include <boost/mp11/algorithm.hpp>
#include <optional>
#include <string_view>
#include <type_traits>

#include "engine/wire/values/reading.h"

namespace evenhand::wire {

template <typename T>
concept DescribedStruct = std::is_class_v<T> && boost::describe::has_describe_members<T>::value;
template <typename T>
concept DescribedEnum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;

// Compiled once for each struct, in engine/wire/values.
template <DescribedStruct T>
[[nodiscard]] boost::json::value writeStruct(const T& value, Writing& out);
template <DescribedStruct T>
void readStruct(const boost::json::value& value, T& into, Reading& in);

/// Empty if no enumerator has this value.
template <DescribedEnum E>
[[nodiscard]] std::string_view nameOf(E value) noexcept {
    std::string_view name;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto enumerator) {
        if (enumerator.value == value) {
            name = enumerator.name;
        }
    });
    return name;
}
template <DescribedEnum E>
[[nodiscard]] std::optional<E> enumFrom(std::string_view name) noexcept {
    std::optional<E> found;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto enumerator) {
        if (enumerator.name == name) {
            found = enumerator.value;
        }
    });
    return found;
}

}  // namespace evenhand::wire
