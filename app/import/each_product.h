// SPDX-License-Identifier: GPL-3.0-or-later
// All products of a workspace, a page at a time: a shop may have more of them than one answer holds.
// Thread: confined to the import's thread.
#pragma once

#include <functional>
#include <iterator>

#include "app/import/in_flight.h"
#include "engine/api/engine_api.h"
#include "engine/api/limits.h"

namespace evenhand::import {

/// In order of SKU, disabled ones too. What is added meanwhile may be missing.
[[nodiscard]] inline Result<void> eachProduct(api::EngineApi& engine, const api::Actor& actor, InFlight& inFlight,
                                              const std::function<void(const api::ProductRow&)>& take) {
    api::ProductQuery query;
    query.limit = api::kMaxPageRows;
    for (bool more = true; more;) {
        EVENHAND_ASSIGN(const auto rows, inFlight.wait(engine.shop().products({actor, {}, {}, {}, {}, true}, query)));
        for (const auto& row : rows) {
            take(row);
        }
        more = std::ssize(rows) == query.limit;
        if (more) {
            query.after = rows.back().sku;
        }
    }
    return {};
}

}  // namespace evenhand::import
