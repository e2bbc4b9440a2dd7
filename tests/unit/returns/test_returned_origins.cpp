// SPDX-License-Identifier: GPL-3.0-or-later
// Returns of orders that took more than goods: a campaign's discount, a flash sale's unit and slot. What came with the
// order goes back once, whatever ends it.
#include <QtTest>

#include "engine/base/log.h"
#include "tests/unit/seckill/seckill_world.h"

namespace test_returned_origins {

using namespace evenhand;
using namespace evenhand::test;

namespace {

class World : public SeckillWorld {
public:
    bool pickUp(const std::string& orderNo) {
        workspace->runUntilIdle();
        return report(api::CourierReport::Kind::PickedUp, orderNo);
    }
    /// Returns `units` of tea; the goods are here (of an order that this closes they never left) and, if asked for, a
    /// clerk has paid the money.
    bool returned(const char* number, const std::string& orderNo, std::int64_t units, bool paid) {
        api::RequestReturn request;
        request.number = ReturnNo(number);
        request.orderNo = OrderNo(orderNo);
        request.lines = {{Sku("tea"), units}};
        request.approve = true;
        const auto made = get(workspace->returns().request(call, request));
        const bool received = made && (status(orderNo) == api::OrderStatus::Closed ||
                                       get(workspace->returns().receive(call, {made->id, 0}, {})));
        if (!received || !paid) {
            return received;
        }
        for (const auto& refund : refunds(orderNo)) {
            if (refund.status == api::RefundStatus::Pending &&
                !get(workspace->refunds().recordPaid(call, {refund.id, 0}, "R-1"))) {
                return false;
            }
        }
        return true;
    }
    /// Of one unit of tea, approved at once: what was previewed, if just that is stored; -1 otherwise.
    std::int64_t previewed(const char* number, const std::string& orderNo) {
        api::RequestReturn request;
        request.number = ReturnNo(number);
        request.orderNo = OrderNo(orderNo);
        request.lines = {{Sku("tea"), 1}};
        request.approve = true;
        const auto seen = get(workspace->returns().previewRequest(call, request));
        const auto made = get(workspace->returns().request(call, request));
        const bool same = seen && made && seen->amount == made->amount &&
                          seen->decision == api::RequestDecision::Approved &&
                          made->status == api::ReturnStatus::Approved;
        return same ? seen->amount.minor : -1;
    }
    std::vector<api::RefundRow> refunds(const std::string& orderNo) {
        return get(workspace->refunds().ofOrder(call, OrderNo(orderNo))).value_or(std::vector<api::RefundRow>());
    }
    std::int64_t owed(const std::string& orderNo) {
        std::int64_t sum = 0;
        for (const auto& refund : refunds(orderNo)) {
            sum += refund.amount.minor;
        }
        return sum;
    }
    bool cancel(const std::string& orderNo) {
        const auto done = get(orders().cancel(call, {{OrderNo(orderNo), 0}}));
        return done && !done->front().error;
    }

