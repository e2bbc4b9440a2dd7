// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_action_flow.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/orders/order_action_texts.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/notices.h"
#include "ui/widgets/courier_edit.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

std::vector<api::OrderRef> refsOf(const std::vector<api::OrderRow>& orders) {
    std::vector<api::OrderRef> refs;
    refs.reserve(orders.size());
    for (const auto& order : orders) {
        refs.push_back({order.orderNo, order.version});
    }
    return refs;
}

using Ids = std::map<OrderNo, OrderId>;

Ids idsOf(const std::vector<api::OrderRow>& orders) {
    Ids ids;
    for (const auto& order : orders) {
        ids[order.orderNo] = order.id;
    }
    return ids;
}

template <typename Answer>
std::vector<OrderOutcome> outcomesOf(const std::vector<Answer>& answers, const Ids& ids,
                                     std::vector<OrderOutcome> leftOut) {
    std::vector<OrderOutcome> outcomes;
    for (const auto& answer : answers) {
        const auto id = ids.find(answer.orderNo);
        outcomes.push_back(
            {answer.orderNo, id == ids.end() ? OrderId{} : id->second, answer.error, std::nullopt, false, {}});
    }
    std::move(leftOut.begin(), leftOut.end(), std::back_inserter(outcomes));
    return outcomes;
}

bool needsQuestion(OrderAction action) { return action != OrderAction::PickedUp && action != OrderAction::Delivered; }

}  // namespace

OrderActionFlow::OrderActionFlow(UiContext& context, QWidget* page)
    : QObject(page), m_context(context), m_page(page), m_money(new OrderMoneyFlow(context, page)) {
    connect(m_money, &OrderMoneyFlow::asked, this, &OrderActionFlow::asked);
    connect(m_money, &OrderMoneyFlow::finished, this, &OrderActionFlow::finished);
}

// --- the question -------------------------------------------------------------------------------------------

void OrderActionFlow::begin(OrderAction action, std::vector<api::OrderRow> frozen) {
    std::vector<ActionRow> rows;
    for (auto& order : frozen) {
        const QString whyNot = OrderActions::whyNot(action, order);
        rows.push_back({std::move(order), whyNot});
    }
    if (rows.empty()) {
        return;
    }
    if (action == OrderAction::Refund || action == OrderAction::RequestReturn) {
        m_money->begin(action, rows.front().order);
    } else if (needsQuestion(action)) {
        ask(action, std::move(rows));
    } else if (rows.front().whyNot.isEmpty()) {
        report(action, rows.front().order, {});
    } else {
        m_context.notices.warn(rows.front().whyNot);
    }
}

void OrderActionFlow::ask(OrderAction action, std::vector<ActionRow> rows) {
    const auto count = std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.whyNot.isEmpty(); });
    const api::OrderRow first = rows.front().order;
    auto* dialog =
        new ActionDialog(actionTexts(action, count, first, m_context.formats), std::move(rows), m_page->window());
    m_question = dialog;
    followOrders(m_context, dialog, [this, action](const Rows& left) {
        const auto many = static_cast<std::int64_t>(left.size());
        return actionTexts(action, many, left.front(), m_context.formats).question;
    });
    if (action == OrderAction::MarkPaid) {
        addPaymentFields(dialog, first);
    } else if (action == OrderAction::ReassignTo) {
        addCourierField(dialog, first);
    }
    connect(dialog, &QDialog::accepted, this, [this, action, dialog] { submit(action, dialog); });
    dialog->open();
    Q_EMIT asked();
}

void OrderActionFlow::addPaymentFields(ActionDialog* dialog, const api::OrderRow& order) {
    auto* number = new QLineEdit(dialog);
    number->setObjectName(QStringLiteral("paymentNumber"));
    number->setMaxLength(static_cast<int>(base::kMaxIdCharacters));
    dialog->addField(tr("Payment number"), number, [number] {
        return number->text().trimmed().isEmpty() ? tr("Enter a payment number.") : QString();
    });
    auto* amount = new QLineEdit(dialog);
    amount->setObjectName(QStringLiteral("paymentAmount"));
    amount->setText(m_context.formats.money(order.payable));
    amount->setAlignment(Qt::AlignRight);
    const auto& formats = m_context.formats;
    dialog->addField(tr("Amount (%1)").arg(formats.currency()), amount, [amount, &formats, payable = order.payable] {
        // Only one amount is right: the range is that amount.
        return formats.readMoney(amount->text()) == payable
                   ? QString()
                   : tr("The payable amount is %1; a payment must match it.").arg(formats.money(payable));
    });
    connect(number, &QLineEdit::textChanged, dialog, &ActionDialog::recheck);
    connect(amount, &QLineEdit::textChanged, dialog, &ActionDialog::recheck);
    number->setFocus();
}

