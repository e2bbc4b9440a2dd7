// SPDX-License-Identifier: GPL-3.0-or-later
// Limits that the engine enforces and that every client checks before it asks: console, command line, HTTP, imports.
// Limits of one subject alone stand beside its types.
#pragma once

#include <cstddef>
#include <cstdint>

namespace evenhand::api {

inline constexpr std::size_t kMaxReason = 500;                ///< characters of Call::reason
inline constexpr std::size_t kMaxReportNote = 500;            ///< characters of what a courier says with a report
inline constexpr std::int64_t kMaxPageRows = 10'000;          ///< of one page of any list
inline constexpr std::int64_t kMaxRowIds = 10'000;            ///< rows that are read by their ids at a time
inline constexpr std::int64_t kMaxFeedEvents = 1'000;         ///< of one slice of the feed
inline constexpr std::int64_t kMaxOrderQuantity = 1'000'000;  ///< units of one line
inline constexpr std::size_t kMaxOrderLines = 10'000;
inline constexpr std::int64_t kMaxStock = 1'000'000'000'000;  ///< units of a product

}  // namespace evenhand::api
