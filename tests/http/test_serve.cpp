// SPDX-License-Identifier: GPL-3.0-or-later
// evenhandctl serve: begins, answers, ends when asked to; and the tokens that it takes.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>
#include <algorithm>

#include <csignal>

#include "cli_support.h"
#include "curl_run.h"
#include "engine/store/database/database.h"
#include "tests/support/check.h"

namespace test_serve {

using namespace evenhand;
using namespace evenhand::test;

namespace {

QStringList words(const char* text) { return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

}  // namespace

class TestServe : public QObject {
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
        m_before.clear();
        m_scratch.reset();
    }

    void servesUntilItIsAskedToEnd_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
    }
    void servesUntilItIsAskedToEnd() {
        QFETCH(int, signal);
        QVERIFY(serve());
        QCOMPARE(curl({url("/healthz")}).json()[QStringLiteral("status")].toString(), QStringLiteral("ok"));
        QCOMPARE(curl({url("/readyz")}).status, 200);
        QCOMPARE(curl({url("/openapi.json")}).json()[QStringLiteral("openapi")].toString(), QStringLiteral("3.1.0"));
        QCOMPARE(m_scratch->run(words("serve --listen 127.0.0.1:0")).code, 5);
        QCOMPARE(::kill(static_cast<pid_t>(m_process.processId()), signal), 0);
        QVERIFY(m_process.waitForFinished(60'000));
        QCOMPARE(m_process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(m_process.exitCode(), 0);
        QCOMPARE(m_scratch->run(words("verify")).code, 0);
        const auto switches = m_scratch->run(words("audit list --operation service.switch"));
        QVERIFY2(switches.out.contains("on: http://127.0.0.1:"), switches.text().constData());
        QVERIFY2(switches.out.contains("off: http://127.0.0.1:"), switches.text().constData());
    }

    /// Supervisors send a second signal soon after the first, to the whole group: what ends the service cleanly is done
    /// all the same.
    void aSecondSignalCutsNothingShort() {
        QVERIFY(serve());
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(::kill(static_cast<pid_t>(m_process.processId()), SIGTERM), 0);
        }
        QVERIFY(m_process.waitForFinished(60'000));
        QCOMPARE(m_process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(m_process.exitCode(), 0);
        const auto switches = m_scratch->run(words("audit list --operation service.switch"));
        QVERIFY2(switches.out.contains("off: http://127.0.0.1:"), switches.text().constData());
    }

    /// To a service SIGHUP says: read your settings anew. There are none.
    void aHangUpEndsNothing() {
        QVERIFY(serve());
        QCOMPARE(::kill(static_cast<pid_t>(m_process.processId()), SIGHUP), 0);
        QCOMPARE(curl({url("/readyz")}).status, 200);
        end();
        QCOMPARE(m_process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(m_process.exitCode(), 0);
    }

    void aDeletedLockLetsNobodyIn() {
        QVERIFY(serve());
        QVERIFY(QFile::remove(m_scratch->workspace() + QStringLiteral("/workspace.lock")));
        const auto second = m_scratch->run(words("serve --listen 127.0.0.1:0"));
        QCOMPARE(second.code, 5);
        QCOMPARE(curl({url("/readyz")}).status, 200);
        end();
        QCOMPARE(m_process.exitCode(), 0);
    }

    void secretsDoNotGetIntoCoreDumps() {
        QVERIFY(serve());
        QFile limits(QStringLiteral("/proc/%1/limits").arg(m_process.processId()));
        QVERIFY(limits.open(QIODevice::ReadOnly));
        const auto lines = limits.readAll().split('\n');
        const auto cores = std::find_if(lines.begin(), lines.end(),
                                        [](const QByteArray& line) { return line.startsWith("Max core file size"); });
        QVERIFY(cores != lines.end());
        QCOMPARE(cores->simplified(), QByteArray("Max core file size 0 0 bytes"));
    }

    /// The files go from under it: nothing more is acknowledged, a supervisor is told, and what was acknowledged is
    /// kept.
    void givesUpWhereNothingCanBeWritten() {
        const auto made = m_scratch->json(words("tokens create till --scopes couriers.write"));
        QCOMPARE(made.code, 0);
        const auto token = made.json()[QStringLiteral("token")].toString();
        QVERIFY(serve({QStringLiteral("--give-up-after"), QStringLiteral("1")}));
        int hired = 0;  // each by a request of its own: one that was answered before commits nothing
        const auto hire = [&] {
            const auto name = QStringLiteral("c%1").arg(hired);
            const auto status =
                curl(
                    {url("/v1/couriers"), QStringLiteral("-H"), QStringLiteral("Authorization: Bearer ") + token,
                     QStringLiteral("-H"), QStringLiteral("Content-Type: application/json"), QStringLiteral("-H"),
                     QStringLiteral("Idempotency-Key: ") + name, QStringLiteral("-d"),
                     QStringLiteral(R"({"couriers":[{"courier_id":"%1","campus_id":"north","name":"%1"}]})").arg(name)})
                    .status;
            hired += status == 200 ? 1 : 0;
            return status;
        };
        QCOMPARE(hire(), 200);
        QVERIFY(QFile::remove(m_scratch->workspace() + QStringLiteral("/workspace.db")));
        int status = 200;
        QVERIFY(QTest::qWaitFor([&] { return (status = hire()) != 200; }, 60'000));
        QCOMPARE(status, 503);
        QVERIFY(m_process.waitForFinished(60'000));
        QCOMPARE(m_process.exitCode(), 1);
        const auto rescued = QDir(m_scratch->workspace()).entryInfoList({QStringLiteral("rescued-*")});
        QCOMPARE(rescued.size(), 1);
        const auto elsewhere = [&](const QStringList& arguments) {
            return m_scratch->run({}, {}, [&](QProcess& process) {
                process.setArguments(
                    QStringList{QStringLiteral("--workspace"), m_scratch->path(QStringLiteral("other"))} + arguments);
            });
        };
        QCOMPARE(elsewhere({QStringLiteral("restore"), rescued.front().filePath()}).code, 0);
        const auto stats = elsewhere({QStringLiteral("--json"), QStringLiteral("stats")}).json();
        QCOMPARE(stats[QStringLiteral("campuses")].toArray().at(0).toObject()[QStringLiteral("couriers")].toInt(),
                 hired);
        QCOMPARE(elsewhere({QStringLiteral("verify")}).code, 0);
    }

    /// Nobody asks for anything meanwhile. The file goes while the service is still in the call that tells its port, as
    /// early as anybody can know that it is up.
    void noticesWhenIdleThatItsFilesAreGone() {
        m_before = words("strace -qq -e trace=rename -e inject=rename:delay_exit=1s -o") +
                   QStringList{m_scratch->path(QStringLiteral("calls"))};
        QVERIFY(serve({QStringLiteral("--give-up-after"), QStringLiteral("1")}));
        QVERIFY(QFile::remove(m_scratch->workspace() + QStringLiteral("/workspace.db")));
        QVERIFY(m_process.waitForFinished(60'000));
        QCOMPARE(m_process.exitCode(), 1);
        QCOMPARE(QDir(m_scratch->workspace()).entryInfoList({QStringLiteral("rescued-*")}).size(), 1);
    }

    /// Another program holds the database's lock: nothing is stored though the engine is not read-only, and a
    /// supervisor is told all the same.
    void givesUpWhereTheDatabaseStaysLocked() {
        const auto made = m_scratch->json(words("tokens create till --scopes couriers.write"));
        QCOMPARE(made.code, 0);
        QVERIFY(serve({QStringLiteral("--give-up-after"), QStringLiteral("1")}));
        auto other = store::Database::openSqlite(m_scratch->workspace().toStdString() + "/workspace.db",
                                                 store::Database::Access::ReadWrite, false);
        EVENHAND_NEED(other);
        EVENHAND_NEED((*other)->begin());
        const auto refused =
            curl({url("/v1/couriers"), QStringLiteral("-H"),
                  QStringLiteral("Authorization: Bearer ") + made.json()[QStringLiteral("token")].toString(),
                  QStringLiteral("-H"), QStringLiteral("Content-Type: application/json"), QStringLiteral("-H"),
                  QStringLiteral("Idempotency-Key: k"), QStringLiteral("-d"),
                  QStringLiteral(R"({"couriers":[{"courier_id":"c","campus_id":"north","name":"c"}]})")});
        QVERIFY2(refused.status >= 500, refused.body.constData());
        QVERIFY(m_process.waitForFinished(60'000));
        QCOMPARE(m_process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(m_process.exitCode(), 1);
        const auto said = m_process.readAllStandardError();
        QVERIFY2(said.contains("given up"), said.constData());
    }

    void tokensAreMadeAndRevoked() {
        const auto made = m_scratch->json(words("tokens create watch --scopes metrics.read,orders.read"));
        QCOMPARE(made.code, 0);
        const auto token = made.json()[QStringLiteral("token")].toString();
        QVERIFY(token.startsWith(QStringLiteral("evh_")));
        QVERIFY(!m_scratch->json(words("tokens list")).out.contains(token.toUtf8()));
        QVERIFY(serve({QStringLiteral("--access-log"), m_scratch->path(QStringLiteral("access.log"))}));
        const QStringList asked{QStringLiteral("-H"), QStringLiteral("Authorization: Bearer ") + token,
                                url("/metrics")};
        const auto answer = curl(asked);
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.headers.at("content-type"), "text/plain; version=0.0.4; charset=utf-8");
        for (const auto* name :
             {"evenhand_commit_seconds_bucket{le=\"+Inf\"} ", "evenhand_timer_lateness_seconds_count ",
              "evenhand_engine_state{state=\"live\"} 1\n", "evenhand_inbox_depth "}) {
            QVERIFY2(answer.body.contains(name), name);
        }
        QCOMPARE(curl({url("/metrics")}).status, 401);
        end();
        QCOMPARE(m_scratch->run(words("tokens revoke watch --reason lost")).code, 0);
        const auto later = m_scratch->path(QStringLiteral("access.log"));
        const auto others = QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QVERIFY(!(QFile::permissions(later) & others));  // it tells who asks for what
        QVERIFY(serve({QStringLiteral("--access-log"), later}));
        QCOMPARE(curl({QStringLiteral("-H"), QStringLiteral("Authorization: Bearer ") + token, url("/metrics")}).status,
                 401);
        end();
        const auto refused = m_scratch->run(words("audit list --operation http.request"));
        QVERIFY2(refused.out.contains("address 127.0.0.1") && refused.out.contains("401 token_missing, 1 request "),
                 refused.text().constData());
        QVERIFY2(refused.out.contains("401 token_unknown, 1 request "), refused.text().constData());
        const auto log = m_scratch->read(QStringLiteral("access.log"));
        QVERIFY2(log.contains(" token:watch GET /metrics 200 "), log.constData());
        // The service that began later has added to it.
        QCOMPARE(log.count(" - GET /metrics 401 "), 2);
        QCOMPARE(log.count('\n'), 3);
        QVERIFY(!log.contains(token.toUtf8()));
    }

    void wrongUsage_data() {
        QTest::addColumn<QString>("line");
        for (const auto* line : {"serve --listen nowhere", "serve --listen 127.0.0.1:70000", "serve --listen ::1:80",
                                 "serve --tls-cert x.pem", "serve --rate -1", "serve now", "tokens", "tokens create",
                                 "tokens create x", "tokens create x --scopes everything", "tokens revoke x"}) {
            QTest::newRow(line) << QString::fromLatin1(line);
        }
    }
    void wrongUsage() {
        QFETCH(QString, line);
        QCOMPARE(m_scratch->run(line.split(QLatin1Char(' '))).code, 2);
    }

    void saysWhyItCannot() {
        const auto missing = m_scratch->run(words("serve --listen 127.0.0.1:0 --tls-cert no.pem --tls-key no.key"));
        QCOMPARE(missing.code, 1);
        QVERIFY2(missing.err.contains("certificate"), missing.text().constData());
    }

private:
    bool serve(const QStringList& more = {}) {
        const auto file = m_scratch->path(QStringLiteral("port"));
        QFile::remove(file);
        const auto command = m_before +
                             QStringList{cli::ctlPath(),
                                         QStringLiteral("--workspace"),
                                         m_scratch->workspace(),
                                         QStringLiteral("serve"),
                                         QStringLiteral("--listen"),
                                         QStringLiteral("127.0.0.1:0"),
                                         QStringLiteral("--port-file"),
                                         file} +
                             more;
        m_process.start(command.front(), command.mid(1));
        m_port.clear();
        return QTest::qWaitFor(
                   [&] {
                       m_port = QString::fromUtf8(m_scratch->read(QStringLiteral("port"))).trimmed();
                       return !m_port.isEmpty() || m_process.state() == QProcess::NotRunning;
                   },
                   60'000) &&
               !m_port.isEmpty();
    }
    void end() {
        m_process.terminate();
        m_process.waitForFinished(60'000);
    }
    QString url(const char* path) const { return QStringLiteral("http://127.0.0.1:") + m_port + QLatin1String(path); }

    std::unique_ptr<cli::Scratch> m_scratch;
    QProcess m_process;
    QString m_port;
    QStringList m_before;  ///< Runs the command that follows.
};

}  // namespace test_serve

QTEST_GUILESS_MAIN(test_serve::TestServe)
#include "test_serve.moc"
