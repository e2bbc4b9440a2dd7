// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP provider against a service that misbehaves in every way: what is not certain is Unknown.
#include <QProcess>
#include <QSslKey>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/outward/http_refund_provider.h"
#include "tests/support/check.h"
#include "tests/support/servers/refund_service.h"

namespace test_http_refund_provider {

using namespace evenhand;
using api::SendOutcome;
using outward::HttpRefundProvider;
using testing::RefundService;
using Manner = RefundService::Manner;

namespace {

constexpr Instant kNow{1'700'000'000'123};
constexpr std::int64_t kShortMs = 150;    // of requests that are never answered
constexpr std::int64_t kLongMs = 60'000;  // of all others

api::RefundJob job(const std::string& key = "0af1-key") {
    api::RefundJob made;
    made.id = RefundId{7};
    made.key = key;
    made.paymentNo = PaymentNo("pay-7");
    made.orderNo = "order-7";
    made.amount = Money{9'007'199'254'740'991};
    made.currency = "CNY";
    return made;
}

struct World {
    explicit World(std::int64_t timeoutMs = kLongMs, const std::optional<QSslConfiguration>& tls = std::nullopt)
        : service(tls) {
        api::RefundSettings settings;
        settings.provider = api::RefundProviderKind::Http;
        settings.url = service.url().toStdString();
        settings.keyId = "key-1";
        settings.timeoutMs = timeoutMs;
        auto made = HttpRefundProvider::make(settings, service.secret().toStdString(), clock);
        if (made) {
            provider = *std::move(made);
        }
    }
    base::VirtualClock clock{kNow};
    RefundService service;
    std::unique_ptr<HttpRefundProvider> provider;
};

}  // namespace

class TestHttpRefundProvider : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSignatureIsThatOfAnotherTool() {
        // printf '%s' 'refund-1.1700000000.{"amount":5}' | openssl dgst -sha256 -hmac sesame -binary | base64
        QCOMPARE(outward::signatureOf("sesame", "refund-1", 1'700'000'000, R"({"amount":5})"),
                 QByteArray("v1,OQaazuNTIggltud7KqW5ddPYSnaMhGKREBwnU/GN7+c="));
    }

    void aRequestSaysWhatIsMeant() {
        World world;
        const auto answer = world.provider->send(job());
        QCOMPARE(answer.outcome, SendOutcome::Succeeded);
        QCOMPARE(QString::fromStdString(answer.reference), QStringLiteral("ref-0af1-key"));
        QCOMPARE(world.service.forged(), 0);
        const auto request = world.service.requests().first();
        QCOMPARE(request.target, QByteArray("/refunds"));
        QCOMPARE(request.headers.value("idempotency-key"), QByteArray("0af1-key"));
        QCOMPARE(request.headers.value("evenhand-key"), QByteArray("key-1"));
        QCOMPARE(request.headers.value("webhook-timestamp"), QByteArray("1700000000"));
        QCOMPARE(request.headers.value("content-type"), QByteArray("application/json"));
        QCOMPARE(request.body, QByteArray(R"({"amount":9007199254740991,"currency":"CNY","idempotency_key":"0af1-key",)"
                                          R"("minor_digits":2,"order_no":"order-7","payment_no":"pay-7"})"));
    }

    void whatIsRepeatedMustBeTheQuestions_data() {
        QTest::addColumn<QByteArray>("repeated");
        QTest::addColumn<bool>("same");
        QTest::newRow("nothing") << QByteArray() << true;
        QTest::newRow("all") << QByteArray(R"(,"idempotency_key":"0af1-key","amount":5,"currency":"CNY")") << true;
        QTest::newRow("null") << QByteArray(R"(,"amount":null,"currency":null)") << true;
        QTest::newRow("as a fraction") << QByteArray(R"(,"amount":5.0)") << true;
        QTest::newRow("more") << QByteArray(R"(,"amount":5.5)") << false;
        QTest::newRow("a text") << QByteArray(R"(,"amount":"5")") << false;
        QTest::newRow("beyond") << QByteArray(R"(,"amount":18446744073709551615)") << false;
        QTest::newRow("another key") << QByteArray(R"(,"idempotency_key":"0af2-key")") << false;
        QTest::newRow("another currency") << QByteArray(R"(,"currency":"EUR")") << false;
    }
    void whatIsRepeatedMustBeTheQuestions() {
        QFETCH(const QByteArray, repeated);
        QFETCH(const bool, same);
        auto five = job();
        five.amount = Money{5};
        outward::HttpAnswer answer;
        answer.status = 200;
        answer.body = (R"({"status":"succeeded")" + repeated + '}').toStdString();
        QCOMPARE(outward::outcomeOfSend(answer, five).outcome, same ? SendOutcome::Succeeded : SendOutcome::Unknown);
    }

