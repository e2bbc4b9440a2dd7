// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/clock.h"

#include <array>
#include <chrono>
#include <cstdio>

namespace evenhand::base {

std::string utcText(Instant instant) {
    using namespace std::chrono;
    const sys_time<milliseconds> at{milliseconds{instant.ms}};
    const auto day = floor<days>(at);
    const year_month_day date{day};
    const hh_mm_ss time{floor<seconds>(at - day)};
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02d:%02d:%02d UTC", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    return text.data();
}

Instant SystemClock::now() const noexcept {
    using namespace std::chrono;
    return {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

std::int64_t SystemClock::monotonicNs() const noexcept {
    using namespace std::chrono;
    return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace evenhand::base
