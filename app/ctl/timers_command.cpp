// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QJsonArray>
#include <algorithm>
#include <array>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/api/limits.h"
#include "engine/base/code_words.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

enum class TimersVerb : std::uint8_t { List, Run, Postpone, Extend, Cancel, Retry, Pause, Resume };
constexpr std::array<std::pair<std::string_view, TimersVerb>, 8> kTimersVerbs{{{"list", TimersVerb::List},
                                                                               {"run", TimersVerb::Run},
                                                                               {"postpone", TimersVerb::Postpone},
                                                                               {"extend", TimersVerb::Extend},
                                                                               {"cancel", TimersVerb::Cancel},
                                                                               {"retry", TimersVerb::Retry},
                                                                               {"pause", TimersVerb::Pause},
                                                                               {"resume", TimersVerb::Resume}}};

constexpr std::string_view kKindWords = "unpaid, unassigned, pick_up_late, delivery_late or auto_confirm";

Result<TimersVerb> timersVerbOf(const Arguments& arguments) {
    for (const auto& [name, verb] : kTimersVerbs) {
        if (!arguments.words().empty() && arguments.words().front() == name) {
            return verb;
        }
    }
    return wrongUsage("say what to do: list, run, postpone, extend, cancel, retry, pause or resume");
}

Result<Instant> timeOf(const std::string& text) {
    const auto time = QDateTime::fromString(QString::fromStdString(text), Qt::ISODateWithMs);
    if (!time.isValid() || time.timeSpec() == Qt::LocalTime) {
        return wrongUsage("--to \"" + text + "\" is not a time with its offset, as in 2026-01-31T18:00:00Z");
    }
    return Instant{time.toMSecsSinceEpoch()};
}

Result<api::TimerQuery> timersQueryOf(const Arguments& arguments) {
    api::TimerQuery query;
    if (arguments.has("--kind")) {
        const auto kind = api::timerKindFrom(arguments.value("--kind"));
        if (!kind) {
            return wrongUsage("--kind is " + std::string(kKindWords));
        }
        query.filter.kinds = {*kind};
    }
    if (arguments.has("--state")) {
        const auto state = api::timerStateFrom(arguments.value("--state"));
        if (!state) {
            return wrongUsage("--state is pending, overdue, retrying or dead");
        }
        query.filter.states = {*state};
    }
    query.filter.campus = CampusId(arguments.value("--campus"));
    EVENHAND_ASSIGN(const auto limit, arguments.number("--limit", 1, api::kMaxPageRows));
    query.limit = limit.value_or(100);
    return query;
}

Result<ExitCode> listTimers(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    EVENHAND_ASSIGN(const auto query, timersQueryOf(context.arguments));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();
    auto& timers = session->engine().timers();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session->wait(timers.page(call, query)));
    EVENHAND_ASSIGN(const auto total, session->wait(timers.count(call, query.filter)));
    TextTable table({"order", "campus", "timer", "state", "due", "attempts", "reason"});
    QJsonArray array;
    for (const auto& row : rows) {
        table.add({row.orderNo.str(), row.campus.str(), std::string(api::toText(row.kind)),
                   std::string(api::toText(row.state)), timeText(row.due), std::to_string(row.attempts), row.reason});
        array.append(QJsonObject{{QStringLiteral("order_no"), text(row.orderNo.str())},
                                 {QStringLiteral("campus"), text(row.campus.str())},
                                 {QStringLiteral("kind"), text(api::toText(row.kind))},
                                 {QStringLiteral("state"), text(api::toText(row.state))},
                                 {QStringLiteral("due"), timeValue(row.due)},
                                 {QStringLiteral("status"), text(api::toText(row.status))},
                                 {QStringLiteral("attempts"), number(row.attempts)},
                                 {QStringLiteral("next_try"), timeValue(row.nextTry)},
                                 {QStringLiteral("reason"), text(row.reason)}});
    }
    context.io.text(table.str());
    context.io.text(std::to_string(rows.size()) + " of " + base::counted(total, "timer") + ".");
    context.io.document({{QStringLiteral("total"), number(total)}, {QStringLiteral("timers"), array}});
    return kDone;
}

ExitCode printOutcomes(ConsoleIo& io, const std::vector<api::TimerOutcome>& outcomes) {
    OutcomeList list(io);
    for (const auto& outcome : outcomes) {
        list.add("Order " + outcome.orderNo.str(),
                 {{QStringLiteral("order_no"), text(outcome.orderNo.str())},
                  {QStringLiteral("due"), timeValue(outcome.due)}},
                 outcome.error, outcome.due ? "due " + timeText(*outcome.due) : std::string("no timer is armed now"));
    }
    return list.end(QStringLiteral("timers"));
}

/// The orders that are named, or with --all every dead letter.
Result<std::vector<api::TimerRef>> selection(Context& context, Session& session, const api::Call& call) {
    std::vector<api::TimerRef> timers;
    for (std::size_t i = 1; i < context.arguments.words().size(); ++i) {
        timers.push_back({OrderNo(context.arguments.words()[i]), std::nullopt, std::nullopt});
    }
    if (context.arguments.has("--all")) {
        api::TimerQuery query;
        query.filter.states = {api::TimerState::Dead};
        query.limit = api::kMaxPageRows;
        EVENHAND_ASSIGN(const auto dead, session.wait(session.engine().timers().page(call, query)));
        for (const auto& row : dead) {
            timers.push_back({row.orderNo, row.kind, row.due});
        }
    }
    return timers;
}

