// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of services as people type them, and the message for one that is spoken to with the wrong protocol.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "app/service/system_random.h"
#include "engine/remote/line/service_address.h"
#include "team_world.h"

namespace test_service_address {

using namespace evenhand;
using namespace evenhand::test;

namespace {

/// The reason why a console cannot connect to this port of this machine.
Error refusalAt(std::uint16_t port, bool isEncrypted) {
    const base::SystemClock clock;
    remote::LineOptions options;
    options.addresses = {{"127.0.0.1", port, isEncrypted}};
    options.clock = &clock;
    options.random = app::systemRandom;
    const auto line = remote::RemoteEngine::connect(options);
    return line ? Error{ErrorCode::Internal, "it is there", {}, {}} : line.error();
}

}  // namespace

class TestServiceAddress : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsMeant_data() {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<int>("port");
        QTest::addColumn<bool>("isEncrypted");
        QTest::newRow("shop.example") << QByteArray("shop.example") << 8480 << true;
        QTest::newRow("shop.example:443") << QByteArray("shop.example") << 443 << true;
        QTest::newRow("https://shop.example:443") << QByteArray("shop.example") << 443 << true;
        QTest::newRow("192.0.2.10") << QByteArray("192.0.2.10") << 8480 << true;
        QTest::newRow("127.0.0.1:9000") << QByteArray("127.0.0.1") << 9000 << false;
        QTest::newRow("http://127.0.0.1:8480") << QByteArray("127.0.0.1") << 8480 << false;  // as serve prints it
        QTest::newRow("https://127.0.0.1") << QByteArray("127.0.0.1") << 8480 << true;
        QTest::newRow("localhost") << QByteArray("localhost") << 8480 << false;
        QTest::newRow("[::1]:9000") << QByteArray("::1") << 9000 << false;
        QTest::newRow("[2001:db8::1]") << QByteArray("2001:db8::1") << 8480 << true;
    }
    void whatIsMeant() {
        QFETCH(QByteArray, host);
        QFETCH(int, port);
        QFETCH(bool, isEncrypted);
        const auto read = remote::serviceAddresses(QTest::currentDataTag());
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read->size(), std::size_t{1});
        QCOMPARE(QByteArray::fromStdString(read->front().host), host);
        QCOMPARE(static_cast<int>(read->front().port), port);
        QCOMPARE(read->front().isEncrypted, isEncrypted);
    }

    void severalWithCommas() {
        const auto read = remote::serviceAddresses("192.0.2.10,192.0.2.11:9000");
        QVERIFY(read && read->size() == 2);
        QCOMPARE(remote::textOf((*read)[0]), std::string("192.0.2.10:8480"));
        QCOMPARE(remote::textOf((*read)[1]), std::string("192.0.2.11:9000"));
    }

    void whatIsNoneIsRefused_data() {
        QTest::addColumn<QByteArray>("says");
        const QByteArray form("must be ADDRESS:PORT");
        for (const char* typed : {" ", "shop:", "shop:0", "shop:70000", "shop:door", "[::1", "user@shop", "shop/door",
                                  "a,,b", "http://127.0.0.1:8480/"}) {
            QTest::newRow(typed) << form;
        }
        QTest::newRow("http://shop.example") << QByteArray("leave http:// out");
    }
    void whatIsNoneIsRefused() {
        QFETCH(QByteArray, says);
        const auto read = remote::serviceAddresses(QTest::currentDataTag());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(read.error().field, std::string("service"));
        QVERIFY2(read.error().message.find(says.toStdString()) != std::string::npos, read.error().message.c_str());
    }

    void theWrongWayIsSaid() {
        TeamWorld world;
        const auto refused = refusalAt(world.host->port(), true);
        QCOMPARE(refused.code, ErrorCode::Unreachable);
        QVERIFY2(refused.message.find("speaks without encryption") != std::string::npos, refused.message.c_str());

        const QTemporaryDir folder;
        const auto certificate = folder.filePath(QStringLiteral("cert.pem"));
        const auto key = folder.filePath(QStringLiteral("key.pem"));
        QCOMPARE(QProcess::execute(
                     QStringLiteral("openssl"),
                     QStringLiteral("req -x509 -newkey ed25519 -nodes -days 2 -subj /CN=shop -keyout %1 -out %2")
                         .arg(key, certificate)
                         .split(QLatin1Char(' '))),
                 0);
        app::HttpHostOptions options;
        options.server.port = 0;
        options.server.certificateFile = certificate.toStdString();
        options.server.keyFile = key.toStdString();
        options.owner = world.call.actor;
        options.filesFolder = folder.filePath(QStringLiteral("exports")).toStdString();
        const auto host = app::HttpHost::start(*world.workspace, options);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        const auto plain = refusalAt((*host)->port(), false);
        QCOMPARE(plain.code, ErrorCode::Unreachable);
        QVERIFY2(plain.message.find("put https:// before its address") != std::string::npos, plain.message.c_str());
    }
};

}  // namespace test_service_address

QTEST_GUILESS_MAIN(test_service_address::TestServiceAddress)
#include "test_service_address.moc"
