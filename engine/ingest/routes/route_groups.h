// SPDX-License-Identifier: GPL-3.0-or-later
// Which rooms give routes and schemas. A new room adds its functions to the two lists in route_groups.cpp.
// Thread: pure, any thread.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/ingest/http/route.h"

namespace evenhand::ingest {

using RouteGroup = std::vector<Route> (*)();
using SchemaGroup = std::span<const Schema> (*)();

/// Rows of one request that makes or changes many; the schemas say it too.
inline constexpr std::size_t kMaxUpsertRows = 1'000;

[[nodiscard]] std::span<const RouteGroup> routeGroups();
[[nodiscard]] std::span<const SchemaGroup> schemaGroups();

// system_routes.cpp: health, readiness, metrics, the OpenAPI document.
[[nodiscard]] std::vector<Route> systemRoutes();
[[nodiscard]] std::span<const Schema> systemSchemas();

// order_routes.cpp, order_work_routes.cpp, payment_routes.cpp, courier_routes.cpp, roster_routes.cpp,
// catalogue_routes.cpp, sale_routes.cpp, return_routes.cpp, shop_routes.cpp, event_routes.cpp, alert_routes.cpp,
// search_routes.cpp, case_routes.cpp, refund_routes.cpp.
[[nodiscard]] std::vector<Route> orderRoutes();
[[nodiscard]] std::span<const Schema> orderSchemas();
[[nodiscard]] std::vector<Route> orderWorkRoutes();
[[nodiscard]] std::span<const Schema> orderWorkSchemas();
[[nodiscard]] std::vector<Route> paymentRoutes();
[[nodiscard]] std::span<const Schema> paymentSchemas();
[[nodiscard]] std::vector<Route> courierRoutes();
[[nodiscard]] std::span<const Schema> courierSchemas();
[[nodiscard]] std::vector<Route> rosterRoutes();
[[nodiscard]] std::span<const Schema> rosterSchemas();
[[nodiscard]] std::vector<Route> catalogueRoutes();
[[nodiscard]] std::span<const Schema> catalogueSchemas();
[[nodiscard]] std::vector<Route> saleRoutes();
[[nodiscard]] std::span<const Schema> saleSchemas();
[[nodiscard]] std::vector<Route> returnRoutes();
[[nodiscard]] std::span<const Schema> returnSchemas();
[[nodiscard]] std::vector<Route> shopRoutes();
[[nodiscard]] std::span<const Schema> shopSchemas();
[[nodiscard]] std::vector<Route> eventRoutes();
[[nodiscard]] std::vector<Route> alertRoutes();
[[nodiscard]] std::span<const Schema> alertSchemas();
[[nodiscard]] std::vector<Route> searchRoutes();
[[nodiscard]] std::span<const Schema> searchSchemas();
[[nodiscard]] std::vector<Route> caseRoutes();
[[nodiscard]] std::span<const Schema> caseSchemas();
[[nodiscard]] std::vector<Route> refundRoutes();
[[nodiscard]] std::span<const Schema> refundSchemas();

}  // namespace evenhand::ingest
