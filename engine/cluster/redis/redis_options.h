// SPDX-License-Identifier: GPL-3.0-or-later
// How long a client of Redis waits for what. Thread: values.
#pragma once

#include <cstdint>

namespace evenhand::redis {

struct RedisOptions {
    std::int64_t connectTimeoutMs = 1'000;  ///< for a connection to stand, and again for its first answer
    std::int64_t commandTimeoutMs = 3'000;  ///< of silence while an answer is awaited
    /// How long a call is asked again that nobody can serve at the moment (a slot on its way, a failover, a server that
    /// reads its files), pauses alone counted.
    std::int64_t retryForMs = 3'000;
};

}  // namespace evenhand::redis
