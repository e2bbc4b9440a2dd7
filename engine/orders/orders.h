// SPDX-License-Identifier: GPL-3.0-or-later
// The room of orders: what the composition root needs of it; and the feed of what happened to orders and money.
// Thread: makeOrderDesk() from any; the desk as its interface says.
#pragma once

#include <functional>
#include <memory>

#include "engine/api/feed_desk.h"
#include "engine/api/order_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"
#include "engine/store/pages/order_numbers.h"

namespace evenhand::orders {

/// Engine and reader must outlive the desk, and what `now` refers to. `minorDigits`: of the workspace's currency, for
/// exports. `now`: engine time, also of an engine that only reads; any thread. `numbers`: of the reader's connection,
/// shared with the desk of search.
[[nodiscard]] std::unique_ptr<api::OrderDesk> makeOrderDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                            int minorDigits, std::function<Instant()> now,
                                                            std::shared_ptr<store::OrderNumbers> numbers);
[[nodiscard]] std::unique_ptr<api::FeedDesk> makeFeedDesk(runtime::Engine& engine, runtime::Reader& reader);

}  // namespace evenhand::orders
