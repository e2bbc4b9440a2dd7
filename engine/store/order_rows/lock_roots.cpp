// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/order_rows/lock_roots.h"

#include "engine/store/database/root_locks.h"
#include "engine/store/order_rows/hot_rows.h"

namespace evenhand::store {

Result<bool> lockRoots(Database& database, const Roots& roots) {
    auto* locks = database.roots();
    if (locks == nullptr) {
        return false;
    }
    const auto missing = locks->ask(roots);
    if (missing.empty()) {
        return false;
    }
    auto* hot = locks->locks ? hotRows(database) : nullptr;
    if (hot != nullptr) {
        EVENHAND_TRY(hot->lock(missing));
        for (const auto& entry : missing.holds()) {
            if (entry.first.kind == RootKind::Campaign) {
                database.memo(Database::Memo::Campaigns).reset();  // others may have changed it, too
            }
        }
    }
    locks->taken(missing);
    return hot != nullptr;
}

}  // namespace evenhand::store
