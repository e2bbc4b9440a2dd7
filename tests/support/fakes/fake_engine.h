// SPDX-License-Identifier: GPL-3.0-or-later
// An engine in memory for tests of the console: orders made from their number (a million cost nothing), answers that
// can be held back or made to fail, and a state that can be degraded. It keeps no rule: nothing can be done with its
// orders, and there is nothing at its other desks.
// Thread: one thread; events are published inside the call that causes them.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include "engine/api/engine_api.h"
#include "tests/support/fakes/blank_desks.h"
#include "tests/support/fakes/fake_team.h"
#include "tests/support/fakes/refusing_desks.h"

namespace evenhand::test {

class FakeEngine final : public api::EngineApi, private api::OrderDesk, private BlankDispatch {
public:
    explicit FakeEngine(std::int64_t orders = 1000);
    ~FakeEngine() override;

    // --- what a test steers ---
    /// Held: answers stay pending until release(); released answers come in the order asked.
    void hold(bool held) { m_held = held; }
    [[nodiscard]] std::size_t pending() const { return m_pending.size(); }
    void release(std::size_t count = SIZE_MAX);
    /// Answers the newest pending call first.
    void releaseNewest();
    /// Every read fails so, until nullopt.
    void failReads(std::optional<Error> error) { m_readError = std::move(error); }
    void setState(api::EngineState state, const std::string& reason, std::optional<ErrorCode> cause = std::nullopt);
    /// Somebody else changes the order: next version, an event.
    void touch(const OrderNo& orderNo);
    /// Somebody else moves the order.
    void moveTo(const OrderNo& orderNo, api::OrderStatus status);
    /// New orders at the top, one event batch.
    void placeNew(int count);
    /// `count` OrderChanged events spread over the newest `span` orders, as one batch.
    void burst(int count, int span);

    // --- what a test asks ---
    [[nodiscard]] static OrderNo orderNoOf(std::int64_t id);
    [[nodiscard]] const api::OrderQuery& lastQuery() const { return m_lastQuery; }
    [[nodiscard]] int pageCalls() const { return m_pageCalls; }
    [[nodiscard]] int rowsCalls() const { return m_rowsCalls; }
    [[nodiscard]] int statusCalls() const { return m_statusCalls; }
    [[nodiscard]] std::size_t subscribers() const { return m_handlers.size(); }
    void publish(const std::vector<api::Event>& events);

    // --- EngineApi ---
    api::OrderDesk& orders() override { return *this; }
    api::DispatchDesk& dispatch() override { return *this; }
    api::ShopDesk& shop() override { return m_shop; }
    api::ShiftDesk& shifts() override { return m_shifts; }
    BlankTimers& timers() override { return m_timers; }
    api::AlertDesk& alerts() override { return m_alerts; }
    BlankSeckill& seckill() override { return m_seckill; }
    BlankCampaigns& campaigns() override { return m_campaigns; }
    BlankReturns& returns() override { return m_returns; }
    BlankRefunds& refunds() override { return m_refunds; }
    api::LedgerDesk& ledger() override { return m_ledger; }
    api::TaskDesk& tasks() override { return m_tasks; }
    api::WebhookDesk& webhooks() override { return m_webhooks; }
    api::AccountDesk& accounts() override { return m_accounts; }
    api::TokenDesk& tokens() override { return m_tokens; }
    RefusingAudit& audit() override { return m_audit; }
    api::BackupDesk& backups() override { return m_backups; }
    api::FeedDesk& feed() override { return m_feed; }
    api::SearchDesk& search() override { return m_search; }
    FakeTeam& team() override { return m_team; }
    api::EngineStatus status() const override;
    api::WorkspaceInfo workspace() const override;
    std::unique_ptr<api::Subscription> subscribe(EventHandler handler) override;

private:
    using OrderRow = api::OrderRow;
    template <typename T>
    using Answer = api::Answer<T>;
    using Call = api::Call;

