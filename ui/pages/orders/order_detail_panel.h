// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about one order: what, where it is, lines, money, what happened, and why this courier.
// Thread: GUI. Follows its order while shown; an answer about another order than the one asked for last is dropped.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>
#include <optional>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/orders/order_money_box.h"
#include "ui/pages/orders/order_timer_box.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/ranking_view.h"
#include "ui/widgets/timeline_view.h"

namespace evenhand::ui {

class OrderDetailPanel : public QWidget {
    Q_OBJECT

public:
    explicit OrderDetailPanel(UiContext& context, QWidget* parent = nullptr);

    /// Empty: nothing chosen.
    void showOrder(const OrderNo& orderNo);
    void setActive(bool active);
    [[nodiscard]] const OrderNo& orderNo() const noexcept { return m_orderNo; }
    [[nodiscard]] const std::optional<api::OrderDetail>& detail() const noexcept { return m_detail; }
    [[nodiscard]] bool isLoading() const noexcept { return m_open > 0 || !m_timer->isReady() || !m_money->isReady(); }
    [[nodiscard]] TimelineView* timeline() const { return m_timeline; }
    [[nodiscard]] OrderTimerBox* timer() const { return m_timer; }
    [[nodiscard]] OrderMoneyBox* money() const { return m_money; }

Q_SIGNALS:
    void loaded();
    void closeRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void setupHead();
    void setupBody();
    QLabel* addSection(QWidget* content);
    void read();
    void onOrdersChanged(const OrderChanges& changes);
    [[nodiscard]] bool concerns(const OrderChanges& changes) const;
    void fill();
    void fillHead();
    void fillLines();
    void fillTimeline();
    void fillEvidence();
    void retranslate();
    void showNothing(const QString& why);
    [[nodiscard]] QString courierName(const CourierId& id) const;

    UiContext& m_context;
    OrderNo m_orderNo;
    std::optional<api::OrderDetail> m_detail;
    std::optional<Result<std::vector<api::AssignmentEvidence>>> m_evidence;
    int m_generation = 0;
    int m_open = 0;
    bool m_changedMeanwhile = false;  ///< since the read under way began
    bool m_active = true;
    QLabel* m_number = nullptr;
    Pill* m_status = nullptr;
    QPushButton* m_close = nullptr;
    QLabel* m_empty = nullptr;
    QScrollArea* m_scroll = nullptr;
    QVBoxLayout* m_body = nullptr;
    std::vector<QLabel*> m_titles;
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
