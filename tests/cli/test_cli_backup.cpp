// SPDX-License-Identifier: GPL-3.0-or-later
// evenhandctl backup and restore as processes: what they print, beside a process that runs the workspace, under load,
// and killed by SIGKILL at every kind of moment. A file by the given name is always whole; so is a restored workspace.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_faults.h"
#include "tests/cli/file_calls.h"

namespace test_cli_backup {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

/// The same folder, seen as another workspace.
QStringList in(const QString& workspace, const QStringList& arguments) {
    return QStringList{QStringLiteral("--workspace"), workspace} + arguments;
}

Outcome runIn(const Scratch& scratch, const QString& workspace, const QStringList& arguments, bool json = false) {
    return scratch.run({}, {}, [&](QProcess& process) {
        process.setArguments((json ? QStringList{QStringLiteral("--json")} : QStringList()) + in(workspace, arguments));
    });
}

QStringList restoreWords(const QString& file) {
    QStringList arguments{QStringLiteral("restore"), file};
    if (evenhand::testing::onMariadb()) {
        arguments << QStringLiteral("--database") << QString::fromStdString(evenhand::testing::emptyDatabase());
    }
    return arguments;
}

/// Stats and both exports.
QByteArray contentsOf(const Scratch& scratch, const QString& workspace) {
    return runIn(scratch, workspace, words("stats"), true).out +
           runIn(scratch, workspace, words("export orders -")).out +
           runIn(scratch, workspace, words("export assignments -")).out;
}

/// Runs the words under strace, which kills the process at the n-th call of this kind. False: it ended by itself.
bool killedAt(const Scratch& scratch, const QStringList& arguments, const char* call, int number) {
    const Outcome outcome = scratch.run({}, {}, [&](QProcess& process) {
        process.setProgram(QStringLiteral("strace"));
        QStringList strace{QStringLiteral("-f"), QStringLiteral("-qq"),
                           QStringLiteral("-o"), QStringLiteral("/dev/null"),
                           QStringLiteral("-e"), QStringLiteral("trace=") + QLatin1String(call),
                           QStringLiteral("-e")};
        strace << QStringLiteral("inject=%1:signal=SIGKILL:when=%2").arg(QLatin1String(call)).arg(number) << ctlPath();
        process.setArguments(strace + arguments);
    });
    return outcome.code != 0;
}

/// The lock names its holder. Whoever came before would have kept the process out, and it would have ended.
void waitUntilItHasTheFolder(QProcess& process, const Scratch& scratch) {
    const QByteArray owner = QByteArray::number(process.processId());
    while (process.state() != QProcess::NotRunning &&
           scratch.read(QStringLiteral("w/workspace.lock")).trimmed() != owner) {
        process.waitForFinished(1);
    }
}

QStringList filesIn(const QString& folder) { return QDir(folder).entryList(QDir::Files | QDir::Hidden | QDir::System); }

}  // namespace

class TestCliBackup : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writtenVerifiedRestored();
    void whatAPreviewSays();
    void usage();
    void wrongFilesAndPlaces();
    void besideARunningProcess();
    void underAnImport();
    void nothingHasItsNameBeforeItIsOnTheDisk();
    void killedWhileWriting();
    void killedWhileRestoring();

private:
    static void addressIsOnTheDisk(const Scratch& scratch, const QStringList& restored, const QString& folder,
                                   const QString& backup);
};

