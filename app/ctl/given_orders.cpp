// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/given_orders.h"

namespace evenhand::ctl {

Result<ExitCode> tellGiven(Context& context, Session& session, const api::Call& call,
                           const std::vector<api::ReassignOutcome>& outcomes) {
    OutcomeList list(context.io);
    for (const auto& outcome : outcomes) {
        QJsonObject row{{QStringLiteral("order_no"), text(outcome.orderNo.str())}};
        std::string to;
        if (!outcome.error) {
            EVENHAND_ASSIGN(const auto detail, session.orderAfterwards(call, outcome.orderNo));
            to = detail.row.courier.str();
            row.insert(QStringLiteral("from"), text(outcome.from.str()));
            row.insert(QStringLiteral("to"), text(to));
            row.insert(QStringLiteral("epoch"), number(detail.row.epoch));
            row.insert(QStringLiteral("status"), text(api::toText(detail.row.status)));
        }
        list.add("Order " + outcome.orderNo.str(), row, outcome.error, "to " + (to.empty() ? "nobody yet" : to));
    }
    return list.end(QStringLiteral("orders"));
}

}  // namespace evenhand::ctl
