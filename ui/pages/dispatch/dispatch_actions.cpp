// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dispatch_actions.h"

#include <QCheckBox>
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/notices.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

std::vector<api::OrderRow> rowsOf(const std::vector<OrderOutcome>& outcomes, bool onlyDone) {
    std::vector<api::OrderRow> rows;
    for (const auto& outcome : outcomes) {
        if (outcome.readBack && !(onlyDone && outcome.error)) {
            rows.push_back(*outcome.readBack);
        }
    }
    return rows;
}

}  // namespace

DispatchActions::DispatchActions(UiContext& context, QWidget* window)
    : QObject(window), m_context(context), m_window(window) {}

QString DispatchActions::whyNot(api::Operation operation) const { return m_context.bridge.whyNotAllowed(operation); }

void DispatchActions::failedWith(const Error& error) {
    m_context.notices.bad(errorText(error));
    Q_EMIT acted();
}

std::vector<ActionRow> DispatchActions::frozenRows(const std::vector<api::OrderRef>& orders) const {
    std::vector<ActionRow> rows;
    rows.reserve(orders.size());
    for (const auto& order : orders) {
        ActionRow row;
        if (const auto known = m_known ? m_known(order.orderNo) : std::nullopt; known) {
            row.order = *known;
        }
        row.order.orderNo = order.orderNo;
        row.order.version = order.version;
        rows.push_back(std::move(row));
    }
    return rows;
}

ActionDialog* DispatchActions::ask(const ActionDialog::Texts& texts, std::vector<ActionRow> rows,
                                   std::function<void(const QString&)> confirmed,
                                   std::function<QString(const std::vector<api::OrderRow>&)> question) {
    auto* dialog = new ActionDialog(texts, std::move(rows), m_window);
    if (question) {
        followOrders(m_context, dialog, std::move(question));
    }
    connect(dialog, &QDialog::accepted, this,
            [dialog, confirmed = std::move(confirmed)] { confirmed(dialog->reason()); });
    dialog->open();
    return dialog;
}

void DispatchActions::reassign(std::vector<api::OrderRef> orders, std::optional<NamedCourier> to) {
    if (orders.empty()) {
        return;
    }
    const auto question = [to](std::size_t orderCount) {
        const auto many = static_cast<std::int64_t>(orderCount);
        return to ? tr("%1 will be given to %2.").arg(countedOrders(many), to->name)
                  : tr("%1 orders go to the next fairest couriers.", nullptr, Formats::plural(many))
                        .arg(Formats::number(many));
    };
    ActionDialog::Texts texts;
    texts.title = tr("Reassign");
    texts.question = question(orders.size());
    texts.effect =
        to ? tr("The weight of %1 goes down by one step for each order; that of the current courier goes back up.")
                 .arg(to->name)
           : tr("Never to the current courier, whose weight goes back up by one step; that of the new one goes down.");
    texts.confirm = tr("Reassign");
    texts.perRow = to ? tr("goes to %1").arg(to->name) : tr("goes to the next fairest");
    texts.suggestions = QStringList{tr("Courier asked for it"), tr("Too far away"), tr("Running late")};
    auto rows = frozenRows(orders);
    ask(
        texts, std::move(rows),
        [this, orders = std::move(orders), to](const QString& reason) {
            api::ReassignTarget target;
            if (to) {
                target.to = to->id;
            }
            whenReady(m_context.bridge.dispatch().reassign(m_context.bridge.call(reason), orders, target), this,
                      [this, to](const auto& result) { reported(tr("Reassign"), result, to); });
        },
        [question](const std::vector<api::OrderRow>& left) { return question(left.size()); });
}

std::int64_t DispatchActions::inHandOf(const std::vector<Worker>& couriers) const {
    std::int64_t inHand = 0;
    for (const auto& each : couriers) {
        const auto now = m_workers ? m_workers(each.courier.id) : std::nullopt;
        inHand += now ? now->inHand : each.inHand;
    }
    return inHand;
}

