// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/order_read_back.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/courier_directory.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct OrderReadBack {
    Q_DECLARE_TR_FUNCTIONS(OrderReadBack)
};

struct Reading {
    std::vector<OrderOutcome> outcomes;
    std::size_t open = 0;
    std::function<void(std::vector<OrderOutcome>)> done;
    void arrived() {
        if (--open == 0) {
            done(std::move(outcomes));
        }
    }
};

QString lastChange(const api::OrderDetail& detail, const Formats& formats, Instant now) {
    if (detail.events.empty()) {
        return {};
    }
    // An assignment that somebody has asked for was made by the system: whoever asked has changed it.
    using Kind = api::EventKind;
    auto last = detail.events.rbegin();
    while (last->kind == Kind::Assigned || last->kind == Kind::AssignmentReleased) {
        if (++last == detail.events.rend()) {
            break;
        }
    }
    if (last == detail.events.rend() || last->kind != Kind::ReassignRequested) {
        last = detail.events.rbegin();
    }
    return changeText(label(last->kind), last->actor, last->at, formats, now);
}

}  // namespace

void readBack(UiContext& context, QObject* receiver, std::vector<OrderOutcome> outcomes,
              std::function<void(std::vector<OrderOutcome>)> done) {
    auto reading = std::make_shared<Reading>();
    reading->outcomes = std::move(outcomes);
    reading->done = std::move(done);
    std::vector<OrderId> ids;
    std::vector<std::size_t>
        whole;  // read with their history: who changed them is asked, or only their number is known
    std::size_t said = 0;
    for (std::size_t i = 0; i < reading->outcomes.size(); ++i) {
        const auto& outcome = reading->outcomes[i];
        if (!outcome.id.valid()) {
            whole.push_back(i);
            continue;
        }
        ids.push_back(outcome.id);
        if (kindOf(outcome) == OutcomeKind::Changed && outcome.changedBy.isEmpty() && said++ < kChangesSaid) {
            whole.push_back(i);
        }
    }
    reading->open = 1 + whole.size();
    auto& bridge = context.bridge;
    whenReady(bridge.orders().rows(bridge.call(), std::move(ids)), receiver,
              [reading](const Result<std::vector<api::OrderRow>>& rows) {
                  std::map<OrderNo, api::OrderRow> read;
                  for (const auto& row : rows ? *rows : std::vector<api::OrderRow>{}) {
                      read[row.orderNo] = row;
                  }
                  for (auto& outcome : reading->outcomes) {
                      if (const auto found = read.find(outcome.orderNo); found != read.end()) {
                          outcome.readBack = found->second;
                      }
                  }
                  reading->arrived();
              });
    for (const auto i : whole) {
        whenReady(bridge.orders().detail(bridge.call(), reading->outcomes[i].orderNo), receiver,
                  [reading, i, &context](const Result<api::OrderDetail>& detail) {
                      if (detail) {
                          auto& outcome = reading->outcomes[i];
                          outcome.readBack = detail->row;
                          if (kindOf(outcome) == OutcomeKind::Changed && outcome.changedBy.isEmpty()) {
                              outcome.changedBy = lastChange(*detail, context.formats, context.bridge.status().now);
                          }
                      }
                      reading->arrived();
                  });
    }
}

void whyRefused(UiContext& context, QObject* receiver, const api::OrderRow& order, const Error& error,
                std::function<void(QString)> done) {
    // What is asked of an order that has moved on is also refused by its status, or by the courier it had.
    const bool changed = outcomeKind(error, false) == OutcomeKind::Changed;
    if (!changed && error.code != ErrorCode::WrongStatus && error.code != ErrorCode::InvalidArgument) {
        done(errorText(error, context.formats));
        return;
    }
    OrderOutcome outcome{order.orderNo, order.id, error, std::nullopt, false, {}};
    outcome.changed = true;
    readBack(context, receiver, {std::move(outcome)},
             [error, changed, order, &context, done = std::move(done)](const std::vector<OrderOutcome>& read) {
                 const auto& only = read.front();
                 if (!changed && (!only.readBack || only.readBack->version == order.version)) {
                     done(errorText(error, context.formats));
                     return;
                 }
                 QStringList said{errorTitle(changed ? error.code : ErrorCode::Conflict)};
                 if (!only.changedBy.isEmpty()) {
                     said << only.changedBy + QLatin1Char('.');
                 }
                 if (only.readBack) {
                     // The sentence stays while the order goes on.
                     said << OrderReadBack::tr("At %1: %2.", "time, status of an order")
                                 .arg(context.formats.time(context.bridge.now()), statusLabel(*only.readBack));
                 }
                 done(said.join(QLatin1Char(' ')));
             });
}

void lastChangeOf(UiContext& context, QObject* receiver, const OrderNo& order, std::function<void(QString)> done) {
    auto& bridge = context.bridge;
    whenReady(bridge.orders().detail(bridge.call(), order), receiver,
              [&context, done = std::move(done)](const Result<api::OrderDetail>& detail) {
                  done(detail ? lastChange(*detail, context.formats, context.bridge.status().now) : QString());
              });
}

void followOrders(UiContext& context, ActionDialog* dialog,
                  std::function<QString(const std::vector<api::OrderRow>& left)> question) {
    auto& bridge = context.bridge;
    const auto ordersAre = [dialog, question = std::move(question)](const Result<std::vector<api::OrderRow>>& rows) {
        if (!rows) {
            return;
        }
        dialog->ordersAre(*rows);
        if (const auto left = dialog->fit(); !left.empty()) {
            dialog->setQuestion(question(left));
        }
    };
    QObject::connect(
        &bridge, &EngineBridge::ordersChanged, dialog, [&bridge, dialog, ordersAre](const OrderChanges& changes) {
            std::vector<OrderId> ids;
            for (const auto& row : dialog->rows()) {
                const auto id = row.order.id;
                if (id.valid() && (changes.everything || std::ranges::find(changes.ids, id) != changes.ids.end())) {
                    ids.push_back(id);
                }
            }
            if (!ids.empty()) {
                whenReady(bridge.orders().rows(bridge.call(), std::move(ids)), dialog, ordersAre);
            }
        });
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
