// SPDX-License-Identifier: GPL-3.0-or-later
// Imports of couriers (courier_id,campus,name,phone,on_duty), products (sku,name,unit_price,stock), counts of stock
// (sku,stock, and reason if wanted) and rosters (courier_id,mon,tue,wed,thu,fri,sat,sun: the shifts of each weekday, as
// "09:00-12:00, 14:00-18:00"): one pass, each row a command of its own, many in flight. A row of a known id changes it;
// the same file again changes nothing. Thread: confined to the caller's.
#pragma once

#include <string>

#include "app/import/input_file.h"
#include "app/import/profile.h"
#include "app/import/report.h"
#include "engine/api/engine_api.h"

namespace evenhand::import {

struct ListImportOptions {
    api::Actor actor;
    bool dryRun = false;
    std::string errorsPath;  ///< empty: not written
    Profile profile = Profile::native();
};

/// Errors: as importOrders().
[[nodiscard]] Result<void> importCouriers(api::EngineApi& engine, const InputFile& input,
                                          const ListImportOptions& options, const ImportHooks& hooks,
                                          ImportReport& report);
[[nodiscard]] Result<void> importProducts(api::EngineApi& engine, const InputFile& input,
                                          const ListImportOptions& options, const ImportHooks& hooks,
                                          ImportReport& report);
/// Of products that are in the catalogue.
[[nodiscard]] Result<void> importStock(api::EngineApi& engine, const InputFile& input, const ListImportOptions& options,
                                       const ImportHooks& hooks, ImportReport& report);
/// Of couriers who are known; exceptions by date stay.
[[nodiscard]] Result<void> importRosters(api::EngineApi& engine, const InputFile& input,
                                         const ListImportOptions& options, const ImportHooks& hooks,
                                         ImportReport& report);

}  // namespace evenhand::import
