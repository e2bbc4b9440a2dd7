// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/command.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/row_texts.h"
#include "app/workspace/workspace.h"
#include "app/workspace/workspace_stats.h"
#include "engine/base/money.h"

namespace evenhand::ctl {
namespace {

QJsonObject document(const app::WorkspaceStats& stats) {
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
    for (const auto& stream : stats.streams) {
        streams.append(QJsonObject{{QStringLiteral("topic"), text(stream.topic)},
                                   {QStringLiteral("added"), number(stream.added)},
                                   {QStringLiteral("length"), number(stream.length)},
                                   {QStringLiteral("pending"), number(stream.pending)},
                                   {QStringLiteral("acknowledged"), number(stream.acknowledged)},
                                   {QStringLiteral("dead"), number(stream.dead)}});
    }
    QJsonArray activities;
    for (const auto& activity : stats.activities) {
        activities.append(QJsonObject{{QStringLiteral("id"), text(activity.id)},
                                      {QStringLiteral("stock"), number(activity.stock)},
                                      {QStringLiteral("reserved"), number(activity.reserved)},
                                      {QStringLiteral("ordered"), number(activity.ordered)}});
    }
    QJsonArray campaigns;
    for (const auto& campaign : stats.campaigns) {
        campaigns.append(QJsonObject{{QStringLiteral("id"), text(campaign.id.str())},
                                     {QStringLiteral("state"), text(api::toText(campaign.state))},
                                     {QStringLiteral("budget"), number(campaign.budget)},
                                     {QStringLiteral("granted"), number(campaign.granted)},
                                     {QStringLiteral("queued"), number(campaign.queued)},
                                     {QStringLiteral("compensation"), number(campaign.compensation)},
                                     {QStringLiteral("in_flight"), number(campaign.inFlight)},
                                     {QStringLiteral("unspent"), number(campaign.unspent)}});
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

void print(ConsoleIo& io, const app::WorkspaceStats& stats, const api::WorkspaceInfo& info) {
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
        for (const auto& campaign : stats.campaigns) {
            campaigns.add({campaign.id.str(), std::string(api::toText(campaign.state)), money(campaign.budget),
                           money(campaign.granted), money(campaign.queued), money(campaign.compensation),
                           money(campaign.unspent)});
        }
        io.text("\n" + campaigns.str());
    }
    TextTable timers({"timers", std::to_string(stats.timersPending)});
    timers.add({"  overdue", std::to_string(stats.timersOverdue)});
    timers.add({"  dead", std::to_string(stats.timersDead)});
    io.text("\n" + timers.str());
    TextTable streams({"messages", "added", "open", "pending", "done", "dead"});
    for (const auto& stream : stats.streams) {
        streams.add({stream.topic, std::to_string(stream.added), std::to_string(stream.length),
                     std::to_string(stream.pending), std::to_string(stream.acknowledged), std::to_string(stream.dead)});
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
    EVENHAND_ASSIGN(const auto stats, app::statsOf(*workspace));
    EVENHAND_ASSIGN(const auto health, workspace->examine());
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
            "shows counts and sums",
            {},
            runStats,
            [](const Arguments&) -> std::optional<api::Operation> { return api::Operation::OrdersRead; }};
}

}  // namespace evenhand::ctl
