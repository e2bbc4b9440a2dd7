// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/api/limits.h"
#include "engine/base/code_words.h"
#include "engine/base/counted.h"
#include "engine/base/number_text.h"

namespace evenhand::ctl {
namespace {

enum class AlertsVerb : std::uint8_t { List, Acknowledge, Silence, Resolve, Limits };
constexpr base::TextTable<AlertsVerb, 5> kAlertsVerbs{{{AlertsVerb::List, "list"},
                                                       {AlertsVerb::Acknowledge, "acknowledge"},
                                                       {AlertsVerb::Silence, "silence"},
                                                       {AlertsVerb::Resolve, "resolve"},
                                                       {AlertsVerb::Limits, "limits"}}};

std::string alertKindWords() {
    std::string words;
    for (const auto kind : api::allAlertKinds()) {
        words += (words.empty() ? "" : ", ") + std::string(api::toText(kind));
    }
    return "one of " + words;
}

/// "campus north", "order A1"; empty: the whole workspace.
std::string aboutOf(const api::AlertSubject& subject) {
    return subject.type == api::AlertSubjectType::Workspace
               ? std::string()
               : base::codeWords(api::toText(subject.type)) + " " + subject.id;
}

QJsonObject alertDocument(const api::AlertRow& row, const std::string& phone) {
    return {{QStringLiteral("id"), number(row.id.value)},
            {QStringLiteral("kind"), text(api::toText(row.kind))},
            {QStringLiteral("state"), text(api::toText(row.state))},
            {QStringLiteral("subject_type"), text(api::toText(row.subject.type))},
            {QStringLiteral("subject"), text(row.subject.id)},
            {QStringLiteral("order_no"), text(row.orderNo.str())},
            {QStringLiteral("campus"), text(row.campus.str())},
            {QStringLiteral("courier"), text(row.courier.str())},
            {QStringLiteral("courier_phone"), text(phone)},
            {QStringLiteral("since"), timeValue(row.due)},
            {QStringLiteral("fired_at"), timeValue(row.firedAt)},
            {QStringLiteral("repeats"), number(row.repeats)},
            {QStringLiteral("next_repeat"), timeValue(row.nextRepeat)},
            {QStringLiteral("figure"), row.figure ? number(*row.figure) : QJsonValue()},
            {QStringLiteral("detail"), text(row.detail)},
            {QStringLiteral("actor"), text(row.actor)},
            {QStringLiteral("acted_at"), timeValue(row.actedAt)},
            {QStringLiteral("resolved_at"), timeValue(row.resolvedAt)},
            {QStringLiteral("resolution"), text(row.resolution)},
            {QStringLiteral("version"), number(row.version)}};
}

/// Whoever has the order of an alert is called.
Result<std::map<CourierId, std::string>> phonesOf(Session& session, const api::Call& call, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto rows, session.wait(session.engine().shop().couriers(call, campus, api::kMaxPageRows)));
    std::map<CourierId, std::string> phones;
    for (const auto& row : rows) {
        phones.emplace(row.id, row.phone);
    }
    return phones;
}

Result<ExitCode> listAlerts(Context& context) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    api::AlertQuery query;
    EVENHAND_ASSIGN(query.kinds, oneOf<api::AlertKind>(arguments, "--kind", api::alertKindFrom, alertKindWords()));
    EVENHAND_ASSIGN(query.states, oneOf<api::AlertState>(arguments, "--state", api::alertStateFrom,
                                                         "firing, acknowledged, silenced or resolved"));
    query.campus = CampusId(arguments.value("--campus"));
    EVENHAND_ASSIGN(query.limit, limitOf(arguments));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();
    auto& desk = session->engine().alerts();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session->wait(desk.page(call, query)));
    EVENHAND_ASSIGN(const auto total, session->wait(desk.count(call, query)));
    EVENHAND_ASSIGN(auto phones, phonesOf(*session, call, query.campus));
    RowList list(context.io,
                 {"id", "kind", "about", "state", "since", "courier", "phone", "repeats", "by", "figure", "detail"});
    for (const auto& row : rows) {
        const std::string& phone = phones[row.courier];
        list.add({std::to_string(row.id.value), std::string(api::toText(row.kind)), aboutOf(row.subject),
                  std::string(api::toText(row.state)), timeText(row.due), row.courier.str(), phone,
                  std::to_string(row.repeats), row.actor, row.figure ? std::to_string(*row.figure) : std::string(),
                  row.detail},
                 alertDocument(row, phone));
    }
    return list.end(QStringLiteral("alerts"), total, base::counted(total, "alert"));
}