void OrderActionFlow::addCourierField(ActionDialog* dialog, const api::OrderRow& order) {
    auto* courier = new CourierEdit(m_context.bridge, dialog);
    courier->setObjectName(QStringLiteral("courierEdit"));
    courier->setCampus(order.campus, true);
    courier->setTakers(dialog->rows().size() == 1 ? order.courier : CourierId());
    courier->setPlaceholderText(tr("Name or id of a courier on duty"));
    dialog->addField(tr("Courier"), courier, [courier] {
        return !courier->courier().empty() ? QString()
               : courier->nobody().isEmpty()
                   ? tr("Choose a courier.")
                   : tr("No courier on duty matches \"%1\".").arg(shownLine(courier->nobody(), 60));
    });
    connect(courier, &CourierEdit::courierChanged, dialog, &ActionDialog::recheck);
    connect(courier, &CourierEdit::suggested, dialog, &ActionDialog::recheck);
    connect(courier, &QLineEdit::textEdited, dialog, &ActionDialog::recheck);
    courier->setFocus();
}

void OrderActionFlow::submit(OrderAction action, ActionDialog* dialog) {
    const Rows orders = dialog->fit();
    const QString reason = dialog->reason();
    Outcomes leftOut;
    for (const auto& row : dialog->rows()) {
        if (row.changed) {
            OrderOutcome outcome{row.order.orderNo, row.order.id, Error{ErrorCode::Conflict, {}, {}, {}},
                                 std::nullopt,      false,        {}};
            outcome.changed = true;
            leftOut.push_back(std::move(outcome));
        } else if (!row.whyNot.isEmpty()) {
            leftOut.push_back({row.order.orderNo, row.order.id, std::nullopt, std::nullopt, true, row.whyNot});
        }
    }
    switch (action) {
        case OrderAction::MarkPaid: {
            const auto* number = dialog->findChild<QLineEdit*>(QStringLiteral("paymentNumber"));
            const auto* amount = dialog->findChild<QLineEdit*>(QStringLiteral("paymentAmount"));
            pay(orders.front(), number->text().trimmed(), m_context.formats.readMoney(amount->text()).value_or(Money{}),
                reason);
            break;
        }
        case OrderAction::Cancel: cancel(orders, reason, leftOut); break;
        case OrderAction::ReassignNext: reassign(orders, {}, {}, reason, leftOut); break;
        case OrderAction::ReassignTo: {
            const auto* edit = dialog->findChild<CourierEdit*>(QStringLiteral("courierEdit"));
            reassign(orders, edit->courier(), edit->shownName(), reason, leftOut);
            break;
        }
        case OrderAction::PickedUp:
        case OrderAction::Delivered:
        case OrderAction::Failed: report(action, orders.front(), reason); break;
        case OrderAction::Refund:
        case OrderAction::RequestReturn: break;  // never begun here: begin()
    }
}

// --- what is done -------------------------------------------------------------------------------------------

void OrderActionFlow::pay(const api::OrderRow& order, const QString& number, Money amount, const QString& reason) {
    ++m_busy;
    auto& bridge = m_context.bridge;
    whenReady(bridge.orders().recordPayment(bridge.call(reason),
                                            {PaymentNo(number.toStdString()), order.orderNo, amount, order.version}),
              this, [this, order](const Result<api::PaymentAnswer>& answer) {
                  --m_busy;
                  paid(order, answer);
              });
}

