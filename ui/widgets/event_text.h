// SPDX-License-Identifier: GPL-3.0-or-later
// What an event of an order says to a person: names of kinds in the language shown, instants in the business zone.
// Thread: GUI.
#pragma once

#include <QString>
#include <functional>

#include "engine/api/order_desk.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

using CourierNaming = std::function<QString(const CourierId&)>;

/// The detail of an event; what is not understood is shown as it was recorded. Without `nameOf` couriers are ids.
[[nodiscard]] QString detailText(const api::OrderEvent& event, const Formats& formats,
                                 const CourierNaming& nameOf = {});

}  // namespace evenhand::ui
