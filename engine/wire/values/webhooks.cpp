// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/webhooks.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::WebhookEvent);
EVENHAND_WIRE_ENUM(evenhand::api::DeliveryStatus);
EVENHAND_WIRE_ENUM(evenhand::api::DeliverySort);
EVENHAND_WIRE_STRUCT(evenhand::api::WebhookInput);
EVENHAND_WIRE_STRUCT(evenhand::api::WebhookRow);
EVENHAND_WIRE_STRUCT(evenhand::api::WebhookCreated);
EVENHAND_WIRE_STRUCT(evenhand::api::WebhookRef);
EVENHAND_WIRE_STRUCT(evenhand::api::DeliveryFilter);
EVENHAND_WIRE_STRUCT(evenhand::api::DeliveryQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::DeliveryRow);
EVENHAND_WIRE_STRUCT(evenhand::api::DeliveryRef);
EVENHAND_WIRE_STRUCT(evenhand::api::DeliveryAttempt);
EVENHAND_WIRE_STRUCT(evenhand::api::DeliveryDetail);
EVENHAND_WIRE_STRUCT(evenhand::api::DeliveryJob);
EVENHAND_WIRE_STRUCT(evenhand::api::DeliveryReport);
