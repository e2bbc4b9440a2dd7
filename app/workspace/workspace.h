// SPDX-License-Identifier: GPL-3.0-or-later
// An open workspace: its core and the desks on top of it, as both programs and the tests use it.
//
// Threads: made and stopped on one thread; desks, status() and subscribe() from any. Without OpenOptions::threaded the
// engine only works inside step() and runUntilIdle() (virtual clock, one thread).
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/workspace/backups.h"
#include "app/workspace/rehearsal.h"
#include "app/workspace/workspace_core.h"
#include "engine/accounts/accounts.h"
#include "engine/alerts/alerts.h"
#include "engine/api/engine_api.h"
#include "engine/campaigns/campaigns.h"
#include "engine/cluster/local_membership.h"
#include "engine/dispatch/dispatch.h"
#include "engine/ledger/ledger.h"
#include "engine/orders/orders.h"
#include "engine/outward/ring_worker_pool.h"
#include "engine/rebuild/rebuild.h"
#include "engine/returns/returns.h"
#include "engine/search/search.h"
#include "engine/seckill/seckill.h"
#include "engine/shifts/shifts.h"
#include "engine/shop/shop.h"
#include "engine/tasks/tasks.h"
#include "engine/team/team_registry.h"
#include "engine/timers/timers.h"

namespace evenhand::app {

class DeploymentWatch;
struct ServiceNote;

class Workspace final : public api::EngineApi {
public:
    /// Creates a workspace in a new or empty folder and opens it. Errors: AlreadyExists, InvalidArgument, Storage.
    [[nodiscard]] static Result<std::unique_ptr<Workspace>> create(const std::string& folder,
                                                                   const WorkspaceOptions& workspace,
                                                                   OpenOptions options = {});
    /// WorkspaceMissing, WorkspaceInUse (names the process), WorkspaceVersion, WorkspaceDamaged, Storage,
    /// DriverMissing.
    [[nodiscard]] static Result<std::unique_ptr<Workspace>> open(const std::string& folder, OpenOptions options = {});
    /// Opens it for reading, even while another process runs it. Commands answer ReadOnly.
    [[nodiscard]] static Result<std::unique_ptr<Workspace>> openReadOnly(const std::string& folder,
                                                                         OpenOptions options = {});
    ~Workspace() override;

    api::OrderDesk& orders() override { return *m_orders; }
    api::DispatchDesk& dispatch() override { return *m_dispatch.desk; }
    api::ShopDesk& shop() override { return *m_shop; }
    api::ShiftDesk& shifts() override { return *m_shifts.desk; }
    api::TimerDesk& timers() override { return *m_timers.desk; }
    api::AlertDesk& alerts() override { return *m_alerts.desk; }
    api::SeckillDesk& seckill() override { return *m_seckill.desk; }
    api::CampaignDesk& campaigns() override { return *m_campaigns.desk; }
    api::ReturnsDesk& returns() override { return *m_returns; }
    api::RefundDesk& refunds() override { return *m_refunds; }
    api::LedgerDesk& ledger() override { return *m_ledger; }
    api::TaskDesk& tasks() override { return *m_tasks.desk; }
    api::WebhookDesk& webhooks() override { return *m_tasks.webhooks; }
    api::AccountDesk& accounts() override { return *m_accounts; }
    api::TokenDesk& tokens() override { return *m_tokens; }
    api::AuditDesk& audit() override { return *m_audit; }
    api::BackupDesk& backups() override { return *m_backups; }
    api::FeedDesk& feed() override { return *m_feed; }
    api::SearchDesk& search() override { return *m_search; }
    api::TeamDesk& team() override { return *m_team; }
    api::KeyspaceDesk& keyspace() override { return *m_keyspace; }
    /// The backup desk with its automatic backups, which api::BackupDesk does not offer.
    [[nodiscard]] Backups& automaticBackups() noexcept { return *m_backups; }
    [[nodiscard]] api::EngineStatus status() const override;
    [[nodiscard]] api::WorkspaceInfo workspace() const override { return m_core->info(); }
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(EventHandler handler) override;
    /// See WorkspaceCore::examine().
    [[nodiscard]] Result<api::EngineStatus> examine() const { return m_core->examine(); }
    /// Looks how the parts of a shared deployment are, and waits for who is silent; none where one engine runs it. What
    /// is running says so in status() besides.
    [[nodiscard]] std::vector<api::PartHealth> lookAtParts();
    /// Services are told by it to each other: where this one is reached from now on. Where none share it, nothing.
    void setServiceAddress(std::string address);
    /// The clock that it was opened with.
    [[nodiscard]] Instant clockNow() const { return m_core->clock().now(); }

