// SPDX-License-Identifier: GPL-3.0-or-later
// All that desks take and give, and its conversion.
#pragma once

#include "engine/api/engine_api.h"
#include "engine/wire/values/value.h"
