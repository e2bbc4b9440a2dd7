// SPDX-License-Identifier: GPL-3.0-or-later
// A rehearsal of a flash sale: a generated crowd against the real engine on a scratch copy, on a clock of its own, so
// that a sale of an hour takes seconds. The same plan and seed give the same result (but for `took`).
// Thread: value types, any thread.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "engine/api/seckill_types.h"

namespace evenhand::api {

inline constexpr std::int64_t kMaxRehearsalUsers = 1'000'000;
inline constexpr std::int64_t kMaxRehearsalAttempts = 10'000'000;
inline constexpr std::int64_t kMaxRehearsalPerSecond = 1'000'000;

struct RehearsalPlan {
    ActivityId copyOf;                ///< whose price and duration to take; empty: a price of 1, an hour
    std::int64_t stock = 1'000;       ///< 1 … kMaxActivityStock
    std::int64_t users = 20'000;      ///< 1 … kMaxRehearsalUsers
    std::int64_t attempts = 60'000;   ///< 1 … kMaxRehearsalAttempts; random users
    std::int64_t perSecond = 10'000;  ///< attempts, 1 … kMaxRehearsalPerSecond; all must fit into the duration
    int duplicatePercent = 5;         ///< 0 … 100: attempts that come twice at once; they are counted in `attempts`
    int payerPercent = 90;            ///< 0 … 100 of the orders are paid, the others time out
    std::int64_t payWithinMs = 120'000;  ///< a payer pays at a random instant of it, 0 … 1 day
    std::uint64_t seed = 1;
};

struct RehearsalProgress {
    enum class Stage : std::uint8_t { Preparing, Attempts, Payments, Checks };
    Stage stage = Stage::Preparing;
    std::int64_t attempts = 0;  ///< made so far
    std::int64_t orders = 0;    ///< so far
};

/// A slice of the rehearsal's time.
struct RehearsalPoint {
    std::int64_t atMs = 0;                                  ///< after the begin, at the end of the slice
    std::array<std::int64_t, kAttemptOutcomes> attempts{};  ///< within the slice
    std::int64_t stock = 0;                                 ///< at its end, as are the following
    std::int64_t orders = 0;                                ///< live
    std::int64_t paid = 0;
};

struct RehearsalVerdict {
    std::string id;  ///< "S1", …
    std::string name;
    std::int64_t checked = 0;
    std::int64_t violations = 0;
    std::vector<std::string> offenders;  ///< the first of them
};

struct RehearsalResult {
    RehearsalPlan plan;
    std::array<std::int64_t, kAttemptOutcomes> attempts{};
    std::int64_t orders = 0;  ///< made
    std::int64_t paid = 0;
    std::int64_t closedUnpaid = 0;
    std::int64_t unsold = 0;                ///< units, at the end
    std::optional<std::int64_t> soldOutMs;  ///< after the begin; nullopt: never sold out
    std::vector<RehearsalPoint> curve;      ///< at most 240, while attempts were made
    std::vector<RehearsalVerdict> verdicts;
    std::int64_t tookMs = 0;  ///< on the wall's clock
    [[nodiscard]] bool passed() const noexcept {
        for (const auto& verdict : verdicts) {
            if (verdict.violations != 0) {
                return false;
            }
        }
        return true;
    }
};

/// Called on the rehearsal's thread, some times a second.
using RehearsalWatch = std::function<void(const RehearsalProgress&)>;

}  // namespace evenhand::api
