// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearsals, one per kind of sale. Thread: the program's main thread.
#pragma once

#include "app/ctl/command.h"

namespace evenhand::ctl {

[[nodiscard]] Result<ExitCode> rehearseCampaign(Context& context);

}  // namespace evenhand::ctl
