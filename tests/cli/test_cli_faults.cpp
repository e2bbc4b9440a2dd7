// SPDX-License-Identifier: GPL-3.0-or-later
// Broken surroundings: each is met with one clear message that names what and where, the right exit code, and the
// workspace as it was.
#include <sys/resource.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include "engine/store/database.h"
#include "tests/cli/cli_support.h"

using namespace evenhand;
using namespace evenhand::cli;

namespace {

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

const QByteArray kHeader = "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n";

QByteArray manyOrders(int count) {
    QByteArray file = kHeader;
    for (int i = 0; i < count; ++i) {
        for (const char* sku : {"tea", "bun", "pie"}) {
            file += "N" + QByteArray::number(i) + ",user" + QByteArray::number(i % 50) + ",north," + sku +
                    ",1,1.00,2026-01-05T10:00:00Z\n";
        }
    }
    return file;
}

bool furnish(const Scratch& scratch, int orders) {
    return scratch.init() &&
           scratch.run(words("import couriers -"),
                       "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\nbob,north,Bob,2,1\n")
                   .code == 0 &&
           scratch.run(words("import orders - --paid --stock-for-new-sku 1000000"), manyOrders(orders)).code == 0;
}

/// Runs SQL on the workspace's database.
bool tamper(const Scratch& scratch, std::initializer_list<std::string_view> statements) {
    auto database = store::Database::openSqlite(scratch.path(QStringLiteral("w/workspace.db")).toStdString(),
                                                store::Database::Access::ReadWrite, false);
    if (!database || !(*database)->execute("PRAGMA foreign_keys=OFF")) {
        return false;
    }
    for (const auto statement : statements) {
        if (!(*database)->execute(statement)) {
            return false;
        }
    }
    return (*database)->checkpoint(true).has_value();
}

/// Orders placed are whole and paid, and nothing else is wrong.
void verifyWhole(const Scratch& scratch) {
    QCOMPARE(scratch.run(words("run --until-idle")).code, 0);
    const Outcome verdict = scratch.run(words("verify"));
    QVERIFY2(verdict.code == 0, verdict.text().constData());
    const Outcome stats = scratch.json(words("stats"));
    QCOMPARE(stats.number(QStringLiteral("money.paid")), stats.number(QStringLiteral("orders.total")) * 300);
    QCOMPARE(stats.number(QStringLiteral("orders.by_status.WAIT_PICK_UP")),
             stats.number(QStringLiteral("orders.total")));
}

}  // namespace

class TestCliFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void foldersThatAreNoWorkspaces_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("missing") << QByteArray("missing");
        QTest::newRow("empty") << QByteArray("empty");
        QTest::newRow("a file") << QByteArray("file");
        QTest::newRow("text as database") << QByteArray("text");
        QTest::newRow("empty database file") << QByteArray("zero");
        QTest::newRow("database of another program") << QByteArray("foreign");
        QTest::newRow("newer version") << QByteArray("newer");
    }
    void foldersThatAreNoWorkspaces() {
        QFETCH(QByteArray, kind);
        const Scratch scratch;
        QByteArray code = "workspace_missing";
        if (kind == "file") {
            (void)scratch.write(QStringLiteral("w"), "not a folder");
        } else if (kind == "newer") {
            QVERIFY(scratch.init());
            QVERIFY(tamper(scratch, {"UPDATE meta SET value = '999' WHERE name = 'schema_version'"}));
            code = "workspace_version";
        } else if (kind != "missing") {
            QVERIFY(QDir().mkpath(scratch.workspace()));
        }
        if (kind == "text") {
            (void)scratch.write(QStringLiteral("w/workspace.db"), QByteArray("this is no database\n").repeated(500));
            code = "workspace_";
        } else if (kind == "zero") {
            (void)scratch.write(QStringLiteral("w/workspace.db"), {});
        } else if (kind == "foreign") {
            auto database = store::Database::openSqlite(scratch.path(QStringLiteral("w/workspace.db")).toStdString(),
                                                        store::Database::Access::ReadWrite, true);
            QVERIFY(database && (*database)->execute("CREATE TABLE places (url TEXT)"));
            code = "workspace_version";
        }
        const QByteArray before = scratch.read(QStringLiteral("w/workspace.db"));
        for (const char* command : {"stats", "verify", "run --until-idle", "import couriers /dev/null",
                                    "export orders o.csv", "reassign A --reason x"}) {
            const Outcome outcome = scratch.run(words(command));
            QVERIFY2(outcome.code == 1, outcome.text().constData());
            QVERIFY2(outcome.err.contains(code) && outcome.err.contains(scratch.workspace().toUtf8()),
                     (QByteArray(command) + ": " + outcome.text()).constData());
            QCOMPARE(outcome.err.count('\n'), 1);
        }
        if (kind != "zero") {  // SQLite begins an empty file as soon as it is opened
            QCOMPARE(scratch.read(QStringLiteral("w/workspace.db")), before);
        }
    }

    void aDamagedJournalIsNeverSkipped() {
        const Scratch scratch;
        QVERIFY(furnish(scratch, 5));
        QVERIFY(tamper(
            scratch,
            {"UPDATE keyspace_journal SET payload = CAST(substr(payload, 1, length(payload) - 1) || x'5a' AS BLOB) "
             "WHERE seq = (SELECT MIN(seq) + 1 FROM keyspace_journal)"}));
        for (const char* command : {"stats", "verify", "run --until-idle", "import couriers -"}) {
            const Outcome outcome = scratch.run(words(command), "courier_id,campus,name,phone,on_duty\n");
            QVERIFY2(outcome.code == 1, outcome.text().constData());
            QVERIFY2(outcome.err.contains("workspace_damaged"), outcome.text().constData());
            QCOMPARE(outcome.err.count('\n'), 1);
        }
        // What is in the tables can still be taken out.
        QCOMPARE(scratch.run(words("export orders -")).out.count("\r\n"), 6);
    }

    void aMissingJournalRecordIsNeverSkipped() {
        const Scratch scratch;
        QVERIFY(furnish(scratch, 5));
        QVERIFY(tamper(scratch, {"DELETE FROM keyspace_journal WHERE seq = (SELECT MIN(seq) FROM keyspace_journal)"}));
        const Outcome outcome = scratch.run(words("run --until-idle"));
        QVERIFY2(outcome.code == 1 && outcome.err.contains("workspace_damaged"), outcome.text().constData());
    }

    void aJournalThatLostItsEndIsFoundByVerify() {
        const Scratch scratch;
        QVERIFY(furnish(scratch, 5));
        QVERIFY(tamper(scratch, {"DELETE FROM keyspace_journal WHERE seq = (SELECT MAX(seq) FROM keyspace_journal)"}));
        const Outcome outcome = scratch.run(words("verify"));
        QVERIFY2(outcome.code == 4 && outcome.out.contains("D3: "), outcome.text().constData());
    }

    void damagedPagesAreFoundOrHarmless() {
        const Scratch scratch;
        QVERIFY(furnish(scratch, 60));
        QVERIFY(tamper(scratch, {}));
        const QByteArray whole = scratch.read(QStringLiteral("w/workspace.db"));
        const QByteArray contents = scratch.contents();
        constexpr int kPage = 4096;
        int found = 0;
        for (qsizetype page = 0; page < whole.size() / kPage; ++page) {
            QByteArray damaged = whole;
            for (int i = 0; i < 64; ++i) {  // the head of the page, which says what it holds
                damaged[page * kPage + i] = static_cast<char>(~damaged.at(page * kPage + i));
            }
            (void)scratch.write(QStringLiteral("w/workspace.db"), damaged);
            QFile::remove(scratch.path(QStringLiteral("w/workspace.db-wal")));
            QFile::remove(scratch.path(QStringLiteral("w/workspace.db-shm")));
            const Outcome verdict = scratch.run(words("verify"));
            QVERIFY2(verdict.code == 0 || verdict.code == 1 || verdict.code == 4, verdict.text().constData());
            if (verdict.code == 0) {
                // Then it was a page that holds nothing.
                QCOMPARE(scratch.contents(), contents);
            } else {
                ++found;
                QVERIFY2(verdict.code == 4 ? verdict.out.contains("E1: ") : verdict.err.contains("w/workspace.db"),
                         verdict.text().constData());
            }
        }
        QVERIFY2(found > whole.size() / kPage / 2, qPrintable(QString::number(found)));
    }

    void aFullDiskLeavesWholeOrders() {
        for (const rlim_t limit : {rlim_t{200'000}, rlim_t{700'000}, rlim_t{1'500'000}}) {
            const Scratch scratch;
            QVERIFY(furnish(scratch, 10));
            const QString file = scratch.write(QStringLiteral("many.csv"), manyOrders(3'000));
            const Outcome outcome = scratch.run(words("import orders many.csv --paid --stock-for-new-sku 1000000"), {},
                                                [limit](QProcess& process) {
                                                    process.setChildProcessModifier([limit] {
                                                        const rlimit size{limit, limit};
                                                        ::setrlimit(RLIMIT_FSIZE, &size);
                                                    });
                                                });
            QVERIFY2(outcome.code == 1, outcome.text().constData());
            QVERIFY2(outcome.err.contains("workspace.db") || outcome.err.contains("storage") ||
                         outcome.err.contains("outcome_unknown"),
                     outcome.text().constData());
            verifyWhole(scratch);
            // With room again the same command takes the rest.
            const Outcome rest = scratch.json(words("import orders many.csv --paid --stock-for-new-sku 1000000"));
            QVERIFY2(rest.code == 0, rest.text().constData());
            QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.total")), 3'000);
            verifyWhole(scratch);
        }
    }

    void aKilledImportLeavesWholeOrders() {
        const Scratch scratch;
        QVERIFY(furnish(scratch, 10));
        (void)scratch.write(QStringLiteral("many.csv"), manyOrders(20'000));
        for (int round = 0; round < 4; ++round) {
            QProcess process;
            process.setWorkingDirectory(scratch.path(QString()));
            process.start(ctlPath(), QStringList{QStringLiteral("--workspace"), scratch.workspace()} +
                                         words("import orders many.csv --paid --stock-for-new-sku 1000000"));
            QVERIFY(process.waitForStarted());
            const QString log = scratch.path(QStringLiteral("w/workspace.db-wal"));
            // Once something was committed; where exactly it is hit is left to chance.
            while (process.state() == QProcess::Running && QFileInfo(log).size() < (round + 1) * 300'000) {
                process.waitForFinished(1);
            }
            process.kill();
            process.waitForFinished(30'000);
            verifyWhole(scratch);
        }
        QCOMPARE(scratch.run(words("import orders many.csv --paid --stock-for-new-sku 1000000")).code, 0);
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.total")), 20'000);
        verifyWhole(scratch);
    }

    void aWorkspaceThatCannotBeWritten() {
        const Scratch scratch;
        QVERIFY(furnish(scratch, 3));
        const QByteArray contents = scratch.contents();
        for (const char* name : {"w/workspace.db", "w/workspace.lock"}) {
            const QString file = scratch.path(QString::fromLatin1(name));
            const auto original = QFile::permissions(file);
            QVERIFY(QFile::setPermissions(file, QFile::ReadOwner));
            const Outcome import = scratch.run(words("import orders - --paid"), manyOrders(5), boundByPermissions);
            QVERIFY(QFile::setPermissions(file, original));
            QVERIFY2(import.code == 1 && import.err.contains(name), import.text().constData());
            QCOMPARE(import.err.count('\n'), 1);
            QCOMPARE(scratch.contents(), contents);
        }
        verifyWhole(scratch);
    }

    // A copy on a read-only medium: what reads must work, also without the files beside the database.
    void aReadOnlyCopyCanBeRead() {
        const Scratch scratch;
        QVERIFY(furnish(scratch, 3));
        QCOMPARE(scratch.run(words("import orders - --paid"), manyOrders(5)).code, 0);
        const QByteArray stats = scratch.json(words("stats")).out;
        for (const char* gone : {"w/workspace.db-shm", "w/workspace.db-wal", "w/workspace.lock"}) {
            QFile::remove(scratch.path(QString::fromLatin1(gone)));
            const auto original = QFile::permissions(scratch.workspace());
            QVERIFY(QFile::setPermissions(scratch.workspace(), QFile::ReadOwner | QFile::ExeOwner));
            const Outcome read = scratch.run(words("--json stats"), {}, boundByPermissions);
            const Outcome verify = scratch.run(words("verify"), {}, boundByPermissions);
            QVERIFY(QFile::setPermissions(scratch.workspace(), original));
            QVERIFY2(read.code == 0, read.text().constData());
            QCOMPARE(read.out, stats);
            QVERIFY2(verify.code == 0, verify.text().constData());
        }
    }

    void aReadOnlyCopyThatLacksItsLogIsRefused() {
        const Scratch scratch;
        QVERIFY(furnish(scratch, 3));
        QFile::remove(scratch.path(QStringLiteral("w/workspace.db-shm")));
        (void)scratch.write(QStringLiteral("w/workspace.db-wal"), "not folded into the file yet");
        const auto original = QFile::permissions(scratch.workspace());
        QVERIFY(QFile::setPermissions(scratch.workspace(), QFile::ReadOwner | QFile::ExeOwner));
        const Outcome read = scratch.run(words("stats"), {}, boundByPermissions);
        QVERIFY(QFile::setPermissions(scratch.workspace(), original));
        QVERIFY2(read.code == 1 && read.err.contains("write-ahead log") && read.err.contains("workspace.db"),
                 read.text().constData());
    }

    void aMissingDatabaseDriver() {
        const Scratch scratch;
        QVERIFY(furnish(scratch, 3));
        const QByteArray contents = scratch.contents();
        // A copy of the program that looks for plug-ins where there are none.
        QVERIFY(QDir().mkpath(scratch.path(QStringLiteral("bin/none"))));
        const QString program = scratch.path(QStringLiteral("bin/evenhandctl"));
        QVERIFY(QFile::copy(ctlPath(), program));
        (void)scratch.write(QStringLiteral("bin/qt.conf"), "[Paths]\nPrefix=.\nPlugins=none\n");
        for (const char* command : {"stats", "verify", "run --until-idle", "init"}) {
            const Outcome outcome = scratch.run(words(command), {}, [&](QProcess& process) {
                process.setProgram(program);
                if (qstrcmp(command, "init") == 0) {
                    process.setArguments(
                        {QStringLiteral("--workspace"), scratch.path(QStringLiteral("new")), QStringLiteral("init")});
                }
            });
            QVERIFY2(outcome.code == 1, outcome.text().constData());
            QVERIFY2(outcome.err.contains("driver_missing") && outcome.err.contains("QSQLITE"),
                     outcome.text().constData());
        }
        QCOMPARE(scratch.contents(), contents);
    }

    void noRoomForACopyOfStandardInput() {
        const Scratch scratch;
        QVERIFY(furnish(scratch, 3));
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
        QVERIFY(furnish(scratch, 3));
        const QString path = scratch.write(QStringLiteral("growing.csv"), manyOrders(40'000));
        QProcess process;
        process.start(ctlPath(), {QStringLiteral("--workspace"), scratch.workspace(), QStringLiteral("import"),
                                  QStringLiteral("orders"), path, QStringLiteral("--paid"),
                                  QStringLiteral("--stock-for-new-sku"), QStringLiteral("1000000")});
        QVERIFY(process.waitForStarted());
        const QString log = scratch.path(QStringLiteral("w/workspace.db-wal"));
        while (process.state() == QProcess::Running && QFileInfo(log).size() < 200'000) {
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

QTEST_GUILESS_MAIN(TestCliFaults)
#include "test_cli_faults.moc"
