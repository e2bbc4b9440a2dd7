// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about one order: what, where it is, lines, money, what happened, and why this courier.
// Thread: GUI. Follows its order while shown; an answer about another order than the one asked for last is dropped, and
// what could not be read is tried again.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>
#include <optional>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/feed_channel.h"
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
    static constexpr int kReadMs = 100;  ///< a change of the order is shown as soon as the row in the list

    explicit OrderDetailPanel(UiContext& context, QWidget* parent = nullptr);

    /// Empty: nothing chosen.
    void showOrder(const OrderNo& orderNo);
    /// There is nothing that could be chosen.
    void setListEmpty(bool empty);
    void setActive(bool active);
    [[nodiscard]] const OrderNo& orderNo() const noexcept { return m_orderNo; }
    [[nodiscard]] const std::optional<api::OrderDetail>& detail() const noexcept { return m_detail; }
    [[nodiscard]] bool isLoading() const noexcept {
        return (m_active && !m_orderNo.empty() && !m_answered) || !m_timer->isReady() || !m_money->isReady();
    }
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
    using Evidence = std::vector<api::AssignmentEvidence>;
    struct Reading;
    void read();
    void arrived(const Reading& reading);
    void onOrdersChanged(const OrderChanges& changes);
    [[nodiscard]] bool concerns(const OrderChanges& changes) const;
    void fill();
    void fillHead();
    void fillFacts();
    [[nodiscard]] QString valueOf(const api::OrderField& field) const;
    void fillLines();
    void fillTimeline();
    void fillEvidence();
    void retranslate();
    void showNothing(const QString& why);
    [[nodiscard]] QString invitation() const;
    [[nodiscard]] QString courierName(const CourierId& id) const;

    UiContext& m_context;
    OrderNo m_orderNo;
    std::optional<api::OrderDetail> m_detail;
    std::optional<Result<Evidence>> m_evidence;
    FeedChannel* m_reads;
    bool m_answered = false;  ///< what is shown was read since the order was chosen or the panel shown
    bool m_active = true;
    bool m_listEmpty = false;
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
