// SPDX-License-Identifier: GPL-3.0-or-later
// Going on, by the word of an administrator, with a workspace from which acknowledged work is missing. It brings
// nothing back: the audit log says what was missing, who answers for it and why, and the folder remembers from now on
// what is there. Thread: that of the workspace, which has no threads of its own (OpenOptions::threaded).
#pragma once

#include <string>

#include "app/workspace/workspace.h"

namespace evenhand::app {

/// Of a workspace that was opened with OpenOptions::acceptLoss; answers what was missing. Permission ManageBackups; a
/// reason is needed. WrongStatus: nothing is missing; ReadOnly; Storage (path).
[[nodiscard]] Result<std::string> acceptLoss(Workspace& workspace, const api::Call& call);

}  // namespace evenhand::app