void DispatchActions::keepCounting(ActionDialog* dialog, std::vector<Worker> couriers,
                                   std::function<QString(std::int64_t inHand)> question) {
    connect(this, &DispatchActions::workersChanged, dialog,
            [this, dialog, couriers = std::move(couriers), question = std::move(question)] {
                dialog->setQuestion(question(inHandOf(couriers)));
            });
}

void DispatchActions::handOver(const Worker& from, const std::optional<NamedCourier>& to) {
    const auto& who = from.courier;
    ActionDialog::Texts texts;
    texts.title = tr("Hand over");
    const auto question = [name = who.name, to](std::int64_t inHand) {
        const QString count = countedOrders(inHand);
        return to ? tr("All open work of %1, now %2, will be given to %3.").arg(name, count, to->name)
                  : tr("All open work of %1, now %2, will be given away, each order to the next fairest courier.")
                        .arg(name, count);
    };
    texts.question = question(inHandOf({from}));
    texts.confirm = tr("Hand over");
    texts.suggestions = QStringList{tr("End of shift"), tr("Bicycle broke down"), tr("Unwell")};
    auto* dialog = new ActionDialog(texts, {}, m_window);
    keepCounting(dialog, {from}, question);
    QCheckBox* leaves = nullptr;
    if (from.onDuty) {
        // Whoever gives everything away has the highest weight and would be given the next orders.
        leaves = new QCheckBox(tr("%1 goes off duty").arg(who.name), dialog);
        leaves->setObjectName(QStringLiteral("handOverLeaves"));
        leaves->setChecked(true);
        dialog->addField({}, leaves, [] { return QString(); });
    }
    connect(dialog, &QDialog::accepted, this, [this, dialog, leaves, who, to] {
        const QString reason = dialog->reason();
        if (leaves == nullptr || !leaves->isChecked()) {
            giveWorkOf(who, to, reason, {});
            return;
        }
        applyDuty({who}, false, reason, [this, who, to, reason](const auto& done, const QStringList& refusals) {
            dutyDone(done, refusals, false, false);
            if (!done.empty()) {
                giveWorkOf(who, to, reason, done);
            }
        });
    });
    dialog->open();
}

void DispatchActions::giveWorkOf(const NamedCourier& from, const std::optional<NamedCourier>& to, const QString& reason,
                                 const std::vector<NamedCourier>& left) {
    api::ReassignTarget target;
    if (to) {
        target.to = to->id;
    }
    whenReady(m_context.bridge.dispatch().handOver(m_context.bridge.call(reason), from.id, target), this,
              [this, to, left](const auto& result) { reported(tr("Hand over"), result, to, left); });
}

void DispatchActions::reported(const QString& title, const Result<Outcomes>& result,
                               const std::optional<NamedCourier>& to, const std::vector<NamedCourier>& left) {
    if (!result) {
        failedWith(result.error());
        return;
    }
    Outcomes done;
    for (const auto& outcome : *result) {
        if (!outcome.error) {
            done.push_back(outcome);
        }
    }
    readBack(m_context, this, outcomesOf(*result),
             [this, title, done, to, left](const std::vector<OrderOutcome>& read) {
                 tellGiven(done, read, to, left);
                 if (!countOutcomes(read).allDone()) {
                     show(title, read);
                 }
                 Q_EMIT acted();
             });
}

