// SPDX-License-Identifier: GPL-3.0-or-later
// `evenhandctl keyspace-server`: a scratch keyspace with scripts, or a workspace's read-only, served to Redis clients
// on 127.0.0.1.
// Thread: the program's main thread.
#pragma once

#include <cstdint>
#include <string>

#include "engine/keyspace/embedded/embedded_keyspace.h"

namespace evenhand::keyspace_server {

struct KeyspaceServerOptions {
    std::uint16_t port = 6379;  ///< 0: any free one
    std::string passwordFile;   ///< empty: no password; else its first line is the password
};

/// Prints `port N` on standard output once it listens, serves until SIGINT or SIGTERM. The program's exit code:
/// 0 stopped, 1 the port is taken or the password file cannot be used (the reason on standard error).
int runKeyspaceServer(const KeyspaceServerOptions& options);
/// The same for a keyspace that exists: read-only, scripts that only read are allowed.
int serveReadOnly(keyspace::EmbeddedKeyspace& keyspace, const KeyspaceServerOptions& options);

}  // namespace evenhand::keyspace_server
