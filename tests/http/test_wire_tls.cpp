// SPDX-License-Identifier: GPL-3.0-or-later
// TLS with a given certificate, asked by curl and by openssl.
#include <QProcess>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include "curl_run.h"
#include "raw_client.h"
#include "wire_fixture.h"

namespace test_wire_tls {

using namespace evenhand;
using namespace evenhand::test;

class TestWireTls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(makeCertificate("server"));
        QVERIFY(makeCertificate("other"));
        QVERIFY(makeCertificate("rsa", {QStringLiteral("rsa:2048")}));
        m_options.certificateFile = path("server.crt");
        m_options.keyFile = path("server.key");
    }

    void speaksTls() {
        const WireServer server(m_options);
        const QStringList trust{QStringLiteral("--cacert"), QString::fromStdString(path("server.crt"))};
        const auto answer = curl(trust + QStringList{server.url("/t/hello", "https")});
        QCOMPARE(answer.errors, QByteArray());
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, QByteArray(R"({"hello":true})"));
        const auto posted =
            curl(trust + QStringList{QStringLiteral("--json"), QStringLiteral("[1]"), server.url("/t/echo", "https")});
        QCOMPARE(posted.body, QByteArray("[1]"));
        QVERIFY(curl({server.url("/t/hello", "https")}).exitCode != 0);  // nobody vouches for it
    }

    void refusesOldVersions() {
        const WireServer server(m_options);
        for (const auto* version : {"--tlsv1.0", "--tlsv1.1"}) {
            const auto highest = QString::fromLatin1(version).remove(0, 6);
            QVERIFY(curl({QStringLiteral("-k"), QString::fromLatin1(version), QStringLiteral("--tls-max"), highest,
                          QStringLiteral("--ciphers"), QStringLiteral("DEFAULT@SECLEVEL=0"),
                          server.url("/t/hello", "https")})
                        .exitCode != 0);
        }
        QCOMPARE(curl({QStringLiteral("-k"), QStringLiteral("--tlsv1.2"), QStringLiteral("--tls-max"),
                       QStringLiteral("1.2"), server.url("/t/hello", "https")})
                     .status,
                 200);
    }

    void whatWasSaidStaysSecret() {
        auto options = m_options;
        options.certificateFile = path("rsa.crt");
        options.keyFile = path("rsa.key");
        const WireServer server(options);
        const auto statusWith = [&server](const char* suite) {
            return curl({QStringLiteral("-k"), QStringLiteral("--tls-max"), QStringLiteral("1.2"),
                         QStringLiteral("--ciphers"), QString::fromLatin1(suite), server.url("/t/hello", "https")})
                .status;
        };
        for (const auto* suite : {"AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES128-SHA256", "AES256-SHA"}) {
            QCOMPARE(statusWith(suite), 0);
        }
        for (const auto* suite : {"ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305"}) {
            QCOMPARE(statusWith(suite), 200);
        }
    }

    void survivesWhoDoesNotShakeHands() {
        auto options = m_options;
        options.limits.handshakeMs = 300;
        const WireServer server(options);
        RawClient silent(server.port());
        RawClient plain(server.port());
        QVERIFY(plain.send(get("/t/hello")));
        QVERIFY(plain.rest());
        QCOMPARE(silent.rest().value_or("not closed"), "");
        QCOMPARE(curl({QStringLiteral("-k"), server.url("/t/hello", "https")}).status, 200);
    }

    void refusesLargeBodies() {
        const WireServer server(m_options);
        QTemporaryFile file;
        QVERIFY(file.open() && file.resize(qint64{20} << 20));
        const auto answer =
            curl({QStringLiteral("-k"), QStringLiteral("-H"), QStringLiteral("Content-Type: application/json"),
                  QStringLiteral("--data-binary"), QLatin1Char('@') + file.fileName(), server.url("/t/echo", "https")});
        QCOMPARE(answer.status, 413);
    }

    void saysWhatDoesNotFit() {
        base::SystemClock clock;
        const auto errorOf = [&clock](std::string certificate, std::string key) {
            ingest::ServerOptions options;
            options.port = 0;
            options.certificateFile = std::move(certificate);
            options.keyFile = std::move(key);
            ingest::HttpServer server(ingest::Services{.clock = &clock}, options, wireRoutes());
            const auto listening = server.listen();
            return listening ? std::string("none") : listening.error().field;
        };
        QCOMPARE(errorOf(path("server.crt"), path("server.key")), "none");
        QCOMPARE(errorOf(path("server.crt"), path("other.key")), "key");
        QCOMPARE(errorOf(path("server.crt"), path("missing.key")), "key");
        QCOMPARE(errorOf(path("missing.crt"), path("server.key")), "certificate");
        QCOMPARE(errorOf(path("server.key"), path("server.key")), "certificate");
        QCOMPARE(errorOf({}, path("server.key")), "certificate");
        // Whoever can read the key, or change it, can pretend to be the server.
        for (const auto others : {QFile::WriteGroup, QFile::ReadOther}) {
            const QString open = m_folder.filePath(QStringLiteral("open.key"));
            QVERIFY(QFile::copy(m_folder.filePath(QStringLiteral("server.key")), open));
            QVERIFY(QFile::setPermissions(open, QFile::ReadOwner | QFile::WriteOwner | others));
            QCOMPARE(errorOf(path("server.crt"), path("open.key")), "key");
            QVERIFY(QFile::setPermissions(open, QFile::ReadOwner | QFile::WriteOwner));
            QCOMPARE(errorOf(path("server.crt"), path("open.key")), "none");
            QVERIFY(QFile::remove(open));
        }
    }

    void saysWhereItCannotListen() {
        base::SystemClock clock;
        const WireServer server(m_options);
        ingest::ServerOptions options;
        options.port = server.port();
        ingest::HttpServer second(ingest::Services{.clock = &clock}, options, wireRoutes());
        QCOMPARE(second.listen().error().code, ErrorCode::Storage);
        options.address = "localhost";
        ingest::HttpServer named(ingest::Services{.clock = &clock}, options, wireRoutes());
        QCOMPARE(named.listen().error().code, ErrorCode::InvalidArgument);
    }

private:
    std::string path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }
    bool makeCertificate(const char* name, const QStringList& key = {QStringLiteral("ec"), QStringLiteral("-pkeyopt"),
                                                                     QStringLiteral("ec_paramgen_curve:prime256v1")}) {
        const auto file = [&](const char* end) {
            return m_folder.filePath(QString::fromLatin1(name) + QLatin1String(end));
        };
        return QProcess::execute(
                   QStringLiteral("openssl"),
                   QStringList{QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey")} + key +
                       QStringList{QStringLiteral("-nodes"), QStringLiteral("-days"), QStringLiteral("2"),
                                   QStringLiteral("-subj"), QStringLiteral("/CN=127.0.0.1"), QStringLiteral("-addext"),
                                   QStringLiteral("subjectAltName=IP:127.0.0.1"), QStringLiteral("-keyout"),
                                   file(".key"), QStringLiteral("-out"), file(".crt")}) == 0;
    }

    QTemporaryDir m_folder;
    ingest::ServerOptions m_options;
};

}  // namespace test_wire_tls

QTEST_GUILESS_MAIN(test_wire_tls::TestWireTls)
#include "test_wire_tls.moc"
