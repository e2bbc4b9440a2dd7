// SPDX-License-Identifier: GPL-3.0-or-later
// The three desks of money as the outside uses them: permissions and reasons, reads of committed state, pages by key,
// events, exports, the figures of the status line.
#include <QtTest>
#include <map>
#include <set>

#include "desks/desk_world.h"

namespace test_returns_desk {

using namespace evenhand;
using namespace evenhand::test;
using api::Permission;
using api::ReturnStage;

namespace {

class MoneyWorld : public DeskWorld {
public:
    MoneyWorld() {
        (void)couriers({"ann"});
        (void)product("tea", 1'000);
        api::ReturnPolicy policy;
        policy.fourEyesAbove.reset();
        policy.secondAbove.reset();
        (void)get(returns().setPolicy(call, {}, policy));
    }
    api::ReturnsDesk& returns() { return workspace->returns(); }
    api::RefundDesk& refunds() { return workspace->refunds(); }
    api::LedgerDesk& ledger() { return workspace->ledger(); }
    ReturnId ask(const std::string& no, const std::string& number = "R", const std::string& reason = {}) {
        const auto made =
            get(returns().request(call, {ReturnNo(number), {}, OrderNo(no), {{Sku("tea"), 1}}, reason, {}}));
        return made ? made->id : ReturnId{};
    }
    std::vector<QByteArray> exported(api::Answer<std::int64_t> answer, const QString& path) {
        if (!get(std::move(answer))) {
            return {};
        }
        QFile file(path);
        (void)file.open(QIODevice::ReadOnly);
        const auto lines = file.readAll().split('\n');
        return {lines.begin(), lines.end()};
    }
    /// Somebody who may do everything but this.
    api::Call without(Permission permission) {
        auto made = call;
        made.actor.permissions &= ~(std::uint32_t{1} << static_cast<unsigned>(permission));
        return made;
    }
};

}  // namespace

class TestReturnsDesk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Ids are on no page: who reads the audit log looks for a number.
    void theAuditLogNamesReturnsByTheirNumber() {
        MoneyWorld world;
        QVERIFY(world.buy("A") && world.buy("B"));
        const auto first = world.ask("A", "R-7");
        const auto second = world.ask("B", "R-8");
        QVERIFY(world.get(world.returns().approve(world.call, {first, 0}, {})));
        QVERIFY(world.get(world.returns().reject(world.call, {{second, 0}}, "worn")));
        api::AuditQuery query;
        query.limit = 100;
        const auto entries = world.get(world.workspace->audit().page(world.call, query));
        QVERIFY(entries.has_value());
        std::map<std::string, int> about;
        for (const auto& entry : *entries) {
            ++about[entry.subject];
        }
        QCOMPARE(about["return R-7"], 2);
        QCOMPARE(about["return R-8"], 2);
    }

