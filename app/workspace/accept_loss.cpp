// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/accept_loss.h"

#include <tuple>

#include "engine/runtime/desk_support.h"
#include "engine/store/database/journal_store.h"

namespace evenhand::app {

Result<void> WorkspaceCore::openMark(store::Database& database) {
    if (!m_options.vfs.empty()) {
        return {};
    }
    store::JournalStore journal(database);
    if (const auto known = workMark()) {
        EVENHAND_ASSIGN(m_lost, journal.missingSince(*known));
    }
    if (m_lost && !m_options.acceptLoss) {
        return fail(ErrorCode::WorkspaceDamaged,
                    *m_lost + "; restore a backup, or accept the loss: evenhandctl audit accept-loss --reason TEXT",
                    "path", m_folder);
    }
    m_mark = std::make_unique<WorkMark>(m_folder, m_info.id);
    if (m_lost) {
        return {};
    }
    EVENHAND_ASSIGN(const auto newest, journal.newest());
    std::ignore = m_mark->write(newest);  // a failure is in the log; it is tried again a second later
    return {};
}

Result<void> WorkspaceCore::acceptLoss() {
    EVENHAND_TRY(m_mark->write(m_engine->committedMark()));
    m_lost.reset();
    return {};
}

Result<LossAccepted> acceptLoss(Workspace& workspace, const api::Call& call) {
    auto& core = workspace.core();
    if (const auto allowed = runtime::checkOperation(core.engine(), call, api::Operation::AuditAcceptLoss); !allowed) {
        workspace.runUntilIdle();  // lets the engine write the entry of a refusal
        return fail(allowed.error());
    }
    if (!core.lost()) {
        return fail(ErrorCode::WrongStatus, "no acknowledged work is missing", "path", core.folder());
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
    LossAccepted accepted{lost, std::nullopt};
    // Only if the end of the log is missing and nothing else is wrong with it: other faults have nothing to do with
    // this loss.
    if (core.auditIsCut()) {
        auto renewed = renewAnchor(workspace, call);
        if (!renewed) {
            Error error = renewed.error();
            error.message =
                "the loss is accepted, but the audit log was cut too and its anchor could not be renewed: " +
                error.message + "; run evenhandctl audit anchor --reason TEXT";
            return fail(std::move(error));
        }
        accepted.anchor = *std::move(renewed);
    }
    return accepted;
}

}  // namespace evenhand::app
