// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/rate_limiter.h"

#include <algorithm>
#include <cmath>

namespace evenhand::ingest {

std::int64_t RateLimiter::take(std::int64_t token, std::int64_t perSecond, std::int64_t burst, std::int64_t nowNs) {
    if (perSecond <= 0) {
        return 0;
    }
    const double most = static_cast<double>(std::max<std::int64_t>(burst, 1));
    const auto [it, isNew] = m_buckets.try_emplace(token, Bucket{most, nowNs});
    Bucket& bucket = it->second;
    const double rate = static_cast<double>(perSecond);
    const double elapsed = static_cast<double>(std::max<std::int64_t>(nowNs - bucket.filledNs, 0)) / 1e9;
    bucket.level = std::min(most, bucket.level + elapsed * rate);
    bucket.filledNs = nowNs;
    if (bucket.level >= 1) {
        bucket.level -= 1;
        return 0;
    }
    return std::max<std::int64_t>(1, std::llround(std::ceil((1 - bucket.level) / rate)));
}

}  // namespace evenhand::ingest
