// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/workspace.h"

#include <QPromise>
#include <QThreadPool>
#include <utility>

#include "app/workspace/campaign_rehearsal.h"

namespace evenhand::app {
namespace {

/// On a thread of the pool; it touches nothing of this workspace. Ends early when `stop` is set.
coupons::Rehearse rehearsals(std::shared_ptr<std::atomic<bool>> stop) {
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

}  // namespace

Result<std::unique_ptr<Workspace>> Workspace::create(const std::string& folder, const WorkspaceOptions& workspace,
                                                     OpenOptions options) {
    EVENHAND_TRY(WorkspaceCore::create(folder, workspace, options));
    return open(folder, std::move(options));
}

Result<std::unique_ptr<Workspace>> Workspace::open(const std::string& folder, OpenOptions options) {
    EVENHAND_ASSIGN(auto core, WorkspaceCore::open(folder, std::move(options)));
    return furnish(std::move(core));
}

Result<std::unique_ptr<Workspace>> Workspace::openReadOnly(const std::string& folder, OpenOptions options) {
    EVENHAND_ASSIGN(auto core, WorkspaceCore::openReadOnly(folder, std::move(options)));
    return furnish(std::move(core));
}

Result<std::unique_ptr<Workspace>> Workspace::furnish(std::unique_ptr<WorkspaceCore> core) {
    std::unique_ptr<Workspace> made(new Workspace(std::move(core)));
    auto& parts = *made->m_core;
    made->m_orders = orders::makeOrderDesk(parts.engine(), parts.reader(), parts.info().minorDigits);
    const auto info = parts.info();
    made->m_returns = returns::makeReturnsDesk(parts.engine(), parts.reader(), info.minorDigits);
    made->m_refunds = returns::makeRefundDesk(parts.engine(), parts.reader(), info.currency, info.minorDigits);
    made->m_ledger = ledger::makeLedgerDesk(parts.engine(), parts.reader());
    EVENHAND_ASSIGN(made->m_dispatch, dispatch::makeDispatch(parts.engine(), parts.reader(), parts.info().timeZone));
    if (auto* consuming = parts.embedded()) {
        for (auto& [topic, handler] : made->m_dispatch.consumers) {
            consuming->addConsumer(topic, "dispatch", *handler);
        }
        consuming->addDueSource(*made->m_dispatch.calibration);
    }
    auto* engine = parts.embedded();
    made->m_timeouts = timeouts::makeTimeouts(parts.engine(), parts.reader(),
                                              engine != nullptr ? &engine->keyspace() : nullptr, parts.clock());
    for (auto& source : made->m_timeouts.sources) {
        engine->addDueSource(*source);
    }
    made->m_seckill = seckill::makeSeckill(
        parts.engine(), parts.reader(),
        [all = &made->m_rehearsals](api::RehearsalPlan plan, api::RehearsalWatch watch, seckill::CopyOf copy) {
            return all->start(std::move(plan), std::move(watch), std::move(copy));
        });
    if (engine != nullptr) {
        engine->addFamily(std::string(seckill::kGroup), *made->m_seckill.orders, seckill::kRetryPolicy);
        engine->addDueSource(*made->m_seckill.endings);
    }
    made->m_coupons =
        coupons::makeCoupons(parts.engine(), parts.reader(), engine != nullptr ? &engine->keyspace() : nullptr,
                             parts.info().minorDigits, rehearsals(made->m_stopping));
    for (auto& source : made->m_coupons.sources) {
        engine->addDueSource(*source);
    }
    made->m_accounts =
        accounts::makeAccountDesk(parts.engine(), parts.reader(), parts.wallClock(),
                                  parts.options().threaded ? accounts::threadHasher(parts.options().hashCost)
                                                           : accounts::directHasher(parts.options().hashCost));
    made->m_audit = accounts::makeAuditDesk(parts.engine(), parts.reader(),
                                            [core = made->m_core.get()] { return core->auditWitness(); });
    made->m_backups =
        std::make_unique<Backups>(Backups::Place{parts.engine(), parts.reader(), parts.readers(), parts.clock(),
                                                 parts.folder(), info.id, info.timeZone, parts.options().threaded});
    EVENHAND_TRY(parts.start());
    if (engine != nullptr) {
        made->m_backups->start();
    }
    if (engine != nullptr && parts.options().threaded && parts.options().sendRefunds) {
        made->m_sender = std::make_unique<outward::RefundSender>(
            *made, providerSource(parts.options().refundSecret, parts.clock()), parts.clock(), refundWorkerName());
        made->m_sender->start();
    }
    return made;
}

Workspace::~Workspace() {
    m_stopping->store(true);
    // Threads end before the desks go, which they call into.
    stop();
}

void Workspace::stop() {
    if (m_sender) {
        m_sender->stop();  // it reports, so the engine must still answer
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

void Workspace::runUntilIdle() {
    while (step()) {
    }
}

}  // namespace evenhand::app
