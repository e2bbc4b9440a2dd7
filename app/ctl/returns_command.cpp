// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <algorithm>
#include <array>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/api/limits.h"
#include "engine/base/counted.h"
#include "engine/base/money.h"

namespace evenhand::ctl {
namespace {

enum class ReturnsVerb : std::uint8_t { List, Request, Approve, Reject, Cancel, Receive, Skip, Undo };
constexpr std::array<std::pair<std::string_view, ReturnsVerb>, 8> kReturnsVerbs{{{"list", ReturnsVerb::List},
                                                                                 {"request", ReturnsVerb::Request},
                                                                                 {"approve", ReturnsVerb::Approve},
                                                                                 {"reject", ReturnsVerb::Reject},
                                                                                 {"cancel", ReturnsVerb::Cancel},
                                                                                 {"receive", ReturnsVerb::Receive},
                                                                                 {"skip-goods", ReturnsVerb::Skip},
                                                                                 {"undo", ReturnsVerb::Undo}}};

Result<ReturnsVerb> returnsVerbOf(const Arguments& arguments) {
    for (const auto& [name, verb] : kReturnsVerbs) {
        if (!arguments.words().empty() && arguments.words().front() == name) {
            return verb;
        }
    }
    return wrongUsage("say what to do: list, request, approve, reject, cancel, receive, skip-goods or undo");
}

Result<api::ReturnQuery> returnsQueryOf(const Arguments& arguments) {
    api::ReturnQuery query;
    if (arguments.has("--stage")) {
        const auto stage = api::returnStageFrom(arguments.value("--stage"));
        if (!stage) {
            std::string known;
            for (const auto one : api::allReturnStages()) {
                known += (known.empty() ? "" : ", ") + std::string(api::toText(one));
            }
            return wrongUsage("--stage is one of " + known);
        }
        query.filter.stages = {*stage};
    }
    query.filter.campus = CampusId(arguments.value("--campus"));
    query.filter.orderNo = OrderNo(arguments.value("--order"));
    EVENHAND_ASSIGN(const auto limit, arguments.number("--limit", 1, api::kMaxPageRows));
    query.limit = limit.value_or(100);
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
            {QStringLiteral("requester"), text(row.requester)}};
}

Result<ExitCode> listReturns(Context& context, Session& session) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    EVENHAND_ASSIGN(const auto query, returnsQueryOf(context.arguments));
    auto& desk = session.workspace().returns();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(desk.page(call, query)));
    EVENHAND_ASSIGN(const auto total, session.wait(desk.count(call, query.filter)));
    const auto info = session.workspace().workspace();
    TextTable table(
        {"id", "return", "order", "stage", "goods", "refund", "units", moneyHeader("amount", info), "requested"});
    QJsonArray array;
    for (const auto& row : rows) {
        table.add({std::to_string(row.id.value), row.number.str(), row.orderNo.str(),
                   std::string(api::toText(row.stage)), std::string(api::toText(row.goods)),
                   row.refund ? std::string(api::toText(*row.refund)) : std::string("-"), std::to_string(row.units),
                   base::formatMoney(row.amount, info.minorDigits), timeText(row.requestedAt)});
        array.append(documentOf(row));
    }
    context.io.text(table.str());
    context.io.text(std::to_string(rows.size()) + " of " + base::counted(total, "return") + ".");
    context.io.document({{QStringLiteral("total"), number(total)}, {QStringLiteral("returns"), array}});
    return kDone;
}

