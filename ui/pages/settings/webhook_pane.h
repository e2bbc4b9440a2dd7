// SPDX-License-Identifier: GPL-3.0-or-later
// Webhooks: the endpoints, and the log of what was sent to the one that is chosen, or to all.
// Thread: GUI.
#pragma once

#include <QPointer>

#include "engine/api/webhook_desk.h"

namespace evenhand::api {

[[nodiscard]] inline DeliveryId cacheKey(const DeliveryRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const DeliveryRow& a, const DeliveryRow& b) {
    return a.status != b.status || a.attempts != b.attempts || a.lastStatus != b.lastStatus ||
           a.lastError != b.lastError || a.nextTry != b.nextTry || a.token != b.token;
}
[[nodiscard]] inline WebhookId cacheKey(const WebhookRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const WebhookRow& a, const WebhookRow& b) {
    return a.version != b.version || a.input != b.input || a.pending != b.pending || a.dead != b.dead ||
           a.lastDelivered != b.lastDelivered || a.lastError != b.lastError;
}

}  // namespace evenhand::api

#include "ui/pages/settings/settings_pane.h"
#include "ui/pages/settings/webhook_dialogs.h"
#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using WebhookTable = QueryPane<api::WebhookRow, AnyCell, OneOrder>;
using DeliveryTable = QueryPane<api::DeliveryRow, api::DeliveryFilter, api::DeliverySort>;

class WebhookPane : public SettingsPane {
    Q_OBJECT

public:
    explicit WebhookPane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("webhook"); }
    [[nodiscard]] QList<QAction*> commands() const override {
        return SettingsPane::commands() + m_endpoints->commands() + m_log->commands();
    }
    [[nodiscard]] bool isReady() const override { return m_endpoints->isReady() && m_log->isReady(); }
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] WebhookTable::Model* model() const { return &m_endpoints->model(); }
    [[nodiscard]] PagedView* table() const { return m_endpoints->table(); }
    [[nodiscard]] DeliveryTable::Model& deliveries() { return m_log->model(); }
    [[nodiscard]] PagedView* log() const { return m_log->table(); }
    [[nodiscard]] FormDialog* dialog() const { return m_dialog; }
    [[nodiscard]] SecretDialog* secret() const { return m_secret; }
    [[nodiscard]] DeliveryDialog* delivery() const { return m_delivery; }
    /// Of deliveries.
    [[nodiscard]] RowFlow* flow() const { return m_log->flow(); }
    [[nodiscard]] RowFlow* endpointFlow() const { return m_endpoints->flow(); }

private:
    using Endpoint = api::WebhookRow;
    using Endpoints = std::vector<Endpoint>;

    void setupTables();
    [[nodiscard]] WebhookTable::Spec describeEndpoints();
    [[nodiscard]] static std::vector<Column<api::WebhookRow, OneOrder>> describeEndpointColumns(const Formats& formats);
    [[nodiscard]] DeliveryTable::Spec describeLog();
    [[nodiscard]] std::vector<Column<api::DeliveryRow, api::DeliverySort>> describeColumns() const;
    [[nodiscard]] static std::vector<FilterField<api::DeliveryFilter>> describeFields();
    [[nodiscard]] RowAction<api::DeliveryRow> describeResend();
    [[nodiscard]] static RowAction<Endpoint> describe(const char* name, const char* icon, Words label,
                                                      api::Operation operation);
    [[nodiscard]] std::vector<RowAction<Endpoint>> describeActions();
    [[nodiscard]] RowAction<Endpoint> describeSwitch(bool on);
    [[nodiscard]] RowAction<Endpoint> describeRemove();
    void edit(const std::optional<Endpoint>& before);
    void showSecret(const api::WebhookCreated& created) { m_secret = openSecret(created, window()); }
    void showDelivery(DeliveryId id);
    /// The one that is selected; nullptr: none, or several.
    [[nodiscard]] const Endpoint* chosen() const;

    WebhookTable* m_endpoints = nullptr;
    DeliveryTable* m_log = nullptr;
    WebhookId m_shown;  ///< whose deliveries the log shows; none: all
    QPointer<FormDialog> m_dialog;
    QPointer<SecretDialog> m_secret;
    QPointer<DeliveryDialog> m_delivery;
};

}  // namespace evenhand::ui
