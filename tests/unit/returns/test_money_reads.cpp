// SPDX-License-Identifier: GPL-3.0-or-later
// What the three desks of money show, filter by filter: each alone, over rows that must come and rows that must not, in
// pages and counted; the files they write, cell by cell; what the audit log says of what was done there.
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <map>
#include <set>

#include "app/workspace/workspace_stats.h"
#include "desks/desk_world.h"
#include "engine/store/pages/return_page_store.h"
#include "engine/store/records/ledger_store.h"

namespace test_money_reads {

using namespace evenhand;
using namespace evenhand::test;
using api::LedgerAccount;
using api::LedgerKind;
using api::RefundCause;
using api::RefundStatus;
using api::ReturnStage;
using api::SendOutcome;

namespace {

class MoneyWorld : public DeskWorld {
public:
    api::ReturnsDesk& returns() { return workspace->returns(); }
    api::RefundDesk& refunds() { return workspace->refunds(); }
    api::LedgerDesk& ledger() { return workspace->ledger(); }

    /// Somebody else, who decides.
    [[nodiscard]] api::Call approver() const { return {api::Actor::administrator("bob"), "as agreed", {}}; }
    bool policy(std::optional<std::int64_t> above, api::GoodsRule goods = api::GoodsRule::MoneyFirst) {
        api::ReturnPolicy made;
        made.goods = goods;
        made.fourEyesAbove = above ? std::optional(Money{*above}) : std::nullopt;
        made.secondAbove = made.fourEyesAbove;
        return get(returns().setPolicy(call, {}, made)).has_value();
    }
    bool overHttp(bool http, std::int64_t maxAttempts = 1) {
        api::RefundSettings made;
        made.provider = http ? api::RefundProviderKind::Http : api::RefundProviderKind::Manual;
        made.url = "http://localhost:1/refunds";
        made.maxAttempts = maxAttempts;
        return get(refunds().setSettings(call, made)).has_value();
    }
    /// Two of tea for 200, paid: the return of one closes no order.
    bool sell(const std::string& no, const char* campus) {
        auto order = request(no, campus);
        order.lines[0].quantity = 2;
        return get(orders().place(call, order)) && pay(no, 200, "P" + no);
    }
    RefundId refund(const std::string& no, std::int64_t amount) {
        const auto made = get(refunds().request(call, {"refund of " + no, OrderNo(no), Money{amount}, 0}));
        return made ? made->id : RefundId{};
    }
    /// By a worker, who says this of it; nullopt: nothing yet.
    bool sent(RefundId id, std::optional<SendOutcome> said) {
        const auto jobs = get(refunds().claimDue(call, {"worker", 100, {}}));
        for (const auto& job : jobs.value_or(std::vector<api::RefundJob>())) {
            if (job.id == id) {
                return !said || get(refunds().report(call, {{id, job.token, *said, "ref", "said so", 0}}));
            }
        }
        return false;
    }
    ReturnId ask(const std::string& no, const std::string& number) {
        const auto made = get(returns().request(call, {ReturnNo(number), {}, OrderNo(no), {{Sku("tea"), 1}}, "", {}}));
        return made ? made->id : ReturnId{};
    }
    bool approve(ReturnId id) { return get(returns().approve(approver(), {id, 0}, {})).has_value(); }
    bool pay(const std::string& no, std::int64_t amount, const std::string& paymentNo) {
        return get(orders().pay(call, {PaymentNo(paymentNo), OrderNo(no), Money{amount}})).has_value();
    }
    QList<QByteArray> lines(const QString& file) {
        QFile opened(file);
        (void)opened.open(QIODevice::ReadOnly);
        return opened.readAll().split('\n');
    }
    /// "operation | subject | detail" of the newest entry of the audit log.
    QString noted() {
        const auto entries = get(workspace->audit().page(call, {}));
        if (!entries || entries->empty()) {
            return {};
        }
        const auto& last = entries->front();
        return QString::fromStdString(last.operation + " | " + last.subject + " | " + last.detail);
    }
};

bool begins(const std::string& text, const char* with) { return text.starts_with(with); }

}  // namespace

class TestMoneyReads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Refunds of every state and cause, returns of every stage; of two campuses, each at an instant of its own.
    void initTestCase() {
        m_world = std::make_unique<MoneyWorld>();
        auto& world = *m_world;
        DONE(world.couriers({"ann"}));
        DONE(world.couriers({"sue"}, "south"));
        DONE(world.product("tea", 1'000));
        QVERIFY(world.policy({}));
        const auto sold = [&](const char* no, const char* campus = "north") {
            world.clock.advanceMs(1'000);
            return world.sell(no, campus);
        };
        QVERIFY(sold("A1") && world.refund("A1", 11).valid());  // PENDING, by hand
        QVERIFY(sold("A2") && world.approve(world.ask("A2", "RA2")));
        QVERIFY(world.policy({}, api::GoodsRule::NoGoods));
        QVERIFY(sold("B1", "south") && world.approve(world.ask("B1", "RB1")));
        QVERIFY(world.policy({}));
        QVERIFY(sold("B2", "south"));
        DONE(world.get(world.orders().cancel(world.call, {{OrderNo("B2"), 0}})));
        QVERIFY(world.pay("B2", 100, "Q-late"));
        world.clock.advanceMs(1'000);
        DONE(world.get(world.orders().place(world.call, DeskWorld::request("A3"))));
        QVERIFY(world.pay("A3", 99, "Q-wrong"));
        QVERIFY(world.pay("A1", 100, "Q-second"));
        QVERIFY(world.pay("nowhere", 5, "Q-unknown"));
        QVERIFY(sold("A4"));
        DONE(world.get(world.refunds().cancel(world.call, {{world.refund("A4", 12), 0}})));
        QVERIFY(world.overHttp(true));
        for (const auto& [no, said] :
             {std::pair("A5", std::optional(SendOutcome::Succeeded)),
              std::pair("A6", std::optional(SendOutcome::Declined)),
              std::pair("B3", std::optional(SendOutcome::Unknown)), std::pair("A7", std::optional<SendOutcome>())}) {
            QVERIFY(sold(no, *no == 'B' ? "south" : "north"));
            QVERIFY(world.sent(world.refund(no, 20), said));
        }
        QVERIFY(world.overHttp(false));
        QVERIFY(world.policy({}, api::GoodsRule::GoodsFirst));
        QVERIFY(sold("A8") && world.approve(world.ask("A8", "RA8")));  // HELD
        QVERIFY(world.policy(0));
        QVERIFY(sold("B4", "south") && world.refund("B4", 13).valid());         // REQUESTED
        QVERIFY(sold("A9") && world.ask("A9", "A9 back").valid());              // waits for an approval
        QVERIFY(sold("B5", "south") && world.approve(world.ask("B5", "RB5")));  // for its second one
        const auto rejected = sold("B6", "south") ? world.ask("B6", "RB6") : ReturnId{};
        DONE(world.get(world.returns().reject(world.call, {{rejected, 0}}, "")));
        const auto cancelled = sold("A10") ? world.ask("A10", "RA10") : ReturnId{};
        DONE(world.get(world.returns().cancel(world.call, {{cancelled, 0}})));
        QVERIFY(world.policy({}, api::GoodsRule::NoGoods));
        QVERIFY(sold("A11"));
        world.workspace->runUntilIdle();
        const auto row = world.row("A11");
        DONE(world.get(world.orders().report(world.call, {api::CourierReport::Kind::PickedUp, OrderNo("A11"),
                                                          row.courier, row.epoch, std::string(), 0})));
        const auto done = world.ask("A11", "RA11");
        QVERIFY(world.approve(done));
        const auto owed = world.get(world.refunds().ofOrder(world.call, OrderNo("A11")));
        DONE(world.get(world.refunds().recordPaid(world.call, {owed->front().id, 0}, "R-1")));
    }

    void filtersOfRefunds() {
        auto& world = *m_world;
        api::RefundQuery all;
        all.descending = false;
        const auto rows = world.get(world.refunds().page(world.call, all)).value();
        const auto check = [&](const char* what, auto set, auto keep, bool some = true) {
            api::RefundQuery query = all;
            set(query.filter);
            std::vector<std::int64_t> expected;
            for (const auto& row : rows) {
                if (keep(row)) {
                    expected.push_back(row.id.value);
                }
            }
            QVERIFY2(expected.empty() != some && expected.size() < rows.size(), what);
            for (const bool descending : {false, true}) {
                query.descending = descending;
                std::vector<std::int64_t> found;
                for (const auto listed = world.get(world.refunds().page(world.call, query));
                     const auto& row : listed.value()) {
                    found.push_back(row.id.value);
                }
                QVERIFY2(found == expected, what);
                // The same, in pages that each go on behind the last row of the one before.
                std::vector<std::int64_t> pieces;
                auto part = query;
                for (part.limit = 2;;) {
                    const auto page = world.get(world.refunds().page(world.call, part)).value();
                    if (page.empty()) {
                        break;
                    }
                    for (const auto& row : page) {
                        pieces.push_back(row.id.value);
                    }
                    part.after = api::RefundKey{page.back().requestedAt, page.back().id};
                }
                QVERIFY2(pieces == expected, what);
                std::reverse(expected.begin(), expected.end());
            }
            for (int i = 0; i < 2; ++i) {  // read, and then known
                QCOMPARE(world.get(world.refunds().count(world.call, query.filter)).value(),
                         static_cast<std::int64_t>(expected.size()));
            }
        };
        using F = api::RefundFilter;
        using R = api::RefundRow;
        for (const auto status : api::allRefundStatuses()) {
            check(
                api::toText(status).data(), [&](F& f) { f.statuses = {status}; },
                [&](const R& r) { return r.status == status; });
        }
        check(
            "two states",
            [](F& f) {
                f.statuses = {RefundStatus::Succeeded, RefundStatus::Sent};
            },
            [](const R& r) { return r.status == RefundStatus::Succeeded || r.status == RefundStatus::Sent; });
        for (const auto cause :
             {RefundCause::Return, RefundCause::Order, RefundCause::ClosedOrder, RefundCause::LatePayment,
              RefundCause::WrongAmount, RefundCause::SecondPayment, RefundCause::UnknownOrder}) {
            check(
                api::toText(cause).data(), [&](F& f) { f.causes = {cause}; },
                [&](const R& r) { return r.cause == cause; });
        }
        check(
            "two causes",
            [](F& f) {
                f.causes = {RefundCause::Return, RefundCause::ClosedOrder};
            },
            [](const R& r) { return r.cause == RefundCause::Return || r.cause == RefundCause::ClosedOrder; });
        check(
            "a state and a cause",
            [](F& f) {
                f.statuses = {RefundStatus::Pending};
                f.causes = {RefundCause::Return};
            },
            [](const R& r) { return r.status == RefundStatus::Pending && r.cause == RefundCause::Return; });
        for (const char* campus : {"north", "south"}) {
            check(
                campus, [&](F& f) { f.campus = CampusId(campus); },
                [&](const R& r) { return r.campus.str() == campus; });
            check(
                campus,
                [&](F& f) {
                    f.campus = CampusId(campus);
                    f.statuses = {RefundStatus::Pending};
                },
                [&](const R& r) { return r.campus.str() == campus && r.status == RefundStatus::Pending; });
        }
        check(
            "nowhere", [](F& f) { f.campus = CampusId("nowhere"); }, [](const R&) { return false; }, false);
        check(
            "dead", [](F& f) { f.deadOnly = true; }, [](const R& r) { return r.orderNo == "B3"; });
        check(
            "dead of the south",
            [](F& f) {
                f.deadOnly = true;
                f.campus = CampusId("south");
            },
            [](const R& r) { return r.orderNo == "B3"; });
        check(
            "dead of the north",
            [](F& f) {
                f.deadOnly = true;
                f.campus = CampusId("north");
            },
            [](const R&) { return false; }, false);
        const auto middle = rows[rows.size() / 2].requestedAt;
        check(
            "from", [&](F& f) { f.from = middle; }, [&](const R& r) { return r.requestedAt >= middle; });
        check(
            "to", [&](F& f) { f.to = middle; }, [&](const R& r) { return r.requestedAt < middle; });
        for (const char* text : {"A1", "B", "PA", "Q-", "Q-late", "now"}) {
            check(
                text, [&](F& f) { f.text = text; },
                [&](const R& r) { return begins(r.orderNo, text) || begins(r.paymentNo.str(), text); });
        }
        check(
            "no beginning", [](F& f) { f.text = "-late"; }, [](const R&) { return false; }, false);
        for (const std::int64_t limit : {0, 10'001}) {
            api::RefundQuery query;
            query.limit = limit;
            REFUSED(world.get(world.refunds().page(world.call, query)), ErrorCode::InvalidArgument);
        }
    }

    void filtersOfReturns() {
        auto& world = *m_world;
        const auto rows = world.get(world.returns().page(world.call, {})).value();
        const auto check = [&](const char* what, auto set, auto keep, bool some = true) {
            api::ReturnQuery query;
            set(query.filter);
            std::vector<std::int64_t> expected;
            for (const auto& row : rows) {
                if (keep(row)) {
                    expected.push_back(row.id.value);
                }
            }
            QVERIFY2(expected.empty() != some && expected.size() < rows.size(), what);
            for (const bool descending : {false, true}) {
                query.descending = descending;
                std::vector<std::int64_t> pieces;
                auto part = query;
                for (part.limit = 2;;) {
                    const auto page = world.get(world.returns().page(world.call, part)).value();
                    if (page.empty()) {
                        break;
                    }
                    for (const auto& row : page) {
                        pieces.push_back(row.id.value);
                    }
                    part.after = api::ReturnKey{page.back().requestedAt, page.back().id};
                }
                QVERIFY2(pieces == expected, what);
                std::reverse(expected.begin(), expected.end());
            }
            for (int i = 0; i < 2; ++i) {
                QCOMPARE(world.get(world.returns().count(world.call, query.filter)).value(),
                         static_cast<std::int64_t>(expected.size()));
            }
        };
        using F = api::ReturnFilter;
        using R = api::ReturnRow;
        for (const auto stage :
             {ReturnStage::Approval, ReturnStage::SecondApproval, ReturnStage::Goods, ReturnStage::Money,
              ReturnStage::Done, ReturnStage::Rejected, ReturnStage::Cancelled}) {
            check(
                api::toText(stage).data(), [&](F& f) { f.stages = {stage}; },
                [&](const R& r) { return r.stage == stage; });
        }
        check(
            "failed", [](F& f) { f.stages = {ReturnStage::Failed}; }, [](const R&) { return false; }, false);
        check(
            "two stages",
            [](F& f) {
                f.stages = {ReturnStage::Rejected, ReturnStage::SecondApproval};
            },
            [](const R& r) { return r.stage == ReturnStage::Rejected || r.stage == ReturnStage::SecondApproval; });
        check(
            "a stage and a campus",
            [](F& f) {
                f.stages = {ReturnStage::Money};
                f.campus = CampusId("south");
            },
            [](const R& r) { return r.stage == ReturnStage::Money && r.campus.str() == "south"; });
        check(
            "north", [](F& f) { f.campus = CampusId("north"); }, [](const R& r) { return r.campus.str() == "north"; });
        check(
            "south", [](F& f) { f.campus = CampusId("south"); }, [](const R& r) { return r.campus.str() == "south"; });
        check(
            "a user", [](F& f) { f.user = UserId("user of A2"); }, [](const R& r) { return r.orderNo.str() == "A2"; });
        check(
            "an order", [](F& f) { f.orderNo = OrderNo("B1"); }, [](const R& r) { return r.orderNo.str() == "B1"; });
        check(
            "the beginning of an order", [](F& f) { f.orderNo = OrderNo("B"); }, [](const R&) { return false; }, false);
        const auto middle = rows[rows.size() / 2].requestedAt;
        check(
            "from", [&](F& f) { f.from = middle; }, [&](const R& r) { return r.requestedAt >= middle; });
        check(
            "to", [&](F& f) { f.to = middle; }, [&](const R& r) { return r.requestedAt < middle; });
        for (const char* text : {"RA", "RB5", "B", "A1"}) {
            check(
                text, [&](F& f) { f.text = text; },
                [&](const R& r) { return begins(r.number.str(), text) || begins(r.orderNo.str(), text); });
        }
        check(
            "no beginning", [](F& f) { f.text = "back"; }, [](const R&) { return false; }, false);
    }

    void filtersOfTheLedger() {
        auto& world = *m_world;
        api::LedgerQuery all;
        all.descending = false;
        const auto rows = world.get(world.ledger().page(world.call, all)).value();
        const auto check = [&](const char* what, auto set, auto keep, bool some = true) {
            api::LedgerQuery query = all;
            set(query.filter);
            std::vector<LedgerEntryId> expected;
            for (const auto& row : rows) {
                if (keep(row)) {
                    expected.push_back(row.entry);
                }
            }
            QVERIFY2(expected.empty() != some && expected.size() < rows.size(), what);
            for (const bool descending : {false, true}) {
                query.descending = descending;
                std::vector<LedgerEntryId> pieces;
                auto part = query;
                for (part.limit = 3;;) {
                    const auto page = world.get(world.ledger().page(world.call, part)).value();
                    if (page.empty()) {
                        break;
                    }
                    for (const auto& row : page) {
                        pieces.push_back(row.entry);
                    }
                    part.after = page.back().entry;
                }
                QVERIFY2(pieces == expected, what);
                std::reverse(expected.begin(), expected.end());
            }
            for (int i = 0; i < 2; ++i) {
                QCOMPARE(world.get(world.ledger().count(world.call, query.filter)).value(),
                         static_cast<std::int64_t>(expected.size()));
            }
        };
        using F = api::LedgerFilter;
        using R = api::LedgerRow;
        for (const auto kind : {LedgerKind::Payment, LedgerKind::LatePayment, LedgerKind::UnmatchedPayment,
                                LedgerKind::RefundGranted, LedgerKind::RefundCancelled, LedgerKind::RefundPaid}) {
            check(
                api::toText(kind).data(), [&](F& f) { f.kinds = {kind}; }, [&](const R& r) { return r.kind == kind; });
        }
        check(
            "discounts", [](F& f) { f.kinds = {LedgerKind::Discount}; }, [](const R&) { return false; }, false);
        check(
            "two kinds",
            [](F& f) {
                f.kinds = {LedgerKind::RefundPaid, LedgerKind::LatePayment};
            },
            [](const R& r) { return r.kind == LedgerKind::RefundPaid || r.kind == LedgerKind::LatePayment; });
        for (const auto account : {LedgerAccount::ProviderClearing, LedgerAccount::Sales, LedgerAccount::SalesReturns,
                                   LedgerAccount::UnmatchedMoney, LedgerAccount::RefundsPayable}) {
            check(
                api::toText(account).data(), [&](F& f) { f.account = account; },
                [&](const R& r) { return r.debit == account || r.credit == account; });
        }
        for (const char* no : {"A1", "B2", "nowhere"}) {
            check(
                no, [&](F& f) { f.orderNo = OrderNo(no); }, [&](const R& r) { return r.orderNo == no; });
        }
        check(
            "the beginning of an order", [](F& f) { f.orderNo = OrderNo("A"); }, [](const R&) { return false; }, false);
        const auto middle = rows[rows.size() / 2].at;
        check(
            "from", [&](F& f) { f.from = middle; }, [&](const R& r) { return r.at >= middle; });
        check(
            "to", [&](F& f) { f.to = middle; }, [&](const R& r) { return r.at < middle; });
        const auto paid =
            std::find_if(rows.rbegin(), rows.rend(), [](const R& r) { return r.kind == LedgerKind::RefundPaid; });
        QVERIFY(paid != rows.rend());
        QCOMPARE(paid->debit, LedgerAccount::RefundsPayable);
        QCOMPARE(paid->credit, LedgerAccount::ProviderClearing);
        QCOMPARE(paid->amount.minor, 100);
        QCOMPARE(paid->orderNo, std::string("A11"));
        QCOMPARE(paid->paymentNo, PaymentNo("PA11"));
        QVERIFY(paid->refund.has_value());
        QCOMPARE(paid->actor, std::string("local:tester"));
        QCOMPARE(paid->at, world.clock.now());
    }

    /// What can be returned of an order, and why not.
    void whatIsReturnable() {
        auto& world = *m_world;
        const auto of = [&](const char* no) { return world.get(world.returns().returnable(world.call, OrderNo(no))); };
        const auto open = of("A1");
        QVERIFY(open && !open->refusal);
        QCOMPARE(open->status, api::OrderStatus::WaitPickUp);
        QCOMPARE(open->lines.at(0).productName, std::string("tea"));
        QCOMPARE(open->lines.at(0).deducted, 2);
        QCOMPARE(open->lines.at(0).returnable, 2);
        QCOMPARE(open->lines.at(0).share.minor, 200);
        QCOMPARE(open->lines.at(0).settled.minor, 0);
        QCOMPARE(open->money.committed.minor, 11);
        QCOMPARE(open->money.refundable.minor, 189);
        for (const char* no : {"A3", "B2"}) {  // not paid; closed
            const auto refused = of(no);
            QVERIFY(refused && refused->refusal);
            QCOMPARE(refused->refusal->code, ErrorCode::WrongStatus);
            QCOMPARE(refused->refusal->field, std::string("status"));
            QCOMPARE(refused->lines.at(0).returnable, 0);
        }
        QCOMPARE(of("B2")->lines.at(0).givenBack, 2);
        const auto asked = of("A9");
        QVERIFY(asked && !asked->refusal);
        QCOMPARE(asked->lines.at(0).requested, 1);
        QCOMPARE(asked->lines.at(0).returnable, 1);
        const auto back = of("A11");
        QCOMPARE(back->lines.at(0).returned, 1);
        QCOMPARE(back->lines.at(0).settled.minor, 100);
        QCOMPARE(back->money.succeeded.minor, 100);
    }

    void pagesOfOrdersBehindARow() {
        auto& world = *m_world;
        for (const bool descending : {false, true}) {
            api::OrderQuery query;
            query.descending = descending;
            std::vector<std::string> all, pieces;
            for (const auto listed = world.get(world.orders().page(world.call, query));
                 const auto& row : listed.value()) {
                all.push_back(row.orderNo.str());
            }
            for (query.limit = 4;;) {
                const auto page = world.get(world.orders().page(world.call, query)).value();
                if (page.empty()) {
                    break;
                }
                for (const auto& row : page) {
                    pieces.push_back(row.orderNo.str());
                }
                query.after = api::OrderKey{page.back().placedAt, page.back().id};
            }
            QVERIFY(all.size() > 10);
            QVERIFY(pieces == all);
            query.sort = api::OrderSort::OrderNo;
            REFUSED_FIELD(world.get(world.orders().page(world.call, query)), ErrorCode::InvalidArgument, "after");
        }
    }

    void positionsOfTheFeed() {
        auto& world = *m_world;
        auto& feed = world.workspace->feed();
        const auto end = world.get(feed.end(world.call));
        QVERIFY(end && end->orders > 0 && end->money > 0);
        for (const auto& [orders, money, limit] :
             {std::tuple(-1, 0, 1), std::tuple(0, -1, 1), std::tuple(0, 0, 0), std::tuple(0, 0, 1'001)}) {
            REFUSED_FIELD(world.get(feed.after(world.call, {orders, money}, limit)), ErrorCode::InvalidArgument,
                          orders < 0 || money < 0 ? "position" : "limit");
        }
        const auto whole = world.get(feed.after(world.call, {}, 1'000));
        QVERIFY(whole && whole->events.size() > 60);
        QVERIFY(whole->position == *end);
        QVERIFY(std::is_sorted(whole->events.begin(), whole->events.end(),
                               [](const auto& a, const auto& b) { return a.at < b.at; }));
        // One by one it is the same.
        api::FeedPosition at;
        for (const auto& event : whole->events) {
            const auto one = world.get(feed.after(world.call, at, 1));
            QVERIFY(one && one->events.size() == 1);
            QVERIFY(one->events.front().position == event.position && one->position == event.position);
            QVERIFY(one->events.front().order == event.order && one->events.front().money == event.money);
            QCOMPARE(one->events.front().detail, event.detail);
            at = one->position;
        }
        QVERIFY(world.get(feed.after(world.call, at, 1))->events.empty());
        QVERIFY(world.get(feed.after(world.call, at, 1))->position == at);
    }

    /// Of each refund, whatever it is for, the feed tells the order, if there is one, and how the refund stands.
    void eventsOfRefundsNameTheirOrders() {
        auto& world = *m_world;
        std::map<std::int64_t, api::RefundRow> rows;
        for (const auto listed = world.get(world.refunds().page(world.call, {})); const auto& row : listed.value()) {
            rows.emplace(row.id.value, row);
        }
        const auto whole = world.get(world.workspace->feed().after(world.call, {}, 1'000));
        DONE(whole);
        std::set<RefundCause> causes;
        for (const auto& event : whole->events) {
            if (event.refund.value == 0) {
                continue;
            }
            const auto found = rows.find(event.refund.value);
            QVERIFY(event.money && found != rows.end());
            const auto& row = found->second;
            const auto what = std::string(api::toText(row.cause)) + " of " + row.orderNo;
            const bool known = row.cause != RefundCause::UnknownOrder;
            causes.insert(row.cause);
            QVERIFY2(event.refundStatus && *event.refundStatus == row.status, what.c_str());
            QVERIFY2(event.refundAmount && *event.refundAmount == row.amount, what.c_str());
            QVERIFY2(event.returnNo == row.returnNo && event.returnStatus.has_value() == row.returnId.has_value(),
                     what.c_str());
            QVERIFY2(event.orderNo.str() == (known ? row.orderNo : std::string()), what.c_str());
            QVERIFY2(event.user.str() == (known ? "user of " + row.orderNo : std::string()), what.c_str());
            QVERIFY2(event.campus == row.campus && event.campus.empty() != known, what.c_str());
        }
        QCOMPARE(causes.size(), std::size_t{7});
    }

    /// Created is done, open and dead together, and a task that a worker has in hand is open.
    void tasksOfEachStateAreCounted() {
        auto& world = *m_world;
        std::map<api::TaskStatus, std::int64_t> tasks;
        for (const auto listed = world.get(world.workspace->tasks().page(world.call, {}));
             const auto& row : listed.value()) {
            ++tasks[row.status];
        }
        QVERIFY(tasks[api::TaskStatus::Processing] > 0 && tasks[api::TaskStatus::Dead] > 0);
        const auto stats = app::statsOf(*world.workspace);
        DONE(stats);
        QCOMPARE(stats->tasksPending, tasks[api::TaskStatus::Pending] + tasks[api::TaskStatus::Processing]);
        QCOMPARE(stats->tasksDead, tasks[api::TaskStatus::Dead]);
        QVERIFY(stats->tasksDone > 0);
        QCOMPARE(stats->tasksCreated, stats->tasksDone + stats->tasksPending + stats->tasksDead);
    }

    /// What files are written from, slice by slice.
    void slicesAreTheWhole() {
        auto& world = *m_world;
        auto& database = world.workspace->core().embedded()->database();
        for (const auto& stages :
             {std::vector<ReturnStage>{},
              std::vector<ReturnStage>{ReturnStage::Goods, ReturnStage::Done, ReturnStage::Goods}}) {
            api::ReturnQuery query;
            query.filter.stages = stages;
            std::vector<std::int64_t> whole, pieces;
            for (const auto listed = world.get(world.returns().page(world.call, query));
                 const auto& row : listed.value()) {
                whole.push_back(row.id.value);
            }
            std::optional<api::ReturnKey> after;
            for (;;) {
                const auto slice = store::returnPages::slice(database, query.filter, after, 2);
                DONE(slice);
                if (slice->empty()) {
                    break;
                }
                for (const auto& one : *slice) {
                    pieces.push_back(one.row.id.value);
                }
                after = api::ReturnKey{slice->back().row.requestedAt, slice->back().row.id};
            }
            QVERIFY(!whole.empty());
            QVERIFY(pieces == whole);
        }
        for (const auto& account : {std::optional<LedgerAccount>(), std::optional(LedgerAccount::UnmatchedMoney)}) {
            api::LedgerQuery query;
            query.descending = false;
            query.filter.account = account;
            std::vector<LedgerEntryId> whole, pieces;
            for (const auto listed = world.get(world.ledger().page(world.call, query));
                 const auto& row : listed.value()) {
                whole.push_back(row.entry);
            }
            for (LedgerEntryId after;;) {
                const auto slice = store::ledger::slice(database, query.filter, after, 2);
                DONE(slice);
                if (slice->empty()) {
                    break;
                }
                for (const auto& one : *slice) {
                    pieces.push_back(one.entry);
                }
                after = pieces.back();
            }
            QVERIFY(whole.size() > 2);
            QVERIFY(pieces == whole);
        }
    }

    void noteForTheCustomer() {
        auto& world = *m_world;
        const auto waits = [&] {
            api::ReturnFilter filter;
            filter.orderNo = OrderNo("A9");
            filter.stages = {ReturnStage::Approval};
            return world.get(world.returns().count(world.call, filter)).value();
        };
        QCOMPARE(waits(), 1);
        const auto id = world.get(world.returns().page(world.call, {}))
                            .map([](const auto& rows) {
                                for (const auto& row : rows) {
                                    if (row.orderNo.str() == "A9") {
                                        return row.id;
                                    }
                                }
                                return ReturnId{};
                            })
                            .value();
        const std::string longest(api::kMaxReturnReason, 'x');
        REFUSED_FIELD(world.get(world.returns().reject(world.call, {{id, 0}}, longest + "x")),
                      ErrorCode::InvalidArgument, "customer_note");
        auto silent = world.call;
        silent.actor.permissions = 0;  // who may not is told that, not what is wrong with the note
        REFUSED(world.get(world.returns().reject(silent, {{id, 0}}, longest + "x")), ErrorCode::PermissionDenied);
        QCOMPARE(waits(), 1);
        const auto done = world.get(world.returns().reject(world.call, {{id, 0}}, longest));
        QVERIFY(done && !done->front().error && done->front().stage == ReturnStage::Rejected);
        QCOMPARE(world.get(world.returns().detail(world.call, id))->customerNote, longest);
        QCOMPARE(waits(), 0);
        DONE(world.get(world.returns().undo(world.call, {id, 0})));
        QCOMPARE(waits(), 1);
    }

    void exportedReturns() {
        auto& world = *m_world;
        const auto file = world.folder.filePath(QStringLiteral("returns.csv"));
        api::ReturnQuery query;
        query.filter.stages = {ReturnStage::Done};
        query.filter.campus = CampusId("north");
        query.filter.user = UserId("user of A11");
        query.filter.orderNo = OrderNo("A11");
        query.filter.text = "RA";
        QCOMPARE(world.get(world.returns().exportCsv(world.call, query, file.toStdString(), {})).value(), 1);
        const auto row = world.get(world.returns().page(world.call, query))->front();
        const auto written = world.lines(file);
        QCOMPARE(written.size(), 3);
        const auto at = QByteArray::fromStdString(
            QDateTime::fromMSecsSinceEpoch(row.requestedAt.ms, Qt::UTC).toString(Qt::ISODateWithMs).toStdString());
        QCOMPARE(written[1], "RA11,A11," + QByteArray::number(static_cast<qint64>(row.deduction.value)) +
                                 ",user of A11,north,APPROVED,done,skipped,SUCCEEDED,tea,tea,1,1,,,1.00,1.00," + at +
                                 ",local:tester,,,,\r");
        QCOMPARE(world.noted(),
                 QStringLiteral("data.export | returns | 1 row; filter stage=done, campus=north, user=user of A11, "
                                "order=A11, text=RA; to ") +
                     file);
    }

    void exportedLedger() {
        auto& world = *m_world;
        const auto file = world.folder.filePath(QStringLiteral("ledger.csv"));
        api::LedgerFilter filter;
        filter.kinds = {LedgerKind::RefundPaid};
        filter.account = LedgerAccount::RefundsPayable;
        filter.orderNo = OrderNo("A11");
        QCOMPARE(world.get(world.ledger().exportCsv(world.call, filter, file.toStdString(), {})).value(), 1);
        api::LedgerQuery query;
        query.filter = filter;
        const auto row = world.get(world.ledger().page(world.call, query))->front();
        const auto written = world.lines(file);
        QCOMPARE(written.size(), 4);
        const auto at = QByteArray::fromStdString(
            QDateTime::fromMSecsSinceEpoch(row.at.ms, Qt::UTC).toString(Qt::ISODateWithMs).toStdString());
        const auto head = QByteArray::number(static_cast<qint64>(row.entry.value)) + "," + at + ",refund_paid,";
        const auto tail = ",A11,PA11," + QByteArray::number(static_cast<qint64>(row.refund->value)) + ",local:tester\r";
        QCOMPARE(written[1], head + "refunds_payable,100,0" + tail);
        QCOMPARE(written[2], head + "provider_clearing,0,100" + tail);
        QCOMPARE(world.noted(),
                 QStringLiteral("data.export | ledger | 1 row; filter kind=refund_paid, account=refunds_payable, "
                                "order=A11; to ") +
                     file);
    }

    void exportedOrders() {
        auto& world = *m_world;
        const auto file = world.folder.filePath(QStringLiteral("orders.csv"));
        const auto utc = [](Instant at) {
            return QDateTime::fromMSecsSinceEpoch(at.ms, Qt::UTC).toString(Qt::ISODateWithMs).toLatin1();
        };
        api::OrderQuery query;
        query.filter.statuses = {api::OrderStatus::Delivering};
        QCOMPARE(world.get(world.orders().exportCsv(world.call, query, file.toStdString(), {})).value(), 1);
        auto row = world.row("A11");
        QCOMPARE(world.lines(file).at(1), "A11,user of A11,north,DELIVERING,2.00," + utc(row.placedAt) + "," +
                                              utc(*row.paidAt) + ",ann,Name of ann,1,,\r");
        query.filter = {};
        query.filter.campus = CampusId("south");
        query.filter.statuses = {api::OrderStatus::Closed};
        query.filter.placedFrom = world.row("B2").placedAt;
        QVERIFY(world.get(world.orders().exportCsv(world.call, query, file.toStdString(), {})).value() >= 1);
        row = world.row("B2");
        const auto written = world.lines(file);
        QVERIFY(written.contains("B2,user of B2,south,CLOSED,2.00," + utc(row.placedAt) + "," + utc(*row.paidAt) + "," +
                                 QByteArray::fromStdString(row.courier.str()) + "," +
                                 QByteArray::fromStdString(row.courierName) + ",1,,cancelled\r"));
        QVERIFY(world.noted().startsWith(QStringLiteral("data.export | orders | ")));
        QVERIFY(world.noted().contains(QStringLiteral("filter status=CLOSED, campus=south, placed from=") +
                                       QString::fromLatin1(utc(row.placedAt)) + QStringLiteral("; to ")));
    }

    /// Last, since it changes things.
    void theAuditLogSaysWhatWasDone() {
        auto& world = *m_world;
        QVERIFY(world.policy({}));
        QCOMPARE(world.noted(), QStringLiteral("returns.set_policy | all campuses | "));
        DONE(world.get(world.returns().setPolicy(world.call, CampusId("north"), std::nullopt)));
        QCOMPARE(world.noted(), QStringLiteral("returns.set_policy | campus north | "));
        QVERIFY(world.overHttp(true));
        QCOMPARE(world.noted(), QStringLiteral("refunds.set_settings | refund settings | provider http"));
        QVERIFY(world.overHttp(false));
        QCOMPARE(world.noted(), QStringLiteral("refunds.set_settings | refund settings | provider manual"));
        QVERIFY(world.buy("Z1"));
        const auto id = world.refund("Z1", 25);
        const auto name = QStringLiteral("refund ") + QString::number(static_cast<qint64>(id.value));
        QCOMPARE(world.noted(),
                 QStringLiteral("refunds.request | ") + name + QStringLiteral(" | 0.25 of order Z1, pending"));
        DONE(world.get(world.refunds().recordPaid(world.call, {id, 0}, "R-9")));
        QCOMPARE(world.noted(),
                 QStringLiteral("refunds.record_paid | ") + name + QStringLiteral(" | paid, reference R-9"));
        QVERIFY(world.policy(0));
        const auto waits = world.get(world.refunds().request(world.call, {"z", OrderNo("Z1"), Money{30}, 0}));
        DONE(waits);
        const auto other = QStringLiteral("refund ") + QString::number(static_cast<qint64>(waits->id.value));
        QCOMPARE(world.noted(), QStringLiteral("refunds.request | ") + other +
                                    QStringLiteral(" | 0.30 of order Z1, waits for approval"));
        DONE(world.get(world.refunds().cancel(world.call, {{waits->id, 0}})));
        QCOMPARE(world.noted(), QStringLiteral("refunds.cancel | ") + other + QStringLiteral(" | "));

        // Approved at once, and such as are matched with several orders.
        QVERIFY(world.policy({}));
        QVERIFY(world.sell("Z3", "north"));
        const auto at = world.clock.now();
        const auto asked = world.get(
            world.returns().request(world.call, {ReturnNo("RZ3"), {}, OrderNo("Z3"), {{Sku("tea"), 1}}, "", {}, true}));
        QVERIFY(asked && asked->status == api::ReturnStatus::Approved);
        QCOMPARE(world.noted(), QStringLiteral("returns.request | return RZ3 | of order Z3, approved"));
        for (const char* no : {"Z4", "Z5"}) {
            auto order = DeskWorld::request(no);
            order.user = UserId("zoe");
            DONE(world.get(world.orders().place(world.call, order)));
            QVERIFY(world.pay(no, 100, std::string("P") + no));
        }
        const auto matched = world.get(world.returns().requestMatched(
            world.call, {ReturnNo("RZ4"), UserId("zoe"), {Sku("tea"), 2}, "", at, false}));
        QVERIFY(matched && matched->size() == 2);
        QCOMPARE(world.noted(), QStringLiteral("returns.request | return RZ4 | of order Z5, Z4"));
        DONE(world.get(world.returns().cancel(world.call, {{matched->front().id, 0}})));
        QVERIFY(world.noted().endsWith(QStringLiteral(" | return RZ4 | ")));
        // Of rows that were refused each says which it is.
        const auto unknown = world.get(world.refunds().cancel(world.call, {{RefundId{9'999}, 0}, {id, 0}}));
        QVERIFY(unknown && unknown->size() == 2);
        QCOMPARE(unknown->at(0).id, RefundId{9'999});
        QCOMPARE(unknown->at(0).error->code, ErrorCode::NotFound);
        QCOMPARE(unknown->at(1).id, id);
        QCOMPARE(unknown->at(1).error->code, ErrorCode::WrongStatus);
        const auto missing = world.get(world.returns().approveMany(world.call, {{ReturnId{9'999}, 0}}));
        QVERIFY(missing && missing->at(0).id == ReturnId{9'999} && missing->at(0).error);

        DONE(world.get(world.orders().place(world.call, DeskWorld::request("Z2"))));
        const auto record = [&](const char* number, std::int64_t amount) {
            DONE(
                world.get(world.orders().recordPayment(world.call, {PaymentNo(number), OrderNo("Z2"), Money{amount}})));
        };
        record("X1", 99);
        QCOMPARE(world.noted(),
                 QStringLiteral("orders.record_payment | order Z2 | payment X1 of 0.99 by hand: wrong amount"));
        record("X2", 100);
        QCOMPARE(world.noted(),
                 QStringLiteral("orders.record_payment | order Z2 | payment X2 of 1.00 by hand: accepted"));
        world.workspace->runUntilIdle();
        auto call = world.call;
        call.actor.via = api::Via::Console;
        const auto report = [&](api::CourierReport::Kind kind) {
            const auto row = world.row("Z2");
            DONE(world.get(world.orders().report(call, {kind, row.orderNo, row.courier, row.epoch, "a note", 0})));
        };
        report(api::CourierReport::Kind::PickedUp);
        QCOMPARE(world.noted(), QStringLiteral("orders.report | order Z2 | picked up by ann"));
        report(api::CourierReport::Kind::Failed);
        QCOMPARE(world.noted(), QStringLiteral("orders.report | order Z2 | failed by ann: a note"));
        report(api::CourierReport::Kind::PickedUp);
        report(api::CourierReport::Kind::Delivered);
        QCOMPARE(world.noted(), QStringLiteral("orders.report | order Z2 | delivered by ann"));
        DONE(world.get(world.orders().cancel(world.call, {{OrderNo("Z1"), 0}})));
        QCOMPARE(world.noted(), QStringLiteral("orders.cancel | order Z1 | "));

        // Of many products the first twenty are named.
        std::vector<api::ProductRow> products;
        std::string named;
        for (int i = 10; i < 31; ++i) {
            products.push_back({Sku("p" + std::to_string(i)), "", Money{5}, i});
            if (i < 30) {
                named += (i == 10 ? "" : ", ") + ("p" + std::to_string(i)) + " at 0.05, stock " + std::to_string(i);
            }
        }
        DONE(world.get(world.orders().upsertProducts(world.call, products, false)));
        QCOMPARE(world.noted(), QString::fromStdString("orders.upsert_products | 21 products | " + named + ", …"));
        products.pop_back();
        DONE(world.get(world.orders().upsertProducts(world.call, products, false)));
        QCOMPARE(world.noted(), QString::fromStdString("orders.upsert_products | 20 products | " + named));
    }

private:
    std::unique_ptr<MoneyWorld> m_world;
};

}  // namespace test_money_reads

QTEST_GUILESS_MAIN(test_money_reads::TestMoneyReads)
#include "test_money_reads.moc"
