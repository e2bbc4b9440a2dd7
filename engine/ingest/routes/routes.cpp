// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/routes/routes.h"

#include <iterator>
#include <vector>

#include "engine/ingest/routes/route_groups.h"

namespace evenhand::ingest {

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
