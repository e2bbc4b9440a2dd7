// SPDX-License-Identifier: GPL-3.0-or-later
// Why a service cannot be used, in the language of the window, and which field of its page is to blame.
// Thread: GUI.
#pragma once

#include <QString>
#include <optional>

#include "engine/base/result.h"
#include "ui/wizards/first_start/service_page.h"

namespace evenhand::ui {

/// The field to blame; nullopt: none in particular.
[[nodiscard]] std::optional<ServicePage::Field> serviceFieldOf(const Error& error);
/// What is wrong and what can be done, followed by the system's own words.
[[nodiscard]] QString serviceProblem(const Error& error);

}  // namespace evenhand::ui
