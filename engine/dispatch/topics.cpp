// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/topics.h"

#include <string>

#include "engine/alerts/letters.h"

namespace evenhand::dispatch {

Result<void> publishOrder(runtime::UnitOfWork& work, OrderId order, const OrderNo& orderNo, const CampusId& campus,
                          std::int64_t epoch, std::string_view to, std::string_view notTo) {
    const auto id = std::to_string(order.value);
    const auto epochText = std::to_string(epoch);
    if (epoch == 1) {
        EVENHAND_TRY(work.publish(
            kTopicFirst, {{"order", id}, {"no", orderNo.str()}, {"campus", campus.str()}, {"epoch", epochText}}));
        return {};
    }
    EVENHAND_TRY(work.publish(kTopicAgain, {{"order", id},
                                            {"no", orderNo.str()},
                                            {"campus", campus.str()},
                                            {"epoch", epochText},
                                            {"to", to},
                                            {"not", notTo}}));
    return {};
}

Result<void> publishWake(runtime::UnitOfWork& work, const CampusId& campus) {
    EVENHAND_TRY(work.publish(kTopicWake, {{"campus", campus.str()}}));
    return {};
}

Result<void> settleLetters(runtime::UnitOfWork& work) {
    for (const auto topic : {kTopicFirst, kTopicAgain, kTopicWake}) {
        EVENHAND_TRY(alerts::settleLetters(work, {api::AlertSubjectType::Topic, std::string(topic)}, topic));
    }
    return {};
}

}  // namespace evenhand::dispatch