    void onlyWhatIsCertainIsMoreThanUnknown_data() {
        QTest::addColumn<Manner>("manner");
        QTest::addColumn<SendOutcome>("outcome");
        QTest::addColumn<qint64>("retryAfterMs");
        QTest::newRow("pays") << Manner::Pay << SendOutcome::Succeeded << 0LL;
        QTest::newRow("in chunks") << Manner::PayChunked << SendOutcome::Succeeded << 0LL;
        QTest::newRow("without a length") << Manner::PayWithoutLength << SendOutcome::Succeeded << 0LL;
        QTest::newRow("answers twice") << Manner::PayAnswerTwice << SendOutcome::Succeeded << 0LL;
        QTest::newRow("closes") << Manner::PayThenDrop << SendOutcome::Unknown << 0LL;
        QTest::newRow("closes unpaid") << Manner::Drop << SendOutcome::Unknown << 0LL;
        QTest::newRow("half an answer") << Manner::PayThenHalf << SendOutcome::Unknown << 0LL;
        QTest::newRow("half a header") << Manner::PayThenHalfHeader << SendOutcome::Unknown << 0LL;
        QTest::newRow("500") << Manner::PayThenError << SendOutcome::Unknown << 0LL;
        QTest::newRow("503") << Manner::Unavailable << SendOutcome::Unknown << 30'000LL;
        QTest::newRow("garbage") << Manner::PayThenGarbage << SendOutcome::Unknown << 0LL;
        QTest::newRow("prose") << Manner::PayThenProse << SendOutcome::Unknown << 0LL;
        QTest::newRow("huge") << Manner::PayThenHuge << SendOutcome::Unknown << 0LL;
        QTest::newRow("huge header") << Manner::PayThenHugeHeader << SendOutcome::Unknown << 0LL;
        QTest::newRow("redirect") << Manner::PayThenRedirect << SendOutcome::Unknown << 0LL;
        QTest::newRow("another key") << Manner::PayForAnother << SendOutcome::Unknown << 0LL;
        QTest::newRow("another amount") << Manner::PayAnotherAmount << SendOutcome::Unknown << 0LL;
        QTest::newRow("conflict") << Manner::Conflict << SendOutcome::Unknown << 0LL;
        QTest::newRow("103") << Manner::Informational << SendOutcome::Unknown << 0LL;
        QTest::newRow("processing") << Manner::Processing << SendOutcome::Processing << 0LL;
        QTest::newRow("declined") << Manner::Decline << SendOutcome::Declined << 0LL;
        QTest::newRow("422") << Manner::Unprocessable << SendOutcome::Declined << 0LL;
        QTest::newRow("404") << Manner::NotFound << SendOutcome::Declined << 0LL;
        QTest::newRow("401") << Manner::Unauthorized << SendOutcome::NotSent << 0LL;
        QTest::newRow("429") << Manner::TooMany << SendOutcome::NotSent << 90'000LL;
    }
    void onlyWhatIsCertainIsMoreThanUnknown() {
        QFETCH(const Manner, manner);
        World world;
        world.service.nextSends({manner});
        const auto answer = world.provider->send(job());
        QVERIFY2(answer.message.find(world.service.secret().toStdString()) == std::string::npos, "tells the secret");
        QTEST(answer.outcome, "outcome");
        QTEST(static_cast<qint64>(answer.retryAfterMs), "retryAfterMs");
        QCOMPARE(world.service.requests().size(), 1);  // neither repeated nor redirected
        QVERIFY(answer.outcome == SendOutcome::Succeeded || answer.outcome == SendOutcome::Processing ||
                !answer.message.empty());
    }

