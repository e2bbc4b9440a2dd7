// SPDX-License-Identifier: GPL-3.0-or-later
// What the frame says by itself: figures of the engine, the last result and its dismissal, jobs, the campus that is
// gone; and how often what is shown is read again.
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "engine/base/log.h"
#include "tests/support/fakes/fake_engine.h"
#include "tests/support/line/over_line.h"
#include "tests/support/shops/people_shop.h"
#include "tests/ui/console_fixture.h"
#include "ui/bridge/feed_channel.h"
#include "ui/bridge/file_work.h"
#include "ui/shell/engine_pill.h"
#include "ui/shell/engine_popover.h"
#include "ui/shell/notices.h"
#include "ui/shell/preferences.h"
#include "ui/shell/scope_figures.h"
#include "ui/shell/status_line.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/mnemonics.h"

namespace test_shell {

namespace {

using namespace evenhand;

/// The figures of a campus, over an engine that may fail.
struct Counted {
    Counted() : bridge(line.engine(), api::Actor::administrator("local:test")), scope(bridge), figures(bridge, scope) {
        bridge.setVisible(true);
    }
    test::PeopleShop shop;
    test::OverLine line{shop.engine()};
    ui::EngineBridge bridge;
    ui::CampusScope scope;
    ui::ScopeFigures figures;
};

api::Event courierEvent(int number) {
    api::Event event;
    event.kind = api::Event::Kind::CourierChanged;
    event.courier = CourierId("K" + std::to_string(number));
    return event;
}

}  // namespace

class TestShell : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    // --- the engine ----------------------------------------------------------------------------------------------

    void figuresOfTheEngineStandWhereTheyBelong() {
        test::Console console;
        const Instant now = console.shop.status().now;
        console.shop.statusChange = [now](api::EngineStatus& status) {
            status.deployment = "SQLite";
            status.committedPerSecond = 12.3;
            status.commitP50Ms = 1.5;
            status.commitP99Ms = 34.6;
            status.committed = 4'711;
            status.inboxDepth = 8;
            status.since = now.plusMs(-3'600'000);
        };
        auto& window = console.open();
        auto* pill = window.topBar()->enginePill();
        QCOMPARE(pill->figures(), QStringLiteral("SQLite · 12/s · 1.5 ms"));
        QTest::mouseClick(pill, Qt::LeftButton);
        QVERIFY(pill->details() != nullptr);
        const auto& facts = pill->details()->facts();
        const auto& formats = window.context().formats;
        QCOMPARE(facts.valueOf(QStringLiteral("Commit latency")), QStringLiteral("median 1.5 ms, 99 % under 35 ms"));
        QCOMPARE(facts.valueOf(QStringLiteral("Committed")), QStringLiteral("4,711, 12.3 per second"));
        QCOMPARE(facts.valueOf(QStringLiteral("Commands waiting")), QStringLiteral("8"));
        QCOMPARE(facts.valueOf(QStringLiteral("In this state since")), formats.shortTime(now.plusMs(-3'600'000), now));
        pill->details()->close();
        console.window.reset();  // before what it is told
    }

    // --- results and jobs ----------------------------------------------------------------------------------------

    void whatMustBeSeenIsDismissedByItsButton() {
        test::Console console;
        auto& window = console.open();
        auto& notices = window.context().notices;
        auto* line = window.statusLine();
        auto* dismiss = line->findChild<QToolButton*>(QStringLiteral("dismissNotice"));
        QVERIFY(!dismiss->isVisible());
        notices.bad(QStringLiteral("not done"));
        QCOMPARE(line->resultText(), QStringLiteral("not done"));
        QVERIFY(dismiss->isVisible());
        QTest::mouseClick(dismiss, Qt::LeftButton);
        QCOMPARE(line->resultText(), QString());
        QVERIFY(!dismiss->isVisible());
        notices.good(QStringLiteral("done"));  // which goes by itself
        QCOMPARE(line->resultText(), QStringLiteral("done"));
        QVERIFY(!dismiss->isVisible());
    }

