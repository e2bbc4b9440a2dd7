// SPDX-License-Identifier: GPL-3.0-or-later
// Why a service cannot be worked at, in the language shown, and which field of its page that concerns.
// Thread: GUI.
#pragma once

#include <QString>
#include <optional>

#include "engine/base/result.h"
#include "ui/wizards/first_start/service_page.h"

namespace evenhand::ui {

/// nullopt: no single one.
[[nodiscard]] std::optional<ServicePage::Field> serviceFieldOf(const Error& error);
/// What is the matter and what can be done, and the system's own words behind it.
[[nodiscard]] QString serviceProblem(const Error& error);

}  // namespace evenhand::ui
