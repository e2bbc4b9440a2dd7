// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/verification.h"

#include <utility>

#include "engine/accounts/audit_checks.h"
#include "engine/coupons/campaign_checks.h"
#include "engine/dispatch/dispatch_checks.h"
#include "engine/ledger/ledger_checks.h"
#include "engine/orders/order_checks.h"
#include "engine/returns/return_checks.h"
#include "engine/seckill/seckill_checks.h"
#include "engine/tasks/task_checks.h"
#include "engine/timeouts/timer_checks.h"

namespace evenhand::app {

std::vector<runtime::Check> allChecks(accounts::AuditWitness witness, std::optional<store::JournalMark> known) {
    std::vector<runtime::Check> checks = dispatch::dispatchChecks();
    for (auto&& more : {orders::orderChecks(), timeouts::timerChecks(), seckill::seckillChecks(),
                        coupons::campaignChecks(), returns::returnChecks(), ledger::ledgerChecks(), tasks::taskChecks(),
                        runtime::storageChecks(), accounts::auditChecks(std::move(witness))}) {
        checks.insert(checks.end(), more.begin(), more.end());
    }
    checks.push_back(runtime::missingWorkCheck(known));
    return checks;
}

}  // namespace evenhand::app
