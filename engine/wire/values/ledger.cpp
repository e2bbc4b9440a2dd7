// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/ledger.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::LedgerSort);
EVENHAND_WIRE_STRUCT(evenhand::api::LedgerRow);
EVENHAND_WIRE_STRUCT(evenhand::api::LedgerFilter);
EVENHAND_WIRE_STRUCT(evenhand::api::LedgerQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::AccountBalance);
