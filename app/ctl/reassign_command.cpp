// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include "app/ctl/command.h"
#include "app/ctl/given_orders.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {
namespace {

ExitCode tellOne(ConsoleIo& io, const api::ReassignOutcome& outcome, const api::OrderRow& now) {
    const std::string from = outcome.from.empty() ? "nobody" : outcome.from.str();
    const std::string to = now.courier.empty() ? "nobody yet" : now.courier.str();
    io.text("Order " + outcome.orderNo.str() + ": from " + from + " to " + to + ".");
    io.document({{QStringLiteral("order_no"), text(outcome.orderNo.str())},
                 {QStringLiteral("from"), text(outcome.from.str())},
                 {QStringLiteral("to"), text(now.courier.str())},
                 {QStringLiteral("epoch"), number(now.epoch)},
                 {QStringLiteral("status"), text(api::toText(now.status))}});
    return kDone;
}

Result<ExitCode> runReassign(Context& context) {
    const auto& arguments = context.arguments;
    if (arguments.words().empty()) {
        return wrongUsage("ORDER_NO is missing");
    }
    EVENHAND_ASSIGN(const auto reason, neededReason(arguments));
    if (arguments.has("--to") && arguments.value("--to").empty()) {
        return wrongUsage("--to is empty");
    }
    if (arguments.has("--over-limit") && !arguments.has("--to")) {
        return wrongUsage("--over-limit is for --to");
    }
    std::vector<api::OrderRef> orders;
    for (const auto& word : arguments.words()) {
        orders.push_back({OrderNo(word), 0});
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();  // what a stopped engine left behind comes first
    const api::Call call{context.actor, reason, std::nullopt};
    const api::ReassignTarget target{CourierId(arguments.value("--to")), arguments.has("--over-limit")};
    EVENHAND_ASSIGN(const auto outcomes, session->wait(session->engine().dispatch().reassign(call, orders, target)));
    if (orders.size() == 1 && outcomes.front().error) {
        return fail(*outcomes.front().error);
    }
    session->settle();
    if (orders.size() > 1) {
        return tellGiven(context, *session, call, outcomes);
    }
    const auto& outcome = outcomes.front();
    EVENHAND_ASSIGN(const auto detail, session->orderAfterwards(call, outcome.orderNo));
    return tellOne(context.io, outcome, detail.row);
}

}  // namespace

Command reassignCommand() {
    return {"reassign",
            "ORDER_NO… [--to COURIER [--over-limit]] --reason TEXT",
            "reassigns orders to the courier named, or each to the next fairest",
            {{"--to", "COURIER", "courier id; without it the next fairest, but not the current one"},
             {"--over-limit", "", "also if the courier named has as many orders in hand as allowed"},
             {"--reason", "TEXT", "why; kept with the order"}},
            runReassign};
}

}  // namespace evenhand::ctl
