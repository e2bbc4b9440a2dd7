// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/alert_roles.h"

namespace evenhand::ui {
namespace {

constexpr AlertKinds kOfOrders =
    bitOf(api::AlertKind::Unassigned) | bitOf(api::AlertKind::PickUpLate) | bitOf(api::AlertKind::DeliveryLate);
constexpr AlertKinds kOfCouriers =
    bitOf(api::AlertKind::NoCourier) | bitOf(api::AlertKind::AtLimit) | bitOf(api::AlertKind::Spread);
constexpr AlertKinds kOfSales =
    bitOf(api::AlertKind::Budget) | bitOf(api::AlertKind::BudgetPace) | bitOf(api::AlertKind::SaleDiffers);
constexpr AlertKinds kOfRefunds =
    bitOf(api::AlertKind::RefundFailed) | bitOf(api::AlertKind::RefundUnknown) | bitOf(api::AlertKind::CaseOld);
constexpr AlertKinds kOfWork =
    bitOf(api::AlertKind::DeadLetter) | bitOf(api::AlertKind::QueueDiffers) | bitOf(api::AlertKind::LowStock);

}  // namespace

AlertKinds alertsOf(api::Role role) noexcept {
    switch (role) {
        case api::Role::Administrator: return kEveryAlert;
        case api::Role::Dispatcher: return kOfOrders | kOfCouriers | kOfWork;
        case api::Role::CampaignManager: return kOfSales | bitOf(api::AlertKind::LowStock);
        case api::Role::RefundClerk:
        case api::Role::RefundApprover: return kOfRefunds;
        case api::Role::Auditor: return bitOf(api::AlertKind::AuditLog);
    }
    return 0;
}

AlertKinds alertsOf(const std::vector<api::Role>& roles) noexcept {
    AlertKinds kinds = 0;
    for (const auto role : roles) {
        kinds |= alertsOf(role);
    }
    return kinds;
}

}  // namespace evenhand::ui