    // OrderDesk
    Answer<api::PlacedOrder> place(const Call&, api::PlaceOrder) override { return NotThere{}; }
    void placeMany(const Call&, std::vector<api::PlaceOrder>, api::BatchCompletion<api::PlacedOrder>) override {}
    Answer<api::PlacedOrder> placeAvailable(const Call&, api::PlaceOrder) override { return NotThere{}; }
    Answer<api::PlacedOrder> placeByHand(const Call&, api::PlaceOrder) override { return NotThere{}; }
    Answer<api::PaymentAnswer> pay(const Call&, api::PayOrder) override { return NotThere{}; }
    Answer<api::PaymentAnswer> recordPayment(const Call&, api::PayOrder) override { return NotThere{}; }
    Answer<api::MatchAnswer> matchPayment(const Call&, api::MatchPayment) override { return NotThere{}; }
    void payMany(const Call&, std::vector<api::PayOrder>, api::BatchCompletion<api::PaymentAnswer>) override {}
    Answer<std::vector<api::RowOutcome>> cancel(const Call&, std::vector<api::OrderRef>) override { return NotThere{}; }
    Answer<std::vector<api::RowOutcome>> note(const Call&, std::vector<api::OrderRef>, std::string) override {
        return NotThere{};
    }
    Answer<void> report(const Call&, api::CourierReport) override { return NotThere{}; }
    Answer<void> upsertProducts(const Call&, std::vector<api::ProductRow>, bool) override { return NotThere{}; }
    Answer<std::vector<OrderRow>> page(const Call&, api::OrderQuery) override;
    Answer<std::int64_t> count(const Call&, api::OrderFilter) override;
    Answer<std::vector<OrderRow>> rows(const Call&, std::vector<OrderId>) override;
    Answer<api::OrderDetail> detail(const Call&, OrderNo) override { return NotThere{}; }
    Answer<std::vector<api::ProductRow>> products(const Call&, std::string, std::int64_t) override { return Nothing{}; }
    Answer<std::vector<api::OwedPaymentRow>> owedPayments(const Call&, std::int64_t, std::int64_t) override {
        return Nothing{};
    }
    Answer<std::int64_t> exportCsv(const Call&, api::OrderQuery, std::string,
                                   std::function<void(std::int64_t)>) override {
        return NotThere{};
    }
    // DispatchDesk
    Answer<std::vector<api::CampusRow>> campuses(const Call&) override;

    /// At once, or when the test lets it.
    template <typename T>
    Answer<T> read(Result<T> result);
    [[nodiscard]] static OrderRow made(std::int64_t id);
    [[nodiscard]] OrderRow at(std::int64_t id) const;
    [[nodiscard]] OrderRow row(const OrderNo& orderNo) const;
    /// Of these statuses and placed before then, the oldest first; nothing else is a filter here.
    [[nodiscard]] std::vector<std::int64_t> select(const api::OrderFilter& filter) const;
    void store(OrderRow row, api::EventKind what, bool quiet = false);

    std::int64_t m_count;
    bool m_held = false;
    std::deque<std::function<void()>> m_pending;
    std::optional<Error> m_readError;
    api::EngineStatus m_status;
    std::unordered_map<std::int64_t, OrderRow> m_changed;
    api::OrderQuery m_lastQuery;
    mutable int m_statusCalls = 0;
    int m_pageCalls = 0;
    int m_rowsCalls = 0;
    std::map<int, EventHandler> m_handlers;
    int m_lastHandler = 0;
    BlankShifts m_shifts;
    BlankSearch m_search;
    FakeTeam m_team;
    BlankTimers m_timers;
    BlankAlerts m_alerts;
    BlankSeckill m_seckill;
    BlankCampaigns m_campaigns;
    BlankReturns m_returns;
    BlankRefunds m_refunds;
    BlankLedger m_ledger;
    BlankShop m_shop;
    RefusingTasks m_tasks;
    RefusingWebhooks m_webhooks;
    RefusingAccounts m_accounts;
    RefusingTokens m_tokens;
    RefusingAudit m_audit;
    RefusingBackups m_backups;
    RefusingFeed m_feed;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

}  // namespace evenhand::test
