// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/dispatch.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_STRUCT(evenhand::api::CampusPolicy);
EVENHAND_WIRE_STRUCT(evenhand::api::CampusRow);
EVENHAND_WIRE_STRUCT(evenhand::api::CourierInput);
EVENHAND_WIRE_STRUCT(evenhand::api::CourierRow);
EVENHAND_WIRE_STRUCT(evenhand::api::DispatchBoard);
EVENHAND_WIRE_STRUCT(evenhand::api::WaitingOrder);
EVENHAND_WIRE_STRUCT(evenhand::api::FairnessPoint);
EVENHAND_WIRE_STRUCT(evenhand::api::CourierLoad);
EVENHAND_WIRE_STRUCT(evenhand::api::AssignmentEvidence);
EVENHAND_WIRE_STRUCT(evenhand::api::ReassignTarget);
EVENHAND_WIRE_STRUCT(evenhand::api::ReassignOutcome);
EVENHAND_WIRE_STRUCT(evenhand::api::CalibrationRow);
EVENHAND_WIRE_STRUCT(evenhand::api::DeadLetterRow);
EVENHAND_WIRE_STRUCT(evenhand::api::DeadLetterOutcome);
EVENHAND_WIRE_STRUCT(evenhand::api::DispatchDesk::Take);
