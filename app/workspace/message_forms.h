// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of dispatch in their two forms: entries of a stream for each topic, where one engine has the keyspace; rows
// of the outbox, relayed into a stream for each topic and campus, where several share it. A backup has the first form,
// whatever it is of, and so does what an inspection sees.
// Thread: that of database and keyspace.
#pragma once

#include <string>

#include "engine/base/clock.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/store/database/database.h"

namespace evenhand::app {

/// A stream that the relay fills, or what its consumers keep of attempts.
[[nodiscard]] bool isRelayedKey(const std::string& key);
/// A key of the other form.
[[nodiscard]] bool isTopicKey(const std::string& key);

/// What is not done becomes entries that nobody has read; the counts are those of all messages there ever were.
[[nodiscard]] Result<void> messagesToStreams(store::Database& from, keyspace::EmbeddedKeyspace& to);
/// The other way. In a transaction; the tables of the outbox are empty.
[[nodiscard]] Result<void> messagesToRows(keyspace::EmbeddedKeyspace& from, store::Database& to, Instant now);

}  // namespace evenhand::app
