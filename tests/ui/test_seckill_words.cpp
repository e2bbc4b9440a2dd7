// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of flash sales says of units and instants: in its questions, once something was done, and beside the
// curve of what was sold.
#include <QLabel>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>

#include "tests/support/shops/seckill_shop.h"
#include "tests/ui/seckill_hand.h"
#include "ui/widgets/card.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"

namespace test_seckill_words {

namespace {

using namespace evenhand;

const ActivityId kTea("tea-noon");
const ActivityId kDraft("box-draft");

struct Sale : test::SeckillHand {
    Sale() { open(shop); }
    ~Sale() { close(); }
    void show(const ActivityId& id) {
        QTRY_VERIFY(shows(kTea));
        page->select(id);
        QTRY_VERIFY(shows(id));
    }
    /// Something that the question says begins so.
    [[nodiscard]] bool asks(const QString& begin) const {
        const auto labels = page->question()->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const auto* label) { return label->text().startsWith(begin); });
    }
    test::SeckillShop shop;
};

}  // namespace

class TestSeckillWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsPutOnSaleIsSaidBeforeAndAfter() {
        Sale sale;
        sale.show(kDraft);
        const auto row = sale.shop.row(kDraft);
        const auto& formats = sale.services->formats;
        QVERIFY(row.set.begin > sale.services->bridge.now());
        sale.action("start")->trigger();
        QVERIFY(sale.asks(QStringLiteral("%1 of %2 are taken out of stock")
                              .arg(ui::countedUnits(row.set.stock), ui::text(row.voucherName))));
        QVERIFY(sale.asks(QStringLiteral("Attempts are accepted from %1.").arg(formats.dateTime(row.set.begin))));
        test::SeckillHand::confirm(sale.page->question(), QStringLiteral("as planned"));
        QTRY_COMPARE(sale.said().text, QStringLiteral("%1 is started: %2 on sale from %3.")
                                           .arg(ui::text(row.set.name), ui::countedUnits(row.set.stock),
                                                formats.dateTime(row.set.begin)));
        QCOMPARE(sale.said().tone, ui::Tone::Good);
    }

    void oneWhoseStartHasPassedBeginsAtOnceAndSaysSo() {
        Sale sale;
        sale.show(kDraft);
        const auto row = sale.shop.row(kDraft);
        sale.shop.clock().advanceMs(row.set.begin.ms - sale.shop.clock().now().ms + 1'000);
        sale.services->bridge.poll();
        sale.action("start")->trigger();
        QVERIFY(sale.asks(QStringLiteral("Its start time has passed: attempts are accepted at once.")));
        sale.page->question()->reject();
    }

    void whatIsAddedIsSaidWithTheWhole() {
        Sale sale;
        sale.show(kTea);
        const auto before = sale.shop.row(kTea);
        sale.action("topUp")->trigger();
        QVERIFY(sale.asks(QStringLiteral("%1 now; %2 not ordered.")
                              .arg(ui::countedUnits(before.set.stock + before.added), ui::countedUnits(before.left))));
        test::SeckillHand::type(sale.page->question(), "topUpUnits", QStringLiteral("25"));
        test::SeckillHand::confirm(sale.page->question(), QStringLiteral("went fast"));
        QTRY_COMPARE(sale.said().text, QStringLiteral("%1: %2 added, %3 in total.")
                                           .arg(ui::text(before.set.name), ui::countedUnits(25),
                                                ui::countedUnits(before.set.stock + before.added + 25)));
    }

    void whatIsLeftIsSaidWhereItIsStoppedAndResumed() {
        Sale sale;
        sale.show(kTea);
        const auto left = sale.shop.row(kTea).left;
        QVERIFY(left > 0 && left != sale.shop.row(kTea).ordered);
        sale.action("stop")->trigger();
        QVERIFY(sale.asks(QStringLiteral("%1 not ordered;").arg(ui::countedUnits(left))));
        test::SeckillHand::confirm(sale.page->question(), QStringLiteral("wrong price"));
        QTRY_VERIFY2(sale.said().text.contains(
                         QStringLiteral("is stopped: %1 not ordered;").arg(ui::countedUnits(sale.shop.row(kTea).left))),
                     qPrintable(sale.said().text));
        QTRY_VERIFY(sale.action("resume")->isEnabled());
        sale.action("resume")->trigger();
        test::SeckillHand::confirm(sale.page->question(), QStringLiteral("put right"));
        QTRY_VERIFY2(sale.said().text.endsWith(
                         QStringLiteral("is resumed: %1 left.").arg(ui::countedUnits(sale.shop.row(kTea).left))),
                     qPrintable(sale.said().text));
        QVERIFY(!sale.said().undo);
    }

    void whatWasOrderedAndWhatCameBackIsSaidAtTheEnd() {
        Sale sale;
        sale.show(kTea);
        const auto row = sale.shop.row(kTea);
        sale.action("end")->trigger();
        QVERIFY(sale.asks(QStringLiteral("%1 not ordered go back").arg(ui::countedUnits(row.left))));
        sale.page->question()->reject();
        // Without what hangs it ends at once.
        std::vector<std::string> hung;
        for (const auto& each : sale.shop.pendingOf(kTea)) {
            hung.push_back(each.messageId);
        }
        (void)sale.shop.must(sale.shop.seckill().claim(test::Shop::by("bo"), kTea, hung));
        sale.action("end")->trigger();
        test::SeckillHand::confirm(sale.page->question(), QStringLiteral("supplier failed"));
        QTRY_VERIFY2(sale.said().text.contains(QStringLiteral(" has ended: ")), qPrintable(sale.said().text));
        // As the engine answered: orders that hung are counted when they come.
        static const QRegularExpression kFigures(
            QStringLiteral("has ended: ([\\d,]+) ordered, ([\\d,]+) back in stock"));
        const auto said = kFigures.match(sale.said().text);
        QVERIFY(said.hasMatch());
        const auto now = sale.shop.row(kTea);
        QVERIFY(now.ordered != now.returned);
        QCOMPARE(said.captured(1), ui::Formats::number(now.ordered));
    }

    void soldAndPaidAreToldApart() {
        Sale sale;
        sale.show(kTea);
        api::OrderQuery unpaid;
        unpaid.filter.statuses = {api::OrderStatus::WaitPay};
        unpaid.limit = 1;
        auto& orders = sale.shop.Shop::engine().orders();
        const auto order = sale.shop.must(orders.page(test::Shop::by("root"), unpaid)).front();
        (void)sale.shop.must(
            orders.pay(test::Shop::by("provider"), {PaymentNo("P-1"), order.orderNo, order.payable, 0}));
        const auto row = sale.shop.row(kTea);
        QCOMPARE(row.paid, std::int64_t{1});
        QVERIFY(row.ordered > 1);
        const QString wanted =
            QStringLiteral("%1 sold, 1 paid of %2 units")
                .arg(ui::Formats::number(row.ordered), ui::Formats::number(row.set.stock + row.added));
        const auto cards = sale.page->findChildren<ui::Card*>();
        QTRY_VERIFY2(
            std::any_of(cards.begin(), cards.end(), [&](const auto* card) { return card->figures() == wanted; }),
            qPrintable(wanted));
        QTRY_COMPARE(sale.page->soldPlot()->lines().back().points.back().second, 1.0);
        QVERIFY(sale.page->soldPlot()->lines().front().points.back().second > 1.0);
    }

    void aCampusWithoutSalesSaysSo() {
        Sale sale;
        sale.show(kTea);
        for (int i = 0; i < 4; ++i) {
            const auto campus = test::Shop::campus(i);
            const auto rows = sale.shop.must(sale.shop.seckill().activities(test::Shop::by("root")));
            if (std::none_of(rows.begin(), rows.end(), [&](const auto& each) { return each.set.campus == campus; })) {
                sale.services->scope.setCurrent(campus);
                const auto* empty = sale.page->list()->emptyLabel();
                QTRY_COMPARE(empty->text(), QStringLiteral("This campus has no flash sales."));
                return;
            }
        }
        QFAIL("every campus has a sale");
    }
};

}  // namespace test_seckill_words

QTEST_MAIN(test_seckill_words::TestSeckillWords)
#include "test_seckill_words.moc"
