// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a person or courier is meant by what was typed: any part of name, id or telephone number, or the initials of
// the name as it is spoken ("ly" for 刘洋, engine/api/pinyin.h), whatever the case.
// Thread: GUI.
#pragma once

#include <QString>

namespace evenhand::ui {

/// Any part of `text`, or initials of the Chinese in it.
[[nodiscard]] bool textMatches(const QString& typed, const QString& text);

[[nodiscard]] bool nameMatches(const QString& typed, const QString& name, const QString& id, const QString& phone = {});

}  // namespace evenhand::ui
