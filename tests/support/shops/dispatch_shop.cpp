// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/dispatch_shop.h"

#include "engine/dispatch/keys.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::test {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;

keyspace::Reply keyspaceOf(Shop& shop, const std::vector<std::string>& command) {
    keyspace::Reply answer;
    shop.tamper([&](runtime::UnitOfWork& work) -> Result<void> {
        const std::vector<std::string_view> args(command.begin(), command.end());
        EVENHAND_ASSIGN(answer, work.keyspace().call(args));
        return {};
    });
    return answer;
}

/// The weights of a campus cannot be read, until the answer is called.
std::function<void()> breakWeights(Shop& shop, const CampusId& campus) {
    const std::string key = dispatch::CampusKeys(campus).weights();
    std::vector<std::string> restore{"ZADD", key};
    const auto weights = keyspaceOf(shop, {"ZRANGE", key, "0", "-1", "WITHSCORES"});
    for (std::size_t i = 0; i + 1 < weights.elements.size(); i += 2) {
        restore.insert(restore.end(), {weights.elements[i + 1].text, weights.elements[i].text});
    }
    (void)keyspaceOf(shop, {"DEL", key});
    (void)keyspaceOf(shop, {"SET", key, "x"});
    return [&shop, key, restore] {
        (void)keyspaceOf(shop, {"DEL", key});
        (void)keyspaceOf(shop, restore);
    };
}

}  // namespace

DispatchShop::DispatchShop(int orders, int campuses)
    : Shop({orders, orders == kOrders && campuses == 4 ? &DispatchShop::fill : nullptr, campuses}),
      AlteredEngine(Shop::engine()),
      m_altered(Shop::engine().dispatch()) {}

void DispatchShop::fill(Shop& shop) {
    api::OrderQuery query;
    query.filter.courier = courier(0, 0);
    for (const auto& row : shop.must(shop.engine().orders().page(by("root"), query))) {
        shop.carry(row.orderNo, true);
    }
    const auto north = breakWeights(shop, campus(0));
    const auto riverside = breakWeights(shop, campus(1));
    for (int i = 0; i < 6; ++i) {
        (void)shop.sell(i < 4 ? 0 : 1);
    }
    shop.pass(30 * kMinuteMs);
    north();
    riverside();
}

api::CourierRow DispatchShop::courierRow(const CourierId& id) {
    for (auto& row : must(engine().dispatch().findCouriers(by("root"), id.str(), 10))) {
        if (row.id == id) {
            return row;
        }
    }
    broken("a courier is not there");
}

void DispatchShop::driftWeight(const CampusId& campus, const CourierId& courier, std::int64_t by) {
    (void)keyspaceOf(*this, {"ZINCRBY", dispatch::CampusKeys(campus).weights(), std::to_string(by), courier.str()});
}

void DispatchShop::burst(int events) {
    publish(std::vector<api::Event>(static_cast<std::size_t>(events), changed({1}, campus(0))));
}

}  // namespace evenhand::test
