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
// Messages that scripts put into the stream of a topic themselves (GroupSettings::isScripted) have no rows: that their
// effect is had once, a unique key says. Where the transaction is a larger one (MessageUnits::isPart()) nothing is told
// to the keyspace before the caller says that it is durable.
// Thread: confined to its owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/call.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/keyspace/keyspace.h"
#include "engine/outbox/message_units.h"
#include "engine/runtime/message_handling.h"

namespace evenhand::outbox {

class GroupConsumer {
public:
    /// The handler outlives it.
    GroupConsumer(GroupSettings settings, runtime::MessageHandler& handler);

    /// Looks at about `limit` messages at most, in batches of up to store::outbox::kMostRows, each one transaction;
    /// answers how many. After an error (of keyspace or database; Conflict: another node has handled some of them, or a
    /// lock) the next call looks at everything again that this node has read. Nothing to do: one command.
    [[nodiscard]] Result<std::size_t> work(MessageUnits& units, keyspace::Keyspace& keyspace, Instant now,
                                           std::size_t limit);
    /// The transaction that its messages were part of is durable: they are acknowledged. After an error they come again
    /// and are found to be done.
    [[nodiscard]] Result<void> committed(keyspace::Keyspace& keyspace);
    /// It was rolled back.
    void undone() noexcept;
    /// The next call looks again at everything that this node has read and not acknowledged.
    void restart() noexcept;
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
        std::int64_t dead = 0;  ///< of the settled ones
        [[nodiscard]] bool empty() const noexcept { return settled.empty() && failed.empty(); }
        void add(Outcome more);
    };
    using Reads = std::vector<Read>;

    [[nodiscard]] Result<std::size_t> workOn(MessageUnits& units, keyspace::Keyspace& keyspace, Instant now,
                                             std::size_t limit);
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
    [[nodiscard]] Result<void> countSettled(keyspace::Keyspace& keyspace, const Outcome& outcome,
                                            std::int64_t acknowledged);

    const GroupSettings m_settings;
    const std::string m_stream;
    const std::string m_retries;   ///< sorted set: id of a message that failed → instant of its next attempt
    const std::string m_attempts;  ///< hash: id of a message that failed → failed attempts so far
    runtime::MessageHandler& m_handler;
    const api::Call m_call;  ///< messages are handled as "system"

    Outcome m_waiting;  ///< of a transaction that is not committed yet
    bool m_prepared = false;
    std::optional<std::string> m_ownAfter;  ///< id of the last own pending message looked at; nullopt: all were
    std::string m_claimAfter = "0-0";       ///< where looking for those of others goes on
    std::optional<Instant> m_nextClaim;     ///< nullopt: at once
    std::optional<Instant> m_nextRetry;
};

}  // namespace evenhand::outbox
