// SPDX-License-Identifier: GPL-3.0-or-later
// An administrator accepts that acknowledged work is missing from a workspace, so that it can be used again. Nothing is
// brought back. The audit log says what was missing, who accepted it and why, and from now on the folder remembers what
// is there. If the end of the audit log is missing as well, its anchor is written anew as part of the same loss.
// Thread: that of the workspace, which has no threads of its own (OpenOptions::threaded).
#pragma once

#include <optional>
#include <string>

#include "app/workspace/renew_anchor.h"
#include "app/workspace/workspace.h"

namespace evenhand::app {

struct LossAccepted {
    std::string lost;                     ///< what was missing
    std::optional<AnchorRenewed> anchor;  ///< set if the audit log was cut; the workspace's engine has then ended
};
/// The workspace must have been opened with OpenOptions::acceptLoss and acceptAuditFault. Needs the permission
/// ManageBackups and a reason. Errors: WrongStatus (nothing is missing), ReadOnly, Storage (path).
[[nodiscard]] Result<LossAccepted> acceptLoss(Workspace& workspace, const api::Call& call);

}  // namespace evenhand::app
