// SPDX-License-Identifier: GPL-3.0-or-later
// What a file is before it is imported: its columns, the kind and the profile that fit best, its first rows as they
// would be read; and profiles that are saved and read again.
#include <QDateTime>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "app/import/file_look.h"
#include "app/import/profile_folder.h"

namespace test_file_look {

using namespace evenhand;
using namespace evenhand::import;

namespace {

constexpr const char* kOrderColumns = "order_no,user_id,campus,sku,quantity,unit_price,placed_at";

struct Files {
    Result<InputFile> open(const QByteArray& bytes) {
        QFile file(folder.filePath(QStringLiteral("f.csv")));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            return fail(ErrorCode::Storage, "not written");
        }
        file.close();
        return InputFile::open(file.fileName().toStdString(), {});
    }
    Result<FileLook> look(const QByteArray& bytes, const std::vector<Profile>& saved = {}) {
        EVENHAND_ASSIGN(const auto input, open(bytes));
        return lookAt(input, saved);
    }
    Result<std::vector<PreviewRow>> preview(const QByteArray& bytes, const ImportPlan& plan, Instant clock = {}) {
        EVENHAND_ASSIGN(const auto input, open(bytes));
        api::WorkspaceInfo workspace;
        workspace.currency = "GBP";
        workspace.timeZone = "Europe/London";
        return previewRows(workspace, clock, input, plan);
    }
    QTemporaryDir folder;
};

std::string firstFit(const Result<FileLook>& look) {
    return look && !look->fits.empty()
               ? std::string(toText(look->fits.front().kind)) + " by " + look->fits.front().profile.name
               : "none";
}

}  // namespace

