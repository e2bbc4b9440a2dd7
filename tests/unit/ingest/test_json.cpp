// SPDX-License-Identifier: GPL-3.0-or-later
// JSON of clients: strict text, and members read by their types; both sides of each limit, and where a fault is.
#include <QTest>
#include <boost/json/object.hpp>
#include <functional>
#include <optional>
#include <string>
#include <tuple>

#include "engine/api/status.h"
#include "engine/json/json_reader.h"
#include "engine/json/json_text.h"

namespace test_json {

using namespace evenhand;
using namespace evenhand::json;

namespace {

/// The first fault as "field value"; empty: there is none.
std::string faultOf(const std::string& text, const std::function<void(JsonReader&)>& read) {
    const auto value = parseJson(text);
    if (!value) {
        return "no JSON";
    }
    JsonReader in(*value);
    read(in);
    const auto done = in.finish();
    return done ? std::string() : done.error().field + " " + done.error().value;
}

}  // namespace

class TestJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Of a name that comes twice a reader takes one, and two readers not the same.
    void noNameComesTwice() {
        for (const char* good :
             {R"({"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]})", "{\"a\":\":\",\"b\":\"\\\":\\\"\",\"c:\":\"\\\\\"}",
              R"({"a":{"b":{"c":"x:y:z"}}})", R"([":",":"])", "{}", "[]", "\":\"", "7"}) {
            QVERIFY2(parseJson(good).has_value(), good);
        }
        for (const char* twice : {R"({"a":1,"a":1})", R"({"b":{"a":1,"a":2}})", R"({"b":[{"c":0},{"a":1,"a":2}]})",
                                  "{\"a\":\":\",\"a\":\":\"}"}) {
            const auto refused = parseJson(twice);
            QVERIFY2(!refused, twice);
            QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
            QCOMPARE(refused.error().field, std::string("body"));
            QVERIFY(refused.error().message.find("twice") != std::string::npos);
        }
    }

    void whatIsNoJson() {
        for (const char* bad : {"", "{", "{'a':1}", "{\"a\":1,}", "[1,2] x", "{\"a\":01}", "{\"a\":nan}", "// x\n{}",
                                "{\"a\":\"\t\"}", "\xef\xbb\xbf{}"}) {
            const auto refused = parseJson(bad);
            QVERIFY2(!refused, bad);
            QCOMPARE(refused.error().field, std::string("body"));
            QVERIFY2(refused.error().value.starts_with("byte "), bad);
        }
        QCOMPARE(parseJson(R"({"a":1,"b":x})").error().value, std::string("byte 11"));
        const std::string deep = std::string(17, '[') + std::string(17, ']');
        QVERIFY(parseJson(deep).error().message.find("nested") != std::string::npos);
    }

    void flags() {
        bool read = false;
        const auto flag = [&](const char* text) {
            return faultOf(text, [&](JsonReader& in) { read = in.flag("on"); });
        };
        QCOMPARE(flag(R"({"on":true})"), std::string());
        QVERIFY(read);
        QCOMPARE(flag(R"({"on":false})"), std::string());
        QVERIFY(!read);
        QCOMPARE(flag("{}"), std::string("on "));
        QCOMPARE(flag(R"({"on":null})"), std::string("on "));
        QCOMPARE(flag(R"({"on":1})"), std::string("on 1"));
        QVERIFY(flag(R"({"on":"true"})").starts_with("on "));
        for (const bool otherwise : {true, false}) {
            const auto maybe = [&](const char* text) {
                return faultOf(text, [&](JsonReader& in) { read = in.optionalFlag("on", otherwise); });
            };
            for (const char* absent : {"{}", R"({"on":null})"}) {
                QCOMPARE(maybe(absent), std::string());
                QCOMPARE(read, otherwise);
            }
            QCOMPARE(maybe(R"({"on":true})"), std::string());
            QVERIFY(read);
            QCOMPARE(maybe(R"({"on":false})"), std::string());
            QVERIFY(!read);
            QCOMPARE(maybe(R"({"on":0})"), std::string("on 0"));
        }
    }

    void textsAndTheirLengths() {
        std::string read;
        const auto text = [&](const std::string& said) {
            return faultOf("{\"t\":\"" + said + "\"}", [&](JsonReader& in) { read = in.text("t", 2, 4); });
        };
        for (const char* good : {"ab", "abcd", "\xe6\x9d\x8e\xe6\x9d\x8e\xe6\x9d\x8e\xe6\x9d\x8e"}) {
            QCOMPARE(text(good), std::string());
            QCOMPARE(read, std::string(good));
        }
        QCOMPARE(text("a\\nb"), std::string());
        QCOMPARE(read, std::string("a\nb"));
        for (const char* bad : {"a", "abcde", ""}) {
            QCOMPARE(text(bad), "t " + std::string(bad));
            QCOMPARE(read, std::string());
        }
        QVERIFY(!text("a\\u0007b").empty());
        QCOMPARE(faultOf("{}", [&](JsonReader& in) { read = in.text("t", 0, 4); }), std::string("t "));
        for (const char* absent : {"{}", R"({"t":null})", R"({"t":""})"}) {
            QCOMPARE(faultOf(absent, [&](JsonReader& in) { read = in.optionalText("t", 4); }), std::string());
            QCOMPARE(read, std::string());
        }
        QVERIFY(!faultOf(R"({"t":7})", [&](JsonReader& in) { read = in.optionalText("t", 4); }).empty());
        // An id that need not be there is an id where it is.
        for (const char* absent : {"{}", R"({"t":null})"}) {
            QCOMPARE(faultOf(absent, [&](JsonReader& in) { read = in.optionalId("t"); }), std::string());
            QCOMPARE(read, std::string());
        }
        QVERIFY(!faultOf(R"({"t":""})", [&](JsonReader& in) { read = in.optionalId("t"); }).empty());
        QVERIFY(!faultOf(R"({"t":"a\nb"})", [&](JsonReader& in) { read = in.optionalId("t"); }).empty());
    }

    void numbersAndInstants() {
        std::optional<std::int64_t> read;
        const auto number = [&](const char* text) {
            return faultOf(text, [&](JsonReader& in) { read = in.optionalInteger("n", -2, 5); });
        };
        for (const char* absent : {"{}", R"({"n":null})"}) {
            QCOMPARE(number(absent), std::string());
            QVERIFY(!read);
        }
        QCOMPARE(number(R"({"n":-2})"), std::string());
        QCOMPARE(read, std::optional<std::int64_t>(-2));
        QCOMPARE(number(R"({"n":5})"), std::string());
        QCOMPARE(read, std::optional<std::int64_t>(5));
        QCOMPARE(number(R"({"n":-3})"), std::string("n -3"));
        QCOMPARE(number(R"({"n":6})"), std::string("n 6"));
        Instant at;
        const auto instant = [&](const char* text) {
            return faultOf(text, [&](JsonReader& in) { at = in.instant("at"); });
        };
        QCOMPARE(instant(R"({"at":0})"), std::string());
        QCOMPARE(instant(R"({"at":253402300799999})"), std::string());
        QCOMPARE(at.ms, std::int64_t{253'402'300'799'999});
        QCOMPARE(instant(R"({"at":253402300800000})"), std::string("at 253402300800000"));
        QCOMPARE(instant(R"({"at":-1})"), std::string("at -1"));
        QCOMPARE(instant("{}"), std::string("at "));
    }

    void oneOfWhatIsKnown() {
        auto status = api::OrderStatus::WaitPay;
        const auto chosen = [&](const char* text) {
            return faultOf(text, [&](JsonReader& in) { status = in.oneOf("s", api::orderStatusFrom); });
        };
        QCOMPARE(chosen(R"({"s":"CLOSED"})"), std::string());
        QVERIFY(status == api::OrderStatus::Closed);
        QCOMPARE(chosen(R"({"s":"closed"})"), std::string("s closed"));
        QCOMPARE(chosen(R"({"s":""})"), std::string("s "));
        QCOMPARE(chosen("{}"), std::string("s "));
    }

    /// A fault within has its path, and what nobody has asked for is one.
    void objectsWithin() {
        bool there = false;
        const auto within = [&](const char* text) {
            return faultOf(text, [&](JsonReader& in) {
                there = in.optionalObject("draw", [](JsonReader& draw) { std::ignore = draw.id("id"); });
            });
        };
        for (const char* absent : {"{}", R"({"draw":null})"}) {
            QCOMPARE(within(absent), std::string());
            QVERIFY(!there);
        }
        QCOMPARE(within(R"({"draw":{"id":"d"}})"), std::string());
        QVERIFY(there);
        QCOMPARE(within(R"({"draw":{}})"), std::string("draw.id "));
        QCOMPARE(within(R"({"draw":{"id":"d","x":7}})"), std::string("draw.x 7"));
        QCOMPARE(within(R"({"draw":{"id":"d"},"y":8})"), std::string("y 8"));
        QVERIFY(within(R"({"draw":[]})").starts_with("draw"));
        const auto needed = [](JsonReader& in) {
            in.object("a",
                      [](JsonReader& a) { a.object("b", [](JsonReader& b) { std::ignore = b.integer("n", 0, 1); }); });
        };
        QCOMPARE(faultOf(R"({"a":{"b":{"n":1}}})", needed), std::string());
        QCOMPARE(faultOf(R"({"a":{"b":{"n":2}}})", needed), std::string("a.b.n 2"));
        QCOMPARE(faultOf(R"({"a":{}})", needed), std::string("a.b "));
        QCOMPARE(faultOf("{}", needed), std::string("a "));
    }

    /// As many entries as there may be, and one more; the first bad one is named by its place.
    void listsAndTheirLengths() {
        int seen = 0;
        const auto listed = [&](const char* text) {
            seen = 0;
            return faultOf(text, [&](JsonReader& in) {
                in.list("rows", 1, 2, [&](JsonReader& row) { seen += static_cast<int>(row.integer("n", 1, 9)); });
            });
        };
        QCOMPARE(listed(R"({"rows":[{"n":3}]})"), std::string());
        QCOMPARE(seen, 3);
        QCOMPARE(listed(R"({"rows":[{"n":3},{"n":4}]})"), std::string());
        QCOMPARE(seen, 7);
        QCOMPARE(listed(R"({"rows":[{"n":1},{"n":1},{"n":1}]})"), std::string("rows 3 entries"));
        QCOMPARE(seen, 0);
        QCOMPARE(listed(R"({"rows":[{"n":0},{"n":0}]})"), std::string("rows[0].n 0"));
        QVERIFY(listed(R"({"rows":[{"n":1},7]})").starts_with("rows[1]"));
    }

    void listsOfTexts() {
        std::vector<std::string> read;
        const auto texts = [&](const char* text) {
            return faultOf(text, [&](JsonReader& in) { read = in.texts("words", 2, 3); });
        };
        QCOMPARE(texts(R"({"words":[]})"), std::string());
        QVERIFY(read.empty());
        QCOMPARE(texts(R"({"words":["a","bcd"]})"), std::string());
        QCOMPARE(read, (std::vector<std::string>{"a", "bcd"}));
        QCOMPARE(texts(R"({"words":["a","b","c"]})"), std::string("words 3 entries"));
        QVERIFY(read.empty());
        QCOMPARE(texts(R"({"words":["a","bcde"]})"), std::string("words[1] bcde"));
        QCOMPARE(texts(R"({"words":["","b"]})"), std::string("words[0] "));
        QCOMPARE(texts(R"({"words":["a",7]})"), std::string("words[1] 7"));
        QCOMPARE(texts(R"({"words":"a"})"), std::string("words a"));
        QCOMPARE(texts("{}"), std::string("words "));
    }

    void listsOfIntegers() {
        std::vector<std::int64_t> read;
        const auto integers = [&](const char* text) {
            return faultOf(text, [&](JsonReader& in) { read = in.integers("steps", 2, 1, 9); });
        };
        QCOMPARE(integers(R"({"steps":[]})"), std::string());
        QVERIFY(read.empty());
        QCOMPARE(integers(R"({"steps":[1,9]})"), std::string());
        QCOMPARE(read, (std::vector<std::int64_t>{1, 9}));
        QCOMPARE(integers(R"({"steps":[1,2,3]})"), std::string("steps 3 entries"));
        QVERIFY(read.empty());
        QCOMPARE(integers(R"({"steps":[1,10]})"), std::string("steps[1] 10"));
        QCOMPARE(integers(R"({"steps":[0]})"), std::string("steps[0] 0"));
        QCOMPARE(integers(R"({"steps":[1,"2"]})"), std::string("steps[1] 2"));
        QCOMPARE(integers(R"({"steps":[1.5]})").substr(0, 8), std::string("steps[0]"));
        QCOMPARE(integers(R"({"steps":7})"), std::string("steps 7"));
        QCOMPARE(integers("{}"), std::string("steps "));
    }
};

}  // namespace test_json

QTEST_APPLESS_MAIN(test_json::TestJson)
#include "test_json.moc"
