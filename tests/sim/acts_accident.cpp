// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts.h"
#include "engine/dispatch/topics.h"
#include "engine/seckill/order_maker.h"
#include "engine/seckill_slots/keys.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/records/activity_store.h"

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

/// A message of a sale comes again to whoever makes its orders, of any order that there is so far: it has had its
/// effect. It goes past the topic, where each message that waits stands for a unit (S1).
void saleMessageAgain(World& world, Rng& rng) {
    world.ask(
        world.workspace().core().engine().ask<bool>(
            world.call(),
            [sale = rng.below(100), order = rng.below(100)](runtime::UnitOfWork& work) -> Result<bool> {
                EVENHAND_ASSIGN(const auto running, store::activities::running(work.database()));
                if (running.empty()) {
                    return false;
                }
                const auto& id = running[sale % running.size()];
                auto& statement = work.database().statement(
                    "SELECT order_no, user_id, placed_at FROM orders WHERE activity_id = ? ORDER BY order_id");
                statement.bind(id.str());
                std::vector<runtime::Message> all;
                EVENHAND_TRY(store::eachRow(statement, [&](const store::Statement& row) {
                    all.push_back(
                        {seckill::ActivityKeys(id).topic,
                         "1-1",
                         2,
                         {{"user", row.text("user_id")}, {"no", row.text("order_no")}, {"at", row.text("placed_at")}}});
                }));
                if (all.empty()) {
                    return false;
                }
                seckill::OrderMaker maker(std::make_shared<seckill::SharedState>());
                EVENHAND_TRY(maker.handle(work, all[order % all.size()]));
                return true;
            }),
        [&world](bool came) { world.figure("a message of a sale again") += came ? 1 : 0; });
}

/// Messages of sales are read by a process that ends before it has done anything with them. The next one has them
/// again, behind those that came later.
void saleMessagesLate(World& world, Rng& rng) {
    while (world.step()) {
    }
    if (!world.alive()) {
        return;
    }
    // In one batch with what is read.
    for (auto attempts = rng.below(4); attempts > 0; --attempts) {
        attempt(world, rng);
    }
    world.ask(world.workspace().core().engine().ask<std::int64_t>(
                  world.call(),
                  [count = std::to_string(rng.between(1, 3))](runtime::UnitOfWork& work) -> Result<std::int64_t> {
                      EVENHAND_ASSIGN(const auto running, store::activities::running(work.database()));
                      std::int64_t read = 0;
                      for (const auto& id : running) {
                          const seckill::ActivityKeys keys(id);
                          EVENHAND_ASSIGN(const auto waiting, work.keyspace().call({"XLEN", keys.stream}));
                          if (waiting.integer > 0) {
                              EVENHAND_ASSIGN(const auto reply,
                                              work.keyspace().call({"XREADGROUP", "GROUP", seckill::kGroup, "engine",
                                                                    "COUNT", count, "STREAMS", keys.stream, ">"}));
                              for (const auto& stream : reply.elements) {
                                  read += static_cast<std::int64_t>(stream.elements.back().elements.size());
                              }
                          }
                      }
                      return read;
                  }),
              [&world](std::int64_t read) { world.figure("messages of a sale late") += read; });
    world.messagesAreRead();
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
            {"a message of a sale again", 2, saleMessageAgain},
            {"messages of sales late", 2, saleMessagesLate},
            {"the log is lost", 1, logLost}};
}

}  // namespace evenhand::sim
