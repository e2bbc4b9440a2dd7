// SPDX-License-Identifier: GPL-3.0-or-later
// Where a workspace of the shared deployment has its keyspace (Redis) and its membership (etcd): kept in the local
// folder beside the database's address, as addresses without passwords. These come from $EVENHAND_KEYSPACE_PASSWORD and
// $EVENHAND_MEMBERSHIP_PASSWORD; where they are not set there is none.
// Thread: any; the environment is read on the calling thread.
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/base/secret.h"
#include "engine/cluster/etcd/address.h"
#include "engine/cluster/redis/redis_address.h"

namespace evenhand::app {

struct SharedPlace {
    redis::RedisAddress keyspace;
    etcd::Address membership;
    Secret membershipPassword;

    /// InvalidArgument: `keyspace` or `membership` (field) is no such address, or a password stands in it.
    [[nodiscard]] static Result<SharedPlace> of(const std::string& keyspace, const std::string& membership);
};

/// Of this folder, with the passwords; nullopt: its workspace is run by one engine at a time.
[[nodiscard]] Result<std::optional<SharedPlace>> readSharedPlace(const std::string& folder);
/// Before the database's address, which is what makes the folder a workspace's.
[[nodiscard]] Result<void> writeSharedPlace(const std::string& folder, const SharedPlace& place);
/// The folder has addresses of a keyspace and a membership.
[[nodiscard]] bool isSharedPlace(const std::string& folder);

}  // namespace evenhand::app
