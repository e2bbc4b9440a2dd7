// SPDX-License-Identifier: GPL-3.0-or-later
// Why a database cannot be reached or used, in the language shown, and which field of an address that concerns.
// Thread: GUI.
#pragma once

#include <QString>
#include <optional>

#include "engine/base/result.h"
#include "ui/wizards/first_start/database_page.h"

namespace evenhand::ui {

/// nullopt: no single one.
[[nodiscard]] std::optional<DatabasePage::Field> fieldOf(const Error& error);
/// A sentence, and the engine's own words behind it.
[[nodiscard]] QString databaseProblem(const Error& error);

}  // namespace evenhand::ui
