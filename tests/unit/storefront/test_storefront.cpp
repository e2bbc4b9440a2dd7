// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's storefront against the real engine, stepped on a virtual clock.
#include <QCoreApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <map>
#include <set>

#include "app/storefront/day_curve.h"
#include "app/storefront/demo_campaign.h"
#include "app/storefront/demo_returns.h"
#include "app/storefront/limits.h"
#include "app/storefront/sale.h"
#include "app/storefront/storefront.h"
#include "app/storefront/world.h"
#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "engine/outward/http_refund_provider.h"
#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_storefront {

using namespace evenhand;
using app::Workspace;
using storefront::Storefront;

namespace {

constexpr Instant kStart{1'700'000'000'000};
constexpr std::int64_t kTickMs = 200;
const api::Call kCall{api::Actor::administrator("test"), "because", {}};

/// A workspace of its own with a storefront in front of it.
struct Shop {
    explicit Shop(std::size_t inbox = 100'000, bool importClock = false) {
        app::OpenOptions options;
        options.clock = &clock;
        options.seed = 7;
        options.threaded = false;
        options.engine.inboxCommands = inbox;
        options.engine.importClock = importClock;
        options.refundSecret = [](const std::string&) -> Result<std::string> {
            return std::string(storefront::DemoProvider::kSecret);
        };
        auto made = Workspace::create(folder.filePath(QStringLiteral("shop")).toStdString(),
                                      {.currency = "CNY", .database = evenhand::testing::freshDatabase()}, options);
        if (made) {
            workspace = std::move(*made);
        }
    }
    [[nodiscard]] std::unique_ptr<Storefront> front(const std::string& run, double speed = 600,
                                                    std::uint64_t seed = 1) {
        storefront::StorefrontOptions options;
        options.seed = seed;
        options.run = run;
        options.speed = speed;
        return std::make_unique<Storefront>(workspace->orders(), workspace->dispatch(), workspace->timers(), clock,
                                            options);
    }
    /// Lets engine and answers go on until nothing is under way.
    void settle() const {
        do {
            workspace->runUntilIdle();
            QCoreApplication::processEvents();
        } while (workspace->step());
        QCoreApplication::processEvents();
    }
    [[nodiscard]] bool open(Storefront& front) const {
        QSignalSpy opened(&front, &Storefront::opened);
        front.open();
        for (int round = 0; round < 10 && opened.isEmpty(); ++round) {
            settle();
        }
        return opened.count() == 1;
    }
    void run(Storefront& front, int ticks) {
        for (int tick = 0; tick < ticks; ++tick) {
            clock.advanceMs(kTickMs);
            front.tick(clock.now());
            settle();
        }
    }
    template <typename T>
    [[nodiscard]] T take(api::Answer<T> answer) const {
        settle();
        return answer.resultCount() > 0 && answer.result() ? *answer.result() : T{};
    }
    [[nodiscard]] std::vector<api::OrderRow> orders(std::vector<api::OrderStatus> statuses = {}) const {
        api::OrderQuery query;
        query.filter.statuses = std::move(statuses);
        query.sort = api::OrderSort::OrderNo;
        query.descending = false;
        query.limit = 10'000;
        return take(workspace->orders().page(kCall, query));
    }

    QTemporaryDir folder;
    base::VirtualClock clock{kStart};
    std::unique_ptr<Workspace> workspace;
};

std::string snapshotOf(const Shop& shop) {
    std::string snapshot;
    for (const auto& row : shop.orders()) {
        snapshot += row.orderNo.str() + ' ' + std::string(toText(row.status)) + ' ' + row.courier.str() + ' ' +
                    std::to_string(row.payable.minor) + ' ' + std::to_string(row.epoch) + '\n';
    }
    return snapshot;
}

}  // namespace

