// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <cmath>
#include <limits>

#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/api/limits.h"
#include "engine/base/counted.h"
#include "engine/base/number_text.h"

namespace evenhand::ctl {
namespace {

constexpr const char* kKindNames = "refund, webhook, calibrate, reconcile, clean_up, backup or rehearsal";

Result<api::TaskQuery> tasksQueryOf(const Arguments& arguments) {
    api::TaskQuery query;
    EVENHAND_ASSIGN(query.filter.kinds, oneOf<api::TaskKind>(arguments, "--kind", api::taskKindFrom, kKindNames));
    EVENHAND_ASSIGN(query.filter.statuses, oneOf<api::TaskStatus>(arguments, "--status", api::taskStatusFrom,
                                                                  "PENDING, PROCESSING, DONE, DEAD or DROPPED"));
    EVENHAND_ASSIGN(query.limit, limitOf(arguments));
    return query;
}

Result<ExitCode> listTasks(Context& context, Session& session) {
    EVENHAND_ASSIGN(const auto query, tasksQueryOf(context.arguments));
    auto& tasks = session.engine().tasks();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(tasks.page(call, query)));
    EVENHAND_ASSIGN(const auto total, session.wait(tasks.count(call, query.filter)));
    RowList list(context.io, {"id", "kind", "subject", "status", "due", "attempts", "worker", "last error"});
    for (const auto& row : rows) {
        list.add({std::to_string(row.id.value), std::string(api::toText(row.kind)), row.subject,
                  std::string(api::toText(row.status)), row.due ? timeText(*row.due) : std::string(),
                  std::to_string(row.attempts), row.worker, row.lastError},
                 {{QStringLiteral("id"), number(row.id.value)},
                  {QStringLiteral("kind"), text(api::toText(row.kind))},
                  {QStringLiteral("subject"), text(row.subject)},
                  {QStringLiteral("status"), text(api::toText(row.status))},
                  {QStringLiteral("position"), number(row.position)},
                  {QStringLiteral("attempts"), number(row.attempts)},
                  {QStringLiteral("token"), number(row.token)},
                  {QStringLiteral("worker"), text(row.worker)},
                  {QStringLiteral("due"), timeValue(row.due)},
                  {QStringLiteral("ended_at"), timeValue(row.endedAt)},
                  {QStringLiteral("created_at"), timeValue(row.createdAt)},
                  {QStringLiteral("last_error"), text(row.lastError)}});
    }
    return list.end(QStringLiteral("tasks"), total, base::counted(total, "task"));
}

/// Counts per kind, what is held, and how the ring changed lately. (The workers of this moment are those of the process
/// that runs the workspace.)
Result<ExitCode> ring(Context& context, Session& session) {
    EVENHAND_ASSIGN(const auto limit, context.arguments.number("--limit", 1, api::kMaxPageRows));
    auto& tasks = session.engine().tasks();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto snapshot, session.wait(tasks.ring(call)));
    EVENHAND_ASSIGN(const auto history, session.wait(tasks.ringHistory(call, limit.value_or(20))));
    TextTable kinds({"kind", "created", "done", "pending", "processing", "dead", "dropped", "held", "version"});
    QJsonArray counts;
    for (const auto& kind : snapshot.counts) {
        kinds.add({std::string(api::toText(kind.kind)), std::to_string(kind.created), std::to_string(kind.done),
                   std::to_string(kind.pending), std::to_string(kind.processing), std::to_string(kind.dead),
                   std::to_string(kind.dropped), kind.held ? "held" : "", std::to_string(kind.holdVersion)});
        counts.append(QJsonObject{{QStringLiteral("kind"), text(api::toText(kind.kind))},
                                  {QStringLiteral("created"), number(kind.created)},
                                  {QStringLiteral("done"), number(kind.done)},
                                  {QStringLiteral("pending"), number(kind.pending)},
                                  {QStringLiteral("processing"), number(kind.processing)},
                                  {QStringLiteral("dead"), number(kind.dead)},
                                  {QStringLiteral("dropped"), number(kind.dropped)},
                                  {QStringLiteral("held"), kind.held},
                                  {QStringLiteral("hold_version"), number(kind.holdVersion)}});
    }
    TextTable changes({"at", "worker", "change", "workers", "moved"});
    QJsonArray rows;
    for (const auto& row : history) {
        changes.add({timeText(row.at), row.worker, std::string(api::toText(row.change)), std::to_string(row.workers),
                     std::to_string(std::lround(row.moved * 100)) + " %"});
        rows.append(QJsonObject{{QStringLiteral("at"), timeValue(row.at)},
                                {QStringLiteral("worker"), text(row.worker)},
                                {QStringLiteral("change"), text(api::toText(row.change))},
                                {QStringLiteral("workers"), number(row.workers)},
                                {QStringLiteral("moved"), row.moved}});
    }
    context.io.text(kinds.str());
    context.io.text(changes.str());
    context.io.document({{QStringLiteral("kinds"), counts}, {QStringLiteral("history"), rows}});
    return kDone;
}

