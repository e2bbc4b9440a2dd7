// SPDX-License-Identifier: GPL-3.0-or-later
// The seam to the engine: coalescing, rest while hidden, lifetimes, the pulse.
#include <QSignalSpy>
#include <QTest>
#include <memory>
#include <thread>
#include <utility>

#include "tests/support/fakes/fake_engine.h"
#include "tests/support/line/over_line.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/ui_pulse.h"
#include "ui/widgets/people_labels.h"

namespace test_bridge {

using namespace evenhand;

class TestBridge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void manyEventsBecomeFewSignals() {
        test::FakeEngine engine;
        const test::OverLine line(engine);
        ui::EngineBridge bridge(line.engine(), api::Actor::administrator("local:test"));
        bridge.setVisible(true);
        QSignalSpy changed(&bridge, &ui::EngineBridge::ordersChanged);
        for (int i = 0; i < 50; ++i) {
            engine.burst(40, 100);
        }
        QTRY_COMPARE(changed.count(), 1);
        const auto changes = changed.at(0).at(0).value<ui::OrderChanges>();
        QCOMPARE(changes.ids.size(), std::size_t{40});
        QVERIFY(std::is_sorted(changes.ids.begin(), changes.ids.end()));
        QVERIFY(!changes.everything);
        QVERIFY(changes.placed.empty());
    }

    /// And nothing else: each page reads again what it was told of, and only that.
    void everyEventIsToldToThoseWhomItConcerns() {
        using Kind = api::Event::Kind;
        using Bridge = ui::EngineBridge;
        test::FakeEngine engine;
        const test::OverLine line(engine);
        Bridge bridge(line.engine(), api::Actor::administrator("local:test"));
        QStringList heard;
        const auto hear = [&](auto signal, const char* name) {
            connect(&bridge, signal, this, [&heard, name] { heard << QLatin1String(name); });
        };
        hear(&Bridge::ordersChanged, "orders");
        hear(&Bridge::couriersChanged, "couriers");
        hear(&Bridge::campusesChanged, "campuses");
        hear(&Bridge::deadLettersChanged, "letters");
        hear(&Bridge::timersChanged, "timers");
        hear(&Bridge::alertsChanged, "alerts");
        hear(&Bridge::alertFired, "fired");
        hear(&Bridge::activitiesChanged, "sales");
        hear(&Bridge::campaignsChanged, "campaigns");
        hear(&Bridge::returnsChanged, "returns");
        hear(&Bridge::refundsChanged, "refunds");
        hear(&Bridge::paymentOwed, "owed");
        hear(&Bridge::ordersPaid, "paid");
        hear(&Bridge::tasksChanged, "tasks");
        hear(&Bridge::ringChanged, "ring");
        hear(&Bridge::webhooksChanged, "webhooks");
        hear(&Bridge::peopleChanged, "people");
        hear(&Bridge::tokensChanged, "tokens");
        hear(&Bridge::auditGrown, "audit");
        hear(&Bridge::backupsChanged, "backups");
        hear(&Bridge::catalogueChanged, "catalogue");
        hear(&Bridge::presenceChanged, "presence");
        hear(&Bridge::connectedChanged, "connected");
        bridge.setVisible(true);
        const std::pair<Kind, const char*> told[] = {
            {Kind::OrderChanged, "orders"},        {Kind::CourierChanged, "couriers"},
            {Kind::CampusChanged, "campuses"},     {Kind::PaymentOwed, "owed"},
            {Kind::DeadLettersChanged, "letters"}, {Kind::TimersChanged, "timers"},
            {Kind::AlertFired, "alerts fired"},    {Kind::AlertsChanged, "alerts"},
            {Kind::SeckillChanged, "sales"},       {Kind::ReturnChanged, "returns"},
            {Kind::RefundChanged, "refunds"},      {Kind::CampaignChanged, "campaigns"},
            {Kind::TasksChanged, "tasks"},         {Kind::RingChanged, "ring"},
            {Kind::WebhooksChanged, "webhooks"},   {Kind::PeopleChanged, "people"},
            {Kind::TokensChanged, "tokens"},       {Kind::AuditGrown, "audit"},
            {Kind::BackupsChanged, "backups"},     {Kind::CatalogueChanged, "catalogue"},
            {Kind::PresenceChanged, "presence"},   {Kind::ConnectedChanged, "connected"}};
        const auto sorted = [&heard] {
            QStringList all = heard;
            all.sort();
            return all.join(QLatin1Char(' '));
        };
        for (const auto& [kind, names] : told) {
            heard.clear();
            api::Event event;
            event.kind = kind;
            event.order = OrderId{7};
            event.courier = CourierId("K1");
            engine.publish({event});
            QTRY_COMPARE(sorted(), QString::fromLatin1(names));
        }
        // What the engine says of itself is read at once, and nothing else.
        heard.clear();
        const int polls = engine.statusCalls();
        api::Event state;
        state.kind = Kind::StateChanged;
        engine.publish({state});
        QTRY_VERIFY(engine.statusCalls() > polls);
        QCOMPARE(sorted(), QString());
    }

