// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles the public headers on their own: each must stand alone.
#include "engine/api/campaign_desk.h"
#include "engine/api/cash_payment.h"
#include "engine/api/deployment_health.h"
#include "engine/api/engine_api.h"
#include "engine/api/keyspace_desk.h"
#include "engine/api/ledger_desk.h"
#include "engine/api/refund_desk.h"
#include "engine/api/returns_desk.h"
#include "engine/api/secret_store.h"
#include "engine/api/team_desk.h"
