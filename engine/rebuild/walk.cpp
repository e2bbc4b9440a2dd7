// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rebuild/walk.h"

#include <array>
#include <set>
#include <utility>

#include "engine/base/counted.h"
#include "engine/rebuild/generation.h"

namespace evenhand::rebuild {
namespace {

using PartStep = Result<void> (*)(const Sides&, Cursor&, Tally&);

constexpr std::array<PartStep, api::kKeyspaceParts> kSteps{stepWeights, stepTimers, stepStocks, stepQueues,
                                                           stepStreams};

/// What the audit log says of a piece that has changed something.
void note(runtime::UnitOfWork& work, api::KeyspacePart part, std::int64_t repaired) {
    work.note("keyspace",
              std::string(api::toText(part)) +
                  (repaired > 0 ? ": " + base::counted(repaired, "entry", "entries") + " put right" : std::string()));
}

/// All parts were walked through.
Result<void> endLook(const Sides& sides, Walk& walk) {
    walk.at = 0;
    if (!walk.fix) {
        EVENHAND_ASSIGN(walk.result.generation, checkGeneration(sides.database, sides.keyspace));
        walk.ended = true;
        return {};
    }
    if (walk.opens) {
        EVENHAND_ASSIGN(const auto number, openGeneration(*sides.work));
        sides.work->note("keyspace", "generation " + std::to_string(number) + " opened");
    }
    walk.fix = false;
    for (auto& part : walk.result.parts) {
        part.checked = part.differing = 0;
        part.differences.clear();
    }
    return {};
}

Result<void> stepOn(const Sides& sides, Walk& walk) {
    if (walk.at == walk.parts.size()) {
        return endLook(sides, walk);
    }
    const auto part = walk.parts[walk.at];
    auto& found = walk.result.parts[walk.at];
    const auto before = found.repaired;
    Tally tally(found);
    EVENHAND_TRY(kSteps[static_cast<std::size_t>(part)](sides, walk.cursor, tally));
    if (sides.fixes()) {
        note(*sides.work, part, found.repaired - before);
    }
    if (walk.cursor.ended) {
        walk.cursor = {};
        ++walk.at;
    }
    return {};
}

}  // namespace

Result<Walk> begin(std::vector<api::KeyspacePart> parts, bool fix) {
    Walk walk;
    walk.fix = fix;
    walk.opens = fix && parts.empty();
    if (parts.empty()) {
        parts.assign(api::allKeyspaceParts().begin(), api::allKeyspaceParts().end());
    }
    std::set<api::KeyspacePart> seen;
    for (const auto part : parts) {
        if (!seen.insert(part).second) {
            return fail(ErrorCode::InvalidArgument, "is named twice", "parts", std::string(api::toText(part)));
        }
        api::KeyspacePartFound found;
        found.part = part;
        walk.result.parts.push_back(std::move(found));
    }
    walk.parts = std::move(parts);
    return walk;
}

Result<void> step(store::Database& database, keyspace::Keyspace& keyspace, Instant now, Walk& walk) {
    walk.result.at = now;
    return stepOn({database, keyspace}, walk);
}

Result<void> step(runtime::UnitOfWork& work, Walk& walk) {
    walk.result.at = work.now();
    return stepOn({work.database(), work.keyspace(), walk.fix ? &work : nullptr}, walk);
}

}  // namespace evenhand::rebuild
