// SPDX-License-Identifier: GPL-3.0-or-later
// The shop as people keep it: what is added, edited and disabled, and what follows for orders, duty and sales; stock
// that is received and corrected, with its history.
#include <QtTest>
#include <algorithm>

#include "desk_world.h"

namespace test_shop_desk {

using namespace evenhand;
using test::DeskWorld;

namespace {

using Change = api::StockChange;
const CampusId kNorth("north");
const Sku kTea("tea");

api::Call by(const char* who) { return {api::Actor::administrator(who), "because", {}}; }

bool says(const Error& error, std::initializer_list<std::string_view> words) {
    return std::all_of(words.begin(), words.end(),
                       [&](std::string_view word) { return error.message.find(word) != std::string::npos; });
}

/// Who was quicker, and when (in UTC).
#define QUICKER(expression, what)                                                                                      \
    do {                                                                                                               \
        const auto& quickerResult = (expression);                                                                      \
        QVERIFY2(!quickerResult, "was accepted");                                                                      \
        QCOMPARE(base::errorName(quickerResult.error().code), base::errorName(ErrorCode::Conflict));                   \
        QVERIFY2(says(quickerResult.error(), {what, "by ann", "2024-06-01 0"}), quickerResult.error().text().c_str()); \
    } while (false)

}  // namespace

class TestShopDesk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void aCampusIsAddedAndRenamed();
    void aDisabledCampusTakesNoOrders();
    void aCampusWithASaleIsNotDisabled();
    void aCourierIsAddedAndEdited();
    void aDisabledCourierIsOffDuty();
    void whatADisabledCourierHasStays();
    void aDisabledCourierIsNotImportedOnDuty();
    void aProductIsAddedAndEdited();
    void aDisabledProductIsNotOrdered();
    void aDisabledProductIsLeftOutOfAnImport();
    void aProductInASaleIsNotDisabled();
    void twoPeopleEditTheSame();
    void anImportCountsAsAChange();
    void stockIsReceivedAndCorrected();
    void stockRefusals();
    void theHistoryHasAllThatHappened();
    void theHistoryIsPaged();
    void salesAreInTheHistory();
    void productsAreFoundSortedAndPaged();
    void whatIsLow();
    void everythingIsAudited();
    void anOrderByHand();
    void nothingIsChangedWhereNothingIsNew();

private:
    api::ShopDesk& shop() { return m_world->workspace->shop(); }
    template <typename T>
    Result<T> get(api::Answer<T> answer) {
        return m_world->get(std::move(answer));
    }
    api::CampusRow campus(const CampusId& id = kNorth) {
        const auto rows = get(m_world->dispatch().campuses(m_world->call)).value();
        const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id == id; });
        return found == rows.end() ? api::CampusRow{} : *found;
    }
    api::CourierRow courier(const char* id) {
        const auto rows = get(shop().couriers(m_world->call, {}, 100)).value();
        const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id.str() == id; });
        return found == rows.end() ? api::CourierRow{} : *found;
    }
    api::ProductRow product(const char* sku = "tea") {
        return get(shop().product(m_world->call, Sku(sku))).value_or(api::ProductRow{});
    }
    std::string skus(api::ProductQuery query) {
        std::string list;
        const auto rows = get(shop().products(m_world->call, std::move(query))).value();
        for (const auto& row : rows) {
            list += (list.empty() ? "" : " ") + row.sku.str();
        }
        return list;
    }
    /// "received +5, ordered -1 of A1": newest first.
    std::string history(const char* sku = "tea", std::int64_t offset = 0, std::int64_t limit = 100) {
        std::string list;
        const auto rows = get(shop().stockHistory(m_world->call, Sku(sku), offset, limit)).value();
        for (const auto& row : rows) {
            list += (list.empty() ? "" : ", ") + std::string(api::toText(row.change)) + (row.units > 0 ? " +" : " ") +
                    std::to_string(row.units);
            list += row.about.empty() ? "" : " of " + row.about;
            list += row.cameBack == 0 ? "" : " back " + std::to_string(row.cameBack);
        }
        return list;
    }
    api::ActivityInput saleOf(const char* sku) {
        return {ActivityId("S1"),
                "Sale",
                Sku(sku),
                kNorth,
                Money{50},
                10,
                m_world->clock.now().plusMs(1'000),
                m_world->clock.now().plusMs(3'600'000)};
    }
    api::AuditRecord lastAudit(const std::string& operation) {
        api::AuditQuery query;
        query.filter.operations = {operation};
        const auto found = get(m_world->workspace->audit().page(m_world->call, query));
        return found && !found->empty() ? found->front() : api::AuditRecord{};
    }

    std::unique_ptr<DeskWorld> m_world;
};

void TestShopDesk::init() {
    m_world = std::make_unique<DeskWorld>();
    DONE(m_world->couriers({"kai"}));
    DONE(m_world->product("tea", 100));
}

