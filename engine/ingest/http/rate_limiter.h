// SPDX-License-Identifier: GPL-3.0-or-later
// A bucket per token: it fills at a steady rate up to its burst, and each request takes one.
// Thread: the server's.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace evenhand::ingest {

class RateLimiter {
public:
    /// 0: go on; else the seconds after which it is worth trying again. `perSecond` 0: without a limit. `nowNs` is
    /// monotonic.
    [[nodiscard]] std::int64_t take(std::int64_t token, std::int64_t perSecond, std::int64_t burst, std::int64_t nowNs);

private:
    struct Bucket {
        double level = 0;
        std::int64_t filledNs = 0;
    };
    std::unordered_map<std::int64_t, Bucket> m_buckets;  ///< as many as tokens are made
};

}  // namespace evenhand::ingest
