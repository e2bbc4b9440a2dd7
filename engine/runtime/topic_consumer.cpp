// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/topic_consumer.h"

#include <algorithm>
#include <charconv>

#include "engine/base/log.h"
#include "engine/store/order_rows/read_ahead.h"

namespace evenhand::runtime {
namespace {

using keyspace::EmbeddedKeyspace;
using keyspace::Reply;

/// The same name in every process: what an engine had read and not acknowledged when it ended is this consumer's own
/// pending list at the next start, and redeliver() finds it there.
constexpr std::string_view kConsumer = "engine";
constexpr std::size_t kChunk = 64;      ///< messages read at once
constexpr std::size_t kFineChunk = 16;  ///< where there is a time limit: it is looked at between chunks only

std::int64_t toNumber(std::string_view text) noexcept {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

}  // namespace

TopicConsumer::TopicConsumer(EmbeddedKeyspace& keyspace, std::string topic, std::string group, MessageHandler& handler,
                             RetryPolicy policy)
    : m_keyspace(keyspace),
      m_topic(std::move(topic)),
      m_group(std::move(group)),
      m_stream(streamKey(m_topic)),
      m_retries(retryKey(m_topic)),
      m_attempts(attemptsKey(m_topic)),
      m_counters(countersKey(m_topic)),
      m_handler(handler),
      m_policy(policy),
      m_call{api::Actor::administrator("system"), {}, {}} {
    restart();
}

void TopicConsumer::restart() noexcept {
    m_prepared = false;
    m_mayHaveNew = true;
    // The batch that read the last messages may have been rolled back, so every pending message is looked at again.
    m_redeliverAfter = "0";
    m_nextRetry.reset();
    m_nextClaim.reset();
    m_acknowledged.clear();
    m_settledRetries.clear();
}

bool TopicConsumer::ready(Instant now) const noexcept {
    return !m_prepared || m_mayHaveNew || m_redeliverAfter || (m_nextRetry && *m_nextRetry <= now) ||
           (m_nextClaim && *m_nextClaim <= now);
}

std::optional<Instant> TopicConsumer::nextRetry() const noexcept {
    return m_nextRetry && m_nextClaim ? std::min(m_nextRetry, m_nextClaim) : m_nextRetry ? m_nextRetry : m_nextClaim;
}

Result<void> TopicConsumer::prepare(EmbeddedKeyspace& keyspace) {
    if (m_prepared) {
        return {};
    }
    // Looked for first: to ask for the groups of a missing stream, or to create a group that exists, is an error, and
    // an error here rolls the whole batch back.
    EVENHAND_ASSIGN(const auto there, keyspace.call({"EXISTS", m_stream}));
    bool hasGroup = false;
    if (there.integer == 1) {
        EVENHAND_ASSIGN(const auto groups, keyspace.call({"XINFO", "GROUPS", m_stream}));
        for (const auto& group : groups.elements) {
            hasGroup = hasGroup || (group.elements.size() > 1 && group.elements[1].text == m_group);
        }
    }
    if (!hasGroup) {
        // From the first entry ("0") and not from the end ("$"): messages published before this first run must not be
        // skipped.
        EVENHAND_TRY(keyspace.call({"XGROUP", "CREATE", m_stream, m_group, "0", "MKSTREAM"}));
    }
    m_prepared = true;
    if (m_policy.claimIdleMs > 0) {
        m_nextClaim = keyspace.now();
    }
    return readNextRetry(keyspace);
}

Result<void> TopicConsumer::readNextRetry(EmbeddedKeyspace& keyspace) {
    EVENHAND_ASSIGN(const auto first, keyspace.call({"ZRANGE", m_retries, "0", "0", "WITHSCORES"}));
    m_nextRetry.reset();
    if (first.elements.size() == 2) {
        m_nextRetry = Instant{toNumber(first.elements[1].text)};
    }
    return {};
}

Result<std::size_t> TopicConsumer::work(UnitRunner& runner, Instant now, std::size_t limit, const Enough& enough) {
    m_keyspace.setNow(now);
    EVENHAND_TRY(prepare(m_keyspace));
    // Small chunks keep to the time limit. Where each chunk costs a read-ahead over the network they stay large.
    const std::size_t chunk = enough && !runner.database().gathers() ? kFineChunk : kChunk;
    std::size_t done = 0;
    using Step = Result<std::size_t> (TopicConsumer::*)(UnitRunner&, Instant, std::size_t);
    // What was read before comes before what is new. A step that had less than it wanted has nothing left.
    for (const Step step :
         {&TopicConsumer::redeliver, &TopicConsumer::claimIdle, &TopicConsumer::retryDue, &TopicConsumer::readNew}) {
        while (done < limit) {
            const auto want = std::min(limit - done, chunk);
            EVENHAND_ASSIGN(const auto some, (this->*step)(runner, now, want));
            done += some;
            // Not before the first ones: a time limit that has passed already must not stop all messages for ever.
            if (done > 0 && enough && enough()) {
                return done;
            }
            if (some < want) {
                break;
            }
        }
    }
    EVENHAND_TRY(lookForOthers(m_keyspace, now));
    return done;
}

/// Acknowledged messages are deleted from the stream. So once all new ones were read, what is left in it is pending,
/// perhaps with a consumer that is gone.
Result<void> TopicConsumer::lookForOthers(EmbeddedKeyspace& keyspace, Instant now) {
    if (m_policy.claimIdleMs == 0 || m_nextClaim || m_mayHaveNew) {
        return {};
    }
    EVENHAND_ASSIGN(const auto left, keyspace.call({"XLEN", m_stream}));
    if (left.integer > 0) {
        m_nextClaim = now.plusMs(m_policy.claimIdleMs);
    }
    return {};
}

/// Takes over what consumers that are gone have read and not acknowledged.
Result<std::size_t> TopicConsumer::claimIdle(UnitRunner& runner, Instant now, std::size_t limit) {
    if (!m_nextClaim || *m_nextClaim > now) {
        return 0;
    }
    m_nextClaim.reset();
    EVENHAND_ASSIGN(auto reply,
                    m_keyspace.call({"XAUTOCLAIM", m_stream, m_group, kConsumer, std::to_string(m_policy.claimIdleMs),
                                     "0-0", "COUNT", std::to_string(limit)}));
    if (reply.elements.size() < 2) {
        return fail(ErrorCode::Script, "unexpected reply", "command", "XAUTOCLAIM");
    }
    auto messages = messagesFrom(m_topic, reply.elements[1]);
    const auto count = messages.size();
    // There may be more. The next call begins at "0-0" again: those just claimed count as idle no longer.
    if (count == limit) {
        m_nextClaim = now;
    }
    // XAUTOCLAIM also answers this consumer's own idle messages, among them those that wait for their next attempt.
    EVENHAND_ASSIGN(auto ours, notWaiting(m_keyspace, std::move(messages)));
    EVENHAND_TRY(handleAll(runner, now, std::move(ours)));
    return count;
}

/// Without those that wait for their next attempt.
Result<std::vector<Message>> TopicConsumer::notWaiting(EmbeddedKeyspace& keyspace, std::vector<Message> messages) {
    std::vector<Message> unhandled;
    unhandled.reserve(messages.size());
    for (auto& message : messages) {
        EVENHAND_ASSIGN(const auto waits, keyspace.call({"ZSCORE", m_retries, message.id}));
        if (waits.isNil()) {
            unhandled.push_back(std::move(message));
        }
    }
    return unhandled;
}

Result<std::size_t> TopicConsumer::redeliver(UnitRunner& runner, Instant now, std::size_t limit) {
    if (!m_redeliverAfter) {
        return 0;
    }
    auto& keyspace = m_keyspace;
    EVENHAND_ASSIGN(auto reply, keyspace.call({"XREADGROUP", "GROUP", m_group, kConsumer, "COUNT",
                                               std::to_string(limit), "STREAMS", m_stream, *m_redeliverAfter}));
    auto messages = messagesOfGroupRead(m_topic, reply);
    const std::size_t looked = messages.size();
    // Paged by id: messages that wait for their next attempt stay pending, so the first page would come again for ever.
    m_redeliverAfter = looked < limit ? std::nullopt : std::optional(messages.back().id);
    EVENHAND_ASSIGN(auto unhandled, notWaiting(keyspace, std::move(messages)));
    EVENHAND_TRY(handleAll(runner, now, std::move(unhandled)));
    return looked;
}

Result<std::size_t> TopicConsumer::retryDue(UnitRunner& runner, Instant now, std::size_t limit) {
    if (!m_nextRetry || *m_nextRetry > now) {
        return 0;
    }
    auto& keyspace = m_keyspace;
    EVENHAND_ASSIGN(const auto due, keyspace.call({"ZRANGEBYSCORE", m_retries, "-inf", std::to_string(now.ms), "LIMIT",
                                                   "0", std::to_string(limit)}));
    std::vector<Message> messages;
    for (const auto& id : due.elements) {
        EVENHAND_ASSIGN(auto entry, keyspace.call({"XRANGE", m_stream, id.text, id.text}));
        auto found = messagesFrom(m_topic, entry);
        if (found.empty()) {  // removed by hand: handleAll() acknowledges one without fields and forgets its retry
            found.push_back({m_topic, id.text, 1, {}});
        }
        messages.push_back(std::move(found.front()));
    }
    EVENHAND_TRY(handleAll(runner, now, std::move(messages)));
    // Failing messages only make `m_nextRetry` earlier; after some were settled it may be later, or none.
    EVENHAND_TRY(readNextRetry(keyspace));
    return due.elements.size();
}

Result<std::size_t> TopicConsumer::readNew(UnitRunner& runner, Instant now, std::size_t limit) {
    if (!m_mayHaveNew) {
        return 0;
    }
    EVENHAND_ASSIGN(auto reply, m_keyspace.call({"XREADGROUP", "GROUP", m_group, kConsumer, "COUNT",
                                                 std::to_string(limit), "STREAMS", m_stream, ">"}));
    auto messages = messagesOfGroupRead(m_topic, reply);
    const std::size_t count = messages.size();
    // A short page was the end of the stream; touchIfChanged() says when there may be more.
    m_mayHaveNew = count == limit;
    EVENHAND_TRY(handleAll(runner, now, std::move(messages)));
    return count;
}

Result<void> TopicConsumer::handleAll(UnitRunner& runner, Instant now, std::vector<Message> messages) {
    if (runner.database().gathers()) {
        store::ReadAhead ahead;
        for (const auto& message : messages) {
            m_handler.prefetch(message, ahead);
        }
        auto read = store::readAhead(runner.database(), ahead);
        // Any other error concerns one message only, and its handler meets it again by itself.
        if (!read && runner.database().faulted()) {
            return read;
        }
    }
    for (auto& message : messages) {
        if (message.fields.empty()) {  // deleted from the stream while it was pending
            m_acknowledged.push_back(message.id);
            m_settledRetries.push_back(message.id);
            continue;
        }
        EVENHAND_TRY(handleOne(runner, now, message));
    }
    EVENHAND_TRY(settle(m_keyspace));
    return messages.empty() ? Result<void>() : lookForOwn(m_keyspace);
}

/// A handler may have published to its own topic, which seen() takes for this consumer's own change. Handled messages
/// are deleted from the stream; so if it holds more than those that wait for another attempt, some are new.
Result<void> TopicConsumer::lookForOwn(EmbeddedKeyspace& keyspace) {
    if (m_mayHaveNew) {
        return {};
    }
    EVENHAND_ASSIGN(const auto left, keyspace.call({"XLEN", m_stream}));
    if (left.integer > 0) {
        EVENHAND_ASSIGN(const auto waiting, keyspace.call({"ZCARD", m_retries}));
        m_mayHaveNew = left.integer > waiting.integer;
    }
    return {};
}

Result<std::int64_t> TopicConsumer::failedAttempts(EmbeddedKeyspace& keyspace, const std::string& id) {
    if (!m_nextRetry) {
        return 0;  // no failed message is left
    }
    EVENHAND_ASSIGN(const auto count, keyspace.call({"HGET", m_attempts, id}));
    return count.isNil() ? 0 : toNumber(count.text);
}

Result<void> TopicConsumer::handleOne(UnitRunner& runner, Instant now, Message& message) {
    EVENHAND_ASSIGN(const auto before, failedAttempts(m_keyspace, message.id));
    message.attempt = before + 1;
    Error reason;
    const auto ran = runner.run(now, m_call, [&](UnitOfWork& work) {
        auto handled = m_handler.handle(work, message);
        if (!handled) {
            reason = handled.error();
        }
        return handled.has_value();
    });
    switch (ran) {
        case Ran::Kept:
            m_acknowledged.push_back(message.id);
            if (before > 0) {
                m_settledRetries.push_back(message.id);
            }
            return {};
        // A handler may succeed on a row that is damaged. Then `reason` is empty, and the damage is why it was undone.
        case Ran::Undone: return failed(runner, now, message, runner.damage().value_or(reason));
        case Ran::Faulted:
            return fail(ErrorCode::Storage, "storage failed while a message was handled", "topic", m_topic);
    }
    return {};
}

Result<void> TopicConsumer::failed(UnitRunner& runner, Instant now, const Message& message, const Error& reason) {
    base::log(base::LogLevel::Warning, "messages",
              m_topic + " " + message.id + ", attempt " + std::to_string(message.attempt) + ": " + reason.text());
    std::int64_t delayMs = m_policy.delayMs(message.attempt);
    if (message.attempt >= m_policy.attempts) {
        EVENHAND_ASSIGN(const bool buried, bury(runner, now, message, reason));
        if (buried) {
            return {};
        }
        delayMs = m_policy.maxMs;  // no dead letter could be made: the message stays and is tried again
    }
    // Outside the unit that failed: undoing it would undo the count as well, and the message would be tried for ever.
    auto& keyspace = m_keyspace;
    const Instant due = now.plusMs(delayMs);
    EVENHAND_TRY(keyspace.call({"HSET", m_attempts, message.id, std::to_string(message.attempt)}));
    EVENHAND_TRY(keyspace.call({"ZADD", m_retries, std::to_string(due.ms), message.id}));
    m_nextRetry = m_nextRetry ? std::min(*m_nextRetry, due) : due;
    return {};
}

Result<bool> TopicConsumer::bury(UnitRunner& runner, Instant now, const Message& message, const Error& reason) {
    Error why;
    const auto ran = runner.run(now, m_call, [&](UnitOfWork& work) {
        auto done = writeDeadLetter(work, m_handler, message, reason);
        if (!done) {
            why = done.error();
        }
        return done.has_value();
    });
    switch (ran) {
        case Ran::Faulted:
            return fail(ErrorCode::Storage, "storage failed while a message became a dead letter", "topic", m_topic);
        case Ran::Undone:
            base::log(base::LogLevel::Error, "messages",
                      m_topic + " " + message.id + " stays: " + runner.damage().value_or(why).text());
            return false;
        case Ran::Kept: break;
    }
    auto& keyspace = m_keyspace;
    // In the transaction that holds the letter: a message is either still in the stream or a dead letter, also after a
    // crash.
    EVENHAND_TRY(keyspace.call({"XACK", m_stream, m_group, message.id}));
    EVENHAND_TRY(keyspace.call({"XDEL", m_stream, message.id}));
    EVENHAND_TRY(keyspace.call({"HINCRBY", m_counters, "dead", "1"}));
    m_settledRetries.push_back(message.id);
    return true;
}

/// Behind the units of many messages, in the same transaction: a batch that is rolled back takes effects and
/// acknowledgements back together, so no message is lost and none has its effect twice.
Result<void> TopicConsumer::settle(EmbeddedKeyspace& keyspace) {
    if (!m_acknowledged.empty()) {
        EVENHAND_TRY(callWithIds(keyspace, {"XACK", m_stream, m_group}, m_acknowledged));
        EVENHAND_TRY(callWithIds(keyspace, {"XDEL", m_stream}, m_acknowledged));
        EVENHAND_TRY(keyspace.call({"HINCRBY", m_counters, "acknowledged", std::to_string(m_acknowledged.size())}));
        m_acknowledged.clear();
    }
    if (!m_settledRetries.empty()) {
        EVENHAND_TRY(callWithIds(keyspace, {"ZREM", m_retries}, m_settledRetries));
        EVENHAND_TRY(callWithIds(keyspace, {"HDEL", m_attempts}, m_settledRetries));
        m_settledRetries.clear();
    }
    return {};
}

void FamilyConsumer::restart() noexcept {
    m_family.invalidate();
    m_members.clear();
}

void FamilyConsumer::touchIfChanged(BatchUnit::Mark now) noexcept {
    for (auto& member : m_members) {
        member->touchIfChanged(now);
    }
}

void FamilyConsumer::seen(BatchUnit::Mark now) noexcept {
    for (auto& member : m_members) {
        member->seen(now);
    }
}

bool FamilyConsumer::ready(Instant now) const noexcept {
    return m_family.changed() ||
           std::any_of(m_members.begin(), m_members.end(), [&](const auto& member) { return member->ready(now); });
}

std::optional<Instant> FamilyConsumer::nextRetry() const noexcept {
    std::optional<Instant> earliest;
    for (const auto& member : m_members) {
        if (const auto next = member->nextRetry(); next && (!earliest || *next < *earliest)) {
            earliest = next;
        }
    }
    return earliest;
}

Result<std::size_t> FamilyConsumer::work(UnitRunner& runner, Instant now, std::size_t limit, const Enough& enough) {
    if (m_family.changed()) {
        EVENHAND_ASSIGN(auto topics, m_family.topics(runner.database()));
        // A new member reads what is pending and when the next retry is due from the keyspace, so nothing has to be
        // carried over.
        m_members.clear();
        for (auto& topic : topics) {
            m_members.push_back(
                std::make_unique<TopicConsumer>(m_keyspace, std::move(topic), m_group, m_family.handler(), m_policy));
        }
    }
    std::size_t done = 0;
    // At least one member works: a time limit that has passed before must not keep all of them waiting for ever.
    for (std::size_t i = 0; i < m_members.size() && done < limit && !(done > 0 && enough && enough()); ++i) {
        auto& member = *m_members[(m_first + i) % m_members.size()];
        if (member.ready(now)) {
            EVENHAND_ASSIGN(const auto some, member.work(runner, now, limit - done, enough));
            member.seen(m_keyspace.mark());
            done += some;
        }
    }
    // In turn, or the first topic with much to do would take the time of all others in every batch.
    m_first = m_members.empty() ? 0 : (m_first + 1) % m_members.size();
    return done;
}

}  // namespace evenhand::runtime
