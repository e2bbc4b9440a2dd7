// SPDX-License-Identifier: GPL-3.0-or-later
// Typed reading of a JSON object: required and optional members, ranges, unknown members refused. The first fault is
// kept and names its path ("lines[2].quantity") and value; after it every function answers an empty value, so that a
// request is read without a branch per member and asked once:
//
//     JsonReader in(call.body);
//     order.user = UserId(in.id("user_id"));
//     in.list("lines", 1, 10'000, [&](JsonReader& line) { … });
//     EVENHAND_TRY(in.finish());
//
// Thread: one at a time; the JSON value must live as long.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/money.h"
#include "engine/base/result.h"

namespace evenhand::json {

class JsonReader {
public:
    /// A fault if `value` is no object.
    explicit JsonReader(const boost::json::value& value);

    /// 1 … 64 characters, no control characters (base::validateId).
    [[nodiscard]] std::string id(std::string_view name);
    /// Empty if absent or null.
    [[nodiscard]] std::string optionalId(std::string_view name);
    /// `least` … `most` characters; line breaks and tabs allowed, other control characters not.
    [[nodiscard]] std::string text(std::string_view name, std::size_t least, std::size_t most);
    /// Empty if absent or null.
    [[nodiscard]] std::string optionalText(std::string_view name, std::size_t most);
    /// A JSON integer within [least, most]; 1.0 and 1e3 are none.
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t least, std::int64_t most);
    [[nodiscard]] std::optional<std::int64_t> optionalInteger(std::string_view name, std::int64_t least,
                                                              std::int64_t most);
    /// The version of a row that the client has seen, at least 1; 0 if absent or null: whatever it is now.
    [[nodiscard]] std::int64_t optionalVersion(std::string_view name = "version");
    /// Minor units, 0 … kMaxMoneyMinor; members are named "…_minor".
    [[nodiscard]] Money money(std::string_view name);
    [[nodiscard]] bool flag(std::string_view name);
    [[nodiscard]] bool optionalFlag(std::string_view name, bool otherwise);
    /// Epoch milliseconds, 0 … year 9999.
    [[nodiscard]] Instant instant(std::string_view name);
    /// One of the texts that `from` knows ("picked_up").
    template <typename E>
    [[nodiscard]] E oneOf(std::string_view name, std::optional<E> (*from)(std::string_view) noexcept) {
        const std::string chosen = text(name, 1, kMaxChoice);
        if (!ok()) {
            return E{};
        }
        const auto value = from(chosen);
        if (!value) {
            refuse(name, "is not a known value", chosen);
        }
        return value.value_or(E{});
    }

    /// An object within.
    void object(std::string_view name, const std::function<void(JsonReader&)>& read);
    /// False if absent or null.
    bool optionalObject(std::string_view name, const std::function<void(JsonReader&)>& read);
    /// A list of `least` … `most` objects.
    void list(std::string_view name, std::size_t least, std::size_t most, const std::function<void(JsonReader&)>& read);
    /// A list of at most `most` texts of 1 to `mostCharacters` characters.
    [[nodiscard]] std::vector<std::string> texts(std::string_view name, std::size_t most, std::size_t mostCharacters);
    /// A list of at most `count` JSON integers within [least, most].
    [[nodiscard]] std::vector<std::int64_t> integers(std::string_view name, std::size_t count, std::int64_t least,
                                                     std::int64_t most);
    [[nodiscard]] bool has(std::string_view name) const;

    /// A fault that only the caller can see; the message follows the member's path.
    void refuse(std::string_view name, const std::string& message, std::string value = {});
    [[nodiscard]] bool ok() const noexcept { return !m_fault->has_value(); }
    /// The first fault, else InvalidArgument for a member that nobody asked for.
    [[nodiscard]] Result<void> finish();

private:
    static constexpr std::size_t kMaxChoice = 64;
    using Fault = std::optional<Error>;
    JsonReader(const boost::json::value& value, std::string path, std::shared_ptr<Fault> fault);
    void take(const boost::json::value& value);
    [[nodiscard]] std::string pathOf(std::string_view name) const;
    [[nodiscard]] const boost::json::value* find(std::string_view name, bool required);
    /// nullptr after a fault.
    [[nodiscard]] const boost::json::array* arrayOf(std::string_view name, std::size_t least, std::size_t most);
    void refuseAt(std::string path, const std::string& message, std::string value);
    [[nodiscard]] std::string textOf(std::string_view name, const boost::json::value& value, std::size_t least,
                                     std::size_t most);
    [[nodiscard]] std::int64_t integerOf(std::string_view name, const boost::json::value& value, std::int64_t least,
                                         std::int64_t most);

    const boost::json::object* m_object = nullptr;
    std::string m_path;  ///< with what separates it from a member: "lines[2]."
    std::shared_ptr<Fault> m_fault;
    std::vector<std::string_view> m_asked;
};

}  // namespace evenhand::json

namespace evenhand {
using json::JsonReader;
}  // namespace evenhand
