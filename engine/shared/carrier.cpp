// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shared/carrier.h"

#include <chrono>
#include <tuple>
#include <utility>

#include "engine/base/log.h"
#include "engine/cluster/redis/node_board.h"
#include "engine/cluster/redis/redis_client.h"
#include "engine/cluster/redis/redis_keyspace.h"
#include "engine/cluster/redis/subscription.h"
#include "engine/outbox/outbox.h"
#include "engine/outbox/relay.h"
#include "engine/outbox/relay_loop.h"
#include "engine/shared/event_share.h"

namespace evenhand::shared {
namespace {

constexpr std::int64_t kPatienceMs = 200;  ///< of whoever listens: stop() waits as long
constexpr int kOpenEveryMs = 1'000;        ///< tries to get a connection
constexpr int kOpenPaceMs = 20;

/// "order@@first" of a campus has a stream for each campus: which one says the field of that name.
std::string_view campusOf(std::initializer_list<runtime::Field> fields) {
    for (const auto& [name, value] : fields) {
        if (name == "campus") {
            return value;
        }
    }
    return {};
}

}  // namespace

Carrier::Carrier(const Clock& machine, CarrierOptions options) : m_machine(machine), m_options(std::move(options)) {}

Result<std::string> Carrier::add(store::Database& database, Instant now, std::string_view topic,
                                 std::initializer_list<runtime::Field> fields) {
    EVENHAND_TRY(outbox::publish(database, now, topic, campusOf(fields), {fields.begin(), fields.size()}));
    return std::string();  // it has none before the row is sent
}

void Carrier::committed(keyspace::Keyspace& keyspace) {
    std::ignore = outbox::nudge(keyspace);  // without it the relay looks a little later
}

std::unique_ptr<runtime::Consumer> Carrier::consumer(keyspace::Keyspace& keyspace, const std::string& topic,
                                                     const std::string& group, runtime::MessageHandler& handler,
                                                     const runtime::RetryPolicy& policy) {
    return std::make_unique<TopicMessages>(keyspace, m_bell, m_options.node, topic, group, handler, policy);
}

std::unique_ptr<runtime::Consumer> Carrier::family(keyspace::Keyspace& keyspace, const std::string& group,
                                                   runtime::TopicFamily& family, const runtime::RetryPolicy& policy) {
    return std::make_unique<FamilyMessages>(keyspace, m_bell, m_options.node, group, family, policy);
}

void Carrier::happened(keyspace::Keyspace& keyspace, const std::vector<api::Event>& events) {
    std::ignore = shareEvents(keyspace, m_options.node, events);  // without it they read it a little later
}

void Carrier::start(std::function<void()> wake, Events heard, std::function<bool()> mayRelay) {
    m_wake = std::move(wake);
    m_heard = std::move(heard);
    m_mayRelay = std::move(mayRelay);
    m_relaying = std::thread([this] { runRelay(); });
    m_listening = std::thread([this] { runListener(); });
    if (m_heard) {
        m_hearing = std::thread([this] { runHearing(); });
    }
}

void Carrier::stop() {
    m_ended = true;
    for (auto* const thread : {&m_relaying, &m_listening, &m_hearing}) {
        if (thread->joinable()) {
            thread->join();
        }
    }
}

void Carrier::ring() {
    m_bell.fetch_add(1, std::memory_order_release);
    if (m_wake) {
        m_wake();
    }
}

/// nullptr: it was told to stop.
std::unique_ptr<store::Database> Carrier::openDatabase() const {
    std::string trouble;
    while (!m_ended) {
        auto opened = m_options.open();
        if (opened) {
            return *std::move(opened);
        }
        if (auto text = opened.error().text(); text != trouble) {
            base::log(base::LogLevel::Warning, "outbox", "messages are not relayed: " + text);
            trouble = std::move(text);
        }
        for (int waitedMs = 0; waitedMs < kOpenEveryMs && !m_ended; waitedMs += kOpenPaceMs) {
            std::this_thread::sleep_for(std::chrono::milliseconds(kOpenPaceMs));
        }
    }
    return nullptr;
}

void Carrier::runRelay() {
    const auto database = openDatabase();
    if (!database) {
        return;
    }
    redis::NodeBoard board(m_machine);
    redis::RedisClient client(m_options.keyspace, m_options.limits, m_machine, board);
    redis::RedisKeyspace keyspace(client);
    redis::Subscription nudges(m_options.keyspace, std::string(outbox::kNudges), m_options.limits, m_machine);
    outbox::Relay relay(*database, keyspace, m_machine, {m_options.node});
    outbox::RelayLoop loop(
        relay, [&nudges](std::int64_t timeoutMs) { std::ignore = nudges.wait(timeoutMs); },
        [this, &keyspace] {
            ring();                                                          // the own engine hears it at once
            std::ignore = keyspace.call({"PUBLISH", outbox::kRelayed, ""});  // others look by themselves without it
        });
    while (!m_ended) {
        if (!m_mayRelay || m_mayRelay()) {
            loop.turn();
        } else {  // another one may take the row meanwhile
            std::this_thread::sleep_for(std::chrono::milliseconds(kOpenPaceMs));
        }
    }
    relay.release();
}

void Carrier::runListener() {
    redis::Subscription relayed(m_options.keyspace, std::string(outbox::kRelayed), m_options.limits, m_machine);
    while (!m_ended) {
        if (relayed.wait(kPatienceMs)) {
            ring();
        }
    }
}

void Carrier::runHearing() {
    redis::Subscription told(m_options.keyspace, std::string(kEventsChannel), m_options.limits, m_machine,
                             [this](std::string_view message) {
                                 if (const auto events = eventsOfOthers(message, m_options.node)) {
                                     m_heard(*events);
                                 }
                             });
    while (!m_ended) {
        std::ignore = told.wait(kPatienceMs);
    }
}

}  // namespace evenhand::shared
