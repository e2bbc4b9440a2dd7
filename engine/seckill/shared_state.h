// SPDX-License-Identifier: GPL-3.0-or-later
// What desk, consumer and due work of flash sales know together, in this process: what was read of activities, attempts
// counted, how long orders took. It may be wrong in the cautious direction only: looking once too often.
// Thread: the engine's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/api/seckill_types.h"
#include "engine/seckill_slots/keys.h"

namespace evenhand::seckill {

/// What order creation needs to know of an activity; fixed once it is started.
struct Sale {
    ActivityId id;
    ActivityKeys keys;
    Sku voucher;
    CampusId campus;
    Money price;
};

class AttemptCounter {
public:
    void count(api::AttemptOutcome outcome, Instant at);
    [[nodiscard]] const std::array<std::int64_t, api::kAttemptOutcomes>& totals() const noexcept { return m_totals; }
    /// The last two minutes, oldest first, those with attempts.
    [[nodiscard]] std::vector<api::AttemptSecond> seconds(Instant now) const;

private:
    static constexpr std::size_t kSeconds = 120;
    std::array<std::int64_t, api::kAttemptOutcomes> m_totals{};
    std::array<api::AttemptSecond, kSeconds> m_seconds{};
};

/// Reserved to ordered, the latest ones.
class OrderLatency {
public:
    void add(std::int64_t ms);
    [[nodiscard]] std::optional<double> quantile(double q) const;

private:
    static constexpr std::size_t kKept = 4096;
    std::vector<std::int64_t> m_ms;
    std::size_t m_next = 0;
};

struct SharedState {
    std::string consumer = "engine";  ///< of messages: a name that nobody else has who makes orders at the same time
    // Settings or states were changed, or may have been undone: read them again.
    bool familyStale = true;
    bool endingsStale = true;
    std::unordered_map<ActivityId, Sale> sales;  ///< as read; emptied by any change
    void activitiesChanged() {
        familyStale = endingsStale = true;
        sales.clear();
    }

    [[nodiscard]] const ActivityKeys& keys(const ActivityId& activity);
    [[nodiscard]] AttemptCounter& counter(const ActivityId& activity) { return counters[activity]; }

    std::unordered_map<ActivityId, ActivityKeys> knownKeys;
    std::unordered_map<ActivityId, AttemptCounter> counters;  ///< of activities that exist
    std::unordered_map<ActivityId, OrderLatency> latencies;
};

}  // namespace evenhand::seckill
