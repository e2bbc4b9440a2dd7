// SPDX-License-Identifier: GPL-3.0-or-later
// A text of somebody's for a cell: one line, and a dash where there is none. Pure, any thread.
#pragma once

#include <string>

#include "ui/widgets/formats.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

[[nodiscard]] inline QString orDash(const std::string& value) {
    return value.empty() ? Formats::dash() : shownLine(text(value));
}

}  // namespace evenhand::ui
