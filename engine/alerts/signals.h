// SPDX-License-Identifier: GPL-3.0-or-later
// What the sources of due work have to look at again, as the events of commits tell it: alerts are raised in many
// rooms, which know nothing of the sources. It may be wrong in the cautious direction only: looking once too often.
// Thread: any.
#pragma once

#include <atomic>
#include <vector>

#include "engine/api/engine_api.h"

namespace evenhand::alerts {

struct Signals {
    std::atomic<bool> repeatsStale{true};     ///< an alert may fire earlier than known
    std::atomic<bool> conditionsStale{true};  ///< what is looked at by time may be another by now

    void heard(const std::vector<api::Event>& events) noexcept {
        using Kind = api::Event::Kind;
        for (const auto& event : events) {
            const bool ofAlerts = event.kind == Kind::AlertFired || event.kind == Kind::AlertsChanged;
            const bool ofPolicies = event.kind == Kind::CampusChanged;
            if (ofAlerts || ofPolicies) {
                repeatsStale = true;
            }
            if (event.kind == Kind::StateChanged || event.kind == Kind::BackupsChanged ||
                (event.kind == Kind::AlertsChanged && !event.alert)) {
                conditionsStale = true;
            }
        }
    }
};

}  // namespace evenhand::alerts
