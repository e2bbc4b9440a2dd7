// SPDX-License-Identifier: GPL-3.0-or-later
// An administrator replaces the anchor of the audit log because it does not fit the log: after a disk was put back to
// an older state, a folder was copied, or the anchor's file was lost. This repairs nothing: entries that were edited or
// deleted inside the log stay faults. The former file is kept beside the new one, and the log says who replaced it and
// why. Thread: that of the workspace, which has no threads of its own (OpenOptions::threaded) and was opened although
// its log fails (OpenOptions::acceptAuditFault).
#pragma once

#include <string>

#include "app/workspace/workspace.h"

namespace evenhand::app {

struct AnchorRenewed {
    api::AuditHead head;  ///< the head in the new anchor
    std::string kept;     ///< where the former anchor is kept; empty: there was none
};
/// Needs the permission ManageBackups and a reason. Ends the workspace's engine. Errors: WrongStatus (the anchor fits),
/// ReadOnly, Storage (path).
[[nodiscard]] Result<AnchorRenewed> renewAnchor(Workspace& workspace, const api::Call& call);

}  // namespace evenhand::app
