// SPDX-License-Identifier: GPL-3.0-or-later
// Why a database cannot be reached or used, in the language of the window, and which field of its page is to blame.
// Thread: GUI.
#pragma once

#include <QString>
#include <optional>

#include "engine/base/result.h"
#include "ui/wizards/first_start/database_page.h"

namespace evenhand::ui {

/// The field to blame; nullopt: none in particular.
[[nodiscard]] std::optional<DatabasePage::Field> fieldOf(const Error& error);
/// A sentence, followed by the engine's own words.
[[nodiscard]] QString databaseProblem(const Error& error);

}  // namespace evenhand::ui
