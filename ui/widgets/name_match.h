// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a person or courier is meant by what was typed: any part of name or id, or the initials of the name as it is
// spoken ("ly" for 刘洋), whatever the case.
// Thread: GUI.
#pragma once

#include <QString>

namespace evenhand::ui {

/// The first letters of the pinyin of Chinese characters, other letters and digits as they are, in lower case. From the
/// order of ICU's pinyin collation (CLDR), in which each letter begins at a known character; of a character with
/// several readings it knows the one that the collation uses.
[[nodiscard]] QString pinyinInitials(const QString& name);

[[nodiscard]] bool nameMatches(const QString& typed, const QString& name, const QString& id);

}  // namespace evenhand::ui
