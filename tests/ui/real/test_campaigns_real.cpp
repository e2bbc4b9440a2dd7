// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns over the real engine, stepped on a virtual clock by the event loop: from the first page of the wizard to a
// running campaign with draws, the preview against what is dealt, and every figure against the engine's own stats.
#include <QFile>
#include <QPointer>
#include <numeric>

#include "engine/draws/balance.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/draw_store.h"
#include "tests/support/check.h"
#include "tests/ui/campaign_hand.h"
#include "tests/ui/real/real_workspace.h"

namespace test_campaigns_real {

using namespace evenhand;
using test::kStart;
using ui::CampaignPage;
using ui::CampaignTiles;
using ui::CampaignWizard;

namespace {

const api::Call kCall{api::Actor::administrator("test"), "because", {}};
const CampaignId kNoon("noon");
constexpr std::int64_t kBudget = 40'000;
constexpr std::int64_t kPlaces = 100;

/// As `evenhandctl stats` counts: the keyspace and the rows, not the board.
struct Stats {
    campaigns::Balance balance;
    store::draws::Sums sums;
};

struct Shop : test::RealWorkspace, test::CampaignHand {
    Shop() { CampaignHand::open(*workspace); }
    ~Shop() { close(); }
    /// One draw each of users FIRST … LAST; how many were granted, and of what.
    std::pair<std::int64_t, std::int64_t> drawAll(int first, int last) {
        std::vector<api::DrawRequest> requests;
        for (int user = first; user <= last; ++user) {
            requests.push_back({kNoon, {}, UserId("u" + std::to_string(user)), std::nullopt});
        }
        std::int64_t granted = 0, amount = 0;
        workspace->campaigns().drawMany(kCall, std::move(requests), [&](const auto& answers) {
            for (const auto& answer : answers) {
                if (answer && !answer->refusal) {
                    ++granted;
                    amount += answer->amount.minor;
                }
            }
        });
        workspace->runUntilIdle();
        return {granted, amount};
    }
    std::optional<Stats> stats() {
        auto answer = workspace->core().engine().ask<Stats>(kCall, [](runtime::UnitOfWork& work) -> Result<Stats> {
            EVENHAND_ASSIGN(const auto record, store::campaigns::findFresh(work.database(), kNoon));
            Stats found;
            EVENHAND_ASSIGN(found.balance, campaigns::balanceOf(work.keyspace(), work.database(), *record));
            EVENHAND_ASSIGN(found.sums, store::draws::sums(work.database(), record->no));
            return found;
        });
        workspace->runUntilIdle();
        const auto result = answer.result();
        return result ? std::optional(*result) : std::nullopt;
    }
    api::CampaignRow stored() {
        auto answer = workspace->campaigns().campaign(kCall, kNoon);
        workspace->runUntilIdle();
        return answer.result().value_or(api::CampaignRow{});
    }
    /// The clock goes on; the page reads again.
    void goOn(std::int64_t ms) {
        clock.advanceMs(ms);
        workspace->runUntilIdle();
    }
    /// Through the wizard; what its preview promised, by tenth.
    std::vector<std::int64_t> setUp(bool start) {
        std::vector<std::int64_t> promised;
        [&] {
            auto* made = wizard();
            type(made, "name", QStringLiteral("Noon discounts"));
            type(made, "campaign", QStringLiteral("noon"));
            setMoment(made, "begin", kStart);
            setMoment(made, "end", kStart.plusMs(3'600'000));
            next(made);
            // More than the places can give away: the engine says what would do.
            type(made, "budget", QStringLiteral("2000"));
            type(made, "places", QStringLiteral("100"));
            QTRY_COMPARE(made->budget()->nearest().size(), std::size_t{3});
            QVERIFY(!made->nextButton()->isEnabled());
            QTest::mouseClick(made->findChild<QPushButton*>(QStringLiteral("nearest.budget")), Qt::LeftButton);
            QTRY_VERIFY(made->isReady() && made->nextButton()->isEnabled());
            type(made, "budget", QStringLiteral("400"));
            next(made);
            type(made, "count_limit", QStringLiteral("1"));
            type(made, "amount_limit", QStringLiteral("10"));
            next(made);
            type(made, "queues", QStringLiteral("3"));
            type(made, "seed", QStringLiteral("77"));
            QTRY_VERIFY(made->isReady() && made->queues()->told().contains(QStringLiteral("seed 77:")));
            promised = made->queues()->bars()->counts();
            next(made);
            made->findChild<QRadioButton*>(start ? QStringLiteral("campaignNextStart")
                                                 : QStringLiteral("campaignNextDraft"))
                ->setChecked(true);
            next(made);
            QTRY_VERIFY(shows(kNoon));
            if (start) {
                QTRY_VERIFY(page->question() != nullptr);
                confirm(page->question(), QStringLiteral("as planned"));
                QTRY_COMPARE(page->phase()->text(), QStringLiteral("Running"));
            }
        }();
        return promised;
    }
};

}  // namespace

class TestCampaignsReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fromTheWizardToARunningCampaignWhoseFiguresAreThoseOfTheStats() {
        Shop shop;
        QTRY_VERIFY(shop.ready());
        const auto promised = shop.setUp(true);
        QCOMPARE(std::accumulate(promised.begin(), promised.end(), std::int64_t{0}), kPlaces);
        const auto row = shop.stored();
        QCOMPARE(row.state, api::CampaignState::Running);
        QCOMPARE(row.settings.shape, (api::CampaignShape{Money{kBudget}, kPlaces, Money{1'000}, 3}));
        QCOMPARE(row.settings.seed, std::optional<std::int64_t>(77));
        QTRY_COMPARE(shop.figure(CampaignTiles::BudgetLeft), QStringLiteral("400.00"));
        QTRY_COMPARE(shop.figure(CampaignTiles::PlacesLeft), QStringLiteral("100"));

        std::int64_t granted = 0, amount = 0;
        for (int minute = 0; minute < 10; ++minute) {
            shop.goOn(60'000);
            const auto [count, sum] = shop.drawAll(minute * 4, minute * 4 + 3);
            granted += count;
            amount += sum;
        }
        QCOMPARE(granted, 40);
        const auto again = shop.drawAll(0, 4);  // one draw each: over the limit
        QCOMPARE(again.first, 0);
        const auto stats = shop.stats();
        QVERIFY(stats.has_value());
        QCOMPARE(stats->sums.granted, amount);
        QCOMPARE(stats->sums.draws, granted);
        QCOMPARE(stats->sums.granted - stats->sums.givenBack + stats->balance.queued + stats->balance.compensation +
                     stats->balance.inFlight + stats->balance.unspent,
                 kBudget);

        const std::int64_t left = stats->balance.queued + stats->balance.compensation + stats->balance.inFlight;
        QTRY_COMPARE(shop.figure(CampaignTiles::BudgetLeft), shop.money(left));
        QCOMPARE(shop.figure(CampaignTiles::PlacesLeft), ui::Formats::number(stats->balance.placesLeft));
        QCOMPARE(shop.figure(CampaignTiles::Granted), shop.money(stats->sums.granted - stats->sums.givenBack));
        QCOMPARE(shop.figure(CampaignTiles::Compensation), shop.money(stats->balance.compensation));
        QCOMPARE(shop.figure(CampaignTiles::InFlight), ui::Formats::number(stats->balance.draws));
        QCOMPARE(shop.figure(CampaignTiles::RolledBack), ui::Formats::number(stats->sums.rolledBack));
        QVERIFY(!shop.page->notice()->isVisible());

        // Burn-down: begins with the whole budget, ends with what the stats have, never rises.
        const auto* burn = shop.page->plots()->burn();
        QTRY_COMPARE(burn->points().back().left, left);
        QCOMPARE(burn->points().back().places, stats->balance.placesLeft);
        QCOMPARE(burn->points().front().left, kBudget);
        QVERIFY(std::is_sorted(burn->points().begin(), burn->points().end(),
                               [](const auto& a, const auto& b) { return a.at < b.at || a.left > b.left; }));
        QCOMPARE(burn->idealAt(kStart), static_cast<double>(kBudget));
        QCOMPARE(burn->idealAt(kStart.plusMs(1'800'000)), kBudget / 2.0);
        const auto board = *shop.page->feed().board();
        QVERIFY(board.projectedEnd.has_value());
        QVERIFY(burn->projection().has_value());
        QCOMPARE(burn->projection()->to, *board.projectedEnd);
        QVERIFY(shop.page->plots()->burnCard()->figures().contains(
            shop.services->formats.shortTime(*board.projectedEnd, board.at)));
        QCOMPARE(std::accumulate(shop.page->plots()->drawn()->counts().begin(),
                                 shop.page->plots()->drawn()->counts().end(), std::int64_t{0}),
                 granted);

        // Queues, refusals, users, draws.
        const auto* queues = shop.tab(CampaignPage::QueuesTab);
        QTRY_COMPARE(queues->rowCount(), 3);
        for (int queue = 0; queue < 3; ++queue) {
            const auto& real = stats->balance.queues[static_cast<std::size_t>(queue)];
            QTRY_COMPARE(queues->index(queue, 1).data().toString(), ui::Formats::number(real.places));
            QTRY_COMPARE(queues->index(queue, 2).data().toString(), shop.money(real.amount));
            QTRY_COMPARE(queues->index(queue, 3).data().toString(), shop.money(real.compensation));
        }
        QTRY_COMPARE(shop.row(shop.tab(CampaignPage::RefusalsTab), QStringLiteral("Over the draws per user")).value(1),
                     ui::Formats::number(stats->sums.refused));
        QTRY_COMPARE(shop.tab(CampaignPage::UsersTab)->rowCount(), 10);
        QTRY_VERIFY(shop.tab(CampaignPage::DrawsTab)->rowCount() >= 45);
    }

    void whatIsDealtIsWhatWasPreviewed() {
        Shop shop;
        QTRY_VERIFY(shop.ready());
        const auto promised = shop.setUp(true);
        const auto [granted, amount] = shop.drawAll(1, static_cast<int>(kPlaces));
        QCOMPARE(granted, kPlaces);
        QCOMPARE(amount, kBudget);
        QTRY_COMPARE(shop.page->plots()->drawn()->counts(), promised);
        QTRY_VERIFY(shop.figure(CampaignTiles::PlacesLeft) == QStringLiteral("0"));
    }

    void pausedResumedEditedStoppedAndKept() {
        Shop shop;
        QTRY_VERIFY(shop.ready());
        (void)shop.setUp(true);
        QCOMPARE(shop.drawAll(1, 10).first, 10);
        shop.action("pause")->trigger();
        shop.confirm(shop.page->question(), QStringLiteral("too fast"));
        QTRY_COMPARE(shop.page->phase()->text(), QStringLiteral("Paused"));
        QCOMPARE(shop.drawAll(11, 12).first, 0);
        QTRY_COMPARE(shop.row(shop.tab(CampaignPage::RefusalsTab), QStringLiteral("While paused")).value(1),
                     QStringLiteral("2"));
        shop.action("resume")->trigger();
        shop.confirm(shop.page->question(), QStringLiteral("goes on"));
        QTRY_COMPARE(shop.page->phase()->text(), QStringLiteral("Running"));
        // A higher limit lets them draw again; nothing that is dealt can be changed.
        const QPointer<CampaignWizard> wizard = shop.wizard("edit");  // the next one may lie where it lay
        QVERIFY(!shop.isEnabled(wizard, "budget"));
        QVERIFY(!shop.isEnabled(wizard, "begin"));
        wizard->showStep(CampaignWizard::LimitsStep);
        shop.type(wizard, "count_limit", QStringLiteral("2"));
        shop.type(wizard, "amount_limit", QStringLiteral("30"));
        wizard->showStep(CampaignWizard::GlanceStep);
        shop.next(wizard);
        QTRY_COMPARE(shop.stored().settings.countLimit, 2);
        QVERIFY(shop.drawAll(1, 5).first > 0);
        const auto before = shop.stats();
        // Whoever stops it stops what they see: the page has read the edited one.
        QTRY_VERIFY(shop.ready() && shop.page->current() && shop.page->current()->version == shop.stored().version);
        shop.action("stop")->trigger();
        shop.confirm(shop.page->question(), QStringLiteral("wrong budget"));
        QTRY_COMPARE(shop.page->phase()->text(), QStringLiteral("Ended: stopped"));
        const std::int64_t left = before->balance.queued + before->balance.compensation;
        QTRY_COMPARE(shop.figure(CampaignTiles::BudgetLeft), shop.money(left));  // unspent now
        QVERIFY(!shop.page->plots()->burn()->points().empty());
        QTRY_VERIFY(shop.tab(CampaignPage::DrawsTab)->rowCount() >= 10);
        const QString path = shop.folder.filePath(QStringLiteral("noon.csv"));
        shop.page->exportTo(path);
        QTRY_VERIFY(shop.said().text.contains(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 1 + before->sums.draws);  // a header, and everyone who was granted
        // A copy can be started anew.
        shop.action("copy")->trigger();
        QTRY_VERIFY(shop.page->wizard() && shop.page->wizard() != wizard);
        QTRY_VERIFY(shop.page->current() && shop.page->current()->state == api::CampaignState::Draft);
        QCOMPARE(shop.page->current()->settings.shape.budget.minor, kBudget);
        QVERIFY(!shop.page->current()->settings.seed.has_value());
        shop.page->wizard()->reject();
    }

    void aDrawIsGivenBackAndItsAmountGoesToTheCompensation() {
        Shop shop;
        QTRY_VERIFY(shop.ready());
        (void)shop.setUp(true);
        QCOMPARE(shop.drawAll(1, 10).first, 10);
        auto* pane = shop.page->draws();
        QTRY_COMPARE(shop.tab(CampaignPage::DrawsTab)->rowCount(), 10);
        pane->table()->selectRow(0);
        const auto cell = [pane](const char* column) {
            return pane->model().index(0, pane->model().columnOf(QLatin1String(column))).data().toString();
        };
        const auto newest = cell("amount");
        QVERIFY(pane->giveBackAction()->isEnabled());
        pane->giveBackAction()->trigger();
        QTRY_VERIFY(pane->flow()->question() != nullptr);
        QSignalSpy finished(pane->flow(), &ui::RowFlow::finished);
        shop.confirm(pane->flow()->question(), QStringLiteral("the customer asked"));
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(shop.said().tone, ui::Tone::Good);
        const auto stats = shop.stats();
        QCOMPARE(shop.money(stats->sums.givenBack), newest);
        QCOMPARE(stats->sums.granted - stats->sums.givenBack + stats->balance.queued + stats->balance.compensation +
                     stats->balance.inFlight + stats->balance.unspent,
                 kBudget);
        QTRY_COMPARE(shop.figure(CampaignTiles::Compensation), newest);
        QTRY_VERIFY(cell("remark").contains(QStringLiteral("given back")));
        pane->table()->selectRow(0);
        QTRY_VERIFY(ui::whyDisabled(*pane->giveBackAction()).contains(QStringLiteral("already")));
        QVERIFY(!shop.page->notice()->isVisible());
    }

    void aRehearsalRunsBesideAndChecksEveryInvariant() {
        Shop shop;
        QTRY_VERIFY(shop.ready());
        (void)shop.setUp(false);
        shop.action("rehearse")->trigger();
        auto* rehearsal = shop.page->rehearsal();
        rehearsal->run();
        QTRY_VERIFY_WITH_TIMEOUT(rehearsal->outcome().has_value() && !rehearsal->isRunning(), 60'000);
        QVERIFY2(rehearsal->outcome()->has_value(), qPrintable(rehearsal->progressText()));
        QCOMPARE(rehearsal->verdict(), QStringLiteral("Every invariant held."));
        const auto& result = **rehearsal->outcome();
        QCOMPARE(result.board.row.settings.shape.budget.minor, kBudget);
        QCOMPARE(result.board.placesLeft, 0);  // until all was drawn
        QVERIFY(!result.curve.empty());
        QVERIFY(std::all_of(result.curve.begin(), result.curve.end(),
                            [](const auto& point) { return point.amount <= kBudget; }));
        QCOMPARE(result.curve.back().amount, result.board.granted - result.board.givenBack);
        QCOMPARE(result.curve.back().draws, result.granted);
        QCOMPARE(shop.stored().state, api::CampaignState::Draft);  // the campaign itself is untouched
        QVERIFY(rehearsal->startButton()->isEnabled());
        rehearsal->close();
    }

    void theNumberIsTakenAndTheEngineSaysSoAtTheField() {
        Shop shop;
        QTRY_VERIFY(shop.ready());
        (void)shop.setUp(false);
        auto* wizard = shop.wizard();
        shop.type(wizard, "name", QStringLiteral("Again"));
        shop.type(wizard, "campaign", QStringLiteral("noon"));
        shop.next(wizard);
        shop.type(wizard, "budget", QStringLiteral("10"));
        shop.type(wizard, "places", QStringLiteral("10"));
        while (wizard->step() < CampaignWizard::GlanceStep) {
            shop.next(wizard);
        }
        shop.next(wizard);
        QTRY_COMPARE(wizard->step(), static_cast<int>(CampaignWizard::DatesStep));
        QVERIFY(!shop.hint(wizard, "campaign").isEmpty());
    }
};

}  // namespace test_campaigns_real

QTEST_MAIN(test_campaigns_real::TestCampaignsReal)
#include "test_campaigns_real.moc"
