// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/rules.h"

#include <algorithm>

#include "engine/base/clock.h"

namespace evenhand::returns {
namespace {

__extension__ using Product = __int128;

bool isAmong(const std::vector<std::string>& codes, std::string_view code) noexcept {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace

std::int64_t feePoints(const api::ReturnPolicy& policy, api::OrderStatus status, std::string_view reasonCode,
                       bool history) noexcept {
    const bool left = status != api::OrderStatus::Paid && status != api::OrderStatus::WaitPickUp;
    return left && !history && !isAmong(policy.feeFreeReasons, reasonCode) ? policy.feePoints : 0;
}

Money feeOf(Money amount, std::int64_t points) noexcept {
    return Money{static_cast<std::int64_t>(static_cast<Product>(amount.minor) * points / api::kMaxFeePoints)};
}

bool approvesByRule(const api::ReturnPolicy& policy, std::string_view reasonCode, Money committed) noexcept {
    return policy.autoApproveUpTo && committed <= *policy.autoApproveUpTo &&
           (policy.autoReasons.empty() || isAmong(policy.autoReasons, reasonCode));
}

std::string autoApprovalText(const api::ReturnPolicy& policy, std::string_view reasonCode) {
    return "auto_approval; " + std::to_string(policy.autoApproveUpTo.value_or(Money{}).minor) + "; " +
           std::string(reasonCode);
}

std::string feeText(std::int64_t points, Money fee) {
    return "restocking_fee; " + std::to_string(points) + "; " + std::to_string(fee.minor);
}

Result<void> expectInWindow(store::Database& database, Instant now, const api::ReturnPolicy& policy,
                            const store::returns::Deducted& order) {
    const bool arrived = order.status == api::OrderStatus::Delivered || order.status == api::OrderStatus::Completed;
    if (!policy.windowDays || !arrived) {
        return {};
    }
    EVENHAND_ASSIGN(const auto delivered, store::returns::deliveredAt(database, order.order));
    if (!delivered || now < delivered->plusMs(*policy.windowDays * base::kDayMs)) {
        return {};
    }
    return fail(ErrorCode::WrongStatus,
                "the return rules allow " + std::to_string(*policy.windowDays) + " days from delivery", "window",
                std::to_string(*policy.windowDays));
}

AsSystem::AsSystem(runtime::UnitOfWork& work) : m_work(work), m_call(work.call()) {
    m_call.actor = api::Actor::administrator("system");
    m_call.reason.clear();
}

}  // namespace evenhand::returns
