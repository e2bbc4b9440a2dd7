// SPDX-License-Identifier: GPL-3.0-or-later
// The overview: where each tile leads, which orders are today's, and which figure of the engine stands where.
#include <QTest>

#include "engine/base/log.h"
#include "tests/support/shops/people_shop.h"
#include "tests/ui/console_fixture.h"
#include "ui/pages/overview/deployment_panel.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/shell/navigator.h"
#include "ui/widgets/card.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace test_overview {

namespace {

using namespace evenhand;
using Figure = ui::OverviewPage::Figure;

struct Over : test::ConsoleShop, test::ConsoleOver {
    Over() : ConsoleOver(shop) {
        open();
        window->resize(1400, 860);
        window->showPage(0);
        QTRY_VERIFY(window->context().scope.isLoaded() && page()->isReady());
    }
    ~Over() { window.reset(); }
    [[nodiscard]] ui::OverviewPage* page() const {
        return static_cast<ui::OverviewPage*>(window->page(QStringLiteral("overview")));
    }
    [[nodiscard]] const ui::Tile* tile(Figure which) const { return page()->tile(which); }
    /// Where a click on the tile leads, as "page key=value".
    [[nodiscard]] QString target(Figure which) const {
        QString led;
        const auto heard =
            QObject::connect(&window->context().navigator, &ui::Navigator::requested, window.get(),
                             [&led](const QString& id, const QVariantMap& target) {
                                 led = id;
                                 for (auto each = target.begin(); each != target.end(); ++each) {
                                     led += QStringLiteral(" %1=%2").arg(each.key(), each.value().toString());
                                 }
                             });
        QTest::mouseClick(page()->tile(which), Qt::LeftButton);
        QObject::disconnect(heard);
        window->showPage(0);
        return led;
    }
};

}  // namespace

class TestOverview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void eachTileLeadsToWhatItCounts() {
        Over over;
        QCOMPARE(over.target(Figure::OrdersToday), QStringLiteral("orders"));
        QCOMPARE(over.target(Figure::Unassigned), QStringLiteral("orders unassigned=true"));
        QCOMPARE(over.target(Figure::Late), QStringLiteral("orders late=true"));
        QCOMPARE(over.target(Figure::FairnessSpread), QStringLiteral("dispatch"));
        QCOMPARE(over.target(Figure::ReturnsWaiting), QStringLiteral("returns waiting=true"));
        QCOMPARE(over.target(Figure::Workers), QStringLiteral("workers"));
    }

    /// Each kind of what was given up has a list of its own.
    void whatWasGivenUpIsOpenedWhereItIsListed() {
        Over over;
        const auto dead = [&](std::int64_t tasks, std::int64_t timers, std::int64_t letters) {
            over.shop.statusChange = [=](api::EngineStatus& status) {
                status.deadTasks = tasks;
                status.deadTimers = timers;
                status.deadLetters = letters;
            };
            over.window->context().bridge.poll();
            return over.target(Figure::DeadLetters);
        };
        QCOMPARE(dead(1, 1, 1), QStringLiteral("workers dead=true"));
        QCOMPARE(dead(0, 1, 1), QStringLiteral("delayed dead=true"));
        QCOMPARE(dead(0, 0, 1), QStringLiteral("dispatch dead=true"));
    }

    void theLatenciesAreNotMixedUp() {
        Over over;
        over.shop.statusChange = [](api::EngineStatus& status) {
            status.committedPerSecond = 12.34;
            status.commitP50Ms = 1.5;
            status.commitP99Ms = 34.6;
        };
        over.window->context().bridge.poll();
        QStringList figures;
        for (const auto* card : over.page()->findChildren<ui::Card*>()) {
            figures << card->figures();
        }
        QVERIFY2(figures.contains(QStringLiteral("p50 1.5 ms, p99 34.6 ms")),
                 qPrintable(figures.join(QStringLiteral(" | "))));
        QVERIFY(figures.contains(QStringLiteral("12.3 committed/s")));
    }

    /// Only where there is a deployment; each part says how it is, and what is refused because of it.
    void partsOfADeploymentAreShown() {
        Over over;
        const auto* panel = over.page()->deployment();
        QVERIFY(panel->isHidden());
        api::PartHealth database;
        database.name = "db:3306";
        database.state = api::PartState::Well;
        database.readMs = 2;
        api::PartHealth master;
        master.kind = api::PartKind::Keyspace;
        master.role = api::PartRole::Master;
        master.name = "redis:6379";
        master.state = api::PartState::Away;
        master.reason = "no connection";
        master.refuses = true;
        const auto tell = [&over](std::vector<api::PartHealth> parts) {
            over.shop.statusChange = [parts = std::move(parts)](api::EngineStatus& status) { status.parts = parts; };
            over.window->context().bridge.poll();
        };
        tell({database, master});
        QVERIFY(!panel->isHidden());
        const auto said = [panel](const char* name) {
            return panel->findChild<ui::ElidedLabel*>(QLatin1String(name))->fullText();
        };
        QCOMPARE(said("deploymentPart1Name"), QStringLiteral("Database db:3306"));
        QCOMPARE(said("deploymentPart1Figures"), QStringLiteral("read 2 ms"));
        QCOMPARE(said("deploymentPart2Name"), QStringLiteral("Redis master redis:6379"));
        QCOMPARE(said("deploymentPart2Figures"), QStringLiteral("no connection"));
        const auto* state = panel->findChild<ui::Pill*>(QStringLiteral("deploymentPart2State"));
        QCOMPARE(state->text(), QStringLiteral("Away"));
        QCOMPARE(state->tone(), ui::Tone::Bad);
        const auto* refused = panel->findChild<QLabel*>(QStringLiteral("deploymentRefused"));
        QVERIFY(!refused->isHidden());
        QCOMPARE(refused->text(), QStringLiteral("Commands that need Redis redis:6379 are refused."));
        QCOMPARE(panel->figures(), QStringLiteral("1 part needs a look"));
        tell({database});
        QVERIFY(refused->isHidden() && state->isHidden());
        QCOMPARE(panel->figures(), QStringLiteral("nothing is wrong"));
        tell({});
        QVERIFY(panel->isHidden());
    }

    /// What was placed before midnight of the business zone is not of today, nor what is of another campus.
    void todayBeginsAtMidnightOfTheBusinessZone() {
        test::PeopleShop shop;
        test::ConsoleOver console(shop.engine());
        auto& window = console.open();
        window.showPage(0);
        auto* page = static_cast<ui::OverviewPage*>(window.page(QStringLiteral("overview")));
        QTRY_VERIFY(window.context().scope.isLoaded() && page->isReady());
        const auto& formats = window.context().formats;
        // Into the next day: what there was is of yesterday.
        const Instant midnight{formats.dayStart(shop.now()).ms + 86'400'000};
        shop.clock().advanceMs(midnight.ms + 60'000 - shop.clock().now().ms);
        shop.engine().runUntilIdle();
        (void)shop.sell(0);
        (void)shop.sell(1);
        (void)shop.sell(1);
        window.context().bridge.poll();
        QTRY_COMPARE_WITH_TIMEOUT(page->tile(Figure::OrdersToday)->figure(), QStringLiteral("3"), 20'000);
        window.context().scope.setCurrent(test::Shop::campus(1));
        QTRY_COMPARE_WITH_TIMEOUT(page->tile(Figure::OrdersToday)->figure(), QStringLiteral("2"), 20'000);
        console.window.reset();
    }
};

}  // namespace test_overview

QTEST_MAIN(test_overview::TestOverview)
#include "test_overview.moc"
