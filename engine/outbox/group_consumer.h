// SPDX-License-Identifier: GPL-3.0-or-later
// Handles the messages of one topic and campus together with other nodes: all are consumers of one group of the stream,
// each by its node's name, so that a message goes to one of them. Retries, dead letters and handlers are those of
// runtime/topic_consumer.h; the difference is that rows and keyspace commit apart.
//
//  - Effects and the mark that a message is done (its row in the outbox) are one transaction. A message that is done is
//    acknowledged without a second effect, and a transaction that finds one of its messages done meanwhile is undone.
//  - It is acknowledged, and deleted from the stream, after the commit. A crash in between brings it again: done.
//  - What a node has read and not acknowledged for as long as the lease is claimed by whoever looks, every second.
//  - A failed message waits in the keyspace, where every node sees it; who takes it from there has it. If that one dies
//    the message is claimed as any other.
// Thread: confined to its owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/call.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/message_handling.h"
#include "engine/runtime/ran.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/database/database.h"

namespace evenhand::outbox {

/// The transactions of whoever runs the consumer.
class MessageUnits {
public:
    virtual ~MessageUnits() = default;
    [[nodiscard]] virtual store::Database& database() noexcept = 0;
    [[nodiscard]] virtual Result<void> begin() = 0;
    /// One unit of the open transaction; undone alone if it answers false.
    [[nodiscard]] virtual runtime::Ran run(Instant now, const api::Call& call,
                                           const std::function<bool(runtime::UnitOfWork&)>& unit) = 0;
    /// Why the last unit was undone although it answered true.
    [[nodiscard]] virtual std::optional<Error> damage() const { return std::nullopt; }
    /// An error: nothing was committed, or nobody knows.
    [[nodiscard]] virtual Result<void> commit() = 0;
    virtual void rollback() = 0;
};

struct GroupSettings {
    std::string topic;
    std::string campus;  ///< empty: the topic is of none
    std::int64_t generation = 1;
    std::string group;
    std::string node;                  ///< a name that no other process has
    std::int64_t leaseMs = 10'000;     ///< silence after which a node's messages are claimed
    std::int64_t lookEveryMs = 1'000;  ///< for such messages
    runtime::RetryPolicy policy{};     ///< its claimIdleMs does not count
};

class GroupConsumer {
public:
    /// The handler outlives it.
    GroupConsumer(GroupSettings settings, runtime::MessageHandler& handler);

    /// Looks at about `limit` messages at most, in batches of up to store::outbox::kMostRows, each one transaction;
    /// answers how many. After an error (of keyspace or database; Conflict: another node has handled some of them, or a
    /// lock) the next call looks at everything again that this node has read. Nothing to do: one command.
    [[nodiscard]] Result<std::size_t> work(MessageUnits& units, keyspace::Keyspace& keyspace, Instant now,
                                           std::size_t limit);
    /// Instant of the next attempt at a failed message, as far as this node knows.
    [[nodiscard]] std::optional<Instant> nextRetry() const noexcept { return m_nextRetry; }
    [[nodiscard]] const std::string& stream() const noexcept { return m_stream; }

private:
    /// A message with its number; `isThere`: not deleted from the stream while it was pending.
    struct Read {
        runtime::Message message;
        std::int64_t number = 0;
        bool isThere = true;
    };
    struct Failure {
        std::string id;
        std::int64_t attempts = 0;
        Instant due;
    };
    /// What is to be told to the keyspace once the transaction is committed.
    struct Outcome {
        std::vector<std::string> settled;  ///< done, or gone
        bool forgets = false;              ///< some of them may have failed before
        std::vector<Failure> failed;
    };
    using Reads = std::vector<Read>;

    [[nodiscard]] Result<std::size_t> workOn(MessageUnits& units, keyspace::Keyspace& keyspace, Instant now,
                                             std::size_t limit);
    void restart() noexcept;
    [[nodiscard]] Result<void> prepare(keyspace::Keyspace& keyspace);
    // Each at most `limit`; of what was read before, with the attempts that have failed.
    [[nodiscard]] Result<Reads> own(keyspace::Keyspace& keyspace, Instant now, std::size_t limit);
    [[nodiscard]] Result<Reads> claimed(keyspace::Keyspace& keyspace, Instant now, std::size_t limit);
    [[nodiscard]] Result<Reads> due(keyspace::Keyspace& keyspace, Instant now, std::size_t limit);
    [[nodiscard]] Result<Reads> unread(keyspace::Keyspace& keyspace, Instant now, std::size_t limit);
    [[nodiscard]] Reads readsOf(std::vector<runtime::Message> messages) const;
    [[nodiscard]] Result<Reads> notWaiting(keyspace::Keyspace& keyspace, std::vector<runtime::Message> messages);
    [[nodiscard]] Result<void> countAttempts(keyspace::Keyspace& keyspace, Reads& reads);
    [[nodiscard]] Result<void> readNextRetry(keyspace::Keyspace& keyspace);
    void retryAt(Instant when) noexcept;

    [[nodiscard]] Result<void> handleAll(MessageUnits& units, keyspace::Keyspace& keyspace, Instant now,
                                         const Reads& reads);
    [[nodiscard]] Result<void> handleIn(MessageUnits& units, Instant now, const Reads& reads, Outcome& outcome);
    [[nodiscard]] Result<bool> handleOne(MessageUnits& units, Instant now, const runtime::Message& message,
                                         Outcome& outcome);
    [[nodiscard]] Result<bool> failed(MessageUnits& units, Instant now, const runtime::Message& message,
                                      const Error& reason, Outcome& outcome);
    [[nodiscard]] Result<bool> bury(MessageUnits& units, Instant now, const runtime::Message& message,
                                    const Error& reason);
    [[nodiscard]] Result<void> settle(keyspace::Keyspace& keyspace, const Outcome& outcome);

    const GroupSettings m_settings;
    const std::string m_stream;
    const std::string m_retries;   ///< sorted set: id of a message that failed → instant of its next attempt
    const std::string m_attempts;  ///< hash: id of a message that failed → failed attempts so far
    runtime::MessageHandler& m_handler;
    const api::Call m_call;  ///< messages are handled as "system"

    bool m_prepared = false;
    std::optional<std::string> m_ownAfter;  ///< id of the last own pending message looked at; nullopt: all were
    std::string m_claimAfter = "0-0";       ///< where looking for those of others goes on
    std::optional<Instant> m_nextClaim;     ///< nullopt: at once
    std::optional<Instant> m_nextRetry;
};

}  // namespace evenhand::outbox
