// SPDX-License-Identifier: GPL-3.0-or-later
// Outgoing webhooks as the outside sees them: endpoints, their secrets, the delivery log, resending, and what the
// worker that delivers needs. A delivery and its task are made in the transaction of what it announces. Thread: every
// function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include "engine/api/call.h"
#include "engine/api/webhook_types.h"

namespace evenhand::api {

class WebhookDesk {
public:
    virtual ~WebhookDesk() = default;

    // --- endpoints; permission ManageWebhooks. Errors: InvalidArgument (name, url, events), AddressRefused (url: not
    // https, or an address that is not public, and not allowed; the message says which switch would allow it),
    // NotFound (webhook), Conflict (version), Overflow (kMaxWebhooks), Unsupported (keychain: there is none, nothing
    // was made).
    /// `secret`: one that the other side has already ("whsec_" and base64 of 24 … 64 bytes); empty: one is made.
    virtual Answer<WebhookCreated> create(const Call& call, WebhookInput input, Secret secret) = 0;
    virtual Answer<WebhookRow> edit(const Call& call, WebhookRef ref, WebhookInput input) = 0;
    /// Its waiting deliveries are dropped, its log stays.
    virtual Answer<void> remove(const Call& call, WebhookRef ref) = 0;
    /// The former one is not valid any more, from the next attempt on.
    virtual Answer<WebhookCreated> newSecret(const Call& call, WebhookRef ref, Secret secret) = 0;
    /// Sends a test event, also to a disabled endpoint; the outcome is in its log.
    virtual Answer<DeliveryId> test(const Call& call, WebhookId webhook) = 0;
    /// The same messages (id and body) again, whatever became of them; reason needed. Per row NotFound (delivery, or
    /// its webhook was removed), Conflict (token: somebody has it sent again already, or a worker has sent it since).
    virtual Answer<std::vector<TaskAnswer>> resend(const Call& call, std::vector<DeliveryRef> deliveries) = 0;

    // --- reads; permission Read
    // ---------------------------------------------------------------------------------------
    virtual Answer<std::vector<WebhookRow>> webhooks(const Call& call) = 0;
    virtual Answer<std::vector<DeliveryRow>> deliveries(const Call& call, DeliveryQuery query) = 0;
    virtual Answer<std::int64_t> countDeliveries(const Call& call, DeliveryFilter filter) = 0;
    /// NotFound.
    virtual Answer<DeliveryDetail> delivery(const Call& call, DeliveryId id) = 0;

    // --- workers; Operation::TasksRun
    // -----------------------------------------------------------------------------------
    /// Of a claimed task of kind Webhook. StaleEpoch (token). NotFound: endpoint removed or disabled; the task is over.
    virtual Answer<DeliveryJob> job(const Call& call, TaskTicket ticket) = 0;
    /// Log and task in one unit of work; answers as TaskDesk::report().
    virtual Answer<TaskAnswer> report(const Call& call, DeliveryReport report) = 0;
};

}  // namespace evenhand::api
