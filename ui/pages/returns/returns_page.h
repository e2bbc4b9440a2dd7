// SPDX-License-Identifier: GPL-3.0-or-later
// Returns: the queue with one in detail, the refunds and how far they have come, payments that were not accepted, the
// ledger; and their settings.
// Thread: GUI. Only the part in view works.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTabWidget>
#include <functional>

#include "ui/dialogs/case_settings_dialog.h"
#include "ui/dialogs/refund_settings_dialog.h"
#include "ui/dialogs/return_policy_dialog.h"
#include "ui/pages/returns/ledger_pane.h"
#include "ui/pages/returns/owed_pane.h"
#include "ui/pages/returns/refund_pane.h"
#include "ui/pages/returns/return_pane.h"
#include "ui/shell/page.h"

namespace evenhand::ui {

class ReturnsPage : public Page {
    Q_OBJECT

public:
    enum Tab { ReturnsTab, RefundsTab, OwedTab, LedgerTab };

    explicit ReturnsPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("returns"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    /// Returns that wait for an approval.
    [[nodiscard]] std::optional<qint64> badge() const override;
    [[nodiscard]] bool isReady() const override;
    /// "waiting", "failed" (refunds), "refunds", "owed", "ledger", "settings", "provider", "cases": true; "order":
    /// number; "payment": number of one that is owed; "return": its id.
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] ReturnPane* returns() const { return m_returns; }
    [[nodiscard]] RefundPane* refunds() const { return m_refunds; }
    [[nodiscard]] OwedPane* owed() const { return m_owed; }
    [[nodiscard]] LedgerPane* ledger() const { return m_ledger; }
    [[nodiscard]] QTabWidget* tabs() const { return m_tabs; }
    [[nodiscard]] QAction* policyAction() const { return m_policy; }
    [[nodiscard]] QAction* providerAction() const { return m_provider; }
    [[nodiscard]] QAction* casesAction() const { return m_cases; }
    [[nodiscard]] ReturnPolicyDialog* policyDialog() const { return m_policyDialog; }
    [[nodiscard]] RefundSettingsDialog* providerDialog() const { return m_providerDialog; }
    [[nodiscard]] CaseSettingsDialog* casesDialog() const { return m_casesDialog; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;

private:
    void setupCommands();
    void setupTabs();
    void syncTabs();
    void refreshTabs();
    void refreshActions();
    void askPolicy();
    void askProvider();
    void askCases();
    void selectFirst(int rows);
    void afterLoad(PagedTable& model, std::function<void()> what);

    QAction* m_refresh = nullptr;
    QAction* m_policy = nullptr;
    QAction* m_provider = nullptr;
    QAction* m_cases = nullptr;
    QTabWidget* m_tabs = nullptr;
    ReturnPane* m_returns = nullptr;
    RefundPane* m_refunds = nullptr;
    OwedPane* m_owed = nullptr;
    LedgerPane* m_ledger = nullptr;
    QPointer<ReturnPolicyDialog> m_policyDialog;
    QPointer<RefundSettingsDialog> m_providerDialog;
    QPointer<CaseSettingsDialog> m_casesDialog;
    std::int64_t m_failed = -1;
    int m_busy = 0;
};

}  // namespace evenhand::ui
