// SPDX-License-Identifier: GPL-3.0-or-later
// The OpenAPI 3.1 document, made from the table of routes and schemas.
// Thread: pure, any thread.
#pragma once

#include <boost/json/object.hpp>
#include <span>

#include "engine/ingest/http/route.h"

namespace evenhand::ingest {

[[nodiscard]] boost::json::object openApi(std::span<const Route> table, std::span<const Schema> components);

}  // namespace evenhand::ingest
