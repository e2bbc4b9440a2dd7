// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill_slots/keys.h"

#include <algorithm>

#include "engine/base/hash_tag.h"
#include "engine/runtime/topics.h"

namespace evenhand::seckill {

ActivityKeys::ActivityKeys(const ActivityId& activity)
    : topic(std::string(kTopicPrefix) + base::hashTagOf(activity.str())) {
    const auto prefix = "seckill:{" + topic + "}:";
    live = prefix + "live";
    slots = prefix + "slots";
    answers = prefix + "answers";
    fence = prefix + "fence";
    stream = runtime::streamKey(topic);
}

std::string ActivityKeys::userLock(std::string_view user) const {
    return "seckill:{" + topic + "}:lock:" + std::string(user);
}

ActivityId activityOf(std::string_view topic) {
    topic.remove_prefix(std::min(topic.size(), kTopicPrefix.size()));
    return ActivityId(base::idOfHashTag(topic));
}

}  // namespace evenhand::seckill
