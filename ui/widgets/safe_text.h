// SPDX-License-Identifier: GPL-3.0-or-later
// Text that somebody else wrote, made fit to be shown: it stays what it is, but cannot break a line, turn the writing
// direction of what stands beside it, hide, or keep the window busy with its length. Every table, tool tip, fact and
// timeline goes through here.
// Thread: pure functions, any thread.
#pragma once

#include <QString>

namespace evenhand::ui {

inline constexpr qsizetype kShownLine = 300;     ///< characters of a cell
inline constexpr qsizetype kShownText = 20'000;  ///< characters of a text of several lines

/// One line: breaks and tabs are blanks, other control characters their pictures, marks that turn the direction or are
/// not to be seen their numbers; cut at `most` with "…". What needs none of it comes back as it is.
[[nodiscard]] QString shownLine(const QString& data, qsizetype most = kShownLine);
/// The same with its line breaks and tabs.
[[nodiscard]] QString shownText(const QString& data, qsizetype most = kShownText);

/// Where a line that has no room is cut: an order's number, a word without blanks, is told by its end as well.
[[nodiscard]] inline Qt::TextElideMode elideOf(const QString& line) {
    return line.contains(QLatin1Char(' ')) ? Qt::ElideRight : Qt::ElideMiddle;
}

}  // namespace evenhand::ui
