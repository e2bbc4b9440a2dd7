// SPDX-License-Identifier: GPL-3.0-or-later
// Taking an order by telephone: products are found while typing, the order is placed once however often it is sent,
// paid at once or later, and what became of it is told as it is.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include "engine/api/cash_payment.h"
#include "tests/support/fakes/altered_desks.h"
#include "tests/support/shops/shop.h"
#include "tests/ui/console_over.h"
#include "ui/pages/orders/take_order_dialog.h"
#include "ui/shell/notices.h"
#include "ui/widgets/labels.h"

namespace test_take_order {

using namespace evenhand;

namespace {

struct WithEngine {
    test::Shop shop;
    test::AlteredDesks engine{shop.engine()};
};
struct Desk : WithEngine, test::ConsoleOver {
    Desk() : ConsoleOver(engine) {
        open();
        window->resize(1400, 860);
        showOrders();
        QTRY_VERIFY(orders()->isReady() && window->context().scope.isLoaded());
        before = count();
        orders()->takeAction()->trigger();
        dialog = orders()->takeDialog();
        QVERIFY(dialog != nullptr);
    }
    [[nodiscard]] std::int64_t count() { return shop.must(shop.engine().orders().count(shop.by("x"), {})); }
    /// The order that was placed last.
    [[nodiscard]] api::OrderRow newest() {
        api::OrderQuery query;
        query.limit = 1;
        return shop.must(shop.engine().orders().page(shop.by("x"), query)).front();
    }
    [[nodiscard]] const ui::Notice& said() const { return window->context().notices.last(); }
    void type(const char* name, const QString& typed) const {
        auto* edit = dialog->findChild<QLineEdit*>(QLatin1String(name));
        QVERIFY2(edit != nullptr, name);
        edit->setText(typed);
    }
    void choose(const char* name, int index) const {
        auto* box = dialog->findChild<QComboBox*>(QLatin1String(name));
        QVERIFY2(box != nullptr, name);
        box->setCurrentIndex(index);
    }
    /// By the keyboard, as somebody does who listens on the telephone.
    void addProduct(const QString& typed) const {
        auto* find = dialog->lines()->find();
        find->setFocus();
        QTest::keyClicks(find, typed);
        QTRY_VERIFY(!dialog->lines()->suggestions().isEmpty());
        QTest::keyClick(find, Qt::Key_Return);
        QTRY_VERIFY(find->text().isEmpty());
    }
    void send() const {
        auto* button = dialog->confirmButton();
        QTRY_VERIFY2(button->isEnabled(), qPrintable(button->toolTip()));
        QTest::mouseClick(button, Qt::LeftButton);
    }

