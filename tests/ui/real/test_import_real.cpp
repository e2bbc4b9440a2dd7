// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's imports do to a workspace whose engine runs on its own thread, or to one that a service serves: the
// figures of the command line, whole orders after stopping, nothing twice; files that are none; profiles that the
// command line reads too.
#include <sys/stat.h>

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <QThread>
#include <algorithm>

#include "app/evenhand/console_import.h"
#include "app/workspace/workspace.h"
#include "engine/base/log.h"
#include "tests/cli/cli_support.h"
#include "tests/support/check.h"
#include "tests/support/line/service_line.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/ui/real/retail_file.h"

namespace test_import_real {

using namespace evenhand;
using cli::Scratch;

namespace {

const QByteArray kHeader = "order_no,user_id,campus,sku,quantity,unit_price,placed_at,product_name\n";
const QByteArray kCouriers = "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\nbob,north,Bob,2,yes\n";
const api::Actor kBoss = api::Actor::administrator("boss", api::Via::Console);

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

QByteArray ordersFile(int orders) {
    QByteArray text = kHeader;
    for (int i = 0; i < orders; ++i) {
        const QByteArray rest = ",u1,north,tea,1,1.50,2026-01-05T10:00:00Z,Tea\n";
        text += "A" + QByteArray::number(i) + rest + "A" + QByteArray::number(i) + rest;
    }
    return text;
}

/// A workspace that the console has open.
struct Desk {
    explicit Desk(Scratch& where) : scratch(where) {
        auto opened = app::Workspace::open(scratch.workspace().toStdString());
        if (opened) {
            workspace = *std::move(opened);
            line = std::make_unique<test::ServiceLine>(*workspace, kBoss);
            imports = std::make_unique<app::ConsoleImport>(line->engine(), scratch.workspace().toStdString());
        }
    }
    ~Desk() {
        imports.reset();
        line.reset();
        workspace.reset();
    }
    template <typename T>
    static Result<T> wait(api::Answer<T> answer) {
        answer.waitForFinished();
        return answer.result();
    }
    [[nodiscard]] Result<ui::ImportFile> look(const QString& path) const {
        return wait(imports->look(path.toStdString()));
    }
    /// As what the file was recognised.
    [[nodiscard]] ui::ImportPlan planFor(const QString& path) const {
        const auto file = look(path);
        return file && !file->fits.empty() ? file->fits.front() : ui::ImportPlan{};
    }
    [[nodiscard]] ui::ImportResult run(const QString& path, const ui::ImportPlan& plan, bool dryRun = false) const {
        return *wait(imports->run(kBoss, path.toStdString(), plan, dryRun, std::make_shared<ui::ImportControl>()));
    }
    [[nodiscard]] std::int64_t orders() const { return *wait(workspace->orders().count({kBoss, {}, {}}, {})); }

