// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that README and the guides show, followed literally in an empty folder. Put in their place is only what
// a guide says is the reader's own: addresses, ports, passwords, folders; and what goes on until somebody ends it,
// ends.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/store/database/database.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_cli_guides {

using evenhand::store::Database;
using evenhand::testing::MariadbServer;

namespace {

const QString kGuides = QStringLiteral("resources/guides/");

/// Of all blocks of the page but those that build.
QByteArray commandsOf(const QString& path) {
    QFile file(QStringLiteral(EVENHAND_SOURCE_DIR "/") + path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    static const QRegularExpression kBlock(QStringLiteral("```sh\n(.*?)```"),
                                           QRegularExpression::DotMatchesEverythingOption);
    QString commands;
    for (auto blocks = kBlock.globalMatch(QString::fromUtf8(file.readAll())); blocks.hasNext();) {
        const auto block = blocks.next().captured(1);
        commands += block.contains(QLatin1String("./run.sh")) ? QString() : block;
    }
    return commands.toUtf8();
}

struct Followed {
    bool done = false;  ///< Every command has succeeded.
    QByteArray said;
    /// For QVERIFY2.
    [[nodiscard]] QByteArray end() const { return said.right(3'000); }
    [[nodiscard]] bool says(const char* text) const { return said.contains(text); }
};

/// An empty folder in which a reader works. The programs are in the path, as README tells; other programs that a test
/// puts into `bin` come before those of the machine.
class Reader {
public:
    Reader() { QDir(m_folder.path()).mkdir(QStringLiteral("bin")); }
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    [[nodiscard]] QByteArray read(const char* name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void putProgram(const char* name, const QByteArray& script) const {
        QFile file(path("bin") + QLatin1Char('/') + QLatin1String(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(script) == script.size());
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    }
    /// In a shell that ends at the first command that fails, and ends what it has left behind.
    [[nodiscard]] Followed follow(const QByteArray& commands) const {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), path("bin") + QStringLiteral(":" EVENHAND_BIN_DIR ":") +
                                                       environment.value(QStringLiteral("PATH")));
        // No password but those that the guide gives.
        environment.remove(QStringLiteral("EVENHAND_DB_PASSWORD"));
        QProcess bash;
        bash.setProcessEnvironment(environment);
        bash.setWorkingDirectory(m_folder.path());
        bash.setProcessChannelMode(QProcess::MergedChannels);
        bash.setStandardInputFile(QProcess::nullDevice());
        bash.start(QStringLiteral("bash"),
                   {QStringLiteral("-euo"), QStringLiteral("pipefail"), QStringLiteral("-c"),
                    QString::fromUtf8("trap 'kill $(jobs -p) 2> /dev/null || true; wait' EXIT\nset -x\n" + commands)});
        const bool ended = bash.waitForFinished(-1);
        return {ended && bash.exitStatus() == QProcess::NormalExit && bash.exitCode() == 0, bash.readAll()};
    }

private:
    QTemporaryDir m_folder;
};

/// `run` goes on until somebody ends it.
QByteArray untilIdle(QByteArray commands) {
    static const char* const kRun = "evenhandctl run   ";
    return commands.replace(kRun, "evenhandctl run --until-idle   ");
}

}  // namespace

class TestCliGuides : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void commandsWork_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("README.md") << QStringLiteral("README.md");
        const QDir guides(QStringLiteral(EVENHAND_SOURCE_DIR "/") + kGuides);
        for (const auto& name : guides.entryList({QStringLiteral("*.md")}, QDir::Files)) {
            // MySQL's needs a server and is followed below.
            if (name != QLatin1String("mysql.md") && !commandsOf(kGuides + name).isEmpty()) {
                QTest::newRow(qPrintable(name)) << kGuides + name;
            }
        }
    }
    void commandsWork() {
        QFETCH(QString, path);
        auto script = untilIdle(commandsOf(path));
        QVERIFY(script.count('\n') > 3);
        if (path.endsWith(QLatin1String("storefront.md"))) {
            // A free port instead of the usual one.
            script.replace("evenhandctl serve &", "evenhandctl serve --listen 127.0.0.1:8480 &");
            script.replace("8480", QByteArray::number(evenhand::testing::freePort()));
            script.replace("ask -N --max-time", "! ask -N --max-time");  // it ends by its time limit, which is an error
        }
        if (path.endsWith(QLatin1String("team.md"))) {
            script.replace("8480", QByteArray::number(evenhand::testing::freePort()));
            script.prepend("export XDG_CONFIG_HOME=$PWD\n");  // where it is remembered
        }
        const Reader reader;
        const auto followed = reader.follow(script);
        QVERIFY2(followed.done, followed.end().constData());
        if (path.endsWith(QLatin1String("storefront.md"))) {
            // As curl does not tell a refusal from an answer: the order has gone all the way, and its return waits.
            QVERIFY2(followed.says(R"("status":"DELIVERED")"), followed.end().constData());
            QVERIFY2(followed.says(R"("status":"REQUESTED")"), followed.end().constData());
        }
    }
    void mysqlGuideKeepsItsPromises();

private:
    /// And no longer, once the guide's command is followed.
    static void usersWithoutNameStandInTheWay(const Reader& reader, const MariadbServer& server);
    /// What a reader of MySQL's guide changes: the folder of the project, the server's port, the passwords. The server
    /// is installed before the tests run: apt-get only says whether what the guide installs is.
    static QByteArray ofThisServer(QByteArray commands, const QByteArray& address) {
        commands.replace("EVENHAND=~/evenhand", "EVENHAND=" EVENHAND_SOURCE_DIR);
        commands.replace("@127.0.0.1/", "@" + address + "/");
        commands.replace("change-me-", "sesame-");
        const auto copied = commands.indexOf('\n', commands.indexOf("\ncp ") + 1) + 1;
        return commands.insert(copied, "sed -i s/change-me-/sesame-/ grants.sql\n");
    }
};

void TestCliGuides::mysqlGuideKeepsItsPromises() {
    MariadbServer server;
    const auto started = server.startOnNetwork();
    QVERIFY2(started, started ? "" : started.error().text().c_str());
    const auto socket = QByteArray::fromStdString(server.settings().socket);
    const auto port = server.networkSettings("evenhand", "evenhand").port;
    const auto address = "127.0.0.1:" + QByteArray::number(port);
    const auto guide = commandsOf(kGuides + QStringLiteral("mysql.md"));
    const Reader reader;
    reader.putProgram("sudo", "#!/bin/sh\nexec \"$@\"\n");
    reader.putProgram("apt-get", "#!/bin/sh\nshift\nexec dpkg-query --show \"$@\"\n");
    const auto client = QStandardPaths::findExecutable(QStringLiteral("mariadb")).toUtf8();
    reader.putProgram("mariadb", "#!/bin/sh\nexec " + client + " --no-defaults --user=root --socket=" + socket + "\n");

    const auto followed = reader.follow(untilIdle(ofThisServer(guide, address)));
    QVERIFY2(followed.done, followed.end().constData());
    // The workspace is in the server; the folder keeps the address only.
    const auto tables = server.value("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'evenhand'");
    QVERIFY(tables && tables->toInt() > 10);
    QCOMPARE(reader.read("shop/database.url"), "mysql://evenhand@" + address + "/evenhand\n");
    QDirIterator files(reader.path("shop"), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const auto name = files.next();
        QFile file(name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains("sesame-"), qPrintable(name));
        QVERIFY2(!name.endsWith(QLatin1String(".db")), qPrintable(name));
    }

    // The engine works with the rights of part 2, and no others.
    const QByteArray asEngine = "export EVENHAND_WORKSPACE=$PWD/shop EVENHAND_DB_PASSWORD=sesame-2\n";
    const auto works = reader.follow(
        asEngine +
        "printf 'courier_id,campus,name,phone,on_duty\\nann,north,Ann,1,1\\n' | evenhandctl import couriers -\n" +
        "printf 'order_no,user_id,campus,sku,quantity,unit_price,placed_at\\n" +
        "A1,u1,north,tea,2,1.50,2026-01-05T10:00:00Z\\n' | evenhandctl import orders - --stock-for-new-sku 9\n" +
        "evenhandctl verify\n");
    QVERIFY2(works.done, works.end().constData());
    const auto courier = server.value("SELECT name FROM evenhand.courier");
    QVERIFY(courier && *courier == QStringLiteral("Ann"));
    auto settings = server.networkSettings("evenhand", "evenhand");
    settings.password = "sesame-2";
    const auto engine = Database::openMysql(settings, Database::Access::ReadWrite);
    QVERIFY(engine);
    const auto deleted = (*engine)->execute("DELETE FROM audit_entry");
    QVERIFY(!deleted && deleted.error().code == evenhand::ErrorCode::PermissionDenied);
    // Reports read the same tables.
    settings.user = "evenhand_report";
    settings.password = "sesame-3";
    const auto reports = Database::openMysql(settings, Database::Access::ReadOnly);
    QVERIFY(reports);
    QVERIFY((*reports)->execute("SELECT name FROM courier"));

    // `init` on a database that holds a workspace connects the folder to it, here with a password that is kept.
    const QByteArray asAnother = "export EVENHAND_WORKSPACE=$PWD/another EVENHAND_SECRETS_DIR=$PWD/secrets\n";
    const auto joined = reader.follow(
        asAnother + "mkdir -m 700 secrets\nEVENHAND_DB_PASSWORD=sesame-2 evenhandctl init --keep-password --database " +
        "mysql://evenhand@" + address + "/evenhand\nevenhandctl export orders -\n");
    QVERIFY2(joined.done && joined.says("A1,u1,north"), joined.end().constData());

    usersWithoutNameStandInTheWay(reader, server);
}

void TestCliGuides::usersWithoutNameStandInTheWay(const Reader& reader, const MariadbServer& server) {
    QVERIFY(server.run("CREATE USER ''@'localhost'"));
    const auto byName =
        "EVENHAND_DB_PASSWORD=sesame-1 evenhandctl --workspace third init --database "
        "'mysql://evenhand_migrate@/evenhand?socket=" +
        QByteArray::fromStdString(server.settings().socket) + "'\n";
    const auto refused = reader.follow(byName);
    QVERIFY2(!refused.done && refused.says("the server refuses the user or the password"), refused.end().constData());
    QFile page(QStringLiteral(EVENHAND_SOURCE_DIR "/resources/guides/mysql.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QRegularExpression inText(QStringLiteral("`(echo \"DROP USER[^`]*)`"));
    const auto drop = inText.match(QString::fromUtf8(page.readAll())).captured(1).toUtf8();
    QVERIFY(!drop.isEmpty());
    const auto accepted = reader.follow(drop + '\n' + byName);
    QVERIFY2(accepted.done, accepted.end().constData());
}

}  // namespace test_cli_guides

QTEST_GUILESS_MAIN(test_cli_guides::TestCliGuides)
#include "test_cli_guides.moc"
