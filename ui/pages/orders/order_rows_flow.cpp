// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_rows_flow.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/orders/order_action_texts.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/courier_directory.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct OrderRowsFlow {
    Q_DECLARE_TR_FUNCTIONS(OrderRowsFlow)
};

using Giving = std::shared_ptr<OrderGiving>;
using Done = std::function<void(RowFlow::Answers)>;

std::vector<api::OrderRef> refsOf(const RowFlow::Rows& rows) {
    std::vector<api::OrderRef> refs;
    refs.reserve(rows.size());
    for (const auto& row : rows) {
        refs.push_back({OrderNo(row.key), row.version});
    }
    return refs;
}

/// By number, in the question's ids.
template <typename Answer, typename Of>
RowFlow::Answers orderAnswers(const RowFlow::Rows& rows, const Result<std::vector<Answer>>& answers, const Of& of) {
    if (!answers) {
        return fail(answers.error());
    }
    std::map<OrderNo, std::int64_t> ids;
    for (const auto& row : rows) {
        ids.emplace(OrderNo(row.key), row.id);
    }
    std::vector<FlowAnswer> all;
    for (const auto& each : *answers) {
        const auto id = ids.find(each.orderNo);
        FlowAnswer answer = of(each);
        answer.id = id == ids.end() ? 0 : id->second;
        all.push_back(std::move(answer));
    }
    return all;
}

RowFlow::Answers givingAnswers(OrderGiving& giving, const RowFlow::Rows& rows,
                               const Result<std::vector<api::ReassignOutcome>>& answers) {
    return orderAnswers(rows, answers, [&giving](const api::ReassignOutcome& each) {
        giving.answered[each.orderNo] = each;
        // What nobody had goes back to nobody.
        return FlowAnswer{.error = each.error, .version = each.epoch, .isFinal = each.from.empty()};
    });
}

/// Of these orders, each with why it is left out and what becomes of it.
RowFlow::Spec ordersSpec(UiContext& context, QObject* receiver, OrderAction action, const Giving& giving) {
    RowFlow::Spec spec;
    std::vector<api::OrderRow> fit;
    for (const auto& order : giving->orders) {
        const QString whyNot = OrderActions::whyNot(action, order);
        spec.rows.push_back({.id = std::ssize(spec.rows) + 1,
                             .version = order.version,
                             .name = text(order.orderNo),
                             .detail = standing(order),
                             .whyNot = whyNot,
                             .was = standing(order),
                             .key = order.orderNo.str()});
        if (whyNot.isEmpty()) {
            fit.push_back(order);
        }
    }
    const auto texts = [&context, action](const std::vector<api::OrderRow>& left, const api::OrderRow& first) {
        return actionTexts(action, std::ssize(left), left.empty() ? first : left.front(), context.formats);
    };
    spec.texts = texts(fit, giving->orders.front());
    spec.question = [texts](const std::vector<api::OrderRow>& left) { return texts(left, left.front()).question; };
    spec.orders = giving->orders;
    spec.header = headerOfOrders();
    spec.readBack = [&context, receiver, giving](const std::vector<std::int64_t>&,
                                                 const std::function<void(RowFlow::Now)>& done) {
        readBack(context, receiver, keysOf(giving->orders), [giving, done](const OrdersRead& read) {
            RowFlow::Now now;
            giving->now.clear();
            for (std::size_t i = 0; i < read.size(); ++i) {
                if (!read[i]) {
                    continue;
                }
                now[static_cast<std::int64_t>(i) + 1] = standing(*read[i]);
                if (giving->answered.contains(read[i]->orderNo)) {
                    giving->now.push_back(*read[i]);
                }
            }
            done(std::move(now));
        });
    };
    spec.lastChange = [&context, receiver, giving](std::int64_t id, const std::function<void(QString)>& done) {
        lastChangeOf(context, receiver, giving->orders[static_cast<std::size_t>(id - 1)].orderNo, done);
    };
    return spec;
}

std::vector<api::ReassignOutcome> answersOf(const OrderGiving& giving) {
    std::vector<api::ReassignOutcome> answers;
    for (const auto& [number, answer] : giving.answered) {
        answers.push_back(answer);
    }
    return answers;
}

/// How many, and who has them now.
QString givenText(const QString& title, const std::vector<RowOutcome>& outcomes,
                  const std::vector<api::OrderRow>& orders, const BoundFor& bound) {
    return OrderRowsFlow::tr("%1: %2.", "what was done, what became of it")
               .arg(title, outcomeSummary(countOutcomes(outcomes))) +
           whoHasThem(orders, bound);
}

