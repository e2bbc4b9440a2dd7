// SPDX-License-Identifier: GPL-3.0-or-later
// Imports a CSV file of returns, a row each. The file is read once to check its rows, then each row is read again at
// its place in time and handed to the engine, many in flight; a third reading writes the rows that were not taken, in
// file order. A row that names no order is matched with its user's deductions, newest first.
//
// A return's number is that of the file, "/", and the row's position among the rows of that number: the same file again
// changes nothing. Memory: an index entry per row, never the rows. Every row is one unit of work.
// Thread: confined to the caller's.
#pragma once

#include <string>

#include "app/import/input_file.h"
#include "app/import/profile.h"
#include "app/import/report.h"
#include "engine/api/engine_api.h"

namespace evenhand::import {

struct ReturnImportOptions {
    api::Actor actor;
    Profile profile = Profile::native();
    bool approve = false;  ///< above the four-eyes threshold it stays requested, and counts as accepted
    bool dryRun = false;
    std::string errorsPath;   ///< empty: not written
    bool carriesTime = true;  ///< see OrderImportOptions
};

/// Errors: as importOrders().
[[nodiscard]] Result<void> importReturns(api::EngineApi& engine, const InputFile& input,
                                         const ReturnImportOptions& options, const ImportHooks& hooks,
                                         ImportReport& report);

}  // namespace evenhand::import