void OrderActionFlow::paid(const api::OrderRow& order, const Result<api::PaymentAnswer>& answer) {
    const QString number = text(order.orderNo);
    if (!answer) {
        failOne(tr("Mark as paid"), order, answer.error());
        return;
    }
    switch (answer->outcome) {
        case api::PaymentOutcome::Accepted:
            m_context.notices.good(answer->repeated ? tr("%1 was already paid with this payment number.").arg(number)
                                                    : tr("%1 is paid.").arg(number));
            break;
        case api::PaymentOutcome::Late:
        case api::PaymentOutcome::Unmatched:
            m_context.notices.warn(tr("%1 was not paid: the money is kept and owed back (%2).")
                                       .arg(number, answer->owed ? label(*answer->owed) : Formats::dash()));
            break;
    }
    Q_EMIT finished();
}

void OrderActionFlow::cancel(const Rows& orders, const QString& reason, const Outcomes& leftOut) {
    ++m_busy;
    auto& bridge = m_context.bridge;
    whenReady(bridge.orders().cancel(bridge.call(reason), refsOf(orders)), this,
              [this, ids = idsOf(orders), leftOut](const Result<std::vector<api::RowOutcome>>& answer) {
                  --m_busy;
                  if (!answer) {
                      failWhole(tr("Cancel orders"), answer.error());
                      return;
                  }
                  auto outcomes = outcomesOf(*answer, ids, leftOut);
                  const QString said = tr("Cancel orders: %1").arg(outcomeSummary(countOutcomes(outcomes)));
                  readBack(tr("Cancel orders"), std::move(outcomes), [this, said](bool allDone, const Rows&) {
                      m_context.notices.post({said, allDone ? Tone::Good : Tone::Warn, {}, {}});
                  });
              });
}

void OrderActionFlow::reassign(const Rows& orders, const CourierId& to, const QString& toName, const QString& reason,
                               const Outcomes& leftOut) {
    ++m_busy;
    auto& bridge = m_context.bridge;
    whenReady(bridge.dispatch().reassign(bridge.call(reason), refsOf(orders), {to}), this,
              [this, ids = idsOf(orders), toName, leftOut](const Result<std::vector<api::ReassignOutcome>>& answer) {
                  --m_busy;
                  if (!answer) {
                      failWhole(tr("Reassign orders"), answer.error());
                      return;
                  }
                  std::vector<api::ReassignOutcome> done;
                  std::copy_if(answer->begin(), answer->end(), std::back_inserter(done), [](const auto& each) {
                      return !each.error && !each.from.empty();
                  });  // nobody has it back
                  auto outcomes = outcomesOf(*answer, ids, leftOut);
                  const QString said = tr("Reassign orders: %1").arg(outcomeSummary(countOutcomes(outcomes)));
                  const auto bound = boundFor(*answer, toName);
                  readBack(tr("Reassign orders"), std::move(outcomes),
                           [this, said, done, ids, bound](bool allDone, const Rows& now) {
                               Notice notice{said + QLatin1Char('.') + whoHasThem(now, bound),
                                             allDone ? Tone::Good : Tone::Warn,
                                             {},
                                             {}};
                               if (!done.empty()) {
                                   notice.undoText = tr("Undo");
                                   notice.kind = QStringLiteral("reassign");
                                   notice.undo = [this, done, ids] { askUndo(done, ids); };
                               }
                               m_context.notices.post(std::move(notice));
                           });
              });
}

void OrderActionFlow::askUndo(const std::vector<api::ReassignOutcome>& done, const std::map<OrderNo, OrderId>& ids) {
    ActionDialog::Texts texts;
    texts.title = tr("Undo the reassignment");
    constexpr std::size_t kNamed = 3;
    QStringList numbers;
    for (std::size_t at = 0; at < std::min(done.size(), kNamed); ++at) {
        numbers << text(done[at].orderNo);
    }
    const QString named = numbers.join(tr(", ", "between numbers of orders"));
    texts.question =
        (done.size() > kNamed ? tr("%1 and %2 more.", "numbers of orders, count")
                                    .arg(named, Formats::number(static_cast<std::int64_t>(done.size() - kNamed)))
                              : tr("%1.", "numbers of orders").arg(named)) +
        QLatin1Char('\n') + tr("Each order goes back to the courier who had it, if it has not moved on.");
    texts.confirm = tr("Undo");
    texts.suggestions = QStringList{tr("Wrong order"), tr("Wrong courier")};
    (void)boundBack(m_context.couriers, done);  // names that are not known are read while the question stands
    auto* dialog = new ActionDialog(texts, {}, m_page->window());
    m_question = dialog;
    connect(dialog, &QDialog::accepted, this, [this, done, ids, dialog] { undo(done, ids, dialog->reason()); });
    m_context.notices.offerAgainIfRejected(dialog);
    dialog->open();
    Q_EMIT asked();
}