Result<ExitCode> requestReturns(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "ORDER_NO", "RETURN_NO"}));
    api::RequestReturn wanted;
    wanted.orderNo = OrderNo(arguments.words()[1]);
    wanted.number = ReturnNo(arguments.words()[2]);
    wanted.reason = arguments.value("--reason");
    wanted.approve = arguments.has("--auto-approve");
    EVENHAND_ASSIGN(const auto units, unitsPerSku(arguments.value("--units"), "--units"));
    if (units.empty()) {
        return wrongUsage("--units is missing");
    }
    for (const auto& [sku, count] : units) {
        wanted.lines.push_back({Sku(sku), count});
    }
    const api::Call call{context.actor, wanted.reason, {}};
    EVENHAND_ASSIGN(const auto answer, session.wait(session.workspace().returns().request(call, wanted)));
    context.io.text("Return " + std::to_string(answer.id.value) + ": " + std::string(api::toText(answer.status)) +
                    ", " + moneyText(answer.amount, session.workspace().workspace()) +
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
    EVENHAND_ASSIGN(const auto detail, session.wait(session.workspace().returns().detail(call, id)));
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

/// For the actions that take one return.
Result<std::vector<api::ReturnOutcome>> one(Result<api::ReturnOutcome> outcome) {
    if (!outcome) {
        return fail(std::move(outcome).error());
    }
    return std::vector<api::ReturnOutcome>{*std::move(outcome)};
}

Result<std::vector<api::ReturnOutcome>> act(Context& context, Session& session, ReturnsVerb verb, const api::Call& call,
                                            const std::vector<api::ReturnRef>& refs) {
    auto& desk = session.workspace().returns();
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
                                                    : one(session.wait(desk.approve(call, refs.front(), lines)));
        }
        case ReturnsVerb::Reject: return session.wait(desk.reject(call, refs, arguments.value("--customer-note")));
        case ReturnsVerb::Cancel: return session.wait(desk.cancel(call, refs));
        case ReturnsVerb::Receive: {
            EVENHAND_ASSIGN(const auto lines, receivedLines(context, session, call, refs.front().id));
            return one(session.wait(desk.receive(call, refs.front(), lines)));
        }
        case ReturnsVerb::Skip: return one(session.wait(desk.skipGoods(call, refs.front())));
        case ReturnsVerb::Undo: return one(session.wait(desk.undo(call, refs.front())));
        case ReturnsVerb::List:
        case ReturnsVerb::Request: break;
    }
    return fail(ErrorCode::Internal, "no such action");
}

Result<ExitCode> decideReturns(Context& context, Session& session, ReturnsVerb verb) {
    EVENHAND_ASSIGN(const auto ids, rowIds(context.arguments));
    const bool severalMay = verb == ReturnsVerb::Reject || verb == ReturnsVerb::Cancel ||
                            (verb == ReturnsVerb::Approve && !context.arguments.has("--units"));
    if (ids.size() > 1 && !severalMay) {
        return wrongUsage("one ID at a time");
    }
    std::string reason = context.arguments.value("--reason");
    if (verb != ReturnsVerb::Receive &&
        verb != ReturnsVerb::Approve) {  // of an approval the engine knows whether it needs one
        EVENHAND_ASSIGN(reason, neededReason(context.arguments));
    }
    std::vector<api::ReturnRef> refs;
    refs.reserve(ids.size());
    for (const auto id : ids) {
        refs.push_back({ReturnId{id}, 0});
    }
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

Result<ExitCode> runReturns(Context& context) {
    EVENHAND_ASSIGN(const ReturnsVerb verb, returnsVerbOf(context.arguments));
    EVENHAND_ASSIGN(const auto session, Session::open(context.workspace, Session::Time::Real));
    session->settle();
    if (verb == ReturnsVerb::List) {
        return listReturns(context, *session);
    }
    EVENHAND_ASSIGN(const auto code, verb == ReturnsVerb::Request ? requestReturns(context, *session)
                                                                  : decideReturns(context, *session, verb));
    session->settle();
    return code;
}

}  // namespace

Command returnsCommand() {
    return {
        "returns",
        "list [--stage S] [--campus C] [--order ORDER_NO] [--limit N] | request ORDER_NO RETURN_NO --units "
        "SKU=N[,SKU=N…] [--reason TEXT] [--auto-approve] | approve ID… [--units SKU=N,…] [--reason TEXT] | reject ID… "
        "--reason TEXT [--customer-note TEXT] | cancel ID… --reason TEXT | receive ID [--damaged SKU=N,…] | "
        "skip-goods|undo ID --reason TEXT",
        "returns: lists and requests them, decides them, receives their goods",
        {{"--stage", "S", "list: approval, second_approval, goods, money, failed, done, rejected or cancelled"},
         {"--campus", "C", "list: of one campus"},
         {"--order", "ORDER_NO", "list: of one order"},
         {"--limit", "N", "list: at most this many (100)"},
         {"--units", "SKU=N,…", "request: what is returned; approve: fewer units"},
         {"--auto-approve", "", "request: approves it at once, if four eyes allow it"},
         {"--customer-note", "TEXT", "reject: what the customer is told"},
         {"--damaged", "SKU=N,…", "receive: what cannot be sold again"},
         {"--reason", "TEXT", "why; kept with the return"}},
        runReturns};
}

}  // namespace evenhand::ctl
