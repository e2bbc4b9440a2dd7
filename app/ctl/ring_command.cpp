// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <array>
#include <cstdio>
#include <map>
#include <utility>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/api/task_board.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

std::string percentText(double share) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f %%", share * 100);
    return text.data();
}

/// Workers to be added have no name yet: "new 1", "new 2", ….
std::vector<std::string> namesOf(const api::RingPlan& plan) {
    std::vector<std::string> names;
    std::int64_t added = 0;
    for (const auto& worker : plan.workers) {
        names.push_back(worker.name.empty() ? "new " + std::to_string(++added) : worker.name);
    }
    return names;
}

std::string nameAt(const std::vector<std::string>& names, std::int64_t place) {
    return place < 0 ? "nobody" : names.at(static_cast<std::size_t>(place));
}

QJsonArray rangesValue(const std::vector<api::RingRange>& ranges) {
    QJsonArray rows;
    for (const auto& range : ranges) {
        rows.append(
            QJsonObject{{QStringLiteral("from"), number(range.from)}, {QStringLiteral("to"), number(range.to)}});
    }
    return rows;
}

void writeText(ConsoleIo& io, const api::RingPlan& plan) {
    const auto names = namesOf(plan);
    TextTable workers({"worker", "share now", "share then", "ranges now", "ranges then"});
    for (std::size_t i = 0; i < plan.workers.size(); ++i) {
        const auto& worker = plan.workers[i];
        workers.add({names[i], percentText(worker.shareBefore), percentText(worker.shareAfter),
                     std::to_string(worker.before.size()), std::to_string(worker.after.size())});
    }
    struct Taken {
        std::int64_t ranges = 0;
        std::uint64_t positions = 0;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, Taken> taken;
    for (const auto& move : plan.moves) {
        auto& sum = taken[{move.from, move.to}];
        ++sum.ranges;
        sum.positions += move.range.size();
    }
    constexpr double kRing = 4'294'967'296.0;
    TextTable moves({"from", "to", "ranges", "share"});
    for (const auto& [who, sum] : taken) {
        moves.add({nameAt(names, who.first), nameAt(names, who.second), std::to_string(sum.ranges),
                   percentText(static_cast<double>(sum.positions) / kRing)});
    }
    io.text(workers.str());
    io.text(moves.str());
    io.text(percentText(plan.moved) +
            " of the ring moves. Workers draw their places when they join: these are an example.");
}

Result<ExitCode> showPlan(Context& context, Session& session) {
    const api::Call call{context.actor, {}, {}};
    auto& tasks = session.engine().tasks();
    EVENHAND_ASSIGN(const auto wanted, context.arguments.number("--add", 1, api::RingPlan::kMaxAdded));
    if (!wanted) {
        return wrongUsage("--add N is missing");
    }
    auto add = *wanted;
    if (context.arguments.has("--services")) {
        EVENHAND_ASSIGN(const auto settings, session.wait(tasks.workerSettings(call)));
        add *= settings.workers;
        if (add > api::RingPlan::kMaxAdded) {
            return wrongUsage("--add is too many: " + base::counted(add, "worker"));
        }
    }
    EVENHAND_ASSIGN(const auto plan, session.wait(tasks.planRing(call, add)));
    if (plan.workers.size() == static_cast<std::size_t>(add)) {
        context.io.note("Nobody works on the ring here: its workers are those of a running service or console.");
    }
    QJsonArray workers;
    for (const auto& worker : plan.workers) {
        workers.append(QJsonObject{{QStringLiteral("name"), worker.name.empty() ? QJsonValue() : text(worker.name)},
                                   {QStringLiteral("share_before"), worker.shareBefore},
                                   {QStringLiteral("share_after"), worker.shareAfter},
                                   {QStringLiteral("ranges_before"), rangesValue(worker.before)},
                                   {QStringLiteral("ranges_after"), rangesValue(worker.after)}});
    }
    QJsonArray moves;
    for (const auto& move : plan.moves) {
        moves.append(QJsonObject{{QStringLiteral("from"), number(move.range.from)},
                                 {QStringLiteral("to"), number(move.range.to)},
                                 {QStringLiteral("from_worker"), move.from < 0 ? QJsonValue() : number(move.from)},
                                 {QStringLiteral("to_worker"), number(move.to)}});
    }
    writeText(context.io, plan);
    context.io.document({{QStringLiteral("added"), number(add)},
                         {QStringLiteral("moved"), plan.moved},
                         {QStringLiteral("workers"), workers},
                         {QStringLiteral("moves"), moves}});
    return kDone;
}

Result<ExitCode> runRing(Context& context) {
    EVENHAND_TRY(verbOf(context.arguments, {"plan"}));
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    return showPlan(context, *session);
}

}  // namespace

Command ringCommand() {
    return {"ring",
            "plan --add N [--services]",
            "the ring of workers: who would own what, and how much of it would move, if there were more",
            {{"--add", "N", "this many workers more"},
             {"--services", "", "this many services more, each with as many workers as tasks workers says"}},
            runRing};
}

}  // namespace evenhand::ctl
