// SPDX-License-Identifier: GPL-3.0-or-later
// Money and goods of one order back: a refund, whole or by amount, and the request of a return by units. What is still
// refundable and returnable is read before it is asked for.
// Thread: GUI. Invariant: a question submits once and under one idempotency key.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QObject>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <optional>

#include "engine/api/returns_detail.h"
#include "engine/base/rng.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/request_preview_field.h"
#include "ui/pages/orders/order_actions.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/units_grid.h"

namespace evenhand::ui {

class OrderMoneyFlow : public QObject {
    Q_OBJECT

public:
    OrderMoneyFlow(UiContext& context, QWidget* page);

    /// Refund or RequestReturn, of the order as it is shown at this moment.
    void begin(OrderAction action, const api::OrderRow& order);
    [[nodiscard]] ActionDialog* question() const { return m_rows->question(); }
    [[nodiscard]] UnitsGrid* units() const { return m_units; }
    /// What the return that is asked about would bring.
    [[nodiscard]] RequestPreviewField* preview() const { return m_preview; }
    /// Reading, or an amount is being worked out, or an answer is awaited.
    [[nodiscard]] bool isBusy() const { return m_busy > 0 || (m_preview && m_preview->isBusy()) || m_rows->isBusy(); }

Q_SIGNALS:
    void asked();     ///< question() is shown
    void finished();  ///< the outcome is told

private:
    /// What the question about a refund asks for.
    struct RefundFields {
        QPointer<QLineEdit> amount;
        QPointer<QComboBox> reasonCode;
    };
    /// What the question about a return asks for.
    struct ReturnFields {
        QPointer<UnitsGrid> units;
        QPointer<QLineEdit> number;
        QPointer<QCheckBox> approve;
        QPointer<QComboBox> reasonCode;
    };
    [[nodiscard]] RowFlow::Spec specOf(OrderAction action, const api::OrderRow& order, const QString& called,
                                       ActionDialog::Texts texts);
    void ask(RowFlow::Spec spec);
    void askRefund(const api::OrderRow& order, const api::OrderMoney& money);
    void askReturn(const api::OrderRow& order, const api::ReturnableOrder& returnable);
    QLineEdit* addAmount(ActionDialog& dialog, const api::OrderMoney& money);
    QLineEdit* addNumber(ActionDialog& dialog, const api::OrderRow& order);
    /// Those that are offered, once they are read.
    QComboBox* addReasonCode(ActionDialog& dialog, const QString& objectName);
    UnitsGrid* addUnits(ActionDialog& dialog, const api::ReturnableOrder& returnable);
    ReturnFields addReturnFields(ActionDialog& dialog, const api::OrderRow& order,
                                 const api::ReturnableOrder& returnable);
    /// Kept up to date while the fields change.
    void addPreview(ActionDialog& dialog, const ReturnFields& fields, const api::OrderRow& order,
                    const api::ReturnableOrder& returnable);
    [[nodiscard]] static api::RequestReturn requestOf(const ReturnFields& fields, const api::OrderRow& order,
                                                      const api::ReturnableOrder& returnable);
    /// By which it can be taken back while nobody has decided on it.
    void addVersion(const std::optional<api::ReturnAnswer>& answered, RowFlow::Answers answers,
                    const std::function<void(RowFlow::Answers)>& done);
    [[nodiscard]] RowFlow::Spec withdrawSpec(const api::ReturnAnswer& requested, std::int64_t version);
    [[nodiscard]] FlowTold refundedText(const QString& order, const api::RefundAnswer& answer) const;
    [[nodiscard]] FlowTold requestedText(const api::ReturnAnswer& answer) const;

    UiContext& m_context;
    RowFlow* m_rows;
    QPointer<UnitsGrid> m_units;
    QPointer<RequestPreviewField> m_preview;
    int m_busy = 0;                ///< reads
    Rng m_rng{Rng::systemSeed()};  ///< of keys and numbers that nobody else may offer
};

}  // namespace evenhand::ui