void TestShopDesk::aCampusIsAddedAndRenamed() {
    DONE(get(shop().addCampus(by("ann"), {CampusId("south"), "South"})));
    QCOMPARE(campus(CampusId("south")).name, std::string("South"));
    REFUSED_FIELD(get(shop().addCampus(by("ann"), {CampusId("south"), "Again"})), ErrorCode::AlreadyExists, "campus");
    REFUSED_FIELD(get(shop().addCampus(by("ann"), {CampusId(""), "x"})), ErrorCode::InvalidArgument, "campus");
    REFUSED_FIELD(get(shop().addCampus(by("ann"), {CampusId("west"), ""})), ErrorCode::InvalidArgument, "name");
    REFUSED_FIELD(get(shop().addCampus(by("ann"), {CampusId("west"), "a\nb"})), ErrorCode::InvalidArgument, "name");
    QVERIFY(campus(CampusId("west")).id.empty());
    auto seen = campus();
    seen.policy.step = 20;
    DONE(get(m_world->dispatch().upsertCampus(by("ann"), seen)));
    QUICKER(get(shop().editCampus(by("bob"), {kNorth, "North side", seen.version})), "campus north");
    const auto version = campus().version;
    const auto since = get(shop().editCampus(by("ann"), {kNorth, "North side", version}));
    DONE(since);
    QCOMPARE(*since, version + 1);
    QCOMPARE(campus().name, std::string("North side"));
    QCOMPARE(campus().version, *since);
    QCOMPARE(campus().policy.step, std::int64_t{20});  // the policy stays
    REFUSED_FIELD(get(shop().editCampus(by("ann"), {kNorth, "", 0})), ErrorCode::InvalidArgument, "name");
    REFUSED_FIELD(get(shop().editCampus(by("ann"), {CampusId("west"), "x", 0})), ErrorCode::NotFound, "campus");
    // The policy has the same version: whoever edits it learns what was done instead.
    const auto late = get(m_world->dispatch().upsertCampus(by("bob"), seen));
    REFUSED(late, ErrorCode::Conflict);
    QVERIFY2(says(late.error(), {"by ann", "(shop.edit_campus)"}), late.error().text().c_str());
}

void TestShopDesk::aDisabledCampusTakesNoOrders() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    QCOMPARE(world.row("A1").status, api::OrderStatus::WaitPickUp);
    DONE(world.get(world.orders().place(world.call, DeskWorld::request("A2"))));
    const auto version = campus().version;
    const auto off = get(shop().setCampusDisabled(by("ann"), kNorth, true, version));
    DONE(off);
    QVERIFY(campus().disabledAt.has_value());
    QCOMPARE(campus().version, version + 1);
    const auto refused = world.get(world.orders().place(world.call, DeskWorld::request("A3")));
    REFUSED_FIELD(refused, ErrorCode::Disabled, "campus");
    QCOMPARE(refused.error().value, std::string("north"));
    REFUSED_FIELD(world.get(world.orders().placeAvailable(world.call, DeskWorld::request("A3"))), ErrorCode::Disabled,
                  "campus");
    QCOMPARE(product().stock, std::int64_t{98});  // nothing was taken for it
    // What was placed before goes on, and is answered again.
    const auto again = world.get(world.orders().place(world.call, DeskWorld::request("A2")));
    DONE(again);
    QVERIFY(again->repeated);
    DONE(world.get(world.orders().pay(world.call, {PaymentNo("PA2"), OrderNo("A2"), Money{100}})));
    QCOMPARE(world.row("A2").status, api::OrderStatus::WaitPickUp);
    // A number that is taken is said before.
    auto taken = DeskWorld::request("A1");
    taken.key = "another key";
    REFUSED(world.get(world.orders().place(world.call, taken)), ErrorCode::AlreadyExists);
    QUICKER(get(shop().setCampusDisabled(by("bob"), kNorth, false, version)), "campus north");
    DONE(get(shop().setCampusDisabled(by("bob"), kNorth, false, *off)));
    DONE(world.get(world.orders().place(world.call, DeskWorld::request("A3"))));
    REFUSED_FIELD(get(shop().setCampusDisabled(by("ann"), CampusId("west"), true, 0)), ErrorCode::NotFound, "campus");
}

void TestShopDesk::aCampusWithASaleIsNotDisabled() {
    auto& sales = m_world->workspace->seckill();
    DONE(get(sales.setUp(by("ann"), saleOf("tea"))));
    const auto refused = get(shop().setCampusDisabled(by("ann"), kNorth, true, 0));
    REFUSED_FIELD(refused, ErrorCode::WrongStatus, "activity");
    QCOMPARE(refused.error().value, std::string("S1"));
    DONE(get(sales.discard(by("ann"), ActivityId("S1"), 0)));
    DONE(get(shop().setCampusDisabled(by("ann"), kNorth, true, 0)));
    REFUSED_FIELD(get(sales.setUp(by("ann"), saleOf("tea"))), ErrorCode::Disabled, "campus");
}

