// SPDX-License-Identifier: GPL-3.0-or-later
// Orders that are late, on the page of delayed orders: the latest first, and what is done about many at once.
#include "tests/ui/delayed_fixture.h"

using namespace evenhand;
using api::AlertState;
using api::TimerKind;
using test::Delayed;

namespace {

struct Late : Delayed {
    Late() {
        for (const auto& row : shop.of(TimerKind::Unassigned)) {
            shop.postpone(row.orderNo, shop.now().plusMs(86'400'000));  // none by itself while a test lasts
        }
        page()->tabs()->setCurrentIndex(ui::DelayedPage::LateTab);
    }
    /// Waits for its courier; another one once this is late.
    [[nodiscard]] OrderNo armed() { return shop.of(TimerKind::PickUpLate).back().orderNo; }
    [[nodiscard]] ui::LatePane* pane() const { return page()->lateOrders(); }
    [[nodiscard]] int rows() const { return static_cast<int>(pane()->model().total()); }
    [[nodiscard]] QString cell(int row, const char* column) const {
        auto& model = pane()->model();
        return model.index(row, model.columnOf(QLatin1String(column))).data().toString();
    }
    [[nodiscard]] QString number(int row) const {
        const auto* order = pane()->model().row(row);
        return order ? ui::text(order->orderNo) : QString();
    }
    void chooseAll() const {
        std::vector<int> all;
        for (int row = 0; row < rows(); ++row) {
            all.push_back(row);
        }
        pane()->table()->select(all);
    }
};

}  // namespace

