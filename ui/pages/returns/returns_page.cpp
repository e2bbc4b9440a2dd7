// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/returns_page.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"
#include "ui/shell/scope_figures.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/tab_bar.h"

namespace evenhand::ui {

ReturnsPage::ReturnsPage(UiContext& context, QWidget* parent) : Page(QStringLiteral("returns"), context, parent) {
    columnIn(this, 0, 0);
    setupCommands();
    setupTabs();
    connect(&context.bridge, &EngineBridge::statusPolled, this, [this] {
        Q_EMIT badgeChanged();
        if (m_failed != this->context().figures.refundsFailed()) {
            refreshTabs();
        }
    });
    connect(&context.figures, &ScopeFigures::changed, this, &ReturnsPage::badgeChanged);
    connect(&context.figures, &ScopeFigures::changed, this, &ReturnsPage::refreshTabs);
    connect(&context.bridge, &EngineBridge::stateChanged, this, &ReturnsPage::refreshActions);
    retranslate();
}

void ReturnsPage::setupCommands() {
    m_refresh = addCommand("refresh", "refresh", Qt::Key_F5);
    m_policy = addCommand("settings", "settings");
    m_provider = addCommand("provider", "pay");
    m_cases = addCommand("cases", "bookmark");
    connect(m_refresh, &QAction::triggered, this, [this] {
        m_returns->refresh();
        m_refunds->refresh();
        m_owed->refresh();
        m_ledger->refresh();
    });
    connect(m_policy, &QAction::triggered, this, &ReturnsPage::askPolicy);
    connect(m_provider, &QAction::triggered, this, &ReturnsPage::askProvider);
    connect(m_cases, &QAction::triggered, this, &ReturnsPage::askCases);
}

void ReturnsPage::setupTabs() {
    m_tabs = named(new QTabWidget(this), QStringLiteral("returnsTabs"));
    m_tabs->setDocumentMode(true);
    m_returns = new ReturnPane(context(), m_tabs);
    m_refunds = new RefundPane(context(), m_tabs);
    m_owed = new OwedPane(context(), m_tabs);
    m_ledger = new LedgerPane(context(), m_tabs);
    for (QWidget* each : {static_cast<QWidget*>(m_returns), static_cast<QWidget*>(m_refunds),
                          static_cast<QWidget*>(m_owed), static_cast<QWidget*>(m_ledger)}) {
        m_tabs->addTab(each, QString());
    }
    auto* corner = new QWidget(m_tabs);
    auto* row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, kGap, 0);
    row->setSpacing(2);
    row->addWidget(actionButton(m_policy, corner));
    row->addWidget(actionButton(m_provider, corner));
    row->addWidget(actionButton(m_cases, corner, Qt::ToolButtonIconOnly));
    m_tabs->setCornerWidget(corner);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_tabs, 1);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ReturnsPage::syncTabs);
    connect(m_returns, &ReturnPane::readyChanged, this, &ReturnsPage::noteReady);
    connect(m_refunds, &RefundPane::readyChanged, this, &ReturnsPage::noteReady);
    connect(m_owed, &OwedPane::readyChanged, this, &ReturnsPage::noteReady);
    connect(m_ledger, &LedgerPane::readyChanged, this, &ReturnsPage::noteReady);
    const auto open = [this](const QString& order) {
        context().navigator.open(QStringLiteral("orders"), {{QStringLiteral("order"), order}});
    };
    connect(m_returns, &ReturnPane::opened, this, open);
    connect(m_refunds, &RefundPane::opened, this, open);
    connect(m_owed, &OwedPane::opened, this, open);
    connect(m_ledger, &LedgerPane::opened, this, open);
}

// --- page ---------------------------------------------------------------------------------------------------

QString ReturnsPage::title() const { return tr("Returns"); }

QList<QAction*> ReturnsPage::commands() const {
    return m_returns->commands() << m_refunds->commands() << m_owed->commands() << m_ledger->entries()->commands()
                                 << m_ledger->balances()->exportAction() << m_policy << m_provider << m_cases
                                 << findAction() << clearAction() << m_refresh;
}

std::optional<qint64> ReturnsPage::badge() const {
    const auto waiting = context().figures.returnsWaiting();
    return waiting < 0 ? std::nullopt : std::optional<qint64>(waiting);
}

