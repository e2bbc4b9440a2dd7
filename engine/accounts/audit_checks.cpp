// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/accounts/audit_checks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/api/operations.h"
#include "engine/store/audit_store.h"

namespace evenhand::accounts {
namespace {

constexpr std::int64_t kSlice = 4'096;

/// Where in the newest entries somebody has answered for what was before; nullopt: nowhere.
std::optional<std::size_t> answeredFor(const std::vector<api::AuditEntry>& entries, const AuditWitness& witness) {
    const auto name = api::infoOf(api::Operation::AuditSetAnchor).name;
    for (std::size_t i = entries.size(); i-- > 0;) {
        const auto& entry = entries[i];
        if (entry.record.operation == name && entry.record.outcome == api::AuditOutcome::Noted &&
            (witness.keys.empty() || runtime::isSealed(entry, witness.keys))) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace

Result<api::AuditReport> verifyAudit(store::Database& database, const AuditWitness& witness) {
    EVENHAND_ASSIGN(const auto head, store::audit::head(database));
    auto verifier = witness.verifier(head.seq > 0);
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    while (true) {
        EVENHAND_ASSIGN(const auto entries, store::audit::slice(database, {}, last, kSlice));
        if (entries.empty()) {
            return verifier.finish();
        }
        for (const auto& entry : entries) {
            verifier.add(entry);
            last = entry.record.seq;
        }
    }
}

Result<api::AuditReport> verifyAuditTail(store::Database& database, const AuditWitness& witness) {
    EVENHAND_ASSIGN(const auto head, store::audit::head(database));
    // The entry before the first is read too: the chain goes on from its hash.
    const auto before = head.seq - kAuditTail;
    EVENHAND_ASSIGN(
        const auto entries,
        store::audit::slice(database, {}, before > 0 ? before - 1 : std::numeric_limits<std::int64_t>::min(),
                            kAuditTail + 1));
    auto verifier = witness.verifier(head.seq > 0);
    std::size_t first = 0;
    if (const auto answered = answeredFor(entries, witness); answered && *answered > 0) {
        first = *answered;
        const auto& former = entries[first - 1];
        verifier.startAfter({entries[first].record.seq - 1, former.hash}, former.keyId);
    } else if (before > 0 && !entries.empty() && entries.front().record.seq == before) {
        first = 1;
        verifier.startAfter({before, entries.front().hash}, entries.front().keyId);
    }
    const auto anchor = witness.judged(head.seq > 0).head;
    if (anchor && first < entries.size() && anchor->seq < entries[first].record.seq && anchor->seq > 0) {
        EVENHAND_ASSIGN(const auto anchored, store::audit::slice(database, {}, anchor->seq - 1, 1));
        if (!anchored.empty()) {
            verifier.compareAnchor(anchored.front());
        }
    }
    for (auto i = first; i < entries.size(); ++i) {
        verifier.add(entries[i]);
    }
    return verifier.finish();
}

std::vector<runtime::Check> auditChecks(AuditWitness witness) {
    return {{"E4", "The audit log is as it was written",
             [witness = std::move(witness)](runtime::Picture& picture, runtime::Finding& finding) -> Result<void> {
                 EVENHAND_ASSIGN(const auto report, verifyAudit(picture.database, witness));
                 finding.checked += report.checked;
                 for (const auto& fault : report.faults) {
                     if (fault.kind != api::AuditFaultKind::UnknownKey) {
                         finding.offend(fault.what);
                     }
                 }
                 // The report names the first of many.
                 finding.violations = std::max(finding.violations, report.violations);
                 return {};
             }}};
}

}  // namespace evenhand::accounts
