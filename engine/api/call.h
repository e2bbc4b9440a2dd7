// SPDX-License-Identifier: GPL-3.0-or-later
// Who asks, and how answers come back. Value types, any thread.
#pragma once

#include <QFuture>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"

namespace evenhand::api {

/// What an operation needs of its actor.
enum class Permission : std::uint8_t {
    Read,
    PlaceOrders,
    Dispatch,
    CancelOrders,
    ManageCatalogue,
    ManageCouriers,
    ManagePolicies,
    ManageActivities,  ///< flash sales
    ManageCampaigns,
    RequestReturns,  ///< and cancel them
    HandleGoods,     ///< receive or skip what comes back
    ApproveReturns,  ///< and reject them
    RefundMoney,     ///< ask for refunds, cancel and retry them, record what was paid by hand
    ApproveRefunds,  ///< those asked for from Orders, above the threshold
    SendRefunds      ///< workers only: claim and report
};

/// Roles: a refund clerk has Read, RequestReturns, HandleGoods, RefundMoney; a refund approver Read, ApproveReturns,
/// ApproveRefunds. Neither alone can move money above a threshold, and an approver's own requests need somebody else.
/// Who acts. `permissions` is a bit set over Permission.
struct Actor {
    std::string name;  ///< "local:root", "system", …; written to events
    std::uint32_t permissions = 0;

    [[nodiscard]] bool may(Permission permission) const noexcept {
        return (permissions >> static_cast<unsigned>(permission) & 1U) != 0;
    }
    /// May do everything.
    [[nodiscard]] static Actor administrator(std::string name) { return {std::move(name), ~std::uint32_t{0}}; }
};

/// The circumstances of one call to a desk.
struct Call {
    Actor actor;
    std::string reason;  ///< needed by money actions and manual interventions; at most 500 characters
    /// Only with an engine on an import clock: engine time moves forward to this instant before the command runs,
    /// and what falls due in between happens in between.
    std::optional<Instant> at;
};

/// The answer to a desk call. Resolved after the commit that made it durable, on the engine's thread; continue with
/// `.then(this, …)`. A full inbox answers Busy at once.
template <typename T>
using Answer = QFuture<Result<T>>;

/// For callers that submit many at a time: one call with all answers, in the order asked, on the engine's thread.
template <typename T>
using BatchCompletion = std::function<void(std::vector<Result<T>>)>;

}  // namespace evenhand::api
