// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task_making/announce.h"

#include <QDateTime>
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/json/json_text.h"
#include "engine/store/records/webhook_store.h"
#include "engine/task_making/make.h"

namespace evenhand::tasks {
EventPayload orderPayload(const OrderNo& orderNo, const CampusId& campus, const CourierId& courier,
                          const CourierId& former, std::int64_t epoch) {
    boost::json::object data{{"campus", campus.str()}};
    if (epoch > 0) {
        data["courier"] = courier.str();
        data["epoch"] = epoch;
        data["former_courier"] = former.str();
    }
    data["order_no"] = orderNo.str();
    return {orderNo.str(), std::move(data)};
}

Result<void> announce(runtime::UnitOfWork& work, api::WebhookEvent event,
                      const std::function<Result<EventPayload>()>& makePayload) {
    EVENHAND_ASSIGN(const auto endpoints, store::webhooks::endpoints(work.database()));
    std::vector<WebhookId> to;
    for (const auto& endpoint : endpoints) {
        const auto& wants = endpoint.input.events;
        if (endpoint.input.enabled && std::find(wants.begin(), wants.end(), event) != wants.end()) {
            to.push_back(endpoint.id);
        }
    }
    if (to.empty()) {
        return {};
    }
    EVENHAND_ASSIGN(const auto payload, makePayload());
    EVENHAND_TRY(announceTo(work, event, payload, to));
    return {};
}

Result<DeliveryId> announceTo(runtime::UnitOfWork& work, api::WebhookEvent event, const EventPayload& payload,
                              std::span<const WebhookId> to) {
    EVENHAND_ASSIGN(const auto workspace, store::webhooks::workspaceId(work.database()));
    auto uuid = work.rng().uuid();
    std::erase(uuid, '-');
    store::webhooks::Announcement made{"msg_" + uuid, event, payload.subject, work.now(), {}};
    const auto at = QDateTime::fromMSecsSinceEpoch(work.now().ms, Qt::UTC).toString(Qt::ISODateWithMs);
    const boost::json::object body{{"at", at.toStdString()},
                                   {"data", payload.data},
                                   {"id", made.messageId},
                                   {"type", api::toText(event)},
                                   {"workspace", workspace}};
    made.body = writeJson(body);
    EVENHAND_ASSIGN(const auto deliveries, store::webhooks::announce(work.database(), made, to));
    for (const auto id : deliveries) {
        EVENHAND_TRY(makeNew(work, api::TaskKind::Webhook, std::to_string(id.value), {}, work.now()));
    }
    return deliveries.front();
}

}  // namespace evenhand::tasks
