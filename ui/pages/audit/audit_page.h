// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log: its entries, how it is sealed, verifying the chain of all.
// Thread: GUI. Reads only while shown. The chain is verified on the engine's reader, the window goes on.
#pragma once

#include <QPointer>

#include "ui/bridge/feed_channel.h"
#include "ui/dialogs/audit_report_dialog.h"
#include "ui/pages/audit/audit_pane.h"
#include "ui/shell/page.h"

namespace evenhand::ui {

class AuditPage : public Page {
    Q_OBJECT

public:
    static constexpr int kStateMs = 2'000;

    explicit AuditPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool showsAllCampuses() const override { return true; }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("audit"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    [[nodiscard]] bool isReady() const override;
    /// "person": login.
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] AuditPane* entries() const { return m_pane; }
    [[nodiscard]] AuditTable::Model& model() { return m_pane->model(); }
    [[nodiscard]] PagedView* table() const { return m_pane->table(); }
    [[nodiscard]] FactGrid* detail() const { return m_pane->detail(); }
    [[nodiscard]] QLabel* stateLabel() const { return m_state; }
    [[nodiscard]] QLabel* emptyLabel() const { return m_pane->emptyLabel(); }
    [[nodiscard]] QLineEdit* whoField() const { return m_pane->filters()->line(QStringLiteral("who")); }
    [[nodiscard]] QLineEdit* textField() const { return m_pane->filters()->line(QStringLiteral("text")); }
    [[nodiscard]] ChoiceButton* operations() const { return m_pane->filters()->choice(QStringLiteral("operations")); }
    [[nodiscard]] ChoiceButton* outcomes() const { return m_pane->filters()->choice(QStringLiteral("outcomes")); }
    [[nodiscard]] SavedFilters* saved() const { return m_pane->saved(); }
    [[nodiscard]] QAction* verifyAction() const { return m_verify; }
    [[nodiscard]] QAction* exportAction() const { return m_pane->exportAction(); }
    [[nodiscard]] AuditReportDialog* report() const { return m_report; }
    [[nodiscard]] api::AuditFilter filter() const { return m_pane->filter(); }
    void exportTo(const QString& path) { m_pane->exportTo(path); }

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;

private:
    void setupCommands();
    void setupState();
    void readState();
    void verify();
    void sayState();
    void refreshActions();

    AuditPane* m_pane;
    FeedChannel* m_stateReads;
    std::optional<Result<api::AuditState>> m_stateRead;
    QAction* m_refresh = nullptr;
    QAction* m_verify = nullptr;
    QLabel* m_state = nullptr;
    QPointer<AuditReportDialog> m_report;
    std::optional<int> m_job;
};

}  // namespace evenhand::ui
