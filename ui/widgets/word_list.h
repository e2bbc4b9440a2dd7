// SPDX-License-Identifier: GPL-3.0-or-later
// Words one after the other as a language lists them: "Ann, Bo", in Chinese with its own comma. Thread: GUI.
#pragma once

#include <QStringList>

namespace evenhand::ui {

[[nodiscard]] QString wordList(const QStringList& words);

}  // namespace evenhand::ui
