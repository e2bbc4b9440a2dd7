// SPDX-License-Identifier: GPL-3.0-or-later
// What is in resources/packaging for whoever runs a service: the configurations of nginx, with a real nginx in front of
// a real service and consoles that come through it; the unit, as systemd reads it.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>
#include <memory>

#include "cli_support.h"
#include "curl_run.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_packaging {

using namespace evenhand;
using namespace evenhand::test;

namespace {

constexpr int kPatience = 60'000;
const QString kPackaging = QStringLiteral(EVENHAND_SOURCE_DIR "/resources/packaging/");

QStringList words(const QString& text) { return text.split(QLatin1Char(' '), Qt::SkipEmptyParts); }

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Programs of the administrator are not in everybody's path.
QString programOf(const char* name) {
    const auto found = QStandardPaths::findExecutable(QLatin1String(name));
    return !found.isEmpty() ? found
                            : QStandardPaths::findExecutable(QLatin1String(name), {QStringLiteral("/usr/sbin")});
}

struct Asked {
    int code = -1;
    QByteArray said;
};
/// evenhandctl, without a workspace of its own.
Asked asked(const QString& line) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(cli::ctlPath(), words(line));
    const bool ended = process.waitForFinished(kPatience) && process.exitStatus() == QProcess::NormalExit;
    return {ended ? process.exitCode() : -1, process.readAll()};
}

void end(QProcess& process) {
    if (process.state() != QProcess::NotRunning) {
        process.terminate();
        if (!process.waitForFinished(kPatience)) {
            process.kill();
            process.waitForFinished();
        }
    }
}

}  // namespace

class TestPackaging : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_scratch = std::make_unique<cli::Scratch>();
        QVERIFY(m_scratch->init());
        m_certificate = m_scratch->path(QStringLiteral("cert.pem"));
        m_key = m_scratch->path(QStringLiteral("key.pem"));
        QCOMPARE(QProcess::execute(
                     QStringLiteral("openssl"),
                     words(QStringLiteral("req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=evenhand.internal "
                                          "-addext subjectAltName=DNS:evenhand.internal,IP:127.0.0.1 -keyout %1 -out "
                                          "%2")
                               .arg(m_key, m_certificate))),
                 0);
        const auto password = m_scratch->writeSecret(QStringLiteral("boss.txt"), "the password of boss\n");
        qputenv("EVENHAND_PASSWORD_FILE", QFile::encodeName(password));
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_scratch->path(QStringLiteral("config"))));
        const auto made =
            m_scratch->run(words(QStringLiteral("people add boss --roles administrator")), "the password of boss\n");
        QVERIFY2(made.code == 0, made.text().constData());
    }
    void cleanup() {
        end(m_nginx);
        end(m_service);
        m_scratch.reset();
        qunsetenv("EVENHAND_PASSWORD_FILE");
        qunsetenv("XDG_CONFIG_HOME");
    }

    void consolesComeThroughNginx_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("isEncrypted");
        QTest::newRow("one service") << QStringLiteral("nginx-evenhand.conf") << false;
        // The first of the two machines is not there.
        QTest::newRow("two machines") << QStringLiteral("nginx-evenhand-pair.conf") << true;
    }
    void consolesComeThroughNginx() {
        QFETCH(QString, file);
        QFETCH(bool, isEncrypted);
        QVERIFY(serve(isEncrypted));
        QVERIFY(nginxServes(file));
        const auto service = QStringLiteral("--service https://127.0.0.1:%1 --ca %2").arg(m_port).arg(m_certificate);
        // Over a proxy nobody is taken for the owner, though it runs under the owner's account.
        const auto unnamed = asked(service + QStringLiteral(" people list"));
        QVERIFY2(unnamed.code == 1 && unnamed.said.contains("sign in with --as NAME"), unnamed.said.constData());
        const auto list = asked(service + QStringLiteral(" --as boss people list"));
        QVERIFY2(list.code == 0 && list.said.contains("administrator"), list.said.constData());
        const auto added = asked(service + QStringLiteral(" --as boss campuses add north --name North"));
        QVERIFY2(added.code == 0, added.said.constData());
        // What is for the inside stays there.
        const auto https = [&](const char* path) {
            return curl({QStringLiteral("--cacert"), m_certificate,
                         QStringLiteral("https://127.0.0.1:%1").arg(m_port) + QLatin1String(path)});
        };
        QCOMPARE(https("/healthz").status, 200);
        QCOMPARE(https("/readyz").status, 404);
        QCOMPARE(https("/metrics").status, 404);
        QCOMPARE(https("/v1/orders").status, 401);
    }

    void systemdReadsTheUnit() {
        const auto program = programOf("systemd-analyze");
        QVERIFY2(!program.isEmpty(), "the package systemd is missing");
        auto unit = read(kPackaging + QStringLiteral("evenhand.service"));
        QVERIFY(unit.contains("ExecStart=/usr/bin/evenhandctl "));
        unit.replace("ExecStart=/usr/bin/evenhandctl ", "ExecStart=" EVENHAND_CTL " ");
        const auto complaints = [&](const QByteArray& text) {
            const auto path = m_scratch->write(QStringLiteral("evenhand.service"), text);
            QProcess process;
            process.setProcessChannelMode(QProcess::MergedChannels);
            process.start(program, {QStringLiteral("verify"), QStringLiteral("--man=no"), path});
            const bool ended = process.waitForFinished(kPatience);
            // Other units of the machine have complaints of their own.
            QByteArray about;
            for (const auto& line : process.readAll().split('\n')) {
                about += line.contains("evenhand.service") ? line + '\n' : QByteArray();
            }
            return ended ? about : QByteArray("it does not end");
        };
        QCOMPARE(complaints(unit), QByteArray());
        auto wrong = unit;
        QVERIFY(!complaints(wrong.replace("\nRestart=on-failure\n", "\nRestart=whenever\n")).isEmpty());
    }

    /// By which the service cannot do what it need not do.
    void theUnitGivesNoMoreThanNeeded() {
        const auto lines = read(kPackaging + QStringLiteral("evenhand.service")).split('\n');
        for (const char* line : {"User=evenhand", "StateDirectory=evenhand", "StateDirectoryMode=0700",
                                 "Restart=on-failure", "LimitNOFILE=65536", "NoNewPrivileges=yes",
                                 "ProtectSystem=strict", "ProtectHome=yes", "CapabilityBoundingSet=", "UMask=0077"}) {
            QVERIFY2(lines.contains(line), line);
        }
    }