    void permissionsAndReasons() {
        MoneyWorld world;
        QVERIFY(world.buy("A"));
        const auto id = world.ask("A");
        QVERIFY(id.valid());
        auto& returns = world.returns();
        auto& refunds = world.refunds();
        const auto denied = [&](auto answer) {
            const auto result = world.get(std::move(answer));
            return !result && result.error().code == ErrorCode::PermissionDenied;
        };
        const auto needs = [&](Permission p) { return world.without(p); };
        const api::RequestReturn asked{ReturnNo("S"), {}, OrderNo("A"), {{Sku("tea"), 1}}, "", {}};
        auto whole = asked;
        whole.approve = true;
        QVERIFY(denied(returns.request(needs(Permission::RequestReturns), asked)));
        QVERIFY(denied(returns.request(needs(Permission::ApproveReturns), whole)));
        QVERIFY(denied(returns.requestMatched(needs(Permission::RequestReturns),
                                              {ReturnNo("M"), UserId("u"), {Sku("tea"), 1}, "", world.clock.now()})));
        // Of many, one that is to be approved at once is enough, wherever it stands; then none is made.
        auto second = asked;
        second.number = ReturnNo("S2");
        for (const auto& many : {std::vector{whole, second}, std::vector{second, whole}}) {
            std::vector<Result<api::ReturnAnswer>> answers;
            returns.requestMany(needs(Permission::ApproveReturns), many, [&](auto all) { answers = std::move(all); });
            world.workspace->runUntilIdle();
            QCOMPARE(answers.size(), many.size());
            for (const auto& answer : answers) {
                REFUSED(answer, ErrorCode::PermissionDenied);
            }
        }
        QCOMPARE(world.get(returns.count(world.call, {})).value(), 1);
        QVERIFY(denied(returns.approve(needs(Permission::ApproveReturns), {id, 0}, {})));
        QVERIFY(denied(returns.approveMany(needs(Permission::ApproveReturns), {{id, 0}})));
        QVERIFY(denied(returns.reject(needs(Permission::ApproveReturns), {{id, 0}}, "")));
        QVERIFY(denied(returns.cancel(needs(Permission::RequestReturns), {{id, 0}})));
        QVERIFY(denied(returns.receive(needs(Permission::HandleGoods), {id, 0}, {})));
        QVERIFY(denied(returns.skipGoods(needs(Permission::HandleGoods), {id, 0})));
        QVERIFY(denied(returns.undoGoods(needs(Permission::HandleGoods), {id, 0})));
        QVERIFY(denied(returns.setPolicy(needs(Permission::ManagePolicies), {}, api::ReturnPolicy{})));
        QVERIFY(denied(returns.page(needs(Permission::Read), {})));
        QVERIFY(denied(returns.detail(needs(Permission::Read), id)));
        QVERIFY(denied(refunds.request(needs(Permission::RefundMoney), {"k", OrderNo("A"), {}, 0})));
        QVERIFY(denied(refunds.approve(needs(Permission::ApproveRefunds), {{RefundId{1}, 0}})));
        QVERIFY(denied(refunds.cancel(needs(Permission::RefundMoney), {{RefundId{1}, 0}})));
        QVERIFY(denied(refunds.retry(needs(Permission::RefundMoney), {{RefundId{1}, 0}})));
        QVERIFY(denied(refunds.recordPaid(needs(Permission::RefundMoney), {RefundId{1}, 0}, "r")));
        QVERIFY(denied(refunds.recordFailed(needs(Permission::RefundMoney), {RefundId{1}, 0})));
        QVERIFY(denied(refunds.setSettings(needs(Permission::ManagePolicies), {})));
        QVERIFY(denied(refunds.claimDue(needs(Permission::SendRefunds), {"w", 1, {}})));
        QVERIFY(denied(refunds.report(needs(Permission::SendRefunds), {{}})));
        QVERIFY(denied(refunds.nextDue(needs(Permission::SendRefunds))));
        QVERIFY(denied(world.ledger().trialBalance(needs(Permission::Read))));
        QVERIFY(denied(world.ledger().exportCsv(needs(Permission::Read), {}, "/nowhere", {})));

        auto silent = world.call;
        silent.reason.clear();
        const auto unreasoned = [&](auto answer) {
            const auto result = world.get(std::move(answer));
            return !result && result.error().code == ErrorCode::InvalidArgument && result.error().field == "reason";
        };
        QVERIFY(unreasoned(returns.reject(silent, {{id, 0}}, "")));
        QVERIFY(unreasoned(returns.cancel(silent, {{id, 0}})));
        QVERIFY(unreasoned(returns.undo(silent, {id, 0})));
        QVERIFY(unreasoned(returns.skipGoods(silent, {id, 0})));
        QVERIFY(unreasoned(returns.undoGoods(silent, {id, 0})));
        QVERIFY(unreasoned(refunds.request(silent, {"k", OrderNo("A"), {}, 0})));
        QVERIFY(unreasoned(refunds.recordPaid(silent, {RefundId{1}, 0}, "r")));
        // The way back needs the permission of the decision.
        QVERIFY(!world.get(returns.cancel(world.call, {{id, 0}}))->front().error);
        QVERIFY(denied(returns.undo(needs(Permission::RequestReturns), {id, 0})));
        QVERIFY(world.get(returns.undo(needs(Permission::ApproveReturns), {id, 0})));
        QVERIFY(world.get(returns.approve(silent, {id, 0}, {})));  // what was asked for says why
        QVERIFY(denied(returns.undo(needs(Permission::ApproveReturns), {id, 0})));
    }

