// SPDX-License-Identifier: GPL-3.0-or-later
// What reads requests and words answers, without a server: JSON members, media types, rates, routes, kept answers,
// problems, answers' heads.
#include <QPromise>
#include <QTest>
#include <algorithm>
#include <boost/json/serialize.hpp>

#include "engine/ingest/http/answering.h"
#include "engine/ingest/http/negotiation.h"
#include "engine/ingest/http/problem.h"
#include "engine/ingest/http/rate_limiter.h"
#include "engine/ingest/http/response_text.h"
#include "engine/ingest/http/router.h"
#include "engine/ingest/http/token_authenticator.h"
#include "engine/ingest/routes/metrics_text.h"
#include "engine/ingest/routes/order_json.h"
#include "engine/json/json_reader.h"
#include "engine/json/json_text.h"

namespace test_ingest_readers {

using namespace evenhand;
using namespace evenhand::ingest;

namespace {

struct Order {
    std::string user;
    Money amount;
    std::vector<std::int64_t> quantities;
};

Result<Order> orderFrom(const char* text) {
    EVENHAND_ASSIGN(const auto body, parseJson(text));
    Order order;
    JsonReader in(body);
    order.user = in.id("user_id");
    order.amount = in.money("amount_minor");
    in.list("lines", 1, 3, [&order](JsonReader& line) {
        order.quantities.push_back(line.integer("quantity", 1, 100));
        (void)line.optionalText("note", 5);
    });
    EVENHAND_TRY(in.finish());
    return order;
}

std::string headerOf(const Response& response, std::string_view name) {
    const auto found = std::find_if(response.headers.begin(), response.headers.end(),
                                    [name](const auto& header) { return header.first == name; });
    return found != response.headers.end() ? found->second : std::string();
}

}  // namespace

class TestIngestReaders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsMembers() {
        const auto order = orderFrom(
            R"({"user_id":"u","amount_minor":9007199254740991,"lines":[{"quantity":1},{"quantity":100,"note":null}]})");
        QVERIFY(order);
        QCOMPARE(order->user, "u");
        QCOMPARE(order->amount.minor, 9007199254740991);
        QCOMPARE(order->quantities, (std::vector<std::int64_t>{1, 100}));
    }

