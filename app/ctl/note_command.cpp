// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {
namespace {

Result<ExitCode> runNote(Context& context) {
    const auto& arguments = context.arguments;
    if (arguments.words().empty()) {
        return wrongUsage("ORDER_NO is missing");
    }
    if (!arguments.has("--text")) {
        return wrongUsage("--text is missing");
    }
    std::vector<api::OrderRef> orders;
    for (const auto& word : arguments.words()) {
        orders.push_back({OrderNo(word), 0});
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto outcomes,
                    session->wait(session->engine().orders().note(call, orders, arguments.value("--text"))));
    if (outcomes.size() == 1 && outcomes.front().error) {
        return fail(*outcomes.front().error);
    }
    OutcomeList list(context.io);
    for (const auto& outcome : outcomes) {
        list.add("Order " + outcome.orderNo.str(), {{QStringLiteral("order_no"), text(outcome.orderNo.str())}},
                 outcome.error, "noted");
    }
    return list.end(QStringLiteral("orders"));
}

}  // namespace

Command noteCommand() {
    return {"note",
            "ORDER_NO… --text TEXT",
            "writes a note on orders, which stays in their history",
            {{"--text", "TEXT", "who was called, what was agreed"}},
            runNote};
}

}  // namespace evenhand::ctl
