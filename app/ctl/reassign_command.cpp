// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {
namespace {

Result<ExitCode> runReassign(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"ORDER_NO"}));
    const std::string reason = context.arguments.value("--reason");
    if (reason.empty()) {
        return fail(ErrorCode::InvalidArgument, "--reason is missing");
    }
    if (context.arguments.has("--to") && context.arguments.value("--to").empty()) {
        return fail(ErrorCode::InvalidArgument, "--to is empty");
    }
    if (context.arguments.has("--over-limit") && !context.arguments.has("--to")) {
        return fail(ErrorCode::InvalidArgument, "--over-limit is for --to");
    }
    const OrderNo orderNo(context.arguments.words().front());
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();  // what a stopped engine left behind comes first
    api::Call call{context.actor, reason, std::nullopt};
    const api::ReassignTarget target{CourierId(context.arguments.value("--to")), context.arguments.has("--over-limit")};
    EVENHAND_ASSIGN(const auto outcomes,
                    session->wait(session->engine().dispatch().reassign(call, {{orderNo, 0}}, target)));
    const auto& outcome = outcomes.front();
    if (outcome.error) {
        return fail(*outcome.error);
    }
    EVENHAND_ASSIGN(const auto detail, session->orderAfterwards(call, orderNo));
    const std::string from = outcome.from.empty() ? "nobody" : outcome.from.str();
    const std::string to = detail.row.courier.empty() ? "nobody yet" : detail.row.courier.str();
    context.io.text("Order " + orderNo.str() + ": from " + from + " to " + to + ".");
    context.io.document({{QStringLiteral("order_no"), text(orderNo.str())},
                         {QStringLiteral("from"), text(outcome.from.str())},
                         {QStringLiteral("to"), text(detail.row.courier.str())},
                         {QStringLiteral("epoch"), number(detail.row.epoch)},
                         {QStringLiteral("status"), text(api::toText(detail.row.status))}});
    return kDone;
}

}  // namespace

Command reassignCommand() {
    return {"reassign",
            "ORDER_NO [--to COURIER [--over-limit]] --reason TEXT",
            "reassigns an order to the courier named, or to the next fairest",
            {{"--to", "COURIER", "courier id; without it the next fairest, but not the current one"},
             {"--over-limit", "", "also if the courier named has as many orders in hand as allowed"},
             {"--reason", "TEXT", "why; kept with the order"}},
            runReassign};
}

}  // namespace evenhand::ctl
