// SPDX-License-Identifier: GPL-3.0-or-later
// Orders: the table of all of them with one in detail, as OrderPane shows them, and the commands of the page.
// Thread: GUI.
#pragma once

#include <QPointer>

#include "ui/pages/orders/order_pane.h"
#include "ui/pages/orders/take_order_dialog.h"
#include "ui/shell/page.h"

namespace evenhand::ui {

class OrdersPage : public Page {
    Q_OBJECT

public:
    explicit OrdersPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("orders"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    [[nodiscard]] bool isReady() const override;
    void openTarget(const QVariantMap& target) override { m_pane->openTarget(target); }
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] OrderPane* pane() const { return m_pane; }
    [[nodiscard]] OrderPane::Model& model() const { return m_pane->model(); }
    [[nodiscard]] PagedView* table() const { return m_pane->table(); }
    [[nodiscard]] OrderActionFlow* flow() const { return m_pane->flow(); }
    [[nodiscard]] OrderDetailPanel* detail() const { return m_pane->detail(); }
    [[nodiscard]] QAction* takeAction() const { return m_take; }
    /// While it is open.
    [[nodiscard]] TakeOrderDialog* takeDialog() const { return m_takeDialog; }

protected:
    [[nodiscard]] QWidget* firstFocus() const override { return m_pane->table(); }
    void onActivated() override { m_pane->setActive(true); }
    void onDeactivated() override { m_pane->setActive(false); }
    void retranslate() override;

private:
    void poseWithDelivered(OrderAction action);
    void takeOrder();
    void refreshActions();

    QAction* m_import;
    OrderPane* m_pane;
    QAction* m_take;
    QAction* m_refresh;
    QPointer<TakeOrderDialog> m_takeDialog;
    bool m_posing = false;  ///< for a picture: the orders for it are on their way
};

}  // namespace evenhand::ui
