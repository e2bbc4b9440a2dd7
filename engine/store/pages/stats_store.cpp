// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/stats_store.h"

#include <algorithm>
#include <map>

namespace evenhand::store::stats {

Result<std::vector<StatusCount>> ordersByStatus(Database& database) {
    std::vector<StatusCount> counts;
    for (const auto status : api::allOrderStatuses()) {
        counts.push_back({status, 0});
    }
    auto& statement = database.statement("SELECT status, COUNT(*) AS order_count FROM orders GROUP BY status");
    EVENHAND_TRY(statement.query());
    while (statement.next()) {
        const auto status = statement.code("status", api::orderStatusFrom);
        std::find_if(counts.begin(), counts.end(), [&](const auto& c) { return c.status == status; })->orders =
            statement.number("order_count");
    }
    EVENHAND_TRY(statement.status());
    return counts;
}

Result<std::vector<CampusCount>> campuses(Database& database) {
    std::map<CampusId, CampusCount> found;
    auto& all = database.statement(
        "SELECT p.campus_id, (SELECT COUNT(*) FROM orders o WHERE +o.campus_id = p.campus_id AND o.wait_reason IS "
        "NOT NULL) AS unassigned FROM campus p");
    EVENHAND_TRY(all.query());
    while (all.next()) {
        const CampusId id(all.text("campus_id"));
        found[id].id = id;
        found[id].unassigned = all.number("unassigned");
    }
    EVENHAND_TRY(all.status());
    auto& couriers = database.statement(
        "SELECT c.campus_id, "
        "(SELECT COUNT(*) FROM orders o WHERE o.courier_id = c.courier_id AND o.status <> 'CLOSED') AS assigned, "
        "c.on_duty = 1 OR EXISTS (SELECT 1 FROM duty_entry d WHERE d.courier_id = c.courier_id AND d.on_duty = 1) "
        "AS ever_on_duty FROM courier c");
    EVENHAND_TRY(couriers.query());
    std::map<CampusId, bool> anyDuty;
    while (couriers.next()) {
        auto& campus = found[CampusId(couriers.text("campus_id"))];
        const std::int64_t assigned = couriers.number("assigned");
        ++campus.couriers;
        campus.assigned += assigned;
        if (couriers.number("ever_on_duty") != 0 || assigned > 0) {
            bool& seen = anyDuty[campus.id];
            campus.assignedMin = seen ? std::min(campus.assignedMin, assigned) : assigned;
            campus.assignedMax = std::max(campus.assignedMax, assigned);
            seen = true;
        }
    }
    EVENHAND_TRY(couriers.status());
    std::vector<CampusCount> counts;
    counts.reserve(found.size());
    for (auto& [id, count] : found) {
        counts.push_back(std::move(count));
    }
    return counts;
}

Result<std::int64_t> paidMinor(Database& database) {
    auto& statement = database.statement("SELECT COALESCE(SUM(amount), 0) FROM payment");
    EVENHAND_TRY(statement.query());
    const std::int64_t sum = statement.next() ? statement.onlyNumber() : 0;
    EVENHAND_TRY(statement.status());
    statement.finish();
    return sum;
}

}  // namespace evenhand::store::stats