    /// Nobody has told what happened meanwhile: all that is shown is read anew, and nothing of it is news.
    void afterACutEverythingMayHaveChanged_data() {
        QTest::addColumn<bool>("seen");
        QTest::newRow("seen by a poll") << true;
        QTest::newRow("over before the next poll") << false;
    }
    void afterACutEverythingMayHaveChanged() {
        QFETCH(bool, seen);
        using Bridge = ui::EngineBridge;
        test::FakeEngine engine;
        Bridge bridge(engine, api::Actor::administrator("local:test"));
        bridge.setVisible(true);
        QStringList heard;
        const auto hear = [&](auto signal, const char* name) {
            connect(&bridge, signal, this, [&heard, name] { heard << QLatin1String(name); });
        };
        hear(&Bridge::campusesChanged, "campuses");
        hear(&Bridge::deadLettersChanged, "letters");
        hear(&Bridge::timersChanged, "timers");
        hear(&Bridge::alertsChanged, "alerts");
        hear(&Bridge::activitiesChanged, "sales");
        hear(&Bridge::campaignsChanged, "campaigns");
        hear(&Bridge::returnsChanged, "returns");
        hear(&Bridge::refundsChanged, "refunds");
        hear(&Bridge::paymentOwed, "owed");
        hear(&Bridge::tasksChanged, "tasks");
        hear(&Bridge::ringChanged, "ring");
        hear(&Bridge::webhooksChanged, "webhooks");
        hear(&Bridge::peopleChanged, "people");
        hear(&Bridge::tokensChanged, "tokens");
        hear(&Bridge::auditGrown, "audit");
        hear(&Bridge::backupsChanged, "backups");
        hear(&Bridge::catalogueChanged, "catalogue");
        QSignalSpy orders(&bridge, &Bridge::ordersChanged);
        QSignalSpy couriers(&bridge, &Bridge::couriersChanged);
        QSignalSpy paid(&bridge, &Bridge::ordersPaid);
        QSignalSpy fired(&bridge, &Bridge::alertFired);
        engine.setState(api::EngineState::Disconnected, "Connection refused", ErrorCode::Unreachable);
        if (seen) {
            QTRY_COMPARE(bridge.status().state, api::EngineState::Disconnected);
            QCOMPARE(orders.count(), 0);  // as long as it is away there is nothing to be read
        }
        engine.setState(api::EngineState::Live, {});
        QTRY_COMPARE(orders.count(), 1);
        QVERIFY(orders.at(0).at(0).value<ui::OrderChanges>().everything);
        QCOMPARE(couriers.count(), 1);
        QVERIFY(couriers.at(0).at(0).value<ui::CourierChanges>().everything);
        QCOMPARE(
            heard.join(QLatin1Char(' ')),
            QStringLiteral("campuses letters timers alerts sales campaigns returns refunds owed tasks ring webhooks "
                           "people tokens audit backups catalogue"));
        QCOMPARE(paid.count(), 0);
        QCOMPARE(fired.count(), 0);
        // Once.
        bridge.poll();
        engine.burst(1, 1);
        QTRY_COMPARE(orders.count(), 2);
        QVERIFY(!orders.at(1).at(0).value<ui::OrderChanges>().everything);
    }

