// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/command.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/row_texts.h"
#include "app/workspace/compare_keyspace.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

Result<std::vector<api::KeyspacePart>> partsOf(const Arguments& arguments) {
    std::string names;
    for (const auto part : api::allKeyspaceParts()) {
        names += (names.empty() ? "" : ", ") + std::string(api::toText(part));
    }
    return oneOf<api::KeyspacePart>(arguments, "--part", api::keyspacePartFrom, names);
}

std::string orNothing(const std::string& text) { return text.empty() ? std::string("nothing") : text; }

std::string generationText(const api::KeyspaceGeneration& generation) {
    if (generation.number == 0 && generation.state == api::GenerationState::Same) {
        return "Generation: none was opened.";
    }
    const auto named = "Generation " + std::to_string(generation.number) + ": ";
    switch (generation.state) {
        case api::GenerationState::Same: return named + "the keyspace belongs to it.";
        case api::GenerationState::Missing: return named + "the keyspace belongs to none; it was emptied.";
        case api::GenerationState::Older: return named + "the keyspace is an older one, " + generation.found + ".";
        case api::GenerationState::Foreign: return named + "the keyspace is another one, " + generation.found + ".";
    }
    return named;
}

void print(ConsoleIo& io, const api::KeyspaceComparison& found) {
    TextTable table({"part", "entries", "differ", "put right"});
    for (const auto& part : found.parts) {
        table.add({std::string(api::toText(part.part)), std::to_string(part.checked), std::to_string(part.differing),
                   std::to_string(part.repaired)});
    }
    io.text(table.str());
    for (const auto& part : found.parts) {
        const auto name = std::string(api::toText(part.part)) + ": ";
        for (const auto& one : part.differences) {
            io.text(name + one.key + (one.member.empty() ? "" : " " + one.member) + ": " + orNothing(one.found) +
                    ", the database says " + orNothing(one.expected));
        }
        const auto shown = static_cast<std::int64_t>(part.differences.size());
        if (part.differing > shown) {
            io.text(name + "and " + std::to_string(part.differing - shown) + " more");
        }
    }
    io.text(generationText(found.generation));
    io.text(found.partsAgree() ? "Keyspace and database agree." : "Keyspace and database differ.");
}

QJsonObject document(const api::KeyspaceComparison& found) {
    QJsonArray parts;
    for (const auto& part : found.parts) {
        QJsonArray differences;
        for (const auto& one : part.differences) {
            differences.append(QJsonObject{{QStringLiteral("key"), text(one.key)},
                                           {QStringLiteral("member"), text(one.member)},
                                           {QStringLiteral("expected"), text(one.expected)},
                                           {QStringLiteral("found"), text(one.found)}});
        }
        parts.append(QJsonObject{{QStringLiteral("part"), text(api::toText(part.part))},
                                 {QStringLiteral("checked"), number(part.checked)},
                                 {QStringLiteral("differing"), number(part.differing)},
                                 {QStringLiteral("repaired"), number(part.repaired)},
                                 {QStringLiteral("differences"), differences}});
    }
    const auto& generation = found.generation;
    return {{QStringLiteral("at"), timeValue(found.at)},
            {QStringLiteral("generation"), QJsonObject{{QStringLiteral("state"), text(api::toText(generation.state))},
                                                       {QStringLiteral("number"), number(generation.number)},
                                                       {QStringLiteral("found"), text(generation.found)},
                                                       {QStringLiteral("opened_at"), timeValue(generation.openedAt)}}},
            {QStringLiteral("parts"), parts},
            {QStringLiteral("agrees"), found.agrees()}};
}

Result<ExitCode> compareIt(Context& context) {
    EVENHAND_ASSIGN(const auto parts, partsOf(context.arguments));
    Result<api::KeyspaceComparison> found = fail(ErrorCode::Internal, "not compared");
    if (context.service) {
        EVENHAND_ASSIGN(const auto reading, Reading::open(context.place()));
        found = Reading::wait(reading.engine().keyspace().compare({context.actor, {}, {}}, parts));
    } else {
        EVENHAND_ASSIGN(const auto workspace, app::Workspace::openReadOnly(context.workspace, openOptions()));
        found = app::compareKeyspace(*workspace, parts, [] { return !interrupt::requested(); });
    }
    EVENHAND_TRY(found);
    print(context.io, *found);
    context.io.document(document(*found));
    return found->agrees() ? kDone : kInvariantViolated;
}

Result<ExitCode> rebuildIt(Context& context) {
    const bool all = context.arguments.has("--all");
    if (all == context.arguments.has("--part")) {
        return wrongUsage("keyspace rebuild needs --part P or --all");
    }
    EVENHAND_ASSIGN(const auto parts, partsOf(context.arguments));
    EVENHAND_ASSIGN(const auto reason, neededReason(context.arguments));
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    EVENHAND_ASSIGN(const auto found,
                    session->wait(session->engine().keyspace().rebuild({context.actor, reason, {}}, parts)));
    session->settle();  // messages that orders wait for are there again
    print(context.io, found);
    context.io.document(document(found));
    return found.partsAgree() ? kDone : kInvariantViolated;
}

Result<ExitCode> runKeyspace(Context& context) {
    EVENHAND_ASSIGN(const auto verb, verbOf(context.arguments, {"compare", "rebuild"}));
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
    if (verb == "rebuild") {
        return rebuildIt(context);
    }
    if (context.arguments.has("--all") || context.arguments.has("--reason")) {
        return wrongUsage("keyspace compare looks at all parts, or at --part P, and changes nothing");
    }
    return compareIt(context);
}

}  // namespace

Command keyspaceCommand() {
    return {"keyspace",
            "compare [--part P] | rebuild --part P|--all --reason TEXT",
            "compares the keyspace with the database, or rebuilds it from there",
            {{"--part", "P", "weights, timers, stocks (flash sales), queues (campaigns) or streams (messages)"},
             {"--all", "", "rebuild: every part, and a new generation of the keyspace"},
             {"--reason", "TEXT", "rebuild: why; kept in the audit log"}},
            runKeyspace,
            [](const Arguments& arguments) -> std::optional<api::Operation> {
                const auto& words = arguments.words();
                return !words.empty() && words.front() == "compare" ? std::optional(api::Operation::KeyspaceCompare)
                                                                    : std::nullopt;
            }};
}

}  // namespace evenhand::ctl
