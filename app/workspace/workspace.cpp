// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/workspace.h"

#include <QPromise>
#include <QRandomGenerator>
#include <QThreadPool>
#include <utility>

#include "app/workspace/backup_runner.h"
#include "app/workspace/campaign_rehearsal.h"
#include "app/workspace/deployment_watch.h"
#include "engine/outward/refund_sender.h"
#include "engine/outward/webhook_runner.h"
#include "engine/tasks/shared_state.h"

namespace evenhand::app {
namespace {

/// Rehearsals of campaigns run on a thread of the pool and do not touch this workspace. They end early when `stop` is
/// set.
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

/// Used if secrets cannot be kept anywhere.
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

Workspace::Workspace(std::unique_ptr<WorkspaceCore> core) : m_core(std::move(core)) {}

Result<std::unique_ptr<Workspace>> Workspace::assemble(std::unique_ptr<WorkspaceCore> core) {
    std::unique_ptr<Workspace> workspace(new Workspace(std::move(core)));
    auto& parts = *workspace->m_core;
    workspace->m_secrets = parts.options().secrets ? parts.options().secrets : std::make_shared<NoSecrets>();
    workspace->addOrders();
    EVENHAND_TRY(workspace->addDispatch());
    workspace->addAlerts();
    workspace->addSales();
    workspace->addPeople();
    workspace->addBackups();
    EVENHAND_TRY(workspace->addTasks());
    EVENHAND_TRY(parts.start());
    if (parts.running() != nullptr) {
        workspace->m_backups->start();
    }
    if (parts.running() != nullptr && parts.options().threaded) {
        workspace->startWorkers();
        workspace->m_openedAt = parts.wallClock().now();
        if ((workspace->m_watch = workspace->makeWatch(true))) {
            workspace->m_watch->start();
        }
    }
    return workspace;
}

void Workspace::addOrders() {
    auto& parts = *m_core;
    const auto& info = parts.info();
    const auto numbers = std::make_shared<store::OrderNumbers>();
    const auto now = [core = &parts] { return core->status().now; };
    m_orders = orders::makeOrderDesk(parts.engine(), parts.reader(), info.minorDigits, now, numbers);
    m_search = search::makeSearchDesk(parts.engine(), parts.reader(), numbers);
    m_feed = orders::makeFeedDesk(parts.engine(), parts.reader());
    m_shop = shop::makeShopDesk(parts.engine(), parts.reader(), info.minorDigits);
    m_returns = returns::makeReturnsDesk(parts.engine(), parts.reader(), info.minorDigits, now);
    m_ledger = ledger::makeLedgerDesk(parts.engine(), parts.reader());
}

Result<void> Workspace::addDispatch() {
    auto& parts = *m_core;
    EVENHAND_ASSIGN(m_dispatch, dispatch::makeDispatch(parts.engine(), parts.reader(), parts.info().timeZone));
    if (auto* engine = parts.running()) {
        for (auto& [topic, handler] : m_dispatch.consumers) {
            engine->addConsumer(topic, "dispatch", *handler);
        }
        engine->addDueSource(*m_dispatch.calibration);
        engine->addDueSource(*m_dispatch.recount);
    }
    EVENHAND_ASSIGN(m_shifts, shifts::makeShifts(parts.engine(), parts.reader(), parts.info().timeZone));
    if (auto* engine = parts.running()) {
        engine->addDueSource(*m_shifts.rosters);
    }
    return {};
}

void Workspace::addAlerts() {
    auto& parts = *m_core;
    auto* engine = parts.running();
    m_timers = timers::makeTimers(parts.engine(), parts.reader(), engine != nullptr ? &engine->keyspace() : nullptr,
                                  parts.clock(), parts.batchCounter());
    for (auto& source : m_timers.sources) {
        engine->addDueSource(*source);
    }
    m_alerts = alerts::makeAlerts(
        parts.engine(), parts.reader(), parts.clock(),
        engine != nullptr ? [core = &parts] { return core->status(); } : std::function<api::EngineStatus()>());
    for (auto& source : m_alerts.sources) {
        // Sources that an import leaves out run when somebody next opens the workspace to work with it.
        if (!source->isOfThePresent() || !parts.options().engine.importClock) {
            engine->addDueSource(*source);
        }
    }
    if (engine != nullptr) {
        m_alertsHear = engine->subscribe(m_alerts.heard);
        m_caseAges = returns::watchCaseAges();
        engine->addDueSource(*m_caseAges.source);
        m_casesHear = engine->subscribe(m_caseAges.heard);
    }
}

void Workspace::addSales() {
    auto& parts = *m_core;
    auto* engine = parts.running();
    m_seckill = seckill::makeSeckill(
        parts.engine(), parts.reader(),
        [all = &m_rehearsals](api::RehearsalPlan plan, api::RehearsalWatch watch, seckill::CopyOf copy) {
            return all->start(std::move(plan), std::move(watch), std::move(copy));
        },
        parts.consumerName());
    if (engine != nullptr) {
        engine->addFamily(std::string(seckill::kGroup), *m_seckill.orders, seckill::kRetryPolicy);
        engine->addDueSource(*m_seckill.endings);
    }
    m_campaigns = campaigns::makeCampaigns(
        parts.engine(), parts.reader(), engine != nullptr ? &engine->keyspace() : nullptr, parts.info().minorDigits,
        rehearsals(m_stopping), std::make_unique<runtime::LookPace>(parts.clock(), parts.batchCounter()));
    for (auto& source : m_campaigns.sources) {
        engine->addDueSource(*source);
    }
}

void Workspace::addPeople() {
    auto& parts = *m_core;
    const auto& options = parts.options();
    m_accounts = accounts::makeAccountDesk(
        parts.engine(), parts.reader(), parts.wallClock(),
        options.threaded ? accounts::threadHasher(options.hashCost) : accounts::directHasher(options.hashCost));
    m_tokens = accounts::makeTokenDesk(parts.engine(), parts.reader(), parts.wallClock(), *m_secrets, randomBytes,
                                       options.threaded);
    m_audit = accounts::makeAuditDesk(parts.engine(), parts.reader(), [core = &parts] { return core->auditWitness(); });
    m_team = std::make_unique<team::TeamRegistry>(parts.engine(), parts.wallClock(),
                                                  [engine = parts.running(), none = &m_noEvents](const auto& events) {
                                                      engine != nullptr ? engine->tell(events) : none->publish(events);
                                                  });
}

void Workspace::addBackups() {
    auto& parts = *m_core;
    const auto& info = parts.info();
    m_keyspace = rebuild::makeKeyspaceDesk(parts.engine(), parts.closing());
    m_backups = std::make_unique<Backups>(Backups::Place{
        parts.engine(), parts.reader(), parts.readers(), parts.clock(), parts.folder(), info.id, info.timeZone,
        parts.options().threaded,
        [this](runtime::UnitOfWork& work, const api::BackupSchedule& schedule) { return planBackups(work, schedule); },
        [core = &parts](BackupFileWriter& writer, Instant at, const BackupProgress& progress) {
            return takeBackup(writer, *core, at, progress);
        },
        [engine = parts.embedded()](std::function<bool(store::Database&)> save) {
            return engine != nullptr && engine->readLostFiles(std::move(save));
        }});
}

Result<void> Workspace::addTasks() {
    auto& parts = *m_core;
    const auto& options = parts.options();
    const auto& info = parts.info();
    if (parts.workers() == nullptr) {
        m_membership = std::make_unique<cluster::LocalMembership>(parts.clock());
    }
    EVENHAND_ASSIGN(m_tasks,
                    tasks::makeTasks(parts.engine(), parts.reader(), workers(), *m_secrets, randomBytes, parts.clock(),
                                     info.timeZone, options.threaded && options.workers != 0, options.threaded));
    m_refunds =
        returns::makeRefundDesk(parts.engine(), parts.reader(), info.currency, info.minorDigits, m_tasks.shared);
    if (auto* engine = parts.running()) {
        engine->addDueSource(*m_tasks.schedules);
    }
    m_tasks.shared->walkBegins = [core = &parts] {
        accounts::watchAudit(core->engine(), core->reader(), core->auditWitness());
    };
    addTaskRunner([secrets = m_secrets.get(), &clock = parts.clock()] {
        return std::make_unique<outward::WebhookRunner>(*secrets, clock);
    });
    addTaskRunner([backups = m_backups.get()] { return std::make_unique<BackupRunner>(*backups); });
    return {};
}

void Workspace::startWorkers() {
    m_ringWorkers = std::make_unique<outward::RingWorkerPool>(*this, workers(), m_core->clock());
    std::vector<outward::WorkerOptions> workers;
    for (int i = 1; i <= m_core->options().workers.value_or(0); ++i) {
        workers.push_back(workerOptions(static_cast<std::size_t>(i)));
    }
    m_ringWorkers->start(workers);
    if (!m_core->options().workers) {
        m_ringWorkers->follow([this](std::size_t number) { return workerOptions(number); });
    }
}

Workspace::~Workspace() {
    m_stopping->store(true);
    // Ends the threads first, because they call the desks.
    stop();
}

void Workspace::stop() {
    if (m_watch) {
        m_watch->stop();
    }
    if (m_ringWorkers) {
        m_ringWorkers->stop();  // workers report to the engine, so it must still run
    }
    m_rehearsals.stop();
    if (m_backups) {
        m_backups->stop();  // likewise
    }
    m_core->stop();
}

std::unique_ptr<DeploymentWatch> Workspace::makeWatch(bool isService) {
    auto& parts = *m_core;
    if (!parts.sharedPlace() || !parts.server()) {
        return nullptr;
    }
    DeploymentWatch::Given given;
    given.place = *parts.sharedPlace();
    given.database = *parts.server();
    given.workspace = parts.info().id;
    if (auto* const engine = isService ? parts.sharedEngine() : nullptr) {
        given.board = &engine->nodes();
        given.node = engine->node();
        given.note = [this] { return serviceNote(); };
        given.workers = m_tasks.shared;
        m_tasks.shared->tellOthers({});  // there may be others, which have said nothing yet
    }
    return std::make_unique<DeploymentWatch>(std::move(given), parts.clock());
}

ServiceNote Workspace::serviceNote() {
    const auto status = m_core->status();
    ServiceNote note;
    note.process = processAddress();
    note.version = EVENHAND_VERSION;
    note.reason = status.reason;
    note.state = status.state;
    note.leads = m_core->leads();
    note.consoles = m_team->connectedNow();
    note.since = m_openedAt;
    note.workers = m_tasks.shared->all(m_core->clock().now());
    const std::scoped_lock lock(m_addressMutex);
    note.address = m_serviceAddress;
    return note;
}

std::vector<api::PartHealth> Workspace::lookAtParts() {
    const auto watch = makeWatch(false);
    return watch ? watch->look() : std::vector<api::PartHealth>();
}

void Workspace::setServiceAddress(std::string address) {
    const std::scoped_lock lock(m_addressMutex);
    m_serviceAddress = std::move(address);
}

std::unique_ptr<api::Subscription> Workspace::subscribe(EventHandler handler) {
    auto* engine = m_core->running();
    return engine != nullptr ? engine->subscribe(std::move(handler)) : m_noEvents.subscribe(std::move(handler));
}

api::EngineStatus Workspace::status() const {
    auto status = m_core->status();
    if (m_core->running() != nullptr) {
        status.workers = static_cast<std::int64_t>(workers().members().members.size());
    }
    status.timerLateness = timers::latenessOf(m_timers);
    if (m_watch) {
        status.parts = m_watch->parts();
        for (auto& part : status.parts) {
            if (part.kind == api::PartKind::Database) {
                part.writeMs = status.commitP50Ms;
            }
        }
    }
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
    auto* engine = m_core->running();
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
    outward::RingWorker worker(*this, workers(), m_core->clock(), options);
    return worker.runDue();
}

void Workspace::runUntilIdle() {
    while (step()) {
    }
}

}  // namespace evenhand::app
