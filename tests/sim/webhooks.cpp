// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks.h"

#include "world.h"

namespace evenhand::sim {

void Endpoint::run(const api::TaskJob& job, outward::TaskContext& context) {
    const api::TaskTicket ticket{job.id, job.token};
    const auto delivery = context.wait(context.engine().webhooks().job(context.call(), ticket));
    if (!delivery || !m_world.alive()) {
        return;  // removed or disabled meanwhile, or the process has died
    }
    api::DeliveryReport report{delivery->id, ticket, {m_world.clock().now(), 200, 5, {}, "ok"}, 0};
    // What an endpoint does with a message depends on the message alone, so that the trace stays the same.
    if (m_world.calm()) {
        (void)context.wait(context.engine().webhooks().report(context.call(), report));
        return;
    }
    switch (std::hash<std::string>{}(delivery->messageId + std::to_string(job.attempt)) % 8) {
        case 0:
            report.attempt.status = 500;
            report.attempt.error = "status 500";
            break;
        case 1:
            report.attempt.status = 0;
            report.attempt.error = "no answer";
            break;
        case 2: return;  // taken, and the worker dies before it can say so
        default: break;
    }
    (void)context.wait(context.engine().webhooks().report(context.call(), report));
}

}  // namespace evenhand::sim
