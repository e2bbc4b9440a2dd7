// SPDX-License-Identifier: GPL-3.0-or-later
// Where an order import puts its orders: into the engine, or, for a dry run, into a picture of its stock.
// Thread: confined to the import's thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "app/import/in_flight.h"
#include "app/import/reasons.h"
#include "engine/api/engine_api.h"

namespace evenhand::import {

struct OrderToPlace {
    api::PlaceOrder request;
    std::vector<std::string> productNames;  ///< of each line, for products that are made
};

/// What is in the workspace, read once: products, campuses, and whether there are orders at all.
struct Catalogue {
    std::unordered_map<std::string, std::int64_t> stock;  ///< by SKU
    std::unordered_set<std::string> campuses;
    std::unordered_set<std::string> disabledSkus, disabledCampuses;  ///< of those
    bool anyOrders = false;

    [[nodiscard]] static Result<Catalogue> read(api::EngineApi& engine, const api::Actor& actor, InFlight& inFlight);
    [[nodiscard]] bool knows(const std::string& sku) const { return stock.contains(sku); }
};

/// Per line whether it was placed. All false with `duplicate`: the order number was already there.
struct Verdict {
    bool duplicate = false;
    std::vector<std::optional<Reason>> lines;
};

class OrderPlacer {
public:
    using Settle = std::function<void(const Verdict&)>;
    virtual ~OrderPlacer() = default;
    /// `settle` is called once the order is durable or refused, in the order of asking; an error ends the import.
    [[nodiscard]] virtual Result<void> place(OrderToPlace order, Settle settle) = 0;
};

struct PlacerOptions {
    api::Actor actor;
    bool paid = false;
    std::optional<std::int64_t> stockForNewSku;
    bool carriesTime = true;  ///< see OrderImportOptions
};

/// Places (and pays) for real; makes campuses and, if asked, products that are not known.
[[nodiscard]] std::unique_ptr<OrderPlacer> enginePlacer(api::EngineApi& engine, Catalogue& catalogue,
                                                        InFlight& inFlight, PlacerOptions options);
/// Changes nothing; counts as the engine would.
[[nodiscard]] std::unique_ptr<OrderPlacer> dryRunPlacer(api::EngineApi& engine, Catalogue& catalogue,
                                                        InFlight& inFlight, PlacerOptions options);

/// The payment number of an imported, paid order: "import-" and the order number where that fits, else its SHA-1.
[[nodiscard]] PaymentNo importPaymentNo(const OrderNo& orderNo);

}  // namespace evenhand::import
