// SPDX-License-Identifier: GPL-3.0-or-later
// Assignments with their evidence: one row per order and epoch that got a courier.
// Thread: that of the Database.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store::assignments {

struct NewAssignment {
    OrderId order;
    std::int64_t epoch = 0;
    std::string_view courier;
    Instant at;
    api::DispatchMode mode = api::DispatchMode::Strong;
    std::int64_t charged = 0;
    bool byName = false;
    std::string_view evidence;
    std::int64_t dutyVersion = 0;
    std::string_view scriptSha;
    std::string_view messageId;
};
[[nodiscard]] Result<void> insert(Database& database, const NewAssignment& assignment);

struct Charge {
    CourierId courier;
    std::int64_t charged = 0;
    bool released = false;
    bool pickedUp = false;
};
[[nodiscard]] Result<std::optional<Charge>> find(Database& database, OrderId order, std::int64_t epoch);
/// Ends an assignment and, with `giveBack`, marks its charge given back. False if it was released before.
[[nodiscard]] Result<bool> release(Database& database, OrderId order, std::int64_t epoch, Instant at,
                                   std::string_view reason, bool giveBack);
[[nodiscard]] Result<void> setPickedUp(Database& database, OrderId order, std::int64_t epoch, Instant at);

/// All of an order, newest first, without the off-duty list, which `dutyVersions` (same order) tells.
struct Evidence {
    std::vector<api::AssignmentEvidence> rows;
    std::vector<std::int64_t> dutyVersions;
    CampusId campus;
};
[[nodiscard]] Result<Evidence> evidence(Database& database, const OrderNo& orderNo);

/// Whose load limit mattered.
struct Loads {
    api::CourierLoad own;  ///< of whoever got it; limit 0: none
    std::span<const api::CourierLoad> passedOver = {};
    std::int64_t passedMore = 0;
};
/// The text of the evidence column.
[[nodiscard]] std::string evidenceText(const std::vector<std::pair<CourierId, std::int64_t>>& ranking,
                                       const CourierId& excluded, const Loads& loads = {});

/// Fills ranking, excluded, load and those passed over from it.
void readEvidence(std::string_view text, api::AssignmentEvidence& row);

struct Step {
    Instant at;
    std::string courier;
    std::int64_t count = 1;
};
/// Assignments of a campus in [from, to) that were not released, in order of time.
[[nodiscard]] Result<std::vector<Step>> between(Database& database, const CampusId& campus, Instant from, Instant to);
/// The same counted by the index alone: one step a courier, at `to`.
[[nodiscard]] Result<std::vector<Step>> counted(Database& database, const CampusId& campus, Instant from, Instant to);
/// The same, one step a courier and slot, at the slot's end. The first slot ends at `firstEnd` and has all of before,
/// each further one is `slotMs` (at least 1) long: (end - `slotMs`, end].
[[nodiscard]] Result<std::vector<Step>> countedInSlots(Database& database, const CampusId& campus, Instant from,
                                                       Instant to, Instant firstEnd, std::int64_t slotMs);

/// One row of an export.
struct Listed {
    OrderId order;
    std::string orderNo;
    std::int64_t epoch = 0;
    std::string campus;
    std::string courier;
    Instant at;
    api::DispatchMode mode{};
    std::int64_t charged = 0, givenBack = 0;
    bool byName = false;
    std::optional<Instant> pickedUpAt, releasedAt;
    std::string releaseReason;
};
/// The next `limit` by order and epoch after (`order`, `epoch`); begin with (0, 0).
[[nodiscard]] Result<std::vector<Listed>> slice(Database& database, OrderId order, std::int64_t epoch,
                                                std::int64_t limit);

}  // namespace evenhand::store::assignments
