// SPDX-License-Identifier: GPL-3.0-or-later
// Setting up a campaign from the first page to a running one; what the wizard refuses, with field, reason and what
// would be valid; the preview; changing a campaign that runs.
#include <QCloseEvent>
#include <QMessageBox>
#include <QPointer>

#include "tests/support/shops/campaign_shop.h"
#include "tests/ui/campaign_hand.h"
#include "ui/wizards/campaign/campaign_checks.h"

namespace test_campaign_wizard {

using namespace evenhand;
using ui::CampaignTiles;
using ui::CampaignWizard;

namespace {

const CampaignId kLunch("lunch");
const CampaignId kDraft("weekend");
const CampaignId kEnded("spring");
const CampaignId kNew("noon");

struct Desk : test::CampaignHand {
    Desk() { open(shop); }
    ~Desk() { close(); }
    void fillDates(CampaignWizard* wizard) const {
        type(wizard, "name", QStringLiteral("Noon discounts"));
        type(wizard, "campaign", QStringLiteral("noon"));
        setMoment(wizard, "begin", shop.now());
        setMoment(wizard, "end", shop.now().plusMs(3'600'000));
    }
    static void fillBudget(CampaignWizard* wizard) {
        type(wizard, "budget", QStringLiteral("1000"));
        type(wizard, "places", QStringLiteral("200"));
        type(wizard, "max_discount", QStringLiteral("10"));
    }
    /// Filled with what will do, as far as `step`.
    CampaignWizard* wizardAt(int step) {
        auto* made = wizard();
        fillDates(made);
        if (step > CampaignWizard::DatesStep) {
            next(made);
            fillBudget(made);
        }
        [&] { QTRY_VERIFY(made->isReady()); }();
        while (made->step() < step) {
            next(made);
        }
        return made;
    }
    void showCampaign(const CampaignId& id) {
        page->select(id);
        [&] { QTRY_VERIFY(shows(id)); }();
    }

