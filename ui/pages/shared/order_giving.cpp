// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/order_giving.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/courier_picker.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/notices.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct GivingTexts {
    Q_DECLARE_TR_FUNCTIONS(GivingTexts)
};

using Giving = std::shared_ptr<OrderGiving>;
using Outcomes = std::vector<api::ReassignOutcome>;
using GivingDone = std::function<void(RowFlow::Answers)>;

Outcomes answersOf(const OrderGiving& giving) {
    Outcomes answers;
    for (const auto& [number, answer] : giving.answered) {
        answers.push_back(answer);
    }
    return answers;
}

/// How many, and who has them now.
QString givenText(const QString& title, const std::vector<RowOutcome>& outcomes,
                  const std::vector<api::OrderRow>& orders, const BoundFor& bound) {
    return GivingTexts::tr("%1: %2.", "what was done, what became of it")
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
    const QString named = numbers.join(GivingTexts::tr(", ", "between numbers of orders"));
    return orders.size() > kNamed ? GivingTexts::tr("%1 and %2 more.", "numbers of orders, count")
                                        .arg(named, Formats::number(static_cast<std::int64_t>(orders.size() - kNamed)))
                                  : GivingTexts::tr("%1.", "numbers of orders").arg(named);
}

/// `to` empty: the next fairest.
QString weightsText(const std::vector<api::OrderRow>& orders, const QString& to) {
    const bool held = std::any_of(orders.begin(), orders.end(), [](const api::OrderRow& order) {
        return !order.courier.empty() || !order.id.valid();  // or not known
    });
    if (!held) {
        return to.isEmpty() ? GivingTexts::tr("The weight of a courier goes down by one step for each order.")
                            : GivingTexts::tr("The weight of %1 goes down by one step for each order.").arg(to);
    }
    return to.isEmpty()
               ? GivingTexts::tr(
                     "Never to the current courier, whose weight goes back up by one step; that of the new one goes "
                     "down.")
               : GivingTexts::tr(
                     "The weight of %1 goes down by one step for each order; that of the current courier goes back up.")
                     .arg(to);
}

ActionDialog::Texts givingTexts(const std::vector<api::OrderRow>& orders, const QString& to) {
    const auto many = std::ssize(orders);
    ActionDialog::Texts texts;
    texts.question = to.isEmpty()
                         ? GivingTexts::tr("%1 orders go to the next fairest couriers.", nullptr, Formats::plural(many))
                               .arg(Formats::number(many))
                         : GivingTexts::tr("%1 will be given to %2.").arg(countedOrders(many), to);
    texts.effect = weightsText(orders, to);
    texts.confirm = GivingTexts::tr("Reassign %1 orders", nullptr, Formats::plural(many)).arg(Formats::number(many));
    texts.suggestions = QStringList{GivingTexts::tr("Courier asked for it"), GivingTexts::tr("Too far away"),
                                    GivingTexts::tr("Running late")};
    return texts;
}

/// What is given without a yes to this is refused by the engine.
void addOverLimit(ActionDialog& dialog, const Giving& giving) {
    const auto& to = *giving->to;
    auto* over = new QCheckBox(
        GivingTexts::tr("Also beyond the load limit of %1 (%2)").arg(nameOf(to), countedOrders(to.limit())), &dialog);
    over->setObjectName(QStringLiteral("overLoadLimit"));
    QObject::connect(over, &QCheckBox::toggled, &dialog, [giving](bool allowed) { giving->overLimit = allowed; });
    dialog.addField({}, over, [] { return QString(); });
}

/// Gives each back to whom it was taken from.
RowFlow::Spec giveBackSpec(UiContext& context, QObject* receiver, const Giving& back) {
    // Names that are not known are read while the question stands.
    const auto bound = boundBack(context.couriers, answersOf(*back));
    auto spec = frozenSpec(context, receiver, back);
    for (auto& row : spec.rows) {
        const auto name = bound.find(OrderNo(row.key));
        row.perRow = name == bound.end() ? QString() : GivingTexts::tr("goes back to %1").arg(name->second);
    }
    spec.isBrief = true;
    spec.isDetailStanding = true;
    spec.texts.title = GivingTexts::tr("Undo the reassignment");
    spec.texts.question = namedOrders(back->orders) + QLatin1Char('\n') +
                          GivingTexts::tr("Each order goes back to the courier who had it, if it has not moved on.");
    spec.texts.confirm = GivingTexts::tr("Undo");
    spec.texts.suggestions = QStringList{GivingTexts::tr("Wrong order"), GivingTexts::tr("Wrong courier")};
    spec.submit = [&context, receiver, back](const api::Call& call, const RowFlow::Rows& rows, const GivingDone& done) {
        Outcomes asked;
        for (const auto& row : rows) {
            asked.push_back(back->answered[OrderNo(row.key)]);
        }
        whenReady(context.bridge.dispatch().undoReassign(call, std::move(asked)), receiver,
                  [back, rows, done](const Result<Outcomes>& outcomes) { done(givingAnswers(*back, rows, outcomes)); });
    };
    spec.said = [title = spec.texts.title, back, bound](const std::vector<RowOutcome>& outcomes) {
        return givenText(title, outcomes, back->now, bound);
    };
    return spec;
}

}  // namespace

