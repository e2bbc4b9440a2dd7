// SPDX-License-Identifier: GPL-3.0-or-later
// 64-bit checksum of journal records and snapshot slices: XXH64 (Yann Collet, xxHash specification 0.1.1, public
// domain). Against accidents, not against forgery. Thread: any.
#pragma once

#include <cstdint>
#include <string_view>

namespace evenhand::store {

[[nodiscard]] std::uint64_t checksum64(std::string_view data, std::uint64_t seed = 0) noexcept;

}  // namespace evenhand::store
