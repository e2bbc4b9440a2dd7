// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dispatch_actions.h"

#include <iterator>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/outcome_dialog.h"
#include "ui/shell/notices.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
DispatchActions::DispatchActions(UiContext& context, QWidget* window)
    : QObject(window), m_context(context), m_window(window) {}

QString DispatchActions::whyNot(api::Permission permission) const { return m_context.bridge.whyNotAllowed(permission); }

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

void DispatchActions::ask(const ActionDialog::Texts& texts, std::vector<ActionRow> rows,
                          std::function<void(const QString&)> confirmed) {
    auto* dialog = new ActionDialog(texts, std::move(rows), m_window);
    connect(dialog, &QDialog::accepted, this,
            [dialog, confirmed = std::move(confirmed)] { confirmed(dialog->reason()); });
    dialog->open();
}

void DispatchActions::reassign(std::vector<api::OrderRef> orders, std::optional<NamedCourier> to) {
    if (orders.empty()) {
        return;
    }
    const QString count = countedOrders(static_cast<std::int64_t>(orders.size()));
    ActionDialog::Texts texts;
    texts.title = tr("Reassign");
    texts.question = to ? tr("%1 will be given to %2.").arg(count, to->name)
                        : tr("%1 will be given to the next fairest courier each.").arg(count);
    texts.effect = to ? tr("Whoever had one gets the step back; %1 pays a step for each.").arg(to->name)
                      : tr("Not to the present one, who gets the step back; each new one pays it.");
    texts.confirm = tr("Reassign");
    texts.perRow = to ? tr("goes to %1").arg(to->name) : tr("goes to the next fairest");
    texts.suggestions = QStringList{tr("Courier asked for it"), tr("Too far away"), tr("Running late")};
    const QString doneText = to ? tr("given to %1").arg(to->name) : tr("given to the next fairest");
    auto rows = frozenRows(orders);
    ask(texts, std::move(rows), [this, orders = std::move(orders), to, doneText](const QString& reason) {
        api::ReassignTarget target;
        if (to) {
            target.to = to->id;
        }
        whenReady(m_context.bridge.dispatch().reassign(m_context.bridge.call(reason), orders, target), this,
                  [this, doneText](const auto& result) { reported(tr("Reassign"), result, doneText); });
    });
}

void DispatchActions::handOver(const NamedCourier& from, std::int64_t inHand, std::optional<NamedCourier> to) {
    ActionDialog::Texts texts;
    texts.title = tr("Hand over");
    const QString count = countedOrders(inHand);
    texts.question = to ? tr("All open work of %1, now %2, will be given to %3.").arg(from.name, count, to->name)
                        : tr("All open work of %1, now %2, will be given away, each to the next fairest courier.")
                              .arg(from.name, count);
    texts.confirm = tr("Hand over");
    texts.suggestions = QStringList{tr("Going off duty"), tr("Bicycle broke down"), tr("Unwell")};
    const QString doneText = to ? tr("given to %1").arg(to->name) : tr("given to the next fairest");
    ask(texts, {}, [this, from, to, doneText](const QString& reason) {
        api::ReassignTarget target;
        if (to) {
            target.to = to->id;
        }
        whenReady(m_context.bridge.dispatch().handOver(m_context.bridge.call(reason), from.id, target), this,
                  [this, doneText](const auto& result) { reported(tr("Hand over"), result, doneText); });
    });
}

void DispatchActions::reported(const QString& title, const Result<Outcomes>& result, const QString& doneText) {
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
    const int failed = static_cast<int>(result->size() - done.size());
    Notice notice;
    notice.tone = failed == 0 ? Tone::Good : done.empty() ? Tone::Bad : Tone::Warn;
    notice.text = result->empty() ? tr("There was nothing to give away.")
                  : failed == 0
                      ? tr("%1 %2.", "3 orders: given to Li Ming").arg(countedOrders(std::ssize(done)), doneText)
                      : tr("%1 of %2 %3; %4 could not be.", "2 of 3 orders: given to Li Ming")
                            .arg(Formats::number(std::ssize(done)), countedOrders(std::ssize(*result)), doneText,
                                 Formats::number(failed));
    if (!done.empty()) {
        notice.undoText = tr("Undo");
        notice.undo = [self = QPointer<DispatchActions>(this), done] {
            if (self) {
                self->askUndo(done);
            }
        };
    }
    m_context.notices.post(std::move(notice));
    if (failed > 0) {
        showOutcomes(title, *result);
    }
    Q_EMIT acted();
}

void DispatchActions::askUndo(const Outcomes& done) {
    ActionDialog::Texts texts;
    texts.title = tr("Undo");
    texts.question = tr("%1 will be given back, if they have not moved on.").arg(countedOrders(std::ssize(done)));
    texts.confirm = tr("Undo");
    texts.suggestions = QStringList{tr("Wrong order"), tr("Wrong courier")};
    ask(texts, {}, [this, done](const QString& reason) {
        whenReady(m_context.bridge.dispatch().undoReassign(m_context.bridge.call(reason), done), this,
                  [this](const auto& result) { undone(result); });
    });
}

