// SPDX-License-Identifier: GPL-3.0-or-later
// Consumers of an engine among several: groups of the streams (outbox::GroupConsumer), whose messages are units of the
// engine's batch like commands. A topic has a stream for each campus, a family one for each of its topics; which there
// are is read again every second, because other engines make campuses and begin sales.
//
// Looked at: when somebody says that there is something (the bell, or what this engine itself has done to a stream that
// scripts write), when a message's next attempt is due, and from time to time without either. A stream that cannot be
// read is left alone for a while and keeps none of the others waiting: commands go on while Redis is away.
// Thread: the engine's; the bell any.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/keyspace/keyspace.h"
#include "engine/outbox/group_consumer.h"
#include "engine/runtime/topic_consumer.h"

namespace evenhand::shared {

/// Counts how often somebody has said that there may be messages. Any thread.
using Bell = std::atomic<std::int64_t>;

class GroupMessages : public runtime::Consumer {
public:
    static constexpr std::int64_t kListMs = 1'000;   ///< which streams there are is read as often
    static constexpr std::int64_t kPauseMs = 1'000;  ///< for which a stream that cannot be read is left alone

    void restart() noexcept override;
    void touchIfChanged(runtime::BatchUnit::Mark now) noexcept override;
    void seen(runtime::BatchUnit::Mark now) noexcept override { m_seen = now; }
    void committed() override;
    [[nodiscard]] bool ready(Instant now) const noexcept override;
    [[nodiscard]] std::optional<Instant> nextRetry() const noexcept override;
    [[nodiscard]] Result<std::size_t> work(runtime::UnitRunner& runner, Instant now, std::size_t limit,
                                           const Enough& enough) override;

protected:
    struct Way {
        keyspace::Keyspace& keyspace;
        const Bell& bell;
        std::string group;
        std::string node;
        runtime::RetryPolicy policy;
        std::int64_t lookMs = 1'000;  ///< between looks that nobody has asked for
        bool isScripted = false;
    };
    explicit GroupMessages(Way way) : m_way(std::move(way)) {}

    /// Which streams there are, by keep(); in the batch's transaction.
    [[nodiscard]] virtual Result<void> list(store::Database& database) = 0;
    /// list() is to be asked though its time has not come.
    [[nodiscard]] virtual bool listChanged() const noexcept { return false; }
    /// list() is asked because its time has come.
    virtual void listIsOld() noexcept {}

    /// The streams are these, of this generation: consumers of the others are forgotten.
    void keep(const std::vector<outbox::GroupSettings>& streams, runtime::MessageHandler& handler);
    [[nodiscard]] outbox::GroupSettings settingsFor(std::string topic, std::string campus,
                                                    std::int64_t generation) const;
    /// All look again at what they have read and not acknowledged.
    void lookAgain() noexcept;

private:
    struct Member {
        Member(const outbox::GroupSettings& settings, runtime::MessageHandler& handler) : consumer(settings, handler) {}
        outbox::GroupConsumer consumer;
        Instant notBefore{};    ///< after a failure
        std::string trouble{};  ///< the last one that was logged; empty: all goes well
    };
    [[nodiscard]] Result<void> refresh(store::Database& database, Instant now);
    void pause(Member& member, Instant now, const Error& reason);

    const Way m_way;
    std::vector<std::unique_ptr<Member>> m_members;
    std::size_t m_first = 0;    ///< who goes first, in turn
    std::int64_t m_heard = -1;  ///< of the bell, when it was last looked
    bool m_more = false;        ///< there may be messages
    runtime::BatchUnit::Mark m_seen = 0;
    Instant m_lookAt{};
    Instant m_listAt{};
};

/// A topic whose messages are rows first.
class TopicMessages final : public GroupMessages {
public:
    /// Keyspace, bell and handler outlive it.
    TopicMessages(keyspace::Keyspace& keyspace, const Bell& bell, std::string node, std::string topic,
                  std::string group, runtime::MessageHandler& handler, const runtime::RetryPolicy& policy);

private:
    [[nodiscard]] Result<void> list(store::Database& database) override;

    const std::string m_topic;
    runtime::MessageHandler& m_handler;
};

/// Topics that come and go, whose messages scripts put into streams.
class FamilyMessages final : public GroupMessages {
public:
    static constexpr std::int64_t kLookMs = 200;
    /// As above, of the family.
    FamilyMessages(keyspace::Keyspace& keyspace, const Bell& bell, std::string node, std::string group,
                   runtime::TopicFamily& family, const runtime::RetryPolicy& policy);

    void restart() noexcept override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }

private:
    [[nodiscard]] Result<void> list(store::Database& database) override;
    [[nodiscard]] bool listChanged() const noexcept override { return m_family.changed(); }
    void listIsOld() noexcept override;

    runtime::TopicFamily& m_family;
    bool m_onlyOld = false;  ///< the list is read because others may have changed it
};

}  // namespace evenhand::shared
