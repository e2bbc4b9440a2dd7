// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that README and the guides show, followed literally in an empty folder. What cannot be followed there is
// named in the table, with the reason.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QtTest>

class TestCliGuides : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void commandsWork_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("tour") << QStringLiteral("README.md");
        // mysql.md is not here: it installs a server, and test_cli_server goes the same way with one of its own.
        for (const auto* guide : {"people", "imports", "storefront", "refunds", "webhooks", "backups"}) {
            QTest::newRow(guide) << QStringLiteral("resources/guides/%1.md").arg(QLatin1String(guide));
        }
    }
    void commandsWork() {
        QFETCH(QString, path);
        auto script = commandsOf(path);
        QVERIFY(script.count('\n') > 3);
        if (path.endsWith(QLatin1String("storefront.md"))) {
            // A free port instead of the usual one.
            script.replace("evenhandctl serve &", "evenhandctl serve --listen 127.0.0.1:8480 &");
            script.replace("8480", QByteArray::number(freePort()));
            script.replace("ask -N --max-time", "! ask -N --max-time");  // it ends by its time limit, which is an error
        }
        // It goes on until somebody ends it.
        script.replace(QByteArrayLiteral("evenhandctl run   "), QByteArrayLiteral("evenhandctl run --until-idle   "));
        const QTemporaryDir folder;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           QStringLiteral(EVENHAND_BIN_DIR ":") + environment.value(QStringLiteral("PATH")));
        QProcess bash;
        bash.setProcessEnvironment(environment);
        bash.setWorkingDirectory(folder.path());
        bash.setProcessChannelMode(QProcess::MergedChannels);
        bash.start(QStringLiteral("bash"),
                   {QStringLiteral("-euo"), QStringLiteral("pipefail"), QStringLiteral("-c"),
                    QString::fromUtf8("trap 'kill $(jobs -p) 2> /dev/null || true; wait' EXIT\nset -x\n" + script)});
        QVERIFY(bash.waitForFinished(-1));
        const auto said = bash.readAll();
        QVERIFY2(bash.exitStatus() == QProcess::NormalExit && bash.exitCode() == 0, said.right(3'000).constData());
        if (path.endsWith(QLatin1String("storefront.md"))) {
            // As curl does not tell a refusal from an answer: the order has gone all the way, and its return waits.
            QVERIFY2(said.contains(R"("status":"DELIVERED")"), said.right(3'000).constData());
            QVERIFY2(said.contains(R"("status":"REQUESTED")"), said.right(3'000).constData());
        }
    }

private:
    /// Of all blocks of the page but those that build.
    static QByteArray commandsOf(const QString& path) {
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
    static quint16 freePort() {
        QTcpServer server;
        return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16{0};
    }
};

QTEST_GUILESS_MAIN(TestCliGuides)
#include "test_cli_guides.moc"