    Scratch& scratch;
    std::unique_ptr<app::Workspace> workspace;
    std::unique_ptr<test::ServiceLine> line;
    std::unique_ptr<app::ConsoleImport> imports;
};

/// With couriers, and tea enough.
bool populate(const Scratch& scratch) {
    return scratch.init() && scratch.run(words("import couriers -"), kCouriers).code == 0 &&
           scratch.run(words("import products -"), "sku,name,unit_price,stock\ntea,Tea,1.50,100000\n").code == 0;
}

QJsonObject statsOf(const Scratch& scratch) { return scratch.json({QStringLiteral("stats")}).json(); }

}  // namespace

class TestImportReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void aFileGivesTheFiguresOfTheCommandLine_data() { test::addRetailFiles(); }
    void aFileGivesTheFiguresOfTheCommandLine() {
        QFETCH(bool, isDecember);
        QByteArray couriers = "courier_id,campus,name,phone,on_duty\n";
        for (int i = 0; i < 40; ++i) {
            couriers += "uk-" + QByteArray::number(i) + ",United Kingdom,Courier,0,1\n";
        }
        Scratch byCommand;
        Scratch byWindow;
        for (const auto* scratch : {&byCommand, &byWindow}) {
            QVERIFY(scratch->init());
            QCOMPARE(scratch->run(words("import couriers -"), couriers).code, 0);
        }
        const QString path = test::retailFile(isDecember, byCommand);
        const QStringList more{QStringLiteral("--profile"), QStringLiteral("online-retail")};
        const auto orders = byCommand.json(words("import orders") + QStringList{path} + more +
                                           words("--paid --stock-for-new-sku 1000000"));
        QVERIFY2(orders.code == 3, orders.text().constData());
        const auto returns =
            byCommand.json(words("import returns") + QStringList{path} + more + words("--auto-approve"));
        QVERIFY2(returns.code == 3, returns.text().constData());
        {
            Desk desk(byWindow);
            QVERIFY(desk.imports);
            const auto file = desk.look(path);
            EVENHAND_NEED(file);
            QVERIFY(!file->fits.empty());
            auto plan = file->fits.front();
            QCOMPARE(plan.profile, std::string("online-retail"));
            QVERIFY(plan.kind == ui::ImportKind::Orders);
            QCOMPARE(plan.columns.at("order_no"), std::string("InvoiceNo"));
            plan.paid = true;
            plan.stockForNewSku = 1'000'000;
            for (const bool dryRun : {true, false}) {
                const auto result = desk.run(path, plan, dryRun);
                QVERIFY2(!result.error, result.error ? result.error->text().c_str() : "");
                QCOMPARE(result.rows, orders.number(QStringLiteral("rows")));
                QCOMPARE(result.accepted, orders.number(QStringLiteral("orders.accepted")));
                QCOMPARE(result.rejected, orders.number(QStringLiteral("orders.rejected")));
                QCOMPARE(result.duplicate, 0);
                QCOMPARE(result.acceptedLines, orders.number(QStringLiteral("lines.accepted")));
                QCOMPARE(result.rejectedLines, orders.number(QStringLiteral("lines.rejected")));
                QJsonObject reasons;
                for (const auto& [reason, count] : result.reasons) {
                    reasons.insert(QString::fromStdString(reason), static_cast<qint64>(count));
                }
                QCOMPARE(reasons, orders.json().value(QStringLiteral("reasons")).toObject());
                QCOMPARE(desk.orders(), dryRun ? 0 : result.accepted);
            }
            // The same file again changes nothing.
            const auto again = desk.run(path, plan);
            QCOMPARE(again.accepted, 0);
            QCOMPARE(again.duplicate, orders.number(QStringLiteral("orders.accepted")));
            // And its returns.
            const auto other = std::find_if(file->fits.begin(), file->fits.end(), [](const auto& fit) {
                return fit.kind == ui::ImportKind::Returns && fit.profile == "online-retail";
            });
            QVERIFY(other != file->fits.end());
            auto taking = *other;
            taking.approve = true;
            const auto taken = desk.run(path, taking);
            QVERIFY2(!taken.error, taken.error ? taken.error->text().c_str() : "");
            QCOMPARE(taken.accepted, returns.number(QStringLiteral("returns.accepted")));
            QCOMPARE(taken.rejected, returns.number(QStringLiteral("returns.rejected")));
            QCOMPARE(taken.units, returns.number(QStringLiteral("units")));
        }
        for (const auto* scratch : {&byCommand, &byWindow}) {  // what was still to be dispatched
            QCOMPARE(scratch->run(words("run --until-idle")).code, 0);
        }
        const auto expected = statsOf(byCommand);
        const auto found = statsOf(byWindow);
        for (const char* part : {"orders", "money", "returns", "campuses"}) {
            const auto name = QLatin1String(part);
            QCOMPARE(QJsonDocument(QJsonObject{{name, found.value(name)}}).toJson(),
                     QJsonDocument(QJsonObject{{name, expected.value(name)}}).toJson());
        }
        QCOMPARE(byWindow.run(words("verify")).code, 0);
    }

    void aStoppedImportLeavesWholeOrdersAndGoesOnLater() {
        constexpr int kOrders = 2'000;
        Scratch scratch;
        QVERIFY(populate(scratch));
        const auto path = scratch.write(QStringLiteral("orders.csv"), ordersFile(kOrders));
        Desk desk(scratch);
        QVERIFY(desk.imports);
        const auto plan = desk.planFor(path);
        auto control = std::make_shared<ui::ImportControl>();
        control->setPaused(true);
        auto answer = desk.imports->run(kBoss, path.toStdString(), plan, false, control);
        // A few steps, until some orders have been asked for.
        while (!answer.isFinished() &&
               (control->phase.load() != ui::ImportControl::Phase::Importing || control->done.load() < 1)) {
            control->setPaused(false);
            control->setPaused(true);
            QThread::yieldCurrentThread();
        }
        control->cancel();
        answer.waitForFinished();
        const auto stopped = *answer.result();
        QVERIFY(!stopped.error);
        QVERIFY(stopped.isCancelled || stopped.accepted == kOrders);
        QVERIFY(stopped.accepted > 0);
        QCOMPARE(desk.orders(), stopped.accepted);
        api::OrderQuery query;
        query.limit = kOrders;
        const auto rows = Desk::wait(desk.workspace->orders().page({kBoss, {}, {}}, query));
        EVENHAND_NEED(rows);
        for (const auto& row : *rows) {
            QCOMPARE(row.payable.minor, 300);  // both lines
        }
        const auto rest = desk.run(path, plan);
        QCOMPARE(rest.accepted, kOrders - stopped.accepted);
        QCOMPARE(rest.duplicate, stopped.accepted);
        QCOMPARE(desk.orders(), kOrders);
    }

