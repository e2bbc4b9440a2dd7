// SPDX-License-Identifier: GPL-3.0-or-later
// The histories of orders and of money behind a position. Thread: that of the Database.
#pragma once

#include "engine/api/feed_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store::feed {

[[nodiscard]] Result<api::FeedPosition> end(Database& database);
[[nodiscard]] Result<api::FeedSlice> after(Database& database, const api::FeedPosition& position, std::int64_t limit);

}  // namespace evenhand::store::feed