Result<ExitCode> actOnAlerts(Context& context, AlertsVerb verb) {
    const auto& arguments = context.arguments;
    EVENHAND_ASSIGN(const auto ids, rowIds(arguments));
    std::string reason = arguments.value("--reason");
    if (verb == AlertsVerb::Resolve) {
        EVENHAND_ASSIGN(reason, neededReason(arguments));
    }
    std::optional<std::int64_t> forMs;
    Instant until;
    if (verb == AlertsVerb::Silence) {
        if (arguments.has("--for") == arguments.has("--until")) {
            return wrongUsage("silence takes either --for or --until");
        }
        if (arguments.has("--for")) {
            forMs = durationFrom(arguments.value("--for"));
            if (!forMs) {
                return wrongUsage("--for \"" + arguments.value("--for") +
                                  "\" is not a duration of 1ms to 10 years (250ms, 90s, 5m, 2h, 1d)");
            }
        } else {
            EVENHAND_ASSIGN(until, instantOf(arguments, "--until"));
        }
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    session->settle();
    if (forMs) {
        until = session->engine().status().now.plusMs(*forMs);
    }
    auto& desk = session->engine().alerts();
    const api::Call call{context.actor, std::move(reason), {}};
    const auto refs = refsOf<api::AlertRef>(ids);
    const auto ask = [&]() -> api::Answer<std::vector<api::AlertOutcome>> {
        switch (verb) {
            case AlertsVerb::Acknowledge: return desk.acknowledge(call, refs);
            case AlertsVerb::Silence: return desk.silence(call, refs, until);
            case AlertsVerb::Resolve:
            case AlertsVerb::List:
            case AlertsVerb::Limits: break;
        }
        return desk.resolve(call, refs);
    };
    EVENHAND_ASSIGN(const auto outcomes, session->wait(ask()));
    if (outcomes.size() == 1 && outcomes.front().error) {
        return fail(*outcomes.front().error);
    }
    const std::string_view did = verb == AlertsVerb::Acknowledge ? "acknowledged"
                                 : verb == AlertsVerb::Silence   ? "silenced"
                                                                 : "resolved";
    OutcomeList list(context.io);
    for (const auto& outcome : outcomes) {
        list.add("Alert " + std::to_string(outcome.id.value), {{QStringLiteral("id"), number(outcome.id.value)}},
                 outcome.error, std::string(did));
    }
    return list.end(QStringLiteral("alerts"));
}

// --- limits

/// 0 is "never", as it is taken.
std::string shownAge(std::int64_t ms) {
    if (ms == 0) {
        return "never";
    }
    for (const auto& [unit, unitMs] : kDurationUnits) {
        if (ms % unitMs == 0) {
            return std::to_string(ms / unitMs) + std::string(unit);
        }
    }
    return std::to_string(ms) + "ms";
}

Result<void> readAge(const Arguments& arguments, std::string_view option, std::int64_t& member) {
    if (!arguments.has(option)) {
        return {};
    }
    const auto value = arguments.value(option);
    const auto ms = value == "never" ? std::optional<std::int64_t>(0) : durationFrom(value);
    if (!ms) {
        return wrongUsage(std::string(option) + " \"" + value + "\" is not a duration (90s, 5m, 2h, 1d) or never");
    }
    member = *ms;
    return {};
}

std::string shownPercents(const std::array<std::int64_t, 3>& percents) {
    std::string shown;
    for (const auto percent : percents) {
        shown += percent == 0 ? std::string() : (shown.empty() ? "" : ",") + std::to_string(percent);
    }
    return shown.empty() ? "never" : shown;
}

/// "50,80,95": up to three, the last ones of the limits.
Result<void> readPercents(const Arguments& arguments, std::array<std::int64_t, 3>& percents) {
    if (!arguments.has("--budget")) {
        return {};
    }
    const auto value = arguments.value("--budget");
    std::vector<std::int64_t> given;
    std::string_view rest = value == "never" ? std::string_view() : std::string_view(value);
    while (!rest.empty()) {
        const auto comma = rest.find(',');
        const auto percent = base::numberFrom(rest.substr(0, comma));
        if (!percent || given.size() == percents.size()) {
            return wrongUsage("--budget \"" + value + "\" is not up to three percentages as in 50,80,95, or never");
        }
        given.push_back(*percent);
        rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    }
    percents = {};
    std::copy(given.begin(), given.end(), percents.end() - static_cast<std::ptrdiff_t>(given.size()));
    return {};
}

Result<void> readAlertLimit(const Arguments& arguments, std::string_view option, std::int64_t most,
                            std::int64_t& member) {
    if (arguments.value(option) == "never") {
        member = 0;
        return {};
    }
    EVENHAND_ASSIGN(const auto given, arguments.number(option, 1, most));
    member = given.value_or(member);
    return {};
}

ExitCode printLimits(ConsoleIo& io, const api::AlertLimits& limits) {
    io.text("repeat (no campus): " + shownAge(limits.repeatMs));
    io.text("spread:             " + (limits.spread == 0 ? std::string("never") : std::to_string(limits.spread)));
    io.text("budget (percent):   " + shownPercents(limits.budgetPercent));
    io.text("pace (points):      " +
            (limits.pacePercent == 0 ? std::string("never") : std::to_string(limits.pacePercent)));
    io.text("backup age:         " + shownAge(limits.backupAgeMs));
    QJsonArray percents;
    for (const auto percent : limits.budgetPercent) {
        percents.append(number(percent));
    }
    io.document({{QStringLiteral("repeat_ms"), number(limits.repeatMs)},
                 {QStringLiteral("spread"), number(limits.spread)},
                 {QStringLiteral("budget_percent"), percents},
                 {QStringLiteral("pace_percent"), number(limits.pacePercent)},
                 {QStringLiteral("backup_age_ms"), number(limits.backupAgeMs)},
                 {QStringLiteral("version"), number(limits.version)}});
    return kDone;
}

Result<ExitCode> runLimits(Context& context) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "show or set"}));
    const bool isSet = arguments.words()[1] == "set";
    if (!isSet && arguments.words()[1] != "show") {
        return wrongUsage("limits are shown (limits show) or set (limits set)");
    }
    EVENHAND_ASSIGN(const auto seen, seenVersion(arguments));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    auto& desk = session->engine().alerts();
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(auto limits, session->wait(desk.limits(call)));
    if (isSet) {
        EVENHAND_TRY(readAge(arguments, "--repeat", limits.repeatMs));
        EVENHAND_TRY(readAlertLimit(arguments, "--spread", api::kMaxSpreadLimit, limits.spread));
        EVENHAND_TRY(readPercents(arguments, limits.budgetPercent));
        EVENHAND_TRY(readAlertLimit(arguments, "--pace", 100, limits.pacePercent));
        EVENHAND_TRY(readAge(arguments, "--backup-age", limits.backupAgeMs));
        limits.version = seen;
        EVENHAND_TRY(session->wait(desk.setLimits(call, limits)));
        EVENHAND_ASSIGN(limits, session->wait(desk.limits(call)));
    }
    return printLimits(context.io, limits);
}

