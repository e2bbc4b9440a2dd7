// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_rows_flow.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/orders/order_action_texts.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/courier_directory.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

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
    spec.isDetailStanding = true;
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

CourierEdit* addCourierField(UiContext& context, ActionDialog* dialog, const std::vector<api::OrderRow>& orders) {
    auto* courier = new CourierEdit(context.bridge, dialog);
    courier->setObjectName(QStringLiteral("courierEdit"));
    courier->setCampus(orders.front().campus, true);
    courier->setTakers(orders.size() == 1 ? orders.front().courier : CourierId());
    courier->setPlaceholderText(OrderRowsFlow::tr("Name or id of a courier on duty"));
    dialog->addField(OrderRowsFlow::tr("Courier"), courier, [courier] {
        return !courier->courier().empty() ? QString()
               : courier->nobody().isEmpty()
                   ? OrderRowsFlow::tr("Choose a courier.")
                   : OrderRowsFlow::tr("No courier on duty matches \"%1\".").arg(shownLine(courier->nobody(), 60));
    });
    QObject::connect(courier, &CourierEdit::courierChanged, dialog, &ActionDialog::recheck);
    QObject::connect(courier, &CourierEdit::suggested, dialog, &ActionDialog::recheck);
    QObject::connect(courier, &QLineEdit::textEdited, dialog, &ActionDialog::recheck);
    courier->setFocus();
    return courier;
}

/// What the question about a payment asks for.
struct PaymentFields {
    QPointer<QLineEdit> number;
    QPointer<QLineEdit> amount;
};

void addPaymentFields(const Formats& formats, ActionDialog& dialog, Money payable, PaymentFields& fields) {
    auto* number = new QLineEdit(&dialog);
    number->setObjectName(QStringLiteral("paymentNumber"));
    number->setMaxLength(static_cast<int>(base::kMaxIdCharacters));
    dialog.addField(OrderRowsFlow::tr("Payment number"), number, [number] {
        return number->text().trimmed().isEmpty() ? OrderRowsFlow::tr("Enter a payment number.") : QString();
    });
    auto* amount = new QLineEdit(&dialog);
    amount->setObjectName(QStringLiteral("paymentAmount"));
    amount->setText(formats.money(payable));
    amount->setAlignment(Qt::AlignRight);
    dialog.addField(OrderRowsFlow::tr("Amount (%1)").arg(formats.currency()), amount, [amount, &formats, payable] {
        // Only one amount is right: the range is that amount.
        return formats.readMoney(amount->text()) == payable
                   ? QString()
                   : OrderRowsFlow::tr("The payable amount is %1; a payment must match it.")
                         .arg(formats.money(payable));
    });
    QObject::connect(number, &QLineEdit::textChanged, &dialog, &ActionDialog::recheck);
    QObject::connect(amount, &QLineEdit::textChanged, &dialog, &ActionDialog::recheck);
    number->setFocus();
    fields = {number, amount};
}

/// Money that was not taken is told as what it is.
FlowTold paidText(const QString& number, const api::PaymentAnswer& answer) {
    switch (answer.outcome) {
        case api::PaymentOutcome::Accepted:
            return answer.repeated ? OrderRowsFlow::tr("%1 was already paid with this payment number.").arg(number)
                                   : OrderRowsFlow::tr("%1 is paid.").arg(number);
        case api::PaymentOutcome::Late:
        case api::PaymentOutcome::Unmatched: break;
    }
    return {OrderRowsFlow::tr("%1 was not paid: the money is kept and owed back (%2).")
                .arg(number, answer.owed ? label(*answer.owed) : Formats::dash()),
            Tone::Warn};
}

Money paidOf(const std::vector<api::OrderRow>& orders) {
    Money sum;
    for (const auto& order : orders) {
        sum.minor += order.paidAt ? order.payable.minor : 0;
    }
    return sum;
}

}  // namespace

