// SPDX-License-Identifier: GPL-3.0-or-later
// An endpoint made or edited, its secret shown this once, one delivery with its attempts.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <functional>

#include "engine/api/webhook_types.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/pages/settings/secret_dialog.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

/// `before` nullopt: a new one. `made`: told the secret of a new one.
[[nodiscard]] FormDialog* openWebhook(UiContext& context, const std::optional<api::WebhookRow>& before,
                                      const std::function<void(const api::WebhookCreated&)>& made, QWidget* parent);
[[nodiscard]] FormDialog* openNewSecret(UiContext& context, const api::WebhookRow& row,
                                        const std::function<void(const api::WebhookCreated&)>& made, QWidget* parent);

/// The secret of an endpoint that was made, or has a new one.
SecretDialog* openSecret(const api::WebhookCreated& created, QWidget* parent);

class DeliveryDialog : public QDialog {
    Q_OBJECT

public:
    DeliveryDialog(const api::DeliveryDetail& detail, const Formats& formats, QWidget* parent);
};

}  // namespace evenhand::ui
