// SPDX-License-Identifier: GPL-3.0-or-later
// What the stores about money keep on a connection, in the place Memo::Refunds. Internal to engine/store.
// Thread: that of the Database.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/api/refund_types.h"
#include "engine/base/money.h"
#include "engine/store/database/database.h"

namespace evenhand::store {

struct MoneyMemo {
    std::optional<api::RefundSettings> refunds;
    std::optional<Money> largestAmount;
    std::optional<std::int64_t> turnover;  ///< all amounts that were ever entered in the ledger
};

/// Good until something is undone or the memo is reset.
inline MoneyMemo& moneyMemo(Database& database) {
    auto& memo = database.memo(Database::Memo::Refunds);
    if (!memo) {
        memo = std::make_shared<MoneyMemo>();
    }
    return *static_cast<MoneyMemo*>(memo.get());
}

}  // namespace evenhand::store