    bool campaign() {
        api::CampaignSettings made;
        made.name = "Lunch";
        made.shape = {Money{20'000}, 200, Money{1'000}, 3};
        made.countLimit = 20;
        made.amountLimit = Money{5'000};
        made.begin = clock.now();
        made.end = clock.now().plusMs(kDay);
        made.seed = 3;
        const auto created = get(workspace->campaigns().create(call, CampaignId("lunch"), made));
        return created && get(workspace->campaigns().start(call, CampaignId("lunch")));
    }
    api::CampaignBoard campaignBoard() {
        return get(workspace->campaigns().board(call, CampaignId("lunch"))).value_or(api::CampaignBoard{});
    }
    /// Two at 1,000 each with a draw, paid; what was taken off.
    Money discounted(const std::string& orderNo) {
        auto order = request(orderNo);
        order.lines = {{Sku("tea"), 2, Money{1'000}}};
        order.draw = api::OrderDraw{CampaignId("lunch"), DrawId("00000000-0000-4000-8000-000000000001")};
        const auto placed = get(orders().place(call, order));
        const auto paid = placed ? get(orders().pay(call, {PaymentNo("P"), OrderNo(orderNo), placed->payable}))
                                 : tl::unexpected(placed.error());
        return paid ? Money{2'000 - placed->payable.minor} : Money{};
    }
};

}  // namespace

class TestReturnedOrigins : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    /// With the last unit and its money the discount is the campaign's again, and only then.
    void discountAfterTheLastUnit() {
        World world;
        QVERIFY(world.campaign());
        const auto discount = world.discounted("A");
        QVERIFY(discount.minor > 0);
        QVERIFY(world.pickUp("A"));
        QVERIFY(world.returned("1", "A", 1, true));
        QCOMPARE(world.campaignBoard().givenBack, 0);
        HOLDS(world);
        QVERIFY(world.returned("2", "A", 1, false));
        QCOMPARE(world.campaignBoard().givenBack, 0);  // the money is still owed
        HOLDS(world);
        for (const auto& refund : world.refunds("A")) {
            if (refund.status == api::RefundStatus::Pending) {
                QVERIFY(world.get(world.workspace->refunds().recordPaid(world.call, {refund.id, 0}, "R-2")));
            }
        }
        QCOMPARE(world.campaignBoard().givenBack, discount.minor);
        QCOMPARE(world.campaignBoard().compensation, discount.minor);
        QCOMPARE(world.owed("A"), 2'000 - discount.minor);
        HOLDS(world);
        // Closing it afterwards has nothing more to give.
        (void)world.cancel("A");
        QCOMPARE(world.campaignBoard().givenBack, discount.minor);
        QCOMPARE(world.owed("A"), 2'000 - discount.minor);
        HOLDS(world);
    }

    /// Before pick-up the last unit closes the order: the discount goes back with it, once.
    void discountOfAnOrderThatIsNotSent() {
        World world;
        QVERIFY(world.campaign());
        const auto stock = world.stock();
        const auto discount = world.discounted("A");
        QVERIFY(world.returned("1", "A", 1, false));
        QCOMPARE(world.campaignBoard().givenBack, 0);
        HOLDS(world);
        QVERIFY(world.returned("2", "A", 1, true));
        QCOMPARE(world.row("A").closeReason, std::optional(api::CloseReason::Returned));
        QCOMPARE(world.campaignBoard().givenBack, discount.minor);
        QCOMPARE(world.campaignBoard().compensation, discount.minor);
        QCOMPARE(world.owed("A"), 2'000 - discount.minor);
        QCOMPARE(world.stock(), stock);
        HOLDS(world);
        for (const auto& refund : world.refunds("A")) {
            if (refund.status == api::RefundStatus::Pending) {
                QVERIFY(world.get(world.workspace->refunds().recordPaid(world.call, {refund.id, 0}, "R-2")));
            }
        }
        QCOMPARE(world.campaignBoard().givenBack, discount.minor);
        HOLDS(world);
    }

    /// Neither goods nor money to wait for: the discount goes back with the approval.
    void discountOfWhatCostNothing() {
        World world;
        QVERIFY(world.campaign());
        api::ReturnPolicy policy;
        policy.goods = api::GoodsRule::NoGoods;
        QVERIFY(world.get(world.workspace->returns().setPolicy(world.call, {}, policy)));
        auto order = world.request("A");
        order.lines = {{Sku("tea"), 2, Money{1}}};
        order.draw = api::OrderDraw{CampaignId("lunch"), DrawId("00000000-0000-4000-8000-000000000001")};
        const auto placed = world.get(world.orders().place(world.call, order));
        QVERIFY(placed && placed->payable == Money{0});
        QVERIFY(world.get(world.orders().pay(world.call, {PaymentNo("P"), OrderNo("A"), Money{0}})));
        QVERIFY(world.pickUp("A"));
        const auto before = world.campaignBoard().compensation;  // what the draw did not need
        for (const auto* number : {"1", "2"}) {
            QCOMPARE(world.campaignBoard().givenBack, 0);
            api::RequestReturn wanted;
            wanted.number = ReturnNo(number);
            wanted.orderNo = OrderNo("A");
            wanted.lines = {{Sku("tea"), 1}};
            wanted.approve = true;
            const auto made = world.get(world.workspace->returns().request(world.call, wanted));
            QVERIFY(made && made->status == api::ReturnStatus::Approved);
        }
        QCOMPARE(world.campaignBoard().givenBack, 2);
        QCOMPARE(world.campaignBoard().compensation, before + 2);
        QCOMPARE(world.owed("A"), 0);
        HOLDS(world);
    }

    /// The goods come last: the discount goes back with them, not with the money.
    void discountWhenTheGoodsComeLast() {
        World world;
        QVERIFY(world.campaign());
        const auto discount = world.discounted("A");
        QVERIFY(world.pickUp("A"));
        api::RequestReturn wanted;
        wanted.number = ReturnNo("R");
        wanted.orderNo = OrderNo("A");
        wanted.lines = {{Sku("tea"), 2}};
        wanted.approve = true;
        const auto made = world.get(world.workspace->returns().request(world.call, wanted));
        QVERIFY(made && made->status == api::ReturnStatus::Approved);
        QVERIFY(world.get(world.workspace->refunds().recordPaid(world.call, {world.refunds("A").at(0).id, 0}, "R-1")));
        QCOMPARE(world.campaignBoard().givenBack, 0);
        QVERIFY(world.get(world.workspace->returns().receive(world.call, {made->id, 0}, {})));
        QCOMPARE(world.campaignBoard().givenBack, discount.minor);
        HOLDS(world);
    }

    /// Nothing was left to pay: the discount goes back when nothing more is waited for, and then the return stands.
    void discountOfAReturnWithoutMoney() {
        World world;
        QVERIFY(world.campaign());
        const auto discount = world.discounted("A");
        QVERIFY(world.pickUp("A"));
        QVERIFY(world.get(world.workspace->refunds().request(world.call, {"all", OrderNo("A"), {}, 0})));
        api::RequestReturn wanted;
        wanted.number = ReturnNo("R");
        wanted.orderNo = OrderNo("A");
        wanted.lines = {{Sku("tea"), 2}};
        wanted.approve = true;
        const auto made = world.get(world.workspace->returns().request(world.call, wanted));
        QVERIFY(made && made->status == api::ReturnStatus::Approved && made->amount.minor == 0);
        QVERIFY(world.get(world.workspace->returns().undo(world.call, {made->id, 0})));
        QVERIFY(world.get(world.workspace->returns().approve(world.call, {made->id, 0}, {})));
        QCOMPARE(world.campaignBoard().givenBack, 0);
        QVERIFY(world.get(world.workspace->returns().skipGoods(world.call, {made->id, 0})));
        QCOMPARE(world.campaignBoard().givenBack, discount.minor);
        REFUSED_FIELD(world.get(world.workspace->returns().undo(world.call, {made->id, 0})), ErrorCode::WrongStatus,
                      "status");
        HOLDS(world);
    }

    /// A unit came back, then the order is closed: the rest, the discount and the rest of the money go back, once.
    void discountOfAnOrderClosedInBetween() {
        World world;
        QVERIFY(world.campaign());
        const auto stock = world.stock();
        const auto discount = world.discounted("A");
        QVERIFY(world.returned("1", "A", 1, true));
        QVERIFY(world.cancel("A"));
        QCOMPARE(world.campaignBoard().givenBack, discount.minor);
        QCOMPARE(world.owed("A"), 2'000 - discount.minor);
        QCOMPARE(world.stock(), stock);
        HOLDS(world);
    }

    /// A unit of a discounted line is worth its share rounded down, the last one what is left of it; a sale's unit what
    /// was paid for it. Both are known before they are asked back.
    void whatComesBackIsPreviewed() {
        World world;
        QVERIFY(world.campaign());
        const auto paid = 2'000 - world.discounted("A").minor;
        QVERIFY(world.pickUp("A"));
        QCOMPARE(world.previewed("1", "A"), paid / 2);
        QCOMPARE(world.previewed("2", "A"), paid - paid / 2);
        HOLDS(world);
        QVERIFY(world.sell(3));
        const auto no = world.bought("ann");
        QVERIFY(!no.empty() && world.payFor(no));
        QCOMPARE(world.previewed("1", no), 70);
        HOLDS(world);
    }

    /// A sale's unit that came back as a return is in the voucher's stock; closing, which the return of the only unit
    /// does, gives neither sale nor voucher another one, while the buyer's slot is free again.
    void saleUnitOfAClosedOrder() {
        World world;
        QVERIFY(world.sell(3));
        const auto voucher = world.stock();
        const auto no = world.bought("ann");
        QVERIFY(!no.empty() && world.payFor(no));
        QCOMPARE(world.board().stock, 2);
        QVERIFY(world.returned("1", no, 1, true));
        QCOMPARE(world.stock(), voucher + 1);
        HOLDS(world);
        QCOMPARE(world.row(no).closeReason, std::optional(api::CloseReason::Returned));
        QVERIFY(!world.cancel(no));
        QCOMPARE(world.stock(), voucher + 1);
        QCOMPARE(world.board().stock, 2);
        QCOMPARE(world.board().slots, 0);
        QVERIFY(world.board().agrees);
        QCOMPARE(world.owed(no), 70);
        HOLDS(world);
        QVERIFY(!world.bought("ann").empty());
        HOLDS(world);
    }
};

}  // namespace test_returned_origins

QTEST_GUILESS_MAIN(test_returned_origins::TestReturnedOrigins)
#include "test_returned_origins.moc"
