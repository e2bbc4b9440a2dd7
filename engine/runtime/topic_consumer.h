// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one topic's stream as a consumer group and hands its messages to the handler, many per batch. A message that
// fails waits with growing delay in a sorted set by due instant; after its last attempt it becomes a dead letter.
// Thread: the engine's.
//
// Invariants (D5): messages added = undelivered + pending + acknowledged + dead-lettered; a message's effect and its
// acknowledgement commit together; at a start the own pending messages come first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/engine.h"
#include "engine/runtime/unit_runner.h"

namespace evenhand::runtime {

/// Delays by engine time: first, first × factor, … at most `longestMs`.
struct RetryPolicy {
    std::int64_t firstMs = 1'000;
    std::int64_t factor = 2;
    std::int64_t longestMs = 60'000;
    std::int64_t attempts = 8;  ///< the first included
    /// Delay after `failed` failed attempts (>= 1).
    [[nodiscard]] std::int64_t delayMs(std::int64_t failed) const noexcept;
};

class TopicConsumer {
public:
    TopicConsumer(std::string topic, std::string group, MessageHandler& handler, RetryPolicy policy);

    /// The keyspace was loaded anew, or a batch was rolled back: forget what was known of it.
    void restart() noexcept;
    /// There may be new messages: the keyspace has changed since work() looked.
    void touchIfChanged(keyspace::EmbeddedKeyspace::Mark now) noexcept { m_mayHaveNew = m_mayHaveNew || now != m_seen; }
    /// Position of the undo log to compare with; a batch begins at `now`.
    void seen(keyspace::EmbeddedKeyspace::Mark now) noexcept { m_seen = now; }
    /// True if work(now) has something to look at.
    [[nodiscard]] bool ready(Instant now) const noexcept;
    /// Instant of the next attempt at a failed message.
    [[nodiscard]] std::optional<Instant> nextRetry() const noexcept { return m_nextRetry; }

    /// Handles up to about `limit` messages; answers how many. Storage or Script: the batch must be rolled back.
    [[nodiscard]] Result<std::size_t> work(UnitRunner& runner, Instant now, std::size_t limit);

private:
    [[nodiscard]] Result<void> prepare(keyspace::EmbeddedKeyspace& keyspace);
    [[nodiscard]] Result<std::size_t> redeliver(UnitRunner& runner, Instant now, std::size_t limit);
    [[nodiscard]] Result<std::size_t> retryDue(UnitRunner& runner, Instant now, std::size_t limit);
    [[nodiscard]] Result<std::size_t> readNew(UnitRunner& runner, Instant now, std::size_t limit);
    [[nodiscard]] Result<void> handleAll(UnitRunner& runner, Instant now, std::vector<Message> messages);
    [[nodiscard]] Result<void> handleOne(UnitRunner& runner, Instant now, Message& message);
    [[nodiscard]] Result<void> failed(UnitRunner& runner, Instant now, const Message& message, const Error& reason);
    [[nodiscard]] Result<bool> bury(UnitRunner& runner, Instant now, const Message& message, const Error& reason);
    [[nodiscard]] Result<void> settle(keyspace::EmbeddedKeyspace& keyspace);
    [[nodiscard]] Result<void> readNextRetry(keyspace::EmbeddedKeyspace& keyspace);
    [[nodiscard]] Result<std::int64_t> failedAttempts(keyspace::EmbeddedKeyspace& keyspace, const std::string& id);

    const std::string m_topic;
    const std::string m_group;
    const std::string m_stream;
    const std::string m_retries;
    const std::string m_attempts;
    const std::string m_counters;
    MessageHandler& m_handler;
    const RetryPolicy m_policy;
    const api::Call m_call;  ///< messages are handled as "system"

    bool m_prepared = false;
    bool m_mayHaveNew = true;
    keyspace::EmbeddedKeyspace::Mark m_seen = 0;
    std::optional<std::string> m_redeliverAfter;  ///< id of the last pending message looked at; nullopt: all were
    std::optional<Instant> m_nextRetry;
    std::vector<std::string> m_acknowledged;    ///< handled in this call, to be acknowledged together
    std::vector<std::string> m_settledRetries;  ///< of them (or dead), those with entries to clean up
};

}  // namespace evenhand::runtime