void DispatchActions::tellGiven(const Outcomes& done, const std::vector<OrderOutcome>& read,
                                const std::optional<NamedCourier>& to, const std::vector<NamedCourier>& left) {
    const QString doneText = to ? tr("given to %1").arg(to->name) : tr("given to the next fairest");
    const auto failed = std::ssize(read) - std::ssize(done);
    Notice notice;
    notice.tone = failed == 0 ? Tone::Good : done.empty() ? Tone::Bad : Tone::Warn;
    notice.text = read.empty() ? tr("There was nothing to give away.")
                  : failed == 0
                      ? tr("%1 %2.", "3 orders: given to Li Ming").arg(countedOrders(std::ssize(done)), doneText)
                      : tr("%1 of %2 %3; %4 could not be.", "2 of 3 orders: given to Li Ming")
                            .arg(Formats::number(std::ssize(done)), countedOrders(std::ssize(read)), doneText,
                                 Formats::number(failed));
    // Whom they were given to has been said; others may have them by now.
    auto elsewhere = rowsOf(read, true);
    std::erase_if(elsewhere, [&to](const auto& row) {
        return row.courier.empty() ? row.wait == api::WaitReason::Message : to && row.courier == to->id;
    });
    notice.text += whoHasThem(elsewhere, {});
    auto undoable = done;
    std::erase_if(undoable, [](const auto& outcome) { return outcome.from.empty(); });  // nobody has them back
    if (!undoable.empty()) {
        notice.undoText = tr("Undo");
        notice.kind = QStringLiteral("reassign");
        notice.undo = [self = QPointer<DispatchActions>(this), undoable = std::move(undoable), left] {
            if (self) {
                self->askUndo(undoable, left);
            }
        };
    }
    m_context.notices.post(std::move(notice));
}

void DispatchActions::askUndo(const Outcomes& done, const std::vector<NamedCourier>& left) {
    ActionDialog::Texts texts;
    texts.title = tr("Undo");
    texts.question =
        std::ssize(done) == 1
            ? tr("Order %1 will be given back, if it has not moved on.").arg(text(done.front().orderNo))
            : tr("%1 will be given back, if they have not moved on.", nullptr, Formats::plural(std::ssize(done)))
                  .arg(countedOrders(std::ssize(done)));
    if (!left.empty()) {
        texts.effect = tr("First, on duty again: %1.", "courier or couriers")
                           .arg(left.size() == 1 ? left.front().name : countedCouriers(std::ssize(left)));
    }
    texts.confirm = tr("Undo");
    texts.suggestions = QStringList{tr("Wrong order"), tr("Wrong courier")};
    (void)boundBack(m_context.couriers, done);  // names that are not known are read while the question stands
    auto* dialog = new ActionDialog(texts, {}, m_window);
    m_context.notices.offerAgainIfRejected(dialog);
    connect(dialog, &QDialog::accepted, this, [this, dialog, done, left] {
        const QString reason = dialog->reason();
        if (left.empty()) {
            undo(done, reason);
            return;
        }
        applyDuty(left, true, reason, [this, done, reason](const auto& back, const QStringList& refusals) {
            dutyDone(back, refusals, true, true);
            undo(done, reason);
        });
    });
    dialog->open();
}

void DispatchActions::undo(const Outcomes& done, const QString& reason) {
    whenReady(m_context.bridge.dispatch().undoReassign(m_context.bridge.call(reason), done), this,
              [this, bound = boundBack(m_context.couriers, done)](const auto& result) { undone(result, bound); });
}

void DispatchActions::undone(const Result<Outcomes>& result, const BoundFor& bound) {
    if (!result) {
        failedWith(result.error());
        return;
    }
    readBack(m_context, this, outcomesOf(*result), [this, bound](const std::vector<OrderOutcome>& read) {
        const auto counts = countOutcomes(read);
        if (counts.allDone()) {
            m_context.notices.good(tr("%1 given back.").arg(countedOrders(counts.done)) +
                                   whoHasThem(rowsOf(read, false), bound));
        } else {
            m_context.notices.warn(
                tr("%1 given back; %2 stay where they are.", nullptr, Formats::plural(std::ssize(read) - counts.done))
                    .arg(countedOrders(counts.done), Formats::number(std::ssize(read) - counts.done)));
            show(tr("Undo"), read);
        }
        Q_EMIT acted();
    });
}

std::vector<OrderOutcome> DispatchActions::outcomesOf(const Outcomes& outcomes) const {
    std::vector<OrderOutcome> lines;
    for (const auto& outcome : outcomes) {
        const auto known = m_known ? m_known(outcome.orderNo) : std::nullopt;
        lines.push_back({outcome.orderNo, known ? known->id : OrderId{}, outcome.error, std::nullopt, false, {}});
    }
    return lines;
}

void DispatchActions::show(const QString& title, const std::vector<OrderOutcome>& outcomes) {
    if (m_window) {
        (new OutcomeDialog(title, outcomes, m_window))->open();
    }
}

