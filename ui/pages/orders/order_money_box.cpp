// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_money_box.h"

#include <QVBoxLayout>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/navigator.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {

/// One reading of the three things that are shown together.
struct OrderMoneyBox::Reading {
    int generation = 0;
    std::optional<Result<api::OrderMoney>> money;
    std::optional<Result<std::vector<api::RefundRow>>> refunds;
    std::optional<Result<std::vector<api::ReturnRow>>> returns;
};

OrderMoneyBox::OrderMoneyBox(UiContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_reads(new FeedChannel(
          kReadMs, [this] { read(); }, this)) {
    setObjectName(QStringLiteral("orderMoney"));
    auto* layout = columnIn(this, 0, kGapSmall);
    m_facts = new FactGrid(this);
    layout->addWidget(m_facts);
    m_open = named(new QPushButton(this), QStringLiteral("orderOpenReturns"));
    m_open->setProperty("role", QStringLiteral("link"));
    m_open->setIcon(icon(QStringLiteral("returns")));
    m_open->hide();
    layout->addWidget(m_open, 0, Qt::AlignLeft);
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (m_order) {
            m_context.navigator.open(QStringLiteral("returns"), {{QStringLiteral("order"), text(m_order->row.orderNo)},
                                                                 {QStringLiteral("refunds"), m_returns.empty()}});
        }
    });
    connect(&context.bridge, &EngineBridge::returnsChanged, this, &OrderMoneyBox::refresh);
    connect(&context.bridge, &EngineBridge::refundsChanged, this, &OrderMoneyBox::refresh);
    retranslate();
}

void OrderMoneyBox::setOrder(std::optional<api::OrderDetail> order) {
    const bool other = !order || !m_order || order->row.id != m_order->row.id;
    m_order = std::move(order);
    if (other) {
        m_answered = false;
        m_money.reset();
        m_refunds.clear();
        m_returns.clear();
    }
    if (m_order && other) {
        m_reads->restart();
    } else if (m_order) {
        m_reads->request();
    }
    fill();
}

void OrderMoneyBox::setActive(bool active) {
    if (active && !m_active) {
        m_answered = false;  // what was known is not of now
    }
    m_active = active;
    m_reads->setActive(active);
    if (active && m_order) {
        m_reads->restart();
    }
}

void OrderMoneyBox::refresh() {
    if (m_order) {
        m_reads->request();
    }
}

void OrderMoneyBox::read() {
    if (!m_order) {
        return;
    }
    auto reading = std::make_shared<Reading>();
    reading->generation = m_reads->generation();
    auto& bridge = m_context.bridge;
    const OrderNo orderNo = m_order->row.orderNo;
    whenReady(bridge.refunds().moneyOf(bridge.call(), orderNo), this,
              [this, reading](const Result<api::OrderMoney>& money) {
                  reading->money = money;
                  arrived(reading);
              });
    whenReady(bridge.refunds().ofOrder(bridge.call(), orderNo), this,
              [this, reading](const Result<std::vector<api::RefundRow>>& refunds) {
                  reading->refunds = refunds;
                  arrived(reading);
              });
    api::ReturnQuery query;
    query.filter.orderNo = orderNo;
    query.limit = kReturnsShown;
    whenReady(bridge.returns().page(bridge.call(), query), this,
              [this, reading](const Result<std::vector<api::ReturnRow>>& returns) {
                  reading->returns = returns;
                  arrived(reading);
              });
}

void OrderMoneyBox::arrived(const std::shared_ptr<Reading>& reading) {
    if (!reading->money || !reading->refunds || !reading->returns) {
        return;
    }
    const bool whole = *reading->money && *reading->refunds && *reading->returns;
    if (whole ? !m_reads->done(reading->generation) : !m_reads->failed(reading->generation)) {
        return;
    }
    m_answered = true;
    m_money = reading->money;
    m_refunds = *reading->refunds ? **reading->refunds : std::vector<api::RefundRow>{};
    m_returns = *reading->returns ? **reading->returns : std::vector<api::ReturnRow>{};
    fill();
    Q_EMIT readyChanged();
}

void OrderMoneyBox::fill() {
    const auto& formats = m_context.formats;
    if (!m_order) {
        m_facts->setFacts({});
        m_open->hide();
        return;
    }
    const QString dash = Formats::dash();
    const bool known = m_money && *m_money;
    const auto figures = known ? figuresOf(**m_money, formats) : MoneyFigures{dash, dash, dash, dash, dash};
    std::vector<FactGrid::Fact> facts;
    facts.push_back({tr("Payment number"), m_order->paymentNo ? text(*m_order->paymentNo) : dash, true});
    facts.push_back({tr("Paid"), m_order->paymentNo ? formats.moneyWithCurrency(m_order->paid) : dash, true});
    if (m_order->discount.minor > 0) {
        facts.push_back({tr("Discount"), formats.moneyWithCurrency(m_order->discount), true});
    }
    facts.push_back({tr("Refunded"), figures.succeeded, true});
    facts.push_back({tr("On its way back"), figures.onItsWay, true});
    facts.push_back({tr("Still refundable"), figures.refundable, true, true});
    for (const auto& owed : m_order->owed) {
        facts.push_back({tr("Owed back: %1, %2").arg(label(owed.kind), text(owed.paymentNo)),
                         formats.moneyWithCurrency(owed.amount), true, true});
    }
    for (const auto& refund : m_refunds) {
        facts.push_back(
            {tr("Refund: %1", "status").arg(statusLabel(refund)), formats.moneyWithCurrency(refund.amount), true});
    }
    for (const auto& each : m_returns) {
        facts.push_back({tr("Return %1: %2", "number, stage").arg(text(each.number), label(each.stage)),
                         formats.moneyWithCurrency(each.amount), true});
    }
    m_facts->setFacts(facts);
    m_open->setVisible(!m_returns.empty() || !m_refunds.empty());
    m_open->setText(m_returns.empty() ? tr("Show its refunds") : tr("Show its returns"));
}

void OrderMoneyBox::retranslate() {
    m_facts->setAccessibleName(tr("Money"));
    m_open->setText(tr("Show its returns"));
    fill();
}

}  // namespace evenhand::ui
