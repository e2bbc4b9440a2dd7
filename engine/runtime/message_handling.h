// SPDX-License-Identifier: GPL-3.0-or-later
// What every consumer of messages does the same, whether its keyspace commits with the database (TopicConsumer) or
// apart from it (engine/outbox): reading a keyspace's replies, the delays between attempts, making a dead letter.
// Thread: the caller's; stateless.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/work_sources.h"

namespace evenhand::runtime {

/// Delays by engine time: first, first × factor, … at most `maxMs`.
struct RetryPolicy {
    std::int64_t firstMs = 1'000;
    std::int64_t factor = 2;
    std::int64_t maxMs = 60'000;
    std::int64_t attempts = 8;  ///< the first included
    /// Messages that another consumer of the group read this long ago and did not acknowledge are claimed; 0: never.
    std::int64_t claimIdleMs = 0;
    /// Delay after `failed` failed attempts (>= 1).
    [[nodiscard]] std::int64_t delayMs(std::int64_t failed) const noexcept;
};

/// [[id, [name, value, …]], …] as XRANGE, XCLAIM and each stream of XREADGROUP answer it. An entry that was deleted
/// has nil fields and comes back without fields. Takes the texts out of the reply.
[[nodiscard]] std::vector<Message> messagesFrom(const std::string& topic, keyspace::Reply& entries);
/// Of XREADGROUP with one stream.
[[nodiscard]] std::vector<Message> messagesOfGroupRead(const std::string& topic, keyspace::Reply& reply);

/// A command with these ids behind it.
[[nodiscard]] Result<void> callWithIds(keyspace::Keyspace& keyspace, std::initializer_list<std::string_view> head,
                                       const std::vector<std::string>& ids);

/// In a unit of its own: a letter with the message and why its last attempt failed, and what the handler does about it.
[[nodiscard]] Result<void> writeDeadLetter(UnitOfWork& work, MessageHandler& handler, const Message& message,
                                           const Error& reason);

}  // namespace evenhand::runtime