    void aCutWhileHiddenIsMadeUpForOnShow() {
        test::FakeEngine engine;
        ui::EngineBridge bridge(engine, api::Actor::administrator("local:test"));
        QSignalSpy orders(&bridge, &ui::EngineBridge::ordersChanged);
        engine.setState(api::EngineState::Disconnected, "Connection refused", ErrorCode::Unreachable);
        engine.setState(api::EngineState::Live, {});
        QCoreApplication::sendPostedEvents();
        QCOMPARE(orders.count(), 0);
        bridge.setVisible(true);
        QTRY_COMPARE(orders.count(), 1);
        QVERIFY(orders.at(0).at(0).value<ui::OrderChanges>().everything);
    }

    void whatIsOnlyRecordedWasNotPaidNow() {
        test::FakeEngine engine;
        const test::OverLine line(engine);
        ui::EngineBridge bridge(line.engine(), api::Actor::administrator("local:test"));
        bridge.setVisible(true);
        QSignalSpy paid(&bridge, &ui::EngineBridge::ordersPaid);
        std::vector<api::Event> events(5);
        for (std::size_t i = 0; i < events.size(); ++i) {
            events[i].order = OrderId{static_cast<std::int64_t>(i + 1)};
            events[i].what = api::EventKind::Paid;
            events[i].recorded = i < 3;
        }
        engine.publish(events);
        QTRY_COMPARE(paid.count(), 1);
        QCOMPARE(paid.at(0).at(0).toLongLong(), 2);
    }

