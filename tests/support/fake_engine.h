// SPDX-License-Identifier: GPL-3.0-or-later
// An engine in memory for tests of the console: orders made from their number (a million cost nothing), answers that
// can be held back or made to fail, and a state that can be degraded. It keeps no rule but the transition table.
// Thread: one thread; events are published inside the call that causes them.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

#include "engine/api/engine_api.h"
#include "engine/api/refusing_team.h"
#include "tests/support/blank_desks.h"
#include "tests/support/fake_accounts.h"
#include "tests/support/fake_audit.h"
#include "tests/support/fake_backups.h"
#include "tests/support/fake_tasks.h"
#include "tests/support/fake_timers.h"
#include "tests/support/fake_tokens.h"
#include "tests/support/fake_webhooks.h"

namespace evenhand::test {

struct FakeOptions {
    std::int64_t orders = 1000;
    int campuses = 4;
    int couriersPerCampus = 6;
};

class FakeEngine final : public api::EngineApi, private api::OrderDesk, private api::DispatchDesk {
public:
    explicit FakeEngine(FakeOptions options = {});
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
    /// Every command fails so, until nullopt.
    void failCommands(std::optional<Error> error) { m_commandError = std::move(error); }
    void setState(api::EngineState state, const std::string& reason, std::optional<ErrorCode> cause = std::nullopt);
    void setNow(Instant now) { m_status.now = now; }
    /// Degraded for these reasons; live again without any.
    void setStanding(std::vector<api::StandingReason> reasons, Instant clock, Instant committed);
    [[nodiscard]] Instant now() const { return m_status.now; }
    void setFigures(double perSecond, double p50, double p99);
    /// Somebody else changes the order: next version, an event.
    void touch(const OrderNo& orderNo);
    /// When its stage should move on; orders have no limit otherwise.
    void setLimit(const OrderNo& orderNo, Instant limit);
    /// Somebody else moves the order.
    void moveTo(const OrderNo& orderNo, api::OrderStatus status);
    /// New orders at the top, one event batch.
    void placeNew(int count);
    /// `count` OrderChanged events spread over the newest `span` orders, as one batch.
    void burst(int count, int span);
    /// An export writes no further until exportStep(); the default is all at once.
    void holdExport(bool held) { m_exportHeld = held; }
    void exportStep(std::int64_t rows);

    // --- what a test asks ---
    [[nodiscard]] static OrderNo orderNoOf(std::int64_t id);
    [[nodiscard]] api::OrderRow row(const OrderNo& orderNo) const;
    [[nodiscard]] std::int64_t size() const { return m_count; }
    [[nodiscard]] const api::OrderQuery& lastQuery() const { return m_lastQuery; }
    [[nodiscard]] int pageCalls() const { return m_pageCalls; }
    [[nodiscard]] int rowsCalls() const { return m_rowsCalls; }
    [[nodiscard]] int statusCalls() const { return m_statusCalls; }
    [[nodiscard]] int boardCalls() const { return m_boardCalls; }
    [[nodiscard]] const std::vector<std::string>& reasons() const { return m_reasons; }
    [[nodiscard]] std::size_t subscribers() const { return m_handlers.size(); }
    [[nodiscard]] api::CourierRow courier(const CourierId& id) const { return m_couriers.at(id); }
    void publish(const std::vector<api::Event>& events);

    // --- EngineApi ---
    api::OrderDesk& orders() override { return *this; }
    api::DispatchDesk& dispatch() override { return *this; }
    FakeTimers& timers() override { return m_timers; }
    BlankSeckill& seckill() override { return m_seckill; }
    BlankCampaigns& campaigns() override { return m_campaigns; }
    BlankReturns& returns() override { return m_returns; }
    BlankRefunds& refunds() override { return m_refunds; }
    api::LedgerDesk& ledger() override { return m_ledger; }
    FakeTasks& tasks() override { return m_tasks; }
    FakeWebhooks& webhooks() override { return m_webhooks; }
    /// Nobody until a test adds them.
    FakeAccounts& accounts() override { return m_accounts; }
    FakeTokens& tokens() override { return m_tokens; }
    FakeAudit& audit() override { return m_audit; }
    FakeBackups& backups() override { return m_backups; }
    api::FeedDesk& feed() override { return m_feed; }
    api::EngineStatus status() const override;
    api::WorkspaceInfo workspace() const override;
    std::unique_ptr<api::Subscription> subscribe(EventHandler handler) override;

private:
    friend class FakeTimers;
    friend class FakeTasks;
    friend class FakeWebhooks;
    friend class FakeAccounts;
    friend class FakeTokens;
    friend class FakeAudit;
    friend class FakeBackups;
    using OrderRow = api::OrderRow;
    template <typename T>
    using Answer = api::Answer<T>;
    using Call = api::Call;

