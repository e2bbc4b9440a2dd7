// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/json/json_text.h"

#include <boost/json/parser.hpp>

namespace evenhand::ingest {
namespace {

namespace json = boost::json;

/// Members that the value kept: of a name that came twice only one.
std::size_t membersOf(const json::value& value) {
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

}  // namespace

Result<json::value> parseJson(std::string_view text) {
    json::parse_options options;
    options.max_depth = kMaxJsonDepth;
    json::parser parser({}, options);
    boost::system::error_code error;
    const std::size_t read = parser.write(text.data(), text.size(), error);
    if (error) {
        return fail(ErrorCode::InvalidArgument,
                    error == json::error::too_deep ? "JSON is nested too deeply" : "not JSON: " + error.message(),
                    "body", "byte " + std::to_string(read));
    }
    auto value = parser.release();
    if (membersOf(value) != colonsOf(text)) {
        return fail(ErrorCode::InvalidArgument, "a member occurs twice in one object", "body");
    }
    return value;
}

}  // namespace evenhand::ingest
