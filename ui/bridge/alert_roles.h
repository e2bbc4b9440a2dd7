// SPDX-License-Identifier: GPL-3.0-or-later
// Which alerts whose work they are: by that a person hears of some and not of others.
// Thread: pure, any.
#pragma once

#include <QtGlobal>
#include <vector>

#include "engine/api/alert_types.h"
#include "engine/api/permission.h"

namespace evenhand::ui {

/// A set of kinds of alerts.
using AlertKinds = quint32;
static_assert(api::kAlertKinds < 32);
inline constexpr AlertKinds kEveryAlert = (AlertKinds{1} << api::kAlertKinds) - 1;
[[nodiscard]] constexpr AlertKinds bitOf(api::AlertKind kind) noexcept {
    return AlertKinds{1} << static_cast<unsigned>(kind);
}

[[nodiscard]] AlertKinds alertsOf(api::Role role) noexcept;
[[nodiscard]] AlertKinds alertsOf(const std::vector<api::Role>& roles) noexcept;

}  // namespace evenhand::ui