    void everyStatusHasItsMeaning_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<SendOutcome>("sent");
        const auto row = [](int status, SendOutcome sent) { QTest::addRow("%d", status) << status << sent; };
        for (const int decided : {200, 201, 202, 299}) {
            row(decided, SendOutcome::Succeeded);
        }
        for (const int undecided : {300, 302, 308, 399, 408, 409, 425, 500, 502, 503, 504, 599}) {
            row(undecided, SendOutcome::Unknown);
        }
        for (const int atTheDoor : {401, 403, 429}) {
            row(atTheDoor, SendOutcome::NotSent);
        }
        for (const int refused : {400, 402, 404, 405, 406, 407, 410, 422, 424, 426, 428, 499}) {
            row(refused, SendOutcome::Declined);
        }
    }
    /// Of a look-up only what is said about the refund counts.
    void everyStatusHasItsMeaning() {
        QFETCH(const int, status);
        QFETCH(const SendOutcome, sent);
        outward::HttpAnswer answer;
        answer.status = status;
        answer.body = R"({"status":"succeeded"})";
        QCOMPARE(outward::outcomeOfSend(answer, job()).outcome, sent);
        QCOMPARE(outward::outcomeOfLookUp(answer, job()).outcome,
                 status < 300 ? SendOutcome::Succeeded : SendOutcome::Unknown);
        answer.body = R"({"status":"not_known"})";
        QCOMPARE(outward::outcomeOfLookUp(answer, job()).outcome,
                 status == 404 ? SendOutcome::NotKnown : SendOutcome::Unknown);
        answer.body = R"({"status":"not_known","idempotency_key":"another"})";
        QCOMPARE(outward::outcomeOfLookUp(answer, job()).outcome, SendOutcome::Unknown);
    }

    void itIsAskedHowLongToWait_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<qint64>("expectedMs");
        QTest::newRow("nothing") << QByteArray() << qint64{0};
        QTest::newRow("none") << QByteArray("0") << qint64{0};
        QTest::newRow("a second") << QByteArray("1") << qint64{1'000};
        QTest::newRow("below none") << QByteArray("-5") << qint64{0};
        QTest::newRow("a fraction") << QByteArray("1.5") << qint64{0};
        QTest::newRow("a date") << QByteArray("Sun, 06 Nov 1994 08:49:37 GMT") << qint64{0};
        QTest::newRow("a space") << QByteArray("1 ") << qint64{0};
        QTest::newRow("the longest") << QByteArray::number(qint64{api::kMaxProviderWaitMs / 1000})
                                     << qint64{api::kMaxProviderWaitMs};
        QTest::newRow("longer") << QByteArray::number(qint64{api::kMaxProviderWaitMs / 1000 + 1})
                                << qint64{api::kMaxProviderWaitMs};
        QTest::newRow("for ever") << QByteArray("9223372036854775807") << qint64{api::kMaxProviderWaitMs};
        QTest::newRow("beyond") << QByteArray("9223372036854775808") << qint64{0};
    }
    void itIsAskedHowLongToWait() {
        QFETCH(const QByteArray, header);
        QFETCH(const qint64, expectedMs);
        outward::HttpAnswer answer;
        answer.retryAfter = header.toStdString();
        for (const int status : {200, 429, 503}) {
            answer.status = status;
            answer.body = R"({"status":"processing"})";
            QCOMPARE(static_cast<qint64>(outward::outcomeOfSend(answer, job()).retryAfterMs), expectedMs);
            QCOMPARE(static_cast<qint64>(outward::outcomeOfLookUp(answer, job()).retryAfterMs), expectedMs);
        }
    }

    void whatAStrangerSaysIsShort() {
        outward::HttpAnswer answer;
        answer.status = 200;
        const auto said = [&](const std::string& message, const std::string& reference) {
            // Written whole: moc does not read a class beyond a string in which a brace is open.
            QByteArray body(R"({"status":"declined","message":"%1","reference":"%2"})");
            answer.body = body.replace("%1", message.c_str()).replace("%2", reference.c_str()).toStdString();
            return outward::outcomeOfSend(answer, job());
        };
        QCOMPARE(said(std::string(500, 'm'), "r").message, std::string(500, 'm'));
        QCOMPARE(said(std::string(501, 'm'), "r").message, std::string(500, 'm'));
        QCOMPARE(said("two\\nlines", "r").message, std::string("two lines"));
        const auto longest = static_cast<std::size_t>(api::kMaxReference);
        QCOMPARE(said("m", std::string(longest, 'r')).reference, std::string(longest, 'r'));
        QCOMPARE(said("m", std::string(longest + 1, 'r')).reference, std::string(longest, 'r'));
    }

