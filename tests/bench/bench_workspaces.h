// SPDX-License-Identifier: GPL-3.0-or-later
// Large workspaces for benchmarks, made by the engine itself.
// Thread: the benchmark's main thread.
#pragma once

#include <cstdint>
#include <string>

namespace evenhand::bench {

/// Makes a workspace with `orders` paid and dispatched orders of 2 lines over 8 campuses with 40 couriers each, of
/// which the newest `open` wait for pick-up and the others are history. False: failed, said on standard error.
[[nodiscard]] bool fillWorkspace(const std::string& folder, std::int64_t orders, std::int64_t open);
/// 1,000,000, or what EVENHAND_BENCH_ORDERS says.
[[nodiscard]] std::int64_t benchOrders();

}  // namespace evenhand::bench
