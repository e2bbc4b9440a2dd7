// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/audit.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::AuditOutcome);
EVENHAND_WIRE_ENUM(evenhand::api::AuditFaultKind);
EVENHAND_WIRE_ENUM(evenhand::api::AuditSort);
EVENHAND_WIRE_STRUCT(evenhand::api::AuditRecord);
EVENHAND_WIRE_STRUCT(evenhand::api::AuditHead);
EVENHAND_WIRE_STRUCT(evenhand::api::AuditFault);
EVENHAND_WIRE_STRUCT(evenhand::api::AuditReport);
EVENHAND_WIRE_STRUCT(evenhand::api::AuditState);
EVENHAND_WIRE_STRUCT(evenhand::api::AuditFilter);
EVENHAND_WIRE_STRUCT(evenhand::api::AuditQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::ExportNote);
EVENHAND_WIRE_STRUCT(evenhand::api::ImportNote);
