// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API: whether and where this program serves it, and the tokens that programs present.
// Thread: GUI.
#pragma once

#include "engine/api/token_desk.h"

namespace evenhand::api {

[[nodiscard]] inline TokenId cacheKey(const TokenRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const TokenRow& a, const TokenRow& b) {
    return !(a.input == b.input) || a.createdAt != b.createdAt || a.createdBy != b.createdBy ||
           a.revokedAt != b.revokedAt || a.revokedBy != b.revokedBy;
}

}  // namespace evenhand::api

#include <QLabel>
#include <QPointer>

#include "ui/pages/settings/settings_pane.h"
#include "ui/pages/settings/token_dialogs.h"
#include "ui/tables/any_cell.h"
#include "ui/tables/query_pane.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

using TokenTable = QueryPane<api::TokenRow, AnyCell, OneOrder>;

class ApiPane : public SettingsPane {
    Q_OBJECT

public:
    explicit ApiPane(UiContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("api"); }
    [[nodiscard]] QList<QAction*> commands() const override { return SettingsPane::commands() + m_tokens->commands(); }
    [[nodiscard]] bool isReady() const override;
    void setActive(bool active) override;
    void refresh() override;

    [[nodiscard]] TokenTable* tokens() const { return m_tokens; }
    [[nodiscard]] TokenTable::Model* model() const { return &m_tokens->model(); }
    [[nodiscard]] PagedView* table() const { return m_tokens->table(); }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] QLabel* serviceProblem() const { return m_serviceProblem; }
    [[nodiscard]] QLabel* warning() const { return m_warning; }
    [[nodiscard]] FormDialog* dialog() const { return m_dialog; }
    [[nodiscard]] SecretDialog* secret() const { return m_secret; }

protected:
    void retranslate() override;

private:
    enum class Switch { On, Off, Move };
    void setupService();
    void setupTokens();
    [[nodiscard]] TokenTable::Spec describeTokens();
    [[nodiscard]] std::vector<Column<api::TokenRow, OneOrder>> describeColumns();
    [[nodiscard]] RowAction<api::TokenRow> describeRevoke();
    void serve();
    void stop();
    void refreshService();
    [[nodiscard]] QString whyNotCopy() const;
    /// It is not this program that serves the API.
    [[nodiscard]] QString whyNoService() const;
    [[nodiscard]] QString whyNotSwitch(Switch which) const;

    ServiceControl* m_service;  ///< nullptr: this program cannot serve
    FactGrid* m_facts = nullptr;
    QLabel* m_serviceProblem = nullptr;
    QLabel* m_warning = nullptr;
    QLabel* m_tokensTitle = nullptr;
    TokenTable* m_tokens = nullptr;
    QPointer<FormDialog> m_dialog;
    QPointer<SecretDialog> m_secret;
};

}  // namespace evenhand::ui
