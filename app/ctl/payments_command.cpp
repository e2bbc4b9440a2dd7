// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <algorithm>
#include <iterator>

#include "app/ctl/command.h"
#include "app/ctl/money_history.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/counted.h"
#include "engine/base/money.h"

namespace evenhand::ctl {
namespace {

enum class PaymentsVerb : std::uint8_t { Owed, Show, Match, Refund, Note };
constexpr base::TextTable<PaymentsVerb, 5> kPaymentsVerbs{{{PaymentsVerb::Owed, "owed"},
                                                           {PaymentsVerb::Show, "show"},
                                                           {PaymentsVerb::Match, "match"},
                                                           {PaymentsVerb::Refund, "refund"},
                                                           {PaymentsVerb::Note, "note"}}};
static_assert(base::inOrder(kPaymentsVerbs));

/// What a person may still have to do with.
constexpr api::RefundStatus kOpenStatuses[] = {api::RefundStatus::Held, api::RefundStatus::Pending,
                                               api::RefundStatus::Sent, api::RefundStatus::Failed};

QJsonObject owedDocument(const api::RefundRow& row, std::int64_t ageMs) {
    return {{QStringLiteral("payment_no"), text(row.paymentNo.str())},
            {QStringLiteral("order_no"), text(row.orderNo)},
            {QStringLiteral("cause"), text(api::toText(row.cause))},
            {QStringLiteral("amount"), number(row.amount.minor)},
            {QStringLiteral("status"), text(api::toText(row.status))},
            {QStringLiteral("matched_order_no"), text(row.matchedOrderNo)},
            {QStringLiteral("refund"), number(row.id.value)},
            {QStringLiteral("arrived_at"), timeValue(row.requestedAt)},
            {QStringLiteral("age_ms"), number(ageMs)},
            {QStringLiteral("version"), number(row.version)}};
}

Result<ExitCode> listOwed(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    api::RefundQuery query;
    query.descending = false;
    query.filter.causes.assign(std::begin(api::kOwedCauses), std::end(api::kOwedCauses));
    if (!arguments.has("--all")) {
        query.filter.statuses.assign(std::begin(kOpenStatuses), std::end(kOpenStatuses));
    }
    query.filter.campus = CampusId(arguments.value("--campus"));
    query.filter.text = arguments.value("--order");
    EVENHAND_ASSIGN(query.limit, limitOf(arguments));
    auto& desk = session.engine().refunds();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(desk.page(call, query)));
    EVENHAND_ASSIGN(const auto total, session.wait(desk.count(call, query.filter)));
    const auto info = session.engine().workspace();
    const auto now = session.engine().status().now;
    RowList list(context.io,
                 {"payment", "for order", "cause", moneyHeader("amount", info), "status", "paid order", "age"});
    for (const auto& row : rows) {
        const auto age = std::max<std::int64_t>(0, now.ms - row.requestedAt.ms);
        list.add({row.paymentNo.str(), row.orderNo, std::string(api::toText(row.cause)),
                  base::formatMoney(row.amount, info.minorDigits), std::string(api::toText(row.status)),
                  row.matchedOrderNo.empty() ? "-" : row.matchedOrderNo, ageText(age)},
                 owedDocument(row, age));
    }
    return list.end(QStringLiteral("payments"), total, base::counted(total, "payment"));
}

/// The refund by which a payment goes back.
Result<api::RefundRow> owedBy(Session& session, const api::Call& call, const std::string& paymentNo) {
    api::RefundQuery query;
    query.filter.paymentNo = PaymentNo(paymentNo);
    query.filter.causes.assign(std::begin(api::kOwedCauses), std::end(api::kOwedCauses));
    EVENHAND_ASSIGN(auto rows, session.wait(session.engine().refunds().page(call, query)));
    if (rows.empty()) {
        return fail(ErrorCode::NotFound, "no such late or unmatched payment", "payment_no", paymentNo);
    }
    return std::move(rows.front());
}

Result<ExitCode> showPayment(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "PAYMENT_NO"}));
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto row, owedBy(session, call, context.arguments.words()[1]));
    EVENHAND_ASSIGN(const auto events, session.wait(session.engine().refunds().history(call, row.id)));
    const auto history = tellHistory(context.io, events, session.engine().workspace());
    const auto now = session.engine().status().now;
    auto document = owedDocument(row, std::max<std::int64_t>(0, now.ms - row.requestedAt.ms));
    document.insert(QStringLiteral("history"), history);
    context.io.document(document);
    return kDone;
}

