// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of units whose keyspace and database commit apart, as in the shared deployment: a message is a row of the
// unit (the outbox), which the relay puts into a stream later (relay.h), where a group of consumers reads it
// (group_consumer.h). So a message exists if and only if its unit has committed, and no commit waits for it. Where both
// commit as one the message is an entry of the stream at once, and nothing of this is used.
// Thread: that of the unit; the texts and names any.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/database/database.h"

namespace evenhand::outbox {

/// The channel on which those who have committed messages wake the relay.
inline constexpr std::string_view kNudges = "outbox:written";
/// The channel on which the relay says that it has put messages into streams.
inline constexpr std::string_view kRelayed = "outbox:relayed";

/// Writes a message of this unit. The unit has locked what the message is about before it read it: that, and that ids
/// are given as rows are written, is what puts a cause before its effect. `campus`: empty where the topic is of none;
/// each campus of a topic has a stream of its own.
[[nodiscard]] Result<void> publish(runtime::UnitOfWork& work, std::string_view topic, std::string_view campus,
                                   std::span<const runtime::Field> fields);
/// The same for who has only the unit's database. `at`: its wallNow().
[[nodiscard]] Result<void> publish(store::Database& database, Instant at, std::string_view topic,
                                   std::string_view campus, std::span<const runtime::Field> fields);
/// The effect of the message with this number is part of this unit. False: it is that of a unit before, so this one
/// must have none. Whoever handles many messages in one transaction marks them together: GroupConsumer.
[[nodiscard]] Result<bool> done(runtime::UnitOfWork& work, std::int64_t number);
/// After a commit with messages, once for all of its units. It may be lost: the relay looks by itself every 200 ms.
[[nodiscard]] Result<void> nudge(keyspace::Keyspace& keyspace);

/// Where the relay puts the messages of a topic and campus while the keyspace is of this generation.
[[nodiscard]] std::string streamOf(std::string_view topic, std::string_view campus, std::int64_t generation);

/// Fields as one text, a line each; names have no blanks. Any value is kept.
[[nodiscard]] std::string textOf(std::span<const runtime::Field> fields);
[[nodiscard]] std::vector<std::pair<std::string, std::string>> fieldsOf(std::string_view text);

}  // namespace evenhand::outbox
