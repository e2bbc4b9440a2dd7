// SPDX-License-Identifier: GPL-3.0-or-later
// Texts, numbers, lists and objects of JSON, and how reading them says what is wrong and where.
// Thread: pure, any thread; a Reading or Writing is confined to its caller.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/result.h"

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

}  // namespace evenhand::wire
