// SPDX-License-Identifier: GPL-3.0-or-later
// Carries an action on frozen orders from the question to the outcome: ask, submit with the versions of the moment of
// choosing, read back, show per row what became of it; offer undo where there is one.
// Thread: GUI. Invariant: nothing is called done that the engine did not answer as done.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <map>

#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/outcome_dialog.h"
#include "ui/pages/orders/order_actions.h"
#include "ui/pages/orders/order_money_flow.h"
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
    [[nodiscard]] OutcomeDialog* outcome() const { return m_outcome; }
    /// Refunds and returns.
    [[nodiscard]] OrderMoneyFlow* money() const { return m_money; }
    [[nodiscard]] bool isBusy() const { return m_busy > 0 || m_money->isBusy(); }

Q_SIGNALS:
    void asked();     ///< question() is shown
    void finished();  ///< the outcome is told

private:
    using Rows = std::vector<api::OrderRow>;
    using Outcomes = std::vector<OrderOutcome>;

    void ask(OrderAction action, std::vector<ActionRow> rows);
    void addPaymentFields(ActionDialog* dialog, const api::OrderRow& order);
    void addCourierField(ActionDialog* dialog, const api::OrderRow& order);
    void submit(OrderAction action, ActionDialog* dialog);
    void pay(const api::OrderRow& order, const QString& number, Money amount, const QString& reason);
    void paid(const api::OrderRow& order, const Result<api::PaymentAnswer>& answer);
    void cancel(const Rows& orders, const QString& reason, const Outcomes& leftOut);
    /// `toName`: of `to`; both empty: the next fairest.
    void reassign(const Rows& orders, const CourierId& to, const QString& toName, const QString& reason,
                  const Outcomes& leftOut);
    void askUndo(const std::vector<api::ReassignOutcome>& done, const std::map<OrderNo, OrderId>& ids);
    void undo(std::vector<api::ReassignOutcome> done, const std::map<OrderNo, OrderId>& ids, const QString& reason);
    void report(OrderAction action, const api::OrderRow& order, const QString& note);
    void failWhole(const QString& title, const Error& error);
    void failOne(const QString& title, const api::OrderRow& order, const Error& error);
    /// `now`: the orders as they were read again.
    using Tell = std::function<void(bool allDone, const Rows& now)>;
    void readBack(const QString& title, Outcomes outcomes, const Tell& tell);
    void showOutcome(const QString& title, const Outcomes& outcomes);

    UiContext& m_context;
    QPointer<QWidget> m_page;
    QPointer<ActionDialog> m_question;
    QPointer<OutcomeDialog> m_outcome;
    OrderMoneyFlow* m_money;
    int m_busy = 0;
};

}  // namespace evenhand::ui
