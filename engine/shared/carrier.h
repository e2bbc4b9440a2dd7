// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the messages of an engine among several: what it publishes becomes rows of its units (engine/outbox), one of
// all the services' relays puts them into streams, and every engine handles its part of them.
//
// Threads of its own besides the engine's: the relay, which works when it holds the row of the relay, on a connection
// of its own; one that listens for what relays say and wakes the engine; one that hears what other engines have
// committed. Threads: made, started and stopped by its owner; the seams are the engine's. Invariant: what start() is
// given is not called any more when stop() has returned.
#pragma once

#include <atomic>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/base/clock.h"
#include "engine/cluster/redis/redis_address.h"
#include "engine/cluster/redis/redis_options.h"
#include "engine/outbox/cleaning.h"
#include "engine/runtime/engine_core.h"
#include "engine/shared/group_messages.h"
#include "engine/shared/messages.h"

namespace evenhand::shared {

struct CarrierOptions {
    std::string node;  ///< of the engine: a name that no other one has
    redis::RedisAddress keyspace;
    redis::RedisOptions limits{};
    runtime::EngineCore::OpenDatabase open;  ///< a connection that writes
};

class Carrier final : public MessageOutbox, public MessageInlet {
public:
    /// `machine`: this machine's clock, outlives it.
    Carrier(const Clock& machine, CarrierOptions options);
    ~Carrier() override { stop(); }
    Carrier(const Carrier&) = delete;
    Carrier& operator=(const Carrier&) = delete;

    [[nodiscard]] Result<std::string> add(store::Database& database, Instant now, std::string_view topic,
                                          std::initializer_list<runtime::Field> fields) override;
    void committed(keyspace::Keyspace& keyspace) override;
    void happened(keyspace::Keyspace& keyspace, const std::vector<api::Event>& events) override;

    [[nodiscard]] std::unique_ptr<runtime::Consumer> consumer(keyspace::Keyspace& keyspace, const std::string& topic,
                                                              const std::string& group,
                                                              runtime::MessageHandler& handler,
                                                              const runtime::RetryPolicy& policy) override;
    [[nodiscard]] std::unique_ptr<runtime::Consumer> family(keyspace::Keyspace& keyspace, const std::string& group,
                                                            runtime::TopicFamily& family,
                                                            const runtime::RetryPolicy& policy) override;
    /// Deletes what is done, where due work is done.
    [[nodiscard]] runtime::DueSource& cleaning() noexcept { return m_cleaning; }

    /// Relays and listens from now on. `wake`: there may be messages; `heard`: events of other engines; `mayRelay`: the
    /// keyspace may be used, without it always. On any thread, must not wait.
    using Events = std::function<void(const std::vector<api::Event>&)>;
    void start(std::function<void()> wake, Events heard = {}, std::function<bool()> mayRelay = {});
    /// Gives the relay's row back. Idempotent. The engine publishes nothing any more.
    void stop();
    /// There may be messages.
    void ring();

private:
    void runRelay();
    void runListener();
    void runHearing();
    [[nodiscard]] std::unique_ptr<store::Database> openDatabase() const;

    const Clock& m_machine;
    const CarrierOptions m_options;
    outbox::Cleaning m_cleaning;
    Bell m_bell{0};
    std::function<void()> m_wake;
    Events m_heard;
    std::function<bool()> m_mayRelay;
    std::atomic<bool> m_ended{false};
    std::thread m_relaying, m_listening, m_hearing;
};

}  // namespace evenhand::shared
