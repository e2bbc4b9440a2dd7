// SPDX-License-Identifier: GPL-3.0-or-later
// 64-bit checksum of pages, journal records, snapshot slices and backups: XXH64, by libxxhash. The values are on disk,
// so it stays this one. Against accidents, not against forgery. Thread: any.
#pragma once

#include <cstdint>
#include <string_view>

namespace evenhand::store {

[[nodiscard]] std::uint64_t checksum64(std::string_view data, std::uint64_t seed = 0) noexcept;

}  // namespace evenhand::store
