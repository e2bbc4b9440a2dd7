// SPDX-License-Identifier: GPL-3.0-or-later
// Orders that are late, on the page of delayed orders: the latest first, and what is done about many at once.
#include <QCheckBox>
#include <QLabel>
#include <algorithm>
#include <utility>

#include "engine/api/limits.h"
#include "tests/ui/delayed_fixture.h"
#include "ui/pages/shared/more_time.h"
#include "ui/pages/shared/order_note.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/tables/ask_rows.h"

namespace test_late_pane {

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
    [[nodiscard]] auto notesOn(const OrderNo& order, const std::string& note) {
        const auto detail = shop.must(shop.orders().detail(test::Shop::by("root"), order));
        return std::count_if(detail.events.begin(), detail.events.end(), [&note](const api::OrderEvent& event) {
            return event.kind == api::EventKind::Noted && event.detail == note;
        });
    }
    void chooseAll() const {
        std::vector<int> all;
        for (int row = 0; row < rows(); ++row) {
            all.push_back(row);
        }
        pane()->table()->select(all);
    }
};

/// One of several rows about an order, as alerts are.
struct About {
    std::int64_t id = 0;
    OrderNo order;
};

ui::RowWords<About> aboutWords() {
    ui::RowWords<About> words;
    words.header = [] { return QStringList{QStringLiteral("Row"), QStringLiteral("Order"), QStringLiteral("Now")}; };
    words.frozen = [](const About& row) {
        return ui::FlowRow{.id = row.id, .name = QString::number(row.id), .detail = ui::text(row.order)};
    };
    return words;
}

