// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/connected_pane.h"

#include <utility>

#include "ui/bridge/readable.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

using api::ConnectedConsole;

QString whoOf(const ConnectedConsole& row) { return shownLine(actorLabel(row.who)); }

}  // namespace

ConnectedPane::ConnectedPane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("connected"), context, parent) {
    m_consoles = new ConnectedTable(describe(), context, this);
    down()->addWidget(m_consoles, 1);
    connect(m_consoles, &ConnectedTable::readyChanged, this, &ConnectedPane::readyChanged);
    connect(&context.bridge, &EngineBridge::statusPolled, this, [this] {
        if (m_active && ++m_polls % kQuietPolls == 0) {
            m_consoles->refresh();
        }
    });
    retranslate();
}

QString ConnectedPane::title() const { return tr("Connected"); }

ConnectedTable::Spec ConnectedPane::describe() {
    auto& bridge = context().bridge;
    ConnectedTable::Spec spec;
    spec.look.prefix = QStringLiteral("connected");
    spec.look.one = QStringLiteral("console");
    spec.look.permission = api::Permission::ReadAudit;
    spec.look.isCompact = true;
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::connectedChanged);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Connected consoles"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 connections", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("No console is connected."); };
    texts.next = [] { return tr("Open a console on this service and it is listed here."); };
    texts.emptyFiltered = [] { return tr("No connection matches the filter."); };
    texts.exported = [] { return tr("Export connections"); };
    texts.fileName = QStringLiteral("connected.csv");
    spec.columns = describeColumns();
    spec.orderedBy = QStringLiteral("since");
    spec.isDescending = false;
    spec.now = [&bridge] { return bridge.now(); };
    spec.all = [&bridge](const AnyCell&) {
        return askIfReadable(bridge, api::Permission::ReadAudit,
                             [&bridge] { return bridge.team().connected(bridge.call()); });
    };
    spec.matches = anyCellOf(spec.columns);
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("connectedFilterText"), [] { return tr("Person, address or version"); },
        &AnyCell::text)};
    spec.words.header = [] { return QStringList{tr("Who"), tr("From"), tr("Now")}; };
    spec.words.frozen = [](const ConnectedConsole& row) {
        return FlowRow{.id = row.id.value, .name = whoOf(row), .detail = shownLine(text(row.from))};
    };
    spec.actions = {describeEnd()};
    return spec;
}

RowAction<api::ConnectedConsole> ConnectedPane::describeEnd() {
    RowAction<ConnectedConsole> action;
    action.look = {.name = QStringLiteral("settings.endConnection"),
                   .icon = QStringLiteral("sign_out"),
                   .label = [] { return tr("End the connection…"); },
                   .operation = api::Operation::TeamEnd,
                   .whyNone = [] { return tr("Select a connection first."); }};
    action.whyNot = [](const ConnectedConsole& row) {
        return row.own             ? tr("This is your own connection. Sign out instead.")
               : row.id.value == 0 ? tr("The workspace is open there, so there is no connection to end.")
                                   : QString();
    };
    action.effect = [](const ConnectedConsole&) { return tr("must sign in again"); };
    action.ask = [](const std::vector<ConnectedConsole>& fit) {
        ActionDialog::Texts texts;
        texts.title = fit.size() == 1 ? tr("End the connection of %1").arg(whoOf(fit.front())) : tr("End connections");
        texts.question = tr("%1 connections will be ended.", nullptr, Formats::plural(std::ssize(fit)))
                             .arg(Formats::number(std::ssize(fit)));
        texts.effect = tr("Whatever is being typed there is lost. Commands that were sent are carried out.");
        texts.confirm = tr("End the connection");
        texts.danger = true;
        texts.reasonHint = tr("Required; kept in the audit log");
        return texts;
    };
    action.submitRows = submitEach<ConnectedConsole>(
        this,
        [this](const api::Call& call, const ConnectedConsole& row) {
            return context().bridge.team().end(call, row.id);
        },
        [] { return tr("Ended"); });
    return action;
}

std::vector<Column<api::ConnectedConsole, OneOrder>> ConnectedPane::describeColumns() {
    using C = Column<ConnectedConsole, OneOrder>;
    const auto& formats = context().formats;
    return {
        C(
            "who", 160, [] { return tr("Who"); }, &whoOf)
            .strong(),
        C(
            "from", 150, [] { return tr("From"); },
            [](const ConnectedConsole& row) {
                return row.from.empty() ? tr("the workspace itself") : shownLine(text(row.from));
            }),
        C(
            "since", 150, [] { return tr("Since"); },
            [&formats](const ConnectedConsole& row) { return formats.dateTime(row.since); })
            .orderedAs([](const ConnectedConsole& row) { return row.since.ms; }),
        C(
            "program", 90, [] { return tr("Version"); },
            [](const ConnectedConsole& row) { return shownLine(text(row.program)); }),
        C(
            "via", 110, [] { return tr("Program"); },
            [](const ConnectedConsole& row) {
                return row.via == api::Via::CommandLine ? tr("Command line") : tr("Console");
            }),
        C(
            "roundTrip", 110, [] { return tr("Round trip"); },
            [](const ConnectedConsole& row) {
                return row.roundTripMs < 0 ? Formats::dash() : tr("%1 ms").arg(Formats::number(row.roundTripMs));
            })
            .orderedAs([](const ConnectedConsole& row) { return row.roundTripMs; })
            .number(),
        C(
            "own", 110, [] { return tr("This one"); },
            [](const ConnectedConsole& row) { return row.own ? tr("this console") : QString(); }),
    };
}

void ConnectedPane::setActive(bool active) {
    m_active = active;
    m_consoles->setActive(active);
}

void ConnectedPane::refresh() { m_consoles->refresh(); }

}  // namespace evenhand::ui
