// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/workspace.h"

#include <QPromise>
#include <QRandomGenerator>
#include <QThreadPool>
#include <utility>

#include "app/workspace/backup_runner.h"
#include "app/workspace/campaign_rehearsal.h"
#include "engine/outward/refund_sender.h"
#include "engine/outward/webhook_runner.h"
#include "engine/tasks/shared_state.h"

namespace evenhand::app {
namespace {

/// On a thread of the pool; it touches nothing of this workspace. Ends early when `stop` is set.
campaigns::Rehearse rehearsals(std::shared_ptr<std::atomic<bool>> stop) {
    return
        [stop = std::move(stop)](const api::CampaignRehearsal& rehearsal, std::function<void(std::int64_t)> progress) {
            auto promise = std::make_shared<QPromise<Result<api::CampaignRehearsalResult>>>();
            promise->start();
            auto future = promise->future();
            QThreadPool::globalInstance()->start([promise, stop, rehearsal, progress = std::move(progress)] {
                promise->addResult(
                    rehearseCampaign(rehearsal, progress, [&] { return promise->isCanceled() || stop->load(); }));
                promise->finish();
            });
            return future;
        };
}

std::string randomBytes(std::size_t count) {
    std::string bytes(count, '\0');
    for (char& byte : bytes) {
        byte = static_cast<char>(QRandomGenerator::system()->bounded(256));
    }
    return bytes;
}

/// Where there is nothing to keep secrets in.
class NoSecrets final : public api::SecretStore {
public:
    Result<std::optional<Secret>> read(const std::string&) override { return none(); }
    Result<void> write(const std::string&, const Secret&) override { return none(); }
    Result<void> remove(const std::string&) override { return {}; }

private:
    static tl::unexpected<Error> none() {
        return fail(ErrorCode::Unsupported, "this workspace was opened without a place for secrets", "keychain");
    }
};

}  // namespace

Result<std::unique_ptr<Workspace>> Workspace::create(const std::string& folder, const WorkspaceOptions& workspace,
                                                     OpenOptions options) {
    EVENHAND_TRY(WorkspaceCore::create(folder, workspace, options));
    return open(folder, std::move(options));
}

Result<std::unique_ptr<Workspace>> Workspace::open(const std::string& folder, OpenOptions options) {
    EVENHAND_ASSIGN(auto core, WorkspaceCore::open(folder, std::move(options)));
    return assemble(std::move(core));
}

Result<std::unique_ptr<Workspace>> Workspace::openReadOnly(const std::string& folder, OpenOptions options) {
    EVENHAND_ASSIGN(auto core, WorkspaceCore::openReadOnly(folder, std::move(options)));
    return assemble(std::move(core));
}

Result<std::unique_ptr<Workspace>> Workspace::assemble(std::unique_ptr<WorkspaceCore> core) {
    std::unique_ptr<Workspace> workspace(new Workspace(std::move(core)));
    auto& parts = *workspace->m_core;
    workspace->m_secrets = parts.options().secrets ? parts.options().secrets : std::make_shared<NoSecrets>();
    const auto numbers = std::make_shared<store::OrderNumbers>();
    workspace->m_orders = orders::makeOrderDesk(
        parts.engine(), parts.reader(), parts.info().minorDigits, [core = &parts] { return core->status().now; },
        numbers);
    workspace->m_search = search::makeSearchDesk(parts.engine(), parts.reader(), numbers);
    workspace->m_feed = orders::makeFeedDesk(parts.engine(), parts.reader());
    const auto info = parts.info();
    workspace->m_shop = shop::makeShopDesk(parts.engine(), parts.reader(), info.minorDigits);
    workspace->m_returns = returns::makeReturnsDesk(parts.engine(), parts.reader(), info.minorDigits,
                                                    [core = &parts] { return core->status().now; });
    workspace->m_ledger = ledger::makeLedgerDesk(parts.engine(), parts.reader());
    EVENHAND_ASSIGN(workspace->m_dispatch,
                    dispatch::makeDispatch(parts.engine(), parts.reader(), parts.info().timeZone));
    if (auto* consuming = parts.embedded()) {
        for (auto& [topic, handler] : workspace->m_dispatch.consumers) {
            consuming->addConsumer(topic, "dispatch", *handler);
        }
        consuming->addDueSource(*workspace->m_dispatch.calibration);
        consuming->addDueSource(*workspace->m_dispatch.recount);
    }
    auto* engine = parts.embedded();
    EVENHAND_ASSIGN(workspace->m_shifts, shifts::makeShifts(parts.engine(), parts.reader(), info.timeZone));
    if (engine != nullptr) {
        engine->addDueSource(*workspace->m_shifts.rosters);
    }
    workspace->m_timers = timers::makeTimers(parts.engine(), parts.reader(),
                                             engine != nullptr ? &engine->keyspace() : nullptr, parts.clock());
    for (auto& source : workspace->m_timers.sources) {
        engine->addDueSource(*source);
    }
    workspace->m_alerts = alerts::makeAlerts(
        parts.engine(), parts.reader(), parts.clock(),
        engine != nullptr ? [core = &parts] { return core->status(); } : std::function<api::EngineStatus()>());
    for (auto& source : workspace->m_alerts.sources) {
        // What an import leaves out has its turn once somebody opens the workspace to work with it.
        if (!source->isOfThePresent() || !parts.options().engine.importClock) {
            engine->addDueSource(*source);
        }
    }
    if (engine != nullptr) {
        workspace->m_alertsHear = engine->subscribe(workspace->m_alerts.heard);
        workspace->m_caseAges = returns::watchCaseAges();
        engine->addDueSource(*workspace->m_caseAges.source);
        workspace->m_casesHear = engine->subscribe(workspace->m_caseAges.heard);
    }
    workspace->m_seckill = seckill::makeSeckill(
        parts.engine(), parts.reader(),
        [all = &workspace->m_rehearsals](api::RehearsalPlan plan, api::RehearsalWatch watch, seckill::CopyOf copy) {
            return all->start(std::move(plan), std::move(watch), std::move(copy));
        });
    if (engine != nullptr) {
        engine->addFamily(std::string(seckill::kGroup), *workspace->m_seckill.orders, seckill::kRetryPolicy);
        engine->addDueSource(*workspace->m_seckill.endings);
    }
    workspace->m_campaigns =
        campaigns::makeCampaigns(parts.engine(), parts.reader(), engine != nullptr ? &engine->keyspace() : nullptr,
                                 parts.info().minorDigits, rehearsals(workspace->m_stopping));
    for (auto& source : workspace->m_campaigns.sources) {
        engine->addDueSource(*source);
    }
    workspace->m_accounts =
        accounts::makeAccountDesk(parts.engine(), parts.reader(), parts.wallClock(),
                                  parts.options().threaded ? accounts::threadHasher(parts.options().hashCost)
                                                           : accounts::directHasher(parts.options().hashCost));
    workspace->m_tokens = accounts::makeTokenDesk(parts.engine(), parts.reader(), parts.wallClock(),
                                                  *workspace->m_secrets, randomBytes, parts.options().threaded);
    workspace->m_audit = accounts::makeAuditDesk(parts.engine(), parts.reader(),
                                                 [core = workspace->m_core.get()] { return core->auditWitness(); });
    workspace->m_backups = std::make_unique<Backups>(
        Backups::Place{parts.engine(), parts.reader(), parts.readers(), parts.clock(), parts.folder(), info.id,
                       info.timeZone, parts.options().threaded,
                       [all = workspace.get()](runtime::UnitOfWork& work, const api::BackupSchedule& schedule) {
                           return all->planBackups(work, schedule);
                       },
                       [engine](std::function<bool(store::Database&)> save) {
                           return engine != nullptr && engine->readLostFiles(std::move(save));
                       }});
    workspace->m_membership = std::make_unique<cluster::LocalMembership>(parts.clock());
    EVENHAND_ASSIGN(
        workspace->m_tasks,
        tasks::makeTasks(parts.engine(), parts.reader(), *workspace->m_membership, *workspace->m_secrets, randomBytes,
                         parts.clock(), info.timeZone, parts.options().threaded && parts.options().workers != 0,
                         parts.options().threaded));
    workspace->m_refunds = returns::makeRefundDesk(parts.engine(), parts.reader(), info.currency, info.minorDigits,
                                                   workspace->m_tasks.shared);
    if (engine != nullptr) {
        engine->addDueSource(*workspace->m_tasks.schedules);
    }
    workspace->m_tasks.shared->walkBegins = [core = workspace->m_core.get()] {
        accounts::watchAudit(core->engine(), core->reader(), core->auditWitness());
    };
    workspace->addTaskRunner([secrets = workspace->m_secrets.get(), &clock = parts.clock()] {
        return std::make_unique<outward::WebhookRunner>(*secrets, clock);
    });
    workspace->addTaskRunner(
        [backups = workspace->m_backups.get()] { return std::make_unique<BackupRunner>(*backups); });
    workspace->m_team = std::make_unique<team::TeamRegistry>(
        parts.engine(), parts.wallClock(), [engine, none = &workspace->m_noEvents](const auto& events) {
            engine != nullptr ? engine->tell(events) : none->publish(events);
        });
    EVENHAND_TRY(parts.start());
    if (engine != nullptr) {
        workspace->m_backups->start();
    }
    if (engine != nullptr && parts.options().threaded) {
        workspace->m_ringWorkers =
            std::make_unique<outward::RingWorkerPool>(*workspace, *workspace->m_membership, parts.clock());
        std::vector<outward::WorkerOptions> workers;
        for (int i = 1; i <= parts.options().workers.value_or(0); ++i) {
            workers.push_back(workspace->workerOptions(static_cast<std::size_t>(i)));
        }
        workspace->m_ringWorkers->start(workers);
        if (!parts.options().workers) {
            workspace->m_ringWorkers->follow(
                [all = workspace.get()](std::size_t number) { return all->workerOptions(number); });
        }
    }
    return workspace;
}

Workspace::~Workspace() {
    m_stopping->store(true);
    // Threads end before the desks go, which they call into.
    stop();
}

void Workspace::stop() {
    if (m_ringWorkers) {
        m_ringWorkers->stop();  // they report, so the engine must still answer
    }
    m_rehearsals.stop();
    if (m_backups) {
        m_backups->stop();  // as above
    }
    m_core->stop();
}

std::unique_ptr<api::Subscription> Workspace::subscribe(EventHandler handler) {
    auto* engine = m_core->embedded();
    return engine != nullptr ? engine->subscribe(std::move(handler)) : m_noEvents.subscribe(std::move(handler));
}

api::EngineStatus Workspace::status() const {
    auto status = m_core->status();
    if (m_core->embedded() != nullptr) {
        status.workers = static_cast<std::int64_t>(m_membership->members().members.size());
    }
    status.timerLateness = timers::latenessOf(m_timers);
    return status;
}

Result<void> Workspace::planBackups(runtime::UnitOfWork& work, const api::BackupSchedule& schedule) {
    auto& source = *m_tasks.schedules;
    const std::string name(tasks::kBackupSchedule);
    return schedule.folder.empty()
               ? source.remove(work, name)
               : source.put(work, {name, api::TaskKind::Backup, {}, std::nullopt, schedule.minuteOfDay, {}});
}

outward::WorkerOptions Workspace::workerOptions(std::size_t number) {
    const auto& options = m_core->options();
    outward::WorkerOptions worker;
    worker.address = processAddress();
    worker.name = "worker " + std::to_string(number) + " of " + worker.address;
    worker.seed = (options.seed ? *options.seed : Rng::systemSeed()) + number;
    if (options.sendRefunds) {
        worker.refundProvider = providerSource(options.refundSecret, m_core->clock());
    }
    worker.runners = m_runners;
    return worker;
}

bool Workspace::step() {
    auto* engine = m_core->embedded();
    return engine != nullptr && engine->step();
}

Result<std::int64_t> Workspace::sendRefunds() {
    const auto& clock = m_core->clock();
    outward::RefundSender sender(*this, providerSource(m_core->options().refundSecret, clock), clock,
                                 refundWorkerName(), [this] { (void)step(); });
    return sender.sendDue();
}

Result<std::int64_t> Workspace::runTasks() {
    auto options = workerOptions(1);
    options.step = [this] { (void)step(); };
    outward::RingWorker worker(*this, *m_membership, m_core->clock(), options);
    return worker.runDue();
}

void Workspace::runUntilIdle() {
    while (step()) {
    }
}

}  // namespace evenhand::app
