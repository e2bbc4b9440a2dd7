// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"

namespace evenhand::base {

std::string_view errorName(ErrorCode code) noexcept {
    switch (code) {
        case ErrorCode::InvalidArgument: return "invalid_argument";
        case ErrorCode::NotFound: return "not_found";
        case ErrorCode::AlreadyExists: return "already_exists";
        case ErrorCode::KeyReused: return "key_reused";
        case ErrorCode::WrongStatus: return "wrong_status";
        case ErrorCode::Conflict: return "conflict";
        case ErrorCode::StaleEpoch: return "stale_epoch";
        case ErrorCode::OutOfStock: return "out_of_stock";
        case ErrorCode::ExceedsDeducted: return "exceeds_deducted";
        case ErrorCode::ExceedsRefundable: return "exceeds_refundable";
        case ErrorCode::FourEyes: return "four_eyes";
        case ErrorCode::UnknownSku: return "unknown_sku";
        case ErrorCode::NoCourierOnDuty: return "no_courier_on_duty";
        case ErrorCode::LoadLimit: return "load_limit";
        case ErrorCode::Disabled: return "disabled";
        case ErrorCode::Overflow: return "overflow";
        case ErrorCode::PermissionDenied: return "permission_denied";
        case ErrorCode::SignInRefused: return "sign_in_refused";
        case ErrorCode::Locked: return "locked";
        case ErrorCode::WeakPassword: return "weak_password";
        case ErrorCode::SessionEnded: return "session_ended";
        case ErrorCode::AddressRefused: return "address_refused";
        case ErrorCode::Unreachable: return "unreachable";
        case ErrorCode::Busy: return "busy";
        case ErrorCode::ReadOnly: return "read_only";
        case ErrorCode::OutcomeUnknown: return "outcome_unknown";
        case ErrorCode::Cancelled: return "cancelled";
        case ErrorCode::WorkspaceInUse: return "workspace_in_use";
        case ErrorCode::WorkspaceVersion: return "workspace_version";
        case ErrorCode::WorkspaceDamaged: return "workspace_damaged";
        case ErrorCode::WorkspaceMissing: return "workspace_missing";
        case ErrorCode::BackupDamaged: return "backup_damaged";
        case ErrorCode::DriverMissing: return "driver_missing";
        case ErrorCode::Storage: return "storage";
        case ErrorCode::Script: return "script";
        case ErrorCode::Unsupported: return "unsupported";
        case ErrorCode::Internal: return "internal";
    }
    return "internal";
}

std::string Error::text() const {
    std::string out(errorName(code));
    out += ": ";
    out += message;
    if (!field.empty()) {
        out += " (" + field;
        if (!value.empty()) {
            constexpr std::size_t kShown = 120;  // hostile values may be megabytes long
            out += " = " + (value.size() > kShown ? value.substr(0, kShown) + "…" : value);
        }
        out += ")";
    }
    return out;
}

}  // namespace evenhand::base