    void moreThanTheInboxHoldsIsEverything() {
        test::FakeEngine engine(20'000);
        const test::OverLine line(engine);
        ui::EngineBridge bridge(line.engine(), api::Actor::administrator("local:test"));
        bridge.setVisible(true);
        QSignalSpy changed(&bridge, &ui::EngineBridge::ordersChanged);
        engine.burst(5'000, 5'000);
        QTRY_COMPARE(changed.count(), 1);
        const auto changes = changed.at(0).at(0).value<ui::OrderChanges>();
        QVERIFY(changes.everything);
        QVERIFY(changes.ids.empty());
    }

    void eventsFromAnotherThreadArriveHere() {
        test::FakeEngine engine;
        const test::OverLine line(engine);
        ui::EngineBridge bridge(line.engine(), api::Actor::administrator("local:test"));
        bridge.setVisible(true);
        std::size_t ids = 0;
        const QThread* seenOn = nullptr;
        connect(&bridge, &ui::EngineBridge::ordersChanged, this, [&](const ui::OrderChanges& changes) {
            ids += changes.ids.size();
            seenOn = QThread::currentThread();
        });
        std::thread other([&engine] {
            for (int i = 0; i < 200; ++i) {
                engine.burst(10, 10);
            }
        });
        other.join();
        QTRY_VERIFY(ids >= 10);
        QCOMPARE(seenOn, QThread::currentThread());
    }

    void nothingIsToldWhileHiddenAndAllOfItOnShow() {
        test::FakeEngine engine;
        const test::OverLine line(engine);
        ui::EngineBridge bridge(line.engine(), api::Actor::administrator("local:test"));
        QSignalSpy changed(&bridge, &ui::EngineBridge::ordersChanged);
        const int polls = engine.statusCalls();
        engine.placeNew(3);
        QCoreApplication::sendPostedEvents();
        QCOMPARE(changed.count(), 0);
        QCOMPARE(engine.statusCalls(), polls);
        bridge.setVisible(true);
        QVERIFY(engine.statusCalls() > polls);
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(changed.at(0).at(0).value<ui::OrderChanges>().placed.size(), std::size_t{3});
    }

    void theSubscriptionEndsWithTheBridge() {
        test::FakeEngine engine;
        const test::OverLine line(engine);
        const auto others = engine.subscribers();  // the service, if there is one
        auto bridge = std::make_unique<ui::EngineBridge>(line.engine(), api::Actor::administrator("local:test"));
        QCOMPARE(engine.subscribers(), std::size_t{1});
        bridge.reset();
        QCOMPARE(engine.subscribers(), others);
        engine.placeNew(1);  // nobody is called
    }

    void anAnswerAfterItsContextIsGoneDoesNothing() {
        test::FakeEngine engine;
        const test::OverLine line(engine);
        ui::EngineBridge bridge(line.engine(), api::Actor::administrator("local:test"));
        engine.hold(true);
        int answers = 0;
        auto context = std::make_unique<QObject>();
        ui::whenReady(bridge.orders().count(bridge.call(), {}), context.get(), [&answers](const auto&) { ++answers; });
        ui::whenReady(bridge.orders().count(bridge.call(), {}), this, [&answers](const auto& count) {
            QVERIFY(count.has_value());
            answers += 10;
        });
        context.reset();
        line.settle();
        engine.release();
        QTRY_COMPARE(answers, 10);
    }

    void aCancelledAnswerArrivesAsCancelled() {
        QPromise<Result<int>> promise;
        promise.start();
        auto future = promise.future();
        std::optional<ErrorCode> code;
        ui::whenReady(future, this, [&code](const Result<int>& result) { code = result.error().code; });
        future.cancel();
        promise.finish();
        QTRY_VERIFY(code.has_value());
        QCOMPARE(*code, ErrorCode::Cancelled);
    }

    /// In the order asked, whichever came first; one that failed leaves the others their answers.
    void severalAnswersArriveTogether() {
        std::vector<QPromise<Result<int>>> promises(3);
        std::vector<QFuture<Result<int>>> futures;
        for (auto& promise : promises) {
            promise.start();
            futures.push_back(promise.future());
        }
        int calls = 0;
        std::vector<Result<int>> arrived;
        ui::whenAllReady(futures, this, [&](const std::vector<Result<int>>& results) {
            ++calls;
            arrived = results;
        });
        promises[2].addResult(Result<int>(3));
        promises[2].finish();
        promises[0].addResult(Result<int>(fail(ErrorCode::Busy, "inbox full")));
        promises[0].finish();
        QCoreApplication::processEvents();
        QCOMPARE(calls, 0);
        futures[1].cancel();
        promises[1].finish();
        QTRY_COMPARE(calls, 1);
        QCOMPARE(arrived[0].error().code, ErrorCode::Busy);
        QCOMPARE(arrived[1].error().code, ErrorCode::Cancelled);
        QCOMPARE(*arrived[2], 3);
    }

    void theStateTellsWhatMayBeDone() {
        test::FakeEngine engine;
        const api::Actor clerk{"clerk", 1U << static_cast<unsigned>(api::Permission::Dispatch)};
        const test::OverLine line(engine, clerk);
        ui::EngineBridge bridge(line.engine(), clerk);
        bridge.setVisible(true);
        QVERIFY(bridge.whyNotAllowed(api::Operation::DispatchReassign).isEmpty());
        QVERIFY(bridge.whyNotAllowed(api::Operation::OrdersCancel).contains(QStringLiteral("clerk")));
        engine.setState(api::EngineState::ReadOnly, "disk full");
        QTRY_VERIFY(!bridge.isWritable());
        QVERIFY(bridge.whyNotAllowed(api::Operation::DispatchReassign).contains(QStringLiteral("disk full")));
    }

    void thePulseBeatsOnlyWhenAskedAndSeen() {
        ui::UiPulse pulse;
        QSignalSpy ticks(&pulse, &ui::UiPulse::tick);
        pulse.request();
        QVERIFY(pulse.isResting());
        pulse.setVisible(true);
        QVERIFY(!pulse.isResting());
        pulse.request();
        pulse.request();
        QTRY_COMPARE(ticks.count(), 1);
        QVERIFY(pulse.isResting());
    }

    void everyErrorHasASentence() {
        for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code) {
            const QString title = ui::errorTitle(static_cast<ErrorCode>(code));
            QVERIFY(title.endsWith(QLatin1Char('.')));
        }
        const QString text = ui::errorText({ErrorCode::OutOfStock, "only 3 left", "quantity", "5"});
        QVERIFY(text.contains(QStringLiteral("only 3 left")));
        QVERIFY2(text.contains(QStringLiteral("– 5")) && !text.contains(QLatin1Char('[')), qPrintable(text));
        QCOMPARE(ui::errorText({ErrorCode::InvalidArgument, "must be 1 to 9", "start_weight", "12"}),
                 QStringLiteral("A value is not valid. (start weight: must be 1 to 9 – 12)"));
        QCOMPARE(
            ui::errorText({ErrorCode::PermissionDenied, "ann lacks the permission", "permission", "approve_returns"}),
            QStringLiteral("You have no permission for this: %1.").arg(ui::label(api::Permission::ApproveReturns)));
        const Error full{ErrorCode::Storage, "writing: disk full: SQLITE_FULL, the disk is full (code 13)", "path",
                         "/w"};
        QCOMPARE(ui::errorText(full),
                 QStringLiteral("The disk is full. Free some space; Evenhand then resumes by itself."));
        const Error few{ErrorCode::OutOfStock, "the product has only 5 in stock, 50 are needed", "stock", "50"};
        QCOMPARE(ui::errorText(few),
                 QStringLiteral("Not enough stock. (the product has only 5 in stock, 50 are needed)"));
    }

