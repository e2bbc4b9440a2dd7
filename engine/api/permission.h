// SPDX-License-Identifier: GPL-3.0-or-later
// What an operation can need of its actor, and which role may do it. Which operation needs which: operations.h.
// Thread: value types and pure functions, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace evenhand::api {

/// Their order numbers the bits of a set (bitOf), so new ones go to the end.
enum class Permission : std::uint8_t {
    Read,
    PlaceOrders,  ///< storefronts and imports: place, pay as the provider reports it, attempt, draw
    Dispatch,
    CancelOrders,
    ManageCatalogue,
    ManageCouriers,
    ManagePolicies,
    ManageActivities,  ///< flash sales
    ManageCampaigns,
    RequestReturns,  ///< and cancel them
    HandleGoods,     ///< receive or skip what comes back
    ApproveReturns,  ///< and reject them
    RefundMoney,     ///< ask for refunds, cancel and retry them, record what was paid by hand
    ApproveRefunds,  ///< those asked for from Orders, above the threshold
    SendRefunds,     ///< workers only: claim and report
    RecordPayments,  ///< by hand: a payment that nobody but this person vouches for
    ManageTasks,     ///< retry and drop dead letters, hold and release kinds
    RunTasks,        ///< workers only: claim, perform, report
    ManageWebhooks,
    ManagePeople,
    ReadAudit,  ///< the audit log and who the people are
    ManageBackups,
    TakeOrders,  ///< place them by hand, for somebody who calls
    HandleCases  ///< returns and refunds as cases: who works on them, notes
};
inline constexpr std::size_t kPermissions = 24;

/// A set over Permission.
using Permissions = std::uint32_t;
static_assert(kPermissions <= 32);
[[nodiscard]] constexpr Permissions bitOf(Permission permission) noexcept {
    return Permissions{1} << static_cast<unsigned>(permission);
}
/// What only workers of the program itself may do.
inline constexpr Permissions kWorkerPermissions = bitOf(Permission::SendRefunds) | bitOf(Permission::RunTasks);

/// Of people; one may have several. A refund clerk and a refund approver alone cannot move money above a threshold, and
/// an approver's own requests need somebody else.
enum class Role : std::uint8_t {
    Administrator,    ///< everything but what only workers do
    Dispatcher,       ///< Read, Dispatch, CancelOrders, ManageCouriers, TakeOrders
    CampaignManager,  ///< Read, ManageActivities, ManageCampaigns
    RefundClerk,      ///< Read, RequestReturns, HandleGoods, RefundMoney, RecordPayments, HandleCases
    RefundApprover,   ///< Read, ApproveReturns, ApproveRefunds, HandleCases
    Auditor           ///< Read, ReadAudit: reads everything, changes nothing
};
[[nodiscard]] Permissions permissionsOf(Role role) noexcept;
/// All that any of them may.
[[nodiscard]] Permissions permissionsOf(std::span<const Role> roles) noexcept;

// Stored text: "read", "place_orders", …; "administrator", "refund_clerk", …
[[nodiscard]] std::string_view toText(Permission value) noexcept;
[[nodiscard]] std::string_view toText(Role value) noexcept;
[[nodiscard]] std::optional<Role> roleFrom(std::string_view text) noexcept;
[[nodiscard]] std::span<const Permission> allPermissions() noexcept;
[[nodiscard]] std::span<const Role> allRoles() noexcept;
/// Roles that have the permission, for "ask one of these".
[[nodiscard]] std::vector<Role> rolesWith(Permission permission);

}  // namespace evenhand::api
