// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ledger_entries/entries.h"

#include <utility>

namespace evenhand::ledger {
namespace {

using Account = api::LedgerAccount;
using Kind = api::LedgerKind;

Posting posting(Kind kind, Account origin) noexcept {
    switch (kind) {
        case Kind::Payment: return {Account::ProviderClearing, Account::Sales};
        case Kind::Discount: return {Account::Discounts, Account::Sales};
        case Kind::LatePayment:
        case Kind::UnmatchedPayment: return {Account::ProviderClearing, Account::UnmatchedMoney};
        case Kind::RefundGranted: return {origin, Account::RefundsPayable};
        case Kind::RefundCancelled: return {Account::RefundsPayable, origin};
        case Kind::RefundPaid: return {Account::RefundsPayable, Account::ProviderClearing};
        case Kind::PaymentMatched: return {Account::UnmatchedMoney, Account::Sales};
        case Kind::FeeKept: return {Account::SalesReturns, Account::RestockingFees};
        case Kind::FeeWaived: return {Account::RestockingFees, Account::SalesReturns};
    }
    return {};
}

}  // namespace

Posting postingOf(Kind kind) noexcept { return posting(kind, Account::SalesReturns); }

Posting postingOf(Kind kind, api::RefundCause cause) noexcept {
    return posting(kind, ofAcceptedPayment(cause) ? Account::SalesReturns : Account::UnmatchedMoney);
}

bool ofAcceptedPayment(api::RefundCause cause) noexcept {
    switch (cause) {
        case api::RefundCause::Return:
        case api::RefundCause::Order:
        case api::RefundCause::ClosedOrder: return true;
        case api::RefundCause::LatePayment:
        case api::RefundCause::WrongAmount:
        case api::RefundCause::SecondPayment:
        case api::RefundCause::UnknownOrder: break;
    }
    return false;
}

}  // namespace evenhand::ledger
