// SPDX-License-Identifier: GPL-3.0-or-later
// One's own password: the present one, and a new one.
// Thread: GUI.
#pragma once

#include "ui/dialogs/form_dialog.h"
#include "ui/dialogs/new_password_fields.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// Opened over `parent`; nullptr if nobody is signed in.
[[nodiscard]] FormDialog* openChangePassword(UiContext& context, QWidget* parent);

}  // namespace evenhand::ui
