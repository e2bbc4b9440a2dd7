// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/service/system_random.h"

#include <sodium.h>

namespace evenhand::app {

std::string systemRandom(std::size_t count) {
    std::string bytes(count, '\0');
    randombytes_buf(bytes.data(), bytes.size());
    return bytes;
}

}  // namespace evenhand::app
