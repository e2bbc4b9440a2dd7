// SPDX-License-Identifier: GPL-3.0-or-later
// The room of search: what the composition root needs of it.
// Thread: makeSearchDesk() from any; the desk as its interface says.
#pragma once

#include <memory>

#include "engine/api/search_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"
#include "engine/store/pages/order_numbers.h"

namespace evenhand::search {

/// Engine and reader must outlive the desk. `numbers`: of the reader's connection; the desk of orders has the same.
[[nodiscard]] std::unique_ptr<api::SearchDesk> makeSearchDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                              std::shared_ptr<store::OrderNumbers> numbers);

}  // namespace evenhand::search
