// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about one order: what, where it is, lines, money, what happened, and why this courier.
// Thread: GUI. Follows its order while shown.
#pragma once

#include <QLabel>
#include <optional>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/orders/order_money_box.h"
#include "ui/pages/orders/order_timer_box.h"
#include "ui/pages/shared/detail_panel.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/ranking_view.h"
#include "ui/widgets/timeline_view.h"

namespace evenhand::ui {

class OrderDetailPanel : public DetailPanelOf<OrderNo, api::OrderDetail> {
    Q_OBJECT

public:
    static constexpr int kReadMs = 100;  ///< a change of the order is shown as soon as the row in the list

    explicit OrderDetailPanel(UiContext& context, QWidget* parent = nullptr);
    ~OrderDetailPanel() override;

    /// Empty: nothing chosen.
    void showOrder(const OrderNo& orderNo) { show(orderNo); }
    void setActive(bool active) override;
    [[nodiscard]] const OrderNo& orderNo() const noexcept { return key(); }
    [[nodiscard]] bool isReady() const override {
        return DetailPanel::isReady() && m_timer->isReady() && m_money->isReady();
    }
    [[nodiscard]] TimelineView* timeline() const { return m_timeline; }
    [[nodiscard]] OrderTimerBox* timer() const { return m_timer; }
    [[nodiscard]] OrderMoneyBox* money() const { return m_money; }

protected:
    [[nodiscard]] QString heading() const override { return text(orderNo()); }
    [[nodiscard]] api::Subject subject() const override { return {detail()->row.id, {}, {}, {}}; }
    void forget() override;
    void read() override;
    void fill() override;
    void retranslate() override;

private:
    [[nodiscard]] static Shape shape();
    using Evidence = std::vector<api::AssignmentEvidence>;
    struct Reading;
    void setupSections();
    void arrived(const Reading& reading);
    void onOrdersChanged(const OrderChanges& changes);
    [[nodiscard]] bool concerns(const OrderChanges& changes) const;
    void fillFacts();
    [[nodiscard]] QString valueOf(const api::OrderField& field) const;
    void fillLines();
    void fillTimeline();
    void fillEvidence();
    [[nodiscard]] QString courierName(const CourierId& id) const;

    std::optional<Result<Evidence>> m_evidence;
    FactGrid* m_facts = nullptr;
    OrderTimerBox* m_timer = nullptr;
    FactGrid* m_lines = nullptr;
    OrderMoneyBox* m_money = nullptr;
    TimelineView* m_timeline = nullptr;
    QLabel* m_why = nullptr;
    RankingView* m_ranking = nullptr;
    FactGrid* m_evidenceFacts = nullptr;
};

}  // namespace evenhand::ui
