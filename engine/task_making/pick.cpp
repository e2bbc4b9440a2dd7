// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task_making/pick.h"

#include <algorithm>
#include <iterator>

#include "engine/ring/ring.h"
#include "engine/store/records/due_window.h"

namespace evenhand::tasks {
namespace {

Result<void> putInOrder(std::vector<api::RingRange>& ranges) {
    std::sort(ranges.begin(), ranges.end(),
              [](const api::RingRange& a, const api::RingRange& b) { return a.from < b.from; });
    for (std::size_t i = 0; ranges.size() > 1 && i < ranges.size(); ++i) {
        if (ranges[i].contains(ranges[(i + 1) % ranges.size()].from)) {
            return fail(ErrorCode::InvalidArgument, "the ranges overlap", "ranges", std::to_string(ranges[i].from));
        }
    }
    return {};
}

std::vector<api::TaskKind> released(std::span<const api::TaskKind> kinds, const std::vector<api::TaskHold>& holds) {
    std::vector<api::TaskKind> rest;
    std::copy_if(kinds.begin(), kinds.end(), std::back_inserter(rest), [&](api::TaskKind kind) {
        return std::none_of(holds.begin(), holds.end(), [&](const api::TaskHold& hold) { return hold.kind == kind; });
    });
    return rest;
}

}  // namespace

Result<std::vector<store::tasks::Due>> pickDue(runtime::UnitOfWork& work, std::span<const api::TaskKind> kinds,
                                               std::int64_t limit, std::vector<api::RingRange> ranges) {
    EVENHAND_TRY(putInOrder(ranges));
    EVENHAND_ASSIGN(const auto holds, store::tasks::holds(work.database()));
    const auto open = released(kinds, holds);
    const auto window = store::tasks::dueWindow(work.database());
    return window->pick(work.database(), work.now(), open, limit, ranges,
                        [&](std::uint32_t position) { return inRanges(ranges, position); });
}

Result<std::optional<Instant>> nextDue(store::Database& database, std::span<const api::TaskKind> kinds,
                                       std::vector<api::RingRange> ranges) {
    EVENHAND_TRY(putInOrder(ranges));
    EVENHAND_ASSIGN(const auto holds, store::tasks::holdsFresh(database));
    const auto open = released(kinds, holds);
    return store::tasks::earliestDue(database, open,
                                     [&](std::uint32_t position) { return inRanges(ranges, position); });
}

}  // namespace evenhand::tasks
