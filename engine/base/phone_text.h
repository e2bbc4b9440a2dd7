// SPDX-License-Identifier: GPL-3.0-or-later
// Telephone numbers as people write and type them: in groups of their own choice, with spaces, hyphens or nothing
// between. Thread: any; pure functions.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace evenhand::base {

/// Without what stands between the groups of a number: spaces, hyphens, dots, slashes, brackets.
[[nodiscard]] inline std::string withoutGroups(std::string_view number) {
    constexpr std::string_view kBetween = " -./()";
    std::string bare;
    bare.reserve(number.size());
    std::copy_if(number.begin(), number.end(), std::back_inserter(bare),
                 [kBetween](char c) { return kBetween.find(c) == std::string_view::npos; });
    return bare;
}

/// Nothing but digits, at least one, in groups or not, maybe with a plus sign.
[[nodiscard]] inline bool isPhoneLike(std::string_view text) {
    const std::string bare = withoutGroups(text);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return std::any_of(bare.begin(), bare.end(), isDigit) &&
           std::all_of(bare.begin(), bare.end(), [isDigit](char c) { return isDigit(c) || c == '+'; });
}

/// Whether `typed` looks like a number and is a part of `phone`, however the two are grouped.
[[nodiscard]] inline bool phoneContains(std::string_view phone, std::string_view typed) {
    return isPhoneLike(typed) && withoutGroups(phone).find(withoutGroups(typed)) != std::string::npos;
}

}  // namespace evenhand::base
