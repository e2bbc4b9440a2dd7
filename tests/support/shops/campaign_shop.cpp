// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/campaign_shop.h"

#include <algorithm>
#include <optional>

namespace evenhand::test {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kHourMs = 60 * kMinuteMs;
const CampaignId kSpring("spring");
const CampaignId kWeekend("weekend");
const CampaignId kEvening("evening");
const CampaignId kLunch("lunch");

api::CampaignSettings settings(const char* name, std::int64_t budget, std::int64_t places, Instant begin,
                               std::int64_t lastsMs) {
    api::CampaignSettings set;
    set.name = name;
    set.shape = {Money{budget}, places, Money{1'000}, 4};
    set.countLimit = 3;
    set.amountLimit = Money{2'000};
    set.begin = begin;
    set.end = begin.plusMs(lastsMs);
    set.seed = 4711;
    set.validityMs = 240 * kHourMs;  // what nobody uses stays granted
    return set;
}

void drawFor(Shop& shop, const CampaignId& id, const std::vector<std::string>& users) {
    std::vector<api::DrawRequest> requests;
    for (const auto& user : users) {
        requests.push_back({id, {}, UserId(user), std::nullopt});
    }
    bool answered = false;
    shop.engine().campaigns().drawMany(Shop::by("shop"), std::move(requests), [&](const auto&) { answered = true; });
    shop.engine().runUntilIdle();
    if (!answered) {
        Shop::broken("draws were not answered");
    }
}

void drawNew(Shop& shop, const CampaignId& id, int draws, int& users) {
    std::vector<std::string> names;
    for (int i = 0; i < draws; ++i) {
        names.push_back("u" + std::to_string(++users));
    }
    drawFor(shop, id, names);
}

}  // namespace

CampaignShop::CampaignShop(bool empty)
    : Shop({0, empty ? nullptr : &CampaignShop::fill}),
      AlteredEngine(Shop::engine()),
      m_altered(Shop::engine().campaigns()),
      m_users(100'000) {}

void CampaignShop::fill(Shop& shop) {
    auto& desk = shop.engine().campaigns();
    const auto boss = by("root");
    int users = 0;
    (void)shop.must(desk.create(boss, kSpring, settings("Spring discounts", 300'000, 1'000, shop.now(), 6 * kHourMs)));
    (void)shop.must(desk.start(boss, kSpring));
    shop.engine().runUntilIdle();
    drawNew(shop, kSpring, 960, users);
    shop.clock().advanceMs(30 * kHourMs);
    shop.engine().runUntilIdle();
    const Instant noon = shop.now();
    (void)shop.must(desk.create(boss, kWeekend,
                                settings("Weekend, draft", 500'000, 2'000, noon.plusMs(20 * kHourMs), 24 * kHourMs)));
    (void)shop.must(desk.create(boss, kEvening,
                                settings("Evening discounts", 200'000, 800, noon.plusMs(7 * kHourMs), 3 * kHourMs)));
    (void)shop.must(desk.start(boss, kEvening));
    (void)shop.must(desk.create(
        boss, kLunch, settings("Lunch discounts 午餐立减", 600'000, 3'000, noon.plusMs(kMinuteMs), 6 * kHourMs)));
    (void)shop.must(desk.start(boss, kLunch));
    shop.engine().runUntilIdle();
    shop.clock().advanceMs(kMinuteMs);
    for (int i = 0; i < 60; ++i) {
        shop.clock().advanceMs(2 * kMinuteMs);
        if (i == 30) {
            drawFor(shop, kLunch, std::vector<std::string>(214, "greedy"));  // three of them are within the limit
        }
        drawNew(shop, kLunch, 14 + i * 7 % 11, users);
    }
    drawFor(shop, kLunch, {"greedy"});
    api::DrawQuery query;
    query.filter.campaign = kLunch;
    query.filter.states = {api::DrawState::Granted};
    query.limit = 2;
    query.descending = false;
    for (const auto& draw : shop.must(desk.draws(boss, query))) {
        (void)shop.must(desk.giveBack(boss, draw.id));
    }
}

api::CampaignBoard CampaignShop::boardOf(const CampaignId& id) {
    return must(Shop::engine().campaigns().board(by("root"), id));
}

api::CampaignRow CampaignShop::row(const CampaignId& id) {
    return must(Shop::engine().campaigns().campaign(by("root"), id));
}

bool CampaignShop::has(const CampaignId& id) {
    return ask(Shop::engine().campaigns().campaign(by("root"), id)).has_value();
}

std::size_t CampaignShop::size() { return must(Shop::engine().campaigns().campaigns(by("root"))).size(); }

void CampaignShop::drawSome(const CampaignId& id, int draws) { drawNew(*this, id, draws, m_users); }

void CampaignShop::touch(const CampaignId& id) {
    auto settings = row(id).settings;
    settings.name += "!";
    (void)must(Shop::engine().campaigns().edit(by("somebody"), id, settings, 0));
}

}  // namespace evenhand::test
