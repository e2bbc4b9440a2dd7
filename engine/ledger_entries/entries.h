// SPDX-License-Identifier: GPL-3.0-or-later
// Which accounts each cause moves money between; see the table in engine/SUBJECTS.md. Thread: pure, any.
#pragma once

#include "engine/api/returns_status.h"

namespace evenhand::ledger {

struct Posting {
    api::LedgerAccount debit = api::LedgerAccount::ProviderClearing;
    api::LedgerAccount credit = api::LedgerAccount::Sales;
    bool operator==(const Posting&) const = default;
};

/// Of payments and discounts.
[[nodiscard]] Posting postingOf(api::LedgerKind kind) noexcept;
/// Of refunds: money of an accepted payment comes out of sales, other money was never ours.
[[nodiscard]] Posting postingOf(api::LedgerKind kind, api::RefundCause cause) noexcept;
/// True: the refund of an accepted payment, which counts against what the order may refund.
[[nodiscard]] bool ofAcceptedPayment(api::RefundCause cause) noexcept;

}  // namespace evenhand::ledger
