// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about one return: the customer's reason, units per SKU beside what may still come back, money, who has
// agreed and who still must, how far the refund has come, what happened.
// Thread: GUI. Follows its return while active. What the customer and the clerks wrote is shown as plain text.
#pragma once

#include <QLabel>
#include <QWidget>

#include "engine/api/returns_detail.h"
#include "ui/pages/returns/quantity_grid.h"
#include "ui/pages/returns/refund_action_flow.h"
#include "ui/pages/shared/detail_panel.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/timeline_view.h"

namespace evenhand::ui {

class ReturnDetailPanel : public DetailPanelOf<ReturnId, api::ReturnDetail> {
    Q_OBJECT

public:
    static constexpr int kReadMs = 400;

    explicit ReturnDetailPanel(UiContext& context, QWidget* parent = nullptr);
    ~ReturnDetailPanel() override;

    /// Not valid: nothing is chosen.
    void showReturn(ReturnId id) { show(id); }
    [[nodiscard]] ReturnId id() const noexcept { return key(); }
    [[nodiscard]] QuantityGrid* quantities() const { return m_quantities; }
    [[nodiscard]] FactGrid* money() const { return m_money; }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] FactGrid* refund() const { return m_refund; }
    [[nodiscard]] QLabel* reason() const { return m_reason; }
    [[nodiscard]] QLabel* eyes() const { return m_eyes; }
    [[nodiscard]] TimelineView* timeline() const { return m_timeline; }
    /// On the newest refund of the return.
    [[nodiscard]] RefundActions* refundActions() const { return m_refundActions; }
    [[nodiscard]] RowFlow* refundFlow() const { return m_refundFlow; }

protected:
    [[nodiscard]] api::Subject subject() const override { return {{}, key(), {}, {}}; }
    [[nodiscard]] QString heading() const override { return detail() ? text(detail()->row.number) : QString(); }
    void forget() override { m_refundActions->setRefund({}); }
    void read() override;
    void fill() override;
    void retranslate() override;

private:
    [[nodiscard]] static Shape shape();
    void setupSections();
    void setupRefund();
    void fillFacts();
    void fillQuantities();
    void fillMoney();
    void fillEyes();
    void fillRefund();

    FactGrid* m_facts = nullptr;
    QLabel* m_reason = nullptr;
    QuantityGrid* m_quantities = nullptr;
    FactGrid* m_money = nullptr;
    QLabel* m_eyes = nullptr;
    FactGrid* m_refund = nullptr;
    QWidget* m_refundBar = nullptr;
    RefundActions* m_refundActions = nullptr;
    RowFlow* m_refundFlow = nullptr;
    TimelineView* m_timeline = nullptr;
};

}  // namespace evenhand::ui
