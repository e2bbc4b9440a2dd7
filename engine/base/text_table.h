// SPDX-License-Identifier: GPL-3.0-or-later
// Enumerations and their texts: the one table from which both ways are read.
// Thread: pure, any thread.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace evenhand::base {

/// In order of declaration, so that a value indexes its own row: assert inOrder() beside each table.
template <typename E, std::size_t N>
using TextTable = std::array<std::pair<E, std::string_view>, N>;

template <typename E, std::size_t N>
[[nodiscard]] constexpr bool inOrder(const TextTable<E, N>& table) {
    for (std::size_t i = 0; i < N; ++i) {
        if (static_cast<std::size_t>(table[i].first) != i || table[i].second.empty()) {
            return false;
        }
    }
    return true;
}
template <typename E, std::size_t N>
[[nodiscard]] constexpr std::array<E, N> valuesOf(const TextTable<E, N>& table) {
    std::array<E, N> values{};
    for (std::size_t i = 0; i < N; ++i) {
        values[i] = table[i].first;
    }
    return values;
}
template <typename E, std::size_t N>
[[nodiscard]] constexpr std::string_view textOf(const TextTable<E, N>& table, E value) noexcept {
    const auto index = static_cast<std::size_t>(value);
    return index < N ? table[index].second : std::string_view();
}
template <typename E, std::size_t N>
[[nodiscard]] constexpr std::optional<E> valueOf(const TextTable<E, N>& table, std::string_view text) noexcept {
    for (const auto& [value, name] : table) {
        if (name == text) {
            return value;
        }
    }
    return std::nullopt;
}

}  // namespace evenhand::base
