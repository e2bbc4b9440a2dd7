// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/order_read_back.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "engine/api/limits.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/models/selection_limits.h"
#include "ui/shell/courier_directory.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

static_assert(kMaxFrozen <= api::kMaxRowIds);  // what is acted on is read back by its ids, all at a time

struct OrderReadBack {
    Q_DECLARE_TR_FUNCTIONS(OrderReadBack)
};

struct Reading {
    OrdersRead read;
    std::size_t open = 0;
    std::function<void(OrdersRead)> done;
    void arrived() {
        if (--open == 0) {
            done(std::move(read));
        }
    }
};

QString lastChange(const api::OrderDetail& detail, const Formats& formats, Instant now) {
    if (detail.events.empty()) {
        return {};
    }
    // What follows by itself is nobody's change: closing a paid order has it refunded by a worker. And an assignment
    // that somebody has asked for was made by the system: whoever asked has changed it.
    using Kind = api::EventKind;
    auto changed = std::find_if(detail.events.rbegin(), detail.events.rend(),
                                [](const api::OrderEvent& each) { return each.kind != Kind::RefundChanged; });
    if (changed == detail.events.rend() || changed->kind != Kind::Closed) {
        changed = detail.events.rbegin();
    }
    auto last = changed;
    while (last->kind == Kind::Assigned || last->kind == Kind::AssignmentReleased) {
        if (++last == detail.events.rend()) {
            break;
        }
    }
    if (last == detail.events.rend() || last->kind != Kind::ReassignRequested) {
        last = changed;
    }
    return changeText(label(last->kind), last->actor, last->at, formats, now);
}

}  // namespace

std::vector<OrderKey> keysOf(const std::vector<api::OrderRow>& orders) {
    std::vector<OrderKey> keys;
    keys.reserve(orders.size());
    for (const auto& order : orders) {
        keys.push_back({order.orderNo, order.id});
    }
    return keys;
}

void readBack(UiContext& context, QObject* receiver, const std::vector<OrderKey>& orders,
              std::function<void(OrdersRead)> done) {
    auto reading = std::make_shared<Reading>();
    reading->read.resize(orders.size());
    reading->done = std::move(done);
    std::vector<OrderId> ids;
    std::map<OrderId, std::size_t> places;
    std::vector<std::size_t> byNumber;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (orders[i].id.valid()) {
            ids.push_back(orders[i].id);
            places.emplace(orders[i].id, i);
        } else {
            byNumber.push_back(i);
        }
    }
    reading->open = 1 + byNumber.size();
    auto& bridge = context.bridge;
    whenReady(bridge.orders().rows(bridge.call(), std::move(ids)), receiver,
              [reading, places](const Result<std::vector<api::OrderRow>>& rows) {
                  for (const auto& row : rows ? *rows : std::vector<api::OrderRow>{}) {
                      if (const auto at = places.find(row.id); at != places.end()) {
                          reading->read[at->second] = row;
                      }
                  }
                  reading->arrived();
              });
    for (const auto i : byNumber) {
        whenReady(bridge.orders().detail(bridge.call(), orders[i].orderNo), receiver,
                  [reading, i](const Result<api::OrderDetail>& detail) {
                      if (detail) {
                          reading->read[i] = detail->row;
                      }
                      reading->arrived();
                  });
    }
}

QStringList headerOfOrders() {
    return {OrderReadBack::tr("Order"), OrderReadBack::tr("Before"), OrderReadBack::tr("Now")};
}

QString standing(const api::OrderRow& order) {
    if (order.courier.empty()) {
        return statusLabel(order);
    }
    const QString name = order.courierName.empty() ? text(order.courier) : text(order.courierName);
    return OrderReadBack::tr("%1, %2", "status of an order, its courier").arg(statusLabel(order), name);
}

void lastChangeOf(UiContext& context, QObject* receiver, const OrderNo& order, std::function<void(QString)> done) {
    auto& bridge = context.bridge;
    whenReady(bridge.orders().detail(bridge.call(), order), receiver,
              [&context, done = std::move(done)](const Result<api::OrderDetail>& detail) {
                  done(detail ? lastChange(*detail, context.formats, context.bridge.status().now) : QString());
              });
}

void followOrders(UiContext& context, ActionDialog* dialog,
                  std::function<ActionDialog::Texts(const std::vector<api::OrderRow>& left)> textsFor) {
    auto& bridge = context.bridge;
    const auto ordersAre = [dialog, textsFor = std::move(textsFor)](const Result<std::vector<api::OrderRow>>& rows) {
        if (!rows) {
            return;
        }
        dialog->ordersAre(*rows);
        if (const auto left = dialog->fit(); !left.empty()) {
            dialog->setTexts(textsFor(left));
        } else if (std::ranges::any_of(dialog->rows(), &ActionRow::changed)) {
            dialog->setQuestion(ActionDialog::tr("Nothing is left to do: these orders were changed meanwhile."));
        }
    };
    const auto read = [&bridge, dialog, ordersAre](const OrderChanges& changes) {
        std::vector<OrderId> ids;
        for (const auto& row : dialog->rows()) {
            const auto id = row.order.id;
            if (id.valid() && (changes.everything || std::binary_search(changes.ids.begin(), changes.ids.end(), id))) {
                ids.push_back(id);
            }
        }
        if (!ids.empty()) {
            whenReady(bridge.orders().rows(bridge.call(), std::move(ids)), dialog, ordersAre);
        }
    };
    QObject::connect(&bridge, &EngineBridge::ordersChanged, dialog, read);
    OrderChanges all;
    all.everything = true;
    read(all);  // the list may have been read before the last changes
}

BoundFor boundFor(const std::vector<api::ReassignOutcome>& given, const QString& name) {
    BoundFor bound;
    for (const auto& each : given) {
        if (!name.isEmpty() && !each.error) {
            bound[each.orderNo] = name;
        }
    }
    return bound;
}

BoundFor boundBack(CourierDirectory& couriers, const std::vector<api::ReassignOutcome>& given) {
    BoundFor bound;
    for (const auto& each : given) {
        if (!each.from.empty()) {
            bound[each.orderNo] = couriers.nameOf(each.from);
        }
    }
    return bound;
}

}  // namespace evenhand::ui
