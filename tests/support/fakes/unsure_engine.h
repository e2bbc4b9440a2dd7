// SPDX-License-Identifier: GPL-3.0-or-later
// An engine whose answers to workers' reports get lost: the report has happened or it has not, and the worker is told
// OutcomeUnknown. Everything else that workers ask passes through. Thread: as the engine behind it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fakes/altered_engine.h"
#include "tests/support/fakes/blank_desks.h"

namespace evenhand::test {

class UnsureEngine final : public AlteredEngine {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;
    using Tasks = Answer<std::vector<api::TaskAnswer>>;

public:
    struct Loss {
        bool happens = true;  ///< what is answered with OutcomeUnknown
        int left = 1;         ///< answers that get lost
        int reports = 0;      ///< asked so far

        template <typename T>
        Answer<T> pass(const std::function<Answer<T>()>& ask) {
            ++reports;
            if (left-- <= 0) {
                return ask();
            }
            const Error unknown{ErrorCode::OutcomeUnknown, "the answer was lost", {}, {}};
            return happens ? ask().then([unknown](Result<T>) -> Result<T> { return fail(unknown); })
                           : refused<T>(unknown);
        }
    };

    UnsureEngine(api::EngineApi& behind, bool happens)
        : AlteredEngine(behind),
          loss{happens},
          m_refunds(behind.refunds(), loss),
          m_tasks(behind.tasks(), loss),
          m_webhooks(behind.webhooks(), loss) {}
    api::RefundDesk& refunds() override { return m_refunds; }
    api::TaskDesk& tasks() override { return m_tasks; }
    api::WebhookDesk& webhooks() override { return m_webhooks; }

    Loss loss;

private:
    class Refunds final : public api::RefundDesk {
        using Outcomes = std::vector<api::RefundOutcome>;

    public:
        Refunds(api::RefundDesk& behind, Loss& loss) : m_behind(behind), m_loss(loss) {}
        Answer<Outcomes> report(const Call& call, std::vector<api::RefundReport> reports) override {
            return m_loss.pass<Outcomes>([&] { return m_behind.report(call, std::move(reports)); });
        }
        Answer<api::RefundSettings> settings(const Call& call) override { return m_behind.settings(call); }
        Answer<std::vector<api::RefundJob>> claimDue(const Call& call, api::RefundClaim claim) override {
            return m_behind.claimDue(call, std::move(claim));
        }
        Answer<std::optional<Instant>> nextDue(const Call& call) override { return m_behind.nextDue(call); }
        Answer<api::RefundAnswer> request(const Call&, api::RequestRefund) override { return NotThere{}; }
        Answer<Outcomes> approve(const Call&, std::vector<api::RefundRef>) override { return NotThere{}; }
        Answer<Outcomes> cancel(const Call&, std::vector<api::RefundRef>) override { return NotThere{}; }
        Answer<Outcomes> retry(const Call&, std::vector<api::RefundRef>) override { return NotThere{}; }
        Answer<api::RefundOutcome> recordPaid(const Call&, api::RefundRef, std::string) override { return NotThere{}; }
        Answer<api::RefundOutcome> recordFailed(const Call&, api::RefundRef) override { return NotThere{}; }
        Answer<Outcomes> sendBack(const Call&, std::vector<api::RefundRef>) override { return NotThere{}; }
        Answer<Outcomes> assign(const Call&, std::vector<api::RefundRef>, std::string) override { return NotThere{}; }
        Answer<api::RefundOutcome> note(const Call&, api::RefundRef, std::string) override { return NotThere{}; }
        Answer<void> setSettings(const Call&, api::RefundSettings) override { return NotThere{}; }
        Answer<std::vector<api::RefundRow>> page(const Call&, api::RefundQuery) override { return NotThere{}; }
        Answer<std::int64_t> count(const Call&, api::RefundFilter) override { return NotThere{}; }
        Answer<std::vector<api::RefundRow>> rows(const Call&, std::vector<RefundId>) override { return NotThere{}; }
        Answer<api::RefundCounts> counts(const Call&, CampusId) override { return NotThere{}; }
        Answer<std::vector<api::MoneyEvent>> history(const Call&, RefundId) override { return NotThere{}; }
        Answer<std::vector<api::RefundRow>> ofOrder(const Call&, OrderNo) override { return NotThere{}; }
        Answer<api::OrderMoney> moneyOf(const Call&, OrderNo) override { return NotThere{}; }