    void readsAndFigures() {
        MoneyWorld world;
        for (const auto* no : {"A", "B", "C", "D"}) {
            QVERIFY(world.buy(no));
        }
        world.workspace->runUntilIdle();
        const auto sent = world.row("A");  // on its way, so the return of all of it does not close it
        QVERIFY(
            world.get(world.workspace->orders().report(world.call, {api::CourierReport::Kind::PickedUp, OrderNo("A"),
                                                                    sent.courier, sent.epoch, std::string(), 0})));
        std::multiset<int> heard;
        const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
            for (const auto& event : events) {
                heard.insert(static_cast<int>(event.kind));
            }
        });
        const auto a = world.ask("A"), b = world.ask("B"), c = world.ask("C");
        QVERIFY(world.get(world.returns().approve(world.call, {a, 0}, {})));
        QVERIFY(heard.count(static_cast<int>(api::Event::Kind::ReturnChanged)) >= 4);
        QVERIFY(heard.count(static_cast<int>(api::Event::Kind::RefundChanged)) == 1);

        const auto counts = world.get(world.returns().counts(world.call, {}));
        QCOMPARE(counts->approval, 2);
        QCOMPARE(counts->goods, 1);
        QVERIFY(counts->oldest);
        QCOMPARE(world.get(world.returns().counts(world.call, CampusId("south")))->approval, 0);
        world.workspace->runUntilIdle();

        api::ReturnQuery query;
        query.limit = 2;
        auto page = world.get(world.returns().page(world.call, query));
        QCOMPARE(page->size(), std::size_t{2});
        QCOMPARE((*page)[0].id, a);
        query.after = api::ReturnKey{(*page)[1].requestedAt, (*page)[1].id};
        page = world.get(world.returns().page(world.call, query));
        QCOMPARE(page->size(), std::size_t{1});
        QCOMPARE((*page)[0].id, c);
        query = {};
        query.descending = true;
        query.filter.stages = {ReturnStage::Approval, ReturnStage::Goods};
        page = world.get(world.returns().page(world.call, query));
        QCOMPARE(page->size(), std::size_t{3});
        QCOMPARE((*page)[0].id, c);
        const auto countOf = [&](const api::ReturnFilter& filter) {
            return *world.get(world.returns().count(world.call, filter));
        };
        api::ReturnFilter filter;
        filter.user = UserId("user of B");
        QCOMPARE(countOf(filter), 1);
        filter = {};
        filter.orderNo = OrderNo("B");
        QCOMPARE(countOf(filter), 1);
        filter = {};
        filter.text = "R";
        QCOMPARE(countOf(filter), 3);
        filter.text = "B";
        QCOMPARE(countOf(filter), 1);
        filter = {};
        filter.campus = CampusId("north");
        filter.stages = {ReturnStage::Approval};
        QCOMPARE(countOf(filter), 2);
        filter.from = world.clock.now().plusMs(1);
        QCOMPARE(countOf(filter), 0);
        // With those that are done, of which there will be the most, what is not wanted is counted and taken off.
        filter = {};
        filter.stages = {ReturnStage::Done};
        QCOMPARE(countOf(filter), 0);
        filter.stages = {ReturnStage::Done, ReturnStage::Approval};
        QCOMPARE(countOf(filter), 2);
        const auto every = api::allReturnStages();
        filter.stages.assign(every.begin(), every.end());
        QCOMPARE(countOf(filter), 3);
        query.limit = 0;
        QVERIFY(!world.get(world.returns().page(world.call, query)));

