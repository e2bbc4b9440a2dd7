// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QJsonArray>
#include <algorithm>
#include <array>
#include <charconv>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/api/limits.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

enum class TimersVerb : std::uint8_t { List, Run, Postpone, Cancel, Retry };
constexpr std::array<std::pair<std::string_view, TimersVerb>, 5> kTimersVerbs{{{"list", TimersVerb::List},
                                                                               {"run", TimersVerb::Run},
                                                                               {"postpone", TimersVerb::Postpone},
                                                                               {"cancel", TimersVerb::Cancel},
                                                                               {"retry", TimersVerb::Retry}}};

Result<TimersVerb> timersVerbOf(const Arguments& arguments) {
    for (const auto& [name, verb] : kTimersVerbs) {
        if (!arguments.words().empty() && arguments.words().front() == name) {
            return verb;
        }
    }
    return wrongUsage("say what to do: list, run, postpone, cancel or retry");
}

/// "90s", "5m", "2h", "1d", "250ms".
Result<std::int64_t> durationOf(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    std::int64_t factor = 0;
    for (const auto& [name, ms] :
         {std::pair{"ms", 1LL}, {"s", 1'000LL}, {"m", 60'000LL}, {"h", 3'600'000LL}, {"d", 86'400'000LL}}) {
        factor = unit == name ? ms : factor;
    }
    if (error != std::errc() || factor == 0 || value < 1 || value > api::kMaxTimerDelayMs / factor) {
        return wrongUsage("--by \"" + text + "\" is not a duration of 1ms to 10 years (250ms, 90s, 5m, 2h, 1d)");
    }
    return value * factor;
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
            return wrongUsage("--kind is unpaid, unassigned, pick_up_late, delivery_late or auto_confirm");
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
    EVENHAND_ASSIGN(const auto session, Session::open(context.workspace, Session::Time::Real));
    session->settle();
    auto& timers = session->workspace().timers();
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
        EVENHAND_ASSIGN(const auto dead, session.wait(session.workspace().timers().page(call, query)));
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
    if (verb == TimersVerb::Postpone) {
        if (arguments.has("--by") == arguments.has("--to")) {
            return wrongUsage("postpone takes either --by or --to");
        }
        if (arguments.has("--by")) {
            EVENHAND_ASSIGN(byMs, durationOf(arguments.value("--by")));
        } else {
            EVENHAND_ASSIGN(to, timeOf(arguments.value("--to")));
        }
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.workspace, Session::Time::Real));
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(auto chosen, selection(context, *session, call));
    auto& timers = session->workspace().timers();
    const bool single = !all && chosen.size() == 1;
    const auto ask = [&]() -> Result<std::vector<api::TimerOutcome>> {
        switch (verb) {
            case TimersVerb::Run: return session->wait(timers.run(call, chosen));
            case TimersVerb::Postpone:
                return session->wait(byMs > 0 ? timers.postponeBy(call, chosen, byMs)
                                              : timers.postponeTo(call, chosen, to));
            case TimersVerb::Cancel: return session->wait(timers.cancel(call, chosen));
            case TimersVerb::Retry: return session->wait(timers.retry(call, chosen));
            case TimersVerb::List: break;
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

Result<ExitCode> runTimers(Context& context) {
    EVENHAND_ASSIGN(const TimersVerb verb, timersVerbOf(context.arguments));
    return verb == TimersVerb::List ? listTimers(context) : act(context, verb);
}

}  // namespace

Command timersCommand() {
    return {"timers",
            "list [--kind K] [--state S] [--campus C] [--limit N] | run|postpone|cancel|retry ORDER_NO… --reason TEXT",
            "order timers: lists them, runs, postpones, cancels or retries them",
            {{"--kind", "K", "list: unpaid, unassigned, pick_up_late, delivery_late or auto_confirm"},
             {"--state", "S", "list: pending, overdue, retrying or dead"},
             {"--campus", "C", "list: of one campus"},
             {"--limit", "N", "list: at most this many (100)"},
             {"--by", "DURATION", "postpone: later by 250ms, 90s, 5m, 2h, 1d"},
             {"--to", "TIME", "postpone: to 2026-01-31T18:00:00Z"},
             {"--all", "", "retry: every dead letter"},
             {"--reason", "TEXT", "why; kept with the order"}},
            runTimers};
}

}  // namespace evenhand::ctl
