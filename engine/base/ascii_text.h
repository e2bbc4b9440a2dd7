// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of protocols and files: only ASCII letters and blanks are treated, other bytes stay. Thread: pure, any.
#pragma once

#include <string>
#include <string_view>

namespace evenhand::base {

/// Without spaces and tabs at either end.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    return text;
}

[[nodiscard]] constexpr char lowered(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] inline std::string lowered(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = lowered(c);
    }
    return result;
}

}  // namespace evenhand::base
