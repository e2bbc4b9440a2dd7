// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/refunds_command.h"

#include "app/ctl/money_history.h"
#include "app/ctl/row_texts.h"
#include "engine/base/counted.h"
#include "engine/base/money.h"
#include "engine/base/number_text.h"
#include "engine/base/rng.h"

namespace evenhand::ctl {
namespace {

enum class RefundsVerb : std::uint8_t {
    List,
    Request,
    Approve,
    Cancel,
    Retry,
    RecordPaid,
    RecordFailed,
    Settings,
    Secret,
    Assign,
    Show,
    Note
};
constexpr base::TextTable<RefundsVerb, 12> kRefundsVerbs{{{RefundsVerb::List, "list"},
                                                          {RefundsVerb::Request, "request"},
                                                          {RefundsVerb::Approve, "approve"},
                                                          {RefundsVerb::Cancel, "cancel"},
                                                          {RefundsVerb::Retry, "retry"},
                                                          {RefundsVerb::RecordPaid, "record-paid"},
                                                          {RefundsVerb::RecordFailed, "record-failed"},
                                                          {RefundsVerb::Settings, "settings"},
                                                          {RefundsVerb::Secret, "secret"},
                                                          {RefundsVerb::Assign, "assign"},
                                                          {RefundsVerb::Show, "show"},
                                                          {RefundsVerb::Note, "note"}}};
static_assert(base::inOrder(kRefundsVerbs));

Result<api::RefundQuery> refundsQueryOf(const Arguments& arguments) {
    api::RefundQuery query;
    EVENHAND_ASSIGN(query.filter.statuses,
                    oneOf<api::RefundStatus>(arguments, "--status", api::refundStatusFrom,
                                             "REQUESTED, HELD, PENDING, SENT, SUCCEEDED, FAILED or CANCELLED"));
    EVENHAND_ASSIGN(query.filter.causes,
                    oneOf<api::RefundCause>(arguments, "--cause", api::refundCauseFrom,
                                            "return, order, closed_order, late_payment, wrong_amount, second_payment "
                                            "or unknown_order"));
    query.filter.campus = CampusId(arguments.value("--campus"));
    query.filter.text = arguments.value("--order");
    query.filter.deadOnly = arguments.has("--dead");
    query.filter.clerk = arguments.value("--clerk");
    EVENHAND_ASSIGN(query.limit, limitOf(arguments));
    return query;
}

QJsonObject documentOf(const api::RefundRow& row) {
    return {{QStringLiteral("id"), number(row.id.value)},
            {QStringLiteral("status"), text(api::toText(row.status))},
            {QStringLiteral("cause"), text(api::toText(row.cause))},
            {QStringLiteral("order_no"), text(row.orderNo)},
            {QStringLiteral("return_no"), text(row.returnNo.str())},
            {QStringLiteral("payment_no"), text(row.paymentNo.str())},
            {QStringLiteral("campus"), text(row.campus.str())},
            {QStringLiteral("amount"), number(row.amount.minor)},
            {QStringLiteral("provider"), text(api::toText(row.provider))},
            {QStringLiteral("reference"), text(row.reference)},
            {QStringLiteral("requested_at"), timeValue(row.requestedAt)},
            {QStringLiteral("granted_at"), timeValue(row.grantedAt)},
            {QStringLiteral("sent_at"), timeValue(row.sentAt)},
            {QStringLiteral("done_at"), timeValue(row.doneAt)},
            {QStringLiteral("attempts"), number(row.attempts)},
            {QStringLiteral("next_try"), timeValue(row.nextTry)},
            {QStringLiteral("dead"), row.dead},
            {QStringLiteral("last_error"), text(row.lastError)},
            {QStringLiteral("clerk"), text(row.clerk)},
            {QStringLiteral("reason_code"), text(row.reasonCode)}};
}

Result<ExitCode> listRefunds(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    EVENHAND_ASSIGN(const auto query, refundsQueryOf(context.arguments));
    auto& desk = session.engine().refunds();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(desk.page(call, query)));
    EVENHAND_ASSIGN(const auto total, session.wait(desk.count(call, query.filter)));
    const auto info = session.engine().workspace();
    RowList list(context.io, {"id", "order", "cause", "status", moneyHeader("amount", info), "provider", "reference",
                              "attempts", "error"});
    for (const auto& row : rows) {
        list.add({std::to_string(row.id.value), row.orderNo, std::string(api::toText(row.cause)),
                  std::string(api::toText(row.status)) + (row.dead ? " (given up)" : ""),
                  base::formatMoney(row.amount, info.minorDigits), std::string(api::toText(row.provider)),
                  row.reference, std::to_string(row.attempts), row.lastError},
                 documentOf(row));
    }
    return list.end(QStringLiteral("refunds"), total, base::counted(total, "refund"));
}

/// With all that happened to it.
Result<ExitCode> showRefund(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "ID"}));
    EVENHAND_ASSIGN(const auto ids, rowIds(context.arguments));
    auto& desk = session.engine().refunds();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(desk.rows(call, {RefundId{ids.front()}})));
    if (rows.empty()) {
        return fail(ErrorCode::NotFound, "no such refund", "refund", std::to_string(ids.front()));
    }
    const auto& row = rows.front();
    EVENHAND_ASSIGN(const auto events, session.wait(desk.history(call, row.id)));
    const auto info = session.engine().workspace();
    context.io.text("Refund " + std::to_string(row.id.value) + (row.orderNo.empty() ? "" : " of order " + row.orderNo) +
                    ": " + std::string(api::toText(row.status)) + ", " + moneyText(row.amount, info));
    auto document = documentOf(row);
    document.insert(QStringLiteral("history"), tellHistory(context.io, events, info));
    context.io.document(document);
    return kDone;
}

