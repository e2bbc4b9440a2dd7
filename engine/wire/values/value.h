// SPDX-License-Identifier: GPL-3.0-or-later
// What desks take and give, as JSON and back, exactly: one conversion for all of it. Structs and enums are described by
// Boost.Describe in engine/wire/values, where their conversions are compiled; whoever converts reads this header alone,
// and one that is not described there cannot be linked. Integers and texts come back as they were, also the largest
// ones; an enum is the name of its enumerator, an optional null or its value, a result {"value": …} or {"problem": …}.
// Reading refuses a member that is missing, that nobody knows or that is of another type, and names its path
// ("lines[2].quantity"); what values mean, desks check, as they do for a caller of this process.
//
// Thread: pure, any thread.
#pragma once

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"
#include "engine/base/result.h"
#include "engine/base/secret.h"

namespace evenhand::wire {

/// How writing went.
struct Writing {
    /// Some text was no valid UTF-8: JSON has no other, so U+FFFD stands for what could not be written.
    bool altered = false;
};

/// Where reading is, and its first fault. After a fault everything that is read is empty.
class Reading {
public:
    [[nodiscard]] bool ok() const noexcept { return !m_fault; }
    /// InvalidArgument: the field is the path, "" for the whole value. There is one.
    [[nodiscard]] const Error& fault() const noexcept { return *m_fault; }
    /// "must be …", and what was there instead.
    void refuse(std::string message, std::string value);
    void refuse(std::string message, const boost::json::value& found);

