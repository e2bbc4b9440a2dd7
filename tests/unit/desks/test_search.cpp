// SPDX-License-Identifier: GPL-3.0-or-later
// What a search finds, in which order, and for whom.
#include <QtTest>
#include <algorithm>

#include "desk_world.h"

namespace test_search {

using namespace evenhand;
using test::DeskWorld;

namespace {

using Kind = api::SearchKind;
using Ids = std::vector<std::string>;

const CampusId kNorth("north");

}  // namespace

class TestSearch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void ordersByAnyPartOfTheirNumber();
    void whatIsCalledSoComesFirst();
    void ordersThatCameSince();
    void usersByAnyPart();
    void couriersByNamePhoneAndInitials();
    void productsAsTheyAreNow();
    void paymentsReturnsAndRefunds();
    void campaignsAndSales();
    void peopleOnlyForThoseWhoMay();
    void kindsInTheirOrder();
    void oneMoreThanTheLimitIsSaid();
    void refusals();
    void readingAheadChangesNoAnswer();

private:
    std::unique_ptr<DeskWorld> m_world;

    Result<api::SearchResult> ask(const char* text, std::vector<Kind> kinds = {}, std::int64_t limit = 8) {
        return m_world->get(m_world->workspace->search().search(m_world->call, {text, std::move(kinds), limit}));
    }
    std::vector<api::SearchHit> hits(const char* text, std::vector<Kind> kinds = {}, std::int64_t limit = 8) {
        const auto found = ask(text, std::move(kinds), limit);
        return found ? found->hits : std::vector<api::SearchHit>();
    }
    Ids ids(const char* text, std::vector<Kind> kinds = {}, std::int64_t limit = 8) {
        Ids found;
        for (const auto& hit : hits(text, std::move(kinds), limit)) {
            found.push_back(hit.id);
        }
        return found;
    }
    Result<void> courier(const char* id, const char* name, const char* phone) {
        m_world->clock.advanceMs(1'000);
        return m_world->get(m_world->workspace->shop().addCourier(m_world->call, {CourierId(id), kNorth, name, phone}));
    }
    Result<void> product(const char* sku, const char* name) {
        return m_world->get(
            m_world->workspace->shop().addProduct(m_world->call, {Sku(sku), name, Money{100}, 100, std::nullopt}));
    }
    bool buy(const char* number) {
        m_world->clock.advanceMs(1'000);
        return m_world->buy(number);
    }
};

void TestSearch::init() {
    m_world = std::make_unique<DeskWorld>();
    DONE(m_world->couriers({"k1"}));
    DONE(m_world->product("tea", 1'000));
}

void TestSearch::ordersByAnyPartOfTheirNumber() {
    for (const char* number : {"WX-2024-0007", "WX-2024-0008", "MT-9000"}) {
        QVERIFY(buy(number));
    }
    QCOMPARE(ids("2024", {Kind::Order}), (Ids{"WX-2024-0008", "WX-2024-0007"}));
    QCOMPARE(ids("0007", {Kind::Order}), Ids{"WX-2024-0007"});
    QCOMPARE(ids("x-2", {Kind::Order}), (Ids{"WX-2024-0008", "WX-2024-0007"}));  // short, and in another case
    QCOMPARE(ids(" 9 ", {Kind::Order}), Ids{"MT-9000"});
    QVERIFY(ids("2025", {Kind::Order}).empty());
    const auto found = hits("MT-9000", {Kind::Order});
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found.front().kind, Kind::Order);
    QCOMPARE(found.front().status, std::string(api::toText(m_world->row("MT-9000").status)));
    QCOMPARE(found.front().campus, kNorth);
    QCOMPARE(found.front().user, UserId("user of MT-9000"));
    QVERIFY(found.front().at == m_world->row("MT-9000").placedAt);
}

void TestSearch::whatIsCalledSoComesFirst() {
    for (const char* number : {"100", "1001", "1002"}) {
        QVERIFY(buy(number));
    }
    QCOMPARE(ids("100", {Kind::Order}), (Ids{"100", "1002", "1001"}));
    QCOMPARE(ids("100", {Kind::Order}, 1), Ids{"100"});
    QCOMPARE(ids("100", {Kind::Order}, 2), (Ids{"100", "1002"}));
}

void TestSearch::ordersThatCameSince() {
    QVERIFY(buy("A-1"));
    QCOMPARE(ids("A-", {Kind::Order}), Ids{"A-1"});
    QVERIFY(buy("A-2"));
    QCOMPARE(ids("A-", {Kind::Order}), (Ids{"A-2", "A-1"}));
}

void TestSearch::usersByAnyPart() {
    for (const char* number : {"b", "a", "aa"}) {
        QVERIFY(buy(number));
    }
    m_world->clock.advanceMs(1'000);
    auto again = DeskWorld::request("c");
    again.user = UserId("user of b");
    DONE(m_world->get(m_world->orders().place(m_world->call, again)));
    // Each once, the newest first by their newest order; who is called exactly so before all.
    QCOMPARE(ids("user", {Kind::User}), (Ids{"user of b", "user of aa", "user of a"}));
    QCOMPARE(ids("user of a", {Kind::User}), (Ids{"user of a", "user of aa"}));
    QCOMPARE(ids("OF A", {Kind::User}), (Ids{"user of aa", "user of a"}));  // from the middle, in another case
    QCOMPARE(ids("b", {Kind::User}), Ids{"user of b"});
    QVERIFY(ids("of c", {Kind::User}).empty());
    // Two whose ids differ in case alone are two; one who came since is there.
    auto other = DeskWorld::request("d");
    other.user = UserId("User of B");
    m_world->clock.advanceMs(1'000);
    DONE(m_world->get(m_world->orders().place(m_world->call, other)));
    QCOMPARE(ids("of b", {Kind::User}), (Ids{"User of B", "user of b"}));
    QCOMPARE(ids("user of b", {Kind::User}), (Ids{"user of b", "User of B"}));
}

void TestSearch::couriersByNamePhoneAndInitials() {
    DONE(courier("c1", "曾志伟", "138-0000-1111"));
    DONE(courier("c2", "刘洋", "139-2222-0000"));
    DONE(courier("c3", "Émile Liu", "136-3333"));
    QCOMPARE(ids("志", {Kind::Courier}), Ids{"c1"});
    QCOMPARE(ids("zzw", {Kind::Courier}), Ids{"c1"});
    QCOMPARE(ids("LY", {Kind::Courier}), Ids{"c2"});
    QCOMPARE(ids("0000", {Kind::Courier}), (Ids{"c2", "c1"}));
    // However the number is grouped by whoever types it.
    QCOMPARE(ids("13800001111", {Kind::Courier}), Ids{"c1"});
    QCOMPARE(ids("0000 1111", {Kind::Courier}), Ids{"c1"});
    QCOMPARE(ids("0000-1111", {Kind::Courier}), Ids{"c1"});
    QCOMPARE(ids("(136) 33", {Kind::Courier}), Ids{"c3"});
    QVERIFY(ids("00001112", {Kind::Courier}).empty());
    QVERIFY(ids("-", {Kind::Product}).empty());
    QCOMPARE(ids("liu", {Kind::Courier}), Ids{"c3"});
    QCOMPARE(ids("éMILE", {Kind::Courier}), Ids{"c3"});
    QCOMPARE(ids("C2", {Kind::Courier}), Ids{"c2"});
    DONE(m_world->get(m_world->workspace->shop().setCourierDisabled(m_world->call, CourierId("c2"), true, 0)));
    const auto found = hits("ly", {Kind::Courier});
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found.front().isDisabled);
    QCOMPARE(found.front().name, std::string("刘洋"));
    QCOMPARE(found.front().campus, kNorth);
}

void TestSearch::productsAsTheyAreNow() {
    DONE(product("hg", "重庆火锅"));
    QCOMPARE(ids("cqhg", {Kind::Product}), Ids{"hg"});
    QCOMPARE(ids("TEA", {Kind::Product}), Ids{"tea"});
    // One is added, one renamed, one disabled: none of it is missed.
    DONE(product("nc", "珍珠奶茶"));
    QCOMPARE(ids("zznc", {Kind::Product}), Ids{"nc"});
    auto& shop = m_world->workspace->shop();
    DONE(m_world->get(shop.editProduct(m_world->call, {Sku("hg"), "麻辣烫", Money{100}, std::nullopt, 0})));
    QVERIFY(ids("cqhg", {Kind::Product}).empty());
    QCOMPARE(ids("mlt", {Kind::Product}), Ids{"hg"});
    DONE(m_world->get(shop.setProductDisabled(m_world->call, Sku("nc"), true, 0)));
    QVERIFY(hits("zznc", {Kind::Product}).front().isDisabled);
}

void TestSearch::paymentsReturnsAndRefunds() {
    for (const char* number : {"WX-1", "WX-2"}) {
        QVERIFY(buy(number));
    }
    QCOMPARE(ids("PWX-", {Kind::Payment}), (Ids{"PWX-2", "PWX-1"}));
    QCOMPARE(hits("PWX-1", {Kind::Payment}).front().order, OrderNo("WX-1"));
    QVERIFY(ids("WX-1", {Kind::Payment}).empty());
    api::RequestReturn request;
    request.number = ReturnNo("R-77");
    request.orderNo = OrderNo("WX-1");
    request.lines = {{Sku("tea"), 1}};
    DONE(m_world->get(m_world->workspace->returns().request(m_world->call, request)));
    const auto byNumber = hits("R-7", {Kind::Return});
    QCOMPARE(byNumber.size(), std::size_t{1});
    QCOMPARE(byNumber.front().id, std::string("R-77"));
    QCOMPARE(byNumber.front().status, std::string("REQUESTED"));
    QCOMPARE(byNumber.front().order, OrderNo("WX-1"));
    QVERIFY(byNumber.front().row > 0);
    QVERIFY(hits("WX-1", {Kind::Return}) == byNumber);  // by the number of its order
    QVERIFY(ids("X-1", {Kind::Return}).empty());        // of which that is too little
    DONE(m_world->get(m_world->orders().cancel(m_world->call, {{OrderNo("WX-2"), 0}})));
    m_world->workspace->runUntilIdle();
    const auto refund = hits("WX-2", {Kind::Refund});
    QCOMPARE(refund.size(), std::size_t{1});
    QCOMPARE(refund.front().order, OrderNo("WX-2"));
    QCOMPARE(refund.front().name, std::string("PWX-2"));
    QVERIFY(hits("PWX-2", {Kind::Refund}) == refund);
    QVERIFY(hits(refund.front().id.c_str(), {Kind::Refund}) == refund);
    // A payment that is owed back is told once; one of no order at all, too.
    QCOMPARE(ids("PWX-2", {Kind::Payment}), Ids{"PWX-2"});
    DONE(m_world->get(m_world->orders().pay(m_world->call, {PaymentNo("stray"), OrderNo("none"), Money{5}})));
    const auto stray = hits("stray", {Kind::Payment});
    QCOMPARE(stray.size(), std::size_t{1});
    QCOMPARE(stray.front().status, std::string(api::toText(api::OwedKind::UnknownOrder)));
}

void TestSearch::campaignsAndSales() {
    api::CampaignSettings settings;
    settings.name = "春季立减";
    settings.shape = {Money{10'000}, 20, Money{1'000}, 2};
    settings.begin = m_world->clock.now();
    settings.end = m_world->clock.now().plusMs(3'600'000);
    settings.seed = 1;
    DONE(m_world->get(m_world->workspace->campaigns().create(m_world->call, CampaignId("spring"), settings)));
    const api::ActivityInput sale{ActivityId("S1"), "春季秒杀", Sku("tea"),     kNorth,
                                  Money{50},        10,         settings.begin, settings.end};
    DONE(m_world->get(m_world->workspace->seckill().setUp(m_world->call, sale)));
    const auto campaign = hits("cjlj", {Kind::Campaign});
    QCOMPARE(campaign.size(), std::size_t{1});
    QCOMPARE(campaign.front().id, std::string("spring"));
    QCOMPARE(campaign.front().status, std::string("draft"));
    QCOMPARE(ids("cjms", {Kind::Sale}), Ids{"S1"});
    QCOMPARE(ids("春季"), (Ids{"spring", "S1"}));
}

void TestSearch::peopleOnlyForThoseWhoMay() {
    auto& accounts = m_world->workspace->accounts();
    DONE(m_world->get(
        accounts.create(m_world->call, {"lin", "林芳", {api::Role::Auditor}}, Secret("seven quiet rivers"))));
    QCOMPARE(ids("lf"), Ids{"lin"});
    auto clerk = m_world->call;
    clerk.actor = api::Actor{"clerk", permissionsOf(api::Role::RefundClerk)};
    auto& search = m_world->workspace->search();
    const auto found = m_world->get(search.search(clerk, {"lf", {}, 8}));
    DONE(found);
    QVERIFY(found->hits.empty());
    const auto asked = m_world->get(search.search(clerk, {"lf", {Kind::Person}, 8}));
    DONE(asked);
    QVERIFY(asked->hits.empty());
    clerk.actor = api::Actor{"auditor", permissionsOf(api::Role::Auditor)};
    QCOMPARE(m_world->get(search.search(clerk, {"lf", {}, 8}))->hits.size(), std::size_t{1});
}

void TestSearch::kindsInTheirOrder() {
    DONE(courier("tea-1", "Tea", "1"));
    QVERIFY(buy("tea-2"));
    std::vector<Kind> kinds;
    for (const auto& hit : hits("tea")) {
        kinds.push_back(hit.kind);
    }
    QCOMPARE(kinds, (std::vector<Kind>{Kind::Order, Kind::User, Kind::Courier, Kind::Product}));
    QCOMPARE(ids("tea", {Kind::Product, Kind::Order, Kind::Product}), (Ids{"tea-2", "tea"}));
    QCOMPARE(ids("NORTH", {Kind::Campus}), Ids{"north"});
}

void TestSearch::oneMoreThanTheLimitIsSaid() {
    for (const char* number : {"B-1", "B-2", "B-3"}) {
        QVERIFY(buy(number));
    }
    const auto all = ask("B-", {Kind::Order, Kind::User}, 3);
    DONE(all);
    QCOMPARE(all->hits.size(), std::size_t{6});
    QVERIFY(all->more.empty());
    const auto some = ask("B-", {Kind::Order, Kind::Payment}, 2);
    DONE(some);
    QCOMPARE(some->hits.size(), std::size_t{2});
    QCOMPARE(some->more, std::vector<Kind>{Kind::Order});
    const auto users = ask("user", {Kind::User}, 2);
    DONE(users);
    QCOMPARE(users->more, std::vector<Kind>{Kind::User});
}

void TestSearch::refusals() {
    REFUSED_FIELD(ask(""), ErrorCode::InvalidArgument, "text");
    REFUSED_FIELD(ask(" \t"), ErrorCode::InvalidArgument, "text");
    REFUSED_FIELD(ask(std::string(api::kMaxSearchText + 1, 'x').c_str()), ErrorCode::InvalidArgument, "text");
    REFUSED_FIELD(ask("\xff"), ErrorCode::InvalidArgument, "text");
    REFUSED_FIELD(ask("x", {}, 0), ErrorCode::InvalidArgument, "limit");
    REFUSED_FIELD(ask("x", {}, api::kMaxSearchLimit + 1), ErrorCode::InvalidArgument, "limit");
    DONE(ask("x", {}, api::kMaxSearchLimit));
    // Text is text, whatever it holds.
    for (const char* hostile : {"'; DROP TABLE orders; --", "%", "_", "\"", "\\", "line\nfeed"}) {
        const auto found = ask(hostile);
        DONE(found);
        QVERIFY2(found->hits.empty(), hostile);
    }
    QVERIFY(buy("still there"));
}

void TestSearch::readingAheadChangesNoAnswer() {
    for (const char* number : {"A-1", "A-2"}) {
        QVERIFY(buy(number));
    }
    auto& search = m_world->workspace->search();
    DONE(m_world->get(search.prepare(m_world->call)));
    QCOMPARE(ids("A-", {Kind::Order}), (Ids{"A-2", "A-1"}));
    QVERIFY(buy("A-3"));
    DONE(m_world->get(search.prepare(m_world->call)));
    QCOMPARE(ids("A-", {Kind::Order}), (Ids{"A-3", "A-2", "A-1"}));
}

}  // namespace test_search

QTEST_GUILESS_MAIN(test_search::TestSearch)
#include "test_search.moc"
