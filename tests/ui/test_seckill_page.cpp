// SPDX-License-Identifier: GPL-3.0-or-later
// The page of flash sales over an engine in memory: list, board, stopping, stock, messages, letters, consistency,
// history, who may what, failures, rest.
#include <QJsonArray>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>

#include "tests/support/shops/seckill_shop.h"
#include "tests/ui/seckill_hand.h"
#include "ui/shell/notices.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/tile.h"

namespace test_seckill_page {

using namespace evenhand;
using ui::SaleTiles;

namespace {

const ActivityId kTea("tea-noon");
const ActivityId kEvening("box-evening");
const ActivityId kDraft("box-draft");
const ActivityId kEnded("tea-monday");

struct Sale : test::SeckillHand {
    explicit Sale(api::Actor actor = api::Actor::administrator("local:test")) { open(shop, std::move(actor)); }
    ~Sale() { close(); }
    void moveTime(std::int64_t byMs) {
        shop.clock().advanceMs(byMs);
        shop.Shop::engine().runUntilIdle();
        services->bridge.poll();
    }

    test::SeckillShop shop;
};

QString verdictOf(const Sale& sale) { return sale.page->consistency()->verdict(); }

}  // namespace

class TestSeckillPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensOnTheSaleThatIsOn() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        QCOMPARE(sale.page->model().rowCount(), 4);
        QCOMPARE(sale.page->phase()->text(), QStringLiteral("On sale"));
        QCOMPARE(sale.page->badge(), std::optional<qint64>(1));
        const auto row = sale.shop.row(kTea);
        QCOMPARE(sale.figure(SaleTiles::Sold), ui::Formats::number(row.ordered));
        QCOMPARE(sale.figure(SaleTiles::Pending), QStringLiteral("5"));
        QCOMPARE(sale.page->soldPlot()->lines().size(), std::size_t{2});
        QCOMPARE(static_cast<std::int64_t>(sale.page->soldPlot()->lines().front().points.back().second), row.ordered);
        sale.page->soldPlot()->drawNow();
        QCOMPARE(sale.page->soldPlot()->named(),
                 QStringList({QStringLiteral("sold"), QStringLiteral("paid"), QStringLiteral("for sale")}));
        sale.shop.rush(kTea, 3);
        sale.moveTime(2'000);
        QTRY_VERIFY(!sale.page->attemptsPlot()->bars().empty());
        sale.page->attemptsPlot()->drawNow();
        QVERIFY(sale.page->attemptsPlot()->named().contains(QStringLiteral("Reserved")));
        QVERIFY(!sale.page->attemptsPlot()->named().contains(QStringLiteral("While stopped")));
    }

