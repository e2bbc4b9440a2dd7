// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/api/deployment_health.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

std::string_view stateText(api::EngineState state) {
    switch (state) {
        case api::EngineState::Live: return "live";
        case api::EngineState::Degraded: return "degraded";
        case api::EngineState::ReadOnly: return "read_only";
        case api::EngineState::Disconnected: return "disconnected";
    }
    return {};
}

/// What is refused while the part is as it is, and until when at least.
std::string refusedText(const api::PartHealth& part) {
    if (!part.refuses) {
        return {};
    }
    const auto until = part.nextTry ? ", until " + timeText(*part.nextTry) + " at least" : std::string();
    switch (part.kind) {
        case api::PartKind::Database: return "every command waits, and is refused after a while" + until;
        case api::PartKind::Keyspace: return "commands about its keys are refused" + until;
        case api::PartKind::Membership: return "workers take no new tasks once their leases have ended" + until;
        case api::PartKind::Service: return {};
    }
    return {};
}

std::string roleText(const api::PartHealth& part) {
    if (part.role == api::PartRole::DueWork) {
        return "does due work";
    }
    return part.role == api::PartRole::None ? std::string("-") : std::string(api::toText(part.role));
}

std::string persistenceText(api::Persistence persistence) {
    switch (persistence) {
        case api::Persistence::Unknown: return {};
        case api::Persistence::Snapshots: return "snapshots at most";
        case api::Persistence::Log: return "append-only file";
    }
    return {};
}

/// "read 1 ms, commit 2.4 ms", "0 bytes behind, append-only file", "2 consoles".
std::string figuresText(const api::PartHealth& part) {
    std::string all;
    const auto add = [&all](const std::string& one) {
        all += one.empty() ? std::string() : (all.empty() ? "" : ", ") + one;
    };
    add(part.version);
    if (part.readMs >= 0) {
        add("read " + std::to_string(part.readMs) + " ms");
    }
    if (part.writeMs >= 0) {
        add("commit " + std::to_string(static_cast<std::int64_t>(part.writeMs + 0.5)) + " ms");
    }
    if (part.lagBytes >= 0) {
        add(base::counted(part.lagBytes, "byte") + " behind");
    }
    add(persistenceText(part.persistence));
    if (part.consoles >= 0) {
        add(base::counted(part.consoles, "console"));
    }
    add(part.isAsked ? "this one" : "");
    return all.empty() ? std::string("-") : all;
}

QJsonObject document(const api::PartHealth& part) {
    const auto known = [](std::int64_t value) { return value < 0 ? QJsonValue() : number(value); };
    return {{QStringLiteral("kind"), text(api::toText(part.kind))},
            {QStringLiteral("name"), text(part.name)},
            {QStringLiteral("state"), text(api::toText(part.state))},
            {QStringLiteral("role"), text(api::toText(part.role))},
            {QStringLiteral("version"), text(part.version)},
            {QStringLiteral("reason"), text(part.reason)},
            {QStringLiteral("refuses"), part.refuses},
            {QStringLiteral("next_try"), timeValue(part.nextTry)},
            {QStringLiteral("since"), timeValue(part.since)},
            {QStringLiteral("read_at"), timeValue(part.readAt)},
            {QStringLiteral("read_ms"), known(part.readMs)},
            {QStringLiteral("commit_ms"), part.writeMs < 0 ? QJsonValue() : QJsonValue(part.writeMs)},
            {QStringLiteral("lag_bytes"), known(part.lagBytes)},
            {QStringLiteral("persistence"), text(api::toText(part.persistence))},
            {QStringLiteral("consoles"), known(part.consoles)},
            {QStringLiteral("asked"), part.isAsked}};
}

void writeParts(ConsoleIo& io, const std::vector<api::PartHealth>& parts) {
    if (parts.empty()) {
        return;
    }
    TextTable table({"part", "where", "state", "role", "figures"});
    for (const auto& part : parts) {
        table.add({std::string(api::toText(part.kind)), part.name, std::string(api::toText(part.state)), roleText(part),
                   figuresText(part)});
    }
    io.text(table.str());
    for (const auto& part : parts) {
        const auto refused = refusedText(part);
        if (!part.reason.empty() || !refused.empty()) {
            io.text(std::string(api::toText(part.kind)) + " " + part.name + ": " + part.reason +
                    (part.reason.empty() || refused.empty() ? "" : "; ") + refused);
        }
    }
}

Result<ExitCode> runStatus(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords({}));
    EVENHAND_ASSIGN(const auto reading, Reading::open(context.place()));
    EVENHAND_ASSIGN(auto status, reading.status());
    const bool isAsked = context.service != nullptr;
    status.parts = reading.lookAtParts();
    QJsonArray parts;
    for (const auto& part : status.parts) {
        parts.append(document(part));
    }
    if (isAsked) {
        context.io.text("Engine: " + std::string(stateText(status.state)) +
                        (status.reason.empty() ? "" : ", " + status.reason) + "; " + status.deployment + ".");
        context.io.text("Workers on the ring: " + (status.workers < 0 ? "not known" : std::to_string(status.workers)) +
                        ".");
    } else {
        context.io.text(status.standing.empty() ? "Nothing is wrong with the workspace in the folder."
                                                : "Whoever runs the workspace in the folder is degraded.");
        if (status.parts.empty()) {
            context.io.text("One engine at a time runs it: it has no other parts.");
        }
    }
    writeParts(context.io, status.parts);
    tellReasons(context.io, status.standing);
    context.io.document({{QStringLiteral("state"), isAsked ? QJsonValue(text(stateText(status.state))) : QJsonValue()},
                         {QStringLiteral("reason"), text(status.reason)},
                         {QStringLiteral("deployment"), text(isAsked ? status.deployment : std::string())},
                         {QStringLiteral("workers"), status.workers < 0 ? QJsonValue() : number(status.workers)},
                         {QStringLiteral("degraded"), reasonsValue(status.standing)},
                         {QStringLiteral("parts"), parts}});
    return kDone;
}

}  // namespace

Command statusCommand() {
    return {"status",
            "",
            "how the engine is, and of a shared deployment each part: database, Redis, etcd, services",
            {},
            runStatus,
            [](const Arguments&) -> std::optional<api::Operation> { return api::Operation::TasksRead; }};
}

}  // namespace evenhand::ctl
