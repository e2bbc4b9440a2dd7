// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked before people are added or changed. Each stays open until the engine has answered.
// Thread: GUI.
#pragma once

#include "engine/api/account_types.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

[[nodiscard]] FormDialog* openAddPerson(UiContext& context, bool first, QWidget* parent);
[[nodiscard]] FormDialog* openRenamePerson(UiContext& context, const api::PersonRow& person, QWidget* parent);
[[nodiscard]] FormDialog* openRoles(UiContext& context, const api::PersonRow& person, QWidget* parent);
[[nodiscard]] FormDialog* openResetPassword(UiContext& context, const api::PersonRow& person, QWidget* parent);
[[nodiscard]] FormDialog* openSignInRules(UiContext& context, const api::AccountSettings& rules, QWidget* parent);

}  // namespace evenhand::ui
