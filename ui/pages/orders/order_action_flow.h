// SPDX-License-Identifier: GPL-3.0-or-later
// Carries an action on frozen orders from the question to the outcome, all of them by RowFlow: per row what became of
// it, what somebody else changed apart from what was refused, and undo where there is one. A payment, a courier's
// report and what goes back are of one order, with fields and words of their own. Thread: GUI. Invariant: nothing is
// called done that the engine did not answer as done.
#pragma once

#include <QObject>
#include <QWidget>
#include <optional>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/pages/orders/order_actions.h"
#include "ui/pages/orders/order_money_flow.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class OrderActionFlow : public QObject {
    Q_OBJECT

public:
    OrderActionFlow(UiContext& context, QWidget* page);

    /// `frozen` as they are shown at this moment.
    void begin(OrderAction action, std::vector<api::OrderRow> frozen);
    /// The question, if it stands; for tests and pictures.
    [[nodiscard]] ActionDialog* question() const { return m_rows->question(); }
    [[nodiscard]] RowOutcomeDialog* outcome() const { return m_rows->outcome(); }
    /// Refunds and returns.
    [[nodiscard]] OrderMoneyFlow* money() const { return m_money; }
    [[nodiscard]] bool isBusy() const { return m_rows->isBusy() || m_money->isBusy(); }

Q_SIGNALS:
    void asked();     ///< question() is shown
    void finished();  ///< the outcome is told

private:
    /// Of the campus of all of them that can be given; where they are of several, says so.
    void chooseCourier(const std::vector<api::OrderRow>& frozen);
    /// nullopt: to the next fairest.
    void give(std::vector<api::OrderRow> orders, std::optional<api::CourierRow> to);
    void ask(RowFlow::Spec spec);

    UiContext& m_context;
    QWidget* m_page;
    RowFlow* m_rows;
    OrderMoneyFlow* m_money;
};

}  // namespace evenhand::ui
