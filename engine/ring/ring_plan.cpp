// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ring/ring_plan.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "engine/ring/ring.h"

namespace evenhand::tasks {
namespace {

using api::PlannedMove;

bool isOnePiece(const PlannedMove& left, const PlannedMove& right) {
    return left.range.to == right.range.from && left.from == right.from && left.to == right.to;
}

/// Between two neighbouring nodes of the larger ring the owners are constant in both.
std::vector<PlannedMove> movesBetween(const Ring& before, const Ring& after, const std::vector<api::Member>& members) {
    std::set<std::uint32_t> bounds;
    for (const auto& member : members) {
        bounds.insert(member.positions.begin(), member.positions.end());
    }
    std::vector<PlannedMove> moves;
    auto from = bounds.empty() ? 0 : *bounds.rbegin();
    for (const auto to : bounds) {
        const auto had = before.ownerOf(from);
        const PlannedMove move{
            {from, to}, had ? static_cast<std::int64_t>(*had) : -1, static_cast<std::int64_t>(*after.ownerOf(from))};
        if (move.from == move.to) {
            // It stays.
        } else if (!moves.empty() && isOnePiece(moves.back(), move)) {
            moves.back().range.to = to;
        } else {
            moves.push_back(move);
        }
        from = to;
    }
    if (moves.size() > 1 && isOnePiece(moves.back(), moves.front())) {
        moves.front().range.from = moves.back().range.from;
        moves.pop_back();
    }
    std::sort(moves.begin(), moves.end(),
              [](const PlannedMove& left, const PlannedMove& right) { return left.range.from < right.range.from; });
    return moves;
}

}  // namespace

api::RingPlan planRing(std::vector<api::Member> members, std::int64_t add, std::uint64_t seed) {
    const auto present = members.size();
    Rng rng(seed);
    for (std::int64_t i = 0; i < add; ++i) {
        api::Member added;
        added.id = "added " + std::to_string(i);
        added.positions = drawPositions(added.id, Instant{}, kVirtualNodes, members, rng);
        members.push_back(std::move(added));
    }
    const auto first = std::span(members).first(present);
    const Ring before(first);
    const Ring after(members);
    api::RingPlan plan;
    plan.workers.reserve(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
        api::PlannedWorker worker;
        worker.name = members[i].name;
        worker.positions = members[i].positions;
        if (i < present) {
            worker.before = before.rangesOf(i);
            worker.shareBefore = before.shareOf(i);
        }
        worker.after = after.rangesOf(i);
        worker.shareAfter = after.shareOf(i);
        plan.workers.push_back(std::move(worker));
    }
    plan.moves = movesBetween(before, after, members);
    plan.moved = movedShare(first, members);
    return plan;
}

}  // namespace evenhand::tasks
