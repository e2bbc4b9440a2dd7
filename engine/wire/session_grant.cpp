// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/session_grant.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_STRUCT(evenhand::wire::SessionGrant);
