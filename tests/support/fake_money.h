// SPDX-License-Identifier: GPL-3.0-or-later
// The desks of returns, refunds and the ledger of FakeEngine: one small world in memory that keeps the states, the
// versions and the four eyes of the contract, so that a console can be seen to tell them apart. Every order has three
// portions of rice and two of tea.
// Thread: one thread; events are published inside the call that causes them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/api/ledger_desk.h"
#include "engine/api/refund_desk.h"
#include "engine/api/returns_desk.h"

namespace evenhand::test {

class FakeEngine;

struct FakeReturn {
    api::ReturnRow row;
    std::string reason, decisionReason, customerNote;
    std::vector<api::ReturnDetailLine> lines;
    std::vector<api::MoneyEvent> events;
    RefundId refund;
};

/// What the three desks share.
struct FakeMoneyWorld {
    explicit FakeMoneyWorld(FakeEngine& of) : engine(of) {}

    FakeEngine& engine;
    std::map<std::int64_t, FakeReturn> returns;
    std::map<std::int64_t, api::RefundRow> refunds;
    std::map<std::int64_t, std::vector<api::MoneyEvent>> refundEvents;
    std::vector<api::LedgerRow> ledger;
    api::ReturnPolicy policy{api::GoodsRule::MoneyFirst, Money{5'000}, Money{9'000}};
    std::map<CampusId, api::ReturnPolicy> own;
    api::RefundSettings settings;
    std::vector<std::string> reasons;
    std::map<std::string, api::RefundAnswer> keys;
    std::string badField;  ///< settings are refused for it
    int reads = 0;

    [[nodiscard]] const api::ReturnPolicy& policyOf(const CampusId& campus) const;
    [[nodiscard]] Money committed(const OrderNo& orderNo) const;
    [[nodiscard]] api::OrderMoney moneyOf(const OrderNo& orderNo) const;
    [[nodiscard]] api::ReturnableOrder returnable(const OrderNo& orderNo) const;
    /// What these units pay beyond what was settled before.
    [[nodiscard]] Money worth(const OrderNo& orderNo, const std::vector<api::ReturnLine>& lines) const;
    [[nodiscard]] api::FourEyes eyes(const FakeReturn& of, Money amount, const std::string& actor) const;
    /// Stage, version and the event of a return that has changed.
    void touch(FakeReturn& changed);
    void touch(api::RefundRow& changed);
    RefundId grant(api::RefundRow refund, api::RefundStatus as);
    void post(api::LedgerKind kind, api::LedgerAccount debit, api::LedgerAccount credit, const api::RefundRow& refund);
    void tell(FakeReturn& of, api::MoneyEventKind kind, const std::string& actor, const std::string& detail = {});
    void move(api::RefundRow& refund, api::RefundStatus to, const std::string& actor);
};

class FakeReturns final : public api::ReturnsDesk {
public:
    explicit FakeReturns(FakeMoneyWorld& world) : m_world(world) {}
    [[nodiscard]] FakeMoneyWorld& world() { return m_world; }
    /// Some returns in every stage, refunds in every state.
    void fill();
    /// Another return of order number `order` counted from the newest that can be returned.
    ReturnId add(int order, const std::string& requester, const std::string& reason, std::int64_t ageMs = 60'000);
    [[nodiscard]] std::optional<api::ReturnRow> row(ReturnId id) const;
    [[nodiscard]] OrderNo orderAt(int order) const;
    [[nodiscard]] std::vector<api::ReturnRow> select(const api::ReturnFilter& filter) const;
    [[nodiscard]] std::int64_t waiting() const;

    api::Answer<api::ReturnAnswer> request(const api::Call&, api::RequestReturn) override;
    void requestMany(const api::Call&, std::vector<api::RequestReturn>,
                     api::BatchCompletion<api::ReturnAnswer>) override;
    api::Answer<std::vector<api::ReturnAnswer>> requestMatched(const api::Call&, api::MatchReturn) override;
    api::Answer<api::ReturnOutcome> approve(const api::Call&, api::ReturnRef, std::vector<api::ReturnLine>) override;
    api::Answer<std::vector<api::ReturnOutcome>> approveMany(const api::Call&, std::vector<api::ReturnRef>) override;
    api::Answer<std::vector<api::ReturnOutcome>> reject(const api::Call&, std::vector<api::ReturnRef>,
                                                        std::string) override;
    api::Answer<std::vector<api::ReturnOutcome>> cancel(const api::Call&, std::vector<api::ReturnRef>) override;
    api::Answer<api::ReturnOutcome> undo(const api::Call&, api::ReturnRef) override;
    api::Answer<api::ReturnOutcome> receive(const api::Call&, api::ReturnRef, std::vector<api::ReceivedLine>) override;
    api::Answer<api::ReturnOutcome> skipGoods(const api::Call&, api::ReturnRef) override;
    api::Answer<api::ReturnOutcome> undoGoods(const api::Call&, api::ReturnRef) override;
    api::Answer<void> setPolicy(const api::Call&, CampusId, std::optional<api::ReturnPolicy>) override;
    api::Answer<std::vector<api::ReturnPolicyRow>> policies(const api::Call&) override;
    api::Answer<std::vector<api::ReturnRow>> page(const api::Call&, api::ReturnQuery) override;
    api::Answer<std::int64_t> count(const api::Call&, api::ReturnFilter) override;
    api::Answer<std::vector<api::ReturnRow>> rows(const api::Call&, std::vector<ReturnId>) override;
    api::Answer<api::ReturnCounts> counts(const api::Call&, CampusId) override;
    api::Answer<api::ReturnDetail> detail(const api::Call&, ReturnId) override;
    api::Answer<api::ReturnableOrder> returnable(const api::Call&, OrderNo) override;
    api::Answer<api::ApprovalPreview> preview(const api::Call&, ReturnId, std::vector<api::ReturnLine>) override;
    api::Answer<std::int64_t> exportCsv(const api::Call&, api::ReturnQuery, std::string,
                                        std::function<void(std::int64_t)>) override;

private:
    api::ReturnOutcome decide(const api::Call& call, api::ReturnRef ref, const std::vector<api::ReturnLine>& lines);
    api::ReturnOutcome settle(FakeReturn& of, const std::string& actor, const std::vector<api::ReturnLine>& lines);
    api::ReturnOutcome close(const api::Call& call, api::ReturnRef ref, api::ReturnStatus to, const std::string& note);
    [[nodiscard]] std::optional<Error> refused(const api::ReturnRef& ref) const;
    api::ReturnOutcome outcome(ReturnId id, std::optional<Error> error = std::nullopt) const;
    api::Answer<api::ReturnOutcome> answerOne(api::ReturnOutcome outcome);
    api::Answer<std::vector<api::ReturnOutcome>> answerAll(std::vector<api::ReturnOutcome> outcomes);

    FakeMoneyWorld& m_world;
};

}  // namespace evenhand::test