bool ReturnsPage::isReady() const {
    if (m_busy > 0) {
        return false;
    }
    switch (static_cast<Tab>(m_tabs->currentIndex())) {
        case ReturnsTab: return m_returns->isReady();
        case RefundsTab: return m_refunds->isReady();
        case OwedTab: return m_owed->isReady();
        case LedgerTab: return m_ledger->isReady();
    }
    return true;
}

void ReturnsPage::onActivated() { syncTabs(); }

void ReturnsPage::onDeactivated() { syncTabs(); }

void ReturnsPage::syncTabs() {
    const int at = m_tabs->currentIndex();
    m_returns->setActive(isActive() && at == ReturnsTab);
    m_refunds->setActive(isActive() && at == RefundsTab);
    m_owed->setActive(isActive() && at == OwedTab);
    m_ledger->setActive(isActive() && at == LedgerTab);
    noteReady();
}

void ReturnsPage::openTarget(const QVariantMap& target) {
    if (target.value(QStringLiteral("settings")).toBool()) {
        m_policy->trigger();
    } else if (target.value(QStringLiteral("provider")).toBool()) {
        m_provider->trigger();
    } else if (target.value(QStringLiteral("cases")).toBool()) {
        m_cases->trigger();
    } else if (target.value(QStringLiteral("failed")).toBool()) {
        m_tabs->setCurrentIndex(RefundsTab);
        m_refunds->showStatuses({api::RefundStatus::Failed}, false);
    } else if (target.value(QStringLiteral("refunds")).toBool()) {
        m_tabs->setCurrentIndex(RefundsTab);
        m_refunds->setText(target.value(QStringLiteral("order")).toString());
    } else if (target.value(QStringLiteral("owed")).toBool()) {
        m_tabs->setCurrentIndex(OwedTab);
        m_owed->setText(target.value(QStringLiteral("payment")).toString());
    } else if (target.value(QStringLiteral("ledger")).toBool()) {
        m_tabs->setCurrentIndex(LedgerTab);
    } else {
        m_tabs->setCurrentIndex(ReturnsTab);
        if (target.value(QStringLiteral("waiting")).toBool()) {
            m_returns->showStages();
        }
        if (target.contains(QStringLiteral("order"))) {
            m_returns->setText(target.value(QStringLiteral("order")).toString());
        }
        if (const auto id = target.value(QStringLiteral("return")).toLongLong(); id > 0) {
            m_returns->openReturn(ReturnId{id});
        }
    }
}

// --- settings -----------------------------------------------------------------------------------------------

void ReturnsPage::askPolicy() {
    ++m_busy;
    auto& bridge = context().bridge;
    whenReady(bridge.returns().policies(bridge.call()), this,
              [this](const Result<std::vector<api::ReturnPolicyRow>>& policies) {
                  --m_busy;
                  if (!policies || policies->empty()) {
                      context().notices.bad(policies ? tr("There are no return settings yet.")
                                                     : tr("Return settings: %1").arg(errorText(policies.error())));
                  } else {
                      m_policyDialog =
                          new ReturnPolicyDialog(context(), *policies, context().scope.current(), window());
                      connect(m_policyDialog, &ReturnPolicyDialog::saved, m_returns, &ReturnPane::refresh);
                      m_policyDialog->open();
                  }
                  noteReady();
              });
}

void ReturnsPage::askProvider() {
    ++m_busy;
    auto& bridge = context().bridge;
    whenReady(bridge.refunds().settings(bridge.call()), this, [this](const Result<api::RefundSettings>& settings) {
        --m_busy;
        if (!settings) {
            context().notices.bad(tr("Refund method: %1").arg(errorText(settings.error())));
        } else {
            m_providerDialog = new RefundSettingsDialog(context(), *settings, window());
            m_providerDialog->open();
        }
        noteReady();
    });
}

void ReturnsPage::askCases() {
    ++m_busy;
    auto& bridge = context().bridge;
    whenReady(bridge.returns().caseSettings(bridge.call()), this, [this](const Result<api::CaseSettings>& settings) {
        --m_busy;
        if (!settings) {
            context().notices.bad(tr("Reasons and age of returns: %1").arg(errorText(settings.error())));
        } else {
            m_casesDialog = new CaseSettingsDialog(context(), *settings, window());
            connect(m_casesDialog, &CaseSettingsDialog::saved, m_returns, &ReturnPane::refresh);
            m_casesDialog->open();
        }
        noteReady();
    });
}

