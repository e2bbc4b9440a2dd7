// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "app/ctl/command.h"
#include "app/ctl/output_file.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {
namespace {

Result<std::int64_t> exportTo(api::EngineApi& engine, const Context& context, const std::string& what,
                              const std::string& path) {
    const api::Call call{context.actor, {}, {}};
    const auto wait = [](api::Answer<std::int64_t> answer) {
        return Reading::wait(std::move(answer), "cancelled; no file was written");
    };
    if (what == "assignments") {
        return wait(engine.dispatch().exportAssignments(call, path, {}));
    }
    if (what == "draws") {
        api::DrawFilter filter;
        filter.campaign = CampaignId(context.arguments.value("--campaign"));
        return wait(engine.campaigns().exportDraws(call, filter, path, {}));
    }
    if (what == "returns") {
        return wait(engine.returns().exportCsv(call, {}, path, {}));
    }
    if (what == "ledger") {
        return wait(engine.ledger().exportCsv(call, {}, path, {}));
    }
    if (what == "audit") {
        return wait(engine.audit().exportCsv(call, {}, path, {}));
    }
    api::OrderQuery query;
    query.descending = false;
    return wait(engine.orders().exportCsv(call, query, path, {}));
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
    EVENHAND_ASSIGN(auto reading, Reading::open(context.place()));
    const auto rows = exportTo(reading.engine(), context, what, output.path());
    reading.close();
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
