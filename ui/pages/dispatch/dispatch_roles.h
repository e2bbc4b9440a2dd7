// SPDX-License-Identifier: GPL-3.0-or-later
// Roles that the tables of the dispatch page give besides Qt's own.
#pragma once

#include <Qt>

namespace evenhand::ui {

inline constexpr int kSortRole = Qt::UserRole + 1;     ///< what the proxy compares
inline constexpr int kToneRole = Qt::UserRole + 2;     ///< int of Tone: the text is drawn as a pill
inline constexpr int kKeyRole = Qt::UserRole + 3;      ///< id of the row, a QString
inline constexpr int kFaintRole = Qt::UserRole + 4;    ///< bool: drawn in the muted colour
inline constexpr int kShorterRole = Qt::UserRole + 5;  ///< of a figure: what is drawn where the whole has no room

}  // namespace evenhand::ui
