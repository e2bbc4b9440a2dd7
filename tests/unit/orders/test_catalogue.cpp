// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue of products: what it keeps, its limits, and how products are found.
#include <QtTest>

#include "engine/api/limits.h"
#include "engine/orders/catalogue.h"
#include "engine/store/records/product_store.h"
#include "order_bench.h"
#include "tests/support/expect.h"

namespace test_catalogue {

using namespace evenhand;
using namespace evenhand::test::order_rules;

class TestCatalogue : public QObject, protected OrderBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

    void catalogue();
    void limitsOfTheCatalogue();
    void whatTheCatalogueKeeps();
    void productsAreFound();
};

void TestCatalogue::catalogue() {
    auto& world = *m_world;
    DONE(world.product("tea", 20, true));
    QCOMPARE(world.stock("tea"), 120);
    DONE(world.place(world.request("A1", {{Sku("tea"), 30, Money{1}}})));
    DONE(world.product("tea", 50, false));
    QCOMPARE(world.stock("tea"), 50);
    // M3: on hand = received − deducted.
    QCOMPARE(world.number("SELECT SUM(quantity) FROM stock_entry WHERE sku = 'tea'"), 80);
    using Rows = std::vector<api::ProductRow>;
    const auto upsert = [&](const Rows& rows) {
        return world.run<void>([&](auto& work) { return orders::upsertProducts(work, rows, true); });
    };
    REFUSED(upsert({{Sku("new"), "", Money{1}, 1}, {Sku("bad"), "", Money{-1}, 1}}), ErrorCode::InvalidArgument);
    REFUSED(upsert({{Sku("new"), "", Money{1}, 1}, {Sku("new"), "", Money{1}, 1}}), ErrorCode::InvalidArgument);
    REFUSED(upsert({{Sku("tea"), "", Money{1}, api::kMaxStock}}), ErrorCode::Overflow);
    QCOMPARE(world.number("SELECT COUNT(*) FROM product"), 2);
}

void TestCatalogue::limitsOfTheCatalogue() {
    auto& world = *m_world;
    const auto upsert = [&](const api::ProductRow& row, bool add = true) {
        return world.run<void>([&](auto& work) { return orders::upsertProducts(work, {row}, add); });
    };
    const std::int64_t largest = 1'000'000'000;  // ten million of two digits
    REFUSED_FIELD(upsert({Sku(""), "New", Money{1}, 1}), ErrorCode::InvalidArgument, "sku");
    REFUSED_FIELD(upsert({Sku("new"), "a\nb", Money{1}, 1}), ErrorCode::InvalidArgument, "name");
    REFUSED_FIELD(upsert({Sku("new"), "New", Money{-1}, 1}), ErrorCode::InvalidArgument, "unit_price");
    REFUSED_FIELD(upsert({Sku("new"), "New", Money{base::kMaxMoneyMinor + 1}, 1}), ErrorCode::InvalidArgument,
                  "unit_price");
    REFUSED_FIELD(upsert({Sku("new"), "New", Money{largest + 1}, 1}), ErrorCode::Overflow, "unit_price");
    REFUSED_FIELD(upsert({Sku("new"), "New", Money{1}, -1}), ErrorCode::InvalidArgument, "stock");
    REFUSED_FIELD(upsert({Sku("new"), "New", Money{1}, api::kMaxStock + 1}), ErrorCode::InvalidArgument, "stock");
    DONE(upsert({Sku("free"), "Free", Money{0}, 0}));
    DONE(upsert({Sku("dear"), "Dear", Money{largest}, api::kMaxStock}));
    QCOMPARE(world.number("SELECT COUNT(*) FROM stock_entry WHERE sku = 'free'"), 0);  // nothing came
    QCOMPARE(world.number("SELECT quantity FROM stock_entry WHERE sku = 'dear'"), api::kMaxStock);
    // To the hundred of tea.
    REFUSED_FIELD(upsert({Sku("tea"), "Tea", Money{1}, api::kMaxStock - 99}), ErrorCode::Overflow, "stock");
    QCOMPARE(world.stock("tea"), 100);
    DONE(upsert({Sku("tea"), "Tea", Money{1}, api::kMaxStock - 100}));
    QCOMPARE(world.stock("tea"), api::kMaxStock);
    DONE(upsert({Sku("tea"), "Tea", Money{1}, api::kMaxStock}, false));  // as it is
    DONE(upsert({Sku("tea"), "Tea", Money{1}, 0}, false));
    QCOMPARE(world.stock("tea"), 0);
}