void TestShopDesk::aCourierIsAddedAndEdited() {
    auto& world = *m_world;
    DONE(get(shop().addCourier(by("ann"), {CourierId("lee"), kNorth, "Lee", "138 0000"})));
    auto lee = courier("lee");
    QCOMPARE(lee.name, std::string("Lee"));
    QCOMPARE(lee.phone, std::string("138 0000"));
    QCOMPARE(lee.campus, kNorth);
    QVERIFY(!lee.onDuty);
    QCOMPARE(lee.version, std::int64_t{1});
    REFUSED_FIELD(get(shop().addCourier(by("ann"), {CourierId("lee"), kNorth, "Lee", ""})), ErrorCode::AlreadyExists,
                  "courier_id");
    REFUSED_FIELD(get(shop().addCourier(by("ann"), {CourierId(""), kNorth, "Lee", ""})), ErrorCode::InvalidArgument,
                  "courier_id");
    REFUSED_FIELD(get(shop().addCourier(by("ann"), {CourierId("mia"), kNorth, "", ""})), ErrorCode::InvalidArgument,
                  "name");
    // A campus is not made by the way, as an import does.
    REFUSED_FIELD(get(shop().addCourier(by("ann"), {CourierId("mia"), CampusId("west"), "Mia", ""})),
                  ErrorCode::NotFound, "campus");
    QVERIFY(campus(CampusId("west")).id.empty());
    const auto since = get(shop().editCourier(by("ann"), {CourierId("lee"), "Li", "139", lee.version}));
    DONE(since);
    QCOMPARE(*since, std::int64_t{2});
    lee = courier("lee");
    QCOMPARE(lee.name + "/" + lee.phone, std::string("Li/139"));
    QCOMPARE(lee.version, std::int64_t{2});
    const auto board = world.get(world.dispatch().board(world.call, kNorth)).value();
    QVERIFY(std::any_of(board.couriers.begin(), board.couriers.end(), [](const auto& row) {
        return row.id.str() == "lee" && row.phone == "139" && row.version == 2;
    }));
    REFUSED_FIELD(get(shop().editCourier(by("ann"), {CourierId("lee"), "", "139", 0})), ErrorCode::InvalidArgument,
                  "name");
    REFUSED_FIELD(get(shop().editCourier(by("ann"), {CourierId("lee"), "Li", "1\n2", 0})), ErrorCode::InvalidArgument,
                  "phone");
    REFUSED_FIELD(get(shop().editCourier(by("ann"), {CourierId("zoe"), "Zoe", "", 0})), ErrorCode::NotFound, "courier");
    QCOMPARE(courier("lee").version, std::int64_t{2});
    // Of one campus, or of all.
    DONE(get(shop().addCampus(by("ann"), {CampusId("south"), "South"})));
    DONE(get(shop().addCourier(by("ann"), {CourierId("abe"), CampusId("south"), "Abe", ""})));
    QCOMPARE(get(shop().couriers(world.call, kNorth, 100))->size(), std::size_t{2});
    const auto all = get(shop().couriers(world.call, {}, 100)).value();
    QCOMPARE(all.size(), std::size_t{3});
    QCOMPARE(all.back().id.str(), std::string("abe"));  // by campus first
    QCOMPARE(get(shop().couriers(world.call, {}, 2))->size(), std::size_t{2});
    REFUSED_FIELD(get(shop().couriers(world.call, {}, 0)), ErrorCode::InvalidArgument, "limit");
}

void TestShopDesk::aDisabledCourierIsOffDuty() {
    auto& world = *m_world;
    const CourierId kai("kai");
    QVERIFY(courier("kai").onDuty);
    DONE(get(shop().setCourierDisabled(by("ann"), kai, true, courier("kai").version)));
    auto row = courier("kai");
    QVERIFY(row.disabledAt.has_value() && !row.onDuty);
    REFUSED_FIELD(world.get(world.dispatch().setDuty(by("ann"), kai, true)), ErrorCode::Disabled, "courier");
    DONE(world.get(world.dispatch().setDuty(by("ann"), kai, false)));  // as it is
    QVERIFY(world.buy("A1"));
    QCOMPARE(world.row("A1").wait, std::optional(api::WaitReason::NoCourier));
    QVERIFY(world.get(world.dispatch().board(world.call, kNorth))->couriers.empty());
    // Enabled again, the courier is off duty until somebody says otherwise.
    DONE(get(shop().setCourierDisabled(by("ann"), kai, false, row.version)));
    row = courier("kai");
    QVERIFY(!row.disabledAt && !row.onDuty);
    QCOMPARE(world.row("A1").courier, CourierId());
    DONE(world.get(world.dispatch().setDuty(by("ann"), kai, true)));
    world.workspace->runUntilIdle();
    QCOMPARE(world.row("A1").courier, kai);
}

void TestShopDesk::whatADisabledCourierHasStays() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    DONE(world.couriers({"lee"}));
    DONE(get(shop().setCourierDisabled(by("ann"), CourierId("kai"), true, 0)));
    QCOMPARE(world.row("A1").courier, CourierId("kai"));
    QCOMPARE(courier("kai").inHand, std::int64_t{1});
    // Still on the board, for somebody has to do something about it.
    const auto onBoard = [&] {
        const auto rows = world.get(world.dispatch().board(world.call, kNorth)).value().couriers;
        return std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.id.str() == "kai"; });
    };
    QVERIFY(onBoard());
    const auto moved = world.get(world.dispatch().handOver(by("ann"), CourierId("kai"), {}));
    DONE(moved);
    QVERIFY(moved->size() == 1 && !moved->front().error);
    world.workspace->runUntilIdle();
    QCOMPARE(world.row("A1").courier, CourierId("lee"));
    QVERIFY(!onBoard());
}

