// SPDX-License-Identifier: GPL-3.0-or-later
// How the program ends when it is told to by a signal.
#include <signal.h>

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace test_ending_real {

namespace {

constexpr int kPatience = 40'000;

QStringList demosIn(const QTemporaryDir& folder) {
    return QDir(folder.path()).entryList({QStringLiteral("evenhand-demo-*")}, QDir::Dirs);
}

}  // namespace

class TestEndingReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSignalEndsADemoWithItsFolder_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    void aSignalEndsADemoWithItsFolder() {
        QFETCH(const int, signal);
        const QTemporaryDir folder;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("TMPDIR"), folder.path());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
        QProcess console;
        console.setProcessEnvironment(environment);
        // Tests may be run where signals are ignored.
        console.setChildProcessModifier([] {
            for (const int each : {SIGTERM, SIGINT, SIGHUP}) {
                ::signal(each, SIG_DFL);
            }
        });
        console.start(QStringLiteral(EVENHAND_PROGRAM), {QStringLiteral("--demo")});
        QVERIFY(console.waitForStarted(kPatience));
        QTRY_VERIFY_WITH_TIMEOUT(!demosIn(folder).isEmpty(), kPatience);
        QCOMPARE(::kill(static_cast<pid_t>(console.processId()), signal), 0);
        QVERIFY(console.state() == QProcess::NotRunning || console.waitForFinished(kPatience));
        QCOMPARE(console.exitStatus(), QProcess::NormalExit);
        QCOMPARE(console.exitCode(), 0);
        QCOMPARE(demosIn(folder), QStringList());
    }
};

}  // namespace test_ending_real

QTEST_GUILESS_MAIN(test_ending_real::TestEndingReal)
#include "test_ending_real.moc"
