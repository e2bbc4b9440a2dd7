// SPDX-License-Identifier: GPL-3.0-or-later
// The room of orders: what the composition root needs of it; and the feed of what happened to orders and money.
// Thread: makeOrderDesk() from any; the desk as its interface says.
#pragma once

#include <memory>

#include "engine/api/feed_desk.h"
#include "engine/api/order_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::orders {

/// Engine and reader must outlive the desk. `minorDigits`: of the workspace's currency, for exports.
[[nodiscard]] std::unique_ptr<api::OrderDesk> makeOrderDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                            int minorDigits);
[[nodiscard]] std::unique_ptr<api::FeedDesk> makeFeedDesk(runtime::Engine& engine, runtime::Reader& reader);

}  // namespace evenhand::orders
