// SPDX-License-Identifier: GPL-3.0-or-later
// Why this courier: one plain sentence from the evidence of an assignment.
// Thread: GUI.
#pragma once

#include <QString>
#include <functional>

#include "engine/api/dispatch_desk.h"

namespace evenhand::ui {

using CourierNames = std::function<QString(const CourierId&)>;

/// In the language shown; plain text.
[[nodiscard]] QString whyThisCourier(const api::AssignmentEvidence& evidence, const CourierNames& nameOf);

}  // namespace evenhand::ui
