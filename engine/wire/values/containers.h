// SPDX-License-Identifier: GPL-3.0-or-later
// The conversion of ids, optional values, lists, pairs, maps and results. Included by value.h, which has write() and
// read() of what is in them.
// Thread: pure, any thread.
#pragma once

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/wire/values/reading.h"

namespace evenhand::wire {

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

}  // namespace evenhand::wire
