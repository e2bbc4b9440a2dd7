// SPDX-License-Identifier: GPL-3.0-or-later
// Endpoints and deliveries by their rules. A delivery and its task move together. Secrets are made and kept by the
// caller (they may block); here they are names. Thread: the engine's; stateless.
#pragma once

#include <string>

#include "engine/api/webhook_types.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/webhook_store.h"

namespace evenhand::tasks {

/// InvalidArgument (name, url, events), AddressRefused (url).
[[nodiscard]] Result<void> checkEndpoint(const api::WebhookInput& input);

/// The endpoint with its secret's name. Overflow (kMaxWebhooks), and as checkEndpoint().
struct NewEndpoint {
    api::WebhookInput input;
    std::string secretName;
};
[[nodiscard]] Result<api::WebhookRow> createEndpoint(runtime::UnitOfWork& work, const NewEndpoint& made);
/// NotFound (webhook), Conflict (version).
struct EndpointEdit {
    api::WebhookRef ref;
    api::WebhookInput input;
};
[[nodiscard]] Result<api::WebhookRow> editEndpoint(runtime::UnitOfWork& work, const EndpointEdit& edit);
/// Answers the name of its secret, which nobody needs any more.
[[nodiscard]] Result<std::string> removeEndpoint(runtime::UnitOfWork& work, const api::WebhookRef& ref);
/// Another secret's name from now on; answers the former with the row.
struct SecretChange {
    api::WebhookRef ref;
    std::string secretName;
};
struct SecretChanged {
    api::WebhookRow row;
    std::string former;
};
[[nodiscard]] Result<SecretChanged> changeSecret(runtime::UnitOfWork& work, const SecretChange& change);
[[nodiscard]] Result<DeliveryId> testEndpoint(runtime::UnitOfWork& work, const WebhookId& id);
/// NotFound (delivery), Conflict (token).
[[nodiscard]] Result<api::TaskAnswer> resend(runtime::UnitOfWork& work, const api::DeliveryRef& ref);

// --- workers
/// Without an address: the endpoint was removed or disabled, the task is over.
[[nodiscard]] Result<api::DeliveryJob> deliveryJob(runtime::UnitOfWork& work, const api::TaskTicket& ticket);
[[nodiscard]] Result<api::TaskAnswer> reportDelivery(runtime::UnitOfWork& work, const api::DeliveryReport& said);

// --- of a task of kind Webhook, by its subject
/// It begins again.
[[nodiscard]] Result<void> deliveryWaits(runtime::UnitOfWork& work, const std::string& subject);
/// It is given up.
[[nodiscard]] Result<void> deliveryIsDead(runtime::UnitOfWork& work, const std::string& subject,
                                          const std::string& why);

}  // namespace evenhand::tasks
