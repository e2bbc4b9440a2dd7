// SPDX-License-Identifier: GPL-3.0-or-later
// Setting up a flash sale from the first page to sold out; what the wizard refuses, with field and reason; changing a
// sale that runs; the rehearsal.
#include <QLabel>
#include <QProgressBar>
#include <QSignalSpy>

#include "tests/support/shops/seckill_shop.h"
#include "tests/ui/seckill_hand.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/widgets/empty_hint.h"
#include "ui/widgets/formats.h"
#include "ui/wizards/seckill/activity_checks.h"

namespace test_seckill_wizard {

using namespace evenhand;
using ui::ActivityWizard;
using ui::SaleTiles;

namespace {

const ActivityId kTea("tea-noon");
const ActivityId kDraft("box-draft");
const ActivityId kNew("noon-rush");

struct Sale : test::SeckillHand {
    Sale() { open(shop); }
    ~Sale() { close(); }
    /// The wizard, its vouchers read.
    ActivityWizard* wizard(const char* action = "new") {
        this->action(action)->trigger();
        [&] { QTRY_VERIFY(page->wizard() && page->wizard()->isReady()); }();
        return page->wizard();
    }
    static void chooseVoucher(ActivityWizard* wizard, const char* sku) { wizard->what()->selectVoucher(Sku(sku)); }
    /// First page filled with what will do.
    void fillWhat(ActivityWizard* wizard) const {
        type(wizard, "activityName", QStringLiteral("Noon rush"));
        type(wizard, "activityId", QStringLiteral("noon-rush"));
        chooseVoucher(wizard, "V-box");
    }
    void fillTerms(ActivityWizard* wizard) const {
        type(wizard, "activityUnits", QStringLiteral("40"));
        type(wizard, "activityPrice", QStringLiteral("9.90"));
        setMoment(wizard, "activityBegin", shop.now());
        setMoment(wizard, "activityEnd", shop.now().plusMs(3'600'000));
    }

