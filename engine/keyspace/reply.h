// SPDX-License-Identifier: GPL-3.0-or-later
// What a keyspace command or script answers: the RESP2 reply types. Value type, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace evenhand::keyspace {

struct Reply {
    enum class Type : std::uint8_t { Nil, Integer, Bulk, Status, Error, Array, NilArray };

    Type type = Type::Nil;
    std::int64_t integer = 0;
    std::string text;             ///< Bulk, Status ("OK"), Error ("ERR …", "WRONGTYPE …")
    std::vector<Reply> elements;  ///< Array

    static Reply nil() { return {}; }
    static Reply nilArray() { return {Type::NilArray, 0, {}, {}}; }
    static Reply number(std::int64_t value) { return {Type::Integer, value, {}, {}}; }
    static Reply bulk(std::string value) { return {Type::Bulk, 0, std::move(value), {}}; }
    static Reply status(std::string value) { return {Type::Status, 0, std::move(value), {}}; }
    static Reply ok() { return status("OK"); }
    static Reply error(std::string value) { return {Type::Error, 0, std::move(value), {}}; }
    static Reply array(std::vector<Reply> values = {}) { return {Type::Array, 0, {}, std::move(values)}; }

    [[nodiscard]] bool isError() const noexcept { return type == Type::Error; }
    [[nodiscard]] bool isNil() const noexcept { return type == Type::Nil || type == Type::NilArray; }
    bool operator==(const Reply&) const = default;
};

}  // namespace evenhand::keyspace
