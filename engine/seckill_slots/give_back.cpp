// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill_slots/give_back.h"

#include "engine/seckill_slots/slots.h"
#include "engine/store/records/activity_store.h"
#include "engine/store/records/product_store.h"

namespace evenhand::seckill {

Result<void> giveBack(runtime::UnitOfWork& work, const store::orders::Record& order, std::string_view sku,
                      std::int64_t units) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto state, store::activities::stateOf(database, order.activity));
    if (!state || *state == api::ActivityState::Ended) {
        EVENHAND_TRY(store::products::giveBack(database, sku, units));
        return store::activities::countReturned(database, order.activity, units);
    }
    for (std::int64_t i = 0; i < units; ++i) {
        EVENHAND_TRY(store::activities::giveUnitBack(database, order.activity));
    }
    // The row decides; the slot follows it. Where it is lost on the way the comparison finds it.
    return work.afterCommit([activity = order.activity, user = order.user, orderNo = order.orderNo,
                             units](keyspace::Keyspace& keyspace) -> Result<void> {
        EVENHAND_TRY(release(keyspace, ActivityKeys(activity), user.str(), orderNo.str(), units));
        return {};
    });
}

Result<void> giveSlotBack(runtime::UnitOfWork& work, const store::orders::Record& order, std::int64_t units) {
    auto& database = work.database();
    EVENHAND_TRY(store::activities::countReturned(database, order.activity, units));
    EVENHAND_ASSIGN(const auto state, store::activities::stateOf(database, order.activity));
    if (!state || *state == api::ActivityState::Ended) {
        return {};
    }
    return work.afterCommit([activity = order.activity, user = order.user,
                             orderNo = order.orderNo](keyspace::Keyspace& keyspace) -> Result<void> {
        EVENHAND_TRY(release(keyspace, ActivityKeys(activity), user.str(), orderNo.str(), 0));
        return {};
    });
}

}  // namespace evenhand::seckill