RowFlow::Spec ordersSpec(UiContext& context, QObject* receiver, OrderAction action,
                         const std::shared_ptr<OrderGiving>& giving) {
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
        auto all = actionTexts(action, std::ssize(left), left.empty() ? first : left.front(), context.formats);
        if (const Money paid = paidOf(left); action == OrderAction::Cancel && paid.minor > 0) {
            // At most: some of it may have gone back for returns.
            all.question = OrderRowsFlow::tr("%1 Up to %2 goes back to customers.", "what is closed, amount")
                               .arg(all.question, context.formats.moneyWithCurrency(paid));
        }
        return all;
    };
    spec.texts = texts(fit, giving->orders.front());
    spec.textsFor = [texts](const std::vector<api::OrderRow>& left) { return texts(left, left.front()); };
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
    if (action == OrderAction::ReassignTo) {
        spec.addFields = [&context, giving](ActionDialog& dialog) {
            giving->courier = addCourierField(context, &dialog, giving->orders);
            auto* over = new QCheckBox(OrderRowsFlow::tr("Also beyond the courier's load limit"), &dialog);
            over->setObjectName(QStringLiteral("overLoadLimit"));
            QObject::connect(over, &QCheckBox::toggled, &dialog,
                             [giving](bool allowed) { giving->overLimit = allowed; });
            dialog.addField({}, over, [] { return QString(); });
        };
    }
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

RowFlow::Spec reportSpec(UiContext& context, QObject* receiver, OrderAction action, const api::OrderRow& order) {
    auto reporting = std::make_shared<OrderGiving>();
    reporting->orders = {order};
    auto spec = ordersSpec(context, receiver, action, reporting);
    spec.submit = [&context, receiver, action, order](const api::Call& call, const RowFlow::Rows& rows,
                                                      const Done& done) {
        api::CourierReport report;
        report.kind = action == OrderAction::PickedUp    ? api::CourierReport::Kind::PickedUp
                      : action == OrderAction::Delivered ? api::CourierReport::Kind::Delivered
                                                         : api::CourierReport::Kind::Failed;
        report.orderNo = order.orderNo;
        report.courier = order.courier;
        report.epoch = order.epoch;
        report.note = call.reason;
        report.version = order.version;
        answerRow(context.bridge.orders().report(call, std::move(report)), rows.front().id,
                  std::make_shared<std::optional<bool>>(), receiver, done);
    };
    spec.said = [action, number = text(order.orderNo)](const std::vector<RowOutcome>&) {
        return reportedText(action, number);
    };
    if (action != OrderAction::Failed) {
        spec.atOnce = QString();
    }
    return spec;
}

RowFlow::Spec paymentSpec(UiContext& context, QObject* receiver, const api::OrderRow& order) {
    auto paying = std::make_shared<OrderGiving>();
    paying->orders = {order};
    auto spec = ordersSpec(context, receiver, OrderAction::MarkPaid, paying);
    auto fields = std::make_shared<PaymentFields>();
    auto answered = std::make_shared<std::optional<api::PaymentAnswer>>();
    spec.addFields = [&context, fields, payable = order.payable](ActionDialog& dialog) {
        addPaymentFields(context.formats, dialog, payable, *fields);
    };
    spec.submit = [&context, receiver, order, fields, answered](const api::Call& call, const RowFlow::Rows& rows,
                                                                const Done& done) {
        const QString number = fields->number ? fields->number->text().trimmed() : QString();
        const auto amount = fields->amount ? context.formats.readMoney(fields->amount->text()) : std::nullopt;
        answerRow(context.bridge.orders().recordPayment(
                      call, {PaymentNo(number.toStdString()), order.orderNo, amount.value_or(Money{}), order.version}),
                  rows.front().id, answered, receiver, done);
    };
    spec.said = [answered, number = text(order.orderNo)](const std::vector<RowOutcome>&) {
        return paidText(number, **answered);
    };
    return spec;
}

}  // namespace evenhand::ui
