// SPDX-License-Identifier: GPL-3.0-or-later
// Webhooks and their deliveries, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/webhook_types.h"
#include "engine/wire/values/tasks.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(WebhookEvent, OrderPlaced, OrderPaid, OrderAssigned, OrderReassigned, OrderPickedUp, OrderDelivered,
                    OrderLate, OrderClosed, ReturnDecided, RefundSucceeded, RefundFailed, CampaignBudget, AlertFired,
                    AlertResolved, Test)
BOOST_DESCRIBE_ENUM(DeliveryStatus, Pending, Delivered, Dead)
BOOST_DESCRIBE_ENUM(DeliverySort, Made, Status, Webhook)

BOOST_DESCRIBE_STRUCT(WebhookInput, (), (name, url, events, enabled, allowPrivate, allowPlain))
BOOST_DESCRIBE_STRUCT(WebhookRow, (),
                      (id, input, secretName, createdAt, createdBy, version, pending, dead, lastDelivered, lastError))
BOOST_DESCRIBE_STRUCT(WebhookCreated, (), (row, secret))
BOOST_DESCRIBE_STRUCT(WebhookRef, (), (id, version))
BOOST_DESCRIBE_STRUCT(DeliveryFilter, (), (webhook, events, statuses))
BOOST_DESCRIBE_STRUCT(DeliveryQuery, (), (filter, descending, after, offset, limit, sort))
BOOST_DESCRIBE_STRUCT(DeliveryRow, (),
                      (id, webhook, webhookName, messageId, event, subject, status, attempts, lastStatus, lastError, at,
                       endedAt, nextTry, token))
BOOST_DESCRIBE_STRUCT(DeliveryRef, (), (id, token))
BOOST_DESCRIBE_STRUCT(DeliveryAttempt, (), (at, status, tookMs, error, answer))
BOOST_DESCRIBE_STRUCT(DeliveryDetail, (), (row, body, attempts))
BOOST_DESCRIBE_STRUCT(DeliveryJob, (), (id, ticket, messageId, body, url, secretName, allowPrivate, allowPlain))
BOOST_DESCRIBE_STRUCT(DeliveryReport, (), (id, ticket, attempt, retryAfterMs))

}  // namespace evenhand::api
