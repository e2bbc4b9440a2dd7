// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task_making/announce.h"

#include <QDateTime>
#include <QJsonDocument>
#include <algorithm>
#include <vector>

#include "engine/store/records/webhook_store.h"
#include "engine/task_making/make.h"

namespace evenhand::tasks {
namespace {

QString qt(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

}  // namespace

EventPayload orderPayload(const OrderNo& orderNo, const CampusId& campus, const CourierId& courier,
                          const CourierId& former, std::int64_t epoch) {
    EventPayload payload{
        orderNo.str(), {{QStringLiteral("order_no"), qt(orderNo.str())}, {QStringLiteral("campus"), qt(campus.str())}}};
    if (epoch > 0) {
        payload.data.insert(QStringLiteral("courier"), qt(courier.str()));
        payload.data.insert(QStringLiteral("former_courier"), qt(former.str()));
        payload.data.insert(QStringLiteral("epoch"), static_cast<qint64>(epoch));
    }
    return payload;
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
    const QJsonObject body{{QStringLiteral("id"), qt(made.messageId)},
                           {QStringLiteral("type"), qt(api::toText(event))},
                           {QStringLiteral("at"), at},
                           {QStringLiteral("workspace"), qt(workspace)},
                           {QStringLiteral("data"), payload.data}};
    made.body = QJsonDocument(body).toJson(QJsonDocument::Compact).toStdString();
    EVENHAND_ASSIGN(const auto deliveries, store::webhooks::announce(work.database(), made, to));
    for (const auto id : deliveries) {
        EVENHAND_TRY(makeNew(work, api::TaskKind::Webhook, std::to_string(id.value), {}, work.now()));
    }
    return deliveries.front();
}

}  // namespace evenhand::tasks
