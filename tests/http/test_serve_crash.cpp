// SPDX-License-Identifier: GPL-3.0-or-later
// evenhandctl serve, killed without warning while 64 clients place, pay and attempt: whatever was answered 2xx is there
// afterwards, and whatever is sent again with its key has one effect and, if it had been answered, the same answer.
#include <QDateTime>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <atomic>
#include <boost/json/parse.hpp>
#include <thread>

#include "app/workspace/keychain.h"
#include "app/workspace/workspace.h"
#include "engine/ingest/routes/payment_signature.h"
#include "raw_client.h"

namespace test_serve_crash {

using namespace evenhand;
using evenhand::test::RawClient;

namespace {

constexpr std::size_t kClients = 64;
constexpr int kWaitMs = 120'000;

/// A request that was sent; `answer` empty: nobody knows what became of it.
struct Sent {
    std::string path, key, body;
    bool isSigned = false;
    int status = 0;
    std::string answer = {};
};

struct Access {
    std::string token;
    Secret signing;
};

std::string bytesOf(const Sent& sent, const Access& access) {
    std::string more = "Authorization: Bearer " + access.token + "\r\nIdempotency-Key: " + sent.key + "\r\n";
    if (sent.isSigned) {
        more += "Evenhand-Signature: " +
                ingest::paymentSignature(access.signing, QDateTime::currentSecsSinceEpoch(), sent.body) + "\r\n";
    }
    return test::post(sent.path, sent.body, more);
}

/// False: the connection ended before the answer.
bool exchange(RawClient& client, Sent& sent, const Access& access) {
    if (!client.send(bytesOf(sent, access))) {
        return false;
    }
    const auto response = client.response();
    if (!response) {
        return false;
    }
    sent.status = response->status;
    sent.answer = response->body;
    return true;
}

/// A customer after the other, until the server is gone: place, pay, attempt.
std::vector<Sent> work(std::uint16_t port, const std::string& name, const Access& access, std::atomic<int>& answered) {
    std::vector<Sent> all;
    RawClient client(port);
    for (int i = 0; client.connected(); ++i) {
        const auto who = name + "-" + std::to_string(i);
        const auto send = [&](Sent sent) {
            const bool there = exchange(client, sent, access);
            all.push_back(std::move(sent));
            answered += there ? 1 : 0;
            return there;
        };
        if (!send({"/v1/orders", "place-" + who,
                   "{\"user_id\":\"" + who + "\",\"campus_id\":\"north\",\"lines\":[{\"sku\":\"tea\",\"quantity\":1," +
                       "\"unit_price_minor\":500}],\"order_no\":\"N-" + who + "\"}"})) {
            break;
        }
        Sent paid{"/v1/payments", "pay-" + who,
                  "{\"payment_no\":\"P-" + who + R"(","order_no":"N-)" + who + "\",\"amount_minor\":500}"};
        paid.isSigned = true;
        if (!send(std::move(paid)) ||
            !send({"/v1/seckill/sale/attempts", "try-" + who, "{\"user_id\":\"" + who + "\"}"})) {
            break;
        }
    }
    return all;
}

class Service {
public:
    Service(const QString& workspace, const QString& secrets, const QString& portFile) {
        QFile::remove(portFile);
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), secrets);
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral(EVENHAND_CTL),
                        {QStringLiteral("--workspace"), workspace, QStringLiteral("serve"), QStringLiteral("--listen"),
                         QStringLiteral("127.0.0.1:0"), QStringLiteral("--port-file"), portFile});
        const QDeadlineTimer deadline(kWaitMs);
        while (!deadline.hasExpired() && !QFile::exists(portFile) && !m_process.waitForFinished(20)) {
        }
        QFile file(portFile);
        if (file.open(QIODevice::ReadOnly)) {
            m_port = file.readAll().trimmed().toUShort();
        }
    }
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    void kill() {
        m_process.kill();
        m_process.waitForFinished(kWaitMs);
    }
    /// Its exit code after a polite request.
    int stop() {
        m_process.terminate();
        return m_process.waitForFinished(kWaitMs) && m_process.exitStatus() == QProcess::NormalExit
                   ? m_process.exitCode()
                   : -1;
    }

private:
    QProcess m_process;
    std::uint16_t m_port = 0;
};

}  // namespace

