// SPDX-License-Identifier: GPL-3.0-or-later
// Stable codes as words, where people read them. Thread: any.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace evenhand::base {

/// "auto_confirm" → "auto confirm", "WAIT_PAY" → "wait pay". Codes are ASCII.
[[nodiscard]] inline std::string codeWords(std::string_view code) {
    std::string words(code);
    std::transform(words.begin(), words.end(), words.begin(), [](char c) {
        return c == '_' ? ' ' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return words;
}

}  // namespace evenhand::base