/// What becomes of an answer of which the end was lost.
template <typename Outcome>
test::AnswerChange<std::vector<Outcome>> withoutTheLast() {
    return [](api::Answer<std::vector<Outcome>> answer) {
        return test::altered<std::vector<Outcome>>(std::move(answer),
                                                   [](std::vector<Outcome>& outcomes) { outcomes.pop_back(); });
    };
}

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
        const auto why = test::outcomeColumn(desk.pane()->flow()->outcome(), 4).join(QLatin1Char('\n'));
        QVERIFY2(why.contains(QStringLiteral("the order has no open alert")), qPrintable(why));
        QCOMPARE(desk.rows(), 3);  // late all the same
    }

    /// Each action reads them anew, and once, in however many slices its orders go.
    void alertsAreReadOnceForAllSlices() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        const auto alert = desk.shop.alarm(desk.armed());
        auto rows = desk.shop.must(desk.shop.orders().page(test::Shop::by("root"), {}));
        for (std::int64_t other = 1; rows.size() <= ui::RowFlow::kSlice; ++other) {
            rows.push_back(rows.back());
            rows.back().id = OrderId{1'000'000'000 + other};  // nothing has fired for it
        }
        auto& context = desk.window->context();
        ui::RowFlow flow(context, desk.page());
        QSignalSpy finished(&flow, &ui::RowFlow::finished);
        const auto acknowledge = ui::LatePane::describeAcknowledge(context, desk.pane());
        ui::RowWords<api::OrderRow> words;
        words.header = ui::headerOfOrders;
        words.frozen = [](const api::OrderRow& row) {
            return ui::FlowRow{.id = row.id.value, .name = ui::text(row.orderNo)};
        };
        auto& alerts = desk.shop.alerts();
        const int before = alerts.walks;
        for (int action = 1; action <= 2; ++action) {
            QVERIFY(ui::askRows(flow, words, acknowledge, rows) == nullptr);
            QTRY_COMPARE(finished.count(), action);
            QCOMPARE(alerts.walks, before + action);
            QCOMPARE(desk.shop.alert(alert).state, AlertState::Acknowledged);
            QVERIFY(Delayed::outcomeWords(flow.outcome()).contains(QStringLiteral("Done")));
        }
    }

    /// Others' alerts fill the first page that is read.
    void alertsBeyondTheFirstPageAreFound() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        const auto alert = desk.shop.alarm(desk.armed());
        QTRY_COMPARE(desk.rows(), 1);
        desk.chooseAll();
        QTRY_VERIFY(desk.pane()->acknowledgeAction()->isEnabled());
        desk.shop.alerts().before = api::kMaxPageRows;
        QSignalSpy finished(desk.pane()->flow(), &ui::RowFlow::finished);
        desk.pane()->acknowledgeAction()->trigger();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(desk.shop.alert(alert).state, AlertState::Acknowledged);
        QCOMPARE(desk.said().tone, ui::Tone::Good);
    }

    /// While the pages are read others are resolved and the rest moves up: what was not met may be open all the same.
    void whatMovedWhileItWasReadIsNotKnown() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        const auto alert = desk.shop.alarm(desk.armed());
        QTRY_COMPARE(desk.rows(), 1);
        desk.chooseAll();
        QTRY_VERIFY(desk.pane()->acknowledgeAction()->isEnabled());
        desk.shop.alerts().before = api::kMaxPageRows;
        desk.shop.alerts().goes = 100;
        QSignalSpy finished(desk.pane()->flow(), &ui::RowFlow::finished);
        desk.pane()->acknowledgeAction()->trigger();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(desk.shop.alert(alert).state, AlertState::Firing);
        QCOMPARE(Delayed::outcomeWords(desk.pane()->flow()->outcome()), QStringList{QStringLiteral("Not known")});
    }

    void anAlertWithoutAnAnswerIsNotResolved() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        for (int i = 0; i < 2; ++i) {
            (void)desk.shop.alarm(desk.armed());
        }
        QTRY_COMPARE(desk.rows(), 2);
        desk.chooseAll();
        QTRY_VERIFY(desk.pane()->acknowledgeAction()->isEnabled());
        desk.shop.alerts().onAcknowledge = withoutTheLast<api::AlertOutcome>();
        QSignalSpy finished(desk.pane()->flow(), &ui::RowFlow::finished);
        desk.pane()->acknowledgeAction()->trigger();
        QTRY_COMPARE(finished.count(), 1);
        auto told = Delayed::outcomeWords(desk.pane()->flow()->outcome());
        told.sort();
        QCOMPARE(told, (QStringList{QStringLiteral("Done"), QStringLiteral("Not known")}));
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

    /// Neither done nor refused.
    void whatIsNotAnsweredIsNotKnown() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        for (int i = 0; i < 2; ++i) {
            desk.shop.letLimitPass(desk.armed());
        }
        QTRY_COMPARE(desk.rows(), 2);
        desk.chooseAll();
        const auto* flow = desk.pane()->flow();
        const QStringList words{QStringLiteral("Done"), QStringLiteral("Not known")};
        const auto told = [flow] {
            auto all = Delayed::outcomeWords(flow->outcome());
            all.sort();
            return all;
        };
        desk.shop.orders().onNote = withoutTheLast<api::RowOutcome>();
        QTRY_VERIFY(desk.pane()->noteAction()->isEnabled());
        desk.pane()->noteAction()->trigger();
        Delayed::confirm(desk.pane()->flow(), QStringLiteral("called, comes at six"));
        QVERIFY(flow->outcome() != nullptr);
        QCOMPARE(told(), words);
        flow->outcome()->close();
        desk.chooseAll();
        desk.shop.timers().onExtend = withoutTheLast<api::TimerOutcome>();
        QTRY_VERIFY(desk.pane()->extendAction()->isEnabled());
        desk.pane()->extendAction()->trigger();
        flow->question()
            ->findChild<ui::WhenField*>(QStringLiteral("whenField"))
            ->delay()
            ->setEditText(QStringLiteral("2 h"));
        Delayed::confirm(desk.pane()->flow(), QStringLiteral("the kitchen is slow"));
        QVERIFY(flow->outcome() != nullptr);
        QCOMPARE(told(), words);
    }

    /// Each order by two rows, which are too many to go to the engine together.
    void anOrderOfSeveralRowsIsDoneOnce() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        const auto late = desk.armed();
        desk.shop.letLimitPass(late);
        const auto orders = desk.shop.must(desk.shop.orders().page(test::Shop::by("root"), {}));
        std::vector<About> rows;
        for (int round = 0; round < 2; ++round) {
            for (const auto& order : orders) {
                rows.push_back({std::ssize(rows) + 1, order.orderNo});
            }
        }
        QVERIFY(rows.size() > ui::RowFlow::kSlice);
        auto& context = desk.window->context();
        ui::RowFlow flow(context, desk.page());
        const auto note = ui::orderNoteAction<About>(context.bridge, &flow, QStringLiteral("about.note"),
                                                     [](const About& row) { return std::pair(row.id, row.order); });
        QVERIFY(ui::askRows(flow, aboutWords(), note, rows) != nullptr);
        Delayed::confirm(&flow, QStringLiteral("one of many"));
        QCOMPARE(desk.said().tone, ui::Tone::Good);
        for (const auto& order : orders) {
            QCOMPARE(desk.notesOn(order.orderNo, "one of many"), std::ptrdiff_t{1});
        }
        const auto more =
            ui::moreTimeAction<About>(context, &flow, QStringLiteral("about.extend"), [](const About& row) {
                return ui::LateRow{row.id, row.order, std::nullopt};
            });
        auto* question = ui::askRows(flow, aboutWords(), more, rows);
        QVERIFY(question != nullptr);
        question->findChild<ui::WhenField*>(QStringLiteral("whenField"))->delay()->setEditText(QStringLiteral("2 h"));
        Delayed::confirm(&flow, QStringLiteral("the kitchen is slow"));
        QCOMPARE(desk.shop.timers().extended.size(), orders.size());
        const auto words = Delayed::outcomeWords(flow.outcome());
        QCOMPARE(words.size(), static_cast<qsizetype>(rows.size()));
        QCOMPARE(words.count(QStringLiteral("Done")), 2);  // both rows of the only one that is late
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
        QTRY_VERIFY(desk.window->findChild<ui::ActionDialog*>() != nullptr);
        auto* question = desk.window->findChild<ui::ActionDialog*>();
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))
            ->setPlainText(QStringLiteral("bicycle broke down"));
        QVERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(inHand(), std::int64_t{0});
        QVERIFY(desk.shop.order(order).courier != from);
        QCOMPARE(desk.reason(), QStringLiteral("bicycle broke down"));
    }

    /// Of many orders at once the work of each courier, by one question: all of them go off duty first, or they would
    /// get each other's.
    void allWorkOfSeveralCouriersGoesToOthers() {
        Late desk;
        QTRY_VERIFY(desk.page()->isReady());
        const auto armed = desk.shop.of(TimerKind::PickUpLate);
        const auto& one = armed.back();
        const auto other = std::find_if(armed.rbegin(), armed.rend(), [&one](const api::TimerRow& row) {
            return row.campus == one.campus && row.courier != one.courier && !row.courier.empty();
        });
        QVERIFY(!one.courier.empty() && other != armed.rend());
        const std::vector<OrderNo> late{one.orderNo, other->orderNo};
        const std::vector<CourierId> couriers{one.courier, other->courier};
        for (const auto& order : late) {
            desk.shop.letLimitPass(order);
        }
        QTRY_COMPARE(desk.rows(), 2);
        desk.chooseAll();
        QTRY_VERIFY(desk.pane()->handOverAllAction()->isEnabled());
        desk.pane()->handOverAllAction()->trigger();
        QTRY_VERIFY(desk.window->findChild<ui::ActionDialog*>() != nullptr);
        auto* question = desk.window->findChild<ui::ActionDialog*>();
        const auto asked = question->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text();
        QVERIFY2(asked.startsWith(QStringLiteral("All open work of 2 couriers, now ")), qPrintable(asked));
        const auto* leaves = question->findChild<QCheckBox*>(QStringLiteral("handOverLeaves"));
        QVERIFY(leaves != nullptr && leaves->isChecked());
        QCOMPARE(leaves->text().remove(QLatin1Char('&')), QStringLiteral("2 couriers go off duty"));
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("the storm"));
        QVERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        const auto rowOf = [&](const CourierId& id) {
            const auto rows =
                desk.shop.must(desk.shop.engine().dispatch().findCouriers(test::DelayShop::by("root"), id.str(), 10));
            return rows.empty() ? api::CourierRow{} : rows.front();
        };
        for (const auto& id : couriers) {
            QTRY_COMPARE(rowOf(id).inHand, std::int64_t{0});
            QVERIFY(!rowOf(id).onDuty);
        }
        for (const auto& order : late) {
            const auto now = desk.shop.order(order).courier;
            QVERIFY(!now.empty() && std::find(couriers.begin(), couriers.end(), now) == couriers.end());
        }
    }
};

}  // namespace test_late_pane

QTEST_MAIN(test_late_pane::TestLatePane)
#include "test_late_pane.moc"
