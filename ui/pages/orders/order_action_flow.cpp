// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_action_flow.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "ui/pages/orders/order_rows_flow.h"
#include "ui/pages/shared/order_giving.h"
#include "ui/shell/notices.h"

namespace evenhand::ui {

OrderActionFlow::OrderActionFlow(UiContext& context, QWidget* page)
    : QObject(page),
      m_context(context),
      m_page(page),
      m_rows(new RowFlow(context, page)),
      m_money(new OrderMoneyFlow(context, page)) {
    connect(m_rows, &RowFlow::asked, this, &OrderActionFlow::asked);
    connect(m_rows, &RowFlow::finished, this, &OrderActionFlow::finished);
    connect(m_money, &OrderMoneyFlow::asked, this, &OrderActionFlow::asked);
    connect(m_money, &OrderMoneyFlow::finished, this, &OrderActionFlow::finished);
}

void OrderActionFlow::begin(OrderAction action, std::vector<api::OrderRow> frozen) {
    if (frozen.empty()) {
        return;
    }
    const auto first = frozen.front();
    switch (action) {
        case OrderAction::Cancel: ask(cancelSpec(m_context, this, frozen)); break;
        case OrderAction::ReassignNext: give(std::move(frozen), {}); break;
        case OrderAction::ReassignTo: chooseCourier(frozen); break;
        case OrderAction::MarkPaid: ask(paymentSpec(m_context, this, first)); break;
        case OrderAction::Failed: ask(reportSpec(m_context, this, action, first)); break;
        case OrderAction::PickedUp:
        case OrderAction::Delivered:
            // Without a question there is no place for why not.
            if (const QString whyNot = OrderActions::whyNot(action, first); !whyNot.isEmpty()) {
                m_context.notices.warn(whyNot);
            } else {
                ask(reportSpec(m_context, this, action, first));
            }
            break;
        case OrderAction::Refund:
        case OrderAction::RequestReturn: m_money->begin(action, first); break;
    }
}

void OrderActionFlow::chooseCourier(const std::vector<api::OrderRow>& frozen) {
    // What is left out does not count, neither for the campus nor for who has the orders by now.
    std::vector<api::OrderRow> fit;
    std::copy_if(frozen.begin(), frozen.end(), std::back_inserter(fit), [](const api::OrderRow& order) {
        return OrderActions::whyNot(OrderAction::ReassignTo, order).isEmpty();
    });
    const auto& of = fit.empty() ? frozen : fit;
    const auto& first = of.front();
    const auto isCommon = [&](auto member) {
        return std::all_of(of.begin(), of.end(),
                           [&](const api::OrderRow& each) { return each.*member == first.*member; });
    };
    if (!isCommon(&api::OrderRow::campus)) {
        m_context.notices.warn(
            tr("These orders belong to several campuses, and a courier works on one: choose those of one campus."));
        return;
    }
    pickCourier(m_context, m_page, tr("Reassign"), first.campus,
                isCommon(&api::OrderRow::courier) ? first.courier : CourierId(),
                [this, frozen](const api::CourierRow& to) { give(frozen, to); });
}

void OrderActionFlow::give(std::vector<api::OrderRow> orders, std::optional<api::CourierRow> to) {
    auto giving = std::make_shared<OrderGiving>();
    giving->orders = std::move(orders);
    giving->to = std::move(to);
    ask(givingSpec(m_context, this, giving, tr("Reassign"),
                   [](const api::OrderRow& order) { return OrderActions::whyNot(OrderAction::ReassignNext, order); }));
}

void OrderActionFlow::ask(RowFlow::Spec spec) {
    if (m_rows->begin(std::move(spec)) != nullptr) {
        Q_EMIT asked();
    }
}

}  // namespace evenhand::ui
