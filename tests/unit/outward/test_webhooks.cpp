// SPDX-License-Identifier: GPL-3.0-or-later
// Outgoing webhooks from the order that causes them to the endpoint that hears of it, or does not.
#include <QDateTime>
#include <QtTest>
#include <algorithm>
#include <cstdlib>

#include "engine/cluster/local_membership.h"
#include "engine/outward/http_exchange.h"
#include "engine/outward/ring_worker.h"
#include "engine/outward/webhook_runner.h"
#include "engine/ring/webhook_signature.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/records/webhook_store.h"
#include "engine/task_making/make.h"
#include "refund_world.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/fakes/unsure_engine.h"

namespace test_webhooks {

using namespace evenhand;
using namespace evenhand::test;
using api::DeliveryStatus;
using api::WebhookEvent;
using Manner = evenhand::testing::RefundService::Manner;

namespace {

class WebhookWorld {
    QTemporaryDir m_folder;

public:
    WebhookWorld() {
        app::OpenOptions options;
        options.clock = &clock;
        options.seed = 1;
        options.threaded = false;
        options.secrets = secrets;
        auto made =
            app::Workspace::create(m_folder.filePath(QStringLiteral("w")).toStdString(),
                                   {"CNY", 2, "Asia/Shanghai", "tester", evenhand::testing::freshDatabase()}, options);
        if (!made) {
            qFatal("%s", made.error().text().c_str());
        }
        workspace = std::move(*made);
        get(workspace->dispatch().upsertCampus(call, {CampusId("north"), "north", {}}));
        get(workspace->dispatch().upsertCouriers(call, {{CourierId("anna"), CampusId("north"), "Anna", "", true},
                                                        {CourierId("ben"), CampusId("north"), "Ben", "", true}}));
        get(workspace->orders().upsertProducts(call, {{Sku("tea"), "tea", Money{100}, 1'000}}, true));
    }
    template <typename T>
    Result<T> ask(api::Answer<T> answer) {
        while (!answer.isFinished()) {
            (void)workspace->step();
        }
        return answer.result();
    }
    template <typename T>
    T get(api::Answer<T> answer) {
        auto result = ask(std::move(answer));
        if (!result) {
            qFatal("%s", result.error().text().c_str());
        }
        if constexpr (!std::is_void_v<T>) {
            return *std::move(result);
        }
    }
    [[nodiscard]] api::WebhookInput input(std::vector<WebhookEvent> events = {WebhookEvent::OrderClosed}) const {
        return {"till", service.url().toStdString(), std::move(events), true, true, true};
    }
    api::WebhookCreated create(const api::WebhookInput& made) {
        return get(workspace->webhooks().create(call, made, {}));
    }
    void order(const std::string& no) {
        api::PlaceOrder order;
        order.key = no;
        order.orderNo = OrderNo(no);
        order.user = UserId("user");
        order.campus = CampusId("north");
        order.lines = {{Sku("tea"), 1, Money{100}}};
        get(workspace->orders().place(call, order));
    }
    void pay(const std::string& no) {
        get(workspace->orders().pay(call, {PaymentNo("P" + no), OrderNo(no), Money{100}}));
        workspace->runUntilIdle();
    }
    /// Placed and cancelled: something to tell.
    void closed(const std::string& no) {
        order(no);
        get(workspace->orders().cancel(call, {{OrderNo(no), 0}}));
    }
    std::int64_t work() { return workspace->runTasks().value_or(-1); }
    void cleanUp(const std::string& subject) {
        (void)get(workspace->core().engine().ask<bool>(call, [subject](runtime::UnitOfWork& unit) {
            return tasks::make(unit, api::TaskKind::CleanUp, subject, {}, unit.now());
        }));
        (void)work();
    }
    std::vector<api::DeliveryRow> log() {
        api::DeliveryQuery query;
        query.descending = false;
        return get(workspace->webhooks().deliveries(call, query));
    }
    [[nodiscard]] std::int64_t rows(const std::string& table) {
        std::int64_t count = -1;
        (void)workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace&) -> Result<void> {
            EVENHAND_ASSIGN(count, store::readNumber(database.statement("SELECT COUNT(*) FROM " + table)));
            return {};
        });
        return count;
    }
    [[nodiscard]] QByteArray violations() {
        QByteArray wrong;
        const auto read =
            workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(app::allChecks(), {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    for (const auto& offender : verdict.finding.offenders) {
                        wrong += QByteArray::fromStdString(verdict.id + ": " + offender + "\n");
                    }
                }
                return {};
            });
        return read ? wrong : QByteArray::fromStdString(read.error().text());
    }

    /// The status counts what has changed a moment later.
    bool outwardHeld() {
        clock.advanceMs(2'000);
        workspace->runUntilIdle();
        return workspace->status().outwardHeld;
    }

    base::VirtualClock clock{Instant{1'717'200'000'000}};
    evenhand::testing::RefundService service;
    std::shared_ptr<MemorySecrets> secrets = std::make_shared<MemorySecrets>();
    const api::Call call{api::Actor::administrator("local:tester"), "because", {}};
    std::unique_ptr<app::Workspace> workspace;
};

bool isSigned(const evenhand::testing::RefundService::Request& request, const Secret& secret, Instant now) {
    constexpr std::int64_t kToleranceS = 300;  // of Standard Webhooks
    const std::int64_t seconds = request.headers.value("webhook-timestamp").toLongLong();
    return std::abs(seconds - now.ms / 1'000) <= kToleranceS &&
           request.headers.value("webhook-signature").toStdString() ==
               tasks::webhookSignature(*tasks::webhookKeyOf(secret), request.headers.value("webhook-id").toStdString(),
                                       seconds, request.body.toStdString());
}

}  // namespace

class TestWebhooks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void toldAndSigned() {
        WebhookWorld world;
        const auto made = world.create(world.input());
        QVERIFY(made.secret.reveal().starts_with("whsec_"));
        QVERIFY((*world.secrets->read(made.row.secretName))->reveal() == made.secret.reveal());
        world.closed("A");
        QCOMPARE(world.log().size(), std::size_t{1});
        QVERIFY(world.log()[0].status == DeliveryStatus::Pending && world.log()[0].nextTry);
        QCOMPARE(world.work(), 1);
        QCOMPARE(world.service.requests().size(), 1);
        const auto request = world.service.requests().first();
        QCOMPARE(request.method, QByteArray("POST"));
        QVERIFY(isSigned(request, made.secret, world.clock.now()));
        // Members in the order of their names.
        const auto at = QDateTime::fromMSecsSinceEpoch(world.clock.now().ms, Qt::UTC).toString(Qt::ISODateWithMs);
        QCOMPARE(request.body, R"({"at":")" + at.toLatin1() +
                                   R"(","data":{"campus":"north","order_no":"A","reason":"cancelled"},"id":")" +
                                   request.headers.value("webhook-id") + R"(","type":"order.closed","workspace":")" +
                                   QByteArray::fromStdString(world.workspace->workspace().id) + R"("})");
        const auto row = world.log().at(0);
        QVERIFY(row.status == DeliveryStatus::Delivered && row.attempts == 1 && row.lastStatus == 200);
        const auto detail = world.get(world.workspace->webhooks().delivery(world.call, row.id));
        QCOMPARE(detail.body, request.body.toStdString());
        QCOMPARE(detail.attempts.size(), std::size_t{1});
        QVERIFY(detail.attempts[0].error.empty() && !detail.attempts[0].answer.empty());
        QCOMPARE(world.work(), 0);
        QCOMPARE(world.violations(), QByteArray());
    }

