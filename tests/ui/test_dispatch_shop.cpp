// SPDX-License-Identifier: GPL-3.0-or-later
// The page Dispatch over a small business: who has the orders after an action, whose reason is written down, and who
// goes off duty with what in hand.
#include <QCheckBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QToolButton>
#include <algorithm>

#include "tests/support/fakes/altered_desks.h"
#include "tests/support/shops/shop.h"
#include "tests/ui/dispatch_hand.h"
#include "ui/dialogs/courier_picker.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/dialogs/row_outcome_dialog.h"
#include "ui/pages/dispatch/dispatch_actions.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/notices.h"
#include "ui/widgets/card.h"
#include "ui/widgets/courier_edit.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/name_match.h"
#include "ui/widgets/tile.h"
#include "ui/widgets/tone_delegate.h"

namespace test_dispatch_shop {

using namespace evenhand;

namespace {

struct Depot : test::DispatchHand {
    Depot() {
        open(engine);
        QTRY_VERIFY(ready());
    }
    ~Depot() { close(); }
    [[nodiscard]] const ui::Notice& said() const { return services->notices.last(); }
    [[nodiscard]] std::int64_t inHand(const CourierId& courier) const {
        const auto& rows = board().couriers;
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& each) { return each.id == courier; });
        return row == rows.end() ? -1 : row->inHand;
    }
    [[nodiscard]] bool onDuty(const CourierId& courier) {
        const auto board = shop.must(shop.engine().dispatch().board(shop.by("root"), this->board().campus.id));
        return std::any_of(board.couriers.begin(), board.couriers.end(),
                           [&](const auto& each) { return each.id == courier && each.onDuty; });
    }
    /// Somebody on duty who has orders in hand, selected.
    api::CourierRow holder(std::int64_t atLeast = 1) {
        for (const auto& row : board().couriers) {
            if (row.onDuty && row.inHand >= atLeast) {
                select(row);
                return row;
            }
        }
        return {};
    }
    /// The first order of the selected courier, selected in the list.
    OrderNo firstInHand() {
        child<QTabBar>("dispatchLists")->setCurrentIndex(ui::DispatchPage::kInHand);
        auto* view = table("dispatchInHand");
        if (!QTest::qWaitFor([&] { return view->model()->rowCount() > 0; })) {
            return {};
        }
        selectRows(view, 1);
        return OrderNo(view->model()->index(0, 0).data().toString().toStdString());
    }

    test::Shop shop;
    test::AlteredDesks engine{shop.engine()};
};

}  // namespace

