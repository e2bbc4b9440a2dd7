// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/alerts/alerts_panel.h"

#include <QEvent>
#include <algorithm>
#include <map>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/alert_bell.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/shell/navigator.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/team_labels.h"
#include "ui/widgets/when_field.h"

namespace evenhand::ui {
namespace {

const QString kResolvedToo = QStringLiteral("resolvedToo");

QString alerts(std::int64_t count) {
    return AlertsPanel::tr("%1 alerts", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

/// Of a resolved one: how late it had become.
std::int64_t lateMs(const api::AlertRow& row, Instant now) { return row.resolvedAt.value_or(now).ms - row.due.ms; }

}  // namespace

using api::AlertRow;

AlertsPanel::AlertsPanel(UiContext& context, const QString& prefix, QWidget* parent)
    : AlertTable(describe(context, this, prefix), context, parent),
      m_prefix(prefix),
      m_flow(new OrderActionFlow(context, this)),
      m_sound(new QAction(icon(QStringLiteral("bell")), QString(), this)) {
    connect(m_flow, &OrderActionFlow::finished, this, &AlertsPanel::end);
    m_sound->setObjectName(prefix + QStringLiteral(".sound"));
    m_sound->setCheckable(true);
    m_sound->setChecked(context.bell.isOn());
    addAction(m_sound);
    addTool(actionButton(m_sound, this));
    connect(m_sound, &QAction::toggled, &context.bell, &AlertBell::setOn);
    connect(&context.bell, &AlertBell::onChanged, m_sound,
            [this] { m_sound->setChecked(this->context().bell.isOn()); });
    connect(&context.couriers, &CourierDirectory::changed, this, [this] { touchRows(); });
    const auto showResolution = [this](bool shown) {
        table()->setColumnHidden(model().columnOf(QStringLiteral("resolution")), !shown);
    };
    connect(resolvedToo(), &QPushButton::toggled, this, showResolution);
    if (resolvedToo()->isChecked()) {  // by the filter that this person begins with
        showResolution(true);
    }
    sayTexts();
}

AlertsPanel::Spec AlertsPanel::describe(UiContext& context, AlertsPanel* pane, const QString& prefix) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = prefix;
    spec.look.one = prefix.chopped(1);
    spec.look.isCompact = true;
    spec.look.isOfCampus = true;
    spec.look.refreshedBy = [&bridge](QObject* receiver, const std::function<void()>& again) {
        connect(&bridge, &EngineBridge::alertsChanged, receiver, again);
    };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Alerts"); };
    texts.count = [pane](std::int64_t total) {
        if (total < 0) {
            return Formats::dash();
        }
        const auto& rows = pane->model().all();
        const QString firing = Formats::number(std::count_if(
            rows.begin(), rows.end(), [](const auto& row) { return row.state == api::AlertState::Firing; }));
        return tr("%1, %2 firing", "n alerts, count").arg(alerts(total), firing);
    };
    texts.empty = [] { return tr("Nothing is late."); };
    texts.next = [] { return tr("Nothing to do: an order that is late appears here by itself."); };
    texts.emptyFiltered = [] { return tr("No alert matches the filter."); };
    texts.exported = [] { return tr("Export alerts"); };
    texts.fileName = QStringLiteral("alerts.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("fired");
    spec.now = [&bridge] { return bridge.now(); };
    spec.most = kShown;
    spec.all = [&bridge, pane](api::AlertQuery query) {
        query.limit = pane->model().most() + 1;
        return bridge.timers().alerts(bridge.call(), std::move(query));
    };
    spec.always = [&context](api::AlertQuery& query) { query.campus = context.scope.current(); };
    spec.fields = describeFields(prefix);
    spec.actions = describeActions(pane, prefix);
    spec.opened = [pane](const AlertRow& row) { pane->openOrders({row}); };
    return spec;
}

std::vector<Column<AlertRow, OneOrder>> AlertsPanel::describeColumns(UiContext& context) {
    using C = Column<AlertRow, OneOrder>;
    auto& bridge = context.bridge;
    auto& couriers = context.couriers;
    const auto& formats = context.formats;
    const auto late = [&bridge](const AlertRow& row) { return lateMs(row, bridge.now()); };
    const auto lateText = [late](const AlertRow& row) {
        return Formats::countdown(std::max<std::int64_t>(0, late(row)), false);
    };
    const auto lateInk = [](const AlertRow& row) {
        return row.state == api::AlertState::Firing ? std::optional(Tone::Bad) : std::nullopt;
    };
    const auto courier = [&couriers](const AlertRow& row) {
        return row.courier.empty() ? Formats::dash() : couriers.nameOf(row.courier);
    };
    const auto phone = [&couriers](const AlertRow& row) {
        const QString known = couriers.phoneOf(row.courier);
        return known.isEmpty() ? Formats::dash() : known;
    };
    const auto fired = [&bridge, &formats](const AlertRow& row) {
        return formats.shortTime(row.firedAt, bridge.now());
    };
    const auto wholeFired = [&formats](const AlertRow& row) { return formats.dateTime(row.firedAt); };
    const auto next = [&bridge, &formats](const AlertRow& row) {
        return row.nextRepeat ? formats.shortTime(*row.nextRepeat, bridge.now()) : Formats::dash();
    };
    const auto wholeNext = [&formats](const AlertRow& row) {
        return row.nextRepeat ? formats.dateTime(*row.nextRepeat) : QString();
    };
    const auto resolution = [](const AlertRow& row) {
        return row.resolution.empty() ? Formats::dash() : resolutionLabel(row.resolution);
    };
    return {
        C(
            "state", 110, [] { return tr("State"); }, [](const AlertRow& row) { return label(row.state); })
            .asPill([](const AlertRow& row) { return tone(row.state); }),
        C(
            "kind", 104, [] { return tr("What is late"); }, [](const AlertRow& row) { return label(row.kind); }),
        C(
            "order", 116, [] { return tr("Order"); }, [](const AlertRow& row) { return text(row.orderNo); })
            .strong(),
        C(
            "late", 76, [] { return tr("Late for"); }, lateText)
            .orderedAs(late)
            .ticking()
            .strong()
            .withInk(lateInk),
        C(
            "campus", 120, [] { return tr("Campus"); },
            [&context](const AlertRow& row) { return context.scope.nameOf(row.campus); }),
        C(
            "courier", 110, [] { return tr("Courier"); }, courier),
        C(
            "phone", 108, [] { return tr("Telephone"); }, phone),
        C(
            "fired", 80, [] { return tr("Fired"); }, fired)
            .orderedAs([](const AlertRow& row) { return row.firedAt.ms; })
            .withHint(wholeFired)
            .inFile(wholeFired),
        C(
            "repeats", 72, [] { return tr("Repeats"); },
            [](const AlertRow& row) { return Formats::number(row.repeats); })
            .orderedAs([](const AlertRow& row) { return row.repeats; })
            .number()
            .inFile([](const AlertRow& row) { return QString::number(row.repeats); }),
        C(
            "next", 88, [] { return tr("Fires again"); }, next)
            .orderedAs([](const AlertRow& row) { return row.nextRepeat.value_or(Instant{}).ms; })
            .inFile(wholeNext),
        C(
            "by", 96, [] { return tr("By"); }, [](const AlertRow& row) { return orDash(row.actor); }),
        C(
            "resolution", 120, [] { return tr("Resolution"); }, resolution)
            .hidden(),
    };
}

std::vector<FilterField<api::AlertQuery>> AlertsPanel::describeFields(const QString& prefix) {
    const auto kinds = [] {
        std::vector<ChoiceButton::Choice> choices;
        for (const auto kind : api::allTimerKinds()) {
            if (kind != api::TimerKind::Unpaid && kind != api::TimerKind::AutoConfirm) {  // these raise none
                choices.push_back({keyText(api::toText(kind)), label(kind)});
            }
        }
        return choices;
    };
    return {
        choicesField({.key = QStringLiteral("kinds"),
                      .objectName = prefix + QStringLiteral("FilterKind"),
                      .title = [] { return tr("What is late"); },
                      .any = [] { return tr("Everything"); },
                      .choices = kinds},
                     &api::AlertQuery::kinds, &api::timerKindFrom),
        {{.key = kResolvedToo,
          .objectName = prefix + QStringLiteral("ResolvedToo"),
          .kind = FieldLook::Kind::Switch,
          .title = [] { return tr("Include resolved"); }},
         [](const FieldValue& value, api::AlertQuery& query) {
             if (value.on) {
                 query.states = {api::AlertState::Firing, api::AlertState::Acknowledged, api::AlertState::Silenced,
                                 api::AlertState::Resolved};
             }
         }},
    };
}

std::vector<RowAction<AlertRow>> AlertsPanel::describeActions(AlertsPanel* pane, const QString& prefix) {
    using api::Operation;
    using Rows = std::vector<AlertRow>;
    const auto action = [&prefix](const char* name, const char* iconName, std::optional<Operation> operation,
                                  Words label, std::function<void(const Rows&)> begin) {
        RowAction<AlertRow> made;
        made.look.name = prefix + QLatin1Char('.') + QLatin1String(name);
        made.look.icon = QLatin1String(iconName);
        made.look.label = std::move(label);
        made.look.operation = operation;
        if (operation) {
            made.whyNot = [](const AlertRow& row) {
                return row.state == api::AlertState::Resolved ? tr("It is already resolved.") : QString();
            };
        }
        made.begin = std::move(begin);
        return made;
    };
    std::vector<RowAction<AlertRow>> actions{
        action(
            "acknowledge", "check", Operation::AlertsAcknowledge, [] { return tr("Acknowledge"); },
            [pane](const Rows& frozen) { pane->acknowledge(frozen); }),
        action(
            "silence", "pause", Operation::AlertsSilence, [] { return tr("Silence…"); },
            [pane](const Rows& frozen) { pane->askSilence(frozen); }),
        action(
            "resolve", "delivered", Operation::AlertsResolve, [] { return tr("Resolve…"); },
            [pane](const Rows& frozen) { pane->askResolve(frozen); }),
        action(
            "reassign", "reassign", Operation::DispatchReassign, [] { return tr("Reassign…"); },
            [pane](const Rows& frozen) { pane->reassign(frozen); }),
        action(
            "openOrder", "orders", std::nullopt, [] { return tr("Open the orders"); },
            [pane](const Rows& frozen) { pane->openOrders(frozen); }),
    };
    actions[0].look.tip = [] { return tr("Mark as seen; it stops repeating"); };
    actions[3].look.tip = [] { return tr("Each order to the next fairest courier"); };
    return actions;
}

void AlertsPanel::select(const std::vector<std::int64_t>& ids) {
    std::vector<int> rows;
    for (const auto id : ids) {
        if (const auto at = model().rowOf({id})) {
            rows.push_back(*at);
        }
    }
    table()->select(rows);
}

// --- actions ------------------------------------------------------------------------------------------------

/// As they were chosen: what somebody else does to them meanwhile is a conflict.
static std::vector<api::AlertRef> refsOf(const std::vector<AlertRow>& rows) {
    std::vector<api::AlertRef> refs;
    refs.reserve(rows.size());
    for (const auto& row : rows) {
        refs.emplace_back(row.id, row.version);
    }
    return refs;
}

void AlertsPanel::acknowledge(const std::vector<AlertRow>& frozen) {
    auto& bridge = context().bridge;
    submit(tr("Acknowledge"), frozen, bridge.timers().acknowledge(bridge.call(), refsOf(frozen)));
}

void AlertsPanel::askSilence(const std::vector<AlertRow>& frozen) {
    ActionDialog::Texts texts;
    texts.title = tr("Silence");
    texts.question = tr("%1 will be quiet for a while.", "n alerts").arg(alerts(std::ssize(frozen)));
    texts.effect = tr("It fires again afterwards, if the order is still late.");
    texts.confirm = tr("Silence");
    texts.reasonNeeded = false;
    auto* dialog = new ActionDialog(texts, {}, window());
    m_question = dialog;
    auto* when = new WhenField(
        context().formats, [this] { return context().bridge.now(); }, dialog);
    dialog->addField(tr("Silence"), when, [when] { return when->problem(); });
    connect(when, &WhenField::changed, dialog, &ActionDialog::recheck);
    connect(dialog, &QDialog::accepted, this, [this, dialog, when, frozen] {
        auto& bridge = context().bridge;
        const auto by = when->delayMs();
        const Instant until = by ? bridge.now().plusMs(*by) : when->instant().value_or(Instant{});
        submit(tr("Silence"), frozen, bridge.timers().silence(bridge.call(dialog->reason()), refsOf(frozen), until));
    });
    dialog->open();
}

void AlertsPanel::askResolve(const std::vector<AlertRow>& frozen) {
    ActionDialog::Texts texts;
    texts.title = tr("Resolve");
    texts.question = tr("%1 will be closed by hand.", "n alerts").arg(alerts(std::ssize(frozen)));
    texts.effect = tr("The orders stay as they are. The reason is kept as the resolution.");
    texts.confirm = tr("Resolve");
    auto* dialog = new ActionDialog(texts, {}, window());
    m_question = dialog;
    connect(dialog, &QDialog::accepted, this, [this, dialog, frozen] {
        auto& bridge = context().bridge;
        submit(tr("Resolve"), frozen, bridge.timers().resolve(bridge.call(dialog->reason()), refsOf(frozen)));
    });
    dialog->open();
}

static std::vector<OrderId> ordersOf(const std::vector<AlertRow>& rows) {
    std::vector<OrderId> ids;
    for (const auto& row : rows) {  // an order may have several alerts
        if (std::find(ids.begin(), ids.end(), row.order) == ids.end()) {
            ids.push_back(row.order);
        }
    }
    return ids;
}

void AlertsPanel::openOrders(const std::vector<AlertRow>& rows) {
    const auto ids = ordersOf(rows);
    if (ids.size() == 1) {
        context().navigator.open(QStringLiteral("orders"), {{QStringLiteral("order"), text(rows.front().orderNo)}});
    } else if (!ids.empty()) {
        QVariantList orders;
        for (const auto id : ids) {
            orders << static_cast<qlonglong>(id.value);
        }
        context().navigator.open(QStringLiteral("orders"), {{QStringLiteral("orders"), orders}});
    }
}

void AlertsPanel::reassign(const std::vector<AlertRow>& frozen) {
    auto& bridge = context().bridge;
    ++m_busy;
    whenReady(bridge.orders().rows(bridge.call(), ordersOf(frozen)), this,
              [this](Result<std::vector<api::OrderRow>> rows) {
                  --m_busy;
                  if (rows) {
                      m_flow->begin(OrderAction::ReassignNext, *std::move(rows));
                  } else {
                      context().notices.bad(errorText(rows.error()));
                  }
                  Q_EMIT readyChanged();
              });
}

void AlertsPanel::submit(const QString& title, const std::vector<AlertRow>& frozen,
                         const api::Answer<std::vector<api::AlertOutcome>>& answer) {
    ++m_busy;
    whenReady(answer, this, [this, title, frozen](const Result<std::vector<api::AlertOutcome>>& result) {
        --m_busy;
        answered(title, frozen, result);
    });
}

void AlertsPanel::answered(const QString& title, const std::vector<AlertRow>& frozen,
                           const Result<std::vector<api::AlertOutcome>>& answer) {
    if (!answer) {
        const bool unknown = answer.error().code == ErrorCode::OutcomeUnknown;
        context().notices.bad(unknown ? tr("%1: %2").arg(title, errorText(answer.error()))
                                      : tr("%1: nothing was done. %2").arg(title, errorText(answer.error())));
        end();
        return;
    }
    std::map<std::int64_t, const AlertRow*> rows;
    for (const auto& row : frozen) {
        rows[row.id] = &row;
    }
    std::vector<OrderOutcome> outcomes;
    std::map<std::int64_t, std::size_t> changed;  // an alert that was open when it was chosen, and is resolved
    for (const auto& each : *answer) {
        const auto row = rows.find(each.id);
        OrderOutcome outcome{row == rows.end() ? OrderNo(std::to_string(each.id)) : row->second->orderNo,
                             row == rows.end() ? OrderId{} : row->second->order,
                             each.error,
                             std::nullopt,
                             false,
                             {}};
        outcome.changed = refusedByState(each.error);
        if (outcome.changed) {
            changed[each.id] = outcomes.size();
        }
        outcomes.push_back(std::move(outcome));
    }
    if (changed.empty()) {
        readBack(title, std::move(outcomes));
        return;
    }
    ++m_busy;
    api::AlertQuery resolved;
    resolved.states = {api::AlertState::Resolved};
    auto& bridge = context().bridge;
    whenReady(
        bridge.timers().alerts(bridge.call(), resolved), this,
        [this, title, outcomes = std::move(outcomes), changed](const Result<std::vector<AlertRow>>& alerts) mutable {
            --m_busy;
            for (const auto& alert : alerts ? *alerts : std::vector<AlertRow>{}) {
                if (const auto found = changed.find(alert.id); found != changed.end()) {
                    outcomes[found->second].changedBy = resolutionOf(alert);
                }
            }
            readBack(title, std::move(outcomes));
        });
}

/// "Resolved by ann, 12:30:05: called them"; what happened to the order by itself has no actor of its own.
QString AlertsPanel::resolutionOf(const AlertRow& alert) const {
    const QString why = resolutionLabel(alert.resolution);
    const Instant at = alert.resolvedAt.value_or(alert.firedAt);
    const QString when = context().formats.shortTime(at, context().bridge.now());
    return alert.actor.empty() || alert.actedAt != alert.resolvedAt
               ? tr("Resolved %1: %2", "when, by what").arg(when, why)
               : tr("Resolved by %1, %2: %3", "who, when, why").arg(actorLabel(alert.actor), when, why);
}

void AlertsPanel::readBack(const QString& title, std::vector<OrderOutcome> outcomes) {
    ++m_busy;
    ui::readBack(context(), this, std::move(outcomes), [this, title](const std::vector<OrderOutcome>& read) {
        --m_busy;
        tell(title, read);
        end();
    });
}

void AlertsPanel::tell(const QString& title, const std::vector<OrderOutcome>& outcomes) {
    const auto counts = countOutcomes(outcomes);
    const bool allDone = counts.allDone();
    context().notices.post(
        {tr("%1: %2").arg(title, outcomeSummary(counts)), allDone ? Tone::Good : Tone::Warn, {}, {}});
    if (!allDone) {
        m_outcome = new OutcomeDialog(title, outcomes, window());
        m_outcome->open();
    }
}

void AlertsPanel::end() {
    refresh();
    Q_EMIT finished();
}

void AlertsPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange && m_sound != nullptr) {
        sayTexts();
    }
    AlertTable::changeEvent(event);
}

void AlertsPanel::sayTexts() {
    setActionTexts(*m_sound, tr("Sound"), tr("Sound when an alert fires, also while the window is minimised"));
}

}  // namespace evenhand::ui
