// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of the HTTP API made and revoked, their secrets shown this once, and where the API is served.
// Thread: GUI.
#pragma once

#include <functional>

#include "engine/api/token_desk.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/pages/settings/secret_dialog.h"
#include "ui/shell/service_control.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// `made`: told the secrets.
[[nodiscard]] FormDialog* openAddToken(UiContext& context, const std::function<void(const api::TokenCreated&)>& made,
                                       QWidget* parent);
/// Address, port, files, rate. While the API is served it moves there, or says why it does not; else it is remembered.
/// `whyNot`: as of the action that opens it.
[[nodiscard]] FormDialog* openServiceAddress(UiContext& context, ServiceControl& service,
                                             std::function<QString()> whyNot, QWidget* parent);

/// Writes to the audit log that the service was switched.
void noteService(UiContext& context, bool on, const QString& url);

/// What whoever listens on the way could do with it; empty: nobody can (translated).
[[nodiscard]] QString clearTextWarning(const ServiceConfig& config);

/// Token and signing key of one that was made.
SecretDialog* openSecrets(const api::TokenCreated& created, QWidget* parent);

}  // namespace evenhand::ui