class TestDispatchShop : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aReassignmentSaysWhoHasTheOrder() {
        Depot d;
        const auto from = d.holder();
        const auto order = d.firstInHand();
        d.action("dispatchReassign")->trigger();
        d.confirm(QStringLiteral("too far"));
        QTRY_VERIFY(static_cast<bool>(d.said().undo));
        const auto now = d.shop.order(order);
        QVERIFY(!now.courier.empty() && now.courier != from.id);
        QVERIFY2(d.said().text.contains(QStringLiteral("With %1 now.").arg(ui::text(now.courierName))),
                 qPrintable(d.said().text));
    }

    void aQuestionFollowsItsOrders() {
        Depot d;
        (void)d.holder();
        const auto order = d.firstInHand();
        d.action("dispatchReassign")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        const QPointer dialog(d.question());
        auto* reason = dialog->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"));
        QTest::keyClicks(reason, QStringLiteral("too far"));
        QVERIFY(dialog->confirmButton()->isEnabled());
        d.shop.carry(order, true);
        const auto* rows = dialog->findChild<QTableView*>(QStringLiteral("actionRows"))->model();
        QTRY_COMPARE(rows->index(0, 1).data().toString(), QStringLiteral("Delivered"));
        QVERIFY2(rows->index(0, 3).data().toString().contains(QStringLiteral("changed meanwhile")),
                 qPrintable(rows->index(0, 3).data().toString()));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        QVERIFY2(dialog->findChild<QLabel*>(QStringLiteral("actionQuestion"))
                     ->text()
                     .startsWith(QStringLiteral("Nothing is left to do")),
                 "the question still promises what will not be done");
        // What was typed is not thrown away by a key.
        QTest::keyClick(reason, Qt::Key_Escape);
        QVERIFY(dialog && dialog->isVisible());
        auto* discard = dialog->findChild<QPushButton*>(QStringLiteral("discardButton"));
        QVERIFY(discard != nullptr);
        QTest::mouseClick(discard, Qt::LeftButton);
        QTRY_VERIFY(!dialog);
    }

    void aReasonOfOnePressIsNoLoss() {
        Depot d;
        (void)d.holder();
        (void)d.firstInHand();
        d.action("dispatchReassign")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        const QPointer dialog(d.question());
        auto* suggestion = dialog->findChild<QToolButton*>(QStringLiteral("reasonSuggestion0"));
        QVERIFY(suggestion != nullptr);
        QTest::mouseClick(suggestion, Qt::LeftButton);
        QVERIFY(!dialog->reason().isEmpty());
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!dialog);
    }

    /// The engine would refuse it: nobody is asked for a reason first.
    void nothingIsGivenAwayWhileDispatchIsPaused() {
        Depot d;
        (void)d.holder();
        const auto order = d.firstInHand();
        const auto campus = d.shop.order(order).campus;
        (void)d.shop.must(d.shop.engine().dispatch().setPaused(d.shop.by("bo"), campus, true));
        QTRY_VERIFY(d.board().campus.paused);
        d.action("dispatchReassign")->trigger();
        QTRY_VERIFY2(d.said().text.startsWith(QStringLiteral("Dispatch is paused")), qPrintable(d.said().text));
        QVERIFY(d.question() == nullptr);
    }

    /// An order that has left the lists is known by its number.
    void anOutcomeSaysHowEachOrderStands() {
        Depot d;
        (void)d.holder();
        const auto order = d.firstInHand();
        d.shop.carry(order, true);
        ui::OrdersRead read;
        ui::readBack(d.services->context, d.page.get(), {{order}}, [&](const ui::OrdersRead& now) { read = now; });
        QTRY_COMPARE(read.size(), std::size_t{1});
        QVERIFY(read.front().has_value());
        QCOMPARE(read.front()->status, api::OrderStatus::Delivered);
    }

    /// The engine releases the order first; the message that gives it away is of its next batch.
    void anOrderThatWaitsForItsMessageIsWithNobodyYet() {
        Depot d;
        (void)d.holder();
        const auto order = d.firstInHand();
        d.action("dispatchReassign")->trigger();
        d.shop.hold(true);
        d.confirm(QStringLiteral("too far"));
        d.shop.engine().step();
        QTRY_VERIFY(static_cast<bool>(d.said().undo));
        QVERIFY2(d.said().text.endsWith(QStringLiteral("It goes to the next fairest courier.")),
                 qPrintable(d.said().text));
        QVERIFY2(!d.said().text.contains(QStringLiteral("nobody")), qPrintable(d.said().text));
        d.shop.hold(false);
        QTRY_VERIFY(!d.shop.order(order).courier.empty());
    }

    void anOrderForSomebodyNamedGoesToThem() {
        Depot d;
        const auto from = d.holder();
        const auto to = d.courier(true, from.id);
        (void)d.firstInHand();
        QTRY_VERIFY(d.action("dispatchReassignTo")->isEnabled());
        d.action("dispatchReassignTo")->trigger();
        QTRY_VERIFY(d.page->findChild<ui::CourierPicker*>() != nullptr);
        auto* picker = d.page->findChild<ui::CourierPicker*>();
        Q_EMIT picker->picked(to);
        picker->close();
        QTRY_VERIFY(d.question() != nullptr);
        d.shop.hold(true);
        d.confirm(QStringLiteral("asked for it"));
        d.shop.engine().step();
        QTRY_VERIFY(static_cast<bool>(d.said().undo));
        QVERIFY2(d.said().text.endsWith(QStringLiteral("Going to %1.").arg(ui::text(to.name))),
                 qPrintable(d.said().text));
        d.shop.hold(false);
    }

    void ofSeveralOrdersItIsSaidWhoHasThemAndWhoIsNext() {
        api::OrderRow given;
        given.courier = CourierId("ann");
        given.courierName = "Ann";
        api::OrderRow released;
        released.wait = api::WaitReason::Message;
        api::OrderRow paused;
        paused.wait = api::WaitReason::Paused;
        QCOMPARE(ui::whoHasThem({given, released, released}),
                 QStringLiteral(" With Ann now. 2 more go to the next fairest couriers."));
        QCOMPARE(ui::whoHasThem({given, paused}), QStringLiteral(" With Ann, nobody now."));
        QCOMPARE(ui::whoHasThem({}), QString());
        released.orderNo = OrderNo("A");
        auto other = released;
        other.orderNo = OrderNo("B");
        const ui::BoundFor toBo{{OrderNo("A"), QStringLiteral("Bo")}};
        QCOMPARE(ui::whoHasThem({released}, toBo), QStringLiteral(" Going to Bo."));
        QCOMPARE(ui::whoHasThem({given, released, other}, toBo),
                 QStringLiteral(" With Ann now. Going to Bo. 1 more goes to the next fairest courier."));
    }

    /// What a person did not say is not written down as theirs.
    void theUndoOfADutyHasNoReason() {
        Depot d;
        const auto from = d.holder();
        d.action("dispatchOffDuty")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("end of shift"));
        QTRY_VERIFY(static_cast<bool>(d.said().undo));
        QVERIFY(!d.onDuty(from.id));
        d.said().undo();
        QTRY_VERIFY(d.onDuty(from.id));
        const auto records = d.shop.must(d.shop.engine().audit().page(d.shop.by("root"), {}));
        QVERIFY(!records.empty());
        QCOMPARE(records.front().reason, std::string());
    }

    /// Who has been put back on duty and taken off again since stays as the other one left them.
    void theUndoOfADutyOverrulesNobody() {
        Depot d;
        const auto from = d.holder();
        d.action("dispatchOffDuty")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("end of shift"));
        QTRY_VERIFY(static_cast<bool>(d.said().undo));
        for (const bool on : {true, false}) {
            (void)d.shop.must(d.shop.engine().dispatch().setDuty(test::Shop::by("bo"), from.id, on));
        }
        d.said().undo();
        QTRY_VERIFY(d.said().text.contains(QStringLiteral("nothing was overwritten")));
        QVERIFY2(d.said().text.contains(QStringLiteral("by bo")), qPrintable(d.said().text));
        QVERIFY(!d.onDuty(from.id));
    }

    void offDutySaysHowManyAreInHand() {
        Depot d;
        const auto from = d.holder();
        const auto count = from.inHand;
        d.action("dispatchOffDuty")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        const auto* question = d.question()->findChild<QLabel*>(QStringLiteral("actionQuestion"));
        QVERIFY(question != nullptr);
        QCOMPARE(question->text(), QStringLiteral("%1 off duty, with %2 in hand.")
                                       .arg(ui::text(from.name), count == 1 ? QStringLiteral("1 order")
                                                                            : QStringLiteral("%1 orders").arg(count)));
    }

    void theNumberInHandFollowsWhileTheQuestionStands() {
        for (const char* doing : {"dispatchOffDuty", "dispatchHandOver"}) {
            Depot d;
            const auto from = d.holder(2);
            const auto order = d.firstInHand();
            QTRY_VERIFY(d.action(doing)->isEnabled());
            d.action(doing)->trigger();
            QTRY_VERIFY(d.question() != nullptr);
            const auto* question = d.question()->findChild<QLabel*>(QStringLiteral("actionQuestion"));
            const auto says = [question](std::int64_t count) {
                return question->text().contains(count == 1 ? QStringLiteral(" 1 order")
                                                            : QStringLiteral(" %1 orders").arg(count));
            };
            QVERIFY2(says(from.inHand), qPrintable(question->text()));
            // Somebody else gives one of them away.
            (void)d.shop.must(
                d.shop.engine().dispatch().reassign(test::Shop::by("bo"), {{order, d.shop.order(order).version}}, {}));
            QTRY_VERIFY2(says(from.inHand - 1), qPrintable(question->text()));
        }
    }

    void whoHandsOverGoesOffDutyUnlessTheBoxIsCleared() {
        for (const bool leaves : {true, false}) {
            Depot d;
            const auto from = d.holder();
            QTRY_VERIFY(d.action("dispatchHandOver")->isEnabled());
            d.action("dispatchHandOver")->trigger();
            QTRY_VERIFY(d.question() != nullptr);
            auto* box = d.question()->findChild<QCheckBox*>(QStringLiteral("handOverLeaves"));
            QVERIFY(box != nullptr);
            QVERIFY(box->isChecked());
            QVERIFY(box->text().contains(ui::text(from.name)));
            box->setChecked(leaves);
            d.confirm(QStringLiteral("unwell"));
            QTRY_COMPARE(d.inHand(from.id), std::int64_t{0});
            QCOMPARE(d.onDuty(from.id), !leaves);
        }
    }

    /// What came after the person had read the question was in nobody's mind; what somebody has changed is theirs.
    void aHandOverIsOfTheOrdersThatWereThere() {
        Depot d;
        const auto from = d.holder(2);
        const auto taken = d.firstInHand();
        QVERIFY(!from.id.empty() && !taken.empty());
        api::OrderQuery query;
        query.filter.statuses = {api::OrderStatus::WaitPickUp};
        query.filter.campus = from.campus;
        const auto open = d.shop.must(d.shop.engine().orders().page(test::Shop::by("root"), query));
        const auto other = std::find_if(open.begin(), open.end(), [&](const auto& order) {
            return !order.courier.empty() && order.courier != from.id;
        });
        QVERIFY(other != open.end());
        QTRY_VERIFY(d.action("dispatchHandOver")->isEnabled());
        d.action("dispatchHandOver")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        d.question()->findChild<QCheckBox*>(QStringLiteral("handOverLeaves"))->setChecked(false);
        auto& dispatch = d.shop.engine().dispatch();
        (void)d.shop.must(dispatch.reassign(test::Shop::by("bo"), {{other->orderNo, other->version}}, {from.id}));
        (void)d.shop.must(dispatch.reassign(test::Shop::by("bo"), {{taken, d.shop.order(taken).version}}, {}));
        QTRY_COMPARE(d.shop.order(other->orderNo).courier, from.id);
        d.confirm(QStringLiteral("unwell"));
        QTRY_VERIFY(d.page->findChild<ui::RowOutcomeDialog*>() != nullptr);
        QTRY_COMPARE(d.inHand(from.id), std::int64_t{1});
        QCOMPARE(d.shop.order(other->orderNo).courier, from.id);
        const auto* rows =
            d.page->findChild<ui::RowOutcomeDialog*>()->findChild<QTableView*>(QStringLiteral("outcomeRows"))->model();
        QCOMPARE(rows->rowCount(), static_cast<int>(from.inHand));
        QCOMPARE(rows->index(0, 0).data().toString(), ui::text(taken));
        QCOMPARE(rows->index(0, 2).data().toString(), QStringLiteral("Changed meanwhile"));
        const QString why = rows->index(0, 4).data().toString();
        QVERIFY2(why.contains(QStringLiteral("by bo")), qPrintable(why));
        QCOMPARE(rows->index(1, 2).data().toString(), QStringLiteral("Done"));
    }

    /// Somebody else was quicker than the click.
    void whoHasNothingIsNotAskedAbout() {
        Depot d;
        const auto from = d.holder();
        (void)d.shop.must(d.shop.engine().dispatch().handOver(test::Shop::by("bo"), from.id, {}));
        ui::DispatchActions actions(d.services->context, d.page.get());
        actions.handOver({{from.id, ui::text(from.name)}, from.inHand, true}, std::nullopt);
        QTRY_COMPARE(d.said().text, QStringLiteral("There is nothing to give away."));
        QVERIFY(d.question() == nullptr && !d.said().undo);
        QVERIFY(d.onDuty(from.id));
    }

    void whoGoesOffDutyGivesAwayWhatWasCounted() {
        Depot d;
        const auto from = d.holder(2);
        QTRY_VERIFY(d.action("dispatchOffDuty")->isEnabled());
        d.action("dispatchOffDuty")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        auto* gives = d.question()->findChild<QCheckBox*>(QStringLiteral("offDutyHandsOver"));
        gives->setChecked(true);
        d.question()->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("late"));
        QTRY_VERIFY(d.question()->confirmButton()->isEnabled());  // they are read
        d.confirm(QStringLiteral("end of shift"));
        QTRY_COMPARE(d.inHand(from.id), std::int64_t{0});
        QVERIFY(!d.onDuty(from.id));
        QTRY_VERIFY(d.said().undo && d.said().about.value(0).startsWith(QStringLiteral("reassign/")));
        d.said().undo();
        d.confirm(QStringLiteral("by mistake"));
        QTRY_COMPARE(d.inHand(from.id), from.inHand);
        QVERIFY(d.onDuty(from.id));
    }

    void whoIsOffDutyIsNotAskedWhetherToLeave() {
        Depot d;
        const auto from = d.holder();
        d.shop.must(d.shop.engine().dispatch().setDuty(d.shop.by("root"), from.id, false));
        QTRY_VERIFY(!d.courier(true, {}).id.empty() && !d.action("dispatchOffDuty")->isEnabled());
        QTRY_VERIFY(d.action("dispatchHandOver")->isEnabled());
        d.action("dispatchHandOver")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        QVERIFY(d.question()->findChild<QCheckBox*>(QStringLiteral("handOverLeaves")) == nullptr);
    }

    void thePickerSaysWhenNothingMatches() {
        Depot d;
        (void)d.holder();
        QTRY_VERIFY(d.action("dispatchHandOverTo")->isEnabled());
        d.action("dispatchHandOverTo")->trigger();
        QTRY_VERIFY(d.page->findChild<ui::CourierPicker*>() != nullptr);
        auto* picker = d.page->findChild<ui::CourierPicker*>();
        auto* search = picker->findChild<QLineEdit*>(QStringLiteral("courierPickerSearch"));
        const auto* empty = picker->findChild<QLabel*>(QStringLiteral("courierPickerEmpty"));
        const auto* choose = picker->findChild<QPushButton*>(QStringLiteral("courierPickerChoose"));
        QVERIFY(!empty->isVisibleTo(picker) && choose->isEnabled());
        search->setText(QStringLiteral("zzz"));
        QVERIFY(empty->isVisibleTo(picker) && !choose->isEnabled());
        QVERIFY(empty->text().contains(QStringLiteral("zzz")));
        search->clear();
        QVERIFY(!empty->isVisibleTo(picker) && choose->isEnabled());
    }

    void thePickersSayHowToCallEach() {
        Depot d;
        (void)d.holder();
        QTRY_VERIFY(d.action("dispatchHandOverTo")->isEnabled());
        d.action("dispatchHandOverTo")->trigger();
        QTRY_VERIFY(d.page->findChild<ui::CourierPicker*>() != nullptr);
        const auto* picker = d.page->findChild<ui::CourierPicker*>();
        const auto* list = picker->findChild<QListWidget*>(QStringLiteral("courierPickerList"));
        QVERIFY(list->count() > 0);
        for (int row = 0; row < list->count(); ++row) {
            QVERIFY2(list->item(row)->text().contains(QStringLiteral("+86 138 0000 1")),
                     qPrintable(list->item(row)->text()));
        }
        ui::CourierEdit edit(d.services->bridge);
        edit.show();
        edit.setFocus();
        QTest::keyClicks(&edit, QStringLiteral("K101"));
        QTRY_VERIFY(edit.suggestions().value(0).endsWith(QStringLiteral(" · +86 138 0000 1000")));
    }

    /// Whoever was just called is known by the number.
    void thePickersFindATelephoneNumber() {
        Depot d;
        (void)d.holder();
        QTRY_VERIFY(d.action("dispatchHandOverTo")->isEnabled());
        d.action("dispatchHandOverTo")->trigger();
        QTRY_VERIFY(d.page->findChild<ui::CourierPicker*>() != nullptr);
        const auto* picker = d.page->findChild<ui::CourierPicker*>();
        const auto* list = picker->findChild<QListWidget*>(QStringLiteral("courierPickerList"));
        QVERIFY(list->count() > 1);
        const QString last = list->item(list->count() - 1)->text();
        const QString number = last.mid(last.indexOf(QStringLiteral("+86 138 0000 1")));
        picker->findChild<QLineEdit*>(QStringLiteral("courierPickerSearch"))->setText(number);
        for (int row = 0; row < list->count(); ++row) {
            QCOMPARE(list->item(row)->isHidden(), list->item(row)->text() != last);
        }
        ui::CourierEdit edit(d.services->bridge);
        edit.show();
        edit.setFocus();
        QTest::keyClicks(&edit, QStringLiteral("13800001000"));
        QTRY_COMPARE(edit.suggestions().size(), qsizetype{1});
        QVERIFY(edit.suggestions().value(0).endsWith(QStringLiteral(" · +86 138 0000 1000")));
    }

    // --- figures -------------------------------------------------------------------------------------------------

    void aFigureWithoutRoomIsSaidShorterAndWholeInItsTip() {
        ui::Tile tile;
        tile.setText(QStringLiteral("Orders"));
        tile.setFigure(QStringLiteral("12,345,678"), QStringLiteral("today"));
        QVERIFY(tile.toolTip().contains(QStringLiteral("12,345,678")));
        const QFontMetrics plain(ui::scaledFont(tile.font(), 0, QFont::DemiBold));
        const auto shown = [&](int width) { return tile.fitted(width).first; };
        QCOMPARE(shown(10 * plain.horizontalAdvance(QStringLiteral("12,345,678"))), QStringLiteral("12,345,678"));
        QCOMPARE(shown(plain.horizontalAdvance(QStringLiteral("12,345,678"))), QStringLiteral("12,345,678"));
        QCOMPARE(shown(plain.horizontalAdvance(QStringLiteral("12,345,678")) - 1), QStringLiteral("12.3M"));
        tile.setFigure(QStringLiteral("–"), {});
        QCOMPARE(shown(1), QStringLiteral("–"));
    }

    void numbersAreSaidInAFewSigns() {
        const std::pair<double, const char*> all[] = {{0, "0"},          {999, "999"},         {1'000, "1.00k"},
                                                      {12'345, "12.3k"}, {123'456, "123k"},    {-12'345, "-12.3k"},
                                                      {4.56e9, "4.56B"}, {1'234'567, "1.23M"}, {7.5e12, "7.50T"}};
        for (const auto& [value, shown] : all) {
            QCOMPARE(ui::Formats::shortNumber(value), QString::fromLatin1(shown));
        }
    }

    void aCardLeavesOutTheEndOfItsLineAndNeverCutsAFigure() {
        ui::Card card;
        const QStringList forms{QStringLiteral("12,345 unassigned   ·   3 of 5 on duty"),
                                QStringLiteral("12,345 unassigned"), QStringLiteral("12.3k unassigned")};
        card.setFigures(forms.front(), forms.back());
        card.show();  // hidden, a widget is not told of its size
        auto* label = card.findChild<ui::ElidedLabel*>();
        QVERIFY(label != nullptr);
        for (const auto& form : forms) {
            label->resize(label->fontMetrics().horizontalAdvance(form) + 1, 20);
            QCOMPARE(label->text(), form);
            QCOMPARE(label->toolTip().contains(QStringLiteral("3 of 5 on duty")), form != forms.front());
        }
        QCOMPARE(card.figures(), forms.front());
        card.setFigures(QStringLiteral("one"));
        label->resize(label->fontMetrics().horizontalAdvance(QStringLiteral("one")) + 1, 20);
        QCOMPARE(label->text(), QStringLiteral("one"));
    }

    void figuresOfCouriersAreWholeInTheirTips() {
        Depot d;
        api::DispatchBoard board = d.board();
        auto& courier = board.couriers.front();
        courier.weight = 1'234'567;
        courier.inHand = 43'210;
        courier.today = 98'765;
        courier.share = 0.123;
        courier.deviation = 12'345.5;
        courier.onDuty = true;
        auto& pane = *d.page->couriers();
        pane.take(ui::courierLines({&board}));
        const auto says = [&](const char* column, int role) {
            const auto row = pane.model().rowOf({courier.id.str()});
            return pane.model().index(*row, pane.model().columnOf(QLatin1String(column))).data(role).toString();
        };
        QTRY_COMPARE(says("weight", Qt::DisplayRole), QStringLiteral("1,234,567"));
        for (const char* column : {"weight", "inHand", "today", "share", "deviation"}) {
            QVERIFY(says(column, Qt::ToolTipRole).contains(says(column, Qt::DisplayRole)));
        }
        const QFontMetrics metrics(pane.font());
        const auto narrow = [&](const char* column, const char* room) {
            const int width = metrics.horizontalAdvance(QString::fromLatin1(room));
            return ui::fittedCell(metrics, says(column, Qt::DisplayRole), column != QByteArray("name"), width);
        };
        const std::pair<const char*, const char*> shorter[] = {
            {"weight", "1.23M"}, {"inHand", "43.2k"}, {"today", "98.8k"}, {"share", "12%"}, {"deviation", "+12.3k"}};
        for (const auto& [column, figure] : shorter) {
            QCOMPARE(narrow(column, figure), QString::fromLatin1(figure));
            QCOMPARE(narrow(column, "1"), QStringLiteral("…"));  // never a part of its digits
        }
        QCOMPARE(ui::fittedCell(metrics, QStringLiteral("12:34:56"), true, metrics.horizontalAdvance(QLatin1Char('1'))),
                 QStringLiteral("…"));
        QCOMPARE(ui::Formats::shortFigure(QStringLiteral("-1,234.50")), QStringLiteral("-1.23k"));
        QCOMPARE(ui::Formats::shortFigure(QStringLiteral("12:34")), QString());
    }

    // --- settings, what is old ------------------------------------------------------------------------------------

    void theSettingsOfOneOfSeveralCampusesAreAskedFor() {
        Depot d;
        d.child<QTabBar>("dispatchCampuses")->setCurrentIndex(0);  // all of them
        d.page->openTarget({{QStringLiteral("settings"), true}});
        auto* menu = d.child<QMenu>("policyCampusMenu");
        QVERIFY(menu != nullptr && menu->isVisible());
        auto* second = menu->findChild<QAction*>(QStringLiteral("policyOf_C2"));
        QVERIFY(second != nullptr);
        QVERIFY(d.page->findChild<ui::PolicyDialog*>() == nullptr);
        second->trigger();
        menu->close();
        auto* dialog = d.page->findChild<ui::PolicyDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QVERIFY2(dialog->windowTitle().contains(d.services->scope.nameOf(CampusId("C2"))),
                 qPrintable(dialog->windowTitle()));
        dialog->close();
    }

    void theKeyOfADisabledActionSaysWhyNot() {
        Depot d;
        auto* couriers = d.table("dispatchCouriers");
        couriers->clearSelection();
        int tried = 0;
        for (const auto* action : d.page->findChildren<QAction*>()) {
            const auto of = action->associatedObjects();
            const bool ofOneTable = of.size() == 1 && qobject_cast<QAbstractItemView*>(of.front()) != nullptr;
            if (action->shortcut().isEmpty() || action->isEnabled() || !action->isVisible() || ofOneTable) {
                continue;
            }
            d.services->notices.good(QStringLiteral("before"));
            const auto key = action->shortcut()[0];
            QTest::keyClick(couriers, key.key(), key.keyboardModifiers());
            QVERIFY2(d.said().text.endsWith(ui::whyDisabled(*action)), qPrintable(action->objectName()));
            ++tried;
        }
        QVERIFY(tried > 0);
    }

    void aChangedPolicyIsNotLostUnasked() {
        Depot d;
        const auto open = [&d] {
            d.page->openTarget({{QStringLiteral("settings"), true}});
            return QPointer(d.page->findChild<ui::PolicyDialog*>());
        };
        auto dialog = open();
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!dialog);
        dialog = open();
        auto* step = dialog->findChild<QLineEdit*>(QStringLiteral("policyStep"));
        const QString before = step->text();
        QTest::keyClicks(step, QStringLiteral("7"));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("policyClose")), Qt::LeftButton);
        QVERIFY(dialog && dialog->isVisible() && dialog->question() != nullptr);
        QTest::keyClick(dialog->question(), Qt::Key_Escape);
        QTRY_VERIFY(dialog->question() == nullptr);
        // Changed back, nothing would be lost.
        QTest::keyClick(step, Qt::Key_Backspace);
        QCOMPARE(step->text(), before);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!dialog);
    }

    void theSettingsOfTheCampusShownOpenAtOnce() {
        Depot d;
        d.page->openTarget({{QStringLiteral("settings"), true}});
        QVERIFY(d.child<QMenu>("policyCampusMenu") == nullptr);
        QVERIFY(d.page->findChild<ui::PolicyDialog*>() != nullptr);
    }

    /// A list that is read well says nothing of another one that is not.
    void whatIsOldStaysMarkedUntilItIsRead() {
        Depot d;
        d.engine.dispatch().onDeadLetters = [](const api::Answer<std::vector<api::DeadLetterRow>>&) {
            return test::refused<std::vector<api::DeadLetterRow>>({ErrorCode::Storage, "the disk failed", {}, {}});
        };
        d.action("dispatchRefresh")->trigger();
        QTRY_VERIFY(d.page->feed().staleReason().has_value());
        QSignalSpy read(&d.page->feed(), &ui::DispatchFeed::boardChanged);
        QSignalSpy waiting(&d.page->feed(), &ui::DispatchFeed::waitingChanged);
        QSignalSpy said(&d.page->feed(), &ui::DispatchFeed::staleChanged);
        d.action("dispatchRefresh")->trigger();
        QTRY_VERIFY(read.count() > 0 && waiting.count() > 0);
        QVERIFY(d.page->feed().staleReason().has_value());
        QCOMPARE(said.count(), 0);
        d.engine.dispatch().onDeadLetters = {};
        QTRY_VERIFY(!d.page->feed().staleReason().has_value());
    }

    // --- names ---------------------------------------------------------------------------------------------------

    void whoeverIsOfferedFirstIsOfTheCampus() {
        Depot d;
        ui::CourierEdit edit(d.services->bridge);
        edit.setCampus(d.shop.campus(2));
        edit.show();
        edit.setFocus();
        const auto first = [&] { return edit.suggestions().value(0); };
        QTest::keyClicks(&edit, QStringLiteral("zHOU"));
        QTRY_VERIFY(first().contains(QStringLiteral("K305")));
        QCOMPARE(edit.suggestions().size(), qsizetype{4});  // one of each campus
        QVERIFY(first().contains(QStringLiteral("off duty")));
    }

    void namesMatchByPartInitialsAndId() {
        const auto liu = QStringLiteral("刘洋");
        const auto id = QStringLiteral("K101");
        for (const auto* typed : {"ly", "LY", "l", "k101", "10", " ly ", "洋", ""}) {
            QVERIFY2(ui::nameMatches(QString::fromUtf8(typed), liu, id), typed);
        }
        for (const auto* typed : {"yl", "lyx", "K102", "阳"}) {
            QVERIFY2(!ui::nameMatches(QString::fromUtf8(typed), liu, id), typed);
        }
        QVERIFY(ui::nameMatches(QStringLiteral("wEi"), QStringLiteral("Li Wei"), id));
        const auto phone = QStringLiteral("+86 138 0000 1007");
        for (const auto* typed : {"0000 10", "00001007", "13800001007", "138-0000-1007", "+86"}) {
            QVERIFY2(ui::nameMatches(QString::fromUtf8(typed), liu, id, phone), typed);
            QVERIFY2(ui::textMatches(QString::fromUtf8(typed), phone), typed);
        }
        QVERIFY(!ui::nameMatches(QStringLiteral("1008"), liu, id, phone));
        QVERIFY(!ui::textMatches(QStringLiteral("00001008"), phone));
        QVERIFY(!ui::textMatches(QStringLiteral("12"), QStringLiteral("1 2")));         // too little of a number
        QVERIFY(!ui::textMatches(QStringLiteral("1234"), QStringLiteral("12 of 34")));  // none
        // Of any cell of a table: initials are of Chinese alone.
        QVERIFY(ui::textMatches(QStringLiteral("LY"), liu));
        QVERIFY(ui::textMatches(QString(), liu));
        QVERIFY(ui::textMatches(QStringLiteral("I w"), QStringLiteral("Li Wei")));
        QVERIFY(!ui::textMatches(QStringLiteral("iw"), QStringLiteral("Li Wei")));
    }
};

}  // namespace test_dispatch_shop

QTEST_MAIN(test_dispatch_shop::TestDispatchShop)
#include "test_dispatch_shop.moc"