    /// One thing to do is a button, several are a menu of it; with the next result they are gone.
    void whatCanBeDoneAboutAResultStandsBesideIt() {
        test::Console console;
        auto& window = console.open();
        auto& notices = window.context().notices;
        auto* button = window.statusLine()->stepsButton();
        QVERIFY(button->isHidden());
        QStringList done;
        const auto step = [&done](const char* name) {
            return ui::NoticeStep{QString::fromLatin1(name), [&done, name] { done << QString::fromLatin1(name); }};
        };
        ui::Notice notice{QStringLiteral("Somebody left."), ui::Tone::Warn, {}, {}};
        notice.stepsText = QStringLiteral("Hand over…");
        notice.steps = {step("Ann & Co")};
        notices.post(notice);
        QVERIFY(button->isVisible() && button->menu() == nullptr);
        QCOMPARE(button->text(), QStringLiteral("Hand over…"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(done, QStringList{QStringLiteral("Ann & Co")});
        QVERIFY(button->isHidden());
        notice.steps.push_back(step("Bob"));
        notices.post(notice);
        QVERIFY(button->isVisible() && button->menu() != nullptr);
        Q_EMIT button->menu()->aboutToShow();
        QCOMPARE(button->menu()->actions().size(), 2);
        // As it is read; the menu marks a letter of it.
        QCOMPARE(ui::withoutMnemonic(button->menu()->actions().front()->text()), QStringLiteral("Ann && Co"));
        button->menu()->actions().back()->trigger();
        QCOMPARE(done.back(), QStringLiteral("Bob"));
        QVERIFY(button->isVisible());  // the other one is still to be done
        notices.good(QStringLiteral("done"));
        QVERIFY(button->isHidden());
    }

    void aJobIsCancelledOnceAndSaysThatItIs() {
        test::Console console;
        auto& window = console.open();
        auto& jobs = window.context().jobs;
        int cancelled = 0;
        const int job =
            jobs.start(QStringLiteral("Export"), std::make_shared<ui::JobProgress>(), [&cancelled] { ++cancelled; });
        auto* view = window.statusLine()->findChild<QWidget*>(QStringLiteral("job%1").arg(job));
        auto* button = view->findChild<QToolButton*>(QStringLiteral("job%1.cancel").arg(job));
        const auto says = [view](const QString& words) {
            const auto labels = view->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const auto* label) { return label->text() == words; });
        };
        QVERIFY(says(QStringLiteral("Export")));
        // Of how many is not known: no part of a bar is filled.
        QCOMPARE(view->findChild<QProgressBar*>()->maximum(), 0);
        jobs.jobs().front().progress->done = 40;
        QTRY_VERIFY(says(QStringLiteral("Export  40")));
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(says(QStringLiteral("Export – cancelling…")));
        QVERIFY(!button->isEnabled());
        QCOMPARE(cancelled, 1);
        jobs.finish(job);
        const int other = jobs.start(QStringLiteral("Check"), std::make_shared<ui::JobProgress>(), {});
        const auto* none = window.statusLine()->findChild<QToolButton*>(QStringLiteral("job%1.cancel").arg(other));
        QVERIFY(!none->isEnabled());
        jobs.finish(other);
    }

