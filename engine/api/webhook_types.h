// SPDX-License-Identifier: GPL-3.0-or-later
// Outgoing webhooks as values: endpoints, what is announced, deliveries and their log.
//
// A request is as in Standard Webhooks: POST, JSON {"id", "type", "at", "workspace", "data"}, headers `Webhook-Id` (the
// same over all attempts and resends), `Webhook-Timestamp` (UTC seconds), `Webhook-Signature: v1,BASE64(HMAC-SHA256(
// secret, "ID.TIMESTAMP.BODY"))`. Any status 2xx within the time-out is success; everything else, redirects included
// (never followed), is tried again with back-off, then dead. The address is checked at every connection: what the name
// server answers must be public, unless the endpoint is allowed a private one.
// Thread: value types, any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/task_types.h"
#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/base/secret.h"

namespace evenhand::api {

inline constexpr std::size_t kMaxWebhookUrl = 2'000;       ///< characters
inline constexpr std::size_t kWebhookSecretBytes = 32;     ///< of one that is made here
inline constexpr std::int64_t kWebhookTimeoutMs = 10'000;  ///< of a whole request
inline constexpr std::int64_t kMaxWebhooks = 100;          ///< endpoints

/// Stored and sent as "order.assigned", …
enum class WebhookEvent : std::uint8_t {
    OrderPlaced,      ///< order_no, campus
    OrderPaid,        ///< order_no, campus; not where an import records the past
    OrderAssigned,    ///< for the first time: order_no, campus, courier, epoch
    OrderReassigned,  ///< has another courier, or nobody could take it: as above, and the former courier
    OrderPickedUp,    ///< order_no, campus, courier
    OrderDelivered,   ///< as above
    OrderLate,        ///< the limit of its stage has passed: order_no, campus, courier ("": none), stage
    OrderClosed,      ///< order_no, campus, reason
    ReturnDecided,    ///< approved, rejected, or its decision undone: return_no, order_no, status, amount
    RefundSucceeded,  ///< refund, order_no, payment_no, amount, reference
    RefundFailed,     ///< as above, and the error; also one whose sending was given up
    CampaignBudget,   ///< a limit was reached: campaign, budget, spent, percent
    AlertFired,  ///< for the first time, or for a new reason: alert, kind, subject, subject_type, campus, figure, since
    AlertResolved,  ///< as above, and resolution
    Test            ///< "test": only by WebhookDesk::test()
};
enum class DeliveryStatus : std::uint8_t { Pending, Delivered, Dead };  ///< "pending", "delivered", "dead"
[[nodiscard]] std::string_view toText(WebhookEvent value) noexcept;
[[nodiscard]] std::string_view toText(DeliveryStatus value) noexcept;
[[nodiscard]] std::optional<WebhookEvent> webhookEventFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<DeliveryStatus> deliveryStatusFrom(std::string_view text) noexcept;
/// Those that can be subscribed to.
[[nodiscard]] std::span<const WebhookEvent> subscribableEvents() noexcept;

struct WebhookInput {
    std::string name;                  ///< for people, 1 … 200 characters
    std::string url;                   ///< https; no user, no fragment; a literal address must be one that is allowed
    std::vector<WebhookEvent> events;  ///< at least one; not Test
    bool enabled = true;
    bool allowPrivate = false;  ///< addresses that are not public, this machine included
    bool allowPlain = false;    ///< http, without TLS
    bool operator==(const WebhookInput&) const = default;
};
struct WebhookRow {
    WebhookId id;
    WebhookInput input;
    std::string secretName;  ///< of its entry in the keychain
    Instant createdAt;
    std::string createdBy;
    std::int64_t version = 0;
    std::int64_t pending = 0, dead = 0;    ///< deliveries
    std::optional<Instant> lastDelivered;  ///< with success
    std::string lastError;                 ///< of the newest attempt; empty: it succeeded, or there was none
};
/// The secret is shown this once: "whsec_" and base64, as Standard Webhooks writes it.
struct WebhookCreated {
    WebhookRow row;
    Secret secret;
};
struct WebhookRef {
    WebhookId id;
    std::int64_t version = 0;  ///< 0: whatever it is now
};

/// Empty members do not filter.
struct DeliveryFilter {
    std::optional<WebhookId> webhook;
    std::vector<WebhookEvent> events;
    std::vector<DeliveryStatus> statuses;
    bool operator==(const DeliveryFilter&) const = default;
};
/// Made: in order of id, which is that of making. Webhook: by endpoint in order of their making, then status. Status:
/// by its text. Then by id.
enum class DeliverySort : std::uint8_t { Made, Status, Webhook };
struct DeliveryQuery {
    DeliveryFilter filter;
    bool descending = true;
    std::optional<DeliveryId> after{};  ///< with DeliverySort::Made
    std::int64_t offset = 0;
    std::int64_t limit = 256;  ///< 1 … 10,000
    DeliverySort sort = DeliverySort::Made;
};
struct DeliveryRow {
    DeliveryId id;
    WebhookId webhook;
    std::string webhookName;
    std::string messageId;  ///< Webhook-Id
    WebhookEvent event = WebhookEvent::Test;
    std::string subject;  ///< order, return or refund number, for people
    DeliveryStatus status = DeliveryStatus::Pending;
    std::int64_t attempts = 0;
    int lastStatus = 0;  ///< of HTTP; 0: no answer yet
    std::string lastError;
    Instant at;
    std::optional<Instant> endedAt, nextTry;
    std::optional<std::int64_t> token{};  ///< of its task: every attempt and every resend raises it; nullopt: no task
};
/// A delivery as somebody saw it.
struct DeliveryRef {
    DeliveryRef() = default;
    DeliveryRef(DeliveryId delivery, std::optional<std::int64_t> seen = {}) : id(delivery), token(seen) {}
    DeliveryId id;
    std::optional<std::int64_t> token;  ///< nullopt: whatever it is now
};
struct DeliveryAttempt {
    Instant at;
    int status = 0;  ///< of HTTP; 0: no answer
    std::int64_t tookMs = 0;
    std::string error;   ///< empty: delivered
    std::string answer;  ///< the first 1,000 characters of the answer's body, control characters replaced
};
struct DeliveryDetail {
    DeliveryRow row;
    std::string body;                       ///< as it is sent
    std::vector<DeliveryAttempt> attempts;  ///< oldest first
};

/// What the worker needs to send one, and what it found out.
struct DeliveryJob {
    DeliveryId id;
    TaskTicket ticket;
    std::string messageId, body, url, secretName;
    bool allowPrivate = false, allowPlain = false;
};
struct DeliveryReport {
    DeliveryId id;
    TaskTicket ticket;
    DeliveryAttempt attempt;
    std::int64_t retryAfterMs = 0;  ///< as the endpoint asked; 0: as the policy says
};

}  // namespace evenhand::api
