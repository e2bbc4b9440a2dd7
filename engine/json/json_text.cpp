// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/json/json_text.h"

#include <boost/json/parse.hpp>
#include <boost/json/parser.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

namespace evenhand::json {
namespace {

/// Members that the value kept: of a name that came twice only one.
std::size_t membersOf(const boost::json::value& value) {
    std::size_t count = 0;
    if (const auto* object = value.if_object()) {
        count = object->size();
        for (const auto& member : *object) {
            count += membersOf(member.value());
        }
    } else if (const auto* array = value.if_array()) {
        for (const auto& element : *array) {
            count += membersOf(element);
        }
    }
    return count;
}

/// Members that the text has: colons outside strings. For text that parsed.
std::size_t colonsOf(std::string_view text) {
    std::size_t count = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString && c == '\\') {
            ++i;
        } else if (c == '"') {
            inString = !inString;
        } else if (c == ':' && !inString) {
            ++count;
        }
    }
    return count;
}

constexpr std::size_t kMaxJsonDepth = 16;  // from clients
constexpr std::size_t kMaxAnswerDepth = 1'024;

/// The code unit of the escape "\uXXXX" that begins at `at`.
std::optional<unsigned> codeUnitAt(std::string_view text, std::size_t at) {
    constexpr std::size_t kDigits = 4;
    if (at > text.size() || text.size() - at < kDigits + 2 || text[at] != '\\' || text[at + 1] != 'u') {
        return std::nullopt;
    }
    unsigned unit = 0;
    const char* const end = text.data() + at + 2 + kDigits;
    const auto [read, error] = std::from_chars(text.data() + at + 2, end, unit, 16);
    return error == std::errc() && read == end ? std::optional(unit) : std::nullopt;
}
bool leads(unsigned unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool trails(unsigned unit) { return unit >= 0xdc00 && unit < 0xe000; }

/// With strings as RFC 8259 has them: see parseAnswer().
std::string mended(std::string_view text) {
    constexpr std::size_t kEscapeBytes = 6;
    constexpr std::string_view kEscaped = "\"\\/bfnrtu";
    const auto spaced = [](char c) { return static_cast<unsigned char>(c) < 0x20 ? ' ' : c; };
    std::string out;
    out.reserve(text.size());
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (!inString || c != '\\' || i + 1 == text.size()) {
            inString = inString != (c == '"');
            out += inString ? spaced(c) : c;
        } else if (const auto unit = codeUnitAt(text, i)) {
            const auto next = codeUnitAt(text, i + kEscapeBytes);
            const bool pair = leads(*unit) && next && trails(*next);
            const std::size_t bytes = pair ? 2 * kEscapeBytes : kEscapeBytes;
            const bool half = !pair && (leads(*unit) || trails(*unit));
            out += half ? std::string_view("\\ufffd") : text.substr(i, bytes);
            i += bytes - 1;
        } else {
            const char escaped = text[++i];
            if (kEscaped.find(escaped) != std::string_view::npos) {
                out += c;
            }
            out += spaced(escaped);
        }
    }
    return out;
}

}  // namespace

Result<boost::json::value> parseJson(std::string_view text) {
    boost::json::parse_options options;
    options.max_depth = kMaxJsonDepth;
    boost::json::parser parser({}, options);
    boost::system::error_code error;
    const std::size_t read = parser.write(text.data(), text.size(), error);
    if (error) {
        return fail(
            ErrorCode::InvalidArgument,
            error == boost::json::error::too_deep ? "JSON is nested too deeply" : "not JSON: " + error.message(),
            "body", "byte " + std::to_string(read));
    }
    auto value = parser.release();
    if (membersOf(value) != colonsOf(text)) {
        return fail(ErrorCode::InvalidArgument, "a member occurs twice in one object", "body");
    }
    return value;
}

boost::json::object parseAnswer(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    boost::json::parse_options options;
    options.max_depth = kMaxAnswerDepth;
    boost::system::error_code error;
    auto value = boost::json::parse(mended(text), error, {}, options);
    auto* object = error ? nullptr : value.if_object();
    return object != nullptr ? std::move(*object) : boost::json::object();
}

std::string writeJson(const boost::json::object& object) { return boost::json::serialize(object); }

}  // namespace evenhand::json
