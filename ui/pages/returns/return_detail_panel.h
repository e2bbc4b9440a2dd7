// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about one return: the customer's reason, units per SKU beside what may still come back, money, who has
// agreed and who still must, how far the refund has come, what happened.
// Thread: GUI. Follows its return while active; an answer about another return than the one asked for last is dropped.
// What the customer and the clerks wrote is shown as plain text.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>
#include <optional>

#include "engine/api/returns_detail.h"
#include "ui/bridge/feed_channel.h"
#include "ui/pages/returns/quantity_grid.h"
#include "ui/pages/returns/refund_action_flow.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/timeline_view.h"

namespace evenhand::ui {

class ReturnDetailPanel : public QWidget {
    Q_OBJECT

public:
    static constexpr int kReadMs = 400;

    explicit ReturnDetailPanel(UiContext& context, QWidget* parent = nullptr);

    /// Not valid: nothing is chosen.
    void showReturn(ReturnId id);
    /// There is nothing that could be chosen.
    void setListEmpty(bool empty);
    void setActive(bool active);
    void refresh() { m_reads->request(); }
    [[nodiscard]] ReturnId id() const noexcept { return m_id; }
    [[nodiscard]] const std::optional<api::ReturnDetail>& detail() const noexcept { return m_detail; }
    /// Answered for the return shown, well or not.
    [[nodiscard]] bool isReady() const { return !m_id.valid() || !m_active || m_answered; }
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

Q_SIGNALS:
    void loaded();
    void closeRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void setupHead();
    void setupBody();
    void addSection(QWidget* content, QLabel*& title);
    void read();
    void fill();
    void fillQuantities();
    void fillMoney();
    void fillRefund();
    void showNothing(const QString& why);
    [[nodiscard]] QString invitation() const;
    void retranslate();

    UiContext& m_context;
    FeedChannel* m_reads;
    ReturnId m_id;
    std::optional<api::ReturnDetail> m_detail;
    bool m_answered = false;
    bool m_active = false;
    bool m_listEmpty = false;
    QLabel* m_number = nullptr;
    Pill* m_stage = nullptr;
    QPushButton* m_close = nullptr;
    QLabel* m_empty = nullptr;
    QScrollArea* m_scroll = nullptr;
    QVBoxLayout* m_body = nullptr;
    FactGrid* m_facts = nullptr;
    QLabel* m_reasonTitle = nullptr;
    QLabel* m_reason = nullptr;
    QLabel* m_unitsTitle = nullptr;
    QuantityGrid* m_quantities = nullptr;
    QLabel* m_moneyTitle = nullptr;
    FactGrid* m_money = nullptr;
    QLabel* m_eyesTitle = nullptr;
    QLabel* m_eyes = nullptr;
    QLabel* m_refundTitle = nullptr;
    FactGrid* m_refund = nullptr;
    QWidget* m_refundBar = nullptr;
    RefundActions* m_refundActions = nullptr;
    RowFlow* m_refundFlow = nullptr;
    QLabel* m_timelineTitle = nullptr;
    TimelineView* m_timeline = nullptr;
};

}  // namespace evenhand::ui
