// SPDX-License-Identifier: GPL-3.0-or-later
// evenhandctl serve: every option changes what it says. Where it listens, with which certificate, how many may connect
// and how often a token may ask, where the access log goes.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli_support.h"
#include "curl_run.h"
#include "raw_client.h"

namespace test_serve_options {

using namespace evenhand;
using namespace evenhand::test;

namespace {

QStringList words(const char* text) { return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

}  // namespace

class TestServeOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_scratch = std::make_unique<cli::Scratch>();
        QVERIFY(m_scratch->init());
    }
    void cleanup() {
        if (m_process.state() != QProcess::NotRunning) {
            m_process.kill();
            m_process.waitForFinished();
        }
        m_scratch.reset();
    }

    /// A port alone is one of this machine's own address.
    void whereItListens() {
        QVERIFY(serve(words("--listen 0")));
        QVERIFY2(ended().contains("Serving at http://127.0.0.1:" + m_port.toUtf8() + ";"), m_said.constData());
        QVERIFY(!m_said.contains("unencrypted"));
        // To the whole network without TLS: it is said what that means.
        QVERIFY(serve(words("--listen 0.0.0.0:0")));
        QCOMPARE(curl({url("/healthz")}).status, 200);
        QVERIFY2(ended().contains("Tokens are sent unencrypted"), m_said.constData());
    }

    void withACertificate() {
        const auto certificate = m_scratch->path(QStringLiteral("server.crt"));
        const auto key = m_scratch->path(QStringLiteral("server.key"));
        QCOMPARE(QProcess::execute(QStringLiteral("openssl"),
                                   words("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
                                         "-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout") +
                                       QStringList{key, QStringLiteral("-out"), certificate}),
                 0);
        QVERIFY(serve(words("--listen 0.0.0.0:0") +
                      QStringList{QStringLiteral("--tls-cert"), certificate, QStringLiteral("--tls-key"), key}));
        const auto answer = curl({QStringLiteral("--cacert"), certificate,
                                  QStringLiteral("https://127.0.0.1:") + m_port + QStringLiteral("/healthz")});
        QVERIFY2(answer.status == 200, answer.errors.constData());
        QVERIFY(curl({url("/healthz")}).exitCode != 0);  // nothing is said without TLS
        QVERIFY2(ended().contains("Serving at https://0.0.0.0:" + m_port.toUtf8() + ";"), m_said.constData());
        QVERIFY(!m_said.contains("unencrypted"));
    }

    /// Of a token without a rate of its own; the one that has one keeps it.
    void howOftenATokenMayAsk() {
        const auto tokenOf = [this](const char* line) {
            return m_scratch->json(words(line)).json()[QStringLiteral("token")].toString();
        };
        const auto plain = tokenOf("tokens create plain --scopes metrics.read");
        const auto quick = tokenOf("tokens create quick --scopes metrics.read --rate 1000");
        QVERIFY(serve(words("--listen 127.0.0.1:0 --rate 1")));
        // In one go, a hundred times what comes in a second.
        const auto lastOf = [this](const QString& token) {
            QStringList arguments{QStringLiteral("-H"), QStringLiteral("Authorization: Bearer ") + token};
            for (int i = 0; i < 100; ++i) {
                arguments << url("/metrics");
            }
            return curl(arguments).status;
        };
        QCOMPARE(lastOf(plain), 429);
        QCOMPARE(lastOf(quick), 200);
    }