void TestShopDesk::aDisabledCourierIsNotImportedOnDuty() {
    auto& world = *m_world;
    DONE(get(shop().setCourierDisabled(by("ann"), CourierId("kai"), true, 0)));
    api::CourierInput input{CourierId("kai"), kNorth, "Kai Wen", "1", true};
    REFUSED_FIELD(world.get(world.dispatch().upsertCouriers(by("ann"), {input})), ErrorCode::Disabled, "courier");
    QCOMPARE(courier("kai").name, std::string("Name of kai"));
    input.onDuty = false;
    DONE(world.get(world.dispatch().upsertCouriers(by("ann"), {input})));
    QCOMPARE(courier("kai").name, std::string("Kai Wen"));
    QVERIFY(courier("kai").disabledAt.has_value());
}

void TestShopDesk::aProductIsAddedAndEdited() {
    DONE(get(shop().addProduct(by("ann"), {Sku("bun"), "Bun", Money{250}, 30, 5})));
    auto bun = product("bun");
    QCOMPARE(bun.name, std::string("Bun"));
    QCOMPARE(bun.unitPrice, Money{250});
    QCOMPARE(bun.stock, std::int64_t{30});
    QCOMPARE(bun.lowStock, std::optional<std::int64_t>(5));
    QVERIFY(!bun.disabledAt);
    QCOMPARE(history("bun"), std::string("received +30"));
    const auto add = [&](api::NewProduct row) { return get(shop().addProduct(by("ann"), std::move(row))); };
    REFUSED_FIELD(add({Sku("bun"), "Bun", Money{1}}), ErrorCode::AlreadyExists, "sku");
    REFUSED_FIELD(add({Sku(""), "Bun", Money{1}}), ErrorCode::InvalidArgument, "sku");
    REFUSED_FIELD(add({Sku("pie"), "", Money{1}}), ErrorCode::InvalidArgument, "name");
    REFUSED_FIELD(add({Sku("pie"), "Pie", Money{-1}}), ErrorCode::InvalidArgument, "unit_price");
    REFUSED_FIELD(add({Sku("pie"), "Pie", Money{base::kMaxMoneyMinor}}), ErrorCode::Overflow, "unit_price");
    REFUSED_FIELD(add({Sku("pie"), "Pie", Money{1}, -1}), ErrorCode::InvalidArgument, "stock");
    REFUSED_FIELD(add({Sku("pie"), "Pie", Money{1}, 0, -1}), ErrorCode::InvalidArgument, "low_stock");
    REFUSED_FIELD(add({Sku("pie"), "Pie", Money{1}, 0, api::kMaxStock + 1}), ErrorCode::InvalidArgument, "low_stock");
    QCOMPARE(skus({}), std::string("bun tea"));
    const auto since =
        get(shop().editProduct(by("ann"), {Sku("bun"), "Steamed bun", Money{300}, std::nullopt, bun.version}));
    DONE(since);
    bun = product("bun");
    QCOMPARE(bun.name, std::string("Steamed bun"));
    QCOMPARE(bun.unitPrice, Money{300});
    QVERIFY(!bun.lowStock);
    QCOMPARE(bun.stock, std::int64_t{30});
    QCOMPARE(bun.version, *since);
    REFUSED_FIELD(get(shop().editProduct(by("ann"), {Sku("bun"), "", Money{1}, {}, 0})), ErrorCode::InvalidArgument,
                  "name");
    REFUSED_FIELD(get(shop().editProduct(by("ann"), {Sku("bun"), "Bun", Money{-1}, {}, 0})), ErrorCode::InvalidArgument,
                  "unit_price");
    REFUSED_FIELD(get(shop().editProduct(by("ann"), {Sku("bun"), "Bun", Money{1}, -1, 0})), ErrorCode::InvalidArgument,
                  "low_stock");
    REFUSED_FIELD(get(shop().editProduct(by("ann"), {Sku("pie"), "Pie", Money{1}, {}, 0})), ErrorCode::NotFound, "sku");
    QCOMPARE(product("bun").version, *since);
    REFUSED_FIELD(get(shop().product(m_world->call, Sku("pie"))), ErrorCode::NotFound, "sku");
}

void TestShopDesk::aDisabledProductIsNotOrdered() {
    auto& world = *m_world;
    DONE(world.product("bun", 10));
    DONE(world.get(world.orders().place(world.call, DeskWorld::request("A1"))));
    DONE(get(shop().setProductDisabled(by("ann"), kTea, true, product().version)));
    QVERIFY(product().disabledAt.has_value());
    auto two = DeskWorld::request("A2");
    two.lines.insert(two.lines.begin(), {Sku("bun"), 1, Money{100}});
    const auto refused = world.get(world.orders().place(world.call, two));
    REFUSED_FIELD(refused, ErrorCode::Disabled, "sku");
    QCOMPARE(refused.error().value, std::string("tea"));
    QCOMPARE(product("bun").stock, std::int64_t{10});  // all lines or none
    const auto again = world.get(world.orders().place(world.call, DeskWorld::request("A1")));
    DONE(again);
    QVERIFY(again->repeated);
    // Its stock is still counted, and what comes back is added to it.
    DONE(world.get(world.orders().cancel(by("ann"), {{OrderNo("A1"), 0}})));
    QCOMPARE(product().stock, std::int64_t{100});
    DONE(get(shop().receiveStock(by("ann"), kTea, 5, {})));
    DONE(get(shop().setProductDisabled(by("ann"), kTea, false, 0)));
    DONE(world.get(world.orders().place(world.call, two)));
    REFUSED_FIELD(get(shop().setProductDisabled(by("ann"), Sku("pie"), true, 0)), ErrorCode::NotFound, "sku");
}

