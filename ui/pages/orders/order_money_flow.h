// SPDX-License-Identifier: GPL-3.0-or-later
// Money and goods of one order back: a refund, whole or by amount, and the request of a return by units. What is still
// refundable and returnable is read before it is asked for.
// Thread: GUI. Invariant: a question submits once and under one idempotency key.
#pragma once

#include <QCheckBox>
#include <QObject>
#include <QPointer>
#include <QWidget>

#include "engine/api/returns_detail.h"
#include "engine/base/rng.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/pages/orders/order_actions.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/units_grid.h"

namespace evenhand::ui {

class OrderMoneyFlow : public QObject {
    Q_OBJECT

public:
    OrderMoneyFlow(UiContext& context, QWidget* page);

    /// Refund or RequestReturn, of the order as it is shown at this moment.
    void begin(OrderAction action, const api::OrderRow& order);
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] UnitsGrid* units() const { return m_units; }
    [[nodiscard]] bool isBusy() const noexcept { return m_busy > 0; }

Q_SIGNALS:
    void asked();     ///< question() is shown
    void finished();  ///< the outcome is told

private:
    void askRefund(const api::OrderRow& order, const api::OrderMoney& money);
    void askReturn(const api::OrderRow& order, const api::ReturnableOrder& returnable);
    void refund(const api::OrderRow& order, const QString& key, Money amount, const QString& reason);
    void refunded(const api::OrderRow& order, const Result<api::RefundAnswer>& answer);
    void request(api::RequestReturn asked, const QString& reason);
    void requested(const Result<api::ReturnAnswer>& answer);
    void tellFailure(const QString& title, const Error& error);
    QLineEdit* addAmount(ActionDialog* dialog, const api::OrderMoney& money);
    QLineEdit* addNumber(ActionDialog* dialog, const api::OrderRow& order);

    UiContext& m_context;
    QPointer<QWidget> m_page;
    QPointer<ActionDialog> m_question;
    QPointer<UnitsGrid> m_units;
    int m_busy = 0;
    Rng m_rng{Rng::systemSeed()};  ///< of keys and numbers that nobody else may offer
};

}  // namespace evenhand::ui
