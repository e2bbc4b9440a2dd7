// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/command.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"

namespace evenhand::ctl {
namespace {

void print(ConsoleIo& io, const std::vector<runtime::Verdict>& verdicts, std::int64_t violations) {
    TextTable table({"invariant", "checked", "violations"});
    for (const auto& verdict : verdicts) {
        table.add({verdict.id + "  " + verdict.name, std::to_string(verdict.finding.checked),
                   std::to_string(verdict.finding.violations)});
    }
    io.text(table.str());
    for (const auto& verdict : verdicts) {
        for (const auto& offender : verdict.finding.offenders) {
            io.text(verdict.id + ": " + offender);
        }
        const auto shown = static_cast<std::int64_t>(verdict.finding.offenders.size());
        if (verdict.finding.violations > shown) {
            io.text(verdict.id + ": and " + std::to_string(verdict.finding.violations - shown) + " more");
        }
    }
    io.text(violations == 0 ? "All invariants hold." : std::to_string(violations) + " violations.");
}

QJsonObject document(const std::vector<runtime::Verdict>& verdicts, std::int64_t violations) {
    QJsonArray invariants;
    for (const auto& verdict : verdicts) {
        QJsonArray offenders;
        for (const auto& offender : verdict.finding.offenders) {
            offenders.append(text(offender));
        }
        invariants.append(QJsonObject{{QStringLiteral("id"), text(verdict.id)},
                                      {QStringLiteral("name"), text(verdict.name)},
                                      {QStringLiteral("checked"), number(verdict.finding.checked)},
                                      {QStringLiteral("violations"), number(verdict.finding.violations)},
                                      {QStringLiteral("offenders"), offenders}});
    }
    return {{QStringLiteral("invariants"), invariants}, {QStringLiteral("violations"), number(violations)}};
}

/// What can be said without the keyspace.
Result<std::vector<runtime::Verdict>> ofTheDatabase(const app::WorkspaceCore& core, const Error& why) {
    EVENHAND_ASSIGN(const auto database, core.readers()());
    EVENHAND_TRY(database->beginRead());
    keyspace::EmbeddedKeyspace none;
    auto checks = runtime::storageChecks();
    std::erase_if(checks, [](const runtime::Check& check) { return check.id == "E2"; });
    checks.push_back(runtime::missingWorkCheck(core.workMark()));
    EVENHAND_ASSIGN(auto verdicts, runtime::verify(checks, {*database, none}));
    database->rollback();
    verdicts.front().finding.offend(why.text());
    return verdicts;
}

Result<ExitCode> runVerify(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords({}));
    EVENHAND_ASSIGN(const auto workspace, app::Workspace::openReadOnly(context.workspace, openOptions()));
    const auto checks = app::allChecks(workspace->core().auditWitness(), workspace->core().workMark());
    std::vector<runtime::Verdict> verdicts;
    const auto inspected =
        workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            std::int64_t done = 0;
            EVENHAND_ASSIGN(verdicts, runtime::verify(checks, {database, keyspace}, [&](const runtime::Check& check) {
                                context.io.progress(check.id, done++, static_cast<std::int64_t>(checks.size()));
                                return !interrupt::requested();
                            }));
            return {};
        });
    if (!inspected && inspected.error().code != ErrorCode::WorkspaceDamaged) {
        return fail(inspected.error());
    }
    if (verdicts.empty()) {  // not even the keyspace can be recovered
        EVENHAND_ASSIGN(verdicts, ofTheDatabase(workspace->core(), inspected.error()));
    }
    std::int64_t violations = 0;
    for (const auto& verdict : verdicts) {
        violations += verdict.finding.violations;
    }
    print(context.io, verdicts, violations);
    context.io.document(document(verdicts, violations));
    return violations == 0 ? kDone : kInvariantViolated;
}

}  // namespace

Command verifyCommand() {
    return {"verify",
            "",
            "checks every invariant that can be read from the workspace",
            {},
            runVerify,
            [](const Arguments&) -> std::optional<api::Operation> { return api::Operation::OrdersRead; }};
}

}  // namespace evenhand::ctl
