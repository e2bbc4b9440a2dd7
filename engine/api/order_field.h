// SPDX-License-Identifier: GPL-3.0-or-later
// A plain fact of an order: its names in JSON and in files, its kind of value, how it is read from a row, and what the
// schema says about it. The table of all of them is kOrderFields (order_types.h).
// Thread: value types, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "engine/api/status.h"
#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

struct OrderRow;

/// What a row says: nothing, text (an id, a word as it is stored), or a number (money in minor units, an instant in
/// milliseconds). Text belongs to the row: it is valid as long as the row is.
using OrderValue = std::variant<std::monostate, std::string_view, std::int64_t>;

/// How a value is written and described. Status: a word of the order's status; Code: another word, one of a list.
enum class OrderFieldKind : std::uint8_t { Id, Text, Status, Code, Money, Instant, Number };

[[nodiscard]] inline OrderValue orderValue(const std::string& text) {
    return text.empty() ? OrderValue() : OrderValue(std::string_view(text));
}
template <typename Tag>
[[nodiscard]] OrderValue orderValue(const base::TextId<Tag>& id) {
    return orderValue(id.str());
}
[[nodiscard]] inline OrderValue orderValue(Money amount) { return amount.minor; }
[[nodiscard]] inline OrderValue orderValue(Instant at) { return at.ms; }
[[nodiscard]] inline OrderValue orderValue(std::int64_t number) { return number; }
template <typename Code>
requires std::is_enum_v<Code>
[[nodiscard]] OrderValue orderValue(Code code) { return toText(code); }
template <typename Value>
[[nodiscard]] OrderValue orderValue(const std::optional<Value>& value) {
    return value ? orderValue(*value) : OrderValue();
}

template <typename Value>
struct OrderFieldKindOf {
    static_assert(std::is_enum_v<Value>, "a value of this type needs a kind and an orderValue()");
    static constexpr auto kKind = std::is_same_v<Value, OrderStatus> ? OrderFieldKind::Status : OrderFieldKind::Code;
};
template <>
struct OrderFieldKindOf<std::string> {
    static constexpr auto kKind = OrderFieldKind::Text;
};
template <typename Tag>
struct OrderFieldKindOf<base::TextId<Tag>> {
    static constexpr auto kKind = OrderFieldKind::Id;
};
template <>
struct OrderFieldKindOf<Money> {
    static constexpr auto kKind = OrderFieldKind::Money;
};
template <>
struct OrderFieldKindOf<Instant> {
    static constexpr auto kKind = OrderFieldKind::Instant;
};
template <>
struct OrderFieldKindOf<std::int64_t> {
    static constexpr auto kKind = OrderFieldKind::Number;
};
template <typename Value>
struct OrderFieldKindOf<std::optional<Value>> : OrderFieldKindOf<Value> {};

/// Begins with its names and its value, and is told what it is besides.
struct OrderField {
    std::string_view name;  ///< in JSON; never renamed
    std::string_view csv;   ///< in the header of a file, never renamed; empty: it is in no file
    OrderFieldKind kind;
    OrderValue (*value)(const OrderRow& row);
    bool isRequired = false;                       ///< every order has it
    bool isForPeople = false;                      ///< the console shows it
    std::string_view description = {};             ///< in the schema; empty: the name says it
    std::span<const std::string_view> words = {};  ///< of a Code: all that it can be

    template <typename Value>
    [[nodiscard]] constexpr OrderField with(Value OrderField::*member, Value is) const {
        auto changed = *this;
        changed.*member = is;
        return changed;
    }
    [[nodiscard]] constexpr OrderField required() const { return with(&OrderField::isRequired, true); }
    [[nodiscard]] constexpr OrderField forPeople() const { return with(&OrderField::isForPeople, true); }
    [[nodiscard]] constexpr OrderField described(std::string_view text) const {
        return with(&OrderField::description, text);
    }
    [[nodiscard]] constexpr OrderField oneOf(std::span<const std::string_view> all) const {
        return with(&OrderField::words, all);
    }
    /// In place of what the member says.
    [[nodiscard]] constexpr OrderField readBy(OrderValue (*read)(const OrderRow&)) const {
        return with(&OrderField::value, read);
    }
};

template <typename Value>
constexpr OrderFieldKind kindOf(Value OrderRow::* /*member*/) {
    return OrderFieldKindOf<Value>::kKind;
}

/// The fact that this member of a row is. `csv` empty: it is in no file.
template <auto Member>
constexpr OrderField orderField(std::string_view name, std::string_view csv) {
    return {name, csv, kindOf(Member), [](const OrderRow& row) { return orderValue(row.*Member); }};
}

}  // namespace evenhand::api
