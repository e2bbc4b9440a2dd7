// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of the page Shop: campuses, couriers, products, stock that arrives or is corrected. Each opens itself and
// tells what became of it. What is edited is sent with the version that was shown.
// Thread: GUI.
#pragma once

#include <optional>

#include "engine/api/dispatch_desk.h"
#include "engine/api/order_desk.h"
#include "ui/dialogs/form_dialog.h"

namespace evenhand::ui {

/// nullopt: a new one.
FormDialog* openCampus(UiContext& context, const std::optional<api::CampusRow>& campus, QWidget* parent);
FormDialog* openCourier(UiContext& context, const std::optional<api::CourierRow>& courier, QWidget* parent);
FormDialog* openProduct(UiContext& context, const std::optional<api::ProductRow>& product, QWidget* parent);
FormDialog* openReceiveStock(UiContext& context, const api::ProductRow& product, QWidget* parent);
/// Asks for what was counted and sends the difference: what orders take meanwhile is not lost.
FormDialog* openCorrectStock(UiContext& context, const api::ProductRow& product, QWidget* parent);

}  // namespace evenhand::ui
