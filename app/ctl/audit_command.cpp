// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/command.h"
#include "app/ctl/output_file.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "app/workspace/accept_loss.h"
#include "app/workspace/renew_anchor.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

Result<api::AuditFilter> filterOf(const Arguments& arguments) {
    api::AuditFilter filter;
    filter.actor = arguments.value("--actor");
    filter.text = arguments.value("--subject");
    if (arguments.has("--operation")) {
        filter.operations = {arguments.value("--operation")};
    }
    if (arguments.has("--outcome")) {
        const auto outcome = api::auditOutcomeFrom(arguments.value("--outcome"));
        if (!outcome) {
            return wrongUsage("--outcome is one of done, refused, noted");
        }
        filter.outcomes = {*outcome};
    }
    return filter;
}

QJsonValue documentOf(const std::optional<api::AuditHead>& head) {
    return head ? QJsonValue(QJsonObject{{QStringLiteral("seq"), number(head->seq)},
                                         {QStringLiteral("hash"), text(base::hexOf(base::bytesOf(head->hash)))}})
                : QJsonValue();
}

Result<ExitCode> listAudit(Context& context, api::EngineApi& engine) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    api::AuditQuery query;
    EVENHAND_ASSIGN(query.filter, filterOf(context.arguments));
    EVENHAND_ASSIGN(query.limit, limitOf(context.arguments));
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto records, Reading::wait(engine.audit().page(call, query)));
    EVENHAND_ASSIGN(const auto total, Reading::wait(engine.audit().count(call, query.filter)));
    RowList list(context.io, {"seq", "at", "actor", "via", "operation", "outcome", "subject", "reason", "detail"});
    for (const auto& record : records) {
        list.add(
            {std::to_string(record.seq), timeText(record.at), record.actor, std::string(api::toText(record.via)),
             record.operation, std::string(api::toText(record.outcome)), record.subject, record.reason, record.detail},
            {{QStringLiteral("seq"), number(record.seq)},
             {QStringLiteral("at"), timeValue(record.at)},
             {QStringLiteral("actor"), text(record.actor)},
             {QStringLiteral("via"), text(api::toText(record.via))},
             {QStringLiteral("operation"), text(record.operation)},
             {QStringLiteral("outcome"), text(api::toText(record.outcome))},
             {QStringLiteral("subject"), text(record.subject)},
             {QStringLiteral("reason"), text(record.reason)},
             {QStringLiteral("detail"), text(record.detail)}});
    }
    return list.end(QStringLiteral("entries"), total, base::counted(total, "entry", "entries"));
}

Result<ExitCode> verify(Context& context, api::EngineApi& engine) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    EVENHAND_ASSIGN(const auto report, Reading::wait(engine.audit().verify({context.actor, {}, {}}, {})));
    EVENHAND_ASSIGN(const auto state, Reading::wait(engine.audit().state({context.actor, {}, {}})));
    QJsonArray faults;
    for (const auto& fault : report.faults) {
        context.io.text(std::string(api::toText(fault.kind)) + ": " + fault.what);
        faults.append(QJsonObject{{QStringLiteral("kind"), text(api::toText(fault.kind))},
                                  {QStringLiteral("seq"), number(fault.seq)},
                                  {QStringLiteral("what"), text(fault.what)}});
    }
    context.io.text(base::counted(report.checked, "entry", "entries") + " checked, " + std::to_string(report.sealed) +
                    " of them sealed.");
    if (state.keyId.empty()) {
        context.io.text("There is no key: " + state.whyNoKey + ".");
    }
    context.io.text(report.intact() ? "The audit log is intact." : base::counted(report.violations, "violation") + ".");
    context.io.document({{QStringLiteral("entries"), number(report.checked)},
                         {QStringLiteral("sealed"), number(report.sealed)},
                         {QStringLiteral("violations"), number(report.violations)},
                         {QStringLiteral("faults"), faults},
                         {QStringLiteral("head"), documentOf(report.head)},
                         {QStringLiteral("anchor"), documentOf(report.anchor)},
                         {QStringLiteral("key"), text(state.keyId)},
                         {QStringLiteral("why_no_key"), text(state.whyNoKey)}});
    return report.intact() ? kDone : kInvariantViolated;
}

