// SPDX-License-Identifier: GPL-3.0-or-later
// An integer as text without an allocation: arguments of scripts. Value type, any thread.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace evenhand::base {

class NumberText {
public:
    explicit NumberText(std::int64_t value) {
        m_size = static_cast<std::size_t>(std::to_chars(m_text.data(), m_text.data() + m_text.size(), value).ptr -
                                          m_text.data());
    }
    operator std::string_view() const noexcept { return {m_text.data(), m_size}; }  // NOLINT: a view of itself

private:
    std::array<char, 24> m_text{};
    std::size_t m_size = 0;
};

/// The whole text as a decimal number, or nullopt.
[[nodiscard]] inline std::optional<std::int64_t> numberFrom(std::string_view text) noexcept {
    std::int64_t value = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

}  // namespace evenhand::base
