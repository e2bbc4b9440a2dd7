// SPDX-License-Identifier: GPL-3.0-or-later
// What reads requests and words answers, without a server: JSON members, media types, rates, routes, kept answers,
// problems, answers' heads.
#include <QPromise>
#include <QTest>
#include <algorithm>

#include "engine/ingest/http/answering.h"
#include "engine/ingest/http/negotiation.h"
#include "engine/ingest/http/problem.h"
#include "engine/ingest/http/rate_limiter.h"
#include "engine/ingest/http/response_text.h"
#include "engine/ingest/http/router.h"
#include "engine/json/json_reader.h"
#include "engine/json/json_text.h"

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
        QCOMPARE(httpDate(Instant{784'111'777'000}), "Sun, 06 Nov 1994 08:49:37 GMT");
    }
};

QTEST_APPLESS_MAIN(TestIngestReaders)
#include "test_ingest_readers.moc"