Result<ExitCode> matchOne(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "PAYMENT_NO", "ORDER_NO"}));
    EVENHAND_ASSIGN(const auto reason, neededReason(arguments));
    EVENHAND_ASSIGN(const auto version, seenVersion(arguments));
    const api::MatchPayment wanted{PaymentNo(arguments.words()[1]), OrderNo(arguments.words()[2]), version};
    EVENHAND_ASSIGN(const auto answer,
                    session.wait(session.engine().orders().matchPayment({context.actor, reason, {}}, wanted)));
    context.io.text("Payment " + answer.paymentNo.str() + " of " +
                    moneyText(answer.amount, session.engine().workspace()) + " has paid order " + answer.orderNo.str() +
                    (answer.repeated ? ", as before." : "."));
    context.io.document({{QStringLiteral("payment_no"), text(answer.paymentNo.str())},
                         {QStringLiteral("order_no"), text(answer.orderNo.str())},
                         {QStringLiteral("amount"), number(answer.amount.minor)},
                         {QStringLiteral("repeated"), answer.repeated}});
    return kDone;
}

Result<ExitCode> sendBack(Context& context, Session& session) {
    const auto& words = context.arguments.words();
    if (words.size() < 2) {
        return wrongUsage("PAYMENT_NO is missing");
    }
    EVENHAND_ASSIGN(const auto reason, neededReason(context.arguments));
    const api::Call call{context.actor, reason, {}};
    std::vector<api::RefundRef> refs;
    for (std::size_t i = 1; i < words.size(); ++i) {
        EVENHAND_ASSIGN(const auto row, owedBy(session, call, words[i]));
        refs.push_back({row.id, row.version});
    }
    EVENHAND_ASSIGN(const auto outcomes, session.wait(session.engine().refunds().sendBack(call, refs)));
    if (outcomes.size() == 1 && outcomes.front().error) {
        return fail(*outcomes.front().error);
    }
    OutcomeList list(context.io);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const std::string status(api::toText(outcomes[i].status));
        list.add("Payment " + words[i + 1],
                 {{QStringLiteral("payment_no"), text(words[i + 1])}, {QStringLiteral("status"), text(status)}},
                 outcomes[i].error, status);
    }
    return list.end(QStringLiteral("payments"));
}

Result<ExitCode> notePayment(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "PAYMENT_NO", "TEXT"}));
    const auto& words = context.arguments.words();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto row, owedBy(session, call, words[1]));
    EVENHAND_TRY(session.wait(session.engine().refunds().note(call, {row.id, 0}, words[2])));
    context.io.text("Noted on payment " + words[1] + ".");
    context.io.document({{QStringLiteral("payment_no"), text(words[1])}, {QStringLiteral("note"), text(words[2])}});
    return kDone;
}

Result<ExitCode> runPayments(Context& context) {
    EVENHAND_ASSIGN(const PaymentsVerb verb, verbOf(context.arguments, kPaymentsVerbs));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();
    const auto doIt = [&]() -> Result<ExitCode> {
        switch (verb) {
            case PaymentsVerb::Owed: return listOwed(context, *session);
            case PaymentsVerb::Show: return showPayment(context, *session);
            case PaymentsVerb::Match: return matchOne(context, *session);
            case PaymentsVerb::Refund: return sendBack(context, *session);
            case PaymentsVerb::Note: return notePayment(context, *session);
        }
        return fail(ErrorCode::Internal, "no such action");
    };
    EVENHAND_ASSIGN(const auto code, doIt());
    session->settle();
    return code;
}

}  // namespace

Command paymentsCommand() {
    return {"payments",
            "owed [--all] [--campus C] [--order PREFIX] [--limit N] | show PAYMENT_NO | match PAYMENT_NO ORDER_NO "
            "--reason TEXT [--version N] | refund PAYMENT_NO… --reason TEXT | note PAYMENT_NO TEXT",
            "late and unmatched payments: lists them, matches one to its order, sends it back, notes",
            {{"--all", "", "owed: also those that went back or have paid an order"},
             {"--campus", "C", "owed: of one campus"},
             {"--order", "PREFIX", "owed: order or payment number begins with it"},
             {"--limit", "N", "owed: at most this many (100)"},
             {"--version", "N", "match: as it was listed; refused if somebody was first"},
             {"--reason", "TEXT", "match, refund: why; kept with the payment"}},
            runPayments};
}

}  // namespace evenhand::ctl