ExitCode printOutcomes(ConsoleIo& io, const std::vector<api::TaskAnswer>& outcomes) {
    OutcomeList list(io);
    for (const auto& outcome : outcomes) {
        const std::string status(api::toText(outcome.status));
        list.add("Task " + std::to_string(outcome.id.value),
                 {{QStringLiteral("id"), number(outcome.id.value)},
                  {QStringLiteral("status"), text(status)},
                  {QStringLiteral("due"), timeValue(outcome.due)}},
                 outcome.error, status);
    }
    return list.end(QStringLiteral("tasks"));
}

/// The tasks that are named, or with --all every dead letter that is no refund.
Result<std::vector<api::TaskRef>> selection(Context& context, Session& session) {
    if (!context.arguments.has("--all")) {
        EVENHAND_ASSIGN(const auto ids, rowIds(context.arguments));
        return refsOf<api::TaskRef>(ids);
    }
    std::vector<api::TaskRef> refs;
    api::TaskQuery query;
    query.filter.statuses = {api::TaskStatus::Dead};
    query.limit = api::kMaxPageRows;
    EVENHAND_ASSIGN(const auto dead,
                    session.wait(session.engine().tasks().page(api::Call{context.actor, {}, {}}, query)));
    for (const auto& row : dead) {
        if (row.kind != api::TaskKind::Refund) {
            refs.push_back({row.id, row.token});
        }
    }
    return refs;
}

Result<ExitCode> act(Context& context, Session& session, bool retry) {
    if (context.arguments.has("--all") && context.arguments.words().size() > 1) {
        return wrongUsage("--all cannot be combined with ids");
    }
    EVENHAND_ASSIGN(auto reason, neededReason(context.arguments));
    const api::Call call{context.actor, std::move(reason), {}};
    EVENHAND_ASSIGN(const auto refs, selection(context, session));
    auto& tasks = session.engine().tasks();
    EVENHAND_ASSIGN(const auto outcomes, session.wait(retry ? tasks.retry(call, refs) : tasks.drop(call, refs)));
    session.settle();
    if (refs.size() == 1 && outcomes.front().error) {
        return fail(*outcomes.front().error);
    }
    return printOutcomes(context.io, outcomes);
}

