// SPDX-License-Identifier: GPL-3.0-or-later
// The campus chosen at the top: badges, the alert button and tiles are of it, what has no campus says so, and what a
// list is narrowed to by itself leaves it alone.
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

#include "engine/base/log.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/timer_store.h"
#include "tests/support/shops/team_shop.h"
#include "tests/ui/console_fixture.h"
#include "ui/dialogs/courier_picker.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/pages/alerts/alerts_panel.h"
#include "ui/pages/dispatch/dispatch_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/returns/returns_page.h"
#include "ui/shell/navigation_bar.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/card.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/courier_edit.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/tile.h"
#include "ui/widgets/time_range.h"

using namespace evenhand;
using Figure = ui::OverviewPage::Figure;

namespace {

/// At the second campus a timer was given up; what else was paid is late by minutes, but for the newest order.
struct LateShop : test::TeamShop {
    LateShop() {
        int newest = 0;
        while (order(paidOrder(newest)).campus != campus(1)) {
            ++newest;
        }
        tamper([id = order(paidOrder(newest)).id](runtime::UnitOfWork& work) -> Result<void> {
            EVENHAND_TRY(store::timers::recordFailure(work.database(), id, api::TimerKind::PickUpLate, work.now(),
                                                      "gone", std::nullopt, work.now()));
            auto& disarm = work.database().statement("UPDATE orders SET due_at = NULL WHERE order_id = ?");
            disarm.bind(id.value);
            EVENHAND_TRY(disarm.write());
            return {};
        });
        clock().advanceMs(40 * 60'000);
        engine().runUntilIdle();
    }
    void runCampaign() {
        api::CampaignSettings set;
        set.name = "Lunch";
        set.shape = {Money{300'000}, 1'000, Money{1'000}, 4};
        set.begin = now();
        set.end = now().plusMs(3'600'000);
        set.seed = 4711;
        (void)must(engine().campaigns().create(by("root"), CampaignId("lunch"), set));
        (void)must(engine().campaigns().start(by("root"), CampaignId("lunch")));
        engine().runUntilIdle();
    }
};

struct Desk {
    Desk() : console(shop.engine()) {
        console.open();
        console.window->resize(1440, 900);
        wait();
    }
    ~Desk() { console.window.reset(); }
    void wait() const { QTRY_VERIFY(window().context().scope.isLoaded() && window().currentPage()->isReady()); }
    [[nodiscard]] ui::MainWindow& window() const { return *console.window; }
    [[nodiscard]] ui::CampusScope& scope() const { return window().context().scope; }
    template <typename PageType>
    PageType* show(const char* id) {
        for (std::size_t i = 0; i < window().pages().size(); ++i) {
            if (window().pages()[i]->id() == QLatin1String(id)) {
                window().showPage(static_cast<int>(i));
            }
        }
        wait();
        return static_cast<PageType*>(window().page(QLatin1String(id)));
    }
    [[nodiscard]] std::int64_t late(const CampusId& campus) {
        api::OrderFilter filter;
        filter.campus = campus;
        filter.lateOnly = true;
        return shop.must(shop.engine().orders().count(test::Shop::by("root"), filter));
    }
    [[nodiscard]] std::int64_t dead(const CampusId& campus) {
        api::TimerFilter filter;
        filter.campus = campus;
        filter.states = {api::TimerState::Dead};
        return shop.must(shop.engine().timers().count(test::Shop::by("root"), filter));
    }
    [[nodiscard]] std::int64_t firing(const CampusId& campus) {
        return shop.must(shop.engine().timers().alertCounts(test::Shop::by("root"), campus)).firing;
    }

    LateShop shop;
    test::ConsoleOver console;
};

}  // namespace

class TestScope : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void badgesAndTheAlertButtonAreOfTheCampus() {
        Desk desk;
        auto* button = desk.window().topBar()->alertButton();
        const auto* overview = desk.window().page(QStringLiteral("overview"));
        const auto* delayed = desk.window().page(QStringLiteral("delayed"));
        const auto* dispatch = desk.window().page(QStringLiteral("dispatch"));
        const auto of = [&](const CampusId& campus) {
            const QString count = ui::Formats::number(desk.firing(campus));
            return button->text().startsWith(count + QLatin1Char(' ')) &&
                   overview->badge() == std::optional<qint64>(desk.firing(campus)) &&
                   delayed->badge() == std::optional<qint64>(desk.late(campus) + desk.dead(campus));
        };
        QVERIFY(desk.firing({}) > desk.firing(test::Shop::campus(0)));
        QVERIFY(desk.firing(test::Shop::campus(0)) > 0);
        QCOMPARE(desk.dead({}), std::int64_t{1});
        QCOMPARE(desk.dead(test::Shop::campus(0)), std::int64_t{0});
        desk.scope().setCurrent(test::Shop::campus(0));
        QTRY_VERIFY(of(test::Shop::campus(0)));
        QVERIFY(!dispatch->badge().has_value());
        desk.scope().setCurrent({});
        QTRY_VERIFY(of({}));
    }

    void whatHasNoCampusSaysSo() {
        Desk desk;
        desk.shop.runCampaign();
        auto* page = desk.show<ui::OverviewPage>("overview");
        const auto says = [&](Figure which) {
            return page->tile(which)->note().contains(QStringLiteral("all campuses"));
        };
        for (const auto which : {Figure::DeadLetters, Figure::Workers}) {
            QVERIFY(!says(which));
        }
        desk.scope().setCurrent(test::Shop::campus(0));
        desk.wait();
        for (const auto which : {Figure::DeadLetters, Figure::Workers, Figure::CampaignLeft}) {
            QTRY_VERIFY2(says(which), qPrintable(page->tile(which)->note()));
        }
        auto* returns = desk.show<ui::ReturnsPage>("returns");
        returns->tabs()->setCurrentIndex(ui::ReturnsPage::LedgerTab);
        desk.wait();
        const auto labels = returns->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const auto* label) {
            return label->isVisible() && label->text() == QStringLiteral("Trial balance, all campuses");
        }));
        auto* dispatch = desk.show<ui::DispatchPage>("dispatch");
        const auto tabs = dispatch->findChildren<QTabBar*>();
        QVERIFY(std::any_of(tabs.begin(), tabs.end(), [](const auto* each) {
            for (int i = 0; i < each->count(); ++i) {
                if (each->tabText(i).startsWith(QStringLiteral("Dead letters")) &&
                    each->tabText(i).contains(QStringLiteral("all campuses"))) {
                    return true;
                }
            }
            return false;
        }));
    }

