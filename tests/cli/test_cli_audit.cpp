// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log by the command line: what is done beside a running engine, secrets, a log that somebody has changed;
// and a full disk, which no command may answer with success.
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <algorithm>

#include "tests/cli/cli_support.h"
#include "tests/cli/file_calls.h"
#include "tests/support/servers/other_connection.h"

namespace test_cli_audit {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

QStringList words(const char* text) { return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

/// A file system of 16 KiB that is full: with the secrets of before and a file "former.csv". Afterwards its list of
/// files and what is in that one are on standard error.
void onFullDisk(QProcess& process, const QString& folder, const QStringList& arguments) {
    const auto script = QStringLiteral(
        "mount -t tmpfs -o size=16k,mode=700 none \"$0\" && cp -a \"$EVENHAND_SECRETS_DIR\"/. \"$0\" && "
        "echo former > \"$0/former.csv\" && { head -c 64k /dev/zero > \"$0/filler\"; } 2>/dev/null; "
        "EVENHAND_SECRETS_DIR=\"$0\" \"$@\"; code=$?; find \"$0\" -type f -printf '%s %f\\n' >&2; "
        "cat \"$0/former.csv\" >&2; exit $code");
    process.setProgram(QStringLiteral("unshare"));
    process.setArguments(
        QStringList{QStringLiteral("-rm"), QStringLiteral("sh"), QStringLiteral("-c"), script, folder, ctlPath()} +
        arguments);
}

}  // namespace

class TestCliAudit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_scratch = std::make_unique<Scratch>();
        m_secrets = m_scratch->path(QStringLiteral("secrets"));
        QVERIFY(QDir().mkdir(m_secrets));
        QVERIFY(QFile::setPermissions(m_secrets, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QCOMPARE(run(words("init")).code, 0);
        QCOMPARE(run(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\n").code, 0);
    }

    void whatIsDoneBesideARunningEngineIsInItsLog() {
        QProcess running;
        running.setProcessEnvironment(environment());
        running.setProgram(ctlPath());
        running.setArguments(QStringList{QStringLiteral("--workspace"), m_scratch->workspace()} +
                             words("run --for 300"));
        running.start();
        QVERIFY(running.waitForStarted());
        const auto owner = QByteArray::number(running.processId());
        while (running.state() != QProcess::NotRunning &&
               m_scratch->read(QStringLiteral("w/workspace.lock")).trimmed() != owner) {
            running.waitForFinished(1);
        }
        const auto taken = run(words("backup b"));
        QVERIFY2(taken.code == 0 && taken.err.contains("audit log"), taken.text().constData());
        QCOMPARE(run(words("export orders orders.csv")).code, 0);
        // At once, by the process that runs the workspace.
        QTRY_VERIFY_WITH_TIMEOUT(logOf("backups.take").contains("backup b") &&
                                     logOf("data.export").contains("0 rows; no filter; to orders.csv; beside the"),
                                 60'000);
        QVERIFY(QDir(m_scratch->workspace()).entryList({QStringLiteral("audit.note*")}).isEmpty());
        running.terminate();
        QVERIFY(running.waitForFinished());
        QCOMPARE(run(words("audit verify")).code, 0);
    }

    /// The newest, no more than asked for.
    void soManyAreListedAsAreAskedFor() {
        for (const char* name : {"a.csv", "b.csv", "c.csv"}) {
            QCOMPARE(run(words("export orders") << QString::fromLatin1(name)).code, 0);
        }
        const auto listed = [&](const char* how) {
            const auto answer = run(words("--json audit list --operation data.export") << words(how));
            QVector<qint64> numbers;
            for (const auto& entry :
                 QJsonDocument::fromJson(answer.out).object().value(QStringLiteral("entries")).toArray()) {
                numbers << entry.toObject().value(QStringLiteral("seq")).toInteger();
            }
            return numbers;
        };
        const auto all = listed("");
        QCOMPARE(all.size(), 3);
        QVERIFY(std::is_sorted(all.rbegin(), all.rend()));
        QCOMPARE(listed("--limit 2"), all.first(2));
        QCOMPARE(listed("--limit 3"), all);
    }

    void exportsAreToldToo() {
        QCOMPARE(run(words("export assignments a.csv")).code, 0);
        QVERIFY2(logOf("data.export").contains("assignments"), logOf("data.export").constData());
        QCOMPARE(run(words("export orders -")).code, 0);
        QCOMPARE(logOf("data.export").count("0 rows"), 2);
        QCOMPARE(run(words("audit export audit.csv --outcome done")).code, 0);
        QVERIFY2(logOf("data.export").contains("filter outcome=done"), logOf("data.export").constData());
        QCOMPARE(run(words("backup b")).code, 0);
        QVERIFY(logOf("backups.take").contains("backup b"));
    }

    /// An anchor that is behind the log is told as what it is.
    void theAnchorIsNotTheHead() {
        const auto anchor = m_scratch->path(QStringLiteral("w/audit.anchor"));
        const auto kept = m_scratch->path(QStringLiteral("kept"));
        QVERIFY(QFile::copy(anchor, kept));
        const auto before = run(words("--json audit verify"));
        QCOMPARE(before.number(QStringLiteral("anchor.seq")), before.number(QStringLiteral("head.seq")));
        QCOMPARE(run(words("refunds secret pay"), "the-first\n").code, 0);
        QVERIFY(QFile::remove(anchor) && QFile::rename(kept, anchor));
        const auto after = run(words("--json audit verify"));
        QCOMPARE(after.json().value(QStringLiteral("anchor")), before.json().value(QStringLiteral("anchor")));
        QVERIFY2(after.number(QStringLiteral("head.seq")) > after.number(QStringLiteral("anchor.seq")),
                 after.text().constData());
    }

    void secretsOfRefundsAreTold() {
        QCOMPARE(run(words("refunds secret pay"), "the-first\n").code, 0);
        QCOMPARE(run(words("refunds secret pay"), "the-second\n").code, 0);
        QCOMPARE(run(words("refunds secret pay --remove --reason leaked")).code, 0);
        const auto log = logOf("refunds.set_secret");
        for (const char* what : {"refund secret pay", "kept", "replaced", "removed", "leaked"}) {
            QVERIFY2(log.contains(what), log.constData());
        }
        QVERIFY(!log.contains("the-first") && !log.contains("the-second"));
        QVERIFY(!QFile::exists(m_secrets + QStringLiteral("/pay")));
        const auto again = run(words("refunds secret pay --remove"));
        QVERIFY2(again.code == 1 && again.err.contains("not_found"), again.text().constData());
        // Nobody gets at other secrets by it.
        const auto key = QDir(m_secrets).entryList({QStringLiteral("audit*")}).value(0);
        QVERIFY(!key.isEmpty());
        const auto name = QString::fromUtf8(QByteArray::fromPercentEncoding(key.toLatin1()));
        for (const auto& more : {QStringList(), QStringList{QStringLiteral("--remove")}}) {
            QCOMPARE(run(QStringList{QStringLiteral("refunds"), QStringLiteral("secret"), name} + more, "x\n").code, 1);
        }
        QCOMPARE(run(words("audit verify")).code, 0);
    }

    /// What a command has said to be done outlives a loss of power.
    void whatIsAnsweredIsOnTheDisk() {
        const auto calls = [this](const char* line, const QByteArray& input = {}) {
            return doneWithFiles(*m_scratch,
                                 QStringList{QStringLiteral("--workspace"), m_scratch->workspace()} + words(line),
                                 input, environment());
        };
        const auto place = [](const QStringList& done, const QString& call) { return done.lastIndexOf(call); };
        const auto check = [](const QStringList& done, const QString& path) {
            return notInOrder(done, path + QStringLiteral(".new-"), path);
        };
        const auto secret = m_secrets + QStringLiteral("/pay");
        const auto kept = calls("refunds secret pay", "the-secret\n");
        QCOMPARE(check(kept, secret), QString());
        QCOMPARE(check(kept, m_scratch->path(QStringLiteral("w/audit.anchor"))), QString());
        if (!testing::onMariadb()) {
            const auto mark = m_scratch->path(QStringLiteral("w/work.mark"));
            const auto marked = place(kept, QStringLiteral("write ") + mark);
            QVERIFY(marked >= 0 && marked < place(kept, QStringLiteral("sync ") + mark));
        }
        const auto removed = calls("refunds secret pay --remove --reason leaked");
        const auto gone = place(removed, QStringLiteral("remove ") + secret);
        QVERIFY(gone >= 0 && gone < place(removed, QStringLiteral("sync ") + m_secrets));
        const auto file = m_scratch->path(QStringLiteral("orders.csv"));
        QCOMPARE(check(calls(qPrintable(QStringLiteral("export orders ") + file)), file), QString());
    }

    void aLogThatFailsIsReadOnlyUntilSomebodyAnswers() {
        {
            auto other = testing::openOther(m_scratch->workspace().toStdString(), store::Database::Access::ReadWrite);
            QVERIFY(other);
            QVERIFY((*other)->execute("DELETE FROM audit_entry"));
        }
        QVERIFY(QFile::remove(m_scratch->path(QStringLiteral("w/audit.anchor"))));
        const auto refused = run(words("refunds secret pay"), "x\n");
        QVERIFY2(refused.code == 1 && refused.err.contains("audit anchor --reason"), refused.text().constData());
        // No work is lost, so whoever accepts a loss has not answered for this.
        const auto accepted = run(words("audit accept-loss --reason robbed"));
        QVERIFY2(accepted.code == 1 && accepted.err.contains("audit anchor --reason"), accepted.text().constData());
        QVERIFY(!QFile::exists(m_scratch->path(QStringLiteral("w/audit.anchor"))));
        QCOMPARE(run(words("audit verify")).code, 4);
        QCOMPARE(run(words("stats")).code, 0);
        QCOMPARE(run(words("audit export audit.csv")).code, 0);
        QVERIFY(m_scratch->read(QStringLiteral("audit.csv")).startsWith("seq,"));
        QCOMPARE(run(words("audit anchor")).code, 2);
        QCOMPARE(run(words("audit anchor --reason robbed")).code, 0);
        QCOMPARE(run(words("audit verify")).code, 0);
        QCOMPARE(run(words("refunds secret pay"), "x\n").code, 0);
        QVERIFY(logOf("audit.set_anchor").contains("robbed"));
        QVERIFY(logOf("data.export").contains("audit log"));  // noted while nothing could be written
    }

    void aFullDiskIsNoSuccess() {
        const auto full = m_scratch->path(QStringLiteral("full"));
        QVERIFY(QDir().mkdir(full));
        (void)m_scratch->write(QStringLiteral("in.csv"), "courier_id,campus,name,phone,on_duty\n,north,Ann,1,1\n");
        for (const char* line : {"tokens create x --scopes payments.notify", "refunds secret pay",
                                 "export orders %1/former.csv", "export orders %1/new.csv",
                                 "audit export %1/former.csv", "import couriers in.csv --errors %1/former.csv"}) {
            const auto arguments = QString::fromLatin1(line).replace(QStringLiteral("%1"), full);
            const auto refused = m_scratch->run({}, "a-secret\n", [&](QProcess& process) {
                process.setProcessEnvironment(environment());
                onFullDisk(process, full,
                           QStringList{QStringLiteral("--workspace"), m_scratch->workspace()} +
                               arguments.split(QLatin1Char(' ')));
            });
            QVERIFY2(refused.code == 1 && refused.err.contains("No space left"), refused.text().constData());
            // What was there is there, whole, and nothing else: no empty key, no beginning of a file.
            QVERIFY2(refused.err.endsWith("\nformer\n"), refused.text().constData());
            QVERIFY2(!refused.err.contains("\n0 ") && !refused.err.contains("former.csv.") &&
                         !refused.err.contains("new.csv\n"),
                     refused.text().constData());
        }
        QVERIFY(!run(words("tokens list")).out.contains("payments.notify"));
        QCOMPARE(run(words("audit verify")).code, 0);
        for (const char* line : {"export orders -", "stats", "--help", "audit list"}) {
            const auto refused = run(words(line), {}, QStringLiteral("/dev/full"));
            QVERIFY2(refused.code == 1, refused.text().constData());
        }
    }

private:
    [[nodiscard]] QProcessEnvironment environment() const {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), m_secrets);
        return environment;
    }
    Outcome run(const QStringList& arguments, const QByteArray& input = {}, const QString& output = {}) const {
        return m_scratch->run(arguments, input, [&](QProcess& process) {
            process.setProcessEnvironment(environment());
            if (!output.isEmpty()) {
                process.setStandardOutputFile(output);
            }
        });
    }
    QByteArray logOf(const char* operation) const {
        return run(QStringList{QStringLiteral("audit"), QStringLiteral("list"), QStringLiteral("--operation"),
                               QLatin1String(operation)})
            .out;
    }

    std::unique_ptr<Scratch> m_scratch;
    QString m_secrets;
};

}  // namespace test_cli_audit

QTEST_GUILESS_MAIN(test_cli_audit::TestCliAudit)
#include "test_cli_audit.moc"
