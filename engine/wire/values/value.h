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
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/mp11/algorithm.hpp>
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

/// The outcome of writing.
struct Writing {
    /// A text was not valid UTF-8, which JSON needs: the bad bytes were replaced by U+FFFD.
    bool altered = false;
};

/// The place that is being read, and the first fault. After a fault all values read as empty.
class Reading {
public:
    [[nodiscard]] bool ok() const noexcept { return !m_fault; }
    /// InvalidArgument with the path as its field, "" for the whole value. Only after a fault.
    [[nodiscard]] const Error& fault() const noexcept { return *m_fault; }
    /// Notes a fault: "must be …", and the value that was there instead.
    void refuse(std::string message, std::string value);
    void refuse(std::string message, const boost::json::value& found);

    // For whoever reads a struct or a list: the next value is this member, or this element.
    void enter(std::string_view member);
    void enter(std::size_t element);
    void leave();

private:
    std::vector<std::variant<std::string_view, std::size_t>> m_path;
    std::optional<Error> m_fault;
};

// --- kinds of types
// ---------------------------------------------------------------------------------------------------

template <typename T>
concept DescribedStruct = std::is_class_v<T> && boost::describe::has_describe_members<T>::value;
template <typename T>
concept DescribedEnum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;

template <typename T, template <typename...> class Template>
inline constexpr bool kIsA = false;
template <template <typename...> class Template, typename... A>
inline constexpr bool kIsA<Template<A...>, Template> = true;
template <typename T>
inline constexpr bool kIsArray = false;
template <typename T, std::size_t Size>
inline constexpr bool kIsArray<std::array<T, Size>> = true;

// --- texts and numbers
// ------------------------------------------------------------------------------------------------

[[nodiscard]] boost::json::value writeText(std::string_view text, Writing& out);
[[nodiscard]] std::string readText(const boost::json::value& value, Reading& in);
/// Must be within [least, most]; 1.0 is no integer.
[[nodiscard]] std::int64_t readInteger(const boost::json::value& value, std::int64_t least, std::int64_t most,
                                       Reading& in);
[[nodiscard]] std::uint64_t readUnsigned(const boost::json::value& value, std::uint64_t most, Reading& in);
/// Not a number and infinity are written as null, since JSON has neither.
[[nodiscard]] boost::json::value writeReal(double number);
[[nodiscard]] double readReal(const boost::json::value& value, Reading& in);
/// nullptr after a fault.
[[nodiscard]] const boost::json::array* readArray(const boost::json::value& value, Reading& in);
[[nodiscard]] const boost::json::object* readObject(const boost::json::value& value, Reading& in);
/// nullptr if it is missing, which is a fault.
[[nodiscard]] const boost::json::value* readMember(const boost::json::object& object, std::string_view name,
                                                   Reading& in);
/// A fault if the object has members besides `names`, all of which were found.
void refuseOthers(const boost::json::object& object, const std::string_view* names, std::size_t count, Reading& in);

// --- structs and enums: compiled once for each, in engine/wire/values
// -------------------------------------------------

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
        array.push_back(write(static_cast<typename T::value_type>(element), out));
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
/// A map whose keys are not texts is a list of pairs.
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
    boost::json::object object;
    if (!result) {
        object["problem"] = write(result.error(), out);
    } else if constexpr (std::is_void_v<T>) {
        object["value"] = nullptr;
    } else {
        object["value"] = write(*result, out);
    }
    return object;
}
template <typename T>
void readOne(const boost::json::value& value, Result<T>& into, Reading& in) {
    const auto* object = readObject(value, in);
    if (object == nullptr) {
        return;
    }
    const auto* problem = object->if_contains("problem");
    const std::string_view name = problem != nullptr ? "problem" : "value";
    const auto* found = readMember(*object, name, in);
    refuseOthers(*object, &name, 1, in);
    if (found == nullptr || !in.ok()) {
        return;
    }
    in.enter(name);
    if (problem != nullptr) {
        Error error;
        read(*found, error, in);
        into = tl::unexpected(std::move(error));
    } else if constexpr (std::is_void_v<T>) {
        into = {};
        if (!found->is_null()) {
            in.refuse("must be null", *found);
        }
    } else {
        T taken{};
        read(*found, taken, in);
        into = std::move(taken);
    }
    in.leave();
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