    void whatIsNotKnownIsADashAndNeverZero() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.page->select(kDraft);
        QTRY_VERIFY(sale.shows(kDraft));
        for (const auto figure : {SaleTiles::Stock, SaleTiles::Sold, SaleTiles::Attempts, SaleTiles::Stream,
                                  SaleTiles::Pending, SaleTiles::Delay}) {
            QCOMPARE(sale.figure(figure), ui::Formats::dash());
        }
        sale.page->select(kEnded);
        QTRY_VERIFY(sale.shows(kEnded));
        QCOMPARE(sale.figure(SaleTiles::Stock), QStringLiteral("0"));  // what is left went back to the voucher's stock
        QCOMPARE(sale.page->findChild<ui::Tile*>(QStringLiteral("tileStock"))->note(),
                 QStringLiteral("452 of 500 not sold"));
        QCOMPARE(sale.figure(SaleTiles::Sold), QStringLiteral("48"));
        QVERIFY(sale.page->attemptsPlot()->bars().empty());
        sale.page->attemptsPlot()->drawNow();
        QVERIFY(sale.page->attemptsPlot()->notice().contains(QStringLiteral("has ended")));
        QVERIFY(sale.page->history()->model().rowCount() >= 2);  // it keeps its history
        sale.shop.breakDisk(true);
        sale.page->select(kTea);
        QTRY_VERIFY(sale.page->notice()->isVisible());
        QVERIFY(!sale.page->notice()->text().isEmpty());
        QCOMPARE(sale.figure(SaleTiles::Sold), ui::Formats::dash());
    }

    void phasesAndTheBadgeGoOnByThemselves() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.page->select(kEvening);
        QTRY_VERIFY(sale.shows(kEvening));
        QCOMPARE(sale.page->phase()->text(), QStringLiteral("Scheduled"));
        sale.moveTime(5 * 3'600'000 + 1'000);
        QTRY_COMPARE(sale.page->phase()->text(), QStringLiteral("On sale"));
        QCOMPARE(sale.page->badge(), std::optional<qint64>(1));  // tea has ended meanwhile
        sale.shop.hold(true);                                    // its end is over, and nobody has worked on that yet
        sale.shop.clock().advanceMs(3'600'000);
        sale.services->bridge.poll();
        QTRY_COMPARE(sale.page->phase()->text(), QStringLiteral("Closing"));
        QCOMPARE(sale.page->badge(), std::optional<qint64>(0));
    }

    void onlySalesOfTheChosenCampusAreShown() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.services->scope.setCurrent(test::Shop::campus(1));
        QTRY_COMPARE(sale.page->model().rowCount(), 0);
        QCOMPARE(sale.page->badge(), std::optional<qint64>(0));
        sale.services->scope.setCurrent(test::Shop::campus(0));
        QTRY_COMPARE(sale.page->model().rowCount(), 4);
        QCOMPARE(sale.page->badge(), std::optional<qint64>(1));
        QTRY_VERIFY(sale.shows(kTea));
    }

    void theOfferToResumeStandsBesideOthers() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto& notices = sale.services->notices;
        notices.post({QStringLiteral("other"), ui::Tone::Good, QStringLiteral("Undo"), [] {}});
        sale.action("stop")->trigger();
        sale.confirm(sale.page->question(), QStringLiteral("too many"));
        QTRY_VERIFY(notices.undoable() != nullptr && notices.undoable()->undoText == QStringLiteral("Resume"));
        QTRY_VERIFY(sale.action("resume")->isEnabled());
        sale.action("resume")->trigger();
        sale.confirm(sale.page->question(), QStringLiteral("by mistake"));
        QTRY_COMPARE(sale.page->phase()->text(), QStringLiteral("On sale"));
        QTRY_VERIFY(notices.undoable() != nullptr && notices.undoable()->text == QStringLiteral("other"));
    }

    void stopsAndResumesWithAReason() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        QTest::mouseClick(sale.page->findChild<QToolButton*>(QStringLiteral("button.seckill.stop")), Qt::LeftButton);
        QVERIFY(!sale.page->question()->confirmButton()->isEnabled());  // the program makes none up
        QCOMPARE(sale.shop.row(kTea).state, api::ActivityState::Started);
        sale.confirm(sale.page->question(), QStringLiteral("too many"));
        QTRY_COMPARE(sale.shop.row(kTea).state, api::ActivityState::Stopped);
        QCOMPARE(sale.shop.lastReason(), std::string("too many"));
        QTRY_COMPARE(sale.page->phase()->text(), QStringLiteral("Stopped"));
        QVERIFY(!sale.action("stop")->isEnabled());
        QVERIFY(sale.why("stop").contains(QStringLiteral("Stopped")));
        sale.shop.rush(kTea, 3);
        QTRY_VERIFY(sale.page->feed().board()->attempts[static_cast<std::size_t>(api::AttemptOutcome::Stopped)] == 3);
        QTRY_COMPARE(sale.said().undoText, QStringLiteral("Resume"));
        QCOMPARE(sale.said().tone, ui::Tone::Warn);
        sale.said().undo();
        QVERIFY(!sale.page->question()->confirmButton()->isEnabled());
        QCOMPARE(sale.shop.row(kTea).state, api::ActivityState::Stopped);
        sale.confirm(sale.page->question(), QStringLiteral("by mistake"));
        QTRY_COMPARE(sale.shop.row(kTea).state, api::ActivityState::Started);
        QCOMPARE(sale.shop.lastReason(), std::string("by mistake"));
        QTRY_COMPARE(sale.page->phase()->text(), QStringLiteral("On sale"));
        sale.action("stop")->trigger();
        sale.confirm(sale.page->question(), QStringLiteral("wrong price"));
        QTRY_COMPARE(sale.page->phase()->text(), QStringLiteral("Stopped"));
        sale.action("resume")->trigger();
        sale.confirm(sale.page->question(), QStringLiteral("price is right"));
        QTRY_COMPARE(sale.page->phase()->text(), QStringLiteral("On sale"));
    }

    void aStopThatFailedIsNotCalledDone() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.shop.seckill().refusal = Error{ErrorCode::Busy, "inbox full", {}, {}};
        sale.action("stop")->trigger();
        sale.confirm(sale.page->question(), QStringLiteral("x"));
        QTRY_COMPARE(sale.said().tone, ui::Tone::Bad);
        QVERIFY(sale.said().text.contains(QStringLiteral("nothing was done")));
        QCOMPARE(sale.page->phase()->text(), QStringLiteral("On sale"));
        sale.shop.seckill().refusal = Error{ErrorCode::OutcomeUnknown, "commit", {}, {}};
        sale.action("stop")->trigger();
        sale.confirm(sale.page->question(), QStringLiteral("x"));
        QTRY_VERIFY(sale.said().text.contains(QStringLiteral("not known")));
    }

    void stockIsAddedWithAReasonAndNeverMoreThanThereIs() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        const auto before = sale.shop.row(kTea);
        sale.action("topUp")->trigger();
        auto* question = sale.page->question();
        for (const char* bad : {"0", "-5", "1.5", "many", "10000001", "99999999999999999999"}) {
            sale.type(question, "topUpUnits", QString());
            sale.type(question, "topUpUnits", QLatin1String(bad));
            question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("more"));
            QVERIFY2(!question->confirmButton()->isEnabled(), bad);
            QVERIFY2(question->confirmButton()->toolTip().contains(QStringLiteral("Units")), bad);
        }
        sale.type(question, "topUpUnits", QStringLiteral("250"));
        sale.confirm(question, QStringLiteral("went faster than planned"));
        QTRY_COMPARE(sale.shop.row(kTea).added, 250);
        QTRY_COMPARE(sale.page->current()->left, before.left + 250);
        sale.action("topUp")->trigger();
        sale.type(sale.page->question(), "topUpUnits", QStringLiteral("1000000"));
        sale.confirm(sale.page->question(), QStringLiteral("all of it"));
        QTRY_VERIFY(sale.page->flow()->outcome() != nullptr);
        QCOMPARE(sale.outcomeWords(sale.page->flow()->outcome()), QStringList{QStringLiteral("Refused")});
        QVERIFY2(sale.said().text.startsWith(QStringLiteral("Add stock: %1. ").arg(ui::text(before.set.name))),
                 qPrintable(sale.said().text));
        QCOMPARE(sale.shop.row(kTea).added, 250);
    }

    void everyDisabledActionSaysWhy() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        for (const auto& id : {kTea, kEvening, kDraft, kEnded}) {
            sale.page->select(id);
            QTRY_VERIFY(sale.shows(id));
            for (const auto* action : sale.page->commands()) {
                QVERIFY2(action->isEnabled() != !ui::whyDisabled(*action).isEmpty(), qPrintable(action->objectName()));
                QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
            }
        }
        QVERIFY(!sale.action("start")->isEnabled());
        QVERIFY(!sale.action("topUp")->isEnabled());
        sale.page->select(kDraft);
        QTRY_VERIFY(sale.shows(kDraft));
        QVERIFY(sale.action("start")->isEnabled());
        QVERIFY(!sale.action("stop")->isEnabled());
        QVERIFY(!sale.page->consistency()->checkAction()->isEnabled());
    }

    void whoMayOnlyReadChangesNothing() {
        Sale sale({"local:auditor", 1U << static_cast<unsigned>(api::Permission::Read)});
        QTRY_VERIFY(sale.shows(kTea));
        for (const char* name : {"new", "stop", "topUp", "edit", "end", "repair"}) {
            QVERIFY2(!sale.action(name)->isEnabled(), name);
            QVERIFY2(sale.why(name).contains(QStringLiteral("permission")), name);
        }
        QVERIFY(sale.page->consistency()->checkAction()->isEnabled());
        QVERIFY(sale.action("rehearse")->isEnabled());
    }

    void messagesAreClaimedAcknowledgedAndReleasedWithAnOutcomeEach() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* pane = sale.page->pendingPane();
        QTRY_COMPARE(pane->emptyLabel()->text(), QStringLiteral("Nothing is pending."));
        QTRY_COMPARE(pane->model().rowCount(), 5);
        QVERIFY(!pane->action(QStringLiteral("seckillPending.release"))->isEnabled());  // nothing is selected
        // One of the three has its order: it is left out of a release.
        sale.select(pane->table(), {0, 1, 2});
        pane->action(QStringLiteral("seckillPending.release"))->trigger();
        QVERIFY(!pane->flow()->question()->confirmButton()->isEnabled());
        sale.confirm(pane->flow()->question(), QStringLiteral("consumer is gone"));
        QTRY_VERIFY(pane->flow()->outcome() != nullptr);
        QCOMPARE(sale.outcomeWords(pane->flow()->outcome()),
                 (QStringList{QStringLiteral("Skipped"), QStringLiteral("Done"), QStringLiteral("Done")}));
        const auto* table = pane->flow()->outcome()->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        QCOMPARE(table->model()->index(1, 3).data().toString(), QStringLiteral("no reservation"));  // read back
        pane->flow()->outcome()->close();
        QTRY_COMPARE(pane->model().rowCount(), 3);
        sale.select(pane->table(), {0});
        pane->action(QStringLiteral("seckillPending.acknowledge"))->trigger();
        sale.confirm(pane->flow()->question(), QStringLiteral("order is there"));
        QTRY_COMPARE(pane->model().rowCount(), 2);
        // Of a row that somebody has dealt with meanwhile that is told, the other is done.
        const auto gone = sale.shop.pendingOf(kTea).front().messageId;
        sale.select(pane->table(), {0, 1});
        pane->action(QStringLiteral("seckillPending.claim"))->trigger();
        auto* question = pane->flow()->question();
        (void)sale.shop.must(sale.shop.seckill().claim(test::Shop::by("bo"), kTea, {gone}));
        sale.confirm(question, QStringLiteral("take over"));
        QTRY_VERIFY(pane->flow()->outcome() && pane->flow()->outcome()->isVisible() &&
                    sale.outcomeWords(pane->flow()->outcome()).size() == 2);
        QCOMPARE(sale.outcomeWords(pane->flow()->outcome()),
                 (QStringList{QStringLiteral("Changed meanwhile"), QStringLiteral("Done")}));
        QTRY_COMPARE(pane->model().rowCount(), 0);
        QCOMPARE(sale.said().tone, ui::Tone::Warn);
    }

    void deadLettersAreTriedAgainOrDismissed() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* pane = sale.page->letterPane();
        sale.page->tabs()->setCurrentIndex(ui::SeckillPage::LettersTab);
        QTRY_COMPARE(pane->model().rowCount(), 1);
        QVERIFY(sale.page->tabs()->tabText(ui::SeckillPage::LettersTab).contains(QStringLiteral("(1)")));
        const auto before = sale.shop.row(kTea).ordered;
        sale.select(pane->table(), {0});
        pane->action(QStringLiteral("seckillLetters.retry"))->trigger();
        sale.confirm(pane->flow()->question(), QStringLiteral("campus is back"));
        QTRY_COMPARE(pane->model().rowCount(), 0);
        QCOMPARE(sale.shop.row(kTea).ordered, before + 1);
    }

    void aCheckSaysWhatDiffersAndRepairPutsItRight() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* panel = sale.page->consistency();
        sale.page->tabs()->setCurrentIndex(ui::SeckillPage::ConsistencyTab);
        QCOMPARE(verdictOf(sale), QStringLiteral("Not checked yet."));
        QCOMPARE(panel->facts()->valueOf(QStringLiteral("Stock in the keyspace")), ui::Formats::dash());
        // A message whose order is there would count as a reservation.
        const auto ordered = sale.shop.pendingOf(kTea).at(1);
        QVERIFY(ordered.ordered);
        (void)sale.shop.must(sale.shop.seckill().acknowledge(test::Shop::by("bo"), kTea, {ordered.messageId}));
        panel->checkAction()->trigger();
        QTRY_COMPARE(verdictOf(sale), QStringLiteral("Keyspace and database agree."));
        sale.shop.spoil(kTea, 7, 2);
        QTRY_VERIFY(sale.page->notice()->isVisible());
        panel->checkAction()->trigger();
        QTRY_VERIFY(panel->last() && !panel->last()->agrees());
        QCOMPARE(panel->differences().size(), 2);
        QVERIFY(panel->differences().at(0).contains(QStringLiteral("7 too many")));
        panel->repairAction()->trigger();
        QVERIFY(!panel->question()->confirmButton()->isEnabled());
        sale.confirm(panel->question(), QStringLiteral("after the crash"));
        QTRY_COMPARE(verdictOf(sale), QStringLiteral("Keyspace and database agree."));
        QCOMPARE(panel->facts()->valueOf(QStringLiteral("Fixed by this run")), QStringLiteral("3"));
        QTRY_VERIFY(!sale.page->notice()->isVisible());
        QCOMPARE(sale.shop.lastReason(), std::string("after the crash"));
        sale.shop.lose(kTea);
        QTRY_VERIFY(sale.page->notice()->isVisible());
        QTRY_COMPARE(sale.figure(SaleTiles::Stock), ui::Formats::dash());
        // Another sale: what was found is not of it.
        sale.page->select(kEvening);
        QCOMPARE(verdictOf(sale), QStringLiteral("Not checked yet."));
    }

    void aSaleIsEndedForGoodAndADraftDiscarded() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        std::vector<std::string> hung;
        for (const auto& row : sale.shop.pendingOf(kTea)) {
            hung.push_back(row.messageId);
        }
        (void)sale.shop.must(sale.shop.seckill().claim(test::Shop::by("bo"), kTea, hung));
        sale.action("end")->trigger();
        sale.confirm(sale.page->question(), QStringLiteral("supplier failed"));
        QTRY_COMPARE(sale.page->phase()->text(), QStringLiteral("Ended"));
        QVERIFY(sale.shop.row(kTea).returned > 0);
        sale.page->select(kDraft);
        QTRY_VERIFY(sale.shows(kDraft));
        sale.action("discard")->trigger();
        sale.confirm(sale.page->question(), QString());
        QTRY_VERIFY(!sale.shop.has(kDraft));
        QTRY_COMPARE(sale.page->model().rowCount(), 3);
    }

    void aSaleThatWasChangedMeanwhileStaysAsItIs() {
        struct Row {
            const ActivityId& id;
            const char* action;
        };
        for (const auto& [id, action] :
             {Row{kDraft, "start"}, Row{kTea, "stop"}, Row{kTea, "topUp"}, Row{kTea, "end"}}) {
            Sale sale;
            QTRY_VERIFY(sale.shows(kTea));
            sale.page->select(id);
            QTRY_VERIFY2(sale.shows(id), action);
            sale.action(action)->trigger();
            sale.shop.touch(id);
            const auto changed = sale.shop.row(id);
            if (auto* units = sale.page->question()->findChild<QLineEdit*>(QStringLiteral("topUpUnits"))) {
                units->setText(QStringLiteral("5"));
            }
            sale.confirm(sale.page->question(), QStringLiteral("x"));
            QTRY_VERIFY2(sale.page->flow()->outcome() != nullptr, action);
            QCOMPARE(sale.outcomeWords(sale.page->flow()->outcome()), QStringList{QStringLiteral("Changed meanwhile")});
            // Who, when and what: nobody has to look for it.
            static const QRegularExpression kWho(QStringLiteral("Changed by .+, \\d.*: "));
            QVERIFY2(kWho.match(sale.said().text).hasMatch(), qPrintable(sale.said().text));
            const auto now = sale.shop.row(id);
            QVERIFY2(now.state == changed.state && now.added == changed.added, action);
        }
    }

    void everyDifferenceHasItsSentence() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* panel = sale.page->consistency();
        sale.page->tabs()->setCurrentIndex(ui::SeckillPage::ConsistencyTab);
        const auto ordered = sale.shop.pendingOf(kTea).at(1);  // as above
        (void)sale.shop.must(sale.shop.seckill().acknowledge(test::Shop::by("bo"), kTea, {ordered.messageId}));
        sale.shop.spoil(kTea, -7, 1);
        panel->checkAction()->trigger();
        QTRY_VERIFY(panel->last() && !panel->last()->agrees());
        QCOMPARE(panel->differences().size(), 2);
        QCOMPARE(panel->differences().at(0), QStringLiteral("The keyspace would leave 7 unsold."));
        QVERIFY(panel->differences().at(1).contains(QStringLiteral("no slot")));
        sale.shop.lose(kTea);
        panel->checkAction()->trigger();
        QTRY_VERIFY(panel->last() && panel->last()->lost);
        QVERIFY(panel->differences().at(0).startsWith(QStringLiteral("The sale is missing in the keyspace")));
        QCOMPARE(panel->facts()->valueOf(QStringLiteral("Slots in the keyspace")), ui::Formats::dash());
    }

    void aDraftChangedMeanwhileIsNotDiscarded() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.page->select(kDraft);
        QTRY_VERIFY(sale.shows(kDraft));
        sale.action("discard")->trigger();
        sale.shop.touch(kDraft);
        sale.confirm(sale.page->question(), QString());
        QTRY_VERIFY(sale.page->flow()->outcome() != nullptr);
        QCOMPARE(sale.outcomeWords(sale.page->flow()->outcome()), QStringList{QStringLiteral("Changed meanwhile")});
        QVERIFY(sale.shop.has(kDraft));
    }

    void hiddenItReadsNothingAndDrawsNothing() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.page->setActive(false);
        sale.page->hide();
        const int reads = sale.shop.seckill().boardReads;
        const int drawn = sale.page->soldPlot()->drawn();
        sale.shop.touch(kTea);
        QCoreApplication::processEvents();
        QVERIFY(sale.page->feed().isResting());
        QCOMPARE(sale.shop.seckill().boardReads, reads);
        QCOMPARE(sale.page->soldPlot()->drawn(), drawn);
        sale.page->show();
        sale.page->setActive(true);
        QTRY_VERIFY(sale.shop.seckill().boardReads > reads);
    }

    void theListIsFilteredByState() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* list = sale.page->list();
        const auto draft = api::toText(api::ActivityPhase::Draft);
        list->filters()->set(QStringLiteral("state"),
                             QJsonArray{QString::fromUtf8(draft.data(), static_cast<qsizetype>(draft.size()))});
        QTRY_COMPARE(list->model().rowCount(), 1);
        QTRY_VERIFY(sale.shows(kDraft));
        sale.page->openTarget({{QStringLiteral("activity"), QStringLiteral("tea-monday")}});
        QTRY_VERIFY(sale.shows(kEnded));
        QCOMPARE(list->model().rowCount(), 4);
    }

    void thePaletteNamesEverySale() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        QAction* show = nullptr;
        for (auto* action : sale.page->commands()) {
            if (action->objectName() == QLatin1String("seckill.show.box-draft")) {
                show = action;
            }
        }
        QVERIFY(show != nullptr);
        QVERIFY(show->text().contains(QStringLiteral("Lunch boxes, draft")));
        show->trigger();
        QTRY_VERIFY(sale.shows(kDraft));
        sale.page->openTarget({{QStringLiteral("activity"), QStringLiteral("tea-monday")}});
        QTRY_VERIFY(sale.shows(kEnded));
    }

    void plainTextIsNeverMarkup() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto input = sale.shop.row(kDraft).set;
        input.name = "<b>Half</b> price <img src=x>";
        (void)sale.shop.must(sale.shop.seckill().edit(test::Shop::by("bo"), input, 0));
        sale.page->select(kDraft);
        QTRY_COMPARE(sale.page->findChild<ui::ElidedLabel*>(QStringLiteral("seckillName"))->fullText(),
                     QStringLiteral("<b>Half</b> price <img src=x>"));
        for (const auto* label : sale.page->findChildren<QLabel*>()) {
            QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->objectName() + label->text()));
        }
    }
};

}  // namespace test_seckill_page

QTEST_MAIN(test_seckill_page::TestSeckillPage)
#include "test_seckill_page.moc"
