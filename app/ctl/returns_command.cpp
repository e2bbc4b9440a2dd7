// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <algorithm>

#include "app/ctl/command.h"
#include "app/ctl/money_history.h"
#include "app/ctl/return_rules.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/counted.h"
#include "engine/base/money.h"
#include "engine/base/number_text.h"

namespace evenhand::ctl {
namespace {

enum class ReturnsVerb : std::uint8_t {
    List,
    Request,
    Approve,
    Reject,
    Cancel,
    Receive,
    Skip,
    Undo,
    Assign,
    Note,
    Reasons,
    Rules,
    Show
};
constexpr base::TextTable<ReturnsVerb, 13> kReturnsVerbs{{{ReturnsVerb::List, "list"},
                                                          {ReturnsVerb::Request, "request"},
                                                          {ReturnsVerb::Approve, "approve"},
                                                          {ReturnsVerb::Reject, "reject"},
                                                          {ReturnsVerb::Cancel, "cancel"},
                                                          {ReturnsVerb::Receive, "receive"},
                                                          {ReturnsVerb::Skip, "skip-goods"},
                                                          {ReturnsVerb::Undo, "undo"},
                                                          {ReturnsVerb::Assign, "assign"},
                                                          {ReturnsVerb::Note, "note"},
                                                          {ReturnsVerb::Reasons, "reasons"},
                                                          {ReturnsVerb::Rules, "rules"},
                                                          {ReturnsVerb::Show, "show"}}};
static_assert(base::inOrder(kReturnsVerbs));

Result<api::ReturnQuery> returnsQueryOf(const Arguments& arguments) {
    api::ReturnQuery query;
    std::string known;
    for (const auto one : api::allReturnStages()) {
        known.append(known.empty() ? "one of " : ", ").append(api::toText(one));
    }
    EVENHAND_ASSIGN(query.filter.stages, oneOf<api::ReturnStage>(arguments, "--stage", api::returnStageFrom, known));
    query.filter.campus = CampusId(arguments.value("--campus"));
    query.filter.orderNo = OrderNo(arguments.value("--order"));
    query.filter.clerk = arguments.value("--clerk");
    EVENHAND_ASSIGN(query.limit, limitOf(arguments));
    return query;
}

QJsonObject documentOf(const api::ReturnRow& row) {
    return {{QStringLiteral("id"), number(row.id.value)},
            {QStringLiteral("return_no"), text(row.number.str())},
            {QStringLiteral("order_no"), text(row.orderNo.str())},
            {QStringLiteral("user"), text(row.user.str())},
            {QStringLiteral("campus"), text(row.campus.str())},
            {QStringLiteral("status"), text(api::toText(row.status))},
            {QStringLiteral("stage"), text(api::toText(row.stage))},
            {QStringLiteral("goods"), text(api::toText(row.goods))},
            {QStringLiteral("refund"), row.refund ? QJsonValue(text(api::toText(*row.refund))) : QJsonValue()},
            {QStringLiteral("units"), number(row.units)},
            {QStringLiteral("amount"), number(row.amount.minor)},
            {QStringLiteral("requested_at"), timeValue(row.requestedAt)},
            {QStringLiteral("requester"), text(row.requester)},
            {QStringLiteral("reason_code"), text(row.reasonCode)},
            {QStringLiteral("clerk"), text(row.clerk)},
            {QStringLiteral("version"), number(row.version)}};
}

Result<ExitCode> listReturns(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    EVENHAND_ASSIGN(const auto query, returnsQueryOf(context.arguments));
    auto& desk = session.engine().returns();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(desk.page(call, query)));
    EVENHAND_ASSIGN(const auto total, session.wait(desk.count(call, query.filter)));
    const auto info = session.engine().workspace();
    RowList list(context.io, {"id", "return", "order", "stage", "goods", "refund", "units", moneyHeader("amount", info),
                              "requested", "clerk"});
    for (const auto& row : rows) {
        list.add(
            {std::to_string(row.id.value), row.number.str(), row.orderNo.str(), std::string(api::toText(row.stage)),
             std::string(api::toText(row.goods)), row.refund ? std::string(api::toText(*row.refund)) : std::string("-"),
             std::to_string(row.units), base::formatMoney(row.amount, info.minorDigits), timeText(row.requestedAt),
             row.clerk.empty() ? std::string("-") : row.clerk},
            documentOf(row));
    }
    return list.end(QStringLiteral("returns"), total, base::counted(total, "return"));
}

Result<ExitCode> requestReturns(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "ORDER_NO", "RETURN_NO"}));
    api::RequestReturn wanted;
    wanted.orderNo = OrderNo(arguments.words()[1]);
    wanted.number = ReturnNo(arguments.words()[2]);
    wanted.reason = arguments.value("--reason");
    wanted.reasonCode = arguments.value("--reason-code");
    wanted.approve = arguments.has("--auto-approve");
    EVENHAND_ASSIGN(const auto units, unitsPerSku(arguments.value("--units"), "--units"));
    if (units.empty()) {
        return wrongUsage("--units is missing");
    }
    for (const auto& [sku, count] : units) {
        wanted.lines.push_back({Sku(sku), count});
    }
    const api::Call call{context.actor, wanted.reason, {}};
    EVENHAND_ASSIGN(const auto answer, session.wait(session.engine().returns().request(call, wanted)));
    context.io.text("Return " + std::to_string(answer.id.value) + ": " + std::string(api::toText(answer.status)) +
                    ", " + moneyText(answer.amount, session.engine().workspace()) +
                    (answer.repeated ? ", as before" : "") + ".");
    context.io.document({{QStringLiteral("id"), number(answer.id.value)},
                         {QStringLiteral("return_no"), text(answer.number.str())},
                         {QStringLiteral("order_no"), text(answer.orderNo.str())},
                         {QStringLiteral("status"), text(api::toText(answer.status))},
                         {QStringLiteral("amount"), number(answer.amount.minor)},
                         {QStringLiteral("repeated"), answer.repeated}});
    return kDone;
}

