// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/value.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cmath>

#include "engine/wire/values/errors.h"
#include "engine/wire/values/struct_codec.h"

namespace evenhand::wire {
namespace {

constexpr std::size_t kMaxShown = 100;  ///< bytes of a value that an error message shows

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Number of bytes of the first character of `text`; 0 if it does not begin with valid UTF-8.
std::size_t firstCharacter(std::string_view text) {
    constexpr std::size_t kMaxBytes = 4;
    for (std::size_t size = 1; size <= std::min(kMaxBytes, text.size()); ++size) {
        if (base::utf8Length(text.substr(0, size)) == 1) {
            return size;
        }
    }
    return 0;
}

std::string replaced(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto size = firstCharacter(text);
        out += size > 0 ? text.substr(0, size) : kReplacement;
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return out;
}

/// Shortens a text for an error message, never in the middle of a character.
std::string shown(std::string text) {
    if (text.size() > kMaxShown) {
        text.resize(kMaxShown);
        while (base::utf8Length(text) < 0) {
            text.pop_back();
        }
        text += "…";
    }
    return text;
}

}  // namespace

void Reading::refuse(std::string message, std::string value) {
    if (m_fault) {
        return;
    }
    std::string path;
    for (const auto& step : m_path) {
        if (const auto* member = std::get_if<std::string_view>(&step)) {
            path += path.empty() ? "" : ".";
            path += *member;
        } else {
            path += '[' + std::to_string(std::get<std::size_t>(step)) + ']';
        }
    }
    m_fault = Error{ErrorCode::InvalidArgument, std::move(message), shown(std::move(path)), shown(std::move(value))};
}

void Reading::refuse(std::string message, const boost::json::value& found) {
    refuse(std::move(message), found.is_object()   ? std::string("an object")
                               : found.is_array()  ? std::string("an array")
                               : found.is_string() ? std::string(found.get_string())
                                                   : boost::json::serialize(found));
}

void Reading::enter(std::string_view member) { m_path.emplace_back(member); }
void Reading::enter(std::size_t element) { m_path.emplace_back(element); }
void Reading::leave() { m_path.pop_back(); }

boost::json::value writeText(std::string_view text, Writing& out) {
    if (base::utf8Length(text) >= 0) {
        return boost::json::value(text);
    }
    out.altered = true;
    return boost::json::value(replaced(text));
}

std::string readText(const boost::json::value& value, Reading& in) {
    if (const auto* text = value.if_string()) {
        return std::string(*text);
    }
    in.refuse("must be text", value);
    return {};
}

std::int64_t readInteger(const boost::json::value& value, std::int64_t least, std::int64_t most, Reading& in) {
    std::optional<std::int64_t> found;
    if (const auto* number = value.if_int64()) {
        found = *number;
    } else if (const auto* large = value.if_uint64(); large != nullptr && std::in_range<std::int64_t>(*large)) {
        found = static_cast<std::int64_t>(*large);
    }
    if (!found || *found < least || *found > most) {
        in.refuse("must be a whole number from " + std::to_string(least) + " to " + std::to_string(most), value);
        return 0;
    }
    return *found;
}

std::uint64_t readUnsigned(const boost::json::value& value, std::uint64_t most, Reading& in) {
    std::optional<std::uint64_t> found;
    if (const auto* large = value.if_uint64()) {
        found = *large;
    } else if (const auto* number = value.if_int64(); number != nullptr && *number >= 0) {
        found = static_cast<std::uint64_t>(*number);
    }
    if (!found || *found > most) {
        in.refuse("must be a whole number from 0 to " + std::to_string(most), value);
        return 0;
    }
    return *found;
}

boost::json::value writeReal(double number) {
    return std::isfinite(number) ? boost::json::value(number) : boost::json::value(nullptr);
}

double readReal(const boost::json::value& value, Reading& in) {
    if (value.is_null()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (const auto* number = value.if_double()) {
        return *number;
    }
    if (const auto* number = value.if_int64()) {
        return static_cast<double>(*number);
    }
    if (const auto* number = value.if_uint64()) {
        return static_cast<double>(*number);
    }
    in.refuse("must be a number", value);
    return 0;
}

const boost::json::array* readArray(const boost::json::value& value, Reading& in) {
    const auto* array = value.if_array();
    if (array == nullptr) {
        in.refuse("must be a list", value);
    }
    return array;
}

const boost::json::object* readObject(const boost::json::value& value, Reading& in) {
    const auto* object = value.if_object();
    if (object == nullptr) {
        in.refuse("must be an object", value);
    }
    return object;
}

boost::json::object writeProblem(const Error& error, Writing& out) { return {{"problem", write(error, out)}}; }

boost::json::object writeValue(boost::json::value value) { return {{"value", std::move(value)}}; }

const boost::json::value* readValue(const boost::json::object& result, Error& problem, Reading& in) {
    const auto* refusal = result.if_contains("problem");
    const std::string_view name = refusal != nullptr ? "problem" : "value";
    const auto* found = readMember(result, name, in);
    refuseOthers(result, &name, 1, in);
    if (found == nullptr || !in.ok()) {
        return nullptr;
    }
    if (refusal == nullptr) {
        return found;
    }
    in.enter(name);
    read(*found, problem, in);
    in.leave();
    return nullptr;
}

void readNull(const boost::json::value& value, Reading& in) {
    if (!value.is_null()) {
        in.refuse("must be null", value);
    }
}

const boost::json::value* readMember(const boost::json::object& object, std::string_view name, Reading& in) {
    const auto* member = object.if_contains(name);
    if (member == nullptr) {
        in.enter(name);
        in.refuse("is missing", std::string());
        in.leave();
    }
    return member;
}

const boost::json::value* enterMember(const boost::json::object& object, std::string_view name, Reading& in) {
    const auto* member = in.ok() ? readMember(object, name, in) : nullptr;
    if (member != nullptr) {
        in.enter(name);
    }
    return member;
}

void putMember(boost::json::object& object, std::string_view name, boost::json::value value) {
    object.emplace(name, std::move(value));
}

void refuseOthers(const boost::json::object& object, const std::string_view* names, std::size_t count, Reading& in) {
    if (object.size() == count || !in.ok()) {
        return;
    }
    for (const auto& member : object) {
        if (std::find(names, names + count, std::string_view(member.key())) == names + count) {
            in.enter(member.key());
            in.refuse("is not known", std::string());
            in.leave();
            return;
        }
    }
}

}  // namespace evenhand::wire
