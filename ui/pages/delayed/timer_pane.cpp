// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/timer_pane.h"

#include <QJsonArray>
#include <span>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/delayed/due_field.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kSoonMs = 60'000;
constexpr TimerAction kActions[] = {TimerAction::Run, TimerAction::Postpone, TimerAction::Cancel, TimerAction::Retry};
constexpr TimerAction kActionsOfDead[] = {TimerAction::Retry, TimerAction::Postpone, TimerAction::Cancel,
                                          TimerAction::Run};
constexpr api::TimerState kStates[] = {api::TimerState::Pending, api::TimerState::Overdue, api::TimerState::Retrying,
                                       api::TimerState::Dead};

QString oneOf(bool deadOnly) { return deadOnly ? QStringLiteral("dead") : QStringLiteral("timer"); }

}  // namespace

using api::TimerRow;
using api::TimerSort;

TimerPane::TimerPane(UiContext& context, bool deadOnly, QWidget* parent)
    : TimerTable(describe(context, this, deadOnly), context, parent), m_one(oneOf(deadOnly)) {
    connect(&context.couriers, &CourierDirectory::changed, this, [this] { touchRows(); });
}

TimerPane::~TimerPane() = default;

TimerPane::Spec TimerPane::describe(UiContext& context, TimerPane* pane, bool deadOnly) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.one = oneOf(deadOnly);
    spec.look.prefix = spec.look.one + QLatin1Char('s');
    spec.look.texts = describeTexts(deadOnly);
    spec.look.exportKeys = QKeySequence(Qt::CTRL | Qt::Key_E);
    spec.look.isOfCampus = true;
    spec.look.refreshMs = kReadMs;
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::timersChanged, &EngineBridge::ordersChanged);
    spec.columns = describeColumns(context, deadOnly);
    spec.orderedBy = QStringLiteral("due");
    spec.isDescending = false;
    spec.now = [&bridge] { return bridge.now(); };
    spec.page = [&bridge](const api::TimerFilter& filter, const PageOf<TimerSort>& page) {
        return bridge.timers().page(bridge.call(), {filter, page.descending, page.offset, page.limit, page.sort});
    };
    spec.count = [&bridge](const api::TimerFilter& filter) { return bridge.timers().count(bridge.call(), filter); };
    spec.fields = describeFields(context, deadOnly);
    spec.always = [&context, deadOnly](api::TimerFilter& filter) {
        filter.campus = context.scope.current();
        if (deadOnly) {
            filter.states = {api::TimerState::Dead};
        }
    };
    spec.words = timerWords(context, pane);
    for (const auto which : deadOnly ? std::span(kActionsOfDead) : std::span(kActions)) {
        spec.actions.push_back(timerAction(context, pane, which, spec.look.one));
    }
    spec.opened = [pane](const TimerRow& row) { Q_EMIT pane->opened(text(row.orderNo)); };
    return spec;
}

