// SPDX-License-Identifier: GPL-3.0-or-later
// Collects engine events until the GUI thread takes them; bounded: beyond kMaxIds it only remembers "everything".
// Thread: add() on the engine's thread, take() on the GUI thread; one mutex, held for a hash insert per event.
#pragma once

#include <mutex>
#include <set>
#include <unordered_set>
#include <vector>

#include "engine/api/engine_api.h"
#include "ui/bridge/changes.h"

namespace evenhand::ui {

class EventInbox {
public:
    static constexpr std::size_t kMaxIds = 4096;

    struct Content {
        OrderChanges orders;
        CourierChanges couriers;
        bool campuses = false;
        bool deadLetters = false;
        bool owed = false;
        bool state = false;
        bool timers = false;
        bool alerts = false;
        bool activities = false;
        bool campaigns = false;
        bool returns = false;
        bool refunds = false;
        bool tasks = false;
        bool ring = false;
        bool webhooks = false;
        bool people = false;
        bool tokens = false;
        bool audit = false;
        bool backups = false;
        bool catalogue = false;
        bool connected = false;
        PresenceChanges presence = {};
        std::int64_t paid = 0;  ///< payments accepted, but for those of a recorded past
    };

    /// True if the inbox was empty: the caller then wakes the GUI thread once.
    [[nodiscard]] bool add(const std::vector<api::Event>& events);
    /// As if an event of every kind had come, for all that there is: what happened while nobody told of it is not
    /// known. True as of add(). Nothing of it is news: no payment is counted.
    [[nodiscard]] bool addEverything();
    /// What came since the last take(); the inbox is empty afterwards.
    [[nodiscard]] Content take();

private:
    void addOrder(const api::Event& event);
    void addCourier(const api::Event& event);
    void addPresence(const api::Event& event);

    std::mutex m_mutex;
    std::unordered_set<std::int64_t> m_orders;
    std::unordered_set<std::int64_t> m_placed;
    std::unordered_set<CampusId> m_orderCampuses;
    std::unordered_set<CourierId> m_couriers;
    std::unordered_set<CampusId> m_courierCampuses;
    std::unordered_set<CourierId> m_leaving;
    std::set<api::Subject> m_presence;
    Content m_flags;  ///< only the booleans and counts are used
    bool m_filled = false;
};

}  // namespace evenhand::ui
