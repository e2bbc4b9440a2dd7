// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API hosted by the console: over a real workspace and real sockets, switched and filled through the pane.
#include <QCheckBox>
#include <QDir>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <memory>

#include "app/evenhand/console_app.h"
#include "app/evenhand/console_service.h"
#include "app/workspace/local_owner.h"
#include "tests/support/line/over_line.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/shell/console_services.h"

namespace test_api_real {

using namespace evenhand;
using Kind = ui::ServiceState::Kind;

namespace {

constexpr int kPatience = 40'000;
constexpr int kRefused = 0;

/// The status of a GET; 0: nobody listens.
int get(const QString& base, const char* path, const QString& token = {}) {
    const QUrl url(base);
    QTcpSocket socket;
    socket.connectToHost(url.host(), static_cast<quint16>(url.port()));
    if (!socket.waitForConnected(kPatience)) {
        return socket.error() == QAbstractSocket::ConnectionRefusedError ? kRefused : -1;
    }
    QByteArray request = QByteArray("GET ") + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n";
    if (!token.isEmpty()) {
        request += "Authorization: Bearer " + token.toLatin1() + "\r\n";
    }
    socket.write(request + "\r\n");
    QByteArray answer;
    while (socket.waitForReadyRead(kPatience)) {
        answer += socket.readAll();
    }
    answer += socket.readAll();
    return answer.startsWith("HTTP/1.1 ") ? answer.mid(9, 3).toInt() : -1;
}

/// A workspace with its service and the pane over both, as the program holds them.
struct Shop {
    explicit Shop(const QTemporaryDir& place) : folder(place) {
        app::OpenOptions options;
        options.workers = 0;
        const auto path = folder.filePath(QStringLiteral("shop")).toStdString();
        auto opened = QDir(QString::fromStdString(path)).exists() ? app::Workspace::open(path, options)
                                                                  : app::Workspace::create(path, {}, options);
        if (!opened) {
            qFatal("%s", opened.error().text().c_str());
        }
        workspace = *std::move(opened);
        service = std::make_unique<app::ConsoleService>(*workspace, ini(), QStringLiteral("local:test"));
    }
    ~Shop() {
        page.reset();
        services.reset();
        line.reset();
        service.reset();
    }
    [[nodiscard]] QString ini() const { return folder.filePath(QStringLiteral("console.ini")); }
    [[nodiscard]] ui::ApiPane* show() {
        line = std::make_unique<test::OverLine>(*workspace);
        services = std::make_unique<ui::ConsoleServices>(line->engine(), api::Actor::administrator("local:test"), ini(),
                                                         std::nullopt, false, nullptr, service.get());
        page = std::make_unique<ui::SettingsPage>(services->context);
        page->resize(1380, 860);
        page->show();
        services->bridge.setVisible(true);
        page->setActive(true);
        page->showPane(QStringLiteral("api"));
        return page->api();
    }
    [[nodiscard]] Kind kind() const { return service->state().kind; }
    [[nodiscard]] QString url() const { return service->state().url; }
    void anyPort() const {
        auto config = service->config();
        config.port = 0;
        service->remember(config);
    }

    /// Serves at a port that somebody else has; why that was refused.
    [[nodiscard]] std::optional<Error> refusedAt(const QTcpServer& taken) const {
        auto config = service->config();
        config.port = taken.serverPort();
        auto refused = service->start(config);
        (void)QTest::qWaitFor([&] { return refused.isFinished(); }, kPatience);
        return refused.isFinished() && !refused.result() ? std::optional(refused.result().error()) : std::nullopt;
    }