        const auto detail = world.get(world.returns().detail(world.call, a));
        QVERIFY(detail && detail->refunds.size() == 1 && detail->row.refund == api::RefundStatus::Pending);
        QVERIFY(detail->fourEyes.refusal);  // decided already
        QCOMPARE(detail->order.lines.at(0).returned, 1);
        QCOMPARE(detail->order.lines.at(0).share.minor, 100);
        QCOMPARE(detail->order.lines.at(0).settled.minor, 100);
        QVERIFY(detail->order.refusal && detail->order.refusal->code == ErrorCode::ExceedsDeducted);
        QVERIFY(!world.get(world.returns().detail(world.call, b))->fourEyes.refusal);
        const auto free = world.get(world.returns().returnable(world.call, OrderNo("D")));
        QVERIFY(free && !free->refusal);
        QCOMPARE(free->lines.at(0).returnable, 1);
        QVERIFY(!world.get(world.returns().returnable(world.call, OrderNo("none"))));
        const auto preview = world.get(world.returns().preview(world.call, b, {}));
        QVERIFY(preview && preview->becomes == api::RefundStatus::Pending);
        QCOMPARE(preview->amount.minor, 100);
        QVERIFY(!world.get(world.returns().preview(world.call, a, {})));
        const auto entriesBefore = *world.get(world.workspace->audit().count(world.call, {}));
        const auto asked =
            world.get(world.returns().previewRequest(world.call, {{}, {}, OrderNo("D"), {{Sku("tea"), 1}}, {}, {}}));
        QVERIFY(asked && asked->decision == api::RequestDecision::Approval);
        QCOMPARE(asked->amount.minor, 100);
        QCOMPARE(*world.get(world.workspace->audit().count(world.call, {})), entriesBefore);
        QCOMPARE(world.get(world.returns().returnable(world.call, OrderNo("D")))->lines.at(0).returnable, 1);

