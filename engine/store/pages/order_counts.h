// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of orders, kept between reads. Where the filter asks for what never changes of an order (campus, user, number,
// when it was placed) it is counted once; later only the orders that came since are looked at, however many there are:
// row ids grow and no order goes. Other counts are kept while nothing is committed.
// Thread: that of the Database; of one connection only.
#pragma once

#include "engine/api/order_desk.h"
#include "engine/store/database/count_cache.h"
#include "engine/store/database/read_cache.h"

namespace evenhand::store {

class OrderCounts {
public:
    [[nodiscard]] Result<std::int64_t> count(Database& database, const api::OrderFilter& filter);

private:
    CountCache<api::OrderFilter> m_kept;
    ReadCache<api::OrderFilter, std::int64_t> m_others;
};

}  // namespace evenhand::store
