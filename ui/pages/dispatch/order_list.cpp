// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/order_list.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "ui/widgets/counted.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct OrderListWords {
    Q_DECLARE_TR_FUNCTIONS(OrderListWords)
};
using OrderListColumn = Column<ListedOrder, OneOrder>;

OrderListColumn sinceColumn(bool waiting, const Formats& formats, const std::function<Instant()>& now) {
    OrderListColumn since(
        "since", 110, [waiting] { return waiting ? OrderListWords::tr("Waiting") : OrderListWords::tr("Placed"); },
        [waiting, &formats, now](const ListedOrder& order) {
            return waiting ? Formats::duration(std::max<std::int64_t>(0, now().ms - order.since.ms))
                           : formats.shortTime(order.since, now());
        });
    const auto whole = [&formats](const ListedOrder& order) { return formats.dateTime(order.since); };
    // By the time waited, which grows as its beginning falls.
    since.orderedAs([waiting](const ListedOrder& order) { return waiting ? -order.since.ms : order.since.ms; })
        .number()
        .withHint(whole)
        .inFile(whole);
    return waiting ? since.ticking() : since;
}

std::vector<OrderListColumn> orderListColumns(bool waiting, const Formats& formats, const OrderListHooks& hooks) {
    return {
        OrderListColumn(
            "order", 112, [] { return OrderListWords::tr("Order"); },
            [](const ListedOrder& order) { return text(order.row.orderNo); })
            .strong()
            .withHint([](const ListedOrder& order) {
                return text(order.row.orderNo) + QLatin1Char('\n') +
                       OrderListWords::tr("Drag onto a courier to reassign.");
            }),
        OrderListColumn(
            "campus", 120, [] { return OrderListWords::tr("Campus"); },
            [nameOf = hooks.campusName](const ListedOrder& order) { return nameOf(order.row.campus); })
            .hidden(),
        OrderListColumn(
            "state", 144, [waiting] { return waiting ? OrderListWords::tr("Reason") : OrderListWords::tr("Status"); },
            [](const ListedOrder& order) { return order.reason ? label(*order.reason) : statusLabel(order.row); })
            .orderedAs([](const ListedOrder& order) {
                return order.reason ? static_cast<std::int64_t>(*order.reason)
                                    : static_cast<std::int64_t>(order.row.status);
            })
            .asPill(
                [](const ListedOrder& order) { return order.reason ? tone(*order.reason) : tone(order.row.status); }),
        sinceColumn(waiting, formats, hooks.now),
        OrderListColumn::money(
            "amount", 110, [&formats] { return OrderListWords::tr("Amount (%1)").arg(formats.currency()); }, formats,
            [](const ListedOrder& order) { return order.row.payable; }),
        OrderListColumn(
            "user", 68, [] { return OrderListWords::tr("User"); },
            [](const ListedOrder& order) { return text(order.row.user); }),
    };
}

std::vector<FilterField<ListedOrderFilter>> orderListFields(bool waiting, const QString& one) {
    using api::OrderStatus;
    using api::WaitReason;
    FieldLook state;
    state.key = QStringLiteral("state");
    state.objectName = one + QStringLiteral("State");
    state.title = [waiting] { return waiting ? OrderListWords::tr("Reason") : OrderListWords::tr("Status"); };
    state.any = [waiting] { return waiting ? OrderListWords::tr("Every reason") : OrderListWords::tr("Every status"); };
    if (waiting) {
        state.choices = choicesOf({WaitReason::Message, WaitReason::NoCourier, WaitReason::AtLimit, WaitReason::Paused,
                                   WaitReason::DeadLetter},
                                  &label);
    } else {
        state.kind = FieldLook::Kind::Chips;
        state.choices = choicesOf({OrderStatus::WaitPickUp, OrderStatus::Delivering}, &label);
    }
    return {textField<ListedOrderFilter>(
                QStringLiteral("text"), one + QStringLiteral("Text"),
                [] { return OrderListWords::tr("Order, user or campus"); }, &ListedOrderFilter::text),
            waiting ? choicesField(std::move(state), &ListedOrderFilter::reasons, &api::waitReasonFrom)
                    : choicesField(std::move(state), &ListedOrderFilter::statuses, &api::orderStatusFrom)};
}

