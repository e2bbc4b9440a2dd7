// SPDX-License-Identifier: GPL-3.0-or-later
// Who is on duty in the keyspace, put right after the database: where they commit apart, a process may have died
// between a change of duty and its step on the keyspace. Thread: the engine's; stateless.
#pragma once

#include "engine/runtime/unit_of_work.h"

namespace evenhand::dispatch {

/// Enrols whoever is missing, and has those come on duty and go off it who should; they get the weight that the
/// database implies. Doing it again, or beside whoever does that step at last, changes nothing. Where keyspace and
/// database commit as one there is nothing to follow.
[[nodiscard]] Result<void> followDuty(runtime::UnitOfWork& work, const CampusId& campus);

}  // namespace evenhand::dispatch
