// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

/// How even it is, in either mode: what couriers weigh, and how many orders they got today.
Result<ExitCode> showDispatch(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "CAMPUS"}));
    const CampusId campus(context.arguments.words()[1]);
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    auto& desk = session->engine().dispatch();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto board, session->wait(desk.board(call, campus)));
    EVENHAND_ASSIGN(const auto points, session->wait(desk.fairness(call, campus, board.at, board.at, 1)));
    const auto today = points.empty() ? api::FairnessPoint{} : points.back();
    const auto onDuty = std::count_if(board.couriers.begin(), board.couriers.end(),
                                      [](const api::CourierRow& courier) { return courier.onDuty; });
    const auto mode = board.campus.policy.mode;
    const bool asStrong = mode == api::DispatchMode::Soft && session->engine().workspace().engineAlone;
    TextTable table({"campus", campus.str()});
    table.add(
        {"mode", std::string(api::toText(mode)) + (asStrong ? ", " + std::string(kSameAsStrong) : std::string())});
    table.add({"paused", board.campus.paused ? "yes" : "no"});
    table.add({"on duty", std::to_string(onDuty)});
    table.add({"mean weight", QString::number(board.meanWeight, 'f', 1).toStdString()});
    table.add({"spread of weights", std::to_string(board.spreadWeight)});
    table.add({"assigned today", std::to_string(today.assigned)});
    table.add({"spread of them", std::to_string(today.spread)});
    table.add({"waiting", std::to_string(board.waiting)});
    context.io.text(table.str());
    context.io.document({{QStringLiteral("campus"), text(campus.str())},
                         {QStringLiteral("mode"), text(api::toText(mode))},
                         {QStringLiteral("same_as_strong"), asStrong || mode == api::DispatchMode::Strong},
                         {QStringLiteral("paused"), board.campus.paused},
                         {QStringLiteral("on_duty"), number(onDuty)},
                         {QStringLiteral("mean_weight"), board.meanWeight},
                         {QStringLiteral("spread_weight"), number(board.spreadWeight)},
                         {QStringLiteral("assigned_today"), number(today.assigned)},
                         {QStringLiteral("spread_today"), number(today.spread)},
                         {QStringLiteral("waiting"), number(board.waiting)}});
    return kDone;
}

Result<ExitCode> runDispatch(Context& context) {
    const auto& words = context.arguments.words();
    if (!words.empty() && words.front() == "show") {
        return showDispatch(context);
    }
    if (words.empty() || (words.front() != "pause" && words.front() != "resume")) {
        return wrongUsage("say what to do: show, pause or resume");
    }
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "CAMPUS"}));
    EVENHAND_ASSIGN(auto reason, neededReason(context.arguments));
    EVENHAND_ASSIGN(const auto seen, seenVersion(context.arguments));
    const bool paused = words.front() == "pause";
    const CampusId campus(words[1]);
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();  // what a stopped engine left behind comes first
    auto& desk = session->engine().dispatch();
    const api::Call call{context.actor, std::move(reason), {}};
    EVENHAND_ASSIGN(const auto version, session->wait(desk.setPaused(call, campus, paused, seen)));
    session->settle();  // once it is resumed, what has waited is assigned
    EVENHAND_ASSIGN(const auto board, session->wait(desk.board(call, campus)));
    context.io.text("Dispatch of " + campus.str() + (paused ? " is paused; " : " is resumed; ") +
                    base::counted(board.waiting, "paid order waits", "paid orders wait") + ".");
    context.io.document({{QStringLiteral("campus"), text(campus.str())},
                         {QStringLiteral("paused"), board.campus.paused},
                         {QStringLiteral("waiting"), number(board.waiting)},
                         {QStringLiteral("version"), number(version)}});
    return kDone;
}

}  // namespace

Command dispatchCommand() {
    return {
        "dispatch",
        "show CAMPUS | pause|resume CAMPUS [--version N] --reason TEXT",
        "shows how even dispatch of a campus is, pauses it, or resumes it: paid orders wait meanwhile",
        {{"--version", "N", "refused if somebody has paused or resumed it since; policy show --json has pause_version"},
         {"--reason", "TEXT", "why; kept in the audit log"}},
        runDispatch};
}

}  // namespace evenhand::ctl
