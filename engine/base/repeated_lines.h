// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a log readable while one thing fails again and again: a line that was said is not said once more within ten
// minutes; the next time it tells how often it was left out.
// Thread: none of its own; the caller guards it.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace evenhand::base {

class RepeatedLines {
public:
    using Time = std::chrono::nanoseconds;  ///< since an arbitrary start, never back

    /// The line to be written now; nullopt: it was, not long ago.
    [[nodiscard]] std::optional<std::string> pass(std::string_view line, Time now) {
        for (auto& known : m_known) {
            if (known.line != line) {
                continue;
            }
            if (now - known.said < kQuiet) {
                ++known.leftOut;
                return std::nullopt;
            }
            std::string whole(line);
            if (known.leftOut > 0) {
                whole += " (and " + std::to_string(known.leftOut) + " times since it was last said)";
            }
            known.said = now;
            known.leftOut = 0;
            return whole;
        }
        if (m_known.size() == kKnown) {
            m_known.pop_front();
        }
        m_known.push_back({std::string(line), now, 0});
        return std::string(line);
    }

private:
    static constexpr std::chrono::minutes kQuiet{10};
    static constexpr std::size_t kKnown = 64;  ///< lines; then the oldest is forgotten
    struct Known {
        std::string line;
        Time said;
        std::int64_t leftOut = 0;
    };
    std::deque<Known> m_known;
};

}  // namespace evenhand::base
