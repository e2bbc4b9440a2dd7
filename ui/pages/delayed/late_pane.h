// SPDX-License-Identifier: GPL-3.0-or-later
// Orders that are late, the latest first: their stage, who has them, how to call and how many more that courier has;
// and what can be done about many at once: other couriers, more time, their alerts acknowledged, a note; and all that
// the courier of one has in hand goes to others.
// Thread: GUI. Works only while active.
#pragma once

#include <map>

#include "ui/bridge/feed_channel.h"
#include "ui/pages/dispatch/dispatch_actions.h"
#include "ui/pages/orders/order_pane.h"

namespace evenhand::ui {

class LatePane : public OrderTable {
    Q_OBJECT

public:
    static constexpr int kReadMs = 1'000;      ///< as many change as orders do
    static constexpr int kCouriersMs = 5'000;  ///< what couriers have in hand

    explicit LatePane(UiContext& context, QWidget* parent = nullptr);
    ~LatePane() override;

    using OrderTable::action;
    [[nodiscard]] QAction* extendAction() const { return action(QStringLiteral("lateOrder.extend")); }
    [[nodiscard]] QAction* acknowledgeAction() const { return action(QStringLiteral("lateOrder.acknowledge")); }
    [[nodiscard]] QAction* noteAction() const { return action(QStringLiteral("lateOrder.note")); }
    [[nodiscard]] QAction* reassignAction() const { return action(QStringLiteral("lateOrder.reassignNext")); }
    [[nodiscard]] QAction* handOverAction() const { return action(QStringLiteral("lateOrder.reassignTo")); }
    [[nodiscard]] QAction* handOverAllAction() const { return action(QStringLiteral("lateOrder.handOver")); }
    /// Of giving them to other couriers; the rest is flow()'s.
    [[nodiscard]] OrderActionFlow* orderFlow() const { return m_orderFlow; }
    void setActive(bool active) override;
    [[nodiscard]] bool isReady() const override;
    /// For tests of more rows than their shop has late orders.
    [[nodiscard]] static RowAction<api::OrderRow> describeAcknowledge(UiContext& context, LatePane* pane);

Q_SIGNALS:
    void opened(const QString& orderNo);  ///< double click

private:
    using OrderColumn = Column<api::OrderRow, api::OrderSort>;

    [[nodiscard]] static Spec describe(UiContext& context, LatePane* pane);
    [[nodiscard]] static TableTexts describeTexts();
    [[nodiscard]] static std::vector<OrderColumn> describeColumns(UiContext& context, LatePane* pane,
                                                                  std::vector<OrderColumn> ofOrders);
    [[nodiscard]] static RowWords<api::OrderRow> describeWords(UiContext& context, LatePane* pane);
    [[nodiscard]] static RowAction<api::OrderRow> describeGiving(LatePane* pane, OrderAction which);
    [[nodiscard]] static RowAction<api::OrderRow> describeHandOver(LatePane* pane);
    [[nodiscard]] static RowAction<api::OrderRow> describeExtend(UiContext& context, LatePane* pane);
    [[nodiscard]] static RowAction<api::OrderRow> describeNote(UiContext& context, LatePane* pane);
    [[nodiscard]] std::optional<std::int64_t> inHand(const api::OrderRow& row) const;
    void readCouriers();

    OrderActionFlow* m_orderFlow = nullptr;
    DispatchActions* m_handOver = nullptr;
    FeedChannel* m_couriers = nullptr;
    std::map<CourierId, std::int64_t> m_inHand;
};

}  // namespace evenhand::ui
