// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shop/shop_page.h"

#include <QVBoxLayout>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/import_labels.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"
#include "ui/shell/session.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tab_bar.h"

namespace evenhand::ui {

ShopPage::ShopPage(UiContext& context, QWidget* parent) : Page(QStringLiteral("shop"), context, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    setupCommands();
    setupTabs();
    layout->addWidget(m_tabs, 1);
    connect(&context.bridge, &EngineBridge::stateChanged, this, &ShopPage::refreshActions);
    retranslate();
}

void ShopPage::setupCommands() {
    m_addProduct = addCommand("addProduct", "product");
    m_addCourier = addCommand("addCourier", "courier");
    m_addCampus = addCommand("addCampus", "campus");
    m_import = addCommand("import", "import");
    m_refresh = addCommand("refresh", "refresh", Qt::Key_F5);
    connect(m_refresh, &QAction::triggered, this, &ShopPage::refresh);
    connect(m_import, &QAction::triggered, this, [this] { context().session.requestImport(); });
}

void ShopPage::setupTabs() {
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(QStringLiteral("shopTabs"));
    m_tabs->setDocumentMode(true);
    m_products = new ProductPane(context(), m_addProduct, m_tabs);
    m_couriers = new ShopCourierPane(context(), m_addCourier, m_tabs);
    m_rosters = new RosterPane(context(), m_tabs);
    m_campuses = new ShopCampusPane(context(), m_addCampus, m_tabs);
    m_products->addTool(actionButton(m_addProduct, m_products));
    m_couriers->addTool(actionButton(m_addCourier, m_couriers));
    m_campuses->addTool(actionButton(m_addCampus, m_campuses));
    for (auto* pane : panes()) {
        pane->addTool(actionButton(m_import, pane, Qt::ToolButtonIconOnly));
        m_tabs->addTab(pane == m_rosters->table() ? static_cast<QWidget*>(m_rosters) : pane, QString());
        connect(pane, &QueryPaneBase::readyChanged, this, &ShopPage::noteReady);
    }
    connect(m_rosters, &RosterPane::readyChanged, this, &ShopPage::noteReady);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ShopPage::syncTabs);
    const auto add = [this](QAction* action, int tab, const std::function<void()>& open) {
        connect(action, &QAction::triggered, this, [this, tab, open] {
            m_tabs->setCurrentIndex(tab);
            open();
        });
    };
    add(m_addProduct, ProductsTab, [this] { m_products->openNew(); });
    add(m_addCourier, CouriersTab, [this] { addCourier(); });
    add(m_addCampus, CampusesTab, [this] { m_campuses->openNew(); });
    connect(m_products->history(), &StockHistoryPane::orderOpened, this, [this](const QString& orderNo) {
        context().navigator.open(QStringLiteral("orders"), {{QStringLiteral("order"), orderNo}});
    });
    connect(m_couriers, &ShopCourierPane::handOverWanted, this,
            [this](const CampusId& campus, const CourierId& courier) {
                context().navigator.open(QStringLiteral("dispatch"), {{QStringLiteral("campus"), text(campus)},
                                                                      {QStringLiteral("courier"), text(courier)}});
            });
}

/// Where there is no campus yet a courier's form could not be filled in: the campus comes first.
void ShopPage::addCourier() {
    const auto& scope = context().scope;
    if (scope.isLoaded() && scope.campuses().empty()) {
        context().notices.info(tr("Couriers belong to a campus: add one first."));
        m_addCampus->trigger();
        return;
    }
    m_couriers->openNew();
}

std::vector<QueryPaneBase*> ShopPage::panes() const { return {m_products, m_couriers, m_rosters->table(), m_campuses}; }

QueryPaneBase* ShopPage::shown() const { return panes()[static_cast<std::size_t>(m_tabs->currentIndex())]; }

// --- page ---------------------------------------------------------------------------------------------------

QString ShopPage::title() const { return tr("Shop"); }

QList<QAction*> ShopPage::commands() const {
    QList<QAction*> all{m_addProduct, m_addCourier, m_addCampus, m_import};
    for (const auto* pane : panes()) {
        all << pane->commands();
    }
    return all << m_products->history()->exportAction() << findAction() << clearAction() << m_refresh;
}

bool ShopPage::isReady() const {
    return !isActive() || (!m_posing && (shown() == m_rosters->table() ? m_rosters->isReady() : shown()->isReady()));
}

QWidget* ShopPage::firstFocus() const { return shown()->table(); }

void ShopPage::onActivated() { syncTabs(); }

void ShopPage::onDeactivated() { syncTabs(); }

void ShopPage::syncTabs() {
    for (auto* pane : panes()) {
        const bool active = isActive() && pane == shown();
        if (pane == m_rosters->table()) {
            m_rosters->setActive(active);  // the table with it
        } else {
            pane->setActive(active);
        }
    }
    refreshActions();
    noteReady();
}