    /// Runs one batch on the calling thread; false if there was nothing to do. Only without threads.
    bool step();
    void runUntilIdle();
    /// Sends the refunds that are due now and answers the number of reports. Only without threads; with threads a
    /// worker does it.
    [[nodiscard]] Result<std::int64_t> sendRefunds();
    /// Runs the tasks that are due now, refunds included, as the only worker; answers how many. Only without threads.
    [[nodiscard]] Result<std::int64_t> runTasks();
    /// What workers can do besides inner tasks, refunds, webhooks and backups, or instead; for workers that are started
    /// from then on; only where OpenOptions::workers says how many.
    void addTaskRunner(outward::RunnerSource source) { m_runners.push_back(std::move(source)); }
    /// The ring's workers of this process; nullptr without threads.
    [[nodiscard]] outward::RingWorkerPool* ringWorkers() noexcept { return m_ringWorkers.get(); }
    /// Options for one more worker.
    [[nodiscard]] outward::WorkerOptions workerOptions(std::size_t number);
    /// Refuses new work, finishes accepted work, checkpoints and closes. Idempotent; the destructor calls it.
    void stop();

    [[nodiscard]] WorkspaceCore& core() noexcept { return *m_core; }
    /// See WorkspaceCore::inspect(): one consistent snapshot of database and keyspace, for verify, stats and export.
    [[nodiscard]] Result<void> inspect(const WorkspaceCore::View& fn) const { return m_core->inspect(fn); }

private:
    explicit Workspace(std::unique_ptr<WorkspaceCore> core);
    [[nodiscard]] static Result<std::unique_ptr<Workspace>> assemble(std::unique_ptr<WorkspaceCore> core);
    // Parts of assemble(), in its order: later ones use what earlier ones have made. Each makes its desks and tells the
    // engine of its consumers and sources of due work.
    void addOrders();
    [[nodiscard]] Result<void> addDispatch();
    void addAlerts();
    void addSales();
    void addPeople();
    void addBackups();
    [[nodiscard]] Result<void> addTasks();
    void startWorkers();
    /// Of a workspace that services share; nullptr: it is none. A service says of itself what the others show.
    [[nodiscard]] std::unique_ptr<DeploymentWatch> makeWatch(bool isService);
    [[nodiscard]] ServiceNote serviceNote();
    /// Who works on the ring: in this process alone, or in all services that share the workspace.
    [[nodiscard]] api::Membership& workers() const noexcept {
        return m_core->workers() != nullptr ? *m_core->workers() : *m_membership;
    }
    /// Schedules the task of the automatic backup.
    [[nodiscard]] Result<void> planBackups(runtime::UnitOfWork& work, const api::BackupSchedule& schedule);

    std::unique_ptr<WorkspaceCore> m_core;
    std::shared_ptr<api::SecretStore> m_secrets;
    std::unique_ptr<api::ReturnsDesk> m_returns;
    std::unique_ptr<api::RefundDesk> m_refunds;
    std::unique_ptr<api::LedgerDesk> m_ledger;
    std::unique_ptr<api::AccountDesk> m_accounts;
    std::unique_ptr<api::TokenDesk> m_tokens;
    std::unique_ptr<api::AuditDesk> m_audit;
    std::unique_ptr<Backups> m_backups;
    std::unique_ptr<api::OrderDesk> m_orders;
    std::unique_ptr<api::FeedDesk> m_feed;
    std::unique_ptr<api::SearchDesk> m_search;
    std::unique_ptr<team::TeamRegistry> m_team;
    std::unique_ptr<api::KeyspaceDesk> m_keyspace;
    std::unique_ptr<api::ShopDesk> m_shop;
    dispatch::Dispatch m_dispatch;
    shifts::Shifts m_shifts;
    timers::Timers m_timers;
    alerts::Alerts m_alerts;
    std::unique_ptr<api::Subscription> m_alertsHear;  ///< destroyed before what it calls
    returns::CaseAges m_caseAges;
    std::unique_ptr<api::Subscription> m_casesHear;  ///< destroyed before what it calls
    seckill::Seckill m_seckill;
    Rehearsals m_rehearsals;
    campaigns::Campaigns m_campaigns;
    std::shared_ptr<std::atomic<bool>> m_stopping = std::make_shared<std::atomic<bool>>(false);  ///< ends rehearsals
    runtime::EventHub m_noEvents;  ///< used by a read-only workspace
    std::unique_ptr<cluster::LocalMembership> m_membership;
    tasks::Tasks m_tasks;
    std::vector<outward::RunnerSource> m_runners;
    std::unique_ptr<outward::RingWorkerPool> m_ringWorkers;
    std::mutex m_addressMutex;  ///< guards the following
    std::string m_serviceAddress;
    Instant m_openedAt;
    std::unique_ptr<DeploymentWatch> m_watch;  ///< while it runs; asks the desks' registry, so it goes first
};

}  // namespace evenhand::app