class TestFileLook : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFileIsRecognisedByItsHeader_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("fit");
        QTest::newRow("couriers") << QByteArray("courier_id,campus,name,phone,on_duty")
                                  << QByteArray("couriers by native");
        QTest::newRow("products") << QByteArray("sku,name,unit_price,stock") << QByteArray("products by native");
        QTest::newRow("stock") << QByteArray("sku,stock") << QByteArray("stock by native");
        QTest::newRow("stock with reasons") << QByteArray("stock,sku,reason") << QByteArray("stock by native");
        QTest::newRow("orders") << QByteArray(kOrderColumns) << QByteArray("orders by native");
        QTest::newRow("returns") << QByteArray("return_no,user_id,sku,quantity,at") << QByteArray("returns by native");
        QTest::newRow("rosters") << QByteArray("courier_id,mon,tue,wed,thu,fri,sat,sun")
                                 << QByteArray("rosters by native");
        QTest::newRow("online retail")
            << QByteArray("InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country")
            << QByteArray("orders by online-retail");
        QTest::newRow("semicolons, in another order")
            << QByteArray("stock;unit_price;name;sku") << QByteArray("products by native");
        QTest::newRow("nothing known") << QByteArray("a,b,c") << QByteArray("none");
        QTest::newRow("one is missing") << QByteArray("courier_id,campus,name,phone") << QByteArray("none");
        QTest::newRow("one is there twice") << QByteArray("sku,stock,SKU") << QByteArray("none");
    }
    void aFileIsRecognisedByItsHeader() {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, fit);
        Files files;
        QCOMPARE(firstFit(files.look(header + "\n")), fit.toStdString());
    }

    void theSeparatorIsWhatStandsMostOften_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<char>("delimiter");
        QTest::newRow("comma") << QByteArray("a,b;c,d") << ',';
        QTest::newRow("semicolon") << QByteArray("a;b,c;d") << ';';
        QTest::newRow("tab") << QByteArray("a\tb\tc") << '\t';
        QTest::newRow("bar") << QByteArray("a|b") << '|';
        QTest::newRow("none") << QByteArray("a") << ',';
        QTest::newRow("quoted ones do not count") << QByteArray("\"a;b;c;d\",b,c") << ',';
    }
    void theSeparatorIsWhatStandsMostOften() {
        QFETCH(QByteArray, header);
        QFETCH(char, delimiter);
        Files files;
        const auto look = files.look(header + "\n");
        QVERIFY(look.has_value());
        QCOMPARE(look->delimiter, delimiter);
    }

    void columnsAndTheFirstRowAreGiven() {
        Files files;
        const auto look = files.look("\xef\xbb\xbf a ,\"b,c\",\n1,\"x\"\"y\",3\n4,5,6\n");
        QVERIFY(look.has_value());
        QCOMPARE(look->columns, (std::vector<std::string>{"a", "b,c", ""}));
        QCOMPARE(look->samples, (std::vector<std::string>{"1", "x\"y", "3"}));
        QVERIFY(files.look("a,b\n")->samples.empty());
        QVERIFY(!files.look("").has_value());
        QVERIFY(!files
                     .look(QByteArray("\xff\xfe"
                                      "a\0",
                                      4))
                     .has_value());
    }

    /// One that says nothing of a kind is not offered for it, and one for another separator not at all.
    void savedProfilesAreOfferedWhereTheyFit() {
        Files files;
        auto till = Profile::fromJson(R"({"columns":{"order_no":"No"}})", "till");
        QVERIFY(till.has_value());
        const QByteArray header = QByteArray(kOrderColumns).replace("order_no", "No");
        QCOMPARE(firstFit(files.look(header + "\n", {*till})), std::string("orders by till"));
        QCOMPARE(firstFit(files.look("sku,stock\n", {*till})), std::string("stock by native"));
        till->delimiter = ';';
        QCOMPARE(firstFit(files.look(header + "\n", {*till})), std::string("none"));
    }

    void theFirstRowsAreTyped() {
        Files files;
        QByteArray text = QByteArray(kOrderColumns) + ",product_name\n";
        text += "A,u,north,tea,2,1.50,2026-07-05T10:00,Tea\n";
        text += "A,v,north,tea,2,1.50,2026-07-05T10:00,Tea\n";  // of another user
        text += "B,,north,tea,x,1.50,2026-07-05T10:00,Tea\n";
        text += "C,,north,tea,1,0,2026-07-05T10:00,Tea\n";
        const auto rows = files.preview(text, {});
        QVERIFY(rows.has_value());
        QCOMPARE(rows->size(), std::size_t{4});
        const auto& first = rows->front();
        QCOMPARE(first.row, 2);
        QVERIFY(!first.rejection);
        const auto at = QDateTime(QDate(2026, 7, 5), QTime(9, 0), Qt::UTC).toMSecsSinceEpoch();
        const std::vector<PreviewValue> expected{std::string("A"),   std::string("u"),  std::string("north"),
                                                 std::string("tea"), std::int64_t{2},   Money{150},
                                                 Instant{at},        std::string("Tea")};
        QVERIFY(first.values == expected);
        QVERIFY(rows->at(1).rejection && rows->at(1).rejection->reason == Reason::ConflictingHeader);
        QVERIFY(rows->at(2).rejection && rows->at(2).rejection->reason == Reason::BadNumber);
        QVERIFY(rows->at(2).values.at(4) == PreviewValue(std::string("x")));  // as the file has it
        QVERIFY(rows->at(3).values.at(1) == PreviewValue(std::string("guest")));
    }

    void noMoreRowsAreReadThanShown() {
        Files files;
        QByteArray text = "sku,stock\n";
        for (int i = 0; i < 80; ++i) {
            text += "s" + QByteArray::number(i) + ",1\n";
        }
        ImportPlan plan;
        plan.kind = ImportKind::Stock;
        QCOMPARE(files.preview(text, plan)->size(), kPreviewRows);
    }

    void listsAreMappedLikeOrders() {
        Files files;
        ImportPlan plan;
        plan.kind = ImportKind::Couriers;
        plan.profile = *Profile::fromJson(
            R"({"columns":{"courier_id":"Nr","phone":null},"constants":{"campus":"north","on_duty":"yes"}})", "p");
        // A column without a name is none, also of a field that has none.
        const auto missing = files.preview("Nr,name,\nann,Ann,x\n", plan);
        QVERIFY(!missing && missing.error().message.find("phone") != std::string::npos);
        plan.profile.constants[static_cast<std::size_t>(Field::Phone)] = "0";
        const auto rows = files.preview("Nr,name\nann,Ann\n", plan);
        QVERIFY(rows.has_value());
        const std::vector<PreviewValue> expected{std::string("ann"), std::string("north"), std::string("Ann"),
                                                 std::string("0"), true};
        QVERIFY(rows->front().values == expected);
    }

    void stockIsCounted_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("good") << QByteArray("tea,7,") << QByteArray();
        QTest::newRow("none left") << QByteArray("tea,0,") << QByteArray();
        QTest::newRow("the most") << QByteArray("tea,1000000000000,") << QByteArray();
        QTest::newRow("too many") << QByteArray("tea,1000000000001,") << QByteArray("bad_number");
        QTest::newRow("a part") << QByteArray("tea,1.5,") << QByteArray("bad_number");
        QTest::newRow("below 0") << QByteArray("tea,-1,") << QByteArray("negative_stock");
        QTest::newRow("no SKU") << QByteArray(",1,") << QByteArray("missing_sku");
        QTest::newRow("longest reason") << "tea,1," + QByteArray(500, 'r') << QByteArray();
        QTest::newRow("too long a reason") << "tea,1," + QByteArray(501, 'r') << QByteArray("too_long");
        QTest::newRow("columns") << QByteArray("tea,1") << QByteArray("wrong_columns");
    }
    void stockIsCounted() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, reason);
        Files files;
        ImportPlan plan;
        plan.kind = ImportKind::Stock;
        const auto rows = files.preview("sku,stock,reason\n" + line + "\n", plan);
        QVERIFY(rows.has_value());
        const auto& rejection = rows->front().rejection;
        QCOMPARE(rejection ? std::string(reasonName(rejection->reason)) : std::string(), reason.toStdString());
    }

    void aWeekIsShownAsItWillBeRead() {
        Files files;
        ImportPlan plan;
        plan.kind = ImportKind::Rosters;
        const auto rows = files.preview(
            "courier_id,mon,tue,wed,thu,fri,sat,sun\nann,\"14:00-18:00, 09:00-12:00\",,off,,,,22:00-06:00\n"
            "bob,9 to 5,,,,,,\n",
            plan);
        QVERIFY(rows.has_value());
        const std::vector<PreviewValue> expected{std::string("ann"), std::string("09:00-12:00, 14:00-18:00"),
                                                 std::string("off"), std::string("off"),
                                                 std::string("off"), std::string("off"),
                                                 std::string("off"), std::string("22:00-06:00")};
        QVERIFY(rows->front().values == expected);
        QVERIFY(rows->at(1).rejection && rows->at(1).rejection->reason == Reason::BadShifts);
        QVERIFY(rows->at(1).values.at(1) == PreviewValue(std::string("9 to 5")));  // as the file has it
    }

    // --- profiles -----------------------------------------------------------------------------------------------

    void aProfileIsReadAgainAsItWas() {
        auto profile = Profile::onlineRetail();
        profile.columns[static_cast<std::size_t>(Field::ProductName)].clear();
        profile.constants[static_cast<std::size_t>(Field::Campus)] = "north";
        profile.dateFormat = "d.M.yyyy H:mm";
        profile.guest = "walk-in";
        profile.delimiter = '\t';
        for (const auto& each : {profile, Profile::native(), Profile::onlineRetail()}) {
            const auto again = Profile::fromJson(each.toJson(), each.name);
            QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
            QVERIFY(*again == each);
        }
    }

    void savedProfilesAreFoundByName() {
        QTemporaryDir workspace;
        const auto folder = workspace.path().toStdString();
        const ProfileFolder profiles(folder);
        QVERIFY(profiles.all().empty());
        auto profile = Profile::onlineRetail();
        for (const char* name : {"kiosk", "柜台", "b"}) {
            profile.name = name;
            QVERIFY(profiles.save(profile).has_value());
        }
        const auto all = profiles.all();
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(all.front().name, std::string("b"));
        QVERIFY(*findProfile("柜台", folder) == all.back());
        QCOMPARE(findProfile("online-retail", folder)->name, std::string("online-retail"));
        QVERIFY(findProfile("nothing", folder).error().code == ErrorCode::NotFound);
        QVERIFY(findProfile("../kiosk", folder).error().code == ErrorCode::NotFound);
        // A file that is no profile is left out of the list, and told by its name.
        QFile broken(workspace.filePath(QStringLiteral("import-profiles/broken.json")));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{") == 1);
        broken.close();
        QCOMPARE(profiles.all().size(), std::size_t{3});
        QVERIFY(findProfile("broken", folder).error().code == ErrorCode::InvalidArgument);
    }

    void namesOfProfiles_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("taken");
        QTest::newRow("plain") << QByteArray("till") << true;
        QTest::newRow("blank inside") << QByteArray("my till 2") << true;
        QTest::newRow("longest") << QByteArray(64, 'n') << true;
        QTest::newRow("too long") << QByteArray(65, 'n') << false;
        QTest::newRow("empty") << QByteArray() << false;
        QTest::newRow("slash") << QByteArray("a/b") << false;
        QTest::newRow("backslash") << QByteArray("a\\b") << false;
        QTest::newRow("hidden") << QByteArray(".a") << false;
        QTest::newRow("built in") << QByteArray("online-retail") << false;
        QTest::newRow("own columns") << QByteArray("native") << false;
        QTest::newRow("line end") << QByteArray("a\nb") << false;
    }
    void namesOfProfiles() {
        QFETCH(QByteArray, name);
        QFETCH(bool, taken);
        QCOMPARE(checkProfileName(name.toStdString()).has_value(), taken);
        QTemporaryDir workspace;
        auto profile = Profile::native();
        profile.name = name.toStdString();
        QCOMPARE(ProfileFolder(workspace.path().toStdString()).save(profile).has_value(), taken);
        QCOMPARE(ProfileFolder(std::string{}).save(profile).has_value(), false);
    }
};

}  // namespace test_file_look

QTEST_GUILESS_MAIN(test_file_look::TestFileLook)
#include "test_file_look.moc"
