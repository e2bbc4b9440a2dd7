// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/accept_loss.h"

#include "engine/runtime/desk_support.h"

namespace evenhand::app {

Result<std::string> acceptLoss(Workspace& workspace, const api::Call& call) {
    auto& core = workspace.core();
    if (const auto allowed = runtime::checkOperation(core.engine(), call, api::Operation::AuditAcceptLoss); !allowed) {
        workspace.runUntilIdle();  // a refusal's entry
        return fail(allowed.error());
    }
    if (!core.lost()) {
        return fail(ErrorCode::WrongStatus, "nothing that was acknowledged is missing", "path", core.folder());
    }
    const auto lost = *core.lost();
    api::AuditRecord record;
    record.operation = api::infoOf(api::Operation::AuditAcceptLoss).name;
    record.outcome = api::AuditOutcome::Noted;
    record.subject = "acknowledged work";
    record.reason = call.reason;
    record.detail = lost;
    auto noted = core.engine().ask<void>(
        call, [record](runtime::UnitOfWork& work) -> Result<void> { return work.record(record); });
    workspace.runUntilIdle();
    if (!noted.isFinished() || noted.resultCount() == 0) {
        return fail(ErrorCode::Cancelled, "the engine was shut down");
    }
    EVENHAND_TRY(noted.result());
    EVENHAND_TRY(core.acceptLoss());
    return lost;
}

}  // namespace evenhand::app