    /// In milliseconds, of each attempt: an endpoint that gets slower is seen before it times out.
    void itIsKeptHowLongEachAttemptTook() {
        WebhookWorld world;
        (void)world.create(world.input());
        world.closed("A");
        world.service.nextSends({Manner::Unavailable, Manner::Pay});
        std::int64_t tookMs = 1'234;
        world.service.onRequest([&] { world.clock.advanceMs(tookMs); });
        const auto began = world.clock.now();
        QCOMPARE(world.work(), 1);
        tookMs = 7;
        world.clock.set(*world.log().at(0).nextTry);
        QCOMPARE(world.work(), 1);
        const auto detail = world.get(world.workspace->webhooks().delivery(world.call, world.log().at(0).id));
        QCOMPARE(detail.attempts.size(), std::size_t{2});
        auto attempts = detail.attempts;
        std::sort(attempts.begin(), attempts.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
        QCOMPARE(attempts[0].at, began);
        QCOMPARE(attempts[0].tookMs, std::int64_t{1'234});
        QCOMPARE(attempts[0].status, 503);
        QCOMPARE(attempts[1].tookMs, std::int64_t{7});
        QCOMPARE(attempts[1].status, 200);
    }

    void whatTheyWantAndNothingElse() {
        WebhookWorld world;
        const auto all = api::subscribableEvents();
        (void)world.create(world.input({all.begin(), all.end()}));
        auto off = world.input();
        off.enabled = false;
        (void)world.create(off);
        world.order("A");
        world.pay("A");
        world.get(world.workspace->dispatch().reassign(world.call, {{OrderNo("A"), 0}}, {}));
        world.workspace->runUntilIdle();
        api::RequestReturn wanted;
        wanted.number = ReturnNo("R");
        wanted.orderNo = OrderNo("A");
        wanted.lines = {{Sku("tea"), 1}};
        wanted.approve = true;
        const auto made = world.get(world.workspace->returns().request(world.call, wanted));
        const auto refunds = world.get(world.workspace->refunds().ofOrder(world.call, OrderNo("A")));
        QCOMPARE(refunds.size(), std::size_t{1});
        world.get(world.workspace->refunds().recordPaid(world.call, {refunds[0].id, 0}, "seen"));
        world.closed("B");
        std::vector<std::string> told;
        for (const auto& row : world.log()) {
            told.emplace_back(api::toText(row.event));
        }
        const std::vector<std::string> expected{"order.placed",     "order.paid",     "order.assigned",
                                                "order.reassigned", "return.decided", "order.closed",
                                                "refund.succeeded", "order.placed",   "order.closed"};
        // All of A came back before pick-up.
        QVERIFY2(told == expected, QByteArray::number(told.size()).constData());
        QVERIFY(made.id.valid());
        QCOMPARE(world.work(), 9);
        QCOMPARE(world.service.requests().size(), 9);
        QCOMPARE(world.violations(), QByteArray());
    }

    /// Told of once with the courier who got it; where nobody could take it, without one, and again when somebody can.
    void aReassignmentIsToldOfOnce() {
        WebhookWorld world;
        (void)world.create(world.input({WebhookEvent::OrderReassigned}));
        world.order("A");
        world.pay("A");
        const auto bodies = [&world] {
            std::vector<std::string> found;
            for (const auto& row : world.log()) {
                found.push_back(world.get(world.workspace->webhooks().delivery(world.call, row.id)).body);
            }
            return found;
        };
        const std::string nobody = R"("courier":"")";
        auto& dispatch = world.workspace->dispatch();
        world.get(dispatch.reassign(world.call, {{OrderNo("A"), 0}}, {}));
        world.workspace->runUntilIdle();
        auto told = bodies();
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY2(told[0].find(nobody) == std::string::npos, told[0].c_str());
        // In one batch: nobody is on duty any more when its message is read.
        const auto reassigned = dispatch.reassign(world.call, {{OrderNo("A"), 0}}, {});
        const auto annaLeft = dispatch.setDuty(world.call, CourierId("anna"), false);
        const auto benLeft = dispatch.setDuty(world.call, CourierId("ben"), false);
        world.workspace->runUntilIdle();
        QVERIFY(!world.get(reassigned).at(0).error && annaLeft.isFinished() && benLeft.isFinished());
        told = bodies();
        QCOMPARE(told.size(), std::size_t{2});
        QVERIFY2(told[1].find(nobody) != std::string::npos, told[1].c_str());
        // It waits on when its timer has tried anew, and nobody is told that once more.
        world.clock.advanceMs(api::TimerPolicy().unassignedMs);
        world.workspace->runUntilIdle();
        api::AlertQuery late;
        late.kinds = {api::AlertKind::Unassigned};
        QCOMPARE(world.get(world.workspace->alerts().page(world.call, late)).size(), std::size_t{1});
        QCOMPARE(bodies().size(), std::size_t{2});
        world.get(dispatch.setDuty(world.call, CourierId("anna"), true));
        world.workspace->runUntilIdle();
        told = bodies();
        QCOMPARE(told.size(), std::size_t{3});
        QVERIFY2(told[2].find(R"("courier":"anna")") != std::string::npos, told[2].c_str());
        QCOMPARE(world.violations(), QByteArray());
    }

    /// For the first time and when it is over, not each time that it repeats.
    void anAlertIsToldOf() {
        WebhookWorld world;
        (void)world.create(world.input({WebhookEvent::AlertFired, WebhookEvent::AlertResolved}));
        auto& dispatch = world.workspace->dispatch();
        world.get(dispatch.setDuty(world.call, CourierId("anna"), false));
        world.get(dispatch.setDuty(world.call, CourierId("ben"), false));
        world.order("A");
        world.pay("A");
        world.clock.advanceMs(api::TimerPolicy().alertRepeatMs);
        world.workspace->runUntilIdle();
        world.get(dispatch.setDuty(world.call, CourierId("anna"), true));
        world.workspace->runUntilIdle();
        std::vector<std::string> told;
        for (const auto& row : world.log()) {
            told.push_back(std::string(api::toText(row.event)) + " " + row.subject);
        }
        const std::vector<std::string> expected{"alert.fired no_courier north", "alert.fired unassigned A",
                                                "alert.resolved unassigned A", "alert.resolved no_courier north"};
        QCOMPARE(told, expected);
        const auto body = world.get(world.workspace->webhooks().delivery(world.call, world.log().at(0).id)).body;
        for (const auto* part : {"\"kind\":\"no_courier\"", "\"subject\":\"north\"", "\"subject_type\":\"campus\"",
                                 "\"campus\":\"north\""}) {
            QVERIFY2(body.find(part) != std::string::npos, body.c_str());
        }
        QCOMPARE(world.violations(), QByteArray());
    }

    void whatHappensToAnOrderIsToldOf() {
        WebhookWorld world;
        (void)world.create(world.input({WebhookEvent::OrderPlaced, WebhookEvent::OrderPaid, WebhookEvent::OrderPickedUp,
                                        WebhookEvent::OrderDelivered, WebhookEvent::OrderLate}));
        world.order("A");
        world.pay("A");
        world.clock.advanceMs(api::TimerPolicy().pickUpLateMs);
        world.workspace->runUntilIdle();
        const auto report = [&](api::CourierReport::Kind kind) {
            const auto order = world.get(world.workspace->orders().detail(world.call, OrderNo("A"))).row;
            world.get(
                world.workspace->orders().report(world.call, {kind, OrderNo("A"), order.courier, order.epoch, ""}));
        };
        report(api::CourierReport::Kind::PickedUp);
        report(api::CourierReport::Kind::Delivered);
        std::vector<std::string> told;
        std::string late;
        for (const auto& row : world.log()) {
            told.emplace_back(api::toText(row.event));
            if (row.event == WebhookEvent::OrderLate) {
                late = world.get(world.workspace->webhooks().delivery(world.call, row.id)).body;
            }
        }
        const std::vector<std::string> expected{"order.placed", "order.paid", "order.late", "order.picked_up",
                                                "order.delivered"};
        QCOMPARE(told, expected);
        for (const auto* part : {"\"order_no\":\"A\"", "\"stage\":\"pick_up_late\"", "\"courier\":\""}) {
            QVERIFY2(late.find(part) != std::string::npos, late.c_str());
        }
    }

    void triedAgainUntilItIsHeard() {
        WebhookWorld world;
        const auto made = world.create(world.input());
        world.closed("A");
        world.service.nextSends({Manner::PayThenError, Manner::Unavailable, Manner::PayThenRedirect, Manner::Pay});
        QCOMPARE(world.work(), 1);
        auto row = world.log().at(0);
        QVERIFY(row.status == DeliveryStatus::Pending && row.lastStatus == 500 && !row.lastError.empty());
        QVERIFY(*row.nextTry > world.clock.now());
        QCOMPARE(world.work(), 0);  // not before
        world.clock.set(*row.nextTry);
        QCOMPARE(world.work(), 1);
        row = world.log().at(0);
        QCOMPARE(row.lastStatus, 503);
        QVERIFY(row.nextTry->ms >= world.clock.now().ms + 30'000);  // as it asked
        world.clock.set(*row.nextTry);
        QCOMPARE(world.work(), 1);
        row = world.log().at(0);
        QCOMPARE(row.lastStatus, 307);
        QCOMPARE(world.service.requests().size(), 3);  // not followed
        world.clock.set(*row.nextTry);
        QCOMPARE(world.work(), 1);
        row = world.log().at(0);
        QVERIFY(row.status == DeliveryStatus::Delivered && row.attempts == 4);
        for (const auto& request : world.service.requests()) {
            QCOMPARE(request.headers.value("webhook-id").toStdString(), row.messageId);
            QCOMPARE(request.body, world.service.requests().first().body);
            QVERIFY(isSigned(request, made.secret, world.clock.now()) ||
                    request.headers.value("webhook-timestamp").toLongLong() < world.clock.now().ms / 1000 - 299);
        }
        QCOMPARE(world.violations(), QByteArray());
    }

    /// Whether the engine has taken a report or not, the worker reports once more: it is delivered once.
    void reportsAgainWhereTheAnswerWasLost_data() {
        QTest::addColumn<bool>("happened");
        QTest::newRow("taken") << true;
        QTest::newRow("not taken") << false;
    }
    void reportsAgainWhereTheAnswerWasLost() {
        QFETCH(const bool, happened);
        WebhookWorld world;
        (void)world.create(world.input());
        world.closed("A");
        UnsureEngine engine(*world.workspace, happened);
        cluster::LocalMembership nobody(world.clock);
        auto options = world.workspace->workerOptions(1);
        options.step = [&world] { (void)world.workspace->step(); };
        outward::RingWorker worker(engine, nobody, world.clock, options);
        QVERIFY(worker.runDue());
        QCOMPARE(engine.loss.reports, 2);
        const auto row = world.log().at(0);
        QVERIFY(row.status == DeliveryStatus::Delivered && row.attempts == 1);
        QCOMPARE(world.service.requests().size(), 1);
        QCOMPARE(world.violations(), QByteArray());
    }

    void givenUpAndSentAgainByAPerson() {
        WebhookWorld world;
        const auto made = world.create(world.input());
        world.closed("A");
        const auto most = api::policyOf(api::TaskKind::Webhook).maxAttempts;
        world.service.nextSends(QList<Manner>(static_cast<int>(most), Manner::PayThenError));
        for (std::int64_t i = 0; i < most; ++i) {
            QCOMPARE(world.work(), 1);
            if (const auto next = world.log().at(0).nextTry) {
                world.clock.set(*next);
            }
        }
        auto row = world.log().at(0);
        QVERIFY(row.status == DeliveryStatus::Dead && !row.nextTry);
        QCOMPARE(world.get(world.workspace->webhooks().webhooks(world.call)).at(0).dead, 1);
        QCOMPARE(world.violations(), QByteArray());
        const auto outcomes = world.get(world.workspace->webhooks().resend(world.call, {row.id, DeliveryId{99}}));
        QVERIFY(!outcomes[0].error && outcomes[1].error && outcomes[1].error->code == ErrorCode::NotFound);
        QCOMPARE(world.work(), 1);
        row = world.log().at(0);
        QVERIFY(row.status == DeliveryStatus::Delivered);
        QCOMPARE(row.attempts, most + 1);
        QVERIFY(isSigned(world.service.requests().last(), made.secret, world.clock.now()));
        // Delivered, and again all the same: the same message.
        world.get(world.workspace->webhooks().resend(world.call, {row.id}));
        QCOMPARE(world.work(), 1);
        QCOMPARE(world.service.requests().last().headers.value("webhook-id").toStdString(), row.messageId);
        QCOMPARE(world.violations(), QByteArray());
    }

    void theListSaysHowEachStands() {
        WebhookWorld world;
        auto& webhooks = world.workspace->webhooks();
        const auto first = world.create(world.input()).row.id;
        auto input = world.input({WebhookEvent::OrderAssigned, WebhookEvent::OrderClosed});
        input.name = "other";
        world.clock.advanceMs(1'000);
        const auto second = world.create(input).row.id;
        const auto row = [&](std::size_t i) { return world.get(webhooks.webhooks(world.call)).at(i); };
        QCOMPARE(row(0).id, first);
        QCOMPARE(row(1).id, second);
        QCOMPARE(row(1).input, input);
        QCOMPARE(row(1).createdAt, world.clock.now());
        QCOMPARE(row(1).createdBy, std::string("local:tester"));
        QCOMPARE(row(1).version, 1);
        world.closed("A");
        world.service.nextSends({Manner::PayThenError, Manner::PayThenError});
        QCOMPARE(world.work(), 2);
        for (const std::size_t i : {0U, 1U}) {
            QCOMPARE(row(i).pending, 1);
            QCOMPARE(row(i).dead, 0);
            QVERIFY(!row(i).lastDelivered && !row(i).lastError.empty());
        }
        world.clock.set(std::max(*world.log().at(0).nextTry, *world.log().at(1).nextTry));
        const auto delivered = world.clock.now();
        QCOMPARE(world.work(), 2);
        for (const std::size_t i : {0U, 1U}) {
            QCOMPARE(row(i).pending, 0);
            QCOMPARE(row(i).dead, 0);
            QCOMPARE(row(i).lastDelivered, std::optional(delivered));
            QVERIFY(row(i).lastError.empty());
        }
        // What waits for one that is removed is over, and nothing else.
        world.clock.advanceMs(1'000);
        world.closed("B");
        const auto closedAt = world.clock.now();
        world.get(webhooks.remove(world.call, {first, 0}));
        QCOMPARE(world.get(webhooks.webhooks(world.call)).size(), std::size_t{1});
        QCOMPARE(row(0).id, second);
        QCOMPARE(row(0).pending, 1);
        QCOMPARE(world.work(), 1);
        QCOMPARE(row(0).pending, 0);
        const auto log = world.log();
        QCOMPARE(log.size(), std::size_t{4});
        const auto dead = log[2].webhook == first ? log[2] : log[3];
        QVERIFY(dead.webhook == first && dead.status == DeliveryStatus::Dead);
        QCOMPARE(dead.lastError, std::string("the webhook was removed"));
        QCOMPARE(dead.endedAt, std::optional(closedAt));
        QCOMPARE(dead.webhookName, std::string("till"));
        QCOMPARE(dead.subject, log[2].subject);
        // Each filter alone, with rows that must not come.
        const auto found = [&](api::DeliveryFilter filter) {
            api::DeliveryQuery query;
            query.filter = filter;
            const auto rows = static_cast<std::int64_t>(world.get(webhooks.deliveries(world.call, query)).size());
            return rows == world.get(webhooks.countDeliveries(world.call, filter)) ? rows : -1;
        };
        QCOMPARE(found({}), 4);
        QCOMPARE(found({first, {}, {}}), 2);
        QCOMPARE(found({{}, {WebhookEvent::OrderClosed}, {}}), 4);
        QCOMPARE(found({{}, {WebhookEvent::OrderAssigned, WebhookEvent::Test}, {}}), 0);
        QCOMPARE(found({{}, {}, {DeliveryStatus::Dead}}), 1);
        QCOMPARE(found({{}, {}, {DeliveryStatus::Dead, DeliveryStatus::Delivered}}), 4);
        QCOMPARE(found({{}, {}, {DeliveryStatus::Pending}}), 0);
        QCOMPARE(found({second, {}, {DeliveryStatus::Dead}}), 0);
        for (const bool descending : {false, true}) {
            std::vector<std::int64_t> ids;
            api::DeliveryQuery query;
            query.descending = descending;
            query.limit = 3;
            for (auto page = world.get(webhooks.deliveries(world.call, query)); !page.empty();
                 page = world.get(webhooks.deliveries(world.call, query))) {
                for (const auto& one : page) {
                    ids.push_back(one.id.value);
                }
                query.after = page.back().id;
            }
            std::vector<std::int64_t> expected;
            for (const auto& one : log) {
                expected.push_back(one.id.value);
            }
            if (descending) {
                std::reverse(expected.begin(), expected.end());
            }
            QCOMPARE(ids, expected);
        }
        QCOMPARE(world.violations(), QByteArray());
        // Kept for thirty days.
        world.clock.set(closedAt.plusMs(30 * 86'400'000LL));
        world.cleanUp("once");
        QCOMPARE(found({}), 2);  // those of A were older
        QCOMPARE(world.rows("webhook_event"), 1);
        QCOMPARE(world.rows("webhook_attempt"), 1);
        QCOMPARE(world.violations(), QByteArray());
        world.clock.advanceMs(1);
        world.cleanUp("twice");
        QCOMPARE(found({}), 0);
        QCOMPARE(world.rows("webhook_event"), 0);  // nothing is left of what was told
        QCOMPARE(world.rows("webhook_attempt"), 0);
        QCOMPARE(world.violations(), QByteArray());
    }

    /// The error beside an endpoint is that of what was tried last; what only waits has none.
    void theLastErrorIsOfWhatWasTried() {
        WebhookWorld world;
        world.create(world.input());
        const auto row = [&] { return world.get(world.workspace->webhooks().webhooks(world.call)).at(0); };
        world.closed("A");
        world.service.nextSends({Manner::PayThenError});
        QCOMPARE(world.work(), 1);
        const auto error = row().lastError;
        QVERIFY(!error.empty());
        world.closed("B");
        QCOMPARE(row().pending, 2);
        QCOMPARE(row().lastError, error);
        QCOMPARE(world.work(), 1);  // B arrives
        QVERIFY(row().lastError.empty());
    }

    /// A person has it sent again: a failure is then the first one, not one too many.
    void sentAgainItIsTriedAsAtFirst() {
        WebhookWorld world;
        world.create(world.input());
        world.closed("A");
        const auto most = api::policyOf(api::TaskKind::Webhook).maxAttempts;
        world.service.nextSends(QList<Manner>(static_cast<int>(most) + 1, Manner::PayThenError));
        for (std::int64_t i = 0; i < most; ++i) {
            QCOMPARE(world.work(), 1);
            if (const auto next = world.log().at(0).nextTry) {
                world.clock.set(*next);
            }
        }
        auto row = world.log().at(0);
        QVERIFY(row.status == DeliveryStatus::Dead);
        const auto outcomes = world.get(world.workspace->webhooks().resend(world.call, {row.id}));
        QVERIFY(!outcomes[0].error);
        QVERIFY(world.log().at(0).status == DeliveryStatus::Pending);
        QCOMPARE(world.work(), 1);
        row = world.log().at(0);
        QVERIFY(row.status == DeliveryStatus::Pending);
        QVERIFY(row.nextTry);
        const auto gapMs = row.nextTry->ms - world.clock.now().ms;
        QVERIFY2(gapMs >= 4'000 && gapMs <= 5'000, qPrintable(QString::number(gapMs)));
        world.clock.set(*row.nextTry);
        QCOMPARE(world.work(), 1);
        QVERIFY(world.log().at(0).status == DeliveryStatus::Delivered);
        QCOMPARE(world.violations(), QByteArray());
    }

    void asManyAsThereMayBe() {
        WebhookWorld world;
        const auto first = world.create(world.input()).row.id;
        const auto made = world.get(
            world.workspace->core().engine().ask<bool>(world.call, [&world](runtime::UnitOfWork& work) -> Result<bool> {
                for (std::int64_t i = 1; i < api::kMaxWebhooks; ++i) {
                    store::webhooks::Endpoint endpoint;
                    endpoint.input = world.input();
                    EVENHAND_TRY(store::webhooks::insert(work.database(), endpoint));
                }
                return true;
            }));
        QVERIFY(made);
        const auto more = [&] { return world.ask(world.workspace->webhooks().create(world.call, world.input(), {})); };
        const auto refused = more();
        QVERIFY(!refused && refused.error().code == ErrorCode::Overflow && refused.error().field == "webhook");
        QTRY_COMPARE(world.secrets->count("webhook/"), std::size_t{1});  // what was kept for it is removed
        world.get(world.workspace->webhooks().remove(world.call, {first, 0}));
        QVERIFY(more());
        QVERIFY(!more());
    }

    void everyChangeIsTold() {
        WebhookWorld world;
        auto& webhooks = world.workspace->webhooks();
        int told = 0;
        const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& batch) {
            for (const auto& event : batch) {
                told += event.kind == api::Event::Kind::WebhooksChanged ? 1 : 0;
            }
        });
        const auto heard = [&] { return std::exchange(told, 0) > 0; };
        const auto id = world.create(world.input()).row.id;
        QVERIFY(heard());
        auto input = world.input();
        input.name = "another";
        QCOMPARE(world.get(webhooks.edit(world.call, {id, 1}, input)).version, 2);
        QVERIFY(heard());
        const auto stale = world.ask(webhooks.edit(world.call, {id, 1}, input));
        QVERIFY(!stale && stale.error().code == ErrorCode::Conflict && stale.error().field == "version");
        QCOMPARE(stale.error().value, std::string("2"));
        QVERIFY(!heard());
        (void)world.get(webhooks.newSecret(world.call, {id, 0}, {}));
        QVERIFY(heard());
        (void)world.get(webhooks.test(world.call, id));
        QVERIFY(heard());
        QCOMPARE(world.work(), 1);
        QVERIFY(heard());
        world.get(webhooks.remove(world.call, {id, 0}));
        QVERIFY(heard());
    }

    void testsSecretsAndRemoval() {
        WebhookWorld world;
        auto input = world.input();
        input.enabled = false;
        const auto made = world.create(input);
        (void)world.get(world.workspace->webhooks().test(world.call, made.row.id));
        QCOMPARE(world.work(), 1);
        QVERIFY(isSigned(world.service.requests().last(), made.secret, world.clock.now()));
        QVERIFY(world.log().at(0).event == WebhookEvent::Test);
        // Another secret, from the next attempt on; the former is gone.
        const auto other = world.get(world.workspace->webhooks().newSecret(world.call, {made.row.id, 0}, {}));
        QVERIFY(other.secret.reveal() != made.secret.reveal());
        QCOMPARE(world.secrets->count("webhook/"), std::size_t{1});
        (void)world.get(world.workspace->webhooks().test(world.call, made.row.id));
        QCOMPARE(world.work(), 1);
        QVERIFY(isSigned(world.service.requests().last(), other.secret, world.clock.now()));
        QVERIFY(!isSigned(world.service.requests().last(), made.secret, world.clock.now()));
        // Enabled, something waits, removed: it is over, and so is the secret.
        input.enabled = true;
        (void)world.get(world.workspace->webhooks().edit(world.call, {made.row.id, 0}, input));
        world.closed("A");
        world.get(world.workspace->webhooks().remove(world.call, {made.row.id, 0}));
        QCOMPARE(world.work(), 0);
        QVERIFY(world.log().back().status == DeliveryStatus::Dead);
        QVERIFY(world.get(world.workspace->webhooks().webhooks(world.call)).empty());
        QCOMPARE(world.secrets->count("webhook/"), std::size_t{0});
        const auto again = world.ask(world.workspace->webhooks().test(world.call, made.row.id));
        QVERIFY(!again && again.error().code == ErrorCode::NotFound);
        QCOMPARE(world.violations(), QByteArray());
    }

    void refusedWithAReasonAndNothingMade_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("allowPrivate");
        QTest::addColumn<bool>("allowPlain");
        QTest::addColumn<QString>("code");
        QTest::addRow("plain") << "http://example.com/hook" << false << false << "address_refused";
        QTest::addRow("loopback") << "https://127.0.0.1/hook" << false << true << "address_refused";
        QTest::addRow("localhost") << "https://localhost/hook" << false << true << "address_refused";
        QTest::addRow("private") << "https://192.168.1.1/hook" << false << true << "address_refused";
        QTest::addRow("link local") << "https://169.254.169.254/" << false << true << "address_refused";
        QTest::addRow("multicast, whatever is allowed") << "https://224.0.0.1/" << true << true << "address_refused";
        QTest::addRow("no url") << "hook" << true << true << "invalid_argument";
        QTest::addRow("a user") << "https://me@example.com/" << true << true << "invalid_argument";
        QTest::addRow("a fragment") << "https://example.com/#a" << true << true << "invalid_argument";
    }
    void refusedWithAReasonAndNothingMade() {
        QFETCH(const QString, url);
        QFETCH(const bool, allowPrivate);
        QFETCH(const bool, allowPlain);
        QFETCH(const QString, code);
        WebhookWorld world;
        auto input = world.input();
        input.url = url.toStdString();
        input.allowPrivate = allowPrivate;
        input.allowPlain = allowPlain;
        const auto made = world.ask(world.workspace->webhooks().create(world.call, input, {}));
        QVERIFY(!made);
        QCOMPARE(QString::fromStdString(std::string(errorName(made.error().code))), code);
        QCOMPARE(made.error().field, std::string("url"));
        QVERIFY(world.get(world.workspace->webhooks().webhooks(world.call)).empty());
        QCOMPARE(world.secrets->count("webhook/"), std::size_t{0});
    }

    void badInput() {
        WebhookWorld world;
        const auto refused = [&](const api::WebhookInput& input, const Secret& secret, const char* field) {
            const auto made = world.ask(world.workspace->webhooks().create(world.call, input, secret));
            return !made && made.error().code == ErrorCode::InvalidArgument && made.error().field == field;
        };
        QVERIFY(refused(world.input({}), {}, "events"));
        QVERIFY(refused(world.input({WebhookEvent::Test}), {}, "events"));
        QVERIFY(refused(world.input({WebhookEvent::OrderClosed, WebhookEvent::OrderClosed}), {}, "events"));
        QVERIFY(refused(world.input(), Secret(std::string("whsec_dG9vIHNob3J0")), "secret"));
        auto nameless = world.input();
        nameless.name = "  ";
        QVERIFY(refused(nameless, {}, "name"));
        world.secrets->broken = true;
        const auto made = world.ask(world.workspace->webhooks().create(world.call, world.input(), {}));
        QVERIFY(!made && made.error().code == ErrorCode::Unsupported);
        QVERIFY(world.get(world.workspace->webhooks().webhooks(world.call)).empty());
    }

    void withoutItsSecretNothingIsSent() {
        WebhookWorld world;
        (void)world.create(world.input());
        world.closed("A");
        world.secrets->broken = true;
        QCOMPARE(world.work(), 1);
        QCOMPARE(world.service.requests().size(), 0);
        auto row = world.log().at(0);
        QVERIFY(row.status == DeliveryStatus::Pending && !row.lastError.empty());
        world.secrets->broken = false;
        world.clock.set(*row.nextTry);
        QCOMPARE(world.work(), 1);
        QVERIFY(world.log().at(0).status == DeliveryStatus::Delivered);
    }

    /// What a name points to counts when connecting, whatever it was when the endpoint was saved.
    void theAddressIsJudgedWhenConnecting() {
        const evenhand::testing::RefundService service;
        outward::HttpRequest request{"POST", QUrl(service.url()), {}, "{}", 5'000};
        request.url.setHost(QStringLiteral("localhost"));
        int judged = 0;
        request.refuses = [&](const IpAddress& address) {
            ++judged;
            return address.scope() == AddressScope::Loopback ? std::string("it points inwards") : std::string();
        };
        outward::HttpExchange exchange;
        const auto answer = exchange.exchange(request);
        QVERIFY(!answer && !answer.error().mayHaveLeft);
        QCOMPARE(answer.error().message, std::string("it points inwards"));
        QVERIFY(judged >= 1);
        QCOMPARE(service.requests().size(), 0);
    }

    /// A name that anybody may register can lead anywhere.
    void aNameThatLeadsInwardsIsRefused_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<bool>("isInward");
        for (const char* inward : {"127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254",
                                   "fe80::1", "fd00::1", "::ffff:127.0.0.1"}) {
            QTest::newRow(inward) << QString::fromLatin1(inward) << true;
        }
        for (const char* outward : {"93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"}) {
            QTest::newRow(outward) << QString::fromLatin1(outward) << false;
        }
    }
    void aNameThatLeadsInwardsIsRefused() {
        QFETCH(QString, address);
        QFETCH(bool, isInward);
        api::DeliveryJob job;
        job.url = "https://shop.example.com/hook";
        job.messageId = "m";
        const Secret key(std::string(32, 'k'));
        const auto request = outward::deliveryRequest(job, key, Instant{1'717'200'000'000});
        QVERIFY(request.refuses);
        const auto ip = IpAddress::fromText(address.toStdString());
        QVERIFY(ip);
        QCOMPARE(!request.refuses(*ip).empty(), isInward);
        job.allowPrivate = true;
        QVERIFY(outward::deliveryRequest(job, key, Instant{1'717'200'000'000}).refuses(*ip).empty());
        for (const char* nobodys : {"224.0.0.1", "0.0.0.0", "255.255.255.255"}) {
            QVERIFY(!outward::deliveryRequest(job, key, Instant{1'717'200'000'000})
                         .refuses(*IpAddress::fromText(nobodys))
                         .empty());
        }
    }
    void heldKindsAreNotSent() {
        WebhookWorld world;
        (void)world.create(world.input());
        world.closed("A");
        world.get(world.workspace->tasks().setHeld(world.call, {api::TaskKind::Refund, api::TaskKind::Webhook}, true));
        QCOMPARE(world.work(), 0);
        QVERIFY(world.outwardHeld());
        world.get(world.workspace->tasks().setHeld(world.call, {api::TaskKind::Refund, api::TaskKind::Webhook}, false));
        QCOMPARE(world.work(), 1);
        QVERIFY(!world.outwardHeld());
    }
};

}  // namespace test_webhooks

QTEST_GUILESS_MAIN(test_webhooks::TestWebhooks)
#include "test_webhooks.moc"