void TestShopDesk::aDisabledProductIsLeftOutOfAnImport() {
    auto& world = *m_world;
    DONE(world.product("bun", 10));
    DONE(get(shop().setProductDisabled(by("ann"), kTea, true, 0)));
    auto two = DeskWorld::request("A1");
    two.lines.push_back({Sku("bun"), 2, Money{100}});
    const auto placed = world.get(world.orders().placeAvailable(world.call, two));
    DONE(placed);
    QCOMPARE(placed->skipped.size(), std::size_t{1});
    QCOMPARE(placed->skipped.front().first, std::size_t{0});
    QCOMPARE(placed->skipped.front().second.code, ErrorCode::Disabled);
    QCOMPARE(placed->payable, Money{200});
    REFUSED_FIELD(world.get(world.orders().placeAvailable(world.call, DeskWorld::request("A2"))), ErrorCode::Disabled,
                  "sku");
}

void TestShopDesk::aProductInASaleIsNotDisabled() {
    auto& sales = m_world->workspace->seckill();
    DONE(get(sales.setUp(by("ann"), saleOf("tea"))));
    REFUSED_FIELD(get(shop().setProductDisabled(by("ann"), kTea, true, 0)), ErrorCode::WrongStatus, "activity");
    DONE(get(sales.start(by("ann"), ActivityId("S1"), 0)));
    REFUSED_FIELD(get(shop().setProductDisabled(by("ann"), kTea, true, 0)), ErrorCode::WrongStatus, "activity");
    DONE(get(sales.end(by("ann"), ActivityId("S1"), 0)));
    m_world->workspace->runUntilIdle();
    DONE(get(shop().setProductDisabled(by("ann"), kTea, true, 0)));
    auto next = saleOf("tea");
    next.id = ActivityId("S2");
    REFUSED_FIELD(get(sales.setUp(by("ann"), next)), ErrorCode::Disabled, "voucher");
}

void TestShopDesk::twoPeopleEditTheSame() {
    const auto kai = courier("kai");
    DONE(get(shop().editCourier(by("ann"), {kai.id, "Kai A", "1", kai.version})));
    QUICKER(get(shop().editCourier(by("bob"), {kai.id, "Kai B", "2", kai.version})), "courier kai");
    QUICKER(get(shop().setCourierDisabled(by("bob"), kai.id, true, kai.version)), "courier kai");
    QCOMPARE(courier("kai").name, std::string("Kai A"));
    QVERIFY(courier("kai").onDuty);
    DONE(get(shop().editCourier(by("bob"), {kai.id, "Kai B", "2", 0})));  // whatever it is
    const auto tea = product();
    DONE(get(shop().setProductDisabled(by("ann"), kTea, true, tea.version)));
    QUICKER(get(shop().editProduct(by("bob"), {kTea, "Green tea", Money{1}, {}, tea.version})), "product tea");
    QUICKER(get(shop().setProductDisabled(by("bob"), kTea, false, tea.version)), "product tea");
    QVERIFY(product().disabledAt.has_value());
    QCOMPARE(product().unitPrice, tea.unitPrice);
    // Orders and stock change no version: nobody would ever get through at noon.
    DONE(get(shop().setProductDisabled(by("ann"), kTea, false, 0)));
    const auto seen = product();
    QVERIFY(m_world->buy("A1"));
    DONE(get(shop().receiveStock(by("ann"), kTea, 5, {})));
    DONE(get(shop().editProduct(by("bob"), {kTea, "Green tea", Money{100}, {}, seen.version})));
}

void TestShopDesk::anImportCountsAsAChange() {
    auto& world = *m_world;
    const auto tea = product();
    DONE(world.get(world.orders().upsertProducts(by("ann"), {{kTea, tea.name, tea.unitPrice, 200}}, false)));
    QCOMPARE(product().version, tea.version);  // only its stock
    DONE(world.get(world.orders().upsertProducts(by("ann"), {{kTea, "Tea", Money{120}, 200}}, false)));
    QUICKER(get(shop().editProduct(by("bob"), {kTea, "Green tea", Money{1}, {}, tea.version})), "product tea");
    QCOMPARE(history(), std::string("imported +100, imported +100"));
    const auto kai = courier("kai");
    DONE(world.get(world.dispatch().upsertCouriers(by("ann"), {{kai.id, kNorth, kai.name, kai.phone, true}})));
    QCOMPARE(courier("kai").version, kai.version);
    DONE(world.get(world.dispatch().upsertCouriers(by("ann"), {{kai.id, kNorth, kai.name, "7", true}})));
    QUICKER(get(shop().editCourier(by("bob"), {kai.id, "Kai", "2", kai.version})), "courier kai");
}

