// SPDX-License-Identifier: GPL-3.0-or-later
// What the demo's couriers do: picking up, delivering, sometimes failing, beginning and ending shifts.
// Every decision comes from the seed, the order number and how often the order has moved, so it does not depend on
// when an answer arrives. Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/order_desk.h"

namespace evenhand::storefront {

class Crew {
public:
    explicit Crew(std::uint64_t seed) : m_seed(seed) {}

    /// The orders in couriers' hands as last read (WAIT_PICK_UP and DELIVERING with a courier), at simulated time
    /// `simMs`. Orders that are no longer there are forgotten.
    void see(const std::vector<api::OrderRow>& rows, std::int64_t simMs);
    /// At most `limit` reports that are due, by due time; each is given once until retry() or a change of the order.
    [[nodiscard]] std::vector<api::CourierReport> takeDue(std::int64_t simMs, std::size_t limit);
    /// The report could not be handed in: it is due again at `atMs`.
    void retry(const OrderNo& orderNo, std::int64_t atMs);
    [[nodiscard]] std::size_t inHand() const noexcept { return m_jobs.size(); }

    /// Shifts that begin (true) or end between the last call and this minute of the day; none on the first call.
    /// Edges only, so that a duty set by hand is left alone until the next shift.
    [[nodiscard]] std::vector<std::pair<CourierId, bool>> shiftChanges(int minuteOfDay);

private:
    struct Job {
        api::OrderStatus status = api::OrderStatus::WaitPickUp;
        std::int64_t epoch = 0;
        CourierId courier;
        int moves = 0;  ///< how often it was seen in another state; makes each attempt's luck its own
        std::int64_t dueMs = 0;
        bool handedIn = false;
        bool seen = false;
    };
    void plan(const std::string& orderNo, Job& job, std::int64_t simMs) const;
    [[nodiscard]] std::uint64_t luck(const std::string& orderNo, const Job& job) const noexcept;

    std::uint64_t m_seed;
    std::map<std::string, Job> m_jobs;
    int m_lastMinute = -1;
};

}  // namespace evenhand::storefront