/// What arrived of each approved SKU: all can be sold again but what is said to be damaged.
Result<std::vector<api::ReceivedLine>> receivedLines(const Context& context, Session& session, const api::Call& call,
                                                     ReturnId id) {
    std::vector<api::ReceivedLine> lines;
    EVENHAND_ASSIGN(auto damaged, unitsPerSku(context.arguments.value("--damaged"), "--damaged"));
    if (damaged.empty()) {
        return lines;
    }
    EVENHAND_ASSIGN(const auto detail, session.wait(session.engine().returns().detail(call, id)));
    for (const auto& line : detail.lines) {
        const auto found =
            std::find_if(damaged.begin(), damaged.end(), [&](const auto& one) { return one.first == line.sku.str(); });
        const std::int64_t broken = found == damaged.end() ? 0 : found->second;
        if (found != damaged.end()) {
            damaged.erase(found);
        }
        if (line.approved.value_or(0) > 0) {
            lines.push_back({line.sku, *line.approved - broken, broken});
        }
    }
    if (!damaged.empty()) {
        return fail(ErrorCode::InvalidArgument, "the return has no such SKU", "sku", damaged.front().first);
    }
    return lines;
}

Result<std::vector<api::ReturnOutcome>> act(Context& context, Session& session, ReturnsVerb verb, const api::Call& call,
                                            const std::vector<api::ReturnRef>& refs) {
    auto& desk = session.engine().returns();
    const auto& arguments = context.arguments;
    switch (verb) {
        case ReturnsVerb::Approve: {
            EVENHAND_ASSIGN(const auto units, unitsPerSku(arguments.value("--units"), "--units"));
            std::vector<api::ReturnLine> lines;
            lines.reserve(units.size());
            for (const auto& [sku, count] : units) {
                lines.push_back({Sku(sku), count});
            }
            return lines.empty() && refs.size() > 1 ? session.wait(desk.approveMany(call, refs))
                                                    : alone(session.wait(desk.approve(call, refs.front(), lines)));
        }
        case ReturnsVerb::Reject: return session.wait(desk.reject(call, refs, arguments.value("--customer-note")));
        case ReturnsVerb::Cancel: return session.wait(desk.cancel(call, refs));
        case ReturnsVerb::Receive: {
            EVENHAND_ASSIGN(const auto lines, receivedLines(context, session, call, refs.front().id));
            return alone(session.wait(desk.receive(call, refs.front(), lines)));
        }
        case ReturnsVerb::Skip: return alone(session.wait(desk.skipGoods(call, refs.front())));
        case ReturnsVerb::Undo: return alone(session.wait(desk.undo(call, refs.front())));
        case ReturnsVerb::Assign: return session.wait(desk.assign(call, refs, arguments.value("--to")));
        case ReturnsVerb::Note:
        case ReturnsVerb::Reasons:
        case ReturnsVerb::Rules:
        case ReturnsVerb::Show:
        case ReturnsVerb::List:
        case ReturnsVerb::Request: break;
    }
    return fail(ErrorCode::Internal, "no such action");
}

