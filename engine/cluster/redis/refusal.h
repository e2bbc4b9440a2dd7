// SPDX-License-Identifier: GPL-3.0-or-later
// What an error reply of Redis 7 means for whoever has asked: by its first word. Of all but ByKeyspace Redis promises
// that the command was not carried out. (Inside a script they come up at its first write at the latest, before it has
// changed anything.) Thread: pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/cluster/redis/redis_address.h"

namespace evenhand::redis {

enum class RefusalKind : std::uint8_t {
    Moved,        ///< another node has the slot
    Ask,          ///< another node has the key already while the slot is on its way there
    NotNow,       ///< TRYAGAIN, LOADING, BUSY, NOREPLICAS: this node, in a moment
    MapOutdated,  ///< CLUSTERDOWN, READONLY, MASTERDOWN: in a moment, perhaps another node
    NoScript,     ///< the node does not know the script (any more)
    NoRights,     ///< NOPERM, NOAUTH: the user's rights on the server
    ServerFault,  ///< OOM, MISCONF: out of memory, or it cannot write its files
    CrossSlot,    ///< the keys of one command lie in different slots
    ByKeyspace,   ///< any other: WRONGTYPE, ERR, a script's own error
};

struct Refusal {
    RefusalKind kind = RefusalKind::ByKeyspace;
    std::uint16_t slot = 0;  ///< of Moved and Ask
    NodeAddress node{};      ///< of Moved and Ask: where to
};

/// `text` of an error reply; `asked`: who has answered it, which is meant where a redirection names no host. One that
/// cannot be read is ByKeyspace.
[[nodiscard]] Refusal refusalOf(std::string_view text, const NodeAddress& asked);

}  // namespace evenhand::redis
