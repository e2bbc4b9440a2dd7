// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/seckill_shop.h"

#include <algorithm>

#include "engine/runtime/unit_of_work.h"
#include "engine/seckill_slots/keys.h"

namespace evenhand::test {
namespace {

constexpr std::int64_t kSecondMs = 1'000;
constexpr std::int64_t kMinuteMs = 60 * kSecondMs;
constexpr std::int64_t kHourMs = 60 * kMinuteMs;
const Sku kTea("V-tea");
const Sku kBox("V-box");
const ActivityId kMonday("tea-monday");
const ActivityId kEvening("box-evening");
const ActivityId kDraft("box-draft");
const ActivityId kNoon("tea-noon");

/// Users from `first` on; the numbers of the orders that came of it.
std::vector<OrderNo> attempts(Shop& shop, const ActivityId& id, int first, int count) {
    std::vector<api::SeckillAttempt> many;
    for (int user = first; user < first + count; ++user) {
        many.push_back({id, UserId("r" + std::to_string(user))});
    }
    std::vector<OrderNo> orders;
    shop.engine().seckill().attemptMany(Shop::by("shop"), std::move(many), [&](const auto& answers) {
        for (const auto& answer : answers) {
            if (answer && answer->outcome == api::AttemptOutcome::Reserved) {
                orders.push_back(answer->orderNo);
            }
        }
    });
    shop.engine().runUntilIdle();
    return orders;
}

void payAll(Shop& shop, const std::vector<OrderNo>& orders) {
    for (const auto& no : orders) {
        const auto payable = shop.order(no).payable;
        (void)shop.must(shop.engine().orders().pay(Shop::by("provider"), {PaymentNo("P-" + no.str()), no, payable, 0}));
    }
    shop.engine().runUntilIdle();
}

/// A message as an attempt leaves it; of a fresh attempt, with its unit and its slot.
Result<void> leave(runtime::UnitOfWork& work, const seckill::ActivityKeys& keys, const std::string& user,
                   const std::string& no, const std::string& at, bool fresh) {
    auto& keyspace = work.keyspace();
    EVENHAND_ASSIGN(const auto id, keyspace.call({"XADD", keys.stream, "*", "user", user, "no", no, "at", at}));
    if (fresh) {
        EVENHAND_TRY(keyspace.call({"HINCRBY", keys.live, "stock", "-1"}));
        EVENHAND_TRY(keyspace.call({"HSET", keys.slots, user, no + " " + id.text}));
    }
    return {};
}

/// The same, read by a consumer that does no more.
void hang(Shop& shop, const ActivityId& id, const std::string& user, const std::string& no, bool fresh,
          const std::string& consumer) {
    shop.tamper([=](runtime::UnitOfWork& work) -> Result<void> {
        const seckill::ActivityKeys keys(id);
        EVENHAND_TRY(leave(work, keys, user, no, std::to_string(work.now().ms), fresh));
        EVENHAND_TRY(work.keyspace().call(
            {"XREADGROUP", "GROUP", "seckill", consumer, "COUNT", "1", "STREAMS", keys.stream, ">"}));
        return {};
    });
}

}  // namespace

SeckillShop::SeckillShop()
    : Shop({0, &SeckillShop::fill}),
      AlteredEngine(Shop::engine()),
      m_altered(Shop::engine().seckill()),
      m_orders(Shop::engine().orders()) {}

void SeckillShop::fill(Shop& shop) {
    auto& desk = shop.engine().seckill();
    const auto boss = by("root");
    shop.must(shop.engine().orders().upsertProducts(boss,
                                                    {{Sku("rice"), "Fried rice", Money{1'800}, 50},
                                                     {kTea, "Milk tea voucher 奶茶券", Money{1'800}, 20'000},
                                                     {kBox, "Lunch box voucher", Money{3'200}, 1'500},
                                                     {Sku("V-none"), "Dumpling voucher 饺子券", Money{2'600}, 0}},
                                                    false));
    const auto made = [&](const ActivityId& id, const char* name, const Sku& voucher, std::int64_t stock,
                          std::int64_t beginInMs, std::int64_t lastsMs, bool started) {
        const Instant begin = shop.now().plusMs(beginInMs);
        (void)shop.must(
            desk.setUp(boss, {id, name, voucher, campus(0), Money{990}, stock, begin, begin.plusMs(lastsMs)}));
        if (started) {
            (void)shop.must(desk.start(boss, id));
        }
    };
    made(kMonday, "Milk tea on Monday", kTea, 500, 0, kHourMs, true);
    payAll(shop, attempts(shop, kMonday, 1, 48));
    shop.clock().advanceMs(26 * kHourMs);
    shop.engine().runUntilIdle();
    made(kDraft, "Lunch boxes, draft", kBox, 400, 26 * kHourMs, 90 * kMinuteMs, false);
    made(kEvening, "Evening lunch boxes", kBox, 300, 5 * kHourMs, kHourMs, true);
    made(kNoon, "Milk tea at noon 正午奶茶", kTea, 2'000, kSecondMs, 30 * kMinuteMs, true);
    shop.clock().advanceMs(kSecondMs);
    // A message that can never become an order: its last attempt is within three minutes.
    shop.tamper([](runtime::UnitOfWork& work) {
        return leave(work, seckill::ActivityKeys(kNoon), "user77", "S000000077", "whenever", true);
    });
    for (int second = 0; second < 180; ++second) {
        if (second >= 90) {
            (void)attempts(shop, kNoon, 100 + second, 2);  // every second of them comes again
        }
        shop.clock().advanceMs(kSecondMs);
        shop.engine().runUntilIdle();
    }
    const auto sold = attempts(shop, kNoon, 1'000, 1).front();
    for (int i = 0; i < 5; ++i) {
        const auto user = i == 1 ? std::string("r1000") : "hung" + std::to_string(i);
        hang(shop, kNoon, user, i == 1 ? sold.str() : "H" + std::to_string(i), i != 1,
             i < 3 ? "console-2" : "console-3");
    }
}

api::ActivityRow SeckillShop::row(const ActivityId& id) {
    for (auto& row : must(Shop::engine().seckill().activities(by("root")))) {
        if (row.set.id == id) {
            return row;
        }
    }
    broken("there is no sale " + id.str());
}

bool SeckillShop::has(const ActivityId& id) {
    const auto rows = must(Shop::engine().seckill().activities(by("root")));
    return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.set.id == id; });
}

std::vector<api::PendingRow> SeckillShop::pendingOf(const ActivityId& id) {
    return must(Shop::engine().seckill().pending(by("root"), id, 100));
}

void SeckillShop::rush(const ActivityId& id, int count) {
    (void)attempts(*this, id, m_users, count);
    m_users += count;
}

void SeckillShop::touch(const ActivityId& id) {
    auto set = row(id).set;
    set.name += "!";
    (void)must(Shop::engine().seckill().edit(by("somebody"), set, 0));
}

void SeckillShop::setProduct(const api::ProductRow& product) {
    must(Shop::engine().orders().upsertProducts(by("somebody"), {product}, false));
}

void SeckillShop::spoil(const ActivityId& id, std::int64_t moreStock, int missingSlots) {
    tamper([=](runtime::UnitOfWork& work) -> Result<void> {
        const seckill::ActivityKeys keys(id);
        EVENHAND_TRY(work.keyspace().call({"HINCRBY", keys.live, "stock", std::to_string(moreStock)}));
        EVENHAND_ASSIGN(const auto slots, work.keyspace().call({"HSCAN", keys.slots, "0", "COUNT", "1000"}));
        const auto& entries = slots.elements.at(1).elements;  // user, slot, user, …
        int left = missingSlots;
        for (std::size_t i = 0; i < entries.size() && left > 0; i += 2) {
            if (entries[i].text.starts_with("r")) {
                EVENHAND_TRY(work.keyspace().call({"HDEL", keys.slots, entries[i].text}));
                --left;
            }
        }
        return {};
    });
}

void SeckillShop::lose(const ActivityId& id) {
    tamper([=](runtime::UnitOfWork& work) -> Result<void> {
        const seckill::ActivityKeys keys(id);
        for (const auto& key : {keys.live, keys.slots, keys.stream, "stream:{" + keys.topic + "}:counters"}) {
            EVENHAND_TRY(work.keyspace().call({"DEL", key}));
        }
        return {};
    });
}

}  // namespace evenhand::test
