// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outbox/group_consumer.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "engine/base/log.h"
#include "engine/base/number_text.h"
#include "engine/outbox/outbox.h"
#include "engine/runtime/topics.h"
#include "engine/store/order_rows/read_ahead.h"
#include "engine/store/records/outbox_store.h"

namespace evenhand::outbox {
namespace {

using keyspace::Keyspace;
using runtime::Message;
using Number = base::NumberText;

/// "17-0" → 17.
std::int64_t numberOf(std::string_view id) { return base::numberFrom(id.substr(0, id.find('-'))).value_or(0); }

std::int64_t countOf(std::size_t limit) { return static_cast<std::int64_t>(limit); }

}  // namespace

GroupConsumer::GroupConsumer(GroupSettings settings, runtime::MessageHandler& handler)
    : m_settings(std::move(settings)),
      m_stream(m_settings.isScripted ? runtime::streamKey(m_settings.topic)
                                     : streamOf(m_settings.topic, m_settings.campus, m_settings.generation)),
      m_retries(m_stream + ":retry"),
      m_attempts(m_stream + ":attempts"),
      m_handler(handler),
      m_call{api::Actor::administrator("system"), {}, {}} {
    restart();
}

void GroupConsumer::restart() noexcept {
    m_prepared = false;
    // What was read last may not have been handled.
    m_ownAfter = "0";
    m_claimAfter = "0-0";
    m_nextClaim.reset();
    m_nextRetry.reset();
}

void GroupConsumer::Outcome::add(Outcome more) {
    settled.insert(settled.end(), std::make_move_iterator(more.settled.begin()),
                   std::make_move_iterator(more.settled.end()));
    failed.insert(failed.end(), std::make_move_iterator(more.failed.begin()),
                  std::make_move_iterator(more.failed.end()));
    forgets = forgets || more.forgets;
    dead += more.dead;
}

Result<void> GroupConsumer::committed(Keyspace& keyspace) {
    const auto outcome = std::exchange(m_waiting, {});
    auto settled = outcome.empty() ? Result<void>() : settle(keyspace, outcome);
    if (!settled) {
        restart();
    }
    return settled;
}

void GroupConsumer::undone() noexcept {
    m_waiting = {};
    restart();
}

Result<std::size_t> GroupConsumer::work(MessageUnits& units, Keyspace& keyspace, Instant now, std::size_t limit) {
    auto worked = workOn(units, keyspace, now, limit);
    if (!worked) {
        restart();
    }
    return worked;
}

Result<std::size_t> GroupConsumer::workOn(MessageUnits& units, Keyspace& keyspace, Instant now, std::size_t limit) {
    EVENHAND_TRY(prepare(keyspace));
    using Step = Result<Reads> (GroupConsumer::*)(Keyspace&, Instant, std::size_t);
    std::size_t done = 0;
    // What was read before comes before what is new.
    for (const Step step :
         {&GroupConsumer::own, &GroupConsumer::claimed, &GroupConsumer::due, &GroupConsumer::unread}) {
        if (done >= limit) {
            break;
        }
        EVENHAND_ASSIGN(auto reads, (this->*step)(keyspace, now, std::min(limit - done, store::outbox::kMostRows)));
        done += reads.size();
        EVENHAND_TRY(handleAll(units, keyspace, now, reads));
    }
    return done;
}

Result<void> GroupConsumer::prepare(Keyspace& keyspace) {
    if (m_prepared) {
        return {};
    }
    // From the first entry and not from the end: what was relayed before this first run must not be skipped.
    const auto made = keyspace.call({"XGROUP", "CREATE", m_stream, m_settings.group, "0", "MKSTREAM"});
    if (!made && (made.error().code != ErrorCode::Script || !made.error().message.starts_with("BUSYGROUP"))) {
        return fail(made.error());
    }
    EVENHAND_TRY(readNextRetry(keyspace));
    m_prepared = true;
    return {};
}

Result<void> GroupConsumer::readNextRetry(Keyspace& keyspace) {
    EVENHAND_ASSIGN(const auto first, keyspace.call({"ZRANGE", m_retries, "0", "0", "WITHSCORES"}));
    m_nextRetry.reset();
    if (first.elements.size() == 2) {
        m_nextRetry = Instant{base::numberFrom(first.elements[1].text).value_or(0)};
    }
    return {};
}

void GroupConsumer::retryAt(Instant when) noexcept { m_nextRetry = m_nextRetry ? std::min(*m_nextRetry, when) : when; }

GroupConsumer::Reads GroupConsumer::readsOf(std::vector<Message> messages) const {
    Reads reads;
    reads.reserve(messages.size());
    for (auto& message : messages) {
        Read read;
        read.number = numberOf(message.id);
        read.isThere = !message.fields.empty();
        if (!m_settings.isScripted) {
            auto fields = fieldsOf(message.field("message"));
            message.fields = std::move(fields);
        }
        message.topic = m_settings.topic;
        read.message = std::move(message);
        reads.push_back(std::move(read));
    }
    return reads;
}

Result<GroupConsumer::Reads> GroupConsumer::own(Keyspace& keyspace, Instant /*now*/, std::size_t limit) {
    if (!m_ownAfter) {
        return Reads();
    }
    EVENHAND_ASSIGN(auto reply, keyspace.call({"XREADGROUP", "GROUP", m_settings.group, m_settings.node, "COUNT",
                                               Number(countOf(limit)), "STREAMS", m_stream, *m_ownAfter}));
    auto messages = runtime::messagesOfGroupRead(m_settings.topic, reply);
    // Paged by id: those that wait for their next attempt stay pending, so the first page would come again for ever.
    m_ownAfter = messages.size() < limit ? std::nullopt : std::optional(messages.back().id);
    return notWaiting(keyspace, std::move(messages));
}

Result<GroupConsumer::Reads> GroupConsumer::claimed(Keyspace& keyspace, Instant now, std::size_t limit) {
    if (m_nextClaim && *m_nextClaim > now) {
        return Reads();
    }
    EVENHAND_ASSIGN(auto reply,
                    keyspace.call({"XAUTOCLAIM", m_stream, m_settings.group, m_settings.node,
                                   Number(m_settings.leaseMs), m_claimAfter, "COUNT", Number(countOf(limit))}));
    if (reply.elements.size() < 2) {
        return fail(ErrorCode::Script, "unexpected reply", "command", "XAUTOCLAIM");
    }
    m_claimAfter = reply.elements[0].text;
    m_nextClaim = m_claimAfter == "0-0" ? now.plusMs(m_settings.lookEveryMs) : now;
    return notWaiting(keyspace, runtime::messagesFrom(m_settings.topic, reply.elements[1]));
}

Result<GroupConsumer::Reads> GroupConsumer::due(Keyspace& keyspace, Instant now, std::size_t limit) {
    if (!m_nextRetry || *m_nextRetry > now) {
        return Reads();
    }
    EVENHAND_ASSIGN(const auto ids, keyspace.call({"ZRANGEBYSCORE", m_retries, "-inf", Number(now.ms), "LIMIT", "0",
                                                   Number(countOf(limit))}));
    std::vector<Message> messages;
    for (const auto& id : ids.elements) {
        EVENHAND_ASSIGN(const auto taken, keyspace.call({"ZREM", m_retries, id.text}));
        if (taken.integer == 0) {
            continue;  // another node has taken it
        }
        EVENHAND_ASSIGN(auto entry,
                        keyspace.call({"XCLAIM", m_stream, m_settings.group, m_settings.node, "0", id.text}));
        auto found = runtime::messagesFrom(m_settings.topic, entry);
        if (found.empty()) {  // acknowledged or deleted meanwhile: without fields it is settled
            found.push_back({m_settings.topic, id.text, 1, {}});
        }
        messages.push_back(std::move(found.front()));
    }
    EVENHAND_TRY(readNextRetry(keyspace));
    auto reads = readsOf(std::move(messages));
    EVENHAND_TRY(countAttempts(keyspace, reads));
    return reads;
}

Result<GroupConsumer::Reads> GroupConsumer::unread(Keyspace& keyspace, Instant /*now*/, std::size_t limit) {
    EVENHAND_ASSIGN(auto reply, keyspace.call({"XREADGROUP", "GROUP", m_settings.group, m_settings.node, "COUNT",
                                               Number(countOf(limit)), "STREAMS", m_stream, ">"}));
    return readsOf(runtime::messagesOfGroupRead(m_settings.topic, reply));
}

/// Without those that wait for their next attempt.
Result<GroupConsumer::Reads> GroupConsumer::notWaiting(Keyspace& keyspace, std::vector<Message> messages) {
    std::vector<Message> found;
    found.reserve(messages.size());
    for (auto& message : messages) {
        EVENHAND_ASSIGN(const auto waits, keyspace.call({"ZSCORE", m_retries, message.id}));
        if (waits.isNil()) {
            found.push_back(std::move(message));
        } else {  // perhaps of a node that alone has known when
            retryAt(Instant{base::numberFrom(waits.text).value_or(0)});
        }
    }
    auto reads = readsOf(std::move(found));
    EVENHAND_TRY(countAttempts(keyspace, reads));
    return reads;
}

Result<void> GroupConsumer::countAttempts(Keyspace& keyspace, Reads& reads) {
    for (auto& read : reads) {
        EVENHAND_ASSIGN(const auto count, keyspace.call({"HGET", m_attempts, read.message.id}));
        read.message.attempt = 1 + (count.isNil() ? 0 : base::numberFrom(count.text).value_or(0));
    }
    return {};
}

Result<void> GroupConsumer::handleAll(MessageUnits& units, Keyspace& keyspace, Instant now, const Reads& reads) {
    if (reads.empty()) {
        return {};
    }
    Outcome outcome;
    EVENHAND_TRY(units.begin());
    if (auto handled = handleIn(units, now, reads, outcome); !handled) {
        units.rollback();
        return handled;
    }
    if (units.isPart()) {
        m_waiting.add(std::move(outcome));
        return {};
    }
    EVENHAND_TRY(units.commit());
    // Not before: of what is acknowledged nobody is reminded.
    return settle(keyspace, outcome);
}

Result<void> GroupConsumer::handleIn(MessageUnits& units, Instant now, const Reads& reads, Outcome& outcome) {
    std::vector<std::int64_t> numbers;
    numbers.reserve(reads.size());
    for (const auto& read : reads) {
        numbers.push_back(read.number);
    }
    std::vector<std::int64_t> undone;
    if (!m_settings.isScripted) {
        EVENHAND_ASSIGN(undone, store::outbox::undoneAmong(units.database(), numbers));
    }
    const auto isOpen = [this, &undone](const Read& read) {
        return read.isThere && (m_settings.isScripted || std::binary_search(undone.begin(), undone.end(), read.number));
    };
    if (units.database().gathers()) {
        store::ReadAhead ahead;
        for (const auto& read : reads) {
            if (isOpen(read)) {
                m_handler.prefetch(read.message, ahead);
            }
        }
        auto readAhead = store::readAhead(units.database(), ahead);
        // Any other error concerns one message only, and its handler meets it again by itself.
        if (!readAhead && units.database().faulted()) {
            return readAhead;
        }
    }
    std::vector<std::int64_t> done;
    for (const auto& read : reads) {
        bool isSettled = true;
        if (isOpen(read)) {
            EVENHAND_ASSIGN(isSettled, handleOne(units, now, read.message, outcome));
            if (isSettled && !m_settings.isScripted) {
                done.push_back(read.number);
            }
        }
        if (isSettled) {
            outcome.settled.push_back(read.message.id);
            outcome.forgets = outcome.forgets || read.message.attempt > 1 || !read.isThere;
        }
    }
    EVENHAND_ASSIGN(const auto marked, store::outbox::markDone(units.database(), done, now));
    if (marked != static_cast<std::int64_t>(done.size())) {
        return fail(ErrorCode::Conflict, "another node has handled one of these messages", "topic", m_settings.topic);
    }
    return {};
}

Result<bool> GroupConsumer::handleOne(MessageUnits& units, Instant now, const Message& message, Outcome& outcome) {
    Error reason;
    const auto ran = units.run(now, m_call, [&](runtime::UnitOfWork& work) {
        auto handled = m_handler.handle(work, message);
        if (!handled) {
            reason = handled.error();
        }
        return handled.has_value();
    });
    switch (ran) {
        case runtime::Ran::Kept: return true;
        case runtime::Ran::Undone: return failed(units, now, message, units.damage().value_or(reason), outcome);
        case runtime::Ran::Faulted: break;
    }
    return fail(ErrorCode::Storage, "storage failed while a message was handled", "topic", m_settings.topic);
}

Result<bool> GroupConsumer::failed(MessageUnits& units, Instant now, const Message& message, const Error& reason,
                                   Outcome& outcome) {
    base::log(
        base::LogLevel::Warning, "messages",
        m_settings.topic + " " + message.id + ", attempt " + std::to_string(message.attempt) + ": " + reason.text());
    std::int64_t delayMs = m_settings.policy.delayMs(message.attempt);
    if (message.attempt >= m_settings.policy.attempts) {
        EVENHAND_ASSIGN(const bool buried, bury(units, now, message, reason));
        if (buried) {
            ++outcome.dead;
            return true;
        }
        delayMs = m_settings.policy.maxMs;  // no dead letter could be made: the message stays and is tried again
    }
    outcome.failed.push_back({message.id, message.attempt, now.plusMs(delayMs)});
    return false;
}

Result<bool> GroupConsumer::bury(MessageUnits& units, Instant now, const Message& message, const Error& reason) {
    Error why;
    const auto ran = units.run(now, m_call, [&](runtime::UnitOfWork& work) {
        auto written = runtime::writeDeadLetter(work, m_handler, message, reason);
        if (!written) {
            why = written.error();
        }
        return written.has_value();
    });
    switch (ran) {
        case runtime::Ran::Kept: return true;
        case runtime::Ran::Undone:
            base::log(base::LogLevel::Error, "messages",
                      m_settings.topic + " " + message.id + " stays: " + units.damage().value_or(why).text());
            return false;
        case runtime::Ran::Faulted: break;
    }
    return fail(ErrorCode::Storage, "storage failed while a message became a dead letter", "topic", m_settings.topic);
}

Result<void> GroupConsumer::settle(Keyspace& keyspace, const Outcome& outcome) {
    // Failures first: what is not acknowledged is pending, and would be claimed as if nobody had tried.
    for (const auto& failure : outcome.failed) {
        EVENHAND_TRY(keyspace.call({"HSET", m_attempts, failure.id, Number(failure.attempts)}));
        EVENHAND_TRY(keyspace.call({"ZADD", m_retries, Number(failure.due.ms), failure.id}));
        retryAt(failure.due);
    }
    if (outcome.settled.empty()) {
        return {};
    }
    // In this order: what is deleted and not acknowledged is found once more and settled, but nobody would find what is
    // acknowledged and not deleted.
    EVENHAND_TRY(runtime::callWithIds(keyspace, {"XDEL", m_stream}, outcome.settled));
    std::vector<std::string_view> acknowledge{"XACK", m_stream, m_settings.group};
    acknowledge.insert(acknowledge.end(), outcome.settled.begin(), outcome.settled.end());
    EVENHAND_ASSIGN(const auto acknowledged, keyspace.call(acknowledge));
    EVENHAND_TRY(countSettled(keyspace, outcome, acknowledged.integer));
    if (outcome.forgets) {
        EVENHAND_TRY(runtime::callWithIds(keyspace, {"ZREM", m_retries}, outcome.settled));
        EVENHAND_TRY(runtime::callWithIds(keyspace, {"HDEL", m_attempts}, outcome.settled));
    }
    return {};
}

/// What a topic has counted, where that is compared with its stream (runtime/topics.h). Who acknowledges counts, so
/// that no message counts twice; one that nobody counts, because its node died just then, is found by comparison.
Result<void> GroupConsumer::countSettled(Keyspace& keyspace, const Outcome& outcome, std::int64_t acknowledged) {
    if (!m_settings.isScripted || acknowledged == 0) {
        return {};
    }
    const auto counters = runtime::countersKey(m_settings.topic);
    const auto dead = std::min(outcome.dead, acknowledged);
    if (dead > 0) {
        EVENHAND_TRY(keyspace.call({"HINCRBY", counters, "dead", Number(dead)}));
    }
    if (acknowledged > dead) {
        EVENHAND_TRY(keyspace.call({"HINCRBY", counters, "acknowledged", Number(acknowledged - dead)}));
    }
    return {};
}

}  // namespace evenhand::outbox