    void aJobThatCanPauseSaysThatItDoes() {
        test::Console console;
        auto& window = console.open();
        auto& jobs = window.context().jobs;
        auto progress = std::make_shared<ui::JobProgress>();
        progress->total = 100;
        progress->done = 30;
        const int job = jobs.start(QStringLiteral("Import"), progress, [] {});
        auto* view = window.statusLine()->findChild<QWidget*>(QStringLiteral("job%1").arg(job));
        auto* button = view->findChild<QToolButton*>(QStringLiteral("job%1.pause").arg(job));
        const auto says = [view](const QString& words) {
            const auto labels = view->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const auto* label) { return label->text() == words; });
        };
        QVERIFY(!button->isVisible());
        std::vector<bool> asked;
        jobs.allowPause(job, [&asked](bool paused) { asked.push_back(paused); });
        QTRY_VERIFY(button->isVisible());
        progress->perSecond = 1'200;
        QTRY_VERIFY(says(QStringLiteral("Import  30 of 100 · 1,200 a second")));
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(says(QStringLiteral("Import – paused")));
        QCOMPARE(button->toolTip(), QStringLiteral("Continue the job"));
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(says(QStringLiteral("Import  30 of 100 · 1,200 a second")));
        QCOMPARE(asked, (std::vector<bool>{true, false}));
        jobs.cancel(job);
        QVERIFY(!button->isEnabled());
        jobs.setPaused(job, true);  // one that is to stop does not pause
        QCOMPARE(asked.size(), std::size_t{2});
        jobs.finish(job);
    }

    void aGroupOfPreferencesHasItsOwnKeysOnly() {
        QTemporaryDir folder;
        ui::Preferences preferences(folder.filePath(QStringLiteral("console.ini")), QStringLiteral("anna"));
        for (const char* key : {"filters/night", "filters/day", "filters/day/old", "filtersDefault", "columns/night"}) {
            preferences.setValue(QLatin1String(key), 1);
        }
        QCOMPARE(preferences.keys(QStringLiteral("filters")),
                 QStringList({QStringLiteral("day"), QStringLiteral("night")}));
    }

    // --- figures of one campus -----------------------------------------------------------------------------------

    /// What could not be read is not known, rather than what it was.
    void figuresThatCannotBeReadAreNotThoseOfBefore() {
        Counted counted;
        counted.scope.setCurrent(test::Shop::campus(0));
        QTRY_VERIFY(counted.figures.unassigned() >= 0 && counted.figures.alerts() >= 0);
        counted.shop.breakDisk(true);
        for (int i = 0; i < ui::ScopeFigures::kQuietPolls; ++i) {
            counted.bridge.poll();
        }
        QTRY_COMPARE(counted.figures.unassigned(), std::int64_t{-1});
        counted.shop.breakDisk(false);
        QTRY_VERIFY(counted.figures.unassigned() >= 0 && counted.figures.alerts() >= 0);
    }

    /// Time alone makes an order late.
    void figuresOfOneCampusGoOnWhileNothingHappens() {
        Counted counted;
        counted.scope.setCurrent(test::Shop::campus(0));
        QTRY_VERIFY(counted.figures.late() >= 0);
        const auto late = [&] {
            api::OrderFilter filter;
            filter.campus = test::Shop::campus(0);
            filter.lateOnly = true;
            return counted.shop.must(counted.shop.engine().orders().count(test::Shop::by("root"), filter));
        };
        const auto before = late();
        counted.bridge.setVisible(false);  // nothing is told any more
        counted.shop.clock().advanceMs(40 * 60'000);
        counted.shop.engine().runUntilIdle();
        QVERIFY(late() > before);
        for (int i = 0; i < ui::ScopeFigures::kQuietPolls; ++i) {
            counted.bridge.poll();
        }
        QTRY_COMPARE(counted.figures.late(), late());
    }

    // --- reads that repeat ---------------------------------------------------------------------------------------

    void anotherThingIsReadAtOnceAndTheSameOneNot() {
        int reads = 0;
        ui::FeedChannel channel(
            60'000, [&reads] { ++reads; }, nullptr);
        channel.request();
        QCOMPARE(reads, 0);  // nobody looks
        channel.setActive(true);
        QCOMPARE(reads, 1);
        const int first = channel.generation();
        channel.request();
        QCOMPARE(reads, 1);  // one at a time
        QVERIFY(channel.done(first));
        QCOMPARE(reads, 1);  // and not before the interval is over
        QVERIFY(!channel.isSettled());
        channel.restart();
        QCOMPARE(reads, 2);
        QVERIFY(!channel.done(first));  // of what was shown before
        QVERIFY(!channel.failed(first));
        QVERIFY(channel.done(channel.generation()));
        QVERIFY(channel.isSettled());
    }

    void whatIsDroppedIsNotReadUntilItIsAskedFor() {
        int reads = 0;
        ui::FeedChannel channel(
            0, [&reads] { ++reads; }, nullptr);
        channel.setActive(true);
        channel.request();
        channel.request();  // once more when it is answered
        const int first = channel.generation();
        channel.drop();
        QVERIFY(channel.isSettled());
        QVERIFY(!channel.done(first));
        QCOMPARE(reads, 1);
        channel.request();
        QCOMPARE(reads, 2);
    }

    void whatFailedWhileNobodyLooksIsReadWhenSomebodyDoes() {
        int reads = 0;
        ui::FeedChannel channel(
            0, [&reads] { ++reads; }, nullptr);
        channel.setActive(true);
        channel.request();
        channel.setActive(false);
        QVERIFY(channel.failed(channel.generation()));
        QVERIFY(!channel.isSettled());
        QCOMPARE(reads, 1);
        channel.setActive(true);
        QCOMPARE(reads, 2);
    }

    void whatWasToldIsNotToldAgain() {
        test::FakeEngine engine;
        const test::OverLine line(engine);
        ui::EngineBridge bridge(line.engine(), api::Actor::administrator("local:test"));
        bridge.setVisible(true);
        QSignalSpy orders(&bridge, &ui::EngineBridge::ordersChanged);
        QSignalSpy couriers(&bridge, &ui::EngineBridge::couriersChanged);
        engine.publish({courierEvent(1)});
        engine.placeNew(1);
        QTRY_VERIFY(orders.count() == 1 && couriers.count() == 1);
        engine.publish({courierEvent(2)});
        engine.placeNew(1);
        QTRY_VERIFY(orders.count() == 2 && couriers.count() == 2);
        const auto told = orders.at(1).at(0).value<ui::OrderChanges>();
        QCOMPARE(told.ids, std::vector<OrderId>{OrderId{1'002}});
        QCOMPARE(told.placed, std::vector<OrderId>{OrderId{1'002}});
        QCOMPARE(couriers.at(1).at(0).value<ui::CourierChanges>().ids, std::vector<CourierId>{CourierId("K2")});
    }

    void moreCouriersThanTheInboxHoldsAreEveryCourier() {
        test::FakeEngine engine;
        const test::OverLine line(engine);
        ui::EngineBridge bridge(line.engine(), api::Actor::administrator("local:test"));
        bridge.setVisible(true);
        QSignalSpy couriers(&bridge, &ui::EngineBridge::couriersChanged);
        std::vector<api::Event> many;
        for (int i = 0; i < 5'000; ++i) {
            many.push_back(courierEvent(i));
        }
        engine.publish(many);
        QTRY_COMPARE(couriers.count(), 1);
        QVERIFY(couriers.at(0).at(0).value<ui::CourierChanges>().everything);
        // And the next one is only that one.
        engine.publish({courierEvent(7)});
        QTRY_COMPARE(couriers.count(), 2);
        QVERIFY(!couriers.at(1).at(0).value<ui::CourierChanges>().everything);
        QCOMPARE(couriers.at(1).at(0).value<ui::CourierChanges>().ids, std::vector<CourierId>{CourierId("K7")});
    }

    /// An answer about the path of before is not one about this one.
    void aPathIsKnownOnceItIsLookedAt() {
        QTemporaryDir folder;
        ui::PathWatch watch;
        QSignalSpy changed(&watch, &ui::PathWatch::changed);
        QVERIFY(!watch.look(folder.path()).has_value());
        QVERIFY(!watch.look(folder.filePath(QStringLiteral("nothing"))).has_value());
        QTRY_VERIFY(watch.look(folder.filePath(QStringLiteral("nothing"))).has_value());
        const auto facts = *watch.look(folder.filePath(QStringLiteral("nothing")));
        QVERIFY(!facts.exists && !facts.isFolder);
        QCOMPARE(changed.count(), 1);
        QVERIFY(!watch.look(folder.path()).has_value());
        QTRY_VERIFY(watch.look(folder.path()).has_value());
        QVERIFY(watch.look(folder.path())->isFolder && watch.look(folder.path())->isEmptyFolder);
    }
};

}  // namespace test_shell

QTEST_MAIN(test_shell::TestShell)
#include "test_shell.moc"
