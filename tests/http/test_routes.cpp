// SPDX-License-Identifier: GPL-3.0-or-later
// Every route, seen by curl: what it does, what it refuses, who may use it.
#include <QJsonArray>
#include <QTest>

#include "engine/api/limits.h"
#include "engine/ingest/http/route.h"
#include "engine/ingest/http/services.h"
#include "engine/ingest/routes/routes.h"
#include "refused.h"
#include "routes_world.h"
#include "tests/support/fakes/altered_engine.h"

namespace test_routes {

using namespace evenhand;
using evenhand::test::CurlAnswer;
using evenhand::test::RoutesWorld;

namespace {

std::string fieldOf(const CurlAnswer& answer) {
    return answer.json().value(QStringLiteral("field")).toString().toStdString();
}
std::string text(const CurlAnswer& answer, const char* name) {
    return answer.json().value(QLatin1String(name)).toString().toStdString();
}
std::int64_t number(const CurlAnswer& answer, const char* name) {
    return answer.json().value(QLatin1String(name)).toInteger(-1);
}
/// A pattern with something in place of its parameters.
std::string pathOf(const ingest::Route& route) {
    std::string path(route.pattern);
    while (path.find('{') != std::string::npos) {
        const auto open = path.find('{');
        path.replace(open, path.find('}') - open + 1, "x");
    }
    return path;
}
const std::string kTea = R"("lines":[{"sku":"tea","quantity":2,"unit_price_minor":500}])";

/// Bodies are written whole: moc does not read a class beyond a string in which a brace is open.
std::string filled(const char* body, const std::string& first, const std::string& second = {}) {
    QByteArray text(body);
    text.replace("%1", first.c_str()).replace("%2", second.c_str());
    return text.toStdString();
}

}  // namespace

class TestRoutes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_world = std::make_unique<RoutesWorld>(); }
    void cleanupTestCase() { m_world.reset(); }

    void conflictsAreToldWithoutTheDatabasesWords() {
        const auto paid = [this](std::int64_t minor) {
            return m_world->notify(R"({"payment_no":"P-twice","order_no":"O-twice","amount_minor":)" +
                                   std::to_string(minor) + "}");
        };
        const std::string order = R"({"order_no":"O-twice","user_id":"u","campus_id":"north",)" + kTea + "}";
        const std::string other = R"({"order_no":"O-twice","user_id":"v","campus_id":"north",)" + kTea + "}";
        QCOMPARE(m_world->post("/v1/orders", order).status, 201);
        QCOMPARE(paid(1'000).status, 200);
        const std::string courier = R"({"couriers":[{"courier_id":"twice","campus_id":"north","name":"A"},)"
                                    R"({"courier_id":"twice","campus_id":"south","name":"B"}]})";
        const std::string product = R"({"products":[{"sku":"twice","name":"A","unit_price_minor":1,"stock":1},)"
                                    R"({"sku":"twice","name":"B","unit_price_minor":1,"stock":1}]})";
        for (const auto& answer : {m_world->post("/v1/orders", other), paid(999),
                                   m_world->post("/v1/couriers", courier), m_world->post("/v1/products", product),
                                   m_world->post("/v1/orders", order, {m_world->token(), "key-twice"}),
                                   m_world->post("/v1/orders", other, {m_world->token(), "key-twice"})}) {
            QVERIFY2(answer.status == 409 || answer.status == 422, answer.body);
            for (const char* word :
                 {"UNIQUE", "constraint", "Duplicate", "statement", "INSERT", "SELECT", "SQL", "orders."}) {
                QVERIFY2(!answer.body.contains(word), answer.body);
            }
        }
    }

    void noRouteIsOpenWithoutATokenOfItsScope() {
        int guarded = 0;
        for (const auto& route : ingest::routes()) {
            if (!route.scope) {
                continue;
            }
            ++guarded;
            const auto path = pathOf(route);
            const auto other = *route.scope == api::TokenScope::OrdersRead ? "metrics.read" : "orders.read";
            const auto ask = [&](const std::string& token) {
                return route.method == ingest::Method::Get ? m_world->get(path, {token, {}})
                                                           : m_world->post(path, "{}", {token, "k"});
            };
            CHECK_REFUSED(ask({}), 401, "token_missing");
            CHECK_REFUSED(ask("evh_0123456789abcdef_" + std::string(64, '0')), 401, "token_unknown");
            CHECK_REFUSED(ask(m_world->token(other)), 403, "scope_missing");
        }
        QVERIFY(guarded >= 15);
    }

    void readinessTellsWhyTheEngineIsDegraded() {
        auto* engine = m_world->workspace->core().embedded();
        QCOMPARE(m_world->get("/readyz", {}).json().value(QStringLiteral("status")).toString(), QStringLiteral("ok"));
        engine->setStandingReason("something", "a \"text\"");
        const auto answer = m_world->get("/readyz", {});
        QCOMPARE(answer.status, 200);  // it takes commands
        QCOMPARE(answer.json().value(QStringLiteral("status")).toString(), QStringLiteral("degraded"));
        const auto reasons = answer.json().value(QStringLiteral("reasons")).toArray();
        QCOMPARE(reasons.size(), 1);
        QCOMPARE(reasons.at(0).toObject().value(QStringLiteral("code")).toString(), QStringLiteral("something"));
        QCOMPARE(reasons.at(0).toObject().value(QStringLiteral("text")).toString(), QStringLiteral("a \"text\""));
        const auto sample = QByteArray(R"(evenhand_degraded_reason{code="something"} 1)");
        QVERIFY(m_world->get("/metrics").body.contains(sample));
        engine->setStandingReason("something", std::nullopt);
        QCOMPARE(m_world->get("/readyz", {}).json().value(QStringLiteral("status")).toString(), QStringLiteral("ok"));
        QVERIFY(!m_world->get("/metrics").body.contains(sample));
    }

    /// Whoever balances load over services looks at the status; people at the reason.
    void readinessTellsWhyNoCommandIsTaken() {
        const auto route = std::find_if(ingest::routes().begin(), ingest::routes().end(), [](const ingest::Route& one) {
            return std::string_view(one.pattern) == "/readyz";
        });
        QVERIFY(route != ingest::routes().end());
        test::AlteredEngine engine(*m_world->workspace);
        ingest::Services services;
        services.engine = &engine;
        for (const auto& [state, reason] : {std::pair(api::EngineState::ReadOnly, "read_only"),
                                            std::pair(api::EngineState::Disconnected, "disconnected")}) {
            engine.setState(state, "secret words");
            const ingest::RouteCall call{*route, services, std::make_shared<ingest::Request>(), {}, {}};
            std::optional<ingest::Response> answer;
            route->handler(call, [&](ingest::Response given) { answer = std::move(given); });
            QVERIFY(answer.has_value());
            QCOMPARE(answer->status, 503);
            QVERIFY2(answer->body.find(std::string("\"reason\":\"") + reason + '"') != std::string::npos,
                     answer->body.c_str());
            QVERIFY(answer->body.find("secret") == std::string::npos);
            const auto later = std::find_if(answer->headers.begin(), answer->headers.end(),
                                            [](const auto& header) { return header.first == "Retry-After"; });
            QVERIFY(later != answer->headers.end() && later->second == "5");
        }
    }

    void everyPostButPaymentsNeedsAKey() {
        for (const auto& route : ingest::routes()) {
            if (route.method == ingest::Method::Post && route.scope != api::TokenScope::PaymentsNotify) {
                QVERIFY2(route.keyed, std::string(route.pattern).c_str());
                CHECK_REFUSED(m_world->post(pathOf(route), "{}", {m_world->token(), {}}), 400,
                              "idempotency_key_missing");
            }
        }
    }

    /// Late from the limit of its stage on.
    void anOrderThatIsLate() {
        api::TimerPolicy policy;
        policy.unassignedMs = policy.pickUpLateMs = 0;
        QVERIFY(m_world->wait(m_world->workspace->timers().setPolicy(m_world->call, CampusId("north"), policy)));
        const auto no = m_world->place();
        QVERIFY(!m_world->get("/v1/orders/" + no).json().contains(QStringLiteral("late_at")));
        QVERIFY(m_world->pay(no));
        const auto order = m_world->get("/v1/orders/" + no);
        QVERIFY(number(order, "late_at") >= number(order, "paid_at"));
        const auto late = m_world->get("/v1/orders?late=true");
        QCOMPARE(late.json().value(QStringLiteral("orders")).toArray().size(), 1);
        QVERIFY(!m_world->get("/v1/orders?late=false").json().value(QStringLiteral("orders")).toArray().isEmpty());
        QVERIFY(m_world->wait(m_world->workspace->orders().cancel(m_world->call, {{OrderNo(no), 0}})));
        QCOMPARE(m_world->get("/v1/orders?late=true").json().value(QStringLiteral("orders")).toArray().size(), 0);
    }

    void aLateOrderGetsMoreTime() {
        api::TimerPolicy policy;
        policy.unassignedMs = policy.pickUpLateMs = 0;
        QVERIFY(m_world->wait(m_world->workspace->timers().setPolicy(m_world->call, CampusId("north"), policy)));
        const auto no = m_world->place("slow");
        const auto path = "/v1/orders/" + no + "/extend";
        const char* plain = R"({"by_ms":3600000,"reason":"agreed by telephone"})";
        const char* asRead = R"({"by_ms":%1,"reason":"agreed by telephone","late_at":%2})";
        CHECK_REFUSED(m_world->post(path, plain), 409, "wrong_status");  // nobody has paid: nothing is late
        QVERIFY(m_world->pay(no));
        QVERIFY(m_world->assigned(no));
        const auto lateOnes = [&] {
            const auto page = m_world->get("/v1/orders?user_id=slow&late=true");
            return page.json().value(QStringLiteral("orders")).toArray().size();
        };
        QCOMPARE(lateOnes(), 1);
        const auto lateAt = number(m_world->get("/v1/orders/" + no), "late_at");
        const auto refusal = m_world->post(path, filled(asRead, "3600000", std::to_string(lateAt + 1)));
        CHECK_REFUSED(refusal, 409, "conflict");
        QCOMPARE(fieldOf(refusal), std::string("late_at"));
        QCOMPARE(text(refusal, "value"), std::to_string(lateAt));
        CHECK_REFUSED(m_world->post("/v1/orders/none/extend", plain), 404, "not_found");
        QCOMPARE(lateOnes(), 1);
        const auto done = m_world->post(path, filled(asRead, "3600000", std::to_string(lateAt)),
                                        {m_world->token("orders.extend"), "more"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(text(done, "order_no"), no);
        QVERIFY(number(done, "late_at") >= lateAt + 3'600'000);
        QCOMPARE(number(m_world->get("/v1/orders/" + no), "late_at"), number(done, "late_at"));
        QCOMPARE(lateOnes(), 0);
        CHECK_REFUSED(m_world->post(path, plain), 409, "wrong_status");  // not late any more
    }

    void moreTimeThatCannotBeIsRefusedByField_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* name, const char* body, const char* field, const char* value) {
            QTest::newRow(name) << QString::fromLatin1(body) << QString::fromLatin1(field)
                                << QString::fromLatin1(value);
        };
        row("no time", R"({"reason":"x"})", "by_ms", "");
        row("none at all", R"({"by_ms":0,"reason":"x"})", "by_ms", "0");
        row("over ten years", R"({"by_ms":315532800001,"reason":"x"})", "by_ms", "315532800001");
        row("no number", R"({"by_ms":"soon","reason":"x"})", "by_ms", "soon");
        row("no reason", R"({"by_ms":1})", "reason", "");
        row("an empty reason", R"({"by_ms":1,"reason":""})", "reason", "");
        row("before 1970", R"({"by_ms":1,"reason":"x","late_at":-1})", "late_at", "-1");
        row("unknown member", R"({"by_ms":1,"reason":"x","until":5})", "until", "5");
    }
    /// Before it is asked whether there is such an order.
    void moreTimeThatCannotBeIsRefusedByField() {
        QFETCH(QString, body);
        QFETCH(QString, field);
        QFETCH(QString, value);
        const auto answer = m_world->post("/v1/orders/none/extend", body.toStdString());
        CHECK_REFUSED(answer, 422, "invalid_argument");
        QCOMPARE(fieldOf(answer), field.toStdString());
        QCOMPARE(text(answer, "value"), value.toStdString());
    }

    void anOrderIsPlacedAndLookedAt() {
        const auto placed = m_world->post("/v1/orders", R"({"user_id":"ann","campus_id":"north",)" + kTea + "}");
        QVERIFY2(placed.status == 201, placed.body);
        QCOMPARE(text(placed, "status"), std::string("WAIT_PAY"));
        QCOMPARE(number(placed, "payable_minor"), 1'000);
        const auto no = text(placed, "order_no");
        const auto order = m_world->get("/v1/orders/" + no);
        QVERIFY2(order.status == 200, order.body);
        QCOMPARE(text(order, "user_id"), std::string("ann"));
        QCOMPARE(order.json().value(QStringLiteral("lines")).toArray().size(), 1);
        QCOMPARE(order.json()
                     .value(QStringLiteral("history"))
                     .toArray()
                     .first()
                     .toObject()
                     .value(QStringLiteral("kind"))
                     .toString(),
                 QStringLiteral("placed"));
        const auto detail = m_world->wait(m_world->workspace->orders().detail(m_world->call, OrderNo(no)));
        QVERIFY(detail.has_value());
        QCOMPARE(detail->events.front().actor, std::string("token:all"));
        CHECK_REFUSED(m_world->get("/v1/orders/nothing"), 404, "not_found");
    }

    void anOrderThatCannotBeIsRefusedByField_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* name, const std::string& body, int status, const char* reason,
                            const char* field) {
            QTest::newRow(name) << QString::fromStdString(body) << status << QString::fromLatin1(reason)
                                << QString::fromLatin1(field);
        };
        const std::string who = R"({"user_id":"ann","campus_id":"north",)";
        row("no user", R"({"campus_id":"north",)" + kTea + "}", 422, "invalid_argument", "user_id");
        row("no lines", who + R"("lines":[]})", 422, "invalid_argument", "lines");
        row("quantity", who + R"("lines":[{"sku":"tea","quantity":0,"unit_price_minor":1}]})", 422, "invalid_argument",
            "lines[0].quantity");
        row("fraction", who + R"("lines":[{"sku":"tea","quantity":1,"unit_price_minor":1.5}]})", 422,
            "invalid_argument", "lines[0].unit_price_minor");
        row("unknown member", who + kTea + R"(,"discount":5})", 422, "invalid_argument", "discount");
        row("sku", who + R"("lines":[{"sku":"gold","quantity":1,"unit_price_minor":1}]})", 422, "unknown_sku", "sku");
        row("stock", who + R"("lines":[{"sku":"tea","quantity":1000000,"unit_price_minor":1}]})", 409, "out_of_stock",
            "sku");
        row("campus", R"({"user_id":"ann","campus_id":"moon",)" + kTea + "}", 404, "not_found", "campus_id");
        row("no object", "[]", 422, "invalid_argument", "body");
        row("no json", "{", 400, "malformed_json", "body");
    }
    void anOrderThatCannotBeIsRefusedByField() {
        QFETCH(QString, body);
        QFETCH(int, status);
        QFETCH(QString, reason);
        QFETCH(QString, field);
        const auto before = m_world->orders();
        const auto answer = m_world->post("/v1/orders", body.toStdString());
        CHECK_REFUSED(answer, status, reason.toStdString());
        QCOMPARE(fieldOf(answer), field.toStdString());
        QCOMPARE(m_world->orders(), before);
    }

    void ordersAreListedInPagesThatDoNotShift() {
        std::vector<std::string> placed;
        for (int i = 0; i < 5; ++i) {
            placed.push_back(m_world->place("pager"));
        }
        const auto numbers = [](const CurlAnswer& page) {
            std::vector<std::string> found;
            for (const auto& order : page.json().value(QStringLiteral("orders")).toArray()) {
                found.push_back(order.toObject().value(QStringLiteral("order_no")).toString().toStdString());
            }
            return found;
        };
        auto page = m_world->get("/v1/orders?user_id=pager&limit=2");
        auto seen = numbers(page);
        (void)m_world->place("pager");  // newer than what was seen: no page shows it any more
        while (!text(page, "next_cursor").empty()) {
            page = m_world->get("/v1/orders?user_id=pager&limit=2&cursor=" + text(page, "next_cursor"));
            QCOMPARE(page.status, 200);
            const auto more = numbers(page);
            seen.insert(seen.end(), more.begin(), more.end());
        }
        std::reverse(placed.begin(), placed.end());
        QCOMPARE(seen, placed);
        CHECK_REFUSED(m_world->get("/v1/orders?late=maybe"), 422, "invalid_argument");
        QCOMPARE(numbers(m_world->get("/v1/orders?user_id=pager&late=true")).size(), std::size_t{0});
        CHECK_REFUSED(m_world->get("/v1/orders?cursor=zz"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->get("/v1/orders?limit=501"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->get("/v1/orders?status=EATEN"), 422, "invalid_argument");
        QCOMPARE(numbers(m_world->get("/v1/orders?user_id=pager&status=PAID")).size(), std::size_t{0});
        // There are six: a page that is full tells of another only if there is one.
        QVERIFY(!text(m_world->get("/v1/orders?user_id=pager&limit=5"), "next_cursor").empty());
        const auto whole = m_world->get("/v1/orders?user_id=pager&limit=6");
        QCOMPARE(numbers(whole).size(), std::size_t{6});
        QVERIFY(!whole.json().contains(QStringLiteral("next_cursor")));
        // Half a byte, no number, no dot, nothing before it, nothing behind it, something else behind it.
        for (const char* cursor : {"3", "783031", "3132", "2e31", "312e", "312e78", "312e3120"}) {
            CHECK_REFUSED(m_world->get(std::string("/v1/orders?cursor=") + cursor), 422, "invalid_argument");
        }
        QCOMPARE(numbers(m_world->get("/v1/orders?user_id=pager&cursor=302e30")).size(), std::size_t{0});  // "0.0"
    }

    void aPageHasAHundredRows() {
        std::vector<api::Answer<api::PlacedOrder>> asked;
        for (int i = 0; i < 101; ++i) {
            api::PlaceOrder order;
            order.key = "hundred-" + std::to_string(i);
            order.user = UserId("hundred");
            order.campus = CampusId("north");
            order.lines = {{Sku("tea"), 1, Money{500}}};
            asked.push_back(m_world->workspace->orders().place(m_world->call, order));
        }
        for (const auto& each : asked) {
            QVERIFY(m_world->wait(each).has_value());
        }
        const auto rows = [](const CurlAnswer& page) {
            return page.json().value(QStringLiteral("orders")).toArray().size();
        };
        const auto page = m_world->get("/v1/orders?user_id=hundred");
        QCOMPARE(rows(page), qsizetype{100});
        const auto rest = m_world->get("/v1/orders?user_id=hundred&cursor=" + text(page, "next_cursor"));
        QCOMPARE(rows(rest), qsizetype{1});
        QVERIFY(!rest.json().contains(QStringLiteral("next_cursor")));
    }

    void everyFilterOfTheListFilters() {
        const auto no = m_world->place("filtered");
        const auto count = [&](const std::string& query) {
            const auto page = m_world->get("/v1/orders?user_id=filtered&" + query);
            return page.status == 200 ? static_cast<int>(page.json().value(QStringLiteral("orders")).toArray().size())
                                      : -page.status;
        };
        const auto at = number(m_world->get("/v1/orders/" + no), "placed_at");
        QCOMPARE(count("limit=1"), 1);
        QCOMPARE(count("limit=500"), 1);
        QCOMPARE(count("status=WAIT_PAY"), 1);
        QCOMPARE(count("status=PAID"), 0);
        QCOMPARE(count("campus_id=north"), 1);
        QCOMPARE(count("campus_id=south"), 0);
        QCOMPARE(count("placed_from=" + std::to_string(at)), 1);
        QCOMPARE(count("placed_from=" + std::to_string(at + 1)), 0);
        QCOMPARE(count("placed_to=" + std::to_string(at)), 0);
        QCOMPARE(count("placed_to=" + std::to_string(at + 1)), 1);
        QCOMPARE(count("placed_to=253402300799999"), 1);
        QVERIFY(m_world->pay(no, 500));
        QVERIFY(m_world->assigned(no));
        QCOMPARE(count("courier_id=" + text(m_world->get("/v1/orders/" + no), "courier_id")), 1);
        QCOMPARE(count("courier_id=nobody"), 0);
        for (const char* field : {"limit=0", "limit=501", "limit=x", "placed_from=-1", "placed_to=253402300800000",
                                  "status=", "late=1", "cursor=", "courier_id="}) {
            const auto answer = m_world->get(std::string("/v1/orders?") + field);
            CHECK_REFUSED(answer, 422, "invalid_argument");
            QCOMPARE(fieldOf(answer), std::string(field).substr(0, std::string(field).find('=')));
        }
        CHECK_REFUSED(m_world->get("/v1/orders?colour=red"), 400, "unknown_parameter");
    }

    void whatIsSentHasALongest() {
        const auto no = m_world->place();
        const auto cancel = [&](std::size_t length) {
            return m_world->post("/v1/orders/" + no + "/cancel",
                                 filled(R"({"reason":"%1"})", std::string(length, 'x')));
        };
        CHECK_REFUSED(cancel(501), 422, "invalid_argument");
        QCOMPARE(cancel(500).status, 200);
        const auto courier = [&](std::size_t name, std::size_t phone) {
            return m_world->post(
                "/v1/couriers",
                filled(
                    R"({"couriers":[{"courier_id":"long","campus_id":"west","name":"%1","phone":"%2","on_duty":false}]})",
                    std::string(name, 'x'), std::string(phone, '1')));
        };
        QCOMPARE(fieldOf(courier(201, 1)), std::string("couriers[0].name"));
        QCOMPARE(fieldOf(courier(1, 201)), std::string("couriers[0].phone"));
        QCOMPARE(courier(200, 200).status, 200);
        const auto product = [&](const char* stock) {
            return m_world->post(
                "/v1/products",
                filled(R"({"products":[{"sku":"much","name":"Much","stock":%1,"unit_price_minor":1}]})", stock));
        };
        QCOMPARE(fieldOf(product("-1")), std::string("products[0].stock"));
        QCOMPARE(product("1000000000").status, 200);
        const auto quantity = [&](const char* units) {
            const auto* order =
                R"({"user_id":"u","campus_id":"north","lines":[{"sku":"much","unit_price_minor":1,"quantity":%1}]})";
            return m_world->post("/v1/orders", filled(order, units));
        };
        QCOMPARE(fieldOf(quantity("1000001")), std::string("lines[0].quantity"));
        QCOMPARE(quantity("1000000").status, 201);
    }

    void anOrderIsCancelledOnceWithAReason() {
        const auto no = m_world->place();
        CHECK_REFUSED(m_world->post("/v1/orders/" + no + "/cancel", R"({"reason":""})"), 422, "invalid_argument");
        const auto done = m_world->post("/v1/orders/" + no + "/cancel", R"({"reason":"changed their mind"})");
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(text(done, "status"), std::string("CLOSED"));
        QCOMPARE(m_world->status(no), std::string("CLOSED"));
        CHECK_REFUSED(m_world->post("/v1/orders/" + no + "/cancel", R"({"reason":"again"})"), 409, "wrong_status");
        CHECK_REFUSED(m_world->post("/v1/orders/none/cancel", R"({"reason":"again"})"), 404, "not_found");
    }

    void aCourierReportsWithTheEpoch() {
        const auto no = m_world->place();
        QVERIFY(m_world->pay(no));
        QVERIFY(m_world->assigned(no));
        const auto path = "/v1/orders/" + no + "/reports";
        const auto reporting = [&](const char* kind, int epoch, const char* more = "") {
            return m_world->post(path, std::string("{\"kind\":\"") + kind +
                                           "\",\"courier_id\":\"c1\",\"epoch\":" + std::to_string(epoch) + more + "}");
        };
        const int epoch = static_cast<int>(number(m_world->get("/v1/orders/" + no), "epoch"));
        CHECK_REFUSED(reporting("picked_up", epoch + 1), 422, "invalid_argument");
        CHECK_REFUSED(reporting("eaten", epoch), 422, "invalid_argument");
        CHECK_REFUSED(reporting("failed", epoch), 422, "invalid_argument");  // without a note
        CHECK_REFUSED(reporting("delivered", epoch), 409, "wrong_status");
        QCOMPARE(reporting("picked_up", epoch).status, 200);
        QCOMPARE(m_world->status(no), std::string("DELIVERING"));
        QCOMPARE(reporting("failed", epoch, R"(,"note":"nobody at home")").status, 200);
        const auto failed = m_world->wait(m_world->workspace->orders().detail(m_world->call, OrderNo(no)));
        QVERIFY(failed.has_value());
        const auto told = std::find_if(failed->events.begin(), failed->events.end(), [](const api::OrderEvent& event) {
            return event.kind == api::EventKind::DeliveryFailed;
        });
        QVERIFY(told != failed->events.end());
        QVERIFY2(told->detail.find("nobody at home") != std::string::npos, told->detail.c_str());
        QCOMPARE(reporting("picked_up", epoch).status, 200);
        QCOMPARE(reporting("delivered", epoch).status, 200);
        QCOMPARE(m_world->status(no), std::string("DELIVERED"));
        const auto taken = m_world->place();
        QVERIFY(m_world->pay(taken));
        QVERIFY(m_world->assigned(taken));
        QCOMPARE(m_world->post("/v1/couriers", R"({"couriers":[{"courier_id":"n2","campus_id":"north","name":"Two"}]})")
                     .status,
                 200);
        const auto moved = m_world->wait(m_world->workspace->dispatch().reassign(
            m_world->call, {api::OrderRef{OrderNo(taken), 0}}, api::ReassignTarget{CourierId("n2")}));
        QVERIFY(moved.has_value() && !moved->front().error);
        CHECK_REFUSED(
            m_world->post("/v1/orders/" + taken + "/reports", R"({"kind":"picked_up","courier_id":"c1","epoch":1})"),
            409, "stale_epoch");
    }

    void couriersAndTheirDuty() {
        const auto added = m_world->post(
            "/v1/couriers",
            R"({"couriers":[{"courier_id":"s1","campus_id":"south","name":"Süd","phone":"1","on_duty":false}]})");
        QVERIFY2(added.status == 200, added.body);
        QCOMPARE(number(added, "couriers"), 1);
        const auto two = m_world->post(
            "/v1/couriers", R"({"couriers":[{"courier_id":"s2","campus_id":"south","name":"2","on_duty":false},)"
                            R"({"courier_id":"s3","campus_id":"south","name":"3"}]})");
        QCOMPARE(number(two, "couriers"), 2);
        const auto couriers = m_world->wait(m_world->workspace->dispatch().board(m_world->call, CampusId("south")));
        QVERIFY(couriers.has_value());
        for (const auto& row : couriers->couriers) {
            QCOMPARE(row.onDuty, row.id == CourierId("s3"));  // who does not say is on duty
        }
        const auto off = m_world->post("/v1/couriers/s3/duty", R"({"on_duty":false})");
        QCOMPARE(text(off, "courier_id"), std::string("s3"));
        QVERIFY(off.json().contains(QStringLiteral("on_duty")) && !off.json()[QStringLiteral("on_duty")].toBool());
        QCOMPARE(m_world->post("/v1/couriers/s1/duty", R"({"on_duty":true})").status, 200);
        // Who names the version that was answered changes nothing that another has changed since.
        const auto seen = R"("version":)" + std::to_string(number(off, "version")) + "}";
        const auto back = m_world->post("/v1/couriers/s3/duty", R"({"on_duty":true,)" + seen);
        QCOMPARE(back.status, 200);
        QVERIFY(number(back, "version") > number(off, "version"));
        CHECK_REFUSED(m_world->post("/v1/couriers/s3/duty", R"({"on_duty":false,)" + seen), 409, "conflict");
        CHECK_REFUSED(m_world->post("/v1/couriers/s3/duty", R"({"on_duty":false,"version":0})"), 422,
                      "invalid_argument");
        const auto board = m_world->wait(m_world->workspace->dispatch().board(m_world->call, CampusId("south")));
        QVERIFY(board.has_value() && board->couriers.size() == 3);
        const auto first = std::find_if(board->couriers.begin(), board->couriers.end(),
                                        [](const auto& row) { return row.id == CourierId("s1"); });
        QVERIFY(first != board->couriers.end() && first->onDuty);
        QCOMPARE(first->name, std::string("Süd"));
        QCOMPARE(first->phone, std::string("1"));
        const auto saved = [&](const std::string& more) {
            return m_world->post("/v1/couriers",
                                 R"({"couriers":[{"courier_id":"s1","campus_id":"south","name":"New",)" + more + "}]}");
        };
        QCOMPARE(saved(R"("version":1)").status, 200);
        CHECK_REFUSED(saved(R"("phone":"2","version":1)"), 409, "conflict");
        CHECK_REFUSED(saved(R"("phone":"2","duty_version":1)"), 409, "conflict");  // on duty since
        CHECK_REFUSED(saved(R"("version":0)"), 422, "invalid_argument");
        QCOMPARE(saved(R"("phone":"2")").status, 200);
        CHECK_REFUSED(m_world->post("/v1/couriers/nobody/duty", R"({"on_duty":true})"), 404, "not_found");
        CHECK_REFUSED(m_world->post("/v1/couriers/s1/duty", R"({"on_duty":"yes"})"), 422, "invalid_argument");
        CHECK_REFUSED(
            m_world->post("/v1/couriers", R"({"couriers":[{"courier_id":"s1","campus_id":"north","name":"x"}]})"), 422,
            "invalid_argument");
    }

    void howManyOrdersACourierMayHave() {
        QCOMPARE(
            m_world->post("/v1/couriers", R"({"couriers":[{"courier_id":"lim1","campus_id":"limits","name":"1"}]})")
                .status,
            200);
        const auto limitNow = [this] {
            const auto board = m_world->wait(m_world->workspace->dispatch().board(m_world->call, CampusId("limits")));
            return board->couriers.front().loadLimit;
        };
        const auto set = m_world->post("/v1/couriers/lim1/load_limit", R"({"load_limit":2})");
        QVERIFY2(set.status == 200, set.body);
        QCOMPARE(text(set, "courier_id"), std::string("lim1"));
        QCOMPARE(number(set, "load_limit"), 2);
        QVERIFY(limitNow() == std::int64_t{2});
        const auto seen = R"("version":)" + std::to_string(number(set, "version")) + "}";
        const auto none = m_world->post("/v1/couriers/lim1/load_limit", R"({"load_limit":0,)" + seen);
        QCOMPARE(none.status, 200);
        QVERIFY(number(none, "version") > number(set, "version"));
        QVERIFY(limitNow() == std::int64_t{0});
        CHECK_REFUSED(m_world->post("/v1/couriers/lim1/load_limit", R"({"load_limit":1,)" + seen), 409, "conflict");
        const auto rows = m_world->get("/v1/couriers?campus_id=limits").json()[QStringLiteral("couriers")].toArray();
        QCOMPARE(rows.size(), 1);
        const auto row = rows.first().toObject();
        QCOMPARE(row[QStringLiteral("load_limit")].toInteger(-1), 0);
        QCOMPARE(row[QStringLiteral("campus_load_limit")].toInteger(-1), 0);
        QCOMPARE(row[QStringLiteral("limit_version")].toInteger(), number(none, "version"));
        const auto campus = m_world->post("/v1/couriers/lim1/load_limit", R"({"load_limit":null})");
        QCOMPARE(campus.status, 200);
        QVERIFY(campus.json()[QStringLiteral("load_limit")].isNull());
        QVERIFY(!limitNow());
        for (const char* body : {R"({"load_limit":-1})", R"({"load_limit":1001})", R"({"load_limit":"3"})"}) {
            CHECK_REFUSED(m_world->post("/v1/couriers/lim1/load_limit", body), 422, "invalid_argument");
        }
        CHECK_REFUSED(m_world->post("/v1/couriers/nobody/load_limit", R"({"load_limit":1})"), 404, "not_found");
        QVERIFY(!limitNow());
    }

    void alertsAreReadAndSeen() {
        auto& shop = m_world->workspace->shop();
        QVERIFY(m_world->wait(shop.addCampus(m_world->call, {CampusId("lonely"), "Lonely"})).has_value());
        const auto order =
            m_world->post("/v1/orders", R"({"user_id":"ann","campus_id":"lonely","lines":[{"sku":"tea","quantity":1,)"
                                        R"("unit_price_minor":500}]})");
        QVERIFY2(order.status == 201, order.body);
        QVERIFY(m_world->pay(text(order, "order_no"), 500));
        const auto list = [&](const std::string& more) {
            return m_world->get("/v1/alerts?campus_id=lonely" + more, {m_world->token("alerts.read"), {}});
        };
        QTRY_COMPARE(list("&kind=no_courier").json().value(QStringLiteral("alerts")).toArray().size(), 1);
        const auto found = list("&kind=no_courier").json().value(QStringLiteral("alerts")).toArray().first().toObject();
        QCOMPARE(found.value(QStringLiteral("state")).toString(), QStringLiteral("firing"));
        QCOMPARE(found.value(QStringLiteral("subject_type")).toString(), QStringLiteral("campus"));
        QCOMPARE(found.value(QStringLiteral("subject")).toString(), QStringLiteral("lonely"));
        QVERIFY(found.value(QStringLiteral("figure")).isNull());
        const auto path =
            "/v1/alerts/" + std::to_string(found.value(QStringLiteral("alert_id")).toInteger()) + "/acknowledge";
        const auto seen = m_world->post(path, "{}", {m_world->token("alerts.acknowledge"), "seen"});
        QVERIFY2(seen.status == 200, seen.body);
        QCOMPARE(text(seen, "state"), std::string("acknowledged"));
        QCOMPARE(list("&state=acknowledged").json().value(QStringLiteral("alerts")).toArray().size(), 1);
        QVERIFY(list("&state=resolved").json().value(QStringLiteral("alerts")).toArray().isEmpty());
        CHECK_REFUSED(m_world->post(path, R"({"version":1})"), 409, "conflict");
        CHECK_REFUSED(m_world->post("/v1/alerts/999999/acknowledge", "{}"), 404, "not_found");
        CHECK_REFUSED(m_world->post("/v1/alerts/x/acknowledge", "{}"), 404, "not_found");
        CHECK_REFUSED(list("&kind=late"), 422, "invalid_argument");
        CHECK_REFUSED(list("&state=open"), 422, "invalid_argument");
        CHECK_REFUSED(list("&limit=0"), 422, "invalid_argument");
    }

    void alertsAreSilencedAndResolved() {
        auto& shop = m_world->workspace->shop();
        QVERIFY(m_world->wait(shop.addCampus(m_world->call, {CampusId("remote"), "Remote"})).has_value());
        const auto order =
            m_world->post("/v1/orders", R"({"user_id":"ann","campus_id":"remote","lines":[{"sku":"tea","quantity":1,)"
                                        R"("unit_price_minor":500}]})");
        QVERIFY2(order.status == 201, order.body);
        QVERIFY(m_world->pay(text(order, "order_no"), 500));
        const auto alerts = [&](const char* state) {
            return m_world->get(std::string("/v1/alerts?campus_id=remote&kind=no_courier&state=") + state)
                .json()
                .value(QStringLiteral("alerts"))
                .toArray();
        };
        QTRY_COMPARE(alerts("firing").size(), 1);
        const auto path =
            "/v1/alerts/" +
            std::to_string(alerts("firing").first().toObject().value(QStringLiteral("alert_id")).toInteger());
        const auto now = m_world->workspace->status().now.ms;
        const char* until = R"({"until":%1})";
        const std::string token = m_world->token("alerts.write");
        const auto past = m_world->post(path + "/silence", filled(until, std::to_string(now - 1)));
        CHECK_REFUSED(past, 422, "invalid_argument");
        QCOMPARE(fieldOf(past), std::string("until"));
        CHECK_REFUSED(m_world->post(path + "/silence", "{}"), 422, "invalid_argument");
        const auto silent =
            m_world->post(path + "/silence", filled(until, std::to_string(now + 3'600'000)), {token, "silent"});
        QVERIFY2(silent.status == 200, silent.body);
        QCOMPARE(text(silent, "state"), std::string("silenced"));
        QCOMPARE(alerts("silenced").size(), 1);
        const char* stale = R"({"reason":"hired somebody","version":1})";
        const char* plain = R"({"reason":"hired somebody"})";
        CHECK_REFUSED(m_world->post(path + "/resolve", stale), 409, "conflict");
        CHECK_REFUSED(m_world->post(path + "/resolve", "{}"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->post("/v1/alerts/999999/resolve", plain), 404, "not_found");
        CHECK_REFUSED(m_world->post("/v1/alerts/x/silence", filled(until, std::to_string(now + 3'600'000))), 404,
                      "not_found");
        const auto over = m_world->post(path + "/resolve", plain, {token, "over"});
        QVERIFY2(over.status == 200, over.body);
        QCOMPARE(text(over, "state"), std::string("resolved"));
        QCOMPARE(alerts("resolved").first().toObject().value(QStringLiteral("resolution")).toString(),
                 QStringLiteral("hired somebody"));
        CHECK_REFUSED(m_world->post(path + "/resolve", plain), 409, "wrong_status");
    }

    void aNoteIsWrittenOnAnOrder() {
        const auto no = m_world->place("noted");
        const auto path = "/v1/orders/" + no + "/note";
        const auto done =
            m_world->post(path, R"({"note":"called, comes at six"})", {m_world->token("orders.note"), "note"});
        QVERIFY2(done.status == 200, done.body);
        QCOMPARE(text(done, "order_no"), no);
        const auto detail = m_world->wait(m_world->workspace->orders().detail(m_world->call, OrderNo(no)));
        QVERIFY(detail.has_value());
        QCOMPARE(detail->events.back().kind, api::EventKind::Noted);
        QCOMPARE(detail->events.back().detail, std::string("called, comes at six"));
        const auto blank = m_world->post(path, R"({"note":" "})");
        CHECK_REFUSED(blank, 422, "invalid_argument");
        QCOMPARE(fieldOf(blank), std::string("note"));
        CHECK_REFUSED(m_world->post(path, "{}"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->post("/v1/orders/none/note", R"({"note":"x"})"), 404, "not_found");
    }

    void anOrderGoesToAnotherCourier() {
        const std::string two = R"({"couriers":[{"courier_id":"x1","campus_id":"shift","name":"One","on_duty":true},)"
                                R"({"courier_id":"x2","campus_id":"shift","name":"Two","on_duty":true}]})";
        QCOMPARE(m_world->post("/v1/couriers", two).status, 200);
        const auto placed =
            m_world->post("/v1/orders", R"({"user_id":"moved","campus_id":"shift","lines":[{"sku":"tea","quantity":1,)"
                                        R"("unit_price_minor":500}]})");
        QVERIFY2(placed.status == 201, placed.body);
        const auto no = text(placed, "order_no");
        const auto path = "/v1/orders/" + no + "/reassign";
        const char* plain = R"({"reason":"too slow"})";
        const char* to = R"({"reason":"too slow","courier_id":"%1"})";
        const char* seen = R"({"reason":"too slow","version":%1})";
        CHECK_REFUSED(m_world->post(path, plain), 409, "wrong_status");  // nobody has paid
        QVERIFY(m_world->pay(no, 500));
        QVERIFY(m_world->assigned(no));
        const auto order = [&] { return m_world->get("/v1/orders/" + no); };
        const auto first = text(order(), "courier_id");
        const std::string other = first == "x1" ? "x2" : "x1";
        CHECK_REFUSED(m_world->post(path, filled(seen, std::to_string(number(order(), "version") + 1))), 409,
                      "conflict");
        const auto same = m_world->post(path, filled(to, first));
        CHECK_REFUSED(same, 422, "invalid_argument");
        QCOMPARE(fieldOf(same), std::string("courier_id"));
        CHECK_REFUSED(m_world->post(path, filled(to, "nobody")), 404, "not_found");
        CHECK_REFUSED(m_world->post(path, R"({"reason":"x","over_limit":true})"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->post(path, "{}"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->post("/v1/orders/none/reassign", plain), 404, "not_found");
        QCOMPARE(text(order(), "courier_id"), first);
        const auto moved = m_world->post(path, filled(to, other), {m_world->token("orders.reassign"), "moved"});
        QVERIFY2(moved.status == 200, moved.body);
        QCOMPARE(text(moved, "from_courier_id"), first);
        QTRY_COMPARE(text(order(), "courier_id"), other);
        const auto back = m_world->post(path, plain);
        QVERIFY2(back.status == 200, back.body);
        QTRY_COMPARE(text(order(), "courier_id"), first);  // the next fairest, and there is no third
        QVERIFY(number(back, "epoch") > number(moved, "epoch"));
    }

    void aRosterIsRead() {
        QCOMPARE(m_world
                     ->post("/v1/couriers",
                            R"({"couriers":[{"courier_id":"r 1","campus_id":"south","name":"1","on_duty":false}]})")
                     .status,
                 200);
        auto& desk = m_world->workspace->shifts();
        const CourierId courier("r 1");
        const auto week = api::weekFrom("mon 09:00-12:00, 22:00-06:00");
        QVERIFY(week.has_value());
        QVERIFY(m_world->wait(desk.setWeek(m_world->call, courier, *week)).has_value());
        const api::CalendarDay day{m_world->workspace->status().now.ms / base::kDayMs + 10};
        QVERIFY(m_world->wait(desk.setException(m_world->call, courier, {day, {}})).has_value());
        const auto answer = m_world->get("/v1/couriers/r%201/roster", {m_world->token("shop.read"), {}});
        QVERIFY2(answer.status == 200, answer.body);
        QCOMPARE(text(answer, "courier_id"), std::string("r 1"));
        QCOMPARE(number(answer, "version"), 3);
        const auto days = answer.json().value(QStringLiteral("week")).toObject();
        QCOMPARE(days.size(), 7);
        QCOMPARE(days.value(QStringLiteral("mon")).toArray(),
                 (QJsonArray{QStringLiteral("09:00-12:00"), QStringLiteral("22:00-06:00")}));
        QVERIFY(days.value(QStringLiteral("tue")).toArray().isEmpty());
        const auto exceptions = answer.json().value(QStringLiteral("exceptions")).toArray();
        QCOMPARE(exceptions.size(), 1);
        const auto exception = exceptions.first().toObject();
        QCOMPARE(exception.value(QStringLiteral("day")).toString().toStdString(), api::toText(day));
        QVERIFY(exception.value(QStringLiteral("shifts")).toArray().isEmpty());
        CHECK_REFUSED(m_world->get("/v1/couriers/nobody/roster"), 404, "not_found");
    }

    void everythingIsSearched() {
        QCOMPARE(m_world
                     ->post("/v1/couriers",
                            R"({"couriers":[{"courier_id":"sk1","campus_id":"south","name":"\u5218\u6d0b","phone":)"
                            R"("139-77","on_duty":false}]})")
                     .status,
                 200);
        const std::string token = m_world->token("search.read");
        const auto answer = m_world->get("/v1/search?text=139-77", {token, {}});
        QVERIFY2(answer.status == 200, answer.body);
        const auto hits = answer.json().value(QStringLiteral("hits")).toArray();
        QCOMPARE(hits.size(), 1);
        const auto hit = hits.first().toObject();
        QCOMPARE(hit.value(QStringLiteral("kind")).toString(), QStringLiteral("courier"));
        QCOMPARE(hit.value(QStringLiteral("id")).toString(), QStringLiteral("sk1"));
        QCOMPARE(hit.value(QStringLiteral("name")).toString(), QString::fromUtf8("刘洋"));
        QCOMPARE(hit.value(QStringLiteral("campus_id")).toString(), QStringLiteral("south"));
        QVERIFY(!hit.value(QStringLiteral("disabled")).toBool());
        QVERIFY(answer.json().value(QStringLiteral("more")).toArray().isEmpty());
        const auto kinds = m_world->get("/v1/search?text=139-77&kinds=order,product", {token, {}})
                               .json()
                               .value(QStringLiteral("hits"));
        QVERIFY(kinds.isArray() && kinds.toArray().isEmpty());
        CHECK_REFUSED(m_world->get("/v1/search", {token, {}}), 400, "parameter_missing");
        for (const char* path :
             {"/v1/search?text=", "/v1/search?text=x&limit=0", "/v1/search?text=x&limit=51",
              "/v1/search?text=x&limit=ten", "/v1/search?text=x&kinds=order,planet", "/v1/search?text=x&kinds="}) {
            CHECK_REFUSED(m_world->get(path, {token, {}}), 422, "invalid_argument");
        }
    }

    void productsAreAddedAndChanged() {
        const auto body = R"({"products":[{"sku":"cake","name":"Cake","unit_price_minor":900,"stock":3}])";
        QCOMPARE(m_world->post("/v1/products", std::string(body) + "}").status, 200);
        QCOMPARE(m_world->post("/v1/products", std::string(body) + R"(,"add_stock":true})").status, 200);
        const auto rows = m_world->wait(m_world->workspace->orders().products(m_world->call, "cake", 10));
        QVERIFY(rows.has_value() && rows->size() == 1);
        QCOMPARE(rows->front().stock, 6);
        QCOMPARE(rows->front().name, std::string("Cake"));
        QCOMPARE(rows->front().unitPrice.minor, std::int64_t{900});
        CHECK_REFUSED(
            m_world->post("/v1/products", R"({"products":[{"sku":"x","name":"x","unit_price_minor":-1,"stock":1}]})"),
            422, "invalid_argument");
        const auto ofStock = [this](std::int64_t stock) {
            return m_world->post("/v1/products",
                                 filled(R"({"products":[{"sku":"ice","name":"Ice","unit_price_minor":1,"stock":%1}]})",
                                        std::to_string(stock)));
        };
        QCOMPARE(ofStock(api::kMaxStock).status, 200);  // as much as an import may bring
        CHECK_REFUSED(ofStock(api::kMaxStock + 1), 422, "invalid_argument");
    }

    /// In either mode; soft dispatch of one engine alone is the same as strong, and says so.
    void howEvenDispatchIs() {
        auto& desk = m_world->workspace->dispatch();
        const auto campuses = m_world->wait(desk.campuses(m_world->call));
        QVERIFY(campuses);
        const auto north = std::find_if(campuses->begin(), campuses->end(),
                                        [](const api::CampusRow& row) { return row.id == CampusId("north"); });
        QVERIFY(north != campuses->end());
        for (const auto mode : {api::DispatchMode::Soft, api::DispatchMode::Strong}) {
            auto row = *north;
            row.policy.mode = mode;
            row.version = 0;
            QVERIFY(m_world->wait(desk.upsertCampus(m_world->call, row)));
            const auto board = m_world->wait(desk.board(m_world->call, north->id));
            QVERIFY(board);
            const auto answer = m_world->get("/v1/campuses/north/dispatch");
            QCOMPARE(answer.status, 200);
            const auto figures = answer.json();
            QCOMPARE(figures[QStringLiteral("mode")].toString().toStdString(), std::string(api::toText(mode)));
            QVERIFY(figures[QStringLiteral("same_as_strong")].toBool());
            QCOMPARE(number(answer, "spread_weight"), board->spreadWeight);
            QCOMPARE(number(answer, "waiting"), board->waiting);
            QCOMPARE(number(answer, "on_duty"),
                     std::count_if(board->couriers.begin(), board->couriers.end(),
                                   [](const api::CourierRow& courier) { return courier.onDuty; }));
            QCOMPARE(figures[QStringLiteral("mean_weight")].toDouble(), board->meanWeight);
            QVERIFY(number(answer, "spread_today") >= 0 && number(answer, "assigned_today") >= 0);
        }
        CHECK_REFUSED(m_world->get("/v1/campuses/none/dispatch"), 404, "not_found");
    }

    void theShopIsListed() {
        QCOMPARE(m_world->post("/v1/campuses", R"({"campus_id":"list","name":"List"})").status, 201);
        CHECK_REFUSED(m_world->post("/v1/campuses", R"({"campus_id":"list","name":"Again"})"), 409, "already_exists");
        CHECK_REFUSED(m_world->post("/v1/campuses", R"({"campus_id":"list2","name":""})"), 422, "invalid_argument");
        const auto campuses = m_world->get("/v1/campuses");
        QCOMPARE(campuses.status, 200);
        const auto rows = campuses.json()[QStringLiteral("campuses")].toArray();
        const auto named = [](const QJsonArray& all, const char* key, const char* id) {
            for (const auto& row : all) {
                if (row.toObject()[QLatin1String(key)].toString() == QLatin1String(id)) {
                    return row.toObject();
                }
            }
            return QJsonObject();
        };
        QCOMPARE(named(rows, "campus_id", "list")[QStringLiteral("name")].toString(), QStringLiteral("List"));
        QVERIFY(m_world
                    ->post("/v1/couriers",
                           R"({"couriers":[{"courier_id":"l1","campus_id":"list","name":"Li","phone":"7"}]})")
                    .status == 200);
        const auto couriers = m_world->get("/v1/couriers?campus_id=list").json()[QStringLiteral("couriers")].toArray();
        QCOMPARE(couriers.size(), 1);
        QCOMPARE(named(couriers, "courier_id", "l1")[QStringLiteral("phone")].toString(), QStringLiteral("7"));
        QVERIFY(m_world->get("/v1/couriers").json()[QStringLiteral("couriers")].toArray().size() > 1);
        CHECK_REFUSED(m_world->get("/v1/couriers?campus_id=" + std::string(65, 'c')), 422, "invalid_argument");
    }

    void productsAreListedInPages() {
        for (const char* sku : {"list-a", "list-b", "list-c"}) {
            QCOMPARE(
                m_world
                    ->post("/v1/products", filled(R"({"products":[{"sku":"%1","name":"Listed","unit_price_minor":1,)"
                                                  R"("stock":4}]})",
                                                  sku))
                    .status,
                200);
        }
        const auto first = m_world->get("/v1/products?text=listed&limit=2");
        QCOMPARE(first.status, 200);
        QCOMPARE(first.json()[QStringLiteral("products")].toArray().size(), 2);
        QCOMPARE(text(first, "next_after"), std::string("list-b"));
        const auto rest = m_world->get("/v1/products?text=listed&limit=2&after=list-b");
        const auto products = rest.json()[QStringLiteral("products")].toArray();
        QCOMPARE(products.size(), 1);
        QCOMPARE(products[0].toObject()[QStringLiteral("sku")].toString(), QStringLiteral("list-c"));
        QCOMPARE(products[0].toObject()[QStringLiteral("stock")].toInteger(), 4);
        QVERIFY(!rest.json().contains(QStringLiteral("next_after")));
        CHECK_REFUSED(m_world->get("/v1/products?limit=501"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->get("/v1/products?low=perhaps"), 422, "invalid_argument");
        const auto edited = m_world->wait(m_world->workspace->shop().editProduct(
            m_world->call, {Sku("list-b"), "Listed", Money{1}, std::int64_t{4}, 0}));
        QVERIFY(edited.has_value());
        const auto low = m_world->get("/v1/products?text=listed&low=true").json()[QStringLiteral("products")].toArray();
        QCOMPARE(low.size(), 1);
        QCOMPARE(low[0].toObject()[QStringLiteral("low_stock")].toInteger(), 4);
    }

    void stockArrivesAndIsCorrected() {
        QCOMPARE(m_world
                     ->post("/v1/products",
                            R"({"products":[{"sku":"flour","name":"Flour","unit_price_minor":1,"stock":5}]})")
                     .status,
                 200);
        const auto arrived = m_world->post("/v1/products/flour/receipts", R"({"units":7,"note":"van 3"})");
        QCOMPARE(arrived.status, 200);
        QCOMPARE(number(arrived, "stock"), 12);
        QCOMPARE(number(m_world->post("/v1/products/flour/corrections", R"({"units":-2,"reason":"wet"})"), "stock"),
                 10);
        CHECK_REFUSED(m_world->post("/v1/products/flour/corrections", R"({"units":-11,"reason":"wet"})"), 409,
                      "out_of_stock");
        CHECK_REFUSED(m_world->post("/v1/products/flour/corrections", R"({"units":-1,"reason":""})"), 422,
                      "invalid_argument");
        CHECK_REFUSED(m_world->post("/v1/products/flour/corrections", R"({"units":0,"reason":"wet"})"), 422,
                      "invalid_argument");
        CHECK_REFUSED(m_world->post("/v1/products/flour/receipts", R"({"units":0})"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->post("/v1/products/nothing/receipts", R"({"units":1})"), 404, "not_found");
    }

    void theHistoryOfAStockIsRead() {
        QCOMPARE(
            m_world
                ->post("/v1/products", R"({"products":[{"sku":"hist","name":"H","unit_price_minor":100,"stock":9}]})")
                .status,
            200);
        QCOMPARE(m_world->post("/v1/products/hist/receipts", R"({"units":5,"note":"van 3"})").status, 200);
        QCOMPARE(m_world->post("/v1/products/hist/corrections", R"({"units":-2,"reason":"broken"})").status, 200);
        const char* order = R"({"order_no":"HIST-1","user_id":"u","campus_id":"north","lines":[%1]})";
        const char* line = R"({"sku":"hist","quantity":3,"unit_price_minor":100})";
        QCOMPARE(m_world->post("/v1/orders", filled(order, line)).status, 201);
        const auto read = [&](const std::string& query) {
            return m_world->get("/v1/products/hist/history" + query, {m_world->token("shop.read"), {}});
        };
        const auto all = read("").json().value(QStringLiteral("changes")).toArray();
        QStringList seen;
        for (const auto& each : all) {
            const auto row = each.toObject();
            seen << QStringLiteral("%1 %2 %3%4")
                        .arg(row.value(QStringLiteral("change")).toString(),
                             QString::number(row.value(QStringLiteral("units")).toInteger()),
                             row.value(QStringLiteral("about")).toString(),
                             row.value(QStringLiteral("reason")).toString());
            QVERIFY(row.value(QStringLiteral("at")).toInteger() > 0);
        }
        QCOMPARE(seen, (QStringList{QStringLiteral("ordered -3 HIST-1"), QStringLiteral("corrected -2 broken"),
                                    QStringLiteral("received 5 van 3"), QStringLiteral("imported 9 ")}));
        QVERIFY(!all.first().toObject().contains(QStringLiteral("came_back")));
        QCOMPARE(all[1].toObject().value(QStringLiteral("actor")).toString(), QStringLiteral("token:all"));
        // A page of it.
        const auto page = read("?limit=1&offset=1").json().value(QStringLiteral("changes")).toArray();
        QCOMPARE(page.size(), 1);
        QCOMPARE(page.first().toObject(), all[1].toObject());
        // What came back stands with its order.
        QCOMPARE(m_world->post("/v1/orders/HIST-1/cancel", R"({"reason":"a"})").status, 200);
        QCOMPARE(read("?limit=1")
                     .json()
                     .value(QStringLiteral("changes"))
                     .toArray()
                     .first()
                     .toObject()
                     .value(QStringLiteral("came_back"))
                     .toInteger(),
                 3);
        CHECK_REFUSED(read("?limit=0"), 422, "invalid_argument");
        CHECK_REFUSED(read("?limit=501"), 422, "invalid_argument");
        CHECK_REFUSED(read("?offset=-1"), 422, "invalid_argument");
        CHECK_REFUSED(m_world->get("/v1/products/none/history"), 404, "not_found");
        CHECK_REFUSED(m_world->get("/v1/products/hist/history", {m_world->token("orders.read"), {}}), 403,
                      "scope_missing");
    }

    void limitsOfAlertsAreSet() {
        const std::string path = "/v1/alert_limits";
        const auto read = [&] { return m_world->get(path, {m_world->token("alerts.read"), {}}).json(); };
        const auto version = read().value(QStringLiteral("version")).toInteger();
        QVERIFY(version > 0);
        QCOMPARE(read().value(QStringLiteral("budget_percent")).toArray(), (QJsonArray{50, 80, 95}));
        const char* limitsOf =
            R"({"repeat_ms":60000,"spread":400,"budget_percent":%1,"pace_percent":30,"backup_age_ms":7200000%2})";
        const auto body = [limitsOf](const char* percents, const std::string& more = {}) {
            return filled(limitsOf, percents, more);
        };
        const auto seen = ",\"version\":" + std::to_string(version);
        CHECK_REFUSED(m_world->post(path, body("[60,90]", seen), {m_world->token("alerts.write"), "limits"}), 403,
                      "scope_missing");
        const auto done = m_world->post(path, body("[60,90]", seen), {m_world->token("rules.write"), "limits"});
        QVERIFY2(done.status == 200, done.body);
        const auto limits = m_world->wait(m_world->workspace->alerts().limits(m_world->call));
        QVERIFY(limits.has_value());
        QCOMPARE(limits->repeatMs, std::int64_t{60'000});
        QCOMPARE(limits->spread, std::int64_t{400});
        QVERIFY((limits->budgetPercent == std::array<std::int64_t, 3>{0, 60, 90}));
        QCOMPARE(limits->pacePercent, std::int64_t{30});
        QCOMPARE(limits->backupAgeMs, std::int64_t{7'200'000});
        QCOMPARE(read().value(QStringLiteral("version")).toInteger(), version + 1);
        QCOMPARE(read().value(QStringLiteral("budget_percent")).toArray(), (QJsonArray{60, 90}));
        const auto refusal = [&](const std::string& sent) {
            const auto answer = m_world->post(path, sent);
            const auto field = answer.json().value(QStringLiteral("field")).toString().toStdString();
            return std::to_string(answer.status) + " " + test::reasonOf(answer) + " " + field;
        };
        QCOMPARE(refusal(body("[60,90]", seen)), std::string("409 conflict version"));
        QCOMPARE(refusal(body("[90,60]")), std::string("422 invalid_argument budget_percent"));
        QCOMPARE(refusal(body("[1,2,3,4]")), std::string("422 invalid_argument budget_percent"));
        QCOMPARE(refusal(body("[101]")), std::string("422 invalid_argument budget_percent[0]"));
        QCOMPARE(refusal("{}"), std::string("422 invalid_argument repeat_ms"));
        QVERIFY(*m_world->wait(m_world->workspace->alerts().limits(m_world->call)) == *limits);
        QCOMPARE(m_world->post(path, body("[]")).status, 200);
        QVERIFY(read().value(QStringLiteral("budget_percent")).toArray().isEmpty());
        QVERIFY(m_world->wait(m_world->workspace->alerts().setLimits(m_world->call, {})).has_value());
    }

    void whatIsDisabledTakesNoPart() {
        QCOMPARE(
            m_world->post("/v1/products", R"({"products":[{"sku":"old","name":"Old","unit_price_minor":1,"stock":5}]})")
                .status,
            200);
        const auto off = m_world->post("/v1/products/old/disabled", R"({"disabled":true,"reason":"gone"})");
        QCOMPARE(off.status, 200);
        QCOMPARE(text(off, "sku"), std::string("old"));
        CHECK_REFUSED(m_world->post("/v1/products/old/disabled", R"({"disabled":true})"), 422, "invalid_argument");
        const std::string order = R"({"user_id":"u","campus_id":"%1","lines":[{"sku":"%2","quantity":1,)"
                                  R"("unit_price_minor":1}]})";
        const auto placed = [&](const char* campus, const char* sku) {
            auto body = order;
            body.replace(body.find("%1"), 2, campus);
            body.replace(body.find("%2"), 2, sku);
            return m_world->post("/v1/orders", body);
        };
        CHECK_REFUSED(placed("north", "old"), 409, "disabled");
        QCOMPARE(m_world->post("/v1/products/old/disabled", R"({"disabled":false,"reason":"back"})").status, 200);
        QCOMPARE(placed("north", "old").status, 201);
        QCOMPARE(m_world->post("/v1/campuses", R"({"campus_id":"shut","name":"Shut"})").status, 201);
        const auto shut = m_world->post("/v1/campuses/shut/disabled", R"({"disabled":true,"reason":"holidays"})");
        QCOMPARE(shut.status, 200);
        const auto refused = placed("shut", "old");
        CHECK_REFUSED(refused, 409, "disabled");
        QCOMPARE(fieldOf(refused), std::string("campus_id"));
        QVERIFY(m_world
                    ->post("/v1/couriers",
                           R"({"couriers":[{"courier_id":"left","campus_id":"shut","name":"L","on_duty":false}]})")
                    .status == 200);
        QCOMPARE(m_world->post("/v1/couriers/left/disabled", R"({"disabled":true,"reason":"moved"})").status, 200);
        CHECK_REFUSED(m_world->post("/v1/couriers/left/duty", R"({"on_duty":true})"), 409, "disabled");
        CHECK_REFUSED(m_world->post("/v1/couriers/left/disabled", R"({"disabled":false,"reason":"x","version":1})"),
                      409, "conflict");
    }

    void aRevokedTokenIsRefusedAtOnce() {
        const auto token = m_world->token("returns.read");
        CHECK_REFUSED(m_world->get("/v1/orders/none/returns/R", {token, {}}), 404, "not_found");
        QVERIFY(m_world->wait(m_world->workspace->tokens().revoke(m_world->call, m_world->made("returns.read").row.id))
                    .has_value());
        CHECK_REFUSED(m_world->get("/v1/orders/none/returns/R", {token, {}}), 401, "token_unknown");
    }

private:
    std::unique_ptr<RoutesWorld> m_world;
};

}  // namespace test_routes

QTEST_GUILESS_MAIN(test_routes::TestRoutes)
#include "test_routes.moc"
