// SPDX-License-Identifier: GPL-3.0-or-later
// Idempotency-Key on every POST: the same body has the same answer and no second effect, also after a restart; another
// body is refused.
#include <QDateTime>
#include <QTest>
#include <functional>

#include "engine/ingest/http/route.h"
#include "engine/ingest/routes/routes.h"
#include "refused.h"
#include "routes_world.h"

namespace test_routes_keys {

using namespace evenhand;
using evenhand::test::CurlAnswer;
using evenhand::test::reasonOf;
using evenhand::test::RoutesWorld;

namespace {

struct Case {
    const char* operation;
    std::string path, body, other;  ///< other: another body that would do
    std::string elsewhere{};        ///< a path of the same to something else that is there; empty: to anything else
};

}  // namespace

class TestRoutesKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A world of its own for every function and row: none depends on what another has done.
    void init() {
        m_world = std::make_unique<RoutesWorld>();
        prepare();
    }
    void cleanup() { m_world.reset(); }

    void everyKeyedRouteHasACase() {
        std::size_t keyed = 0;
        for (const auto& route : ingest::routes()) {
            if (route.method != ingest::Method::Post) {
                continue;
            }
            ++keyed;
            const bool known = std::any_of(m_cases.begin(), m_cases.end(),
                                           [&](const Case& one) { return one.operation == route.operationId; });
            QVERIFY2(known || route.operationId == "notifyPayment", std::string(route.operationId).c_str());
        }
        QCOMPARE(keyed, m_cases.size() + 1);  // and payments, below
    }

    void theSameAgainIsAnsweredTheSame_data() { addOperations(); }
    void theSameAgainIsAnsweredTheSame() {
        QFETCH(QByteArray, operation);
        const auto* found = caseOf(operation);
        QVERIFY2(found != nullptr, "has no case");
        const auto& one = *found;
        const test::Sent sent{m_world->token(), "once"};
        const auto first = m_world->post(one.path, one.body, sent);
        QVERIFY2(first.status == 200 || first.status == 201, first.body);
        QVERIFY(first.headers.count("idempotency-replayed") == 0);
        const auto before = snapshot();
        for (const bool restarted : {false, true}) {
            if (restarted) {
                m_world->restart();
            }
            const auto again = m_world->post(one.path, one.body, sent);
            QVERIFY2(again.status == first.status && again.body == first.body, again.body);
            QCOMPARE(again.headers.at("idempotency-replayed"), std::string("true"));
            const auto other = m_world->post(one.path, one.other, sent);
            QVERIFY2(other.status == 422, other.body);
            QCOMPARE(reasonOf(other), std::string("key_reused"));
            QCOMPARE(snapshot(), before);
        }
    }

    /// A sale's key lies with the sale, and some have nowhere else to go.
    void theSameElsewhereIsAnother_data() {
        const auto rows = addOperations([](const ingest::Route& route) {
            const std::string_view pattern(route.pattern);
            return pattern.find('{') != std::string_view::npos && !pattern.starts_with("/v1/seckill");
        });
        QCOMPARE(rows, 30);
    }
    /// The same body to another order, courier or campaign is another request.
    void theSameElsewhereIsAnother() {
        QFETCH(QByteArray, operation);
        const auto* one = caseOf(operation);
        QVERIFY2(one != nullptr, "has no case");
        const test::Sent sent{m_world->token(), "once"};
        const auto first = m_world->post(one->path, one->body, sent);
        QVERIFY2(first.status == 200 || first.status == 201, first.body);
        const auto begin = routeOf(operation).pattern.find('{');
        const auto elsewhere =  // a number, for alerts have no other ids
            one->elsewhere.empty()
                ? one->path.substr(0, begin) + "999999" + one->path.substr(one->path.find('/', begin))
                : one->elsewhere;
        CHECK_REFUSED(m_world->post(elsewhere, one->body, sent), 422, "key_reused");
    }

    void keysOfOperationsAreTheirOwn_data() { addOperations(); }
    /// The same key may be used once for each operation on an order: that all the others have had it changes nothing.
    void keysOfOperationsAreTheirOwn() {
        QFETCH(QByteArray, operation);
        const auto* one = caseOf(operation);
        QVERIFY2(one != nullptr, "has no case");
        const test::Sent sent{m_world->token(), "shared"};
        for (const auto& other : m_cases) {
            if (operation != other.operation) {
                (void)m_world->post(other.path, other.body, sent);  // what becomes of it is the matter of its own row
            }
        }
        const auto answer = m_world->post(one->path, one->body, sent);
        QVERIFY2(answer.status == 200 || answer.status == 201, answer.body);
        QCOMPARE(answer.headers.count("idempotency-replayed"), std::size_t{0});
    }

