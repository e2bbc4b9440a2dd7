// SPDX-License-Identifier: GPL-3.0-or-later
// Delivers webhooks: asks the engine what and where to, finds the secret, signs, posts, reports. The address is judged
// when connecting; redirects are not followed. Thread: as TaskRunner.
#pragma once

#include "engine/api/secret_store.h"
#include "engine/base/clock.h"
#include "engine/outward/http_exchange.h"
#include "engine/outward/task_runner.h"

namespace evenhand::outward {

/// The request that delivers it: signed, and refused at an address that the endpoint may not have, which is only known
/// when its name has been looked up. Any thread.
[[nodiscard]] HttpRequest deliveryRequest(const api::DeliveryJob& job, const Secret& key, Instant at);

class WebhookRunner final : public TaskRunner {
public:
    /// Both outlive it.
    WebhookRunner(api::SecretStore& secrets, const Clock& clock) : m_secrets(secrets), m_clock(clock) {}
    [[nodiscard]] api::TaskKind kind() const noexcept override { return api::TaskKind::Webhook; }
    void run(const api::TaskJob& job, TaskContext& context) override;
    void interrupt() noexcept override { m_exchange.interrupt(); }

private:
    /// What came of one attempt.
    struct Sent {
        api::DeliveryAttempt attempt;
        std::int64_t retryAfterMs = 0;
    };
    [[nodiscard]] Sent send(const api::DeliveryJob& job);

    api::SecretStore& m_secrets;
    const Clock& m_clock;
    HttpExchange m_exchange;
};

}  // namespace evenhand::outward
