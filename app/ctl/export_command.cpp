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
#include "app/workspace/workspace.h"
#include "engine/runtime/csv_export.h"
#include "engine/store/records/assignment_store.h"

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

api::Answer<std::int64_t> exportAssignments(app::Workspace& workspace, const api::Call& call, const std::string& path,
                                            const std::function<void(std::int64_t)>& progress) {
    using runtime::csvTime;
    auto slice = [order = std::int64_t{0}, epoch = std::int64_t{0}](
                     store::Database& database, base::CsvText& csv) mutable -> Result<std::int64_t> {
        EVENHAND_ASSIGN(const auto rows, store::assignments::slice(database, order, epoch, runtime::kCsvSliceRows));
        for (const auto& row : rows) {
            order = row.order;
            epoch = row.epoch;
            csv.text(row.orderNo).number(row.epoch).text(row.campus).text(row.courier).plain(csvTime(row.at));
            csv.plain(row.mode).number(row.charged).number(row.givenBack).number(row.byName ? 1 : 0);
            csv.plain(csvTime(row.pickedUpAt)).plain(csvTime(row.releasedAt)).text(row.releaseReason).endLine();
        }
        return static_cast<std::int64_t>(rows.size());
    };
    return runtime::exportCsv(workspace.core().engine(), workspace.core().reader(), {call, "assignments", {}}, path,
                              "order_no,epoch,campus,courier_id,assigned_at,mode,charged,given_back,by_name,"
                              "picked_up_at,released_at,release_reason",
                              std::move(slice), progress);
}

Result<std::int64_t> exportTo(app::Workspace& workspace, const Context& context, const std::string& what,
                              const std::string& path, const std::function<void(std::int64_t)>& progress) {
    if (what == "assignments") {
        return waitExport(exportAssignments(workspace, {context.actor, {}, {}}, path, progress));
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
        writeNotes(context.workspace);
    }
    return output.done(context, rows, what == "audit" ? "entries" : what);
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
