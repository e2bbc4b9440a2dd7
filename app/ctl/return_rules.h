// SPDX-License-Identifier: GPL-3.0-or-later
// "returns rules": the return rules of the workspace or of a campus.
// Thread: the program's main thread.
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {

[[nodiscard]] Result<ExitCode> returnRules(Context& context, Session& session);

}  // namespace evenhand::ctl
