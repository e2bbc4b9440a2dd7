// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/backups.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::BackupStatus);
EVENHAND_WIRE_STRUCT(evenhand::api::BackupRow);
EVENHAND_WIRE_STRUCT(evenhand::api::BackupManifest);
EVENHAND_WIRE_STRUCT(evenhand::api::BackupSchedule);
