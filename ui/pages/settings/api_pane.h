// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API: whether and where this program serves it, and the tokens that programs present.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTableView>

#include "engine/api/token_desk.h"
#include "ui/bridge/feed_channel.h"
#include "ui/models/synced_rows.h"
#include "ui/pages/settings/settings_pane.h"
#include "ui/pages/settings/token_dialogs.h"
#include "ui/widgets/empty_hint.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class TokenModel : public SyncedRows<api::TokenRow> {
    Q_OBJECT

public:
    enum Column { Name, Scopes, Rate, State, Created, CreatedBy, Revoked, RevokedBy, ColumnCount };
    TokenModel(const Formats& formats, QObject* parent) : SyncedRows(parent), m_formats(formats) {}
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

protected:
    [[nodiscard]] std::string keyOf(const api::TokenRow& row) const override { return std::to_string(row.id.value); }
    [[nodiscard]] bool same(const api::TokenRow& a, const api::TokenRow& b) const override;

private:
    [[nodiscard]] QString shown(const api::TokenRow& row, int column) const;
    const Formats& m_formats;
};

class ApiPane : public SettingsPane {
    Q_OBJECT

public:
    enum Act { Serve, Stop, Address, Copy, Add, Revoke, kActs };
    static constexpr int kReadMs = 500;

    explicit ApiPane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("api"); }
    [[nodiscard]] QList<QAction*> commands() const override { return m_acts; }
    [[nodiscard]] bool isReady() const override;
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] TokenModel* model() const { return m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] QAction* action(Act which) const { return m_acts.at(static_cast<qsizetype>(which)); }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] QLabel* serviceProblem() const { return m_serviceProblem; }
    [[nodiscard]] QLabel* warning() const { return m_warning; }
    [[nodiscard]] QLabel* problem() const { return m_problem; }
    [[nodiscard]] FormDialog* dialog() const { return m_dialog; }
    [[nodiscard]] TokenSecretDialog* secret() const { return m_secret; }

protected:
    void retranslate() override;

private:
    void setupService();
    void setupTokens();
    void setupActs();
    [[nodiscard]] QLabel* addLabel(const char* name);
    void read();
    void open(Act which);
    void serve();
    void stop();
    void refreshService();
    void refreshTexts();
    void refreshActions();
    [[nodiscard]] QString whyNot(Act which) const;
    [[nodiscard]] QString whyNotService(Act which) const;
    [[nodiscard]] const api::TokenRow* chosen() const;

    ServiceControl* m_service;  ///< nullptr: this program cannot serve
    FactGrid* m_facts = nullptr;
    QLabel* m_serviceProblem = nullptr;
    QLabel* m_warning = nullptr;
    QLabel* m_tokensTitle = nullptr;
    QLabel* m_problem = nullptr;
    EmptyHint* m_empty = nullptr;
    TokenModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QList<QAction*> m_acts;
    FeedChannel* m_reads;
    std::optional<Result<std::vector<api::TokenRow>>> m_read;
    QPointer<FormDialog> m_dialog;
    QPointer<TokenSecretDialog> m_secret;
};

}  // namespace evenhand::ui
