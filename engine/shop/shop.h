// SPDX-License-Identifier: GPL-3.0-or-later
// The room of the shop: what the composition root needs of it.
// Thread: makeShopDesk() from any; the desk as its interface says.
#pragma once

#include <memory>

#include "engine/api/shop_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::shop {

/// Engine and reader must outlive the desk. `minorDigits`: of amounts in the audit log.
[[nodiscard]] std::unique_ptr<api::ShopDesk> makeShopDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                          int minorDigits);

}  // namespace evenhand::shop
