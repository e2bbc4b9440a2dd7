// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that need nothing but the row, and the reading of instants.
#include <QBuffer>
#include <QDateTime>
#include <QTest>

#include <set>

#include "app/import/order_index.h"
#include "app/import/order_placer.h"
#include "app/import/order_row.h"
#include "app/import/report.h"
#include "app/import/return_row.h"
#include "engine/api/limits.h"

namespace test_order_rows {

using namespace evenhand;
using namespace evenhand::import;

namespace {

/// Reads one row under the given header with the profile; the reason's name, or "ok".
std::string verdictOf(const Profile& profile, const std::string& header, const std::string& line,
                      OrderRow* out = nullptr, int minorDigits = 2, Instant clock = {}) {
    QByteArray bytes = QByteArray::fromStdString(header + "\n" + line + "\n");
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    CsvReader reader(buffer, profile.delimiter);
    static CsvRecord record;
    OrderRowReader rows(profile, minorDigits, Money{base::kMaxMoneyMinor}, QTimeZone("Asia/Shanghai"),
                        latestInstant(clock));
    if (!readHeaderRecord(reader, record) || !rows.readHeader(record) || !reader.next(record)) {
        return "no row";
    }
    const auto read = rows.read(record);
    if (const auto* rejection = std::get_if<Rejection>(&read)) {
        return std::string(reasonName(rejection->reason));
    }
    if (out != nullptr) {
        *out = std::get<OrderRow>(read);
    }
    return "ok";
}

const std::string kHeader = "order_no,user_id,campus,sku,quantity,unit_price,placed_at,product_name";

/// The same of a return; "header" if the header is refused.
std::string returnVerdictOf(const Profile& profile, const std::string& header, const std::string& line,
                            ReturnRow* out = nullptr, Instant clock = {}, std::string* number = nullptr) {
    QByteArray bytes = QByteArray::fromStdString(header + "\n" + line + "\n");
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    CsvReader reader(buffer, profile.delimiter);
    static CsvRecord record;
    ReturnRowReader rows(profile, QTimeZone("Asia/Shanghai"), latestInstant(clock));
    if (!readHeaderRecord(reader, record) || !rows.readHeader(record)) {
        return "header";
    }
    if (!reader.next(record)) {
        return "no row";
    }
    const auto read = rows.read(record);
    if (number != nullptr) {
        *number = rows.returnNo();
    }
    if (const auto* rejection = std::get_if<Rejection>(&read)) {
        return std::string(reasonName(rejection->reason));
    }
    if (out != nullptr) {
        *out = std::get<ReturnRow>(read);
    }
    return "ok";
}

const std::string kReturnHeader = "return_no,order_no,user_id,sku,quantity,at,reason";

std::optional<std::int64_t> readTime(const char* zone, const std::string& pattern, const std::string& text) {
    TimestampReader reader(QTimeZone(zone), pattern);
    const auto at = reader.read(text);
    return at ? std::optional(at->ms) : std::nullopt;
}

}  // namespace

class TestOrderRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reasons_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray date = "2026-01-05 12:00:00";
        const QByteArray long65(65, 'i');
        QTest::newRow("good") << "A1,u,c,s,1,2.50," + date + ",Tea" << QByteArray("ok");
        QTest::newRow("64 characters") << QByteArray(64, 'i') + ",u,c,s,1,2.50," + date + ",Tea" << QByteArray("ok");
        QTest::newRow("64 characters of two bytes")
            << QByteArray("é").repeated(64) + ",u,c,s,1,2.50," + date + "," << QByteArray("ok");
        QTest::newRow("missing column") << "A1,u,c,s,1,2.50," + date << QByteArray("wrong_columns");
        QTest::newRow("extra column") << "A1,u,c,s,1,2.50," + date + ",Tea,x" << QByteArray("wrong_columns");
        QTest::newRow("open quote") << "A1,u,c,s,1,2.50," + date + ",\"Tea" << QByteArray("wrong_columns");
        QTest::newRow("no campus") << "A1,u,,s,1,2.50," + date + ",Tea" << QByteArray("wrong_columns");
        QTest::newRow("latin-1") << "A1,u,c,s,1,2.50," + date + ",Caf\xe9" << QByteArray("not_utf8");
        QTest::newRow("surrogate") << "A1,u,c,s,1,2.50," + date + ",\xed\xa0\x80" << QByteArray("not_utf8");
        QTest::newRow("NUL in an id") << QByteArray("A\0001,u,c,s,1,2.50,", 19) + date + ",Tea"
                                      << QByteArray("not_utf8");
        QTest::newRow("turned id") << "A1\u202e,u,c,s,1,2.50," + date + ",Tea" << QByteArray("not_utf8");
        QTest::newRow("hidden mark in an id") << "A1,u\u200f,c,s,1,2.50," + date + ",Tea" << QByteArray("not_utf8");
        QTest::newRow("byte order mark in an id") << "A1,u,c,\ufeffs,1,2.50," + date + ",Tea" << QByteArray("not_utf8");
        QTest::newRow("blank of no width") << "A1,\u200b,c,s,1,2.50," + date + ",Tea" << QByteArray("not_utf8");
        QTest::newRow("turned name") << "A1,u,c,s,1,2.50," + date + ",T\u202eea" << QByteArray("not_utf8");
        QTest::newRow("name of blanks") << "A1,u,c,s,1,2.50," + date + ",  " << QByteArray("ok");
        QTest::newRow("line break in a name") << "A1,u,c,s,1,2.50," + date + ",\"Green\nTea\"" << QByteArray("ok");
        QTest::newRow("order number too long") << long65 + ",u,c,s,1,2.50," + date + ",Tea" << QByteArray("too_long");
        QTest::newRow("user too long") << "A1," + long65 + ",c,s,1,2.50," + date + ",Tea" << QByteArray("too_long");
        QTest::newRow("campus too long") << "A1,u," + long65 + ",s,1,2.50," + date + ",Tea" << QByteArray("too_long");
        QTest::newRow("sku too long") << "A1,u,c," + long65 + ",1,2.50," + date + ",Tea" << QByteArray("too_long");
        QTest::newRow("name of 200") << "A1,u,c,s,1,2.50," + date + "," + QByteArray(200, 'n') << QByteArray("ok");
        QTest::newRow("name of 201") << "A1,u,c,s,1,2.50," + date + "," + QByteArray(201, 'n')
                                     << QByteArray("too_long");
        QTest::newRow("line too long") << "A1,u,c,s,1,2.50," + date + "," + QByteArray(65'536, 'n')
                                       << QByteArray("too_long");
        QTest::newRow("no order number") << ",u,c,s,1,2.50," + date + ",Tea" << QByteArray("missing_order_no");
        QTest::newRow("blank order number") << "  ,u,c,s,1,2.50," + date + ",Tea" << QByteArray("missing_order_no");
        QTest::newRow("no sku") << "A1,u,c,,1,2.50," + date + ",Tea" << QByteArray("missing_sku");
        QTest::newRow("no user") << "A1,,c,s,1,2.50," + date + ",Tea" << QByteArray("ok");
        QTest::newRow("quantity text") << "A1,u,c,s,one,2.50," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("quantity empty") << "A1,u,c,s,,2.50," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("quantity fraction") << "A1,u,c,s,1.5,2.50," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("quantity exponent") << "A1,u,c,s,1e2,2.50," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("quantity huge") << "A1,u,c,s,99999999999999999999,2.50," + date + ",Tea"
                                       << QByteArray("bad_number");
        QTest::newRow("quantity of a million") << "A1,u,c,s,1000000,2.50," + date + ",Tea" << QByteArray("ok");
        QTest::newRow("quantity above a million")
            << "A1,u,c,s,1000001,2.50," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("other digits") << "A1,u,c,s,\xd9\xa1,2.50," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("price text") << "A1,u,c,s,1,free," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("price nan") << "A1,u,c,s,1,nan," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("price grouped") << "A1,u,c,s,1,\"1,000.00\"," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("price huge") << "A1,u,c,s,1,90071992547409.92," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("price bad before quantity 0") << "A1,u,c,s,0,free," + date + ",Tea" << QByteArray("bad_number");
        QTest::newRow("quantity 0") << "A1,u,c,s,0,2.50," + date + ",Tea" << QByteArray("non_positive_quantity");
        QTest::newRow("quantity negative")
            << "A1,u,c,s,-3,-2.50," + date + ",Tea" << QByteArray("non_positive_quantity");
        QTest::newRow("price negative") << "A1,u,c,s,1,-2.50," + date + ",Tea" << QByteArray("negative_price");
        QTest::newRow("price negative below a cent")
            << "A1,u,c,s,1,-0.001," + date + ",Tea" << QByteArray("negative_price");
        QTest::newRow("price minus zero") << "A1,u,c,s,1,-0.00," + date + ",Tea" << QByteArray("ok");
        QTest::newRow("price 0") << "A1,u,c,s,1,0," + date + ",Tea" << QByteArray("ok");
        QTest::newRow("sub-minor") << QByteArray("A1,u,c,s,1,2.505,x,Tea") << QByteArray("sub_minor_price");
        QTest::newRow("zeros below a cent") << "A1,u,c,s,1,2.5000," + date + ",Tea" << QByteArray("ok");
        QTest::newRow("no date") << QByteArray("A1,u,c,s,1,2.50,,Tea") << QByteArray("bad_date");
        QTest::newRow("30 February") << QByteArray("A1,u,c,s,1,2.50,2026-02-30 12:00:00,Tea") << QByteArray("bad_date");
        QTest::newRow("hour 24") << QByteArray("A1,u,c,s,1,2.50,2026-02-03 24:00:00,Tea") << QByteArray("bad_date");
        QTest::newRow("date only") << QByteArray("A1,u,c,s,1,2.50,2026-02-03,Tea") << QByteArray("bad_date");
    }
    void reasons() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(verdictOf(Profile::native(), kHeader, line.toStdString())), expected);
    }

    void theFirstReasonOfTheOrderWins() {
        // Each line has the fault named and every later one that can stand beside it.
        const std::string later = ",u,c,,x,-1.001,never,";
        const std::string longId(65, 'x');
        QCOMPARE(verdictOf(Profile::native(), kHeader, "\xff" + longId + later + "n,extra"),
                 std::string("wrong_columns"));
        QCOMPARE(verdictOf(Profile::native(), kHeader, "\xff" + longId + later + "n"), std::string("not_utf8"));
        QCOMPARE(verdictOf(Profile::onlineRetail(),
                           "InvoiceNo,CustomerID,Country,StockCode,Quantity,UnitPrice,InvoiceDate,Description",
                           "C" + longId + later + "n"),
                 std::string("too_long"));
        QCOMPARE(verdictOf(Profile::onlineRetail(),
                           "InvoiceNo,CustomerID,Country,StockCode,Quantity,UnitPrice,InvoiceDate,Description",
                           "C1" + later + "n"),
                 std::string("return_row"));
        QCOMPARE(verdictOf(Profile::native(), kHeader, later + "n"), std::string("missing_order_no"));
        QCOMPARE(verdictOf(Profile::native(), kHeader, "A" + later + "n"), std::string("missing_sku"));
        QCOMPARE(verdictOf(Profile::native(), kHeader, "A,u,c,s,x,-1.001,never,n"), std::string("bad_number"));
        QCOMPARE(verdictOf(Profile::native(), kHeader, "A,u,c,s,0,-1.001,never,n"),
                 std::string("non_positive_quantity"));
        QCOMPARE(verdictOf(Profile::native(), kHeader, "A,u,c,s,1,-1.001,never,n"), std::string("negative_price"));
        QCOMPARE(verdictOf(Profile::native(), kHeader, "A,u,c,s,1,1.001,never,n"), std::string("sub_minor_price"));
        QCOMPARE(verdictOf(Profile::native(), kHeader, "A,u,c,s,1,1.01,never,n"), std::string("bad_date"));
    }

    void valuesAreExact() {
        OrderRow row;
        QCOMPARE(verdictOf(Profile::native(), kHeader, "Ab1,17850.0,Nord,sKu,6.0,2.1,2010-12-01T08:26:00Z,Tea", &row),
                 std::string("ok"));
        QCOMPARE(row.orderNo, std::string_view("Ab1"));
        QCOMPARE(row.user, std::string_view("17850.0"));  // only the online-retail profile reads it as a number
        QCOMPARE(row.sku, std::string_view("sKu"));
        QCOMPARE(row.quantity, std::int64_t{6});
        QCOMPARE(row.unitPrice.minor, std::int64_t{210});
        QCOMPARE(row.placedAt.ms, std::int64_t{1291191960000});
        QCOMPARE(verdictOf(Profile::native(), kHeader, "A,u,c,s,1,90071992547409.91,2010-12-01T08:26:00Z,", &row),
                 std::string("ok"));
        QCOMPARE(row.unitPrice.minor, std::int64_t{9007199254740991});
        QCOMPARE(verdictOf(Profile::native(), kHeader, "A,u,c,s,1,2,2010-12-01T08:26:00Z,", &row, 0),
                 std::string("ok"));
        QCOMPARE(row.unitPrice.minor, std::int64_t{2});
        QCOMPARE(verdictOf(Profile::native(), kHeader, "A,u,c,s,1,2.5,2010-12-01T08:26:00Z,", &row, 0),
                 std::string("sub_minor_price"));
    }

    void instantsMoreThanADayAheadAreOfTheFuture() {
        OrderRow row;
        const Instant clock{1'767'571'200'000};  // 2026-01-05T00:00:00Z
        const auto verdict = [&](const std::string& placedAt, const std::string& sku = "s") {
            return verdictOf(Profile::native(), kHeader, "A1,u,c," + sku + ",1,2.50," + placedAt + ",Tea", &row, 2,
                             clock);
        };
        QCOMPARE(verdict("2026-01-06T00:00:00Z"), std::string("ok"));
        QCOMPARE(row.placedAt, clock.plusMs(86'400'000));
        QCOMPARE(verdict("2026-01-06T00:00:00.001Z"), std::string("in_future"));
        QCOMPARE(verdict("2100-01-01T00:00:00Z"), std::string("in_future"));
        QCOMPARE(verdict("2100-01-01T00:00:00Z", ""), std::string("missing_sku"));  // the earlier reason
        QCOMPARE(verdict("2300-01-01T00:00:00Z"), std::string("bad_date"));
        QCOMPARE(verdictOf(Profile::native(), kHeader, "A1,u,c,s,1,2.50,2100-01-01T00:00:00Z,Tea"),
                 std::string("ok"));  // the clock is not known
    }

    void onlineRetailDatesHaveTwoForms() {
        OrderRow row;
        const std::string header = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country";
        const auto verdict = [&](const std::string& date) {
            return verdictOf(Profile::onlineRetail(), header, "536365,85123A,HOLDER,6," + date + ",2.55,17850.0,UK",
                             &row);
        };
        for (const auto* date : {"12/1/2010 8:26", "12/01/2010 08:26", "2010-12-01 08:26:00"}) {
            QCOMPARE(verdict(date), std::string("ok"));
            QCOMPARE(row.placedAt.ms, std::int64_t{1'291'163'160'000});  // month before day, in the workspace's zone
        }
        for (const auto* date : {"13/1/2010 8:26", "12/1/2010", "12/1/10 8:26", "12/1/2010 8:26 ", "12/1/2010 24:00"}) {
            QCOMPARE(verdict(date), std::string("bad_date"));
        }
    }

    void onlineRetailRows() {
        const std::string header = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country";
        OrderRow row;
        QCOMPARE(verdictOf(Profile::onlineRetail(), header,
                           "536365,85123A,T-LIGHT,6,2010-12-01 08:26:00,2.55,17850.0,United Kingdom", &row, 0),
                 std::string("ok"));
        QCOMPARE(row.user, std::string_view("17850"));
        QCOMPARE(row.campus, std::string_view("United Kingdom"));
        QCOMPARE(row.unitPrice.minor, std::int64_t{255});  // two digits whatever the workspace's currency has
        QCOMPARE(row.placedAt.ms, std::int64_t{1291191960000 - 8 * 3600 * 1000});
        QCOMPARE(verdictOf(Profile::onlineRetail(), header,
                           "C536379,D,Discount,-1,2010-12-01 09:41:00,27.5,14527.0,United Kingdom"),
                 std::string("return_row"));
        QCOMPARE(verdictOf(Profile::onlineRetail(), header,
                           "c536379,D,Discount,-1,2010-12-01 09:41:00,27.5,14527.0,United Kingdom"),
                 std::string("non_positive_quantity"));
    }

    void idsThatLookLikeNumbers() {
        QCOMPARE(withoutZeroFraction("17850.0"), std::string_view("17850"));
        QCOMPARE(withoutZeroFraction("17850.00"), std::string_view("17850"));
        for (const auto* same : {"17850", "17850.5", ".0", "17850.", "a.0", "1.0.0", "", "-1.0"}) {
            QCOMPARE(withoutZeroFraction(same), std::string_view(same));
        }
    }

    void instants_data() {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("utc");  // ISO in UTC, empty: refused
        const QByteArray iso;
        QTest::newRow("zone") << iso << QByteArray("2026-01-05 12:00:00") << QByteArray("2026-01-05T12:00:00.000Z");
        QTest::newRow("T") << iso << QByteArray("2026-01-05T12:00") << QByteArray("2026-01-05T12:00:00.000Z");
        QTest::newRow("Z") << iso << QByteArray("2026-07-05T12:00:00Z") << QByteArray("2026-07-05T12:00:00.000Z");
        QTest::newRow("summer time") << iso << QByteArray("2026-07-05T12:00:00")
                                     << QByteArray("2026-07-05T11:00:00.000Z");
        QTest::newRow("offset") << iso << QByteArray("2026-07-05T12:00:00+05:30")
                                << QByteArray("2026-07-05T06:30:00.000Z");
        QTest::newRow("short offset") << iso << QByteArray("2026-07-05T12:00:00-08")
                                      << QByteArray("2026-07-05T20:00:00.000Z");
        QTest::newRow("offset without colon")
            << iso << QByteArray("2026-07-05 12:00:00+0800") << QByteArray("2026-07-05T04:00:00.000Z");
        QTest::newRow("milliseconds") << iso << QByteArray("2026-01-05T12:00:00.1239Z")
                                      << QByteArray("2026-01-05T12:00:00.123Z");
        QTest::newRow("leap day") << iso << QByteArray("2024-02-29T00:00:00Z")
                                  << QByteArray("2024-02-29T00:00:00.000Z");
        QTest::newRow("no leap day") << iso << QByteArray("2100-02-29T00:00:00Z") << QByteArray();
        QTest::newRow("skipped hour") << iso << QByteArray("2026-03-29 01:30:00")
                                      << QByteArray("2026-03-29T01:30:00.000Z");
        QTest::newRow("hour that is twice")
            << iso << QByteArray("2026-10-25 01:30:00") << QByteArray("2026-10-25T00:30:00.000Z");
        QTest::newRow("before the change")
            << iso << QByteArray("2026-10-25 00:59:59") << QByteArray("2026-10-24T23:59:59.000Z");
        QTest::newRow("after the change")
            << iso << QByteArray("2026-10-25 02:00:00") << QByteArray("2026-10-25T02:00:00.000Z");
        QTest::newRow("first") << iso << QByteArray("1970-01-01T00:00:00Z") << QByteArray("1970-01-01T00:00:00.000Z");
        QTest::newRow("before the first") << iso << QByteArray("1970-01-01T00:00:00+01:00") << QByteArray();
        QTest::newRow("year 1969") << iso << QByteArray("1969-12-31T23:59:59Z") << QByteArray();
        QTest::newRow("year 2200") << iso << QByteArray("2200-01-01T00:00:00Z") << QByteArray();
        QTest::newRow("blank at the end") << iso << QByteArray("2026-01-05 12:00:00 ") << QByteArray();
        QTest::newRow("second 60") << iso << QByteArray("2026-01-05 12:00:60") << QByteArray();
        QTest::newRow("one digit") << iso << QByteArray("2026-1-05 12:00:00") << QByteArray();
        QTest::newRow("words") << iso << QByteArray("yesterday") << QByteArray();
        QTest::newRow("empty fraction") << iso << QByteArray("2026-01-05T12:00:00.Z") << QByteArray();
        QTest::newRow("half an offset") << iso << QByteArray("2026-01-05T12:00:00+1") << QByteArray();
        QTest::newRow("day first") << QByteArray("d/M/yyyy H:mm") << QByteArray("5/1/2026 9:07")
                                   << QByteArray("2026-01-05T09:07:00.000Z");
        QTest::newRow("pattern, two digits")
            << QByteArray("d/M/yyyy H:mm") << QByteArray("05/01/2026 09:07") << QByteArray("2026-01-05T09:07:00.000Z");
        QTest::newRow("pattern, rest left")
            << QByteArray("d/M/yyyy H:mm") << QByteArray("5/1/2026 9:07:00") << QByteArray();
        QTest::newRow("pattern, month 13")
            << QByteArray("d/M/yyyy H:mm") << QByteArray("5/13/2026 9:07") << QByteArray();
        QTest::newRow("compact") << QByteArray("yyyyMMddHHmmss") << QByteArray("20260705120000")
                                 << QByteArray("2026-07-05T11:00:00.000Z");
    }
    void instants() {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, utc);
        const auto at = readTime("Europe/London", pattern.toStdString(), text.toStdString());
        const QByteArray got =
            at ? QDateTime::fromMSecsSinceEpoch(*at, Qt::UTC).toString(Qt::ISODateWithMs).toUtf8() : QByteArray();
        QCOMPARE(got, utc);
    }

    void returns_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const QByteArray& line, const char* expected) {
            QTest::newRow(name) << line << QByteArray(expected);
        };
        const QByteArray at = "2026-01-05T00:00:00Z";
        const QByteArray id64(64, 'i');
        const QByteArray id65(65, 'i');
        row("by order", "R,A,,tea,1," + at + ",cold", "ok");
        row("by user", "R,,u,tea,1," + at + ",cold", "ok");
        row("by blanks and user", "R,  ,u,tea,1," + at + ",", "ok");
        row("by nobody", "R,,,tea,1," + at + ",", "no_customer");
        row("by blanks", "R, , ,tea,1," + at + ",", "no_customer");
        row("64 characters", id64 + "," + id64 + "," + id64 + "," + id64 + ",1," + at + ",", "ok");
        row("long return number", id65 + ",A,,tea,1," + at + ",", "too_long");
        row("long order number", "R," + id65 + ",,tea,1," + at + ",", "too_long");
        row("long user", "R,," + id65 + ",tea,1," + at + ",", "too_long");
        row("long sku", "R,A,," + id65 + ",1," + at + ",", "too_long");
        row("reason of 500", "R,A,,tea,1," + at + "," + QByteArray("\xc3\xa9").repeated(500), "ok");
        row("reason of 501", "R,A,,tea,1," + at + "," + QByteArray(501, 'r'), "too_long");
        row("no return number", ",A,,tea,1," + at + ",", "missing_return_no");
        row("blank return number", " ,A,,tea,1," + at + ",", "missing_return_no");
        row("no sku", "R,A,,,1," + at + ",", "missing_sku");
        row("blank sku", "R,A,, ,1," + at + ",", "missing_sku");
        row("a million units", "R,A,,tea,1000000," + at + ",", "ok");
        row("more units", "R,A,,tea,1000001," + at + ",", "bad_number");
        row("a fraction", "R,A,,tea,1.5," + at + ",", "bad_number");
        row("no units", "R,A,,tea,," + at + ",", "bad_number");
        row("units of zero", "R,A,,tea,0," + at + ",", "non_positive_quantity");
        row("units below zero", "R,A,,tea,-1," + at + ",", "non_positive_quantity");
        row("no time", "R,A,,tea,1,,", "bad_date");
        row("a column less", "R,A,,tea,1," + at, "wrong_columns");
        row("a column more", "R,A,,tea,1," + at + ",,", "wrong_columns");
        row("latin-1", "R,A,,tea,1," + at + ",\xe9", "not_utf8");
        // What is looked at first is told first.
        row("columns first", "\xff" + id65 + ",,,,x,x", "wrong_columns");
        row("bytes second", "\xff" + id65 + ",,,,x,x,", "not_utf8");
        row("length third", id65 + ",,,,x,x,", "too_long");
        row("number fourth", ",,,,x,x,", "missing_return_no");
        row("sku fifth", "R,,,,x,x,", "missing_sku");
        row("units sixth", "R,,,tea,x,x,", "bad_number");
        row("their sign seventh", "R,,,tea,0,x,", "non_positive_quantity");
        row("time eighth", "R,,,tea,1,x,", "bad_date");
        row("who last", "R,,,tea,1," + at + ",", "no_customer");
    }
    void returns() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(returnVerdictOf(Profile::native(), kReturnHeader, line.toStdString())),
                 expected);
    }

    void returnsAreReadWhole() {
        ReturnRow row;
        std::string number;
        QCOMPARE(returnVerdictOf(Profile::native(), kReturnHeader, "R1,A1,u1,tea,3.0,2026-01-05 08:00,it is cold", &row,
                                 {}, &number),
                 std::string("ok"));
        QCOMPARE(number, std::string("R1"));
        QCOMPARE(row.returnNo, std::string_view("R1"));
        QCOMPARE(row.orderNo, std::string_view("A1"));
        QCOMPARE(row.user, std::string_view("u1"));
        QCOMPARE(row.sku, std::string_view("tea"));
        QCOMPARE(row.units, std::int64_t{3});
        QCOMPARE(row.at.ms, std::int64_t{1'767'571'200'000});  // midnight in UTC
        QCOMPARE(row.reason, std::string_view("it is cold"));
        // The number counts among those of its rows also where the rest of the row is wrong, unless it has none.
        (void)returnVerdictOf(Profile::native(), kReturnHeader, "R2,A1,,tea,x,never,", &row, {}, &number);
        QCOMPARE(number, std::string("R2"));
        (void)returnVerdictOf(Profile::native(), kReturnHeader, " ,A1,,tea,1,never,", &row, {}, &number);
        QCOMPARE(number, std::string());
        (void)returnVerdictOf(Profile::native(), kReturnHeader, "R3,A1", &row, {}, &number);
        QCOMPARE(number, std::string());
        const Instant clock{1'767'571'200'000};
        const auto ahead = [&](const char* at) {
            return returnVerdictOf(Profile::native(), kReturnHeader, std::string("R,,,tea,1,") + at + ",", &row, clock);
        };
        QCOMPARE(ahead("2026-01-06T00:00:00Z"), std::string("no_customer"));  // looked at after it
        QCOMPARE(ahead("2026-01-06T00:00:00.001Z"), std::string("in_future"));
    }

    void headersOfReturns_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<bool>("taken");
        QTest::newRow("all") << QByteArray("return_no,order_no,user_id,sku,quantity,at,reason") << true;
        QTest::newRow("no order") << QByteArray("return_no,user_id,sku,quantity,at") << true;
        QTest::newRow("no user") << QByteArray("return_no,order_no,sku,quantity,at") << true;
        QTest::newRow("neither") << QByteArray("return_no,sku,quantity,at") << false;
        QTest::newRow("no number") << QByteArray("order_no,sku,quantity,at") << false;
        QTest::newRow("no sku") << QByteArray("return_no,order_no,quantity,at") << false;
        QTest::newRow("no quantity") << QByteArray("return_no,order_no,sku,at") << false;
        QTest::newRow("no time") << QByteArray("return_no,order_no,sku,quantity,placed_at") << false;
        QTest::newRow("reason twice") << QByteArray("return_no,order_no,sku,quantity,at,reason,reason") << false;
    }
    void headersOfReturns() {
        QFETCH(QByteArray, header);
        QFETCH(bool, taken);
        QCOMPARE(returnVerdictOf(Profile::native(), header.toStdString(), "x") != "header", taken);
    }

    void onlineRetailReturns() {
        const std::string header = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country";
        ReturnRow row;
        const auto verdict = [&](const std::string& line) {
            return returnVerdictOf(Profile::onlineRetail(), header, line, &row);
        };
        QCOMPARE(verdict("C1,D,Discount,-2,2010-12-01 09:41:00,27.5,14527.0,UK"), std::string("ok"));
        QCOMPARE(row.returnNo, std::string_view("C1"));
        QCOMPARE(row.orderNo, std::string_view());  // the number is the return's
        QCOMPARE(row.user, std::string_view("14527"));
        QCOMPARE(row.units, std::int64_t{2});
        QCOMPARE(row.at.ms, std::int64_t{1'291'196'460'000 - 8 * 3'600'000});
        QCOMPARE(verdict("C1,D,Discount,2,2010-12-01 09:41:00,27.5,14527.0,UK"), std::string("non_positive_quantity"));
        QCOMPARE(verdict("C1,D,Discount,-1000000,2010-12-01 09:41:00,27.5,14527.0,UK"), std::string("ok"));
        QCOMPARE(verdict("C1,D,Discount,-1000001,2010-12-01 09:41:00,27.5,14527.0,UK"), std::string("bad_number"));
        QCOMPARE(verdict("1,D,Discount,x,never,x,,UK"), std::string("order_row"));
        QCOMPARE(verdict("c1,D,Discount,-2,2010-12-01 09:41:00,27.5,14527.0,UK"), std::string("order_row"));
        QCOMPARE(verdict("C1,D,Discount,-2,2010-12-01 09:41:00,27.5,,UK"), std::string("no_customer"));
    }

    /// Each has a name of its own, and all but what belongs to another import or is there already were wrong.
    void reasonsOfAllKinds() {
        std::set<std::string_view> names;
        for (std::size_t i = 0; i < kReasonCount; ++i) {
            const auto reason = static_cast<Reason>(i);
            names.insert(reasonName(reason));
            ImportReport report;
            QVERIFY(!report.anyRejected());
            report.count(reason);
            report.count(reason);
            QCOMPARE(report.of(reason), std::int64_t{2});
            const auto name = reasonName(reason);
            QCOMPARE(report.anyRejected(), name != "return_row" && name != "duplicate_order" && name != "order_row" &&
                                               name != "duplicate_return");
        }
        QCOMPARE(names.size(), kReasonCount);
        QVERIFY(!names.contains("unknown"));
    }

    /// "import-" and the number, as long as that is an id.
    void paymentNumbersOfOrders() {
        QCOMPARE(importPaymentNo(OrderNo("A1")).str(), std::string("import-A1"));
        const std::string fits(57, 'n');
        QCOMPARE(importPaymentNo(OrderNo(fits)).str(), "import-" + fits);
        const auto hashed = importPaymentNo(OrderNo(fits + "n")).str();
        QCOMPARE(hashed.size(), std::size_t{7 + 40});
        QVERIFY(hashed != importPaymentNo(OrderNo(fits + "m")).str());
        std::string wide;
        for (int i = 0; i < 57; ++i) {
            wide += "\xe4\xb8\xad";
        }
        QCOMPARE(importPaymentNo(OrderNo(wide)).str(), "import-" + wide);  // characters, not bytes
    }

    void anOrderHasAMostOfLines() {
        OrderIndex index;
        OrderRow row;
        row.orderNo = "A";
        row.user = "u";
        row.campus = "c";
        for (std::size_t i = 0; i < api::kMaxOrderLines; ++i) {
            QVERIFY(!index.add(row, static_cast<std::int64_t>(i)));
        }
        QCOMPARE(index.add(row, 0), std::optional(Reason::TooLong));
        row.user = "v";
        QCOMPARE(index.add(row, 0), std::optional(Reason::TooLong));  // told before what else is wrong
        row.orderNo = "B";
        QVERIFY(!index.add(row, 0));
        QCOMPARE(index.linesOf(index.orders()[0]).size(), std::size_t{api::kMaxOrderLines});
    }

    void wordsForMessages() {
        QCOMPARE(shown("a\tb\x7f"), std::string("\"a b \""));
        QCOMPARE(shown(std::string(80, 'x')), '"' + std::string(80, 'x') + '"');
        QCOMPARE(shown(std::string(81, 'x')), '"' + std::string(80, 'x') + "…\"");
        QCOMPARE(shown(std::string(79, 'x') + "\xc3\xa9"), '"' + std::string(79, 'x') + "…\"");  // no half character
        QCOMPARE(cleanName(" \t\n"), std::string());
        QCOMPARE(cleanName("a\nb\x1f"), std::string("a b "));
        QVERIFY(blank(" \t") && blank("") && !blank("\n") && !blank(" x"));
        QVERIFY(isNegative("-0.001") && isNegative("-1") && !isNegative("-0.00") && !isNegative("1") &&
                !isNegative("-"));
        QCOMPARE(latestInstant(Instant{1}).ms, std::int64_t{86'400'001});
    }

    void patternsOfDates() {
        for (const char* good :
             {"yyyy-MM-dd HH:mm:ss", "d.M.yyyy H", "yyyyMMddTHHmm", "M/d/yyyy H:m:s", "dd/MM/yyyy HH"}) {
            QVERIFY2(TimestampReader::validPattern(good), good);
        }
        for (const char* bad : {"", "yy-MM-dd HH", "yyyyy-MM-dd HH", "yyyy-MMM-dd HH", "yyyy-MM-ddd HH",
                                "yyyy-MM-dd HHH", "yyyy-MM-dd HH:mmm", "yyyy-MM-dd HH:mm:sss", "yyyy-MM-dd", "MM-dd HH",
                                "yyyy-dd HH", "yyyy-MM HH", "yyyy-MM-dd hh", "yyyy-MM-dd HH z", "yyyy-MM-dd HHTT X"}) {
            QVERIFY2(!TimestampReader::validPattern(bad), bad);
        }
    }

    /// Both sides of each limit.
    void endsOfDatesAndTimes() {
        const auto reads = [](const char* text) { return readTime("UTC", {}, text).has_value(); };
        for (const char* good : {"2026-01-31T00:00Z", "2026-04-30T00:00Z", "2026-02-28T00:00Z", "2000-02-29T00:00Z",
                                 "2199-12-31T23:59:59Z", "2026-12-01T23:59:59.999Z", "2026-01-01T00:00+14:00",
                                 "2026-01-01T00:00-14:59", "2026-01-01T00:00+00:59"}) {
            QVERIFY2(reads(good), good);
        }
        for (const char* bad :
             {"2026-00-01T00:00Z", "2026-13-01T00:00Z", "2026-01-00T00:00Z", "2026-01-32T00:00Z", "2026-04-31T00:00Z",
              "2026-06-31T00:00Z", "2026-09-31T00:00Z", "2026-11-31T00:00Z", "2026-02-29T00:00Z", "2026-01-01T24:00Z",
              "2026-01-01T00:60Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00+15:00", "2026-01-01T00:00+00:60",
              "2026-01-01T00:00+0000x", "2026-01-01T00:00z", "2026-01-01t00:00Z", "2026-01-01T00:00 Z"}) {
            QVERIFY2(!reads(bad), bad);
        }
        QCOMPARE(readTime("UTC", {}, "1970-01-02T00:00:01.02Z"), std::optional<std::int64_t>(86'401'020));
        QCOMPARE(readTime("UTC", {}, "1970-01-01T00:00-0130"), std::optional<std::int64_t>(5'400'000));
        QCOMPARE(readTime("UTC", {}, "1970-01-01T00:00:00.0009Z"), std::optional<std::int64_t>(0));
    }

    void everyHourOfYearsAgreesWithTheZone() {
        // Around every change and everywhere else: reading the local time of an instant gives an instant that shows
        // the same local time.
        for (const char* name : {"Europe/London", "Asia/Shanghai", "America/St_Johns", "Australia/Lord_Howe"}) {
            const QTimeZone zone(name);
            TimestampReader reader(zone, {});
            for (std::int64_t ms = 1'262'304'000'000; ms < 1'325'376'000'000; ms += 1'800'000) {
                const QDateTime instant = QDateTime::fromMSecsSinceEpoch(ms, zone);
                const auto at = reader.read(instant.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")).toStdString());
                QVERIFY(at.has_value());
                QCOMPARE(QDateTime::fromMSecsSinceEpoch(at->ms, zone).toString(Qt::ISODate).left(19),
                         instant.toString(Qt::ISODate).left(19));
                QVERIFY(at->ms <= ms);
            }
        }
    }
};

}  // namespace test_order_rows

QTEST_GUILESS_MAIN(test_order_rows::TestOrderRows)
#include "test_order_rows.moc"
