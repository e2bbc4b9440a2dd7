// SPDX-License-Identifier: GPL-3.0-or-later
// The first hours of a workspace: what the overview says to do next, where it is done, and when it goes.
#include <QImage>
#include <QLabel>
#include <QPixmap>
#include <QPromise>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include "engine/base/log.h"
#include "tests/support/shops/shop.h"
#include "tests/ui/console_over.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/shell/service_control.h"
#include "ui/widgets/scroll_column.h"

namespace test_first_steps {

namespace {

using namespace evenhand;
using Panel = ui::StartPanel;

struct Begun {
    explicit Begun(test::ShopOptions options = {0, nullptr, 0}) : shop(options) {}
    ~Begun() {
        if (console) {
            console->window.reset();
        }
    }
    /// Anew, with what was remembered.
    void open(std::optional<api::Actor> actor = std::nullopt) {
        if (console) {
            console->window.reset();
        }
        console = std::make_unique<test::ConsoleOver>(shop.engine(), folder.filePath(QStringLiteral("console.ini")));
        console->look.demo = isDemo;
        console->look.service = service;
        if (actor) {
            console->look.actor = *actor;
        }
        console->open().showPage(0);
        QTRY_VERIFY(panel()->isReady());
    }
    [[nodiscard]] Panel* panel() const {
        return static_cast<ui::OverviewPage*>(console->window->page(QStringLiteral("overview")))->start();
    }
    [[nodiscard]] std::vector<int> steps() const {
        std::vector<int> found;
        for (int step = 0; step < Panel::kSteps; ++step) {
            if (panel()->isOpen(static_cast<Panel::Step>(step))) {
                found.push_back(step);
            }
        }
        return found;
    }
    void click(const char* button) const {
        auto* found = panel()->findChild<QToolButton*>(QLatin1String(button));
        QVERIFY2(found != nullptr && found->isVisible(), button);
        found->click();
    }

    QTemporaryDir folder;
    test::Shop shop;
    bool isDemo = false;
    ui::ServiceControl* service = nullptr;
    std::unique_ptr<test::ConsoleOver> console;
};

using Steps = std::vector<int>;

/// Serves at once.
class OpenService final : public ui::ServiceControl {
public:
    [[nodiscard]] const ui::ServiceState& state() const override { return m_state; }
    [[nodiscard]] const ui::ServiceConfig& config() const override { return m_config; }
    void remember(ui::ServiceConfig) override {}
    api::Answer<void> start(ui::ServiceConfig) override {
        return set({ui::ServiceState::Kind::Serving, QStringLiteral("http://127.0.0.1:8480"), {}});
    }
    api::Answer<void> stop() override { return set({}); }

private:
    api::Answer<void> set(const ui::ServiceState& state) {
        m_state = state;
        Q_EMIT changed();
        QPromise<Result<void>> promise;
        promise.start();
        promise.addResult(Result<void>());
        promise.finish();
        return promise.future();
    }
    ui::ServiceState m_state;
    ui::ServiceConfig m_config;
};

}  // namespace

class TestFirstSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void eachStepGoesWhenItIsDone() {
        Begun begun;
        auto& shop = begun.shop;
        auto& engine = shop.engine();
        begun.open();
        QTRY_COMPARE(begun.steps(), (Steps{Panel::CampusStep, Panel::CourierStep, Panel::OrderStep, Panel::ApiStep}));
        const auto root = test::Shop::by("root");
        shop.must(engine.shop().addCampus(root, {test::Shop::campus(0), "North"}));
        QTRY_COMPARE(begun.steps(), (Steps{Panel::CourierStep, Panel::OrderStep, Panel::ApiStep}));
        shop.must(engine.shop().addCourier(root, {CourierId("K1"), test::Shop::campus(0), "Li Wei", ""}));
        QTRY_COMPARE(begun.steps(), (Steps{Panel::OrderStep, Panel::ApiStep}));
        (void)shop.sell(0);
        QTRY_COMPARE(begun.steps(), Steps{Panel::ApiStep});
        // It waits for whoever comes back another day.
        begun.open();
        QTRY_COMPARE(begun.steps(), Steps{Panel::ApiStep});
        (void)shop.must(engine.tokens().create(root, {"till", api::bitOf(api::TokenScope::OrdersRead), 0}));
        QTRY_VERIFY(begun.panel()->isHidden());
        begun.open();
        QVERIFY(begun.panel()->isHidden());
    }

