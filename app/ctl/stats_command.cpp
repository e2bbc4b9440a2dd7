// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/command.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/row_texts.h"
#include "app/workspace/workspace.h"
#include "engine/base/money.h"
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

namespace evenhand::ctl {
namespace {

struct Stats {
    std::vector<store::stats::StatusCount> byStatus;
    std::vector<store::stats::CampusCount> campuses;
    std::int64_t paidMinor = 0;
    std::int64_t discountedMinor = 0;
    std::int64_t refundedMinor = 0;
    store::returnPages::Sums returns;
    std::vector<std::pair<std::string, runtime::TopicFigures>> streams;
    std::int64_t orders = 0;
    std::int64_t late = 0;  ///< orders whose stage should have moved on
    std::vector<seckill::ActivityUnits> activities;
    struct Campaign {
        store::campaigns::Record record;
        coupons::Balance balance;
        std::int64_t granted = 0;
    };
    std::vector<Campaign> campaigns;  ///< newest first
    std::int64_t timersPending = 0, timersOverdue = 0, timersDead = 0;
    std::int64_t tasksCreated = 0, tasksDone = 0, tasksPending = 0, tasksDead = 0;
};

Result<void> read(store::Database& database, keyspace::EmbeddedKeyspace& keyspace, Stats& stats) {
    EVENHAND_ASSIGN(stats.byStatus, store::stats::ordersByStatus(database));
    EVENHAND_ASSIGN(stats.campuses, store::stats::campuses(database));
    EVENHAND_ASSIGN(stats.paidMinor, store::stats::paidMinor(database));
    EVENHAND_ASSIGN(stats.discountedMinor, store::draws::discountedMinor(database));
    EVENHAND_ASSIGN(stats.refundedMinor, store::refundPages::refundedMinor(database));
    EVENHAND_ASSIGN(stats.returns, store::returnPages::sums(database));
    EVENHAND_ASSIGN(const auto campaigns, store::campaigns::allFresh(database));
    for (const auto& record : campaigns) {
        EVENHAND_ASSIGN(const auto sums, store::draws::sums(database, record.no));
        EVENHAND_ASSIGN(auto balance, coupons::balanceOf(keyspace, database, record));
        stats.campaigns.push_back({record, std::move(balance), sums.granted - sums.givenBack});
    }
    for (const auto& count : stats.byStatus) {
        stats.orders += count.orders;
    }
    EVENHAND_ASSIGN(stats.late, store::late::count(database, keyspace.now(), INT64_MAX));
    EVENHAND_ASSIGN(const auto armed, store::countArmed(database));
    store::timerPages::NextDue next;
    EVENHAND_ASSIGN(const auto timers, store::timerPages::figures(database, armed, next, {}, keyspace.now()));
    for (const auto& kind : timers.kinds) {
        stats.timersPending += kind.armed;
        stats.timersOverdue += kind.overdue;
        stats.timersDead += kind.dead;
    }
    EVENHAND_ASSIGN(const auto tasks, store::taskPages::counts(database, keyspace.now()));
    for (const auto& kind : tasks) {
        stats.tasksCreated += kind.created;
        stats.tasksDone += kind.done + kind.dropped;
        stats.tasksPending += kind.pending + kind.processing;
        stats.tasksDead += kind.dead;
    }
    for (const auto& topic : dispatch::dispatchTopics()) {
        EVENHAND_ASSIGN(const auto figures, runtime::topicFigures(keyspace, topic));
        stats.streams.emplace_back(topic, figures);
    }
    EVENHAND_ASSIGN(stats.activities, seckill::activityUnits(database, keyspace));
    for (const auto& activity : stats.activities) {
        const auto topic = seckill::ActivityKeys(ActivityId(activity.id)).topic;
        EVENHAND_ASSIGN(const auto figures, runtime::topicFigures(keyspace, topic));
        if (figures.added > 0) {
            stats.streams.emplace_back(topic, figures);
        }
    }
    return {};
}

QJsonObject document(const Stats& stats) {
    QJsonObject byStatus;
    for (const auto& count : stats.byStatus) {
        byStatus.insert(text(api::toText(count.status)), number(count.orders));
    }
    QJsonArray campuses;
    for (const auto& campus : stats.campuses) {
        campuses.append(QJsonObject{{QStringLiteral("id"), text(campus.id.str())},
                                    {QStringLiteral("couriers"), number(campus.couriers)},
                                    {QStringLiteral("assigned"), number(campus.assigned)},
                                    {QStringLiteral("assigned_min"), number(campus.assignedMin)},
                                    {QStringLiteral("assigned_max"), number(campus.assignedMax)},
                                    {QStringLiteral("unassigned"), number(campus.unassigned)}});
    }
    QJsonArray streams;
    for (const auto& [topic, figures] : stats.streams) {
        streams.append(QJsonObject{{QStringLiteral("topic"), text(topic)},
                                   {QStringLiteral("added"), number(figures.added)},
                                   {QStringLiteral("length"), number(figures.length)},
                                   {QStringLiteral("pending"), number(figures.pending)},
                                   {QStringLiteral("acknowledged"), number(figures.acknowledged)},
                                   {QStringLiteral("dead"), number(figures.dead)}});
    }
    QJsonArray activities;
    for (const auto& activity : stats.activities) {
        activities.append(QJsonObject{{QStringLiteral("id"), text(activity.id)},
                                      {QStringLiteral("stock"), number(activity.stock)},
                                      {QStringLiteral("reserved"), number(activity.reserved)},
                                      {QStringLiteral("ordered"), number(activity.ordered)}});
    }
    QJsonArray campaigns;
    for (const auto& [record, balance, granted] : stats.campaigns) {
        campaigns.append(QJsonObject{{QStringLiteral("id"), text(record.row.id.str())},
                                     {QStringLiteral("state"), text(api::toText(record.row.state))},
                                     {QStringLiteral("budget"), number(record.row.settings.shape.budget.minor)},
                                     {QStringLiteral("granted"), number(granted)},
                                     {QStringLiteral("queued"), number(balance.queued)},
                                     {QStringLiteral("compensation"), number(balance.compensation)},
                                     {QStringLiteral("in_flight"), number(balance.inFlight)},
                                     {QStringLiteral("unspent"), number(balance.unspent)}});
    }
    const QJsonObject returns{{QStringLiteral("accepted"), number(stats.returns.accepted)},
                              {QStringLiteral("units"), number(stats.returns.units)},
                              {QStringLiteral("pending"), number(stats.returns.pending)}};
    const QJsonObject timers{{QStringLiteral("pending"), number(stats.timersPending)},
                             {QStringLiteral("overdue"), number(stats.timersOverdue)},
                             {QStringLiteral("dead"), number(stats.timersDead)}};
    return {{QStringLiteral("orders"), QJsonObject{{QStringLiteral("total"), number(stats.orders)},
                                                   {QStringLiteral("by_status"), byStatus},
                                                   {QStringLiteral("late"), number(stats.late)}}},
            {QStringLiteral("campuses"), campuses},
            {QStringLiteral("money"), QJsonObject{{QStringLiteral("paid"), number(stats.paidMinor)},
                                                  {QStringLiteral("discounted"), number(stats.discountedMinor)},
                                                  {QStringLiteral("refunded"), number(stats.refundedMinor)}}},
            {QStringLiteral("returns"), returns},
            {QStringLiteral("timers"), timers},
            {QStringLiteral("tasks"), QJsonObject{{QStringLiteral("created"), number(stats.tasksCreated)},
                                                  {QStringLiteral("done"), number(stats.tasksDone)},
                                                  {QStringLiteral("pending"), number(stats.tasksPending)},
                                                  {QStringLiteral("dead"), number(stats.tasksDead)}}},
            {QStringLiteral("streams"), streams},
            {QStringLiteral("campaigns"), campaigns},
            {QStringLiteral("seckill"), activities}};
}

void print(ConsoleIo& io, const Stats& stats, const api::WorkspaceInfo& info) {
    TextTable orders({"orders", std::to_string(stats.orders)});
    for (const auto& count : stats.byStatus) {
        orders.add({"  " + std::string(api::toText(count.status)), std::to_string(count.orders)});
    }
    orders.add({"  late", std::to_string(stats.late)});
    orders.add({moneyHeader("paid", info), base::formatMoney(Money{stats.paidMinor}, info.minorDigits)});
    orders.add({moneyHeader("discounted", info), base::formatMoney(Money{stats.discountedMinor}, info.minorDigits)});
    orders.add({moneyHeader("refunded", info), base::formatMoney(Money{stats.refundedMinor}, info.minorDigits)});
    orders.add({"returns", std::to_string(stats.returns.accepted)});
    orders.add({"  pending", std::to_string(stats.returns.pending)});
    io.text(orders.str());
    if (!stats.campuses.empty()) {
        TextTable campuses({"campus", "couriers", "assigned", "least", "most", "unassigned"});
        for (const auto& campus : stats.campuses) {
            campuses.add({campus.id.str(), std::to_string(campus.couriers), std::to_string(campus.assigned),
                          std::to_string(campus.assignedMin), std::to_string(campus.assignedMax),
                          std::to_string(campus.unassigned)});
        }
        io.text("\n" + campuses.str());
    }
    if (!stats.campaigns.empty()) {
        const auto inMoney = [&info](const char* name) { return moneyHeader(name, info); };
        const auto money = [&info](std::int64_t minor) { return base::formatMoney(Money{minor}, info.minorDigits); };
        TextTable campaigns({"campaign", "state", inMoney("budget"), inMoney("granted"), inMoney("queued"),
                             inMoney("compensation"), inMoney("unspent")});
        for (const auto& [record, balance, granted] : stats.campaigns) {
            campaigns.add({record.row.id.str(), std::string(api::toText(record.row.state)),
                           money(record.row.settings.shape.budget.minor), money(granted), money(balance.queued),
                           money(balance.compensation), money(balance.unspent)});
        }
        io.text("\n" + campaigns.str());
    }
    TextTable timers({"timers", std::to_string(stats.timersPending)});
    timers.add({"  overdue", std::to_string(stats.timersOverdue)});
    timers.add({"  dead", std::to_string(stats.timersDead)});
    io.text("\n" + timers.str());
    TextTable streams({"messages", "added", "open", "pending", "done", "dead"});
    for (const auto& [topic, figures] : stats.streams) {
        streams.add({topic, std::to_string(figures.added), std::to_string(figures.length),
                     std::to_string(figures.pending), std::to_string(figures.acknowledged),
                     std::to_string(figures.dead)});
    }
    io.text("\n" + streams.str());
    if (!stats.activities.empty()) {
        TextTable activities({"flash sale", "stock", "reserved", "ordered"});
        for (const auto& activity : stats.activities) {
            activities.add({activity.id, std::to_string(activity.stock), std::to_string(activity.reserved),
                            std::to_string(activity.ordered)});
        }
        io.text("\n" + activities.str());
    }
}

Result<ExitCode> runStats(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords({}));
    EVENHAND_ASSIGN(const auto workspace, app::Workspace::openReadOnly(context.workspace, openOptions()));
    Stats stats;
    EVENHAND_TRY(workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) {
        return read(database, keyspace, stats);
    }));
    EVENHAND_ASSIGN(const auto health, workspace->core().examine());
    tellReasons(context.io, health.standing);
    print(context.io, stats, workspace->workspace());
    auto counted = document(stats);
    counted.insert(QStringLiteral("degraded"), reasonsValue(health.standing));
    context.io.document(counted);
    return kDone;
}

}  // namespace

Command statsCommand() {
    return {"stats",
            "",
            "counts and sums",
            {},
            runStats,
            [](const Arguments&) -> std::optional<api::Operation> { return api::Operation::OrdersRead; }};
}

}  // namespace evenhand::ctl
