// SPDX-License-Identifier: GPL-3.0-or-later
// The shop: its products with their stock, its couriers and their rosters, its campuses. A tab each; another tab is
// added in setupTabs() and panes().
// Thread: GUI. Reads only the tab that is shown.
#pragma once

#include <QTabWidget>
#include <vector>

#include "ui/pages/shop/campus_pane.h"
#include "ui/pages/shop/courier_pane.h"
#include "ui/pages/shop/product_pane.h"
#include "ui/pages/shop/roster_pane.h"
#include "ui/shell/page.h"

namespace evenhand::ui {

class ShopPage : public Page {
    Q_OBJECT

public:
    enum Tab { ProductsTab, CouriersTab, RostersTab, CampusesTab };

    explicit ShopPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("shop"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    [[nodiscard]] bool isReady() const override;
    [[nodiscard]] std::vector<std::pair<QString, QVariantMap>> places() const override;
    /// "tab": "products", "couriers", "rosters" or "campuses"; "low": true; "text": what the list is narrowed to.
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] QTabWidget* tabs() const { return m_tabs; }
    [[nodiscard]] ProductPane* products() const { return m_products; }
    [[nodiscard]] ShopCourierPane* couriers() const { return m_couriers; }
    [[nodiscard]] RosterPane* rosters() const { return m_rosters; }
    [[nodiscard]] ShopCampusPane* campuses() const { return m_campuses; }
    [[nodiscard]] QAction* addCampusAction() const { return m_addCampus; }
    [[nodiscard]] QAction* addCourierAction() const { return m_addCourier; }
    [[nodiscard]] QAction* addProductAction() const { return m_addProduct; }

protected:
    [[nodiscard]] QWidget* firstFocus() const override;
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;

private:
    void setupCommands();
    void setupTabs();
    void addCourier();
    void poseWithRoster();
    void syncTabs();
    void refreshActions();
    void refresh();
    [[nodiscard]] api::Operation importing() const;
    /// Their tables, in the order of the tabs.
    [[nodiscard]] std::vector<QueryPaneBase*> panes() const;
    [[nodiscard]] QueryPaneBase* shown() const;

    bool m_posing = false;  ///< for a picture: the rosters for it are on their way
    QAction* m_addProduct = nullptr;
    QAction* m_addCourier = nullptr;
    QAction* m_addCampus = nullptr;
    QAction* m_import = nullptr;
    QAction* m_refresh = nullptr;
    QTabWidget* m_tabs = nullptr;
    ProductPane* m_products = nullptr;
    ShopCourierPane* m_couriers = nullptr;
    RosterPane* m_rosters = nullptr;
    ShopCampusPane* m_campuses = nullptr;
};

}  // namespace evenhand::ui
