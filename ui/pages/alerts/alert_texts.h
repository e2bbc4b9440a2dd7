// SPDX-License-Identifier: GPL-3.0-or-later
// What an alert says in a table and in a notification. Thread: GUI.
#pragma once

#include <QString>

#include "engine/api/alert_types.h"

namespace evenhand::ui {

class CampusScope;

/// The order, the campus, the campaign, …; a dash for what is of the whole workspace.
[[nodiscard]] QString aboutText(const api::AlertRow& row, const CampusScope& campuses);
/// The figure of an alert with its unit; empty: it has none.
[[nodiscard]] QString foundText(const api::AlertRow& row);
/// Why nothing can be done with its order; empty: it has one.
[[nodiscard]] QString whyNoOrder(const api::AlertRow& row);

}  // namespace evenhand::ui
