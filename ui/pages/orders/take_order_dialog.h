// SPDX-License-Identifier: GPL-3.0-or-later
// An order for somebody who calls: who it is for, where it goes, what is wanted, a discount of a running campaign, and
// the payment if it is made at once. It has one idempotency key, so that sending it again after an answer that was lost
// places it once; while that is not known nothing of it can be changed. An order that is placed but could not be paid
// is told as exactly that. Thread: GUI.
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <string>

#include "engine/api/order_desk.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/pages/orders/order_lines_edit.h"

namespace evenhand::ui {

class TakeOrderDialog : public FormDialog {
    Q_OBJECT

public:
    TakeOrderDialog(UiContext& context, QWidget* parent);

    [[nodiscard]] OrderLinesEdit* lines() const { return m_lines; }
    /// It was sent, and nobody knows what became of it.
    [[nodiscard]] bool isUnsure() const noexcept { return m_isUnsure; }

protected:
    void enableFields() override;

private:
    enum Payment { Later, Cash, ByNumber };

    void addWho();
    void addWhat();
    void addPayment();
    void readCampaigns();
    void sayTotal();
    [[nodiscard]] Payment payment() const;
    [[nodiscard]] api::PlaceOrder request() const;
    void place(const Done& done);
    void pay(const api::PlacedOrder& placed, const Done& done);
    void tellPaid(const api::PlacedOrder& placed, const Result<api::PaymentAnswer>& answer);
    [[nodiscard]] QString discountText(const api::PlacedOrder& placed) const;

    const std::string m_key;
    QLineEdit* m_user = nullptr;
    QComboBox* m_campus = nullptr;
    OrderLinesEdit* m_lines = nullptr;
    QComboBox* m_draw = nullptr;
    QComboBox* m_payment = nullptr;
    QLineEdit* m_number = nullptr;
    QLineEdit* m_paymentReason = nullptr;
    QLabel* m_total = nullptr;
    QLabel* m_unsure = nullptr;
    api::PlaceOrder m_sent;  ///< last; while unsure it is sent again as it was
    bool m_isUnsure = false;
};

}  // namespace evenhand::ui