void DispatchActions::putOnDuty(const std::vector<Worker>& couriers) {
    std::vector<NamedCourier> those;
    for (const auto& each : couriers) {
        if (!each.onDuty) {
            those.push_back(each.courier);
        }
    }
    applyDuty(those, true, {},
              [this](const auto& done, const QStringList& refusals) { dutyDone(done, refusals, true, false); });
}

void DispatchActions::putOffDuty(const std::vector<Worker>& couriers) {
    std::vector<NamedCourier> those;
    std::vector<Worker> leaving;
    for (const auto& each : couriers) {
        if (each.onDuty) {
            those.push_back(each.courier);
            leaving.push_back(each);
        }
    }
    const std::int64_t inHand = inHandOf(leaving);
    if (inHand == 0) {
        leave(those, {}, false);
        return;
    }
    ActionDialog::Texts texts;
    texts.title = tr("Off duty");
    const QString who = those.size() == 1 ? those.front().name : countedCouriers(std::ssize(those));
    const auto question = [who](std::int64_t orders) {
        return tr("%1 off duty, with %2 in hand.", "courier or couriers, orders").arg(who, countedOrders(orders));
    };
    texts.question = question(inHand);
    texts.effect = tr("They keep these orders and deliver them, unless they are handed over.");
    texts.confirm = tr("Off duty");
    texts.reasonNeeded = false;
    texts.suggestions = QStringList{tr("End of shift"), tr("Bicycle broke down"), tr("Unwell")};
    auto* dialog = new ActionDialog(texts, {}, m_window);
    keepCounting(dialog, std::move(leaving), question);
    auto* gives = new QCheckBox(tr("Hand these orders over, each to the next fairest courier"), dialog);
    gives->setObjectName(QStringLiteral("offDutyHandsOver"));
    dialog->addField({}, gives, [] { return QString(); });
    connect(gives, &QCheckBox::toggled, dialog, &ActionDialog::setReasonNeeded);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, gives, those] { leave(those, dialog->reason(), gives->isChecked()); });
    dialog->open();
}

void DispatchActions::leave(const std::vector<NamedCourier>& couriers, const QString& reason, bool handsOver) {
    applyDuty(couriers, false, reason, [this, reason, handsOver](const auto& done, const QStringList& refusals) {
        dutyDone(done, refusals, false, false);
        if (handsOver && !done.empty()) {
            giveWork(done, reason, {}, done);
        }
    });
}

void DispatchActions::giveWork(std::vector<NamedCourier> from, const QString& reason, Outcomes before,
                               const std::vector<NamedCourier>& left) {
    if (from.empty()) {
        reported(tr("Hand over"), before, std::nullopt, left);
        return;
    }
    const CourierId next = from.back().id;
    from.pop_back();
    whenReady(m_context.bridge.dispatch().handOver(m_context.bridge.call(reason), next, {}), this,
              [this, from, reason, before, left](const Result<Outcomes>& result) mutable {
                  if (!result) {
                      failedWith(result.error());
                      if (!before.empty()) {
                          reported(tr("Hand over"), before, std::nullopt, left);
                      }
                      return;
                  }
                  before.insert(before.end(), result->begin(), result->end());
                  giveWork(std::move(from), reason, std::move(before), left);
              });
}

void DispatchActions::applyDuty(const std::vector<NamedCourier>& couriers, bool onDuty, const QString& reason,
                                const DutyDone& then) {
    struct Tally {
        std::size_t open;
        std::vector<NamedCourier> done;
        QStringList refusals;
    };
    auto tally = std::make_shared<Tally>(Tally{couriers.size(), {}, {}});
    for (const auto& courier : couriers) {
        whenReady(m_context.bridge.dispatch().setDuty(m_context.bridge.call(reason), courier.id, onDuty), this,
                  [tally, courier, then](const Result<void>& result) {
                      if (result) {
                          tally->done.push_back(courier);
                      } else {
                          tally->refusals
                              << tr("%1: %2", "courier: why not").arg(courier.name, errorText(result.error()));
                      }
                      if (--tally->open == 0) {
                          then(tally->done, tally->refusals);
                      }
                  });
    }
}

