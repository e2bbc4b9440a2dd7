// SPDX-License-Identifier: GPL-3.0-or-later
// Broken surroundings: each is met with one clear message that names what and where, the right exit code, and the
// workspace as it was.
#include <sys/resource.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include "tests/cli/cli_faults.h"

namespace test_cli_faults {

using namespace evenhand;
using namespace evenhand::cli;

class TestCliFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDamagedJournalIsNeverSkipped() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 5));
        {
            const auto database = opened(scratch);
            QVERIFY(database);
            auto& record = database->statement("SELECT seq, payload FROM keyspace_journal ORDER BY seq LIMIT 1");
            QVERIFY(record.query() && record.next());
            const auto seq = record.number("seq");
            auto bytes = record.blob("payload");
            record.finish();
            bytes.back() = static_cast<char>(~bytes.back());
            auto& update = database->statement("UPDATE keyspace_journal SET payload = ? WHERE seq = ?");
            QVERIFY(update.bindBlob(bytes).bind(seq).write().has_value());
            QVERIFY(database->checkpoint(true).has_value());
        }
        for (const char* command : {"stats", "verify", "run --until-idle", "import couriers -"}) {
            const Outcome outcome = scratch.run(words(command), "courier_id,campus,name,phone,on_duty\n");
            const bool verifies = QByteArray(command) == "verify";  // which goes on with what the tables alone tell
            QVERIFY2(outcome.code == (verifies ? 4 : 1), outcome.text().constData());
            QVERIFY2((verifies ? outcome.out : outcome.err).contains("workspace_damaged"), outcome.text().constData());
            QCOMPARE(outcome.err.count('\n'), verifies ? 0 : 1);
        }
        // What is in the tables can still be taken out.
        QCOMPARE(scratch.run(words("export orders -")).out.count("\r\n"), 6);
    }

    void aMissingJournalRecordIsNeverSkipped() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 5));
        QVERIFY(tamper(scratch, {"DELETE FROM keyspace_journal WHERE seq = (SELECT MIN(seq) FROM keyspace_journal)"}));
        const Outcome outcome = scratch.run(words("run --until-idle"));
        QVERIFY2(outcome.code == 1 && outcome.err.contains("workspace_damaged"), outcome.text().constData());
    }

    void aJournalThatLostItsEndIsFoundByVerify() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 5));
        QVERIFY(tamper(scratch, {"DELETE FROM keyspace_journal WHERE seq = (SELECT MAX(seq) FROM keyspace_journal)"}));
        const Outcome outcome = scratch.run(words("verify"));
        QVERIFY2(outcome.code == 4 && outcome.out.contains("D3: "), outcome.text().constData());
    }

    void aKilledImportLeavesWholeOrders() {
        constexpr int kMany = 4'000;
        const Scratch scratch;
        QVERIFY(populate(scratch, 10));
        (void)scratch.write(QStringLiteral("many.csv"), manyOrders(kMany));
        for (int round = 0; round < 4; ++round) {
            QProcess process;
            process.setWorkingDirectory(scratch.path(QString()));
            process.start(ctlPath(), QStringList{QStringLiteral("--workspace"), scratch.workspace()} +
                                         words("import orders many.csv --paid --stock-for-new-sku 1000000"));
            QVERIFY(process.waitForStarted());
            // Once something was committed; where exactly it is hit is left to chance.
            const auto before = numberIn(scratch, "SELECT COUNT(*) FROM orders");
            while (process.state() == QProcess::Running &&
                   numberIn(scratch, "SELECT COUNT(*) FROM orders") < before + (round + 1) * 300) {
                process.waitForFinished(1);
            }
            process.kill();
            process.waitForFinished(30'000);
            verifyWhole(scratch);
        }
        QCOMPARE(scratch.run(words("import orders many.csv --paid --stock-for-new-sku 1000000")).code, 0);
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.total")), kMany);
        verifyWhole(scratch);
    }

    void aMissingDatabaseDriver() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 3));
        const QByteArray contents = scratch.contents();
        // A copy of the program that looks for plug-ins where there are none.
        QVERIFY(QDir().mkpath(scratch.path(QStringLiteral("bin/none"))));
        const QString program = scratch.path(QStringLiteral("bin/evenhandctl"));
        QVERIFY(QFile::copy(ctlPath(), program));
        (void)scratch.write(QStringLiteral("bin/qt.conf"), "[Paths]\nPrefix=.\nPlugins=none\n");
        const QByteArray driver = evenhand::testing::onMariadb() ? "QMYSQL" : "QSQLITE";
        for (const char* command : {"stats", "verify", "run --until-idle", "init"}) {
            const Outcome outcome = scratch.run(words(command), {}, [&](QProcess& process) {
                process.setProgram(program);
                if (qstrcmp(command, "init") == 0) {
                    auto arguments = process.arguments();
                    arguments[1] = scratch.path(QStringLiteral("new"));
                    process.setArguments(arguments);
                }
            });
            QVERIFY2(outcome.code == 1, outcome.text().constData());
            QVERIFY2(outcome.err.contains("driver_missing") && outcome.err.contains(driver),
                     outcome.text().constData());
        }
        QVERIFY(!QFile::exists(scratch.path(QStringLiteral("new"))));
        QCOMPARE(scratch.contents(), contents);
    }

    void noRoomForACopyOfStandardInput() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 3));
        const QByteArray contents = scratch.contents();
        const Outcome outcome = scratch.run(words("import orders -"), manyOrders(5'000), [](QProcess& process) {
            process.setChildProcessModifier([] {
                const rlimit size{100'000, 100'000};
                ::setrlimit(RLIMIT_FSIZE, &size);
            });
        });
        QVERIFY2(
            outcome.code == 1 && outcome.err.contains("evenhand-import-") && outcome.err.contains("standard input"),
            outcome.text().constData());
        QCOMPARE(scratch.contents(), contents);
    }

    void aFileThatChangesIsNoticed() {
        // A pipe that is not one: the file is emptied after it was opened. In real life: a download under way.
        const Scratch scratch;
        QVERIFY(populate(scratch, 3));
        const QString path = scratch.write(QStringLiteral("growing.csv"), manyOrders(40'000));
        QProcess process;
        process.start(ctlPath(), {QStringLiteral("--workspace"), scratch.workspace(), QStringLiteral("import"),
                                  QStringLiteral("orders"), path, QStringLiteral("--paid"),
                                  QStringLiteral("--stock-for-new-sku"), QStringLiteral("1000000")});
        QVERIFY(process.waitForStarted());
        while (process.state() == QProcess::Running && numberIn(scratch, "SELECT COUNT(*) FROM orders") < 100) {
            process.waitForFinished(1);
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::Append));
        file.write("more\n");
        file.close();
        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitCode(), 1);
        const QByteArray error = process.readAllStandardError();
        QVERIFY2(error.contains("changed while it was being imported") && error.contains("growing.csv"),
                 error.constData());
        verifyWhole(scratch);
    }
};

}  // namespace test_cli_faults

QTEST_GUILESS_MAIN(test_cli_faults::TestCliFaults)
#include "test_cli_faults.moc"