void OrderActionFlow::undo(std::vector<api::ReassignOutcome> done, const std::map<OrderNo, OrderId>& ids,
                           const QString& reason) {
    ++m_busy;
    auto& bridge = m_context.bridge;
    const auto bound = boundBack(m_context.couriers, done);
    whenReady(
        bridge.dispatch().undoReassign(bridge.call(reason), std::move(done)), this,
        [this, ids, bound](const Result<std::vector<api::ReassignOutcome>>& answer) {
            --m_busy;
            if (!answer) {
                failWhole(tr("Undo the reassignment"), answer.error());
                return;
            }
            auto outcomes = outcomesOf(*answer, ids, {});
            const QString said = tr("Undo the reassignment: %1").arg(outcomeSummary(countOutcomes(outcomes)));
            readBack(
                tr("Undo the reassignment"), std::move(outcomes), [this, said, bound](bool allDone, const Rows& now) {
                    m_context.notices.post(
                        {said + QLatin1Char('.') + whoHasThem(now, bound), allDone ? Tone::Good : Tone::Warn, {}, {}});
                });
        });
}

void OrderActionFlow::report(OrderAction action, const api::OrderRow& order, const QString& note) {
    api::CourierReport report;
    report.kind = action == OrderAction::PickedUp    ? api::CourierReport::Kind::PickedUp
                  : action == OrderAction::Delivered ? api::CourierReport::Kind::Delivered
                                                     : api::CourierReport::Kind::Failed;
    report.orderNo = order.orderNo;
    report.courier = order.courier;
    report.epoch = order.epoch;
    report.note = note.toStdString();
    report.version = order.version;
    ++m_busy;
    auto& bridge = m_context.bridge;
    const QString said = reportedText(action, text(order.orderNo));
    whenReady(bridge.orders().report(bridge.call(note), std::move(report)), this,
              [this, said, order](const Result<void>& answer) {
                  --m_busy;
                  if (!answer) {
                      failOne(tr("Report"), order, answer.error());
                      return;
                  }
                  m_context.notices.good(said);
                  Q_EMIT finished();
              });
}

// --- what became of it --------------------------------------------------------------------------------------

void OrderActionFlow::failWhole(const QString& title, const Error& error) {
    const bool unknown = error.code == ErrorCode::OutcomeUnknown;
    m_context.notices.bad(unknown ? tr("%1: %2").arg(title, errorText(error, m_context.formats))
                                  : tr("%1: nothing was done. %2").arg(title, errorText(error, m_context.formats)));
    Q_EMIT finished();
}

void OrderActionFlow::failOne(const QString& title, const api::OrderRow& order, const Error& error) {
    if (error.code == ErrorCode::OutcomeUnknown) {
        failWhole(title, error);
        return;
    }
    ++m_busy;
    whyRefused(m_context, this, order, error, [this, title](const QString& why) {
        --m_busy;
        m_context.notices.bad(tr("%1: nothing was done. %2").arg(title, why));
        Q_EMIT finished();
    });
}

void OrderActionFlow::readBack(const QString& title, Outcomes outcomes, const Tell& tell) {
    ui::readBack(m_context, this, std::move(outcomes), [this, title, tell](const Outcomes& read) {
        const bool allDone = countOutcomes(read).allDone();
        std::vector<api::OrderRow> now;
        for (const auto& outcome : read) {
            if (outcome.readBack && !outcome.leftOut) {
                now.push_back(*outcome.readBack);
            }
        }
        tell(allDone, now);
        if (read.size() > 1 || !allDone) {
            showOutcome(title, read);
        }
        Q_EMIT finished();
    });
}

void OrderActionFlow::showOutcome(const QString& title, const Outcomes& outcomes) {
    if (!m_page) {
        return;
    }
    auto* dialog = new OutcomeDialog(title, outcomes, m_page->window());
    m_outcome = dialog;
    dialog->open();
}

}  // namespace evenhand::ui
