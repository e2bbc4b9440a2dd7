// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/tokens.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_STRUCT(evenhand::api::TokenInput);
EVENHAND_WIRE_STRUCT(evenhand::api::TokenRow);
EVENHAND_WIRE_STRUCT(evenhand::api::TokenCreated);
EVENHAND_WIRE_STRUCT(evenhand::api::RefusedRequests);
