// SPDX-License-Identifier: GPL-3.0-or-later
// Stored texts of people, audit and webhooks.
#include "engine/api/actor.h"
#include "engine/api/audit_types.h"
#include "engine/api/webhook_types.h"
#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

using base::TextTable;

constexpr TextTable<Via, 4> kVia{
    {{Via::Engine, "engine"}, {Via::Console, "console"}, {Via::CommandLine, "command_line"}, {Via::Http, "http"}}};
constexpr TextTable<AuditOutcome, 3> kAuditOutcomes{
    {{AuditOutcome::Done, "done"}, {AuditOutcome::Refused, "refused"}, {AuditOutcome::Noted, "noted"}}};
constexpr TextTable<AuditFaultKind, 7> kFaults{{{AuditFaultKind::Edited, "edited"},
                                                {AuditFaultKind::Missing, "missing"},
                                                {AuditFaultKind::BadSeal, "bad_seal"},
                                                {AuditFaultKind::Truncated, "truncated"},
                                                {AuditFaultKind::BadAnchor, "bad_anchor"},
                                                {AuditFaultKind::NoAnchor, "no_anchor"},
                                                {AuditFaultKind::UnknownKey, "unknown_key"}}};
constexpr TextTable<WebhookEvent, 15> kEvents{{{WebhookEvent::OrderPlaced, "order.placed"},
                                               {WebhookEvent::OrderPaid, "order.paid"},
                                               {WebhookEvent::OrderAssigned, "order.assigned"},
                                               {WebhookEvent::OrderReassigned, "order.reassigned"},
                                               {WebhookEvent::OrderPickedUp, "order.picked_up"},
                                               {WebhookEvent::OrderDelivered, "order.delivered"},
                                               {WebhookEvent::OrderLate, "order.late"},
                                               {WebhookEvent::OrderClosed, "order.closed"},
                                               {WebhookEvent::ReturnDecided, "return.decided"},
                                               {WebhookEvent::RefundSucceeded, "refund.succeeded"},
                                               {WebhookEvent::RefundFailed, "refund.failed"},
                                               {WebhookEvent::CampaignBudget, "campaign.budget"},
                                               {WebhookEvent::AlertFired, "alert.fired"},
                                               {WebhookEvent::AlertResolved, "alert.resolved"},
                                               {WebhookEvent::Test, "test"}}};
constexpr TextTable<DeliveryStatus, 3> kDeliveries{
    {{DeliveryStatus::Pending, "pending"}, {DeliveryStatus::Delivered, "delivered"}, {DeliveryStatus::Dead, "dead"}}};
static_assert(base::inOrder(kVia) && base::inOrder(kAuditOutcomes) && base::inOrder(kFaults) &&
              base::inOrder(kEvents) && base::inOrder(kDeliveries));
constexpr auto kAllEvents = base::valuesOf(kEvents);

}  // namespace

std::string_view toText(Via value) noexcept { return base::textOf(kVia, value); }
std::string_view toText(AuditOutcome value) noexcept { return base::textOf(kAuditOutcomes, value); }
std::string_view toText(AuditFaultKind value) noexcept { return base::textOf(kFaults, value); }
std::string_view toText(WebhookEvent value) noexcept { return base::textOf(kEvents, value); }
std::string_view toText(DeliveryStatus value) noexcept { return base::textOf(kDeliveries, value); }
std::optional<Via> viaFrom(std::string_view text) noexcept { return base::valueOf(kVia, text); }
std::optional<AuditOutcome> auditOutcomeFrom(std::string_view text) noexcept {
    return base::valueOf(kAuditOutcomes, text);
}
std::optional<WebhookEvent> webhookEventFrom(std::string_view text) noexcept { return base::valueOf(kEvents, text); }
std::optional<DeliveryStatus> deliveryStatusFrom(std::string_view text) noexcept {
    return base::valueOf(kDeliveries, text);
}
std::span<const WebhookEvent> subscribableEvents() noexcept {
    static_assert(kAllEvents.back() == WebhookEvent::Test);
    return std::span(kAllEvents).first(kAllEvents.size() - 1);
}

}  // namespace evenhand::api
