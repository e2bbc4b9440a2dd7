// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QDir>
#include <QTemporaryDir>
#include <algorithm>
#include <array>
#include <cstdio>

#include "app/ctl/command.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/output_file.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/session.h"
#include "app/workspace/assignments_export.h"
#include "app/workspace/workspace.h"

namespace evenhand::ctl {
namespace {

constexpr std::int64_t kExportLookMs = 50;

/// Waits without keeping a signal waiting.
template <typename T>
Result<T> waitExport(api::Answer<T> answer) {
    while (!answer.isFinished()) {
        if (interrupt::waitMs(kExportLookMs)) {
            answer.cancel();
            return fail(ErrorCode::Cancelled, "cancelled; no file was written");
        }
    }
    return answer.result();
}

Result<std::int64_t> exportTo(app::Workspace& workspace, const Context& context, const std::string& what,
                              const std::string& path, const std::function<void(std::int64_t)>& progress) {
    if (what == "assignments") {
        return waitExport(app::exportAssignments(workspace, {context.actor, {}, {}}, path, progress));
    }
    if (what == "draws") {
        api::DrawFilter filter;
        filter.campaign = CampaignId(context.arguments.value("--campaign"));
        return waitExport(workspace.campaigns().exportDraws({context.actor, {}, {}}, filter, path, progress));
    }
    if (what == "returns") {
        return waitExport(workspace.returns().exportCsv({context.actor, {}, {}}, {}, path, progress));
    }
    if (what == "ledger") {
        return waitExport(workspace.ledger().exportCsv({context.actor, {}, {}}, {}, path, progress));
    }
    if (what == "audit") {
        return waitExport(workspace.audit().exportCsv({context.actor, {}, {}}, {}, path, progress));
    }
    api::OrderQuery query;
    query.descending = false;
    return waitExport(workspace.orders().exportCsv({context.actor, {}, {}}, query, path, progress));
}

Result<ExitCode> runExport(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{
        "what to export (orders, assignments, draws, returns, ledger or audit)", "FILE"}));
    const std::string& what = context.arguments.words().at(0);
    const std::string& target = context.arguments.words().at(1);
    const std::array known{"orders", "assignments", "draws", "returns", "ledger", "audit"};
    if (std::find(known.begin(), known.end(), what) == known.end()) {
        return fail(ErrorCode::InvalidArgument,
                    "\"" + what + "\" cannot be exported; orders, assignments, draws, returns, ledger and audit can");
    }
    EVENHAND_ASSIGN(auto output, OutputFile::at(context, target));
    EVENHAND_ASSIGN(auto workspace, app::Workspace::openReadOnly(context.workspace, openOptions()));
    // On the reader's thread too, so it only counts.
    const auto rows = exportTo(*workspace, context, what, output.path(), [](std::int64_t) {});
    workspace.reset();
    if (rows) {
        writeNotes(context.place());
    }
    return what == "audit" || what == "ledger"
               ? output.done(context, rows, "entry", "entries")
               : output.done(context, rows, std::string_view(what).substr(0, what.size() - 1));
}

}  // namespace

Command exportCommand() {
    return {"export",
            "orders|assignments|draws|returns|ledger|audit FILE",
            "writes a CSV file (- for standard output)",
            {{"--campaign", "ID", "draws: of one campaign"}},
            runExport,
            [](const Arguments& arguments) -> std::optional<api::Operation> {
                const bool audit = !arguments.words().empty() && arguments.words().front() == "audit";
                return audit ? api::Operation::AuditRead : api::Operation::OrdersRead;
            }};
}

}  // namespace evenhand::ctl