void DispatchActions::dutyDone(const std::vector<NamedCourier>& done, const QStringList& refusals, bool onDuty,
                               bool isUndo) {
    Notice notice;
    notice.tone = refusals.isEmpty() ? Tone::Good : Tone::Bad;
    QStringList parts;
    if (!done.empty()) {
        const QString who = done.size() == 1 ? done.front().name : countedCouriers(std::ssize(done));
        parts << (onDuty ? tr("%1 on duty.").arg(who) : tr("%1 off duty.").arg(who));
    }
    notice.text = (parts + refusals).join(QLatin1Char(' '));
    notice.kind = QStringLiteral("duty");
    if (!done.empty() && !isUndo) {
        notice.undoText = tr("Undo");
        notice.undo = [self = QPointer<DispatchActions>(this), done, onDuty] {
            if (self) {
                self->applyDuty(done, !onDuty, {}, [self, onDuty](const auto& again, const QStringList& whyNot) {
                    self->dutyDone(again, whyNot, !onDuty, true);
                });
            }
        };
    }
    m_context.notices.post(std::move(notice));
    Q_EMIT acted();
}

ActionDialog* DispatchActions::setPaused(const CampusId& campus, const QString& name, bool paused) {
    const auto apply = [this, campus, name, paused](const QString& reason) {
        whenReady(m_context.bridge.dispatch().setPaused(m_context.bridge.call(reason), campus, paused), this,
                  [this, campus, name, paused](const Result<void>& result) {
                      if (!result) {
                          failedWith(result.error());
                          return;
                      }
                      tellPaused(campus, name, paused);
                      Q_EMIT acted();
                  });
    };
    ActionDialog::Texts texts;
    texts.title = paused ? tr("Pause dispatch") : tr("Resume dispatch");
    texts.question = paused ? tr("Paid orders of %1 will wait without a courier until dispatch is resumed.").arg(name)
                            : tr("Paid orders of %1 are dispatched again.").arg(name);
    texts.confirm = paused ? tr("Pause") : tr("Resume");
    texts.suggestions = paused ? QStringList{tr("Weather"), tr("Too few couriers"), tr("Campus closed")}
                               : QStringList{tr("No longer needed"), tr("Paused by mistake")};
    return ask(texts, {}, apply);
}

void DispatchActions::tellPaused(const CampusId& campus, const QString& name, bool paused) {
    Notice notice;
    // Of one campus: once it is resumed, by whatever way, the offer to resume it goes.
    notice.kind = QStringLiteral("dispatch/") + text(campus);
    notice.text =
        paused ? tr("%1: dispatch is paused, paid orders wait.").arg(name) : tr("%1: dispatch is resumed.").arg(name);
    notice.tone = paused ? Tone::Warn : Tone::Good;
    if (paused) {
        notice.undoText = tr("Resume");
        notice.undo = [self = QPointer<DispatchActions>(this), campus, name] {
            if (self) {
                self->m_context.notices.offerAgainIfRejected(self->setPaused(campus, name, false));
            }
        };
    }
    m_context.notices.post(std::move(notice));
}

void DispatchActions::retryDeadLetters(std::vector<std::int64_t> ids) {
    const auto count = std::ssize(ids);
    ActionDialog::Texts texts;
    texts.title = tr("Retry");
    texts.question = tr("%1 will be retried.").arg(countedMessages(count));
    texts.confirm = tr("Retry");
    texts.suggestions = QStringList{tr("The cause is fixed"), tr("One more try")};
    ask(texts, {}, [this, ids = std::move(ids), count](const QString& reason) {
        whenReady(m_context.bridge.dispatch().retryDeadLetters(m_context.bridge.call(reason), ids), this,
                  [this, count](const Result<void>& result) {
                      if (!result) {
                          failedWith(result.error());
                          return;
                      }
                      m_context.notices.good(tr("%1 will be retried.").arg(countedMessages(count)));
                      Q_EMIT acted();
                  });
    });
}

}  // namespace evenhand::ui
