// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/import_run.h"

#include <filesystem>

#include "app/import/in_flight.h"
#include "app/import/list_import.h"
#include "app/import/order_import.h"
#include "app/import/return_import.h"

namespace evenhand::import {
namespace {

Result<void> runKind(api::EngineApi& engine, const InputFile& input, const ImportPlan& plan,
                     const ImportSettings& settings, const ImportHooks& hooks, ImportReport& report) {
    const ListImportOptions list{settings.actor, plan.dryRun, settings.errorsPath, plan.profile};
    switch (plan.kind) {
        case ImportKind::Couriers: return importCouriers(engine, input, list, hooks, report);
        case ImportKind::Products: return importProducts(engine, input, list, hooks, report);
        case ImportKind::Stock: return importStock(engine, input, list, hooks, report);
        case ImportKind::Orders: {
            const OrderImportOptions orders{settings.actor,      plan.profile,        plan.paid,           plan.dryRun,
                                            plan.stockForNewSku, settings.errorsPath, settings.carriesTime};
            return importOrders(engine, input, orders, hooks, report);
        }
        case ImportKind::Returns: {
            const ReturnImportOptions returns{settings.actor, plan.profile,        plan.approve,
                                              plan.dryRun,    settings.errorsPath, settings.carriesTime};
            return importReturns(engine, input, returns, hooks, report);
        }
        case ImportKind::Rosters: return importRosters(engine, input, list, hooks, report);
    }
    return {};
}

/// Whoever looks for where a thing came from finds the file by its whole name.
std::string wholeName(const InputFile& input) {
    std::error_code error;
    const auto path = std::filesystem::absolute(input.name(), error);
    return input.isCopy() || error ? input.name() : path.string();
}

}  // namespace

Result<void> runImport(api::EngineApi& engine, const InputFile& input, const ImportPlan& plan,
                       const ImportSettings& settings, const ImportHooks& hooks, ImportReport& report) {
    Result<void> done = runKind(engine, input, plan, settings, hooks, report);
    if (plan.dryRun || report.things.accepted == 0) {
        return done;
    }
    api::ImportNote note;
    note.what = toText(plan.kind);
    note.profile = plan.profile.name == Profile::native().name ? std::string() : plan.profile.name;
    note.path = wholeName(input);
    note.rows = report.rows;
    note.accepted = report.things.accepted;
    note.rejected = report.things.rejected;
    note.cancelled = report.cancelled || !done;
    const Result<void> noted =
        InFlight(hooks.step).wait(engine.audit().noteImport({settings.actor, {}, {}, {}, {}, true}, note));
    return done ? noted : done;
}

}  // namespace evenhand::import