class TestStorefront : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void customersDrawDiscounts() {
        Shop shop;
        const auto front = shop.front("A");
        QVERIFY(shop.open(*front));
        front->runCampaigns(shop.workspace->campaigns());
        shop.run(*front, 120);
        const auto campaigns = shop.take(shop.workspace->campaigns().campaigns(kCall));
        QCOMPARE(campaigns.size(), std::size_t{1});
        QCOMPARE(campaigns.front().state, evenhand::api::CampaignState::Running);
        QVERIFY(front->campaign()->granted() > 5);
        const auto board = shop.take(shop.workspace->campaigns().board(kCall, campaigns.front().id));
        QVERIFY(board.drawsGranted >= front->campaign()->granted());
        QCOMPARE(board.granted - board.givenBack + board.queued + board.compensation + board.inFlight + board.unspent,
                 board.row.settings.shape.budget.minor);
        // Stopped by the operator: the next one begins by itself.
        (void)shop.take(shop.workspace->campaigns().stop(kCall, campaigns.front().id));
        shop.run(*front, 60);
        QCOMPARE(shop.take(shop.workspace->campaigns().campaigns(kCall)).size(), std::size_t{2});
    }
    void customersSendThingsBack() {
        Shop shop;
        const auto front = shop.front("A");
        QVERIFY(shop.open(*front));
        front->runReturns(shop.workspace->returns(), shop.workspace->refunds());
        for (int round = 0; round < 14; ++round) {
            shop.run(*front, 20);
            const auto sent = shop.workspace->sendRefunds();
            EVENHAND_NEED(sent);
        }
        QVERIFY(front->returns()->requested() > 12);
        const auto counts = shop.take(shop.workspace->returns().counts(kCall, {}));
        // The operator finds work of his own, and the clerk has done some.
        QVERIFY(counts.approval >= static_cast<std::int64_t>(storefront::DemoReturns::kLeftAlone));
        QVERIFY(front->returns()->provider().paid() > 0);
        std::map<api::RefundStatus, int> refunds;
        std::map<api::RefundCause, int> causes;
        for (const auto& row : shop.take(shop.workspace->refunds().page(kCall, {}))) {
            ++refunds[row.status];
            ++causes[row.cause];
        }
        QVERIFY(refunds[api::RefundStatus::Succeeded] > 0);
        QVERIFY(refunds[api::RefundStatus::Failed] + refunds[api::RefundStatus::Sent] +
                    refunds[api::RefundStatus::Pending] >
                0);
        QVERIFY(causes[api::RefundCause::Return] > 0);
        QVERIFY(causes[api::RefundCause::LatePayment] > 0);
        keepsEveryInvariant(shop);
    }

    /// The demo sends refunds through a bank of its own, and only where nobody has set another one.
    void whatTheOperatorHasSetForRefundsStays() {
        Shop shop;
        auto theirs = shop.take(shop.workspace->refunds().settings(kCall));
        QVERIFY(theirs == api::RefundSettings{});
        auto front = shop.front("A");
        front->runReturns(shop.workspace->returns(), shop.workspace->refunds());
        shop.settle();
        auto now = shop.take(shop.workspace->refunds().settings(kCall));
        QCOMPARE(now.provider, api::RefundProviderKind::Http);
        QCOMPARE(now.url, front->returns()->provider().url());
        // Opened again: the bank of the run before is gone, the present one takes its place.
        front = shop.front("B");
        front->runReturns(shop.workspace->returns(), shop.workspace->refunds());
        shop.settle();
        now = shop.take(shop.workspace->refunds().settings(kCall));
        QCOMPARE(now.url, front->returns()->provider().url());
        theirs = now;
        theirs.keyId = "key";
        for (const char* url : {"https://pay.example/refunds", "http://127.0.0.1:9/refunds"}) {
            theirs.url = url;
            theirs.version = now.version;
            const auto set = shop.workspace->refunds().setSettings(kCall, theirs);
            shop.settle();
            QVERIFY(set.result().has_value());
            front = shop.front("C");
            front->runReturns(shop.workspace->returns(), shop.workspace->refunds());
            shop.settle();
            now = shop.take(shop.workspace->refunds().settings(kCall));
            QCOMPARE(now.url, theirs.url);
            QCOMPARE(now.keyId, theirs.keyId);
        }
    }

    /// Each key moves money once, however often it is sent, and a look-up tells what became of it.
    void theBankOfTheDemoPaysOnce() {
        storefront::DemoProvider bank(5);
        QVERIFY(bank.listen());
        QVERIFY(storefront::DemoProvider::isDemo(bank.url()));
        const base::VirtualClock clock(kStart);
        api::RefundSettings settings;
        settings.url = bank.url();
        const auto provider = outward::HttpRefundProvider::make(settings, storefront::DemoProvider::kSecret, clock);
        EVENHAND_NEED(provider);
        std::map<api::SendOutcome, int> outcomes;
        for (int i = 0; i < 60; ++i) {
            api::RefundJob job;
            job.key = "key-" + std::to_string(i);
            job.currency = "CNY";
            job.amount = Money{100};
            QCOMPARE((*provider)->lookUp(job).outcome, api::SendOutcome::NotKnown);
            const auto first = (*provider)->send(job);
            const auto paid = bank.paid();
            ++outcomes[first.outcome];
            const auto found = (*provider)->lookUp(job);
            if (found.outcome == api::SendOutcome::NotKnown) {
                QCOMPARE(first.outcome, api::SendOutcome::Unknown);  // it was down
                continue;
            }
            if (first.outcome != api::SendOutcome::Unknown) {
                QCOMPARE(found.outcome, first.outcome);
                QCOMPARE(found.reference, first.reference);
            }
            const auto again = (*provider)->send(job);
            QCOMPARE(again.outcome, found.outcome);
            QCOMPARE(again.reference, found.reference);
            QCOMPARE(bank.paid(), paid);
        }
        QVERIFY(outcomes[api::SendOutcome::Succeeded] > 30);
        QVERIFY(outcomes[api::SendOutcome::Declined] > 0);
        QVERIFY(outcomes[api::SendOutcome::Unknown] > 0);
    }

    void theDayHasTwoPeaks() {
        const double night = storefront::demandAt(3 * 60);
        const double lunch = storefront::demandAt(12 * 60);
        const double afternoon = storefront::demandAt(15 * 60);
        const double dinner = storefront::demandAt(18 * 60 + 30);
        QVERIFY(night > 0 && night < afternoon);
        QVERIFY(afternoon < lunch && lunch < dinner);
        QVERIFY(dinner <= 1.0);
        QCOMPARE(storefront::demandAt(12 * 60 + 1440), lunch);
        QCOMPARE(storefront::demandAt(12 * 60 - 1440), lunch);
    }

    void theWorldIsConsistent() {
        std::set<std::string_view> ids;
        std::map<int, int> perCampus;
        for (const auto& courier : storefront::demoCouriers()) {
            QVERIFY(ids.insert(courier.id).second);
            QVERIFY(courier.campus >= 0 && courier.campus < std::ssize(storefront::demoCampuses()));
            ++perCampus[courier.campus];
            QVERIFY(base::validateName(courier.name, "name").has_value());
        }
        QCOMPARE(perCampus.size(), storefront::demoCampuses().size());
        QCOMPARE(std::ssize(storefront::demoCouriers()), 40);
        QCOMPARE(std::ssize(storefront::demoProducts()), 60);
        // The last campus has its hour without anybody; the others are never empty.
        for (int minute = 0; minute < 1440; minute += 10) {
            std::map<int, int> onDuty;
            for (const auto& courier : storefront::demoCouriers()) {
                onDuty[courier.campus] += storefront::onShift(courier, minute) ? 1 : 0;
            }
            for (int campus = 0; campus < 3; ++campus) {
                QVERIFY(onDuty[campus] >= 2);
            }
            QCOMPARE(onDuty[3] == 0, minute >= 14 * 60 + 30 && minute < 15 * 60);
        }
    }

    void itOpensAndLeavesWhatIsThere() {
        Shop shop;
        QVERIFY(shop.workspace);
        const auto front = shop.front("A");
        QVERIFY(shop.open(*front));
        auto campuses = shop.take(shop.workspace->dispatch().campuses(kCall));
        QCOMPARE(campuses.size(), std::size_t{4});
        api::TimerPolicy patient;
        patient.unpaidMs = 7'777'777;
        const auto waits = shop.workspace->timers().setPolicy(kCall, campuses.front().id, patient);
        campuses.front().policy.step = 25;
        campuses.front().name = "Renamed";
        const auto changed = shop.workspace->dispatch().upsertCampus(kCall, campuses.front());
        shop.settle();
        QVERIFY(changed.result().has_value());
        const auto products = shop.take(shop.workspace->orders().products(kCall, {}, 1'000));
        QCOMPARE(products.size(), std::size_t{60});

        const auto again = shop.front("B");
        QVERIFY(shop.open(*again));
        const auto after = shop.take(shop.workspace->dispatch().campuses(kCall));
        QCOMPARE(after.size(), std::size_t{4});
        const auto kept =
            std::find_if(after.begin(), after.end(), [&](const auto& row) { return row.id == campuses.front().id; });
        QCOMPARE(kept->policy.step, std::int64_t{25});
        QCOMPARE(kept->name, std::string("Renamed"));
        QVERIFY(waits.result().has_value());
        for (const auto& row : shop.take(shop.workspace->timers().policies(kCall))) {
            QCOMPARE(row.policy == patient, row.campus == kept->id);
        }
        const auto stock = shop.take(shop.workspace->orders().products(kCall, {}, 1'000));
        QCOMPARE(stock.front().stock, products.front().stock);  // not stocked twice
        // On duty is who has their shift at that minute of the day.
        std::map<std::string, bool> onDuty;
        for (const auto& campus : after) {
            for (const auto& courier : shop.take(shop.workspace->dispatch().board(kCall, campus.id)).couriers) {
                onDuty[courier.id.str()] = courier.onDuty;
            }
        }
        QCOMPARE(onDuty.size(), std::size_t{40});
        int off = 0;
        for (const auto& courier : storefront::demoCouriers()) {
            const bool expected = storefront::onShift(courier, storefront::StorefrontOptions{}.startMinute);
            QCOMPARE(onDuty[std::string(courier.id)], expected);
            off += expected ? 0 : 1;
        }
        QVERIFY(off > 0);
    }

    /// Those of the simulated day, so many times as fast.
    void everyCampusHasItsTimeOuts() {
        Shop shop;
        const auto front = shop.front("A", 60);
        QVERIFY(shop.open(*front));
        const auto policies = shop.take(shop.workspace->timers().policies(kCall));
        QCOMPARE(policies.size(), storefront::demoCampuses().size());
        for (const auto& campus : storefront::demoCampuses()) {
            const auto row = std::find_if(policies.begin(), policies.end(),
                                          [&](const auto& one) { return one.campus.str() == campus.id; });
            QVERIFY(row != policies.end());
            QCOMPARE(row->policy.unpaidMs, campus.unpaidMinutes * 1'000);
            QCOMPARE(row->policy.unassignedMs, 2'000);
            QCOMPARE(row->policy.pickUpLateMs, campus.pickUpMinutes * 1'000);
            QCOMPARE(row->policy.deliveryLateMs, campus.deliveryMinutes * 1'000);
            QCOMPARE(row->policy.autoConfirmMs, campus.confirmMinutes * 1'000);
            QCOMPARE(row->policy.alertRepeatMs, 15'000);
            QCOMPARE(row->policy.autoReassign, campus.autoReassign);
        }
    }

    /// Who finds a shelf empty goes elsewhere, and it is filled again.
    void emptyShelvesAreFilledAgain() {
        Shop shop;
        const auto front = shop.front("A");
        QVERIFY(shop.open(*front));
        std::vector<api::ProductRow> empty;
        for (const auto& product : storefront::demoProducts()) {
            empty.push_back({Sku(product.sku), std::string(product.name), Money{product.priceMinor}, 0});
        }
        const auto emptied = shop.workspace->orders().upsertProducts(kCall, empty, false);
        shop.settle();
        QVERIFY(emptied.result().has_value());
        shop.run(*front, 40);
        QVERIFY(front->figures().refused > 0);
        QVERIFY(front->figures().placed > 0);
        for (const auto& product : storefront::demoProducts()) {
            const auto rows = shop.take(shop.workspace->orders().products(kCall, std::string(product.sku), 1));
            QVERIFY(!rows.empty() && rows.front().stock <= product.stock);  // filled once
        }
    }

    void itRunsASale() {
        Shop shop;
        const auto front = shop.front("A", 1);
        QVERIFY(shop.open(*front));
        front->runSales(shop.workspace->seckill());
        const auto ticksOf = [](std::int64_t ms) { return static_cast<int>(ms / kTickMs); };
        shop.run(*front, ticksOf(storefront::Sale::kBeginAfterMs + 90'000));
        const auto& did = front->sale()->figures();
        QCOMPARE(did.errors, 0);
        QCOMPARE(did.sales, 1);
        QCOMPARE(did.reserved, storefront::Sale::kUnits);
        QVERIFY(did.refused > 0 && did.paid > 0 && did.paid < did.reserved);
        auto rows = shop.take(shop.workspace->seckill().activities(kCall));
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows.front().ordered, storefront::Sale::kUnits);
        shop.clock.advanceMs(storefront::Sale::kEveryMs);
        shop.run(*front, 5);
        QCOMPARE(did.sales, 2);
        rows = shop.take(shop.workspace->seckill().activities(kCall));
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows.back().state, api::ActivityState::Ended);
        QCOMPARE(rows.front().state, api::ActivityState::Started);
        // What was answered makes room for further attempts, sale after sale.
        for (int sale = 2; did.attempts <= 2 * storefront::kMaxInFlight; ++sale) {
            QVERIFY(sale < 20);
            shop.run(*front, ticksOf(storefront::Sale::kBeginAfterMs + 90'000));
            QCOMPARE(did.reserved, sale * storefront::Sale::kUnits);
            shop.clock.advanceMs(storefront::Sale::kEveryMs);
            shop.run(*front, 5);
        }
    }

    void aDayLivesThroughEveryState() {
        Shop shop;
        const auto front = shop.front("A");
        QVERIFY(shop.open(*front));
        shop.run(*front, 180);  // six simulated hours from before lunch
        const auto& did = front->figures();
        QVERIFY2(did.placed > 1'500, qPrintable(QString::number(did.placed)));
        for (const auto figure : {did.paid, did.owed, did.cancelled, did.pickedUp, did.delivered, did.failed}) {
            QVERIFY(figure > 0);
        }
        QCOMPARE(did.inFlight, 0);
        QCOMPARE(did.backOffs, 0);
        QVERIFY2(did.refused * 10 < did.placed, qPrintable(QString::number(did.refused)));
        std::map<api::OrderStatus, int> states;
        for (const auto& row : shop.orders()) {
            ++states[row.status];
        }
        for (const auto status : {api::OrderStatus::WaitPay, api::OrderStatus::WaitPickUp, api::OrderStatus::Delivering,
                                  api::OrderStatus::Delivered, api::OrderStatus::Completed, api::OrderStatus::Closed}) {
            QVERIFY2(states[status] > 0, std::string(toText(status)).c_str());
        }
        QVERIFY(states[api::OrderStatus::Delivered] > states[api::OrderStatus::Delivering]);
        std::map<api::OwedKind, int> owed;
        for (const auto& row : shop.take(shop.workspace->orders().owedPayments(kCall, 0, 1'000))) {
            ++owed[row.kind];
        }
        for (const auto kind : {api::OwedKind::Late, api::OwedKind::WrongAmount, api::OwedKind::SecondPayment}) {
            QVERIFY(owed[kind] > 0);
        }
        keepsEveryInvariant(shop);
    }

    void ordersAreLateOnPurpose() {
        Shop shop;
        const auto front = shop.front("A", 120);
        QVERIFY(shop.open(*front));
        auto& timers = shop.workspace->timers();
        for (const auto& row : shop.take(timers.policies(kCall))) {
            // As fast as the simulated day, and not below what its customers and most couriers need.
            QVERIFY(row.policy.unpaidMs >= 12 * 60'000 / 120 && row.policy.unpaidMs < api::TimerPolicy().unpaidMs);
            QVERIFY(row.policy.pickUpLateMs >= 1'000);
        }
        shop.run(*front, 250);
        std::map<api::AlertKind, int> late;
        std::map<api::AlertState, int> states;
        api::AlertQuery all;
        all.states = {api::AlertState::Firing, api::AlertState::Acknowledged, api::AlertState::Silenced,
                      api::AlertState::Resolved};
        all.limit = 10'000;
        for (const auto& alert : shop.take(shop.workspace->alerts().page(kCall, all))) {
            ++late[alert.kind];
            ++states[alert.state];
        }
        QVERIFY(late[api::AlertKind::PickUpLate] > 0);
        QVERIFY(late[api::AlertKind::DeliveryLate] > 0);
        QVERIFY(states[api::AlertState::Resolved] > 0);  // they come in the end
        const auto orders = shop.orders({api::OrderStatus::Closed});
        QVERIFY(std::any_of(orders.begin(), orders.end(),
                            [](const auto& row) { return row.closeReason == api::CloseReason::Timeout; }));
        // Most are in time: what is late stands out.
        QVERIFY2(late[api::AlertKind::PickUpLate] * 10 < front->figures().pickedUp,
                 qPrintable(
                     QStringLiteral("%1 of %2").arg(late[api::AlertKind::PickUpLate]).arg(front->figures().pickedUp)));
        keepsEveryInvariant(shop);
    }

    void theSameSeedGivesTheSameDay() {
        std::string snapshots[3];
        for (int round = 0; round < 3; ++round) {
            Shop shop;
            const auto front = shop.front("A", 600, round < 2 ? 5 : 6);
            QVERIFY(shop.open(*front));
            shop.run(*front, 60);
            snapshots[round] = snapshotOf(shop);
        }
        QVERIFY(snapshots[0].size() > 1'000);
        QCOMPARE(snapshots[0], snapshots[1]);
        QVERIFY(snapshots[0] != snapshots[2]);
    }

    void aFullInboxMakesItWait() {
        Shop shop(12);
        const auto front = shop.front("A");
        QVERIFY(shop.open(*front));
        for (int tick = 0; tick < 150; ++tick) {
            shop.clock.advanceMs(kTickMs);
            front->tick(shop.clock.now());
            QVERIFY(front->figures().inFlight <= storefront::kMaxInFlight + 300);
            shop.settle();
        }
        const auto& did = front->figures();
        QVERIFY(did.backOffs > 0);
        QVERIFY(did.placed > 0);
        QVERIFY(did.paid > 0);
        const double waited = front->minuteOfDay();
        QVERIFY(waited < 10 * 60 + 50 + 150 * kTickMs * 600 / 60'000.0);  // simulated time stood still meanwhile
    }

    void aSilentEngineIsNotFlooded() {
        Shop shop;
        const auto front = shop.front("A");
        QVERIFY(shop.open(*front));
        std::int64_t most = 0;
        for (int tick = 0; tick < 400; ++tick) {  // the engine never gets to run
            shop.clock.advanceMs(kTickMs);
            front->tick(shop.clock.now());
            most = std::max(most, front->figures().inFlight);
        }
        QVERIFY(most >= storefront::kMaxInFlight);
        QVERIFY(most < storefront::kMaxInFlight + 350);
        shop.settle();
        QCOMPARE(front->figures().inFlight, 0);
    }

    void pausedNothingMoves() {
        Shop shop;
        const auto front = shop.front("A");
        QVERIFY(shop.open(*front));
        QVERIFY(!front->running());
        QSignalSpy changed(front.get(), &Storefront::runningChanged);
        front->resume();
        QVERIFY(front->running());
        front->pause();
        front->pause();
        QVERIFY(!front->running());
        QCOMPARE(changed.count(), 2);
        for (const auto* timer : front->findChildren<QTimer*>()) {
            QVERIFY(!timer->isActive());
        }
        // A long pause is not made up for: the first tick afterwards only sets the clock.
        shop.clock.advanceMs(3'600'000);
        front->resume();
        const double minute = front->minuteOfDay();
        front->tick(shop.clock.now());
        QCOMPARE(front->minuteOfDay(), minute);
        front->pause();
    }

    void aPastIsMadeQuickly() {
        Shop shop;
        const auto front = shop.front("A");
        QVERIFY(shop.open(*front));
        std::atomic<int> paidNow{0};
        const auto subscription = shop.workspace->subscribe([&paidNow](const std::vector<api::Event>& events) {
            for (const auto& event : events) {
                paidNow += event.what == api::EventKind::Paid && !event.recorded ? 1 : 0;
            }
        });
        QSignalSpy finished(front.get(), &Storefront::warmUpFinished);
        QSignalSpy progress(front.get(), &Storefront::warmUpProgress);
        QSignalSpy failed(front.get(), &Storefront::failed);
        front->warmUp(700, 6);
        QTRY_VERIFY_WITH_TIMEOUT((shop.settle(), !finished.isEmpty() || !failed.isEmpty()), 60'000);
        QCOMPARE(failed.count(), 0);
        QCOMPARE(finished.count(), 1);
        QCOMPARE(progress.last().at(0).toLongLong(), 700);
        QVERIFY2(paidNow <= 80, qPrintable(QString::number(paidNow.load())));  // the last orders; the rest is a past
        const auto rows = shop.orders();
        QVERIFY2(rows.size() > 600, qPrintable(QString::number(rows.size())));
        std::size_t open = 0, delivered = 0;
        for (const auto& row : rows) {
            QVERIFY(row.placedAt >= kStart.plusMs(-6 * 3'600'000) && row.placedAt < kStart.plusMs(1));
            open += row.status == api::OrderStatus::WaitPickUp || row.status == api::OrderStatus::Delivering ? 1 : 0;
            delivered += row.status == api::OrderStatus::Delivered ? 1 : 0;
        }
        QVERIFY(open > 0 && open <= 200);
        QVERIFY(delivered > 300);
        keepsEveryInvariant(shop);
        // It opens with something about to be late.
        api::TimerFilter soon;
        soon.kinds = {api::TimerKind::PickUpLate};
        soon.dueTo = shop.clock.now().plusMs(400);
        QVERIFY(shop.take(shop.workspace->timers().count(kCall, soon)) > 0);
        soon.kinds = {api::TimerKind::Unpaid};
        QVERIFY(shop.take(shop.workspace->timers().count(kCall, soon)) > 0);
        // The day goes on from there.
        shop.run(*front, 20);
        QVERIFY(front->figures().placed > 0);
        QVERIFY(front->figures().pickedUp > 0);
    }

    void onAnImportClockThePastIsSpreadOverItsHours() {
        Shop shop(100'000, true);
        shop.clock.set(kStart.plusMs(-6 * 3'600'000));  // the engine's; the storefront lives in the present
        const base::VirtualClock present{kStart};
        Storefront storefront(shop.workspace->orders(), shop.workspace->dispatch(), shop.workspace->timers(), present,
                              {.seed = 1, .run = "A"});
        auto* front = &storefront;
        QVERIFY(shop.open(*front));
        QSignalSpy finished(front, &Storefront::warmUpFinished);
        QSignalSpy failed(front, &Storefront::failed);
        front->warmUp(400, 5, true);
        QTRY_VERIFY_WITH_TIMEOUT((shop.settle(), !finished.isEmpty() || !failed.isEmpty()), 60'000);
        QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed.first().first().toString()));
        QCOMPARE(finished.count(), 1);
        Instant first{kStart.ms}, last{0};
        for (const auto& row : shop.orders()) {
            if (row.paidAt) {
                first = std::min(first, *row.paidAt);
                last = std::max(last, *row.paidAt);
            }
        }
        QVERIFY(last.ms - first.ms > 3 * 3'600'000);
    }

    void aSecondRunOnTheSameWorkspaceGoesOn() {
        Shop shop;
        {
            const auto front = shop.front("A");
            QVERIFY(shop.open(*front));
            shop.run(*front, 20);
            QVERIFY(front->figures().placed > 0);
        }
        shop.settle();
        const auto before = shop.orders().size();
        const auto front = shop.front("B");
        QVERIFY(shop.open(*front));
        shop.run(*front, 20);
        QCOMPARE(shop.orders().size(), before + static_cast<std::size_t>(front->figures().placed));
        // The couriers also finish what the first run left behind.
        QVERIFY(front->figures().pickedUp > 0);
    }

    void itMayGoBeforeItsAnswers() {
        Shop shop;
        auto front = shop.front("A");
        QVERIFY(shop.open(*front));
        shop.clock.advanceMs(kTickMs);
        front->tick(shop.clock.now());
        shop.clock.advanceMs(1'000);
        front->tick(shop.clock.now());
        QVERIFY(front->figures().inFlight > 0);
        front.reset();
        shop.settle();  // answers to nobody
        QVERIFY(!shop.orders().empty());
    }

private:
    static void keepsEveryInvariant(const Shop& shop) {
        const auto checks = app::allChecks();
        const auto read = shop.workspace->inspect(
            [&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(checks, {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    if (verdict.finding.violations > 0) {
                        return fail(ErrorCode::Internal, verdict.id + ' ' + verdict.name, "offender",
                                    verdict.finding.offenders.front());
                    }
                }
                return {};
            });
        EVENHAND_NEED(read);
    }
};

}  // namespace test_storefront

QTEST_GUILESS_MAIN(test_storefront::TestStorefront)
#include "test_storefront.moc"