template <typename Value>
bool isOneOf(const std::vector<Value>& chosen, Value value) {
    return chosen.empty() || std::find(chosen.begin(), chosen.end(), value) != chosen.end();
}

}  // namespace

DraggedOrders freezeOrders(const QString& workspace, const std::vector<const ListedOrder*>& orders) {
    DraggedOrders frozen{workspace, {}, {}};
    bool several = false;
    for (const auto* order : orders) {
        several = several || (!frozen.orders.empty() && frozen.campus != order->row.campus);
        frozen.campus = order->row.campus;
        frozen.orders.push_back({order->row.orderNo, order->row.version});
    }
    if (several) {
        frozen.campus = {};
    }
    return frozen;
}

std::vector<ListedOrder> listed(const std::vector<api::WaitingOrder>& orders) {
    std::vector<ListedOrder> all;
    all.reserve(orders.size());
    for (const auto& order : orders) {
        all.push_back({order.row, order.reason, order.since});
    }
    return all;
}

std::vector<ListedOrder> listed(const std::vector<api::OrderRow>& orders) {
    std::vector<ListedOrder> all;
    all.reserve(orders.size());
    for (const auto& order : orders) {
        all.push_back({order, std::nullopt, order.placedAt});
    }
    return all;
}

OrderListTable::Spec describeOrderList(bool waiting, const Formats& formats, const OrderListHooks& hooks) {
    OrderListTable::Spec spec;
    spec.look.prefix = waiting ? QStringLiteral("dispatchWaiting") : QStringLiteral("dispatchInHand");
    spec.look.one = spec.look.prefix + QStringLiteral("Order");
    spec.look.isCompact = true;
    // Whom to give which order to, and why now, is decided here; what it costs and who wants it can be looked up.
    spec.look.yielding = {QStringLiteral("user"), QStringLiteral("amount"), QStringLiteral("since")};
    spec.look.menu = hooks.menu;
    spec.look.exportKeys = QKeySequence(Qt::CTRL | Qt::Key_E);
    auto& texts = spec.look.texts;
    texts.name = [waiting] {
        return waiting ? OrderListWords::tr("Unassigned orders") : OrderListWords::tr("Orders in hand");
    };
    texts.count = [](std::int64_t total) { return total < 0 ? Formats::dash() : countedOrders(total); };
    texts.empty = hooks.none;
    texts.next = hooks.next;
    texts.emptyFiltered = [] { return OrderListWords::tr("No order matches the filter."); };
    texts.exported = [waiting] {
        return waiting ? OrderListWords::tr("Export unassigned orders") : OrderListWords::tr("Export orders in hand");
    };
    texts.fileName = waiting ? QStringLiteral("unassigned-orders.csv") : QStringLiteral("orders-in-hand.csv");
    spec.columns = orderListColumns(waiting, formats, hooks);
    spec.orderedBy = QStringLiteral("since");
    spec.most = hooks.most;
    spec.isDescending = waiting;
    spec.now = hooks.now;
    spec.fields = orderListFields(waiting, spec.look.one);
    spec.matches = [](const ListedOrderFilter& filter, const ListedOrder& order) {
        return order.reason ? isOneOf(filter.reasons, *order.reason) : isOneOf(filter.statuses, order.row.status);
    };
    spec.opened = [opened = hooks.opened](const ListedOrder&) { opened(); };
    spec.carrying.away = [workspace = hooks.workspace](const std::vector<const ListedOrder*>& orders) {
        return toMime(freezeOrders(workspace, orders));
    };
    return spec;
}

}  // namespace evenhand::ui
