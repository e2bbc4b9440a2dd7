// SPDX-License-Identifier: GPL-3.0-or-later
// The peer of the order benchmark: the same rows, in the same tables with the same indexes, written by the SQLite C
// interface in the same batches, by a program that knows nothing of business rules.
// Thread: the caller's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace evenhand::bench {

struct BenchLine {
    std::string sku;
    std::int64_t quantity = 1;
    std::int64_t unitPrice = 1;
};
using BenchOrder = std::vector<BenchLine>;

/// Orders of the real file, `linesEach` > 0: cut into orders of that many lines, else as they are (about 24 lines).
/// Without the file: generated with the same shape (`synthetic` says so).
[[nodiscard]] std::vector<BenchOrder> loadBenchOrders(int linesEach, bool& synthetic);
[[nodiscard]] std::vector<std::string> skusOf(const std::vector<BenchOrder>& orders);

/// Writes `count` orders (cycling through `orders`), each placed, paid and assigned, `batch` orders a transaction
/// with one sync each; answers orders per second, or -1 on an error (printed).
[[nodiscard]] double rawPlacePayDispatch(const std::string& path, const std::vector<BenchOrder>& orders,
                                         std::size_t count, std::size_t batch, int couriers);

}  // namespace evenhand::bench
