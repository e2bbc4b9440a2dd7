// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all routes and of the schemas that they name, put together from those of each file here.
// Thread: made once, never changed; any.
#pragma once

#include <span>

#include "engine/ingest/http/route.h"

namespace evenhand::ingest {

[[nodiscard]] std::span<const Route> routes();
[[nodiscard]] std::span<const Schema> schemas();

}  // namespace evenhand::ingest