class TestLatePane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLatestFirstWithWhomToCall() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        QCOMPARE(desk.rows(), 0);
        const auto first = desk.armed();
        desk.shop.letLimitPass(first);
        desk.moveTime(60'000);
        const auto second = desk.armed();
        QVERIFY(first != second);
        desk.shop.letLimitPass(second);
        QTRY_COMPARE(desk.rows(), 2);
        QTRY_COMPARE(desk.number(0), ui::text(first));
        QCOMPARE(desk.number(1), ui::text(second));
        QCOMPARE(desk.cell(0, "late"), QStringLiteral("1 min"));
        QTRY_VERIFY(desk.cell(0, "phone") != QStringLiteral("–"));
        QTRY_VERIFY(desk.cell(0, "inHand").toInt() > 0);
        QTRY_COMPARE(desk.page()->tabs()->tabText(ui::DelayedPage::LateTab), QStringLiteral("Late orders (2)"));
        desk.shop.carry(first, false);
        QTRY_COMPARE(desk.rows(), 1);
        QTRY_COMPARE(desk.number(0), ui::text(second));
    }

    void manyGetMoreTimeAtOnce() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        const auto silent = desk.armed();
        desk.shop.letLimitPass(silent);
        const auto loud = desk.armed();
        const auto alert = desk.shop.alarm(loud);
        QTRY_COMPARE(desk.rows(), 2);
        desk.chooseAll();
        QTRY_VERIFY(desk.pane()->extendAction()->isEnabled());
        desk.pane()->extendAction()->trigger();
        auto* question = desk.pane()->flow()->question();
        QVERIFY(question != nullptr);
        question->findChild<ui::WhenField*>(QStringLiteral("whenField"))->delay()->setEditText(QStringLiteral("2 h"));
        const auto from = desk.shop.now();
        Delayed::confirm(desk.pane()->flow(), QStringLiteral("the kitchen is slow"));
        for (const auto& no : {silent, loud}) {
            const auto due = desk.shop.timer(no)->due;
            QVERIFY(due.ms >= from.ms + 7'200'000 && due.ms <= desk.shop.now().ms + 7'200'000);
        }
        QCOMPARE(desk.shop.alert(alert).state, AlertState::Resolved);
        QCOMPARE(desk.reason(), QStringLiteral("the kitchen is slow"));
        QTRY_COMPARE(desk.rows(), 0);
        QTRY_VERIFY(desk.page()->isReady());
    }

    void alertsAreAcknowledgedByTheirOrders() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        desk.shop.letLimitPass(desk.armed());  // nothing has fired for it
        const auto alert = desk.shop.alarm(desk.armed());
        const auto another = desk.shop.alarm(desk.armed());
        QTRY_COMPARE(desk.rows(), 3);
        desk.pane()->table()->select({0, 1});
        QTRY_VERIFY(desk.pane()->acknowledgeAction()->isEnabled());
        QSignalSpy finished(desk.pane()->flow(), &ui::RowFlow::finished);
        desk.pane()->acknowledgeAction()->trigger();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(desk.shop.alert(alert).state, AlertState::Acknowledged);
        QCOMPARE(desk.shop.alert(another).state, AlertState::Firing);
        QCOMPARE(Delayed::outcomeWords(desk.pane()->flow()->outcome()).count(QStringLiteral("Done")), 1);
        QCOMPARE(desk.rows(), 3);  // late all the same
    }

    void aNoteIsWrittenOnMany() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        std::vector<OrderNo> late;
        for (int i = 0; i < 2; ++i) {
            late.push_back(desk.armed());
            desk.shop.letLimitPass(late.back());
        }
        QTRY_COMPARE(desk.rows(), 2);
        desk.chooseAll();
        QTRY_VERIFY(desk.pane()->noteAction()->isEnabled());
        desk.pane()->noteAction()->trigger();
        Delayed::confirm(desk.pane()->flow(), QStringLiteral("called, comes at six"));
        for (const auto& no : late) {
            const auto noted = [&] {
                const auto detail = desk.shop.must(desk.shop.engine().orders().detail(test::DelayShop::by("root"), no));
                return std::any_of(detail.events.begin(), detail.events.end(), [](const api::OrderEvent& event) {
                    return event.kind == api::EventKind::Noted && event.detail == "called, comes at six";
                });
            };
            QTRY_VERIFY(noted());
        }
    }

    void manyGoToOtherCouriers() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        const auto order = desk.armed();
        desk.shop.letLimitPass(order);
        QTRY_COMPARE(desk.rows(), 1);
        const auto epoch = desk.shop.order(order).epoch;
        desk.chooseAll();
        QTRY_VERIFY(desk.pane()->reassignAction()->isEnabled() && desk.pane()->handOverAction()->isEnabled());
        desk.pane()->reassignAction()->trigger();
        Delayed::confirm(desk.pane()->orderFlow(), QStringLiteral("too slow"));
        QVERIFY(desk.shop.order(order).epoch > epoch);
        QCOMPARE(desk.number(0), ui::text(order));  // it stays late
    }

    /// Whoever does not come on has more than the order that is late.
    void allOfItsCouriersWorkGoesToOthers() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        const auto order = desk.armed();
        desk.shop.letLimitPass(order);
        QTRY_COMPARE(desk.rows(), 1);
        const auto from = desk.shop.order(order).courier;
        QVERIFY(!from.empty());
        const auto inHand = [&] {
            const auto rows =
                desk.shop.must(desk.shop.engine().dispatch().findCouriers(test::DelayShop::by("root"), from.str(), 10));
            return rows.empty() ? -1 : rows.front().inHand;
        };
        QVERIFY(inHand() > 0);
        QVERIFY(!desk.pane()->handOverAllAction()->isEnabled());
        desk.pane()->table()->select({0});
        QTRY_VERIFY(desk.pane()->handOverAllAction()->isEnabled());
        desk.pane()->handOverAllAction()->trigger();
        QTRY_VERIFY(desk.pane()->findChild<ui::ActionDialog*>() != nullptr);
        auto* question = desk.pane()->findChild<ui::ActionDialog*>();
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))
            ->setPlainText(QStringLiteral("bicycle broke down"));
        QVERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(inHand(), std::int64_t{0});
        QVERIFY(desk.shop.order(order).courier != from);
        QCOMPARE(desk.reason(), QStringLiteral("bicycle broke down"));
    }
};

QTEST_MAIN(TestLatePane)
#include "test_late_pane.moc"
