// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/policy.h"

#include "engine/returns/cases.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/return_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::returns {
namespace {

Result<void> checkThreshold(const std::optional<Money>& above, std::string_view field) {
    if (!above || (above->minor >= 0 && above->minor <= base::kMaxMoneyMinor)) {
        return {};
    }
    return fail(ErrorCode::InvalidArgument, "must be 0 to " + std::to_string(base::kMaxMoneyMinor), std::string(field),
                std::to_string(above->minor));
}

Result<void> checkBounds(std::int64_t value, std::int64_t least, std::int64_t most, std::string_view field) {
    return value >= least && value <= most
               ? Result<void>()
               : fail(ErrorCode::InvalidArgument, "must be " + std::to_string(least) + " to " + std::to_string(most),
                      std::string(field), std::to_string(value));
}

Result<void> checkRules(store::Database& database, const api::ReturnPolicy& policy) {
    EVENHAND_TRY(checkBounds(policy.windowDays.value_or(1), 1, api::kMaxWindowDays, "window_days"));
    EVENHAND_TRY(checkThreshold(policy.autoApproveUpTo, "auto_approve_up_to"));
    EVENHAND_TRY(checkBounds(policy.feePoints, 0, api::kMaxFeePoints, "fee_points"));
    for (const auto* codes : {&policy.autoReasons, &policy.feeFreeReasons}) {
        for (const auto& code : *codes) {
            EVENHAND_TRY(base::validateId(code, "reason_code"));
            EVENHAND_TRY(checkReasonCode(database, code));
        }
    }
    return {};
}

}  // namespace

Result<void> setPolicy(runtime::UnitOfWork& work, const CampusId& campus,
                       const std::optional<api::ReturnPolicy>& policy, std::int64_t version) {
    auto& database = work.database();
    if (!campus.empty()) {
        EVENHAND_TRY(base::validateId(campus.str(), "campus"));
        EVENHAND_ASSIGN(const auto found, store::campuses::find(database, campus));
        if (!found) {
            return fail(ErrorCode::NotFound, "no such campus", "campus", campus.str());
        }
    } else if (!policy) {
        return fail(ErrorCode::InvalidArgument, "the workspace needs a policy", "policy");
    }
    if (policy) {
        EVENHAND_TRY(checkThreshold(policy->fourEyesAbove, "four_eyes"));
        EVENHAND_TRY(checkThreshold(policy->secondAbove, "second"));
        // Without the first threshold the second may be anything: two approvers include the one.
        if (policy->fourEyesAbove && policy->secondAbove && *policy->secondAbove < *policy->fourEyesAbove) {
            return fail(ErrorCode::InvalidArgument, "must not be below the first threshold", "second",
                        std::to_string(policy->secondAbove->minor));
        }
        EVENHAND_TRY(checkRules(database, *policy));
    }
    EVENHAND_TRY(runtime::changeSettings(
        work, store::SettingKind::Returns, campus.str(),
        "return policy of " + (campus.empty() ? std::string("all campuses") : campus.str()), version));
    return store::returns::setPolicy(database, campus, policy);
}

}  // namespace evenhand::returns
