// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of the HTTP API made and revoked, their secrets shown this once, and where the API is served.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <functional>

#include "engine/api/token_desk.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/shell/service_control.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// `made`: told the secrets.
[[nodiscard]] FormDialog* openAddToken(UiContext& context, const std::function<void(const api::TokenCreated&)>& made,
                                       QWidget* parent);
[[nodiscard]] FormDialog* openRevokeToken(UiContext& context, const api::TokenRow& row, QWidget* parent);
/// Address, port, files, rate. While the API is served it moves there, or says why it does not; else it is remembered.
/// `whyNot`: as of the action that opens it.
[[nodiscard]] FormDialog* openServiceAddress(UiContext& context, ServiceControl& service,
                                             std::function<QString()> whyNot, QWidget* parent);

/// Writes to the audit log that the service was switched.
void noteService(UiContext& context, bool on, const QString& url);

/// What whoever listens on the way could do with it; empty: nobody can (translated).
[[nodiscard]] QString clearTextWarning(const ServiceConfig& config);

/// Token and signing key, to be copied to the other side. Nobody can read the token again.
class TokenSecretDialog : public QDialog {
    Q_OBJECT

public:
    TokenSecretDialog(const api::TokenCreated& created, QWidget* parent);

private:
    /// Object names: `name`Text and `name`Copy.
    void addSecret(const QString& name, const QString& caption, const Secret& secret);
};

}  // namespace evenhand::ui
