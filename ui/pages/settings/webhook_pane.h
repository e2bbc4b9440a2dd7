// SPDX-License-Identifier: GPL-3.0-or-later
// Webhooks: the endpoints, and the log of what was sent to the one that is chosen, or to all.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTableView>

#include "engine/api/webhook_desk.h"

namespace evenhand::api {

[[nodiscard]] inline DeliveryId cacheKey(const DeliveryRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const DeliveryRow& a, const DeliveryRow& b) {
    return a.status != b.status || a.attempts != b.attempts || a.lastStatus != b.lastStatus ||
           a.lastError != b.lastError || a.nextTry != b.nextTry;
}

}  // namespace evenhand::api

#include "ui/bridge/feed_channel.h"
#include "ui/models/synced_rows.h"
#include "ui/pages/settings/settings_pane.h"
#include "ui/pages/settings/webhook_dialogs.h"
#include "ui/tables/query_pane.h"
#include "ui/widgets/empty_hint.h"

namespace evenhand::ui {

class WebhookModel : public SyncedRows<api::WebhookRow> {
    Q_OBJECT

public:
    enum Column { Name, Url, Events, State, Pending, Dead, LastDelivered, Error, ColumnCount };
    WebhookModel(const Formats& formats, QObject* parent) : SyncedRows(parent), m_formats(formats) {}
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::WebhookRow& row) const override { return std::to_string(row.id.value); }
    [[nodiscard]] bool same(const api::WebhookRow& a, const api::WebhookRow& b) const override;

private:
    [[nodiscard]] QString shown(const api::WebhookRow& row, int column) const;
    const Formats& m_formats;
};

using DeliveryTable = QueryPane<api::DeliveryRow, api::DeliveryFilter, api::DeliverySort>;

class WebhookPane : public SettingsPane {
    Q_OBJECT

public:
    /// On the endpoint that is chosen; Resend: on deliveries.
    enum Act { Add, Edit, NewSecret, Test, Remove, Resend, kActs = Resend };
    static constexpr int kReadMs = 500;

    explicit WebhookPane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("webhook"); }
    [[nodiscard]] QList<QAction*> commands() const override { return m_acts + m_log->commands(); }
    [[nodiscard]] bool isReady() const override;
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] WebhookModel* model() const { return m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] DeliveryTable::Model& deliveries() { return m_log->model(); }
    [[nodiscard]] PagedView* log() const { return m_log->table(); }
    [[nodiscard]] QAction* action(Act which) const;
    [[nodiscard]] FormDialog* dialog() const { return m_dialog; }
    [[nodiscard]] SecretDialog* secret() const { return m_secret; }
    [[nodiscard]] DeliveryDialog* delivery() const { return m_delivery; }
    [[nodiscard]] RowFlow* flow() const { return m_log->flow(); }

protected:
    void retranslate() override;

private:
    void setupActs();
    void setupTables();
    [[nodiscard]] DeliveryTable::Spec describeLog();
    [[nodiscard]] std::vector<Column<api::DeliveryRow, api::DeliverySort>> describeColumns() const;
    [[nodiscard]] static std::vector<FilterField<api::DeliveryFilter>> describeFields();
    [[nodiscard]] RowAction<api::DeliveryRow> describeResend();
    void read();
    void open(Act which);
    void test(const api::WebhookRow& row);
    void showDelivery(DeliveryId id);
    void refreshTexts();
    void refreshActions();
    [[nodiscard]] QString whyNot(Act which) const;
    [[nodiscard]] const api::WebhookRow* chosen() const;

    WebhookModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    DeliveryTable* m_log = nullptr;
    QLabel* m_problem = nullptr;
    EmptyHint* m_empty = nullptr;
    QList<QAction*> m_acts;
    FeedChannel* m_reads;
    std::optional<Result<std::vector<api::WebhookRow>>> m_read;
    QPointer<FormDialog> m_dialog;
    QPointer<SecretDialog> m_secret;
    QPointer<DeliveryDialog> m_delivery;
};

}  // namespace evenhand::ui
