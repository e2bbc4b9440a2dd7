// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts.h"
#include "engine/dispatch/topics.h"

namespace evenhand::sim {
namespace {

using test::Fault;

/// The process dies, or the power fails, at one of the next writes.
void crash(World& world, Rng& rng) {
    const auto kind = rng.below(2) == 0 ? Fault::PowerLoss : Fault::Kill;
    world.fault(kind, rng.between(1, 40), 1, rng.next());
}

void diskFails(World& world, Rng& rng) {
    static constexpr Fault kKinds[] = {Fault::Full, Fault::WriteError, Fault::SyncError};
    world.fault(kKinds[rng.below(3)], rng.between(1, 20), rng.between(1, 6), rng.next());
}

void diskIsWell(World& world, Rng&) { world.fault(Fault::None, 0, 0, 1); }

void restart(World& world, Rng&) { world.restart(); }

void clockForward(World& world, Rng& rng) {
    const auto ms = rng.below(3) == 0 ? rng.between(0, 3LL * 86'400'000) : rng.between(0, 3'600'000);
    world.clock().set(world.clock().now().plusMs(ms));
}

void clockBack(World& world, Rng& rng) { world.clock().set(world.clock().now().plusMs(-rng.between(0, 4'000'000))); }

void resetClock(World& world, Rng&) {
    world.made("clock reset").emplace_back();
    world.ask(world.workspace().timers().resetClock(world.call("root")));
}

/// A message of dispatch comes again, of this epoch or of one before; by then others have come.
void messageAgain(World& world, Rng& rng) {
    const OrderNo no(world.some("order", rng));
    const auto found = world.read(world.workspace().orders().detail(world.call(), no));
    if (!found) {
        return;
    }
    const auto row = found->row;
    const auto epoch = rng.between(1, row.epoch);
    world.ask(world.workspace().core().engine().ask<void>(world.call(), [row, epoch](runtime::UnitOfWork& work) {
        return dispatch::publishOrder(work, row.id, row.orderNo, row.campus, epoch);
    }));
}

/// Records of who was assigned what, by which a message that comes again is known, are gone before their time.
void logLost(World& world, Rng& rng) {
    const auto modulus = rng.between(1, 3);
    world.ask(
        world.workspace().core().engine().ask<void>(world.call(), [modulus](runtime::UnitOfWork& work) -> Result<void> {
            EVENHAND_ASSIGN(const auto keys, work.keyspace().call({"KEYS", "*:log:*"}));
            for (std::size_t i = 0; i < keys.elements.size(); i += static_cast<std::size_t>(modulus)) {
                EVENHAND_TRY(work.keyspace().call({"DEL", keys.elements[i].text}));
            }
            return {};
        }));
}

}  // namespace

std::vector<Act> accidentActs() {
    return {{"crash soon", 4, crash},
            {"the disk fails", 3, diskFails},
            {"the disk is well", 3, diskIsWell},
            {"restart", 1, restart},
            {"clock forward", 2, clockForward},
            {"clock back", 1, clockBack},
            {"reset the clock", 1, resetClock},
            {"a message again", 2, messageAgain},
            {"the log is lost", 1, logLost}};
}

}  // namespace evenhand::sim