void TestCliBackup::writtenVerifiedRestored() {
    const Scratch scratch;
    QVERIFY(populate(scratch, 40));
    QVERIFY(QDir().mkpath(scratch.path(QStringLiteral("backups"))));
    const Outcome taken = scratch.json(words("backup backups"));
    QVERIFY2(taken.code == 0, taken.text().constData());
    const auto file = taken.json().value(QStringLiteral("file")).toString();
    QVERIFY(file.startsWith(scratch.path(QStringLiteral("backups/evenhand-"))));
    QCOMPARE(filesIn(scratch.path(QStringLiteral("backups"))).size(), 1);
    QCOMPARE(taken.number(QStringLiteral("tables.orders")), 40);
    QVERIFY(taken.json().value(QStringLiteral("recorded")).toBool());
    QCOMPARE(taken.number(QStringLiteral("bytes")), QFile(file).size());
    QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());

    const Outcome verified = scratch.json({QStringLiteral("backup"), QStringLiteral("--verify"), file});
    QVERIFY2(verified.code == 0, verified.text().constData());
    QCOMPARE(verified.json().value(QStringLiteral("workspace")), taken.json().value(QStringLiteral("workspace")));
    QVERIFY(scratch.run({QStringLiteral("backup"), QStringLiteral("--verify"), file}).out.contains("intact"));

    const auto other = scratch.path(QStringLiteral("r"));
    const Outcome preview = runIn(scratch, other, {QStringLiteral("restore"), file, QStringLiteral("--preview")}, true);
    QVERIFY2(preview.code == 0, preview.text().constData());
    QCOMPARE(preview.number(QStringLiteral("orders")), 40);
    QCOMPARE(preview.json().value(QStringLiteral("target")).toObject().value(QStringLiteral("state")).toString(),
             QStringLiteral("free"));
    QVERIFY(!QFile::exists(other));
    const Outcome same = scratch.run({QStringLiteral("restore"), file, QStringLiteral("--preview")});
    QVERIFY2(same.code == 0 && same.out.contains("holds this workspace"), same.text().constData());

    const auto before = contentsOf(scratch, scratch.workspace());
    const Outcome made = runIn(scratch, other, restoreWords(file));
    QVERIFY2(made.code == 0, made.text().constData());
    QVERIFY(made.out.contains("held until an administrator"));
    QCOMPARE(contentsOf(scratch, other), before);
    const Outcome verdict = runIn(scratch, other, words("verify"));
    QVERIFY2(verdict.code == 0, verdict.text().constData());
    // Its audit log says by whom.
    const auto restored = runIn(scratch, other, words("audit list --operation backups.restore"), true)
                              .json()
                              .value(QStringLiteral("entries"))
                              .toArray();
    QCOMPARE(restored.size(), 1);
    const auto by = restored.first().toObject();
    QVERIFY2(by.value(QStringLiteral("actor")).toString().startsWith(QStringLiteral("local:")),
             made.text().constData());
    QCOMPARE(by.value(QStringLiteral("via")).toString(), QStringLiteral("command_line"));
    // Never twice, and never over what is there.
    const Outcome again = runIn(scratch, other, restoreWords(file));
    QVERIFY2(again.code == 1 && again.err.contains("already_exists"), again.text().constData());
    QCOMPARE(contentsOf(scratch, other), before);
}

/// What the folder holds already: this workspace and how much further it is, or another one.
void TestCliBackup::whatAPreviewSays() {
    const Scratch scratch;
    QVERIFY(populate(scratch, 3));
    const auto file = scratch.path(QStringLiteral("b"));
    QCOMPARE(scratch.run({QStringLiteral("backup"), file}).code, 0);
    const auto previewed = [&](const QString& folder) {
        return runIn(scratch, folder, {QStringLiteral("restore"), file, QStringLiteral("--preview")}, true);
    };
    const auto same = previewed(scratch.workspace());
    QCOMPARE(same.json().value(QStringLiteral("target")).toObject().value(QStringLiteral("state")).toString(),
             QStringLiteral("same_workspace"));
    QCOMPARE(same.number(QStringLiteral("target.orders")), 3);
    const auto further = same.number(QStringLiteral("target.entries_since"));
    QVERIFY(further >= 0);
    QCOMPARE(scratch.run(words("tasks hold webhook --reason because")).code, 0);
    QCOMPARE(previewed(scratch.workspace()).number(QStringLiteral("target.entries_since")), further + 1);
    QCOMPARE(same.number(QStringLiteral("outward_pending")), 0);
    QCOMPARE(same.number(QStringLiteral("people")), 0);
    const Scratch another;
    QVERIFY(populate(another, 2));
    const auto other = previewed(another.workspace());
    QVERIFY2(other.code == 0, other.text().constData());
    const auto target = other.json().value(QStringLiteral("target")).toObject();
    QCOMPARE(target.value(QStringLiteral("state")).toString(), QStringLiteral("other_workspace"));
    QVERIFY(target.value(QStringLiteral("workspace")).toString() !=
            same.json().value(QStringLiteral("workspace")).toString());
    QCOMPARE(other.number(QStringLiteral("target.orders")), 2);
    QCOMPARE(other.number(QStringLiteral("orders")), 3);
    QVERIFY(!target.contains(QStringLiteral("entries_since")));
}

void TestCliBackup::usage() {
    const Scratch scratch;
    QVERIFY(scratch.init());
    for (const char* line : {"backup", "backup a b", "backup -", "backup --verify", "restore", "restore a b",
                             "restore a --frob", "backup a --verify b"}) {
        const Outcome outcome = scratch.run(words(line));
        QVERIFY2(outcome.code == 2, (QByteArray(line) + " " + outcome.text()).constData());
    }
    QCOMPARE(filesIn(scratch.path(QString())), QStringList());
}

