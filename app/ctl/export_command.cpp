// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QDir>
#include <QTemporaryDir>
#include <algorithm>
#include <array>
#include <cstdio>

#include "app/ctl/command.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/session.h"
#include "app/workspace/workspace.h"
#include "engine/runtime/csv_export.h"
#include "engine/store/assignment_store.h"

namespace evenhand::ctl {
namespace {

constexpr std::int64_t kExportLookMs = 50;

auto fileError(const QFileDevice& file, const std::string& path) {
    return fail(ErrorCode::Storage, "cannot be written: " + file.errorString().toStdString(), "file", path);
}

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

Result<void> copyToStandardOutput(const std::string& path) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly)) {
        return fileError(file, path);
    }
    while (!file.atEnd()) {
        const QByteArray piece = file.read(1024 * 1024);
        if (std::fwrite(piece.constData(), 1, static_cast<std::size_t>(piece.size()), stdout) !=
            static_cast<std::size_t>(piece.size())) {
            return fail(ErrorCode::Storage, "standard output cannot be written");
        }
    }
    return {};
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
    const bool toOutput = target == "-";
    if (toOutput && context.io.json()) {
        return fail(ErrorCode::InvalidArgument, "--json and the file - both want standard output");
    }
    EVENHAND_ASSIGN(auto workspace, app::Workspace::openReadOnly(context.workspace, openOptions()));
    const QTemporaryDir scratch(toOutput ? QDir::tempPath() + QStringLiteral("/evenhand-export-XXXXXX") : QString());
    const std::string path = toOutput ? scratch.filePath(QStringLiteral("standard output")).toStdString() : target;
    // On the reader's thread too, so it only counts.
    const auto rows = exportTo(*workspace, context, what, path, [](std::int64_t) {});
    if (!rows) {
        Error error = rows.error();
        if (error.code == ErrorCode::Storage && error.field == "path") {
            error = {ErrorCode::Storage, "cannot be written: " + error.message, "file", target};
        }
        return fail(std::move(error));
    }
    workspace.reset();
    writeNotes(context.workspace);
    if (toOutput) {
        EVENHAND_TRY(copyToStandardOutput(path));
        return kDone;
    }
    context.io.text("Wrote " + std::to_string(*rows) + " " + (what == "audit" ? std::string("entries") : what) +
                    " to " + target + ".");
    context.io.document({{QStringLiteral("rows"), number(*rows)}, {QStringLiteral("file"), text(target)}});
    return kDone;
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
