// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dispatch_actions.h"

#include <iterator>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/outcomes_dialog.h"
#include "ui/dialogs/reason_dialog.h"
#include "ui/shell/notices.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

QStringList numbers(const std::vector<api::OrderRef>& orders) {
    QStringList list;
    for (const auto& order : orders) {
        list << text(order.orderNo);
    }
    return list;
}

}  // namespace

DispatchActions::DispatchActions(UiContext& context, QWidget* window)
    : QObject(window), m_context(context), m_window(window) {}

QString DispatchActions::whyNot(api::Permission permission) const {
    return m_context.bridge.whyNotAllowed(permission);
}

void DispatchActions::failedWith(const Error& error) {
    m_context.notices.bad(errorText(error));
    Q_EMIT acted();
}

void DispatchActions::reassign(std::vector<api::OrderRef> orders, std::optional<NamedCourier> to) {
    if (orders.empty()) {
        return;
    }
    const QString count = countedOrders(static_cast<std::int64_t>(orders.size()));
    ReasonQuestion question;
    question.title = tr("Reassign");
    question.what = to ? tr("%1 will be given to %2. Whoever had one gets the step back; %2 pays a step for each.")
                             .arg(count, to->name)
                       : tr("%1 will be given to the next fairest courier each, but not to the present one.").arg(count);
    question.rows = numbers(orders);
    question.action = tr("Reassign");
    question.suggestions = {tr("Courier asked for it"), tr("Too far away"), tr("Running late")};
    auto* dialog = new ReasonDialog(question, m_window);
    const QString doneText = to ? tr("given to %1").arg(to->name) : tr("given to the next fairest");
    connect(dialog, &ReasonDialog::confirmed, this, [this, orders = std::move(orders), to, doneText](const QString& reason) {
        api::ReassignTarget target;
        if (to) {
            target.to = to->id;
        }
        whenReady(m_context.bridge.dispatch().reassign(m_context.bridge.call(reason), orders, target), this,
                  [this, doneText](const auto& result) { reported(tr("Reassign"), result, doneText); });
    });
    dialog->open();
}

void DispatchActions::handOver(const NamedCourier& from, std::int64_t inHand, std::optional<NamedCourier> to) {
    ReasonQuestion question;
    question.title = tr("Hand over");
    const QString count = countedOrders(inHand);
    question.what = to ? tr("All open work of %1, now %2, will be given to %3.").arg(from.name, count, to->name)
                       : tr("All open work of %1, now %2, will be given away, each to the next fairest courier.")
                             .arg(from.name, count);
    question.action = tr("Hand over");
    question.suggestions = {tr("Going off duty"), tr("Bicycle broke down"), tr("Unwell")};
    auto* dialog = new ReasonDialog(question, m_window);
    const QString doneText = to ? tr("given to %1").arg(to->name) : tr("given to the next fairest");
    connect(dialog, &ReasonDialog::confirmed, this, [this, from, to, doneText](const QString& reason) {
        api::ReassignTarget target;
        if (to) {
            target.to = to->id;
        }
        whenReady(m_context.bridge.dispatch().handOver(m_context.bridge.call(reason), from.id, target), this,
                  [this, doneText](const auto& result) { reported(tr("Hand over"), result, doneText); });
    });
    dialog->open();
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
                self->undo(done);
            }
        };
    }
    const QString summary = notice.text;
    m_context.notices.post(std::move(notice));
    if (failed > 0) {
        showOutcomes(title, summary, *result, doneText);
    }
    Q_EMIT acted();
}

void DispatchActions::undo(const Outcomes& done) {
    whenReady(m_context.bridge.dispatch().undoReassign(m_context.bridge.call(tr("Undo")), done), this,
              [this](const auto& result) { undone(result); });
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
        const QString summary = tr("%1 given back; %2 moved on meanwhile and stay where they are.")
                                    .arg(countedOrders(given), Formats::number(failed));
        m_context.notices.warn(summary);
        showOutcomes(tr("Undo"), summary, *result, tr("given back"));
    }
    Q_EMIT acted();
}

void DispatchActions::showOutcomes(const QString& title, const QString& summary, const Outcomes& outcomes,
                                   const QString& doneText) {
    std::vector<OutcomeLine> lines;
    lines.reserve(outcomes.size());
    for (const auto& outcome : outcomes) {
        lines.push_back({text(outcome.orderNo), !outcome.error,
                         outcome.error ? errorText(*outcome.error) : doneText});
    }
    (new OutcomesDialog(title, summary, std::move(lines), m_window))->open();
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
        std::vector<OutcomeLine> lines;
    };
    auto tally = std::make_shared<Tally>(Tally{couriers.size(), {}, {}});
    for (const auto& courier : couriers) {
        whenReady(m_context.bridge.dispatch().setDuty(m_context.bridge.call(isUndo ? tr("Undo") : QString()),
                                                      courier.id, onDuty),
                  this, [this, tally, courier, onDuty, isUndo](const Result<void>& result) {
                      const QString state = onDuty ? tr("on duty") : tr("off duty");
                      tally->lines.push_back({courier.name, result.has_value(),
                                              result ? state : errorText(result.error())});
                      if (result) {
                          tally->done.push_back(courier);
                      }
                      if (--tally->open > 0) {
                          return;
                      }
                      const auto failed = tally->lines.size() - tally->done.size();
                      Notice notice;
                      notice.tone = failed == 0 ? Tone::Good : Tone::Bad;
                      notice.text = tally->lines.size() == 1
                                        ? tr("%1: %2", "courier: outcome").arg(courier.name, tally->lines[0].detail)
                                        : tr("%1 of %2 %3.", "2 of 3 couriers on duty")
                                              .arg(Formats::number(std::ssize(tally->done)),
                                                   countedCouriers(std::ssize(tally->lines)), state);
                      if (!tally->done.empty() && !isUndo) {
                          notice.undoText = tr("Undo");
                          notice.undo = [self = QPointer<DispatchActions>(this), done = tally->done, onDuty] {
                              if (self) {
                                  self->applyDuty(done, !onDuty, true);
                              }
                          };
                      }
                      const QString summary = notice.text;
                      m_context.notices.post(std::move(notice));
                      if (failed > 0 && tally->lines.size() > 1) {
                          (new OutcomesDialog(tr("Duty"), summary, tally->lines, m_window))->open();
                      }
                      Q_EMIT acted();
                  });
    }
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
    if (!paused) {
        apply({});
        return;
    }
    ReasonQuestion question;
    question.title = tr("Pause dispatch");
    question.what = tr("Paid orders of %1 will wait without a courier until dispatch is resumed.").arg(name);
    question.action = tr("Pause");
    question.suggestions = {tr("Weather"), tr("Too few couriers"), tr("Campus closed")};
    auto* dialog = new ReasonDialog(question, m_window);
    connect(dialog, &ReasonDialog::confirmed, this, apply);
    dialog->open();
}

void DispatchActions::retryDeadLetters(std::vector<std::int64_t> ids) {
    const auto count = std::ssize(ids);
    whenReady(m_context.bridge.dispatch().retryDeadLetters(m_context.bridge.call(tr("Retry")), std::move(ids)), this,
              [this, count](const Result<void>& result) {
                  if (!result) {
                      failedWith(result.error());
                      return;
                  }
                  m_context.notices.good(tr("%1 will be tried again.").arg(countedMessages(count)));
                  Q_EMIT acted();
              });
}

}  // namespace evenhand::ui
