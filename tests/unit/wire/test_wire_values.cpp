// SPDX-License-Identifier: GPL-3.0-or-later
// Values come back from JSON as they were; a bad value is refused, with its path.
#include <QtTest>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cmath>
#include <limits>

#include "engine/base/sha256.h"
#include "engine/json/json_text.h"
#include "engine/wire/protocol.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"

namespace test_wire_values {

using namespace evenhand;
namespace json = boost::json;

namespace {

template <typename T>
std::string written(const T& value) {
    wire::Writing out;
    return json::serialize(wire::write(value, out));
}
/// Through text, as over a line.
template <typename T>
Result<T> through(const T& value) {
    const auto parsed = parseJson(written(value));
    if (!parsed) {
        return fail(parsed.error());
    }
    wire::Reading in;
    T back{};
    wire::read(*parsed, back, in);
    return in.ok() ? Result<T>(std::move(back)) : fail(in.fault());
}
template <typename T>
Error faultOf(std::string_view text) {
    const auto parsed = parseJson(text);
    if (!parsed) {
        return parsed.error();
    }
    wire::Reading in;
    T back{};
    wire::read(*parsed, back, in);
    return in.ok() ? Error{ErrorCode::Internal, "was read", {}, {}} : in.fault();
}

}  // namespace

class TestWireValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreExact() {
        for (const std::int64_t number :
             {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, std::int64_t{0},
              std::int64_t{9'007'199'254'740'993}, std::numeric_limits<std::int64_t>::max()}) {
            QCOMPARE(*through(number), number);
            QCOMPARE(through(Money{number})->minor, number);
            QCOMPARE(through(Instant{number})->ms, number);
        }
        QCOMPARE(*through(std::numeric_limits<std::uint64_t>::max()), std::numeric_limits<std::uint64_t>::max());
        for (const double number : {0.1, -1e300, 5e-324, 3.0}) {
            QCOMPARE(*through(number), number);
        }
        QVERIFY(std::isnan(*through(std::numeric_limits<double>::quiet_NaN())));
        QCOMPARE(faultOf<std::int64_t>("1.5").code, ErrorCode::InvalidArgument);
        QCOMPARE(faultOf<std::int64_t>("1.0").code, ErrorCode::InvalidArgument);
        QCOMPARE(faultOf<std::int64_t>("9223372036854775808").code, ErrorCode::InvalidArgument);
        QCOMPARE(faultOf<std::uint32_t>("-1").code, ErrorCode::InvalidArgument);
        QCOMPARE(faultOf<std::uint32_t>("4294967296").code, ErrorCode::InvalidArgument);
        QCOMPARE(faultOf<int>("\"1\"").value, std::string("1"));
        QCOMPARE(faultOf<bool>("1").code, ErrorCode::InvalidArgument);
    }

    void textsAreExactAndAlwaysUtf8() {
        for (const std::string& text : {std::string(), std::string("均派 \"\\\n\t </script>"), std::string("\0a", 2),
                                        std::string("\xF0\x9F\x8D\xB5")}) {
            QCOMPARE(*through(text), text);
            QCOMPARE(through(OrderNo(text))->str(), text);
        }
        wire::Writing out;
        QCOMPARE(json::serialize(wire::write(std::string("a\xFF\xE4\xB8z"), out)),
                 std::string("\"a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\""));
        QVERIFY(out.altered);
    }

    void aStructIsItsMembers() {
        api::PlaceOrder order;
        order.key = "k";
        order.user = UserId("ann");
        order.campus = CampusId("north");
        order.lines = {{Sku("tea"), 2, {}}, {Sku("Tea"), 3, {}}};
        order.placedAt = Instant{-1};
        order.payWith = PaymentNo("P");
        const auto back = through(order);
        QVERIFY(back);
        QCOMPARE(written(*back), written(order));
        QCOMPARE(back->lines[1].sku.str(), std::string("Tea"));
        QCOMPARE(back->placedAt, std::optional(Instant{-1}));
        QVERIFY(!back->draw);
        api::EngineStatus status;
        status.state = api::EngineState::ReadOnly;
        status.cause = ErrorCode::WorkspaceInUse;
        status.standing = {{"code", "text"}};
        status.commitTimes.counts[3] = 7;
        QCOMPARE(written(*through(status)), written(status));
        api::Roster roster;
        roster.week[6] = {};
        QCOMPARE(written(*through(roster)), written(roster));
        api::HoldVersions versions{{api::TaskKind{}, 4}};
        QVERIFY(*through(versions) == versions);
    }

    void resultsSayWhatCameOfIt() {
        const Result<std::vector<Money>> value(std::vector<Money>{Money{1}});
        QCOMPARE(written(value), std::string(R"({"value":[1]})"));
        const Result<void> problem = fail(ErrorCode::OutOfStock, "only 3 left", "quantity", "5");
        const auto back = through(problem);
        QVERIFY(back && !*back);
        QVERIFY(back->error() == problem.error());
        QCOMPARE(faultOf<Result<void>>(R"({"value":null,"problem":null})").code, ErrorCode::InvalidArgument);
        QCOMPARE(faultOf<Result<void>>("{}").field, std::string("value"));
    }

    void aFaultNamesItsPath_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("path");
        QTest::newRow("wrong type") << QByteArray(R"({"sku":"tea","quantity":"two","unitPrice":1})")
                                    << QByteArray("[1].quantity");
        QTest::newRow("missing") << QByteArray(R"({"sku":"tea","unitPrice":1})") << QByteArray("[1].quantity");
        QTest::newRow("not known") << QByteArray(R"({"sku":"tea","quantity":1,"unitPrice":1,"price":0})")
                                   << QByteArray("[1].price");
        QTest::newRow("null") << QByteArray("null") << QByteArray("[1]");
        QTest::newRow("twice") << QByteArray(R"({"sku":"tea","quantity":1,"quantity":2,"unitPrice":1})")
                               << QByteArray("body");
        QTest::newRow("case") << QByteArray(R"({"Sku":"tea","quantity":1,"unitPrice":1})") << QByteArray("[1].sku");
    }
    void aFaultNamesItsPath() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, path);
        const std::string text = R"([{"sku":"a","quantity":1,"unitPrice":1},)" + line.toStdString() + "]";
        QCOMPARE(faultOf<std::vector<api::OrderLine>>(text).field, path.toStdString());
    }

    void enumsAreTheirNames() {
        QCOMPARE(written(api::OrderStatus::WaitPay), std::string("\"WaitPay\""));
        QCOMPARE(*through(api::OrderStatus::Closed), api::OrderStatus::Closed);
        QCOMPARE(faultOf<api::OrderStatus>("\"waitpay\"").value, std::string("waitpay"));
        QCOMPARE(faultOf<api::OrderStatus>("0").code, ErrorCode::InvalidArgument);
        // Each error that an engine can give can be told.
        for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code) {
            const auto value = static_cast<ErrorCode>(code);
            QVERIFY2(!wire::nameOf(value).empty(), qPrintable(QString::number(code)));
            QCOMPARE(*through(value), value);
        }
    }

    void eventsSayNoMoreThanTheyMust() {
        api::Event event;
        event.kind = api::Event::Kind::OrderChanged;
        event.order = OrderId{12};
        event.campus = CampusId("north");
        event.what = api::EventKind{};
        const auto text = json::serialize(wire::writeEvent(event));
        QVERIFY2(text.size() < 100, text.c_str());
        const auto back = wire::readEvent(json::parse(text));
        QVERIFY(back);
        QCOMPARE(back->order, event.order);
        QCOMPARE(back->campus, event.campus);
        QVERIFY(back->what == event.what);
        QVERIFY(!wire::readEvent(json::parse(R"({"kind":"OrderChanged","colour":"red"})")));
        QVERIFY(!wire::readEvent(json::parse("[]")));
    }

    void theDocumentSaysEveryCall() {
        const auto& text = wire::protocolText();
        for (const char* line : {"do orders.place(request: PlaceOrder) gives PlacedOrder\n",
                                 "read orders.page(query: OrderQuery) gives list of OrderRow\n",
                                 "save orders.exportCsv(query: OrderQuery) tells int64 gives int64\n",
                                 "say backups.take(path: text) tells int64 int64 gives BackupRow\n",
                                 "many orders.payMany(requests: list of PayOrder) gives PaymentAnswer\n"}) {
            QVERIFY2(text.find(line) != std::string::npos, line);
        }
        QVERIFY(text.find("refunds.claimDue") == std::string::npos);
        QVERIFY(text.find("\nOrderLine: sku (text id) quantity (int64) unitPrice (minor units)\n") !=
                std::string::npos);
        QCOMPARE(wire::protocolHash().size(), std::size_t{32});
    }

    /// Everything that programs say to each other is in the document, so programs that would not understand each other
    /// have different hashes.
    void theDocumentSaysWhatIsSaidBesideTheCalls_data() {
        QTest::addColumn<QByteArray>("line");
        const auto row = [](const char* name, const char* line) { QTest::newRow(name) << QByteArray(line); };
        row("version", "evenhand.desk.1 at /v1/console\n");
        row("hello", "console: hello (program, protocol: text, via: Via)\n");
        row("its answer",
            "service: hello (program, protocol: text, now: epoch ms, actor: text or null, permissions: uint32)\n");
        row("signing in", "console: id (int64) signIn (SignIn)\n");
        row("taking up", "console: id (int64) resume (text)\n");
        row("a call",
            "console: id (int64) call (text) arguments (members) reason (text, may be missing) key (text, may be "
            "missing) bulk (boolean, may be missing) file (text, may be missing)\n");
        row("giving up", "console: cancel (int64)\n");
        row("a refusal", "service: id (int64) problem (Error)\n");
        row("progress", "service: id (int64) progress (list of what the call tells)\n");
        row("pieces", "service: id (int64) bytes (text in Base64)\n");
        row("workspace", "service: workspace (WorkspaceInfo)\n");
        row("status", "service: status (EngineStatus)\n");
        row("events", "service: events (list of Event without members that say nothing)\n");
        row("grant", "service: grant (permissions: uint32, ended: boolean)\n");
        row("members of an event", "\nEvent: kind (Event::Kind) order (number id) campus (text id) ");
        row("members of a status", "\nEngineStatus: state (EngineState) reason (text) ");
        row("members of a workspace", "\nWorkspaceInfo: id (text) ");
        row("members of a session", "\nSessionGrant: name (text) permissions (uint32) ");
        row("members of an error", "\nError: code (ErrorCode) message (text) field (text) value (text)\n");
        row("kinds of events", "\nEvent::Kind: OrderChanged CourierChanged ");
    }
    void theDocumentSaysWhatIsSaidBesideTheCalls() {
        QFETCH(QByteArray, line);
        QVERIFY2(wire::protocolText().find(line.toStdString()) != std::string::npos, wire::protocolText().c_str());
    }
    /// The hash is that of the document, whole.
    void theHashIsOfTheDocument() {
        QCOMPARE(wire::protocolHash(), base::hexOf(base::bytesOf(base::sha256(wire::protocolText()))).substr(0, 32));
    }
};

}  // namespace test_wire_values

QTEST_GUILESS_MAIN(test_wire_values::TestWireValues)
#include "test_wire_values.moc"
