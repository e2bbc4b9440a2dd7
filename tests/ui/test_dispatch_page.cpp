// SPDX-License-Identifier: GPL-3.0-or-later
// The page Dispatch: what it shows, and that it keeps on its feet when the engine fails, changes or floods it.
#include <QAbstractItemModelTester>
#include <QAbstractScrollArea>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <set>
#include <string>

#include "tests/ui/dispatch_fixture.h"
#include "ui/pages/dispatch/campus_overview.h"
#include "ui/plots/weight_bars.h"
#include "ui/shell/language.h"
#include "ui/widgets/card.h"
#include "ui/widgets/pill.h"

namespace test_dispatch_page {

using namespace evenhand;
using test::Dispatch;

class TestDispatchPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheCampus() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* couriers = d.table("dispatchCouriers");
        QCOMPARE(couriers->model()->rowCount(), static_cast<int>(d.board().couriers.size()));
        QCOMPARE(d.table("dispatchWaiting")->model()->rowCount(), static_cast<int>(d.board().waiting));
        QVERIFY(d.board().waiting > 0);
        QCOMPARE(d.child<QTabBar>("dispatchCampuses")->count(), 5);  // four, and all of them
        // Exactly one courier is next: the first on duty of the board.
        int next = 0;
        const int duty = d.page->couriers()->model().columnOf(QStringLiteral("duty"));
        for (int row = 0; row < couriers->model()->rowCount(); ++row) {
            if (couriers->model()->index(row, duty).data().toString() == QLatin1String("Next")) {
                ++next;
                QCOMPARE(d.keys("dispatchCouriers").at(row), ui::text(d.courier(true).id));
            }
        }
        QCOMPARE(next, 1);
    }

    void anotherCampusIsReadAtOnce() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto before = d.board().campus.id;
        d.showCampus(CampusId("C2"));
        QVERIFY(!d.page->feed().board());  // never the figures of the other campus under this name
        QCOMPARE(d.table("dispatchCouriers")->model()->rowCount(), 0);
        QTRY_VERIFY(d.ready());
        QVERIFY(d.board().campus.id != before);
    }

    void anAnswerAboutTheOtherCampusIsDropped() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.shop.dispatch().holdsBoards = true;
        d.showCampus(CampusId("C2"));
        const auto late = d.shop.dispatch().pending();
        d.showCampus(CampusId("C4"));
        QTRY_VERIFY(d.shop.dispatch().pending() > late);
        while (d.shop.dispatch().pending() > 0) {
            d.shop.dispatch().releaseNewest();  // the newer campus answers first, the older one afterwards
        }
        d.shop.dispatch().holdsBoards = false;
        QTRY_VERIFY(d.ready());
        QCOMPARE(ui::text(d.board().campus.id), QStringLiteral("C4"));
        QCOMPARE(d.page->feed().campus(), d.board().campus.id);
    }

    void changesKeepSelectionAndOrder() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* couriers = d.table("dispatchCouriers");
        const auto chosen = d.courier(true);
        d.select(chosen);
        QTRY_VERIFY(d.page->feed().inHand().has_value());
        auto* waiting = d.table("dispatchWaiting");
        Dispatch::selectRows(waiting, 3);
        const auto keys = d.selectedKeys("dispatchWaiting");
        QCOMPARE(keys.size(), 3);
        QSignalSpy resets(couriers->model(), &QAbstractItemModel::modelReset);
        QSignalSpy boards(&d.page->feed(), &ui::DispatchFeed::boardChanged);
        for (int i = 0; i < 20; ++i) {
            (void)d.shop.sell(0, false);
        }
        d.shop.burst(200);
        QTRY_VERIFY(boards.count() > 0);
        QTRY_VERIFY(d.ready());
        QCOMPARE(d.selectedKeys("dispatchCouriers"), QStringList{ui::text(chosen.id)});
        QCOMPARE(d.selectedKeys("dispatchWaiting"), keys);
        QCOMPARE(resets.count(), 0);
    }

    void aFloodIsReadAFewTimesOnly() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        QSignalSpy boards(&d.page->feed(), &ui::DispatchFeed::boardChanged);
        for (int batch = 0; batch < 40; ++batch) {
            d.shop.burst(500);
        }
        QTRY_VERIFY(boards.count() > 0);
        QTRY_VERIFY(d.ready());
        QVERIFY2(boards.count() <= 3, qPrintable(QString::number(boards.count())));
    }

    void hiddenItReadsNothing() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.page->setActive(false);
        QSignalSpy boards(&d.page->feed(), &ui::DispatchFeed::boardChanged);
        d.shop.burst(100);
        QSignalSpy told(&d.services->bridge, &ui::EngineBridge::ordersChanged);
        QTRY_VERIFY(told.count() > 0);
        QCoreApplication::sendPostedEvents();
        QCOMPARE(boards.count(), 0);
        d.page->setActive(true);
        QTRY_VERIFY(boards.count() > 0);
    }

    void aFailedReadIsSaidAndWhatWasKnownStays() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* stale = d.child<ui::Pill>("dispatchStale");
        QVERIFY(!stale->isVisible());
        const int rows = d.table("dispatchCouriers")->model()->rowCount();
        d.shop.breakDisk(true);
        d.action("dispatchRefresh")->trigger();
        QTRY_VERIFY(stale->isVisible());
        QCOMPARE(d.table("dispatchCouriers")->model()->rowCount(), rows);
        d.shop.breakDisk(false);
        d.action("dispatchRefresh")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!stale->isVisible(), 10'000);  // it tries again by itself
    }

    void readOnlyEveryActionSaysWhy() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.select(d.courier(true));
        Dispatch::selectRows(d.table("dispatchWaiting"), 1);
        QVERIFY(d.action("dispatchPause")->isEnabled());
        QVERIFY(d.action("dispatchOffDuty")->isEnabled());
        QVERIFY(d.action("dispatchReassign")->isEnabled());
        d.shop.fillDisk(true);
        for (const char* name : {"dispatchPause", "dispatchOffDuty", "dispatchReassign", "dispatchRetry"}) {
            QTRY_VERIFY(!d.action(name)->isEnabled());
            QVERIFY(ui::whyDisabled(*d.action(name)).contains(QLatin1String("disk is full")));
        }
        // Reading what happened stays possible.
        QVERIFY(d.action("dispatchWhy")->isEnabled());
        d.shop.fillDisk(false);
        d.shop.pass(60'000);
        QTRY_VERIFY(d.action("dispatchReassign")->isEnabled());
    }

    void withoutPermissionNothingCanBeDone() {
        Dispatch d(api::Actor{"auditor", 1U << static_cast<unsigned>(api::Permission::Read)});
        QTRY_VERIFY(d.ready());
        d.select(d.courier(true));
        Dispatch::selectRows(d.table("dispatchWaiting"), 1);
        for (const char* name : {"dispatchPause", "dispatchOffDuty", "dispatchHandOver", "dispatchReassign"}) {
            QVERIFY(!d.action(name)->isEnabled());
            QVERIFY(ui::whyDisabled(*d.action(name)).contains(QLatin1String("auditor")));
        }
    }

    void disabledActionsSayWhatIsMissing() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        QCOMPARE(ui::whyDisabled(*d.action("dispatchOnDuty")), QStringLiteral("Select a courier first."));
        QCOMPARE(ui::whyDisabled(*d.action("dispatchReassign")), QStringLiteral("Select an order first."));
        d.select(d.courier(true));
        QCOMPARE(ui::whyDisabled(*d.action("dispatchOnDuty")), QStringLiteral("Already on duty."));
        Dispatch::selectRows(d.table("dispatchWaiting"), 2);
        QCOMPARE(ui::whyDisabled(*d.action("dispatchWhy")), QStringLiteral("Select one order only."));
    }

    void emptyListsSayWhy() {
        Dispatch d(0, 4);
        d.shop.must(d.shop.dispatch().upsertCampus(test::Shop::by("root"), {CampusId("C9"), "New", {}}));
        QTRY_COMPARE(d.child<QTabBar>("dispatchCampuses")->count(), 6);
        d.showCampus(CampusId("C9"));
        QTRY_VERIFY(d.ready());
        QVERIFY(d.page->couriers()->emptyLabel()->isVisible());
        QCOMPARE(d.page->couriers()->emptyLabel()->text(), QStringLiteral("This campus has no couriers yet."));
        QVERIFY(d.page->couriers()->nextLabel()->text().contains(QStringLiteral("CSV file")));  // how to get some
        QCOMPARE(d.page->list(ui::DispatchPage::kWaiting)->emptyLabel()->text(),
                 QStringLiteral("Every paid order has a courier."));
        QCOMPARE(d.page->list(ui::DispatchPage::kInHand)->nextLabel()->text(),
                 QStringLiteral("Select a courier to see the orders in hand."));
        bool dash = false;
        for (const auto* card : d.page->findChildren<ui::Card*>()) {
            dash = dash || card->figures().contains(QStringLiteral("mean –"));
        }
        QVERIFY(dash);  // no mean of nobody, and not 0
        QVERIFY(!d.page->grab().isNull());
    }

    void withoutCampusesItSaysSo() {
        Dispatch d(0, 0);
        QTRY_VERIFY(d.page->isReady());
        QCOMPARE(d.page->couriers()->emptyLabel()->text(), QStringLiteral("There are no campuses yet."));
        const QString said = d.page->couriers()->nextLabel()->text();
        QVERIFY2(said.startsWith(QStringLiteral("Add them one by one, or import a CSV file: ")), qPrintable(said));
        QVERIFY(!d.action("dispatchPause")->isEnabled());
    }

    void languageAndLookSwitchWhileShown() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.select(d.courier(true));
        ui::applyTheme(*qApp, ui::ThemeChoice::Dark);
        ui::Language language;
        QVERIFY(language.apply(QStringLiteral("zh")));
        QCoreApplication::sendPostedEvents();
        QVERIFY(d.action("dispatchCalibrate")->text() != QStringLiteral("Calibrate…"));
        QVERIFY(d.page->title() != QLatin1String("Dispatch"));
        const QString header = d.table("dispatchCouriers")->model()->headerData(0, Qt::Horizontal).toString();
        QVERIFY(header != QLatin1String("Courier"));
        QVERIFY(!d.page->grab().isNull());
        language.apply(QStringLiteral("en"));
        ui::applyTheme(*qApp, ui::ThemeChoice::Light);
        QCoreApplication::sendPostedEvents();
        QCOMPARE(d.action("dispatchCalibrate")->text(), QStringLiteral("Calibrate…"));
        QCOMPARE(d.selectedKeys("dispatchCouriers").size(), 1);
    }

    void modelsKeepTheirPromises() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
        for (const char* name : {"dispatchCouriers", "dispatchWaiting", "dispatchInHand"}) {
            testers.push_back(std::make_unique<QAbstractItemModelTester>(
                d.table(name)->model(), QAbstractItemModelTester::FailureReportingMode::QtTest));
        }
        QSignalSpy boards(&d.page->feed(), &ui::DispatchFeed::boardChanged);
        for (int round = 0; round < 4; ++round) {
            const auto before = boards.count();
            d.select(board(d, round));
            for (int i = 0; i < 7; ++i) {
                (void)d.shop.sell(0, i % 2 == 0);
            }
            (void)d.shop.must(d.shop.dispatch().reassign(test::Shop::by("bo"), {{d.shop.paidOrder(2 * round), 0}}, {}));
            d.shop.carry(d.shop.paidOrder(2 * round + 1), round % 2 == 0);
            QTRY_VERIFY(boards.count() > before);
            QTRY_VERIFY(d.ready());
        }
        d.child<QTabBar>("dispatchCampuses")->setCurrentIndex(1);
        QTRY_VERIFY(d.ready());
    }

    void everythingHasAName() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        for (auto* button : d.page->findChildren<QAbstractButton*>()) {
            if (button->parent() == nullptr || qobject_cast<QTabBar*>(button->parent()) != nullptr ||
                qobject_cast<QAbstractScrollArea*>(button->parent()) != nullptr ||
                qobject_cast<QLineEdit*>(button->parent()) != nullptr) {
                continue;  // Qt's own
            }
            QVERIFY2(!button->objectName().isEmpty(), qPrintable(button->text()));
            const auto* tool = qobject_cast<QToolButton*>(button);
            if (tool != nullptr && tool->toolButtonStyle() == Qt::ToolButtonIconOnly) {
                QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->objectName()));
            }
        }
        for (auto* view : d.page->findChildren<QAbstractItemView*>()) {
            if (qobject_cast<ui::PagedView*>(view) != nullptr) {
                QVERIFY(!view->objectName().isEmpty());
                QVERIFY(!view->accessibleName().isEmpty());
            }
        }
        for (auto* action : d.page->commands()) {
            QVERIFY(!action->objectName().isEmpty());
            QVERIFY(!action->text().isEmpty());
        }
    }

    void theLayoutIsRemembered() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const int weight = d.page->couriers()->model().columnOf(QStringLiteral("weight"));
        d.table("dispatchCouriers")->setColumnWidth(0, 222);
        d.table("dispatchCouriers")->horizontalHeader()->setSortIndicator(weight, Qt::DescendingOrder);
        QTRY_VERIFY(d.ready());
        ui::DispatchPage again(d.services->context);
        again.findChild<QTabBar*>(QStringLiteral("dispatchCampuses"))->setCurrentIndex(1);
        auto* view = again.couriers()->table();
        QCOMPARE(view->columnWidth(0), 222);
        QCOMPARE(view->horizontalHeader()->sortIndicatorSection(), weight);
        QVERIFY(again.couriers()->model().isDescending());
    }

    void couriersAreFilteredAndSortedWithTheirSelection() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto& pane = *d.page->couriers();
        const auto& model = pane.model();
        const auto chosen = d.courier(true);
        d.select(chosen);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        pane.table()->horizontalHeader()->setSortIndicator(model.columnOf(QStringLiteral("weight")),
                                                           Qt::AscendingOrder);
        QTRY_VERIFY(d.ready());
        for (int row = 1; row < model.rowCount(); ++row) {
            QVERIFY(model.row(row - 1)->courier.weight <= model.row(row)->courier.weight);
        }
        QCOMPARE(d.selectedKeys("dispatchCouriers"), QStringList{ui::text(chosen.id)});
        pane.filters()->chip(QStringLiteral("duty"), QStringLiteral("on"))->click();
        QTRY_VERIFY(d.ready());
        const auto& all = d.board().couriers;
        QCOMPARE(model.rowCount(),
                 static_cast<int>(std::count_if(all.begin(), all.end(), [](const auto& row) { return row.onDuty; })));
        QCOMPARE(d.selectedKeys("dispatchCouriers"), QStringList{ui::text(chosen.id)});
        QCOMPARE(resets.count(), 0);
        // Whoever is opened is shown, whatever the filter is.
        const auto off = d.courier(false);
        QVERIFY(!d.keys("dispatchCouriers").contains(ui::text(off.id)));
        d.page->openTarget({{QStringLiteral("courier"), ui::text(off.id)}});
        QTRY_COMPARE(d.selectedKeys("dispatchCouriers"), QStringList{ui::text(off.id)});
        QVERIFY(pane.filters()->isClear());
        QCOMPARE(model.rowCount(), static_cast<int>(all.size()));
    }

    void ordersThatWaitAreFilteredByTheirReason() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto& pane = *d.page->list(ui::DispatchPage::kWaiting);
        const auto reasons = [&pane] {
            std::set<api::WaitReason> found;
            for (const auto& order : pane.model().all()) {
                found.insert(*order.reason);
            }
            return found;
        };
        const auto waits = pane.model().rowCount();
        const auto reason = *reasons().begin();
        const auto wanted = api::toText(reason);
        pane.filters()->set(QStringLiteral("state"),
                            QJsonArray{QString::fromUtf8(wanted.data(), static_cast<qsizetype>(wanted.size()))});
        QTRY_VERIFY(d.ready());
        QVERIFY(pane.model().rowCount() > 0);
        QCOMPARE(reasons(), std::set{reason});
        pane.filters()->clear();
        QTRY_COMPARE(pane.model().rowCount(), waits);
        // An order that is opened from elsewhere is shown, too.
        const OrderNo last(d.keys("dispatchWaiting").back().toStdString());
        pane.filters()->set(QStringLiteral("text"), QStringLiteral("no order has this"));
        QTRY_COMPARE(pane.model().rowCount(), 0);
        d.page->openTarget({{QStringLiteral("order"), ui::text(last)}});
        QTRY_COMPARE(d.selectedKeys("dispatchWaiting"), QStringList{ui::text(last)});
    }

    void allCampusesAreShownAtOnce() {
        Dispatch d;
        QTRY_VERIFY(allReady(d));
        QCOMPARE(d.child<QTabBar>("dispatchCampuses")->currentIndex(), 0);
        auto* overview = d.child<ui::CampusOverview>("dispatchOverview");
        QVERIFY(overview->isVisible());
        QVERIFY(!d.child<ui::WeightBars>("dispatchWeights")->isVisible());
        qsizetype couriers = 0;
        std::int64_t waiting = 0;
        for (const auto& board : d.page->feed().boards()) {
            auto* bars = overview->barsOf(board.campus.id);
            QVERIFY(bars != nullptr);
            QTRY_COMPARE(bars->couriers().size(), std::ssize(board.couriers));
            couriers += std::ssize(board.couriers);
            waiting += board.waiting;
        }
        auto* table = d.table("dispatchCouriers");
        QCOMPARE(table->model()->rowCount(), static_cast<int>(couriers));
        QTRY_COMPARE(d.table("dispatchWaiting")->model()->rowCount(),
                     static_cast<int>(std::min(waiting, ui::DispatchFeed::kListLimit)));
        // Each campus stands together, and each has exactly one that is next.
        const auto column = [&d](const char* id) { return d.page->couriers()->model().columnOf(QLatin1String(id)); };
        const auto isHidden = [](const auto* pane) {
            return pane->table()->isColumnHidden(pane->model().columnOf(QStringLiteral("campus")));
        };
        QVERIFY(!isHidden(d.page->couriers()));
        QVERIFY(!isHidden(d.page->list(ui::DispatchPage::kWaiting)));
        QStringList names;
        int next = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QString name = table->model()->index(row, column("campus")).data().toString();
            if (names.isEmpty() || names.back() != name) {
                QVERIFY2(!names.contains(name), qPrintable(name));
                names << name;
            }
            next += table->model()->index(row, column("duty")).data().toString() == QLatin1String("Next");
        }
        QCOMPARE(names.size(), 4);
        QCOMPARE(next, 4);
        // What is about one campus says that one is to be opened.
        QVERIFY(!d.action("dispatchCalibrate")->isEnabled());
        QVERIFY(ui::whyDisabled(*d.action("dispatchCalibrate")).contains(QLatin1String("Open one campus")));
        QVERIFY(d.action("dispatchResumeAll")->isVisible());
        const CampusId third = d.page->feed().campuses().at(2);
        QTest::mouseClick(d.child<QToolButton>(("campusOpen_" + third.str()).c_str()), Qt::LeftButton);
        QTRY_VERIFY(d.page->feed().board().has_value());
        QCOMPARE(d.page->feed().board()->campus.id, third);
        QVERIFY(!overview->isVisible());
        QVERIFY(isHidden(d.page->couriers()));
        QVERIFY(d.action("dispatchCalibrate")->isEnabled());
        QVERIFY(!d.action("dispatchResumeAll")->isVisible());
    }

    void ofAllOnlyWhatChangedIsReadAgain() {
        Dispatch d;
        QTRY_VERIFY(allReady(d));
        const auto before = d.shop.dispatch().boards;
        const auto order = d.page->feed().waiting()->front().row;
        d.shop.publish({test::DispatchShop::changed(order.id, order.campus)});
        QTRY_VERIFY(d.shop.dispatch().boards > before);
        QTRY_VERIFY(d.page->isReady());
        QCOMPARE(d.shop.dispatch().boards, before + 1);
    }

    void ordersStayOnTheirCampus() {
        Dispatch d;
        QTRY_VERIFY(allReady(d));
        auto* overview = d.child<ui::CampusOverview>("dispatchOverview");
        auto* view = d.table("dispatchWaiting");
        QTRY_VERIFY(view->model()->rowCount() > 0);
        Dispatch::selectRows(view, 1);
        const auto order = d.shop.order(OrderNo(d.keys("dispatchWaiting").front().toStdString()));
        const auto mime = d.dragged(view);
        QVERIFY(mime != nullptr);
        for (const auto& board : d.page->feed().boards()) {
            const auto onDuty = std::find_if(board.couriers.begin(), board.couriers.end(),
                                             [](const auto& courier) { return courier.onDuty; });
            QVERIFY(onDuty != board.couriers.end());
            auto* bars = overview->barsOf(board.campus.id);
            overview->ensureWidgetVisible(bars);
            QTRY_VERIFY(bars->drawn() > 0);
            const QString id = ui::text(onDuty->id);
            QTRY_COMPARE(bars->courierAt(bars->centreOf(id)), id);
            QCOMPARE(Dispatch::dragOver(bars, *mime, bars->centreOf(id)), board.campus.id == order.campus);
            QCOMPARE(d.drop(*mime, onDuty->id), board.campus.id == order.campus);
            if (board.campus.id == order.campus) {
                QVERIFY(d.question() != nullptr);
                d.question()->reject();
                QTRY_VERIFY(d.question() == nullptr);
            }
        }
        // Of several campuses: to the next fairest each, but to nobody by name.
        view->selectAll();
        const auto several = d.dragged(view);
        QVERIFY(ui::fromMime(several.get())->campus.empty());
        QVERIFY(!d.drop(*several, d.page->feed().boards().front().couriers.front().id));
        QVERIFY(d.action("dispatchReassign")->isEnabled());
        QVERIFY(ui::whyDisabled(*d.action("dispatchReassignTo")).contains(QLatin1String("several campuses")));
        QVERIFY(d.question() == nullptr);
    }

    void aSectionsMenuPausesItsCampus() {
        Dispatch d;
        QTRY_VERIFY(allReady(d));
        const CampusId second = d.page->feed().campuses().at(1);
        auto* menu = d.child<QToolButton>(("campusMenu_" + second.str()).c_str())->menu();
        Q_EMIT menu->aboutToShow();
        auto* pause = menu->findChild<QAction*>(QStringLiteral("campusPause"));
        QVERIFY(pause != nullptr && pause->isEnabled());
        pause->trigger();
        QVERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("storm"));
        QTRY_VERIFY(d.child<ui::Pill>(("campusPaused_" + second.str()).c_str())->isVisible());
        QVERIFY(!d.child<ui::Pill>(("campusPaused_" + d.page->feed().campuses().at(0).str()).c_str())->isVisible());
        QTRY_VERIFY(d.child<ui::Pill>("dispatchPaused")->text().contains(QLatin1String("1 of 4")));
    }

    /// One that is paused already is left out, and stays paused when the pause of the others is taken back.
    void allCampusesArePausedAtOnce() {
        Dispatch d;
        QTRY_VERIFY(allReady(d));
        const CampusId before = d.page->feed().campuses().at(1);
        auto* pill = d.child<ui::Pill>("dispatchPaused");
        const auto paused = [&] {
            QStringList names;
            for (const auto& campus : d.shop.must(d.shop.dispatch().campuses(test::Shop::by("bo")))) {
                names << (campus.paused ? QStringList(ui::text(campus.id)) : QStringList());
            }
            return names;
        };
        QVERIFY(ui::whyDisabled(*d.action("dispatchResumeAll")).contains(QLatin1String("paused on no campus")));
        (void)d.shop.must(d.shop.dispatch().setPaused(test::Shop::by("bo"), before, true));
        QTRY_VERIFY(pill->text().contains(QLatin1String("1 of 4")));
        d.action("dispatchPause")->trigger();
        QVERIFY(d.question() != nullptr);
        const QString asked = d.question()->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text();
        QVERIFY2(asked.startsWith(QLatin1String("Paid orders of 3 campuses will wait")), qPrintable(asked));
        auto* rows = d.question()->findChild<QTableView*>(QStringLiteral("flowRows"));
        QVERIFY(rows != nullptr);
        QCOMPARE(rows->model()->rowCount(), 4);
        QCOMPARE(rows->model()->index(1, 2).data().toString(), QStringLiteral("skipped: already paused"));
        d.confirm(QStringLiteral("storm"));
        QTRY_VERIFY(pill->text().contains(QLatin1String("4 of 4")));
        QCOMPARE(paused().size(), 4);
        QVERIFY(ui::whyDisabled(*d.action("dispatchPause")).contains(QLatin1String("paused on every campus")));
        auto& notices = d.services->notices;
        QTRY_COMPARE(notices.last().text, QStringLiteral("3 campuses: dispatch is paused, paid orders wait."));
        QCOMPARE(notices.last().rows, std::size_t{4});  // what became of each
        QCOMPARE(notices.undoable()->undoText, QStringLiteral("Resume"));
        notices.undo();
        d.confirm(QStringLiteral("it was another city"));
        QTRY_VERIFY(pill->text().contains(QLatin1String("1 of 4")));
        QCOMPARE(paused(), QStringList(ui::text(before)));
        // Resuming is taken back as well: nobody would remember which they were.
        d.action("dispatchPause")->trigger();
        d.confirm(QStringLiteral("storm"));
        QTRY_VERIFY(pill->text().contains(QLatin1String("4 of 4")) && notices.undoable() != nullptr);
        d.action("dispatchResumeAll")->trigger();
        d.confirm(QStringLiteral("it is over"));
        QTRY_VERIFY(!pill->isVisible());
        QVERIFY(paused().isEmpty());
        QTRY_VERIFY(notices.undoable() != nullptr && notices.undoable()->undoText == QLatin1String("Pause"));
        notices.undo();
        d.confirm(QStringLiteral("it goes on"));
        QTRY_COMPARE(paused().size(), 4);
    }

    /// Whoever has paused one anew meanwhile is not overruled, and the others are resumed all the same.
    void resumingAllOverrulesNobody() {
        Dispatch d;
        QTRY_VERIFY(allReady(d));
        d.action("dispatchPause")->trigger();
        d.confirm(QStringLiteral("storm"));
        QTRY_VERIFY(d.services->notices.undoable() != nullptr);
        const CampusId third = d.page->feed().campuses().at(2);
        for (const bool paused : {false, true}) {
            (void)d.shop.must(d.shop.dispatch().setPaused(test::Shop::by("bo"), third, paused));
        }
        d.services->notices.undo();
        d.confirm(QStringLiteral("it is over"));
        QTRY_VERIFY(d.page->findChild<ui::RowOutcomeDialog*>() != nullptr);
        auto* outcomes = d.page->findChild<ui::RowOutcomeDialog*>()->table()->model();
        QCOMPARE(outcomes->rowCount(), 4);
        QTRY_VERIFY(d.child<ui::Pill>("dispatchPaused")->text().contains(QLatin1String("1 of 4")));
        QVERIFY(d.page->feed().boardOf(third)->campus.paused);
        QVERIFY2(d.services->notices.last().text.contains(QLatin1String("3 done, 1 changed meanwhile")),
                 qPrintable(d.services->notices.last().text));
    }

    /// Resuming one of them by hand takes nothing from the undo of the others.
    void oneThatIsResumedByHandIsLeftByTheUndoOfAll() {
        Dispatch d;
        QTRY_VERIFY(allReady(d));
        auto& notices = d.services->notices;
        auto* pill = d.child<ui::Pill>("dispatchPaused");
        d.action("dispatchPause")->trigger();
        d.confirm(QStringLiteral("storm"));
        QTRY_VERIFY(pill->text().contains(QLatin1String("4 of 4")) && notices.undoable() != nullptr);
        const CampusId third = d.page->feed().campuses().at(2);
        QTRY_VERIFY(d.child<ui::Pill>(("campusPaused_" + third.str()).c_str())->isVisible());
        auto* menu = d.child<QToolButton>(("campusMenu_" + third.str()).c_str())->menu();
        Q_EMIT menu->aboutToShow();
        auto* resume = menu->findChild<QAction*>(QStringLiteral("campusPause"));
        QVERIFY(resume != nullptr && resume->isEnabled());
        resume->trigger();
        QVERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("it has cleared up"));
        QTRY_VERIFY(notices.last().text.endsWith(QLatin1String("dispatch is resumed.")));
        QVERIFY(notices.undoable() != nullptr);
        QCOMPARE(notices.undoable()->undoText, QStringLiteral("Resume"));
        notices.undo();
        QVERIFY(d.question() != nullptr);
        auto* rows = d.question()->findChild<QTableView*>(QStringLiteral("flowRows"));
        QVERIFY(rows != nullptr);
        QCOMPARE(rows->model()->rowCount(), 4);
        QTRY_COMPARE(rows->model()->index(2, 1).data().toString(), QStringLiteral("Running"));
        QCOMPARE(rows->model()->index(1, 1).data().toString(), QStringLiteral("Paused"));
        d.confirm(QStringLiteral("it is over"));
        QTRY_VERIFY(d.page->findChild<ui::RowOutcomeDialog*>() != nullptr);
        const auto became = test::outcomeColumn(d.page->findChild<ui::RowOutcomeDialog*>());
        QCOMPARE(became.count(QStringLiteral("Done")), 3);
        QCOMPARE(became.count(QStringLiteral("Changed meanwhile")), 1);
        QVERIFY2(notices.last().text.contains(QLatin1String("3 done, 1 changed meanwhile")),
                 qPrintable(notices.last().text));
        QTRY_VERIFY(!pill->isVisible());
    }

    /// Without a courier there is nothing that a filter could let through, and clearing it would help nobody.
    void nobodySelectedIsNotBlamedOnTheFilter() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.table("dispatchCouriers")->clearSelection();
        d.child<QTabBar>("dispatchLists")->setCurrentIndex(1);
        auto* list = d.page->list(ui::DispatchPage::kInHand);
        auto* empty = d.child<QLabel>("dispatchInHandEmpty");
        auto* clear = d.child<QPushButton>("dispatchInHandEmptyButton");
        list->filters()->set(QStringLiteral("text"), QStringLiteral("no order has this"));
        QTRY_VERIFY(list->isReady());
        QTRY_COMPARE(empty->text(), QStringLiteral("No courier is selected."));
        QTRY_VERIFY(!clear->isVisible());
        const auto& couriers = d.board().couriers;
        const auto busy =
            std::find_if(couriers.begin(), couriers.end(), [](const auto& row) { return row.inHand > 0; });
        QVERIFY(busy != couriers.end());
        d.select(busy->id);
        QTRY_VERIFY(d.page->feed().inHand() && !d.page->feed().inHand()->empty());
        QTRY_COMPARE(empty->text(), QStringLiteral("No order matches the filter."));
        QTRY_VERIFY(clear->isVisible());
    }

    void noRowOfCampusesIsASliver() {
        ui::CampusOverview overview(nullptr);
        std::vector<api::CampusRow> campuses(5);
        for (std::size_t i = 0; i < campuses.size(); ++i) {
            campuses[i].id = CampusId("campus" + std::to_string(i));
        }
        overview.setCampuses(campuses);
        static_cast<QWidget&>(overview).show();  // it has a show() of its own
        for (int height = 170; height < 1'200; height += 23) {
            overview.resize(1'100, height);
            QCoreApplication::sendPostedEvents();
            QTest::qWait(0);
            const int seen = overview.viewport()->height();
            int whole = 0;
            for (const auto& campus : campuses) {
                const auto* card =
                    overview.findChild<ui::Card*>(QStringLiteral("campusSection_") + ui::text(campus.id));
                const int top = card->mapTo(overview.viewport(), QPoint()).y();
                whole += top >= 0 && top + card->height() <= seen ? 1 : 0;
                QVERIFY2(top + card->height() <= seen || top >= seen,
                         qPrintable(QStringLiteral("%1 to %2 of %3").arg(top).arg(top + card->height()).arg(seen)));
            }
            QVERIFY(whole >= 2);
        }
    }

    void navigationFindsACourierOfAnotherCampus() {
        Dispatch d;
        QTRY_VERIFY(allReady(d));
        const auto wanted = d.page->feed().boards().back().couriers.front();
        const auto opens = [&] {
            d.page->openTarget({{QStringLiteral("courier"), ui::text(wanted.id)}});
            const auto* tabs = d.child<QTabBar>("dispatchCampuses");
            return QTest::qWaitFor([&] {
                return d.page->feed().campus() == wanted.campus &&
                       tabs->tabText(tabs->currentIndex()) == d.services->scope.nameOf(wanted.campus) &&
                       d.selectedKeys("dispatchCouriers") == QStringList{ui::text(wanted.id)};
            });
        };
        QVERIFY(opens());  // from all campuses
        d.child<QTabBar>("dispatchCampuses")->setCurrentIndex(0);
        QTRY_VERIFY(d.ready());  // the first campus alone
        QVERIFY(d.page->feed().campus() != wanted.campus);
        QVERIFY(opens());
        d.services->scope.setCurrent(d.page->feed().campuses().front() == d.shop.campus(0) ? d.shop.campus(1)
                                                                                           : d.shop.campus(0));
        QTRY_VERIFY(d.page->isReady() && d.page->feed().campus() == d.services->scope.current());
        QVERIFY(opens());
        QVERIFY(d.services->scope.current().empty());
        QVERIFY2(d.services->notices.last().text.startsWith(QStringLiteral("All campuses are shown now: ")),
                 qPrintable(d.services->notices.last().text));
    }

    void navigationSaysThatThereIsNoSuchCourier() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.page->openTarget({{QStringLiteral("courier"), QStringLiteral("nobody")}});
        QTRY_COMPARE(d.services->notices.last().text, QStringLiteral("There is no courier nobody."));
    }

    void navigationOpensACourierAndTheUnassigned() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto wanted = d.courier(true);
        d.page->openTarget({{QStringLiteral("courier"), ui::text(wanted.id)}});
        QCOMPARE(d.selectedKeys("dispatchCouriers"), QStringList{ui::text(wanted.id)});
        d.child<QTabBar>("dispatchLists")->setCurrentIndex(ui::DispatchPage::kDeadLetters);
        d.page->openTarget({{QStringLiteral("unassigned"), true}});
        auto* lists = d.child<QTabBar>("dispatchLists");
        QCOMPARE(lists->currentIndex(), static_cast<int>(ui::DispatchPage::kWaiting));
        d.page->openTarget({{QStringLiteral("dead"), true}});
        QCOMPARE(lists->currentIndex(), static_cast<int>(ui::DispatchPage::kDeadLetters));
        QVERIFY(d.table("dispatchDeadLetters")->isVisible() ||
                d.child<QWidget>("dispatchDeadLettersEmptyPage")->isVisible());
    }

private:
    static bool allReady(const Dispatch& d) {
        return d.page->isReady() && d.page->feed().boards().size() > 1 && d.page->feed().waiting().has_value();
    }
    static api::CourierRow board(const Dispatch& d, int round) {
        return d.board().couriers.at(static_cast<std::size_t>(round) % d.board().couriers.size());
    }
};

}  // namespace test_dispatch_page

QTEST_MAIN(test_dispatch_page::TestDispatchPage)
#include "test_dispatch_page.moc"
