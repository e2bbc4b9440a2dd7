// SPDX-License-Identifier: GPL-3.0-or-later
// Outgoing webhooks from the order that causes them to the endpoint that hears of it, or does not.
#include <QDateTime>
#include <QtTest>
#include <cstdlib>

#include "engine/cluster/local_membership.h"
#include "engine/outward/http_exchange.h"
#include "engine/outward/ring_worker.h"
#include "engine/outward/webhook_runner.h"
#include "engine/ring/webhook_signature.h"
#include "refund_world.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/fakes/unsure_engine.h"

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
    std::vector<api::DeliveryRow> log() {
        api::DeliveryQuery query;
        query.descending = false;
        return get(workspace->webhooks().deliveries(call, query));
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
        const std::vector<std::string> expected{"order.assigned", "order.reassigned", "order.reassigned",
                                                "return.decided", "order.closed",     "refund.succeeded",
                                                "order.closed"};  // all of A came back before pick-up
        QVERIFY2(told == expected, QByteArray::number(told.size()).constData());
        QVERIFY(made.id.valid());
        QCOMPARE(world.work(), 7);
        QCOMPARE(world.service.requests().size(), 7);
        QCOMPARE(world.violations(), QByteArray());
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
        std::optional<api::WebhookRow> last;
        for (std::int64_t i = 0; i < api::kMaxWebhooks; ++i) {
            last = world.create(world.input()).row;
        }
        const auto one = [&] { return world.ask(world.workspace->webhooks().create(world.call, world.input(), {})); };
        const auto refused = one();
        QVERIFY(!refused && refused.error().code == ErrorCode::Overflow && refused.error().field == "webhook");
        world.get(world.workspace->webhooks().remove(world.call, {last->id, 0}));
        QVERIFY(one());
        QVERIFY(!one());
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

QTEST_GUILESS_MAIN(TestWebhooks)
#include "test_webhooks.moc"