Result<ExitCode> decideReturns(Context& context, Session& session, ReturnsVerb verb) {
    EVENHAND_ASSIGN(const auto ids, rowIds(context.arguments));
    if (verb == ReturnsVerb::Assign && context.arguments.has("--to") == context.arguments.has("--nobody")) {
        return wrongUsage("say --to LOGIN or --nobody");
    }
    const bool severalMay = verb == ReturnsVerb::Reject || verb == ReturnsVerb::Cancel || verb == ReturnsVerb::Assign ||
                            (verb == ReturnsVerb::Approve && !context.arguments.has("--units"));
    if (ids.size() > 1 && !severalMay) {
        return wrongUsage("one ID at a time");
    }
    std::string reason = context.arguments.value("--reason");
    if (verb != ReturnsVerb::Receive && verb != ReturnsVerb::Assign &&
        verb != ReturnsVerb::Approve) {  // of an approval the engine knows whether it needs one
        EVENHAND_ASSIGN(reason, neededReason(context.arguments));
    }
    const auto refs = refsOf<api::ReturnRef>(ids);
    EVENHAND_ASSIGN(const auto outcomes, act(context, session, verb, {context.actor, reason, {}}, refs));
    if (refs.size() == 1 && !outcomes.empty() && outcomes.front().error) {
        return fail(*outcomes.front().error);
    }
    OutcomeList list(context.io);
    for (const auto& outcome : outcomes) {
        const std::string stage(api::toText(outcome.stage));
        list.add("Return " + std::to_string(outcome.id.value),
                 {{QStringLiteral("id"), number(outcome.id.value)}, {QStringLiteral("stage"), text(stage)}},
                 outcome.error, stage);
    }
    return list.end(QStringLiteral("returns"));
}

/// With its reasons, and all that happened to it and to its refunds: notes, and what the return rules have decided.
Result<ExitCode> showReturn(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "ID"}));
    EVENHAND_ASSIGN(const auto ids, rowIds(context.arguments));
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto detail, session.wait(session.engine().returns().detail(call, ReturnId{ids.front()})));
    const auto info = session.engine().workspace();
    const auto& row = detail.row;
    context.io.text("Return " + row.number.str() + " of order " + row.orderNo.str() + ": " +
                    std::string(api::toText(row.stage)) + ", " + moneyText(row.amount, info) +
                    (row.fee.minor > 0 ? ", less a fee of " + moneyText(row.fee, info) : std::string()));
    for (const auto& [name, said] :
         {std::pair("reason: ", detail.reason), std::pair("kind of reason: ", detail.reasonName),
          std::pair("decision: ", detail.decisionReason), std::pair("told to the customer: ", detail.customerNote)}) {
        if (!said.empty()) {
            context.io.text(name + said);
        }
    }
    auto document = documentOf(row);
    document.insert(QStringLiteral("fee"), number(row.fee.minor));
    document.insert(QStringLiteral("reason"), text(detail.reason));
    document.insert(QStringLiteral("decision_reason"), text(detail.decisionReason));
    document.insert(QStringLiteral("customer_note"), text(detail.customerNote));
    document.insert(QStringLiteral("history"), tellHistory(context.io, detail.events, info));
    context.io.document(document);
    return kDone;
}

