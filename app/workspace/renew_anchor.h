// SPDX-License-Identifier: GPL-3.0-or-later
// A new anchor of the audit log, by the word of an administrator, where the one that is there does not fit: after a
// disk was put back to an older state, a folder was copied, or the anchor's file was lost. It heals nothing in the log:
// what was edited or deleted inside it stays a fault. The former file is kept beside it, and the log says who did it
// and why. Thread: that of the workspace, which has no threads of its own (OpenOptions::threaded)
// and was opened although its log fails (OpenOptions::acceptAuditFault).
#pragma once

#include <string>

#include "app/workspace/workspace.h"

namespace evenhand::app {

struct AnchorRenewed {
    api::AuditHead head;  ///< that the new one remembers
    std::string kept;     ///< where the former one is; empty: there was none
};
/// Permission ManageBackups; a reason is needed. Ends the workspace's engine. WrongStatus: the anchor fits; ReadOnly;
/// Storage (path).
[[nodiscard]] Result<AnchorRenewed> renewAnchor(Workspace& workspace, const api::Call& call);

}  // namespace evenhand::app
