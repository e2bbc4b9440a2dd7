// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine of the shared deployment needs of whoever carries messages (Carrier). A message is a row of the
// transaction that published it; somebody brings it into a stream afterwards, and consumers take it from there. Thread:
// the engine's.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/topic_consumer.h"
#include "engine/store/database/database.h"

namespace evenhand::shared {

/// Where UnitOfWork::publish() puts a message.
class MessageOutbox {
public:
    virtual ~MessageOutbox() = default;
    /// In the open transaction, so that the message is there if and only if its unit is. Answers its id; empty: it gets
    /// one later.
    [[nodiscard]] virtual Result<std::string> add(store::Database& database, Instant now, std::string_view topic,
                                                  std::initializer_list<runtime::Field> fields) = 0;
    /// A batch in which something was added is durable: whoever carries messages on may look at once. Must not wait for
    /// anybody but the keyspace.
    virtual void committed(keyspace::Keyspace& /*keyspace*/) {}
    /// A batch is durable that tells these events: other engines' callers are to hear of them. As committed().
    virtual void happened(keyspace::Keyspace& /*keyspace*/, const std::vector<api::Event>& /*events*/) {}
};

/// Where messages come from. What it makes reads from `keyspace`, runs handlers by the UnitRunner that work() is given,
/// and acknowledges a message when Consumer::committed() says that its batch is durable. After restart() whatever was
/// not acknowledged is to come again.
class MessageInlet {
public:
    virtual ~MessageInlet() = default;
    /// Of one topic. Keyspace and handler outlive it.
    [[nodiscard]] virtual std::unique_ptr<runtime::Consumer> consumer(keyspace::Keyspace& keyspace,
                                                                      const std::string& topic,
                                                                      const std::string& group,
                                                                      runtime::MessageHandler& handler,
                                                                      const runtime::RetryPolicy& policy) = 0;
    /// Of topics that come and go, whose messages scripts put into streams themselves.
    [[nodiscard]] virtual std::unique_ptr<runtime::Consumer> family(keyspace::Keyspace& keyspace,
                                                                    const std::string& group,
                                                                    runtime::TopicFamily& family,
                                                                    const runtime::RetryPolicy& policy) = 0;
};

}  // namespace evenhand::shared