Result<ExitCode> noteOnReturn(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "ID", "TEXT"}));
    const auto id = base::numberFrom(context.arguments.words()[1]);
    if (!id) {
        return wrongUsage("ID is a number");
    }
    const auto& words = context.arguments.words();
    EVENHAND_ASSIGN(const auto outcome, session.wait(session.engine().returns().note({context.actor, {}, {}},
                                                                                     {ReturnId{*id}, 0}, words[2])));
    context.io.text("Noted on return " + words[1] + ".");
    context.io.document({{QStringLiteral("id"), number(outcome.id.value)}, {QStringLiteral("note"), text(words[2])}});
    return kDone;
}

/// "damaged=Arrived damaged": what is offered, in this order; and when a case is old.
Result<bool> changeCases(const Arguments& arguments, api::CaseSettings& settings) {
    const auto& words = arguments.words();
    if (words.size() > 2) {
        settings.reasons.clear();
    }
    for (std::size_t i = 2; i < words.size(); ++i) {
        const auto equals = words[i].find('=');
        if (equals == std::string::npos) {
            return wrongUsage("a reason is CODE=NAME, not " + words[i]);
        }
        settings.reasons.push_back({words[i].substr(0, equals), words[i].substr(equals + 1)});
    }
    if (arguments.has("--no-reasons")) {
        settings.reasons.clear();
    }
    if (arguments.has("--age-limit")) {
        const auto value = arguments.value("--age-limit");
        settings.ageLimitMs = value == "never" ? std::nullopt : durationFrom(value);
        if (!settings.ageLimitMs && value != "never") {
            return wrongUsage("--age-limit is a time such as 3d or 12h, or never");
        }
    }
    return words.size() > 2 || arguments.has("--no-reasons") || arguments.has("--age-limit");
}

Result<ExitCode> returnReasons(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    const auto& words = arguments.words();
    if (words.size() < 2 || (words[1] != "show" && words[1] != "set")) {
        return wrongUsage("say show or set");
    }
    auto& desk = session.engine().returns();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(auto settings, session.wait(desk.caseSettings(call)));
    EVENHAND_ASSIGN(const bool changed, changeCases(arguments, settings));
    if (changed != (words[1] == "set")) {
        return wrongUsage(changed ? "to change something say set" : "say what to set");
    }
    if (changed) {
        EVENHAND_TRY(session.wait(desk.setCaseSettings(call, settings)));
    }
    TextTable table({"code", "name"});
    QJsonArray reasons;
    for (const auto& reason : settings.reasons) {
        table.add({reason.code, reason.name});
        reasons.append(
            QJsonObject{{QStringLiteral("code"), text(reason.code)}, {QStringLiteral("name"), text(reason.name)}});
    }
    context.io.text(table.str());
    context.io.document(
        {{QStringLiteral("reasons"), reasons},
         {QStringLiteral("age_limit_ms"), settings.ageLimitMs ? number(*settings.ageLimitMs) : QJsonValue()}});
    return kDone;
}

