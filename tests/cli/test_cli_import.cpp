// SPDX-License-Identifier: GPL-3.0-or-later
// Imports through the real program: every reason, every form of a file, what is counted and what is left behind. The
// last part runs the import in this process, to stop it at a chosen point.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDateTime>
#include <QDir>
#include <QJsonDocument>
#include <QTest>

#include "app/import/list_import.h"
#include "app/import/order_import.h"
#include "app/import/return_import.h"
#include "app/workspace/workspace.h"
#include "engine/api/order_types.h"
#include "engine/base/rng.h"
#include "tests/cli/cli_support.h"

namespace test_cli_import {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

const QByteArray kHeader = "order_no,user_id,campus,sku,quantity,unit_price,placed_at,product_name\n";
const QByteArray kCouriers = "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\nbob,north,Bob,2,yes\n";
const QByteArray kProducts = "sku,name,unit_price,stock\ntea,Tea,1.50,10\nbun,Bun,0.99,3\n";

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }
QByteArray line(const char* order, const char* rest) { return QByteArray(order) + "," + rest + "\n"; }

QByteArray compact(const QJsonValue& value) { return QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact); }
QByteArray reasonsOf(const Outcome& outcome) { return compact(outcome.json().value(QStringLiteral("reasons"))); }
QByteArray ordersOf(const Outcome& outcome) { return compact(outcome.json().value(QStringLiteral("orders"))); }
QByteArray linesOf(const Outcome& outcome) { return compact(outcome.json().value(QStringLiteral("lines"))); }

bool populate(const Scratch& scratch) {
    return scratch.init() && scratch.run(words("import couriers -"), kCouriers).code == 0 &&
           scratch.run(words("import products -"), kProducts).code == 0;
}

/// As `import` opens it, on this thread; nullptr: it cannot be opened.
std::unique_ptr<app::Workspace> openForImport(const Scratch& scratch, base::VirtualClock& clock) {
    app::OpenOptions options;
    options.threaded = false;
    options.clock = &clock;
    options.engine.importClock = true;
    auto workspace = app::Workspace::open(scratch.workspace().toStdString(), options);
    return workspace ? *std::move(workspace) : nullptr;
}

}  // namespace