    void namesFaults_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* name, const char* text, const char* field, const char* value) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(field) << QByteArray(value);
        };
        row("no object", "[]", "body", "[…]");
        row("missing", R"({"amount_minor":1,"lines":[{"quantity":1}]})", "user_id", "");
        row("null", R"({"user_id":null,"amount_minor":1,"lines":[{"quantity":1}]})", "user_id", "");
        row("no text", R"({"user_id":7,"amount_minor":1,"lines":[{"quantity":1}]})", "user_id", "7");
        row("empty id", R"({"user_id":"","amount_minor":1,"lines":[{"quantity":1}]})", "user_id", "");
        row("fraction", R"({"user_id":"u","amount_minor":1.0,"lines":[{"quantity":1}]})", "amount_minor", "1E0");
        row("negative", R"({"user_id":"u","amount_minor":-1,"lines":[{"quantity":1}]})", "amount_minor", "-1");
        row("beyond 2^53", R"({"user_id":"u","amount_minor":9007199254740992,"lines":[{"quantity":1}]})",
            "amount_minor", "9007199254740992");
        row("beyond 2^63", R"({"user_id":"u","amount_minor":18446744073709551615,"lines":[{"quantity":1}]})",
            "amount_minor", "18446744073709551615");
        row("empty list", R"({"user_id":"u","amount_minor":1,"lines":[]})", "lines", "0 entries");
        row("no list", R"({"user_id":"u","amount_minor":1,"lines":{}})", "lines", "{…}");
        row("within", R"({"user_id":"u","amount_minor":1,"lines":[{"quantity":1},{"quantity":101}]})",
            "lines[1].quantity", "101");
        row("unknown within", R"({"user_id":"u","amount_minor":1,"lines":[{"quantity":1,"qty":2}]})", "lines[0].qty",
            "2");
        row("unknown", R"({"user_id":"u","amount_minor":1,"lines":[{"quantity":1}],"x":true})", "x", "true");
        row("long text", R"({"user_id":"u","amount_minor":1,"lines":[{"quantity":1,"note":"123456"}]})",
            "lines[0].note", "123456");
        row("the first of two", R"({"user_id":"u","amount_minor":-1,"lines":[{"quantity":0}]})", "amount_minor", "-1");
    }
    void namesFaults() {
        QFETCH(QByteArray, text);
        const auto order = orderFrom(text.constData());
        QVERIFY(!order);
        QCOMPARE(order.error().code, ErrorCode::InvalidArgument);
        QTEST(QByteArray::fromStdString(order.error().field), "field");
        QTEST(QByteArray::fromStdString(order.error().value), "value");
        QVERIFY(order.error().message.starts_with(order.error().field));
    }

    /// What services write is read although it is careless; clients are told what is wrong with it.
    void readsCarelessAnswers_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("a line break") << QByteArray("{\"said\":\"a\nb\tc\\\n\"}") << QByteArray("a b c ");
        QTest::newRow("half a pair") << QByteArray(R"({"said":"\ud83d, \ude00\ud83d\ude00\ud83d"})")
                                     << QByteArray("\xef\xbf\xbd, \xef\xbf\xbd\xf0\x9f\x98\x80\xef\xbf\xbd");
        QTest::newRow("an escape that there is not")
            << QByteArray("{\"said\":\"it\\'s \\\"\\\\\\x\"}") << QByteArray("it's \"\\x");
        QTest::newRow("twice") << QByteArray(R"({"said":"a","said":"b"})") << QByteArray("b");
        QTest::newRow("a mark in front") << QByteArray("\xef\xbb\xbf{\"said\":\"a\"}") << QByteArray("a");
        QTest::newRow("deep") << QByteArray("{\"in\":" + QByteArray(100, '[') + QByteArray(100, ']') +
                                            ",\"said\":\"a\"}")
                              << QByteArray("a");
    }
    void readsCarelessAnswers() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, said);
        QVERIFY(!parseJson(text.toStdString()));
        const auto answer = parseAnswer(text.toStdString());
        const auto* const value = answer.if_contains("said");
        QVERIFY(value != nullptr && value->is_string());
        QCOMPARE(QByteArray(value->get_string().c_str()), said);
    }
    void whatCannotBeReadSaysNothing() {
        for (const char* const text :
             {"", "null", "7", "[]", "{", "{\"said\":", "{\"said\":\"a", "{\"said\":\"\\u12\"}", "{\"said\":\"a\\",
              "{} {}", "{\"said\":\"\xff\"}", "<html>"}) {
            QVERIFY2(parseAnswer(text).empty(), text);
        }
    }

    void knowsWhatIsAccepted() {
        QVERIFY(accepts("", "application/json"));
        QVERIFY(accepts("*/*", "application/json"));
        QVERIFY(accepts("text/html, application/*;q=0.5", "application/json"));
        QVERIFY(accepts("APPLICATION/JSON", "application/json"));
        QVERIFY(!accepts("text/html", "application/json"));
        QVERIFY(!accepts("*/*, application/json;q=0", "application/json"));
        QVERIFY(accepts("*/*;q=0, application/json", "application/json"));
        QVERIFY(!accepts("application/json-patch+json", "application/json"));
        // The most specific counts, in whatever order; of equal ones the first.
        QVERIFY(!accepts("application/json;q=0, */*", "application/json"));
        QVERIFY(!accepts("application/*;q=0, */*", "application/json"));
        QVERIFY(accepts("application/*;q=0, application/json", "application/json"));
        QVERIFY(!accepts("*/*;q=0", "application/json"));
        QVERIFY(!accepts("application/json;q=0.000", "application/json"));
        QVERIFY(!accepts("application/json; v=1 ; Q=0", "application/json"));
        QVERIFY(accepts("application/json;q=0.001", "application/json"));
        QVERIFY(accepts("application/json;q=1", "application/json"));
        QVERIFY(accepts(" \t", "application/json"));
        QVERIFY(!accepts("text/*", "application/json"));
        QVERIFY(!accepts("app/*", "application/json"));
        QVERIFY(!accepts("application/*", "application/"));
        QVERIFY(isJson("application/json ; charset=\"utf-8\" ;"));
        QVERIFY(!isJson("application/json; version=1"));
        QVERIFY(!isJson("text/json"));
        QVERIFY(isJson("application/json"));
        QVERIFY(isJson("Application/JSON; charset=UTF-8"));
        QVERIFY(!isJson("application/jsonp"));
        QVERIFY(!isJson("application/json; charset=latin1"));
        QVERIFY(!isJson(""));
    }

    void bucketsFillAgain() {
        constexpr std::int64_t kSecond = 1'000'000'000;
        RateLimiter limiter;
        QCOMPARE(limiter.take(1, 0, 0, 0), 0);  // without a limit
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(limiter.take(1, 2, 5, kSecond), 0);
        }
        QCOMPARE(limiter.take(1, 2, 5, kSecond), 1);
        QCOMPARE(limiter.take(2, 2, 5, kSecond), 0);  // somebody else's
        QCOMPARE(limiter.take(1, 2, 5, kSecond + kSecond / 2), 0);
        QCOMPARE(limiter.take(1, 2, 5, kSecond + kSecond / 2), 1);
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(limiter.take(1, 2, 5, 100 * kSecond), 0);  // no more than its burst
        }
        QCOMPARE(limiter.take(1, 2, 5, 100 * kSecond), 1);
        QCOMPARE(limiter.take(1, 2, 5, 99 * kSecond), 1);  // a clock that steps back gives nothing
    }

    void bucketsHoldOneAtLeast() {
        constexpr std::int64_t kSecond = 1'000'000'000;
        RateLimiter limiter;
        QCOMPARE(limiter.take(1, 1, 0, kSecond), 0);
        QCOMPARE(limiter.take(1, 1, 0, kSecond), 1);
        QCOMPARE(limiter.take(1, 1, 0, kSecond + kSecond / 2), 1);  // half of one is none
        QCOMPARE(limiter.take(1, 1, 0, 2 * kSecond), 0);
    }

    /// Of the token, else of the service; and what may come at once, which is never less than 10.
    void ratesOfTokens() {
        class OneToken final : public api::TokenDesk {
        public:
            std::shared_ptr<api::TokenBearer> known;
            api::Answer<api::TokenCreated> create(const api::Call&, api::TokenInput) override { return {}; }
            api::Answer<api::TokenRow> revoke(const api::Call&, TokenId) override { return {}; }
            api::Answer<void> noteService(const api::Call&, bool, std::string) override { return {}; }
            api::Answer<void> noteRefused(api::RefusedRequests) override { return {}; }
            api::Answer<std::vector<api::TokenRow>> tokens(const api::Call&) override { return {}; }
            api::Answer<void> load() override { return {}; }
            std::shared_ptr<const api::TokenBearer> bearer(std::string_view token) const override {
                return token == "good" ? known : nullptr;
            }
            std::shared_ptr<const api::TokenBearer> bearer(TokenId) const override { return known; }
        };
        OneToken desk;
        desk.known = std::make_shared<api::TokenBearer>();
        desk.known->id = TokenId{7};
        desk.known->actor.name = "token:till";
        desk.known->scopes = 5;
        struct Rates {
            std::int64_t own, service, perSecond, burst;
        };
        for (const auto& [own, service, perSecond, burst] :
             {Rates{0, 0, 0, 10}, Rates{0, 3, 3, 10}, Rates{2, 3, 2, 10}, Rates{9, 0, 9, 10}, Rates{10, 1, 10, 10},
              Rates{11, 1, 11, 11}, Rates{0, 500, 500, 500}}) {
            desk.known->perSecond = own;
            TokenAuthenticator tokens(desk, service);
            const auto holder = tokens.holderOf("good");
            QVERIFY(holder);
            QCOMPARE(holder->perSecond, perSecond);
            QCOMPARE(holder->burst, burst);
            QCOMPARE(holder->token, std::int64_t{7});
            QCOMPARE(holder->scopes, api::TokenScopes{5});
            QCOMPARE(holder->actor.name, std::string("token:till"));
            const auto unknown = tokens.holderOf("bad");
            QVERIFY(!unknown && unknown.error().code == ErrorCode::SignInRefused);
        }
    }

    /// The engine's names of fields are not the API's.
    void fieldsAreNamedAsTheApiNamesThem() {
        constexpr std::pair<const char*, const char*> kNames[] = {{"user", "user_id"},
                                                                  {"campus", "campus_id"},
                                                                  {"courier", "courier_id"},
                                                                  {"activity", "activity_id"},
                                                                  {"campaign", "campaign_id"},
                                                                  {"draw", "draw_id"},
                                                                  {"number", "return_no"},
                                                                  {"payment", "payment_no"},
                                                                  {"unit_price", "unit_price_minor"},
                                                                  {"amount", "amount_minor"},
                                                                  {"request", "idempotency_key"},
                                                                  {"key", "idempotency_key"},
                                                                  {"order_no", "order_no"},
                                                                  {"users", "users"}};
        for (const auto& [ours, theirs] : kNames) {
            const auto answer = deskProblem({ErrorCode::InvalidArgument, "words", ours, "v"});
            QVERIFY2(answer.body.find(std::string("\"field\":\"") + theirs + '"') != std::string::npos, ours);
        }
    }

    void keptAnswersComeBack() {
        const auto kept = keptText({201, "application/json", {}, R"({"a":"b c"})", {}});
        for (const bool repeated : {false, true}) {
            const auto back = fromKept(kept, repeated);
            QCOMPARE(back.status, 201);
            QCOMPARE(back.body, std::string(R"({"a":"b c"})"));
            QCOMPARE(back.contentType, std::string("application/json"));
            QCOMPARE(headerOf(back, "Idempotency-Replayed"), std::string(repeated ? "true" : ""));
        }
        for (const char* damaged : {"", "201", "x {}", "20x {}"}) {
            QCOMPARE(fromKept(damaged, true).status, 500);
        }
    }

    void headsOfAnswers() {
        const std::string date = "\r\nDate: D";
        QCOMPARE(headOf({200, "a/b", {{"X", "y"}}, "body", {}}, After::KeepAlive, "D"),
                 "HTTP/1.1 200 OK" + date +
                     "\r\nContent-Type: a/b\r\nContent-Length: 4\r\nX: y\r\nCache-Control: no-store"
                     "\r\nConnection: keep-alive\r\n\r\n");
        QCOMPARE(headOf({404, {}, {{"cache-control", "max-age=1"}}, {}, {}}, After::Close, "D"),
                 "HTTP/1.1 404 Not Found" + date +
                     "\r\nContent-Length: 0\r\ncache-control: max-age=1\r\nConnection: close\r\n\r\n");
        QCOMPARE(headOf({204, "a/b", {}, "body", {}}, After::Close, "D"),
                 "HTTP/1.1 204 No Content" + date + "\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n");
        QCOMPARE(textOf(std::vector<LiveEvent>{{"1", "order", "{}"}, {"2", "refund", "[]"}}),
                 std::string("id: 1\nevent: order\ndata: {}\n\nid: 2\nevent: refund\ndata: []\n\n"));
    }

    void namesAreComparedAsTheyShould() {
        Request request;
        request.headers = {{"X-Thing", "1"}, {"x-thing", "2"}};
        request.query = {{"a", "1"}, {"A", "2"}};
        QCOMPARE(request.header("x-THING").value_or(""), std::string_view("1"));
        QVERIFY(!request.header("x-thin") && !request.header("x-things"));
        QCOMPARE(request.queryValue("A").value_or(""), std::string_view("2"));
        QVERIFY(!request.queryValue("b"));
        QVERIFY(equalIgnoringCase("AZ@[`{", "az@[`{"));
        QVERIFY(!equalIgnoringCase("@", "`"));
        QVERIFY(!equalIgnoringCase("[", "{"));
        QCOMPARE(parameterNames("/v1/{a_b}/x/{c}"), (std::vector<std::string_view>{"a_b", "c"}));
    }

    void findsRoutes() {
        const std::vector<Route> table{
            {.pattern = "/a/{id}", .scope = {}, .operationId = "one", .summary = "one"},
            {.pattern = "/a/{id}/b", .scope = {}, .operationId = "two", .summary = "two"},
            {.method = Method::Post, .pattern = "/a/{id}", .scope = {}, .operationId = "three", .summary = "three"}};
        const Router router(table);
        const auto found = router.find("HEAD", {"a", "x/y"});
        QVERIFY(found.route != nullptr);
        QCOMPARE(found.route->operationId, std::string_view("one"));
        QCOMPARE(found.parameters, std::vector<std::string>{"x/y"});
        QCOMPARE(router.find("POST", {"a", "1"}).route->operationId, std::string_view("three"));
        QCOMPARE(router.find("PUT", {"a", "1"}).allowed, "GET, HEAD, POST");
        QVERIFY(router.find("GET", {"a", ""}).allowed.empty());
        QVERIFY(router.find("GET", {"a"}).allowed.empty());
    }

    void everyErrorHasAStatus() {
        for (int i = 0; i <= static_cast<int>(ErrorCode::Internal); ++i) {
            const auto code = static_cast<ErrorCode>(i);
            const auto answer = problemOf({code, "words of the inside: /var/lib", "field", "value"});
            QVERIFY(answer.status >= 400 && answer.status < 600);
            QVERIFY(phraseOf(answer.status) != "Error");
            if (answer.status == 500) {
                const bool told = answer.body.find("/var/lib") != std::string::npos;
                QVERIFY(!told || code == ErrorCode::WorkspaceVersion || code == ErrorCode::BackupDamaged);
            }
            QCOMPARE(headerOf(answer, "Retry-After").empty(), answer.status != 503 && answer.status != 429);
        }
        QVERIFY(phraseOf(504) != "Error");
    }

    /// Clients act on these: when to try again, when not.
    void everyErrorHasItsOwnStatus() {
        constexpr std::string_view kExpected[] = {"invalid_argument 422",
                                                  "not_found 404",
                                                  "already_exists 409",
                                                  "key_reused 422",
                                                  "wrong_status 409",
                                                  "conflict 409",
                                                  "stale_epoch 409",
                                                  "out_of_stock 409",
                                                  "exceeds_deducted 409",
                                                  "exceeds_refundable 409",
                                                  "four_eyes 409",
                                                  "unknown_sku 422",
                                                  "no_courier_on_duty 409",
                                                  "load_limit 409",
                                                  "disabled 409",
                                                  "overflow 422",
                                                  "permission_denied 403",
                                                  "sign_in_refused 401 Bearer",
                                                  "locked 429 after 60",
                                                  "weak_password 422",
                                                  "session_ended 401 Bearer",
                                                  "address_refused 422",
                                                  "unreachable 503 after 1",
                                                  "busy 503 after 1",
                                                  "read_only 503 after 5 hidden",
                                                  "outcome_unknown 503 after 1 hidden",
                                                  "cancelled 503 after 1",
                                                  "workspace_in_use 503 after 1 hidden",
                                                  "workspace_version 500",
                                                  "workspace_damaged 500 hidden",
                                                  "workspace_missing 503 after 1 hidden",
                                                  "backup_damaged 500",
                                                  "driver_missing 500 hidden",
                                                  "storage 503 after 1 hidden",
                                                  "script 500 hidden",
                                                  "unsupported 501",
                                                  "internal 500 hidden"};
        std::vector<std::string> found;
        for (int i = 0; i <= static_cast<int>(ErrorCode::Internal); ++i) {
            const auto code = static_cast<ErrorCode>(i);
            const auto answer = problemOf({code, "the words", "a field", "a value"});
            const auto after = headerOf(answer, "Retry-After");
            const auto bearer = headerOf(answer, "WWW-Authenticate");
            const bool hidden = answer.body.find("the words") == std::string::npos;
            QCOMPARE(answer.body.find("a field") == std::string::npos, hidden);
            QCOMPARE(answer.body.find("a value") == std::string::npos, hidden);
            found.push_back(std::string(errorName(code)) + " " + std::to_string(answer.status) +
                            (after.empty() ? "" : " after " + after) + (bearer.empty() ? "" : " " + bearer) +
                            (hidden ? " hidden" : ""));
        }
        QCOMPARE(found.size(), std::size(kExpected));
        for (const auto line : kExpected) {
            QVERIFY2(std::find(found.begin(), found.end(), line) != found.end(), line.data());
        }
        // What a database denies is not about the client.
        QCOMPARE(problemOf({ErrorCode::PermissionDenied, "the words", "database", "x"}).status, 503);
        QCOMPARE(problemOf({ErrorCode::PermissionDenied, "the words", "permission", "x"}).status, 403);
    }

    void longValuesAreShownInPart() {
        const std::string whole(200, 'x');
        QVERIFY(problem(400, "long", "detail", "field", whole).body.find('"' + whole + '"') != std::string::npos);
        QVERIFY(problem(400, "long", "detail", "field", whole + "y").body.find('"' + whole + "…\"") !=
                std::string::npos);
    }

    void eachFigureStandsForItself() {
        api::EngineStatus status;
        status.state = api::EngineState::ReadOnly;
        status.standing = {{"first", "x"}, {"second", "y"}};
        status.committed = 101;
        status.inboxDepth = 102;
        status.unassigned = 103;
        status.deadLetters = 104;
        status.late = 105;
        status.overdue = 106;
        status.deadTimers = 107;
        status.alerts = 108;
        status.returnsWaiting = 109;
        status.refundsFailed = 110;
        status.deadTasks = 111;
        status.workers = 0;
        status.outwardHeld = true;
        status.commitTimes.add(0.0005);
        status.commitTimes.add(0.0006);
        status.timerLateness.add(3600);
        status.timerLateness.add(3601);
        HttpFigures http;
        http.answers[{"placeOrder", 201}] = 113;
        http.durations["placeOrder"].add(0.5);
        http.refusals["token_unknown"] = 114;
        http.accepted = 115;
        http.turnedAway = 116;
        http.madeRoom = 117;
        http.timedOut = 118;
        http.connections = 119;
        http.streams = 120;
        http.handling = 121;
        http.bodies = 122;
        const auto text = metricsText(status, http);
        for (const char* line : {"engine_state{state=\"live\"} 0",
                                 "engine_state{state=\"degraded\"} 0",
                                 "engine_state{state=\"read_only\"} 1",
                                 "engine_state{state=\"disconnected\"} 0",
                                 "degraded_reason{code=\"first\"} 1",
                                 "degraded_reason{code=\"second\"} 1",
                                 "commands_committed_total 101",
                                 "inbox_depth 102",
                                 "orders_unassigned 103",
                                 "dead_letters 104",
                                 "orders_late 105",
                                 "timers_overdue 106",
                                 "timers_dead 107",
                                 "alerts_firing 108",
                                 "returns_waiting 109",
                                 "refunds_failed 110",
                                 "tasks_dead 111",
                                 "workers 0",
                                 "outward_held 1",
                                 "commit_seconds_bucket{le=\"0.0005\"} 1",
                                 "commit_seconds_bucket{le=\"0.001\"} 2",
                                 "commit_seconds_bucket{le=\"+Inf\"} 2",
                                 "commit_seconds_sum 0.0011",
                                 "commit_seconds_count 2",
                                 "timer_lateness_seconds_bucket{le=\"600\"} 0",
                                 "timer_lateness_seconds_bucket{le=\"3600\"} 1",
                                 "timer_lateness_seconds_bucket{le=\"+Inf\"} 2",
                                 "timer_lateness_seconds_sum 7201",
                                 "timer_lateness_seconds_count 2",
                                 "http_answers_total{operation=\"placeOrder\",status=\"201\"} 113",
                                 "http_request_seconds_bucket{operation=\"placeOrder\",le=\"0.25\"} 0",
                                 "http_request_seconds_bucket{operation=\"placeOrder\",le=\"0.5\"} 1",
                                 "http_request_seconds_count{operation=\"placeOrder\"} 1",
                                 "http_refusals_total{reason=\"token_unknown\"} 114",
                                 "http_connections_accepted_total 115",
                                 "http_connections_turned_away_total 116",
                                 "http_connections_made_room_total 117",
                                 "http_connections_timed_out_total 118",
                                 "http_connections 119",
                                 "http_streams 120",
                                 "http_requests_waiting 121",
                                 "http_body_bytes 122"}) {
            QVERIFY2(text.find(std::string("\nevenhand_") + line + "\n") != std::string::npos, line);
        }
        const auto unknown = metricsText({}, {});
        for (const char* name : {"orders_unassigned", "dead_letters", "orders_late", "timers_overdue", "timers_dead",
                                 "alerts_firing", "returns_waiting", "refunds_failed", "tasks_dead", "workers"}) {
            QVERIFY2(unknown.find(std::string("evenhand_") + name + " ") == std::string::npos, name);
        }
        QVERIFY(unknown.find("\nevenhand_outward_held 0\n") != std::string::npos);
        QVERIFY(unknown.find("\nevenhand_engine_state{state=\"live\"} 1\n") != std::string::npos);
    }

    void partsOfADeploymentAreFigures() {
        api::EngineStatus status;
        api::PartHealth replica;
        replica.kind = api::PartKind::Keyspace;
        replica.name = "a \"b\"\\c";
        replica.state = api::PartState::Well;
        replica.role = api::PartRole::Replica;
        replica.lagBytes = 7;
        api::PartHealth master = replica;
        master.name = "redis:6379";
        master.state = api::PartState::Away;
        master.refuses = true;
        master.lagBytes = -1;
        api::PartHealth unknown;
        unknown.kind = api::PartKind::Service;
        unknown.name = "other";
        status.parts = {replica, master, unknown};
        const auto text = metricsText(status, {});
        for (const char* line :
             {R"(part_up{kind="keyspace",name="a \"b\"\\c"} 1)", R"(part_up{kind="keyspace",name="redis:6379"} 0)",
              R"(part_refuses{kind="keyspace",name="redis:6379"} 1)", R"(part_refuses{kind="service",name="other"} 0)",
              R"(part_lag_bytes{kind="keyspace",name="a \"b\"\\c"} 7)"}) {
            QVERIFY2(text.find(std::string("\nevenhand_") + line + "\n") != std::string::npos, line);
        }
        for (const char* none : {R"(part_up{kind="service")", R"(part_lag_bytes{kind="keyspace",name="redis)",
                                 "part_consoles{", "part_read_seconds{"}) {
            QVERIFY2(text.find(std::string("evenhand_") + none) == std::string::npos, none);
        }
        QVERIFY(metricsText({}, {}).find("evenhand_part_") == std::string::npos);
    }

    void anOrderIsWordedWhole() {
        api::OrderDetail detail;
        auto& row = detail.row;
        row.id = OrderId{9};
        row.orderNo = OrderNo("A");
        row.user = UserId("u");
        row.campus = CampusId("north");
        row.status = api::OrderStatus::WaitPickUp;
        row.payable = Money{11};
        row.placedAt = Instant{12};
        row.paidAt = Instant{13};
        row.courier = CourierId("c");
        row.courierName = "Cy";
        row.epoch = 14;
        row.wait = api::WaitReason::Paused;
        row.closeReason = api::CloseReason::Returned;
        row.version = 15;
        row.limit = Instant{16};
        detail.lines = {{{Sku("tea"), 2, Money{3}}, "Tea", 1}, {{Sku("jam"), 4, Money{5}}, "Jam", 0}};
        detail.paymentNo = PaymentNo("P");
        detail.paid = Money{17};
        detail.discount = Money{18};
        detail.events = {{Instant{19}, api::EventKind::Placed, "x", "y"},
                         {Instant{20}, api::EventKind::Paid, "x", "y"}};
        const std::string whole =
            R"({"order_no":"A","user_id":"u","campus_id":"north","status":"WAIT_PICK_UP","payable_minor":11,)"
            R"("placed_at":12,"paid_at":13,"courier_id":"c","courier_name":"Cy","epoch":14,"waits_for":"paused",)"
            R"("close_reason":"returned","late_at":16,"version":15)";
        QCOMPARE(boost::json::serialize(orderJson(row)), whole + "}");
        const std::string rest = R"("payment_no":"P","paid_minor":17,"discount_minor":18,"history":[{"at":19,)"
                                 R"("kind":"placed"},{"at":20,"kind":"paid"}]})";
        QCOMPARE(boost::json::serialize(orderJson(detail)),
                 whole +
                     R"(,"lines":[{"sku":"tea","quantity":2,"unit_price_minor":3,"returned":1,"to_deliver":1},)"
                     R"({"sku":"jam","quantity":4,"unit_price_minor":5,"to_deliver":4}],)" +
                     rest);
        // What is not there is not said.
        QCOMPARE(boost::json::serialize(orderJson(api::OrderRow())),
                 std::string(R"({"order_no":"","user_id":"","campus_id":"","status":"WAIT_PAY","payable_minor":0,)"
                             R"("placed_at":0,"epoch":0,"version":0})"));
        api::DrawAnswer draw;
        draw.id = DrawId("d");
        draw.amount = Money{21};
        draw.validUntil = Instant{22};
        QCOMPARE(boost::json::serialize(drawJson(draw)),
                 std::string(R"({"draw_id":"d","granted":true,"amount_minor":21,"valid_until":22})"));
        draw = {};
        draw.id = DrawId("d");
        draw.refusal = api::DrawRefusal::CountLimit;
        QCOMPARE(boost::json::serialize(drawJson(draw)),
                 std::string(R"({"draw_id":"d","granted":false,"refusal":"count_limit","amount_minor":0})"));
    }

    void whatMayHaveHappenedIsToBeAskedAgain() {
        const auto answer = problemOf(
            {ErrorCode::OutcomeUnknown, "the commit failed: /var/lib/w/data is full", "path", "/var/lib/w/data"});
        QCOMPARE(answer.status, 503);
        QCOMPARE(headerOf(answer, "Retry-After"), std::string("1"));
        QVERIFY(answer.body.find(R"("reason":"outcome_unknown")") != std::string::npos);
        QVERIFY(answer.body.find("with the same key") != std::string::npos);
        QVERIFY(answer.body.find("/var/lib") == std::string::npos);
    }

    void idsOfKeysKeepTheOrderOfTheCallers() {
        std::vector<std::string> ids;
        for (int i = 100; i < 200; ++i) {
            ids.push_back(keyId("order-2026-11-" + std::to_string(i), "token 1, order-2026-11-" + std::to_string(i)));
        }
        QVERIFY(std::is_sorted(ids.begin(), ids.end()));
        QVERIFY(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
    }

    void idsOfKeysDependOnAllOfIt() {
        const std::string longKey(64, 'k');
        QVERIFY(keyId(longKey, "token 1") != keyId(longKey, "token 2"));
        QVERIFY(keyId("a", "token 1") != keyId("a", "token 2"));
        QCOMPARE(keyId("a", "token 1"), keyId("a", "token 1"));
        QCOMPARE(keyId(longKey, "x").size(), std::size_t{64});
        // Only what every database takes in an id, whatever a payment's number is made of.
        for (const std::string begin : {"", "1700000000.\xE6\x94\xAF\xE4\xBB\x98", "a b", "a\x7F", "a\n"}) {
            const auto id = keyId(begin, "x");
            QVERIFY(id.size() > 20 && id.size() <= 64);
            QVERIFY2(std::all_of(id.begin(), id.end(), [](char c) { return c > 0x20 && c < 0x7F; }), id.c_str());
        }
    }

    void insidesAreNotTold() {
        for (const auto code : {ErrorCode::Storage, ErrorCode::ReadOnly, ErrorCode::WorkspaceInUse}) {
            const auto answer = problemOf({code, "cannot write /var/lib/w", "database", "mysql://shop@db.inside/w"});
            QCOMPARE(answer.status, 503);  // clients try again, as they must
            QVERIFY(answer.body.find("/var/lib") == std::string::npos);
            QVERIFY(answer.body.find("db.inside") == std::string::npos);
        }
    }

    /// Two of one key in one batch: the second is given what the first was to be answered, unless the batch fails.
    void whatALostBatchWasToAnswerIsNotGiven() {
        const auto answered = [](ErrorCode code) {
            auto once = std::make_shared<api::Once>(std::vector<api::Once::Key>{{"id", "body"}},
                                                    [](const std::any&) { return std::string(); });
            once->repeat(R"(201 {"order_no":"A"})");
            QPromise<Result<int>> promise;
            promise.start();
            promise.addResult(Result<int>(tl::unexpect, Error{code, "words", {}, {}}));
            promise.finish();
            Response given;
            respondOnce<int>(promise.future(), once, [&given](Response response) { given = std::move(response); });
            return given;
        };
        const auto repeated = answered(ErrorCode::KeyReused);
        QCOMPARE(repeated.status, 201);
        QCOMPARE(headerOf(repeated, "Idempotency-Replayed"), std::string("true"));
        QCOMPARE(answered(ErrorCode::OutcomeUnknown).status, 503);
        QCOMPARE(answered(ErrorCode::SessionEnded).status, 401);
    }

    void problemsAreAlwaysText() {
        const auto odd = problem(400, "odd", "detail", "field", "\xff\xfe");
        QVERIFY(odd.body.find("not UTF-8") != std::string::npos);
        const std::string wide = "中";
        std::string text;
        for (int i = 0; i < 1000; ++i) {
            text += wide;
        }
        QVERIFY(parseJson(problem(400, "long", "detail", "field", text).body));
    }

    void logsLinesThatCannotBeForged() {
        const AccessRow row{Instant{1'700'000'000'123}, "127.0.0.1", "", "GET", "/a\nb \"c\"", 200, 12, 3456};
        QCOMPARE(textOf(row), R"(2023-11-14T22:13:20.123Z 127.0.0.1 - GET /a\x0ab\x20\x22c\x22 200 12 3.456)");
        // A path as long as it is shown, and one sign more.
        for (const std::size_t length : {std::size_t{200}, std::size_t{201}}) {
            const std::string path(length, 'p');
            const AccessRow longRow{Instant{0}, "::1", "token:t", "GET", path, 404, 0, 7};
            QCOMPARE(textOf(longRow), "1970-01-01T00:00:00.000Z ::1 token:t GET " + std::string(200, 'p') +
                                          (length > 200 ? "…" : "") + " 404 0 0.007");
        }
        QCOMPARE(textOf(AccessRow{Instant{0}, "a\x7f\\b", "", "", "", 200, 0, 999'999}),
                 std::string(R"(1970-01-01T00:00:00.000Z a\x7f\x5cb - - - 200 0 999.999)"));
        QCOMPARE(httpDate(Instant{784'111'777'000}), "Sun, 06 Nov 1994 08:49:37 GMT");
    }
};

}  // namespace test_ingest_readers

QTEST_APPLESS_MAIN(test_ingest_readers::TestIngestReaders)
#include "test_ingest_readers.moc"
