// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/accounts/audit_checks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/store/audit_store.h"

namespace evenhand::accounts {
namespace {

constexpr std::int64_t kSlice = 4'096;

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