    // OrderDesk
    Answer<api::PlacedOrder> place(const Call&, api::PlaceOrder) override;
    void placeMany(const Call&, std::vector<api::PlaceOrder>, api::BatchCompletion<api::PlacedOrder>) override;
    Answer<api::PlacedOrder> placeAvailable(const Call&, api::PlaceOrder) override;
    Answer<api::PaymentAnswer> pay(const Call&, api::PayOrder) override;
    Answer<api::PaymentAnswer> recordPayment(const Call& call, api::PayOrder request) override {
        return pay(call, std::move(request));
    }
    void payMany(const Call&, std::vector<api::PayOrder>, api::BatchCompletion<api::PaymentAnswer>) override;
    Answer<std::vector<api::RowOutcome>> cancel(const Call&, std::vector<api::OrderRef>) override;
    Answer<void> report(const Call&, api::CourierReport) override;
    Answer<void> upsertProducts(const Call&, std::vector<api::ProductRow>, bool) override;
    Answer<std::vector<OrderRow>> page(const Call&, api::OrderQuery) override;
    Answer<std::int64_t> count(const Call&, api::OrderFilter) override;
    Answer<std::vector<OrderRow>> rows(const Call&, std::vector<OrderId>) override;
    Answer<api::OrderDetail> detail(const Call&, OrderNo) override;
    Answer<std::vector<api::ProductRow>> products(const Call&, std::string, std::int64_t) override;
    Answer<std::vector<api::OwedPaymentRow>> owedPayments(const Call&, std::int64_t, std::int64_t) override;
    Answer<std::int64_t> exportCsv(const Call&, api::OrderQuery, std::string,
                                   std::function<void(std::int64_t)>) override;
    // DispatchDesk
    Answer<void> upsertCampus(const Call&, api::CampusRow) override;
    Answer<void> setPaused(const Call&, CampusId, bool) override;
    Answer<void> upsertCouriers(const Call&, std::vector<api::CourierInput>) override;
    Answer<void> setDuty(const Call&, CourierId, bool) override;
    Answer<std::vector<api::ReassignOutcome>> reassign(const Call&, std::vector<api::OrderRef>,
                                                       api::ReassignTarget) override;
    Answer<std::vector<api::ReassignOutcome>> handOver(const Call&, CourierId, api::ReassignTarget) override;
    Answer<std::vector<api::ReassignOutcome>> undoReassign(const Call&, std::vector<api::ReassignOutcome>) override;
    Answer<std::vector<api::CalibrationRow>> previewCalibration(const Call&, CampusId) override;
    Answer<std::vector<api::CalibrationRow>> calibrate(const Call&, CampusId) override;
    Answer<void> retryDeadLetters(const Call&, std::vector<std::int64_t>) override;
    void takeMany(const Call&, std::vector<Take>, api::BatchCompletion<CourierId>) override;
    Answer<std::vector<api::CampusRow>> campuses(const Call&) override;
    Answer<api::DispatchBoard> board(const Call&, CampusId) override;
    Answer<std::vector<api::WaitingOrder>> waiting(const Call&, CampusId, std::int64_t) override;
    Answer<std::vector<api::FairnessPoint>> fairness(const Call&, CampusId, Instant, Instant, int) override;
    Answer<std::vector<api::AssignmentEvidence>> evidence(const Call&, OrderNo) override;
    Answer<std::vector<api::DeadLetterRow>> deadLetters(const Call&, std::int64_t) override;
    Answer<std::vector<api::CourierRow>> findCouriers(const Call&, std::string, std::int64_t) override;

    struct Export;

    template <typename T>
    Answer<T> answer(Result<T> result);
    template <typename T>
    Answer<T> read(Result<T> result);
    [[nodiscard]] OrderRow made(std::int64_t id) const;
    [[nodiscard]] OrderRow at(std::int64_t id) const;
    [[nodiscard]] std::optional<std::int64_t> idOf(const OrderNo& orderNo) const;
    [[nodiscard]] std::vector<std::int64_t> select(const api::OrderFilter& filter) const;
    const std::vector<std::int64_t>& sorted(const api::OrderQuery& query);
    void store(OrderRow row, api::EventKind what, bool quiet = false);
    [[nodiscard]] CourierId fairest(const CampusId& campus, const CourierId& except) const;
    [[nodiscard]] std::optional<Error> refused(const api::OrderRef& ref) const;

    FakeOptions m_options;
    std::int64_t m_count;
    bool m_held = false;
    bool m_exportHeld = false;
    std::deque<std::function<void()>> m_pending;
    std::optional<Error> m_readError;
    std::optional<Error> m_commandError;
    api::EngineStatus m_status;
    Answer<void> putCampus(api::CampusRow campus);
    std::map<CampusId, api::CampusRow> m_campuses;
    std::map<CourierId, api::CourierRow> m_couriers;
    std::unordered_map<std::int64_t, OrderRow> m_changed;
    std::map<std::int64_t, std::vector<api::OrderEvent>> m_events;
    std::vector<api::DeadLetterRow> m_deadLetters;
    api::OrderQuery m_lastQuery;
    std::optional<api::OrderQuery> m_sortedFor;
    std::vector<std::int64_t> m_sorted;
    mutable int m_statusCalls = 0;
    int m_boardCalls = 0;
    int m_pageCalls = 0;
    int m_rowsCalls = 0;
    std::vector<std::string> m_reasons;
    std::map<int, EventHandler> m_handlers;
    int m_lastHandler = 0;
    std::shared_ptr<Export> m_export;
    FakeTimers m_timers{*this};
    BlankSeckill m_seckill;
    BlankCampaigns m_campaigns;
    BlankReturns m_returns;
    BlankRefunds m_refunds;
    BlankLedger m_ledger;
    FakeTasks m_tasks{*this};
    FakeWebhooks m_webhooks{*this};
    FakeAccounts m_accounts{*this};
    FakeTokens m_tokens{*this};
    api::RefusingFeed m_feed;
    FakeAudit m_audit{*this};
    FakeBackups m_backups{*this};
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

}  // namespace evenhand::test
