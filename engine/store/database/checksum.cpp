// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/checksum.h"

#include <xxhash.h>

namespace evenhand::store {

std::uint64_t checksum64(std::string_view data, std::uint64_t seed) noexcept {
    return XXH64(data.data(), data.size(), seed);
}

}  // namespace evenhand::store