void TestShopDesk::stockIsReceivedAndCorrected() {
    const auto received = get(shop().receiveStock(by("ann"), kTea, 20, "from the market"));
    DONE(received);
    QCOMPARE(received->stock, std::int64_t{120});
    api::Call counted = by("bob");
    counted.reason = "two were broken";
    const auto less = get(shop().correctStock(counted, kTea, -2));
    DONE(less);
    QCOMPARE(less->stock, std::int64_t{118});
    DONE(get(shop().correctStock(counted, kTea, 3)));
    QCOMPARE(product().stock, std::int64_t{121});
    QCOMPARE(history(), std::string("corrected +3, corrected -2, received +20, imported +100"));
    const auto rows = get(shop().stockHistory(m_world->call, kTea, 0, 10)).value();
    QCOMPARE(rows[1].reason, std::string("two were broken"));
    QCOMPARE(rows[1].actor, std::string("bob"));
    QCOMPARE(rows[2].reason, std::string("from the market"));
    QCOMPARE(rows[2].actor, std::string("ann"));
    QVERIFY(rows[2].at <= rows[1].at && rows[3].at <= rows[2].at);
    DONE(get(shop().correctStock(counted, kTea, -121)));
    QCOMPARE(product().stock, std::int64_t{0});
    REFUSED(m_world->get(m_world->orders().place(m_world->call, DeskWorld::request("A1"))), ErrorCode::OutOfStock);
}

void TestShopDesk::stockRefusals() {
    const auto receive = [&](std::int64_t units, const char* note = "") {
        return get(shop().receiveStock(by("ann"), kTea, units, note));
    };
    REFUSED_FIELD(receive(0), ErrorCode::InvalidArgument, "units");
    REFUSED_FIELD(receive(-5), ErrorCode::InvalidArgument, "units");
    REFUSED_FIELD(receive(api::kMaxStock + 1), ErrorCode::InvalidArgument, "units");
    REFUSED_FIELD(receive(api::kMaxStock - 99), ErrorCode::Overflow, "units");
    REFUSED_FIELD(receive(1, "a\nb"), ErrorCode::InvalidArgument, "note");
    REFUSED_FIELD(get(shop().receiveStock(by("ann"), Sku("pie"), 1, {})), ErrorCode::NotFound, "sku");
    REFUSED_FIELD(get(shop().correctStock(by("ann"), kTea, 0)), ErrorCode::InvalidArgument, "units");
    REFUSED_FIELD(get(shop().correctStock(by("ann"), kTea, -101)), ErrorCode::OutOfStock, "units");
    REFUSED_FIELD(get(shop().correctStock(by("ann"), kTea, api::kMaxStock)), ErrorCode::Overflow, "units");
    REFUSED_FIELD(get(shop().correctStock(by("ann"), Sku("pie"), 1)), ErrorCode::NotFound, "sku");
    api::Call silent = by("ann");
    silent.reason.clear();
    REFUSED_FIELD(get(shop().correctStock(silent, kTea, 1)), ErrorCode::InvalidArgument, "reason");
    REFUSED_FIELD(get(shop().setProductDisabled(silent, kTea, true, 0)), ErrorCode::InvalidArgument, "reason");
    DONE(get(shop().receiveStock(silent, kTea, 1, {})));  // goods that arrive explain themselves
    QCOMPARE(product().stock, std::int64_t{101});
    QCOMPARE(history(), std::string("received +1, imported +100"));
    DONE(receive(api::kMaxStock - 101));
    QCOMPARE(product().stock, api::kMaxStock);
}

