// SPDX-License-Identifier: GPL-3.0-or-later
// What is done on the page of returns, over the real engine in memory: approving whole and in part, four eyes with two
// and three people, rejecting, two clerks on one return, many at once, goods, taking back, refunds that failed.
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollArea>

#include "tests/support/shops/returns_shop.h"
#include "tests/ui/returns_hand.h"
#include "ui/dialogs/approval_field.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/mnemonics.h"

namespace test_returns_actions {

using namespace evenhand;
using api::GoodsState;
using api::RefundStatus;
using api::ReturnStage;
using ui::RefundAction;
using ui::ReturnAction;

namespace {

const api::Actor kBo = api::Actor::administrator("bo");

struct Desk : test::ReturnsHand {
    explicit Desk(api::Actor actor = api::Actor::administrator("local:test")) { open(shop.engine(), std::move(actor)); }
    ~Desk() { close(); }
    [[nodiscard]] api::ReturnRow now(ReturnId id) { return shop.returned(id).row; }
    /// A fresh return, selected and in detail.
    ReturnId fresh(int order, const std::string& requester = "anna") {
        const auto id = shop.askBack(order, requester, "Cold when it came.");
        shows(id);
        return id;
    }
    void shows(ReturnId id) {
        pane()->filters()->clear();
        QTRY_VERIFY(ready() && rowOf(id) >= 0);
        select({id});
        QTRY_VERIFY(ReturnsHand::shows(id));
    }
    /// Begins and waits until the question stands and its amount is worked out.
    void begin(ReturnAction which) {
        QVERIFY2(action(which)->isEnabled(), qPrintable(why(which)));
        action(which)->trigger();
        QTRY_VERIFY(flow()->question() != nullptr && !flow()->isBusy());
    }
    void showRefunds() {
        page->tabs()->setCurrentIndex(ui::ReturnsPage::RefundsTab);
        page->refunds()->showStatuses({}, false);
        QTRY_VERIFY(ready());
    }
    ui::OwedPane* showOwed(const char* payment) {
        page->openTarget({{QStringLiteral("owed"), true}, {QStringLiteral("payment"), QLatin1String(payment)}});
        [&] { QTRY_VERIFY(ready()); }();
        return page->owed();
    }
    void selectRefund(RefundId id) {
        auto* refunds = page->refunds();
        QTRY_VERIFY(refunds->model().rowOf(id).has_value());
        refunds->table()->select({*refunds->model().rowOf(id)});
    }

