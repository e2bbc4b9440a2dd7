// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "acts.h"

namespace evenhand::sim {
namespace {

constexpr const char* kPlaced = "SELECT payable FROM orders WHERE order_no = ?";
constexpr const char* kPaid = "SELECT amount FROM payment WHERE payment_no = ?";
constexpr const char* kOwed = "SELECT amount FROM owed_payment WHERE payment_no = ?";

api::PlaceOrder anOrder(Rng& rng, const std::string& no) {
    api::PlaceOrder order;
    order.key = no;
    order.orderNo = OrderNo(no);
    order.user = UserId("u" + std::to_string(rng.below(9)));
    order.campus = CampusId(anyCampus(rng));
    static constexpr std::pair<const char*, std::int64_t> kGoods[] = {
        {"tea", 250}, {"rice", 1'200}, {"soup", 99}, {"free", 0}};
    for (auto lines = 1 + rng.below(3); lines > 0; --lines) {
        const auto& [sku, price] = kGoods[rng.below(std::size(kGoods))];
        order.lines.push_back({Sku(rng.below(30) == 0 ? "nothing" : sku), rng.between(1, 3), Money{price}});
    }
    return order;
}

/// `user` is what may differ between two orders with the same number here.
void placedAs(World& world, const std::string& no, const std::string& user, const api::PlacedOrder& placed) {
    const auto payable = std::to_string(placed.payable.minor);
    world.promise(kPlaced, no, payable);
    world.answered("order " + no, user, std::to_string(placed.id.value) + " " + placed.orderNo.str() + " " + payable);
}

void place(World& world, Rng& rng) {
    // The same number has the same body, mostly.
    const auto again = rng.below(8) == 0 ? world.some("order", rng) : std::string();
    const auto no = again.empty() ? "N" + std::to_string(world.next("order")) : again;
    Rng body(std::hash<std::string>{}(no));
    auto order = anOrder(body, no);
    if (!again.empty() && rng.below(3) == 0) {
        order.user = UserId("somebody else");
    }
    if (again.empty()) {
        world.made("order").push_back(no);
    }
    if (rng.below(4) == 0) {
        order.draw =
            api::OrderDraw{CampaignId("spring"), rng.below(2) == 0 ? DrawId(world.some("draw", rng)) : DrawId()};
    }
    world.ask(
        world.workspace().orders().place(world.call(), order),
        [&world, no, user = order.user.str()](const api::PlacedOrder& placed) { placedAs(world, no, user, placed); });
}

void pay(World& world, Rng& rng) {
    const auto no = world.some("order", rng);
    const auto again = rng.below(6) == 0 ? world.some("payment", rng) : std::string();
    const auto payment = again.empty() ? "P" + std::to_string(world.next("payment")) : again;
    api::PayOrder request{PaymentNo(payment), OrderNo(no.empty() || rng.below(20) == 0 ? "nowhere" : no), Money{5}};
    if (const auto found = world.read(world.workspace().orders().detail(world.call(), request.orderNo))) {
        request.amount = found->row.payable;
    }
    request.amount.minor += rng.below(12) == 0 ? 1 : 0;
    if (again.empty()) {
        world.made("payment").push_back(payment);
    }
    const auto amount = std::to_string(request.amount.minor);
    auto answer = rng.below(8) == 0 ? world.workspace().orders().recordPayment(world.call("bob"), request)
                                    : world.workspace().orders().pay(world.call(), request);
    world.ask(std::move(answer), [&world, payment, amount, order = request.orderNo.str()](const auto& paid) {
        world.promise(paid.owed ? kOwed : kPaid, payment, amount);
        world.answered("payment " + payment, order + " " + amount,
                       std::string(api::toText(paid.outcome)) + (paid.owed ? " owed" : ""));
    });
}

void cancel(World& world, Rng& rng) {
    if (const auto no = world.some("order", rng); !no.empty()) {
        world.ask(world.workspace().orders().cancel(world.call(), {{OrderNo(no), 0}}),
                  [&world, no](const std::vector<api::RowOutcome>& rows) {
                      if (!rows.front().error) {
                          world.promise("SELECT status FROM orders WHERE order_no = ?", no, "CLOSED");
                      }
                  });
    }
}

/// A row of a file, which may come again with the same file.
void import(World& world, Rng& rng) {
    const auto again = rng.below(4) == 0 ? world.some("row", rng) : std::string();
    const auto no = again.empty() ? "J" + std::to_string(world.next("row")) : again;
    Rng body(std::hash<std::string>{}(no));
    auto order = anOrder(body, no);
    order.placedAt = World::kStart.plusMs(-body.between(0, 400LL * 86'400'000));
    if (body.below(2) == 0) {
        order.payWith = PaymentNo("PI" + no);
    }
    if (again.empty()) {
        world.made("order").push_back(no);
        world.made("row").push_back(no);
    }
    world.ask(world.workspace().orders().placeAvailable(world.call("import"), order),
              [&world, no](const api::PlacedOrder& placed) { placedAs(world, no, "imported", placed); });
}

void importReturn(World& world, Rng& rng) {
    api::MatchReturn request;
    request.number = ReturnNo("M" + std::to_string(world.next("match")));
    request.user = UserId("u" + std::to_string(rng.below(9)));
    request.line = {Sku(rng.below(2) == 0 ? "tea" : "rice"), rng.between(1, 4)};
    request.at = world.clock().now();
    request.approve = rng.below(2) == 0;
    world.ask(world.workspace().returns().requestMatched(world.call("import"), request));
}

/// A file of orders from the last days, mostly paid, and of what came back: in its own time, in which timers and
/// dispatch work as they did then.
void importFile(World& world, Rng& rng) {
    Instant at = world.clock().now();
    world.clock().set(at.plusMs(rng.between(0, 3LL * 86'400'000)));
    world.import([&] {
        const auto end = world.clock().now();
        for (auto rows = rng.between(1, 12); rows > 0; --rows) {
            at = std::min(end, at.plusMs(rng.between(0, 12LL * 3'600'000)));
            auto call = world.call("root");
            call.at = at;
            if (rng.below(6) == 0) {
                api::MatchReturn request;
                request.number = ReturnNo("M" + std::to_string(world.next("match")));
                request.user = UserId("u" + std::to_string(rng.below(9)));
                request.line = {Sku(rng.below(2) == 0 ? "tea" : "rice"), rng.between(1, 4)};
                request.at = at;
                request.approve = rng.below(2) == 0;
                world.ask(world.workspace().returns().requestMatched(call, request));
                continue;
            }
            const auto no = "I" + std::to_string(world.next("import"));
            auto order = anOrder(rng, no);
            order.placedAt = at;
            if (rng.below(4) != 0) {
                order.payWith = PaymentNo("PI" + no);
            }
            world.made("order").push_back(no);
            world.ask(world.workspace().orders().placeAvailable(call, order),
                      [&world, no](const api::PlacedOrder& placed) {
                          world.promise(kPlaced, no, std::to_string(placed.payable.minor));
                      });
            if (rng.below(3) == 0) {
                (void)world.step();
            }
        }
    });
}

void stock(World& world, Rng& rng) {
    world.ask(world.workspace().orders().upsertProducts(
        world.call("root"),
        {{Sku("tea"), "Tea", Money{250}, rng.between(0, 20)}, {Sku("rice"), "Rice", Money{1'200}, rng.between(0, 9)}},
        rng.below(5) != 0));
}

void report(World& world, Rng& rng) {
    const auto no = world.some("order", rng);
    const auto found = world.read(world.workspace().orders().detail(world.call(), OrderNo(no)));
    if (!found) {
        return;
    }
    api::CourierReport report;
    report.kind = static_cast<api::CourierReport::Kind>(rng.below(8) == 0                                   ? 2
                                                        : found->row.status == api::OrderStatus::WaitPickUp ? 0
                                                                                                            : 1);
    report.orderNo = OrderNo(no);
    report.courier = rng.below(10) == 0 ? anyCourier(rng, found->row.campus.str()) : found->row.courier;
    report.epoch = found->row.epoch - (rng.below(10) == 0 ? 1 : 0);
    report.note = "note";
    world.ask(world.workspace().orders().report(world.call(), report));
}

void duty(World& world, Rng& rng) {
    const std::string campus = anyCampus(rng);
    world.ask(world.workspace().dispatch().setDuty(world.call(), anyCourier(rng, campus), rng.below(5) < 3));
}

void loadLimit(World& world, Rng& rng) {
    const auto courier = anyCourier(rng, anyCampus(rng));
    const auto orders = rng.between(0, 4);  // 0: any number
    world.ask(world.workspace().dispatch().setLoadLimit(world.call("root"), courier,
                                                        rng.below(3) == 0 ? std::nullopt : std::optional(orders)));
}

void hire(World& world, Rng& rng) {
    const std::string campus = anyCampus(rng);
    const auto id = anyCourier(rng, campus);
    api::CourierInput input{id, CampusId(campus), "Name of " + id.str(), std::to_string(rng.below(3)),
                            rng.below(2) == 0};
    input.version = static_cast<std::int64_t>(rng.below(4));  // who saw it, rightly or not, or imports it (0)
    world.ask(world.workspace().dispatch().upsertCouriers(world.call("root"), {input}));
}

/// Shifts of a day, some of them over midnight, some that overlap; one time in three none.
api::DayHours anyShifts(Rng& rng) {
    api::DayHours shifts;
    for (auto count = rng.below(3); count > 0; --count) {
        const int begin = static_cast<int>(rng.below(api::kDayMinutes));
        shifts.push_back({begin, begin + 1 + static_cast<int>(rng.below(api::kDayMinutes - 1))});
    }
    return shifts;
}

void roster(World& world, Rng& rng) {
    auto& desk = world.workspace().shifts();
    const auto courier = anyCourier(rng, anyCampus(rng));
    const auto today = world.workspace().status().now.ms / base::kDayMs;
    const api::CalendarDay day{today + static_cast<std::int64_t>(rng.below(3))};
    switch (rng.below(4)) {
        case 0: world.ask(desk.setException(world.call(), courier, {day, anyShifts(rng)})); return;
        case 1: world.ask(desk.removeException(world.call(), courier, day)); return;
        default: break;
    }
    api::Week week;
    for (auto& hours : week) {
        hours = anyShifts(rng);
    }
    world.ask(desk.setWeek(world.call(), courier, rng.below(5) == 0 ? api::Week() : week));
}

void reassign(World& world, Rng& rng) {
    const auto no = world.some("order", rng);
    const CourierId to = rng.below(2) == 0 ? anyCourier(rng, anyCampus(rng)) : CourierId();
    world.ask(world.workspace().dispatch().reassign(world.call(), {{OrderNo(no), 0}}, {to, rng.below(3) == 0}),
              [&world, undo = rng.below(3) == 0](const std::vector<api::ReassignOutcome>& rows) {
                  if (undo && !rows.front().error) {
                      world.ask(world.workspace().dispatch().undoReassign(world.call(), rows));
                  }
              });
}

void handOver(World& world, Rng& rng) {
    world.ask(world.workspace().dispatch().handOver(world.call(), anyCourier(rng, anyCampus(rng)), {}));
}

void pause(World& world, Rng& rng) {
    world.ask(world.workspace().dispatch().setPaused(world.call(), CampusId(anyCampus(rng)), rng.below(3) == 0));
}

void calibrate(World& world, Rng& rng) {
    world.ask(world.workspace().dispatch().calibrate(world.call(), CampusId(anyCampus(rng))),
              [&world](const std::vector<api::CalibrationRow>& rows) {
                  for (const auto& row : rows) {
                      if (row.difference != 0) {
                          world.broken("D3: a calibration found a drift at " + row.courier.str());
                      }
                  }
              });
}

void noteOnOrder(World& world, Rng& rng) {
    world.ask(world.workspace().orders().note(world.call(), {{OrderNo(world.some("order", rng)), 0}}, "they called"));
}

void letters(World& world, Rng&) {
    const auto rows = world.read(world.workspace().dispatch().deadLetters(world.call(), 100));
    std::vector<DeadLetterId> ids;
    for (const auto& row : *rows) {
        ids.push_back(row.id);
    }
    if (!ids.empty()) {
        world.ask(world.workspace().dispatch().retryDeadLetters(world.call(), ids));
    }
}

}  // namespace

std::vector<Act> shopActs() {
    return {{"place", 14, place},
            {"pay", 20, pay},
            {"cancel", 3, cancel},
            {"import", 2, import},
            {"import a return", 1, importReturn},
            {"import a file", 1, importFile},
            {"stock", 2, stock},
            {"courier reports", 10, report},
            {"duty", 3, duty},
            {"load limit", 2, loadLimit},
            {"hire", 1, hire},
            {"roster", 2, roster},
            {"reassign", 3, reassign},
            {"note", 1, noteOnOrder},
            {"hand over", 1, handOver},
            {"pause a campus", 1, pause},
            {"calibrate", 1, calibrate},
            {"retry dead letters", 1, letters}};
}

}  // namespace evenhand::sim
