// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/timer_action_flow.h"

#include <QPointer>
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/tables/ask_rows.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/when_field.h"

namespace evenhand::ui {
namespace {

struct TimerTexts {
    Q_DECLARE_TR_FUNCTIONS(TimerTexts)
};

/// How an order stands, and its timer with it.
QString standing(const QString& status, std::optional<Instant> due, const Formats& formats) {
    return due ? TimerTexts::tr("%1, due %2", "status, instant").arg(status, formats.dateTime(*due))
               : TimerTexts::tr("%1, no timer", "status").arg(status);
}

QString perRow(TimerAction action, const api::TimerRow& timer, const Formats& formats, Instant now) {
    const QString kind = label(timer.kind);
    const QString due = formats.shortTime(timer.due, now);
    switch (action) {
        case TimerAction::Run:
            return TimerTexts::tr("%1, due %2: %3 now", "kind, instant, effect").arg(kind, due, effectOf(timer.kind));
        case TimerAction::Postpone: return TimerTexts::tr("%1, due %2: happens later", "kind, instant").arg(kind, due);
        case TimerAction::Cancel: return TimerTexts::tr("%1, due %2: never happens", "kind, instant").arg(kind, due);
        case TimerAction::Retry:
            return TimerTexts::tr("%1, due %2: %3 now", "kind, instant, effect").arg(kind, due, effectOf(timer.kind));
    }
    return {};
}

QString timers(std::int64_t count) {
    return TimerTexts::tr("%1 timers", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

ActionDialog::Texts cancelTexts(std::int64_t count) {
    const QString many = timers(count);
    ActionDialog::Texts all = {TimerTexts::tr("Cancel timers"),
                               TimerTexts::tr("%1 will never happen.", "n timers").arg(many),
                               TimerTexts::tr("The orders stay as they are; their next stage has a timer again."),
                               count == 1 ? TimerTexts::tr("Cancel the timer") : TimerTexts::tr("Cancel %1").arg(many),
                               {},
                               true,
                               true};
    all.cancels = true;
    return all;
}

ActionDialog::Texts textsOf(TimerAction action, std::int64_t count) {
    const QString many = timers(count);
    switch (action) {
        case TimerAction::Run:
            return {TimerTexts::tr("Run now"),
                    TimerTexts::tr("%1 will run now, whatever the due time.", "n timers").arg(many),
                    TimerTexts::tr("Orders whose payment window ends this way are closed; this cannot be undone."),
                    TimerTexts::tr("Run now"),
                    {},
                    true,
                    true};
        case TimerAction::Postpone:
            return {TimerTexts::tr("Postpone"),
                    TimerTexts::tr("%1 will happen later.", "n timers").arg(many),
                    TimerTexts::tr("A delay counts from the due time, or from now if that has passed."),
                    TimerTexts::tr("Postpone"),
                    {},
                    false,
                    true};
        case TimerAction::Cancel: return cancelTexts(count);
        case TimerAction::Retry:
            return {TimerTexts::tr("Retry"),
                    TimerTexts::tr("%1 will be retried at once.", "n timers").arg(many),
                    TimerTexts::tr("Failures are counted from 0 again."),
                    TimerTexts::tr("Retry"),
                    {},
                    false,
                    true};
    }
    return {};
}

using Outcomes = std::vector<api::TimerOutcome>;
using When = std::shared_ptr<QPointer<WhenField>>;

void addWhen(UiContext& context, ActionDialog& dialog, const When& shared) {
    auto* when = new WhenField(
        context.formats, [&context] { return context.bridge.now(); }, &dialog);
    dialog.addField(TimerTexts::tr("Postpone"), when, [when] { return when->problem(); });
    QObject::connect(when, &WhenField::changed, &dialog, &ActionDialog::recheck);
    when->setFocus();
    *shared = when;
}

api::Answer<Outcomes> submitTimers(UiContext& context, TimerAction action, const api::Call& call,
                                   const std::vector<api::TimerRow>& fit, const WhenField* when) {
    std::vector<api::TimerRef> refs;
    refs.reserve(fit.size());
    for (const auto& timer : fit) {
        refs.push_back({timer.orderNo, timer.kind, timer.due});
    }
    auto& desk = context.bridge.timers();
    switch (action) {
        case TimerAction::Run: return desk.run(call, std::move(refs));
        case TimerAction::Cancel: return desk.cancel(call, std::move(refs));
        case TimerAction::Retry: return desk.retry(call, std::move(refs));
        case TimerAction::Postpone: break;
    }
    if (const auto by = when ? when->delayMs() : std::nullopt) {
        return desk.postponeBy(call, std::move(refs), *by);
    }
    if (const auto at = when ? when->instant() : std::nullopt) {
        return desk.postponeTo(call, std::move(refs), *at);
    }
    // The button was enabled for something valid; what stands there now is not.
    return QtFuture::makeReadyFuture(Result<Outcomes>(fail(ErrorCode::InvalidArgument, "no instant", "due", "")));
}

/// The engine answers by numbers of orders, and says of its timer only; how each order stands is read back.
void answered(UiContext& context, QObject* receiver, const std::vector<api::TimerRow>& fit, Outcomes outcomes,
              std::function<void(RowFlow::Answers)> done) {
    std::map<OrderNo, OrderId> ids;
    std::vector<OrderId> asked;
    for (const auto& timer : fit) {
        ids[timer.orderNo] = timer.order;
        asked.push_back(timer.order);
    }
    auto& bridge = context.bridge;
    whenReady(
        bridge.orders().rows(bridge.call(), std::move(asked)), receiver,
        [&context, ids = std::move(ids), outcomes = std::move(outcomes),
         done = std::move(done)](const Result<std::vector<api::OrderRow>>& read) {
            std::map<OrderNo, QString> status;
            for (const auto& order : read ? *read : std::vector<api::OrderRow>{}) {
                status[order.orderNo] = statusLabel(order);
            }
            std::vector<FlowAnswer> answers;
            for (const auto& each : outcomes) {
                const auto id = ids.find(each.orderNo);
                const auto known = status.find(each.orderNo);
                FlowAnswer answer{id == ids.end() ? 0 : id->second.value, each.error, each.due ? each.due->ms : 0};
                if (known != status.end()) {
                    // Of one that was refused it is not said whether there is a timer.
                    answer.now = each.error ? known->second : standing(known->second, each.due, context.formats);
                }
                answers.push_back(std::move(answer));
            }
            done(std::move(answers));
        });
}

/// Puts each timer back to the instant that it had, if it still has the one that it was given: a timer that has moved
/// on since is a conflict. `dues`: in ms, of the same timers after they were postponed.
RowFlow::Spec undoOfPostpone(UiContext& context, QObject* receiver, const std::vector<api::TimerRow>& before,
                             const std::vector<std::int64_t>& dues) {
    std::map<OrderId, Instant> now;
    for (std::size_t i = 0; i < before.size(); ++i) {
        now[before[i].order] = Instant{dues[i]};
    }
    RowAction<api::TimerRow> action;
    action.whyNot = [&context](const api::TimerRow& row) {
        return row.due > context.bridge.now()
                   ? QString()
                   : TimerTexts::tr("It would have been due at %1.").arg(context.formats.time(row.due));
    };
    action.effect = [&context](const api::TimerRow& row) {
        return TimerTexts::tr("%1, due %2 again", "kind, instant")
            .arg(label(row.kind), context.formats.shortTime(row.due, context.bridge.now()));
    };
    action.ask = [effect = action.effect](const std::vector<api::TimerRow>& fit) {
        ActionDialog::Texts texts;
        texts.title = TimerTexts::tr("Undo");
        texts.question =
            TimerTexts::tr("%1 will be due when they were before.", "n timers").arg(timers(std::ssize(fit)));
        if (fit.size() == 1) {
            texts.question = TimerTexts::tr("The timer will be due when it was before.");
            texts.effect =
                TimerTexts::tr("%1: %2", "order, what happens").arg(text(fit.front().orderNo), effect(fit.front()));
        }
        texts.confirm = TimerTexts::tr("Undo");
        return texts;
    };
    action.submitRows = [&context, receiver, now = std::move(now)](const api::Call& call,
                                                                   const std::vector<api::TimerRow>& fit,
                                                                   std::function<void(RowFlow::Answers)> done) {
        std::map<Instant, std::vector<api::TimerRef>> byDue;  // one request for each instant
        for (const auto& row : fit) {
            byDue[row.due].push_back({row.orderNo, row.kind, now.at(row.order)});
        }
        std::vector<api::Answer<Outcomes>> answers;
        std::vector<std::vector<api::TimerRef>> asked;
        for (const auto& [due, refs] : byDue) {
            answers.push_back(context.bridge.timers().postponeTo(call, refs, due));
            asked.push_back(refs);
        }
        whenAllReady(
            answers, receiver,
            [&context, receiver, fit, asked, done = std::move(done)](const std::vector<Result<Outcomes>>& all) {
                const bool none = std::none_of(all.begin(), all.end(), [](const auto& one) { return one; });
                Outcomes outcomes;
                for (std::size_t i = 0; i < all.size(); ++i) {
                    for (const auto& outcome : all[i] ? *all[i] : Outcomes{}) {
                        outcomes.push_back(outcome);
                    }
                    for (const auto& ref : all[i] ? std::vector<api::TimerRef>{} : asked[i]) {
                        outcomes.push_back({ref.orderNo, all[i].error(), std::nullopt});
                    }
                }
                if (none) {
                    done(fail(all.front().error()));
                } else {
                    answered(context, receiver, fit, std::move(outcomes), done);
                }
            });
    };
    return specOf(timerWords(context, receiver), action, before);
}

}  // namespace

RowWords<api::TimerRow> timerWords(UiContext& context, QObject* receiver) {
    RowWords<api::TimerRow> words;
    words.header = [] { return QStringList{TimerTexts::tr("Order"), TimerTexts::tr("Timer"), TimerTexts::tr("Now")}; };
    words.frozen = [&context](const api::TimerRow& row) {
        const QString status = row.wait ? label(*row.wait) : label(row.status);
        return FlowRow{.id = row.order.value,
                       .name = text(row.orderNo),
                       .detail = label(row.kind),
                       .was = standing(status, row.due, context.formats)};
    };
    words.lastChange = [&context, receiver](std::int64_t id, std::function<void(QString)> done) {
        auto& bridge = context.bridge;
        whenReady(bridge.orders().rows(bridge.call(), {OrderId{id}}), receiver,
                  [&context, receiver, done = std::move(done)](const Result<std::vector<api::OrderRow>>& rows) {
                      if (!rows || rows->empty()) {
                          done({});
                          return;
                      }
                      lastChangeOf(context, receiver, rows->front().orderNo, done);
                  });
    };
    return words;
}

RowAction<api::TimerRow> timerAction(UiContext& context, QObject* receiver, TimerAction which, const QString& prefix) {
    RowAction<api::TimerRow> action;
    action.look = TimerActions::look(which, prefix);
    action.whyNot = [&context, which](const api::TimerRow& row) {
        return TimerActions::whyNot(context.bridge, which, row);
    };
    const auto effect = [&context, which](const api::TimerRow& row) {
        return perRow(which, row, context.formats, context.bridge.now());
    };
    action.effect = effect;
    action.ask = [which, effect](const std::vector<api::TimerRow>& fit) {
        auto texts = textsOf(which, std::ssize(fit));
        if (fit.size() == 1) {  // there is no list that would say it
            const QString only =
                TimerTexts::tr("%1: %2", "order, what happens").arg(text(fit.front().orderNo), effect(fit.front()));
            texts.effect = only + QLatin1Char('\n') + texts.effect;
        }
        return texts;
    };
    auto when = std::make_shared<QPointer<WhenField>>();
    action.submitRows = [&context, receiver, which, when](const api::Call& call, const std::vector<api::TimerRow>& fit,
                                                          std::function<void(RowFlow::Answers)> done) {
        whenReady(submitTimers(context, which, call, fit, *when), receiver,
                  [&context, receiver, fit, done = std::move(done)](const Result<Outcomes>& outcomes) {
                      if (outcomes) {
                          answered(context, receiver, fit, *outcomes, done);
                      } else {
                          done(fail(outcomes.error()));
                      }
                  });
    };
    if (which == TimerAction::Postpone) {
        action.addFields = [&context, when](ActionDialog& dialog) { addWhen(context, dialog, when); };
        action.undo = [&context, receiver](const std::vector<api::TimerRow>& before,
                                           const std::vector<std::int64_t>& dues) {
            return undoOfPostpone(context, receiver, before, dues);
        };
        action.undoKind = QStringLiteral("postpone");
    }
    return action;
}

void askTimer(RowFlow& flow, UiContext& context, QObject* receiver, TimerAction action, const api::TimerRow& frozen) {
    (void)askRows(flow, timerWords(context, receiver), timerAction(context, receiver, action, {}), {frozen});
}

}  // namespace evenhand::ui
