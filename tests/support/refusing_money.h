// SPDX-License-Identifier: GPL-3.0-or-later
// Desks of returns, refunds and the ledger that answer Unsupported to everything: for tests of what is not about them.
// Thread: any.
#pragma once

#include <QPromise>

#include "engine/api/ledger_desk.h"
#include "engine/api/refund_desk.h"
#include "engine/api/returns_desk.h"

namespace evenhand::api {

/// Converts to the refusal of any answer.
struct Refusal {
    static Error error() { return {ErrorCode::Unsupported, "not available here", "", ""}; }
    template <typename T>
    operator QFuture<T>() const {  // NOLINT: implicit by intent
        QPromise<T> promise;
        promise.start();
        promise.addResult(T(tl::unexpect, error()));
        promise.finish();
        return promise.future();
    }
};

class RefusingReturns final : public ReturnsDesk {
public:
    Answer<ReturnAnswer> request(const Call&, RequestReturn) override { return Refusal{}; }
    void requestMany(const Call&, std::vector<RequestReturn> requests, BatchCompletion<ReturnAnswer> done) override {
        done(std::vector<Result<ReturnAnswer>>(requests.size(), tl::unexpected(Refusal::error())));
    }
    Answer<std::vector<ReturnAnswer>> requestMatched(const Call&, MatchReturn) override { return Refusal{}; }
    Answer<ReturnOutcome> approve(const Call&, ReturnRef, std::vector<ReturnLine>) override { return Refusal{}; }
    Answer<std::vector<ReturnOutcome>> approveMany(const Call&, std::vector<ReturnRef>) override { return Refusal{}; }
    Answer<std::vector<ReturnOutcome>> reject(const Call&, std::vector<ReturnRef>, std::string) override {
        return Refusal{};
    }
    Answer<std::vector<ReturnOutcome>> cancel(const Call&, std::vector<ReturnRef>) override { return Refusal{}; }
    Answer<ReturnOutcome> undo(const Call&, ReturnRef) override { return Refusal{}; }
    Answer<ReturnOutcome> receive(const Call&, ReturnRef, std::vector<ReceivedLine>) override { return Refusal{}; }
    Answer<ReturnOutcome> skipGoods(const Call&, ReturnRef) override { return Refusal{}; }
    Answer<ReturnOutcome> undoGoods(const Call&, ReturnRef) override { return Refusal{}; }
    Answer<void> setPolicy(const Call&, CampusId, std::optional<ReturnPolicy>) override { return Refusal{}; }
    Answer<std::vector<ReturnPolicyRow>> policies(const Call&) override { return Refusal{}; }
    Answer<std::vector<ReturnRow>> page(const Call&, ReturnQuery) override { return Refusal{}; }
    Answer<std::int64_t> count(const Call&, ReturnFilter) override { return Refusal{}; }
    Answer<std::vector<ReturnRow>> rows(const Call&, std::vector<ReturnId>) override { return Refusal{}; }
    Answer<ReturnCounts> counts(const Call&, CampusId) override { return Refusal{}; }
    Answer<ReturnDetail> detail(const Call&, ReturnId) override { return Refusal{}; }
    Answer<ReturnableOrder> returnable(const Call&, OrderNo) override { return Refusal{}; }
    Answer<ApprovalPreview> preview(const Call&, ReturnId, std::vector<ReturnLine>) override { return Refusal{}; }
    Answer<std::int64_t> exportCsv(const Call&, ReturnQuery, std::string, std::function<void(std::int64_t)>) override {
        return Refusal{};
    }
};
class RefusingRefunds final : public RefundDesk {
public:
    Answer<RefundAnswer> request(const Call&, RequestRefund) override { return Refusal{}; }
    Answer<std::vector<RefundOutcome>> approve(const Call&, std::vector<RefundRef>) override { return Refusal{}; }
    Answer<std::vector<RefundOutcome>> cancel(const Call&, std::vector<RefundRef>) override { return Refusal{}; }
    Answer<std::vector<RefundOutcome>> retry(const Call&, std::vector<RefundRef>) override { return Refusal{}; }
    Answer<RefundOutcome> recordPaid(const Call&, RefundRef, std::string) override { return Refusal{}; }
    Answer<RefundOutcome> recordFailed(const Call&, RefundRef) override { return Refusal{}; }
    Answer<void> setSettings(const Call&, RefundSettings) override { return Refusal{}; }
    Answer<RefundSettings> settings(const Call&) override { return Refusal{}; }
    Answer<std::vector<RefundJob>> claimDue(const Call&, RefundClaim) override { return Refusal{}; }
    Answer<std::vector<RefundOutcome>> report(const Call&, std::vector<RefundReport>) override { return Refusal{}; }
    Answer<std::optional<Instant>> nextDue(const Call&) override { return Refusal{}; }
    Answer<std::vector<RefundRow>> page(const Call&, RefundQuery) override { return Refusal{}; }
    Answer<std::int64_t> count(const Call&, RefundFilter) override { return Refusal{}; }
    Answer<std::vector<RefundRow>> rows(const Call&, std::vector<RefundId>) override { return Refusal{}; }
    Answer<RefundCounts> counts(const Call&, CampusId) override { return Refusal{}; }
    Answer<std::vector<MoneyEvent>> history(const Call&, RefundId) override { return Refusal{}; }
    Answer<std::vector<RefundRow>> ofOrder(const Call&, OrderNo) override { return Refusal{}; }
    Answer<OrderMoney> moneyOf(const Call&, OrderNo) override { return Refusal{}; }
};
class RefusingLedger final : public LedgerDesk {
public:
    Answer<std::vector<AccountBalance>> trialBalance(const Call&) override { return Refusal{}; }
    Answer<std::vector<LedgerRow>> page(const Call&, LedgerQuery) override { return Refusal{}; }
    Answer<std::int64_t> count(const Call&, LedgerFilter) override { return Refusal{}; }
    Answer<std::int64_t> exportCsv(const Call&, LedgerFilter, std::string, std::function<void(std::int64_t)>) override {
        return Refusal{};
    }
};

}  // namespace evenhand::api
