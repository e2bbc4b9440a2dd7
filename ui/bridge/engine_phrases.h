// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's own sentences, names of things and fields, as the translations know them: %1, %2 stand for what differs.
// A refusal that is added to the engine gets its line here and its Chinese beside it (tests/ui/test_engine_words.cpp
// compares the lists with the engine's sources). Thread: any, constants.
#pragma once

#include <span>

namespace evenhand::ui::enginePhrases {

/// Why something was refused, what a check of `verify` or of a rehearsal looks at, and why there is no key.
[[nodiscard]] std::span<const char* const> sentences() noexcept;
/// What a refusal or an entry of the audit log is about, and the states that sentences name.
[[nodiscard]] std::span<const char* const> subjects() noexcept;
/// Fields, as errors name them, with blanks between the words.
[[nodiscard]] std::span<const char* const> fields() noexcept;

}  // namespace evenhand::ui::enginePhrases
