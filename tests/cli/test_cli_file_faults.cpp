// SPDX-License-Identifier: GPL-3.0-or-later
// Broken surroundings of a workspace in a SQLite file: each is met with one clear message that names what and where,
// the right exit code, and the workspace as it was.
#include <sys/resource.h>

#include <QDir>
#include <QFile>
#include <QTest>

#include "engine/store/database/database.h"
#include "tests/cli/cli_faults.h"

namespace test_cli_file_faults {

using namespace evenhand;
using namespace evenhand::cli;

class TestCliFileFaults : public QObject {
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
            QVERIFY(QFile::setPermissions(scratch.workspace(),
                                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));  // its owner's own
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

    void damagedPagesAreFound() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 60));
        QVERIFY(tamper(scratch, {}));
        const QByteArray whole = scratch.read(QStringLiteral("w/workspace.db"));
        constexpr int kPage = 4096;
        for (qsizetype page = 0; page < whole.size() / kPage; ++page) {
            QByteArray damaged = whole;
            for (int i = 0; i < 64; ++i) {  // the head of the page, which says what it holds
                damaged[page * kPage + i] = static_cast<char>(~damaged.at(page * kPage + i));
            }
            (void)scratch.write(QStringLiteral("w/workspace.db"), damaged);
            QFile::remove(scratch.path(QStringLiteral("w/workspace.db-wal")));
            QFile::remove(scratch.path(QStringLiteral("w/workspace.db-shm")));
            const Outcome verdict = scratch.run(words("verify"));
            // Without some pages the database cannot even be opened.
            QVERIFY2(verdict.code == 4 || (verdict.code == 1 && verdict.err.contains("workspace_damaged")),
                     verdict.text().constData());
            QVERIFY2(verdict.code == 4 ? verdict.out.contains("E6: ") : verdict.err.contains("w/workspace.db"),
                     verdict.text().constData());
        }
    }

    void aFullDiskLeavesWholeOrders() {
        for (const rlim_t limit : {rlim_t{200'000}, rlim_t{700'000}, rlim_t{1'500'000}}) {
            const Scratch scratch;
            QVERIFY(populate(scratch, 10));
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

    void aWorkspaceThatCannotBeWritten() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 3));
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
        QVERIFY(populate(scratch, 3));
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
        QVERIFY(populate(scratch, 3));
        QFile::remove(scratch.path(QStringLiteral("w/workspace.db-shm")));
        (void)scratch.write(QStringLiteral("w/workspace.db-wal"), "not folded into the file yet");
        const auto original = QFile::permissions(scratch.workspace());
        QVERIFY(QFile::setPermissions(scratch.workspace(), QFile::ReadOwner | QFile::ExeOwner));
        const Outcome read = scratch.run(words("stats"), {}, boundByPermissions);
        QVERIFY(QFile::setPermissions(scratch.workspace(), original));
        QVERIFY2(read.code == 1 && read.err.contains("write-ahead log") && read.err.contains("workspace.db"),
                 read.text().constData());
    }
};

}  // namespace test_cli_file_faults

QTEST_GUILESS_MAIN(test_cli_file_faults::TestCliFileFaults)
#include "test_cli_file_faults.moc"
