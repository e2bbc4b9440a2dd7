// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/campaigns.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::CampaignState);
EVENHAND_WIRE_ENUM(evenhand::api::CampaignEnd);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignShape);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignSettings);
EVENHAND_WIRE_STRUCT(evenhand::api::Infeasible::Nearest);
EVENHAND_WIRE_STRUCT(evenhand::api::Infeasible);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignPreview::List);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignPreview);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignRow);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignQueue);
EVENHAND_WIRE_STRUCT(evenhand::api::BurnPoint);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignBoard::User);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignBoard::Refusals);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignBoard);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignRehearsal);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignRehearsalResult::Point);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignRehearsalResult::Invariant);
EVENHAND_WIRE_STRUCT(evenhand::api::CampaignRehearsalResult);
