// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts.h"
#include "engine/ring/ring.h"

namespace evenhand::sim {
namespace {

void timer(World& world, Rng& rng) {
    const auto no = world.some("order", rng);
    if (no.empty()) {
        return;
    }
    auto& desk = world.workspace().timers();
    const std::vector<api::TimerRef> refs{{OrderNo(no), {}, {}}};
    switch (rng.below(7)) {
        case 0: return world.ask(desk.run(world.call(), refs));
        case 1: return world.ask(desk.postponeBy(world.call(), refs, rng.between(1, 3'600'000)));
        case 2:
            return world.ask(desk.postponeTo(world.call(), refs, world.clock().now().plusMs(rng.between(1, 600'000))));
        case 3: {
            const auto found = world.read(world.workspace().orders().detail(world.call(), OrderNo(no)));
            const bool unpaid = found && found->row.status == api::OrderStatus::WaitPay;
            return world.ask(desk.cancel(world.call(), {{OrderNo(no), api::TimerKind::Unpaid, {}}}),
                             [&world, no, unpaid](const std::vector<api::TimerOutcome>& rows) {
                                 if (unpaid && !rows.front().error) {  // T4
                                     world.promise(
                                         "SELECT CASE COALESCE(close_reason, '') WHEN 'timeout' THEN 'timed out' ELSE "
                                         "'no' END FROM orders WHERE order_no = ?",
                                         no, "no");
                                 }
                             });
        }
        case 4: return world.ask(desk.setPaused(world.call(), api::allTimerKinds()[rng.below(5)], rng.below(2) == 0));
        case 5: return world.ask(desk.extend(world.call(), refs, rng.between(1, 3'600'000)));
        default: return world.ask(desk.retry(world.call(), refs));
    }
}

void queue(World& world, Rng& rng) {
    auto& desk = world.workspace().timers();
    switch (rng.below(4)) {
        case 0: return world.ask(desk.compareQueue(world.call()));
        case 1: return world.ask(desk.rearmQueue(world.call()));
        default: return world.ask(desk.setQueue(world.call("root"), rng.below(3) != 0, rng.between(100, 60'000)));
    }
}

void alert(World& world, Rng& rng) {
    auto& desk = world.workspace().alerts();
    std::vector<api::AlertRef> alerts;
    if (const auto rows = world.read(desk.page(world.call(), {}))) {
        for (const auto& row : *rows) {
            alerts.emplace_back(row.id, row.version);
        }
    }
    if (alerts.empty()) {
        return;
    }
    alerts.resize(1 + rng.below(alerts.size()));
    switch (rng.below(3)) {
        case 0: return world.ask(desk.acknowledge(world.call(), alerts));
        case 1:
            return world.ask(desk.silence(world.call(), alerts, world.clock().now().plusMs(rng.between(1, 900'000))));
        default: return world.ask(desk.resolve(world.call(), alerts));
    }
}

/// A worker who claims, and then stalls, dies, or is quick; what it knows of the ring may be old.
void stallingWorker(World& world, Rng& rng) {
    api::TaskClaim claim{"staller", rng.between(1, 5), {}, {}};
    if (rng.below(2) == 0) {
        const auto from = static_cast<std::uint32_t>(rng.next());
        claim.ranges = {{from, from + 0x7FFFFFFFU}};
        if (claim.ranges.front().to < from) {
            claim.ranges = {{0, 0x7FFFFFFFU}};
        }
    }
    world.ask(world.workspace().tasks().claim(world.call(), claim), [&world](const std::vector<api::TaskJob>& jobs) {
        for (const auto& job : jobs) {
            world.made("claim").push_back(std::to_string(job.id.value) + " " + std::to_string(job.token) + " " +
                                          (api::isInner(job.kind) ? "inner" : "outer"));
        }
    });
}

void lateReport(World& world, Rng& rng) {
    const auto claim = world.some("claim", rng);
    if (claim.empty()) {
        return;
    }
    const auto space = claim.find(' ');
    const auto kind = claim.rfind(' ');
    const api::TaskTicket ticket{TaskId{std::stoll(claim)}, std::stoll(claim.substr(space + 1))};
    auto& desk = world.workspace().tasks();
    if (rng.below(4) == 0) {
        return world.ask(desk.renew(world.call(), {ticket}));
    }
    if (claim.substr(kind + 1) == "inner") {
        return world.ask(desk.perform(world.call(), {ticket}));
    }
    world.ask(desk.report(
        world.call(), {{ticket, rng.below(2) == 0 ? api::TaskOutcome::Retry : api::TaskOutcome::Dead, "late", {}, 0}}));
}

void worker(World& world, Rng&) { world.work(); }

void tasks(World& world, Rng& rng) {
    auto& desk = world.workspace().tasks();
    if (rng.below(4) == 0) {
        return world.ask(desk.setHeld(
            world.call(), {rng.below(2) == 0 ? api::TaskKind::Refund : api::TaskKind::Webhook}, rng.below(3) == 0));
    }
    if (rng.below(6) == 0) {  // sometimes too many, and sometimes after somebody else
        return world.ask(desk.setWorkers(
            world.call(), {static_cast<std::int64_t>(rng.below(120)), static_cast<std::int64_t>(rng.below(4))}));
    }
    const auto rows = world.read(desk.page(world.call(), {}));
    if (!rows || rows->empty()) {
        return;
    }
    const auto& row = (*rows)[rng.below(rows->size())];
    world.ask(rng.below(4) == 0 ? desk.drop(world.call(), {{row.id, 0}}) : desk.retry(world.call(), {{row.id, 0}}));
}

void ringWorker(World& world, Rng& rng) { world.ringTurn(rng); }

/// S4: an attempt that is refused changes nothing.
void refusedAttempt(World& world, Rng& rng) {
    const auto other = world.some("sale", rng);
    const ActivityId sale(rng.below(3) != 0 ? "sale" : other.empty() ? "unknown" : other);
    const api::SeckillAttempt attempt{sale, UserId("u" + std::to_string(rng.below(9))),
                                      "S4 " + std::to_string(world.next("refused"))};
    const auto answer = world.leavesNoTrace<api::AttemptAnswer>(
        [&] { return world.workspace().seckill().attempt(world.call(), attempt); });
    if (!answer) {
        return;
    }
    world.note("    " + std::string(api::toText(answer->first.outcome)));
    if (answer->first.outcome == api::AttemptOutcome::Reserved) {
        world.made("order").push_back(answer->first.orderNo.str());
    } else if (!answer->second) {
        world.broken("S4: an attempt was refused (" + std::string(api::toText(answer->first.outcome)) +
                     ") and left a trace");
    }
}

/// W2 and W4 of a ring whose members come, go and lose their leases.
void ring(World& world, Rng& rng) {
    std::vector<api::Member> members;
    const auto count = rng.below(7);
    for (std::uint64_t i = 0; i < count; ++i) {
        api::Member member;
        member.id = "m" + std::to_string(i);
        member.positions = tasks::drawPositions("here", world.clock().now(), tasks::kVirtualNodes, members, rng);
        members.push_back(std::move(member));
    }
    const auto covers = [&](const std::vector<api::Member>& some) {
        const tasks::Ring made(some);
        std::vector<api::RingRange> all;
        for (std::size_t i = 0; i < some.size(); ++i) {
            const auto ranges = made.rangesOf(i);
            all.insert(all.end(), ranges.begin(), ranges.end());
        }
        return some.empty() || tasks::coversRing(all);
    };
    auto fewer = members;
    if (!fewer.empty()) {
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(rng.below(fewer.size())));
    }
    if (!covers(members) || !covers(fewer)) {
        world.broken("W2: the ranges of " + std::to_string(count) + " workers do not cover the ring");
    }
    // A share varies by about 1/sqrt(nodes); four times that is not met by chance.
    if (count > 1 && tasks::movedShare(members, fewer) > 1.0 / static_cast<double>(count) * 1.7) {
        world.broken("W4: one of " + std::to_string(count) + " workers left and too much moved");
    }
}

void webhook(World& world, Rng& rng) {
    auto& desk = world.workspace().webhooks();
    const auto call = world.call("root");
    const auto rows = world.read(desk.webhooks(call));
    if (rng.below(6) == 0) {
        api::WebhookInput input{"More", "https://more.example/hook", {api::WebhookEvent::OrderClosed}, true};
        return world.askAlone([&] { return desk.create(call, input, {}); });
    }
    if (!rows || rows->empty()) {
        return;
    }
    const auto& row = (*rows)[rng.below(rows->size())];
    switch (rng.below(7)) {
        case 0: return world.ask(desk.test(call, row.id));
        case 1: {
            auto input = row.input;
            input.enabled = !input.enabled;
            return world.ask(desk.edit(call, {row.id, 0}, input));
        }
        case 2: return world.askAlone([&] { return desk.newSecret(call, {row.id, 0}, {}); });
        case 3: return rows->size() > 1 ? world.askAlone([&] { return desk.remove(call, {row.id, 0}); }) : void();
        default: {
            api::DeliveryQuery query;
            query.limit = 5;
            std::vector<api::DeliveryRef> refs;
            if (const auto found = world.read(desk.deliveries(call, query))) {
                for (const auto& delivery : *found) {
                    refs.push_back({delivery.id, delivery.token});
                }
            }
            return refs.empty() ? void() : world.ask(desk.resend(call, refs));
        }
    }
}

}  // namespace

std::vector<Act> workActs() {
    return {{"act on a timer", 4, timer},      {"act on the queue", 1, queue},
            {"act on alerts", 1, alert},       {"a worker claims", 3, stallingWorker},
            {"a late report", 3, lateReport},  {"a good worker", 4, worker},
            {"act on tasks", 2, tasks},        {"the ring changes", 1, ring},
            {"the ring works", 4, ringWorker}, {"a refused attempt", 2, refusedAttempt},
            {"act on webhooks", 2, webhook}};
}

}  // namespace evenhand::sim