Result<ExitCode> runReturns(Context& context) {
    EVENHAND_ASSIGN(const ReturnsVerb verb, verbOf(context.arguments, kReturnsVerbs));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();
    if (verb == ReturnsVerb::List) {
        return listReturns(context, *session);
    }
    const auto doIt = [&]() -> Result<ExitCode> {
        switch (verb) {
            case ReturnsVerb::Request: return requestReturns(context, *session);
            case ReturnsVerb::Note: return noteOnReturn(context, *session);
            case ReturnsVerb::Show: return showReturn(context, *session);
            case ReturnsVerb::Reasons: return returnReasons(context, *session);
            case ReturnsVerb::Rules: return returnRules(context, *session);
            case ReturnsVerb::List:
            case ReturnsVerb::Approve:
            case ReturnsVerb::Reject:
            case ReturnsVerb::Cancel:
            case ReturnsVerb::Receive:
            case ReturnsVerb::Skip:
            case ReturnsVerb::Undo:
            case ReturnsVerb::Assign: break;
        }
        return decideReturns(context, *session, verb);
    };
    EVENHAND_ASSIGN(const auto code, doIt());
    session->settle();
    return code;
}

}  // namespace

Command returnsCommand() {
    return {
        "returns",
        "list [--stage S] [--campus C] [--order ORDER_NO] [--clerk LOGIN] [--limit N] | show ID | request ORDER_NO "
        "RETURN_NO --units SKU=N[,SKU=N…] [--reason TEXT] [--reason-code CODE] [--auto-approve] | approve ID… [--units "
        "SKU=N,…] "
        "[--reason TEXT] | reject ID… "
        "--reason TEXT [--customer-note TEXT] | cancel ID… --reason TEXT | receive ID [--damaged SKU=N,…] | "
        "skip-goods|undo ID --reason TEXT | assign ID… --to LOGIN|--nobody | note ID TEXT | reasons show | reasons set "
        "[CODE=NAME…|--no-reasons] [--age-limit TIME|never] | rules show [--campus C] | rules set [--campus C] "
        "[--window-days N|none] [--auto-approve-up-to A|never] [--auto-reasons CODE,…|any] [--fee-percent P] "
        "[--fee-free-reasons CODE,…|none] [--version N]",
        "returns: lists, shows and requests them, decides them, receives their goods",
        {{"--stage", "S", "list: approval, second_approval, goods, money, failed, done, rejected or cancelled"},
         {"--campus", "C", "list: of one campus; rules: those of a campus, otherwise of the workspace"},
         {"--order", "ORDER_NO", "list: of one order"},
         {"--clerk", "LOGIN", "list: those that this person works on"},
         {"--limit", "N", "list: at most this many (100)"},
         {"--reason-code", "CODE", "request: one of the reasons that are offered"},
         {"--to", "LOGIN", "assign: who works on them"},
         {"--nobody", "", "assign: nobody does any more"},
         {"--no-reasons", "", "reasons set: none are offered"},
         {"--age-limit", "TIME", "reasons set: a return that waits as long is old (3d, 12h); or never"},
         {"--window-days", "N", "rules: so long after delivery something may come back; or none"},
         {"--auto-approve-up-to", "A", "rules: what the system approves by itself, per order; or never"},
         {"--auto-reasons", "CODE,…", "rules: only for these reasons; or any"},
         {"--fee-percent", "P", "rules: restocking fee of what is refunded, 0 to 100.00"},
         {"--fee-free-reasons", "CODE,…", "rules: no fee for these reasons; or none"},
         {"--version", "N", "rules set: as they were shown; refused if somebody was first"},
         {"--units", "SKU=N,…", "request: what is returned; approve: fewer units"},
         {"--auto-approve", "", "request: approves it at once, if four eyes allow it"},
         {"--customer-note", "TEXT", "reject: what the customer is told"},
         {"--damaged", "SKU=N,…", "receive: what cannot be sold again"},
         {"--reason", "TEXT", "why; kept with the return"}},
        runReturns};
}

}  // namespace evenhand::ctl
