// SPDX-License-Identifier: GPL-3.0-or-later
// How the parts of the shared deployment are, as the service that is asked sees them: the database, the nodes of Redis,
// the servers of etcd, the services. Where one engine runs a workspace there are none. Value types, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/clock.h"

namespace evenhand::api {

enum class PartKind : std::uint8_t { Database, Keyspace, Membership, Service };
/// "database", "keyspace", "membership", "service".
[[nodiscard]] std::string_view toText(PartKind value) noexcept;

enum class PartState : std::uint8_t {
    Unknown,  ///< it was not asked yet, or nobody has its address
    Well,
    Impaired,  ///< it works, and something needs a look (reason)
    Away,      ///< it does not answer, or cannot do its work (reason)
};
/// "unknown", "well", "impaired", "away".
[[nodiscard]] std::string_view toText(PartState value) noexcept;

enum class PartRole : std::uint8_t {
    None,
    Master,    ///< of Redis: serves keys
    Replica,   ///< of Redis: follows a master
    Leader,    ///< of etcd
    Follower,  ///< of etcd
    DueWork,   ///< a service: does what one does for all
};
/// "", "master", "replica", "leader", "follower", "due_work".
[[nodiscard]] std::string_view toText(PartRole value) noexcept;

/// How a node of Redis keeps what it has.
enum class Persistence : std::uint8_t {
    Unknown,
    Snapshots,  ///< at most a file now and then: what was changed since is lost with the node
    Log,        ///< the append-only file
};
/// "unknown", "snapshots", "log".
[[nodiscard]] std::string_view toText(Persistence value) noexcept;

struct PartHealth {
    PartKind kind = PartKind::Database;
    PartState state = PartState::Unknown;
    PartRole role = PartRole::None;
    std::string name;     ///< host and port; of a service the address at which it is reached, or its process
    std::string version;  ///< of the program; empty: not known
    std::string reason;   ///< plain English; empty: nothing is wrong with it
    /// What needs it is refused now: of the database every command, of a master of Redis commands about its keys, of
    /// etcd (all of it) new work of the workers and, once leases have ended, due work.
    bool refuses = false;
    std::optional<Instant> nextTry{};  ///< until when it is left alone; nullopt: it is asked all the time
    std::optional<Instant> since{};    ///< in this state, as far as is known; a service: when it came
    std::optional<Instant> readAt{};   ///< when it told last; nullopt: never
    std::int64_t readMs = -1;          ///< of the database: a round trip; -1: not measured
    double writeMs = -1;               ///< of the database: half of the last commits took no longer; < 0: not measured
    std::int64_t lagBytes = -1;        ///< of a replica: what it has not received yet; -1: not known
    Persistence persistence = Persistence::Unknown;  ///< of Redis
    std::int64_t consoles = -1;                      ///< of a service: connected to it; -1: not known
    bool isAsked = false;                            ///< the service that says all this
    bool operator==(const PartHealth&) const = default;
};

}  // namespace evenhand::api
