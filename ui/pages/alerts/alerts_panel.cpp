// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/alerts/alerts_panel.h"

#include <QEvent>
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/alerts/alert_texts.h"
#include "ui/pages/dispatch/dispatch_actions.h"
#include "ui/shell/alert_bell.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/people_labels.h"
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
      m_orderFlow(new OrderActionFlow(context, this)),
      m_handOver(new DispatchActions(context, this)),
      m_sound(new QAction(icon(QStringLiteral("bell")), QString(), this)) {
    connect(m_orderFlow, &OrderActionFlow::finished, this, &AlertsPanel::end);
    connect(m_handOver, &DispatchActions::acted, this, &AlertsPanel::end);
    connect(flow(), &RowFlow::finished, this, &AlertsPanel::finished);
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
        table()->setColumnShown(model().columnOf(QStringLiteral("resolution")), shown);
    };
    connect(resolvedToo(), &QPushButton::toggled, this, showResolution);
    if (resolvedToo()->isChecked()) {  // by the filter that this person begins with
        showResolution(true);
    }
    sayTexts();
}

AlertsPanel::~AlertsPanel() = default;

AlertsPanel::Spec AlertsPanel::describe(UiContext& context, AlertsPanel* pane, const QString& prefix) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = prefix;
    spec.look.one = prefix.chopped(1);
    spec.look.isCompact = true;
    spec.look.isOfCampus = true;
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::alertsChanged);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Alerts"); };
    texts.count = [](std::int64_t total) { return total < 0 ? Formats::dash() : alerts(total); };
    texts.empty = [] { return tr("No alerts."); };
    texts.next = [] { return tr("Nothing to do: what is late or wrong appears here by itself."); };
    texts.emptyFiltered = [] { return tr("No alert matches the filter."); };
    texts.exported = [] { return tr("Export alerts"); };
    texts.fileName = QStringLiteral("alerts.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("fired");
    spec.now = [&bridge] { return bridge.now(); };
    spec.page = [&bridge](api::AlertQuery query, const PageOf<api::AlertSort>& page) {
        query.offset = page.offset;
        query.limit = page.limit;
        query.sort = page.sort;
        // The longest late are those that became late first.
        query.descending = page.descending != (page.sort == api::AlertSort::Due);
        return bridge.alerts().page(bridge.call(), std::move(query));
    };
    spec.count = [&bridge](const api::AlertQuery& query) { return bridge.alerts().count(bridge.call(), query); };
    spec.always = [&context](api::AlertQuery& query) {
        query.campus = context.scope.current();
        query.orNone = true;  // of the whole workspace: else nobody of a campus would see it
    };
    spec.fields = describeFields(prefix);
    spec.words = describeWords(context, pane);
    spec.actions = describeActions(context, pane, prefix);
    spec.opened = [pane](const AlertRow& row) { pane->openOrders({row}); };
    return spec;
}

