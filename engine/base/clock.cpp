// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/clock.h"

#include <chrono>

namespace evenhand::base {

Instant SystemClock::now() const noexcept {
    using namespace std::chrono;
    return {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

std::int64_t SystemClock::monotonicNs() const noexcept {
    using namespace std::chrono;
    return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace evenhand::base
