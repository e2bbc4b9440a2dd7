// SPDX-License-Identifier: GPL-3.0-or-later
// Imports a CSV file of order lines. The file is read once to check its rows and to index its orders, then each order
// is read again at its place in time and handed to the engine, many in flight; a third reading writes the rows that
// were not taken, in file order.
//
// Memory: an index entry per order line (16 bytes) and per order, never the lines. Every order is one unit of work,
// payment included: stopping at any point leaves whole orders.
// Thread: confined to the caller's.
#pragma once

#include <optional>
#include <string>

#include "app/import/input_file.h"
#include "app/import/profile.h"
#include "app/import/report.h"
#include "engine/api/engine_api.h"

namespace evenhand::import {

struct OrderImportOptions {
    api::Actor actor;
    Profile profile = Profile::native();
    bool paid = false;
    bool dryRun = false;
    std::optional<std::int64_t> stockForNewSku;  ///< 0 … 2^53 − 1
    std::string errorsPath;                      ///< empty: not written
    /// Engine time follows the file (an engine on an import clock). Else it goes on by itself, `placed_at` is a
    /// recorded fact, and what is imported unpaid closes when its time has passed from now on.
    bool carriesTime = true;
};

/// Errors: those of the file (InvalidArgument, Storage) and of the engine; rows that are not taken are none. After an
/// error everything counted as placed before is in the workspace. `report` is filled in either case.
[[nodiscard]] Result<void> importOrders(api::EngineApi& engine, const InputFile& input,
                                        const OrderImportOptions& options, const ImportHooks& hooks,
                                        ImportReport& report);

}  // namespace evenhand::import
