// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

/// "3 d 04:05:06", "00:00:07".
std::string spanText(std::int64_t ms) {
    constexpr std::int64_t kSecondsOfDay = 86'400;
    const std::int64_t seconds = (ms < 0 ? -ms : ms) / 1000;
    const auto two = [](std::int64_t value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    const std::string days = seconds < kSecondsOfDay ? "" : std::to_string(seconds / kSecondsOfDay) + " d ";
    return days + two(seconds % kSecondsOfDay / 3600) + ":" + two(seconds % 3600 / 60) + ":" + two(seconds % 60);
}

Result<ExitCode> show(Context& context) {
    EVENHAND_ASSIGN(const auto reading, Reading::open(context.place()));
    EVENHAND_ASSIGN(const auto health, reading.status());
    const bool known = health.committedAt.ms != 0;
    const auto difference = health.committedAt.ms - health.clock.ms;
    const bool behind = difference > api::kClockToleranceMs;
    TextTable table({"machine's clock", timeText(health.clock)});
    table.add({"engine time", known ? timeText(health.committedAt) : std::string("nothing was committed yet")});
    if (known) {
        table.add({difference > 0 ? "engine time is ahead by" : "engine time is behind by", spanText(difference)});
    }
    table.add({"state", behind
                            ? "degraded: the clock is behind and timers wait for it; correct it, or continue from it "
                              "with evenhandctl clock reset"
                            : "ok"});
    context.io.text(table.str());
    tellReasons(context.io, health.standing, {{std::string(api::kClockBehind), {}}});  // it stands in the table
    context.io.document(
        {{QStringLiteral("clock"), timeValue(health.clock)},
         {QStringLiteral("engine_time"), timeValue(known ? std::optional(health.committedAt) : std::nullopt)},
         {QStringLiteral("difference_ms"), known ? number(difference) : QJsonValue()},
         {QStringLiteral("state"), text(behind ? api::kClockBehind : std::string_view("ok"))}});
    return kDone;
}

Result<ExitCode> reset(Context& context) {
    EVENHAND_ASSIGN(const auto reason, neededReason(context.arguments));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    // Before anything else runs at an instant that never was.
    EVENHAND_ASSIGN(const auto done, session->wait(session->engine().timers().resetClock({context.actor, reason, {}})));
    session->settle();
    context.io.text("Engine time was " + timeText(done.from) + " and continues from " + timeText(done.to) + "; " +
                    base::counted(done.timers, "timer was", "timers were") + " rearmed.");
    context.io.document({{QStringLiteral("from"), timeValue(done.from)},
                         {QStringLiteral("to"), timeValue(done.to)},
                         {QStringLiteral("timers"), number(done.timers)}});
    return kDone;
}

Result<ExitCode> runClock(Context& context) {
    const auto& words = context.arguments.words();
    if (words.size() > 1 || (words.size() == 1 && words.front() != "reset" && words.front() != "show")) {
        return wrongUsage("say show or reset");
    }
    const bool resets = !words.empty() && words.front() == "reset";
    if (!resets && context.arguments.has("--reason")) {
        return wrongUsage("--reason is for reset");
    }
    return resets ? reset(context) : show(context);
}

}  // namespace

Command clockCommand() {
    return {"clock",
            "[show | reset --reason TEXT]",
            "shows the machine's clock and engine time; reset sets engine time that ran ahead back to the clock",
            {{"--reason", "TEXT", "reset: why; kept in the audit log"}},
            runClock,
            [](const Arguments& arguments) -> std::optional<api::Operation> {
                const bool asks = !arguments.words().empty() && arguments.words().front() == "reset";  // by itself
                return asks ? std::nullopt : std::optional(api::Operation::TimersRead);
            }};
}

}  // namespace evenhand::ctl