    void keysOfTokensAreTheirOwn() {
        const auto& one = m_cases.front();
        const auto first = m_world->post(one.path, one.body, {m_world->token(), "once"});
        QCOMPARE(first.status, 201);
        const auto other = m_world->post(one.path, one.body, {m_world->token("orders.place"), "once"});
        QCOMPARE(other.status, 201);
        QVERIFY(other.body != first.body);
    }

    void aRefusalLeavesNothing() {
        const test::Sent sent{m_world->token(), "refused-first"};
        const std::string head = R"({"user_id":"eve","campus_id":"north","lines":[{"sku":"tea","unit_price_minor":1,)";
        const auto refused = m_world->post("/v1/orders", head + R"("quantity":900000}]})", sent);
        QCOMPARE(refused.status, 409);
        QCOMPARE(m_world->post("/v1/orders", head + R"("quantity":1}]})", sent).status, 201);
    }

    void paymentsKnowTheirKeyToo() {
        const auto no = m_world->place();
        const auto body = [&](const char* payment) {
            return std::string("{\"payment_no\":\"") + payment + R"(","order_no":")" + no + "\",\"amount_minor\":500}";
        };
        const test::Sent sent{m_world->token(), "pay-once"};
        const auto first = m_world->notify(body("K1"), 0, sent);
        QVERIFY2(first.status == 200, first.body);
        const auto again = m_world->notify(body("K1"), 7, sent);  // signed anew
        QCOMPARE(again.body, first.body);
        QCOMPARE(again.headers.at("idempotency-replayed"), std::string("true"));
        const auto other = m_world->notify(body("K2"), 0, sent);
        QCOMPARE(other.status, 422);
        QCOMPARE(reasonOf(other), std::string("key_reused"));
    }