class TestServeCrash : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        QVERIFY(QDir().mkpath(path("secrets")));
        QVERIFY(QFile::setPermissions(path("secrets"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const auto workspace = open(true);
        QVERIFY(workspace);
        const api::Call call{api::Actor::administrator("local:tester"), "because", {}};
        const auto now = Instant{QDateTime::currentMSecsSinceEpoch()};
        QVERIFY(workspace->dispatch()
                    .upsertCouriers(call, {{CourierId("c1"), CampusId("north"), "One", "", true},
                                           {CourierId("c2"), CampusId("north"), "Two", "", true}})
                    .result()
                    .has_value());
        QVERIFY(workspace->orders()
                    .upsertProducts(call, {{Sku("tea"), "Tea", Money{500}, 10'000'000}}, false)
                    .result()
                    .has_value());
        QVERIFY(workspace->seckill()
                    .setUp(call, {ActivityId("sale"), "Sale", Sku("tea"), CampusId("north"), Money{100}, 1'000'000, now,
                                  now.plusMs(3'600'000)})
                    .result()
                    .has_value());
        QVERIFY(workspace->seckill().start(call, ActivityId("sale")).result().has_value());
        const auto made =
            workspace->tokens().create(call, {"storefront", ~(~api::TokenScopes{0} << api::kTokenScopes)});
        QVERIFY(made.result().has_value());
        m_access = {std::string(made.result()->token.reveal()), made.result()->signing};
    }

    void killedUnderLoad() {
        std::vector<Sent> all;
        for (int round = 0; round < 3; ++round) {
            Service service(path("w"), path("secrets"), path("port"));
            QVERIFY(service.port() > 0);
            std::atomic<int> answered = 0;
            std::vector<std::vector<Sent>> sent(kClients);
            std::vector<std::thread> clients;
            for (std::size_t i = 0; i < kClients; ++i) {
                const auto name = std::to_string(round) + "-" + std::to_string(i);
                clients.emplace_back([&, i, name] { sent[i] = work(service.port(), name, m_access, answered); });
            }
            const QDeadlineTimer deadline(kWaitMs);
            while (answered < 1'500 + 700 * round && !deadline.hasExpired()) {
                QThread::msleep(1);
            }
            service.kill();
            for (auto& client : clients) {
                client.join();
            }
            for (auto& each : sent) {
                std::move(each.begin(), each.end(), std::back_inserter(all));
            }
        }
        const auto unanswered = std::count_if(all.begin(), all.end(), [](const Sent& one) { return one.status == 0; });
        qInfo("%zu requests, %td of them without an answer", all.size(), unanswered);
        QVERIFY(all.size() > 1'500 && unanswered > 0);
        Service service(path("w"), path("secrets"), path("port"));
        QVERIFY(service.port() > 0);
        sendAgain(service.port(), all);
        sendAgain(service.port(), all);
        if (QTest::currentTestFailed()) {
            return;
        }
        QCOMPARE(service.stop(), 0);
        compare(all);
    }

private:
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    std::unique_ptr<app::Workspace> open(bool create) {
        app::OpenOptions options;
        options.secrets = app::secretFolder(path("secrets").toStdString());
        options.workers = 0;
        const auto folder = path("w").toStdString();
        auto made = create ? app::Workspace::create(folder, {}, options) : app::Workspace::open(folder, options);
        if (!made) {
            qWarning("%s", made.error().text().c_str());
            return nullptr;
        }
        return *std::move(made);
    }
    /// All of it again: answered before, the same; if not, answered now.
    void sendAgain(std::uint16_t port, std::vector<Sent>& all) {
        RawClient client(port);
        for (auto& sent : all) {
            auto again = sent;
            QVERIFY(exchange(client, again, m_access));
            QVERIFY2(again.status == 200 || again.status == 201, (again.key + ": " + again.answer).c_str());
            if (sent.status != 0) {
                QCOMPARE(again.status, sent.status);
                QCOMPARE(again.answer, sent.answer);
            }
            sent = again;
        }
    }
    /// One order, one payment and one reservation each, and nothing owed back.
    void compare(const std::vector<Sent>& all) {
        std::int64_t placed = 0, paid = 0, reserved = 0;
        for (const auto& sent : all) {
            const auto answer = boost::json::parse(sent.answer).as_object();
            placed += sent.path == "/v1/orders" ? 1 : 0;
            if (sent.isSigned) {
                QCOMPARE(std::string(answer.at("outcome").as_string()), std::string("accepted"));
                ++paid;
            } else if (sent.path != "/v1/orders") {
                QCOMPARE(std::string(answer.at("outcome").as_string()), std::string("reserved"));
                ++reserved;
            }
        }
        {
            const auto workspace = open(false);
            QVERIFY(workspace);
            const api::Call call{api::Actor::administrator("local:tester"), {}, {}};
            const auto board = workspace->seckill().board(call, ActivityId("sale")).result();
            QVERIFY(board.has_value() && board->stock.has_value());
            QCOMPARE(*board->stock, 1'000'000 - reserved);
            QCOMPARE(workspace->orders().owedPayments(call, 0, 10).result()->size(), std::size_t{0});
            const auto sales = workspace->seckill().activities(call).result()->front().orders;
            QCOMPARE(*workspace->orders().count(call, {}).result(), placed + sales);
            api::OrderFilter waiting;
            waiting.statuses = {api::OrderStatus::WaitPay};
            QCOMPARE(*workspace->orders().count(call, waiting).result(), placed - paid + sales);
        }
        QProcess verify;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), path("secrets"));
        verify.setProcessEnvironment(environment);
        verify.start(QStringLiteral(EVENHAND_CTL),
                     {QStringLiteral("--workspace"), path("w"), QStringLiteral("verify")});
        QVERIFY(verify.waitForFinished(kWaitMs));
        QVERIFY2(verify.exitCode() == 0, verify.readAllStandardOutput() + verify.readAllStandardError());
    }

    QTemporaryDir m_folder;
    Access m_access;
};

}  // namespace test_serve_crash

QTEST_GUILESS_MAIN(test_serve_crash::TestServeCrash)
#include "test_serve_crash.moc"
