// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/route_groups.h"

namespace evenhand::ingest {
namespace {

constexpr RouteGroup kRouteGroups[] = {systemRoutes};
constexpr SchemaGroup kSchemaGroups[] = {systemSchemas};

}  // namespace

std::span<const RouteGroup> routeGroups() { return kRouteGroups; }
std::span<const SchemaGroup> schemaGroups() { return kSchemaGroups; }

}  // namespace evenhand::ingest
