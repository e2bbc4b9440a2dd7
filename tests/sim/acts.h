// SPDX-License-Identifier: GPL-3.0-or-later
// What people, machines and bad luck do to a workspace, by theme. Thread: confined to the world's owner.
#pragma once

#include <vector>

#include "world.h"

namespace evenhand::sim {

[[nodiscard]] std::vector<Act> shopActs();      ///< orders, payments, imports, couriers, dispatch
[[nodiscard]] std::vector<Act> keepingActs();   ///< stock, and what is edited and disabled
[[nodiscard]] std::vector<Act> saleActs();      ///< flash sales and campaigns
[[nodiscard]] std::vector<Act> moneyActs();     ///< returns and refunds
[[nodiscard]] std::vector<Act> workActs();      ///< timers, tasks, the ring, webhooks
[[nodiscard]] std::vector<Act> houseActs();     ///< people and roles, settings, backups
[[nodiscard]] std::vector<Act> outsideActs();   ///< programs beside the engine: imports of files, the demo's storefront
[[nodiscard]] std::vector<Act> accidentActs();  ///< faults, clocks, messages that come again

/// Somebody wants a unit of the sale.
void attempt(World& world, Rng& rng);

inline const char* anyCampus(Rng& rng) { return rng.below(3) == 0 ? "south" : "north"; }
inline CourierId anyCourier(Rng& rng, const std::string& campus) {
    return CourierId(campus + " " + std::to_string(1 + rng.below(4)));  // the fourth is unknown at first
}
inline std::string anybody(Rng& rng) {
    static constexpr const char* kNames[] = {"ann", "bob", "eve", "root"};
    return kNames[rng.below(4)];
}

}  // namespace evenhand::sim
