// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/workspace_stats.h"

#include <utility>

#include "engine/dispatch/dispatch_checks.h"
#include "engine/draws/balance.h"
#include "engine/runtime/verifier.h"
#include "engine/seckill/seckill_checks.h"
#include "engine/seckill_slots/keys.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/pages/return_page_store.h"
#include "engine/store/pages/stats_store.h"
#include "engine/store/pages/task_page_store.h"
#include "engine/store/pages/timer_page_store.h"
#include "engine/store/records/draw_store.h"
#include "engine/store/records/late_store.h"

namespace evenhand::app {
namespace {

WorkspaceStats::Stream streamOf(std::string topic, const runtime::TopicFigures& figures) {
    return {std::move(topic), figures.added, figures.length, figures.pending, figures.acknowledged, figures.dead};
}

Result<void> countOrders(store::Database& database, Instant now, WorkspaceStats& stats) {
    EVENHAND_ASSIGN(const auto byStatus, store::stats::ordersByStatus(database));
    for (const auto& count : byStatus) {
        stats.byStatus.push_back({count.status, count.orders});
        stats.orders += count.orders;
    }
    EVENHAND_ASSIGN(const auto campuses, store::stats::campuses(database));
    for (const auto& campus : campuses) {
        stats.campuses.push_back(
            {campus.id, campus.couriers, campus.assigned, campus.assignedMin, campus.assignedMax, campus.unassigned});
    }
    EVENHAND_ASSIGN(stats.paidMinor, store::stats::paidMinor(database));
    EVENHAND_ASSIGN(stats.discountedMinor, store::draws::discountedMinor(database));
    EVENHAND_ASSIGN(stats.refundedMinor, store::refundPages::refundedMinor(database));
    EVENHAND_ASSIGN(const auto returns, store::returnPages::sums(database));
    stats.returns = {returns.accepted, returns.units, returns.pending};
    EVENHAND_ASSIGN(stats.late, store::late::count(database, now, INT64_MAX));
    return {};
}

Result<void> countWork(store::Database& database, Instant now, WorkspaceStats& stats) {
    EVENHAND_ASSIGN(const auto armed, store::countArmed(database));
    store::timerPages::NextDue next;
    EVENHAND_ASSIGN(const auto timers, store::timerPages::figures(database, armed, next, {}, now));
    for (const auto& kind : timers.kinds) {
        stats.timersPending += kind.armed;
        stats.timersOverdue += kind.overdue;
        stats.timersDead += kind.dead;
    }
    EVENHAND_ASSIGN(const auto tasks, store::taskPages::counts(database, now));
    for (const auto& kind : tasks) {
        stats.tasksCreated += kind.created;
        stats.tasksDone += kind.done + kind.dropped;
        stats.tasksPending += kind.pending + kind.processing;
        stats.tasksDead += kind.dead;
    }
    return {};
}

Result<void> countSales(store::Database& database, keyspace::EmbeddedKeyspace& keyspace, WorkspaceStats& stats) {
    EVENHAND_ASSIGN(const auto campaigns, store::campaigns::allFresh(database));
    for (const auto& record : campaigns) {
        EVENHAND_ASSIGN(const auto sums, store::draws::sums(database, record.no));
        EVENHAND_ASSIGN(const auto balance, campaigns::balanceOf(keyspace, database, record));
        stats.campaigns.push_back({record.row.id, record.row.state, record.row.settings.shape.budget.minor,
                                   sums.granted - sums.givenBack, balance.queued, balance.compensation,
                                   balance.inFlight, balance.unspent});
    }
    for (const auto& topic : dispatch::dispatchTopics()) {
        EVENHAND_ASSIGN(const auto figures, runtime::topicFigures(keyspace, topic));
        stats.streams.push_back(streamOf(topic, figures));
    }
    EVENHAND_ASSIGN(const auto activities, seckill::activityUnits(database, keyspace));
    for (const auto& activity : activities) {
        stats.activities.push_back({activity.id, activity.stock, activity.reserved, activity.ordered});
        const auto topic = seckill::ActivityKeys(ActivityId(activity.id)).topic;
        EVENHAND_ASSIGN(const auto figures, runtime::topicFigures(keyspace, topic));
        if (figures.added > 0) {
            stats.streams.push_back(streamOf(topic, figures));
        }
    }
    return {};
}

}  // namespace

Result<WorkspaceStats> statsOf(const Workspace& workspace) {
    WorkspaceStats stats;
    const auto view = [&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
        EVENHAND_TRY(countOrders(database, keyspace.now(), stats));
        EVENHAND_TRY(countWork(database, keyspace.now(), stats));
        return countSales(database, keyspace, stats);
    };
    EVENHAND_TRY(workspace.inspect(view));
    return stats;
}

}  // namespace evenhand::app
