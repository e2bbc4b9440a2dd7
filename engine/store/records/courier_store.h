// SPDX-License-Identifier: GPL-3.0-or-later
// Couriers, and what the tables say about them today.
// Thread: that of the Database.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/store/database/database.h"
#include "engine/store/database/roots.h"

namespace evenhand::store::couriers {

struct Record {
    CourierId id;
    CampusId campus;
    std::string name;
    std::string phone;
    bool onDuty = false;
    std::optional<std::int64_t> loadLimit = {};  ///< an own one, 0: none; nullopt: the campus's
    std::optional<Instant> disabledAt = {};      ///< set: takes no part since then
};

/// `hold`: how the root of the courier's campus is held, where units lock (order_rows/lock_roots.h).
[[nodiscard]] Result<std::optional<Record>> find(Database& database, const CourierId& id, Hold hold = Hold::Read);
[[nodiscard]] Result<void> insert(Database& database, const Record& record, Instant createdAt);
[[nodiscard]] Result<void> updateContact(Database& database, const CourierId& id, std::string_view name,
                                         std::string_view phone);
/// nullopt: takes part.
[[nodiscard]] Result<void> setDisabled(Database& database, const CourierId& id, std::optional<Instant> since);
[[nodiscard]] Result<void> setOnDuty(Database& database, const CourierId& id, bool onDuty);
[[nodiscard]] Result<void> setLoadLimit(Database& database, const CourierId& id, std::optional<std::int64_t> limit);

/// How many orders a courier has in hand (WAIT_PICK_UP and DELIVERING), and how many at most.
struct Load {
    CourierId courier;
    std::int64_t inHand = 0;
    std::optional<std::int64_t> limit;  ///< as Record::loadLimit
};
/// Of every courier of a campus, in order of id; counted by an index.
[[nodiscard]] Result<std::vector<Load>> loads(Database& database, const CampusId& campus);

struct Duty {
    CourierId courier;
    bool onDuty = false;
};
/// Of every courier of a campus, in order of id.
[[nodiscard]] Result<std::vector<Duty>> duties(Database& database, const CampusId& campus);

/// The last time that a courier came on duty or went off it.
struct LastDuty {
    std::int64_t version = 0;   ///< the number of that change among those of its campus; 0: there was none
    std::optional<Instant> at;  ///< nullopt: as above
    bool onDuty = false;
    std::string actor;
};
[[nodiscard]] Result<LastDuty> lastDuty(Database& database, const CourierId& id);

/// Rows of a campus with everything but weight, today (AssignmentTally), share and deviation; in order of id. Without
/// disabled couriers, but for those who still have orders in hand.
[[nodiscard]] Result<std::vector<api::CourierRow>> boardRows(Database& database, const CampusId& campus);
/// The same with today, for couriers of any campus whose id or name begins with `prefix`. `dayStart`: start of the
/// business day.
[[nodiscard]] Result<std::vector<api::CourierRow>> findByPrefix(Database& database, std::string_view prefix,
                                                                Instant dayStart, std::int64_t limit);
/// As boardRows() of this campus (empty: of all), in order of campus and id, with all disabled ones.
[[nodiscard]] Result<std::vector<api::CourierRow>> list(Database& database, const CampusId& campus, std::int64_t limit);
/// Who was off duty in `campus` right after duty change `version`, in order of id.
[[nodiscard]] Result<std::vector<CourierId>> offDutyAt(Database& database, const CampusId& campus,
                                                       std::int64_t version);

struct DutyChange {
    Instant at;
    std::string courier;
    bool onDuty = false;
};
/// The changes of a campus in [from, to), in order; before them, as a change just before `from`, each courier who was
/// on duty then. Older ones are not read, however many there are.
[[nodiscard]] Result<std::vector<DutyChange>> dutyChanges(Database& database, const CampusId& campus, Instant from,
                                                          Instant to);

}  // namespace evenhand::store::couriers