    private:
        api::RefundDesk& m_behind;
        Loss& m_loss;
    };

    class TasksUnsure final : public api::TaskDesk {
    public:
        TasksUnsure(api::TaskDesk& behind, Loss& loss) : m_behind(behind), m_loss(loss) {}
        Tasks report(const Call& call, std::vector<api::TaskReport> reports) override {
            return m_loss.pass<std::vector<api::TaskAnswer>>([&] { return m_behind.report(call, std::move(reports)); });
        }
        Answer<std::vector<api::TaskJob>> claim(const Call& call, api::TaskClaim claim) override {
            return m_behind.claim(call, std::move(claim));
        }
        Tasks renew(const Call& call, std::vector<api::TaskTicket> tickets) override {
            return m_behind.renew(call, std::move(tickets));
        }
        Tasks perform(const Call& call, std::vector<api::TaskTicket> tickets) override {
            return m_behind.perform(call, std::move(tickets));
        }
        Answer<std::optional<Instant>> nextDue(const Call& call, std::vector<api::RingRange> ranges) override {
            return m_behind.nextDue(call, std::move(ranges));
        }
        Answer<void> noteRing(const Call&, api::RingChangeRow) override { return NotThere{}; }
        Tasks retry(const Call&, std::vector<api::TaskRef>) override { return NotThere{}; }
        Tasks drop(const Call&, std::vector<api::TaskRef>) override { return NotThere{}; }
        Answer<api::HoldVersions> setHeld(const Call&, std::vector<api::TaskKind>, bool, api::HoldVersions) override {
            return NotThere{};
        }
        Answer<void> setWorkers(const Call&, api::WorkerSettings) override { return NotThere{}; }
        Answer<api::WorkerSettings> workerSettings(const Call&) override { return NotThere{}; }
        Answer<std::vector<api::TaskRow>> page(const Call&, api::TaskQuery) override { return NotThere{}; }
        Answer<std::int64_t> count(const Call&, api::TaskFilter) override { return NotThere{}; }
        Answer<api::RingSnapshot> ring(const Call&) override { return NotThere{}; }
        Answer<api::RingPlan> planRing(const Call&, std::int64_t) override { return NotThere{}; }
        Answer<std::vector<api::RingChangeRow>> ringHistory(const Call&, std::int64_t) override { return NotThere{}; }
        Answer<std::vector<api::TaskHold>> holds(const Call&) override { return NotThere{}; }

    private:
        api::TaskDesk& m_behind;
        Loss& m_loss;
    };

    class Webhooks final : public api::WebhookDesk {
    public:
        Webhooks(api::WebhookDesk& behind, Loss& loss) : m_behind(behind), m_loss(loss) {}
        Answer<api::DeliveryJob> job(const Call& call, api::TaskTicket ticket) override {
            return m_behind.job(call, ticket);
        }
        Answer<api::TaskAnswer> report(const Call& call, api::DeliveryReport report) override {
            return m_loss.pass<api::TaskAnswer>([&] { return m_behind.report(call, std::move(report)); });
        }
        Answer<api::WebhookCreated> create(const Call&, api::WebhookInput, Secret) override { return NotThere{}; }
        Answer<api::WebhookRow> edit(const Call&, api::WebhookRef, api::WebhookInput) override { return NotThere{}; }
        Answer<void> remove(const Call&, api::WebhookRef) override { return NotThere{}; }
        Answer<api::WebhookCreated> newSecret(const Call&, api::WebhookRef, Secret) override { return NotThere{}; }
        Answer<DeliveryId> test(const Call&, WebhookId) override { return NotThere{}; }
        Tasks resend(const Call&, std::vector<api::DeliveryRef>) override { return NotThere{}; }
        Answer<std::vector<api::WebhookRow>> webhooks(const Call&) override { return NotThere{}; }
        Answer<std::vector<api::DeliveryRow>> deliveries(const Call&, api::DeliveryQuery) override {
            return NotThere{};
        }
        Answer<std::int64_t> countDeliveries(const Call&, api::DeliveryFilter) override { return NotThere{}; }
        Answer<api::DeliveryDetail> delivery(const Call&, DeliveryId) override { return NotThere{}; }

    private:
        api::WebhookDesk& m_behind;
        Loss& m_loss;
    };

    Refunds m_refunds;
    TasksUnsure m_tasks;
    Webhooks m_webhooks;
};

}  // namespace evenhand::test
