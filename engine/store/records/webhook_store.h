// SPDX-License-Identifier: GPL-3.0-or-later
// Endpoints, what was announced, deliveries and their attempts. Secrets are not here.
// Thread: that of the Database.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/webhook_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::webhooks {

struct Endpoint {
    WebhookId id;
    api::WebhookInput input;
    std::string secretName;
    Instant createdAt;
    std::string createdBy;
    std::optional<Instant> removedAt;
    std::int64_t version = 1;
};
/// Those not removed, remembered by the connection (Database::memo), for the engine's alone: asked at every assignment.
[[nodiscard]] Result<std::span<const Endpoint>> endpoints(Database& database);
/// Also one that was removed.
[[nodiscard]] Result<std::optional<Endpoint>> find(Database& database, WebhookId id);
/// Which workspace announces; remembered with the endpoints.
[[nodiscard]] Result<std::string> workspaceId(Database& database);
[[nodiscard]] Result<WebhookId> insert(Database& database, const Endpoint& endpoint);
/// Compare-and-set on endpoint.version, raises it.
[[nodiscard]] Result<bool> update(Database& database, const Endpoint& endpoint);

struct Announcement {
    std::string messageId;
    api::WebhookEvent event = api::WebhookEvent::Test;
    std::string subject;
    Instant at;
    std::string body;
};
/// The announcement and a pending delivery for each endpoint, in their order.
[[nodiscard]] Result<std::vector<DeliveryId>> announce(Database& database, const Announcement& announcement,
                                                       std::span<const WebhookId> to);
struct Delivery {
    DeliveryId id;
    WebhookId webhook;
    Announcement announcement;
    api::DeliveryStatus status = api::DeliveryStatus::Pending;
    std::int64_t attempts = 0;
    int lastStatus = 0;
    std::string lastError;
    std::optional<Instant> endedAt;
};
[[nodiscard]] Result<std::optional<Delivery>> delivery(Database& database, DeliveryId id);
/// Status, attempts, last outcome, end.
[[nodiscard]] Result<void> update(Database& database, const Delivery& delivery);
[[nodiscard]] Result<void> addAttempt(Database& database, DeliveryId id, const api::DeliveryAttempt& attempt);
/// Of endpoints that are gone: pending ones become dead; answers their ids.
[[nodiscard]] Result<std::vector<DeliveryId>> giveUp(Database& database, WebhookId webhook, Instant at);
/// Delivered and dead ones announced before, with attempts; announcements without deliveries. Which deliveries.
[[nodiscard]] Result<std::vector<DeliveryId>> clean(Database& database, Instant before, std::int64_t limit);
/// Of every delivery, for the check against its task.
[[nodiscard]] Result<void> each(Database& database, const std::function<void(DeliveryId, api::DeliveryStatus)>& fn);

// For the outside.
[[nodiscard]] Result<std::vector<api::WebhookRow>> rows(Database& database);
[[nodiscard]] Result<std::vector<api::DeliveryRow>> page(Database& database, const api::DeliveryQuery& query);
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::DeliveryFilter& filter);
/// NotFound.
[[nodiscard]] Result<api::DeliveryDetail> detail(Database& database, DeliveryId id);

}  // namespace evenhand::store::webhooks
