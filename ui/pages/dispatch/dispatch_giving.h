// SPDX-License-Identifier: GPL-3.0-or-later
// Orders that a dispatcher gives away. Private to the actions of the dispatch page.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ui/pages/dispatch/dispatch_actions.h"

namespace evenhand::ui {

/// As they were frozen, what the engine answered for each, and how they are since.
struct DispatchActions::Giving {
    std::vector<api::OrderRow> orders;
    std::optional<NamedCourier> to;     ///< nullopt: the next fairest
    bool overLimit = false;             ///< `to` gets them also beyond the load limit
    std::vector<NamedCourier> leaving;  ///< off duty first, so that nothing new comes to them meanwhile
    std::vector<NamedCourier> left;     ///< of these, who went, and comes back if it is undone
    std::map<OrderNo, api::ReassignOutcome> answered;
    std::vector<api::OrderRow> now;

    [[nodiscard]] api::ReassignTarget target() const { return {to ? to->id : CourierId(), overLimit}; }
};

}  // namespace evenhand::ui
