// SPDX-License-Identifier: GPL-3.0-or-later
// How a form ends once the engine has answered. Thread: GUI.
#pragma once

#include <optional>
#include <utility>

#include "engine/api/call.h"
#include "ui/bridge/continuation.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/shell/notices.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// Hands the answer to `done`, and shows `said` as a notice if it is a success.
template <typename T>
void finishForm(UiContext& context, FormDialog* dialog, const api::Answer<T>& answer, FormDialog::Done done,
                const QString& said) {
    whenReady(answer, dialog, [&context, done = std::move(done), said](const Result<T>& result) {
        if (result) {
            context.notices.good(said);
        }
        done(result ? std::nullopt : std::optional(result.error()));
    });
}

}  // namespace evenhand::ui
