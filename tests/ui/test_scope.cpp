// SPDX-License-Identifier: GPL-3.0-or-later
// The campus chosen at the top: badges, the alert button and tiles are of it, what has no campus says so, and what a
// list is narrowed to by itself leaves it alone.
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <utility>

#include "engine/base/log.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/timer_store.h"
#include "tests/support/line/over_line.h"
#include "tests/support/shops/dispatch_shop.h"
#include "tests/support/shops/people_shop.h"
#include "tests/support/shops/returns_shop.h"
#include "tests/ui/console_fixture.h"
#include "ui/dialogs/courier_picker.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/dialogs/refund_settings_dialog.h"
#include "ui/dialogs/return_policy_dialog.h"
#include "ui/dialogs/timer_policy_dialog.h"
#include "ui/pages/alerts/alerts_panel.h"
#include "ui/pages/dispatch/dispatch_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/returns/returns_page.h"
#include "ui/shell/courier_directory.h"
#include "ui/shell/navigation_bar.h"
#include "ui/shell/scope_figures.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/card.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/courier_edit.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/tile.h"
#include "ui/widgets/time_range.h"

namespace test_scope {

using namespace evenhand;
using Figure = ui::OverviewPage::Figure;

namespace {

/// At the second campus a timer was given up; what else was paid is late by minutes, but for the newest order.
struct LateShop : test::PeopleShop {
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
        return shop.must(shop.engine().alerts().counts(test::Shop::by("root"), campus)).firing;
    }