    test::CampaignShop shop;
};

}  // namespace

class TestCampaignWizard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatWasTypedIsNotLostUnasked() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        // Nothing changed: it closes at once.
        QPointer<CampaignWizard> wizard = desk.wizard();
        QTest::keyClick(wizard, Qt::Key_Escape);
        QTRY_VERIFY(!wizard);
        wizard = desk.wizard();
        auto* name = wizard->findChild<QLineEdit*>(QStringLiteral("campaign.name"));
        QTest::keyClicks(name, QStringLiteral("Noon"));
        const auto closes = [&](int way) {
            if (way == 0) {
                QTest::keyClick(wizard, Qt::Key_Escape);
            } else if (way == 1) {
                auto* button = wizard->findChild<QPushButton*>(QStringLiteral("campaignClose"));
                QTest::mouseClick(button, Qt::LeftButton);
            } else {
                QCloseEvent close;  // the window's own button
                QSpontaneKeyEvent::setSpontaneous(&close);
                QCoreApplication::instance()->notify(wizard, &close);  // sendEvent() would unset it
            }
        };
        for (const int way : {0, 1, 2}) {
            closes(way);
            QVERIFY(wizard && wizard->isVisible());
            QPointer<QMessageBox> question = wizard->question();
            QVERIFY(question);
            QCOMPARE(question->text(), QStringLiteral("Discard what you typed?"));
            QCOMPARE(question->defaultButton()->objectName(), QStringLiteral("keepEditingButton"));
            QTest::keyClick(question, Qt::Key_Escape);
            QTRY_VERIFY(!question);
            QVERIFY(wizard && wizard->isVisible());
            QCOMPARE(name->text(), QStringLiteral("Noon"));
        }
        closes(0);
        auto* discard = wizard->question()->findChild<QPushButton*>(QStringLiteral("discardButton"));
        QTest::mouseClick(discard, Qt::LeftButton);
        QTRY_VERIFY(!wizard);
    }

    /// Whoever else has the campaign open is told while it is being changed, and not while another one is set up.
    void whoChangesACampaignIsDeciding() {
        Desk desk;
        desk.showCampaign(kLunch);
        const auto& presence = desk.services->presence;
        QTRY_COMPARE(presence.looking().subject.campaign, kLunch);
        const auto isDeciding = [&] {
            desk.services->bridge.poll();
            return presence.looking().deciding;
        };
        QPointer<CampaignWizard> wizard = desk.wizard("edit");
        QVERIFY(!isDeciding());
        auto* name = wizard->findChild<QLineEdit*>(QStringLiteral("campaign.name"));
        QTest::keyClicks(name, QStringLiteral(" and tea"));
        QVERIFY(isDeciding());
        QTest::keyClick(wizard, Qt::Key_Escape);
        QVERIFY(wizard->question() != nullptr && isDeciding());
        QTest::mouseClick(wizard->question()->findChild<QPushButton*>(QStringLiteral("discardButton")), Qt::LeftButton);
        QTRY_VERIFY(!wizard);
        QVERIFY(!isDeciding());
        wizard = desk.wizard();
        desk.type(wizard, "name", QStringLiteral("Noon"));
        QVERIFY(!isDeciding());
        QCOMPARE(presence.looking().subject.campaign, kLunch);
        wizard->close();
        QTRY_VERIFY(!wizard);
    }

    void fromTheFirstPageToARunningCampaign() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizard();
        QVERIFY(!wizard->nextButton()->isEnabled());
        QVERIFY(wizard->problem().startsWith(QStringLiteral("Name")));
        QVERIFY(!wizard->backButton()->isEnabled() && !wizard->backButton()->toolTip().isEmpty());
        desk.fillDates(wizard);
        desk.next(wizard);
        QCOMPARE(wizard->step(), static_cast<int>(CampaignWizard::BudgetStep));
        desk.fillBudget(wizard);
        QTRY_VERIFY(wizard->budget()->feasibility().contains(QStringLiteral("5.00")));  // the mean
        desk.next(wizard);
        desk.type(wizard, "count_limit", QStringLiteral("3"));
        desk.type(wizard, "amount_limit", QStringLiteral("25"));
        desk.next(wizard);
        desk.type(wizard, "queues", QStringLiteral("5"));
        desk.type(wizard, "seed", QStringLiteral("77"));
        QTRY_VERIFY(wizard->queues()->told().contains(QStringLiteral("seed 77")));
        desk.next(wizard);
        QCOMPARE(wizard->step(), static_cast<int>(CampaignWizard::GlanceStep));
        const auto* facts = wizard->glance()->table()->model();
        QCOMPARE(desk.row(facts, QStringLiteral("Places")).value(1), QStringLiteral("200"));
        QCOMPARE(desk.row(facts, QStringLiteral("Places")).value(2), QStringLiteral("until it is started"));
        QCOMPARE(desk.row(facts, QStringLiteral("Name")).value(2), QStringLiteral("at any time"));
        QCOMPARE(desk.row(facts, QStringLiteral("Begins")).value(2), QStringLiteral("until it begins"));
        QVERIFY(desk.row(facts, QStringLiteral("Draws per user")).value(2).contains(QStringLiteral("only raised")));
        QVERIFY(desk.row(facts, QStringLiteral("Ends")).value(3).contains(QStringLiteral("no amount")));
        wizard->findChild<QRadioButton*>(QStringLiteral("campaignNextStart"))->setChecked(true);
        desk.next(wizard);
        QTRY_VERIFY(desk.page->question() != nullptr);
        desk.confirm(desk.page->question(), QStringLiteral("as planned"));
        QTRY_VERIFY(desk.shop.has(kNew) && desk.shop.row(kNew).state == api::CampaignState::Running);
        QTRY_VERIFY(desk.shows(kNew));
        const auto set = desk.shop.row(kNew).settings;
        QCOMPARE(set.name, std::string("Noon discounts"));
        QCOMPARE(set.shape.budget.minor, 100'000);
        QCOMPARE(set.shape.places, 200);
        QCOMPARE(set.shape.maxDiscount.minor, 1'000);
        QCOMPARE(set.shape.queues, 5);
        QCOMPARE(set.countLimit, 3);
        QCOMPARE(set.amountLimit.minor, 2'500);
        QCOMPARE(set.seed, std::optional<std::int64_t>(77));
        QCOMPARE(set.end.ms - set.begin.ms, 3'600'000);
        QTRY_COMPARE(desk.said().tone, ui::Tone::Good);
        QTRY_COMPARE(desk.figure(CampaignTiles::BudgetLeft), QStringLiteral("1,000.00"));
        desk.shop.drawSome(kNew, 40);
        QTRY_COMPARE(desk.figure(CampaignTiles::BudgetLeft), desk.money(100'000 - desk.shop.boardOf(kNew).granted));
        QTRY_COMPARE(desk.figure(CampaignTiles::PlacesLeft), QStringLiteral("160"));
    }

    void aDraftIsLeftWhenItIsNotToStart() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizardAt(CampaignWizard::GlanceStep);
        desk.next(wizard);
        QTRY_VERIFY(desk.shows(kNew));
        QCOMPARE(desk.shop.row(kNew).state, api::CampaignState::Draft);
        QCOMPARE(desk.figure(CampaignTiles::BudgetLeft), QStringLiteral("–"));  // nothing is dealt: not 0
        desk.action("start")->trigger();
        desk.confirm(desk.page->question(), QStringLiteral("as planned"));
        QTRY_COMPARE(desk.shop.row(kNew).state, api::CampaignState::Running);
    }

    void setUpRehearsedAndStarted() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizardAt(CampaignWizard::GlanceStep);
        wizard->findChild<QRadioButton*>(QStringLiteral("campaignNextRehearse"))->setChecked(true);
        desk.next(wizard);
        QTRY_VERIFY(desk.page->rehearsal() != nullptr);
        auto* rehearsal = desk.page->rehearsal();
        QVERIFY(rehearsal->startButton()->toolTip().contains(QStringLiteral("Rehearse it first")));
        QVERIFY(!rehearsal->startButton()->isEnabled());
        QTest::mouseClick(rehearsal->runButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(rehearsal->outcome().has_value() && !rehearsal->isRunning(), 60'000);
        QVERIFY2(rehearsal->outcome()->has_value(), qPrintable(rehearsal->progressText()));
        QCOMPARE((*rehearsal->outcome())->board.row.settings.shape, desk.shop.row(kNew).settings.shape);
        QCOMPARE(rehearsal->verdict(), QStringLiteral("Every invariant held."));
        QVERIFY(rehearsal->verdicts()->model()->rowCount() > 10);
        // Those of campaigns first.
        QVERIFY(rehearsal->verdicts()->model()->index(0, 1).data().toString().startsWith(QStringLiteral("C1")));
        QVERIFY(!rehearsal->curve()->lines().at(0).points.empty());
        QCOMPARE(rehearsal->drawn()->counts().size(), std::size_t{10});
        QCOMPARE(desk.shop.row(kNew).state, api::CampaignState::Draft);  // it is not touched
        QTest::mouseClick(rehearsal->startButton(), Qt::LeftButton);
        QTRY_VERIFY(desk.page->question() != nullptr);
        desk.confirm(desk.page->question(), QStringLiteral("as planned"));
        QTRY_COMPARE(desk.shop.row(kNew).state, api::CampaignState::Running);
    }

    void aRehearsalThatBreaksAnInvariantSaysSoAndDoesNotStart() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.shop.campaigns().rehearseInstead = [&](const auto& plan, const auto&) {
            api::CampaignRehearsalResult found;
            found.board = desk.shop.boardOf(kLunch);
            found.board.row.settings = plan.settings;
            found.invariants = {
                {"C1", "places", 1, 0, {}}, {"C2", "budget", 2, 1, "user 17"}, {"O1", "orders", 1, 0, {}}};
            return QtFuture::makeReadyFuture(Result<api::CampaignRehearsalResult>(found));
        };
        desk.showCampaign(kDraft);
        desk.action("rehearse")->trigger();
        auto* rehearsal = desk.page->rehearsal();
        rehearsal->run();
        QTRY_VERIFY(rehearsal->outcome().has_value() && !rehearsal->isRunning());
        QVERIFY(rehearsal->verdict().contains(QStringLiteral("1 of 3")));
        const auto* verdicts = rehearsal->verdicts()->model();
        QVERIFY(verdicts->index(0, 0).data().toString().contains(QStringLiteral("broken")));
        QVERIFY(verdicts->index(0, 3).data().toString().contains(QStringLiteral("user 17")));
        QVERIFY(!rehearsal->startButton()->isEnabled());
    }

    void aRehearsalTellsItsProgressAndCanBeCancelled() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        QPromise<Result<api::CampaignRehearsalResult>> promise;
        std::function<void(std::int64_t)> watch;
        desk.shop.campaigns().rehearseInstead = [&](const auto&, const auto& progress) {
            promise = {};
            promise.start();
            watch = progress;
            return promise.future();
        };
        desk.action("rehearse")->trigger();
        auto* rehearsal = desk.page->rehearsal();
        QVERIFY(!rehearsal->startButton()->isVisible());  // it runs already
        rehearsal->run();
        desk.settle();
        watch(12'345);
        QTRY_VERIFY(rehearsal->progressText().contains(QStringLiteral("12,345")));
        QTest::mouseClick(rehearsal->cancelButton(), Qt::LeftButton);
        QTRY_VERIFY(promise.isCanceled());
        promise.finish();
        QTRY_VERIFY(!rehearsal->isRunning());
        QVERIFY(rehearsal->progressText().contains(QStringLiteral("Cancelled")));
        QVERIFY(desk.services->jobs.jobs().empty());
        rehearsal->run();
        desk.settle();
        rehearsal->close();
        QTRY_VERIFY(promise.isCanceled());
        promise.finish();
    }

    void aRehearsalRefusesAPlanThatCannotBe() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.action("rehearse")->trigger();
        auto* rehearsal = desk.page->rehearsal();
        const auto refused = [&](const char* field, const char* text, const char* reason) {
            auto* edit = rehearsal->findChild<QLineEdit*>(QLatin1String(field));
            const QString was = edit->text();
            edit->setText(QLatin1String(text));
            const bool no =
                !rehearsal->runButton()->isEnabled() && rehearsal->problem().contains(QLatin1String(reason));
            edit->setText(was);
            return no && rehearsal->runButton()->isEnabled();
        };
        QVERIFY(refused("rehearsal.users", "0", "Users: At least 1"));
        QVERIFY(refused("rehearsal.draws", "-1", "Attempts (0: to the end): "));
        QVERIFY(refused("rehearsal.per_second", "0", "Attempts per second: At least 1"));
        QVERIFY(refused("rehearsal.duplicate_percent", "101", "At most 100"));
        QVERIFY(refused("rehearsal.order_percent", "x", "Order (%)"));
        QVERIFY(rehearsal->plan().has_value());
        QCOMPARE(rehearsal->plan()->draws, 0);
    }

    void everyFieldRefusesWhatCannotBe_data() {
        QTest::addColumn<int>("step");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");
        const std::tuple<int, const char*, const char*, const char*> rows[] = {
            {CampaignWizard::DatesStep, "name", "", ""},
            {CampaignWizard::BudgetStep, "budget", "0", "At least 0.01"},
            {CampaignWizard::BudgetStep, "budget", "-5", "At least 0.01"},
            {CampaignWizard::BudgetStep, "budget", "all", "0.01 to 9,999,999,999.99"},
            {CampaignWizard::BudgetStep, "budget", "10,000,000,000", "At most 9,999,999,999.99"},
            {CampaignWizard::BudgetStep, "budget", "2000.01", "at most 2,000.00, at least 201 places"},
            {CampaignWizard::BudgetStep, "budget", "1.99", ""},
            {CampaignWizard::BudgetStep, "places", "0", "At least 1"},
            {CampaignWizard::BudgetStep, "places", "-1", "At least 1"},
            {CampaignWizard::BudgetStep, "places", "1.5", "whole number"},
            {CampaignWizard::BudgetStep, "places", "100,000,001", "At most 100,000,000"},
            {CampaignWizard::BudgetStep, "places", "100,001", "at most 100,000 places"},
            {CampaignWizard::BudgetStep, "max_discount", "10.05", "such as 10.00 or 10.10"},
            {CampaignWizard::BudgetStep, "max_discount", "0.05", "At least 0.10, and a multiple of it"},
            {CampaignWizard::BudgetStep, "max_discount", "0", "At least 0.01"},
            {CampaignWizard::LimitsStep, "count_limit", "0", "At least 1"},
            {CampaignWizard::LimitsStep, "count_limit", "9001", "At most 9,000"},
            {CampaignWizard::LimitsStep, "amount_limit", "0", "At least 0.01"},
            {CampaignWizard::LimitsStep, "amount_limit", "-1", "At least 0.01"},
            {CampaignWizard::LimitsStep, "validity_ms", "0", ""},
            {CampaignWizard::LimitsStep, "validity_ms", "soon", ""},
            {CampaignWizard::LimitsStep, "recovery_ms", "10 ms", ""},
            {CampaignWizard::LimitsStep, "recovery_ms", "2 h", ""},
            {CampaignWizard::QueuesStep, "queues", "0", "At least 1"},
            {CampaignWizard::QueuesStep, "queues", "10001", "At most 10,000"},
            {CampaignWizard::QueuesStep, "seed", "-1", "0 to"},
            {CampaignWizard::QueuesStep, "seed", "99999999999999999999", "0 to"},
        };
        for (const auto& [step, field, text, reason] : rows) {
            QTest::addRow("%s %s", field, text)
                << step << QString::fromLatin1(field) << QString::fromLatin1(text) << QString::fromLatin1(reason);
        }
    }

    void everyFieldRefusesWhatCannotBe() {
        QFETCH(int, step);
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, reason);
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizardAt(step);
        QVERIFY2(wizard->nextButton()->isEnabled(), qPrintable(wizard->problem()));
        desk.type(wizard, qPrintable(field), text);
        if (!text.isEmpty() && field != QLatin1String("budget")) {
            const QString hint = desk.hint(wizard, qPrintable(field));
            QVERIFY(!hint.isEmpty());
            QVERIFY2(hint.contains(reason), qPrintable(hint));
        }
        QVERIFY2(!wizard->nextButton()->isEnabled(), "went on");
        QVERIFY2(wizard->problem().contains(reason), qPrintable(wizard->problem()));
        QTest::keyClick(wizard, Qt::Key_Return);
        QCOMPARE(wizard->step(), step);
    }

    void theNearestFeasibleValuesAreOneClickAway_data() {
        QTest::addColumn<QString>("button");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("becomes");
        QTest::newRow("budget") << "nearest.budget"
                                << "campaign.budget"
                                << "2,000.00";
        QTest::newRow("places") << "nearest.places"
                                << "campaign.places"
                                << "500";
        QTest::newRow("largest") << "nearest.max_discount"
                                 << "campaign.max_discount"
                                 << "25.00";
    }

    void theNearestFeasibleValuesAreOneClickAway() {
        QFETCH(QString, button);
        QFETCH(QString, field);
        QFETCH(QString, becomes);
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizardAt(CampaignWizard::BudgetStep);
        desk.type(wizard, "budget", QStringLiteral("5000"));
        QTRY_COMPARE(wizard->budget()->nearest().size(), std::size_t{3});
        QVERIFY(wizard->budget()->feasibility().contains(QStringLiteral("do not fit together")));
        QVERIFY(!wizard->nextButton()->isEnabled());
        QTest::mouseClick(wizard->findChild<QPushButton*>(button), Qt::LeftButton);
        QCOMPARE(wizard->findChild<QLineEdit*>(field)->text(), becomes);
        QTRY_VERIFY(wizard->nextButton()->isEnabled());
        QTRY_VERIFY(wizard->budget()->nearest().empty());
    }

    void timesMustMakeSense() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizardAt(CampaignWizard::DatesStep);
        const Instant now = desk.shop.now();
        desk.setMoment(wizard, "begin", now.plusMs(7'200'000));
        QVERIFY(desk.hint(wizard, "end").contains(QStringLiteral("The end must be later than")));
        QVERIFY(!wizard->nextButton()->isEnabled());
        desk.setMoment(wizard, "begin", now.plusMs(-7'200'000));
        desk.setMoment(wizard, "end", now.plusMs(-3'600'000));
        QVERIFY(desk.hint(wizard, "end").contains(QStringLiteral("passed")));
        QVERIFY(!wizard->nextButton()->isEnabled());
        desk.setMoment(wizard, "end", now.plusMs(60'000));
        QVERIFY(wizard->nextButton()->isEnabled());
    }

    void thePreviewIsOfTheSeedAndTheNewestQuestion() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizardAt(CampaignWizard::QueuesStep);
        desk.type(wizard, "seed", QStringLiteral("1"));
        QTRY_VERIFY(wizard->isReady() && wizard->queues()->told().contains(QStringLiteral("seed 1:")));
        const auto first = wizard->queues()->bars()->counts();
        QCOMPARE(first.size(), std::size_t{10});
        desk.type(wizard, "seed", QStringLiteral("2"));
        QTRY_VERIFY(wizard->isReady() && wizard->queues()->told().contains(QStringLiteral("seed 2:")));
        QVERIFY(wizard->queues()->bars()->counts() != first);
        desk.type(wizard, "seed", QStringLiteral("1"));
        QTRY_VERIFY(wizard->isReady() && wizard->queues()->bars()->counts() == first);
        const auto* lists = wizard->queues()->lists();
        QCOMPARE(lists->rowCount(), 4);
        QCOMPARE(desk.row(lists, QStringLiteral("together")).value(1), QStringLiteral("200"));
        QCOMPARE(desk.row(lists, QStringLiteral("together")).value(2), QStringLiteral("1,000.00"));
        // An older answer does not overtake.
        desk.shop.campaigns().holdsPreviews = true;
        const int asked = desk.shop.campaigns().previews;
        desk.type(wizard, "seed", QStringLiteral("3"));
        QTRY_COMPARE(desk.shop.campaigns().previews, asked + 1);
        QVERIFY(wizard->queues()->told().contains(QStringLiteral("Allocating")));
        desk.type(wizard, "seed", QStringLiteral("4"));
        QTRY_COMPARE(desk.shop.campaigns().previews, asked + 2);
        desk.shop.campaigns().holdsPreviews = false;
        desk.shop.campaigns().releasePreviews();
        QTRY_VERIFY(wizard->isReady() && wizard->queues()->told().contains(QStringLiteral("seed 4:")));
        // Fewer places than queues is told.
        desk.type(wizard, "queues", QStringLiteral("300"));
        QTRY_VERIFY(wizard->queues()->told().contains(QStringLiteral("fewer places than queues")));
        QTest::mouseClick(wizard->queues()->anotherButton(), Qt::LeftButton);
        QVERIFY(wizard->queues()->seed() != std::optional<std::int64_t>(4));
        // No seed: an example.
        desk.type(wizard, "seed", QString());
        QVERIFY(
            wizard->findChild<ui::FieldHint*>(QStringLiteral("hint.seed"))->text().contains(QStringLiteral("example")));
        QVERIFY(wizard->nextButton()->isEnabled());
    }

    void aPreviewThatFailsIsToldAndStopsNobody() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizardAt(CampaignWizard::QueuesStep);
        desk.shop.campaigns().previewRefusal = (Error{ErrorCode::Storage, "disk gone", {}, {}});
        desk.type(wizard, "queues", QStringLiteral("7"));
        QTRY_VERIFY(wizard->queues()->told().contains(QStringLiteral("No preview")));
        QVERIFY(wizard->nextButton()->isEnabled());
    }

    void whatOnlyTheEngineKnowsIsToldAtTheField() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizardAt(CampaignWizard::DatesStep);
        desk.type(wizard, "campaign", QStringLiteral("lunch"));  // taken
        desk.next(wizard);
        desk.fillBudget(wizard);
        while (wizard->step() < CampaignWizard::GlanceStep) {
            desk.next(wizard);
        }
        desk.next(wizard);
        QTRY_COMPARE(wizard->step(), static_cast<int>(CampaignWizard::DatesStep));
        QVERIFY(desk.hint(wizard, "campaign").contains(QStringLiteral("already exists")));
        QVERIFY(!wizard->nextButton()->isEnabled());
        desk.type(wizard, "campaign", QStringLiteral("noon"));
        while (wizard->step() < CampaignWizard::GlanceStep) {
            desk.next(wizard);
        }
        // What is about no field can be tried again as it is.
        desk.shop.campaigns().refusal = Error{ErrorCode::Busy, "inbox full", {}, {}};
        desk.next(wizard);
        QTRY_VERIFY(wizard->isReady() && wizard->problem().contains(QStringLiteral("busy")));
        QVERIFY(!desk.shop.has(kNew));
        desk.shop.campaigns().refusal.reset();
        desk.next(wizard);
        QTRY_VERIFY(desk.shop.has(kNew));
    }

    /// What is on its way cannot be changed any more; what was refused can.
    void nothingIsChangedWhileItIsSaved() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizardAt(CampaignWizard::GlanceStep);
        const auto* back = wizard->findChild<QPushButton*>(QStringLiteral("campaignBack"));
        QVERIFY(back != nullptr && back->isEnabled());
        desk.shop.campaigns().refusal = Error{ErrorCode::Busy, "inbox full", {}, {}};
        desk.next(wizard);
        QTRY_VERIFY(wizard->isReady() && wizard->problem().contains(QStringLiteral("busy")));
        QVERIFY(back->isEnabled() && wizard->nextButton()->isEnabled());
        desk.shop.campaigns().refusal.reset();
        desk.shop.hold(true);
        desk.next(wizard);
        QCoreApplication::processEvents();
        QCOMPARE(wizard->problem(), QStringLiteral("Saving…"));
        QVERIFY(!back->isEnabled() && !wizard->nextButton()->isEnabled());
        desk.shop.hold(false);
        QTRY_VERIFY(desk.shop.has(kNew));
    }

    void aRunningCampaignForbidsWhatIsDealt() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        auto* wizard = desk.wizard("edit");
        for (const char* field :
             {"campaign", "begin", "budget", "places", "max_discount", "queues", "seed", "cap_at_max"}) {
            QVERIFY2(!desk.isEnabled(wizard, field), field);
            const auto* hint = wizard->findChild<ui::FieldHint*>(QStringLiteral("hint.") + QLatin1String(field));
            QVERIFY2(!hint->text().isEmpty(), field);
        }
        QVERIFY(wizard->findChild<ui::FieldHint*>(QStringLiteral("hint.places"))
                    ->text()
                    .contains(QStringLiteral("Copy it")));
        QVERIFY(!wizard->queues()->anotherButton()->isEnabled());
        const auto before = desk.shop.row(kLunch).settings;
        desk.type(wizard, "name", QStringLiteral("Lunch, longer"));
        desk.setMoment(wizard, "end", before.end.plusMs(600'000));
        desk.next(wizard);
        desk.next(wizard);
        // Limits are only raised.
        desk.type(wizard, "count_limit", QStringLiteral("2"));
        QVERIFY(desk.hint(wizard, "count_limit").contains(QStringLiteral("at least 3")));
        QVERIFY(!wizard->nextButton()->isEnabled());
        desk.type(wizard, "count_limit", QStringLiteral("5"));
        desk.type(wizard, "amount_limit", QStringLiteral("19.99"));
        QVERIFY(desk.hint(wizard, "amount_limit").contains(QStringLiteral("at least 20.00")));
        desk.type(wizard, "amount_limit", QStringLiteral("20"));
        desk.next(wizard);
        desk.next(wizard);
        desk.next(wizard);
        QTRY_COMPARE(desk.shop.row(kLunch).settings.name, std::string("Lunch, longer"));
        const auto after = desk.shop.row(kLunch).settings;
        QCOMPARE(after.begin, before.begin);  // to the millisecond
        QCOMPARE(after.shape, before.shape);
        QCOMPARE(after.seed, before.seed);
        QCOMPARE(after.countLimit, 5);
        QCOMPARE(after.end.ms / 1'000, (before.end.ms + 600'000) / 1'000);
    }

    void anEndedCampaignKeepsAllButItsName() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.showCampaign(kEnded);
        auto* wizard = desk.wizard("edit");
        for (const char* field : {"begin", "end", "count_limit", "amount_limit", "validity_ms", "budget"}) {
            QVERIFY2(!desk.isEnabled(wizard, field), field);
        }
        desk.type(wizard, "name", QStringLiteral("Spring 2024"));
        while (wizard->step() < CampaignWizard::GlanceStep) {
            desk.next(wizard);
        }
        desk.next(wizard);
        QTRY_COMPARE(desk.shop.row(kEnded).settings.name, std::string("Spring 2024"));
    }

    void aCampaignChangedByAnotherMeanwhileIsNotOverwritten() {
        Desk desk;
        QTRY_VERIFY(desk.shows(kLunch));
        desk.showCampaign(kDraft);
        auto* wizard = desk.wizard("edit");
        while (wizard->step() < CampaignWizard::GlanceStep) {
            desk.next(wizard);
        }
        QVERIFY(!wizard->nextButton()->isEnabled());
        QVERIFY(wizard->problem().contains(QStringLiteral("Nothing")));
        wizard->showStep(CampaignWizard::DatesStep);
        desk.type(wizard, "name", QStringLiteral("Mine"));
        wizard->showStep(CampaignWizard::GlanceStep);
        desk.shop.touch(kDraft);
        desk.next(wizard);
        QTRY_VERIFY(wizard->isReady() && wizard->problem().contains(QStringLiteral("somebody else")));
        QCOMPARE(desk.shop.row(kDraft).settings.name, std::string("Weekend, draft!"));
    }

    void whoMayNotCannotSave() {
        test::CampaignShop shop;
        test::CampaignHand hand;
        api::Actor reader;
        reader.name = "auditor";
        reader.permissions = 1U << static_cast<unsigned>(api::Permission::Read);
        hand.open(shop, reader);
        QTRY_VERIFY(hand.shows(kLunch));
        for (const char* name : {"new", "pause", "stop", "copy", "edit"}) {
            QVERIFY2(!hand.action(name)->isEnabled() && !hand.why(name).isEmpty(), name);
        }
        hand.close();
    }
};

}  // namespace test_campaign_wizard

QTEST_MAIN(test_campaign_wizard::TestCampaignWizard)
#include "test_campaign_wizard.moc"
