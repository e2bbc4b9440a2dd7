// SPDX-License-Identifier: GPL-3.0-or-later
// A number of units that somebody typed. Pure, any thread.
#pragma once

#include <QString>
#include <algorithm>
#include <optional>

namespace evenhand::ui {

/// "1,200" and "1200" are 1200; commas may group thousands. nullopt: it is no whole number of 0 or more.
[[nodiscard]] inline std::optional<std::int64_t> readUnits(const QString& typed) {
    QString digits = typed.trimmed();
    digits.remove(QLatin1Char(','));
    const bool plain = !digits.isEmpty() && digits.size() <= 15 &&
                       std::all_of(digits.cbegin(), digits.cend(),
                                   [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); });
    return plain ? std::optional<std::int64_t>(digits.toLongLong()) : std::nullopt;
}

}  // namespace evenhand::ui