    // Of whoever reads into something: what is read next is a member, an element of it.
    void enter(std::string_view member);
    void enter(std::size_t element);
    void leave();

private:
    std::vector<std::variant<std::string_view, std::size_t>> m_path;
    std::optional<Error> m_fault;
};

// --- kinds of types
// ---------------------------------------------------------------------------------------------------

template <typename T, template <typename...> class Template>
inline constexpr bool kIsA = false;
template <template <typename...> class Template, typename... A>
inline constexpr bool kIsA<Template<A...>, Template> = true;
template <typename T>
inline constexpr bool kIsArray = false;
template <typename T, std::size_t Size>
inline constexpr bool kIsArray<std::array<T, Size>> = true;

/// Of the project itself; one that is not described is not linked.
template <typename T>
concept DescribedEnum = std::is_enum_v<T>;
template <typename T>
concept DescribedStruct = std::is_class_v<T> && !kIsArray<T> && !kIsA<T, base::TextId> && !kIsA<T, base::NumberId> &&
                          !kIsA<T, base::Result> && !kIsA<T, std::map> && !kIsA<T, std::optional> &&
                          !kIsA<T, std::pair> && !kIsA<T, std::vector>;

// --- texts and numbers
// ------------------------------------------------------------------------------------------------

[[nodiscard]] boost::json::value writeText(std::string_view text, Writing& out);
[[nodiscard]] std::string readText(const boost::json::value& value, Reading& in);
/// Within [least, most]; 1.0 is none.
[[nodiscard]] std::int64_t readInteger(const boost::json::value& value, std::int64_t least, std::int64_t most,
                                       Reading& in);
[[nodiscard]] std::uint64_t readUnsigned(const boost::json::value& value, std::uint64_t most, Reading& in);
/// What JSON cannot say (not a number, infinite) is null.
[[nodiscard]] boost::json::value writeReal(double number);
[[nodiscard]] double readReal(const boost::json::value& value, Reading& in);
/// nullptr after a fault.
[[nodiscard]] const boost::json::array* readArray(const boost::json::value& value, Reading& in);
[[nodiscard]] const boost::json::object* readObject(const boost::json::value& value, Reading& in);
/// nullptr: it is missing, a fault.
[[nodiscard]] const boost::json::value* readMember(const boost::json::object& object, std::string_view name,
                                                   Reading& in);
/// A fault where there are others than `names`, which have all been found.
void refuseOthers(const boost::json::object& object, const std::string_view* names, std::size_t count, Reading& in);

// --- results: the part that is the same for all
// -----------------------------------------------------------------------

[[nodiscard]] boost::json::object writeProblem(const Error& error, Writing& out);
[[nodiscard]] boost::json::object writeValue(boost::json::value value);
/// The value of {"value": …}. nullptr after a fault, and for {"problem": …}, which goes into `problem`.
[[nodiscard]] const boost::json::value* readValue(const boost::json::object& result, Error& problem, Reading& in);
void readNull(const boost::json::value& value, Reading& in);

// --- structs and enums: compiled once for each, in engine/wire/values
// -------------------------------------------------

template <DescribedStruct T>
[[nodiscard]] boost::json::value writeStruct(const T& value, Writing& out);
template <DescribedStruct T>
void readStruct(const boost::json::value& value, T& into, Reading& in);

/// Empty: no enumerator has this value.
template <DescribedEnum E>
[[nodiscard]] std::string_view nameOf(E value) noexcept;
template <DescribedEnum E>
[[nodiscard]] std::optional<E> enumFrom(std::string_view name) noexcept;

// --- anything
// ---------------------------------------------------------------------------------------------------------

template <typename T>
[[nodiscard]] boost::json::value write(const T& value, Writing& out);
template <typename T>
void read(const boost::json::value& value, T& into, Reading& in);

template <typename... Tag>
[[nodiscard]] boost::json::value writeOne(const base::TextId<Tag...>& id, Writing& out) {
    return writeText(id.str(), out);
}
template <typename... Tag>
void readOne(const boost::json::value& value, base::TextId<Tag...>& into, Reading& in) {
    into = base::TextId<Tag...>(readText(value, in));
}
template <typename... Tag>
[[nodiscard]] boost::json::value writeOne(const base::NumberId<Tag...>& id, Writing&) {
    return id.value;
}
template <typename... Tag>
void readOne(const boost::json::value& value, base::NumberId<Tag...>& into, Reading& in) {
    into.value =
        readInteger(value, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), in);
}
template <typename T>
[[nodiscard]] boost::json::value writeOne(const std::optional<T>& optional, Writing& out) {
    return optional ? write(*optional, out) : boost::json::value(nullptr);
}
template <typename T>
void readOne(const boost::json::value& value, std::optional<T>& into, Reading& in) {
    into.reset();
    if (!value.is_null()) {
        read(value, into.emplace(), in);
    }
}
template <typename T>
[[nodiscard]] boost::json::value writeElements(const T& elements, Writing& out) {
    boost::json::array array;
    array.reserve(elements.size());
    for (const auto& element : elements) {
        array.push_back(write<typename T::value_type>(element, out));
    }
    return array;
}
template <typename T>
void readOne(const boost::json::value& value, std::vector<T>& into, Reading& in) {
    into.clear();
    const auto* array = readArray(value, in);
    if (array == nullptr) {
        return;
    }
    into.reserve(array->size());
    for (std::size_t i = 0; i < array->size() && in.ok(); ++i) {
        in.enter(i);
        T element{};
        read((*array)[i], element, in);
        into.push_back(std::move(element));
        in.leave();
    }
}
template <typename T, std::size_t Size>
void readOne(const boost::json::value& value, std::array<T, Size>& into, Reading& in) {
    const auto* array = readArray(value, in);
    if (array == nullptr) {
        return;
    }
    if (array->size() != Size) {
        in.refuse("must have " + std::to_string(Size) + " elements", std::to_string(array->size()));
        return;
    }
    for (std::size_t i = 0; i < Size && in.ok(); ++i) {
        in.enter(i);
        read((*array)[i], into[i], in);
        in.leave();
    }
}
template <typename A, typename B>
[[nodiscard]] boost::json::value writeOne(const std::pair<A, B>& pair, Writing& out) {
    return boost::json::array{write(pair.first, out), write(pair.second, out)};
}
template <typename A, typename B>
void readOne(const boost::json::value& value, std::pair<A, B>& into, Reading& in) {
    const auto* array = readArray(value, in);
    if (array == nullptr) {
        return;
    }
    if (array->size() != 2) {
        in.refuse("must have 2 elements", std::to_string(array->size()));
        return;
    }
    in.enter(std::size_t{0});
    read((*array)[0], into.first, in);
    in.leave();
    in.enter(std::size_t{1});
    read((*array)[1], into.second, in);
    in.leave();
}
template <typename T>
[[nodiscard]] boost::json::value writeOne(const std::map<std::string, T>& map, Writing& out) {
    boost::json::object object;
    for (const auto& [name, value] : map) {
        object[writeText(name, out).get_string()] = write(value, out);
    }
    return object;
}
template <typename T>
void readOne(const boost::json::value& value, std::map<std::string, T>& into, Reading& in) {
    into.clear();
    const auto* object = readObject(value, in);
    if (object == nullptr) {
        return;
    }
    for (const auto& member : *object) {
        in.enter(member.key());
        read(member.value(), into[std::string(member.key())], in);
        in.leave();
    }
}
/// Keys that are no texts: a list of pairs.
template <typename Key, typename T>
[[nodiscard]] boost::json::value writeOne(const std::map<Key, T>& map, Writing& out) {
    boost::json::array pairs;
    for (const auto& pair : map) {
        pairs.push_back(writeOne(pair, out));
    }
    return pairs;
}
template <typename Key, typename T>
void readOne(const boost::json::value& value, std::map<Key, T>& into, Reading& in) {
    std::vector<std::pair<Key, T>> pairs;
    readOne(value, pairs, in);
    into = {std::make_move_iterator(pairs.begin()), std::make_move_iterator(pairs.end())};
}
template <typename T>
[[nodiscard]] boost::json::value writeOne(const Result<T>& result, Writing& out) {
    if (!result) {
        return writeProblem(result.error(), out);
    }
    if constexpr (std::is_void_v<T>) {
        return writeValue(nullptr);
    } else {
        return writeValue(write(*result, out));
    }
}
/// After a fault any problem.
template <typename T>
[[nodiscard]] Result<T> readResult(const boost::json::object& result, Reading& in) {
    Error problem;
    const auto* found = readValue(result, problem, in);
    if (found == nullptr) {
        return fail(std::move(problem));
    }
    in.enter("value");
    if constexpr (std::is_void_v<T>) {
        readNull(*found, in);
        in.leave();
        return {};
    } else {
        T taken{};
        read(*found, taken, in);
        in.leave();
        return taken;
    }
}
template <typename T>
void readOne(const boost::json::value& value, Result<T>& into, Reading& in) {
    if (const auto* object = readObject(value, in)) {
        into = readResult<T>(*object, in);
    }
}

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
        readNull(value, in);
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

/// The whole of a value. InvalidArgument names the path.
template <typename T>
[[nodiscard]] Result<T> valueOf(const boost::json::value& value) {
    Reading in;
    T into{};
    read(value, into, in);
    return in.ok() ? Result<T>(std::move(into)) : fail(in.fault());
}

}  // namespace evenhand::wire
