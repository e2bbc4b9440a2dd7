// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log of a workspace that is opened: its key, its anchor, whether both fit, and what is done where they do
// not.
#include <algorithm>
#include <filesystem>
#include <tuple>

#include "app/workspace/audit_key.h"
#include "app/workspace/workspace_core.h"
#include "engine/accounts/audit_checks.h"
#include "engine/base/durable_file.h"
#include "engine/base/log.h"
#include "engine/store/records/audit_store.h"

namespace evenhand::app {
namespace {

namespace fs = std::filesystem;
using store::Database;

/// The other workspace that this place had; empty: none that is known of.
std::string formerOf(const Result<std::string>& had, const std::string& workspaceId) {
    return had && *had != workspaceId ? *had : std::string();
}

/// Left where an audit log was found to fail behind its newest entries, so that the next opening looks at all of it.
/// Who removes it gains nothing: the same is found again.
std::string doubtPath(const std::string& folder) { return folder + "/audit.doubt"; }

}  // namespace

bool isAuditFault(const Error& error) noexcept {
    return error.code == ErrorCode::WorkspaceDamaged && error.field == "audit";
}

Result<void> WorkspaceCore::openAudit(Database& database, runtime::EngineOptions& engine) {
    auto found = findAuditKey(m_options.secrets.get(), m_info.id);
    m_auditKey = found.key;
    m_whyNoKey = found.whyNone;
    const auto had = workspaceOfPlace(m_options.secrets.get(), m_folder);
    m_formerId = formerOf(had, m_info.id);
    EVENHAND_ASSIGN(const auto head, store::audit::head(database));
    EVENHAND_ASSIGN(const auto last, store::audit::lastKeyId(database));
    EVENHAND_ASSIGN(const auto anchor, AuditAnchor::read(m_folder));
    const auto sealedBy = last.empty() && anchor ? runtime::anchorKeyId(*anchor) : last;
    const auto unreachable = [&]() -> Result<void> {
        // Entries without a seal behind sealed ones look as if somebody without the key had written them, for ever.
        return fail(ErrorCode::Unsupported,
                    "the audit log is sealed and its key cannot be reached: " + m_whyNoKey +
                        "; unlock the keychain, or name the folder that holds it by $EVENHAND_SECRETS_DIR",
                    "keychain", sealedBy);
    };
    if (m_auditKey.id.empty() && !found.missing && !sealedBy.empty()) {
        return unreachable();
    }
    bool fits = false;
    EVENHAND_TRY(checkAudit(database, fits));
    m_anchor = std::make_unique<AuditAnchor>(m_folder, m_info.id, m_auditKey, wallClock());
    if (found.missing) {
        if (m_lease) {
            // While somebody else runs the workspace nothing can say that another key seals from here on.
            EVENHAND_TRY(m_lease->acquire(database));
        }
        auto kept = keepFirstKey(head, fits);
        if (m_lease) {
            m_lease->release(database);
        }
        EVENHAND_TRY(kept);
        if (m_auditKey.id.empty() && !sealedBy.empty()) {
            return unreachable();
        }
    }
    if (fits && had && had->empty() && !m_auditKey.id.empty()) {
        tryKeepPlace(m_options.secrets.get(), m_folder, m_info.id);
    }
    if (fits && !m_anchor->writtenAt()) {
        std::ignore = m_anchor->begin(head);  // it has said so in the log of the program, and tries again
    }
    if (head.seq > 0 && last != m_auditKey.id && (!last.empty() || found.missing)) {
        m_newKeyAfter = last;
    }
    // Without threads it would be looked at before anything is done, by every command of a command line.
    m_restOfAuditDue = fits && m_options.threaded && head.seq > accounts::kAuditTail;
    engine.auditKey = m_auditKey;
    engine.leaveNote = [folder = m_folder, &clock = wallClock()](const api::AuditRecord& record) {
        return AuditNotes::leave(folder, clock.now(), record);
    };
    engine.auditClock = m_options.wallClock;
    return {};
}

Result<void> WorkspaceCore::checkAudit(Database& database, bool& fits) {
    const auto witness = witnessOf(m_auditKey, m_formerId);
    std::error_code ignored;
    const bool doubted = fs::exists(doubtPath(m_folder), ignored);
    EVENHAND_ASSIGN(const auto report, doubted ? accounts::verifyAuditSince(database, witness)
                                               : accounts::verifyAuditTail(database, witness));
    fits = report.intact();
    m_auditIsCut = !fits && std::all_of(report.faults.begin(), report.faults.end(), [](const api::AuditFault& fault) {
        return fault.kind == api::AuditFaultKind::Truncated || fault.kind == api::AuditFaultKind::UnknownKey;
    });
    if (fits && doubted) {
        fs::remove(doubtPath(m_folder), ignored);
    }
    // Whoever answers for lost work does so only where some is lost.
    const bool answeredFor = m_options.acceptAuditFault && (!m_options.acceptLoss || m_lost);
    return fits || answeredFor ? Result<void>() : fail(auditFault(report));
}

Error WorkspaceCore::auditFault(const api::AuditReport& report) const {
    const auto bad = std::find_if(report.faults.begin(), report.faults.end(), [](const api::AuditFault& fault) {
        return fault.kind != api::AuditFaultKind::UnknownKey;
    });
    return {ErrorCode::WorkspaceDamaged,
            "the audit log failed verification: " + (bad != report.faults.end() ? bad->what : std::string()) +
                "; it can still be read (evenhandctl audit verify, list, export); nothing is added to it until an "
                "administrator accepts it as it is (evenhandctl audit anchor --reason TEXT)",
            "audit", m_info.id};
}

void WorkspaceCore::verifyRestOfAudit() {
    accounts::verifyAuditSince(*m_reader, auditWitness(), [this](const Result<api::AuditReport>& report) {
        if (!report && report.error().code == ErrorCode::Cancelled) {
            return;  // closed before
        }
        if (!report) {
            base::log(base::LogLevel::Warning, "audit", "not all entries were verified: " + report.error().text());
        } else if (!report->intact()) {
            const auto fault = auditFault(*report);
            if (const auto left = base::replaceFile(doubtPath(m_folder), fault.message + '\n', base::FileMode::Private);
                !left) {
                base::log(base::LogLevel::Warning, "audit",
                          "the fault of the audit log could not be recorded: " + left.error().message);
            }
            running()->endWriting(fault);
        }
    });
}

Result<void> WorkspaceCore::keepFirstKey(const api::AuditHead& head, bool fits) {
    EVENHAND_ASSIGN(const auto key, newAuditKey());
    // The anchor before the key: a key without an anchor that it has sealed is how a log looks that was taken away.
    const auto sealing = runtime::AuditKey::of(key);
    auto anchor = std::make_unique<AuditAnchor>(m_folder, m_info.id, sealing, wallClock());
    if (fits) {
        EVENHAND_TRY(anchor->begin(head));
    }
    if (const auto kept = keepAuditKey(*m_options.secrets, m_info.id, key); !kept) {
        m_whyNoKey = kept.error().message;
        return {};  // the caller's own anchor, without a seal, comes over this one
    }
    m_auditKey = sealing;
    m_whyNoKey.clear();
    m_anchor = std::move(anchor);
    return {};
}

/// Another key seals from here on: said in the log, by the first entry that it seals.
Result<void> WorkspaceCore::noteNewKey() {
    if (!m_newKeyAfter) {
        return {};
    }
    const auto record = newKeyRecord(m_auditKey, *m_newKeyAfter);
    m_newKeyAfter.reset();
    const api::Call call{api::Actor::administrator("system"), {}, {}};
    auto noted =
        running()->ask<void>(call, [record](runtime::UnitOfWork& work) -> Result<void> { return work.record(record); });
    if (!m_options.threaded) {
        running()->runUntilIdle();
    }
    if (m_options.threaded) {
        noted.waitForFinished();  // nothing else that it seals comes before it
    }
    return {};
}

accounts::AuditWitness WorkspaceCore::witnessOf(const runtime::AuditKey& key, const std::string& formerId) const {
    accounts::AuditWitness witness;
    witness.workspaceId = m_info.id;
    witness.formerId = formerId;
    witness.keyId = key.id;
    if (!key.id.empty()) {
        witness.keys[key.id] = key.key;
    }
    witness.anchorExpected = true;
    const auto anchor = AuditAnchor::read(m_folder);
    witness.anchor = anchor ? *anchor : std::optional<std::string>("unreadable");
    return witness;
}

accounts::AuditWitness WorkspaceCore::auditWitness() const {
    auto key = m_auditKey;
    auto whyNone = m_whyNoKey;
    auto formerId = m_formerId;
    if (m_refusing) {
        auto found = findAuditKey(m_options.secrets.get(), m_info.id);
        key = found.key;
        whyNone = found.whyNone;
        formerId = formerOf(workspaceOfPlace(m_options.secrets.get(), m_folder), m_info.id);
    }
    auto witness = witnessOf(key, formerId);
    witness.whyNoKey = whyNone;
    witness.anchored = m_anchor ? m_anchor->writtenAt() : std::nullopt;
    return witness;
}

Result<void> WorkspaceCore::keepPlace() {
    EVENHAND_TRY(app::keepPlace(m_options.secrets.get(), m_folder, m_info.id));
    m_formerId.clear();
    return {};
}

}  // namespace evenhand::app