void TestShopDesk::theHistoryHasAllThatHappened() {
    auto& world = *m_world;
    world.clock.advanceMs(1'000);
    QVERIFY(world.buy("A1"));
    world.clock.advanceMs(1'000);
    DONE(get(shop().receiveStock(by("ann"), kTea, 7, {})));
    world.clock.advanceMs(1'000);
    auto many = DeskWorld::request("A2");
    many.lines.front().quantity = 4;
    DONE(world.get(world.orders().place(world.call, many)));
    QCOMPARE(history(), std::string("ordered -4 of A2, received +7, ordered -1 of A1, imported +100"));
    DONE(world.get(world.orders().cancel(by("ann"), {{OrderNo("A2"), 0}})));
    QCOMPARE(history(), std::string("ordered -4 of A2 back 4, received +7, ordered -1 of A1, imported +100"));
    QCOMPARE(product().stock, std::int64_t{106});
    DONE(world.product("bun", 1));
    QCOMPARE(history("bun"), std::string("imported +1"));  // each its own
    REFUSED_FIELD(get(shop().stockHistory(world.call, Sku("pie"), 0, 1)), ErrorCode::NotFound, "sku");
}

void TestShopDesk::theHistoryIsPaged() {
    auto& world = *m_world;
    for (int i = 1; i <= 3; ++i) {
        world.clock.advanceMs(1'000);
        DONE(get(shop().receiveStock(by("ann"), kTea, i, {})));
        world.clock.advanceMs(1'000);
        QVERIFY(world.buy("A" + std::to_string(i)));
    }
    QCOMPARE(history("tea", 0, 3), std::string("ordered -1 of A3, received +3, ordered -1 of A2"));
    QCOMPARE(history("tea", 3, 3), std::string("received +2, ordered -1 of A1, received +1"));
    QCOMPARE(history("tea", 6, 3), std::string("imported +100"));
    QCOMPARE(history("tea", 7, 3), std::string());
    REFUSED_FIELD(get(shop().stockHistory(world.call, kTea, -1, 1)), ErrorCode::InvalidArgument, "offset");
    REFUSED_FIELD(get(shop().stockHistory(world.call, kTea, 0, 0)), ErrorCode::InvalidArgument, "limit");
}

void TestShopDesk::salesAreInTheHistory() {
    auto& sales = m_world->workspace->seckill();
    m_world->clock.advanceMs(1'000);
    DONE(get(sales.setUp(by("ann"), saleOf("tea"))));
    QCOMPARE(history(), std::string("imported +100"));
    DONE(get(sales.start(by("ann"), ActivityId("S1"), 0)));
    m_world->clock.advanceMs(1'000);
    DONE(get(sales.topUp(by("ann"), ActivityId("S1"), 5, 0)));
    QCOMPARE(history(), std::string("to_sale -5 of S1, to_sale -10 of S1, imported +100"));
    QCOMPARE(product().stock, std::int64_t{85});
    m_world->clock.advanceMs(1'000);
    DONE(get(sales.end(by("ann"), ActivityId("S1"), 0)));
    m_world->workspace->runUntilIdle();
    QCOMPARE(history(), std::string("from_sale +15 of S1, to_sale -5 of S1, to_sale -10 of S1, imported +100"));
    QCOMPARE(product().stock, std::int64_t{100});
}

void TestShopDesk::productsAreFoundSortedAndPaged() {
    using Sort = api::ProductSort;
    DONE(get(shop().addProduct(by("ann"), {Sku("bun"), "Steamed Bun", Money{300}, 7, {}})));
    DONE(get(shop().addProduct(by("ann"), {Sku("bread"), "bread", Money{200}, 50, {}})));
    QCOMPARE(skus({}), std::string("bread bun tea"));
    QCOMPARE(skus({{}, Sort::Sku, true}), std::string("tea bun bread"));
    QCOMPARE(skus({{}, Sort::Stock}), std::string("bun bread tea"));
    QCOMPARE(skus({{}, Sort::UnitPrice, true}), std::string("bun bread tea"));
    QCOMPARE(skus({{}, Sort::Name}), std::string("bun bread tea"));  // byte by byte, as everywhere
    QCOMPARE(skus({{}, Sort::Sku, false, 1, 1}), std::string("bun"));
    QCOMPARE(skus({{"bun", {}, false}}), std::string("bun"));
    QCOMPARE(skus({{"BUN", {}, false}}), std::string("bun"));  // of the name, whatever the case
    QCOMPARE(skus({{"b", {}, false}}), std::string("bread bun"));
    QCOMPARE(skus({{"ea", {}, false}}), std::string("bread bun tea"));  // within a name; an SKU begins with it
    QCOMPARE(skus({{"un", {}, false}}), std::string("bun"));
    QCOMPARE(skus({{"%", {}, false}}), std::string());
    DONE(get(shop().setProductDisabled(by("ann"), Sku("bun"), true, 0)));
    QCOMPARE(skus({{"", true, false}}), std::string("bun"));
    QCOMPARE(skus({{"", false, false}}), std::string("bread tea"));
    QCOMPARE(get(shop().countProducts(m_world->call, {"", false, false})).value(), std::int64_t{2});
    QCOMPARE(get(shop().countProducts(m_world->call, {"ea", {}, false})).value(), std::int64_t{3});
    REFUSED_FIELD(get(shop().products(m_world->call, {{}, Sort::Sku, false, 0, 0})), ErrorCode::InvalidArgument,
                  "limit");
    const auto listed = m_world->get(m_world->orders().products(m_world->call, "bun", 10)).value();
    QVERIFY(listed.size() == 1 && listed.front().disabledAt && listed.front().version == 2);
}

void TestShopDesk::whatIsLow() {
    const auto low = [&] { return skus({{"", {}, true}}); };
    DONE(get(shop().addProduct(by("ann"), {Sku("bun"), "Bun", Money{300}, 3, 2})));
    DONE(get(shop().addProduct(by("ann"), {Sku("pie"), "Pie", Money{300}, 0, 0})));
    DONE(get(shop().addProduct(by("ann"), {Sku("jam"), "Jam", Money{300}, 0, {}})));
    QCOMPARE(low(), std::string("pie"));  // jam has no limit
    DONE(get(shop().correctStock(by("ann"), Sku("bun"), -1)));
    QCOMPARE(low(), std::string("bun pie"));
    DONE(get(shop().receiveStock(by("ann"), Sku("bun"), 1, {})));
    QCOMPARE(low(), std::string("pie"));
    auto order = DeskWorld::request("A1");
    order.lines = {{Sku("bun"), 2, Money{300}}};
    DONE(m_world->get(m_world->orders().place(m_world->call, order)));
    QCOMPARE(low(), std::string("bun pie"));
    QCOMPARE(get(shop().countProducts(m_world->call, {"", {}, true})).value(), std::int64_t{2});
    DONE(get(shop().setProductDisabled(by("ann"), Sku("pie"), true, 0)));
    QCOMPARE(low(), std::string("bun"));  // nobody sells it
}

void TestShopDesk::everythingIsAudited() {
    const auto entry = [&](const char* operation) {
        const auto record = lastAudit(operation);
        return record.subject + ": " + record.detail + (record.reason.empty() ? "" : " / " + record.reason);
    };
    DONE(get(shop().addCampus(by("ann"), {CampusId("south"), "South"})));
    QCOMPARE(entry("shop.add_campus"), std::string("campus south: named South / because"));
    DONE(get(shop().editCampus(by("ann"), {kNorth, "North side", 0})));
    QCOMPARE(entry("shop.edit_campus"), std::string("campus north: named North side / because"));
    DONE(get(shop().addCourier(by("ann"), {CourierId("lee"), kNorth, "Lee", "1"})));
    QCOMPARE(entry("shop.add_courier"), std::string("courier lee: named Lee, of campus north / because"));
    DONE(get(shop().editCourier(by("ann"), {CourierId("lee"), "Li", "2", 0})));
    QCOMPARE(entry("shop.edit_courier"), std::string("courier lee: named Li, phone 2 / because"));
    DONE(get(shop().setCourierDisabled(by("ann"), CourierId("lee"), true, 0)));
    QCOMPARE(entry("shop.set_courier_disabled"), std::string("courier lee: disabled / because"));
    DONE(get(shop().addProduct(by("ann"), {Sku("bun"), "Bun", Money{250}, 30, 5})));
    QCOMPARE(entry("shop.add_product"), std::string("product bun: named Bun at 2.50, stock 30, low at 5 / because"));
    DONE(get(shop().editProduct(by("ann"), {Sku("bun"), "Bun", Money{300}, {}, 0})));
    QCOMPARE(entry("shop.edit_product"), std::string("product bun: named Bun at 3.00 / because"));
    DONE(get(shop().receiveStock(by("ann"), Sku("bun"), 5, "van")));
    QCOMPARE(entry("shop.receive_stock"), std::string("product bun: +5, stock 35: van / because"));
    DONE(get(shop().correctStock(by("ann"), Sku("bun"), -5)));
    QCOMPARE(entry("shop.correct_stock"), std::string("product bun: -5, stock 30 / because"));
    DONE(get(shop().setProductDisabled(by("ann"), Sku("bun"), true, 0)));
    QCOMPARE(entry("shop.set_product_disabled"), std::string("product bun: disabled / because"));
    DONE(get(shop().setCampusDisabled(by("ann"), kNorth, true, 0)));
    QCOMPARE(entry("shop.set_campus_disabled"), std::string("campus north: disabled / because"));
}

void TestShopDesk::anOrderByHand() {
    auto& world = *m_world;
    api::Call call = by("ann");
    call.reason.clear();
    const auto placed = world.get(world.orders().placeByHand(call, DeskWorld::request("A1")));
    DONE(placed);
    QCOMPARE(world.row("A1").status, api::OrderStatus::WaitPay);
    const auto record = lastAudit("orders.place_by_hand");
    QCOMPARE(record.subject + ": " + record.detail, std::string("order A1: for user of A1 at north, 1 line, 1.00"));
    // A retry after an answer that was lost places nothing.
    const auto again = world.get(world.orders().placeByHand(call, DeskWorld::request("A1")));
    DONE(again);
    QVERIFY(again->repeated && again->id == placed->id);
    QCOMPARE(product().stock, std::int64_t{99});
    api::Call storefront = call;
    storefront.actor.permissions = api::bitOf(api::Permission::PlaceOrders);
    REFUSED(world.get(world.orders().placeByHand(storefront, DeskWorld::request("A2"))), ErrorCode::PermissionDenied);
}

void TestShopDesk::nothingIsChangedWhereNothingIsNew() {
    DONE(get(shop().setCourierDisabled(by("ann"), CourierId("kai"), false, 0)));
    QCOMPARE(courier("kai").version, std::int64_t{1});
    QVERIFY(courier("kai").onDuty);
    DONE(get(shop().setProductDisabled(by("ann"), kTea, false, 0)));
    QCOMPARE(product().version, std::int64_t{1});
    const auto version = campus().version;
    DONE(get(shop().setCampusDisabled(by("ann"), kNorth, false, 0)));
    QCOMPARE(campus().version, version);
    const auto kai = courier("kai");
    const auto same = get(shop().editCourier(by("ann"), {kai.id, kai.name, kai.phone, kai.version}));
    DONE(same);
    QCOMPARE(*same, kai.version);
}

}  // namespace test_shop_desk

QTEST_GUILESS_MAIN(test_shop_desk::TestShopDesk)
#include "test_shop_desk.moc"
