// SPDX-License-Identifier: GPL-3.0-or-later
// A write-ahead log that lost its end, and pages that the disk did not keep, do not go unnoticed: opening and verify
// say it, and only an administrator's word, kept in the audit log, lets the work go on.
#include <QFile>
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_faults.h"

namespace test_cli_lost_work {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

QStringList violatedIn(const Outcome& verdict) {
    QStringList violated;
    for (const auto& value : verdict.json().value(QStringLiteral("invariants")).toArray()) {
        if (value.toObject().value(QStringLiteral("violations")).toInteger() > 0) {
            violated << value.toObject().value(QStringLiteral("id")).toString();
        }
    }
    return violated;
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Orders placed and paid whose pages are in the log alone, as a process leaves them that is killed: a reader keeps
/// them from being written back.
bool leaveInLog(const Scratch& scratch) {
    if (!populate(scratch, 5)) {
        return false;
    }
    const auto reader =
        evenhand::testing::openOther(scratch.workspace().toStdString(), store::Database::Access::ReadOnly);
    if (!reader || !(*reader)->beginRead()) {
        return false;
    }
    auto& read = (*reader)->statement("SELECT COUNT(*) FROM orders");
    if (!read.query() || !read.next()) {
        return false;
    }
    read.finish();
    const QByteArray orders = manyOrders(60).replace("\nN", "\nL");
    return scratch.run(words("import orders - --paid --stock-for-new-sku 1000000"), orders).code == 0;
}

/// A key that seals a new anchor where the loss took the end of the audit log with it: there is no keychain here but a
/// folder.
class WithSecrets {
public:
    explicit WithSecrets(const Scratch& scratch)
        : m_scratch(scratch), m_folder(scratch.path(QStringLiteral("secrets"))) {
        QVERIFY(QDir().mkdir(m_folder));
        QVERIFY(QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    [[nodiscard]] Outcome run(const char* line) const {
        return m_scratch.run(words(line), {}, [this](QProcess& process) {
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), m_folder);
            process.setProcessEnvironment(environment);
        });
    }

private:
    const Scratch& m_scratch;
    QString m_folder;
};

}  // namespace

class TestCliLostWork : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theLog_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("a byte") << QByteArray("byte");
        QTest::newRow("deleted") << QByteArray("deleted");
        QTest::newRow("cut") << QByteArray("cut");
    }
    void theLog() {
        QFETCH(QByteArray, kind);
        const Scratch scratch;
        QVERIFY(leaveInLog(scratch));
        QFile log(scratch.path(QStringLiteral("w/workspace.db-wal")));
        QVERIFY2(log.size() > 50'000, qPrintable(QString::number(log.size())));
        QFile::remove(scratch.path(QStringLiteral("w/workspace.db-shm")));
        if (kind == "deleted") {
            QVERIFY(log.remove());
        } else if (kind == "cut") {
            QVERIFY(log.resize(log.size() / 2));
        } else {
            QVERIFY(log.open(QIODevice::ReadWrite));
            log.seek(log.size() / 2);
            const QByteArray byte = log.peek(1);
            QVERIFY(log.putChar(static_cast<char>(byte.at(0) ^ 4)));
            log.close();
        }
        const auto found = contentOf(log.fileName());
        const Outcome verdict = scratch.json(words("verify"));
        QVERIFY2(verdict.code == 4 && violatedIn(verdict).contains(QStringLiteral("E5")), verdict.text().constData());
        const Outcome refused = scratch.run(words("run --until-idle"));
        QVERIFY2(refused.code == 1 && refused.err.contains("workspace_damaged") &&
                     refused.err.contains("acknowledged work is missing since 20"),
                 refused.text().constData());
        QCOMPARE(scratch.run(words("run --until-idle")).code, 1);  // it stays so
        QCOMPARE(scratch.run(words("audit accept-loss")).code, 2);
        QVERIFY(contentOf(log.fileName()) == found);  // what is behind the damage is not thrown away

        // The import that was lost stood in the audit log, too.
        const WithSecrets secrets(scratch);
        const Outcome accepted = secrets.run("audit accept-loss --reason flood");
        QVERIFY2(accepted.code == 0 && accepted.out.contains("acknowledged work is missing"),
                 accepted.text().constData());
        const Outcome log2 = scratch.json(words("audit list --operation audit.accept_loss"));
        const auto entries = log2.json().value(QStringLiteral("entries")).toArray();
        QCOMPARE(entries.size(), 1);
        QCOMPARE(entries.at(0).toObject().value(QStringLiteral("reason")).toString(), QStringLiteral("flood"));
        QVERIFY(entries.at(0)
                    .toObject()
                    .value(QStringLiteral("detail"))
                    .toString()
                    .contains(QStringLiteral("the mark in the folder remembers record ")));
        const Outcome goesOn = secrets.run("run --until-idle");
        QVERIFY2(goesOn.code == 0, goesOn.text().constData());
        QVERIFY(!violatedIn(scratch.json(words("verify"))).contains(QStringLiteral("E5")));
    }

    /// One word is enough where the loss took the end of the audit log with it.
    void theAuditLogIsCutAsWell() {
        const Scratch scratch;
        const WithSecrets secrets(scratch);
        const auto run = [&](const char* line) { return secrets.run(line); };
        QVERIFY(populate(scratch, 5));
        {
            const auto reader =
                evenhand::testing::openOther(scratch.workspace().toStdString(), store::Database::Access::ReadOnly);
            QVERIFY(reader && (*reader)->beginRead());
            auto& read = (*reader)->statement("SELECT COUNT(*) FROM orders");
            QVERIFY(read.query() && read.next());
            read.finish();
            QCOMPARE(scratch.run(words("tokens create till --scopes orders.read")).code, 0);
        }
        QVERIFY(QFile::remove(scratch.path(QStringLiteral("w/workspace.db-wal"))));
        QFile::remove(scratch.path(QStringLiteral("w/workspace.db-shm")));
        const Outcome refused = run("run --until-idle");
        QVERIFY2(refused.code == 1 && refused.err.contains("acknowledged work is missing"), refused.text().constData());
        const Outcome accepted = run("audit accept-loss --reason flood");
        QVERIFY2(accepted.code == 0 && accepted.out.contains("The audit log was cut as well.") &&
                     accepted.out.contains("The former anchor is kept as "),
                 accepted.text().constData());
        const Outcome goesOn = run("run --until-idle");
        QVERIFY2(goesOn.code == 0, goesOn.text().constData());
        QCOMPARE(run("audit verify").code, 0);
        for (const char* operation : {"audit.accept_loss", "audit.set_anchor"}) {
            const Outcome entries = run((std::string("audit list --operation ") + operation).c_str());
            QVERIFY2(entries.out.contains("flood"), entries.text().constData());
        }
    }

    void aWholeLogLosesNothing() {
        const Scratch scratch;
        QVERIFY(leaveInLog(scratch));
        const Outcome none = scratch.run(words("audit accept-loss --reason none"));
        QVERIFY2(
            none.code == 1 && none.err.contains("wrong_status") && none.err.contains("no acknowledged work is missing"),
            none.text().constData());
        const Outcome told = scratch.json(words("audit list --operation audit.accept_loss"));
        QVERIFY2(told.code == 0 && told.json().value(QStringLiteral("entries")).toArray().isEmpty(),
                 told.text().constData());
        verifyWhole(scratch);
        QVERIFY(QFile::exists(scratch.path(QStringLiteral("w/work.mark"))));
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.total")), 65);
    }

    /// As folders from before, and as one whose file was damaged: nothing is remembered, nothing is said.
    void withoutAMark() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 5));
        const auto path = scratch.path(QStringLiteral("w/work.mark"));
        QVERIFY(QFile::remove(path));
        QCOMPARE(scratch.run(words("verify")).code, 0);
        verifyWhole(scratch);
        QVERIFY(QFile::exists(path));
        (void)scratch.write(QStringLiteral("w/work.mark"), QByteArray(5000, 'x'));
        verifyWhole(scratch);
    }

    void aBitInAPage() {
        const Scratch scratch;
        QVERIFY(populate(scratch, 60));
        QVERIFY(tamper(scratch, {}));
        const auto page =
            numberIn(scratch, "SELECT MAX(pageno) FROM dbstat WHERE name = 'ledger_entry' AND pagetype = 'leaf'");
        QVERIFY(page > 1);
        QFile file(scratch.path(QStringLiteral("w/workspace.db")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.seek(page * 4096 - 20);
        const QByteArray byte = file.peek(1);
        QVERIFY(file.putChar(static_cast<char>(byte.at(0) ^ 1)));
        file.close();
        const Outcome verdict = scratch.run(words("verify"));
        QVERIFY2(
            verdict.code == 4 && verdict.out.contains("E6: page " + QByteArray::number(page) + ", of ledger_entry"),
            verdict.text().constData());
        const Outcome exported = scratch.json(words("verify"));
        QVERIFY(violatedIn(exported).contains(QStringLiteral("M2")));  // the check that reads it says so too
    }
};

}  // namespace test_cli_lost_work

QTEST_GUILESS_MAIN(test_cli_lost_work::TestCliLostWork)
#include "test_cli_lost_work.moc"