    void badKeysAreRefused() {
        for (const auto* key : {"has space", "\xc3\xa4"}) {
            QCOMPARE(reasonOf(m_world->post("/v1/products", "{}", {m_world->token(), key})),
                     std::string("bad_idempotency_key"));
        }
        QCOMPARE(reasonOf(m_world->post("/v1/products", "{}", {m_world->token(), std::string(65, 'k')})),
                 std::string("bad_idempotency_key"));
    }

private:
    /// A row for each operation that takes a key and is not a payment, if it is one of those; how many they are.
    static int addOperations(const std::function<bool(const ingest::Route&)>& isOne = {}) {
        QTest::addColumn<QByteArray>("operation");
        int rows = 0;
        for (const auto& route : ingest::routes()) {
            if (route.method == ingest::Method::Post && route.operationId != "notifyPayment" &&
                (!isOne || isOne(route))) {
                const QByteArray operation(route.operationId.data(), static_cast<qsizetype>(route.operationId.size()));
                QTest::newRow(operation.constData()) << operation;
                ++rows;
            }
        }
        return rows;
    }
    static const ingest::Route& routeOf(const QByteArray& operation) {
        const auto all = ingest::routes();
        return *std::find_if(all.begin(), all.end(), [&](const auto& route) {
            return route.operationId == std::string_view(operation.constData());
        });
    }
    [[nodiscard]] const Case* caseOf(const QByteArray& operation) const {
        const auto found =
            std::find_if(m_cases.begin(), m_cases.end(), [&](const Case& one) { return operation == one.operation; });
        return found == m_cases.end() ? nullptr : &*found;
    }
    /// That nobody is on duty at this campus, as an alert; its id.
    std::string alertOf(const char* campus) {
        auto& shop = m_world->workspace->shop();
        (void)m_world->wait(shop.addCampus(m_world->call, {CampusId(campus), campus}));
        api::PlaceOrder order;
        order.key = std::string("at ") + campus;
        order.user = UserId("ann");
        order.campus = CampusId(campus);
        order.lines = {{Sku("tea"), 1, Money{500}}};
        const auto placed = m_world->wait(m_world->workspace->orders().place(m_world->call, order));
        if (!placed || !m_world->pay(placed->orderNo.str(), 500)) {
            return {};
        }
        api::AlertQuery query;
        query.kinds = {api::AlertKind::NoCourier};
        query.campus = CampusId(campus);
        std::string id;
        (void)QTest::qWaitFor([&] {
            const auto rows = m_world->wait(m_world->workspace->alerts().page(m_world->call, query));
            id = rows && !rows->empty() ? std::to_string(rows->front().id.value) : std::string();
            return !id.empty();
        });
        return id;
    }
    /// Of a campus where somebody else can take it, whatever becomes of those of the others.
    std::string relayedOrder() {
        (void)m_world->wait(m_world->workspace->dispatch().upsertCouriers(
            m_world->call, {{CourierId("r1"), CampusId("relay"), "R1", "", true},
                            {CourierId("r2"), CampusId("relay"), "R2", "", true}}));
        api::PlaceOrder order;
        order.key = "relayed";
        order.user = UserId("ann");
        order.campus = CampusId("relay");
        order.lines = {{Sku("tea"), 1, Money{500}}};
        const auto placed = m_world->wait(m_world->workspace->orders().place(m_world->call, order));
        if (!placed || !m_world->pay(placed->orderNo.str(), 500) || !m_world->assigned(placed->orderNo.str())) {
            return {};
        }
        return placed->orderNo.str();
    }
    void prepare() {
        const std::string lines = R"("lines":[{"sku":"tea","quantity":1,"unit_price_minor":500}])";
        const auto paid = m_world->place("ann", 3);
        QVERIFY(m_world->pay(paid, 1'500));
        QVERIFY(m_world->assigned(paid));
        api::TimerPolicy policy;
        policy.pickUpLateMs = 0;
        QVERIFY(m_world->wait(m_world->workspace->timers().setPolicy(m_world->call, CampusId("north"), policy)));
        const auto late = m_world->place("ann", 1);
        QVERIFY(m_world->pay(late));
        QVERIFY(m_world->assigned(late));
        const auto relayed = relayedOrder();
        QVERIFY(!relayed.empty());
        const auto now = Instant{QDateTime::currentMSecsSinceEpoch()};
        const auto until = [now](std::int64_t hours) {
            return "{\"until\":" + std::to_string(now.plusMs(hours * 3'600'000).ms) + "}";
        };
        auto& shop = m_world->workspace->shop();
        QVERIFY(m_world->wait(shop.addCampus(m_world->call, {CampusId("aside"), "Aside"})).has_value());
        QVERIFY(m_world->wait(shop.addCourier(m_world->call, {CourierId("spare"), CampusId("north"), "S", ""}))
                    .has_value());
        QVERIFY(m_world->wait(shop.addProduct(m_world->call, {Sku("cup"), "Cup", Money{100}, 1, {}})).has_value());
        auto& sales = m_world->workspace->seckill();
        QVERIFY(m_world
                    ->wait(sales.setUp(m_world->call, {ActivityId("sale"), "Sale", Sku("tea"), CampusId("north"),
                                                       Money{100}, 100, now, now.plusMs(3'600'000)}))
                    .has_value());
        QVERIFY(m_world->wait(sales.start(m_world->call, ActivityId("sale"))).has_value());
        api::CampaignSettings settings;
        settings.name = "Spring";
        settings.shape = {Money{1'000}, 10, Money{200}, 1};
        settings.countLimit = 5;
        settings.begin = now;
        settings.end = now.plusMs(3'600'000);
        auto& campaigns = m_world->workspace->campaigns();
        QVERIFY(m_world->wait(campaigns.create(m_world->call, CampaignId("spring"), settings)).has_value());
        QVERIFY(m_world->wait(campaigns.start(m_world->call, CampaignId("spring"))).has_value());
        QTRY_VERIFY(m_world->wait(campaigns.campaign(m_world->call, CampaignId("spring")))->state ==
                    api::CampaignState::Running);
        const auto who = [](const char* user) { return std::string("{\"user_id\":\"") + user + "\"}"; };
        const auto owed = m_world->place();
        QCOMPARE(m_world->notify(R"({"payment_no":"OWED","order_no":"a mistype","amount_minor":500})").status, 200);
        QCOMPARE(m_world->notify(R"({"payment_no":"BACK","order_no":"a mistype","amount_minor":500})").status, 200);
        QCOMPARE(m_world->notify(R"({"payment_no":"BACK2","order_no":"a mistype","amount_minor":500})").status, 200);
        const auto refundOf = [&](const char* payment) {
            api::RefundQuery query;
            query.filter.paymentNo = PaymentNo(payment);
            const auto rows = m_world->wait(m_world->workspace->refunds().page(m_world->call, query));
            return "/v1/refunds/" + (rows && !rows->empty() ? std::to_string(rows->front().id.value) : std::string());
        };
        const auto returned = m_world->place("ann", 2);
        QVERIFY(m_world->pay(returned, 1'000));
        for (const char* number : {"C1", "C2"}) {
            api::RequestReturn request;
            request.number = ReturnNo(number);
            request.orderNo = OrderNo(returned);
            request.lines = {{Sku("tea"), 1}};
            QVERIFY(m_world->wait(m_world->workspace->returns().request(m_world->call, request)).has_value());
        }
        const auto case1 = "/v1/orders/" + returned + "/returns/C1";
        const auto case2 = "/v1/orders/" + returned + "/returns/C2";
        auto& shifts = m_world->workspace->shifts();
        const auto today = m_world->wait(shifts.crew(m_world->call, CampusId()))->day;
        const CourierId spare("spare");
        QVERIFY(m_world->wait(shifts.setException(m_world->call, spare, {today.plus(20), {}})).has_value());
        const auto exceptionIn = [&](std::int64_t days) {
            return "/v1/couriers/spare/roster/exceptions/" + api::toText(today.plus(days));
        };
        const auto weekWith = [](const std::string& monday) {
            return "{\"week\":{\"mon\":[" + monday +
                   "],\"tue\":[],\"wed\":[],\"thu\":[],\"fri\":[],\"sat\":[],\"sun\":[]}}";
        };
        const auto commonRules = [](int feePoints) {
            return R"({"rules":{"goods":"money_first","four_eyes_above_minor":100000,"second_above_minor":1000000,)"
                   R"("window_days":null,"auto_approve_up_to_minor":null,"auto_reasons":[],"fee_points":)" +
                   std::to_string(feePoints) + R"(,"fee_free_reasons":[]}})";
        };
        m_cases = {
            {"placeOrder", "/v1/orders", R"({"user_id":"ann","campus_id":"north",)" + lines + "}",
             R"({"user_id":"bob","campus_id":"north",)" + lines + "}"},
            {"cancelOrder", "/v1/orders/" + m_world->place() + "/cancel", R"({"reason":"a"})", R"({"reason":"b"})"},
            {"extendOrder", "/v1/orders/" + late + "/extend", R"({"by_ms":3600000,"reason":"a"})",
             R"({"by_ms":3600000,"reason":"b"})"},
            {"noteOrder", "/v1/orders/" + paid + "/note", R"({"note":"a"})", R"({"note":"b"})"},
            {"reassignOrder", "/v1/orders/" + relayed + "/reassign", R"({"reason":"a"})", R"({"reason":"b"})"},
            {"upsertCouriers", "/v1/couriers",
             R"({"couriers":[{"courier_id":"c2","campus_id":"north","name":"Two","on_duty":false}]})",
             R"({"couriers":[{"courier_id":"c3","campus_id":"north","name":"Three"}]})"},
            {"setDuty", "/v1/couriers/c1/duty", R"({"on_duty":false})", R"({"on_duty":true})"},
            {"acknowledgeAlert", "/v1/alerts/" + alertOf("nobody here") + "/acknowledge", "{}", R"({"version":1})"},
            {"silenceAlert", "/v1/alerts/" + alertOf("nobody there") + "/silence", until(1), until(2)},
            {"resolveAlert", "/v1/alerts/" + alertOf("nobody at all") + "/resolve", R"({"reason":"a"})",
             R"({"reason":"b"})"},
            {"setLoadLimit", "/v1/couriers/c1/load_limit", R"({"load_limit":3})", R"({"load_limit":4})"},
            {"setRoster", "/v1/couriers/spare/roster", weekWith(R"("09:00-12:00")"), weekWith("")},
            {"setRosterException", exceptionIn(10), R"({"shifts":[]})", R"({"shifts":["09:00-12:00"]})"},
            {"removeRosterException", exceptionIn(20) + "/remove", "{}", R"({"version":2})"},
            {"setCampusLoadLimit", "/v1/campuses/aside/load_limit", R"({"load_limit":3})", R"({"load_limit":4})",
             "/v1/campuses/north/load_limit"},
            {"setReturnRules", "/v1/campuses/aside/return_rules", R"({"rules":null})", R"({"rules":null,"version":1})"},
            {"setCommonReturnRules", "/v1/return_rules", commonRules(0), commonRules(100)},
            {"setCaseSettings", "/v1/case_settings", R"({"reasons":[],"age_limit_ms":86400000})",
             R"({"reasons":[],"age_limit_ms":null})"},
            {"assignReturn", case1 + "/assign", R"({"clerk":"token:all"})", R"({"clerk":null})", case2 + "/assign"},
            {"noteReturn", case1 + "/note", R"({"note":"a"})", R"({"note":"b"})", case2 + "/note"},
            {"refundPayment", "/v1/payments/BACK/refund", R"({"reason":"a"})", R"({"reason":"b"})",
             "/v1/payments/BACK2/refund"},
            {"assignPayment", "/v1/payments/BACK/assign", R"({"clerk":"token:all"})", R"({"clerk":null})",
             "/v1/payments/BACK2/assign"},
            {"assignRefund", refundOf("BACK") + "/assign", R"({"clerk":"token:all"})", R"({"clerk":null})"},
            {"noteRefund", refundOf("BACK") + "/note", R"({"note":"a"})", R"({"note":"b"})"},
            {"setAlertLimits", "/v1/alert_limits",
             R"({"repeat_ms":60000,"spread":0,"budget_percent":[50],"pace_percent":0,"backup_age_ms":0})",
             R"({"repeat_ms":60000,"spread":9,"budget_percent":[50],"pace_percent":0,"backup_age_ms":0})"},
            {"notePayment", "/v1/payments/BACK/note", R"({"note":"a"})", R"({"note":"b"})", "/v1/payments/BACK2/note"},
            {"reportDelivery", "/v1/orders/" + paid + "/reports", R"({"kind":"picked_up","courier_id":"c1","epoch":1})",
             R"({"kind":"delivered","courier_id":"c1","epoch":1})"},
            {"upsertProducts", "/v1/products",
             R"({"products":[{"sku":"tea","name":"Tea","unit_price_minor":500,"stock":5}],"add_stock":true})",
             R"({"products":[{"sku":"tea","name":"Tea","unit_price_minor":500,"stock":6}],"add_stock":true})"},
            {"addCampus", "/v1/campuses", R"({"campus_id":"west","name":"West"})",
             R"({"campus_id":"east","name":"East"})"},
            {"setCampusDisabled", "/v1/campuses/aside/disabled", R"({"disabled":true,"reason":"a"})",
             R"({"disabled":false,"reason":"b"})"},
            {"setCourierDisabled", "/v1/couriers/spare/disabled", R"({"disabled":true,"reason":"a"})",
             R"({"disabled":false,"reason":"b"})"},
            {"setProductDisabled", "/v1/products/cup/disabled", R"({"disabled":true,"reason":"a"})",
             R"({"disabled":false,"reason":"b"})"},
            {"receiveStock", "/v1/products/tea/receipts", R"({"units":5})", R"({"units":6})"},
            {"correctStock", "/v1/products/tea/corrections", R"({"units":-2,"reason":"broken"})",
             R"({"units":-3,"reason":"broken"})"},
            {"matchPayment", "/v1/payments/OWED/match", "{\"order_no\":\"" + owed + "\",\"reason\":\"a\"}",
             "{\"order_no\":\"" + owed + "\",\"reason\":\"b\"}"},
            {"attemptSeckill", "/v1/seckill/sale/attempts", who("sale-ann"), who("sale-bob")},
            {"draw", "/v1/campaigns/spring/draws", who("ann"), who("bob")},
            {"requestReturn", "/v1/orders/" + paid + "/returns",
             R"({"return_no":"R1","lines":[{"sku":"tea","units":1}]})",
             R"({"return_no":"R2","lines":[{"sku":"tea","units":1}]})"}};
    }
    /// What a second effect would change.
    QStringList snapshot() {
        auto& desk = m_world->workspace->orders();
        QStringList seen;
        for (const auto* user : {"ann", "bob"}) {  // those of the sale follow a moment later
            api::OrderFilter filter;
            filter.user = UserId(user);
            seen << QString::number(*m_world->wait(desk.count(m_world->call, filter)));
        }
        const auto products = m_world->wait(desk.products(m_world->call, "tea", 1));
        seen << QString::number(products->front().stock);
        const auto feed = m_world->wait(m_world->workspace->returns().count(m_world->call, {}));
        seen << QString::number(*feed);
        seen << QString::number(*m_world->wait(m_world->workspace->campaigns().countDraws(m_world->call, {})));
        const auto sale = m_world->wait(m_world->workspace->seckill().board(m_world->call, ActivityId("sale")));
        seen << QString::number(sale->stock.value_or(-1));
        return seen;
    }

    std::unique_ptr<RoutesWorld> m_world;
    std::vector<Case> m_cases;
};

}  // namespace test_routes_keys

QTEST_GUILESS_MAIN(test_routes_keys::TestRoutesKeys)
#include "test_routes_keys.moc"