void DispatchActions::undone(const Result<Outcomes>& result) {
    if (!result) {
        failedWith(result.error());
        return;
    }
    int failed = 0;
    for (const auto& outcome : *result) {
        failed += outcome.error ? 1 : 0;
    }
    const int given = static_cast<int>(result->size()) - failed;
    if (failed == 0) {
        m_context.notices.good(tr("%1 given back.").arg(countedOrders(given)));
    } else {
        m_context.notices.warn(tr("%1 given back; %2 moved on meanwhile and stay where they are.")
                                   .arg(countedOrders(given), Formats::number(failed)));
        showOutcomes(tr("Undo"), *result);
    }
    Q_EMIT acted();
}

void DispatchActions::showOutcomes(const QString& title, const Outcomes& outcomes) {
    std::vector<OrderOutcome> lines;
    std::vector<OrderId> ids;
    for (const auto& outcome : outcomes) {
        const auto known = m_known ? m_known(outcome.orderNo) : std::nullopt;
        const OrderId id = known ? known->id : OrderId{};
        lines.push_back({outcome.orderNo, id, outcome.error, std::nullopt, false, {}});
        if (id.valid()) {
            ids.push_back(id);
        }
    }
    whenReady(m_context.bridge.orders().rows(m_context.bridge.call(), std::move(ids)), this,
              [this, title, lines](const Result<std::vector<api::OrderRow>>& rows) mutable {
                  for (const auto& row : rows ? *rows : std::vector<api::OrderRow>{}) {
                      for (auto& line : lines) {
                          if (line.orderNo == row.orderNo) {
                              line.readBack = row;
                          }
                      }
                  }
                  if (m_window) {
                      (new OutcomeDialog(title, lines, m_window))->open();
                  }
              });
}

void DispatchActions::setDuty(std::vector<NamedCourier> couriers, bool onDuty) {
    if (!couriers.empty()) {
        applyDuty(couriers, onDuty, false);
    }
}

void DispatchActions::applyDuty(const std::vector<NamedCourier>& couriers, bool onDuty, bool isUndo) {
    struct Tally {
        std::size_t open;
        std::vector<NamedCourier> done;
        QStringList refusals;
    };
    auto tally = std::make_shared<Tally>(Tally{couriers.size(), {}, {}});
    for (const auto& courier : couriers) {
        whenReady(m_context.bridge.dispatch().setDuty(m_context.bridge.call(isUndo ? tr("Undo") : QString()),
                                                      courier.id, onDuty),
                  this, [this, tally, courier, onDuty, isUndo](const Result<void>& result) {
                      if (result) {
                          tally->done.push_back(courier);
                      } else {
                          tally->refusals
                              << tr("%1: %2", "courier: why not").arg(courier.name, errorText(result.error()));
                      }
                      if (--tally->open == 0) {
                          dutyDone(tally->done, tally->refusals, onDuty, isUndo);
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
    if (!done.empty() && !isUndo) {
        notice.undoText = tr("Undo");
        notice.undo = [self = QPointer<DispatchActions>(this), done, onDuty] {
            if (self) {
                self->applyDuty(done, !onDuty, true);
            }
        };
    }
    m_context.notices.post(std::move(notice));
    Q_EMIT acted();
}

void DispatchActions::setPaused(const CampusId& campus, const QString& name, bool paused) {
    const auto apply = [this, campus, name, paused](const QString& reason) {
        whenReady(m_context.bridge.dispatch().setPaused(m_context.bridge.call(reason), campus, paused), this,
                  [this, name, paused](const Result<void>& result) {
                      if (!result) {
                          failedWith(result.error());
                          return;
                      }
                      if (paused) {
                          m_context.notices.warn(tr("%1: dispatch is paused, paid orders wait.").arg(name));
                      } else {
                          m_context.notices.good(tr("%1: dispatch goes on.").arg(name));
                      }
                      Q_EMIT acted();
                  });
    };
    ActionDialog::Texts texts;
    texts.title = paused ? tr("Pause dispatch") : tr("Resume dispatch");
    texts.question = paused ? tr("Paid orders of %1 will wait without a courier until dispatch is resumed.").arg(name)
                            : tr("Paid orders of %1 get couriers again.").arg(name);
    texts.confirm = paused ? tr("Pause") : tr("Resume");
    texts.suggestions = paused ? QStringList{tr("Weather"), tr("Too few couriers"), tr("Campus closed")}
                               : QStringList{tr("The reason is over"), tr("Paused by mistake")};
    ask(texts, {}, apply);
}

void DispatchActions::retryDeadLetters(std::vector<std::int64_t> ids) {
    const auto count = std::ssize(ids);
    ActionDialog::Texts texts;
    texts.title = tr("Retry");
    texts.question = tr("%1 will be tried again.").arg(countedMessages(count));
    texts.confirm = tr("Retry");
    texts.suggestions = QStringList{tr("The cause is mended"), tr("One more try")};
    ask(texts, {}, [this, ids = std::move(ids), count](const QString& reason) {
        whenReady(m_context.bridge.dispatch().retryDeadLetters(m_context.bridge.call(reason), ids), this,
                  [this, count](const Result<void>& result) {
                      if (!result) {
                          failedWith(result.error());
                          return;
                      }
                      m_context.notices.good(tr("%1 will be tried again.").arg(countedMessages(count)));
                      Q_EMIT acted();
                  });
    });
}

}  // namespace evenhand::ui