    /// A token opens nothing while nobody serves the API.
    void theApiIsOpenOnceItIsServed() {
        Begun begun({0, nullptr, 1});
        OpenService service;
        begun.service = &service;
        begun.open();
        (void)begun.shop.sell(0);
        QTRY_COMPARE(begun.steps(), Steps{Panel::ApiStep});
        const auto button = [&begun](const char* name) {
            return begun.panel()->findChild<QToolButton*>(QLatin1String(name));
        };
        const auto* said = begun.panel()->findChild<QLabel*>(QStringLiteral("startApiText"));
        QVERIFY(button("startApi.settings.addToken")->isVisible());
        QVERIFY(!button("startApi.settings.serveApi")->isVisible());
        const QString before = said->text();
        (void)begun.shop.must(begun.shop.engine().tokens().create(
            test::Shop::by("root"), {"till", api::bitOf(api::TokenScope::OrdersPlace), 0}));
        QTRY_VERIFY(button("startApi.settings.serveApi")->isVisible());
        QCOMPARE(begun.steps(), Steps{Panel::ApiStep});
        QVERIFY(!button("startApi.settings.addToken")->isVisible());
        QVERIFY(said->text() != before);
        QCOMPARE(button("startApi.settings.serveApi")->property("role").toString(), QStringLiteral("primary"));
        // It waits for whoever comes back another day.
        begun.open();
        QTRY_COMPARE(begun.steps(), Steps{Panel::ApiStep});
        QTRY_VERIFY(button("startApi.settings.serveApi")->isVisible());
        begun.click("startApi.settings.serveApi");
        QTRY_VERIFY(begun.panel()->isHidden());
        QCOMPARE(service.state().kind, ui::ServiceState::Kind::Serving);
        // And stays away, whether it is served another day or not.
        (void)service.stop();
        begun.open();
        QTRY_VERIFY(begun.panel()->isReady());
        // What the panel has asked for before this is answered before it.
        (void)begun.shop.must(begun.shop.engine().tokens().tokens(test::Shop::by("root")));
        QCoreApplication::processEvents();
        QVERIFY(begun.panel()->isHidden());
    }

    void eachStepOpensItsForm() {
        Begun begun;
        begun.open();
        QTRY_VERIFY(!begun.panel()->isHidden());
        begun.click("startCampus.shop.addCampus");
        auto* form = begun.console->window->findChild<ui::FormDialog*>();
        QVERIFY(form != nullptr && form->isVisible());
        QCOMPARE(begun.console->window->currentPage()->id(), QStringLiteral("overview"));
        form->close();
        // A courier belongs to a campus: where there is none, that comes first.
        form->deleteLater();
        QCoreApplication::sendPostedEvents(form, QEvent::DeferredDelete);
        begun.click("startCourier.shop.addCourier");
        form = begun.console->window->findChild<ui::FormDialog*>();
        QVERIFY(form != nullptr && form->isVisible());
        QCOMPARE(form->objectName(), QStringLiteral("campusDialog"));
        form->close();
        for (const char* button :
             {"startCourier.shop.addCourier", "startCourier.action.import", "startOrder.orders.take",
              "startOrder.action.import", "startApi.settings.addToken"}) {
            QVERIFY2(begun.panel()->findChild<QToolButton*>(QLatin1String(button)) != nullptr, button);
        }
    }

    void theNextStepStandsOut() {
        Begun begun;
        begun.open();
        QTRY_VERIFY(!begun.panel()->isHidden());
        const auto buttons = [&begun](const char* role) {
            QStringList found;
            for (const auto* button : begun.panel()->findChildren<QToolButton*>()) {
                if (button->property("role").toString() == QLatin1String(role)) {
                    found << button->objectName();
                }
            }
            return found;
        };
        const auto primary = [&buttons] { return buttons("primary"); };
        const auto all = begun.panel()->findChildren<QToolButton*>().size();
        QCOMPARE(primary(), QStringList(QStringLiteral("startCampus.shop.addCampus")));
        QCOMPARE(buttons("bordered").size(), all - 1);
        // It is seen, too.
        const auto groundOf = [&begun](const char* name) {
            auto* button = begun.panel()->findChild<QToolButton*>(QLatin1String(name));
            return button->grab().toImage().pixelColor(button->width() / 2, 3);
        };
        QVERIFY(groundOf("startCampus.shop.addCampus") != groundOf("startCourier.shop.addCourier"));
        auto& engine = begun.shop.engine();
        const auto root = test::Shop::by("root");
        begun.shop.must(engine.shop().addCampus(root, {test::Shop::campus(0), "North"}));
        QTRY_COMPARE(primary(), QStringList(QStringLiteral("startCourier.shop.addCourier")));
        begun.shop.must(engine.shop().addCourier(root, {CourierId("K1"), test::Shop::campus(0), "Li Wei", ""}));
        QTRY_COMPARE(primary(), QStringList(QStringLiteral("startOrder.orders.take")));  // it has products
        (void)begun.shop.sell(0);
        QTRY_COMPARE(primary(), QStringList(QStringLiteral("startApi.settings.addToken")));
        QCOMPARE(buttons("bordered").size(), all - 1);
    }