    const QTemporaryDir& folder;
    std::unique_ptr<app::Workspace> workspace;
    std::unique_ptr<app::ConsoleService> service;
    std::unique_ptr<test::OverLine> line;
    std::unique_ptr<ui::ConsoleServices> services;
    std::unique_ptr<ui::SettingsPage> page;
};

void confirm(QDialog* dialog) {
    auto* button = dialog->findChild<QPushButton*>(QStringLiteral("confirmButton"));
    QTRY_VERIFY2(button->isEnabled(), qPrintable(button->toolTip()));
    QTest::mouseClick(button, Qt::LeftButton);
}

}  // namespace

class TestApiReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("EVENHAND_SECRETS_DIR", QFile::encodeName(m_secrets.path())); }

    void aTokenOfThePaneIsGoodUntilItIsRevoked() {
        QTemporaryDir folder;
        Shop shop(folder);
        auto* pane = shop.show();
        QTRY_VERIFY_WITH_TIMEOUT(pane->isReady(), kPatience);
        shop.anyPort();
        pane->action("serveApi")->trigger();
        QCOMPARE(shop.kind(), Kind::Starting);  // nothing was waited for
        QTRY_COMPARE_WITH_TIMEOUT(shop.kind(), Kind::Serving, kPatience);
        const QString url = shop.url();
        QVERIFY2(!url.endsWith(QStringLiteral(":0")), qPrintable(url));
        QCOMPARE(get(url, "/healthz"), 200);
        QCOMPARE(get(url, "/openapi.json"), 200);
        QCOMPARE(get(url, "/v1/orders"), 401);

        pane->action("addToken")->trigger();
        QPointer dialog = pane->dialog();
        dialog->findChild<QLineEdit*>(QStringLiteral("tokenName"))->setText(QStringLiteral("reader"));
        dialog->findChild<QCheckBox*>(QStringLiteral("scope.orders.read"))->setChecked(true);
        confirm(dialog);
        QTRY_VERIFY_WITH_TIMEOUT(pane->secret() != nullptr, kPatience);
        const QString token = pane->secret()->findChild<QLineEdit*>(QStringLiteral("tokenText"))->text();
        pane->secret()->close();
        QCOMPARE(get(url, "/v1/orders", token), 200);
        QCOMPARE(get(url, "/v1/orders", token + QLatin1Char('0')), 401);
        QCOMPARE(get(url, "/metrics", token), 403);

        QTRY_COMPARE_WITH_TIMEOUT(pane->model()->rowCount(), 1, kPatience);
        pane->table()->selectRow(0);
        pane->action("revokeToken")->trigger();
        auto* flow = pane->tokens()->flow();
        auto* question = flow->question();
        QVERIFY(question != nullptr);
        QSignalSpy revoked(flow, &ui::RowFlow::finished);
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("it leaked"));
        confirm(question);
        QTRY_COMPARE_WITH_TIMEOUT(revoked.count(), 1, kPatience);
        QCOMPARE(get(url, "/v1/orders", token), 401);

        pane->action("stopApi")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(shop.kind(), Kind::Off, kPatience);
        QCOMPARE(get(url, "/healthz"), kRefused);
    }

    void itIsServedAgainWhenTheWorkspaceIsOpened() {
        QTemporaryDir folder;
        {
            Shop shop(folder);
            auto none = shop.service->resume();  // it was never on
            QVERIFY(none.isFinished() && none.result());
            QCOMPARE(shop.kind(), Kind::Off);
            auto config = shop.service->config();
            config.port = 0;
            config.perSecond = 40;
            auto started = shop.service->start(config);
            QTRY_VERIFY_WITH_TIMEOUT(started.isFinished(), kPatience);
            QVERIFY(started.result());
        }
        QString url;
        {
            Shop shop(folder);
            QCOMPARE(shop.service->config().perSecond, 40);
            (void)shop.service->resume();
            QTRY_COMPARE_WITH_TIMEOUT(shop.kind(), Kind::Serving, kPatience);
            url = shop.url();
            QCOMPARE(get(url, "/healthz"), 200);
            // The program ends like this; the next opening finds it on.
        }
        QCOMPARE(get(url, "/healthz"), kRefused);
        {
            Shop shop(folder);
            (void)shop.service->resume();
            QTRY_COMPARE_WITH_TIMEOUT(shop.kind(), Kind::Serving, kPatience);
            app::ConsoleService elsewhere(*shop.workspace, shop.folder.filePath(QStringLiteral("other.ini")),
                                          QStringLiteral("local:test"));
            (void)elsewhere.resume();
            QCOMPARE(elsewhere.state().kind, Kind::Off);  // on another computer it was never on
            (void)shop.service->stop();
            QTRY_COMPARE_WITH_TIMEOUT(shop.kind(), Kind::Off, kPatience);
        }
        // Whoever stops it wants it off at the next opening too.
        Shop shop(folder);
        auto still = shop.service->resume();
        QVERIFY(still.isFinished() && still.result());
        QCOMPARE(shop.kind(), Kind::Off);
    }

    /// Each as it was set, and each in its own place.
    void whereItIsServedIsRemembered() {
        QTemporaryDir folder;
        const ui::ServiceConfig wanted{"192.0.2.7", 8'443, "/etc/shop/chain.pem", "/etc/shop/key.pem", 77};
        {
            Shop shop(folder);
            QCOMPARE(shop.service->config(), ui::ServiceConfig{});
            shop.service->remember(wanted);
        }
        {
            Shop shop(folder);
            QCOMPARE(shop.service->config(), wanted);
            auto other = wanted;
            other.certificateFile = other.keyFile = {};  // in the clear again
            other.perSecond = 0;
            shop.service->remember(other);
        }
        Shop shop(folder);
        QCOMPARE(shop.service->config().address, wanted.address);
        QCOMPARE(shop.service->config().certificateFile, std::string());
        QCOMPARE(shop.service->config().keyFile, std::string());
        QCOMPARE(shop.service->config().perSecond, 0);
    }

    /// Only what was served is served again: what failed once would fail at every opening.
    void whatCouldNotBeServedIsNotTriedAgain() {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        QTemporaryDir folder;
        {
            Shop shop(folder);
            QVERIFY(shop.refusedAt(taken));
        }
        Shop shop(folder);
        auto none = shop.service->resume();
        QVERIFY(none.isFinished() && none.result());
        QCOMPARE(shop.kind(), Kind::Off);
        QCOMPARE(shop.service->config(), ui::ServiceConfig{});
    }

    /// The address as people copy it into another program: an IPv6 address stands in brackets.
    void theUrlOfAnAddressOfSixes() {
        QTcpServer sixes;
        if (!sixes.listen(QHostAddress::LocalHostIPv6)) {
            QSKIP("this machine has no IPv6");
        }
        QTemporaryDir folder;
        Shop shop(folder);
        auto config = shop.service->config();
        config.address = "::1";
        config.port = 0;
        (void)shop.service->start(config);
        QTRY_COMPARE_WITH_TIMEOUT(shop.kind(), Kind::Serving, kPatience);
        QVERIFY2(shop.url().startsWith(QStringLiteral("http://[::1]:")), qPrintable(shop.url()));
        QCOMPARE(get(shop.url(), "/healthz"), 200);
    }

    void nothingSecretIsRemembered() {
        QTemporaryDir folder;
        {
            Shop shop(folder);
            auto* pane = shop.show();
            QTRY_VERIFY_WITH_TIMEOUT(pane->isReady(), kPatience);
            auto made = shop.workspace->tokens().create({api::Actor::administrator("local:test"), {}, {}},
                                                        {"till", api::bitOf(api::TokenScope::OrdersRead), 0});
            QTRY_VERIFY_WITH_TIMEOUT(made.isFinished(), kPatience);
            QVERIFY(made.result());
            m_token = QByteArray::fromStdString(std::string(made.result()->token.reveal()));
            shop.anyPort();
            pane->action("serveApi")->trigger();
            QTRY_COMPARE_WITH_TIMEOUT(shop.kind(), Kind::Serving, kPatience);
            QCOMPARE(get(shop.url(), "/v1/orders", QString::fromLatin1(m_token)), 200);
        }
        QFile file(folder.filePath(QStringLiteral("console.ini")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray kept = file.readAll();
        QVERIFY(kept.contains("port"));
        QVERIFY(!kept.contains(m_token) && !kept.contains("evh_"));
    }

    void aPortThatIsTakenChangesNothing() {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        QTemporaryDir folder;
        Shop shop(folder);
        const auto refused = shop.refusedAt(taken);
        QVERIFY(refused);
        QCOMPARE(refused->field, std::string("address"));
        QCOMPARE(shop.kind(), Kind::Failed);
        QCOMPARE(shop.service->config(), ui::ServiceConfig{});

        auto config = shop.service->config();
        config.port = taken.serverPort();
        auto free = config;
        free.port = 0;
        (void)shop.service->start(free);
        QTRY_COMPARE_WITH_TIMEOUT(shop.kind(), Kind::Serving, kPatience);
        const QString url = shop.url();
        auto moved = shop.service->start(config);
        QTRY_VERIFY_WITH_TIMEOUT(moved.isFinished(), kPatience);
        QVERIFY(!moved.result());
        QCOMPARE(shop.kind(), Kind::Serving);
        QCOMPARE(shop.url(), url);
        QCOMPARE(get(url, "/healthz"), 200);

        // At its own port, with files that are none: it is back as it was.
        auto sealed = free;
        sealed.port = static_cast<std::uint16_t>(QUrl(url).port());
        sealed.certificateFile = sealed.keyFile = folder.filePath(QStringLiteral("none.pem")).toStdString();
        auto unsealed = shop.service->start(sealed);
        auto busy = shop.service->stop();
        QVERIFY(busy.isFinished() && !busy.result() && busy.result().error().code == ErrorCode::Busy);
        QTRY_VERIFY_WITH_TIMEOUT(unsealed.isFinished(), kPatience);
        QCOMPARE(unsealed.result().error().field, std::string("certificate"));
        QCOMPARE(shop.url(), url);
        QCOMPARE(get(url, "/healthz"), 200);
    }

    void theProgramServesBeforeAnybodyHasSignedIn() {
        QTemporaryDir folder;
        {
            Shop shop(folder);
            app::ConsoleService service(*shop.workspace, shop.ini(), person());
            auto config = service.config();
            config.port = 0;
            (void)service.start(config);
            QTRY_COMPARE_WITH_TIMEOUT(service.state().kind, Kind::Serving, kPatience);
        }
        app::ProgramOptions options;
        options.workspace = folder.filePath(QStringLiteral("shop"));
        options.language = QStringLiteral("en");
        options.theme = ui::ThemeChoice::Light;
        auto console = std::make_unique<app::ConsoleApp>(options, folder.filePath(QStringLiteral("console.ini")));
        QVERIFY(console->start());
        const auto window = [] {
            for (auto* widget : QApplication::topLevelWidgets()) {
                if (auto* found = qobject_cast<ui::MainWindow*>(widget); found && found->isVisible()) {
                    return found;
                }
            }
            return static_cast<ui::MainWindow*>(nullptr);
        };
        QTRY_VERIFY_WITH_TIMEOUT(window() != nullptr, kPatience);
        const QPointer service = window()->services().session.service();
        QVERIFY(service != nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(service->state().kind, Kind::Serving, kPatience);
        const QString url = service->state().url;
        QCOMPARE(get(url, "/healthz"), 200);
        const QPointer left = window();
        Q_EMIT left->signedOut({});
        QTRY_VERIFY(!left);
        QCOMPARE(get(url, "/healthz"), 200);  // it belongs to the workspace
        console.reset();
        QCOMPARE(get(url, "/healthz"), kRefused);
    }

private:
    static QString person() { return QString::fromStdString(app::localPerson()); }
    QTemporaryDir m_secrets;
    QByteArray m_token;
};

}  // namespace test_api_real

QTEST_MAIN(test_api_real::TestApiReal)
#include "test_api_real.moc"
