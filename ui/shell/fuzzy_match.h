// SPDX-License-Identifier: GPL-3.0-or-later
// How well a few typed letters fit a name: "mkp" fits "Mark as Paid".
// Algorithm: greedy subsequence from every start, scored by runs and word starts; case-insensitive. Names are short.
#pragma once

#include <QString>
#include <optional>

namespace evenhand::ui {

/// Higher is better; nullopt: does not fit. Blanks in `typed` are ignored; an empty `typed` fits everything with 0.
[[nodiscard]] std::optional<int> fuzzyMatch(const QString& typed, const QString& name);

}  // namespace evenhand::ui
