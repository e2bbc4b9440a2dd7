// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/orders_page.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/session.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {

OrdersPage::OrdersPage(UiContext& context, QWidget* parent)
    : Page(QStringLiteral("orders"), context, parent),
      m_import(addCommand("import", "import")),
      m_pane(new OrderPane(context, this)),
      m_take(addCommand("take", "add", Qt::CTRL | Qt::Key_N)),
      m_refresh(addCommand("refresh", "refresh", Qt::Key_F5)) {
    auto* layout = columnIn(this);
    layout->addWidget(m_pane);
    m_pane->addTool(actionButton(m_take, m_pane));
    m_pane->addTool(actionButton(m_import, m_pane, Qt::ToolButtonIconOnly));
    m_pane->addTool(actionButton(m_refresh, m_pane, Qt::ToolButtonIconOnly));
    connect(m_take, &QAction::triggered, this, &OrdersPage::takeOrder);
    connect(m_import, &QAction::triggered, this, [&context] { context.session.requestImport(); });
    for (const auto signal : {&EngineBridge::permissionsChanged, &EngineBridge::stateChanged}) {
        connect(&context.bridge, signal, this, &OrdersPage::refreshActions);
    }
    connect(m_refresh, &QAction::triggered, m_pane, &OrderPane::refresh);
    connect(m_pane, &OrderPane::readyChanged, this, &OrdersPage::noteReady);
    retranslate();
}

QString OrdersPage::title() const { return tr("Orders"); }

QList<QAction*> OrdersPage::commands() const {
    return m_pane->commands() << m_pane->detail()->timer()->extendAction() << m_take << m_import << findAction()
                              << clearAction() << m_refresh;
}

/// A page that has never been shown has nothing to wait for.
bool OrdersPage::isReady() const {
    const bool isUnread = !isActive() && m_pane->model().total() < 0;
    return !m_posing && (isUnread || m_pane->isReady());
}

// --- pictures -----------------------------------------------------------------------------------------------

QStringList OrdersPage::pictures() const {
    return {QStringLiteral("detail"), QStringLiteral("cancel"), QStringLiteral("refund"), QStringLiteral("return"),
            QStringLiteral("take")};
}

QWidget* OrdersPage::showPicture(const QString& name) {
    if (name == QLatin1String("take")) {
        m_take->trigger();
        return m_takeDialog ? static_cast<QWidget*>(m_takeDialog) : this;
    }
    if (name == QLatin1String("refund") || name == QLatin1String("return")) {
        poseWithDelivered(name == QLatin1String("refund") ? OrderAction::Refund : OrderAction::RequestReturn);
        return this;
    }
    const bool isDetail = name == QLatin1String("detail");
    const auto fits = [isDetail](const api::OrderRow& order) {
        return isDetail ? !order.courier.empty() : OrderActions::whyNot(OrderAction::Cancel, order).isEmpty();
    };
    std::vector<int> rows;
    for (int row = 0; row < std::min(model().rowCount(), 60) && rows.size() < (isDetail ? 1U : 4U); ++row) {
        if (const auto* order = model().row(row); order && fits(*order)) {
            rows.push_back(row);
        }
    }
    table()->select(rows);
    if (isDetail) {
        return this;
    }
    m_pane->action(OrderAction::Cancel)->trigger();
    return flow()->question() ? static_cast<QWidget*>(flow()->question()) : this;
}

void OrdersPage::poseWithDelivered(OrderAction action) {
    m_posing = true;
    m_pane->showOnly({{QStringLiteral("status"), keyText(api::toText(api::OrderStatus::Delivered))}});
    auto* once = new QObject(this);
    connect(&model(), &PagedTable::loaded, once, [this, once, action] {
        if (model().isLoading()) {
            return;
        }
        disconnect(&model(), nullptr, once, nullptr);
        once->deleteLater();
        m_posing = false;
        if (model().rowCount() > 0) {
            table()->selectRow(0);
            m_pane->action(action)->trigger();
        }
        noteReady();
    });
}

void OrdersPage::endPicture() { m_pane->filters()->clear(); }

void OrdersPage::takeOrder() {
    m_takeDialog = new TakeOrderDialog(context(), window());
    m_takeDialog->open();
}

void OrdersPage::refreshActions() {
    setActionState(*m_take, context().bridge.whyNotAllowed(api::Operation::OrdersPlaceByHand));
    const bool canImport = context().session.imports() != nullptr;
    setActionState(*m_import, canImport ? context().bridge.whyNotAllowed(api::Operation::OrdersPlace)
                                        : tr("This program cannot import files."));
}

void OrdersPage::retranslate() {
    setActionTexts(*m_take, tr("Take an order…"), tr("Place an order for somebody who calls"));
    setActionTexts(*m_import, tr("Import…"), tr("Import orders from a CSV file"));
    setActionTexts(*findAction(), tr("Search orders"));
    setActionTexts(*m_refresh, tr("Refresh"));
    refreshActions();
}

}  // namespace evenhand::ui
