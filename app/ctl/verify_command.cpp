// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>

#include "app/ctl/command.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

void print(ConsoleIo& io, const std::vector<app::Verdict>& verdicts, std::int64_t violations) {
    TextTable table({"invariant", "checked", "violations"});
    for (const auto& verdict : verdicts) {
        table.add(
            {verdict.id + "  " + verdict.name, std::to_string(verdict.checked), std::to_string(verdict.violations)});
    }
    io.text(table.str());
    for (const auto& verdict : verdicts) {
        for (const auto& offender : verdict.offenders) {
            io.text(verdict.id + ": " + offender);
        }
        const auto shown = static_cast<std::int64_t>(verdict.offenders.size());
        if (verdict.violations > shown) {
            io.text(verdict.id + ": and " + std::to_string(verdict.violations - shown) + " more");
        }
    }
    io.text(violations == 0 ? "All invariants hold." : base::counted(violations, "violation") + ".");
}

QJsonObject document(const std::vector<app::Verdict>& verdicts, std::int64_t violations) {
    QJsonArray invariants;
    for (const auto& verdict : verdicts) {
        QJsonArray offenders;
        for (const auto& offender : verdict.offenders) {
            offenders.append(text(offender));
        }
        invariants.append(QJsonObject{{QStringLiteral("id"), text(verdict.id)},
                                      {QStringLiteral("name"), text(verdict.name)},
                                      {QStringLiteral("checked"), number(verdict.checked)},
                                      {QStringLiteral("violations"), number(verdict.violations)},
                                      {QStringLiteral("offenders"), offenders}});
    }
    return {{QStringLiteral("invariants"), invariants}, {QStringLiteral("violations"), number(violations)}};
}

Result<ExitCode> runVerify(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords({}));
    EVENHAND_ASSIGN(const auto workspace, app::Workspace::openReadOnly(context.workspace, openOptions()));
    EVENHAND_ASSIGN(const auto verdicts,
                    app::verifyWorkspace(*workspace, [&](const std::string& id, std::int64_t done, std::int64_t of) {
                        context.io.progress(id, done, of);
                        return !interrupt::requested();
                    }));
    std::int64_t violations = 0;
    for (const auto& verdict : verdicts) {
        violations += verdict.violations;
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