    /// What has the focus goes away with its step: the page must not be scrolled to whatever comes next.
    void aStepThatGoesDoesNotScrollThePage() {
        Begun begun({0, nullptr, 0, false});
        begun.open();
        QTRY_VERIFY(!begun.panel()->isHidden());
        begun.console->window->resize(1280, 620);
        auto* page = begun.console->window->page(QStringLiteral("overview"));
        auto* bar = page->findChild<ui::ScrollColumn*>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 100);
        begun.panel()->findChild<QToolButton*>(QStringLiteral("startCampus.shop.addCampus"))->setFocus();
        auto& engine = begun.shop.engine();
        const auto root = test::Shop::by("root");
        begun.shop.must(engine.shop().addCampus(root, {test::Shop::campus(0), "North"}));
        QTRY_VERIFY(!begun.panel()->isOpen(Panel::CampusStep));
        QCOMPARE(begun.console->window->focusWidget()->objectName(), QStringLiteral("startCourier.shop.addCourier"));
        begun.shop.must(engine.shop().addCourier(root, {CourierId("K1"), test::Shop::campus(0), "Li Wei", ""}));
        begun.shop.must(engine.shop().addProduct(root, {Sku("T"), "Tea", Money{100}, 10}));
        QTRY_COMPARE(begun.steps(), (Steps{Panel::OrderStep, Panel::ApiStep}));
        begun.click("startApiNotNeeded");
        QTRY_COMPARE(begun.steps(), Steps{Panel::OrderStep});
        QCOMPARE(begun.console->window->focusWidget()->objectName(), QStringLiteral("startOrder.orders.take"));
        QCOMPARE(bar->value(), 0);
    }

    void tabGoesThroughTheStepsAsTheyStand() {
        Begun begun({0, nullptr, 0, false});
        begun.open();
        QTRY_COMPARE(begun.steps(), (Steps{Panel::CampusStep, Panel::CourierStep, Panel::ProductStep, Panel::OrderStep,
                                           Panel::ApiStep}));
        const QStringList stands{
            QStringLiteral("startCampus.shop.addCampus"), QStringLiteral("startCourier.shop.addCourier"),
            QStringLiteral("startCourier.action.import"), QStringLiteral("startProduct.shop.addProduct"),
            QStringLiteral("startProduct.action.import"), QStringLiteral("startOrder.orders.take"),
            QStringLiteral("startOrder.action.import"),   QStringLiteral("startApi.settings.addToken"),
            QStringLiteral("startApiNotNeeded")};
        const QWidget* first = begun.panel()->findChild<QToolButton*>(stands.front());
        QVERIFY(first != nullptr);
        QStringList met;
        const QWidget* at = first;
        do {
            if ((at->focusPolicy() & Qt::TabFocus) != 0) {
                met << at->objectName();
            }
            at = at->nextInFocusChain();
        } while (at != first && met.size() < stands.size());
        QCOMPARE(met, stands);
    }

    void aWorkspaceThatIsSetUpHasNone() {
        Begun begun({2, nullptr, 1});  // without a token
        begun.open();
        QVERIFY(begun.panel()->isHidden());
    }

    void aDemoFillsItself() {
        Begun begun({0, nullptr, 0, false});
        begun.isDemo = true;
        begun.open();
        QVERIFY(begun.panel()->isHidden());
        begun.isDemo = false;  // the same workspace, opened by somebody to work with it
        begun.open();
        QTRY_VERIFY(!begun.panel()->isHidden());
    }

    void itPosesForAPicture() {
        Begun begun({2, nullptr, 1});
        begun.open();
        QVERIFY(begun.panel()->isHidden());
        auto* page = static_cast<ui::OverviewPage*>(begun.console->window->page(QStringLiteral("overview")));
        QCOMPARE(page->pictures(), QStringList(QStringLiteral("start")));
        QCOMPARE(page->showPicture(page->pictures().constFirst()), page);
        QCOMPARE(begun.steps().size(), std::size_t{Panel::kSteps});
        page->endPicture();
        QVERIFY(begun.panel()->isHidden());
    }

    void whatIsNotNeededDoesNotComeBack() {
        Begun begun({0, nullptr, 1});
        begun.open();
        QTRY_COMPARE(begun.steps(), (Steps{Panel::OrderStep, Panel::ApiStep}));
        begun.click("startApiNotNeeded");
        QCOMPARE(begun.steps(), Steps{Panel::OrderStep});
        (void)begun.shop.sell(0);
        QTRY_VERIFY(begun.panel()->isHidden());
        begun.open();
        QVERIFY(begun.panel()->isHidden());
    }

    void whoMayNotSeeTokensIsNotAskedToMakeOne() {
        Begun begun({0, nullptr, 1});
        begun.open(api::Actor{"dee", api::permissionsOf(api::Role::Dispatcher)});
        QTRY_COMPARE(begun.steps(), Steps{Panel::OrderStep});
    }
};

}  // namespace test_first_steps

QTEST_MAIN(test_first_steps::TestFirstSteps)
#include "test_first_steps.moc"
