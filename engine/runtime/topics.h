// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of a topic in the keyspace. The braces are a hash tag: on Redis Cluster all keys of a topic share a node.
// A topic has one consumer group: an acknowledged message is removed from its stream.
#pragma once

#include <string>
#include <string_view>

namespace evenhand::runtime {

/// The stream of messages.
[[nodiscard]] inline std::string streamKey(std::string_view topic) { return "stream:{" + std::string(topic) + "}"; }
/// Sorted set: id of a message that failed → instant of its next attempt.
[[nodiscard]] inline std::string retryKey(std::string_view topic) { return streamKey(topic) + ":retry"; }
/// Hash: id of a message that failed → failed attempts so far.
[[nodiscard]] inline std::string attemptsKey(std::string_view topic) { return streamKey(topic) + ":attempts"; }
/// Hash: "acknowledged" and "dead" → messages since the beginning (invariant D5, with the stream's entries-added).
[[nodiscard]] inline std::string countersKey(std::string_view topic) { return streamKey(topic) + ":counters"; }

}  // namespace evenhand::runtime
