// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/accounts.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::Via);
EVENHAND_WIRE_ENUM(evenhand::api::Role);
EVENHAND_WIRE_STRUCT(evenhand::api::PersonInput);
EVENHAND_WIRE_STRUCT(evenhand::api::PersonRow);
EVENHAND_WIRE_STRUCT(evenhand::api::PersonRef);
EVENHAND_WIRE_STRUCT(evenhand::api::SignIn);
EVENHAND_WIRE_STRUCT(evenhand::api::AccountSettings);
EVENHAND_WIRE_STRUCT(evenhand::api::SignInState);