class TestCliImport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theDocumentIsAsTheContractSays() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const Outcome outcome =
            scratch.json(words("import orders - --paid"), kHeader +
                                                              "A1,u,north,tea,2,1.50,2026-01-05T10:00:00Z,Tea\n"
                                                              "A1,u,north,bun,9,0.99,2026-01-05T10:00:00Z,Bun\n"
                                                              "A2,u,north,pie,1,3.00,2026-01-05T10:00:00Z,Pie\n");
        QVERIFY2(outcome.code == 3, outcome.text().constData());
        const QByteArray expected =
            R"({"rows":3,"orders":{"accepted":1,"rejected":1,"duplicate":0},"lines":{"accepted":1,"rejected":2},"reasons":{"out_of_stock":1,"unknown_sku":1}})";
        QCOMPARE(outcome.json(), QJsonDocument::fromJson(expected).object());
        QCOMPARE(outcome.out.count('\n'), 1);
        const Outcome stats = scratch.json(words("stats"));
        QCOMPARE(stats.number(QStringLiteral("money.paid")), 300);  // what was left of A1
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.WAIT_PICK_UP")), 1);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void stockIsSetToWhatWasCounted() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const QByteArray file = "sku,stock,reason\ntea,4,breakage\npie,1,\nbun,x,\n";
        const Outcome dry = scratch.json(words("import stock - --dry-run"), file);
        const Outcome outcome = scratch.json(words("import stock - --errors errors.csv"), file);
        QVERIFY2(outcome.code == 3, outcome.text().constData());
        QCOMPARE(dry.json(), outcome.json());
        const QByteArray expected =
            R"({"rows":3,"stock":{"accepted":1,"rejected":2},"reasons":{"bad_number":1,"unknown_sku":1}})";
        QCOMPARE(outcome.json(), QJsonDocument::fromJson(expected).object());
        QCOMPARE(scratch.read(QStringLiteral("errors.csv")).count("\r\n"), 3);
        // Four are left, at the price that the product had.
        const QByteArray five = kHeader + line("A1", "u,north,tea,5,1.50,2026-01-05T10:00:00Z,Tea");
        QCOMPARE(scratch.json(words("import orders - --dry-run"), five).number(QStringLiteral("reasons.out_of_stock")),
                 1);
        const QByteArray four = kHeader + line("A1", "u,north,tea,4,1.50,2026-01-05T10:00:00Z,Tea");
        QCOMPARE(scratch.json(words("import orders - --dry-run"), four).number(QStringLiteral("orders.accepted")), 1);
        // The same count again changes nothing; the reason of the first stands in the log.
        QCOMPARE(scratch.json(words("import stock -"), "sku,stock\ntea,4\n").code, 0);
        QCOMPARE(scratch.json(words("import orders - --dry-run"), four).number(QStringLiteral("orders.accepted")), 1);
        const Outcome log = scratch.run(words("audit list --operation shop.correct_stock"));
        QVERIFY2(log.out.contains("breakage") && log.out.count("product tea") == 1, log.text().constData());
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    /// A list is read once; what is cut meanwhile ends like one that is whole.
    void aListThatIsCutIsToldSo() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        QByteArray products = "sku,name,unit_price,stock\n";
        for (int i = 0; i < 600; ++i) {
            products += "s" + QByteArray::number(i) + ",Name,1,1\n";
        }
        const auto path = scratch.write(QStringLiteral("p.csv"), products);
        base::VirtualClock clock;
        const auto workspace = openForImport(scratch, clock);
        QVERIFY(workspace);
        import::ImportHooks hooks;
        hooks.step = [&] { (void)workspace->step(); };
        hooks.cancelled = [&] { return !QFile::resize(path, products.size() - 100); };
        const auto input = import::InputFile::open(path.toStdString(), {});
        QVERIFY(input.has_value());
        import::ImportReport report;
        import::ListImportOptions list;
        list.actor = api::Actor::administrator("test");
        const auto done = import::importProducts(*workspace, *input, list, hooks, report);
        QVERIFY(!done && done.error().code == ErrorCode::Conflict);
        QVERIFY(report.things.accepted < 600);
    }

    void listsAreReadByAProfileToo() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        (void)scratch.write(QStringLiteral("p.json"),
                            R"({"columns":{"sku":"Artikel","stock":"Zahl","reason":null},"delimiter":";"})");
        QCOMPARE(scratch.json(words("import stock - --profile p.json"), "Artikel;Zahl;reason\ntea;4;x\n").code, 0);
        // One that was saved in the workspace goes by its name.
        QVERIFY(QDir(scratch.workspace()).mkdir(QStringLiteral("import-profiles")));
        QVERIFY(QFile::copy(scratch.path(QStringLiteral("p.json")),
                            scratch.workspace() + QStringLiteral("/import-profiles/kasse.json")));
        QCOMPARE(scratch.json(words("import stock - --profile kasse"), "Artikel;Zahl\ntea;5\n").code, 0);
        const Outcome bad = scratch.run(words("import stock - --profile kassen"), "Artikel;Zahl\ntea;6\n");
        QVERIFY2(bad.code == 2 && bad.err.contains("kassen"), bad.text().constData());
    }

    void whatChangedSomethingIsInTheAuditLog() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const auto noted = [&scratch] {
            return scratch.run(words("audit list --operation data.import --limit 1")).out;
        };
        const auto path =
            scratch.write(QStringLiteral("o.csv"), kHeader + line("A1", "u,north,tea,2,1.50,2026-01-05T10:00:00Z,Tea") +
                                                       line("A2", "u,north,pie,2,1.50,2026-01-05T10:00:00Z,Pie"));
        QVERIFY2(noted().contains("2 accepted, 0 rejected; own columns; from standard input"), noted().constData());
        const auto before = noted();
        (void)scratch.run(words("import orders --dry-run") + QStringList{path});
        QCOMPARE(noted(), before);
        (void)scratch.run(words("import orders") + QStringList{path});
        const auto expected = "2 rows; 1 accepted, 1 rejected; own columns; from " + path.toUtf8();
        QVERIFY2(noted().contains(expected), noted().constData());
        const auto after = noted();
        (void)scratch.run(words("import orders") + QStringList{path});  // the same again
        QCOMPARE(noted(), after);
    }

    void amountsAboveTheLargestAreLeftOut() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const QByteArray rest = ",2026-01-05T10:00:00Z,Tea\n";
        const QByteArray file = kHeader + "A1,u,north,gold,1,10000000.00" + rest + "A2,u,north,gold,2,9000000.00" +
                                rest +                                   // the total
                                "A3,u,north,gem,1,10000000.01" + rest +  // and the product that is made for it
                                "A4,u,north,tea,1,10000000.01" + rest;
        const Outcome dry = scratch.json(words("import orders - --paid --stock-for-new-sku 5 --dry-run"), file);
        const Outcome outcome =
            scratch.json(words("import orders - --paid --stock-for-new-sku 5 --errors errors.csv"), file);
        QVERIFY2(outcome.code == 3, outcome.text().constData());
        QCOMPARE(dry.json(), outcome.json());
        QCOMPARE(linesOf(outcome), QByteArray(R"({"accepted":1,"rejected":3})"));
        QCOMPARE(outcome.number(QStringLiteral("reasons.bad_number")), 3);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void everyReasonIsReportedOnceInItsPlace() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QVERIFY(
            scratch.run(words("import orders -"), kHeader + line("OLD", "u,north,tea,1,1.50,2026-01-05T09:00:00Z,Tea"))
                .code == 0);
        const QByteArray rest = "u,north,tea,1,1.50,2026-01-05T10:00:00Z,Tea\n";
        const QByteArray file = kHeader +                                            // row 1
                                "W1,u,north,tea,1\n"                                 // 2 wrong_columns
                                "N1,u,north,tea,1,1.50,2026-01-05T10:00:00Z,\xff\n"  // 3 not_utf8
                                + QByteArray(65, 'L') + "," + rest                   // 4 too_long
                                + "," + rest                                         // 5 missing_order_no
                                +
                                "S1,u,north,,1,1.50,2026-01-05T10:00:00Z,Tea\n"       // 6 missing_sku
                                "B1,u,north,tea,1.5,1.50,2026-01-05T10:00:00Z,Tea\n"  // 7 bad_number
                                "Q1,u,north,tea,0,1.50,2026-01-05T10:00:00Z,Tea\n"    // 8 non_positive_quantity
                                "P1,u,north,tea,1,-1.50,2026-01-05T10:00:00Z,Tea\n"   // 9 negative_price
                                "M1,u,north,tea,1,1.505,2026-01-05T10:00:00Z,Tea\n"   // 10 sub_minor_price
                                "D1,u,north,tea,1,1.50,5 January,Tea\n"               // 11 bad_date
                                "C1,u,north,tea,1,1.50,2026-01-05T10:00:00Z,Tea\n"    // 12 accepted
                                "C1,v,north,tea,1,1.50,2026-01-05T10:00:00Z,Tea\n"    // 13 conflicting_header
                                "OLD,u,north,tea,1,1.50,2026-01-05T10:00:00Z,Tea\n"   // 14 duplicate_order
                                "U1,u,north,pie,1,1.50,2026-01-05T10:00:00Z,Tea\n"    // 15 unknown_sku
                                "O1,u,north,bun,4,0.99,2026-01-05T10:00:00Z,Bun\n";   // 16 out_of_stock
        const Outcome outcome = scratch.json(words("import orders - --errors errors.csv"), file);
        QVERIFY2(outcome.code == 3, outcome.text().constData());
        QCOMPARE(outcome.number(QStringLiteral("rows")), 15);
        QCOMPARE(linesOf(outcome), QByteArray(R"({"accepted":1,"rejected":14})"));
        // W1, N1 and the long one never had an order number; the others are orders of their own.
        QCOMPARE(ordersOf(outcome), QByteArray(R"({"accepted":1,"duplicate":1,"rejected":8})"));
        const char* const expected[] = {"wrong_columns",
                                        "not_utf8",
                                        "too_long",
                                        "missing_order_no",
                                        "missing_sku",
                                        "bad_number",
                                        "non_positive_quantity",
                                        "negative_price",
                                        "sub_minor_price",
                                        "bad_date",
                                        "conflicting_header",
                                        "duplicate_order",
                                        "unknown_sku",
                                        "out_of_stock"};
        const int rows[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16};
        const auto errors = scratch.read(QStringLiteral("errors.csv")).split('\n');
        QCOMPARE(errors.size(), 16);  // header, 14 rows, the end
        QCOMPARE(errors.first(), QByteArray("row,reason,message,line\r"));
        for (int i = 0; i < 14; ++i) {
            QCOMPARE(outcome.number(QStringLiteral("reasons.") + QLatin1String(expected[i])), 1);
            QVERIFY2(errors.at(i + 1).startsWith(QByteArray::number(rows[i]) + "," + expected[i] + ","),
                     errors.at(i + 1).constData());
        }
        QVERIFY(errors.at(1).contains("\"W1,u,north,tea,1\""));
        QVERIFY(errors.at(2).contains("\xef\xbf\xbd"));  // the invalid byte, so that the file is UTF-8
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void returnRowsCountInRowsAndReasonsOnly() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const QByteArray file =
            "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n"
            "1,a,A,1,2010-12-01 08:00:00,1.0,17850.0,UK\nC2,a,A,-1,2010-12-01 09:00:00,1.0,17850.0,UK\nC3,,,x,,,,UK\n";
        const Outcome outcome =
            scratch.json(words("import orders - --profile online-retail --stock-for-new-sku 9 --errors e.csv"), file);
        QVERIFY2(outcome.code == 0, outcome.text().constData());
        QCOMPARE(outcome.number(QStringLiteral("rows")), 3);
        QCOMPARE(linesOf(outcome), QByteArray(R"({"accepted":1,"rejected":0})"));
        QCOMPARE(ordersOf(outcome), QByteArray(R"({"accepted":1,"duplicate":0,"rejected":0})"));
        QCOMPARE(reasonsOf(outcome), QByteArray(R"({"return_row":2})"));
        QCOMPARE(scratch.read(QStringLiteral("e.csv")), QByteArray("row,reason,message,line\r\n"));
    }

    void linesOfAnOrderMayStandAnywhere() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const QByteArray file = kHeader +
                                "B,u,north,tea,1,1.50,2026-01-05T10:00:00Z,\n"
                                "A,,north,tea,1,1.50,2026-01-05T10:05:00Z,\n"
                                "B,u,north,bun,1,0.99,2026-01-05T09:00:00Z,\n"      // the earliest counts
                                "A,guest,north,bun,1,0.99,2026-01-05T10:05:00Z,\n"  // nobody is not the guest
                                "B,u,south,bun,1,0.99,2026-01-05T08:00:00Z,\n"      // and its time does not count
                                "A,,north,bun,1,0.99,2026-01-05T10:06:00Z,\n";
        const Outcome outcome = scratch.json(words("import orders - --paid"), file);
        QVERIFY2(outcome.code == 3, outcome.text().constData());
        QCOMPARE(reasonsOf(outcome), QByteArray(R"({"conflicting_header":2})"));
        QCOMPARE(linesOf(outcome), QByteArray(R"({"accepted":4,"rejected":2})"));
        const QByteArray csv = scratch.run(words("export orders -")).out;
        QVERIFY2(csv.contains("\r\nB,u,north,WAIT_PICK_UP,2.49,2026-01-05T09:00:00.000Z,2026-01-05T09:00:00.000Z,"),
                 csv.constData());
        QVERIFY2(csv.contains("\r\nA,guest,north,WAIT_PICK_UP,2.49,2026-01-05T10:05:00.000Z,2026-01-05T10:05:00.000Z,"),
                 csv.constData());
        QVERIFY(csv.indexOf("\r\nB,") < csv.indexOf("\r\nA,"));
        const auto header = csv.left(csv.indexOf("\r\n")).split(',');
        for (const auto& field : api::kOrderFields) {
            const QByteArray name(field.csv.data(), std::ssize(field.csv));
            QVERIFY2(name.isEmpty() || header.contains(name), csv.constData());
        }
        QVERIFY(!scratch.json(words("stats")).out.contains("south"));
    }

    void timeFollowsTheFileAndNeverRunsBackwards() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QVERIFY(
            scratch
                .run(words("import orders - --paid"), kHeader + line("L", "u,north,tea,1,1.50,2026-03-01T00:00:00Z,"))
                .code == 0);
        QVERIFY(
            scratch
                .run(words("import orders - --paid"), kHeader + line("E", "u,north,tea,1,1.50,2026-01-01T00:00:00Z,"))
                .code == 0);
        const QByteArray csv = scratch.run(words("export orders -")).out;
        // The fact is kept; the payment came when time was later already.
        QVERIFY2(csv.contains("\r\nE,u,north,WAIT_PICK_UP,1.50,2026-01-01T00:00:00.000Z,2026-03-01T00:00:00.000Z,"),
                 csv.constData());
        const QByteArray assignments = scratch.run(words("export assignments -")).out;
        QVERIFY2(assignments.contains("\r\nE,1,north,ann,2026-03-01T00:00:00.000Z,") ||
                     assignments.contains("\r\nE,1,north,bob,2026-03-01T00:00:00.000Z,"),
                 assignments.constData());
    }

    void timesWithoutAnOffsetAreTheZones() {
        const Scratch scratch;  // Europe/London
        QVERIFY(populate(scratch));
        QVERIFY(scratch
                    .run(words("import orders -"), kHeader + line("S", "u,north,tea,1,1.50,2026-07-01 12:00:00,") +
                                                       line("W", "u,north,tea,1,1.50,2026-01-01 12:00:00,"))
                    .code == 0);
        const QByteArray csv = scratch.run(words("export orders -")).out;
        QVERIFY(csv.contains("\r\nS,u,north,CLOSED,1.50,2026-07-01T11:00:00.000Z,"));
        QVERIFY(csv.contains("\r\nW,u,north,CLOSED,1.50,2026-01-01T12:00:00.000Z,"));
    }

    void theSameFileAgainChangesNothing() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const QByteArray file = kHeader + line("A", "u,north,tea,1,1.50,2026-01-05T10:00:00Z,") +
                                line("B", "u,north,pie,1,1.50,2026-01-05T10:00:00Z,");
        QCOMPARE(scratch.run(words("import orders - --paid"), file).code, 3);
        const QByteArray contents = scratch.contents();
        const Outcome again = scratch.json(words("import orders - --paid"), file);
        QCOMPARE(again.code, 3);  // B has no product still
        QCOMPARE(ordersOf(again), QByteArray(R"({"accepted":0,"duplicate":1,"rejected":1})"));
        QCOMPARE(scratch.contents(), contents);
        QCOMPARE(scratch.run(words("import orders - --paid"), file).out,
                 QByteArray("2 rows: 0 orders accepted, 1 rejected, 1 already there.\n"
                            "0 lines accepted, 1 rejected, 1 already there.\n  1 unknown_sku\n"));
        // Only duplicates: nothing was wrong. Nothing is made for their sake.
        const Outcome only = scratch.json(words("import orders - --paid --stock-for-new-sku 5"),
                                          kHeader + line("A", "u,west,pie,1,1.50,2026-01-05T10:00:00Z,"));
        QVERIFY2(only.code == 0, only.text().constData());
        QCOMPARE(ordersOf(only), QByteArray(R"({"accepted":0,"duplicate":1,"rejected":0})"));
        QCOMPARE(reasonsOf(only), QByteArray(R"({"duplicate_order":1})"));
        QCOMPARE(scratch.contents(), contents);
        // What was rejected is tried again.
        const Outcome retried = scratch.json(words("import orders - --paid --stock-for-new-sku 5"), file);
        QCOMPARE(retried.code, 0);
        QCOMPARE(ordersOf(retried), QByteArray(R"({"accepted":1,"duplicate":1,"rejected":0})"));
    }

    void dryRunsSayWhatWouldHappen() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QVERIFY(
            scratch
                .run(words("import orders - --paid"), kHeader + line("OLD", "u,north,tea,1,1.50,2026-01-05T10:00:00Z,"))
                .code == 0);
        QByteArray file = kHeader + line("OLD", "u,north,tea,1,1.50,2026-01-05T10:00:00Z,");
        // Refused for its total, it takes none of what the next one wants.
        file += line("BIG", "u,north,bun,3,9000000.00,2026-01-05T08:00:00Z,") +
                line("SMALL", "u,north,bun,3,0.99,2026-01-05T09:00:00Z,");
        Rng rng(5);
        for (int i = 0; i < 200; ++i) {  // fights over little stock, in an order that is not the file's
            const char* const skus[] = {"tea", "bun", "pie", "TEA"};
            // A price above the largest amount is its line's fault; an order above it takes none of the stock.
            const char* const prices[] = {",20000000.00,", ",9000000.00,"};
            const char* const price = rng.below(6) == 0 ? prices[rng.below(2)] : ",1.00,";
            file += "N" + QByteArray::number(static_cast<qint64>(rng.below(90))) + ",u,north," + skus[rng.below(4)] +
                    "," + QByteArray::number(static_cast<qint64>(rng.below(4))) + price + "2026-01-05T" +
                    QByteArray::number(static_cast<qint64>(10 + rng.below(10))) + ":00:00Z,\n";
        }
        for (const char* options : {"", " --stock-for-new-sku 7"}) {
            const QByteArray command = QByteArray("import orders - --paid") + options;
            const QByteArray contents = scratch.contents();
            const Outcome dry = scratch.json(words((command + " --dry-run --errors dry.csv").constData()), file);
            QCOMPARE(scratch.contents(), contents);
            const Outcome real = scratch.json(words((command + " --errors real.csv").constData()), file);
            QCOMPARE(dry.json(), real.json());
            QCOMPARE(dry.code, real.code);
            QCOMPARE(scratch.read(QStringLiteral("dry.csv")), scratch.read(QStringLiteral("real.csv")));
            QVERIFY(real.number(QStringLiteral("reasons.out_of_stock")) > 0);
            QVERIFY(real.number(QStringLiteral("reasons.bad_number")) > 0);
        }
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    /// The last one of all campuses decides, whichever comes last in the list.
    void unpaidOrdersOfSeveralCampusesClose() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QCOMPARE(scratch
                     .json(words("import orders -"), kHeader + line("A", "u,east,tea,1,1.50,2026-01-05T10:00:00Z,") +
                                                         line("B", "u,north,tea,1,1.50,2026-01-05T12:00:00Z,") +
                                                         line("C", "u,west,tea,1,1.50,2026-01-05T11:00:00Z,"))
                     .code,
                 0);
        const Outcome stats = scratch.json(words("stats"));
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.CLOSED")), 3);
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.WAIT_PAY")), 0);
        QCOMPARE(scratch.json(words("clock")).json().value(QStringLiteral("engine_time")).toString(),
                 QStringLiteral("2026-01-05T12:30:00.000Z"));
    }

    void formsOfFiles_data() {
        QTest::addColumn<QByteArray>("file");
        const QByteArray a = "A,u,north,tea,1,1.50,2026-01-05T10:00:00Z,Tea";
        const QByteArray b = "B,u,north,tea,1,1.50,2026-01-05T10:00:00Z,Tea";
        const QByteArray header = kHeader.trimmed();
        QTest::newRow("LF") << header + "\n" + a + "\n" + b + "\n";
        QTest::newRow("no end") << header + "\n" + a + "\n" + b;
        QTest::newRow("CRLF") << header + "\r\n" + a + "\r\n" + b + "\r\n";
        QTest::newRow("CR") << header + "\r" + a + "\r" + b + "\r";
        QTest::newRow("mixed") << header + "\r\n" + a + "\r" + b + "\n";
        QTest::newRow("byte order mark") << "\xef\xbb\xbf" + header + "\n" + a + "\n" + b + "\n";
        QTest::newRow("blank lines") << header + "\n\n" + a + "\n\r\n" + b + "\n\n\n";
        QTest::newRow("quotes")
            << header + "\n\"A\",\"u\",north,tea,1,1.50,2026-01-05T10:00:00Z,\"Green, \"\"strong\"\"\nTea\"\n" + b +
                   "\n";
        QTest::newRow("columns in another order") << QByteArray(
            "sku,order_no,campus,placed_at,user_id,unit_price,quantity,note\n"
            "tea,A,north,2026-01-05T10:00:00Z,u,1.50,1,x\ntea,B,north,2026-01-05T10:00:00Z,u,1.50,1,\n");
    }
    void formsOfFiles() {
        QFETCH(QByteArray, file);
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const Outcome outcome = scratch.json(words("import orders -"), file);
        QVERIFY2(outcome.code == 0, outcome.text().constData());
        QCOMPARE(outcome.number(QStringLiteral("rows")), 2);
        QCOMPARE(outcome.number(QStringLiteral("orders.accepted")), 2);
        // A file and standard input are the same.
        (void)scratch.write(QStringLiteral("orders.csv"), file);
        QCOMPARE(scratch.json(words("import orders orders.csv")).number(QStringLiteral("orders.duplicate")), 2);
    }

    void filesThatAreNone_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("empty") << QByteArray() << QByteArray("empty");
        QTest::newRow("blank lines") << QByteArray("\n\n") << QByteArray("empty");
        QTest::newRow("binary") << QByteArray(
                                       "\x7f"
                                       "ELF\x02\x01\x01\0\0\0\n\0\0",
                                       14)
                                << QByteArray("UTF-8");
        QTest::newRow("UTF-16") << QByteArray(
                                       "\xff\xfe"
                                       "o\0r\0d\0",
                                       8)
                                << QByteArray("UTF-16");
        QTest::newRow("another header") << QByteArray("a,b,c\n1,2,3\n") << QByteArray("order_no");
        QTest::newRow("one column missing")
            << QByteArray("order_no,user_id,campus,sku,quantity,unit_price\n") << QByteArray("placed_at");
        QTest::newRow("column twice") << kHeader.trimmed() + ",SKU\n" << QByteArray("twice");
        QTest::newRow("no line ends") << QByteArray(200'000, 'x') << QByteArray("65536");
    }
    void filesThatAreNone() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, says);
        const Scratch scratch;
        QVERIFY(scratch.init());
        const QByteArray contents = scratch.contents();
        (void)scratch.write(QStringLiteral("f.csv"), file);
        const Outcome outcome = scratch.run(words("import orders f.csv"));
        QVERIFY2(outcome.code == 1, outcome.text().constData());
        QVERIFY2(outcome.err.contains(says) && outcome.err.contains("f.csv"), outcome.text().constData());
        QCOMPARE(outcome.err.count('\n'), 1);
        QCOMPARE(scratch.contents(), contents);
    }

    void pathsThatAreNoFiles() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        QVERIFY(QDir().mkpath(scratch.path(QStringLiteral("folder"))));
        const Outcome missing = scratch.run(words("import orders nowhere.csv"));
        QVERIFY2(missing.code == 1 && missing.err.contains("nowhere.csv"), missing.text().constData());
        const Outcome folder = scratch.run(words("import orders folder"));
        QVERIFY2(folder.code == 1 && folder.err.contains("directory"), folder.text().constData());
        const QString secret = scratch.write(QStringLiteral("secret.csv"), kHeader);
        QVERIFY(QFile::setPermissions(secret, QFile::Permissions()));
        const Outcome unreadable = scratch.run(words("import orders secret.csv"), {}, boundByPermissions);
        QVERIFY2(unreadable.code == 1 && unreadable.err.contains("secret.csv"), unreadable.text().constData());
        (void)scratch.write(QStringLiteral("o.csv"), kHeader);
        const Outcome errors = scratch.run(words("import orders o.csv --errors nowhere/e.csv"));
        QVERIFY2(errors.code == 1 && errors.err.contains("nowhere/e.csv"), errors.text().constData());
        QCOMPARE(scratch.run(words("import orders o.csv --errors o.csv")).code, 2);
        QCOMPARE(scratch.read(QStringLiteral("o.csv")), kHeader);
        QCOMPARE(scratch.run(words("import orders o.csv")).code, 0);  // a header alone is a file without rows
    }

    void longAndWildRowsDoNotStopTheRest() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const QByteArray good = "u,north,tea,1,1.50,2026-01-05T10:00:00Z,";
        const QByteArray file = kHeader + "A," + good + "\n" + "X," + good + QByteArray(3'000'000, 'x') + "\n" + "B," +
                                good + "\n" + "Y,u,north,tea,1,1.50,2026-01-05T10:00:00Z,\"never closed\n" + "C," +
                                good + "\n";
        const Outcome outcome = scratch.json(words("import orders - --errors e.csv"), file);
        QCOMPARE(outcome.code, 3);
        QCOMPARE(outcome.number(QStringLiteral("orders.accepted")), 3);
        QCOMPARE(reasonsOf(outcome), QByteArray(R"({"too_long":1,"wrong_columns":1})"));
        QVERIFY(scratch.read(QStringLiteral("e.csv")).size() < 80'000);
    }

    void ordersThatCostNothingAreSettled() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const Outcome outcome =
            scratch.json(words("import orders - --paid"), kHeader + line("Z", "u,north,tea,1,0,2026-01-05T10:00:00Z,"));
        QCOMPARE(outcome.code, 0);
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.by_status.WAIT_PICK_UP")), 1);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void longOrderNumbersGetAPaymentNumberToo() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QByteArray file = kHeader;
        for (const char* last : {"1", "2"}) {
            file += QByteArray("é").repeated(63) + last + ",u,north,tea,1,1.50,2026-01-05T10:00:00Z,\n";
        }
        QCOMPARE(scratch.json(words("import orders - --paid"), file).number(QStringLiteral("orders.accepted")), 2);
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("money.paid")), 300);
    }

    void profilesMapForeignFiles() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        (void)scratch.write(
            QStringLiteral("p.json"),
            R"({"columns":{"order_no":"Nr","sku":"Artikel","quantity":"Menge","unit_price":"Preis","placed_at":"Datum"},
            "constants":{"campus":"north","user_id":"laden"},"date_format":"d.M.yyyy H:mm","delimiter":";","return_prefix":"R-"})");
        const Outcome outcome =
            scratch.json(words("import orders - --profile p.json"),
                         "Nr;Artikel;Menge;Preis;Datum\n1;tea;2;1.5;5.1.2026 9:30\nR-1;tea;-2;1.5;5.1.2026 9:30\n");
        QVERIFY2(outcome.code == 0, outcome.text().constData());
        QVERIFY(scratch.run(words("export orders -"))
                    .out.contains("\r\n1,laden,north,CLOSED,3.00,2026-01-05T09:30:00.000Z,"));
        (void)scratch.write(QStringLiteral("bad.json"), "{\"columns\":{\"oder_no\":\"Nr\"}}");
        const Outcome bad = scratch.run(words("import orders - --profile bad.json"));
        QVERIFY2(bad.code == 2 && bad.err.contains("oder_no"), bad.text().constData());
    }

    void couriersAndProductsHaveReasonsToo() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const QByteArray couriers =
            "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\n,north,X,1,1\nbob,,X,1,1\ncat,north,Cat,3,"
            "maybe\ndan,north\neve,north,\xff,3,1\n" +
            QByteArray(65, 'x') + ",north,X,1,1\nann,south,Ann,1,1\n";
        const Outcome first = scratch.json(words("import couriers - --errors c.csv"), couriers);
        QCOMPARE(first.code, 3);
        QCOMPARE(compact(first.json().value(QStringLiteral("couriers"))), QByteArray(R"({"accepted":1,"rejected":7})"));
        QCOMPARE(
            reasonsOf(first),
            QByteArray(
                R"({"bad_on_duty":1,"campus_changed":1,"missing_campus":1,"missing_courier_id":1,"not_utf8":1,"too_long":1,"wrong_columns":1})"));
        QVERIFY2(scratch.read(QStringLiteral("c.csv")).startsWith("row,reason,message,line\r\n3,missing_courier_id,"),
                 scratch.read(QStringLiteral("c.csv")).constData());
        QVERIFY(scratch.read(QStringLiteral("c.csv")).contains("\r\n9,campus_changed,"));

        const QByteArray products =
            "sku,name,unit_price,stock\ntea,Tea,1.50,10\n,X,1,1\na,X,-1,1\nb,X,1.001,1\nc,X,free,1\nd,X,1,-1\ne,X,1,1."
            "5\nf,X,1,99999999999999\nh,X,2 euro,1\n";
        const Outcome second = scratch.json(words("import products -"), products);
        QCOMPARE(second.code, 3);
        QCOMPARE(compact(second.json().value(QStringLiteral("products"))),
                 QByteArray(R"({"accepted":1,"rejected":8})"));
        QCOMPARE(reasonsOf(second),
                 QByteArray(
                     R"({"bad_number":4,"missing_sku":1,"negative_price":1,"negative_stock":1,"sub_minor_price":1})"));
        // Again: known ones are set, not added to.
        const QByteArray contents = scratch.contents();
        QCOMPARE(scratch.json(words("import products -"), "sku,name,unit_price,stock\ntea,Tea,1.50,10\n").code, 0);
        QCOMPARE(
            scratch.json(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\n").code,
            0);
        QCOMPARE(scratch.contents(), contents);
        QCOMPARE(
            scratch.json(words("import couriers - --dry-run"), kCouriers).number(QStringLiteral("couriers.accepted")),
            2);
        QCOMPARE(scratch.contents(), contents);
        QCOMPARE(scratch.run(words("verify")).code, 0);
        // Stock 10 it is, not 20.
        QCOMPARE(
            scratch.json(words("import orders -"), kHeader + line("A", "u,north,tea,11,1.50,2026-01-05T10:00:00Z,"))
                .code,
            3);
        QCOMPARE(
            scratch.json(words("import orders -"), kHeader + line("A", "u,north,tea,10,1.50,2026-01-05T10:00:00Z,"))
                .code,
            0);
    }

    /// In this process, to see what has become of the rows.
    void valuesOfLists() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        QByteArray couriers = "ON_DUTY,phone,name,campus,courier_id\n";
        const char* const said[] = {"1", "true", "YES", "0", "False", "no", "on", ""};
        for (int i = 0; i < 8; ++i) {
            couriers += QByteArray(said[i]) + ",07" + QByteArray::number(i) + ",\"Na\nme\",north,c" +
                        QByteArray::number(i) + "\n";
        }
        const auto path = scratch.write(QStringLiteral("c.csv"), couriers).toStdString();
        const auto products =
            scratch.write(QStringLiteral("p.csv"), "sku,name,unit_price,stock\ntea, ,1.5,7\ngem,Gem,0,0\n")
                .toStdString();
        base::VirtualClock clock;
        const auto workspace = openForImport(scratch, clock);
        QVERIFY(workspace);
        import::ImportHooks hooks;
        hooks.step = [&] { (void)workspace->step(); };
        import::ListImportOptions import;
        import.actor = api::Actor::administrator("test");
        const auto get = [&](auto answer) {
            while (!answer.isFinished()) {
                (void)workspace->step();
            }
            return answer.result();
        };
        {
            const auto input = import::InputFile::open(path, {});
            QVERIFY(input.has_value());
            import::ImportReport report;
            QVERIFY(import::importCouriers(*workspace, *input, import, hooks, report).has_value());
            QCOMPARE(report.rows, std::int64_t{8});
            QCOMPARE(report.things.accepted, std::int64_t{6});
            QCOMPARE(report.of(import::Reason::BadOnDuty), std::int64_t{2});
        }
        const api::Call call{import.actor, {}, {}};
        const auto board = get(workspace->dispatch().board(call, CampusId("north")));
        QVERIFY(board.has_value());
        QCOMPARE(board->couriers.size(), std::size_t{6});
        for (const auto& row : board->couriers) {
            QCOMPARE(row.onDuty, row.id.str() < "c3");
            QCOMPARE(row.name, std::string("Na me"));
            QCOMPARE(row.phone, "07" + row.id.str().substr(1));
        }
        {
            const auto input = import::InputFile::open(products, {});
            QVERIFY(input.has_value());
            import::ImportReport report;
            QVERIFY(import::importProducts(*workspace, *input, import, hooks, report).has_value());
            QCOMPARE(report.things.accepted, std::int64_t{2});
            QVERIFY(!report.anyRejected());
        }
        const auto rows = get(workspace->orders().products(call, {}, 10));
        QVERIFY(rows.has_value());
        QCOMPARE(rows->size(), std::size_t{2});
        for (const auto& row : *rows) {
            const bool tea = row.sku == Sku("tea");
            QCOMPARE(row.name, std::string(tea ? "" : "Gem"));
            QCOMPARE(row.unitPrice.minor, std::int64_t{tea ? 150 : 0});
            QCOMPARE(row.stock, std::int64_t{tea ? 7 : 0});
        }
    }

    /// A text that is too long is told as that, whichever column it stands in.
    void longTextsOfLists() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const QByteArray id(64, 'i');
        const QByteArray name(200, 'n');
        const QByteArray phone(200, '7');
        const Outcome couriers = scratch.json(
            words("import couriers -"), "courier_id,campus,name,phone,on_duty\n" + id + "," + id + "," + name + "," +
                                            phone + ",1\n" + id + "x,north,X,1,1\nb," + id + "x,X,1,1\nc,north," +
                                            name + "x,1,1\nd,north,X," + phone + "7,1\n");
        QVERIFY2(couriers.code == 3, couriers.text().constData());
        QCOMPARE(couriers.number(QStringLiteral("couriers.accepted")), 1);
        QCOMPARE(reasonsOf(couriers), QByteArray(R"({"too_long":4})"));
        const Outcome products =
            scratch.json(words("import products -"), "sku,name,unit_price,stock\n" + id + "," + name + ",1,1\n" + id +
                                                         "x,X,1,1\nb," + name + "x,1,1\n");
        QVERIFY2(products.code == 3, products.text().constData());
        QCOMPARE(products.number(QStringLiteral("products.accepted")), 1);
        QCOMPARE(reasonsOf(products), QByteArray(R"({"too_long":2})"));
    }

    /// A price above the largest amount is its row's fault.
    void pricesAboveTheLargest() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const Outcome outcome = scratch.json(words("import products -"),
                                             "sku,name,unit_price,stock\n"
                                             "gold,Gold,10000000.00,1\n"
                                             "gem,Gem,10000000.01,1\n"
                                             "tea,Tea,1.00,1\n");
        QVERIFY2(outcome.code == 3, outcome.text().constData());
        QCOMPARE(outcome.number(QStringLiteral("products.accepted")), 2);
        QCOMPARE(reasonsOf(outcome), QByteArray(R"({"bad_number":1})"));
    }

    /// What is made for an order is what its lines say, each by itself.
    void productsThatAreMade() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        QCOMPARE(scratch
                     .json(words("import orders - --paid --stock-for-new-sku 9"),
                           kHeader + "A,u,north,tea,1,1.50,2026-01-05T10:00:00Z,Green tea\n"
                                     "A,u,north,bun,2,0.99,2026-01-05T10:00:00Z,Bun\n"
                                     "A,u,north,pie,1,3.00,2026-01-05T10:00:00Z,\n")
                     .code,
                 0);
        base::VirtualClock clock;
        const auto workspace = openForImport(scratch, clock);
        QVERIFY(workspace);
        auto answer = workspace->orders().products({api::Actor::administrator("test"), {}, {}}, {}, 10);
        workspace->runUntilIdle();
        answer.waitForFinished();
        const auto rows = answer.result();
        QVERIFY(rows.has_value());
        QStringList made;
        for (const auto& row : *rows) {
            made << QStringLiteral("%1|%2|%3|%4")
                        .arg(QString::fromStdString(row.sku.str()), QString::fromStdString(row.name))
                        .arg(row.unitPrice.minor)
                        .arg(row.stock);
        }
        made.sort();
        QCOMPARE(made, (QStringList{QStringLiteral("bun|Bun|99|7"), QStringLiteral("pie||300|8"),
                                    QStringLiteral("tea|Green tea|150|8")}));
    }

    /// A file is read twice, first to be checked and then to be imported. If it changes between, nothing is imported.
    void aFileThatChangesIsNotImported_data() {
        QTest::addColumn<QByteArray>("now");
        QTest::newRow("as long as before") << line("A", "u,north,tea,9,1.50,2026-01-05T10:00:00Z,Tea");
        QTest::newRow("longer") << line("A", "u,north,tea,10,1.50,2026-01-05T10:00:00Z,Tea");
    }
    void aFileThatChangesIsNotImported() {
        QFETCH(QByteArray, now);
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const auto path =
            scratch.write(QStringLiteral("o.csv"), kHeader + line("A", "u,north,tea,1,1.50,2026-01-05T10:00:00Z,Tea"));
        import::ImportReport report;
        {
            base::VirtualClock clock;
            const auto workspace = openForImport(scratch, clock);
            QVERIFY(workspace);
            const auto input = import::InputFile::open(path.toStdString(), {});
            QVERIFY(input.has_value());
            import::ImportHooks hooks;
            hooks.step = [&] { (void)workspace->step(); };
            hooks.progress = [&](const import::ImportProgress& progress) {
                if (progress.phase == "placing" && progress.done == 0) {
                    (void)scratch.write(QStringLiteral("o.csv"), kHeader + now);
                    QFile file(path);  // later than before, however coarse the file system's clock is
                    QVERIFY(file.open(QIODevice::ReadWrite));
                    QVERIFY(
                        file.setFileTime(QDateTime::currentDateTime().addSecs(60), QFileDevice::FileModificationTime));
                }
            };
            import::OrderImportOptions import;
            import.actor = api::Actor::administrator("test");
            import.paid = true;
            const auto done = import::importOrders(*workspace, *input, import, hooks, report);
            QVERIFY(!done.has_value());
            QVERIFY(done.error().code == ErrorCode::Conflict);
        }
        QCOMPARE(report.things.accepted, std::int64_t{0});
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.total")), 0);
    }

    void stoppingLeavesWholeOrders() {
        // In this process: cancelled at the n-th look, for several n.
        QByteArray file = kHeader;
        constexpr int kOrders = 600;
        for (int round = 0; round < 3; ++round) {  // the lines of an order stand far apart
            for (int i = 0; i < kOrders; ++i) {
                file += "N" + QByteArray::number(i) + ",u,north,sku" + QByteArray::number(round) +
                        ",1,1.00,2026-01-05T10:00:00Z,\n";
            }
        }
        for (const int looks : {1, 2, 4, 7, 11}) {
            const Scratch scratch;
            QVERIFY(scratch.init());
            QVERIFY(scratch.run(words("import couriers -"), kCouriers).code == 0);
            const std::string path = scratch.write(QStringLiteral("o.csv"), file).toStdString();
            import::ImportReport report;
            {
                base::VirtualClock clock;
                const auto workspace = openForImport(scratch, clock);
                QVERIFY(workspace);
                const auto input = import::InputFile::open(path, {});
                QVERIFY(input.has_value());
                int looked = 0;
                import::ImportHooks hooks;
                hooks.cancelled = [&] { return ++looked >= looks; };
                hooks.step = [&] { (void)workspace->step(); };
                import::OrderImportOptions import;
                import.actor = api::Actor::administrator("test");
                import.paid = true;
                import.stockForNewSku = 1'000;
                const auto done = import::importOrders(*workspace, *input, import, hooks, report);
                QVERIFY(done.has_value());
            }
            QVERIFY(report.cancelled);
            QVERIFY(report.things.accepted < kOrders);
            QCOMPARE(report.lines.accepted, report.things.accepted * 3);
            const Outcome stats = scratch.json(words("stats"));
            QCOMPARE(stats.number(QStringLiteral("orders.total")), report.things.accepted);
            QCOMPARE(stats.number(QStringLiteral("money.paid")), report.things.accepted * 300);
            QCOMPARE(scratch.run(words("run --until-idle")).code, 0);
            const Outcome verdict = scratch.run(words("verify"));
            QVERIFY2(verdict.code == 0, verdict.text().constData());
            // The rest is taken by the same command.
            const Outcome rest = scratch.json(words("import orders o.csv --paid --stock-for-new-sku 1000"));
            QCOMPARE(rest.number(QStringLiteral("orders.accepted")), kOrders - report.things.accepted);
            QCOMPARE(rest.number(QStringLiteral("orders.duplicate")), report.things.accepted);
            QCOMPARE(rest.code, 0);
        }
    }

    /// What is not whole says so: of lists and of returns, at whatever look it is stopped.
    void stoppingIsToldOfEveryKind() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QCOMPARE(scratch
                     .json(words("import orders - --paid --stock-for-new-sku 1000"),
                           kHeader + line("A", "u,north,jam,900,1.00,2026-01-05T10:00:00Z,"))
                     .code,
                 0);
        QByteArray couriers = "courier_id,campus,name,phone,on_duty\n";
        QByteArray products = "sku,name,unit_price,stock\n";
        QByteArray returns = "return_no,order_no,sku,quantity,at\n";
        for (int i = 0; i < 600; ++i) {
            const auto n = QByteArray::number(i);
            couriers += "k" + n + ",north,,,0\n";
            products += "p" + n + ",,1,1\n";
            returns += "R" + n + ",A,jam,1,2026-01-06T10:00:00Z\n";
        }
        base::VirtualClock clock;
        const auto workspace = openForImport(scratch, clock);
        QVERIFY(workspace);
        const auto actor = api::Actor::administrator("test");
        int looked = 0;
        const auto stopped = [&](const QByteArray& file, int looks, auto take) {
            const auto input = import::InputFile::open(scratch.write(QStringLiteral("f.csv"), file).toStdString(), {});
            import::ImportHooks hooks;
            looked = 0;
            hooks.cancelled = [&looked, looks] { return ++looked >= looks; };
            hooks.step = [&] { (void)workspace->step(); };
            import::ImportReport report;
            const auto done = take(*input, hooks, report);
            return done && report.cancelled && report.things.accepted < 600 ? QByteArray()
                                                                            : QByteArray::number(looked) + " looks";
        };
        const import::ListImportOptions list{actor, false, {}};
        for (const int looks : {1, 2}) {
            QCOMPARE(stopped(couriers, looks,
                             [&](const auto& input, const auto& hooks, auto& report) {
                                 return import::importCouriers(*workspace, input, list, hooks, report);
                             }),
                     QByteArray());
            QCOMPARE(stopped(products, looks,
                             [&](const auto& input, const auto& hooks, auto& report) {
                                 return import::importProducts(*workspace, input, list, hooks, report);
                             }),
                     QByteArray());
            import::ReturnImportOptions all;
            all.actor = actor;
            QCOMPARE(stopped(returns, looks,
                             [&](const auto& input, const auto& hooks, auto& report) {
                                 return import::importReturns(*workspace, input, all, hooks, report);
                             }),
                     QByteArray());
        }
    }

    void aSignalEndsAnImportCleanly() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        QVERIFY(scratch.run(words("import couriers -"), kCouriers).code == 0);
        // Standard input stays open: the program is certainly at work when the signal comes.
        QProcess process;
        process.setProgram(ctlPath());
        process.setArguments({QStringLiteral("--workspace"), scratch.workspace(), QStringLiteral("import"),
                              QStringLiteral("orders"), QStringLiteral("-")});
        process.start();
        QVERIFY(process.waitForStarted());
        process.write(kHeader + QByteArray(2'000'000, '\n'));
        while (process.bytesToWrite() > 0) {
            QVERIFY(process.waitForBytesWritten(30'000));
        }
        process.terminate();  // and nothing more is said: whoever writes may be silent for ever
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY(process.exitCode() == 1);
        QVERIFY(process.readAllStandardError().contains("cancelled"));
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.total")), 0);
    }

    void aSignalEndsAnImportFromASilentPipe() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const auto pipe = scratch.path(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        QProcess process;
        process.setProgram(ctlPath());
        process.setArguments({QStringLiteral("--workspace"), scratch.workspace(), QStringLiteral("import"),
                              QStringLiteral("couriers"), pipe});
        process.start();
        const int writer = ::open(qPrintable(pipe), O_WRONLY | O_CLOEXEC);  // once the import has opened it
        QVERIFY(writer >= 0);
        process.terminate();
        QVERIFY(process.waitForFinished(30'000));
        ::close(writer);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("cancelled"));
    }

    /// Otherwise the first file that the program opens would be its standard input.
    void aClosedStandardInputIsEmpty() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        QProcess process;
        process.start(QStringLiteral("sh"),
                      {QStringLiteral("-c"), QStringLiteral("exec \"$0\" --workspace \"$1\" import couriers - <&-"),
                       ctlPath(), scratch.workspace()});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("is empty"));
    }

    /// What a killed `init` leaves, at whatever of its writes: another one makes the workspace, unless it is there.
    void anInitThatWasKilledIsDoneAgain() {
        int killed = 0;
        for (const int write : {1, 4, 9, 14, 19}) {
            const Scratch scratch;
            QProcess process;
            process.start(QStringLiteral("strace"),
                          {QStringLiteral("-f"), QStringLiteral("-qq"), QStringLiteral("-o"),
                           QStringLiteral("/dev/null"), QStringLiteral("-e"), QStringLiteral("trace=pwrite64"),
                           QStringLiteral("-e"), QStringLiteral("inject=pwrite64:signal=SIGKILL:when=%1").arg(write),
                           ctlPath(), QStringLiteral("--workspace"), scratch.workspace(), QStringLiteral("init")});
            QVERIFY(process.waitForFinished(60'000));
            killed += process.exitStatus() == QProcess::CrashExit || process.exitCode() != 0 ? 1 : 0;
            QVERIFY2(scratch.init() || scratch.run({QStringLiteral("stats")}).code == 0,
                     qPrintable(QString::number(write)));
            QCOMPARE(scratch.run({QStringLiteral("verify")}).code, 0);
        }
        QVERIFY(killed >= 3);
    }

    void aPipeIsReadToItsEnd() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const auto pipe = scratch.path(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        QProcess process;
        process.setProgram(ctlPath());
        process.setArguments({QStringLiteral("--workspace"), scratch.workspace(), QStringLiteral("import"),
                              QStringLiteral("couriers"), pipe});
        process.start();
        const int writer = ::open(qPrintable(pipe), O_WRONLY | O_CLOEXEC);
        QVERIFY(writer >= 0);
        QCOMPARE(::write(writer, kCouriers.constData(), static_cast<size_t>(kCouriers.size())), kCouriers.size());
        ::close(writer);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 0);
    }
};

}  // namespace test_cli_import

QTEST_GUILESS_MAIN(test_cli_import::TestCliImport)
#include "test_cli_import.moc"