    void aPausedImportGoesOn() {
        Scratch scratch;
        QVERIFY(populate(scratch));
        const auto path = scratch.write(QStringLiteral("orders.csv"), ordersFile(100));
        Desk desk(scratch);
        QVERIFY(desk.imports);
        auto control = std::make_shared<ui::ImportControl>();
        control->setPaused(true);
        auto answer = desk.imports->run(kBoss, path.toStdString(), desk.planFor(path), false, control);
        QTRY_COMPARE(control->rows.load(), 200);
        QCOMPARE(desk.orders(), 0);
        QVERIFY(!answer.isFinished());
        control->setPaused(false);
        answer.waitForFinished();
        QCOMPARE(answer.result()->accepted, 100);
        QCOMPARE(desk.orders(), 100);
    }

    void anOwnerWhoGoesStopsIt() {
        Scratch scratch;
        QVERIFY(populate(scratch));
        const auto path = scratch.write(QStringLiteral("orders.csv"), ordersFile(100));
        Desk desk(scratch);
        QVERIFY(desk.imports);
        auto control = std::make_shared<ui::ImportControl>();
        control->setPaused(true);
        auto answer = desk.imports->run(kBoss, path.toStdString(), desk.planFor(path), false, control);
        QVERIFY(desk.imports->end(60'000));
        QVERIFY(answer.isFinished());
        QVERIFY(answer.result()->isCancelled);
    }

    void unpaidOrdersOfThePastWaitFromNow() {
        Scratch scratch;
        QVERIFY(populate(scratch));
        const auto path = scratch.write(QStringLiteral("orders.csv"), ordersFile(1));
        Desk desk(scratch);
        QVERIFY(desk.imports);
        QCOMPARE(desk.run(path, desk.planFor(path)).accepted, 1);
        const auto order = Desk::wait(desk.workspace->orders().detail({kBoss, {}, {}}, OrderNo("A0")));
        EVENHAND_NEED(order);
        QVERIFY(order->row.status == api::OrderStatus::WaitPay);
        QCOMPARE(order->row.placedAt.ms, QDateTime(QDate(2026, 1, 5), QTime(10, 0), Qt::UTC).toMSecsSinceEpoch());
    }

    void whatIsImportedIsInTheAuditLog() {
        Scratch scratch;
        QVERIFY(populate(scratch));
        const auto path = scratch.write(QStringLiteral("orders.csv"), ordersFile(3));
        Desk desk(scratch);
        QVERIFY(desk.imports);
        const auto plan = desk.planFor(path);
        const auto noted = [&] {
            api::AuditQuery query;
            query.filter.operations = {"data.import"};
            query.filter.text = "orders";
            return *Desk::wait(desk.workspace->audit().page({kBoss, {}, {}}, query));
        };
        (void)desk.run(path, plan, true);
        QVERIFY(noted().empty());
        (void)desk.run(path, plan);
        QCOMPARE(noted().size(), std::size_t{1});
        QCOMPARE(noted().front().actor, std::string("boss"));
        QCOMPARE(QString::fromStdString(noted().front().detail),
                 QStringLiteral("6 rows; 3 accepted, 0 rejected; own columns; from %1").arg(path));
        (void)desk.run(path, plan);  // changes nothing
        QCOMPARE(noted().size(), std::size_t{1});
    }

    void rejectedRowsAreKeptAndSaved() {
        Scratch scratch;
        QVERIFY(populate(scratch));
        QByteArray text = ordersFile(2) + "B1,u1,north,pie,1,1.50,2026-01-05T10:00:00Z,Pie\n";
        text += "B2,u1,north,tea,x,1.50,2026-01-05T10:00:00Z,Tea\n";
        const auto path = scratch.write(QStringLiteral("orders.csv"), text);
        const auto to = scratch.path(QStringLiteral("rejected.csv"));
        Desk desk(scratch);
        QVERIFY(desk.imports);
        QVERIFY(!Desk::wait(desk.imports->saveRejected(kBoss, to.toStdString())));  // there are none yet
        const auto result = desk.run(path, desk.planFor(path));
        QCOMPARE(result.accepted, 2);
        QVERIFY(result.anyRejected);
        QCOMPARE(result.rejectedRowCount, 2);
        QCOMPARE(result.rejectedRows.size(), std::size_t{2});
        QCOMPARE(result.rejectedRows[0].row, 6);
        QCOMPARE(result.rejectedRows[0].reason, std::string("unknown_sku"));
        QCOMPARE(result.rejectedRows[1].reason, std::string("bad_number"));
        QVERIFY(result.rejectedRows[1].line.starts_with("B2,u1"));
        // Not into the workspace, whose files are its own.
        const auto inside = scratch.path(QStringLiteral("w/rejected.csv"));
        QVERIFY(!Desk::wait(desk.imports->saveRejected(kBoss, inside.toStdString())));
        QVERIFY(!QFile::exists(inside));
        const auto saved = Desk::wait(desk.imports->saveRejected(kBoss, to.toStdString()));
        EVENHAND_NEED(saved);
        QCOMPARE(*saved, 2);
        const auto lines = scratch.read(QStringLiteral("rejected.csv")).split('\n');
        QCOMPARE(lines.size(), 4);
        QVERIFY(lines[0].startsWith("row,reason,message,line") && lines[1].startsWith("6,unknown_sku,"));
        api::AuditQuery query;
        query.filter.operations = {"data.export"};
        const auto entries = Desk::wait(desk.workspace->audit().page({kBoss, {}, {}}, query));
        EVENHAND_NEED(entries);
        QCOMPARE(entries->size(), std::size_t{1});
        QVERIFY(entries->front().detail.find("2 rows") != std::string::npos);
    }

    void aSavedAssignmentIsOfferedAndReadByTheCommandLine() {
        Scratch scratch;
        QVERIFY(populate(scratch));
        const auto path = scratch.write(QStringLiteral("till.csv"),
                                        "Nr;Kunde;Artikel;Menge;Preis;Zeit\n7;k1;tea;2;1.50;05.01.2026 10:00\n");
        {
            Desk desk(scratch);
            QVERIFY(desk.imports);
            const auto file = desk.look(path);
            EVENHAND_NEED(file);
            QVERIFY(file->fits.empty());
            QCOMPARE(file->delimiter, ';');
            ui::ImportPlan plan;
            plan.delimiter = ';';
            plan.columns = {{"order_no", "Nr"},    {"user_id", "Kunde"},    {"sku", "Artikel"},
                            {"quantity", "Menge"}, {"unit_price", "Preis"}, {"placed_at", "Zeit"}};
            plan.constants = {{"campus", "north"}};
            plan.dateFormat = "dd.MM.yyyy HH:mm";
            const auto rows = Desk::wait(desk.imports->preview(path.toStdString(), plan));
            EVENHAND_NEED(rows);
            QCOMPARE(rows->size(), std::size_t{1});
            QCOMPARE(rows->front().reason, std::string());
            QVERIFY(rows->front().values.at(2) == ui::ImportValue(std::string("north")));
            QVERIFY(rows->front().values.at(4) == ui::ImportValue(std::int64_t{2}));
            QVERIFY(rows->front().values.at(5) == ui::ImportValue(Money{150}));
            for (const char* bad : {"", "a/b", "..", "online-retail", "native"}) {
                QVERIFY2(!Desk::wait(desk.imports->saveProfile(bad, plan)), bad);
            }
            EVENHAND_NEED(Desk::wait(desk.imports->saveProfile("till", plan)));
            const auto again = desk.look(path);
            EVENHAND_NEED(again);
            QCOMPARE(again->fits.size(), std::size_t{1});
            plan.profile = "till";
            QVERIFY(again->fits.front() == plan);
        }
        const auto imported = scratch.json(words("import orders --profile till") + QStringList{path});
        QVERIFY2(imported.code == 0, imported.text().constData());
        QCOMPARE(imported.number(QStringLiteral("orders.accepted")), 1);
    }

    void filesThatAreNoneAreTold_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QByteArray& bytes, const char* said) {
            QTest::newRow(name) << bytes << QString::fromLatin1(said);
        };
        row("empty", "", "empty");
        row("a line of 10 MB", QByteArray(10'000'000, 'x'), "longer than 65536");
        row("NUL bytes", QByteArray("order_no\0,user_id\n", 18), "not CSV text");
        row("UTF-16", QByteArray("\xff\xfeo\0r\0", 6), "UTF-16");
        row("Latin-1", "order_no,Caf\xe9\n", "UTF-8");
        row("duplicate columns", kHeader.trimmed() + ",sku\nA,u,north,tea,1,1,2026-01-05T10:00:00Z,Tea,tea\n", "twice");
    }
    void filesThatAreNoneAreTold() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, said);
        Scratch scratch;
        QVERIFY(populate(scratch));
        const auto path = scratch.write(QStringLiteral("bad.csv"), bytes);
        Desk desk(scratch);
        QVERIFY(desk.imports);
        ui::ImportPlan plan;
        for (const auto& field : desk.imports->fields(ui::ImportKind::Orders)) {
            plan.columns[field.name] = field.name;
        }
        const auto rows = Desk::wait(desk.imports->preview(path.toStdString(), plan));
        QVERIFY(!rows);
        QVERIFY2(QString::fromStdString(rows.error().message).contains(said), rows.error().text().c_str());
        const auto result = desk.run(path, plan);
        QVERIFY(result.error.has_value());
        QVERIFY2(QString::fromStdString(result.error->message).contains(said), result.error->text().c_str());
        QCOMPARE(result.accepted, 0);
        QCOMPARE(desk.orders(), 0);
    }

    void placesThatAreNoFilesAreTold() {
        Scratch scratch;
        QVERIFY(populate(scratch));
        Desk desk(scratch);
        QVERIFY(desk.imports);
        const auto folder = desk.look(scratch.path(QStringLiteral("w")));
        QVERIFY(!folder && folder.error().message.find("directory") != std::string::npos);
        const auto missing = desk.look(scratch.path(QStringLiteral("nothing.csv")));
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
        // A pipe into which nobody writes would be waited for.
        const auto pipe = scratch.path(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        QVERIFY(!desk.look(pipe));
    }

    void manyColumnsAndBrokenRowsAreRead() {
        Scratch scratch;
        QVERIFY(populate(scratch));
        QByteArray wide = kHeader.trimmed();
        for (int i = 0; i < 9'992; ++i) {
            wide += ",c" + QByteArray::number(i % 10);
        }
        wide += "\nA1,u,north,tea\n" + QByteArray("A\0002,u", 5) + "\n" + QByteArray(10'000'000, 'y') + "\n";
        const auto path = scratch.write(QStringLiteral("wide.csv"), wide);
        Desk desk(scratch);
        QVERIFY(desk.imports);
        const auto file = desk.look(path);
        EVENHAND_NEED(file);
        QCOMPARE(file->columns.size(), std::size_t{10'000});
        const auto result = desk.run(path, desk.planFor(path));
        QVERIFY2(!result.error, result.error ? result.error->text().c_str() : "");
        QCOMPARE(result.rows, 3);
        QCOMPARE(result.accepted, 0);
        QCOMPARE(result.reasons, (std::vector<std::pair<std::string, std::int64_t>>{{"wrong_columns", 3}}));
        for (const auto& row : result.rejectedRows) {
            QVERIFY(row.line.size() <= 2'000);
        }
        const auto only = scratch.write(QStringLiteral("only.csv"), kHeader);
        QVERIFY(desk.look(only)->samples.empty());
        const auto none = desk.run(only, desk.planFor(only));
        QVERIFY(!none.error && none.rows == 0 && none.accepted == 0);
    }

    /// A file that is cut while it is read ends like one that is whole.
    void aFileThatShrinksChangesNothing() {
        Scratch scratch;
        QVERIFY(populate(scratch));
        const auto path = scratch.write(QStringLiteral("orders.csv"), ordersFile(100));
        Desk desk(scratch);
        QVERIFY(desk.imports);
        const auto plan = desk.planFor(path);
        auto control = std::make_shared<ui::ImportControl>();
        control->setPaused(true);
        auto answer = desk.imports->run(kBoss, path.toStdString(), plan, false, control);
        QTRY_COMPARE(control->rows.load(), 200);
        QVERIFY(QFile::resize(path, 2'000));
        control->setPaused(false);
        answer.waitForFinished();
        QVERIFY(answer.result()->error.has_value());
        QVERIFY(answer.result()->error->code == ErrorCode::Conflict);
        QCOMPARE(desk.orders(), 0);
    }
};

}  // namespace test_import_real

QTEST_GUILESS_MAIN(test_import_real::TestImportReal)
#include "test_import_real.moc"
