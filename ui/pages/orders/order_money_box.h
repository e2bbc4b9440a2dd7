// SPDX-License-Identifier: GPL-3.0-or-later
// The money of one order: paid, refunded, on its way, refundable; its refunds and how far each has come; its returns,
// with a way to them.
// Thread: GUI. Reads only while active. A figure that is not known is a dash.
#pragma once

#include <QPushButton>
#include <QWidget>
#include <memory>
#include <optional>

#include "engine/api/order_desk.h"
#include "engine/api/refund_desk.h"
#include "ui/bridge/feed_channel.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

class OrderMoneyBox : public QWidget {
    Q_OBJECT

public:
    static constexpr int kReadMs = 500;
    static constexpr std::int64_t kReturnsShown = 20;

    explicit OrderMoneyBox(UiContext& context, QWidget* parent = nullptr);

    /// nullopt: no order is shown. The same order again: it may have changed.
    void setOrder(std::optional<api::OrderDetail> order);
    void setActive(bool active);
    void refresh();
    /// Answered for the order shown, well or not.
    [[nodiscard]] bool isReady() const noexcept { return !m_order || !m_active || m_answered; }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] QPushButton* openButton() const { return m_open; }
    void retranslate();

Q_SIGNALS:
    void readyChanged();

private:
    struct Reading;
    void read();
    void arrived(const std::shared_ptr<Reading>& reading);
    void fill();

    UiContext& m_context;
    FeedChannel* m_reads;
    FactGrid* m_facts = nullptr;
    QPushButton* m_open = nullptr;
    std::optional<api::OrderDetail> m_order;
    std::optional<Result<api::OrderMoney>> m_money;
    std::vector<api::RefundRow> m_refunds;
    std::vector<api::ReturnRow> m_returns;
    bool m_answered = false;
    bool m_active = false;
};

}  // namespace evenhand::ui
