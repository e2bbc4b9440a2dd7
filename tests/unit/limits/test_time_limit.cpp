// SPDX-License-Identifier: GPL-3.0-or-later
// A test that takes too long is ended with everything that it has started: a server that stayed would keep its memory,
// its files and its port from the tests that follow.
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace {

/// Processes whose command line has this word.
QStringList processesWith(const QByteArray& word) {
    QStringList found;
    for (const auto& pid : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid));
        if (pid.toInt() > 0 && pid.toInt() != ::getpid() && file.open(QIODevice::ReadOnly) &&
            file.readAll().contains(word)) {
            found << pid;
        }
    }
    return found;
}

/// What a test that hangs does: a process in a session of its own whose parent has ended, and then nothing more.
int hang(const QString& word) {
    QProcess::execute(QStringLiteral("sh"),
                      {QStringLiteral("-c"), QStringLiteral("setsid sleep 1000 %1 & echo $! > started").arg(word)});
    ::pause();
    return 1;
}

}  // namespace

class TestTimeLimit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatATestHasStartedEndsWithIt() {
        QTemporaryDir folder;
        const auto word = QStringLiteral("%1s").arg(QRandomGenerator::global()->bounded(100'000, 1'000'000));
        QFile list(folder.filePath(QStringLiteral("CTestTestfile.cmake")));
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write(
            QStringLiteral("add_test(hangs \"%1\" --hang %2)\nset_tests_properties(hangs PROPERTIES TIMEOUT 1)\n")
                .arg(QCoreApplication::applicationFilePath(), word)
                .toUtf8());
        list.close();
        QProcess ctest;
        ctest.setWorkingDirectory(folder.path());
        ctest.start(QStringLiteral(EVENHAND_CTEST), {QStringLiteral("--output-on-failure")});
        QVERIFY(ctest.waitForFinished(-1));
        const auto said = ctest.readAll();
        QVERIFY2(said.contains("Timeout"), said.constData());
        QVERIFY2(QFile::exists(folder.filePath(QStringLiteral("started"))), said.constData());
        QTRY_COMPARE(processesWith(word.toUtf8()), QStringList());
    }
};

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const auto arguments = application.arguments();
    if (arguments.value(1) == QLatin1String("--hang")) {
        return hang(arguments.value(2));
    }
    TestTimeLimit test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_time_limit.moc"
