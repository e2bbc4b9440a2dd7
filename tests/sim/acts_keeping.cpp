// SPDX-License-Identifier: GPL-3.0-or-later
// Who keeps the shop: stock arrives and is counted, products, couriers and campuses are edited, disabled and enabled.
#include <algorithm>

#include "acts.h"

namespace evenhand::sim {
namespace {

constexpr const char* kStockEntry = "SELECT quantity FROM stock_entry WHERE reason = ?";

Sku anyProduct(Rng& rng) {
    static constexpr const char* kSkus[] = {"tea", "rice", "soup", "nothing"};
    return Sku(kSkus[rng.below(std::size(kSkus))]);
}

void receive(World& world, Rng& rng) {
    const auto units = rng.between(1, 15);
    const auto note = "van " + std::to_string(world.next("receipt"));
    world.ask(
        world.workspace().shop().receiveStock(world.call("root"), anyProduct(rng), units, note),
        [&world, note, units](const api::StockAnswer&) { world.promise(kStockEntry, note, std::to_string(units)); });
}

void count(World& world, Rng& rng) {
    auto call = world.call("root");
    call.reason = "counted " + std::to_string(world.next("count"));
    const auto units = rng.between(-4, 4);
    world.ask(world.workspace().shop().correctStock(call, anyProduct(rng), units),
              [&world, reason = call.reason, units](const api::StockAnswer& answer) {
                  world.promise(kStockEntry, reason, std::to_string(units));
                  if (answer.stock < 0) {
                      world.broken("M3: a correction left less than nothing");
                  }
              });
}

void edit(World& world, Rng& rng) {
    auto& shop = world.workspace().shop();
    const auto name = "Name " + std::to_string(rng.below(9));
    const auto version = static_cast<std::int64_t>(rng.below(4));  // 0: whatever it is
    switch (rng.below(3)) {
        case 0:
            world.ask(shop.editProduct(
                world.call("root"), {anyProduct(rng), name, Money{rng.between(0, 900)}, rng.between(0, 9), version}));
            break;
        case 1:
            world.ask(shop.editCourier(world.call("root"), {anyCourier(rng, anyCampus(rng)), name, "138", version}));
            break;
        default: world.ask(shop.editCampus(world.call("root"), {CampusId(anyCampus(rng)), name, version}));
    }
}

/// Mostly enabled, so that the shop goes on.
void disable(World& world, Rng& rng) {
    auto& shop = world.workspace().shop();
    const bool off = rng.below(3) == 0;
    switch (rng.below(3)) {
        case 0: world.ask(shop.setProductDisabled(world.call("root"), anyProduct(rng), off, 0)); break;
        case 1: world.ask(shop.setCourierDisabled(world.call("root"), anyCourier(rng, anyCampus(rng)), off, 0)); break;
        default: world.ask(shop.setCampusDisabled(world.call("root"), CampusId(anyCampus(rng)), off, 0));
    }
}

/// Somebody calls; who takes the order sends it again where no answer came.
void takeOrder(World& world, Rng& rng) {
    const auto no = "T" + std::to_string(world.next("taken"));
    api::PlaceOrder order;
    order.key = no;
    order.orderNo = OrderNo(no);
    order.user = UserId("caller");
    order.campus = CampusId(anyCampus(rng));
    order.lines = {{anyProduct(rng), rng.between(1, 3), Money{250}}};
    world.made("order").push_back(no);
    for (auto times = 1 + rng.below(2); times > 0; --times) {
        world.ask(world.workspace().orders().placeByHand(world.call(), order),
                  [&world, no](const api::PlacedOrder& placed) {
                      world.answered("order " + no, "caller", std::to_string(placed.id.value));
                  });
    }
}

}  // namespace

std::vector<Act> keepingActs() {
    return {{"receive stock", 2, receive},
            {"count stock", 1, count},
            {"edit the shop", 1, edit},
            {"disable or enable", 1, disable},
            {"take an order", 2, takeOrder}};
}

}  // namespace evenhand::sim
