// SPDX-License-Identifier: GPL-3.0-or-later
// The demo of a team: one process serves it, consoles are on lines to it as different people, all end together.
#include <signal.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "app/evenhand/demo_consoles.h"
#include "app/evenhand/demo_people.h"
#include "app/service/system_random.h"
#include "engine/api/operations.h"
#include "engine/remote/remote_engine.h"

namespace test_demo_consoles_real {

using namespace evenhand;

namespace {

constexpr int kPatience = 60'000;

/// In place of a console: writes down how it was called, and stays until it is told to end.
const QByteArray kStays =
    "#!/bin/sh\n"
    "trap 'exit 0' TERM\n"
    "{ echo \"$@\"; cat \"$EVENHAND_PASSWORD_FILE\"; } > \"$0.$4.new\"\n"
    "mv \"$0.$4.new\" \"$0.$4\"\n"
    "while :; do sleep 0.05; done\n";

QString madeProgram(const QTemporaryDir& folder, const QByteArray& script) {
    const QString path = folder.filePath(QStringLiteral("console"));
    QFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && file.write(script) == script.size() &&
                         file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return written ? path : QString();
}

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool runs(qint64 process) { return process > 0 && ::kill(static_cast<pid_t>(process), 0) == 0; }

/// The demo with such consoles, in this process.
struct Team {
    Team(const QString& console, int count, std::uint16_t port = 0) {
        app::ProgramOptions options;
        options.demo = true;
        options.consoles = count;
        options.language = QStringLiteral("zh");
        demo = std::make_unique<app::DemoConsoles>(options, console, QStringLiteral("/no/such/settings"), port);
        QObject::connect(demo.get(), &app::DemoConsoles::said, [this](const QString& sentence) { said << sentence; });
        QObject::connect(demo.get(), &app::DemoConsoles::ended, [this](int result) { codes << result; });
        demo->start();
    }
    [[nodiscard]] bool hasSaid(const char* text) const { return !said.filter(QLatin1String(text)).isEmpty(); }

    std::unique_ptr<app::DemoConsoles> demo;
    QStringList said;
    QList<int> codes;
};

/// Processes that this one has started and that are not over.
QList<qint64> childrenOf(qint64 parent) {
    QList<qint64> children;
    const auto names = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const auto& name : names) {
        bool isProcess = false;
        const qint64 id = name.toLongLong(&isProcess);
        const auto stat = isProcess ? read(QStringLiteral("/proc/%1/stat").arg(id)) : QByteArray();
        const auto words = stat.mid(stat.lastIndexOf(')') + 2).split(' ');  // state, parent
        if (words.size() > 1 && words[0] != "Z" && words[1].toLongLong() == parent) {
            children << id;
        }
    }
    return children;
}

/// The program with --demo --consoles, without a display.
class Program {
public:
    explicit Program(const QStringList& options) {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("TMPDIR"), m_folder.path());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.path());
        environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.path());
        process.setProcessEnvironment(environment);
        // Tests may be run where signals are ignored.
        process.setChildProcessModifier([] {
            for (const int each : {SIGTERM, SIGINT, SIGHUP}) {
                ::signal(each, SIG_DFL);
            }
        });
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QStringLiteral(EVENHAND_PROGRAM), options);
    }
    ~Program() {
        if (process.state() != QProcess::NotRunning) {
            process.kill();
            process.waitForFinished();
        }
    }
    /// 0: it is not served yet.
    [[nodiscard]] int port() {
        said += process.readAll();
        static const QRegularExpression kServed(QStringLiteral("served at http://127\\.0\\.0\\.1:(\\d+)"));
        return kServed.match(QString::fromUtf8(said)).captured(1).toInt();
    }
    [[nodiscard]] QStringList demosLeft() const {
        return QDir(m_folder.path()).entryList({QStringLiteral("evenhand-demo-*")}, QDir::Dirs);
    }
    /// The person's own.
    [[nodiscard]] bool hasSettings() const {
        return QFile::exists(QDir(m_folder.path()).filePath(QStringLiteral("evenhand/console.ini")));
    }
    [[nodiscard]] bool ends() { return process.state() == QProcess::NotRunning || process.waitForFinished(kPatience); }

    QProcess process;
    QByteArray said;

private:
    QTemporaryDir m_folder;
};