Result<ExitCode> hold(Context& context, Session& session, bool held) {
    std::vector<api::TaskKind> kinds;
    for (std::size_t i = 1; i < context.arguments.words().size(); ++i) {
        const auto kind = api::taskKindFrom(context.arguments.words()[i]);
        if (!kind) {
            return wrongUsage(std::string("KIND is ") + kKindNames);
        }
        kinds.push_back(*kind);
    }
    if (kinds.empty()) {
        return wrongUsage("KIND is missing");
    }
    EVENHAND_ASSIGN(const auto version,
                    context.arguments.number("--version", 1, std::numeric_limits<std::int64_t>::max()));
    if (version && kinds.size() > 1) {
        return wrongUsage("--version is of one KIND");
    }
    EVENHAND_ASSIGN(auto reason, neededReason(context.arguments));
    api::HoldVersions seen;
    if (version) {
        seen.emplace(kinds.front(), *version);
    }
    EVENHAND_TRY(session.wait(
        session.engine().tasks().setHeld({context.actor, std::move(reason), {}}, kinds, held, std::move(seen))));
    EVENHAND_ASSIGN(const auto holds, session.wait(session.engine().tasks().holds(api::Call{context.actor, {}, {}})));
    QJsonArray array;
    std::string names;
    for (const auto& one : holds) {
        array.append(text(api::toText(one.kind)));
        names += (names.empty() ? "" : ", ") + std::string(api::toText(one.kind));
    }
    context.io.text(names.empty() ? "Nothing is held." : "Held: " + names + ".");
    context.io.document({{QStringLiteral("held"), array}});
    return kDone;
}

/// How many workers each process has; with a number: from now on.
Result<ExitCode> workers(Context& context, Session& session) {
    const auto& words = context.arguments.words();
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    auto& tasks = session.engine().tasks();
    if (words.size() > 1) {
        EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do", "N"}));
        const auto count = base::numberFrom(words[1]);
        if (!count) {
            return wrongUsage("\"" + words[1] + "\" is not a number of workers");
        }
        EVENHAND_ASSIGN(const auto version, seenVersion(context.arguments));
        EVENHAND_TRY(session.wait(tasks.setWorkers(call, {*count, version})));
    }
    EVENHAND_ASSIGN(const auto settings, session.wait(tasks.workerSettings(call)));
    context.io.text("Each process that runs the workspace has " + base::counted(settings.workers, "worker") +
                    " (version " + std::to_string(settings.version) + ").");
    context.io.document(
        {{QStringLiteral("workers"), number(settings.workers)}, {QStringLiteral("version"), number(settings.version)}});
    return kDone;
}

Result<ExitCode> runTasks(Context& context) {
    EVENHAND_ASSIGN(const auto verb,
                    verbOf(context.arguments, {"list", "ring", "retry", "drop", "hold", "release", "workers"}));
    if (verb == "workers") {
        EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
        return workers(context, *session);
    }
    if (verb == "list" || verb == "ring") {
        EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    } else {
        EVENHAND_TRY(neededReason(context.arguments));
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    if (verb == "list") {
        return listTasks(context, *session);
    }
    if (verb == "ring") {
        return ring(context, *session);
    }
    if (verb == "hold" || verb == "release") {
        return hold(context, *session, verb == "hold");
    }
    return act(context, *session, verb == "retry");
}

}  // namespace

Command tasksCommand() {
    return {
        "tasks",
        "list [--kind K] [--status S] [--limit N] | ring | retry|drop ID… --reason TEXT | hold|release KIND… "
        "[--version N] --reason TEXT | workers [N] [--version N] [--reason TEXT]",
        "background tasks: lists them and the ring's history, retries or drops dead letters, holds kinds, says how "
        "many "
        "workers there are",
        {{"--kind", "K", "list: refund, webhook, calibrate, reconcile, clean_up, backup or rehearsal"},
         {"--status", "S", "list: PENDING, PROCESSING, DONE, DEAD or DROPPED"},
         {"--limit", "N", "list, ring: at most this many (100, 20)"},
         {"--all", "", "retry, drop: every dead letter that is no refund"},
         {"--version", "N",
          "hold, release: refused if somebody has held or released the kind since, ring shows it; workers: if somebody "
          "has set their number since"},
         {"--reason", "TEXT", "why; kept in the audit log"}},
        runTasks};
}

}  // namespace evenhand::ctl
