// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/desk_support.h"

#include "engine/base/ids.h"
#include "engine/base/log.h"

namespace evenhand::runtime {
namespace {

std::string_view permissionName(api::Permission permission) noexcept {
    switch (permission) {
        case api::Permission::Read: return "read";
        case api::Permission::PlaceOrders: return "place_orders";
        case api::Permission::Dispatch: return "dispatch";
        case api::Permission::CancelOrders: return "cancel_orders";
        case api::Permission::ManageCatalogue: return "manage_catalogue";
        case api::Permission::ManageCouriers: return "manage_couriers";
        case api::Permission::ManagePolicies: return "manage_policies";
        case api::Permission::ManageActivities: return "manage_activities";
        case api::Permission::ManageCampaigns: return "manage_campaigns";
        case api::Permission::RequestReturns: return "request_returns";
        case api::Permission::HandleGoods: return "handle_goods";
        case api::Permission::ApproveReturns: return "approve_returns";
        case api::Permission::RefundMoney: return "refund_money";
        case api::Permission::ApproveRefunds: return "approve_refunds";
        case api::Permission::SendRefunds: return "send_refunds";
    }
    return "?";
}

constexpr std::size_t kMaxReasonCharacters = 500;

}  // namespace

Result<void> checkPermission(const api::Call& call, api::Permission permission) {
    if (call.actor.may(permission)) {
        return {};
    }
    const std::string name(permissionName(permission));
    base::log(base::LogLevel::Warning, "permission", call.actor.name + " was refused " + name);
    return fail(ErrorCode::PermissionDenied, call.actor.name + " lacks the permission", "permission", name);
}

Result<void> checkReason(const api::Call& call) {
    if (call.reason.find_first_not_of(" \t\r\n") == std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "a reason is needed", "reason");
    }
    return base::validateText(call.reason, "reason", kMaxReasonCharacters);
}

}  // namespace evenhand::runtime
