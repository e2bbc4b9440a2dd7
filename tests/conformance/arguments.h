// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of this folder say to a Redis, and by what. Thread: values.
#pragma once

#include "tests/support/servers/redis_link.h"

namespace evenhand::conformance {

using testing::Arguments;
using testing::CommandLink;
using testing::RedisLink;

}  // namespace evenhand::conformance
