// SPDX-License-Identifier: GPL-3.0-or-later
// What the operator of a campaign looks at, and the result of a rehearsal. Thread: value types, any thread.
#pragma once

#include "engine/api/campaign_types.h"

namespace evenhand::api {

struct CampaignQueue {
    std::int64_t places = 0;        ///< left
    std::int64_t amount = 0;        ///< of these
    std::int64_t compensation = 0;  ///< in its compensation queue
    std::int64_t unspent = 0;       ///< what was left when the campaign ended, and what came back afterwards
};
struct BurnPoint {
    Instant at;
    std::int64_t left = 0;    ///< of the budget: in queues, in compensation and in flight
    std::int64_t places = 0;  ///< left
};
/// Invariant: granted - givenBack + queued + compensation + inFlight + unspent = budget.
struct CampaignBoard {
    CampaignRow row;
    Instant at;  ///< engine time of the figures
    std::int64_t granted = 0, givenBack = 0, queued = 0, compensation = 0, inFlight = 0, unspent = 0;
    std::int64_t placesLeft = 0;
    std::int64_t drawsGranted = 0, drawsRefused = 0, drawsRolledBack = 0, drawsInFlight = 0;
    std::int64_t drawsOpen = 0;             ///< granted, without an order, still valid
    std::int64_t users = 0;                 ///< who were granted something
    std::optional<Instant> oldestInFlight;  ///< begin of it
    std::vector<CampaignQueue> queues;
    std::vector<BurnPoint> burnDown;         ///< oldest first, at most 1,000 and the present one; the ideal line goes
                                             ///< from (begin, budget) to (end, 0)
    std::optional<double> perMinute;         ///< of the budget, over the last points; nullopt: nothing was drawn yet
    std::optional<Instant> projectedEnd;     ///< when the budget is gone at this rate; nullopt: cannot be told
    std::vector<std::int64_t> distribution;  ///< granted draws per tenth of (0, max]
    struct User {
        UserId user;
        std::int64_t count = 0;
        std::int64_t amount = 0;  ///< less what was given back
    };
    std::vector<User> topUsers;  ///< by amount, at most 10
    struct Refusals {
        DrawRefusal reason = DrawRefusal::Ended;
        std::int64_t draws = 0;
    };
    std::vector<Refusals> refusals;  ///< since the campaign was started; those without a record: since the start
                                     ///< of this process
};

inline constexpr std::int64_t kMaxDrawRehearsalUsers = 10'000'000;
inline constexpr std::int64_t kMaxRehearsalDraws = 1'000'000'000;
inline constexpr std::int64_t kMaxRehearsalDrawsPerSecond = 1'000'000;

/// A generated crowd on a scratch copy of a campaign, through the real engine.
struct CampaignRehearsal {
    CampaignSettings settings;
    std::int64_t users = 1'000;         ///< 1 … kMaxDrawRehearsalUsers
    std::int64_t draws = 0;             ///< attempts; 0: until the campaign is exhausted or every user is refused
    std::int64_t perSecond = 1'000;     ///< attempts, in the scratch copy's time
    std::int64_t duplicatePercent = 5;  ///< attempts that are sent twice with one id, 0 … 100
    std::int64_t orderPercent = 30;     ///< attempts that place an order, of which some are cancelled, 0 … 100
    std::int64_t seed = 1;
};
struct CampaignRehearsalResult {
    CampaignBoard board;
    std::int64_t attempts = 0, granted = 0, refused = 0, repeated = 0, orders = 0, cancelled = 0;
    std::int64_t tookMs = 0;  ///< of this machine's time
    struct Point {
        std::int64_t atMs = 0;  ///< since the begin, in the scratch copy's time
        std::int64_t attempts = 0, draws = 0;
        std::int64_t amount = 0;  ///< granted so far less what came back with cancelled orders, minor units
    };
    std::vector<Point> curve;  ///< oldest first
    struct Invariant {
        std::string id, name;
        std::int64_t checked = 0, violations = 0;
        std::string offender;  ///< the first
    };
    std::vector<Invariant> invariants;
};

}  // namespace evenhand::api
