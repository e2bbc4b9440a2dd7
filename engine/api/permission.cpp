// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/permission.h"

#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

using P = Permission;

constexpr base::TextTable<Permission, kPermissions> kPermissionTexts{{{P::Read, "read"},
                                                                      {P::PlaceOrders, "place_orders"},
                                                                      {P::Dispatch, "dispatch"},
                                                                      {P::CancelOrders, "cancel_orders"},
                                                                      {P::ManageCatalogue, "manage_catalogue"},
                                                                      {P::ManageCouriers, "manage_couriers"},
                                                                      {P::ManagePolicies, "manage_policies"},
                                                                      {P::ManageActivities, "manage_activities"},
                                                                      {P::ManageCampaigns, "manage_campaigns"},
                                                                      {P::RequestReturns, "request_returns"},
                                                                      {P::HandleGoods, "handle_goods"},
                                                                      {P::ApproveReturns, "approve_returns"},
                                                                      {P::RefundMoney, "refund_money"},
                                                                      {P::ApproveRefunds, "approve_refunds"},
                                                                      {P::SendRefunds, "send_refunds"},
                                                                      {P::RecordPayments, "record_payments"},
                                                                      {P::ManageTasks, "manage_tasks"},
                                                                      {P::RunTasks, "run_tasks"},
                                                                      {P::ManageWebhooks, "manage_webhooks"},
                                                                      {P::ManagePeople, "manage_people"},
                                                                      {P::ReadAudit, "read_audit"},
                                                                      {P::ManageBackups, "manage_backups"},
                                                                      {P::TakeOrders, "take_orders"},
                                                                      {P::HandleCases, "handle_cases"}}};
constexpr base::TextTable<Role, 6> kRoleTexts{{{Role::Administrator, "administrator"},
                                               {Role::Dispatcher, "dispatcher"},
                                               {Role::CampaignManager, "campaign_manager"},
                                               {Role::RefundClerk, "refund_clerk"},
                                               {Role::RefundApprover, "refund_approver"},
                                               {Role::Auditor, "auditor"}}};
static_assert(base::inOrder(kPermissionTexts) && base::inOrder(kRoleTexts));

constexpr auto kAllPermissions = base::valuesOf(kPermissionTexts);
constexpr auto kAllRoles = base::valuesOf(kRoleTexts);

template <typename... Rest>
constexpr Permissions setOf(Rest... permissions) {
    return (bitOf(permissions) | ...);
}

}  // namespace

Permissions permissionsOf(Role role) noexcept {
    switch (role) {
        case Role::Administrator: return ((Permissions{1} << kPermissions) - 1) & ~kWorkerPermissions;
        case Role::Dispatcher: return setOf(P::Read, P::Dispatch, P::CancelOrders, P::ManageCouriers, P::TakeOrders);
        case Role::CampaignManager: return setOf(P::Read, P::ManageActivities, P::ManageCampaigns);
        case Role::RefundClerk:
            return setOf(P::Read, P::RequestReturns, P::HandleGoods, P::RefundMoney, P::RecordPayments, P::HandleCases);
        case Role::RefundApprover: return setOf(P::Read, P::ApproveReturns, P::ApproveRefunds, P::HandleCases);
        case Role::Auditor: return setOf(P::Read, P::ReadAudit);
    }
    return 0;
}

Permissions permissionsOf(std::span<const Role> roles) noexcept {
    Permissions all = 0;
    for (const Role role : roles) {
        all |= permissionsOf(role);
    }
    return all;
}

std::string_view toText(Permission value) noexcept { return base::textOf(kPermissionTexts, value); }
std::string_view toText(Role value) noexcept { return base::textOf(kRoleTexts, value); }
std::optional<Role> roleFrom(std::string_view text) noexcept { return base::valueOf(kRoleTexts, text); }
std::span<const Permission> allPermissions() noexcept { return kAllPermissions; }
std::span<const Role> allRoles() noexcept { return kAllRoles; }

std::vector<Role> rolesWith(Permission permission) {
    std::vector<Role> roles;
    for (const Role role : kAllRoles) {
        if ((permissionsOf(role) & bitOf(permission)) != 0) {
            roles.push_back(role);
        }
    }
    return roles;
}

}  // namespace evenhand::api
