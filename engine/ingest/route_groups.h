// SPDX-License-Identifier: GPL-3.0-or-later
// Which rooms give routes and schemas. A new room adds its functions to the two lists in route_groups.cpp.
// Thread: pure, any thread.
#pragma once

#include <span>
#include <vector>

#include "engine/ingest/route.h"

namespace evenhand::ingest {

using RouteGroup = std::vector<Route> (*)();
using SchemaGroup = std::span<const Schema> (*)();

[[nodiscard]] std::span<const RouteGroup> routeGroups();
[[nodiscard]] std::span<const SchemaGroup> schemaGroups();

// system_routes.cpp: health, readiness, metrics, the OpenAPI document.
[[nodiscard]] std::vector<Route> systemRoutes();
[[nodiscard]] std::span<const Schema> systemSchemas();

}  // namespace evenhand::ingest
