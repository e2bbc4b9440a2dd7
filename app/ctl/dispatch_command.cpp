// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

Result<ExitCode> runDispatch(Context& context) {
    const auto& words = context.arguments.words();
    if (words.empty() || (words.front() != "pause" && words.front() != "resume")) {
        return wrongUsage("say what to do: pause or resume");
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
        "pause|resume CAMPUS [--version N] --reason TEXT",
        "pauses dispatch of a campus, or resumes it: paid orders wait meanwhile",
        {{"--version", "N", "refused if somebody has paused or resumed it since; policy show --json has pause_version"},
         {"--reason", "TEXT", "why; kept in the audit log"}},
        runDispatch};
}

}  // namespace evenhand::ctl