    /// Whoever waits makes room; how many one address may have is half of all, if nothing else is said.
    void howManyMayConnect_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("most");
        QTest::addColumn<bool>("apart");  // each has an address of its own
        QTest::newRow("half of two") << words("--connections 2") << 1 << false;
        QTest::newRow("half of six") << words("--connections 6") << 3 << false;
        QTest::newRow("all of two") << words("--connections 2 --connections-per-address 2") << 2 << false;
        QTest::newRow("one of many") << words("--connections-per-address 1") << 1 << false;
        QTest::newRow("two of all") << words("--connections 2") << 2 << true;
    }
    void howManyMayConnect() {
        QFETCH(QStringList, options);
        QFETCH(int, most);
        QFETCH(bool, apart);
        QVERIFY(serve(words("--listen 127.0.0.1:0") + options));
        const auto port = static_cast<std::uint16_t>(m_port.toUInt());
        const char* const addresses[] = {"127.0.0.2", "127.0.0.3", "127.0.0.4"};
        std::vector<RawClient> clients;
        const auto answered = [](RawClient& client) {
            const auto answer = client.send(get("/healthz")) ? client.response() : std::nullopt;
            return answer && answer->status == 200;
        };
        for (int i = 0; i < most; ++i) {
            clients.emplace_back(port, 0, apart ? addresses[i] : nullptr);
            QVERIFY(answered(clients.back()));
        }
        for (auto& client : clients) {
            QVERIFY(answered(client));  // all of them are there still
        }
        RawClient another(port, 0, apart ? addresses[most] : nullptr);
        QVERIFY(answered(another));
        QCOMPARE(clients.front().rest().value_or("not closed"), std::string());  // who has waited longest
        for (std::size_t i = 1; i < clients.size(); ++i) {
            QVERIFY(answered(clients[i]));
        }
    }

    void theAccessLogMayBeStandardError() {
        QVERIFY(serve(words("--listen 127.0.0.1:0 --access-log -")));
        QCOMPARE(curl({url("/healthz")}).status, 200);
        QVERIFY2(ended().contains(" 127.0.0.1 - GET /healthz 200 "), m_said.constData());
        QVERIFY(serve(words("--listen 127.0.0.1:0")));
        QCOMPARE(curl({url("/healthz")}).status, 200);
        QVERIFY2(!ended().contains("/healthz"), m_said.constData());
        QVERIFY(!QFile::exists(m_scratch->path(QStringLiteral("-"))));
    }

    void wrongUsage_data() {
        QTest::addColumn<QString>("line");
        for (const auto* line :
             {"serve --tls-key x.pem", "serve --connections 0", "serve --connections 100001",
              "serve --connections-per-address 0", "serve --give-up-after -1", "serve --listen 127.0.0.1:8480x",
              "serve --listen :8480", "serve --listen 127.0.0.1:", "serve --rate many"}) {
            QTest::newRow(line) << QString::fromLatin1(line);
        }
    }
    void wrongUsage() {
        QFETCH(QString, line);
        const auto outcome = m_scratch->run(line.split(QLatin1Char(' ')));
        QVERIFY2(outcome.code == 2, outcome.text().constData());
    }

private:
    bool serve(const QStringList& options) {
        const auto file = m_scratch->path(QStringLiteral("port"));
        QFile::remove(file);
        m_process.setWorkingDirectory(m_scratch->path(QString()));
        m_process.start(cli::ctlPath(), QStringList{QStringLiteral("--workspace"), m_scratch->workspace(),
                                                    QStringLiteral("serve"), QStringLiteral("--port-file"), file} +
                                            options);
        m_port.clear();
        return QTest::qWaitFor(
                   [&] {
                       m_port = QString::fromUtf8(m_scratch->read(QStringLiteral("port"))).trimmed();
                       return !m_port.isEmpty() || m_process.state() == QProcess::NotRunning;
                   },
                   60'000) &&
               !m_port.isEmpty();
    }
    /// All that it said until it was asked to end.
    const QByteArray& ended() {
        m_process.terminate();
        m_process.waitForFinished(60'000);
        m_said = m_process.exitCode() == 0 ? m_process.readAllStandardError() : QByteArray("it failed");
        return m_said;
    }
    QString url(const char* path) const { return QStringLiteral("http://127.0.0.1:") + m_port + QLatin1String(path); }

    std::unique_ptr<cli::Scratch> m_scratch;
    QProcess m_process;
    QString m_port;
    QByteArray m_said;
};

}  // namespace test_serve_options

QTEST_GUILESS_MAIN(test_serve_options::TestServeOptions)
#include "test_serve_options.moc"