void ShopPage::refresh() {
    if (shown() == m_rosters->table()) {
        m_rosters->refresh();
    } else {
        shown()->refresh();
    }
}

std::vector<std::pair<QString, QVariantMap>> ShopPage::places() const {
    std::vector<std::pair<QString, QVariantMap>> all;
    const QStringList names{QStringLiteral("products"), QStringLiteral("couriers"), QStringLiteral("rosters"),
                            QStringLiteral("campuses")};
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        all.emplace_back(m_tabs->tabText(tab), QVariantMap{{QStringLiteral("tab"), names.at(tab)}});
    }
    return all;
}

void ShopPage::openTarget(const QVariantMap& target) {
    const QString tab = target.value(QStringLiteral("tab")).toString();
    if (tab == QLatin1String("campuses")) {
        m_tabs->setCurrentIndex(CampusesTab);
    } else if (tab == QLatin1String("couriers")) {
        m_tabs->setCurrentIndex(CouriersTab);
    } else if (tab == QLatin1String("rosters")) {
        m_tabs->setCurrentIndex(RostersTab);
    } else {
        m_tabs->setCurrentIndex(ProductsTab);
    }
    if (target.value(QStringLiteral("low")).toBool()) {
        m_products->showLow();
    } else if (target.contains(QStringLiteral("text"))) {
        shown()->filters()->setState({{QStringLiteral("text"), target.value(QStringLiteral("text")).toString()}});
    }
}

QStringList ShopPage::pictures() const {
    return {QStringLiteral("product"), QStringLiteral("receive"), QStringLiteral("couriers"), QStringLiteral("courier"),
            QStringLiteral("rosters"), QStringLiteral("roster"),  QStringLiteral("campuses"), QStringLiteral("campus")};
}

QWidget* ShopPage::showPicture(const QString& name) {
    if (name == QLatin1String("product")) {
        m_addProduct->trigger();
    } else if (name == QLatin1String("receive")) {
        m_products->table()->select({0});
        m_products->action(QStringLiteral("shop.stock.receive"))->trigger();
    } else if (name == QLatin1String("courier")) {
        m_addCourier->trigger();
    } else if (name == QLatin1String("campus")) {
        m_addCampus->trigger();
    } else if (name == QLatin1String("roster")) {
        poseWithRoster();
    } else {
        openTarget({{QStringLiteral("tab"), name}});
    }
    return this;
}

/// Once the rosters are there.
void ShopPage::poseWithRoster() {
    m_tabs->setCurrentIndex(RostersTab);
    m_posing = true;
    auto* once = new QObject(this);
    const auto pose = [this, once] {
        if (m_posing && m_rosters->isReady()) {
            m_posing = false;
            once->deleteLater();
            m_rosters->table()->table()->select({0});
            m_rosters->table()->action(QStringLiteral("roster.edit"))->trigger();
            noteReady();
        }
    };
    connect(m_rosters, &RosterPane::readyChanged, once, pose);
    pose();
}

void ShopPage::endPicture() { m_tabs->setCurrentIndex(ProductsTab); }

api::Operation ShopPage::importing() const {
    switch (static_cast<Tab>(m_tabs->currentIndex())) {
        case ProductsTab: return importOperation(ImportKind::Products);
        case RostersTab: return importOperation(ImportKind::Rosters);
        case CouriersTab:
        case CampusesTab: break;  // a campus comes with its couriers
    }
    return importOperation(ImportKind::Couriers);
}

void ShopPage::refreshActions() {
    const auto& bridge = context().bridge;
    setActionState(*m_addProduct, bridge.whyNotAllowed(api::Operation::ShopAddProduct));
    setActionState(*m_addCourier, bridge.whyNotAllowed(api::Operation::ShopAddCourier));
    setActionState(*m_addCampus, bridge.whyNotAllowed(api::Operation::ShopAddCampus));
    setActionState(*m_import, context().session.imports() == nullptr ? tr("This program cannot import files.")
                                                                     : bridge.whyNotAllowed(importing()));
}

void ShopPage::retranslate() {
    setActionTexts(*m_addProduct, tr("Add a product…"));
    setActionTexts(*m_addCourier, tr("Add a courier…"));
    setActionTexts(*m_addCampus, tr("Add a campus…"));
    setActionTexts(*m_import, tr("Import…"), tr("Import couriers, products, stock or rosters from a CSV file"));
    setActionTexts(*findAction(), tr("Search in the shop"));
    setActionTexts(*m_refresh, tr("Refresh"));
    nameTab(*m_tabs, ProductsTab, tr("Products"));
    nameTab(*m_tabs, CouriersTab, tr("Couriers"));
    nameTab(*m_tabs, RostersTab, tr("Rosters"));
    nameTab(*m_tabs, CampusesTab, tr("Campuses"));
    refreshActions();
}

}  // namespace evenhand::ui
