// SPDX-License-Identifier: GPL-3.0-or-later
// What became of orders that were given to other couriers: by `reassign`, and by `couriers handover`.
// Thread: the program's main thread.
#pragma once

#include <vector>

#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {

/// A line and a row of the document for each, with who has it now: so once the engine has settled.
[[nodiscard]] Result<ExitCode> tellGiven(Context& context, Session& session, const api::Call& call,
                                         const std::vector<api::ReassignOutcome>& outcomes);

}  // namespace evenhand::ctl