Result<ExitCode> act(Context& context, TimersVerb verb) {
    const auto& arguments = context.arguments;
    const bool all = arguments.has("--all");
    if (all && (verb != TimersVerb::Retry || arguments.words().size() > 1)) {
        return wrongUsage("--all is for retry, without order numbers");
    }
    if (!all && arguments.words().size() < 2) {
        return wrongUsage("ORDER_NO is missing");
    }
    if (arguments.value("--reason").empty()) {
        return wrongUsage("--reason is missing");
    }
    std::int64_t byMs = 0;
    Instant to;
    if (verb == TimersVerb::Extend && !arguments.has("--by")) {
        return wrongUsage("extend takes --by");
    }
    if (verb == TimersVerb::Postpone && arguments.has("--by") == arguments.has("--to")) {
        return wrongUsage("postpone takes either --by or --to");
    }
    if (verb == TimersVerb::Postpone || verb == TimersVerb::Extend) {
        if (arguments.has("--by")) {
            const auto by = durationFrom(arguments.value("--by"));
            if (!by) {
                return wrongUsage("--by \"" + arguments.value("--by") +
                                  "\" is not a duration of 1ms to 10 years (250ms, 90s, 5m, 2h, 1d)");
            }
            byMs = *by;
        } else {
            EVENHAND_ASSIGN(to, timeOf(arguments.value("--to")));
        }
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(auto chosen, selection(context, *session, call));
    auto& timers = session->engine().timers();
    const bool single = !all && chosen.size() == 1;
    const auto ask = [&]() -> Result<std::vector<api::TimerOutcome>> {
        switch (verb) {
            case TimersVerb::Run: return session->wait(timers.run(call, chosen));
            case TimersVerb::Postpone:
                return session->wait(byMs > 0 ? timers.postponeBy(call, chosen, byMs)
                                              : timers.postponeTo(call, chosen, to));
            case TimersVerb::Extend: return session->wait(timers.extend(call, chosen, byMs));
            case TimersVerb::Cancel: return session->wait(timers.cancel(call, chosen));
            case TimersVerb::Retry: return session->wait(timers.retry(call, chosen));
            case TimersVerb::List:
            case TimersVerb::Pause:
            case TimersVerb::Resume: break;
        }
        return std::vector<api::TimerOutcome>();
    };
    EVENHAND_ASSIGN(const auto outcomes, ask());
    session->settle();
    if (single && outcomes.front().error) {
        return fail(*outcomes.front().error);
    }
    return printOutcomes(context.io, outcomes);
}

Result<ExitCode> pauseKind(Context& context, bool paused) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "KIND"}));
    const auto& word = context.arguments.words()[1];
    const auto kind = api::timerKindFrom(word);
    if (!kind) {
        return wrongUsage("KIND \"" + word + "\" is not " + std::string(kKindWords));
    }
    EVENHAND_ASSIGN(auto reason, neededReason(context.arguments));
    EVENHAND_ASSIGN(const auto seen, seenVersion(context.arguments));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    const api::Call call{context.actor, std::move(reason), {}};
    EVENHAND_ASSIGN(const auto version, session->wait(session->engine().timers().setPaused(call, *kind, paused, seen)));
    session->settle();  // once it is resumed, what is overdue happens
    context.io.text("Timers " + base::codeWords(word) + (paused ? " are paused." : " are resumed."));
    context.io.document({{QStringLiteral("kind"), text(word)},
                         {QStringLiteral("paused"), paused},
                         {QStringLiteral("version"), number(version)}});
    return kDone;
}

Result<ExitCode> runTimers(Context& context) {
    EVENHAND_ASSIGN(const TimersVerb verb, timersVerbOf(context.arguments));
    switch (verb) {
        case TimersVerb::List: return listTimers(context);
        case TimersVerb::Pause:
        case TimersVerb::Resume: return pauseKind(context, verb == TimersVerb::Pause);
        case TimersVerb::Run:
        case TimersVerb::Postpone:
        case TimersVerb::Extend:
        case TimersVerb::Cancel:
        case TimersVerb::Retry: break;
    }
    return act(context, verb);
}

}  // namespace

Command timersCommand() {
    return {"timers",
            "list [--kind K] [--state S] [--campus C] [--limit N] | run|postpone|extend|cancel|retry ORDER_NO… "
            "--reason TEXT | pause|resume KIND [--version N] --reason TEXT",
            "order timers: lists them, runs, postpones, cancels or retries them, gives late orders more time, "
            "pauses a kind of them",
            {{"--kind", "K", "list: unpaid, unassigned, pick_up_late, delivery_late or auto_confirm"},
             {"--state", "S", "list: pending, overdue, retrying or dead"},
             {"--campus", "C", "list: of one campus"},
             {"--limit", "N", "list: at most this many (100)"},
             {"--by", "DURATION", "postpone: later by 250ms, 90s, 5m, 2h, 1d; extend: so long from now"},
             {"--to", "TIME", "postpone: to 2026-01-31T18:00:00Z"},
             {"--all", "", "retry: every dead letter"},
             {"--version", "N", "pause, resume: refused if somebody has paused or resumed the kind since"},
             {"--reason", "TEXT", "why; kept in the audit log, and with the order"}},
            runTimers};
}

}  // namespace evenhand::ctl
