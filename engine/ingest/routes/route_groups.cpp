// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/routes/route_groups.h"

namespace evenhand::ingest {
namespace {

constexpr RouteGroup kRouteGroups[] = {systemRoutes, orderRoutes,     orderWorkRoutes, paymentRoutes, courierRoutes,
                                       rosterRoutes, catalogueRoutes, saleRoutes,      returnRoutes,  shopRoutes,
                                       eventRoutes,  alertRoutes,     searchRoutes,    caseRoutes,    refundRoutes};
constexpr SchemaGroup kSchemaGroups[] = {
    systemSchemas, orderSchemas,  orderWorkSchemas, paymentSchemas, courierSchemas, rosterSchemas, catalogueSchemas,
    saleSchemas,   returnSchemas, shopSchemas,      alertSchemas,   searchSchemas,  caseSchemas,   refundSchemas};

}  // namespace

std::span<const RouteGroup> routeGroups() { return kRouteGroups; }
std::span<const SchemaGroup> schemaGroups() { return kSchemaGroups; }

}  // namespace evenhand::ingest