Result<ExitCode> noteOnRefund(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "ID", "TEXT"}));
    const auto& words = context.arguments.words();
    const auto id = base::numberFrom(words[1]);
    if (!id) {
        return wrongUsage("ID is a number");
    }
    EVENHAND_ASSIGN(const auto outcome, session.wait(session.engine().refunds().note({context.actor, {}, {}},
                                                                                     {RefundId{*id}, 0}, words[2])));
    context.io.text("Noted on refund " + words[1] + ".");
    context.io.document({{QStringLiteral("id"), number(outcome.id.value)}, {QStringLiteral("note"), text(words[2])}});
    return kDone;
}

Result<ExitCode> requestRefunds(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "ORDER_NO"}));
    EVENHAND_ASSIGN(const auto reason, neededReason(arguments));
    const auto info = session.engine().workspace();
    api::RequestRefund wanted;
    wanted.orderNo = OrderNo(arguments.words()[1]);
    wanted.key = arguments.has("--key") ? arguments.value("--key") : "ctl-" + Rng(Rng::systemSeed()).uuid();
    if (arguments.has("--amount")) {
        EVENHAND_ASSIGN(wanted.amount, base::parseMoney(arguments.value("--amount"), info.minorDigits, "amount"));
    }
    wanted.reasonCode = arguments.value("--reason-code");
    const api::Call call{context.actor, reason, {}};
    auto& desk = session.engine().refunds();
    const auto asked = session.wait(desk.request(call, wanted));
    if (!asked && asked.error().code == ErrorCode::ExceedsRefundable) {  // the engine speaks of minor units
        EVENHAND_ASSIGN(const auto money, session.wait(desk.moneyOf(call, wanted.orderNo)));
        return fail(ErrorCode::ExceedsRefundable,
                    "only " + moneyText(money.refundable, info) + " can still be refunded", "amount",
                    base::formatMoney(wanted.amount.value_or(money.paid), info.minorDigits));
    }
    EVENHAND_ASSIGN(const auto answer, asked);
    context.io.text("Refund " + std::to_string(answer.id.value) + ": " + std::string(api::toText(answer.status)) +
                    ", " + moneyText(answer.amount, info) + (answer.repeated ? ", as before" : "") +
                    (answer.status == api::RefundStatus::Requested ? "; somebody else must approve it." : "."));
    context.io.document({{QStringLiteral("id"), number(answer.id.value)},
                         {QStringLiteral("status"), text(api::toText(answer.status))},
                         {QStringLiteral("amount"), number(answer.amount.minor)},
                         {QStringLiteral("key"), text(wanted.key)},
                         {QStringLiteral("repeated"), answer.repeated}});
    return kDone;
}

Result<std::vector<api::RefundOutcome>> act(const Context& context, Session& session, RefundsVerb verb,
                                            const api::Call& call, const std::vector<api::RefundRef>& refs) {
    auto& desk = session.engine().refunds();
    switch (verb) {
        case RefundsVerb::Approve: return session.wait(desk.approve(call, refs));
        case RefundsVerb::Cancel: return session.wait(desk.cancel(call, refs));
        case RefundsVerb::Retry: return session.wait(desk.retry(call, refs));
        case RefundsVerb::RecordPaid:
            return alone(session.wait(desk.recordPaid(call, refs.front(), context.arguments.value("--reference"))));
        case RefundsVerb::RecordFailed: return alone(session.wait(desk.recordFailed(call, refs.front())));
        case RefundsVerb::Assign: return session.wait(desk.assign(call, refs, context.arguments.value("--to")));
        case RefundsVerb::List:
        case RefundsVerb::Request:
        case RefundsVerb::Settings:
        case RefundsVerb::Show:
        case RefundsVerb::Note:
        case RefundsVerb::Secret: break;
    }
    return fail(ErrorCode::Internal, "no such action");
}