        const auto refunds = world.get(world.refunds().page(world.call, {}));
        QCOMPARE(refunds->size(), std::size_t{1});
        QCOMPARE(refunds->front().returnNo, ReturnNo("R"));
        QCOMPARE(refunds->front().orderNo, std::string("A"));
        QCOMPARE(world.get(world.refunds().ofOrder(world.call, OrderNo("A")))->size(), std::size_t{1});
        QCOMPARE(world.get(world.refunds().moneyOf(world.call, OrderNo("A")))->granted.minor, 100);
        const auto history = world.get(world.refunds().history(world.call, refunds->front().id));
        QVERIFY(history && history->size() == 1 && history->front().kind == api::MoneyEventKind::Granted);
        QCOMPARE(world.get(world.refunds().counts(world.call, {}))->pendingAmount.minor, 100);
        QVERIFY(!*world.get(world.refunds().nextDue(world.call)));
        // Rows of a bulk action answer one by one.
        const auto many = world.get(world.returns().approveMany(world.call, {{b, 0}, {a, 0}, {ReturnId{99}, 0}}));
        QVERIFY(!(*many)[0].error && (*many)[1].error && (*many)[2].error->code == ErrorCode::NotFound);
        const auto balances = world.get(world.ledger().trialBalance(world.call));
        std::int64_t sum = 0;
        for (const auto& balance : *balances) {
            sum += balance.balance.minor;
        }
        QCOMPARE(sum, 0);
        QCOMPARE(balances->size(), std::size_t{7});
        api::LedgerQuery entries;
        entries.filter.account = api::LedgerAccount::RefundsPayable;
        QCOMPARE(world.get(world.ledger().page(world.call, entries))->size(), std::size_t{2});
        entries.filter = {};
        entries.filter.orderNo = OrderNo("A");
        QCOMPARE(*world.get(world.ledger().count(world.call, entries.filter)), 2);
        entries.filter = {};
        entries.filter.kinds = {api::LedgerKind::Payment};
        QCOMPARE(*world.get(world.ledger().count(world.call, entries.filter)), 4);
    }

    void exports() {
        MoneyWorld world;
        QVERIFY(world.buy("A"));
        const auto id = world.ask("A", "=1+1", "@SUM(A1) <b>\"x\"</b>");
        QVERIFY(world.get(world.returns().approve(world.call, {id, 0}, {})));
        const auto returns = world.folder.filePath(QStringLiteral("returns.csv"));
        auto lines = world.exported(world.returns().exportCsv(world.call, {}, returns.toStdString(), {}), returns);
        QVERIFY(lines.size() >= 2);
        QVERIFY(lines[0].startsWith("return_no,order_no,"));
        QVERIFY(lines[1].startsWith("'=1+1,A,"));
        QVERIFY(lines[1].contains("\"'@SUM(A1) <b>\"\"x\"\"</b>\""));
        QVERIFY(lines[1].contains(",1.00,"));
        const auto ledger = world.folder.filePath(QStringLiteral("ledger.csv"));
        lines = world.exported(world.ledger().exportCsv(world.call, {}, ledger.toStdString(), {}), ledger);
        std::int64_t debit = 0, credit = 0;
        for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
            const auto cells = lines[i].split(',');
            QCOMPARE(cells.size(), 10);
            debit += cells[4].toLongLong();
            credit += cells[5].toLongLong();
        }
        QCOMPARE(debit, 200);
        QCOMPARE(credit, 200);
        const auto failed = world.get(world.ledger().exportCsv(world.call, {}, "/nowhere/at/all.csv", {}));
        QVERIFY(!failed && failed.error().code == ErrorCode::Storage);
    }

    /// What the lists show: also of a return that nobody has decided, and once, however many SKUs it has.
    void theAmountIsExportedOncePerReturn() {
        MoneyWorld world;
        DONE(world.product("milk", 10));
        auto order = DeskWorld::request("A");
        order.lines = {{Sku("milk"), 1, Money{250}}, {Sku("tea"), 1, Money{100}}};
        DONE(world.get(world.orders().place(world.call, order)));
        DONE(world.get(world.orders().pay(world.call, {PaymentNo("P"), OrderNo("A"), Money{350}})));
        const auto made = world.get(world.returns().request(
            world.call, {ReturnNo("R"), {}, OrderNo("A"), {{Sku("milk"), 1}, {Sku("tea"), 1}}, "", {}}));
        DONE(made);
        const auto path = world.folder.filePath(QStringLiteral("returns.csv"));
        const auto amounts = [&] {
            QList<QByteArray> found;
            const auto lines = world.exported(world.returns().exportCsv(world.call, {}, path.toStdString(), {}), path);
            const auto titles = lines.empty() ? QList<QByteArray>() : lines.front().split(',');
            const auto whole = titles.indexOf("amount");
            const auto part = titles.indexOf("line_amount");
            for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
                const auto cells = lines[i].split(',');
                found << cells.value(whole) + "/" + cells.value(part);
            }
            return found;
        };
        QCOMPARE(amounts(), (QList<QByteArray>{"3.50/", "/"}));
        DONE(world.get(world.returns().approve(world.call, {made->id, 0}, {})));
        QCOMPARE(amounts(), (QList<QByteArray>{"3.50/2.50", "/1.00"}));
    }

    /// Two clerks at one return: both want it, one gets it.
    void concurrently() {
        MoneyWorld world;
        QVERIFY(world.buy("A"));
        std::vector<api::Answer<api::ReturnAnswer>> answers;
        for (int i = 0; i < 5; ++i) {
            answers.push_back(world.returns().request(
                world.call, {ReturnNo("n" + std::to_string(i)), {}, OrderNo("A"), {{Sku("tea"), 1}}, "", {}}));
            answers.push_back(
                world.returns().request(world.call, {ReturnNo("same"), {}, OrderNo("A"), {{Sku("tea"), 1}}, "", {}}));
        }
        world.workspace->runUntilIdle();
        int made = 0;
        for (auto& answer : answers) {
            const auto result = answer.result();
            made += result && !result->repeated ? 1 : 0;
            QVERIFY(result || result.error().code == ErrorCode::ExceedsDeducted);
        }
        QCOMPARE(made, 1);
    }
};

}  // namespace test_returns_desk

QTEST_GUILESS_MAIN(test_returns_desk::TestReturnsDesk)
#include "test_returns_desk.moc"
