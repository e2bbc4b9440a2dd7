// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the arguments and results of desks to JSON and back, exactly. There is one conversion for all types, made
// from the descriptions of the structs and enums (engine/wire/values). Integers and texts come back as they were, also
// the largest ones; an enum is the name of its enumerator, an optional null or its value, a result {"value": …} or
// {"problem": …}. Reading refuses a member that is missing, that nobody knows or that is of another type, and names its
// path ("lines[2].quantity"). Whether a value makes sense is checked by the desk, as for a caller of the same process.
//
// Thread: pure, any thread.
#pragma once

#include <array>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/money.h"
#include "engine/base/result.h"
#include "engine/base/secret.h"
#include "engine/wire/values/containers.h"
#include "engine/wire/values/described.h"
#include "engine/wire/values/reading.h"

namespace evenhand::wire {

template <typename T, template <typename...> class Template>
inline constexpr bool kIsA = false;
template <template <typename...> class Template, typename... A>
inline constexpr bool kIsA<Template<A...>, Template> = true;
template <typename T>
inline constexpr bool kIsArray = false;
template <typename T, std::size_t Size>
inline constexpr bool kIsArray<std::array<T, Size>> = true;

template <typename T>
boost::json::value write(const T& value, Writing& out) {
    if constexpr (std::is_same_v<T, bool>) {
        return value;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return writeText(value, out);
    } else if constexpr (std::is_same_v<T, base::Secret>) {
        return writeText(value.reveal(), out);
    } else if constexpr (std::is_same_v<T, Money>) {
        return value.minor;
    } else if constexpr (std::is_same_v<T, Instant>) {
        return value.ms;
    } else if constexpr (std::is_same_v<T, std::monostate>) {
        return nullptr;
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
        return static_cast<std::int64_t>(value);
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<std::uint64_t>(value);
    } else if constexpr (std::is_floating_point_v<T>) {
        return writeReal(value);
    } else if constexpr (DescribedEnum<T>) {
        return boost::json::value(nameOf(value));
    } else if constexpr (DescribedStruct<T>) {
        return writeStruct(value, out);
    } else if constexpr (kIsA<T, std::vector> || kIsArray<T>) {
        return writeElements(value, out);
    } else {
        return writeOne(value, out);
    }
}

template <typename T>
void read(const boost::json::value& value, T& into, Reading& in) {
    if (!in.ok()) {
        return;
    }
    if constexpr (std::is_same_v<T, bool>) {
        if (value.is_bool()) {
            into = value.get_bool();
        } else {
            in.refuse("must be true or false", value);
        }
    } else if constexpr (std::is_same_v<T, std::string>) {
        into = readText(value, in);
    } else if constexpr (std::is_same_v<T, base::Secret>) {
        into = base::Secret(readText(value, in));
    } else if constexpr (std::is_same_v<T, Money>) {
        read(value, into.minor, in);
    } else if constexpr (std::is_same_v<T, Instant>) {
        read(value, into.ms, in);
    } else if constexpr (std::is_same_v<T, std::monostate>) {
        if (!value.is_null()) {
            in.refuse("must be null", value);
        }
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
        into = static_cast<T>(readInteger(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), in));
    } else if constexpr (std::is_integral_v<T>) {
        into = static_cast<T>(readUnsigned(value, std::numeric_limits<T>::max(), in));
    } else if constexpr (std::is_floating_point_v<T>) {
        into = readReal(value, in);
    } else if constexpr (DescribedEnum<T>) {
        if (const auto found = enumFrom<T>(readText(value, in)); found) {
            into = *found;
        } else if (in.ok()) {
            in.refuse("is none of the known words", value);
        }
    } else if constexpr (DescribedStruct<T>) {
        readStruct(value, into, in);
    } else {
        readOne(value, into, in);
    }
}

/// Reads a whole value. Error: InvalidArgument names the path.
template <typename T>
[[nodiscard]] Result<T> valueOf(const boost::json::value& value) {
    Reading in;
    T into{};
    read(value, into, in);
    return in.ok() ? Result<T>(std::move(into)) : fail(in.fault());
}

}  // namespace evenhand::wire