TableTexts TimerPane::describeTexts(bool deadOnly) {
    TableTexts texts;
    texts.name = [deadOnly] { return deadOnly ? tr("Dead letters") : tr("Timers"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 timers", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [deadOnly] {
        return deadOnly ? tr("No dead letters: every timer ran or will be retried.") : tr("No timer is armed.");
    };
    texts.next = [deadOnly] {
        return deadOnly ? tr("Nothing to do.") : tr("Nothing to do: every order that is placed arms its own.");
    };
    texts.emptyFiltered = [] { return tr("No timer matches the filter."); };
    texts.exported = [deadOnly] { return deadOnly ? tr("Export dead letters") : tr("Export timers"); };
    texts.fileName = deadOnly ? QStringLiteral("dead-timers.csv") : QStringLiteral("timers.csv");
    return texts;
}

std::vector<Column<TimerRow, TimerSort>> TimerPane::describeColumns(UiContext& context, bool deadOnly) {
    using C = Column<TimerRow, TimerSort>;
    auto& bridge = context.bridge;
    const auto& formats = context.formats;
    const auto left = [&bridge](const TimerRow& row) { return row.due.ms - bridge.now().ms; };
    const auto whole = [&formats](const TimerRow& row) {
        return formats.zoned(row.due).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
    };
    const auto kindHint = [](const TimerRow& row) {
        return tr("%1: when due, it %2", "kind, effect").arg(label(row.kind), effectOf(row.kind));
    };
    const auto urgent = [left](const TimerRow& row) -> std::optional<Tone> {
        const auto ms = left(row);
        return ms <= 0 ? std::optional(Tone::Bad) : ms < kSoonMs ? std::optional(Tone::Warn) : std::nullopt;
    };
    // Pending and past its instant as the clock goes on is due, whatever was read.
    const auto state = [left](const TimerRow& row) {
        return row.state == api::TimerState::Pending && left(row) <= 0 ? api::TimerState::Overdue : row.state;
    };
    const auto stateHint = [state, &formats](const TimerRow& row) {
        const QString now = label(state(row));
        return row.nextTry ? now + QLatin1Char('\n') + tr("Next try at %1").arg(formats.time(*row.nextTry)) : now;
    };
    const auto courier = [](const TimerRow& row) {
        return orDash(row.courierName.empty() ? row.courier.str() : row.courierName);
    };
    const auto phone = [&couriers = context.couriers](const TimerRow& row) {
        const QString known = row.courier.empty() ? QString() : couriers.phoneOf(row.courier);
        return known.isEmpty() ? Formats::dash() : known;
    };
    const auto reason = [](const TimerRow& row) { return text(row.reason); };
    std::vector<C> columns{
        C(
            "order", 124, [] { return tr("Order"); }, [](const TimerRow& row) { return text(row.orderNo); })
            .strong(),
        C(
            "kind", 120, [] { return tr("Kind"); }, [](const TimerRow& row) { return label(row.kind); })
            .sortedBy(TimerSort::Kind)
            .withHint(kindHint),
        C(
            "countdown", 104, [] { return tr("Due in"); },
            [left](const TimerRow& row) { return Formats::dueIn(left(row)); })
            .sortedBy(TimerSort::Due)
            .number()
            .strong()
            .ticking()
            .withHint(whole)
            .withInk(urgent),
        C(
            "due", 150, [] { return tr("Due at"); },
            [&formats](const TimerRow& row) { return formats.dateTime(row.due); })
            .sortedBy(TimerSort::Due)
            .withHint(whole)
            .inFile(whole),
        C(
            "state", 104, [] { return tr("State"); }, [state](const TimerRow& row) { return label(state(row)); })
            .turningAt([](const TimerRow& row) { return row.due; })
            .withHint(stateHint)
            .asPill([state](const TimerRow& row) { return tone(state(row)); }),
        C(
            "status", 150, [] { return tr("Order status"); },
            [](const TimerRow& row) { return row.wait ? label(*row.wait) : label(row.status); }),
        C(
            "campus", 170, [] { return tr("Campus"); },
            [&context](const TimerRow& row) { return context.scope.nameOf(row.campus); }),
        C(
            "courier", 120, [] { return tr("Courier"); }, courier),
        C::money(
            "payable", 110, [&formats] { return tr("Payable (%1)").arg(formats.currency()); }, formats,
            &TimerRow::payable)
            .strong(),
        C::count(
            "attempts", 86, [] { return tr("Failures"); }, &TimerRow::attempts),
        C(
            "reason", 220, [] { return tr("Failed because"); }, [](const TimerRow& row) { return orDash(row.reason); })
            .withHint(reason)
            .inFile(reason),
        C(
            "phone", 130, [] { return tr("Telephone"); }, phone),
    };
    for (auto& column : columns) {
        const auto is = [&column](const char* id) { return column.id == QLatin1String(id); };
        column.isHidden =
            is("payable") || (deadOnly ? is("state") || is("courier") || is("phone") : is("attempts") || is("reason"));
    }
    return columns;
}

std::vector<FilterField<api::TimerFilter>> TimerPane::describeFields(UiContext& context, bool deadOnly) {
    const QString prefix = oneOf(deadOnly) + QStringLiteral("Filter");
    const auto due = [&context](QWidget* parent, std::function<void()> changed) {
        auto* field = new DueField(context, std::move(changed), parent);
        return OwnField{field, [field] { return field->state(); },
                        [field](const QJsonValue& kept) { field->setState(kept); }, [field] { field->retranslate(); }};
    };
    std::vector<FilterField<api::TimerFilter>> fields{
        textField(
            QStringLiteral("text"), prefix + QStringLiteral("Text"), [] { return tr("Order begins with"); },
            &api::TimerFilter::text),
        choicesField({.key = QStringLiteral("kinds"),
                      .objectName = prefix + QStringLiteral("Kind"),
                      .title = [] { return tr("Kind"); },
                      .any = [] { return tr("Every kind"); },
                      .choices = choicesOf(api::allTimerKinds(), &label)},
                     &api::TimerFilter::kinds, &api::timerKindFrom),
    };
    if (!deadOnly) {
        fields.push_back(choicesField({.key = QStringLiteral("states"),
                                       .objectName = prefix + QStringLiteral("State"),
                                       .title = [] { return tr("State"); },
                                       .any = [] { return tr("Every state"); },
                                       .choices = choicesOf(kStates, &label)},
                                      &api::TimerFilter::states, &api::timerStateFrom));
        fields.push_back({{.key = QStringLiteral("due"),
                           .objectName = prefix + QStringLiteral("Due"),
                           .kind = FieldLook::Kind::Own,
                           .make = due},
                          [&bridge = context.bridge](const FieldValue& value, api::TimerFilter& filter) {
                              DueField::read(value.own, bridge.now(), filter);
                          }});
    }
    return fields;
}

QAction* TimerPane::action(TimerAction which) const { return action(TimerActions::look(which, m_one).name); }

void TimerPane::setKinds(const std::vector<api::TimerKind>& kinds) {
    QJsonArray keys;
    for (const auto kind : kinds) {
        keys << keyText(api::toText(kind));
    }
    filters()->set(QStringLiteral("kinds"), keys);
}

void TimerPane::setText(const QString& text) { filters()->set(QStringLiteral("text"), text); }

void TimerPane::setDue(std::optional<Instant> from, std::optional<Instant> to) {
    filters()->set(QStringLiteral("due"), DueField::between(from, to));
}

void TimerPane::showOverdue() { filters()->set(QStringLiteral("due"), DueField::overdue()); }

}  // namespace evenhand::ui
