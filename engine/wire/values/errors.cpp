// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/errors.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::base::ErrorCode);
EVENHAND_WIRE_STRUCT(evenhand::base::Error);
