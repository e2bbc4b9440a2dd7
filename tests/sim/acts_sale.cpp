// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <any>

#include "acts.h"
#include "engine/draws/draw.h"
#include "engine/draws/keys.h"
#include "engine/draws/steps.h"

namespace evenhand::sim {
namespace {

const ActivityId kSale("sale");
const CampaignId kSpring("spring");

std::string anyUser(Rng& rng) { return "u" + std::to_string(rng.below(9)); }

}  // namespace

void attempt(World& world, Rng& rng) {
    api::SeckillAttempt attempt{kSale, UserId(anyUser(rng)), {}};
    if (rng.below(2) == 0) {
        // The same request again, by the same user.
        const auto again = rng.below(3) == 0 ? world.some("attempt", rng) : std::string();
        attempt.request =
            again.empty() ? "R" + std::to_string(world.next("attempt")) + " " + attempt.user.str() : again;
        attempt.user = UserId(attempt.request.substr(attempt.request.find(' ') + 1));
        if (again.empty()) {
            world.made("attempt").push_back(attempt.request);
        }
    }
    world.ask(world.workspace().seckill().attempt(world.call(), attempt),
              [&world, request = attempt.request, user = attempt.user.str()](const api::AttemptAnswer& answer) {
                  world.note("    " + std::string(api::toText(answer.outcome)) + " " + answer.orderNo.str());
                  world.reserved(kSale.str(), user, answer);
                  if (answer.outcome == api::AttemptOutcome::Reserved && !answer.repeated) {
                      world.made("order").push_back(answer.orderNo.str());
                  }
                  if (answer.outcome == api::AttemptOutcome::Reserved && !request.empty()) {
                      world.answered("attempt " + request, user, answer.orderNo.str());
                  }
              });
}

namespace {

void steer(World& world, Rng& rng) {
    auto& desk = world.workspace().seckill();
    switch (rng.below(8)) {
        case 0: return world.ask(desk.stop(world.call(), kSale));
        case 1:
        case 2:
        case 3: return world.ask(desk.resume(world.call(), kSale));
        case 4: return world.ask(desk.topUp(world.call(), kSale, rng.between(1, 4)));
        case 5: return world.ask(desk.check(world.call(), kSale));
        case 6: return world.ask(desk.repair(world.call(), kSale));
        default: return rng.below(6) == 0 ? world.ask(desk.end(world.call(), kSale)) : void();
    }
}

void intervene(World& world, Rng& rng) {
    auto& desk = world.workspace().seckill();
    std::vector<std::string> ids;
    if (const auto rows = world.read(desk.pending(world.call(), kSale, 100))) {
        for (const auto& row : *rows) {
            ids.push_back(row.messageId);
        }
    }
    if (!ids.empty()) {
        switch (rng.below(3)) {
            case 0: world.ask(desk.claim(world.call(), kSale, ids)); break;
            case 1: world.ask(desk.acknowledge(world.call(), kSale, ids)); break;
            default: world.ask(desk.release(world.call(), kSale, ids)); break;
        }
    }
    std::vector<DeadLetterId> letters;
    if (const auto rows = world.read(desk.deadLetters(world.call(), kSale, 100))) {
        for (const auto& row : *rows) {
            letters.push_back(row.id);
        }
    }
    if (!letters.empty()) {
        world.ask(rng.below(2) == 0 ? desk.retryLetters(world.call(), letters)
                                    : desk.dismissLetters(world.call(), letters));
    }
}

/// A sale of its own, from its set-up to its end.
void anotherSale(World& world, Rng& rng) {
    const auto id = world.some("sale", rng);
    auto& desk = world.workspace().seckill();
    if (id.empty() || rng.below(3) == 0) {
        const ActivityId made("s" + std::to_string(world.next("sale")));
        const auto now = world.clock().now();
        const api::ActivityInput input{made,
                                       "Another",
                                       Sku("voucher"),
                                       CampusId(anyCampus(rng)),
                                       Money{rng.between(1, 900)},
                                       rng.between(1, 9),
                                       now.plusMs(rng.between(0, 60'000)),
                                       now.plusMs(rng.between(61'000, 7'200'000))};
        world.made("sale").push_back(made.str());
        return world.ask(desk.setUp(world.call("root"), input));
    }
    switch (rng.below(6)) {
        case 0: return world.ask(desk.discard(world.call("root"), ActivityId(id), 0));
        case 3: {
            const auto rows = world.read(desk.activities(world.call("root")));
            const auto found = rows ? std::find_if(rows->begin(), rows->end(),
                                                   [&](const api::ActivityRow& row) { return row.set.id.str() == id; })
                                    : std::vector<api::ActivityRow>::const_iterator{};
            if (!rows || found == rows->end()) {
                return;
            }
            auto input = found->set;
            input.name = "Edited";
            input.stock += rng.between(-1, 2);
            input.end = input.end.plusMs(rng.between(-60'000, 600'000));
            return world.ask(
                desk.edit(world.call("root"), input, rng.below(4) == 0 ? found->version - 1 : found->version));
        }
        case 1: return world.ask(desk.end(world.call("root"), ActivityId(id)));
        case 2: {
            const auto user = anyUser(rng);
            return world.ask(
                desk.attempt(world.call(), {ActivityId(id), UserId(user), {}}),
                [&world, id, user](const api::AttemptAnswer& answer) { world.reserved(id, user, answer); });
        }
        default: return world.ask(desk.start(world.call("root"), ActivityId(id)));
    }
}

void drawn(World& world, const std::string& id, const std::string& user, const api::DrawAnswer& answer) {
    if (!answer.refusal) {
        const auto amount = std::to_string(answer.amount.minor);
        world.promise("SELECT amount FROM campaign_draw WHERE draw_id = ? AND state = 'granted'", id, amount);
        world.answered("draw " + id, user, amount);
    }
}

void draw(World& world, Rng& rng) {
    const auto again = rng.below(4) == 0 ? world.some("draw", rng) : std::string();
    const auto id = again.empty() ? rng.uuid() : again;
    const auto user = "u" + std::to_string(std::hash<std::string>{}(id) % 9);
    if (again.empty()) {
        world.made("draw").push_back(id);
    }
    world.ask(world.workspace().campaigns().draw(world.call(), {kSpring, DrawId(id), UserId(user), {}}),
              [&world, id, user](const api::DrawAnswer& answer) { drawn(world, id, user, answer); });
}

/// A draw whose number is the engine's: what is asked for once is drawn once, whatever becomes of the first answer.
void drawOnce(World& world, Rng& rng) {
    const auto again = rng.below(2) == 0 ? world.some("once", rng) : std::string();
    const auto key = again.empty() ? "O" + std::to_string(world.next("once")) : again;
    if (again.empty()) {
        world.made("once").push_back(key);
    }
    const auto user = "u" + std::to_string(std::hash<std::string>{}(key) % 9);
    const bool other = rng.below(8) == 0;
    auto call = world.call();
    call.once = std::make_shared<api::Once>(
        std::vector<api::Once::Key>{{key, other ? "another request" : user}}, [](const std::any& result) {
            const auto& answer = *std::any_cast<const api::DrawAnswer*>(result);
            return answer.id.str() + " " + (answer.refusal ? "refused" : std::to_string(answer.amount.minor));
        });
    world.workspace()
        .campaigns()
        .draw(call, {kSpring, {}, UserId(other ? "somebody else" : user), {}})
        .then([&world, key, body = other ? "another request" : user,
               once = call.once](const Result<api::DrawAnswer>& result) {
            // It is kept for two days of the engine's time, which goes back only where somebody sets it back.
            const auto& known = once->repeated();
            if (result || known) {
                const auto days = world.clock().latest().ms / (2 * 86'400'000);
                world.answered(
                    "once " + key + " " + std::to_string(days) + " " + std::to_string(world.made("clock reset").size()),
                    body, known ? *known : once->written());
            }
            world.note("    once " + key + (result ? " drawn" : known ? " again" : " refused"));
        });
}

using Campaign = store::campaigns::Record;

/// Settles a draw that has been rolled back, as whoever began it does who has not heard of that (C2).
void confirmTooLate(World& world, const DrawId& id, const UserId& user, const campaigns::Taken& taken) {
    enum class Came : std::uint8_t { Never, TooLate, InTime };
    world.ask(world.workspace().core().engine().ask<Came>(
                  world.call(),
                  [id, user, taken](runtime::UnitOfWork& work) -> Result<Came> {
                      EVENHAND_ASSIGN(const auto campaign, store::campaigns::find(work.database(), kSpring));
                      EVENHAND_ASSIGN(const auto row, store::draws::find(work.database(), id));
                      if (!campaign || !row || row->state != api::DrawState::RolledBack) {
                          return Came::Never;
                      }
                      const auto queues = campaign->row.settings.shape.queues;
                      const campaigns::ShardKeys shard(campaign->no, campaigns::shardOf(user, queues));
                      EVENHAND_ASSIGN(const auto settled, campaigns::settle(work.keyspace(), shard, id,
                                                                            campaigns::firstQueueOf(user, queues),
                                                                            taken, {100, 100'000, -1, -1}));
                      const bool over =
                          settled.found == campaigns::Found::Over || settled.found == campaigns::Found::Nothing;
                      return over ? Came::TooLate : Came::InTime;
                  }),
              [&world, id](Came came) {
                  world.figure("a confirm after a rollback was refused") += came == Came::TooLate ? 1 : 0;
                  if (came == Came::InTime) {
                      world.broken("C2: the draw " + id.str() + " was rolled back and confirmed afterwards");
                  }
              });
}

/// A draw step by step, as where keyspace and database do not commit as one: whoever makes it stalls in the middle and
/// is rolled back; what they do then, and asking again, comes too late (C2).
void interruptedDraw(World& world, Rng& rng) {
    const DrawId id(rng.uuid());
    const UserId user(anyUser(rng));
    const bool settles = rng.below(2) == 0;
    const bool atOnce = rng.below(3) != 0;
    const auto taken = std::make_shared<campaigns::Taken>();
    const auto inCampaign = [&world](auto what) {
        return world.workspace().core().engine().ask<void>(
            world.call(), [what](runtime::UnitOfWork& work) -> Result<void> {
                EVENHAND_ASSIGN(const auto campaign, store::campaigns::find(work.database(), kSpring));
                if (!campaign || campaign->row.state != api::CampaignState::Running) {
                    return fail(ErrorCode::WrongStatus, "it does not run");
                }
                return what(work, *campaign, campaign->row.settings.shape.queues);
            });
    };
    const auto begin = [=](runtime::UnitOfWork& work, const Campaign& campaign, std::int64_t queues) -> Result<void> {
        const campaigns::ShardKeys shard(campaign.no, campaigns::shardOf(user, queues));
        const auto queue = campaigns::firstQueueOf(user, queues);
        const auto& shape = campaign.row.settings.shape;
        EVENHAND_TRY(campaigns::begin(work.keyspace(), shard, id, user, work.now()));
        EVENHAND_ASSIGN(*taken, campaigns::take(work.keyspace(), campaigns::QueueKeys(campaign.no, queue), id, user,
                                                campaigns::widthOf(shape.maxDiscount)));
        if (taken->found == campaigns::Found::Now && settles) {
            const auto& limits = campaign.row.settings;
            EVENHAND_TRY(campaigns::settle(
                work.keyspace(), shard, id, queue, *taken,
                {limits.countLimit, limits.amountLimit.minor, -1, limits.capAtMax ? shape.maxDiscount.minor : -1}));
        }
        return {};
    };
    const auto rollBack = [=](runtime::UnitOfWork& work, const Campaign& campaign, std::int64_t queues) {
        return campaigns::recover(work, campaign, campaigns::shardOf(user, queues), id);
    };
    world.ask(inCampaign(begin), [=, &world] {
        world.made("draw under way").push_back(id.str() + " " + user.str());
        if (!atOnce || !world.alive()) {
            return;  // its campaign rolls it back after a while
        }
        world.ask(inCampaign(rollBack), [=, &world] {
            if (world.alive()) {
                confirmTooLate(world, id, user, *taken);
            }
        });
    });
    if (const auto older = world.some("draw under way", rng); !older.empty()) {
        const auto space = older.find(' ');
        const DrawId theirs(older.substr(0, space));
        const UserId them(older.substr(space + 1));
        confirmTooLate(world, theirs, them, {campaigns::Found::Now, 5, 0});
        world.ask(world.workspace().campaigns().draw(world.call(), {kSpring, theirs, them, {}}),
                  [&world, older](const api::DrawAnswer& answer) {
                      if (!answer.refusal) {
                          world.promise("SELECT amount FROM campaign_draw WHERE draw_id = ? AND state = 'granted'",
                                        older.substr(0, older.find(' ')), std::to_string(answer.amount.minor));
                      }
                  });
    }
}

void giveBack(World& world, Rng& rng) {
    if (const auto id = world.some("draw", rng); !id.empty()) {
        world.ask(world.workspace().campaigns().giveBack(world.call(), DrawId(id)));
    }
}

/// One that was copied from the first: edited, removed or begun.
void copied(World& world, Rng& rng) {
    auto& desk = world.workspace().campaigns();
    const CampaignId id(world.some("campaign", rng));
    if (id.str().empty()) {
        return;
    }
    switch (rng.below(4)) {
        case 0: return world.ask(desk.remove(world.call(), id));
        case 1:
            if (const auto row = world.read(desk.campaign(world.call(), id))) {
                auto settings = row->settings;
                settings.name = "Edited";
                settings.shape.budget = Money{settings.shape.budget.minor + rng.between(-100, 300)};
                settings.end = settings.end.plusMs(rng.between(0, 600'000));
                world.ask(desk.edit(world.call(), id, settings, rng.below(4) == 0 ? row->version - 1 : row->version));
            }
            return;
        default: return world.ask(desk.start(world.call(), id));
    }
}

void campaign(World& world, Rng& rng) {
    auto& desk = world.workspace().campaigns();
    switch (rng.below(8)) {
        case 0:
        case 1: return world.ask(desk.pause(world.call(), kSpring));
        case 2:
        case 3:
        case 4: return world.ask(desk.resume(world.call(), kSpring));
        case 5: return rng.below(8) == 0 ? world.ask(desk.stop(world.call(), kSpring)) : void();
        case 6: {
            const CampaignId id("c" + std::to_string(world.next("campaign")));
            world.made("campaign").push_back(id.str());
            return world.ask(desk.copy(world.call(), kSpring, id));
        }
        default: return copied(world, rng);
    }
}

}  // namespace

std::vector<Act> saleActs() {
    return {{"attempt", 10, attempt},
            {"steer the sale", 3, steer},
            {"intervene in the sale", 2, intervene},
            {"another sale", 2, anotherSale},
            {"draw", 8, draw},
            {"draw once", 3, drawOnce},
            {"a draw is interrupted", 2, interruptedDraw},
            {"give back a draw", 1, giveBack},
            {"steer the campaign", 2, campaign}};
}

}  // namespace evenhand::sim
