// SPDX-License-Identifier: GPL-3.0-or-later
// Words on the command line, exit codes, and the commands that are not imports.
#include <QDir>
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_faults.h"

namespace test_cli_usage {

using namespace evenhand::cli;

namespace {

const QByteArray kCouriers =
    "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\nbob,north,Bob,2,1\ncat,north,Cat,3,0\n";
const QByteArray kOrders =
    "order_no,user_id,campus,sku,quantity,unit_price,placed_at,product_name\n"
    "A1,u1,north,tea,2,1.50,2026-01-05T10:00:00Z,Tea\n"
    "A2,u2,north,tea,1,1.50,2026-01-05T10:01:00Z,Tea\n"
    "A3,u3,north,bun,1,0.99,2026-01-05T10:02:00Z,=Bun\n";

/// Three paid orders and two couriers on duty.
bool populate(const Scratch& scratch) {
    return scratch.init() && scratch.run(words("import couriers -"), kCouriers).code == 0 &&
           scratch.run(words("import orders - --paid --stock-for-new-sku 100"), kOrders).code == 0;
}

}  // namespace

class TestCliUsage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wrongUsageIsTwo_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nothing") << QStringList{} << QByteArray("command is missing");
        QTest::newRow("unknown command") << words("frobnicate") << QByteArray("frobnicate");
        QTest::newRow("unknown option") << words("stats --frob") << QByteArray("--frob");
        QTest::newRow("short option") << words("stats -v") << QByteArray("-v");
        QTest::newRow("word too many") << words("stats now") << QByteArray("now");
        QTest::newRow("option twice") << words("run --for 1 --for 2") << QByteArray("--for");
        QTest::newRow("value missing") << words("run --for") << QByteArray("--for");
        QTest::newRow("flag with value") << words("run --until-idle=yes") << QByteArray("--until-idle");
        QTest::newRow("not a number") << words("run --for soon") << QByteArray("soon");
        QTest::newRow("negative number") << words("run --for=-1") << QByteArray("-1");
        QTest::newRow("number with unit") << words("run --for 1s") << QByteArray("1s");
        QTest::newRow("both ends") << words("run --for 1 --until-idle") << QByteArray("combined");
        QTest::newRow("currency") << words("init --currency pounds") << QByteArray("pounds");
        QTest::newRow("time zone") << words("init --time-zone Nowhere/Land") << QByteArray("Nowhere/Land");
        QTest::newRow("admin") << QStringList{QStringLiteral("init"), QStringLiteral("--admin"), QString()}
                               << QByteArray("--admin");
        QTest::newRow("import what") << words("import") << QByteArray("couriers");
        QTest::newRow("import frogs") << words("import frogs f.csv") << QByteArray("frogs");
        QTest::newRow("import without file") << words("import orders") << QByteArray("FILE");
        QTest::newRow("two files") << words("import orders a.csv b.csv") << QByteArray("b.csv");
        QTest::newRow("paid couriers") << words("import couriers a.csv --paid") << QByteArray("--paid");
        QTest::newRow("stock") << words("import orders a.csv --stock-for-new-sku many") << QByteArray("many");
        QTest::newRow("profile") << words("import orders a.csv --profile nosuch") << QByteArray("nosuch");
        QTest::newRow("export what") << words("export") << QByteArray("orders");
        QTest::newRow("export tables") << words("export tables x.csv") << QByteArray("tables");
        QTest::newRow("export two documents") << words("--json export orders -") << QByteArray("standard output");
        QTest::newRow("reassign what") << words("reassign --reason x") << QByteArray("ORDER_NO");
        QTest::newRow("reassign why") << words("reassign A1") << QByteArray("--reason");
        QTest::newRow("note what") << words("note A1") << QByteArray("--text");
        QTest::newRow("note on what") << words("note --text x") << QByteArray("ORDER_NO");
        QTest::newRow("port") << words("keyspace-server --port 70000") << QByteArray("70000");
        QTest::newRow("open to all") << words("keyspace-server --port 0") << QByteArray("--password-file");
        QTest::newRow("largest amount") << words("init --largest-amount 0") << QByteArray("--largest-amount");
    }
    void wrongUsageIsTwo() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Scratch scratch;
        const Outcome outcome = scratch.run(arguments);
        QVERIFY2(outcome.code == 2, outcome.text().constData());
        QVERIFY2(outcome.err.contains(says), outcome.text().constData());
        QVERIFY(outcome.err.contains("--help"));
        QVERIFY2(!QFile::exists(scratch.workspace()), "wrong usage must not make anything");
    }

    void helpNamesEveryCommandAndOption() {
        const Scratch scratch;
        const Outcome all = scratch.run(words("--help"));
        QCOMPARE(all.code, 0);
        for (const char* command :
             {"init", "import", "run", "stats", "verify", "export", "orders", "reassign", "note", "couriers",
              "dispatch", "policy", "timers", "alerts", "bench", "keyspace", "keyspace-server", "ring", "status"}) {
            QVERIFY2(all.out.contains(QByteArray("  ") + command + " "), command);
            const Outcome one = scratch.run({QString::fromLatin1(command), QStringLiteral("--help")});
            QCOMPARE(one.code, 0);
            QVERIFY2(one.out.startsWith("usage: evenhandctl"), one.out.constData());
        }
        QVERIFY(scratch.run(words("import --help")).out.contains("--stock-for-new-sku"));
        QVERIFY(scratch.run(words("--version")).out.startsWith("evenhandctl "));
    }

    void statusOfOneEngineHasNoParts() {
        const Scratch scratch;
        QCOMPARE(scratch.json(words("init")).code, 0);
        const auto status = scratch.json(words("status"));
        QCOMPARE(status.code, 0);
        QVERIFY(status.json().value(QStringLiteral("parts")).toArray().isEmpty());
        QVERIFY(status.json().value(QStringLiteral("state")).isNull());  // nobody was asked
        QVERIFY(scratch.run(words("status")).out.contains("has no other parts"));
        QCOMPARE(scratch.json(words("status everything")).code, 2);
    }

    void initMakesAPrivateFolderOnce() {
        const Scratch scratch;
        const Outcome made = scratch.json(words("init --currency JPY --time-zone Asia/Tokyo"));
        QVERIFY2(made.code == 0, made.text().constData());
        QCOMPARE(made.json().value(QStringLiteral("currency")).toString(), QStringLiteral("JPY"));
        QCOMPARE(made.number(QStringLiteral("minor_digits")), 0);
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther |
                            QFile::WriteOther | QFile::ExeOther;
        QVERIFY(!(QFile::permissions(scratch.workspace()) & others));
        const Outcome again = scratch.run(words("init"));
        QCOMPARE(again.code, 1);
        QVERIFY2(again.err.contains("already_exists") && again.err.contains(scratch.workspace().toUtf8()),
                 again.err.constData());
    }

    /// What nobody has chosen, how money of other currencies is written, and the largest amount there may be.
    void whatInitChooses() {
        const auto made = [](const char* options, int digits) {
            const Scratch scratch;
            const Outcome outcome = scratch.json(words("init") + words(options));
            return outcome.code == 0 && outcome.number(QStringLiteral("minor_digits")) == digits ? outcome.json()
                                                                                                 : QJsonObject();
        };
        const auto plain = made("", 2);
        QCOMPARE(plain.value(QStringLiteral("currency")).toString(), QStringLiteral("CNY"));
        QCOMPARE(plain.value(QStringLiteral("time_zone")).toString(), QStringLiteral("Asia/Shanghai"));
        QVERIFY(!made("--currency KWD", 3).isEmpty());
        const Scratch scratch;
        QCOMPARE(scratch.run(words("init --currency GBP --largest-amount 5.00")).code, 0);
        QCOMPARE(scratch.run(words("import couriers -"), kCouriers).code, 0);
        const Outcome orders = scratch.json(words("import orders - --paid --stock-for-new-sku 9"),
                                            "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n"
                                            "A1,u,north,tea,1,5.00,2026-01-05T10:00:00Z\n"
                                            "A2,u,north,pie,1,5.01,2026-01-05T10:00:00Z\n");
        QCOMPARE(orders.number(QStringLiteral("orders.accepted")), 1);
        QCOMPARE(orders.number(QStringLiteral("reasons.bad_number")), 1);
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("money.paid")), 500);
        QCOMPARE(Scratch().run(words("init --currency GBP --largest-amount 0.001")).code, 2);
    }

    void initRefusesAFolderWithOtherThings() {
        const Scratch scratch;
        QVERIFY(QDir().mkpath(scratch.workspace()));
        (void)scratch.write(QStringLiteral("w/letter.txt"), "dear");
        const Outcome outcome = scratch.run(words("init"));
        QVERIFY2(outcome.code == 1 && outcome.err.contains("not empty"), outcome.text().constData());
        QCOMPARE(scratch.read(QStringLiteral("w/letter.txt")), QByteArray("dear"));
    }

    void theWorkspaceMayComeFromTheEnvironment() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const Outcome outcome = scratch.run({}, {}, [&](QProcess& process) {
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("EVENHAND_WORKSPACE"), scratch.workspace());
            process.setProcessEnvironment(environment);
            process.setArguments({QStringLiteral("stats")});
        });
        QVERIFY2(outcome.code == 0, outcome.text().constData());
    }

    void globalOptionsMayStandAnywhere() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const Outcome outcome = scratch.run({}, {}, [&](QProcess& process) {
            process.setArguments({QStringLiteral("stats"), QStringLiteral("--json"),
                                  QStringLiteral("--workspace=") + scratch.workspace()});
        });
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.number(QStringLiteral("orders.total")), 0);
    }

    void statsAreAsTheContractSays() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const Outcome outcome = scratch.json(words("stats"));
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out.count('\n'), 1);
        QCOMPARE(outcome.number(QStringLiteral("orders.total")), 3);
        QCOMPARE(outcome.number(QStringLiteral("orders.by_status.WAIT_PICK_UP")), 3);
        QCOMPARE(outcome.number(QStringLiteral("orders.by_status.CLOSED")), 0);
        QCOMPARE(outcome.number(QStringLiteral("money.paid")), 549);
        for (const char* zero :
             {"orders.late", "money.discounted", "money.refunded", "returns.accepted", "returns.units",
              "returns.pending", "timers.pending", "timers.overdue", "timers.dead"}) {
            QCOMPARE(outcome.number(QString::fromLatin1(zero)), 0);
        }
        for (const char* list : {"streams", "campaigns", "seckill"}) {
            QVERIFY2(outcome.json().value(QLatin1String(list)).isArray(), list);
        }
        const auto campuses = outcome.json().value(QStringLiteral("campuses")).toArray();
        QCOMPARE(campuses.size(), 1);
        const QJsonObject expected{{QStringLiteral("id"), QStringLiteral("north")},
                                   {QStringLiteral("couriers"), 3},
                                   {QStringLiteral("assigned"), 3},
                                   {QStringLiteral("assigned_min"), 1},
                                   {QStringLiteral("assigned_max"), 2},
                                   {QStringLiteral("unassigned"), 0}};
        QCOMPARE(campuses.first().toObject(), expected);
    }

    /// What people read says the same as the document, each figure in its column.
    void statsInWords() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QByteArrayList lines;
        for (const auto& line : scratch.run(words("stats")).out.split('\n')) {
            lines << line.simplified();
        }
        const Outcome stats = scratch.json(words("stats"));
        const auto campus = stats.json().value(QStringLiteral("campuses")).toArray().first().toObject();
        const auto streams = stats.json().value(QStringLiteral("streams")).toArray();
        QVERIFY(!streams.isEmpty());
        QByteArrayList wanted{"north"};
        for (const char* figure : {"couriers", "assigned", "assigned_min", "assigned_max", "unassigned"}) {
            wanted.last() += ' ' + QByteArray::number(campus.value(QLatin1String(figure)).toInteger(-1));
        }
        for (const auto& stream : streams) {
            wanted << stream.toObject().value(QStringLiteral("topic")).toString().toUtf8();
            for (const char* figure : {"added", "length", "pending", "acknowledged", "dead"}) {
                wanted.last() += ' ' + QByteArray::number(stream.toObject().value(QLatin1String(figure)).toInteger(-1));
            }
        }
        wanted << "orders 3"
               << "late 0"
               << "paid (GBP) 5.49"
               << "discounted (GBP) 0.00"
               << "refunded (GBP) 0.00"
               << "returns 0";
        for (const auto& line : wanted) {
            QVERIFY2(lines.contains(line), (line + " in\n" + lines.join('\n')).constData());
        }
    }

    /// Who waits for a courier and what was given up are two figures, in words and in the document.
    void runSaysWhatNeedsAttention() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        QCOMPARE(scratch.run(words("import orders - --paid --stock-for-new-sku 100"), kOrders).code, 0);
        const auto counted = [&](qint64 unassigned, qint64 letters) {
            const Outcome ran = scratch.json(words("run --until-idle"));
            return ran.code == 0 && ran.number(QStringLiteral("unassigned")) == unassigned &&
                           ran.number(QStringLiteral("dead_letters")) == letters
                       ? QByteArray()
                       : ran.text();
        };
        QCOMPARE(counted(3, 0), QByteArray());
        QVERIFY(
            tamper(scratch, {"INSERT INTO dead_letter(topic, message_id, payload, order_no, epoch, reason, attempts, "
                             "at) VALUES ('assign-strong', '1-1', '', 'A1', 1, 'broken', 9, 1)"}));
        QCOMPARE(counted(3, 1), QByteArray());
        const auto said = scratch.run(words("run --until-idle")).out;
        QVERIFY2(said.contains("3 paid orders wait for a courier.") && said.contains("1 dead letter needs attention."),
                 said.constData());
    }

    /// Behind "--" all are words.
    void numbersThatLookLikeOptions() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QCOMPARE(
            scratch
                .run(words("import orders - --paid --stock-for-new-sku 1"),
                     "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n--to,u,north,tea,1,1,2026-01-05T11:"
                     "00:00Z\n")
                .code,
            0);
        const Outcome moved = scratch.json(words("reassign --reason ill -- --to"));
        QVERIFY2(moved.code == 0, moved.text().constData());
        QCOMPARE(moved.json().value(QStringLiteral("order_no")).toString(), QStringLiteral("--to"));
        QCOMPARE(scratch.run(words("reassign --reason ill --to")).code, 2);
        QCOMPARE(scratch.run(words("reassign -- --to --reason ill")).code, 2);
    }

    void exportsAreSafeAndWhole() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        QVERIFY(scratch.run(words("import couriers -"), "courier_id,campus,name,phone,on_duty\n=cmd,@home,-Eve,+1,1\n")
                    .code == 0);
        QVERIFY(scratch
                    .run(words("import orders - --paid --stock-for-new-sku 5"),
                         "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n-7,\"a,b\",@home,s,1,2.50,2026-01-"
                         "05T10:00:00Z\n")
                    .code == 0);
        const Outcome orders = scratch.run(words("export orders out.csv"));
        QVERIFY2(orders.code == 0, orders.text().constData());
        const QByteArray csv = scratch.read(QStringLiteral("out.csv"));
        QCOMPARE(csv.count("\r\n"), 2);
        QVERIFY2(csv.contains("\r\n'-7,\"a,b\",'@home,WAIT_PICK_UP,2.50,2026-01-05T10:00:00.000Z,"), csv.constData());
        QVERIFY2(csv.contains(",'=cmd,'-Eve,1,"), csv.constData());
        const Outcome assignments = scratch.run(words("export assignments -"));
        QCOMPARE(assignments.code, 0);
        QVERIFY2(assignments.out.contains("\r\n'-7,1,'@home,'=cmd,2026-01-05T10:00:00.000Z,strong,10,0,0,"),
                 assignments.out.constData());
        QCOMPARE(assignments.out.count("\r\n"), 2);
        const Outcome nowhere = scratch.run(words("export orders missing/out.csv"));
        QVERIFY2(nowhere.code == 1 && nowhere.err.contains("missing/out.csv"), nowhere.text().constData());
    }

    /// One line in the history of each; who asks for many is told of each.
    void notesAreWritten() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const Outcome done = scratch.json({QStringLiteral("note"), QStringLiteral("A1"), QStringLiteral("--text"),
                                           QStringLiteral("called, comes at six")});
        QVERIFY2(done.code == 0, done.text().constData());
        QCOMPARE(done.json().value(QStringLiteral("orders")).toArray().size(), 1);
        const QByteArray audit = scratch.run(words("audit list")).out;
        QVERIFY(audit.contains("orders.note") && audit.contains("called, comes at six"));
        const Outcome unknown = scratch.run(words("note none --text x"));
        QVERIFY2(unknown.code == 1 && unknown.err.contains("not_found"), unknown.text().constData());
        QCOMPARE(scratch.run(words("note A1 none --text x")).code, 3);
        QCOMPARE(scratch.run({QStringLiteral("note"), QStringLiteral("A1"), QStringLiteral("--text"), QString()}).code,
                 1);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void reassigns() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const auto courierOf = [&](const QByteArray& order) {
            const auto lines = scratch.run(words("export orders -")).out.split('\n');
            for (const QByteArray& line : lines) {
                if (line.startsWith(order + ",")) {
                    return line.split(',').value(7);
                }
            }
            return QByteArray();
        };
        const QByteArray before = courierOf("A1");
        const Outcome moved = scratch.json(words("reassign A1 --reason ill"));
        QVERIFY2(moved.code == 0, moved.text().constData());
        QCOMPARE(moved.json().value(QStringLiteral("from")).toString().toUtf8(), before);
        QVERIFY(courierOf("A1") != before && !courierOf("A1").isEmpty());
        QCOMPARE(moved.json().value(QStringLiteral("to")).toString().toUtf8(), courierOf("A1"));
        QCOMPARE(moved.json().value(QStringLiteral("status")).toString(), QStringLiteral("WAIT_PICK_UP"));
        QCOMPARE(moved.number(QStringLiteral("epoch")), 2);
        QCOMPARE(scratch
                     .run({QStringLiteral("reassign"), QStringLiteral("A1"), QStringLiteral("--to"),
                           QString::fromUtf8(before), QStringLiteral("--reason"), QStringLiteral("well again")})
                     .code,
                 0);
        QCOMPARE(courierOf("A1"), before);
        const QByteArray contents = scratch.contents();
        for (const auto& [line, code] : {std::pair("reassign A1 --to nobody --reason x", "not_found"),
                                         std::pair("reassign A1 --to cat --reason x", "off duty"),
                                         std::pair("reassign B9 --reason x", "not_found")}) {
            const Outcome refused = scratch.run(words(line));
            QVERIFY2(refused.code == 1 && refused.err.contains(code), refused.text().constData());
        }
        QCOMPARE(scratch.contents(), contents);
        QVERIFY(scratch
                    .run(words("import orders - --stock-for-new-sku 1"),
                         "order_no,user_id,campus,sku,quantity,unit_price,placed_at\nU1,u,north,tea,1,1,2026-01-05T11:"
                         "00:00Z\n")
                    .code == 0);
        const Outcome unpaid = scratch.json(words("reassign U1 --reason x"));
        QCOMPARE(unpaid.code, 1);
        QCOMPARE(unpaid.json().value(QStringLiteral("error")).toObject().value(QStringLiteral("code")).toString(),
                 QStringLiteral("wrong_status"));
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    /// By such a file no service could be trusted: that is said before any is called.
    void anAuthorityWithoutACertificateIsTold_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("text") << QByteArray("the certificate is in the other file\n");
        QTest::newRow("half of one") << QByteArray("-----BEGIN CERTIFICATE-----\nMIIB\n");
        QTest::newRow("garbage") << QByteArray("-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n");
    }
    void anAuthorityWithoutACertificateIsTold() {
        QFETCH(QByteArray, content);
        const Scratch scratch;
        const auto file = scratch.write(QStringLiteral("ca.pem"), content);
        const auto refusal = [&](const QString& authority) {
            const Outcome outcome = scratch.run(words("campuses list"), {}, [&](QProcess& process) {
                process.setArguments(words("--json --service https://127.0.0.1:1 --ca") + QStringList{authority} +
                                     words("campuses list"));
            });
            return outcome.code == 1 ? outcome.json().value(QStringLiteral("error")).toObject() : QJsonObject();
        };
        const auto told = refusal(file);
        QCOMPARE(told.value(QStringLiteral("code")).toString(), QStringLiteral("invalid_argument"));
        QCOMPARE(told.value(QStringLiteral("message")).toString(), QStringLiteral("holds no certificate in PEM"));
        QCOMPARE(told.value(QStringLiteral("field")).toString(), QStringLiteral("ca"));
        QCOMPARE(told.value(QStringLiteral("value")).toString(), file);
        QCOMPARE(refusal(scratch.path(QStringLiteral("nowhere.pem"))).value(QStringLiteral("code")).toString(),
                 QStringLiteral("not_found"));
    }

    void runEndsWhenIdleAndAfterItsTime() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QCOMPARE(scratch.run(words("run --until-idle")).code, 0);
        const Outcome timed = scratch.json(words("run --for 0"));
        QVERIFY2(timed.code == 0, timed.text().constData());
        QVERIFY(timed.number(QStringLiteral("committed")) >= 0);
    }

    void oneRunsOthersRead() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QProcess engine;
        engine.start(ctlPath(), {QStringLiteral("--workspace"), scratch.workspace(), QStringLiteral("run")});
        QVERIFY(engine.waitForStarted());
        engine.setReadChannel(QProcess::StandardError);
        while (!engine.canReadLine()) {
            QVERIFY(engine.waitForReadyRead(30'000));
        }
        QVERIFY(engine.readLine().startsWith("Running"));
        for (const char* busy : {"run --until-idle", "import couriers -", "reassign A1 --reason x"}) {
            const Outcome outcome = scratch.run(words(busy), kCouriers);
            QVERIFY2(outcome.code == 5, outcome.text().constData());
            QVERIFY2(outcome.err.contains(QByteArray::number(engine.processId())), outcome.err.constData());
        }
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.total")), 3);
        QCOMPARE(scratch.run(words("verify")).code, 0);
        QCOMPARE(scratch.run(words("export orders -")).out.count("\r\n"), 4);
        engine.terminate();  // SIGTERM
        QVERIFY(engine.waitForFinished(30'000));
        QCOMPARE(engine.exitStatus(), QProcess::NormalExit);
        QCOMPARE(engine.exitCode(), 0);
        QCOMPARE(scratch.run(words("run --until-idle")).code, 0);
    }

    void anOutputThatCannotBeWrittenFails() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const Outcome outcome = scratch.run(
            words("stats"), {}, [](QProcess& process) { process.setStandardOutputFile(QStringLiteral("/dev/full")); });
        QVERIFY2(outcome.code == 1 && outcome.err.contains("standard output"), outcome.text().constData());
    }
};

}  // namespace test_cli_usage

QTEST_GUILESS_MAIN(test_cli_usage::TestCliUsage)
#include "test_cli_usage.moc"
