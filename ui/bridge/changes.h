// SPDX-License-Identifier: GPL-3.0-or-later
// What changed in the engine since the last time the console looked: coalesced events.
// Thread: value types, any thread.
#pragma once

#include <QMetaType>
#include <algorithm>
#include <vector>

#include "engine/api/team_desk.h"
#include "engine/base/ids.h"

namespace evenhand::ui {

struct OrderChanges {
    std::vector<OrderId> ids;        ///< each once; placed ones included
    std::vector<OrderId> placed;     ///< the new ones among them
    std::vector<CampusId> campuses;  ///< whose orders they are, each once
    bool everything = false;         ///< more changed than is worth naming: read again what is shown
};

struct CourierChanges {
    std::vector<CourierId> ids;
    std::vector<CampusId> campuses;
    bool everything = false;
    std::vector<CourierId> leaving = {};  ///< those among them whom the roster took off duty with orders in hand
};

struct PresenceChanges {
    std::vector<api::Subject> subjects;  ///< each once
    bool everything = false;
    [[nodiscard]] bool concern(const api::Subject& subject) const {
        return everything || std::find(subjects.begin(), subjects.end(), subject) != subjects.end();
    }
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::OrderChanges)
Q_DECLARE_METATYPE(evenhand::ui::CourierChanges)
Q_DECLARE_METATYPE(evenhand::ui::PresenceChanges)