    test::SeckillShop shop;
};

}  // namespace

class TestSeckillWizard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aListWithoutProductsSaysSo() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard();
        Sale::type(wizard, "activityVoucherFind", QStringLiteral("nothing of that name"));
        QTRY_COMPARE(wizard->findChild<ui::EmptyHint*>(QStringLiteral("activityVouchers.empty"))->text(),
                     QStringLiteral("No product begins with this."));
    }

    void aPriceAboveTheNormalOneIsWarnedOf() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard();
        sale.fillWhat(wizard);
        sale.next(wizard);
        sale.fillTerms(wizard);
        auto* hint = wizard->findChild<QLabel*>(QStringLiteral("hint.price"));
        QVERIFY2(hint->property("tone").toString().isEmpty(), qPrintable(hint->text()));
        Sale::type(wizard, "activityPrice", QStringLiteral("9999"));
        QCOMPARE(hint->property("tone").toString(), QStringLiteral("warn"));
        QVERIFY(hint->text().contains(QStringLiteral("more than")));
        Sale::type(wizard, "activityPrice", QStringLiteral("9.90"));
        QVERIFY(hint->property("tone").toString().isEmpty());
        wizard->reject();
    }

    void fromTheFirstPageToSoldOut() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard();
        QVERIFY(!wizard->nextButton()->isEnabled());
        sale.fillWhat(wizard);
        sale.next(wizard);
        QCOMPARE(wizard->step(), static_cast<int>(ActivityWizard::TermsStep));
        sale.fillTerms(wizard);
        sale.next(wizard);
        QCOMPARE(wizard->step(), static_cast<int>(ActivityWizard::SummaryStep));
        const auto* facts = wizard->summary()->table()->model();
        QCOMPARE(facts->index(4, 1).data().toString(), QStringLiteral("40"));
        QVERIFY(facts->index(4, 2).data().toString().contains(QStringLiteral("only increased")));
        QCOMPARE(facts->index(0, 2).data().toString(), QStringLiteral("at any time"));
        sale.choose(wizard, "activityNextStart");
        sale.next(wizard);
        QTRY_VERIFY(sale.page->question() != nullptr);
        sale.confirm(sale.page->question(), QStringLiteral("as planned"));
        QTRY_VERIFY(sale.shop.has(kNew) && sale.shop.row(kNew).state == api::ActivityState::Started);
        QTRY_VERIFY(sale.shows(kNew));
        const auto& set = sale.shop.row(kNew).set;
        QCOMPARE(set.price.minor, 990);
        QCOMPARE(set.voucher, Sku("V-box"));
        QCOMPARE(set.end.ms - set.begin.ms, 3'600'000);
        QCOMPARE(sale.said().tone, ui::Tone::Good);
        QTRY_COMPARE(sale.figure(SaleTiles::Stock), QStringLiteral("40"));
        sale.shop.rush(kNew, 55);
        QTRY_COMPARE(sale.figure(SaleTiles::Stock), QStringLiteral("0"));
        QTRY_COMPARE(sale.figure(SaleTiles::Sold), QStringLiteral("40"));
        QVERIFY(sale.page->tiles()->tile(SaleTiles::Stock)->note().contains(QStringLiteral("sold out")));
        const auto& attempts = sale.page->feed().board()->attempts;
        QCOMPARE(attempts[static_cast<std::size_t>(api::AttemptOutcome::SoldOut)], 15);
    }

    void theFirstPageRefusesWithFieldAndReason() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard();
        QVERIFY(wizard->problem().startsWith(QStringLiteral("Name")));
        sale.type(wizard, "activityName", QStringLiteral("Noon rush"));
        QVERIFY(wizard->findChild<QLineEdit*>(QStringLiteral("activityId"))
                    ->text()
                    .startsWith(QStringLiteral("noon-rush-")));  // suggested
        QVERIFY(wizard->problem().startsWith(QStringLiteral("Product")));
        sale.chooseVoucher(wizard, "V-none");
        QVERIFY(sale.hint(wizard, "voucher").contains(QStringLiteral("no stock")));
        QVERIFY(!wizard->nextButton()->isEnabled());
        sale.chooseVoucher(wizard, "V-box");
        QVERIFY(wizard->nextButton()->isEnabled());
        sale.type(wizard, "activityId", QString());
        QVERIFY(wizard->problem().startsWith(QStringLiteral("Number")));
        sale.type(wizard, "activityId", QString(65, QLatin1Char('x')));
        QVERIFY(sale.hint(wizard, "id").contains(QStringLiteral("64")));
        sale.type(wizard, "activityId", QStringLiteral("noon"));
        wizard->findChild<QLineEdit*>(QStringLiteral("activityName"))->setText(QString(201, QLatin1Char('n')));
        QVERIFY(sale.hint(wizard, "name").contains(QStringLiteral("200")));
        QVERIFY(!wizard->nextButton()->isEnabled());
    }

    void theSecondPageRefusesZeroNegativeAndAbsurd_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");
        const std::tuple<const char*, const char*, const char*> rows[] = {
            {"activityUnits", "0", "At least 1"},
            {"activityUnits", "-3", "At least 1"},
            {"activityUnits", "2.5", "whole number from 1 to 10,000,000"},
            {"activityUnits", "ten", "whole number from 1 to 10,000,000"},
            {"activityUnits", "10,000,001", "At most 10,000,000"},
            {"activityUnits", "99999999999999999999999", "At most 10,000,000"},
            {"activityUnits", "1,201", "only 1,200 on hand"},
            {"activityPrice", "0", "At least 0.01"},
            {"activityPrice", "-1", "At least 0.01"},
            {"activityPrice", "0.001", "an amount from"},
            {"activityPrice", "free", "an amount from 0.01 to"},
            {"activityPrice", "1e9", "an amount from"},
            {"activityPrice", "99999999999999999999", "an amount from"},
        };
        for (const auto& [field, text, reason] : rows) {
            QTest::addRow("%s %s", field, text)
                << QString::fromLatin1(field) << QString::fromLatin1(text) << QString::fromLatin1(reason);
        }
    }

    void theSecondPageRefusesZeroNegativeAndAbsurd() {
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, reason);
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard();
        sale.fillWhat(wizard);
        sale.next(wizard);
        sale.fillTerms(wizard);
        QVERIFY(wizard->nextButton()->isEnabled());
        sale.type(wizard, qPrintable(field), text);
        const char* engineField = field == QLatin1String("activityUnits") ? "stock" : "price";
        QVERIFY2(sale.hint(wizard, engineField).contains(reason), qPrintable(sale.hint(wizard, engineField)));
        QVERIFY(!wizard->nextButton()->isEnabled());
        QVERIFY(wizard->problem().contains(reason));
        QTest::keyClick(wizard, Qt::Key_Return);
        QCOMPARE(wizard->step(), static_cast<int>(ActivityWizard::TermsStep));
    }

    void timesMustMakeSense() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard();
        sale.fillWhat(wizard);
        sale.next(wizard);
        sale.fillTerms(wizard);
        const Instant now = sale.shop.now();
        const auto refused = [&](Instant begin, Instant end, const char* reason) {
            sale.setMoment(wizard, "activityBegin", begin);
            sale.setMoment(wizard, "activityEnd", end);
            return sale.hint(wizard, "end").contains(QLatin1String(reason)) && !wizard->nextButton()->isEnabled();
        };
        QVERIFY(refused(now.plusMs(7'200'000), now.plusMs(3'600'000), "after the start time"));
        QVERIFY(refused(now.plusMs(7'200'000), now.plusMs(7'200'000), "after the start time"));
        QVERIFY(refused(now.plusMs(-7'200'000), now.plusMs(-3'600'000), "passed"));
        QVERIFY(refused(now, now.plusMs(367LL * 86'400'000), "at most"));
        sale.setMoment(wizard, "activityEnd", now.plusMs(60'000));
        QVERIFY(wizard->nextButton()->isEnabled());
    }

    void whatOnlyTheEngineKnowsIsToldAtTheField() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard();
        sale.fillWhat(wizard);
        sale.type(wizard, "activityId", QStringLiteral("tea-noon"));  // taken
        sale.next(wizard);
        sale.fillTerms(wizard);
        sale.next(wizard);
        sale.next(wizard);
        QTRY_COMPARE(wizard->step(), static_cast<int>(ActivityWizard::WhatStep));
        QVERIFY(sale.hint(wizard, "id").contains(QStringLiteral("already exists")));
        QVERIFY(!wizard->nextButton()->isEnabled());
        sale.type(wizard, "activityId", QStringLiteral("noon-rush"));
        sale.next(wizard);
        // Somebody else sells the stock while it is looked at.
        sale.shop.setProduct({Sku("V-box"), "Lunch box voucher", Money{3'200}, 39});
        sale.next(wizard);
        sale.next(wizard);
        QTRY_COMPARE(wizard->step(), static_cast<int>(ActivityWizard::TermsStep));
        QVERIFY(sale.hint(wizard, "stock").contains(QStringLiteral("39")));
        sale.type(wizard, "activityUnits", QStringLiteral("39"));
        sale.next(wizard);
        // What is about no field can be tried again as it is.
        sale.shop.seckill().refusal = Error{ErrorCode::Busy, "inbox full", {}, {}};
        sale.next(wizard);
        QTRY_VERIFY(wizard->isReady() && wizard->problem().contains(QStringLiteral("busy")));
        QCOMPARE(wizard->step(), static_cast<int>(ActivityWizard::SummaryStep));
        sale.shop.seckill().refusal.reset();
        sale.choose(wizard, "activityNextDraft");
        sale.next(wizard);
        QTRY_VERIFY(sale.shop.has(kNew));
        QCOMPARE(sale.shop.row(kNew).state, api::ActivityState::Draft);
    }

    void nothingIsChangedWhileItIsSaved() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard();
        sale.fillWhat(wizard);
        sale.next(wizard);
        sale.fillTerms(wizard);
        sale.next(wizard);
        QTRY_COMPARE(wizard->step(), static_cast<int>(ActivityWizard::SummaryStep));
        sale.choose(wizard, "activityNextDraft");
        const auto* back = wizard->findChild<QPushButton*>(QStringLiteral("activityBack"));
        QVERIFY(back != nullptr && back->isEnabled());
        sale.shop.hold(true);
        sale.next(wizard);
        QCoreApplication::processEvents();
        QCOMPARE(wizard->problem(), QStringLiteral("Saving…"));
        QVERIFY(!back->isEnabled() && !wizard->nextButton()->isEnabled());
        // Whoever left now would not learn what became of it.
        wizard->findChild<QPushButton*>(QStringLiteral("activityClose"))->click();
        wizard->leave();
        QVERIFY(wizard->isVisible());
        sale.shop.hold(false);
        QTRY_VERIFY(sale.shop.has(kNew));
    }

    /// An empty list would look as if there were no products.
    void aCatalogueThatCannotBeReadIsToldAtItsField() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.shop.orders().productsRefusal = Error{ErrorCode::Busy, "inbox full", {}, {}};
        auto* wizard = sale.wizard();
        QTRY_VERIFY2(sale.hint(wizard, "voucher").startsWith(QStringLiteral("Could not be read")),
                     qPrintable(sale.hint(wizard, "voucher")));
        sale.type(wizard, "activityName", QStringLiteral("Noon rush"));
        QVERIFY(sale.hint(wizard, "voucher").startsWith(QStringLiteral("Could not be read")));
        QVERIFY(!wizard->nextButton()->isEnabled());
        // The next read that goes well takes it back.
        sale.shop.orders().productsRefusal.reset();
        sale.type(wizard, "activityVoucherFind", QStringLiteral("V"));
        QTRY_VERIFY(!sale.hint(wizard, "voucher").startsWith(QStringLiteral("Could not be read")));
        sale.chooseVoucher(wizard, "V-box");
        QVERIFY(wizard->nextButton()->isEnabled());
    }

    /// It leads to its page.
    void aRefusalOfTheProductNamesIt() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard();
        sale.fillWhat(wizard);
        sale.next(wizard);
        sale.fillTerms(wizard);
        sale.next(wizard);
        sale.shop.seckill().refusal = Error{ErrorCode::WrongStatus, "is not for sale", "voucher", "V-box"};
        sale.next(wizard);
        QTRY_COMPARE(wizard->step(), static_cast<int>(ActivityWizard::WhatStep));
        QVERIFY2(wizard->problem().startsWith(QStringLiteral("Product: ")), qPrintable(wizard->problem()));
    }

    void aRunningSaleForbidsMostChanges() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard("edit");
        for (const char* name : {"activityId", "activityUnits", "activityPrice"}) {
            const auto* edit = wizard->findChild<QLineEdit*>(QLatin1String(name));
            QVERIFY2(!edit->isEnabled(), name);
            QVERIFY2(!edit->toolTip().isEmpty() || name == std::string("activityId"), name);
        }
        QVERIFY(!wizard->findChild<QDateTimeEdit*>(QStringLiteral("activityBegin"))->isEnabled());
        QVERIFY(!wizard->findChild<QComboBox*>(QStringLiteral("activityCampus"))->isEnabled());
        const auto* stock = wizard->findChild<ui::FieldHint*>(QStringLiteral("hint.stock"));
        QVERIFY(stock->text().contains(QStringLiteral("only be added")));
        sale.type(wizard, "activityName", QStringLiteral("Tea, longer"));
        sale.next(wizard);
        const auto before = sale.shop.row(kTea).set;
        sale.setMoment(wizard, "activityEnd", before.end.plusMs(600'000));
        sale.next(wizard);
        sale.next(wizard);
        QTRY_COMPARE(sale.shop.row(kTea).set.name, std::string("Tea, longer"));
        const auto after = sale.shop.row(kTea).set;
        QCOMPARE(after.begin, before.begin);  // to the millisecond
        QCOMPARE(after.end.ms / 1'000, (before.end.ms + 600'000) / 1'000);
    }

    void aSaleChangedByAnotherMeanwhileIsNotOverwritten() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.page->select(kDraft);
        QTRY_VERIFY(sale.shows(kDraft));
        auto* wizard = sale.wizard("edit");
        sale.type(wizard, "activityName", QStringLiteral("Mine"));
        sale.next(wizard);
        sale.next(wizard);
        sale.shop.touch(kDraft);
        sale.next(wizard);
        QTRY_VERIFY(wizard->isReady() && wizard->problem().contains(QStringLiteral("somebody else")));
        QCOMPARE(sale.shop.row(kDraft).set.name, std::string("Lunch boxes, draft!"));
    }

    void nothingChangedIsNotSaved() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.page->select(kDraft);
        QTRY_VERIFY(sale.shows(kDraft));
        auto* wizard = sale.wizard("edit");
        sale.next(wizard);
        sale.next(wizard);
        QVERIFY(!wizard->nextButton()->isEnabled());
        QVERIFY(wizard->problem().contains(QStringLiteral("Nothing")));
    }

    void setUpRehearsedAndStarted() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        auto* wizard = sale.wizard();
        sale.fillWhat(wizard);
        sale.next(wizard);
        sale.fillTerms(wizard);
        sale.next(wizard);
        sale.choose(wizard, "activityNextRehearse");
        sale.next(wizard);
        QTRY_VERIFY(sale.page->rehearsal() != nullptr);
        auto* rehearsal = sale.page->rehearsal();
        QVERIFY(!rehearsal->startButton()->isEnabled());
        QVERIFY(rehearsal->startButton()->toolTip().contains(QStringLiteral("Rehearse it first")));
        sale.type(rehearsal, "rehearsal.attempts", QStringLiteral("500"));
        sale.type(rehearsal, "rehearsal.users", QStringLiteral("200"));
        QTest::mouseClick(rehearsal->runButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(rehearsal->outcome().has_value(), 60'000);
        QVERIFY2(rehearsal->outcome()->has_value(), qPrintable(rehearsal->progressText()));
        QCOMPARE((*rehearsal->outcome())->plan.copyOf, kNew);
        QCOMPARE((*rehearsal->outcome())->plan.stock, 40);
        QVERIFY(rehearsal->verdicts()->model()->rowCount() > 10);
        QCOMPARE(rehearsal->verdicts()->model()->index(0, 0).data().toString(), QStringLiteral("held"));
        QVERIFY(!rehearsal->curve()->lines().empty());
        QTest::mouseClick(rehearsal->startButton(), Qt::LeftButton);
        QTRY_VERIFY(sale.page->question() != nullptr);
        sale.confirm(sale.page->question(), QStringLiteral("as planned"));
        QTRY_COMPARE(sale.shop.row(kNew).state, api::ActivityState::Started);
    }

    void aBrokenInvariantIsShownAndStartIsNotOffered() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.page->select(kDraft);
        QTRY_VERIFY(sale.shows(kDraft));
        sale.shop.seckill().rehearseInstead = [](const auto& plan, const auto&) {
            api::RehearsalResult found;
            found.plan = plan;
            found.verdicts = {{"S1", "units", 1, 0, {}},
                              {"S2", "one for each", 2, 1, {"user 17"}},
                              {"S3", "orders", 1, 0, {}},
                              {"O1", "stock", 1, 0, {}}};
            return QtFuture::makeReadyFuture(Result<api::RehearsalResult>(found));
        };
        sale.action("rehearse")->trigger();
        auto* rehearsal = sale.page->rehearsal();
        rehearsal->run();
        QTRY_VERIFY(rehearsal->outcome().has_value());
        QVERIFY(rehearsal->verdict().contains(QStringLiteral("1 of 4")));
        QVERIFY(rehearsal->verdicts()->model()->index(0, 0).data().toString().contains(QStringLiteral("broken")));
        QVERIFY(rehearsal->verdicts()->model()->index(0, 3).data().toString().contains(QStringLiteral("user 17")));
        QVERIFY(!rehearsal->startButton()->isEnabled());
    }

    void aRehearsalTellsItsProgressAndCanBeCancelled() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        QPromise<Result<api::RehearsalResult>> promise;
        api::RehearsalWatch watch;
        sale.shop.seckill().rehearseInstead = [&](const auto&, const auto& progress) {
            promise = {};
            promise.start();
            watch = progress;
            return promise.future();
        };
        sale.action("rehearse")->trigger();
        auto* rehearsal = sale.page->rehearsal();
        QVERIFY(!rehearsal->startButton()->isVisible());  // it runs already
        rehearsal->run();
        sale.settle();
        QVERIFY(!rehearsal->runButton()->isEnabled());
        watch({api::RehearsalProgress::Stage::Attempts, 12'345, 678});
        QTRY_VERIFY(rehearsal->progressText().contains(QStringLiteral("12,345")));
        QVERIFY(rehearsal->findChild<QProgressBar*>(QStringLiteral("rehearsalProgress"))->isVisible());
        QCOMPARE(sale.services->jobs.jobs().size(), std::size_t{1});
        QTest::mouseClick(rehearsal->cancelButton(), Qt::LeftButton);
        QTRY_VERIFY(promise.isCanceled());
        promise.finish();
        QTRY_VERIFY(!rehearsal->isRunning());
        QVERIFY(rehearsal->progressText().contains(QStringLiteral("Cancelled")));
        QVERIFY(sale.services->jobs.jobs().empty());
        // Closing cancels too.
        rehearsal->run();
        sale.settle();
        rehearsal->close();
        QTRY_VERIFY(promise.isCanceled());
        promise.finish();
    }

    void aPlanThatCannotBeIsRefused() {
        Sale sale;
        QTRY_VERIFY(sale.shows(kTea));
        sale.action("rehearse")->trigger();
        auto* rehearsal = sale.page->rehearsal();
        const auto refused = [&](const char* field, const char* text, const char* reason) {
            sale.type(rehearsal, field, QLatin1String(text));
            return !rehearsal->runButton()->isEnabled() && rehearsal->problem().contains(QLatin1String(reason));
        };
        QVERIFY(refused("rehearsal.users", "0", "Users: At least 1"));
        sale.type(rehearsal, "rehearsal.users", QStringLiteral("1000"));
        QVERIFY(refused("rehearsal.payer_percent", "101", "At most 100"));
        sale.type(rehearsal, "rehearsal.payer_percent", QStringLiteral("80"));
        QVERIFY(refused("rehearsal.attempts", "10000001", "At most 10,000,000"));
        sale.type(rehearsal, "rehearsal.attempts", QStringLiteral("100000"));
        QVERIFY(refused("rehearsal.per_second", "1", "would take"));
        sale.type(rehearsal, "rehearsal.per_second", QStringLiteral("5000"));
        QVERIFY(rehearsal->plan().has_value());
        QCOMPARE(rehearsal->plan()->payerPercent, 80);
    }

    void valuesAreReadAsPeopleWriteThem() {
        QCOMPARE(ui::checkUnits(QStringLiteral(" 1,200 "), 10'000, std::nullopt).value, 1'200);
        QVERIFY(!ui::checkUnits(QStringLiteral("1 200"), 10'000, std::nullopt).value);
        QVERIFY(!ui::checkUnits(QStringLiteral("٣"), 10'000, std::nullopt).value);  // digits of another script
        QVERIFY(!ui::checkUnits(QStringLiteral("--5"), 10'000, std::nullopt).value);
        QVERIFY(!ui::checkUnits(QString(), 10'000, std::nullopt).value);
        QVERIFY(!ui::checkUnits(QStringLiteral("5"), 10'000, 0).value);
        QCOMPARE(ui::suggestedActivityId(QStringLiteral("正午奶茶"), QDateTime({2024, 5, 1}, {12, 30})),
                 QStringLiteral("sale-20240501-1230"));
        QCOMPARE(ui::suggestedActivityId(QStringLiteral(" Tea & Milk! "), QDateTime({2024, 5, 1}, {12, 30})),
                 QStringLiteral("tea-milk-20240501-1230"));
    }
};

}  // namespace test_seckill_wizard

QTEST_MAIN(test_seckill_wizard::TestSeckillWizard)
#include "test_seckill_wizard.moc"
