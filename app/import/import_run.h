// SPDX-License-Identifier: GPL-3.0-or-later
// One import from its file to its report: what the command line and the console both run.
// Thread: confined to the caller's, which is kept until the import has ended.
#pragma once

#include <optional>
#include <string>

#include "app/import/import_kind.h"
#include "app/import/input_file.h"
#include "app/import/profile.h"
#include "app/import/report.h"
#include "engine/api/engine_api.h"

namespace evenhand::import {

struct ImportPlan {
    ImportKind kind = ImportKind::Orders;
    Profile profile = Profile::native();
    bool paid = false;                           ///< orders
    std::optional<std::int64_t> stockForNewSku;  ///< orders; 0 … api::kMaxStock
    bool approve = false;                        ///< returns
    bool dryRun = false;
};

struct ImportSettings {
    api::Actor actor;
    std::string errorsPath;   ///< empty: not written
    bool carriesTime = true;  ///< see OrderImportOptions
};

/// Errors: those of the file (InvalidArgument, Storage, Conflict: it was changed meanwhile) and of the engine. `report`
/// is filled in either case. What has changed anything is named in the audit log, also after an error.
[[nodiscard]] Result<void> runImport(api::EngineApi& engine, const InputFile& input, const ImportPlan& plan,
                                     const ImportSettings& settings, const ImportHooks& hooks, ImportReport& report);

}  // namespace evenhand::import
