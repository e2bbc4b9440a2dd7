// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ledger_entries/post.h"

#include "engine/store/records/ledger_store.h"

namespace evenhand::ledger {
namespace {

using Kind = api::LedgerKind;

Result<void> post(runtime::UnitOfWork& work, Kind kind, const Posting& posting, Money amount,
                  std::optional<OrderId> order, const PaymentNo& paymentNo, std::optional<RefundId> refund) {
    if (amount.minor == 0) {
        return {};
    }
    return store::ledger::add(work.database(),
                              {kind, posting.debit, posting.credit, amount, order, paymentNo.str(), refund}, work.now(),
                              work.call().actor.name);
}

}  // namespace

Result<void> postPayment(runtime::UnitOfWork& work, OrderId order, const PaymentNo& paymentNo, Money amount,
                         Money discount) {
    EVENHAND_TRY(post(work, Kind::Payment, postingOf(Kind::Payment), amount, order, paymentNo, std::nullopt));
    return post(work, Kind::Discount, postingOf(Kind::Discount), discount, order, paymentNo, std::nullopt);
}

Result<void> postMatched(runtime::UnitOfWork& work, OrderId order, const PaymentNo& paymentNo, Money amount,
                         Money discount) {
    constexpr auto kMatched = Kind::PaymentMatched;
    EVENHAND_TRY(post(work, kMatched, postingOf(kMatched), amount, order, paymentNo, std::nullopt));
    return post(work, Kind::Discount, postingOf(Kind::Discount), discount, order, paymentNo, std::nullopt);
}

Result<void> postOwed(runtime::UnitOfWork& work, Kind kind, std::optional<OrderId> order, const PaymentNo& paymentNo,
                      Money amount) {
    return post(work, kind, postingOf(kind), amount, order, paymentNo, std::nullopt);
}

Result<void> postFee(runtime::UnitOfWork& work, Kind kind, OrderId order, const PaymentNo& paymentNo, Money fee) {
    return post(work, kind, postingOf(kind), fee, order, paymentNo, std::nullopt);
}

Result<void> postRefund(runtime::UnitOfWork& work, Kind kind, const store::refunds::Record& refund) {
    return post(work, kind, postingOf(kind, refund.cause), refund.amount, refund.order, refund.paymentNo, refund.id);
}

}  // namespace evenhand::ledger
