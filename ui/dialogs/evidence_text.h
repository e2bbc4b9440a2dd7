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
/// "Li Ming (3 of 3), Zhao Wei (2 of 2) and 4 more couriers"; empty: nobody was passed over.
[[nodiscard]] QString whoWasPassedOver(const api::AssignmentEvidence& evidence, const CourierNames& nameOf);
[[nodiscard]] bool wasPassedOver(const api::AssignmentEvidence& evidence, const CourierId& courier);
/// "2 of 3"
[[nodiscard]] QString loadText(const api::CourierLoad& load);

}  // namespace evenhand::ui
