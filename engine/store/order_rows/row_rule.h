// SPDX-License-Identifier: GPL-3.0-or-later
// What a rule says about one column of a row: what must be so for a change to happen, and what the change makes of it.
// What each rule means stands here and nowhere else, in SQL and for a row that is held in memory: a change names its
// rules once, and both databases decide alike. Internal to engine/store. Thread: pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evenhand::store {

/// Conditions first.
enum class RowRule : std::uint8_t { Is, IsNot, IsNone, IsAtLeast, Set, Add, Subtract, KeepBits, AddBits };

[[nodiscard]] constexpr bool isCondition(RowRule rule) noexcept { return rule <= RowRule::IsAtLeast; }
/// Whether its SQL has a parameter.
[[nodiscard]] constexpr bool takesValue(RowRule rule) noexcept { return rule != RowRule::IsNone; }

/// "stock >= ?", "stock = stock - ?".
[[nodiscard]] inline std::string sqlOf(RowRule rule, std::string_view column) {
    const std::string name(column);
    switch (rule) {
        case RowRule::Is:
        case RowRule::Set: return name + " = ?";
        case RowRule::IsNot: return name + " <> ?";
        case RowRule::IsNone: return name + " IS NULL";
        case RowRule::IsAtLeast: return name + " >= ?";
        case RowRule::Add: return name + " = " + name + " + ?";
        case RowRule::Subtract: return name + " = " + name + " - ?";
        case RowRule::KeepBits: return name + " = " + name + " & ?";
        case RowRule::AddBits: return name + " = " + name + " | ?";
    }
    return {};
}

/// Whether a condition holds of what stands there now. nullopt is NULL, with which no comparison is true.
template <typename Value>
[[nodiscard]] bool holds(RowRule rule, const std::optional<Value>& now, const std::optional<Value>& value) {
    const bool both = now.has_value() && value.has_value();
    switch (rule) {
        case RowRule::Is: return both && *now == *value;
        case RowRule::IsNot: return both && *now != *value;
        case RowRule::IsNone: return !now.has_value();
        case RowRule::IsAtLeast: return both && *now >= *value;
        case RowRule::Set:
        case RowRule::Add:
        case RowRule::Subtract:
        case RowRule::KeepBits:
        case RowRule::AddBits: break;
    }
    return false;
}

/// What a change makes of a number that stands there now.
[[nodiscard]] inline std::int64_t changed(RowRule rule, std::int64_t now, std::int64_t value) {
    switch (rule) {
        case RowRule::Set: return value;
        case RowRule::Add: return now + value;
        case RowRule::Subtract: return now - value;
        case RowRule::KeepBits: return now & value;
        case RowRule::AddBits: return now | value;
        case RowRule::Is:
        case RowRule::IsNot:
        case RowRule::IsNone:
        case RowRule::IsAtLeast: break;
    }
    return now;
}

}  // namespace evenhand::store
