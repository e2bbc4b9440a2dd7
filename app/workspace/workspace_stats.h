// SPDX-License-Identifier: GPL-3.0-or-later
// Counts and sums over a whole workspace. Thread: any.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/workspace/workspace.h"

namespace evenhand::app {

/// Of one moment. Amounts in minor units.
struct WorkspaceStats {
    struct Status {
        api::OrderStatus status = api::OrderStatus::WaitPay;
        std::int64_t orders = 0;
    };
    struct Campus {
        CampusId id;
        std::int64_t couriers = 0;
        std::int64_t assigned = 0;                      ///< orders that have a courier, closed ones left out
        std::int64_t assignedMin = 0, assignedMax = 0;  ///< of one courier; those who never were on duty left out
        std::int64_t unassigned = 0;                    ///< paid, open, without a courier
    };
    struct Campaign {
        CampaignId id;
        api::CampaignState state = api::CampaignState::Draft;
        std::int64_t budget = 0, granted = 0, queued = 0, compensation = 0;
        std::int64_t inFlight = 0;  ///< taken by draws that have no verdict yet
        std::int64_t unspent = 0;
    };
    struct Activity {
        std::string id;
        std::int64_t stock = 0, reserved = 0, ordered = 0;
    };
    struct Stream {
        std::string topic;
        std::int64_t added = 0;    ///< since the beginning
        std::int64_t length = 0;   ///< undelivered and pending
        std::int64_t pending = 0;  ///< delivered, not acknowledged yet
        std::int64_t acknowledged = 0;
        std::int64_t dead = 0;
    };
    struct Returns {
        std::int64_t accepted = 0;  ///< asked for and approved
        std::int64_t units = 0;     ///< of these: approved ones, else requested ones
        std::int64_t pending = 0;   ///< asked for
    };

    std::int64_t orders = 0;
    std::int64_t late = 0;  ///< orders whose stage should have moved on
    std::vector<Status> byStatus;
    std::vector<Campus> campuses;  ///< in order of id
    std::int64_t paidMinor = 0, discountedMinor = 0, refundedMinor = 0;
    Returns returns;
    std::vector<Campaign> campaigns;  ///< newest first
    std::vector<Activity> activities;
    std::vector<Stream> streams;
    std::int64_t timersPending = 0, timersOverdue = 0, timersDead = 0;
    std::int64_t tasksCreated = 0, tasksDone = 0, tasksPending = 0, tasksDead = 0;
};

/// WorkspaceDamaged, Storage: it cannot be read.
[[nodiscard]] Result<WorkspaceStats> statsOf(const Workspace& workspace);

}  // namespace evenhand::app