private:
    bool serve(bool isEncrypted) {
        const auto portFile = m_scratch->path(QStringLiteral("up"));
        QStringList arguments{QStringLiteral("--workspace"), m_scratch->workspace()};
        arguments += words(QStringLiteral("serve --listen 127.0.0.1:0 --port-file ") + portFile);
        if (isEncrypted) {
            arguments += words(QStringLiteral("--tls-cert %1 --tls-key %2").arg(m_certificate, m_key));
        }
        m_service.setProcessChannelMode(QProcess::MergedChannels);
        m_service.start(cli::ctlPath(), arguments);
        const bool up = QTest::qWaitFor(
            [&] { return m_service.state() == QProcess::NotRunning || !read(portFile).isEmpty(); }, kPatience);
        m_servicePort = read(portFile).trimmed();
        return up && m_service.state() == QProcess::Running && !m_servicePort.isEmpty();
    }
    /// With what is the reader's own put in its place: ports, certificates, addresses.
    bool nginxServes(const QString& file) {
        const auto program = programOf("nginx");
        if (program.isEmpty()) {
            qWarning("the package nginx is missing");
            return false;
        }
        m_port = evenhand::testing::freePort();
        const auto nobody = QByteArray::number(evenhand::testing::freePort());
        auto text = QString::fromUtf8(read(kPackaging + file));
        text.remove(QRegularExpression(QStringLiteral("\n *listen \\[::\\][^\n]*")));
        text.replace(QStringLiteral("listen 443 "), QStringLiteral("listen 127.0.0.1:%1 ").arg(m_port));
        text.replace(QStringLiteral("server 127.0.0.1:8480;"),
                     QStringLiteral("server 127.0.0.1:%1;").arg(QString::fromUtf8(m_servicePort)));
        text.replace(QStringLiteral("192.0.2.10:8480"), QStringLiteral("127.0.0.1:") + QString::fromUtf8(nobody));
        text.replace(QStringLiteral("192.0.2.11:8480"),
                     QStringLiteral("127.0.0.1:") + QString::fromUtf8(m_servicePort));
        for (const auto* certificate : {"fullchain", "authority"}) {
            text.replace(QStringLiteral("/etc/ssl/evenhand/%1.pem").arg(QLatin1String(certificate)), m_certificate);
        }
        text.replace(QStringLiteral("/etc/ssl/evenhand/privkey.pem"), m_key);
        if (text.contains(QLatin1String("/etc/ssl/")) || text.contains(QLatin1String("8480;"))) {
            qWarning("the configuration has another place than this test knows");
            return false;
        }
        const auto folder = m_scratch->path(QStringLiteral("nginx"));
        QDir().mkpath(folder);
        QString whole = QStringLiteral(
                            "daemon off; pid %1/pid; error_log stderr; events { worker_connections 64; }\n"
                            "http { access_log off;\n")
                            .arg(folder);
        for (const auto* place : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}) {
            whole += QStringLiteral("%1_temp_path %2/%1;\n").arg(QLatin1String(place), folder);
        }
        const auto path =
            m_scratch->write(QStringLiteral("nginx.conf"), (whole + text + QStringLiteral("}\n")).toUtf8());
        const QStringList how{
            QStringLiteral("-e"), QStringLiteral("stderr"), QStringLiteral("-p"), folder, QStringLiteral("-c"), path};
        if (QProcess::execute(program, how + QStringList{QStringLiteral("-t")}) != 0) {
            return false;
        }
        m_nginx.setProcessChannelMode(QProcess::ForwardedChannels);
        m_nginx.start(program, how);
        return QTest::qWaitFor(
            [&] {
                return curl({QStringLiteral("--cacert"), m_certificate,
                             QStringLiteral("https://127.0.0.1:%1/healthz").arg(m_port)})
                           .status == 200;
            },
            kPatience);
    }

    std::unique_ptr<cli::Scratch> m_scratch;
    QString m_certificate;
    QString m_key;
    QProcess m_service;
    QProcess m_nginx;
    QByteArray m_servicePort;
    int m_port = 0;
};

}  // namespace test_packaging

QTEST_GUILESS_MAIN(test_packaging::TestPackaging)
#include "test_packaging.moc"
