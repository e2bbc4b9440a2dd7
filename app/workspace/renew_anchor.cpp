// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/renew_anchor.h"

#include <algorithm>
#include <filesystem>

#include "app/workspace/audit_anchor.h"
#include "engine/runtime/desk_support.h"

namespace evenhand::app {
namespace {

namespace fs = std::filesystem;

/// Describes the former anchor for people; the file may hold anything.
std::string told(const std::optional<std::string>& text) {
    constexpr std::size_t kMaxLength = 300;
    if (!text) {
        return "there was none";
    }
    std::string line = "it was: " + text->substr(0, kMaxLength);
    std::replace_if(
        line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c >= 0x7f; }, ' ');
    return line;
}

/// Renames the former file and answers its new name; empty: there was none.
Result<std::string> setAside(const std::string& folder) {
    const auto path = AuditAnchor::pathIn(folder);
    std::error_code error;
    if (!fs::exists(path, error)) {
        return std::string();
    }
    for (int i = 1;; ++i) {
        const auto kept = path + "." + std::to_string(i);
        if (fs::exists(kept, error)) {
            continue;
        }
        if (fs::rename(path, kept, error); error) {
            return fail(ErrorCode::Storage, "the former anchor cannot be kept: " + error.message(), "path", kept);
        }
        return kept;
    }
}

}  // namespace

Result<AnchorRenewed> renewAnchor(Workspace& workspace, const api::Call& call) {
    auto& core = workspace.core();
    if (const auto allowed = runtime::checkOperation(core.engine(), call, api::Operation::AuditSetAnchor); !allowed) {
        workspace.runUntilIdle();  // lets the engine write the entry of a refusal
        return fail(allowed.error());
    }
    const auto witness = core.auditWitness();
    if (witness.anchored) {
        return fail(ErrorCode::WrongStatus, "the anchor fits the audit log: there is nothing to set", "anchor");
    }
    api::AuditRecord record;
    record.operation = api::infoOf(api::Operation::AuditSetAnchor).name;
    record.outcome = api::AuditOutcome::Noted;
    record.subject = "audit anchor";
    record.reason = call.reason;
    record.detail = "a new anchor of the audit log; " + told(witness.anchor);
    auto noted = core.engine().ask<void>(
        call, [record](runtime::UnitOfWork& work) -> Result<void> { return work.record(record); });
    workspace.runUntilIdle();
    if (!noted.isFinished() || noted.resultCount() == 0) {
        return fail(ErrorCode::Cancelled, "the engine was shut down");
    }
    EVENHAND_TRY(noted.result());
    AnchorRenewed renewed;
    renewed.head = core.running()->auditHead();
    workspace.stop();  // so that nobody else writes the file from here on
    EVENHAND_TRY(core.keepPlace());
    EVENHAND_ASSIGN(renewed.kept, setAside(core.folder()));
    const auto key = witness.keys.find(witness.keyId);
    AuditAnchor anchor(core.folder(), witness.workspaceId,
                       key == witness.keys.end() ? runtime::AuditKey() : runtime::AuditKey::of(key->second),
                       core.wallClock());
    EVENHAND_TRY(anchor.write(renewed.head));
    return renewed;
}

}  // namespace evenhand::app