    QPointer<ui::TakeOrderDialog> dialog;
    std::int64_t before = 0;
};

}  // namespace

class TestTakeOrder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anOrderIsPlaced() {
        Desk desk;
        QVERIFY(!desk.dialog->confirmButton()->isEnabled());
        desk.type("orderUser", QStringLiteral("caller 7"));
        auto* campus = desk.dialog->findChild<QComboBox*>(QStringLiteral("orderCampus"));
        campus->setCurrentIndex(campus->findData(ui::text(test::Shop::campus(2))));
        desk.addProduct(QStringLiteral("fried"));
        auto* units = desk.dialog->lines()->units(Sku("rice-01"));
        QVERIFY(units != nullptr);
        units->setValue(4);
        desk.addProduct(QStringLiteral("tea-0"));  // by its SKU
        desk.addProduct(QStringLiteral("milk"));   // once more
        QCOMPARE(desk.dialog->lines()->units(Sku("tea-07"))->value(), 2);
        const auto* total = desk.dialog->findChild<QLabel*>(QStringLiteral("orderTotal"));
        QVERIFY2(total->text().contains(QStringLiteral("66.40")), qPrintable(total->text()));  // 4 × 12.50 + 2 × 8.20
        desk.send();
        QTRY_VERIFY(!desk.dialog);
        QCOMPARE(desk.count(), desk.before + 1);
        const auto row = desk.newest();
        QCOMPARE(row.user, UserId("caller 7"));
        QCOMPARE(row.payable, Money{6'640});
        QCOMPARE(row.status, api::OrderStatus::WaitPay);
        QCOMPARE(row.campus, test::Shop::campus(2));
        QVERIFY2(desk.said().text.contains(ui::text(row.orderNo)), qPrintable(desk.said().text));
        QVERIFY2(desk.said().text.contains(QStringLiteral("to pay")), qPrintable(desk.said().text));
    }

    void tabGoesThroughTheLinesAsTheyStand() {
        Desk desk;
        desk.addProduct(QStringLiteral("milk"));
        desk.addProduct(QStringLiteral("fried"));
        const QStringList stands{QStringLiteral("orderProduct"),        QStringLiteral("orderUnits.tea-07"),
                                 QStringLiteral("orderRemove.tea-07"),  QStringLiteral("orderUnits.rice-01"),
                                 QStringLiteral("orderRemove.rice-01"), QStringLiteral("orderDraw")};
        QStringList met;
        const QWidget* at = desk.dialog->lines()->find();
        for (int i = 0; i < 60 && met.size() < stands.size(); ++i, at = at->nextInFocusChain()) {
            if ((at->focusPolicy() & Qt::TabFocus) != 0 && at->objectName().startsWith(QLatin1String("order"))) {
                met << at->objectName();
            }
        }
        QCOMPARE(met, stands);
        desk.dialog->reject();
    }

    void itIsPaidInCash() {
        Desk desk;
        desk.type("orderUser", QStringLiteral("caller"));
        desk.addProduct(QStringLiteral("milk"));
        desk.choose("orderPayment", 1);
        QVERIFY(!desk.dialog->confirmButton()->isEnabled());  // no reason
        desk.type("orderPaymentReason", QStringLiteral("paid at the door"));
        desk.send();
        QTRY_VERIFY(!desk.dialog);
        QVERIFY(desk.newest().paidAt.has_value());
        QCOMPARE(desk.shop.lastReason(), std::string("paid at the door"));
        // By the number that the command line takes, too: the same cash entered there is no second payment.
        const auto detail =
            desk.shop.must(desk.shop.engine().orders().detail(desk.shop.by("x"), desk.newest().orderNo));
        QCOMPARE(detail.paymentNo, std::optional(api::cashPaymentNo(detail.row.orderNo)));
        QVERIFY2(desk.said().text.contains(QStringLiteral("placed and paid")), qPrintable(desk.said().text));
    }

    void itIsPaidByItsNumber() {
        Desk desk;
        desk.type("orderUser", QStringLiteral("caller"));
        desk.addProduct(QStringLiteral("milk"));
        desk.choose("orderPayment", 2);
        desk.type("orderPaymentReason", QStringLiteral("seen on the account"));
        QVERIFY(!desk.dialog->confirmButton()->isEnabled());  // no number
        desk.type("orderPaymentNo", QStringLiteral("WX-1"));
        desk.send();
        QTRY_VERIFY(!desk.dialog);
        const auto detail =
            desk.shop.must(desk.shop.engine().orders().detail(desk.shop.by("x"), desk.newest().orderNo));
        QCOMPARE(detail.paymentNo, std::optional(PaymentNo("WX-1")));
    }

    void anOrderThatIsPlacedButNotPaidIsToldAsThat() {
        Desk desk;
        desk.engine.orders().recordInstead = [](const api::PayOrder&) {
            return test::refused<api::PaymentAnswer>({ErrorCode::Storage, "the disk is full", {}, {}});
        };
        desk.type("orderUser", QStringLiteral("caller"));
        desk.addProduct(QStringLiteral("milk"));
        desk.choose("orderPayment", 1);
        desk.type("orderPaymentReason", QStringLiteral("paid at the door"));
        desk.send();
        QTRY_VERIFY(!desk.dialog);
        QCOMPARE(desk.count(), desk.before + 1);
        QCOMPARE(desk.newest().status, api::OrderStatus::WaitPay);
        QVERIFY2(desk.said().text.contains(QStringLiteral("is placed, but not paid")), qPrintable(desk.said().text));
        QVERIFY2(desk.said().text.contains(ui::text(desk.newest().orderNo)), qPrintable(desk.said().text));
    }

    /// The answer is lost, the order is there: sent again it is the same order.
    void itIsPlacedOnceHoweverOftenItIsSent() {
        Desk desk;
        std::vector<std::string> keys;
        desk.engine.orders().placeInstead = [&](const api::Call& call, api::PlaceOrder request) {
            keys.push_back(request.key);
            auto answer = desk.shop.engine().orders().placeByHand(call, std::move(request));
            return keys.size() > 1 ? answer : answer.then([](const Result<api::PlacedOrder>&) {
                return Result<api::PlacedOrder>(fail(ErrorCode::OutcomeUnknown, "the answer was lost"));
            });
        };
        desk.type("orderUser", QStringLiteral("caller"));
        desk.addProduct(QStringLiteral("milk"));
        desk.send();
        QTRY_VERIFY(desk.dialog && desk.dialog->isUnsure() && !desk.dialog->isBusy());
        QVERIFY(!desk.dialog->findChild<QLineEdit*>(QStringLiteral("orderUser"))->isEnabled());
        QVERIFY(desk.dialog->findChild<QLabel*>(QStringLiteral("orderUnsure"))->isVisible());
        desk.send();
        QTRY_VERIFY(!desk.dialog);
        QCOMPARE(keys.size(), std::size_t{2});
        QCOMPARE(keys[0], keys[1]);
        QCOMPARE(desk.count(), desk.before + 1);
        QVERIFY2(desk.said().text.contains(QStringLiteral("is placed")), qPrintable(desk.said().text));
    }

    void anotherDialogIsAnotherOrder() {
        Desk desk;
        for (int i = 1; i <= 2; ++i) {
            desk.type("orderUser", QStringLiteral("caller"));
            desk.addProduct(QStringLiteral("milk"));
            desk.send();
            QTRY_VERIFY(!desk.dialog);
            QCOMPARE(desk.count(), desk.before + i);
            desk.orders()->takeAction()->trigger();
            desk.dialog = desk.orders()->takeDialog();
            QVERIFY(desk.dialog != nullptr);
        }
        desk.dialog->reject();
    }

    void aRefusalStandsAtItsFieldAndNothingIsLost() {
        Desk desk;
        desk.type("orderUser", QStringLiteral("caller"));
        desk.addProduct(QStringLiteral("milk"));
        desk.shop.must(desk.shop.engine().shop().setProductDisabled(desk.shop.by("ann"), Sku("tea-07"), true, 0));
        desk.send();
        const auto* hint = desk.dialog->findChild<QLabel*>(QStringLiteral("takeOrderDialogHint_sku"));
        QVERIFY(hint != nullptr);
        QTRY_VERIFY2(hint->text().contains(QStringLiteral("disabled")), qPrintable(hint->text()));
        QVERIFY(desk.dialog->lines()->units(Sku("tea-07")) != nullptr);
        QCOMPARE(desk.count(), desk.before);
        // It is not offered any more.
        auto* find = desk.dialog->lines()->find();
        find->setFocus();
        QTest::keyClicks(find, QStringLiteral("milk"));
        QTRY_COMPARE(desk.dialog->lines()->suggestions(), QStringList(QStringLiteral("No product matches.")));
        desk.dialog->reject();
    }

    void aDisabledCampusIsNotOffered() {
        Desk desk;
        desk.dialog->reject();
        desk.shop.must(
            desk.shop.engine().shop().setCampusDisabled(desk.shop.by("ann"), test::Shop::campus(0), true, 0));
        const auto& scope = desk.window->context().scope;
        QTRY_VERIFY(std::any_of(scope.campuses().begin(), scope.campuses().end(),
                                [](const auto& row) { return row.disabledAt.has_value(); }));
        desk.orders()->takeAction()->trigger();
        auto* box = desk.orders()->takeDialog()->findChild<QComboBox*>(QStringLiteral("orderCampus"));
        QCOMPARE(box->count(), 3);
        QCOMPARE(box->findData(ui::text(test::Shop::campus(0))), -1);
        desk.orders()->takeDialog()->reject();
    }
};

}  // namespace test_take_order

QTEST_MAIN(test_take_order::TestTakeOrder)
#include "test_take_order.moc"
