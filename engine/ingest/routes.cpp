// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all routes and schemas, put together from those of each room.
#include "engine/ingest/route.h"
#include "engine/ingest/route_groups.h"

namespace evenhand::ingest {

std::string_view toText(Method method) noexcept {
    switch (method) {
        case Method::Get: return "GET";
        case Method::Post: return "POST";
        case Method::Put: return "PUT";
        case Method::Delete: return "DELETE";
    }
    return "GET";
}

std::span<const Route> routes() {
    static const std::vector<Route> kRoutes = [] {
        std::vector<Route> all;
        for (const RouteGroup group : routeGroups()) {
            auto more = group();
            std::move(more.begin(), more.end(), std::back_inserter(all));
        }
        return all;
    }();
    return kRoutes;
}

std::span<const Schema> schemas() {
    static const std::vector<Schema> kSchemas = [] {
        std::vector<Schema> all;
        for (const SchemaGroup group : schemaGroups()) {
            const auto more = group();
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }();
    return kSchemas;
}

}  // namespace evenhand::ingest