/// "A1, A2, A3 and 2 more."
QString namedOrders(const std::vector<api::OrderRow>& orders) {
    constexpr std::size_t kNamed = 3;
    QStringList numbers;
    for (std::size_t at = 0; at < std::min(orders.size(), kNamed); ++at) {
        numbers << text(orders[at].orderNo);
    }
    const QString named = numbers.join(OrderRowsFlow::tr(", ", "between numbers of orders"));
    return orders.size() > kNamed ? OrderRowsFlow::tr("%1 and %2 more.", "numbers of orders, count")
                                        .arg(named, Formats::number(static_cast<std::int64_t>(orders.size() - kNamed)))
                                  : OrderRowsFlow::tr("%1.", "numbers of orders").arg(named);
}

/// Gives each back to whom it was taken from.
RowFlow::Spec giveBackSpec(UiContext& context, QObject* receiver, const Giving& back) {
    // Names that are not known are read while the question stands.
    const auto bound = boundBack(context.couriers, answersOf(*back));
    auto spec = ordersSpec(context, receiver, OrderAction::ReassignNext, back);
    for (auto& row : spec.rows) {
        const auto name = bound.find(OrderNo(row.key));
        row.whyNot.clear();
        row.perRow = name == bound.end() ? QString() : OrderRowsFlow::tr("goes back to %1").arg(name->second);
    }
    spec.orders.clear();
    spec.texts = {};
    spec.texts.title = OrderRowsFlow::tr("Undo the reassignment");
    spec.texts.question = namedOrders(back->orders) + QLatin1Char('\n') +
                          OrderRowsFlow::tr("Each order goes back to the courier who had it, if it has not moved on.");
    spec.texts.confirm = OrderRowsFlow::tr("Undo");
    spec.texts.suggestions = QStringList{OrderRowsFlow::tr("Wrong order"), OrderRowsFlow::tr("Wrong courier")};
    spec.submit = [&context, receiver, back](const api::Call& call, const RowFlow::Rows& rows, const Done& done) {
        std::vector<api::ReassignOutcome> asked;
        for (const auto& row : rows) {
            asked.push_back(back->answered[OrderNo(row.key)]);
        }
        whenReady(context.bridge.dispatch().undoReassign(call, std::move(asked)), receiver,
                  [back, rows, done](const Result<std::vector<api::ReassignOutcome>>& answers) {
                      done(givingAnswers(*back, rows, answers));
                  });
    };
    spec.said = [title = spec.texts.title, back, bound](const std::vector<RowOutcome>& outcomes) {
        return givenText(title, outcomes, back->now, bound);
    };
    return spec;
}

}  // namespace

RowFlow::Spec cancelSpec(UiContext& context, QObject* receiver, std::vector<api::OrderRow> orders) {
    auto closing = std::make_shared<OrderGiving>();
    closing->orders = std::move(orders);
    auto spec = ordersSpec(context, receiver, OrderAction::Cancel, closing);
    spec.submit = [&context, receiver](const api::Call& call, const RowFlow::Rows& rows, const Done& done) {
        whenReady(context.bridge.orders().cancel(call, refsOf(rows)), receiver,
                  [rows, done](const Result<std::vector<api::RowOutcome>>& answers) {
                      done(orderAnswers(rows, answers,
                                        [](const api::RowOutcome& each) { return FlowAnswer{.error = each.error}; }));
                  });
    };
    return spec;
}

RowFlow::Spec reassignSpec(UiContext& context, QObject* receiver, OrderAction action, const Giving& giving) {
    auto spec = ordersSpec(context, receiver, action, giving);
    spec.submit = [&context, receiver, giving](const api::Call& call, const RowFlow::Rows& rows, const Done& done) {
        if (giving->courier) {
            giving->to = giving->courier->courier();
            giving->toName = giving->courier->shownName();
        }
        whenReady(context.bridge.dispatch().reassign(call, refsOf(rows), {giving->to, giving->overLimit}), receiver,
                  [giving, rows, done](const Result<std::vector<api::ReassignOutcome>>& answers) {
                      done(givingAnswers(*giving, rows, answers));
                  });
    };
    spec.said = [title = spec.texts.title, giving](const std::vector<RowOutcome>& outcomes) {
        return givenText(title, outcomes, giving->now, boundFor(answersOf(*giving), giving->toName));
    };
    spec.undo = [&context, receiver, giving](const std::vector<FlowDone>& done) {
        auto back = std::make_shared<OrderGiving>();
        for (const auto& each : done) {
            const OrderNo number(each.row.key);
            back->orders.push_back(giving->orders[static_cast<std::size_t>(each.row.id - 1)]);
            back->answered[number] = giving->answered[number];
        }
        return giveBackSpec(context, receiver, back);
    };
    spec.undoKind = QStringLiteral("reassign");
    return spec;
}

}  // namespace evenhand::ui