    void aLookUpTellsWhatBecameOfIt() {
        World world;
        QCOMPARE(world.provider->lookUp(job()).outcome, SendOutcome::NotKnown);
        world.service.nextSends({Manner::PayThenDrop, Manner::Decline, Manner::Processing});
        QCOMPARE(world.provider->send(job()).outcome, SendOutcome::Unknown);
        const auto found = world.provider->lookUp(job());
        QCOMPARE(found.outcome, SendOutcome::Succeeded);
        QCOMPARE(QString::fromStdString(found.reference), QStringLiteral("ref-0af1-key"));
        QCOMPARE(world.provider->send(job("b")).outcome, SendOutcome::Declined);
        QCOMPARE(world.provider->lookUp(job("b")).outcome, SendOutcome::Declined);
        QCOMPARE(world.provider->send(job("c/1?x=%20&y")).outcome, SendOutcome::Processing);
        QCOMPARE(world.provider->lookUp(job("c/1?x=%20&y")).outcome, SendOutcome::Processing);
        QCOMPARE(world.service.requests().last().target, QByteArray("/refunds/c%2F1%3Fx%3D%2520%26y"));
        world.service.finish();
        QCOMPARE(world.provider->lookUp(job("c/1?x=%20&y")).outcome, SendOutcome::Succeeded);
        QCOMPARE(world.service.forged(), 0);
    }

    /// However the operator has ended the address: it is asked below it, with one slash between.
    void aLookUpIsBelowTheAddress_data() {
        QTest::addColumn<QString>("end");
        QTest::addColumn<QByteArray>("sent");
        QTest::addColumn<QByteArray>("asked");
        QTest::newRow("as it is") << QString() << QByteArray("/refunds") << QByteArray("/refunds/0af1-key");
        QTest::newRow("a slash") << QStringLiteral("/") << QByteArray("/refunds/") << QByteArray("/refunds/0af1-key");
        QTest::newRow("two slashes") << QStringLiteral("//") << QByteArray("/refunds//")
                                     << QByteArray("/refunds/0af1-key");
        QTest::newRow("with a question") << QStringLiteral("/?shop=7") << QByteArray("/refunds/?shop=7")
                                         << QByteArray("/refunds/0af1-key?shop=7");
    }
    void aLookUpIsBelowTheAddress() {
        QFETCH(const QString, end);
        QFETCH(const QByteArray, sent);
        QFETCH(const QByteArray, asked);
        const World world;
        api::RefundSettings settings;
        settings.url = (world.service.url() + end).toStdString();
        const auto provider = HttpRefundProvider::make(settings, world.service.secret().toStdString(), world.clock);
        EVENHAND_NEED(provider);
        (void)(*provider)->send(job());
        QCOMPARE(world.service.requests().last().target, sent);
        (void)(*provider)->lookUp(job());
        QCOMPARE(world.service.requests().last().target, asked);
    }

    void aLookUpThatFailsIsUnknown_data() {
        QTest::addColumn<Manner>("manner");
        QTest::newRow("closes") << Manner::Drop;
        QTest::newRow("500") << Manner::PayThenError;
        QTest::newRow("401") << Manner::Unauthorized;
        QTest::newRow("429") << Manner::TooMany;
        QTest::newRow("a web server's 404") << Manner::NotFound;
        QTest::newRow("422") << Manner::Unprocessable;
        QTest::newRow("redirect") << Manner::PayThenRedirect;
        QTest::newRow("prose") << Manner::PayThenProse;
        QTest::newRow("huge") << Manner::PayThenHuge;
    }
    void aLookUpThatFailsIsUnknown() {
        QFETCH(const Manner, manner);
        World world;
        world.service.nextLookUps({manner});
        QCOMPARE(world.provider->lookUp(job()).outcome, SendOutcome::Unknown);
        QCOMPARE(world.service.requests().size(), 1);
    }

    void silenceEndsInTime() {
        World world(kShortMs);
        world.service.nextSends({Manner::PayThenHang});
        world.service.nextLookUps({Manner::Hang});
        QCOMPARE(world.provider->send(job()).outcome, SendOutcome::Unknown);
        QCOMPARE(world.provider->lookUp(job()).outcome, SendOutcome::Unknown);
    }

    void beforeTheFirstByteNothingWasSent() {
        base::VirtualClock clock(kNow);
        api::RefundSettings settings;
        {
            const RefundService closed;
            settings.url = closed.url().toStdString();
        }
        const auto provider = HttpRefundProvider::make(settings, "secret", clock);
        EVENHAND_NEED(provider);
        QCOMPARE((*provider)->send(job()).outcome, SendOutcome::NotSent);
        QCOMPARE((*provider)->lookUp(job()).outcome, SendOutcome::Unknown);
    }

    void anInterruptEndsWhatIsUnderWay() {
        World world;
        world.service.nextSends({Manner::PayThenHang});
        world.service.onRequest([&] { world.provider->interrupt(); });
        QCOMPARE(world.provider->send(job()).outcome, SendOutcome::Unknown);
        QCOMPARE(world.provider->send(job("another")).outcome, SendOutcome::NotSent);
        QCOMPARE(world.service.requests().size(), 1);
    }

