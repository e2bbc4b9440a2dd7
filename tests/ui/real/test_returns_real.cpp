// SPDX-License-Identifier: GPL-3.0-or-later
// Returns over the real engine, stepped on a virtual clock by the event loop: from the request to the refund paid by
// hand, four eyes with two people, two clerks on one return, hostile text shown and exported inert, the ledger.
#include <QFile>
#include <algorithm>

#include "tests/support/check.h"
#include "tests/ui/real/real_workspace.h"
#include "tests/ui/returns_hand.h"
#include "ui/widgets/formats.h"

namespace test_returns_real {

using namespace evenhand;
using api::RefundStatus;
using api::ReturnStage;
using ui::RefundAction;
using ui::ReturnAction;

namespace {

const CampusId kCampus("north");
const Sku kTea("tea");
const Sku kRice("rice");
const api::Actor kAnna = api::Actor::administrator("anna");
const api::Actor kBo = api::Actor::administrator("bo");

struct Shop : test::RealWorkspace, test::ReturnsHand {
    Shop() {
        const api::Call call{kAnna, "because", {}};
        (void)workspace->dispatch().upsertCampus(call, {kCampus, "North", {}});
        (void)workspace->orders().upsertProducts(
            call, {{kTea, "Tea", Money{1'800}, 100}, {kRice, "Rice", Money{2'500}, 100}}, true);
        workspace->runUntilIdle();
    }
    ~Shop() { close(); }
    /// Three teas and two rices, paid: 104.00.
    void sell(const char* number) {
        const api::Call call{api::Actor::administrator("shop"), {}, {}};
        api::PlaceOrder order;
        order.key = number;
        order.orderNo = OrderNo(number);
        order.user = UserId("u1");
        order.campus = kCampus;
        order.lines = {{kTea, 3, Money{1'800}}, {kRice, 2, Money{2'500}}};
        auto placed = workspace->orders().place(call, order);
        workspace->runUntilIdle();
        QVERIFY(placed.result().has_value());
        auto paid = workspace->orders().pay(
            call, {PaymentNo(std::string("P") + number), OrderNo(number), placed.result()->payable, 0});
        workspace->runUntilIdle();
        QVERIFY(paid.result() && paid.result()->outcome == api::PaymentOutcome::Accepted);
    }
    ReturnId ask(const char* order, const std::string& number, const std::string& reason) {
        api::RequestReturn asked;
        asked.number = ReturnNo(number);
        asked.orderNo = OrderNo(order);
        asked.lines = {{kTea, 2}, {kRice, 1}};
        asked.reason = reason;
        auto answer = workspace->returns().request({kAnna, {}, {}}, asked);
        workspace->runUntilIdle();
        return answer.result() ? answer.result()->id : ReturnId{};
    }
    void policy(std::optional<Money> four, std::optional<Money> second, api::GoodsRule goods) {
        auto set = workspace->returns().setPolicy({kAnna, {}, {}}, {}, api::ReturnPolicy{goods, four, second});
        workspace->runUntilIdle();
        QVERIFY(set.result().has_value());
    }
    void look(ReturnId id) {
        pane()->filters()->clear();
        QTRY_VERIFY(ready() && rowOf(id) >= 0);
        select({id});
        QTRY_VERIFY(shows(id));
    }
    void begin(ReturnAction which) {
        QVERIFY2(action(which)->isEnabled(), qPrintable(why(which)));
        action(which)->trigger();
        QTRY_VERIFY(flow()->question() != nullptr && !flow()->isBusy());
    }
    [[nodiscard]] QByteArray exported(const char* name) const {
        QFile file(folder.filePath(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

}  // namespace

class TestReturnsReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fromTheRequestToTheMoneyPaidByHand() {
        Shop shop;
        shop.policy(std::nullopt, std::nullopt, api::GoodsRule::GoodsFirst);
        shop.sell("A1");
        const auto id = shop.ask("A1", "R1", "Cold.");
        QVERIFY(id.valid());
        shop.open(*shop.workspace, kBo);
        QTRY_VERIFY(shop.ready());
        QTRY_COMPARE(shop.model().total(), 1);
        shop.look(id);
        const auto& formats = shop.services->formats;
        QCOMPARE(shop.pane()->detail()->quantities()->cell(QStringLiteral("Tea"), QStringLiteral("Waiting")),
                 QStringLiteral("2"));
        QCOMPARE(shop.pane()->detail()->money()->valueOf(QStringLiteral("Paid")),
                 formats.moneyWithCurrency(Money{10'400}));
        // One tea less than was asked for.
        shop.begin(ReturnAction::Approve);
        const auto& lines = shop.flow()->approval()->detail().lines;
        const auto tea = static_cast<std::size_t>(
            std::find_if(lines.begin(), lines.end(), [](const auto& each) { return each.sku == kTea; }) -
            lines.begin());
        shop.flow()->approval()->units()->spin(tea)->setValue(1);
        QTRY_VERIFY(!shop.flow()->isBusy());
        QCOMPARE((*shop.flow()->approval()->preview())->amount, Money{4'300});
        shop.finish(shop.flow(), QStringLiteral("one was drunk"));
        QTRY_COMPARE(shop.detail()->row.stage, ReturnStage::Goods);
        QCOMPARE(shop.detail()->refunds.front().status, RefundStatus::Held);
        QCOMPARE(shop.pane()->detail()->refund()->valueOf(QStringLiteral("Granted")), QStringLiteral("–"));
        // The parcel, one unit of it damaged.
        shop.look(id);
        shop.begin(ReturnAction::Receive);
        shop.flow()->damaged()->spin(0)->setValue(1);
        shop.finish(shop.flow(), {});
        QTRY_COMPARE(shop.detail()->row.stage, ReturnStage::Money);
        // Money by hand.
        auto* panel = shop.pane()->detail();
        QTRY_VERIFY(panel->refundActions()->action(RefundAction::RecordPaid)->isEnabled());
        panel->refundActions()->action(RefundAction::RecordPaid)->trigger();
        panel->refundFlow()
            ->question()
            ->findChild<QLineEdit*>(QStringLiteral("refundReference"))
            ->setText(QStringLiteral("WX-1"));
        shop.finish(panel->refundFlow(), QStringLiteral("paid at the counter"));
        QTRY_COMPARE(shop.detail()->row.stage, ReturnStage::Done);
        QTRY_COMPARE(panel->money()->valueOf(QStringLiteral("Refunded")), formats.moneyWithCurrency(Money{4'300}));
        QCOMPARE(panel->money()->valueOf(QStringLiteral("Still refundable")), formats.moneyWithCurrency(Money{6'100}));
        shop.page->openTarget({{QStringLiteral("ledger"), true}});
        QTRY_VERIFY(shop.ready());
        QCOMPARE(shop.page->ledger()->verdict()->text(), QStringLiteral("The accounts balance."));
        QVERIFY(shop.page->ledger()->model().total() >= 3);
    }

    void fourEyesWithTwoPeople() {
        Shop shop;
        shop.policy(Money{100}, Money{200}, api::GoodsRule::NoGoods);
        shop.sell("A1");
        const auto id = shop.ask("A1", "R1", "Cold.");
        // Who asked may not approve.
        shop.open(*shop.workspace, kAnna);
        shop.look(id);
        QTRY_VERIFY2(shop.why(ReturnAction::Approve).contains(QStringLiteral("Four eyes")),
                     qPrintable(shop.why(ReturnAction::Approve)));
        shop.close();
        // The first, and he cannot be the second.
        shop.open(*shop.workspace, kBo);
        shop.look(id);
        shop.begin(ReturnAction::Approve);
        shop.finish(shop.flow(), QStringLiteral("looked at the photo"));
        QTRY_COMPARE(shop.detail()->row.stage, ReturnStage::SecondApproval);
        shop.look(id);
        QTRY_VERIFY(shop.why(ReturnAction::Approve).contains(QStringLiteral("has already approved it")));
        shop.close();
        shop.open(*shop.workspace, api::Actor::administrator("cy"));
        shop.look(id);
        shop.begin(ReturnAction::Approve);
        shop.finish(shop.flow(), QStringLiteral("looked at the photo"));
        QTRY_COMPARE(shop.detail()->row.status, api::ReturnStatus::Approved);
        QCOMPARE(shop.detail()->refunds.front().status, RefundStatus::Pending);
    }

    void ofTwoClerksOneWinsAndTheOtherIsTold() {
        Shop shop;
        shop.policy(std::nullopt, std::nullopt, api::GoodsRule::NoGoods);
        shop.sell("A1");
        const auto id = shop.ask("A1", "R1", "Cold.");
        shop.open(*shop.workspace, kBo);
        shop.look(id);
        shop.begin(ReturnAction::Approve);
        auto rejected = shop.workspace->returns().reject({api::Actor::administrator("cy"), "eaten", {}}, {{id, 0}}, {});
        shop.workspace->runUntilIdle();
        QVERIFY(rejected.result() && !rejected.result()->front().error);
        shop.finish(shop.flow(), {});
        QVERIFY2(shop.said().text.contains(QStringLiteral("was changed meanwhile")), qPrintable(shop.said().text));
        QTRY_COMPARE(shop.detail()->row.stage, ReturnStage::Rejected);
        QVERIFY(shop.detail()->refunds.empty());
    }

    void hostileTextIsShownAndExportedInert() {
        Shop shop;
        shop.sell("A1");
        const std::string hostile = "=HYPERLINK(\"http://evil\"),\"<b>x</b>\"";
        const auto id = shop.ask("A1", "=1+1", hostile);
        QVERIFY(id.valid());
        shop.open(*shop.workspace, kBo);
        shop.look(id);
        QCOMPARE(shop.pane()->detail()->reason()->text(), QString::fromStdString(hostile));
        QCOMPARE(shop.pane()->detail()->reason()->textFormat(), Qt::PlainText);
        shop.pane()->exportTo(shop.folder.filePath(QStringLiteral("returns.csv")));
        QTRY_VERIFY(shop.said().text.startsWith(QStringLiteral("Exported ")));
        const QByteArray csv = shop.exported("returns.csv");
        QVERIFY(csv.contains("1+1"));
        for (const QByteArray& line : csv.split('\n')) {
            for (const QByteArray& cell : line.split(',')) {
                const QByteArray bare = cell.startsWith('"') ? cell.mid(1) : cell;
                QVERIFY2(!bare.startsWith('=') && !bare.startsWith('+') && !bare.startsWith('@'), line.constData());
            }
        }
        shop.page->ledger()->exportTo(shop.folder.filePath(QStringLiteral("ledger.csv")));
        QTRY_VERIFY(shop.said().text.contains(QStringLiteral("two rows each")));
        QVERIFY(shop.exported("ledger.csv").startsWith("entry,at,kind,account,debit_minor,credit_minor,"));
    }

    void settingsReachTheEngine() {
        Shop shop;
        shop.open(*shop.workspace, kAnna);
        QTRY_VERIFY(shop.ready());
        shop.page->providerAction()->trigger();
        QTRY_VERIFY(shop.page->providerDialog() != nullptr);
        auto* dialog = shop.page->providerDialog();
        dialog->provider()->setCurrentIndex(1);
        dialog->field(QStringLiteral("url"))->setText(QStringLiteral("http://192.0.2.1/refunds"));
        dialog->field(QStringLiteral("secret_name"))->setText(QStringLiteral("refunds"));
        dialog->field(QStringLiteral("key_id"))->setText(QStringLiteral("shop"));
        QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
        // Not https, and not this machine: the engine says so and the dialog stays.
        QTRY_VERIFY(dialog->confirmButton()->isEnabled() && !dialog->said().isEmpty());
        dialog->field(QStringLiteral("url"))->setText(QStringLiteral("https://pay.example/refunds"));
        QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
        QTRY_VERIFY(shop.page->providerDialog() == nullptr);
        auto settings = shop.workspace->refunds().settings({kAnna, {}, {}});
        shop.workspace->runUntilIdle();
        QTRY_VERIFY(settings.isFinished());
        QCOMPARE(settings.result()->url, std::string("https://pay.example/refunds"));
    }
};

}  // namespace test_returns_real

QTEST_MAIN(test_returns_real::TestReturnsReal)
#include "test_returns_real.moc"
