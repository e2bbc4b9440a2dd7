// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with an amount that somebody typed: the range that is allowed, and what stands there instead.
// Thread: GUI.
#pragma once

#include <QString>

#include "engine/base/money.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

/// Empty: an amount from `least` to `most` was typed.
[[nodiscard]] QString amountProblem(const QString& typed, Money least, Money most, const Formats& formats);

}  // namespace evenhand::ui
