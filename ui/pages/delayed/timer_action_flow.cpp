// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/timer_action_flow.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/notices.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/when_field.h"

namespace evenhand::ui {
namespace {

struct TimerTexts {
    Q_DECLARE_TR_FUNCTIONS(TimerTexts)
};

api::OrderRow orderOf(const api::TimerRow& timer) {
    api::OrderRow order;
    order.id = timer.order;
    order.orderNo = timer.orderNo;
    order.user = timer.user;
    order.campus = timer.campus;
    order.status = timer.status;
    order.wait = timer.wait;
    order.payable = timer.payable;
    order.courier = timer.courier;
    order.courierName = timer.courierName;
    return order;
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

}  // namespace

TimerActionFlow::TimerActionFlow(UiContext& context, QWidget* page) : QObject(page), m_context(context), m_page(page) {}

void TimerActionFlow::begin(TimerAction action, std::vector<api::TimerRow> frozen) {
    if (frozen.empty()) {
        return;
    }
    std::vector<ActionRow> rows;
    std::int64_t fit = 0;
    for (const auto& timer : frozen) {
        ActionRow row{orderOf(timer), TimerActions::whyNot(m_context.bridge, action, timer)};
        row.perRow = perRow(action, timer, m_context.formats, m_context.bridge.now());
        fit += row.whyNot.isEmpty() ? 1 : 0;
        rows.push_back(std::move(row));
    }
    auto* dialog = new ActionDialog(textsOf(action, fit), std::move(rows), m_page->window());
    m_question = dialog;
    if (action == TimerAction::Postpone) {
        auto* when = new WhenField(
            m_context.formats, [this] { return m_context.bridge.now(); }, dialog);
        dialog->addField(tr("Postpone"), when, [when] { return when->problem(); });
        connect(when, &WhenField::changed, dialog, &ActionDialog::recheck);
        when->setFocus();
    }
    connect(dialog, &QDialog::accepted, this,
            [this, action, dialog, frozen = std::move(frozen)] { submit(action, dialog, frozen); });
    dialog->open();
    Q_EMIT asked();
}

void TimerActionFlow::submit(TimerAction action, ActionDialog* dialog, const std::vector<api::TimerRow>& frozen) {
    std::vector<api::TimerRow> chosen;
    std::vector<api::TimerRef> refs;
    Outcomes leftOut;
    for (std::size_t i = 0; i < frozen.size(); ++i) {
        const auto& row = dialog->rows().at(i);
        if (row.whyNot.isEmpty()) {
            chosen.push_back(frozen[i]);
            refs.push_back({frozen[i].orderNo, frozen[i].kind, frozen[i].due});
        } else {
            leftOut.push_back({row.order.orderNo, row.order.id, std::nullopt, std::nullopt, true, row.whyNot});
        }
    }
    auto& desk = m_context.bridge.timers();
    const api::Call call = m_context.bridge.call(dialog->reason());
    api::Answer<std::vector<api::TimerOutcome>> answer;
    switch (action) {
        case TimerAction::Run: answer = desk.run(call, std::move(refs)); break;
        case TimerAction::Cancel: answer = desk.cancel(call, std::move(refs)); break;
        case TimerAction::Retry: answer = desk.retry(call, std::move(refs)); break;
        case TimerAction::Postpone: {
            const auto* when = dialog->findChild<WhenField*>(QStringLiteral("whenField"));
            if (const auto by = when->delayMs()) {
                answer = desk.postponeBy(call, std::move(refs), *by);
            } else if (const auto at = when->instant()) {
                answer = desk.postponeTo(call, std::move(refs), *at);
            } else {
                return;  // the button was enabled for something valid; what stands there now is not
            }
            break;
        }
    }
    ++m_busy;
    whenReady(answer, this,
              [this, action, chosen = std::move(chosen), leftOut = std::move(leftOut)](
                  const Result<std::vector<api::TimerOutcome>>& result) { answered(action, result, chosen, leftOut); });
}

void TimerActionFlow::answered(TimerAction action, const Result<std::vector<api::TimerOutcome>>& answer,
                               const std::vector<api::TimerRow>& frozen, Outcomes leftOut) {
    if (!answer) {
        --m_busy;
        const QString title = textsOf(action, 1).title;
        const bool unknown = answer.error().code == ErrorCode::OutcomeUnknown;
        m_context.notices.bad(unknown ? tr("%1: %2").arg(title, errorText(answer.error()))
                                      : tr("%1: nothing was done. %2").arg(title, errorText(answer.error())));
        Q_EMIT finished();
        return;
    }
    std::map<OrderNo, OrderId> ids;
    for (const auto& timer : frozen) {
        ids[timer.orderNo] = timer.order;
    }
    Outcomes outcomes;
    for (const auto& each : *answer) {
        const auto id = ids.find(each.orderNo);
        OrderOutcome outcome{
            each.orderNo, id == ids.end() ? OrderId{} : id->second, each.error, std::nullopt, false, {}};
        if (!each.error) {
            outcome.note = each.due ? tr("now due %1").arg(m_context.formats.dateTime(*each.due)) : tr("no timer now");
        }
        outcome.changed = refusedByState(each.error);  // it was open, or had failed, when it was chosen
        outcomes.push_back(std::move(outcome));
    }
    std::move(leftOut.begin(), leftOut.end(), std::back_inserter(outcomes));
    readBack(action, std::move(outcomes));
}

void TimerActionFlow::readBack(TimerAction action, Outcomes outcomes) {
    ui::readBack(m_context, this, std::move(outcomes), [this, action](const Outcomes& read) {
        --m_busy;
        tell(action, read);
    });
}

void TimerActionFlow::tell(TimerAction action, const Outcomes& outcomes) {
    const QString title = textsOf(action, 1).title;
    const auto counts = countOutcomes(outcomes);
    const bool allDone = counts.allDone();
    m_context.notices.post(
        {tr("%1: %2").arg(title, outcomeSummary(counts)), allDone ? Tone::Good : Tone::Warn, {}, {}});
    if ((outcomes.size() > 1 || !allDone) && m_page) {
        m_outcome = new OutcomeDialog(title, outcomes, m_page->window());
        m_outcome->open();
    }
    Q_EMIT finished();
}

}  // namespace evenhand::ui
