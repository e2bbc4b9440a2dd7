// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/number_text.h"

namespace evenhand::ctl {
namespace {

QJsonObject document(const api::ConnectedConsole& row) {
    return {{QStringLiteral("id"), number(row.id.value)},
            {QStringLiteral("who"), text(row.who)},
            {QStringLiteral("from"), text(row.from)},
            {QStringLiteral("since"), timeValue(row.since)},
            {QStringLiteral("version"), text(row.program)},
            {QStringLiteral("via"), text(api::toText(row.via))},
            {QStringLiteral("round_trip_ms"), row.roundTripMs < 0 ? QJsonValue() : number(row.roundTripMs)},
            {QStringLiteral("own"), row.own}};
}

Result<ExitCode> listConsoles(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    EVENHAND_ASSIGN(const auto rows, session.wait(session.engine().team().connected({context.actor, {}, {}})));
    RowList list(context.io, {"id", "who", "from", "since", "version", "program", "round trip", ""});
    for (const auto& row : rows) {
        list.add({std::to_string(row.id.value), row.who, row.from.empty() ? std::string("-") : row.from,
                  timeText(row.since), row.program, row.via == api::Via::CommandLine ? "command line" : "console",
                  row.roundTripMs < 0 ? std::string("-") : std::to_string(row.roundTripMs) + " ms",
                  row.own ? "this one" : ""},
                 document(row));
    }
    return list.end(QStringLiteral("consoles"));
}

Result<ExitCode> endConsole(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "ID"}));
    EVENHAND_ASSIGN(const auto reason, neededReason(arguments));
    const auto id = base::numberFrom(arguments.words()[1]);
    if (!id) {
        return wrongUsage("\"" + arguments.words()[1] + "\" is not an id; evenhandctl consoles list shows them");
    }
    EVENHAND_TRY(session.wait(session.engine().team().end({context.actor, reason, {}}, ConsoleId{*id})));
    context.io.text("The connection " + std::to_string(*id) + " is ended.");
    context.io.document({{QStringLiteral("id"), number(*id)}});
    return kDone;
}

Result<ExitCode> runConsoles(Context& context) {
    EVENHAND_ASSIGN(const auto verb, verbOf(context.arguments, {"list", "end"}));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    return verb == "list" ? listConsoles(context, *session) : endConsole(context, *session);
}

}  // namespace

Command consolesCommand() {
    return {"consoles",
            "list | end ID --reason TEXT",
            "who is connected to a service",
            {{"--reason", "TEXT", "end: why; kept in the audit log"}},
            runConsoles};
}

}  // namespace evenhand::ctl