    void onlyAServiceThatIsWhoItSaysIsTold() {
        const QTemporaryDir folder;
        QProcess openssl;
        openssl.setWorkingDirectory(folder.path());
        openssl.start(
            QStringLiteral("openssl"),
            {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"), QStringLiteral("rsa:2048"),
             QStringLiteral("-nodes"), QStringLiteral("-keyout"), QStringLiteral("key.pem"), QStringLiteral("-out"),
             QStringLiteral("cert.pem"), QStringLiteral("-days"), QStringLiteral("30"), QStringLiteral("-subj"),
             QStringLiteral("/CN=refunds"), QStringLiteral("-addext"), QStringLiteral("subjectAltName=IP:127.0.0.1")});
        QVERIFY(openssl.waitForFinished());
        QCOMPARE(openssl.exitCode(), 0);
        const auto certificates = QSslCertificate::fromPath(folder.filePath(QStringLiteral("cert.pem")));
        QCOMPARE(certificates.size(), 1);
        QFile keyFile(folder.filePath(QStringLiteral("key.pem")));
        QVERIFY(keyFile.open(QIODevice::ReadOnly));
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.setLocalCertificate(certificates.first());
        tls.setPrivateKey(QSslKey(&keyFile, QSsl::Rsa));
        World world(kLongMs, tls);
        QVERIFY(world.provider);
        QCOMPARE(world.provider->send(job()).outcome, SendOutcome::NotSent);
        QCOMPARE(world.service.requests().size(), 0);
        // The same service, vouched for: it is looked again at what the system trusts.
        qputenv("SSL_CERT_FILE", folder.filePath(QStringLiteral("cert.pem")).toUtf8());
        const auto answer = world.provider->send(job());
        qunsetenv("SSL_CERT_FILE");
        QVERIFY2(answer.outcome == SendOutcome::Succeeded, answer.message.c_str());
        QCOMPARE(world.service.forged(), 0);
    }

    void addressesAreChecked_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("field");  // empty: good
        const QString good;
        const QString url = QStringLiteral("url");
        QTest::newRow("https") << QStringLiteral("https://pay.example/v1/refunds") << good;
        QTest::newRow("a port and a query") << QStringLiteral("https://pay.example:8443/refunds?shop=1") << good;
        QTest::newRow("this machine") << QStringLiteral("http://localhost:8080/") << good;
        QTest::newRow("this machine by address") << QStringLiteral("http://127.0.0.1:8080") << good;
        QTest::newRow("this machine, IPv6") << QStringLiteral("http://[::1]:8080/") << good;
        QTest::newRow("http elsewhere") << QStringLiteral("http://pay.example/") << url;
        QTest::newRow("http to a private address") << QStringLiteral("http://192.168.1.9/") << url;
        QTest::newRow("looks like this machine") << QStringLiteral("http://localhost.example/") << url;
        QTest::newRow("another scheme") << QStringLiteral("file:///etc/passwd") << url;
        QTest::newRow("a user") << QStringLiteral("https://me:secret@pay.example/") << url;
        QTest::newRow("a fragment") << QStringLiteral("https://pay.example/#x") << url;
        QTest::newRow("nothing") << QString() << url;
        QTest::newRow("a path") << QStringLiteral("/refunds") << url;
        QTest::newRow("two lines") << QStringLiteral("https://pay.example/\r\nX: y") << url;
    }
    void addressesAreChecked() {
        QFETCH(const QString, url);
        QFETCH(const QString, field);
        base::VirtualClock clock(kNow);
        api::RefundSettings settings;
        settings.url = url.toStdString();
        const auto made = HttpRefundProvider::make(settings, "secret", clock);
        QCOMPARE(made ? QString() : QString::fromStdString(made.error().field), field);
    }

    void secretAndKeyAreChecked() {
        base::VirtualClock clock(kNow);
        api::RefundSettings settings;
        settings.url = "https://pay.example/";
        const auto none = HttpRefundProvider::make(settings, {}, clock);
        QVERIFY(!none);
        QCOMPARE(QString::fromStdString(none.error().field), QStringLiteral("secret_name"));
        settings.keyId = "key\r\nX: y";
        const auto two = HttpRefundProvider::make(settings, "secret", clock);
        QVERIFY(!two);
        QCOMPARE(QString::fromStdString(two.error().field), QStringLiteral("key_id"));
    }
};

}  // namespace test_http_refund_provider

QTEST_GUILESS_MAIN(test_http_refund_provider::TestHttpRefundProvider)
#include "test_http_refund_provider.moc"