Result<ExitCode> decideRefunds(Context& context, Session& session, RefundsVerb verb) {
    EVENHAND_ASSIGN(const auto ids, rowIds(context.arguments));
    const bool byHand = verb == RefundsVerb::RecordPaid || verb == RefundsVerb::RecordFailed;
    if (byHand && ids.size() > 1) {
        return wrongUsage("one ID at a time");
    }
    if (verb == RefundsVerb::RecordPaid && context.arguments.value("--reference").empty()) {
        return wrongUsage("--reference is missing: under what reference was it paid?");
    }
    const bool assigns = verb == RefundsVerb::Assign;
    if (assigns && context.arguments.has("--to") == context.arguments.has("--nobody")) {
        return wrongUsage("say --to LOGIN or --nobody");
    }
    EVENHAND_ASSIGN(const auto reason, assigns ? Result<std::string>(std::string()) : neededReason(context.arguments));
    const auto refs = refsOf<api::RefundRef>(ids);
    EVENHAND_ASSIGN(const auto outcomes, act(context, session, verb, {context.actor, reason, {}}, refs));
    if (refs.size() == 1 && !outcomes.empty() && outcomes.front().error) {
        return fail(*outcomes.front().error);
    }
    OutcomeList list(context.io);
    for (const auto& outcome : outcomes) {
        const std::string status(api::toText(outcome.status));
        list.add("Refund " + std::to_string(outcome.id.value),
                 {{QStringLiteral("id"), number(outcome.id.value)}, {QStringLiteral("status"), text(status)}},
                 outcome.error, status);
    }
    return list.end(QStringLiteral("refunds"));
}

Result<ExitCode> runRefunds(Context& context) {
    EVENHAND_ASSIGN(const RefundsVerb verb, verbOf(context.arguments, kRefundsVerbs));
    if (verb == RefundsVerb::Secret) {
        return changeRefundSecret(context);
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();
    const auto doIt = [&]() -> Result<ExitCode> {
        switch (verb) {
            case RefundsVerb::List: return listRefunds(context, *session);
            case RefundsVerb::Request: return requestRefunds(context, *session);
            case RefundsVerb::Settings: return refundSettings(context, *session);
            case RefundsVerb::Show: return showRefund(context, *session);
            case RefundsVerb::Note: return noteOnRefund(context, *session);
            case RefundsVerb::Approve:
            case RefundsVerb::Cancel:
            case RefundsVerb::Retry:
            case RefundsVerb::RecordPaid:
            case RefundsVerb::RecordFailed:
            case RefundsVerb::Assign: return decideRefunds(context, *session, verb);
            case RefundsVerb::Secret: break;
        }
        return fail(ErrorCode::Internal, "no such action");
    };
    EVENHAND_ASSIGN(const auto code, doIt());
    session->settle();
    return code;
}

}  // namespace

Command refundsCommand() {
    return {"refunds",
            "list [--status S] [--cause C] [--campus C] [--order PREFIX] [--dead] [--limit N] | show ID | request "
            "ORDER_NO [--amount A] [--key KEY] [--reason-code CODE] --reason TEXT | approve|cancel|retry ID… --reason "
            "TEXT | record-paid ID --reference REF --reason TEXT | record-failed ID --reason TEXT | assign ID… --to "
            "LOGIN|--nobody | note ID TEXT | settings [--provider manual|http …] | secret NAME [--remove]",
            "refunds: lists, shows and requests them, approves, cancels, retries them, records what was paid by hand",
            {{"--status", "S", "list: REQUESTED, HELD, PENDING, SENT, SUCCEEDED, FAILED or CANCELLED"},
             {"--cause", "C", "list: return, order, closed_order, late_payment, wrong_amount, …"},
             {"--campus", "C", "list: of one campus"},
             {"--order", "PREFIX", "list: order or payment number begins with it"},
             {"--dead", "", "list: only those the sender has given up"},
             {"--clerk", "LOGIN", "list: those that this person works on"},
             {"--to", "LOGIN", "assign: who works on them"},
             {"--nobody", "", "assign: nobody does any more"},
             {"--limit", "N", "list: at most this many (100)"},
             {"--amount", "A", "request: this amount; without it all that can still be refunded"},
             {"--key", "KEY", "request: the same key again requests the same refund"},
             {"--reason-code", "CODE", "request: one of the reasons that are offered"},
             {"--reference", "REF", "record-paid: under which it was paid"},
             {"--provider", "P", "settings: manual or http, of refunds granted from now on"},
             {"--url", "URL", "settings: of the HTTP provider; https, or http on this machine"},
             {"--key-id", "ID", "settings: tells the provider which secret signed"},
             {"--secret-name", "NAME", "settings: of the keychain's entry with the secret"},
             {"--timeout-ms", "N", "settings: of one request"},
             {"--lease-ms", "N", "settings: of a refund that is being sent"},
             {"--first-retry-ms", "N", "settings: doubles with every attempt"},
             {"--last-retry-ms", "N", "settings: the longest retry delay"},
             {"--max-attempts", "N", "settings: then a person must decide"},
             {"--owed", "HOW", "settings: late and unmatched payments go back at-once, or hold until somebody decides"},
             {"--remove", "", "secret: removes the one of this name"},
             {"--reason", "TEXT", "why; kept with the refund"}},
            runRefunds};
}

}  // namespace evenhand::ctl
