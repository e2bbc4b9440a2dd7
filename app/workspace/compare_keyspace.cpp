// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/compare_keyspace.h"

#include <utility>

#include "engine/rebuild/walk.h"

namespace evenhand::app {

Result<api::KeyspaceComparison> compareKeyspace(const Workspace& workspace, std::vector<api::KeyspacePart> parts,
                                                const std::function<bool()>& goesOn) {
    EVENHAND_ASSIGN(auto walk, rebuild::begin(std::move(parts), false));
    const auto inspected =
        workspace.inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            while (!walk.ended) {
                if (!goesOn()) {
                    return fail(ErrorCode::Cancelled, "cancelled");
                }
                const auto stepped = rebuild::step(database, keyspace, keyspace.now(), walk);
                if (!stepped) {
                    return stepped;
                }
            }
            return {};
        });
    if (!inspected) {
        return fail(inspected.error());
    }
    return std::move(walk.result);
}

}  // namespace evenhand::app