Result<ExitCode> exportFile(Context& context, Reading& reading) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "FILE"}));
    EVENHAND_ASSIGN(const auto filter, filterOf(context.arguments));
    const std::string& target = context.arguments.words()[1];
    EVENHAND_ASSIGN(auto output, OutputFile::at(context, target));
    const auto rows =
        Reading::wait(reading.engine().audit().exportCsv({context.actor, {}, {}}, filter, output.path(), {}));
    reading.close();
    if (rows) {
        writeNotes(context.place());
    }
    return output.done(context, rows, "entry", "entries");
}

void tellAnchor(ConsoleIo& io, const app::AnchorRenewed& renewed) {
    io.text("The anchor now names entry " + std::to_string(renewed.head.seq) + ".");
    if (!renewed.kept.empty()) {
        io.text("The former anchor is kept as " + renewed.kept + ".");
    }
}

Result<ExitCode> anchor(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    if (context.arguments.value("--reason").empty()) {
        return wrongUsage("--reason is missing: why does the anchor not fit?");
    }
    EVENHAND_ASSIGN(const auto session,
                    Session::open(context.place(), Session::Time::Standing, Session::Answers::ForAudit));
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(const auto renewed, app::renewAnchor(session->workspace(), call));
    tellAnchor(context.io, renewed);
    context.io.document(
        {{QStringLiteral("anchor"), documentOf(renewed.head)}, {QStringLiteral("kept"), text(renewed.kept)}});
    return kDone;
}

Result<ExitCode> acceptLoss(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    if (context.arguments.value("--reason").empty()) {
        return wrongUsage("--reason is missing: why is it right to continue without the missing work?");
    }
    EVENHAND_ASSIGN(const auto session,
                    Session::open(context.place(), Session::Time::Standing, Session::Answers::ForLoss));
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(const auto accepted, app::acceptLoss(session->workspace(), call));
    context.io.text("Accepted: " + accepted.lost + ".");
    QJsonObject document{{QStringLiteral("lost"), text(accepted.lost)}};
    if (accepted.anchor) {
        context.io.text("The audit log was cut as well.");
        tellAnchor(context.io, *accepted.anchor);
        document.insert(QStringLiteral("anchor"), documentOf(accepted.anchor->head));
        document.insert(QStringLiteral("kept"), text(accepted.anchor->kept));
    }
    context.io.document(document);
    return kDone;
}

Result<ExitCode> runAudit(Context& context) {
    const auto& words = context.arguments.words();
    const std::string verb = words.empty() ? std::string() : words.front();
    if (verb == "anchor") {
        return anchor(context);
    }
    if (verb == "accept-loss") {
        return acceptLoss(context);
    }
    if (verb != "list" && verb != "verify" && verb != "export") {
        return wrongUsage("say what to do: list, verify, export, anchor or accept-loss");
    }
    EVENHAND_ASSIGN(auto reading, Reading::open(context.place()));
    return verb == "list"     ? listAudit(context, reading.engine())
           : verb == "verify" ? verify(context, reading.engine())
                              : exportFile(context, reading);
}

bool answersForLoss(const Arguments& arguments) {
    return !arguments.words().empty() &&
           (arguments.words().front() == "anchor" || arguments.words().front() == "accept-loss");
}

}  // namespace

Command auditCommand() {
    return {"audit",
            "list [--limit N] | verify | export FILE, with [--actor A] [--operation O] [--outcome done|refused|noted] "
            "[--subject S]; anchor | accept-loss --reason TEXT",
            "shows who did what, and verifies the log",
            {{"--actor", "NAME", "of this actor only"},
             {"--operation", "NAME", "of this operation only; \"orders.\" is all of a desk"},
             {"--outcome", "OUTCOME", "done, refused or noted"},
             {"--subject", "TEXT", "whose subject begins with this: \"order A-17\""},
             {"--limit", "N", "list: at most this many, newest first (default: 100)"},
             {"--reason", "TEXT",
              "anchor: why a new anchor is set, after a loss that is explained; the former "
              "anchor is kept. accept-loss: why the workspace is opened again although acknowledged work is missing; "
              "the log records what is missing"}},
            runAudit,
            [](const Arguments& arguments) -> std::optional<api::Operation> {
                return answersForLoss(arguments) ? std::nullopt
                                                 : std::optional(api::Operation::AuditRead);  // by itself
            },
            false,
            answersForLoss};
}

}  // namespace evenhand::ctl