void ReturnsPage::refreshActions() {
    // What is set may be looked at by everybody who may read; the dialogs say who may save.
    setActionState(*m_policy, {});
    setActionState(*m_provider, {});
    setActionState(*m_cases, {});
}

void ReturnsPage::refreshTabs() {
    m_failed = context().figures.refundsFailed();
    nameTab(*m_tabs, ReturnsTab, tr("Returns"));
    nameTab(*m_tabs, RefundsTab,
            m_failed > 0 ? tr("Refunds (%1 failed)").arg(Formats::number(m_failed)) : tr("Refunds"));
    nameTab(*m_tabs, OwedTab, tr("Owed payments"));
    nameTab(*m_tabs, LedgerTab, tr("Ledger"));
}

void ReturnsPage::retranslate() {
    setActionTexts(*m_refresh, tr("Refresh"));
    setActionTexts(*m_policy, tr("Return settings…"), tr("Goods and money, four eyes; per campus"));
    setActionTexts(*m_provider, tr("Refund method…"), tr("By hand or over HTTP"));
    setActionTexts(*m_cases, tr("Reasons and age…"), tr("Reasons that are offered, and when a return is old"));
    refreshTabs();
    refreshActions();
}

// --- pictures -----------------------------------------------------------------------------------------------

QStringList ReturnsPage::pictures() const {
    return {QStringLiteral("detail"),   QStringLiteral("approve"),  QStringLiteral("reject"), QStringLiteral("receive"),
            QStringLiteral("refunds"),  QStringLiteral("record"),   QStringLiteral("owed"),   QStringLiteral("ledger"),
            QStringLiteral("settings"), QStringLiteral("provider"), QStringLiteral("cases")};
}

void ReturnsPage::selectFirst(int rows) {
    std::vector<int> chosen;
    for (int row = 0; row < std::min(rows, m_returns->model().rowCount()); ++row) {
        chosen.push_back(row);
    }
    m_returns->table()->select(chosen);
}

void ReturnsPage::afterLoad(PagedTable& model, std::function<void()> what) {
    if (!model.isLoading()) {
        what();
        return;
    }
    ++m_busy;
    auto* once = new QObject(this);
    connect(&model, &PagedTable::loaded, once, [this, once, &model, what = std::move(what)] {
        disconnect(&model, nullptr, once, nullptr);
        once->deleteLater();
        --m_busy;
        what();
        noteReady();
    });
}

QWidget* ReturnsPage::showPicture(const QString& name) {
    if (name == QLatin1String("detail")) {
        selectFirst(1);
    } else if (name == QLatin1String("approve")) {
        selectFirst(1);
        m_returns->action(ReturnAction::Approve)->trigger();
    } else if (name == QLatin1String("reject")) {
        selectFirst(3);
        m_returns->action(ReturnAction::Reject)->trigger();
    } else if (name == QLatin1String("receive")) {
        m_returns->showStages({api::ReturnStage::Goods});
        afterLoad(m_returns->model(), [this] {
            selectFirst(1);
            m_returns->action(ReturnAction::Receive)->trigger();
        });
    } else if (name == QLatin1String("refunds") || name == QLatin1String("record")) {
        m_tabs->setCurrentIndex(RefundsTab);
        afterLoad(m_refunds->model(), [this, record = name == QLatin1String("record")] {
            for (int row = 0; record && row < m_refunds->model().rowCount(); ++row) {
                const auto* each = m_refunds->model().row(row);
                if (each && RefundActions::whyNot(RefundAction::RecordPaid, *each).isEmpty()) {
                    m_refunds->table()->select({row});
                    m_refunds->action(RefundAction::RecordPaid)->trigger();
                    break;
                }
            }
        });
    } else if (name == QLatin1String("owed")) {
        m_tabs->setCurrentIndex(OwedTab);
        m_owed->setText({});  // also what has gone back
    } else if (name == QLatin1String("ledger")) {
        m_tabs->setCurrentIndex(LedgerTab);
    } else if (name == QLatin1String("settings")) {
        m_policy->trigger();
    } else if (name == QLatin1String("provider")) {
        m_provider->trigger();
    } else if (name == QLatin1String("cases")) {
        m_cases->trigger();
    }
    return this;
}

void ReturnsPage::endPicture() {
    m_returns->table()->clearSelection();
    m_returns->detail()->showReturn({});
    m_returns->showStages();
    m_refunds->table()->clearSelection();
    m_owed->clear();
    m_tabs->setCurrentIndex(ReturnsTab);
}

}  // namespace evenhand::ui