std::vector<api::OrderRef> refsOf(const RowFlow::Rows& rows) {
    std::vector<api::OrderRef> refs;
    refs.reserve(rows.size());
    for (const auto& row : rows) {
        refs.push_back({OrderNo(row.key), row.version});
    }
    return refs;
}

std::map<OrderNo, std::int64_t> idsOf(const RowFlow::Rows& rows) {
    std::map<OrderNo, std::int64_t> ids;
    for (const auto& row : rows) {
        ids.emplace(OrderNo(row.key), row.id);
    }
    return ids;
}

RowFlow::Answers givingAnswers(OrderGiving& giving, const RowFlow::Rows& rows, const Result<Outcomes>& outcomes) {
    if (!outcomes) {
        return fail(outcomes.error());
    }
    const auto ids = idsOf(rows);
    std::vector<FlowAnswer> answers;
    for (const auto& each : *outcomes) {
        giving.answered[each.orderNo] = each;
        const auto id = ids.find(each.orderNo);
        answers.push_back({.id = id == ids.end() ? 0 : id->second,
                           .error = each.error,
                           .version = each.epoch,
                           .isFinal = each.from.empty()});  // what nobody had goes back to nobody
    }
    return answers;
}

RowFlow::Spec frozenSpec(UiContext& context, QObject* receiver, const Giving& giving, const WhyNotOrder& whyNot) {
    RowFlow::Spec spec;
    for (const auto& order : giving->orders) {
        const QString was = order.id.valid() ? standing(order) : QString();
        spec.rows.push_back({.id = std::ssize(spec.rows) + 1,
                             .version = order.version,
                             .name = text(order.orderNo),
                             .detail = was.isEmpty() ? Formats::dash() : was,
                             .whyNot = whyNot ? whyNot(order) : QString(),
                             .was = was,
                             .key = order.orderNo.str()});
    }
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
                const auto answer = giving->answered.find(read[i]->orderNo);
                if (answer != giving->answered.end() && !answer->second.error) {
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

RowFlow::Spec givingSpec(UiContext& context, QObject* receiver, const Giving& giving, const QString& title,
                         const WhyNotOrder& whyNot) {
    auto spec = frozenSpec(context, receiver, giving, whyNot);
    const auto& courier = giving->to;
    const QString to = courier ? nameOf(*courier) : QString();
    std::vector<api::OrderRow> fit;
    for (std::size_t i = 0; i < spec.rows.size(); ++i) {
        spec.rows[i].perRow =
            courier ? GivingTexts::tr("goes to %1").arg(to) : GivingTexts::tr("goes to the next fairest");
        if (spec.rows[i].whyNot.isEmpty()) {
            fit.push_back(giving->orders[i]);
        }
    }
    spec.orders = giving->orders;
    spec.textsFor = [to](const std::vector<api::OrderRow>& left) { return givingTexts(left, to); };
    spec.texts = spec.textsFor(fit);
    spec.texts.title = title;
    spec.isBrief = true;
    if (courier && courier->limit() > 0 && courier->inHand + std::ssize(giving->orders) > courier->limit()) {
        spec.addFields = [giving](ActionDialog& dialog) { addOverLimit(dialog, giving); };
    }
    spec.submit = [&context, receiver, giving](const api::Call& call, const RowFlow::Rows& rows,
                                               const GivingDone& done) {
        whenReady(
            context.bridge.dispatch().reassign(call, refsOf(rows), giving->target()), receiver,
            [giving, rows, done](const Result<Outcomes>& outcomes) { done(givingAnswers(*giving, rows, outcomes)); });
    };
    spec.said = [title, giving, to](const std::vector<RowOutcome>& outcomes) {
        return givenText(title, outcomes, giving->now, boundFor(answersOf(*giving), to));
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

void pickCourier(UiContext& context, QWidget* window, const QString& title, const CampusId& campus,
                 const CourierId& except, const std::function<void(const api::CourierRow&)>& chosen) {
    whenReady(context.bridge.dispatch().board(context.bridge.call(), campus), window,
              [&context, window, title, except, chosen](const Result<api::DispatchBoard>& board) {
                  if (!board) {
                      context.notices.bad(errorText(board.error()));
                      return;
                  }
                  auto* picker = new CourierPicker(title, board->couriers, except, window);
                  QObject::connect(picker, &CourierPicker::picked, window,
                                   [chosen](const api::CourierRow& courier) { chosen(courier); });
                  picker->open();
              });
}

}  // namespace evenhand::ui
