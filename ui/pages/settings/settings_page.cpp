// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/settings_page.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/shell/preferences.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kListWidth = 210;
const QString kPaneKey = QStringLiteral("settings/pane");

}  // namespace

SettingsPage::SettingsPage(UiContext& context, QWidget* parent) : Page(QStringLiteral("settings"), context, parent) {
    auto* across = new QHBoxLayout(this);
    across->setContentsMargins(kGap, kGap, kGapLarge, kGap);
    across->setSpacing(kGapLarge);
    m_list = named(new QListWidget(this), QStringLiteral("settingsList"));
    m_list->setFixedWidth(byText(kListWidth));
    m_list->setIconSize({18, 18});
    across->addWidget(m_list);
    auto* down = new QVBoxLayout;
    m_heading = plainLabel(this, QStringLiteral("settingsHeading"));
    m_heading->setFont(scaledFont(font(), 3, QFont::DemiBold));
    down->addWidget(m_heading);
    m_stack = named(new QStackedWidget(this), QStringLiteral("settingsStack"));
    down->addWidget(m_stack, 1);
    across->addLayout(down, 1);
    m_workspace = new WorkspacePane(context, m_stack);
    m_people = new PeoplePane(context, m_stack);
    m_account = new AccountPane(context, m_stack);
    m_api = new ApiPane(context, m_stack);
    m_webhooks = new WebhookPane(context, m_stack);
    m_backups = new BackupPane(context, m_stack);
    m_alerts = new AlertPane(context, m_stack);
    m_connected = new ConnectedPane(context, m_stack);
    m_panes = {m_workspace, m_people, m_account, m_api, m_webhooks, m_backups, m_alerts, m_connected};
    for (auto* pane : m_panes) {
        m_stack->addWidget(pane);
        auto* item = new QListWidgetItem(icon(pane->iconName()), QString(), m_list);
        item->setData(Qt::UserRole, pane->id());
        connect(pane, &SettingsPane::readyChanged, this, [this, pane] {
            if (pane == current() && isReady()) {
                Q_EMIT readyChanged();
            }
        });
    }
    m_refresh = addCommand("refresh", "refresh", Qt::Key_F5);
    connect(m_refresh, &QAction::triggered, this, [this] { current()->refresh(); });
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0) {
            m_stack->setCurrentIndex(row);
            this->context().preferences.setValue(kPaneKey, current()->id());
            syncPanes();
            retranslate();
        }
    });
    retranslate();
    showPane(context.preferences.value(kPaneKey, m_workspace->id()).toString());
}

QString SettingsPage::title() const { return tr("Settings"); }

SettingsPane* SettingsPage::current() const { return m_panes.at(std::max(0, m_stack->currentIndex())); }

QList<QAction*> SettingsPage::commands() const {
    QList<QAction*> actions;
    for (const auto* pane : m_panes) {
        actions << pane->commands();
    }
    return actions << findAction() << clearAction() << m_refresh;
}

std::vector<std::pair<QString, QVariantMap>> SettingsPage::places() const {
    std::vector<std::pair<QString, QVariantMap>> all;
    for (const auto* pane : m_panes) {
        all.emplace_back(pane->title(), QVariantMap{{QStringLiteral("pane"), pane->id()}});
    }
    return all;
}

void SettingsPage::showPane(const QString& id) {
    for (int i = 0; i < m_panes.size(); ++i) {
        if (m_panes.at(i)->id() == id) {
            m_list->setCurrentRow(i);
            return;
        }
    }
    m_list->setCurrentRow(0);
}

void SettingsPage::openTarget(const QVariantMap& target) {
    if (target.contains(QStringLiteral("pane"))) {
        showPane(target.value(QStringLiteral("pane")).toString());
        if (target.contains(QStringLiteral("take"))) {
            m_backups->action("takeBackup")->trigger();
        }
        if (target.contains(QStringLiteral("text"))) {  // somebody who was found
            m_people->people()->filters()->setState(
                {{QStringLiteral("text"), target.value(QStringLiteral("text")).toString()}});
        }
    }
}

void SettingsPage::onActivated() { syncPanes(); }

void SettingsPage::onDeactivated() { syncPanes(); }

void SettingsPage::syncPanes() {
    for (auto* pane : m_panes) {
        pane->setActive(isActive() && pane == current());
    }
    if (isReady()) {
        Q_EMIT readyChanged();
    }
}

void SettingsPage::retranslate() {
    for (int i = 0; i < m_panes.size(); ++i) {
        m_list->item(i)->setText(m_panes.at(i)->title());
    }
    m_list->setAccessibleName(tr("Sections of the settings"));
    m_heading->setText(current()->title());
    setActionTexts(*m_refresh, tr("Refresh"));
}

// --- pictures -----------------------------------------------------------------------------------------------

QStringList SettingsPage::pictures() const {
    return {QStringLiteral("people"),  QStringLiteral("person"),      QStringLiteral("account"),
            QStringLiteral("api"),     QStringLiteral("token"),       QStringLiteral("webhooks"),
            QStringLiteral("webhook"), QStringLiteral("backups"),     QStringLiteral("schedule"),
            QStringLiteral("alerts"),  QStringLiteral("alert-limits")};
}

QWidget* SettingsPage::showPicture(const QString& name) {
    if (name == QLatin1String("people") || name == QLatin1String("person")) {
        showPane(m_people->id());
        if (name == QLatin1String("person")) {
            m_people->action("addPerson")->trigger();
        }
    } else if (name == QLatin1String("account")) {
        showPane(m_account->id());
    } else if (name == QLatin1String("api") || name == QLatin1String("token")) {
        showPane(m_api->id());
        if (name == QLatin1String("token")) {
            m_api->action("addToken")->trigger();
        }
    } else if (name == QLatin1String("webhooks") || name == QLatin1String("webhook")) {
        showPane(m_webhooks->id());
        if (name == QLatin1String("webhook")) {
            m_webhooks->action("addWebhook")->trigger();
        }
    } else if (name == QLatin1String("alerts") || name == QLatin1String("alert-limits")) {
        showPane(m_alerts->id());
        if (name == QLatin1String("alert-limits")) {  // read for the picture before
            m_alerts->action("alertLimits")->trigger();
        }
    } else {
        showPane(m_backups->id());
        if (name == QLatin1String("schedule")) {
            m_backups->action("planBackups")->trigger();
        }
    }
    return this;
}

void SettingsPage::endPicture() { showPane(m_workspace->id()); }

}  // namespace evenhand::ui