/// How often they have signed in at the service, as its audit log says.
int signInsOf(api::EngineApi& engine, const api::Actor& auditor, const char* login) {
    api::AuditQuery query;
    query.filter.actor = login;
    query.filter.operations = {std::string(api::infoOf(api::Operation::AccountsSignIn).name)};
    auto page = engine.audit().page({auditor, {}, {}}, query);
    page.waitForFinished();
    const auto rows = page.result();
    return rows ? static_cast<int>(rows->size()) : -1;
}

}  // namespace

class TestDemoConsolesReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachIsAnotherPersonOnOneService() {
        const QTemporaryDir folder;
        const Team team(madeProgram(folder, kStays), 3);
        const auto calls = [&](const char* login) {
            return read(folder.filePath(QStringLiteral("console.") + QLatin1String(login)));
        };
        for (const char* login : {"ada", "dan", "cam"}) {
            QTRY_VERIFY_WITH_TIMEOUT(!calls(login).isEmpty(), kPatience);
            const auto begins = QByteArray("--service 127.0.0.1:") + QByteArray::number(team.demo->port()) + " --as " +
                                login + " --settings ";
            QVERIFY2(calls(login).startsWith(begins), calls(login).constData());
            QVERIFY2(calls(login).endsWith(QByteArray(" --language zh\n") + app::kDemoPassword + '\n'),
                     calls(login).constData());
        }
        QCOMPARE(team.demo->processes().size(), std::size_t{3});
        QVERIFY(team.codes.isEmpty());
        QVERIFY(team.hasSaid("served at http://127.0.0.1:"));
    }

    void theFirstOneEndsTheOthers() {
        const QTemporaryDir folder;
        const Team team(madeProgram(folder, kStays), 3);
        QTRY_COMPARE_WITH_TIMEOUT(team.demo->processes().size(), std::size_t{3}, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath(QStringLiteral("console.ada"))), kPatience);
        const auto processes = team.demo->processes();
        QCOMPARE(::kill(static_cast<pid_t>(processes[0]), SIGTERM), 0);  // it ends as if it was closed
        QTRY_COMPARE_WITH_TIMEOUT(team.codes, QList<int>{0}, kPatience);
        QVERIFY(!runs(processes[1]) && !runs(processes[2]));
        QCOMPARE(team.said.size(), 1);  // nothing went wrong
    }

    void anotherOneIsClosedByItself() {
        const QTemporaryDir folder;
        const Team team(madeProgram(folder, kStays), 2);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath(QStringLiteral("console.dan"))), kPatience);
        const auto processes = team.demo->processes();
        QCOMPARE(::kill(static_cast<pid_t>(processes[1]), SIGTERM), 0);
        QTRY_COMPARE_WITH_TIMEOUT(team.demo->processes()[1], qint64{0}, kPatience);
        QVERIFY(runs(processes[0]));
        QVERIFY(team.codes.isEmpty());
        QCOMPARE(team.said.size(), 1);
    }

    void oneThatIsKilledIsTold() {
        const QTemporaryDir folder;
        const Team team(madeProgram(folder, kStays), 2);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath(QStringLiteral("console.dan"))), kPatience);
        QCOMPARE(::kill(static_cast<pid_t>(team.demo->processes()[1]), SIGKILL), 0);
        QTRY_VERIFY_WITH_TIMEOUT(team.hasSaid("console 2 (dan) was ended by signal 9"), kPatience);
        QVERIFY(team.codes.isEmpty());  // the others go on
        team.demo->end();
        QTRY_COMPARE_WITH_TIMEOUT(team.codes, QList<int>{1}, kPatience);
    }

    void oneThatCannotBeStartedIsTold() {
        const Team team(QStringLiteral("/no/such/console"), 3);
        QTRY_COMPARE_WITH_TIMEOUT(team.codes, QList<int>{1}, kPatience);
        QVERIFY2(team.hasSaid("console 1 (ada) cannot be started: "), qPrintable(team.said.join(QLatin1Char('\n'))));
    }

    void oneThatFailsIsTold() {
        const QTemporaryDir folder;
        const Team team(madeProgram(folder, "#!/bin/sh\nexit 7\n"), 2);
        QTRY_COMPARE_WITH_TIMEOUT(team.codes, QList<int>{1}, kPatience);
        QVERIFY2(team.hasSaid(" ended with code 7"), qPrintable(team.said.join(QLatin1Char('\n'))));
    }

    void oneThatDoesNotEndIsKilled() {
        const QTemporaryDir folder;
        QByteArray stubborn = kStays;
        const Team team(madeProgram(folder, stubborn.replace("trap 'exit 0' TERM", "trap '' TERM")), 2);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath(QStringLiteral("console.dan"))), kPatience);
        const auto processes = team.demo->processes();
        team.demo->end();
        QTRY_COMPARE_WITH_TIMEOUT(team.codes, QList<int>{0}, kPatience);
        QVERIFY(!runs(processes[0]) && !runs(processes[1]));
    }

    void aPortThatIsTakenIsTold() {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        const QTemporaryDir folder;
        const Team team(madeProgram(folder, kStays), 2, other.serverPort());
        QTRY_COMPARE_WITH_TIMEOUT(team.codes, QList<int>{1}, kPatience);
        QVERIFY2(team.hasSaid("the demo could not be served: "), qPrintable(team.said.join(QLatin1Char('\n'))));
        QVERIFY(team.demo->processes().empty());
    }

    void aWorkspaceThatCannotBeOpenedIsTold() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("notes.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("not a workspace\n") > 0);
        file.close();
        Program program({QStringLiteral("--demo"), QStringLiteral("--consoles"), QStringLiteral("2"),
                         QStringLiteral("--workspace"), folder.path()});
        QVERIFY(program.ends());
        QCOMPARE(program.process.exitCode(), 1);
        const auto said = program.process.readAll();
        QVERIFY2(said.contains("evenhand: the demo could not be opened: "), said.constData());
    }

    /// The programs themselves: people are signed in over the line.
    void consolesAreSignedIn() {
        Program program({QStringLiteral("--demo"), QStringLiteral("--consoles"), QStringLiteral("2")});
        QTRY_VERIFY_WITH_TIMEOUT(program.port() != 0, kPatience);
        base::SystemClock clock;
        remote::LineOptions options;
        options.addresses = {{"127.0.0.1", static_cast<std::uint16_t>(program.port()), false}};
        options.clock = &clock;
        options.random = app::systemRandom;
        const auto line = remote::RemoteEngine::connect(options);
        QVERIFY2(line, line ? "" : line.error().text().c_str());
        api::SignIn typed;
        typed.login = "olga";
        typed.password = Secret(app::kDemoPassword);
        auto signing = (*line)->accounts().signIn(typed);
        signing.waitForFinished();
        const auto auditor = signing.result();
        QVERIFY2(auditor, auditor ? "" : auditor.error().text().c_str());
        QVERIFY(!auditor->person.mustChangePassword);
        // All but the first have signed in once before, to change the password that was set for them.
        QTRY_COMPARE_WITH_TIMEOUT(signInsOf(**line, auditor->actor, "ada"), 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(signInsOf(**line, auditor->actor, "dan"), 2, kPatience);
        QCOMPARE(signInsOf(**line, auditor->actor, "cam"), 1);

        const auto consoles = childrenOf(program.process.processId());
        QCOMPARE(consoles.size(), 2);
        QCOMPARE(::kill(static_cast<pid_t>(program.process.processId()), SIGTERM), 0);
        QVERIFY(program.ends());
        QCOMPARE(program.process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.process.exitCode(), 0);
        QVERIFY(!runs(consoles[0]) && !runs(consoles[1]));
        QCOMPARE(program.demosLeft(), QStringList());
        QVERIFY2(!program.hasSettings(), "what was opened for the demo is not what this person opened last");
    }

    void consolesEndWithAServiceThatIsKilled() {
        Program program({QStringLiteral("--demo"), QStringLiteral("--consoles"), QStringLiteral("2")});
        QTRY_COMPARE_WITH_TIMEOUT(childrenOf(program.process.processId()).size(), 2, kPatience);
        const auto consoles = childrenOf(program.process.processId());
        program.process.kill();
        QVERIFY(program.ends());
        // Whoever takes such orphans over may be slow to look after them; they do not run any more.
        const auto isOver = [](qint64 process) {
            const auto stat = read(QStringLiteral("/proc/%1/stat").arg(process));
            return stat.isEmpty() || stat.mid(stat.lastIndexOf(')') + 2).startsWith('Z');
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOver(consoles[0]) && isOver(consoles[1]), kPatience);
    }
};

}  // namespace test_demo_consoles_real

QTEST_GUILESS_MAIN(test_demo_consoles_real::TestDemoConsolesReal)
#include "test_demo_consoles_real.moc"
