// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/returns.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::ReturnSort);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnReason);
EVENHAND_WIRE_STRUCT(evenhand::api::CaseSettings);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnPolicy);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnPolicyRow);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnLine);
EVENHAND_WIRE_STRUCT(evenhand::api::RequestReturn);
EVENHAND_WIRE_STRUCT(evenhand::api::MatchReturn);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnAnswer);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnRef);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnOutcome);
EVENHAND_WIRE_STRUCT(evenhand::api::ReceivedLine);
EVENHAND_WIRE_STRUCT(evenhand::api::FourEyes);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnFilter);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnKey);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnRow);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnCounts);