Result<ExitCode> runAlerts(Context& context) {
    EVENHAND_ASSIGN(const AlertsVerb verb, verbOf(context.arguments, kAlertsVerbs));
    switch (verb) {
        case AlertsVerb::List: return listAlerts(context);
        case AlertsVerb::Limits: return runLimits(context);
        case AlertsVerb::Acknowledge:
        case AlertsVerb::Silence:
        case AlertsVerb::Resolve: break;
    }
    return actOnAlerts(context, verb);
}

}  // namespace

Command alertsCommand() {
    return {"alerts",
            "list [--kind K] [--state S] [--campus C] [--limit N] | acknowledge ID… | silence ID… --for DURATION | "
            "resolve ID… --reason TEXT | limits show | limits set [--spread N] [--budget P,…] [--version N]",
            "alerts of every kind: lists, acknowledges, silences and resolves them; from when on something is one",
            {{"--kind", "K", "list: unassigned, no_courier, dead_letter, refund_failed, budget, …"},
             {"--state", "S", "list: firing, acknowledged, silenced or resolved (all but resolved)"},
             {"--campus", "C", "list: of one campus"},
             {"--limit", "N", "list: at most this many (100)"},
             {"--for", "DURATION", "silence: for 250ms, 90s, 5m, 2h, 1d"},
             {"--until", "TIME", "silence: until 2026-01-31T18:00:00Z"},
             {"--repeat", "DURATION", "limits set: how often an alert without a campus comes again, or never"},
             {"--spread", "N", "limits set: weights of couriers on duty further apart than this, or never"},
             {"--budget", "P,…", "limits set: up to three percentages of a campaign's budget, or never"},
             {"--pace", "N", "limits set: a budget so many percent points ahead of an even pace, or never"},
             {"--backup-age", "DURATION", "limits set: the newest backup is older than this, or never"},
             {"--version", "N", "limits set: refused if somebody has set them since"},
             {"--reason", "TEXT", "why; kept in the audit log, of resolve with the alert too"}},
            runAlerts};
}

}  // namespace evenhand::ctl
