// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of webhooks of FakeEngine: endpoints with their secrets, deliveries in every state. Nothing is sent.
// Thread: one thread; events are published inside the call that causes them.
#pragma once

#include "engine/api/webhook_desk.h"
#include "tests/support/fake_team.h"

namespace evenhand::test {

class FakeWebhooks final : public api::WebhookDesk {
public:
    explicit FakeWebhooks(FakeEngine& engine) : m_engine(engine) {}

    void fill();
    WebhookId add(const std::string& name, const std::string& url);
    DeliveryId deliver(WebhookId webhook, api::DeliveryStatus status, const std::string& subject,
                       const std::string& error = {});
    /// There is no keychain: nothing can be made.
    void loseKeychain(bool lost) { m_noKeychain = lost; }
    [[nodiscard]] std::optional<api::WebhookRow> row(WebhookId id) const;
    [[nodiscard]] std::optional<api::DeliveryRow> delivery(DeliveryId id) const;
    [[nodiscard]] std::vector<api::DeliveryRow> select(const api::DeliveryFilter& filter) const;
    [[nodiscard]] const std::vector<std::string>& reasons() const { return m_reasons; }

    api::Answer<api::WebhookCreated> create(const api::Call&, api::WebhookInput, Secret) override;
    api::Answer<api::WebhookRow> edit(const api::Call&, api::WebhookRef, api::WebhookInput) override;
    api::Answer<void> remove(const api::Call&, api::WebhookRef) override;
    api::Answer<api::WebhookCreated> newSecret(const api::Call&, api::WebhookRef, Secret) override;
    api::Answer<DeliveryId> test(const api::Call&, WebhookId) override;
    api::Answer<std::vector<api::TaskAnswer>> resend(const api::Call&, std::vector<DeliveryId>) override;
    api::Answer<std::vector<api::WebhookRow>> webhooks(const api::Call&) override;
    api::Answer<std::vector<api::DeliveryRow>> deliveries(const api::Call&, api::DeliveryQuery) override;
    api::Answer<std::int64_t> countDeliveries(const api::Call&, api::DeliveryFilter) override;
    api::Answer<api::DeliveryDetail> delivery(const api::Call&, DeliveryId) override;
    api::Answer<api::DeliveryJob> job(const api::Call&, api::TaskTicket) override;
    api::Answer<api::TaskAnswer> report(const api::Call&, api::DeliveryReport) override;

private:
    [[nodiscard]] std::optional<Error> refuse(const api::Call& call, api::Operation operation,
                                              const api::WebhookInput* input) const;
    [[nodiscard]] api::WebhookRow* find(api::WebhookRef ref, std::optional<Error>& why);
    void publish();

    FakeEngine& m_engine;
    std::vector<api::WebhookRow> m_rows;
    std::vector<api::DeliveryRow> m_deliveries;
    std::vector<std::string> m_reasons;
    std::int64_t m_lastId = 0;
    bool m_noKeychain = false;
};

}  // namespace evenhand::test
