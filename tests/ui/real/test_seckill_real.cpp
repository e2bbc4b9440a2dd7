// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales over the real engine, stepped on a virtual clock by the event loop: from the first page of the wizard to
// sold out, stop in one click, repair of a spoilt keyspace, rehearsal.
#include "engine/runtime/unit_of_work.h"
#include "engine/seckill_slots/keys.h"
#include "tests/support/check.h"
#include "tests/ui/real/real_workspace.h"
#include "tests/ui/seckill_hand.h"
#include "ui/shell/notices.h"
#include "ui/widgets/formats.h"

namespace test_seckill_real {

using namespace evenhand;
using test::kStart;
using ui::SaleTiles;

namespace {

const api::Call kCall{api::Actor::administrator("test"), "because", {}};
const CampusId kCampus("north");
const Sku kVoucher("V-tea");
const ActivityId kSale("noon-rush");
constexpr int kUnits = 25;

struct Shop : test::RealWorkspace, test::SeckillHand {
    Shop() {
        (void)workspace->dispatch().upsertCampus(kCall, {kCampus, "North", {}});
        (void)workspace->orders().upsertProducts(kCall, {{kVoucher, "Milk tea", Money{1'800}, 100}}, true);
        workspace->runUntilIdle();
        SeckillHand::open(*workspace);
    }
    ~Shop() { close(); }
    /// One attempt each of users FIRST … LAST.
    std::array<int, api::kAttemptOutcomes> rush(int first, int last) {
        std::array<int, api::kAttemptOutcomes> outcomes{};
        std::vector<api::SeckillAttempt> attempts;
        for (int user = first; user <= last; ++user) {
            attempts.push_back({kSale, UserId("u" + std::to_string(user))});
        }
        workspace->seckill().attemptMany(kCall, std::move(attempts), [&](const auto& answers) {
            for (const auto& answer : answers) {
                outcomes[answer ? static_cast<std::size_t>(answer->outcome) : api::kAttemptOutcomes - 1] += 1;
            }
        });
        workspace->runUntilIdle();
        return outcomes;
    }
    bool tamper(std::vector<std::string> command) {
        auto answer = workspace->core().engine().ask<bool>(
            kCall, [command = std::move(command)](runtime::UnitOfWork& work) -> Result<bool> {
                const std::vector<std::string_view> args(command.begin(), command.end());
                EVENHAND_ASSIGN(const auto reply, work.keyspace().call(args));
                return reply.integer != 0;
            });
        workspace->runUntilIdle();
        return answer.result().value_or(false);
    }
    std::int64_t onHand() {
        auto answer = workspace->orders().products(kCall, kVoucher.str(), 1);
        workspace->runUntilIdle();
        return answer.result()->front().stock;
    }
    /// Through the wizard, started at once.
    void setUp(std::int64_t lengthMs = 3'600'000) {
        action("new")->trigger();
        QTRY_VERIFY(page->wizard() && page->wizard()->isReady());
        auto* wizard = page->wizard();
        type(wizard, "activityName", QStringLiteral("Noon rush"));
        type(wizard, "activityId", QStringLiteral("noon-rush"));
        wizard->what()->selectVoucher(kVoucher);
        next(wizard);
        type(wizard, "activityUnits", QString::number(kUnits));
        type(wizard, "activityPrice", QStringLiteral("9.90"));
        setMoment(wizard, "activityBegin", kStart);
        setMoment(wizard, "activityEnd", kStart.plusMs(lengthMs));
        next(wizard);
        choose(wizard, "activityNextStart");
        next(wizard);
        QTRY_VERIFY(shows(kSale));
        QTRY_VERIFY(page->question() != nullptr);
        confirm(page->question(), QStringLiteral("as planned"));
        QTRY_COMPARE(page->phase()->text(), QStringLiteral("On sale"));
    }
};

int at(const std::array<int, api::kAttemptOutcomes>& outcomes, api::AttemptOutcome outcome) {
    return outcomes[static_cast<std::size_t>(outcome)];
}

}  // namespace

class TestSeckillReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fromTheWizardToSoldOutAndStoppedInBetween() {
        Shop shop;
        QTRY_VERIFY(shop.ready());
        shop.setUp();
        QCOMPARE(shop.onHand(), 100 - kUnits);
        QTRY_COMPARE(shop.figure(SaleTiles::Stock), QStringLiteral("25"));
        QCOMPARE(at(shop.rush(1, 10), api::AttemptOutcome::Reserved), 10);
        QTRY_COMPARE(shop.figure(SaleTiles::Stock), QStringLiteral("15"));
        QTRY_COMPARE(shop.figure(SaleTiles::Sold), QStringLiteral("10"));
        // A click and a reason, and nobody gets anything.
        QTest::mouseClick(shop.page->findChild<QToolButton*>(QStringLiteral("button.seckill.stop")), Qt::LeftButton);
        shop.confirm(shop.page->question(), QStringLiteral("wrong price"));
        QTRY_COMPARE(shop.page->phase()->text(), QStringLiteral("Stopped"));
        QCOMPARE(at(shop.rush(11, 13), api::AttemptOutcome::Stopped), 3);
        shop.action("resume")->trigger();
        shop.confirm(shop.page->question(), QStringLiteral("it is right"));
        QTRY_COMPARE(shop.page->phase()->text(), QStringLiteral("On sale"));
        const auto outcomes = shop.rush(1, 40);
        QCOMPARE(at(outcomes, api::AttemptOutcome::Duplicate), 10);
        QCOMPARE(at(outcomes, api::AttemptOutcome::Reserved), 15);
        QCOMPARE(at(outcomes, api::AttemptOutcome::SoldOut), 15);
        QTRY_COMPARE(shop.figure(SaleTiles::Stock), QStringLiteral("0"));
        QTRY_COMPARE(shop.figure(SaleTiles::Sold), QStringLiteral("25"));
        QTRY_VERIFY(shop.page->tiles()->tile(SaleTiles::Stock)->note().contains(QStringLiteral("sold out")));
        QTRY_VERIFY(shop.page->history()->model().rowCount() >= 4);  // set up, started, stopped, resumed
        // More stock, more is sold.
        shop.action("topUp")->trigger();
        shop.type(shop.page->question(), "topUpUnits", QStringLiteral("5"));
        shop.confirm(shop.page->question(), QStringLiteral("went fast"));
        QTRY_COMPARE(shop.figure(SaleTiles::Stock), QStringLiteral("5"));
        QCOMPARE(at(shop.rush(50, 60), api::AttemptOutcome::Reserved), 5);
        QCOMPARE(shop.onHand(), 100 - kUnits - 5);
    }

    void aSpoiltKeyspaceIsSeenAndRepaired() {
        Shop shop;
        QTRY_VERIFY(shop.ready());
        shop.setUp();
        (void)shop.rush(1, 10);
        QTRY_COMPARE(shop.figure(SaleTiles::Sold), QStringLiteral("10"));
        const seckill::ActivityKeys keys(kSale);
        QVERIFY(shop.tamper({"HINCRBY", keys.live, "stock", "7"}));
        QVERIFY(shop.tamper({"HDEL", keys.slots, "u3"}));
        QTRY_VERIFY(shop.page->notice()->isVisible());
        auto* panel = shop.page->consistency();
        panel->checkAction()->trigger();
        QTRY_VERIFY(panel->last() && !panel->last()->agrees());
        QVERIFY(panel->differences().at(0).contains(QStringLiteral("7 too many")));
        QCOMPARE(panel->last()->missingSlots, 1);
        panel->repairAction()->trigger();
        shop.confirm(panel->question(), QStringLiteral("after the crash"));
        QTRY_COMPARE(panel->verdict(), QStringLiteral("Keyspace and database agree."));
        QTRY_VERIFY(!shop.page->notice()->isVisible());
        QTRY_COMPARE(shop.figure(SaleTiles::Stock), QStringLiteral("15"));
        QCOMPARE(at(shop.rush(3, 3), api::AttemptOutcome::Duplicate), 1);
        // All of it lost: attempts fail until it is repaired.
        QVERIFY(shop.tamper({"DEL", keys.live}));
        QVERIFY(shop.tamper({"DEL", keys.slots}));
        QTRY_COMPARE(shop.figure(SaleTiles::Stock), ui::Formats::dash());
        panel->repairAction()->trigger();
        shop.confirm(panel->question(), QStringLiteral("restored"));
        QTRY_COMPARE(shop.figure(SaleTiles::Stock), QStringLiteral("15"));
        QCOMPARE(at(shop.rush(1, 11), api::AttemptOutcome::Reserved), 1);
    }

    void theWizardTellsWhatTheEngineRefuses() {
        Shop shop;
        QTRY_VERIFY(shop.ready());
        shop.setUp();
        shop.action("edit")->trigger();
        QTRY_VERIFY(shop.page->wizard() && shop.page->wizard()->isReady());
        auto* wizard = shop.page->wizard();
        QVERIFY(!wizard->findChild<QLineEdit*>(QStringLiteral("activityUnits"))->isEnabled());
        shop.type(wizard, "activityName", QStringLiteral("Noon rush, longer"));
        shop.next(wizard);
        shop.setMoment(wizard, "activityEnd", kStart.plusMs(7'200'000));
        shop.next(wizard);
        shop.next(wizard);
        QTRY_COMPARE(shop.page->current()->set.name, std::string("Noon rush, longer"));
        QCOMPARE(shop.page->current()->set.end, kStart.plusMs(7'200'000));
        QTRY_VERIFY(!shop.page->wizard());
        // The same number again.
        shop.action("new")->trigger();
        QTRY_VERIFY(shop.page->wizard() && shop.page->wizard()->isReady());
        wizard = shop.page->wizard();
        shop.type(wizard, "activityName", QStringLiteral("Again"));
        shop.type(wizard, "activityId", QStringLiteral("noon-rush"));
        wizard->what()->selectVoucher(kVoucher);
        shop.next(wizard);
        shop.type(wizard, "activityUnits", QStringLiteral("5"));
        shop.type(wizard, "activityPrice", QStringLiteral("1"));
        shop.next(wizard);
        shop.next(wizard);
        QTRY_VERIFY(!shop.hint(wizard, "id").isEmpty());
    }

    void aRehearsalRunsBesideAndChecksEveryInvariant_data() {
        QTest::addColumn<qint64>("lengthMs");
        QTest::newRow("an hour") << qint64{3'600'000};
        QTest::newRow("shorter than the time to pay") << qint64{60'000};
    }

    void aRehearsalRunsBesideAndChecksEveryInvariant() {
        QFETCH(qint64, lengthMs);
        Shop shop;
        QTRY_VERIFY(shop.ready());
        shop.setUp(lengthMs);
        shop.action("rehearse")->trigger();
        auto* rehearsal = shop.page->rehearsal();
        shop.type(rehearsal, "rehearsal.users", QStringLiteral("60"));
        shop.type(rehearsal, "rehearsal.attempts", QStringLiteral("120"));
        rehearsal->run();
        QTRY_VERIFY_WITH_TIMEOUT(rehearsal->outcome().has_value(), 60'000);
        QVERIFY2(rehearsal->outcome()->has_value(), qPrintable(rehearsal->progressText()));
        QVERIFY2((*rehearsal->outcome())->passed(), qPrintable(rehearsal->verdict()));
        QVERIFY(rehearsal->verdicts()->model()->rowCount() > 0);
        QTRY_COMPARE(shop.figure(SaleTiles::Stock), QStringLiteral("25"));  // the sale itself is untouched
        QCOMPARE(shop.onHand(), 100 - kUnits);
    }
};

}  // namespace test_seckill_real

QTEST_MAIN(test_seckill_real::TestSeckillReal)
#include "test_seckill_real.moc"
