// SPDX-License-Identifier: GPL-3.0-or-later
// Where the keys of a command stand: by them it finds its node. For the commands that the keyspace offers; of any other
// the first argument is taken for its key, and the server says what it thinks of it.
// Thread: pure, any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace evenhand::redis {

enum class Routing : std::uint8_t {
    ByKeys,
    AnyNode,    ///< asks or tells no node in particular: PING, TIME
    OneNode,    ///< about one node alone: SCAN, SCRIPT, INFO; in a cluster only for a node that is named
    Forbidden,  ///< would change what the answers behind it mean, or never be answered: MULTI, SUBSCRIBE, SELECT
};

struct CommandKeys {
    Routing routing = Routing::ByKeys;
    /// ByKeys: its keys, part of the command. Empty if the command is too short to have one, which the server refuses.
    std::span<const std::string_view> keys;
};

/// `command`: its name first, in any case.
[[nodiscard]] CommandKeys keysOf(std::span<const std::string_view> command);

}  // namespace evenhand::redis