    test::ReturnsShop shop;
};

}  // namespace

class TestReturnsActions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void approvingGrantsTheRefund() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto id = desk.fresh(21);
        desk.begin(ReturnAction::Approve);
        QVERIFY(
            desk.flow()->approval()->shown().contains(desk.services->formats.moneyWithCurrency(desk.now(id).amount)));
        test::ReturnsHand::finish(desk.flow(), {});
        QCOMPARE(desk.now(id).status, api::ReturnStatus::Approved);
        QCOMPARE(desk.now(id).refund, std::optional(RefundStatus::Pending));
        QCOMPARE(desk.said().tone, ui::Tone::Good);
        // And not "paid"; it is paid before the sentence is gone, so that it says as of when.
        static const QRegularExpression kAsOf(QStringLiteral("At \\d\\d:\\d\\d:\\d\\d: [^.]*Granted, not sent"));
        QVERIFY2(kAsOf.match(desk.said().text).hasMatch(), qPrintable(desk.said().text));
        QTRY_VERIFY(desk.pane()
                        ->detail()
                        ->refund()
                        ->valueOf(QStringLiteral("Now"))
                        .startsWith(QStringLiteral("Granted, not sent")));
    }

    /// An approval needs no reason: whoever chooses its units decides.
    void whoChoosesUnitsIsDeciding() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto id = desk.fresh(21);
        const auto& presence = desk.services->presence;
        QTRY_COMPARE(presence.looking().subject.returnId, id);
        const auto isDeciding = [&] {
            desk.services->bridge.poll();
            return presence.looking().deciding;
        };
        desk.begin(ReturnAction::Approve);
        QVERIFY(!isDeciding());
        auto* spin = desk.flow()->approval()->units()->spin(0);
        QVERIFY(spin->value() > 1);
        spin->selectAll();
        QTest::keyClicks(spin, QStringLiteral("1"));
        QVERIFY(isDeciding());
        desk.flow()->question()->close();
        QTRY_VERIFY(desk.flow()->question() == nullptr);
        QVERIFY(!isDeciding());
        QCOMPARE(presence.looking().subject.returnId, id);
    }

    /// Its order is unknown, so it is no campus's.
    void aPaymentOfNoCampusIsListedInEach() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.services->scope.setCurrent(test::Shop::campus(1));
        auto* owed = desk.showOwed("P-owed-unknown");
        QTRY_COMPARE(owed->model().total(), 1);
        QVERIFY(owed->model().row(0)->campus.empty());
        QCOMPARE(desk.services->scope.current(), test::Shop::campus(1));
    }

    void fewerUnitsAreWorkedOutBeforeTheyAreApproved() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto id = desk.fresh(21);
        const Money whole = desk.now(id).amount;
        desk.begin(ReturnAction::Approve);
        auto* field = desk.flow()->approval();
        field->units()->spin(0)->setValue(1);
        QVERIFY(!desk.flow()->question()->confirmButton()->isEnabled());  // until its amount is known
        QTRY_VERIFY(!desk.flow()->isBusy());
        const Money part = (*field->preview())->amount;
        QVERIFY(part < whole);
        field->units()->spin(0)->setValue(0);
        field->units()->spin(1)->setValue(0);
        QVERIFY(desk.flow()->question()->confirmButton()->toolTip().contains(QStringLiteral("at least one unit")));
        field->units()->spin(0)->setValue(1);
        field->units()->spin(1)->setValue(1);
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("one portion was eaten"));
        QCOMPARE(desk.now(id).amount, part);
        QCOMPARE(desk.shop.returned(id).lines.front().approved, std::optional<std::int64_t>(1));
    }

    /// The amount that is shown is always of the units that are shown, also while the former ones are worked out still.
    void anAmountIsOfTheUnitsThatAreShown() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto id = desk.fresh(21);
        const Money whole = desk.now(id).amount;
        ui::ApprovalField field(desk.services->context, desk.shop.returned(id), nullptr);
        std::vector<Money> amounts;
        connect(&field, &ui::ApprovalField::changed, this, [&] {
            if (field.preview() && *field.preview()) {
                amounts.push_back((*field.preview())->amount);
            }
        });
        field.units()->spin(0)->setValue(1);  // the amount of all of them is on its way
        QVERIFY(!field.problem().isEmpty());
        QTRY_VERIFY(field.problem().isEmpty());
        QVERIFY(!amounts.empty());
        for (const auto amount : amounts) {
            QVERIFY(amount < whole);
        }
    }

    /// What is worth more than what is left of the payment: both are said before anybody approves.
    void whatIsNotRefundableAnyMoreIsSaid() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto id = desk.fresh(22);
        const auto detail = desk.shop.returned(id);
        const Money worth = detail.row.amount;
        const QString less = QStringLiteral("only what is still refundable");
        const auto saidOf = [&] {
            ui::ApprovalField field(desk.services->context, detail, nullptr);
            (void)QTest::qWaitFor([&] { return field.preview().has_value(); });
            return field.preview() && *field.preview() ? field.shown() : QString();
        };
        const QString before = saidOf();
        QVERIFY2(before.contains(desk.services->formats.moneyWithCurrency(worth)), qPrintable(before));
        QVERIFY2(!before.contains(less), qPrintable(before));
        auto& refunds = desk.shop.engine().refunds();
        QVERIFY(desk.shop.must(refunds.ofOrder(test::Shop::by("root"), detail.row.orderNo)).empty());
        const auto paid = desk.shop.order(detail.row.orderNo).payable;
        const Money left{1};
        (void)desk.shop.must(refunds.request(test::Shop::by("root"),
                                             {"by hand", detail.row.orderNo, Money{paid.minor - left.minor}, 0}));
        const QString after = saidOf();
        QVERIFY2(after.contains(desk.services->formats.moneyWithCurrency(left)), qPrintable(after));
        QVERIFY2(after.contains(desk.services->formats.moneyWithCurrency(worth)), qPrintable(after));
        QVERIFY2(after.contains(less), qPrintable(after));
    }

    void aDecisionIsTakenBackFromItsNotice() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto id = desk.fresh(21);
        desk.begin(ReturnAction::Approve);
        test::ReturnsHand::finish(desk.flow(), {});
        QVERIFY(desk.said().undo);
        QSignalSpy finished(desk.flow(), &ui::ReturnActionFlow::finished);
        const auto undo = desk.said().undo;
        undo();
        QTRY_VERIFY(desk.flow()->question() != nullptr);
        QVERIFY(!desk.flow()->question()->confirmButton()->isEnabled());  // the program makes no reason up
        test::ReturnsHand::confirm(desk.flow()->question(), QStringLiteral("too early"));
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(desk.now(id).status, api::ReturnStatus::Requested);
        QCOMPARE(desk.shop.returned(id).refunds.front().status, RefundStatus::Cancelled);
    }

    /// How a return stands is read when its undo is wanted: a refund that has gone meanwhile is told before anybody
    /// gives a reason, and only the others are taken back.
    void aRefundThatHasGoneIsToldBeforeTheUndo() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto first = desk.fresh(21);
        const auto second = desk.fresh(22);
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready() && desk.rowOf(first) >= 0 && desk.rowOf(second) >= 0);
        desk.select({first, second});
        desk.begin(ReturnAction::Approve);
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("cold"));
        const auto pay = [&desk](ReturnId id) {
            const auto refund = desk.shop.returned(id).refunds.front();
            (void)desk.shop.must(
                desk.shop.engine().refunds().recordPaid(test::Shop::by("root"), {refund.id, refund.version}, "K-1"));
        };
        pay(first);
        const auto lineOf = [&desk](ReturnId id) {
            const auto* rows = desk.flow()->question()->findChild<QTableView*>(QStringLiteral("flowRows"))->model();
            for (int row = 0; row < rows->rowCount(); ++row) {
                if (rows->index(row, 0).data().toString() == ui::text(desk.now(id).number)) {
                    return rows->index(row, 2).data().toString();
                }
            }
            return QString();
        };
        const QString gone = QStringLiteral("skipped: The refund was already sent: Paid back.");
        auto& notices = desk.services->notices;
        notices.undo();
        QTRY_VERIFY(desk.flow()->question() != nullptr);
        QCOMPARE(lineOf(first), gone);
        QVERIFY2(lineOf(second).startsWith(QStringLiteral("undone; now: ")) &&
                     lineOf(second).contains(QStringLiteral("Granted, not sent")),
                 qPrintable(lineOf(second)));
        QCOMPARE(desk.flow()->question()->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text(),
                 QStringLiteral("The decision on return %1 will be undone.").arg(ui::text(desk.now(second).number)));
        desk.flow()->question()->reject();
        QTRY_VERIFY(desk.flow()->question() == nullptr);
        // It is read again each time.
        pay(second);
        notices.undo();
        QTRY_VERIFY(desk.flow()->question() != nullptr);
        QCOMPARE(lineOf(second), gone);
        QVERIFY(!desk.flow()->question()->confirmButton()->isEnabled());
        QCOMPARE(desk.flow()->question()->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text(),
                 QStringLiteral("This cannot be undone any more."));
        desk.flow()->question()->reject();
        QCOMPARE(desk.now(first).status, api::ReturnStatus::Approved);
    }

    /// Each with the version that the decision has left: what somebody has decided since is told, not overruled.
    void severalDecisionsAreTakenBackTogether() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto first = desk.fresh(21);
        const auto second = desk.fresh(22);
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready() && desk.rowOf(first) >= 0 && desk.rowOf(second) >= 0);
        desk.select({first, second});
        desk.begin(ReturnAction::Reject);
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("eaten"));
        QCOMPARE(desk.now(first).stage, ReturnStage::Rejected);
        QCOMPARE(desk.now(second).stage, ReturnStage::Rejected);
        // Somebody else takes one back, and rejects it again.
        auto& returns = desk.shop.engine().returns();
        (void)desk.shop.must(returns.undo(test::Shop::by("root"), {second, 0}));
        (void)desk.shop.must(returns.reject(test::Shop::by("root"), {{second, 0}}, ""));
        desk.services->notices.undo();
        QTRY_VERIFY(desk.flow()->question() != nullptr);
        QCOMPARE(desk.flow()->question()->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text(),
                 QStringLiteral("The decisions on 2 returns will be undone."));
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("too early"));
        QCOMPARE(desk.now(first).status, api::ReturnStatus::Requested);
        QCOMPARE(desk.now(second).stage, ReturnStage::Rejected);
        const auto outcomes = test::ReturnsHand::outcomeWords(desk.flow()->outcome());
        QCOMPARE(outcomes.count(QStringLiteral("Done")), 1);
        QCOMPARE(outcomes.count(QStringLiteral("Changed meanwhile")), 1);
        QVERIFY(desk.services->notices.undoable() == nullptr);
    }

    /// The next decision is about another return: the one before it can still be taken back.
    void everyDecisionCanBeUndone() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto first = desk.fresh(21);
        const auto second = desk.fresh(22);
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready() && desk.rowOf(first) >= 0 && desk.rowOf(second) >= 0);
        for (const auto id : {first, second}) {
            desk.select({id});
            desk.begin(ReturnAction::Reject);
            test::ReturnsHand::finish(desk.flow(), QStringLiteral("eaten"));
            QCOMPARE(desk.now(id).stage, ReturnStage::Rejected);
        }
        auto& notices = desk.services->notices;
        for (const auto id : {second, first}) {
            QVERIFY(notices.undoable() != nullptr);
            notices.undo();
            QTRY_VERIFY(desk.flow()->question() != nullptr);
            test::ReturnsHand::finish(desk.flow(), QStringLiteral("too early"));
            QCOMPARE(desk.now(id).status, api::ReturnStatus::Requested);
        }
        QVERIFY(notices.undoable() == nullptr);
    }

    /// Whoever presses it twice is asked about the last decision, and of the one before nothing.
    void takingBackTwiceAsksOnce() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto first = desk.fresh(21);
        const auto second = desk.fresh(22);
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready() && desk.rowOf(first) >= 0 && desk.rowOf(second) >= 0);
        for (const auto id : {first, second}) {
            desk.select({id});
            desk.begin(ReturnAction::Reject);
            test::ReturnsHand::finish(desk.flow(), QStringLiteral("eaten"));
        }
        const auto asked = [&desk] {
            QStringList questions;
            for (const auto* dialog : desk.page->window()->findChildren<ui::ActionDialog*>()) {
                if (dialog->isVisible()) {
                    questions << dialog->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text();
                }
            }
            return questions;
        };
        const QStringList ofSecond{
            QStringLiteral("The decision on return %1 will be undone.").arg(ui::text(desk.now(second).number))};
        auto& notices = desk.services->notices;
        notices.undo();
        notices.undo();  // while its rows are read
        QTRY_COMPARE(asked(), ofSecond);
        QTRY_VERIFY(!desk.flow()->isBusy());
        QCOMPARE(asked(), ofSecond);
        notices.undo();  // while it is asked
        QVERIFY(!desk.flow()->isBusy() && notices.undoable() != nullptr);
        desk.flow()->question()->reject();
        QTRY_VERIFY(desk.flow()->question() == nullptr);
        notices.undo();  // the no was to the second
        QTRY_COMPARE(asked(), ofSecond);
        desk.flow()->question()->reject();
    }

    /// How it stood before the decision is not how it stands.
    void aDecisionThatCannotBeReadAgainIsNotAskedAbout() {
        Desk desk;
        desk.shop.setPolicy({});
        (void)desk.fresh(21);
        desk.begin(ReturnAction::Reject);
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("eaten"));
        QTRY_VERIFY(desk.flow()->question() == nullptr);
        auto& notices = desk.services->notices;
        desk.shop.breakDisk(true);
        QSignalSpy finished(desk.flow(), &ui::ReturnActionFlow::finished);
        notices.undo();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(desk.flow()->question() == nullptr);
        QCOMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY2(desk.said().text.startsWith(QLatin1String("Undo: nothing was done. ")), qPrintable(desk.said().text));
        QVERIFY(notices.undoable() != nullptr);  // once it can be read again
        desk.shop.breakDisk(false);
    }

    void takingBackIsOfferedBesideOtherThings() {
        Desk desk;
        desk.shop.setPolicy({});
        auto& notices = desk.services->notices;
        notices.post({QStringLiteral("other"), ui::Tone::Good, QStringLiteral("Undo"), [] {}});
        (void)desk.fresh(21);
        desk.begin(ReturnAction::Approve);
        test::ReturnsHand::finish(desk.flow(), {});
        QVERIFY(notices.undoable() != nullptr && notices.undoable()->text != QStringLiteral("other"));
        notices.undo();
        QTRY_VERIFY(desk.flow()->question() != nullptr);
        QVERIFY(notices.undoable() != nullptr && notices.undoable()->text == QStringLiteral("other"));
        desk.flow()->question()->reject();
    }

    void rejectingNeedsAReasonAndTellsTheCustomer() {
        Desk desk;
        const auto id = desk.fresh(21);
        desk.begin(ReturnAction::Reject);
        auto* question = desk.flow()->question();
        QVERIFY(!question->confirmButton()->isEnabled());
        question->findChild<QPlainTextEdit*>(QStringLiteral("customerNote"))->setPlainText(QStringLiteral("Sorry."));
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("eaten"));
        QCOMPARE(desk.now(id).stage, ReturnStage::Rejected);
        QCOMPARE(desk.shop.returned(id).decisionReason, std::string("eaten"));
        QCOMPARE(desk.shop.returned(id).customerNote, std::string("Sorry."));
        QTRY_COMPARE(desk.pane()->detail()->facts()->valueOf(QStringLiteral("Note for the customer")),
                     QStringLiteral("Sorry."));
    }

    void secondApproverIsNeededAndIsSomebodyElse() {
        Desk desk;
        desk.shop.setPolicy({api::GoodsRule::MoneyFirst, Money{1}, Money{2}});
        const auto id = desk.fresh(21);
        desk.begin(ReturnAction::Approve);
        QVERIFY(desk.flow()->approval()->shown().contains(QStringLiteral("once a second person has approved")));
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("looked at the goods"));
        QCOMPARE(desk.now(id).stage, ReturnStage::SecondApproval);
        QCOMPARE(desk.now(id).firstApprover, std::string("local:test"));
        desk.shows(id);
        QTRY_VERIFY(desk.why(ReturnAction::Approve).contains(QStringLiteral("has already approved it")));
        QTRY_VERIFY(desk.pane()->detail()->eyes()->text().contains(QStringLiteral("local:test has approved")));
        desk.close();
        // The other one sees the same units, cannot change them, and agrees.
        desk.open(desk.shop.engine(), kBo);
        desk.shows(id);
        desk.begin(ReturnAction::Approve);
        QVERIFY(!desk.flow()->approval()->units()->spin(0)->isEnabled());
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("looked at the goods"));
        QCOMPARE(desk.now(id).status, api::ReturnStatus::Approved);
        QCOMPARE(desk.shop.returned(id).refunds.front().approver, std::string("bo"));
    }

    void theRequesterIsRefusedAlsoAmongMany() {
        Desk desk;
        desk.shop.setPolicy({api::GoodsRule::MoneyFirst, Money{1}, std::nullopt});
        const auto mine = desk.shop.askBack(21, "local:test", "mine");
        const auto hers = desk.shop.askBack(22, "anna", "hers");
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready() && desk.rowOf(mine) >= 0 && desk.rowOf(hers) >= 0);
        desk.select({mine, hers});
        desk.begin(ReturnAction::Approve);
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("looked at both"));
        QCOMPARE(desk.now(mine).status, api::ReturnStatus::Requested);
        QCOMPARE(desk.now(hers).status, api::ReturnStatus::Approved);
        QVERIFY(desk.flow()->outcome() != nullptr);
        auto words = test::ReturnsHand::outcomeWords(desk.flow()->outcome());
        words.sort();
        QCOMPARE(words, (QStringList{QStringLiteral("Done"), QStringLiteral("Refused")}));
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
    }

    void ofTwoClerksOneWinsAndTheOtherIsTold() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto id = desk.fresh(21);
        desk.begin(ReturnAction::Approve);
        // While the question stands somebody else rejects it.
        (void)desk.shop.must(desk.shop.engine().returns().reject(test::Shop::by("bo"), {{id, 0}}, {}));
        test::ReturnsHand::finish(desk.flow(), {});
        QCOMPARE(desk.now(id).stage, ReturnStage::Rejected);
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        const QString& said = desk.said().text;
        QVERIFY2(said.contains(QStringLiteral("was changed meanwhile")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("Rejected by bo, ")), qPrintable(said));
        static const QRegularExpression kAsOf(QStringLiteral("At \\d\\d:\\d\\d:\\d\\d: Rejected\\.$"));
        QVERIFY2(kAsOf.match(said).hasMatch(), qPrintable(said));
        QVERIFY(desk.flow()->outcome() != nullptr);
        QVERIFY(desk.shop.returned(id).refunds.empty());
    }

    void aFrozenSelectionIsWhatIsDecided() {
        Desk desk;
        const auto first = desk.shop.askBack(21, "anna", "one");
        const auto second = desk.shop.askBack(22, "anna", "two");
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready() && desk.rowOf(second) >= 0);
        desk.select({first, second});
        desk.begin(ReturnAction::Reject);
        // One changes while the question stands, a third comes in: it is not among them.
        (void)desk.shop.must(desk.shop.engine().returns().cancel(test::Shop::by("bo"), {{first, 0}}));
        const auto third = desk.shop.askBack(23, "anna", "three");
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("no"));
        QCOMPARE(desk.now(first).stage, ReturnStage::Cancelled);
        QCOMPARE(desk.now(second).stage, ReturnStage::Rejected);
        QCOMPARE(desk.now(third).stage, ReturnStage::Approval);
        const auto* table = desk.flow()->outcome()->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        QCOMPARE(table->model()->index(0, 2).data().toString(), QStringLiteral("Changed meanwhile"));
        QVERIFY(table->model()->index(0, 4).data().toString().startsWith(QStringLiteral("Cancelled by bo, ")));
        QCOMPARE(table->model()->index(0, 3).data().toString(), QStringLiteral("Cancelled"));  // as read back
    }

    void theQuestionSumsUpWhatIsFit() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto first = desk.shop.askBack(21, "anna", "one");
        const auto second = desk.shop.askBack(22, "anna", "two");
        const auto gone = desk.shop.askBack(23, "anna", "three");
        (void)desk.shop.must(desk.shop.engine().returns().cancel(test::Shop::by("bo"), {{gone, 0}}));
        desk.pane()->filters()->clear();
        QTRY_VERIFY(desk.ready() && desk.rowOf(gone) >= 0 && desk.now(gone).stage == ReturnStage::Cancelled);
        desk.select({first, second, gone});
        desk.begin(ReturnAction::Approve);
        const Money sum{desk.now(first).amount.minor + desk.now(second).amount.minor};
        QVERIFY(sum.minor > 0);
        const auto& formats = desk.services->context.formats;
        QCOMPARE(desk.flow()->question()->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text(),
                 QStringLiteral("2 returns will be approved as requested, for %1 in all.")
                     .arg(formats.moneyWithCurrency(sum)));
        QCOMPARE(ui::withoutMnemonic(desk.flow()->question()->confirmButton()->text()),
                 QStringLiteral("Approve 2 returns"));
        const auto* rows = desk.flow()->question()->findChild<QTableView*>(QStringLiteral("flowRows"));
        QCOMPARE(rows->model()->rowCount(), 3);
        QCOMPARE(rows->model()->index(0, 2).data().toString(),
                 QStringLiteral("approved, %1").arg(formats.moneyWithCurrency(desk.now(first).amount)));
        QVERIFY(rows->model()->index(2, 2).data().toString().startsWith(QStringLiteral("skipped: ")));
    }

    void goodsComeBackSellableOrDamaged() {
        Desk desk;
        desk.shop.setPolicy({api::GoodsRule::GoodsFirst, std::nullopt, std::nullopt});
        const auto id = desk.fresh(21);
        desk.begin(ReturnAction::Approve);
        QVERIFY(desk.flow()->approval()->shown().contains(QStringLiteral("once the goods are received")));
        test::ReturnsHand::finish(desk.flow(), {});
        QCOMPARE(desk.now(id).refund, std::optional(RefundStatus::Held));
        desk.shows(id);
        desk.begin(ReturnAction::Receive);
        // Nothing of the units is hidden behind what comes below them, whatever the texts above need.
        auto* question = desk.flow()->question();
        auto* units = question->findChild<QScrollArea*>(QStringLiteral("unitsScroll"));
        const auto bottom = units->mapTo(question, QPoint(0, units->height())).y();
        const auto below =
            question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->mapTo(question, QPoint()).y();
        QVERIFY2(bottom <= below, qPrintable(QStringLiteral("%1 > %2").arg(bottom).arg(below)));
        QVERIFY(units->height() >= units->widget()->sizeHint().height());
        QCOMPARE(desk.flow()->damaged()->size(), std::size_t{2});
        desk.flow()->damaged()->spin(0)->setValue(1);
        test::ReturnsHand::finish(desk.flow(), {});
        QCOMPARE(desk.now(id).goods, GoodsState::Received);
        const auto& line = desk.shop.returned(id).lines.front();
        QCOMPARE(line.damaged, std::optional<std::int64_t>(1));
        QCOMPARE(line.sellable, std::optional<std::int64_t>(1));
        QCOMPARE(desk.now(id).refund, std::optional(RefundStatus::Pending));
        // The receipt is taken back from its notice; after a no the offer is there again.
        auto& notices = desk.services->notices;
        notices.undo();
        QTRY_VERIFY(desk.flow()->question() != nullptr);
        QVERIFY(notices.undoable() == nullptr);
        desk.flow()->question()->reject();
        QVERIFY(notices.undoable() != nullptr);
        desk.shows(id);
        QTRY_VERIFY(desk.why(ReturnAction::Undo).contains(QStringLiteral("undo the receipt first")));
        notices.undo();
        QTRY_VERIFY(desk.flow()->question() != nullptr);
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("wrong parcel"));
        QCOMPARE(desk.now(id).goods, GoodsState::Awaited);
        desk.shows(id);
        desk.begin(ReturnAction::SkipGoods);
        test::ReturnsHand::finish(desk.flow(), QStringLiteral("lost"));
        QCOMPARE(desk.now(id).goods, GoodsState::Skipped);
    }

    void aFailedRefundIsTriedAgain() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.showRefunds();
        const auto failed = desk.shop.refunds({{RefundStatus::Failed}, {}, {}, false, {}, {}, {}}).front();
        desk.selectRefund(failed.id);
        QVERIFY2(desk.action(RefundAction::Retry)->isEnabled(), qPrintable(desk.why(RefundAction::Retry)));
        desk.action(RefundAction::Retry)->trigger();
        auto* flow = desk.page->refunds()->flow();
        test::ReturnsHand::finish(flow, QStringLiteral("account is open again"));
        QCOMPARE(desk.shop.refund(failed.id).status, RefundStatus::Pending);
        const auto history = desk.shop.must(desk.shop.engine().refunds().history(test::Shop::by("bo"), failed.id));
        QCOMPARE(history.back().detail, std::string("account is open again"));
        QTRY_VERIFY(!desk.action(RefundAction::Retry)->isEnabled());
        QVERIFY(desk.why(RefundAction::Retry).contains(QStringLiteral("Granted, not sent")));
    }

    void aRefundIsRecordedByHandWithItsReference() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.showRefunds();
        const auto pending = desk.shop.refunds({{RefundStatus::Pending}, {}, {}, false, {}, {}, {}}).front();
        desk.selectRefund(pending.id);
        desk.action(RefundAction::RecordPaid)->trigger();
        auto* flow = desk.page->refunds()->flow();
        QVERIFY(flow->question() != nullptr);
        flow->question()
            ->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))
            ->setPlainText(QStringLiteral("cash"));
        QVERIFY(!flow->question()->confirmButton()->isEnabled());
        flow->question()->findChild<QLineEdit*>(QStringLiteral("refundReference"))->setText(QStringLiteral("K-77"));
        test::ReturnsHand::finish(flow, QStringLiteral("paid in cash"));
        QCOMPARE(desk.shop.refund(pending.id).status, RefundStatus::Succeeded);
        QCOMPARE(desk.shop.refund(pending.id).reference, std::string("K-77"));
    }

    /// Where there are payments the panel tells of the first one, by itself: nobody has selected anything.
    void thePanelOfOwedPaymentsIsNotEmpty() {
        Desk desk;
        const auto* owed = desk.showOwed("");
        QVERIFY(owed->model().rowCount() > 1);
        QTRY_VERIFY(owed->isReady() && owed->detail()->detail().has_value());
        QVERIFY(owed->detail()->id() == owed->model().row(0)->id);
        QVERIFY(!owed->table()->selectionModel()->hasSelection());
    }

    void whatIsOwedByRuleStaysOwed() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.showRefunds();
        const auto late = desk.shop.refunds({{}, {api::RefundCause::LatePayment}, {}, false, {}, {}, {}}).front();
        desk.selectRefund(late.id);
        QVERIFY(desk.why(RefundAction::Cancel).contains(QStringLiteral("cannot be cancelled")));
        QVERIFY(desk.why(RefundAction::RecordFailed).contains(QStringLiteral("given up")));
    }

    void aReturnIsTakenIntoOnesQueue() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto id = desk.fresh(21);
        auto* pane = desk.pane();
        QAction* assign = pane->action(QStringLiteral("return.assign"));
        QVERIFY(assign != nullptr && assign->isEnabled());
        assign->trigger();
        auto* question = desk.flow()->question();
        QVERIFY(question != nullptr);
        auto* clerk = question->findChild<QLineEdit*>(QStringLiteral("caseClerk"));
        QCOMPARE(clerk->text(), QStringLiteral("local:test"));  // one's own
        test::ReturnsHand::finish(static_cast<ui::ReturnTable*>(pane)->flow(), {});
        QTRY_COMPARE(desk.now(id).clerk, std::string("local:test"));
        auto* mine = pane->filters()->button(QStringLiteral("mine"));
        QVERIFY(mine != nullptr);
        mine->setChecked(true);
        QTRY_VERIFY(desk.ready() && desk.model().rowCount() == 1);
        QCOMPARE(desk.shown(0, "clerk"), QStringLiteral("local:test"));
        desk.select({id});
        QTRY_VERIFY(desk.ready());
        QTRY_COMPARE(pane->detail()->facts()->valueOf(QStringLiteral("Clerk")), QStringLiteral("local:test"));
        // Somebody who is not there is refused with what was typed.
        assign->trigger();
        desk.flow()->question()->findChild<QLineEdit*>(QStringLiteral("caseClerk"))->setText(QStringLiteral("nobody"));
        test::ReturnsHand::finish(static_cast<ui::ReturnTable*>(pane)->flow(), {});
        QCOMPARE(desk.now(id).clerk, std::string("local:test"));
    }

    void reasonsAndAgeAreSet() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.page->casesAction()->trigger();
        QTRY_VERIFY(desk.page->casesDialog() != nullptr);
        auto* dialog = desk.page->casesDialog();
        QVERIFY(!dialog->confirmButton()->isEnabled());  // nothing changed
        dialog->reasons()->setPlainText(QStringLiteral("damaged"));
        QVERIFY(!dialog->confirmButton()->isEnabled());  // without a name
        dialog->reasons()->setPlainText(QStringLiteral("damaged = Arrived damaged\n\nwrong=Wrong = item\ndamaged = x"));
        QVERIFY(!dialog->confirmButton()->isEnabled());  // twice
        dialog->reasons()->setPlainText(QStringLiteral("damaged = Arrived damaged\n\nwrong=Wrong = item"));
        dialog->ageLimit()->setText(QStringLiteral("soon"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        dialog->ageLimit()->setText(QStringLiteral("12 h"));
        QVERIFY2(dialog->confirmButton()->isEnabled(), qPrintable(dialog->said()));
        QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
        QTRY_VERIFY(desk.page->casesDialog() == nullptr);
        const auto settings = desk.shop.must(desk.shop.engine().returns().caseSettings(test::Shop::by("root")));
        QCOMPARE(settings.reasons.size(), std::size_t{2});
        QCOMPARE(settings.reasons[1].code, std::string("wrong"));
        QCOMPARE(settings.reasons[1].name, std::string("Wrong = item"));
        QCOMPARE(settings.ageLimitMs, std::optional<std::int64_t>(12 * 3'600'000));
        // As another page asks for it.
        desk.page->openTarget({{QStringLiteral("cases"), true}});
        QTRY_VERIFY(desk.page->casesDialog() != nullptr);
        QCOMPARE(desk.page->casesDialog()->ageLimit()->text(), QStringLiteral("12 h"));
        desk.page->casesDialog()->reject();
    }

    /// Said beforehand where the order could not be paid by it; then done, and read back.
    void aPaymentIsMatchedToItsOrder() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto order = desk.shop.sell(0, false);
        const auto payable = desk.shop.order(order).payable;
        (void)desk.shop.must(desk.shop.engine().orders().pay(
            test::Shop::by("provider"), {PaymentNo("P-mistyped"), OrderNo("no such"), payable, 0}));
        auto* owed = desk.showOwed("P-mistyped");
        QCOMPARE(owed->model().rowCount(), 1);
        owed->table()->select({0});
        QTRY_VERIFY(owed->isReady() && owed->detail()->detail().has_value());
        QCOMPARE(owed->detail()->facts()->valueOf(QStringLiteral("For order")), QStringLiteral("no such"));
        QVERIFY(!owed->action(ui::OwedAction::SendBack)->isEnabled());  // it goes back already
        owed->action(ui::OwedAction::Match)->trigger();
        auto* question = owed->flow()->question();
        QVERIFY(question != nullptr);
        auto* number = question->findChild<QLineEdit*>(QStringLiteral("owedOrder"));
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))
            ->setPlainText(QStringLiteral("the customer called"));
        QVERIFY(!question->confirmButton()->isEnabled());
        number->setText(ui::text(desk.shop.paidOrder(30)));
        QTRY_VERIFY(question->confirmButton()->toolTip().contains(QStringLiteral("does not wait for a payment")));
        api::PlaceOrder dearer;
        dearer.key = "dearer";
        dearer.orderNo = OrderNo("DEARER-1");
        dearer.user = UserId("u0");
        dearer.campus = desk.shop.order(order).campus;
        dearer.lines = {{Sku("rice-01"), 9, Money{1'250}}};
        (void)desk.shop.must(desk.shop.engine().orders().place(test::Shop::by("shop"), dearer));
        number->setText(QStringLiteral("DEARER-1"));
        QTRY_VERIFY(
            question->confirmButton()->toolTip().contains(desk.services->formats.moneyWithCurrency(Money{9 * 1'250})));
        QVERIFY(!question->confirmButton()->isEnabled());
        number->setText(ui::text(order));
        QTRY_VERIFY(question->confirmButton()->isEnabled());
        test::ReturnsHand::finish(owed->flow(), QStringLiteral("the customer called"));
        QVERIFY(desk.shop.order(order).status != api::OrderStatus::WaitPay);
        const auto rows = desk.shop.refunds({{}, {api::RefundCause::UnknownOrder}, {}, false, {}, {}, "P-mistyped"});
        QCOMPARE(rows.front().matchedOrderNo, order.str());
    }

    void aHeldPaymentIsSentBackAndNoted() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto settings = desk.shop.refundSettings();
        settings.holdOwed = true;
        auto& engine = desk.shop.engine();
        desk.shop.must(engine.refunds().setSettings(test::Shop::by("root"), settings));
        (void)desk.shop.must(
            engine.orders().pay(test::Shop::by("provider"), {PaymentNo("P-held"), OrderNo("no such"), Money{100}, 0}));
        auto* owed = desk.showOwed("P-held");
        owed->table()->select({0});
        QTRY_VERIFY(owed->isReady());
        owed->action(ui::OwedAction::Note)->trigger();
        QVERIFY(owed->flow()->question() != nullptr);
        QVERIFY(!owed->flow()->question()->confirmButton()->isEnabled());
        test::ReturnsHand::finish(owed->flow(), QStringLiteral("<b>called</b> twice"));
        const auto id = owed->model().row(0)->id;
        const auto events = desk.shop.must(engine.refunds().history(test::Shop::by("root"), id));
        QVERIFY(events.back().kind == api::MoneyEventKind::Noted);
        QCOMPARE(events.back().detail, std::string("<b>called</b> twice"));
        QTRY_VERIFY(owed->isReady() && owed->detail()->detail() && owed->detail()->detail()->events.size() == 2);
        owed->table()->select({0});
        QTRY_VERIFY(owed->action(ui::OwedAction::SendBack)->isEnabled());
        owed->action(ui::OwedAction::SendBack)->trigger();
        test::ReturnsHand::finish(owed->flow(), QStringLiteral("nobody knows it"));
        QCOMPARE(desk.shop.refund(id).status, RefundStatus::Pending);
    }

    void givenUpWithItsOutcomeOpenAPersonFindsOut() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.showRefunds();
        const auto dead = desk.shop.refunds({{}, {}, {}, true, {}, {}, {}}).front();
        desk.selectRefund(dead.id);
        QVERIFY(desk.action(RefundAction::RecordPaid)->isEnabled());
        desk.action(RefundAction::RecordFailed)->trigger();
        test::ReturnsHand::finish(desk.page->refunds()->flow(), QStringLiteral("the bank says no"));
        QCOMPARE(desk.shop.refund(dead.id).status, RefundStatus::Failed);
    }

    void retryFromTheReturnItself() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        api::ReturnFilter failed;
        failed.stages = {ReturnStage::Failed};
        const auto id = desk.shop.returns(failed).front().id;
        desk.shows(id);
        auto* panel = desk.pane()->detail();
        QCOMPARE(panel->refund()->valueOf(QStringLiteral("Last error")),
                 QStringLiteral("declined: account closed <b>now</b>"));
        panel->refundActions()->action(RefundAction::Retry)->trigger();
        test::ReturnsHand::finish(panel->refundFlow(), QStringLiteral("again"));
        QTRY_COMPARE(desk.now(id).stage, ReturnStage::Goods);
        QTRY_VERIFY(panel->refund()->valueOf(QStringLiteral("Now")).startsWith(QStringLiteral("Granted, not sent")));
    }

    void nothingIsCalledDoneThatFailed() {
        Desk desk;
        desk.shop.setPolicy({});
        const auto id = desk.fresh(21);
        desk.begin(ReturnAction::Approve);
        desk.shop.fillDisk(true);
        test::ReturnsHand::finish(desk.flow(), {});
        QCOMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY2(desk.said().text.contains(QStringLiteral("nothing was done")), qPrintable(desk.said().text));
        QCOMPARE(desk.now(id).stage, ReturnStage::Approval);
    }
};

}  // namespace test_returns_actions

QTEST_MAIN(test_returns_actions::TestReturnsActions)
#include "test_returns_actions.moc"
