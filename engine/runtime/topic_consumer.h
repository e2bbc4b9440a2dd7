// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one topic's stream as a consumer group and hands its messages to the handler, many per batch. A message that
// fails waits with growing delay in a sorted set by due instant; after its last attempt it becomes a dead letter.
// Thread: the engine's.
//
// Invariants (D5): messages added = undelivered + pending + acknowledged + dead-lettered; a message's effect and its
// acknowledgement commit together; at a start the own pending messages come first.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/message_handling.h"
#include "engine/runtime/unit_runner.h"

namespace evenhand::runtime {

/// What the engine's loop asks of its consumers: of one topic, or of a family of topics.
class Consumer {
public:
    virtual ~Consumer() = default;
    /// The keyspace was loaded anew, or a batch was rolled back: forget what was known of it.
    virtual void restart() noexcept = 0;
    /// There may be new messages: the keyspace has changed since work() looked.
    virtual void touchIfChanged(BatchUnit::Mark now) noexcept = 0;
    /// Position of the undo log to compare with; a batch begins at `now`.
    virtual void seen(BatchUnit::Mark now) noexcept = 0;
    /// The batch whose units its messages ran in is durable: what is only to be said then can be said. Where messages
    /// and rows commit as one there is nothing left to say.
    virtual void committed() {}
    /// True if work(now) has something to look at.
    [[nodiscard]] virtual bool ready(Instant now) const noexcept = 0;
    /// Instant of the next attempt at a failed message, or of a look at what others have left.
    [[nodiscard]] virtual std::optional<Instant> nextRetry() const noexcept = 0;
    /// True: commands go first. While some wait, its messages get only a bounded time of each batch.
    [[nodiscard]] virtual bool mayFallBehind() const noexcept { return false; }

    /// Handles up to about `limit` messages, or until `enough` says so; answers how many. Storage or Script: the batch
    /// must be rolled back.
    using Enough = std::function<bool()>;
    [[nodiscard]] virtual Result<std::size_t> work(UnitRunner& runner, Instant now, std::size_t limit,
                                                   const Enough& enough) = 0;
};

class TopicConsumer final : public Consumer {
public:
    /// Keyspace and handler outlive it.
    TopicConsumer(keyspace::EmbeddedKeyspace& keyspace, std::string topic, std::string group, MessageHandler& handler,
                  RetryPolicy policy);

    void restart() noexcept override;
    void touchIfChanged(BatchUnit::Mark now) noexcept override { m_mayHaveNew = m_mayHaveNew || now != m_seen; }
    void seen(BatchUnit::Mark now) noexcept override { m_seen = now; }
    [[nodiscard]] bool ready(Instant now) const noexcept override;
    [[nodiscard]] std::optional<Instant> nextRetry() const noexcept override;
    [[nodiscard]] Result<std::size_t> work(UnitRunner& runner, Instant now, std::size_t limit,
                                           const Enough& enough) override;
    [[nodiscard]] const std::string& topic() const noexcept { return m_topic; }

private:
    [[nodiscard]] Result<void> prepare(keyspace::EmbeddedKeyspace& keyspace);
    [[nodiscard]] Result<std::size_t> redeliver(UnitRunner& runner, Instant now, std::size_t limit);
    [[nodiscard]] Result<std::size_t> retryDue(UnitRunner& runner, Instant now, std::size_t limit);
    [[nodiscard]] Result<std::size_t> claimIdle(UnitRunner& runner, Instant now, std::size_t limit);
    [[nodiscard]] Result<void> lookForOthers(keyspace::EmbeddedKeyspace& keyspace, Instant now);
    [[nodiscard]] Result<std::vector<Message>> notWaiting(keyspace::EmbeddedKeyspace& keyspace,
                                                          std::vector<Message> messages);
    [[nodiscard]] Result<std::size_t> readNew(UnitRunner& runner, Instant now, std::size_t limit);
    [[nodiscard]] Result<void> handleAll(UnitRunner& runner, Instant now, std::vector<Message> messages);
    [[nodiscard]] Result<void> handleOne(UnitRunner& runner, Instant now, Message& message);
    [[nodiscard]] Result<void> failed(UnitRunner& runner, Instant now, const Message& message, const Error& reason);
    [[nodiscard]] Result<bool> bury(UnitRunner& runner, Instant now, const Message& message, const Error& reason);
    [[nodiscard]] Result<void> lookForOwn(keyspace::EmbeddedKeyspace& keyspace);
    [[nodiscard]] Result<void> settle(keyspace::EmbeddedKeyspace& keyspace);
    [[nodiscard]] Result<void> readNextRetry(keyspace::EmbeddedKeyspace& keyspace);
    [[nodiscard]] Result<std::int64_t> failedAttempts(keyspace::EmbeddedKeyspace& keyspace, const std::string& id);

    keyspace::EmbeddedKeyspace& m_keyspace;
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
    BatchUnit::Mark m_seen = 0;
    std::optional<std::string> m_redeliverAfter;  ///< id of the last pending message looked at; nullopt: all were
    std::optional<Instant> m_nextRetry;
    std::optional<Instant> m_nextClaim;         ///< of a look at what other consumers have left
    std::vector<std::string> m_acknowledged;    ///< handled in this call, to be acknowledged together
    std::vector<std::string> m_settledRetries;  ///< of them (or dead), those with entries to clean up
};

/// Topics that come and go while the engine runs, all with one handler. Engine's thread.
class TopicFamily {
public:
    virtual ~TopicFamily() = default;
    /// True: other topics than before, or their messages need a new look. Cheap: asked every batch.
    [[nodiscard]] virtual bool changed() const noexcept = 0;
    /// The topics there are now; changed() is false afterwards. Inside the batch's transaction.
    [[nodiscard]] virtual Result<std::vector<std::string>> topics(store::Database& database) = 0;
    /// What topics() read may have been undone: changed() is true.
    virtual void invalidate() noexcept = 0;
    [[nodiscard]] virtual MessageHandler& handler() noexcept = 0;
};

/// A consumer of every topic of a family.
class FamilyConsumer final : public Consumer {
public:
    FamilyConsumer(keyspace::EmbeddedKeyspace& keyspace, std::string group, TopicFamily& family, RetryPolicy policy)
        : m_keyspace(keyspace), m_group(std::move(group)), m_family(family), m_policy(policy) {}

    void restart() noexcept override;
    void touchIfChanged(BatchUnit::Mark now) noexcept override;
    void seen(BatchUnit::Mark now) noexcept override;
    [[nodiscard]] bool ready(Instant now) const noexcept override;
    [[nodiscard]] std::optional<Instant> nextRetry() const noexcept override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    [[nodiscard]] Result<std::size_t> work(UnitRunner& runner, Instant now, std::size_t limit,
                                           const Enough& enough) override;

private:
    keyspace::EmbeddedKeyspace& m_keyspace;
    const std::string m_group;
    TopicFamily& m_family;
    const RetryPolicy m_policy;
    std::vector<std::unique_ptr<TopicConsumer>> m_members;
    std::size_t m_first = 0;  ///< who goes first, in turn
};

}  // namespace evenhand::runtime