std::vector<Column<AlertRow, api::AlertSort>> AlertsPanel::describeColumns(UiContext& context) {
    using C = Column<AlertRow, api::AlertSort>;
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
    const auto about = [&context](const AlertRow& row) { return aboutText(row, context.scope); };
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
            .sortedBy(api::AlertSort::State)
            .asPill([](const AlertRow& row) { return tone(row.state); }),
        C(
            "kind", 104, [] { return tr("What is wrong"); }, [](const AlertRow& row) { return label(row.kind); }),
        C(
            "order", 116, [] { return tr("About"); }, about)
            .strong(),
        C(
            "found", 84, [] { return tr("Found"); },
            [](const AlertRow& row) {
                const QString found = foundText(row);
                return found.isEmpty() ? Formats::dash() : found;
            })
            .withHint([](const AlertRow& row) { return text(row.detail); }),
        C(
            "late", 76, [] { return tr("Late for"); }, lateText)
            .sortedBy(api::AlertSort::Due)
            .explained([] {
                return tr(
                    "In order of the moment since when each is late. A resolved one shows how late it had become.");
            })
            .ticking()
            .strong()
            .withInk(lateInk),
        C(
            "campus", 120, [] { return tr("Campus"); },
            [&context](const AlertRow& row) {
                return row.campus.empty() ? Formats::dash() : context.scope.nameOf(row.campus);
            }),
        C(
            "courier", 110, [] { return tr("Courier"); }, courier),
        C(
            "phone", 108, [] { return tr("Telephone"); }, phone),
        C(
            "fired", 80, [] { return tr("Fired"); }, fired)
            .sortedBy(api::AlertSort::Fired)
            .withHint(wholeFired)
            .inFile(wholeFired),
        C(
            "repeats", 72, [] { return tr("Repeats"); },
            [](const AlertRow& row) { return Formats::number(row.repeats); })
            .number()
            .inFile([](const AlertRow& row) { return QString::number(row.repeats); }),
        C(
            "next", 88, [] { return tr("Fires again"); }, next)
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
        for (const auto kind : api::allAlertKinds()) {
            choices.push_back({keyText(api::toText(kind)), label(kind)});
        }
        return choices;
    };
    return {
        choicesField({.key = QStringLiteral("kinds"),
                      .objectName = prefix + QStringLiteral("FilterKind"),
                      .title = [] { return tr("What is wrong"); },
                      .any = [] { return tr("Everything"); },
                      .choices = kinds},
                     &api::AlertQuery::kinds, &api::alertKindFrom),
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

// --- actions ------------------------------------------------------------------------------------------------

namespace {

using Answer = api::Answer<std::vector<api::AlertOutcome>>;
using Submit = std::function<Answer(const api::Call& call, std::vector<api::AlertRef> alerts)>;

/// As they were chosen: what somebody else does to them meanwhile is a conflict.
decltype(RowFlow::Spec::submit) submitting(QObject* receiver, Submit submit) {
    return [receiver, submit = std::move(submit)](const api::Call& call, const RowFlow::Rows& rows,
                                                  std::function<void(RowFlow::Answers)> done) {
        std::vector<api::AlertRef> refs;
        refs.reserve(rows.size());
        for (const auto& row : rows) {
            refs.emplace_back(AlertId{row.id}, row.version);
        }
        whenReady(submit(call, std::move(refs)), receiver,
                  [done = std::move(done)](const Result<std::vector<api::AlertOutcome>>& outcomes) {
                      if (!outcomes) {
                          done(fail(outcomes.error()));
                          return;
                      }
                      std::vector<FlowAnswer> answers;
                      for (const auto& each : *outcomes) {
                          answers.push_back({each.id.value, each.error});
                      }
                      done(std::move(answers));
                  });
    };
}

/// These alerts as they are now, resolved ones too; those that could not be read are missing.
void readAlerts(EngineBridge& bridge, QObject* receiver, const std::vector<std::int64_t>& ids,
                std::function<void(const std::vector<AlertRow>&)> done) {
    constexpr std::size_t kAtOnce = 1000;
    std::vector<api::Answer<std::vector<AlertRow>>> parts;
    for (std::size_t at = 0; at < ids.size(); at += kAtOnce) {
        api::AlertQuery query;
        query.limit = kAtOnce;
        for (std::size_t i = at; i < std::min(ids.size(), at + kAtOnce); ++i) {
            query.only.push_back(AlertId{ids[i]});
        }
        parts.push_back(bridge.alerts().page(bridge.call(), std::move(query)));
    }
    whenAllReady(parts, receiver, [done = std::move(done)](const std::vector<Result<std::vector<AlertRow>>>& read) {
        std::vector<AlertRow> all;
        for (const auto& part : read) {
            if (part) {
                all.insert(all.end(), part->begin(), part->end());
            }
        }
        done(all);
    });
}

/// "Acknowledged by ann, 12:30:05", "Resolved by ann, 12:30:05: called them"; what happened to the order by itself has
/// no actor of its own. Empty: it is not told by the alert.
QString changeOf(const AlertRow& alert, const Formats& formats, Instant now) {
    if (alert.state == api::AlertState::Resolved) {
        const QString why = resolutionLabel(alert.resolution);
        const QString when = formats.shortTime(alert.resolvedAt.value_or(alert.firedAt), now);
        return alert.actor.empty() || alert.actedAt != alert.resolvedAt
                   ? AlertsPanel::tr("Resolved %1: %2", "when, by what").arg(when, why)
                   : AlertsPanel::tr("Resolved by %1, %2: %3", "who, when, why")
                         .arg(actorLabel(alert.actor), when, why);
    }
    // One that fires again is not firing by whoever had silenced it.
    return alert.actor.empty() || !alert.actedAt || alert.state == api::AlertState::Firing
               ? QString()
               : changeText(label(alert.state), alert.actor, *alert.actedAt, formats, now);
}

}  // namespace

RowWords<AlertRow> AlertsPanel::describeWords(UiContext& context, AlertsPanel* pane) {
    RowWords<AlertRow> words;
    words.header = [] { return QStringList{tr("About"), tr("What is wrong"), tr("Now")}; };
    words.frozen = [&context](const AlertRow& row) {
        return FlowRow{.id = row.id.value,
                       .version = row.version,
                       .name = aboutText(row, context.scope),
                       .detail = label(row.kind),
                       .was = label(row.state)};
    };
    words.readBack = [&context, pane](const std::vector<std::int64_t>& ids, std::function<void(RowFlow::Now)> done) {
        readAlerts(context.bridge, pane, ids, [done = std::move(done)](const std::vector<AlertRow>& read) {
            RowFlow::Now now;
            for (const auto& row : read) {
                now[row.id.value] = label(row.state);
            }
            done(std::move(now));
        });
    };
    words.lastChange = [&context, pane](std::int64_t id, std::function<void(QString)> done) {
        readAlerts(context.bridge, pane, {id}, [&context, done = std::move(done)](const std::vector<AlertRow>& read) {
            done(read.empty() ? QString() : changeOf(read.front(), context.formats, context.bridge.now()));
        });
    };
    return words;
}

std::vector<RowAction<AlertRow>> AlertsPanel::describeActions(UiContext& context, AlertsPanel* pane,
                                                              const QString& prefix) {
    using api::Operation;
    const auto action = [&prefix](const char* name, const char* iconName, Operation operation, Words label) {
        RowAction<AlertRow> made;
        made.look.name = prefix + QLatin1Char('.') + QLatin1String(name);
        made.look.icon = QLatin1String(iconName);
        made.look.label = std::move(label);
        made.look.operation = operation;
        made.whyNot = [](const AlertRow& row) {
            return row.state == api::AlertState::Resolved ? tr("It is already resolved.") : QString();
        };
        made.isBrief = true;
        return made;
    };
    auto acknowledge = action("acknowledge", "check", Operation::AlertsAcknowledge, [] { return tr("Acknowledge"); });
    acknowledge.look.tip = [] { return tr("Mark as seen; it stops repeating"); };
    describeAcknowledge(context, pane, acknowledge);
    auto silence = action("silence", "pause", Operation::AlertsSilence, [] { return tr("Silence…"); });
    describeSilence(context, pane, silence);
    auto resolve = action("resolve", "delivered", Operation::AlertsResolve, [] { return tr("Resolve…"); });
    describeResolve(context, pane, resolve);
    std::vector<RowAction<AlertRow>> actions{std::move(acknowledge), std::move(silence), std::move(resolve)};
    auto ofOrders = describeOrderActions(context, pane, prefix);
    std::move(ofOrders.begin(), ofOrders.end(), std::back_inserter(actions));
    return actions;
}

void AlertsPanel::describeAcknowledge(UiContext& context, AlertsPanel* pane, RowAction<AlertRow>& action) {
    action.isAtOnce = true;
    action.ask = [](const std::vector<AlertRow>& fit) {
        ActionDialog::Texts texts;
        texts.title = tr("Acknowledge");
        texts.question = tr("%1 will be marked as seen.", "n alerts").arg(alerts(std::ssize(fit)));
        texts.confirm = texts.title;
        texts.reasonNeeded = false;
        return texts;
    };
    action.submit =
        submitting(pane, [&bridge = context.bridge](const api::Call& call, std::vector<api::AlertRef> refs) {
            return bridge.alerts().acknowledge(call, std::move(refs));
        });
}

void AlertsPanel::describeSilence(UiContext& context, AlertsPanel* pane, RowAction<AlertRow>& action) {
    action.effect = [](const AlertRow&) { return tr("quiet; fires again if it is still so"); };
    action.ask = [](const std::vector<AlertRow>& fit) {
        ActionDialog::Texts texts;
        texts.title = tr("Silence");
        texts.question = tr("%1 will be quiet for a while.", "n alerts").arg(alerts(std::ssize(fit)));
        texts.effect = tr("It fires again afterwards, if it is still so.");
        texts.confirm = tr("Silence");
        texts.reasonNeeded = false;
        return texts;
    };
    auto field = std::make_shared<QPointer<WhenField>>();
    action.addFields = [&context, field](ActionDialog& dialog) {
        auto* when = new WhenField(
            context.formats, [&context] { return context.bridge.now(); }, &dialog);
        dialog.addField(tr("Silence"), when, [when] { return when->problem(); });
        connect(when, &WhenField::changed, &dialog, &ActionDialog::recheck);
        *field = when;
    };
    action.submit =
        submitting(pane, [&bridge = context.bridge, field](const api::Call& call, std::vector<api::AlertRef> refs) {
            const auto* when = field->data();
            const auto by = when != nullptr ? when->delayMs() : std::nullopt;
            const auto until = by ? std::optional(bridge.now().plusMs(*by)) : when ? when->instant() : std::nullopt;
            return bridge.alerts().silence(call, std::move(refs), until.value_or(Instant{}));
        });
}

void AlertsPanel::describeResolve(UiContext& context, AlertsPanel* pane, RowAction<AlertRow>& action) {
    action.effect = [](const AlertRow&) { return tr("closed by hand"); };
    action.ask = [](const std::vector<AlertRow>& fit) {
        ActionDialog::Texts texts;
        texts.title = tr("Resolve");
        texts.question = tr("%1 will be closed by hand.", "n alerts").arg(alerts(std::ssize(fit)));
        texts.effect = tr("Nothing else changes. The reason is kept as the resolution.");
        texts.confirm = tr("Resolve");
        return texts;
    };
    action.submit =
        submitting(pane, [&bridge = context.bridge](const api::Call& call, std::vector<api::AlertRef> refs) {
            return bridge.alerts().resolve(call, std::move(refs));
        });
}

void AlertsPanel::select(const std::vector<AlertId>& ids) {
    std::vector<int> rows;
    for (const auto id : ids) {
        if (const auto at = model().rowOf(id)) {
            rows.push_back(*at);
        }
    }
    table()->select(rows);
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
