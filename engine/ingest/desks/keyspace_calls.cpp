// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/desks/desk_calls.h"
#include "engine/ingest/desks/run_call.h"
#include "engine/wire/calls.h"

EVENHAND_SERVED_DESK(keyspaceCalls, EVENHAND_CALLS_KEYSPACE)
