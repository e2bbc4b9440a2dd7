// SPDX-License-Identifier: GPL-3.0-or-later
#include <QBuffer>
#include <QTemporaryDir>
#include <QTest>

#include "app/import/order_row.h"
#include "app/import/profile.h"

namespace test_profile {

using namespace evenhand;
using namespace evenhand::import;

class TestProfile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAllMembers() {
        const auto profile = Profile::fromJson(
            R"({"columns":{"order_no":"Bestellung","sku":"Artikel"},"constants":{"campus":"nord"},"date_format":"dd.MM.yyyy HH:mm",
                "return_prefix":"R-","guest":"gast","minor_units":3,"integer_ids":["user_id","sku"],"delimiter":";"})",
            "mine");
        QVERIFY(profile.has_value());
        QCOMPARE(profile->column(Field::OrderNo), std::string("Bestellung"));
        QCOMPARE(profile->column(Field::Quantity), std::string("quantity"));
        QCOMPARE(profile->constant(Field::Campus), std::optional<std::string>("nord"));
        QCOMPARE(profile->dateFormat, std::string("dd.MM.yyyy HH:mm"));
        QCOMPARE(profile->returnPrefix, std::string("R-"));
        QCOMPARE(profile->guest, std::string("gast"));
        QCOMPARE(profile->minorUnits, std::optional(3));
        QVERIFY(profile->integerId[static_cast<std::size_t>(Field::SkuCode)]);
        QCOMPARE(profile->delimiter, ';');
    }

    void refusesWhatItDoesNotKnow_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("names");
        QTest::newRow("no JSON") << QByteArray("order_no=InvoiceNo") << QByteArray("JSON");
        QTest::newRow("a list") << QByteArray("[]") << QByteArray("JSON");
        QTest::newRow("cut off") << QByteArray("{\"columns\":{") << QByteArray("JSON");
        QTest::newRow("unknown member") << QByteArray("{\"colums\":{}}") << QByteArray("colums");
        QTest::newRow("unknown field") << QByteArray("{\"columns\":{\"order\":\"x\"}}") << QByteArray("order");
        QTest::newRow("number as column") << QByteArray("{\"columns\":{\"sku\":3}}") << QByteArray("sku");
        QTest::newRow("empty column") << QByteArray("{\"columns\":{\"sku\":\"\"}}") << QByteArray("sku");
        QTest::newRow("columns as text") << QByteArray("{\"columns\":\"sku\"}") << QByteArray("columns");
        QTest::newRow("minor units") << QByteArray("{\"minor_units\":2.5}") << QByteArray("minor_units");
        QTest::newRow("minor units as text") << QByteArray("{\"minor_units\":\"2\"}") << QByteArray("minor_units");
        QTest::newRow("date format") << QByteArray("{\"date_format\":\"yy-MM\"}") << QByteArray("date_format");
        QTest::newRow("delimiter") << QByteArray("{\"delimiter\":\"ab\"}") << QByteArray("delimiter");
        QTest::newRow("guest") << QByteArray("{\"guest\":\"\"}") << QByteArray("guest");
        QTest::newRow("integer ids") << QByteArray("{\"integer_ids\":[\"user\"]}") << QByteArray("user");
    }
    void refusesWhatItDoesNotKnow() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, names);
        const auto profile = Profile::fromJson(json.toStdString(), "p");
        QVERIFY(!profile.has_value());
        QCOMPARE(profile.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(profile.error().message.find(names.toStdString()) != std::string::npos,
                 profile.error().message.c_str());
    }

    /// Both sides of what each member takes.
    void takesWhatItKnows() {
        const auto taken = [](const std::string& json) { return Profile::fromJson(json, "p").has_value(); };
        for (const char* good :
             {R"({"minor_units":0})", R"({"minor_units":4})", R"({"negative_returns":true})", R"({"delimiter":"\t"})",
              R"({"delimiter":"|"})", R"({"delimiter":","})", R"({"date_format":""})",
              R"({"name":"x","description":"y"})", R"({"integer_ids":[]})"}) {
            QVERIFY2(taken(good), good);
        }
        for (const char* bad :
             {R"({"minor_units":-1})", R"({"minor_units":5})", R"({"negative_returns":1})", R"({"delimiter":""})",
              R"({"delimiter":":"})", R"({"return_prefix":1})", R"({"name":1})", R"({"integer_ids":"sku"})",
              R"({"integer_ids":[1]})", R"({"constants":{"sku":""}})"}) {
            QVERIFY2(!taken(bad), bad);
        }
        QVERIFY(taken("{\"guest\":\"" + std::string(64, 'g') + "\"}"));
        QVERIFY(!taken("{\"guest\":\"" + std::string(65, 'g') + "\"}"));
        const auto bare = Profile::fromJson("{}", "p");
        QVERIFY(bare.has_value());
        QCOMPARE(bare->guest, std::string("guest"));
        QCOMPARE(bare->delimiter, ',');
        QVERIFY(!bare->minorUnits && !bare->negativeReturns && bare->returnPrefix.empty() && bare->dateFormat.empty());
        for (std::size_t i = 0; i < kFieldCount; ++i) {
            QCOMPARE(bare->columns[i], std::string(fieldName(static_cast<Field>(i))));
            QVERIFY(!bare->constants[i] && !bare->integerId[i]);
        }
    }

    void aProfileIsSmall() {
        QTemporaryDir dir;
        for (const qint64 bytes : {qint64{1} << 20, (qint64{1} << 20) + 1}) {
            QFile file(dir.filePath(QStringLiteral("large.json")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("{}" + QByteArray(bytes - 2, ' '));
            file.close();
            QCOMPARE(Profile::load(file.fileName().toStdString()).has_value(), bytes == qint64{1} << 20);
        }
    }

    void loadsBuiltInsAndFiles() {
        QVERIFY(Profile::load("online-retail").has_value());
        QCOMPARE(Profile::load("/no/such/profile.json").error().code, ErrorCode::NotFound);
        QTemporaryDir dir;
        QCOMPARE(Profile::load(dir.path().toStdString()).error().code, ErrorCode::NotFound);
        QFile file(dir.filePath(QStringLiteral("p.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"return_prefix\":\"R\"}");
        file.close();
        const auto profile = Profile::load(file.fileName().toStdString());
        QVERIFY(profile.has_value());
        QCOMPARE(profile->returnPrefix, std::string("R"));
    }

    void headers_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("complaint");  // empty: taken
        const QByteArray good = "order_no,user_id,campus,sku,quantity,unit_price,placed_at";
        QTest::newRow("good") << good << QByteArray();
        QTest::newRow("any order, case and blanks")
            << QByteArray(" Placed_At ,UNIT_PRICE,quantity,sku,campus,user_id,order_no,note") << QByteArray();
        QTest::newRow("byte order mark") << "\xef\xbb\xbf" + good << QByteArray();
        QTest::newRow("one missing") << QByteArray("order_no,user_id,campus,sku,quantity,placed_at")
                                     << QByteArray("unit_price");
        QTest::newRow("twice") << good + ",SKU" << QByteArray("sku");
        QTest::newRow("product name twice") << good + ",product_name,product_name" << QByteArray("product_name");
        QTest::newRow("an unused column twice") << good + ",x,x" << QByteArray();
        QTest::newRow("empty") << QByteArray() << QByteArray("empty");
        QTest::newRow("blank lines") << QByteArray("\n\r\n") << QByteArray("empty");
        QTest::newRow("UTF-16") << QByteArray("\xff\xfeo\0r\0", 6) << QByteArray("UTF-16");
        QTest::newRow("binary") << QByteArray(
                                       "\x7f"
                                       "ELF\2\1\1\0\0",
                                       9)
                                << QByteArray("UTF-8");
        QTest::newRow("latin-1") << good + ",Caf\xe9" << QByteArray("UTF-8");
        QTest::newRow("endless") << QByteArray(100'000, 'x') << QByteArray("65536");
    }
    void headers() {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, complaint);
        QBuffer buffer(&header);
        buffer.open(QIODevice::ReadOnly);
        CsvReader reader(buffer);
        CsvRecord record;
        const Profile profile = Profile::native();
        OrderRowReader rows(profile, 2, Money{base::kMaxMoneyMinor}, QTimeZone("UTC"), latestInstant({}));
        const auto answer = readHeaderRecord(reader, record).andThen([&] { return rows.readHeader(record); });
        QCOMPARE(answer.has_value(), complaint.isEmpty());
        if (!answer) {
            QVERIFY2(answer.error().message.find(complaint.toStdString()) != std::string::npos,
                     answer.error().message.c_str());
        }
    }

    void constantsStandInForColumns() {
        QByteArray text("order_no,sku,quantity,unit_price,placed_at\nA,s,1,1,2026-01-05T00:00:00Z\n");
        QBuffer buffer(&text);
        buffer.open(QIODevice::ReadOnly);
        CsvReader reader(buffer);
        CsvRecord record;
        const auto profile = Profile::fromJson(R"({"constants":{"campus":"north","user_id":"walk-in"}})", "p");
        QVERIFY(profile.has_value());
        OrderRowReader rows(*profile, 2, Money{base::kMaxMoneyMinor}, QTimeZone("UTC"), latestInstant({}));
        QVERIFY(readHeaderRecord(reader, record).has_value());
        QVERIFY(rows.readHeader(record).has_value());
        QVERIFY(reader.next(record));
        const auto read = rows.read(record);
        QVERIFY(std::holds_alternative<OrderRow>(read));
        QCOMPARE(std::get<OrderRow>(read).campus, std::string_view("north"));
        QCOMPARE(std::get<OrderRow>(read).user, std::string_view("walk-in"));
    }
};

}  // namespace test_profile

QTEST_GUILESS_MAIN(test_profile::TestProfile)
#include "test_profile.moc"