void TestCliBackup::wrongFilesAndPlaces() {
    const Scratch scratch;
    QVERIFY(populate(scratch, 2));
    const auto fails = [&](const QStringList& arguments, const QByteArray& code, const QByteArray& says) {
        const Outcome outcome = scratch.run(arguments);
        QVERIFY2(outcome.code == 1, outcome.text().constData());
        QVERIFY2(outcome.err.contains(code) && outcome.err.contains(says), outcome.text().constData());
        QCOMPARE(outcome.err.count('\n'), 1);
    };
    fails(words("backup none/b"), "storage", "none/b");
    fails(words("backup w/b"), "invalid_argument", "inside the workspace");
    const auto mine = scratch.write(QStringLiteral("mine"), "mine");
    fails(words("backup mine"), "already_exists", "mine");
    QCOMPARE(scratch.read(QStringLiteral("mine")), QByteArray("mine"));
    fails(words("backup --verify mine"), "backup_damaged", "mine");
    fails(words("backup --verify none"), "workspace_missing", "none");
    fails(words("restore none --preview"), "workspace_missing", "none");
    fails(words("restore mine"), "backup_damaged", "mine");
    // A folder that cannot be written.
    const auto locked = scratch.path(QStringLiteral("locked"));
    QVERIFY(QDir().mkpath(locked));
    QVERIFY(QFile::setPermissions(locked, QFile::ReadOwner | QFile::ExeOwner));
    const Outcome refused = scratch.run(words("backup locked"), {}, boundByPermissions);
    QVERIFY2(refused.code == 1 && refused.err.contains("storage") && refused.err.contains("locked"),
             refused.text().constData());
    QVERIFY(QFile::setPermissions(locked, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QCOMPARE(filesIn(locked), QStringList());
    // A damaged one: nothing is made.
    QCOMPARE(scratch.run(words("backup good")).code, 0);
    auto bytes = scratch.read(QStringLiteral("good"));
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    const auto bent = scratch.write(QStringLiteral("bent"), bytes);
    const auto other = scratch.path(QStringLiteral("r"));
    const Outcome damaged = runIn(scratch, other, restoreWords(bent));
    QVERIFY2(damaged.code == 1 && damaged.err.contains("backup_damaged") && damaged.err.contains("at byte"),
             damaged.text().constData());
    QVERIFY(!QFile::exists(other));
    // A newer one.
    const auto newer =
        scratch.write(QStringLiteral("newer"),
                      scratch.read(QStringLiteral("good")).replace("evenhand-backup 1\n", "evenhand-backup 8\n"));
    const Outcome version = runIn(scratch, other, restoreWords(newer));
    QVERIFY2(version.code == 1 && version.err.contains("workspace_version") && version.err.contains("format 8"),
             version.text().constData());
    QVERIFY(!QFile::exists(other));
}

void TestCliBackup::besideARunningProcess() {
    const Scratch scratch;
    QVERIFY(populate(scratch, 5));
    QProcess running;
    running.setProgram(ctlPath());
    running.setArguments(in(scratch.workspace(), words("run --for 300")));
    running.start();
    QVERIFY(running.waitForStarted());
    waitUntilItHasTheFolder(running, scratch);
    const Outcome taken = scratch.json(words("backup b"));
    QVERIFY2(taken.code == 0, taken.text().constData());
    QVERIFY(!taken.json().value(QStringLiteral("recorded")).toBool());
    QVERIFY(taken.err.contains("another process"));
    const auto other = scratch.path(QStringLiteral("r"));
    const Outcome made = runIn(scratch, other, restoreWords(scratch.path(QStringLiteral("b"))));
    QVERIFY2(made.code == 0, made.text().constData());
    QCOMPARE(runIn(scratch, other, words("verify")).code, 0);
    running.terminate();
    QVERIFY(running.waitForFinished());
    QCOMPARE(contentsOf(scratch, other), contentsOf(scratch, scratch.workspace()));
}

void TestCliBackup::underAnImport() {
    const Scratch scratch;
    QVERIFY(populate(scratch, 5));
    const auto file = scratch.write(QStringLiteral("many.csv"), manyOrders(4'000));
    QProcess importing;
    importing.setProgram(ctlPath());
    importing.setArguments(
        in(scratch.workspace(), {QStringLiteral("import"), QStringLiteral("orders"), file, QStringLiteral("--paid"),
                                 QStringLiteral("--stock-for-new-sku"), QStringLiteral("1000000")}));
    importing.start();
    QVERIFY(importing.waitForStarted());
    waitUntilItHasTheFolder(importing, scratch);
    int backups = 0;
    while (importing.state() != QProcess::NotRunning || backups == 0) {
        const auto name = QStringLiteral("b%1").arg(backups);
        const Outcome taken = scratch.json({QStringLiteral("backup"), name});
        QVERIFY2(taken.code == 0, taken.text().constData());
        if (backups < 4) {
            const auto other = scratch.path(QStringLiteral("r%1").arg(backups));
            const Outcome made = runIn(scratch, other, restoreWords(scratch.path(name)));
            QVERIFY2(made.code == 0, made.text().constData());
            const Outcome verdict = runIn(scratch, other, words("verify"));
            QVERIFY2(verdict.code == 0, verdict.text().constData());
            QCOMPARE(runIn(scratch, other, words("stats"), true).number(QStringLiteral("orders.total")),
                     taken.number(QStringLiteral("tables.orders")));
        }
        ++backups;
        importing.waitForFinished(1);
    }
    QCOMPARE(importing.exitCode(), 0);
}

/// What is restored into a server has no file here, but the folder has to say where it is: nobody would find it again.
void TestCliBackup::addressIsOnTheDisk(const Scratch& scratch, const QStringList& restored, const QString& folder,
                                       const QString& backup) {
    const auto address = folder + QStringLiteral("/database.url");
    const auto anchor = folder + QStringLiteral("/audit.anchor");
    for (const auto& path : {address, anchor}) {
        const auto whole = notInOrder(restored, path + QLatin1Char('.'), path);
        QVERIFY2(whole.isEmpty(), qPrintable(path + QLatin1Char(' ') + whole));
    }
    // The address first: an anchor alone would say that a workspace has been here which nothing leads to.
    const auto named = restored.indexOf(QStringLiteral("rename ") + address);
    QVERIFY(named < restored.indexOf(QStringLiteral("rename ") + anchor));
    const auto held = restored.indexOf(QStringLiteral("sync ") + QFileInfo(folder).path());
    QVERIFY(held >= 0 && held < named);
    // What a restore that was killed has left goes the other way round: one that is killed here too can be repeated.
    const auto killed = scratch.path(QStringLiteral("k"));
    QVERIFY(QDir().mkpath(killed));
    QVERIFY(QFile::setPermissions(killed, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const auto words = restoreWords(backup);
    (void)scratch.write(QStringLiteral("k/database.url"), words.last().toUtf8() + '\n');
    (void)scratch.write(QStringLiteral("k/audit.anchor"), "left");
    const auto again = doneWithFiles(scratch, in(killed, words));
    const auto forgotten = again.indexOf(QStringLiteral("remove ") + killed + QStringLiteral("/audit.anchor"));
    QVERIFY(forgotten >= 0 &&
            forgotten < again.indexOf(QStringLiteral("remove ") + killed + QStringLiteral("/database.url")));
}

void TestCliBackup::nothingHasItsNameBeforeItIsOnTheDisk() {
    const Scratch scratch;
    QVERIFY(populate(scratch, 5));
    const auto file = QFileInfo(scratch.path(QStringLiteral("w"))).dir().filePath(QStringLiteral("b.evenhand-backup"));
    const auto taken = doneWithFiles(scratch, in(scratch.workspace(), {QStringLiteral("backup"), file}));
    const auto backup = notInOrder(taken, file + QStringLiteral(".part"), file);
    QVERIFY2(backup.isEmpty(), qPrintable(backup));
    const auto other = scratch.path(QStringLiteral("r"));
    const auto restored = doneWithFiles(scratch, in(other, restoreWords(file)));
    if (evenhand::testing::onMariadb()) {
        addressIsOnTheDisk(scratch, restored, other, file);
        return;
    }
    const auto database = other + QStringLiteral("/workspace.db");
    const auto whole = notInOrder(restored, other + QStringLiteral("/restoring.db"), database);
    QVERIFY2(whole.isEmpty(), qPrintable(whole));
    // Nor has the folder: it would take all that with it.
    const auto named = restored.indexOf(QStringLiteral("sync ") + QFileInfo(other).path());
    QVERIFY(named >= 0 && named < restored.indexOf(QStringLiteral("rename ") + database));
    // What a restore that was killed has left goes before the database beside which it counts for nothing: one that is
    // killed here too can still be repeated.
    const auto killed = scratch.path(QStringLiteral("k"));
    QVERIFY(QDir().mkpath(killed));
    for (const auto* name : {"k/restoring.db", "k/audit.anchor"}) {
        (void)scratch.write(QLatin1String(name), "left");
    }
    const auto again = doneWithFiles(scratch, in(killed, {QStringLiteral("restore"), file}));
    const auto anchor = again.indexOf(QStringLiteral("remove ") + killed + QStringLiteral("/audit.anchor"));
    QVERIFY(anchor >= 0 &&
            anchor < again.indexOf(QStringLiteral("remove ") + killed + QStringLiteral("/restoring.db")));
}

void TestCliBackup::killedWhileWriting() {
    const Scratch scratch;
    QVERIFY(populate(scratch, 30));
    const auto file = scratch.path(QStringLiteral("b"));
    int killed = 0;
    for (const char* call : {"write", "pwrite64", "fsync", "renameat2", "fdatasync"}) {
        for (int number = 1; number < 400; number += 1 + number / 2) {
            if (!killedAt(scratch, in(scratch.workspace(), {QStringLiteral("backup"), file}), call, number)) {
                break;
            }
            ++killed;
            if (QFile::exists(file)) {
                const Outcome whole = scratch.run({QStringLiteral("backup"), QStringLiteral("--verify"), file});
                QVERIFY2(whole.code == 0, whole.text().constData());
                QVERIFY(QFile::remove(file));
            }
        }
        QFile::remove(file);
    }
    QVERIFY2(killed > 10, qPrintable(QString::number(killed)));
    const Outcome taken = scratch.run({QStringLiteral("backup"), file});
    QVERIFY2(taken.code == 0, taken.text().constData());
    QVERIFY(!QFile::exists(file + QStringLiteral(".part")));
    QCOMPARE(scratch.run({QStringLiteral("backup"), QStringLiteral("--verify"), file}).code, 0);
    QCOMPARE(scratch.run(words("verify")).code, 0);
}

void TestCliBackup::killedWhileRestoring() {
    const Scratch scratch;
    QVERIFY(populate(scratch, 30));
    const auto file = scratch.path(QStringLiteral("b"));
    QCOMPARE(scratch.run({QStringLiteral("backup"), file}).code, 0);
    const auto before = contentsOf(scratch, scratch.workspace());
    const auto other = scratch.path(QStringLiteral("r"));
    const auto arguments = in(other, restoreWords(file));  // the same database each time
    int killed = 0;
    // Writing files; and, to a server, the socket.
    for (const char* call : {"pwrite64", "rename", "fsync", "fdatasync", "sendto", "write"}) {
        for (int number = 1; number < 3'000; number += 1 + number / 2) {
            if (!killedAt(scratch, arguments, call, number)) {
                break;
            }
            ++killed;
            const Outcome stats = runIn(scratch, other, words("stats"), true);
            if (stats.code == 0) {
                // It was whole already.
                QCOMPARE(contentsOf(scratch, other), before);
                break;
            }
            QVERIFY2(stats.code == 1 && stats.err.contains("workspace_missing"), stats.text().constData());
        }
        if (runIn(scratch, other, words("stats")).code == 0) {
            QCOMPARE(contentsOf(scratch, other), before);
            QCOMPARE(runIn(scratch, other, words("verify")).code, 0);
            // Once more from the beginning.
            const auto address = app::readAddress(other.toStdString());
            QVERIFY(QDir(other).removeRecursively());
            if (address && *address) {
                const auto settings = store::MysqlSettings::fromUrl(**address);
                QVERIFY(evenhand::testing::sharedMariadb()->run("DROP DATABASE " + settings->database));
                QVERIFY(evenhand::testing::sharedMariadb()->run("CREATE DATABASE " + settings->database +
                                                                " CHARACTER SET utf8mb4"));
            }
        }
    }
    QVERIFY2(killed > 10, qPrintable(QString::number(killed)));
    const Outcome made = scratch.run({}, {}, [&](QProcess& process) { process.setArguments(arguments); });
    QVERIFY2(made.code == 0, made.text().constData());
    QCOMPARE(contentsOf(scratch, other), before);
    QCOMPARE(runIn(scratch, other, words("verify")).code, 0);
}

}  // namespace test_cli_backup

QTEST_GUILESS_MAIN(test_cli_backup::TestCliBackup)
#include "test_cli_backup.moc"