    void anErrorQuotesOnlyTheBeginningOfALongValue() {
        const std::string typed(5'000, 'x');
        for (const auto code : {ErrorCode::InvalidArgument, ErrorCode::AlreadyExists, ErrorCode::OutOfStock}) {
            const QString text = ui::errorText({code, "is longer than 64 characters", "login", typed});
            QVERIFY2(text.size() < 160, qPrintable(text));
            QVERIFY2(text.contains(QStringLiteral("xxx…")), qPrintable(text));
            QVERIFY(text.contains(QStringLiteral("is longer than 64 characters")));
        }
        QVERIFY(ui::errorText({ErrorCode::Conflict, "it is " + typed, {}, {}}).size() < 450);
        const Error full{ErrorCode::Storage, "writing " + typed + ": SQLITE_FULL", {}, {}};
        QCOMPARE(ui::errorText(full),
                 QStringLiteral("The disk is full. Free some space; Evenhand then resumes by itself."));
    }

    void whoHasTheWorkspaceIsSaidOnce() {
        const Error taken{ErrorCode::WorkspaceInUse, "the workspace is in use by process 14039", "path", "/shop"};
        QCOMPARE(ui::errorText(taken), QStringLiteral("This workspace is open in another window or program, process "
                                                      "14039. Close it there, or continue there."));
        const Error leased{ErrorCode::WorkspaceInUse, "the workspace belongs to desk-2, process 7", "database", "shop"};
        QVERIFY2(ui::errorText(leased).contains(QStringLiteral("desk-2, process 7")),
                 qPrintable(ui::errorText(leased)));
    }
};

}  // namespace test_bridge

QTEST_MAIN(test_bridge::TestBridge)
#include "test_bridge.moc"