    LateShop shop;
    test::ConsoleOver console;
};

/// The figures of a campus, over some engine.
struct Counted {
    explicit Counted(api::EngineApi& engine)
        : line(engine),
          bridge(line.engine(), api::Actor::administrator("local:test")),
          scope(bridge),
          figures(bridge, scope) {
        bridge.setVisible(true);
    }
    test::OverLine line;
    ui::EngineBridge bridge;
    ui::CampusScope scope;
    ui::ScopeFigures figures;
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
        for (const auto which : {Figure::Workers, Figure::CampaignLeft}) {
            // Budgets were read before this campaign ran, and are read again after a while.
            QTRY_VERIFY2_WITH_TIMEOUT(says(which), qPrintable(page->tile(which)->note()),
                                      4 * ui::OverviewPage::kReadMs);
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

    /// Whoever decides has to look at the first and at the second decisions, and at what failed and at what was given
    /// up.
    void moneyAndReturnsOfACampus() {
        test::ReturnsShop shop;
        shop.setPolicy({api::GoodsRule::MoneyFirst, Money{1}, Money{1}});
        const auto twice = shop.askBack(21, "anna", "cold");
        QVERIFY(!shop.must(shop.engine().returns().approve(test::Shop::by("bo"), {twice, 0}, {})).error);
        const CampusId home = shop.returned(twice).row.campus;
        api::ReturnFilter second;
        second.stages = {api::ReturnStage::SecondApproval};
        QCOMPARE(shop.returns(second).size(), std::size_t{1});
        Counted counted(shop.engine());
        std::int64_t waiting = 0;
        std::int64_t failed = 0;
        for (int i = 0; i < 4; ++i) {
            const auto campus = test::Shop::campus(i);
            counted.scope.setCurrent(campus);
            std::int64_t here = campus == home ? 1 : 0;
            api::ReturnFilter first;
            first.stages = {api::ReturnStage::Approval};
            first.campus = campus;
            here += std::ssize(shop.returns(first));
            QTRY_COMPARE(counted.figures.returnsWaiting(), here);
            waiting += here;
            std::int64_t bad = 0;
            api::RefundFilter ofCampus;
            ofCampus.campus = campus;
            for (const auto& row : shop.refunds(ofCampus)) {
                bad += row.status == api::RefundStatus::Failed || row.dead ? 1 : 0;
            }
            QTRY_COMPARE(counted.figures.refundsFailed(), bad);
            failed += bad;
        }
        QCOMPARE(waiting, shop.returnsWaiting());
        QCOMPARE(failed, std::int64_t{2});  // one was declined, of one nothing was heard
        counted.scope.setCurrent({});
        QTRY_COMPARE(counted.figures.returnsWaiting(), waiting);
        QTRY_COMPARE(counted.figures.refundsFailed(), failed);
    }

    void ordersOfACampus() {
        test::DispatchShop shop;
        Counted counted(shop);
        std::vector<std::int64_t> found;
        for (const auto& campus : {test::Shop::campus(0), test::Shop::campus(1), test::Shop::campus(2), CampusId()}) {
            api::OrderFilter unassigned;
            unassigned.campus = campus;
            unassigned.unassignedOnly = true;
            found.push_back(shop.must(shop.orders().count(test::Shop::by("root"), unassigned)));
            counted.scope.setCurrent(campus);
            QTRY_COMPARE(counted.figures.unassigned(), found.back());
        }
        QCOMPARE(found, (std::vector<std::int64_t>{4, 2, 0, 6}));
    }

    void lateOnesOfACampus() {
        Desk desk;
        Counted counted(desk.shop.engine());
        for (int i = 0; i < 4; ++i) {
            const auto campus = test::Shop::campus(i);
            counted.scope.setCurrent(campus);
            QTRY_COMPARE(counted.figures.late(), desk.late(campus));
            QCOMPARE(counted.figures.deadTimers(), std::int64_t{i == 1 ? 1 : 0});
            QCOMPARE(counted.figures.alerts(), desk.firing(campus));
        }
        QVERIFY(desk.late({}) > desk.late(test::Shop::campus(0)));
        // What is not read any more is not known, rather than what it was at the campus before.
        desk.shop.hold(true);
        counted.scope.setCurrent(test::Shop::campus(0));
        for (const auto figure :
             {counted.figures.late(), counted.figures.deadTimers(), counted.figures.alerts(),
              counted.figures.unassigned(), counted.figures.returnsWaiting(), counted.figures.refundsFailed()}) {
            QCOMPARE(figure, std::int64_t{-1});
        }
        desk.shop.hold(false);
        QTRY_COMPARE(counted.figures.late(), desk.late(test::Shop::campus(0)));
    }

    /// Whatever the list was narrowed to before.
    void whatWaitsIsOpenedWhole() {
        test::ReturnsShop shop;
        test::ConsoleOver console(shop.engine());
        auto& window = console.open();
        QTRY_VERIFY(window.context().scope.isLoaded() && window.currentPage()->isReady());
        const QVariantMap waiting{{QStringLiteral("waiting"), true}};
        window.context().navigator.open(QStringLiteral("returns"), waiting);
        auto* page = static_cast<ui::ReturnsPage*>(window.page(QStringLiteral("returns")));
        QCOMPARE(window.currentPage(), static_cast<ui::Page*>(page));
        const int all = static_cast<int>(shop.returnsWaiting());
        QVERIFY(all > 0);
        QTRY_COMPARE(page->returns()->model().rowCount(), all);
        page->findChild<QLineEdit*>(QStringLiteral("returnFilterText"))->setText(QStringLiteral("nothing has this"));
        QTRY_COMPARE(page->returns()->model().rowCount(), 0);
        window.context().navigator.open(QStringLiteral("overview"), {});
        window.context().navigator.open(QStringLiteral("returns"), waiting);
        QTRY_COMPARE(page->returns()->model().rowCount(), all);
        console.window.reset();
    }

    /// Each figure that the engine tells by itself, with what is said of it and how bad it is.
    void tilesOfWhatTheEngineTells() {
        test::Console console;
        api::EngineStatus told;
        told.workers = 1;
        console.shop.statusChange = [&told](api::EngineStatus& status) {
            status.unassigned = told.unassigned;
            status.late = told.late;
            status.overdue = told.overdue;
            status.returnsWaiting = told.returnsWaiting;
            status.refundsFailed = told.refundsFailed;
            status.deadTasks = told.deadTasks;
            status.deadLetters = told.deadLetters;
            status.deadTimers = told.deadTimers;
            status.workers = told.workers;
            status.outwardHeld = told.outwardHeld;
        };
        told.unassigned = told.late = told.overdue = told.returnsWaiting = told.refundsFailed = 0;
        told.deadTasks = told.deadLetters = told.deadTimers = 0;
        auto& window = console.open();
        auto* page = static_cast<ui::OverviewPage*>(window.page(QStringLiteral("overview")));
        QTRY_VERIFY(window.context().scope.isLoaded() && page->isReady());
        const auto is = [&](Figure which, const char* wanted, ui::Tone tone) {
            window.context().bridge.poll();
            const auto* tile = page->tile(which);
            QCOMPARE(tile->figure() + QStringLiteral(" | ") + tile->note(), QString::fromUtf8(wanted));
            QVERIFY2(tile->tone() == tone, wanted);
        };
        using enum ui::Tone;
        is(Figure::Unassigned, "0 | paid, without a courier", Muted);
        is(Figure::Late, "0 | past their limit", Muted);
        is(Figure::ReturnsWaiting, "0 | for approval", Muted);
        is(Figure::DeadLetters, "0 | nothing was given up", Muted);
        told.unassigned = 1;
        is(Figure::Unassigned, "1 | paid, without a courier", Warn);
        told.overdue = 5;
        is(Figure::Late, "0 | 5 timers not handled", Muted);
        told.late = 1;
        is(Figure::Late, "1 | 5 timers not handled", Bad);
        told.returnsWaiting = 1;
        is(Figure::ReturnsWaiting, "1 | for approval", Warn);
        told.refundsFailed = 3;
        is(Figure::ReturnsWaiting, "1 | 3 refunds failed", Bad);
        told.deadTasks = 1;
        is(Figure::DeadLetters, "1 | tasks: 1", Bad);
        told.deadLetters = 2;
        is(Figure::DeadLetters, "3 | tasks: 1, messages: 2", Bad);
        told.deadTimers = 4;
        is(Figure::DeadLetters, "7 | tasks: 1, messages: 2, timers: 4", Bad);
        for (auto* unknown : {&told.deadTasks, &told.deadLetters, &told.deadTimers}) {
            const auto before = std::exchange(*unknown, -1);
            is(Figure::DeadLetters, "– | ", Muted);
            *unknown = before;
        }
        told.workers = 0;
        is(Figure::Workers, "0 | no worker is running", Bad);
        told.outwardHeld = true;
        is(Figure::Workers, "0 | refunds and webhooks are held", Warn);
        told.workers = 1'000;
        is(Figure::Workers, "1,000 | refunds and webhooks are held", Warn);
        told.refundsFailed = -1;
        told.returnsWaiting = -1;
        is(Figure::ReturnsWaiting, "– | for approval", Muted);
        console.window.reset();  // before what it is told
    }

    /// Of each form of settings: what somebody changed meanwhile stands.
    void settingsChangedMeanwhileAreNotOverwritten() {
        Desk desk;
        auto& window = desk.window();
        auto& engine = desk.shop.engine();
        const auto somebody = test::Shop::by("x");
        const auto home = test::Shop::campus(0);
        const auto type = [](QDialog* dialog, const char* field, const char* typed) {
            auto* edit = dialog->findChild<QLineEdit*>(QLatin1String(field));
            QVERIFY2(edit != nullptr, field);
            edit->setText(QLatin1String(typed));
        };
        const auto isRefused = [](QDialog* dialog, const char* save, const char* error) {
            auto* button = dialog->findChild<QPushButton*>(QLatin1String(save));
            QVERIFY2(button->isEnabled(), qPrintable(button->toolTip()));
            const QPointer said = dialog->findChild<QLabel*>(QLatin1String(error));
            button->click();
            QTRY_VERIFY2(said && said->text().contains(QStringLiteral("Changed by somebody else")), save);
            delete dialog;
        };
        // Dispatch of a campus.
        const auto campus = desk.scope().campuses().front();
        auto* dispatch = new ui::PolicyDialog(window.context(), campus, &window);
        dispatch->open();
        type(dispatch, "policyStep", "77");
        auto renamed = campus;
        renamed.name = "Theirs";
        renamed.version = 0;
        desk.shop.must(engine.dispatch().upsertCampus(somebody, renamed));
        isRefused(dispatch, "policySave", "policyError");
        for (const auto& row : desk.shop.must(engine.dispatch().campuses(somebody))) {
            QVERIFY(row.id != campus.id || (row.name == "Theirs" && row.policy == campus.policy));
        }
        // Timers of a campus.
        auto* timers = new ui::TimerPolicyDialog(window.context(), desk.shop.must(engine.timers().policies(somebody)),
                                                 home, &window);
        timers->open();
        type(timers, "timerPolicy_unpaid_ms", "29 min");
        api::TimerPolicy theirs;
        theirs.autoReassign = true;
        desk.shop.must(engine.timers().setPolicy(somebody, home, theirs));
        isRefused(timers, "timerPolicySave", "timerPolicyError");
        for (const auto& row : desk.shop.must(engine.timers().policies(somebody))) {
            QVERIFY(row.campus != home || row.policy == theirs);
        }
        // Returns of the workspace.
        auto* returns = new ui::ReturnPolicyDialog(
            window.context(), desk.shop.must(engine.returns().policies(somebody)), CampusId(), &window);
        returns->open();
        type(returns, "returnPolicy_four_eyes", "12.00");
        api::ReturnPolicy withoutGoods;
        withoutGoods.goods = api::GoodsRule::NoGoods;
        desk.shop.must(engine.returns().setPolicy(somebody, CampusId(), withoutGoods));
        isRefused(returns, "returnPolicySave", "returnPolicyError");
        for (const auto& row : desk.shop.must(engine.returns().policies(somebody))) {
            QVERIFY(!row.campus.empty() || row.policy == withoutGoods);
        }
        // The provider of refunds.
        api::RefundSettings http;
        http.provider = api::RefundProviderKind::Http;
        http.url = "https://pay.example/refunds";
        http.keyId = "shop";
        http.secretName = "refunds";
        desk.shop.must(engine.refunds().setSettings(somebody, http));
        auto* refunds = new ui::RefundSettingsDialog(window.context(),
                                                     desk.shop.must(engine.refunds().settings(somebody)), &window);
        refunds->open();
        type(refunds, "refundSettings_max_attempts", "7");
        http.maxAttempts = 99;
        desk.shop.must(engine.refunds().setSettings(somebody, http));
        isRefused(refunds, "refundSettingsSave", "refundSettingsError");
        QCOMPARE(desk.shop.must(engine.refunds().settings(somebody)).maxAttempts, std::int64_t{99});
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
        QCOMPARE(orders->pane()->filter().campus, test::Shop::campus(1));
        desk.scope().setCurrent(test::Shop::campus(0));
        QTRY_COMPARE(orders->pane()->filter().campus, test::Shop::campus(0));
        desk.scope().setCurrent({});
        QTRY_VERIFY(orders->isReady());
        QCOMPARE(orders->pane()->filter().campus, test::Shop::campus(1));
    }

    /// However narrow the column is.
    void thatAnOrderIsLateStandsFirstInItsStatus() {
        Desk desk;
        auto* orders = desk.show<ui::OrdersPage>("orders");
        orders->pane()->showOnly({{QStringLiteral("late"), true}});
        QTRY_COMPARE(orders->model().rowCount(), static_cast<int>(desk.late({})));
        QVERIFY(orders->model().rowCount() > 0);
        QTRY_VERIFY(orders->model().row(0) != nullptr);
        const auto status = orders->model().index(0, ui::OrderPane::StatusColumn).data().toString();
        QVERIFY2(status.startsWith(QStringLiteral("Late · ")) && status.size() > 7, qPrintable(status));
    }

    void theLongestLateStandsFirstAndAResolvedOneIsLateForNoLonger() {
        Desk desk;
        auto* page = desk.show<ui::OverviewPage>("overview");
        auto* panel = page->alerts();
        auto& alerts = desk.shop.engine().alerts();
        const auto boss = test::Shop::by("root");
        api::AlertQuery longest;
        longest.sort = api::AlertSort::Due;
        longest.descending = false;
        const auto open = desk.shop.must(alerts.page(boss, longest));
        QVERIFY(open.size() > 2);
        (void)desk.shop.must(alerts.resolve(boss, {open.front().id}));
        const auto resolvedAt = desk.shop.now();
        desk.shop.clock().advanceMs(3'600'000);
        desk.shop.engine().runUntilIdle();
        desk.window().context().bridge.poll();
        panel->resolvedToo()->setChecked(true);
        auto& model = panel->model();
        const int late = model.columnOf(QStringLiteral("late"));
        panel->table()->sortByColumn(late, Qt::DescendingOrder);
        const auto order = [&model] {
            std::vector<std::int64_t> ids;
            for (int row = 0; row < model.rowCount() && model.row(row) != nullptr; ++row) {
                ids.push_back(model.row(row)->id.value);
            }
            return ids;
        };
        std::vector<std::int64_t> wanted;
        for (const auto& row : open) {
            wanted.push_back(row.id.value);
        }
        QTRY_COMPARE(order(), wanted);
        const auto cell = [&](int column) { return model.index(0, column).data().toString(); };
        QCOMPARE(cell(model.columnOf(QStringLiteral("state"))), QStringLiteral("Resolved"));
        QCOMPARE(cell(late), ui::Formats::countdown(resolvedAt.ms - open.front().due.ms, false));
        panel->table()->sortByColumn(late, Qt::AscendingOrder);
        std::reverse(wanted.begin(), wanted.end());
        QTRY_COMPARE(order(), wanted);
    }

    /// All of them are in order and counted, whatever of them was read.
    void alertsAreSortedAndCountedByTheEngine() {
        Desk desk;
        auto* panel = desk.show<ui::OverviewPage>("overview")->alerts();
        const auto open = desk.shop.must(desk.shop.engine().alerts().page(test::Shop::by("root"), {}));
        QTRY_COMPARE(panel->model().total(), std::ssize(open));
        QCOMPARE(panel->model().cutAt(), 0);
        QCOMPARE(panel->countLabel()->text(), QStringLiteral("%1 alerts").arg(open.size()));
        for (const char* column : {"state", "late", "fired"}) {
            QVERIFY(panel->model().isSortable(panel->model().columnOf(QLatin1String(column))));
        }
        for (const char* column : {"kind", "order", "campus", "courier", "repeats", "next", "by"}) {
            QVERIFY(!panel->model().isSortable(panel->model().columnOf(QLatin1String(column))));
        }
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

    void couriersAreNamedOnceTheyAreRead() {
        test::PeopleShop shop;
        Counted counted(shop.engine());
        ui::CourierDirectory directory(counted.bridge);
        const auto first = test::Shop::courier(0, 0);
        const auto other = test::Shop::courier(2, 3);
        QCOMPARE(directory.nameOf(CourierId()), QString());
        QCOMPARE(directory.nameOf(first), QStringLiteral("K101"));
        QTRY_COMPARE(directory.nameOf(first), QStringLiteral("Li Wei"));
        QCOMPARE(directory.phoneOf(first), QStringLiteral("+86 138 0000 1000"));
        QCOMPARE(directory.nameOf(other), QStringLiteral("Chen Min"));
        QCOMPARE(directory.phoneOf(other), QStringLiteral("+86 138 0000 1203"));
        QCOMPARE(directory.nameOf(CourierId("K999")), QStringLiteral("K999"));
        QCOMPARE(directory.phoneOf(CourierId("K999")), QString());
    }

    void couriersThatCannotBeReadAreNotNone() {
        Desk desk;
        ui::CourierEdit edit(desk.window().context().bridge);
        edit.show();
        edit.setFocus();
        desk.shop.breakDisk(true);
        QTest::keyClicks(&edit, QStringLiteral("Li"));
        QTRY_VERIFY(edit.suggestions().value(0).contains(QStringLiteral("could not be read")));
        desk.shop.breakDisk(false);
    }
};

}  // namespace test_scope

QTEST_MAIN(test_scope::TestScope)
#include "test_scope.moc"
