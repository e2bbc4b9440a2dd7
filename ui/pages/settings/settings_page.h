// SPDX-License-Identifier: GPL-3.0-or-later
// Settings: the workspace, people, one's own account, the HTTP API, webhooks, backups, alerts. A list at the left, one
// part at the right. Thread: GUI. Only the part in view works.
#pragma once

#include <QLabel>
#include <QListWidget>
#include <QStackedWidget>

#include "ui/pages/settings/account_pane.h"
#include "ui/pages/settings/alert_pane.h"
#include "ui/pages/settings/api_pane.h"
#include "ui/pages/settings/backup_pane.h"
#include "ui/pages/settings/connected_pane.h"
#include "ui/pages/settings/people_pane.h"
#include "ui/pages/settings/webhook_pane.h"
#include "ui/pages/settings/workspace_pane.h"
#include "ui/shell/page.h"

namespace evenhand::ui {

class SettingsPage : public Page {
    Q_OBJECT

public:
    explicit SettingsPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool showsAllCampuses() const override { return true; }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("settings"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    [[nodiscard]] bool isReady() const override { return current()->isReady(); }
    /// "pane": its id.
    [[nodiscard]] std::vector<std::pair<QString, QVariantMap>> places() const override;
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] QListWidget* list() const { return m_list; }
    [[nodiscard]] SettingsPane* current() const;
    void showPane(const QString& id);
    [[nodiscard]] PeoplePane* people() const { return m_people; }
    [[nodiscard]] AccountPane* account() const { return m_account; }
    [[nodiscard]] ApiPane* api() const { return m_api; }
    [[nodiscard]] WebhookPane* webhooks() const { return m_webhooks; }
    [[nodiscard]] BackupPane* backups() const { return m_backups; }
    [[nodiscard]] AlertPane* alerts() const { return m_alerts; }
    [[nodiscard]] ConnectedPane* connected() const { return m_connected; }
    [[nodiscard]] WorkspacePane* workspace() const { return m_workspace; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;

private:
    void syncPanes();

    QListWidget* m_list = nullptr;
    QStackedWidget* m_stack = nullptr;
    QLabel* m_heading = nullptr;
    QAction* m_refresh = nullptr;
    QList<SettingsPane*> m_panes;
    WorkspacePane* m_workspace = nullptr;
    PeoplePane* m_people = nullptr;
    AccountPane* m_account = nullptr;
    ApiPane* m_api = nullptr;
    WebhookPane* m_webhooks = nullptr;
    BackupPane* m_backups = nullptr;
    AlertPane* m_alerts = nullptr;
    ConnectedPane* m_connected = nullptr;
};

}  // namespace evenhand::ui
