// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of an activity in the keyspace, all under one hash tag, that of its topic. An activity's id may contain
// anything: braces, percent signs and colons are written as %XX. Thread: value types, any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/ids.h"

namespace evenhand::seckill {

inline constexpr std::string_view kTopicPrefix = "seckill@@";
inline constexpr std::string_view kGroup = "seckill";

struct ActivityKeys {
    explicit ActivityKeys(const ActivityId& activity);

    std::string topic;
    std::string live;     ///< hash: state, begin, end, stock
    std::string slots;    ///< hash: user → "order no, space, message id"
    std::string stream;   ///< of the topic
    std::string answers;  ///< hash: request → "order no, space, user"
    std::string fence;    ///< counter of the fencing values of users' locks
    /// The lock under which a user's orders are made, one at a time (engine/locks).
    [[nodiscard]] std::string userLock(std::string_view user) const;
};

/// The activity of a topic.
[[nodiscard]] ActivityId activityOf(std::string_view topic);

}  // namespace evenhand::seckill
