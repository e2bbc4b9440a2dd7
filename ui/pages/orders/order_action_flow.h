// SPDX-License-Identifier: GPL-3.0-or-later
// Carries an action on frozen orders from the question to the outcome. What is done with many goes by RowFlow: per row
// what became of it, and undo where there is one. A payment and a courier's report are of one order, and told in words
// of their own.
// Thread: GUI. Invariant: nothing is called done that the engine did not answer as done.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include "ui/dialogs/action_dialog.h"
#include "ui/pages/orders/order_actions.h"
#include "ui/pages/orders/order_money_flow.h"
#include "ui/pages/orders/order_rows_flow.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class OrderActionFlow : public QObject {
    Q_OBJECT

public:
    OrderActionFlow(UiContext& context, QWidget* page);

    /// `frozen` as they are shown at this moment.
    void begin(OrderAction action, std::vector<api::OrderRow> frozen);
    /// The question, if it stands; for tests and pictures.
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] RowOutcomeDialog* outcome() const { return m_rows->outcome(); }
    /// Refunds and returns.
    [[nodiscard]] OrderMoneyFlow* money() const { return m_money; }
    [[nodiscard]] bool isBusy() const { return m_busy > 0 || m_rows->isBusy() || m_money->isBusy(); }

Q_SIGNALS:
    void asked();     ///< question() is shown
    void finished();  ///< the outcome is told

private:
    using Rows = std::vector<api::OrderRow>;

    void askMany(OrderAction action, Rows orders);
    void askOne(OrderAction action, ActionRow row);
    void addPaymentFields(ActionDialog* dialog, const api::OrderRow& order);
    CourierEdit* addCourierField(ActionDialog* dialog, const Rows& orders);
    void submit(OrderAction action, const api::OrderRow& order, ActionDialog* dialog);
    void pay(const api::OrderRow& order, const QString& number, Money amount, const QString& reason);
    void paid(const api::OrderRow& order, const Result<api::PaymentAnswer>& answer);
    void report(OrderAction action, const api::OrderRow& order, const QString& note);
    void failOne(const QString& title, const api::OrderRow& order, const Error& error);

    UiContext& m_context;
    QPointer<QWidget> m_page;
    QPointer<ActionDialog> m_question;
    RowFlow* m_rows;
    OrderMoneyFlow* m_money;
    int m_busy = 0;
};

}  // namespace evenhand::ui
