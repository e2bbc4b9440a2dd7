// SPDX-License-Identifier: GPL-3.0-or-later
// Going on, by the word of an administrator, with a workspace from which acknowledged work is missing. It brings
// nothing back: the audit log says what was missing, who answers for it and why, and the folder remembers from now on
// what is there. Where the end of the audit log is missing too, its anchor is set anew: that loss is a part of the one
// that is accepted. Thread: that of the workspace, which has no threads of its own (OpenOptions::threaded).
#pragma once

#include <optional>
#include <string>

#include "app/workspace/renew_anchor.h"
#include "app/workspace/workspace.h"

namespace evenhand::app {

struct LossAccepted {
    std::string lost;                     ///< what was missing
    std::optional<AnchorRenewed> anchor;  ///< the audit log was cut; the workspace's engine has ended
};
/// Of a workspace that was opened with OpenOptions::acceptLoss and acceptAuditFault. Permission ManageBackups; a reason
/// is needed. WrongStatus: nothing is missing; ReadOnly; Storage (path).
[[nodiscard]] Result<LossAccepted> acceptLoss(Workspace& workspace, const api::Call& call);

}  // namespace evenhand::app
