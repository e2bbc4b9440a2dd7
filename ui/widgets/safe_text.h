// SPDX-License-Identifier: GPL-3.0-or-later
// Text that somebody else wrote, made fit to be shown: it stays what it is, but cannot break a line, turn the writing
// direction of what stands beside it, hide, or keep the window busy with its length. Every table, tool tip, fact and
// timeline goes through here.
// Thread: pure functions, any thread.
#pragma once

#include <QFontMetrics>
#include <QString>

namespace evenhand::ui {

inline constexpr qsizetype kShownLine = 300;     ///< characters of a cell
inline constexpr qsizetype kShownText = 20'000;  ///< characters of a text of several lines

/// One line: breaks and tabs are blanks, other control characters their pictures, marks that turn the direction or are
/// not to be seen their numbers; cut at `most` with "…". What needs none of it comes back as it is.
[[nodiscard]] QString shownLine(const QString& data, qsizetype most = kShownLine);
/// The same with its line breaks and tabs.
[[nodiscard]] QString shownText(const QString& data, qsizetype most = kShownText);

/// The line as far as `width` (pixels) has room for it. Whatever is painted into a cell goes through here: a number or
/// another word without blanks is cut in the middle, since customers read out its end.
[[nodiscard]] inline QString fittedLine(const QFontMetrics& metrics, const QString& line, int width) {
    return metrics.elidedText(line, line.contains(QLatin1Char(' ')) ? Qt::ElideRight : Qt::ElideMiddle, width);
}

}  // namespace evenhand::ui
