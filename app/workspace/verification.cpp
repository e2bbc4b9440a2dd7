// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/verification.h"

#include <utility>

#include "engine/accounts/audit_checks.h"
#include "engine/alerts/alert_checks.h"
#include "engine/campaigns/campaign_checks.h"
#include "engine/dispatch/dispatch_checks.h"
#include "engine/ledger/ledger_checks.h"
#include "engine/orders/order_checks.h"
#include "engine/returns/return_checks.h"
#include "engine/seckill/seckill_checks.h"
#include "engine/shifts/shift_checks.h"
#include "engine/tasks/task_checks.h"
#include "engine/timers/timer_checks.h"

namespace evenhand::app {

std::vector<runtime::Check> allChecks(accounts::AuditWitness witness, std::optional<store::JournalMark> known,
                                      bool shared) {
    std::vector<runtime::Check> checks = dispatch::dispatchChecks();
    for (auto&& more :
         {shifts::shiftChecks(), orders::orderChecks(), timers::timerChecks(), alerts::alertChecks(),
          seckill::seckillChecks(), campaigns::campaignChecks(), returns::returnChecks(), ledger::ledgerChecks(),
          tasks::taskChecks(), runtime::storageChecks(), accounts::auditChecks(std::move(witness))}) {
        checks.insert(checks.end(), more.begin(), more.end());
    }
    checks.push_back(runtime::missingWorkCheck(known));
    if (shared) {
        std::erase_if(checks, [](const runtime::Check& check) { return check.id == "E2" || check.id == "E5"; });
    }
    return checks;
}

namespace {

/// Runs the checks that need no keyspace.
Result<std::vector<runtime::Verdict>> verifyDatabase(const WorkspaceCore& core, const Error& why) {
    EVENHAND_ASSIGN(const auto database, core.readers()());
    EVENHAND_TRY(database->beginRead());
    keyspace::EmbeddedKeyspace none;
    auto checks = runtime::storageChecks();
    std::erase_if(checks, [](const runtime::Check& check) { return check.id == "E2"; });
    checks.push_back(runtime::missingWorkCheck(core.workMark()));
    EVENHAND_ASSIGN(auto verdicts, runtime::verify(checks, {*database, none}));
    database->rollback();
    verdicts.front().finding.offend(why.text());
    return verdicts;
}

}  // namespace

Result<std::vector<Verdict>> verifyWorkspace(Workspace& workspace, const VerifyProgress& before) {
    const auto& core = workspace.core();
    const auto checks = allChecks(core.auditWitness(), core.workMark(), core.isShared());
    const auto of = static_cast<std::int64_t>(checks.size());
    std::vector<runtime::Verdict> found;
    const auto inspected =
        workspace.inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            std::int64_t done = 0;
            EVENHAND_ASSIGN(found, runtime::verify(checks, {database, keyspace}, [&](const runtime::Check& check) {
                                return before(check.id, done++, of);
                            }));
            return {};
        });
    if (!inspected && inspected.error().code != ErrorCode::WorkspaceDamaged) {
        return fail(inspected.error());
    }
    if (found.empty()) {
        EVENHAND_ASSIGN(found, verifyDatabase(core, inspected.error()));
    }
    std::vector<Verdict> verdicts;
    verdicts.reserve(found.size());
    for (auto& one : found) {
        verdicts.push_back({std::move(one.id), std::move(one.name), one.finding.checked, one.finding.violations,
                            std::move(one.finding.offenders)});
    }
    return verdicts;
}

}  // namespace evenhand::app
