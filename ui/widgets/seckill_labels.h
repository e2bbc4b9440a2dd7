// SPDX-License-Identifier: GPL-3.0-or-later
// The words and tones of flash sales, in one place, in the language shown.
// Thread: GUI.
#pragma once

#include <QString>

#include "engine/api/seckill_types.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

[[nodiscard]] QString label(api::ActivityPhase phase);
[[nodiscard]] Tone tone(api::ActivityPhase phase);
[[nodiscard]] QString label(api::AttemptOutcome outcome);
[[nodiscard]] QColor colorOf(api::AttemptOutcome outcome, const Colors& colors);
[[nodiscard]] QString label(api::ReservationState state);
[[nodiscard]] QString activityActionLabel(api::ActivityAction action);
[[nodiscard]] Tone activityActionTone(api::ActivityAction action);
/// Of a field that the engine names: "Units" for "stock"; empty for one that is no field of an activity.
[[nodiscard]] QString activityFieldLabel(const std::string& field);
/// "1 unit", "12 units".
[[nodiscard]] QString countedUnits(std::int64_t count);

}  // namespace evenhand::ui
