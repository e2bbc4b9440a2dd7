// SPDX-License-Identifier: GPL-3.0-or-later
// The initials by which Chinese names are typed on a keyboard with Latin letters: "ly" for 刘洋, "cqhg" for 重庆火锅.
// Thread: any; each keeps the letters that it has looked up.
#pragma once

#include <QString>

namespace evenhand::api {

/// The first letters of the pinyin of Chinese characters, other letters and digits as they are, in lower case. From the
/// order of ICU's pinyin collation (CLDR), in which each letter begins at a known character; of a character with
/// several readings it is the one that the collation uses.
[[nodiscard]] QString pinyinInitials(const QString& name);

/// Whether `typed` (whatever its case and spaces) is a part of the initials, in any reading that its characters have in
/// names of people, places and dishes: 曾 is c and z, 重 z and c. False where nothing is typed.
[[nodiscard]] bool initialsContain(const QString& name, const QString& typed);

}  // namespace evenhand::api
