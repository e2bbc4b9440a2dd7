// SPDX-License-Identifier: GPL-3.0-or-later
// The desks of refunds and of the ledger over the world of fake_money.h.
// Thread: one thread.
#pragma once

#include "tests/support/fake_money.h"

namespace evenhand::test {

class FakeRefunds final : public api::RefundDesk {
public:
    explicit FakeRefunds(FakeMoneyWorld& world) : m_world(world) {}

    // --- what a test steers: what a sender would report ---
    void send(RefundId id);
    void fail(RefundId id, const std::string& why);
    void succeed(RefundId id, const std::string& reference);
    /// The sender has given up, the outcome open.
    void giveUp(RefundId id, const std::string& why);
    [[nodiscard]] std::optional<api::RefundRow> row(RefundId id) const;
    [[nodiscard]] std::vector<api::RefundRow> select(const api::RefundFilter& filter) const;
    [[nodiscard]] std::int64_t failed() const;

    api::Answer<api::RefundAnswer> request(const api::Call&, api::RequestRefund) override;
    api::Answer<std::vector<api::RefundOutcome>> approve(const api::Call&, std::vector<api::RefundRef>) override;
    api::Answer<std::vector<api::RefundOutcome>> cancel(const api::Call&, std::vector<api::RefundRef>) override;
    api::Answer<std::vector<api::RefundOutcome>> retry(const api::Call&, std::vector<api::RefundRef>) override;
    api::Answer<api::RefundOutcome> recordPaid(const api::Call&, api::RefundRef, std::string) override;
    api::Answer<api::RefundOutcome> recordFailed(const api::Call&, api::RefundRef) override;
    api::Answer<void> setSettings(const api::Call&, api::RefundSettings) override;
    api::Answer<api::RefundSettings> settings(const api::Call&) override;
    api::Answer<std::vector<api::RefundJob>> claimDue(const api::Call&, api::RefundClaim) override;
    api::Answer<std::vector<api::RefundOutcome>> report(const api::Call&, std::vector<api::RefundReport>) override;
    api::Answer<std::optional<Instant>> nextDue(const api::Call&) override;
    api::Answer<std::vector<api::RefundRow>> page(const api::Call&, api::RefundQuery) override;
    api::Answer<std::int64_t> count(const api::Call&, api::RefundFilter) override;
    api::Answer<std::vector<api::RefundRow>> rows(const api::Call&, std::vector<RefundId>) override;
    api::Answer<api::RefundCounts> counts(const api::Call&, CampusId) override;
    api::Answer<std::vector<api::MoneyEvent>> history(const api::Call&, RefundId) override;
    api::Answer<std::vector<api::RefundRow>> ofOrder(const api::Call&, OrderNo) override;
    api::Answer<api::OrderMoney> moneyOf(const api::Call&, OrderNo) override;

private:
    using Change = std::function<std::optional<Error>(api::RefundRow&)>;
    api::RefundOutcome change(const api::Call& call, const api::RefundRef& ref, const Change& what);
    api::Answer<std::vector<api::RefundOutcome>> changeAll(const api::Call& call,
                                                           const std::vector<api::RefundRef>& refs, const Change& what);

    FakeMoneyWorld& m_world;
};

class FakeLedger final : public api::LedgerDesk {
public:
    explicit FakeLedger(FakeMoneyWorld& world) : m_world(world) {}
    api::Answer<std::vector<api::AccountBalance>> trialBalance(const api::Call&) override;
    api::Answer<std::vector<api::LedgerRow>> page(const api::Call&, api::LedgerQuery) override;
    api::Answer<std::int64_t> count(const api::Call&, api::LedgerFilter) override;
    api::Answer<std::int64_t> exportCsv(const api::Call&, api::LedgerFilter, std::string,
                                        std::function<void(std::int64_t)>) override;

private:
    [[nodiscard]] std::vector<api::LedgerRow> select(const api::LedgerFilter& filter) const;
    FakeMoneyWorld& m_world;
};

}  // namespace evenhand::test
