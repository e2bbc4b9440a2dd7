// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

constexpr std::int64_t kMaxSeconds = 1'000'000'000;

/// `told`: the reasons for being degraded that were said when it began.
void print(ConsoleIo& io, const api::EngineStatus& status, const std::vector<api::StandingReason>& told) {
    tellReasons(io, status.standing, told);
    io.text(base::counted(static_cast<std::int64_t>(status.committed), "command") + " committed.");
    if (status.unassigned > 0) {
        io.text(base::counted(status.unassigned, "paid order waits", "paid orders wait") + " for a courier.");
    }
    if (status.deadLetters > 0) {
        io.text(base::counted(status.deadLetters, "dead letter needs", "dead letters need") + " attention.");
    }
    const auto counted = [](std::int64_t figure) {
        return figure < 0 ? QJsonValue() : number(figure);
    };  // null: not yet
    io.document({{QStringLiteral("committed"), number(static_cast<std::int64_t>(status.committed))},
                 {QStringLiteral("unassigned"), counted(status.unassigned)},
                 {QStringLiteral("dead_letters"), counted(status.deadLetters)},
                 {QStringLiteral("degraded"), reasonsValue(status.standing)}});
}

/// A workspace that cannot write any more has not run.
Result<ExitCode> verdict(ConsoleIo& io, const api::EngineStatus& status,
                         const std::vector<api::StandingReason>& told = {}) {
    if (status.state == api::EngineState::ReadOnly) {
        return fail(ErrorCode::ReadOnly, status.reason);
    }
    print(io, status, told);
    return kDone;
}

Result<ExitCode> runRun(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords({}));
    EVENHAND_ASSIGN(const auto seconds, context.arguments.number("--for", 0, kMaxSeconds));
    const bool untilIdle = context.arguments.has("--until-idle");
    if (seconds && untilIdle) {
        return fail(ErrorCode::InvalidArgument, "--for and --until-idle cannot be combined");
    }
    if (untilIdle) {
        EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
        session->settle();
        if (!interrupt::requested()) {
            EVENHAND_TRY(session->workspace().runTasks());
            session->settle();
        }
        return verdict(context.io, session->workspace().status());
    }
    EVENHAND_ASSIGN(const auto workspace, app::Workspace::open(context.workspace, openOptions()));
    if (!context.io.json()) {
        context.io.note("Running " + context.workspace + (seconds ? "." : "; Ctrl+C ends it."));
    }
    std::vector<api::StandingReason> told;
    if (!seconds || *seconds > 0) {
        told = workspace->status().standing;
        tellReasons(context.io, told);
    }
    (void)interrupt::waitMs(seconds ? *seconds * 1000 : -1);
    const auto status = workspace->status();
    workspace->stop();
    return verdict(context.io, status, told);
}

}  // namespace

Command runCommand() {
    return {"run",
            "[--for SECONDS | --until-idle]",
            "runs the engine without a console",
            {{"--for", "SECONDS", "ends after this long (default: at Ctrl+C)"},
             {"--until-idle", "", "ends when no message waits and nothing is due now"}},
            runRun,
            [](const Arguments&) -> std::optional<api::Operation> { return api::Operation::TimersPassTime; }};
}

}  // namespace evenhand::ctl