    /// Beside the choice, and with the count in the navigation.
    void aPageThatKnowsNoCampusSaysSo() {
        Desk desk;
        auto& window = desk.window();
        const auto* note = window.topBar()->findChild<ui::Pill*>(QStringLiteral("allCampuses"));
        QStringList wider;
        for (const bool one : {false, true}) {
            desk.scope().setCurrent(one ? test::Shop::campus(0) : CampusId());
            for (std::size_t i = 0; i < window.pages().size(); ++i) {
                window.showPage(static_cast<int>(i));
                const auto* page = window.pages()[i];
                QCOMPARE(note->isVisible(), one && page->showsAllCampuses());
                const auto* entry = window.navigation()->entry(static_cast<int>(i));
                const bool counted = entry->badge().has_value();
                QCOMPARE(entry->accessibleDescription().contains(QStringLiteral("all campuses")),
                         counted && one && page->showsAllCampuses());
                if (page->showsAllCampuses()) {
                    wider << page->id();
                }
            }
        }
        wider.removeDuplicates();
        wider.sort();
        QCOMPARE(wider, QStringList({QStringLiteral("audit"), QStringLiteral("campaigns"), QStringLiteral("settings"),
                                     QStringLiteral("workers")}));
    }

    /// Single cards of pages that are of the campus otherwise.
    void cardsOfTheWholeEngineSaySo() {
        Desk desk;
        const auto titles = [&](const char* id) {
            QStringList found;
            for (auto* card : desk.show<ui::Page>(id)->findChildren<ui::Card*>()) {
                for (const auto* label : card->findChildren<QLabel*>()) {
                    found << label->text();
                }
            }
            return found;
        };
        const QStringList names{QStringLiteral("Throughput"), QStringLiteral("Commit latency"),
                                QStringLiteral("Engine and workers")};
        for (const QString& name : names) {
            QVERIFY2(titles("overview").contains(name), qPrintable(name));
        }
        QVERIFY(titles("delayed").contains(QStringLiteral("Lateness")));
        desk.scope().setCurrent(test::Shop::campus(0));
        for (const QString& name : names) {
            QVERIFY2(titles("overview").contains(name + QStringLiteral(", all campuses")), qPrintable(name));
        }
        QVERIFY(titles("delayed").contains(QStringLiteral("Lateness, all campuses")));
        const auto labels = desk.window().page(QStringLiteral("delayed"))->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const auto* label) {
            return label->text() == QStringLiteral("Queue vs database, all campuses");
        }));
    }

    void dispatchShowsOneAndThenAllAgain() {
        Desk desk;
        auto* page = desk.show<ui::DispatchPage>("dispatch");
        QCOMPARE(page->feed().campuses().size(), std::size_t{4});
        desk.scope().setCurrent(test::Shop::campus(1));
        QTRY_COMPARE(page->feed().campuses(), std::vector<CampusId>{test::Shop::campus(1)});
        desk.scope().setCurrent({});
        QTRY_COMPARE(page->feed().campuses().size(), std::size_t{4});
    }

    void theCampusOfAListLeavesTheScopeAlone() {
        Desk desk;
        auto* orders = desk.show<ui::OrdersPage>("orders");
        auto* campus = orders->findChild<ui::ChoiceButton*>(QStringLiteral("filterCampus"));
        QTRY_VERIFY(campus->isEnabled());
        const auto all = orders->model().rowCount();
        campus->setChosen({QStringLiteral("C2")});
        Q_EMIT campus->chosenChanged();
        QTRY_VERIFY(orders->isReady() && orders->model().rowCount() < all);
        QVERIFY(desk.scope().current().empty());
        QCOMPARE(orders->filters()->filter().campus, test::Shop::campus(1));
        desk.scope().setCurrent(test::Shop::campus(0));
        QTRY_COMPARE(orders->filters()->filter().campus, test::Shop::campus(0));
        desk.scope().setCurrent({});
        QTRY_VERIFY(orders->isReady());
        QCOMPARE(orders->filters()->filter().campus, test::Shop::campus(1));
    }

    /// However narrow the column is.
    void thatAnOrderIsLateStandsFirstInItsStatus() {
        Desk desk;
        auto* orders = desk.show<ui::OrdersPage>("orders");
        orders->filters()->showOnly({{QStringLiteral("late"), true}});
        QTRY_COMPARE(orders->model().rowCount(), static_cast<int>(desk.late({})));
        QVERIFY(orders->model().rowCount() > 0);
        QTRY_VERIFY(orders->model().row(0) != nullptr);
        const auto status = orders->model().index(0, ui::OrderTableModel::StatusColumn).data().toString();
        QVERIFY2(status.startsWith(QStringLiteral("Late · ")) && status.size() > 7, qPrintable(status));
    }

    void theLongestLateStandsFirstWhateverBecameOfIt() {
        Desk desk;
        auto* page = desk.show<ui::OverviewPage>("overview");
        auto* panel = page->alerts();
        auto& timers = desk.shop.engine().timers();
        const auto boss = test::Shop::by("root");
        const auto open = desk.shop.must(timers.alerts(boss, {}));
        QVERIFY(open.size() > 2);
        (void)desk.shop.must(timers.resolve(boss, {open.back().id}));
        desk.shop.clock().advanceMs(3'600'000);
        desk.shop.engine().runUntilIdle();
        desk.window().context().bridge.poll();
        panel->resolvedToo()->setChecked(true);
        const auto* model = panel->table()->model();
        QTRY_COMPARE(model->rowCount(), static_cast<int>(open.size()));
        panel->table()->sortByColumn(panel->model().columnOf(QStringLiteral("late")), Qt::DescendingOrder);
        // It was the longest late; the others have been late for an hour more since.
        const auto state = [&](int row) {
            return model->index(row, panel->model().columnOf(QStringLiteral("state"))).data().toString();
        };
        QTRY_COMPARE(state(model->rowCount() - 1), QStringLiteral("Resolved"));
        QCOMPARE(state(0), QStringLiteral("Firing"));
    }

    void moreAlertsThanAreShownAreNotCountedAsAll() {
        Desk desk;
        auto* panel = desk.show<ui::OverviewPage>("overview")->alerts();
        panel->showAtMost(2);
        panel->refresh();
        QTRY_COMPARE(panel->model().rowCount(), 2);
        const auto labels = panel->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const auto* label) {
            return label->text().startsWith(QStringLiteral("More than 2 alerts"));
        }));
    }

    void theAnswerThatDoesItLooksLikeIt() {
        Desk desk;
        auto& context = desk.window().context();
        const auto isPrimary = [](const QDialog& dialog, const char* name) {
            const auto* button = dialog.findChild<QPushButton*>(QLatin1String(name));
            return button != nullptr && button->property("role").toString() == QStringLiteral("primary");
        };
        const ui::CourierPicker picker(QStringLiteral("Who"), {}, {});
        QVERIFY(isPrimary(picker, "courierPickerChoose"));
        const ui::TimeRangeDialog range(context.formats, desk.shop.now(), {}, {}, nullptr);
        QVERIFY(isPrimary(range, "okButton"));
        const ui::PolicyDialog policy(context, desk.scope().campuses().front());
        QVERIFY(isPrimary(policy, "policySave"));
    }

    void couriersThatCannotBeReadAreNotNone() {
        Desk desk;
        ui::CourierEdit edit(desk.window().context().bridge);
        edit.show();
        edit.setFocus();
        desk.shop.breakDisk(true);
        QSignalSpy suggested(&edit, &ui::CourierEdit::suggested);
        QTest::keyClicks(&edit, QStringLiteral("Li"));
        QTRY_COMPARE(suggested.count(), 1);
        QVERIFY(edit.suggestions().value(0).contains(QStringLiteral("could not be read")));
        desk.shop.breakDisk(false);
    }
};

QTEST_MAIN(TestScope)
#include "test_scope.moc"