void TestCatalogue::whatTheCatalogueKeeps() {
    auto& world = *m_world;
    const auto upsert = [&](const std::vector<api::ProductRow>& rows, bool add) {
        return world.run<void>([&](auto& work) { return orders::upsertProducts(work, rows, add); });
    };
    world.now = world.now.plusMs(1'000);
    world.call.actor = api::Actor::administrator("ann");
    DONE(upsert({{Sku("milk"), "Milk", Money{250}, 7}, {Sku("tea"), "Green tea", Money{130}, 5}}, true));
    const auto found = store::products::findByPrefix(world.database(), "", 10);
    QCOMPARE(found->size(), std::size_t{3});
    QCOMPARE(found->at(0).sku, Sku("milk"));
    QCOMPARE(found->at(0).name, std::string("Milk"));
    QCOMPARE(found->at(0).unitPrice.minor, 250);
    QCOMPARE(found->at(0).stock, 7);
    QCOMPARE(found->at(1).sku, Sku("rice"));
    QCOMPARE(found->at(2).name, std::string("Green tea"));
    QCOMPARE(found->at(2).unitPrice.minor, 130);
    QCOMPARE(found->at(2).stock, 105);
    const auto entries =
        "SELECT COUNT(*) FROM stock_entry WHERE actor = 'ann' AND at = " + std::to_string(world.now.ms);
    QCOMPARE(world.number(entries), 2);
    QCOMPARE(world.number("SELECT quantity FROM stock_entry WHERE actor = 'ann' AND sku = 'tea'"), 5);
    // Set and not added: what was received is the difference.
    DONE(upsert({{Sku("tea"), "Green tea", Money{130}, 100}, {Sku("milk"), "Milk", Money{250}, 7}}, false));
    QCOMPARE(world.stock("tea"), 100);
    QCOMPARE(world.number("SELECT SUM(quantity) FROM stock_entry WHERE sku = 'tea'"), 100);
    QCOMPARE(world.number("SELECT MIN(quantity) FROM stock_entry WHERE sku = 'tea'"), -5);
    QCOMPARE(world.number("SELECT COUNT(*) FROM stock_entry WHERE sku = 'milk'"), 1);  // as many as before
    const auto twice = upsert({{Sku("new"), "", Money{1}, 1}, {Sku("new"), "", Money{1}, 1}}, true);
    REFUSED_FIELD(twice, ErrorCode::InvalidArgument, "sku");
}

void TestCatalogue::productsAreFound() {
    auto& world = *m_world;
    DONE(world.run<void>([&](auto& work) {
        return orders::upsertProducts(work,
                                      {{Sku("b-1"), "Apple", Money{1}, 1},
                                       {Sku("b-2"), "Bread", Money{1}, 1},
                                       {Sku("a-1"), "Bread of yesterday", Money{1}, 1},
                                       {Sku("c-1"), "b-1 is my name", Money{1}, 1}},
                                      true);
    }));
    const auto skus = [&](const char* prefix, std::int64_t limit) {
        std::string found;
        for (const auto listed = store::products::findByPrefix(world.database(), prefix, limit);
             const auto& row : listed.value()) {
            found += (found.empty() ? "" : " ") + row.sku.str();
        }
        return found;
    };
    QCOMPARE(skus("b-", 10), std::string("b-1 b-2 c-1"));  // by either, in order of SKU
    QCOMPARE(skus("Bread", 10), std::string("a-1 b-2"));
    QCOMPARE(skus("Bread", 1), std::string("a-1"));
    QCOMPARE(skus("Bread of", 10), std::string("a-1"));
    QCOMPARE(skus("read", 10), std::string());
    QCOMPARE(skus("b-1", 10), std::string("b-1 c-1"));
}

}  // namespace test_catalogue

QTEST_GUILESS_MAIN(test_catalogue::TestCatalogue)
#include "test_catalogue.moc"
