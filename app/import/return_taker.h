// SPDX-License-Identifier: GPL-3.0-or-later
// Where the rows of a return import go: to the engine, or, in a dry run, to a reckoning of what the engine would say.
// Thread: confined to the importer's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/import/in_flight.h"
#include "app/import/reasons.h"
#include "engine/api/engine_api.h"

namespace evenhand::import {

struct ReturnToTake {
    ReturnNo number;
    OrderNo orderNo;  ///< empty: to be matched by user
    UserId user;
    api::ReturnLine line;
    std::string reason;
    Instant at;
};

class ReturnTaker {
public:
    /// Why it was not taken; nullopt: it was. Called in the order of take().
    using Settle = std::function<void(std::optional<Reason>)>;

    virtual ~ReturnTaker() = default;
    /// An error ends the import.
    [[nodiscard]] virtual Result<void> take(ReturnToTake toTake, Settle settle) = 0;
};

struct TakerOptions {
    api::Actor actor;
    bool approve = false;     ///< each is approved as well, where four eyes allow
    bool carriesTime = true;  ///< see OrderImportOptions
};
[[nodiscard]] std::unique_ptr<ReturnTaker> engineTaker(api::EngineApi& engine, InFlight& inFlight,
                                                       TakerOptions options);
/// Changes nothing. Memory: a figure per order and SKU that something would come back of.
[[nodiscard]] std::unique_ptr<ReturnTaker> dryRunTaker(api::EngineApi& engine, InFlight& inFlight, api::Actor actor);

}  // namespace evenhand::import
