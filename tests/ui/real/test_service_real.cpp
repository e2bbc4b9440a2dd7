// SPDX-License-Identifier: GPL-3.0-or-later
// The program's way to a running service over TLS: the question about its certificate, what is remembered of it, the
// services that were used, and what is said where none can be worked at.
#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>

#include "app/evenhand/console_app.h"
#include "app/evenhand/console_options.h"
#include "app/reach/accepted_services.h"
#include "app/workspace/local_owner.h"
#include "engine/base/log.h"
#include "engine/remote/line/certificate_check.h"
#include "engine/remote/line/known_services.h"
#include "engine/wire/protocol.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"
#include "tests/remote/scripted_service.h"
#include "tests/remote/team_world.h"
#include "ui/dialogs/fingerprint_dialog.h"
#include "ui/wizards/sign_in/sign_in_window.h"

namespace test_service_real {

using namespace evenhand;
using Page = ui::ServicePage;

namespace {

constexpr int kPatience = 40'000;

struct Start {
    explicit Start(const QTemporaryDir& folder, const QString& service = {}, const QString& authority = {}) {
        app::ProgramOptions options;
        options.service = service;
        options.authority = authority;
        options.language = QStringLiteral("en");
        options.theme = ui::ThemeChoice::Light;
        console = std::make_unique<app::ConsoleApp>(options, folder.filePath(QStringLiteral("console.ini")));
        started = console->start();
    }
    template <typename T>
    [[nodiscard]] static T* topLevel() {
        for (auto* widget : QApplication::topLevelWidgets()) {
            if (auto* found = qobject_cast<T*>(widget); found && found->isVisible()) {
                return found;
            }
        }
        return nullptr;
    }
    [[nodiscard]] static ui::FirstStart* first() { return topLevel<ui::FirstStart>(); }
    [[nodiscard]] static ui::MainWindow* window() { return topLevel<ui::MainWindow>(); }
    [[nodiscard]] static ui::FingerprintDialog* question() { return topLevel<ui::FingerprintDialog>(); }
    [[nodiscard]] static Page* page() { return first()->servicePage(); }
    /// Nothing is under way.
    [[nodiscard]] static bool rests() {
        return first() != nullptr && page()->findChild<QPushButton*>(QStringLiteral("serviceConnect"))->isVisible();
    }
    static void press(QWidget* in, const char* button) {
        QTest::mouseClick(in->findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
    }
    [[nodiscard]] static QString shown(const char* fingerprint) {
        auto* label = question()->findChild<QLabel*>(QLatin1String(fingerprint));
        return label != nullptr ? label->text().remove(QLatin1Char('\n')) : QString();
    }

    std::unique_ptr<app::ConsoleApp> console;
    bool started = false;
};

}  // namespace

class TestServiceReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
        // What this person has accepted elsewhere is not to be touched.
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_folder.filePath(QStringLiteral("config"))));
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder.filePath(QStringLiteral("data"))));
        QVERIFY(makeCertificate("one"));
        QVERIFY(makeCertificate("other"));
    }
    void init() { QFile::remove(QString::fromStdString(app::knownServicesPath())); }

    void anUnknownCertificateIsAskedAboutOnce() {
        const auto host = serve("one");
        QVERIFY(host != nullptr);
        const QTemporaryDir settings;
        const QString service = addressOf(*host);
        {
            const Start start(settings, service);
            QVERIFY(start.started);
            QTRY_VERIFY_WITH_TIMEOUT(Start::question() != nullptr, kPatience);
            QCOMPARE(Start::shown("fingerprintShown"), fingerprint("one"));
            Start::press(Start::question(), "fingerprintCancel");
            QTRY_VERIFY(Start::question() == nullptr);
            QVERIFY(Start::rests());
            QVERIFY(Start::page()->problemAt(Page::Addresses).contains(QLatin1String("not trusted")));
            QVERIFY(!QFile::exists(QString::fromStdString(app::knownServicesPath())));
            // From the page, and now it is compared.
            Start::press(Start::page(), "serviceConnect");
            QTRY_VERIFY_WITH_TIMEOUT(Start::question() != nullptr, kPatience);
            Start::press(Start::question(), "fingerprintTrust");
            QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
            QVERIFY2(Start::window()->windowTitle().startsWith(QStringLiteral("127.0.0.1:%1").arg(host->port())),
                     qPrintable(Start::window()->windowTitle()));
        }
        // As the command line does, in the file that both read.
        const remote::KnownServices known(app::knownServicesPath());
        QCOMPARE(
            QString::fromStdString(remote::shownFingerprint(known.fingerprintOf({"127.0.0.1", host->port(), true}))),
            fingerprint("one"));
        // The next time it is opened by itself, without a question.
        const Start again(settings);
        QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        QVERIFY(Start::question() == nullptr);
    }

    void anotherCertificateThanBeforeIsRefused() {
        auto host = serve("one");
        QVERIFY(host != nullptr);
        const auto port = host->port();
        const QTemporaryDir settings;
        remote::KnownServices known(app::knownServicesPath());
        QVERIFY(known.remember({"127.0.0.1", port, true}, remote::fingerprintFrom(fingerprint("other").toStdString())));
        const Start start(settings, addressOf(*host));
        QTRY_VERIFY_WITH_TIMEOUT(Start::question() != nullptr, kPatience);
        QCOMPARE(Start::shown("fingerprintShown"), fingerprint("one"));
        QCOMPARE(Start::shown("fingerprintBefore"), fingerprint("other"));
        QVERIFY(Start::question()->findChild<QPushButton*>(QStringLiteral("fingerprintTrust")) == nullptr);
        Start::press(Start::question(), "fingerprintClose");
        QTRY_VERIFY(Start::question() == nullptr);
        QVERIFY(Start::window() == nullptr && Start::rests());
        QVERIFY(Start::page()->problemAt(Page::Addresses).contains(QLatin1String("another certificate")));
        QCOMPARE(known.fingerprintOf({"127.0.0.1", port, true}),
                 remote::fingerprintFrom(fingerprint("other").toStdString()));
    }

    void whomAnAuthorityVouchesForIsNotAskedAbout() {
        const auto host = serve("one");
        QVERIFY(host != nullptr);
        const QTemporaryDir settings;
        const Start start(settings, addressOf(*host), file("one", ".crt"));
        QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        QVERIFY(!QFile::exists(QString::fromStdString(app::knownServicesPath())));
    }

    void whereNobodyAnswersItIsSaidAtTheField() {
        auto host = serve("one");
        QVERIFY(host != nullptr);
        const QString service = addressOf(*host);
        host.reset();
        const QTemporaryDir settings;
        const Start start(settings, service);
        QTRY_VERIFY_WITH_TIMEOUT(Start::rests(), kPatience);
        QVERIFY2(Start::page()->problemAt(Page::Addresses).startsWith(QLatin1String("No service answers at 127.0.0.1")),
                 qPrintable(Start::page()->problemAt(Page::Addresses)));
        QVERIFY(Start::page()->isVisible());
    }

    /// Where the program of the other end takes the line and says nothing, the window works on.
    void whatIsUnderWayIsCancelled() {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        const QTemporaryDir settings;
        const Start start(settings, QStringLiteral("https://127.0.0.1:%1").arg(silent.serverPort()));
        QVERIFY(!Start::rests());
        int ticks = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&ticks] { ++ticks; });
        timer.start(1);
        QTRY_VERIFY(ticks > 20);
        QVERIFY(!Start::rests());
        Start::press(Start::page(), "serviceCancel");
        QVERIFY(Start::rests());
        QVERIFY(Start::page()->problemAt(Page::Addresses).isEmpty());
    }

    /// The service has answered, and is asked who may come in: until another window stands in its place, the first one
    /// begins nothing else.
    void nothingElseIsBegunUntilSomebodyIsLetIn() {
        std::atomic<std::int64_t> asked{0};
        test::ScriptedService service([&asked](const boost::json::object& message) {
            if (message.contains("signInState")) {
                asked = message.at("id").get_int64();
            }
            return message.contains("hello")
                       ? std::optional(test::ScriptedService::hello(EVENHAND_VERSION, wire::protocolHash()))
                       : std::nullopt;
        });
        const QTemporaryDir settings;
        const Start start(settings, QStringLiteral("127.0.0.1:%1").arg(service.port()));
        QTRY_VERIFY_WITH_TIMEOUT(asked != 0, kPatience);
        auto* first = Start::first();
        QVERIFY(first != nullptr && !Start::rests());
        for (const auto* button : first->findChildren<QAbstractButton*>()) {
            QVERIFY2(!button->isEnabled(), qPrintable(button->objectName()));
        }
        for (const auto* edit : first->findChildren<QLineEdit*>()) {
            QVERIFY2(!edit->isEnabled(), qPrintable(edit->objectName()));
        }
        QVERIFY(Start::page()->isVisible());
        api::SignInState state;
        state.needed = true;
        wire::Writing out;
        auto answer = wire::write(Result<api::SignInState>(state), out).get_object();
        answer["id"] = asked.load();
        service.say(answer);
        QTRY_VERIFY_WITH_TIMEOUT(Start::topLevel<ui::SignInWindow>() != nullptr, kPatience);
        QTRY_VERIFY(Start::first() == nullptr);
    }

    /// Both versions are named; nothing but the hello was said to it, and nothing of it is opened the next time.
    void aServiceOfAnotherVersionIsNotWorkedAt() {
        std::atomic<int> heard{0};
        test::ScriptedService service([&heard](const boost::json::object& message) {
            ++heard;
            return message.contains("hello") ? std::optional(test::ScriptedService::hello("0.0.9", "an older one"))
                                             : std::nullopt;
        });
        const QTemporaryDir settings;
        {
            const Start start(settings, QStringLiteral("127.0.0.1:%1").arg(service.port()));
            QTRY_VERIFY_WITH_TIMEOUT(Start::rests(), kPatience);
            const QString said = Start::page()->problemAt(Page::Addresses);
            QVERIFY2(said.contains(QLatin1String("version 0.0.9")) && said.contains(QLatin1String(EVENHAND_VERSION)),
                     qPrintable(said));
            QVERIFY(Start::window() == nullptr && Start::page()->isVisible());
            QVERIFY(Start::page()->findChild<QPushButton*>(QStringLiteral("serviceConnect"))->isEnabled());
        }
        QCOMPARE(heard.load(), 1);
        const Start again(settings);
        QVERIFY(Start::first() != nullptr && !Start::page()->isVisible());
    }

    void aWrongPasswordIsSaidAndTheRightOneLetsIn() {
        test::TeamWorld world;
        QVERIFY(world.addPerson("boss", {api::Role::Administrator}));
        const QTemporaryDir settings;
        const Start start(settings, QStringLiteral("127.0.0.1:%1").arg(world.host->port()));
        QTRY_VERIFY_WITH_TIMEOUT(Start::topLevel<ui::SignInWindow>() != nullptr, kPatience);
        auto* signIn = Start::topLevel<ui::SignInWindow>();
        const auto attempt = [signIn](const char* password) {
            signIn->login()->setText(QStringLiteral("boss"));
            signIn->password()->setText(QLatin1String(password));
            QTest::mouseClick(signIn->signInButton(), Qt::LeftButton);
        };
        attempt("seven loud rivers");
        QTRY_VERIFY_WITH_TIMEOUT(!signIn->problem().isEmpty(), kPatience);
        QVERIFY(Start::window() == nullptr && signIn->isVisible());
        QVERIFY(signIn->password()->text().isEmpty());
        attempt(test::TeamWorld::kPassword);
        QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        QVERIFY2(Start::window()->windowTitle().contains(QLatin1String("boss")),
                 qPrintable(Start::window()->windowTitle()));
    }

    /// Before anybody is called: of such a file nobody could be trusted.
    void anAuthorityWithoutACertificateIsSaidAtItsField() {
        QFile empty(file("empty", ".pem"));
        QVERIFY(empty.open(QIODevice::WriteOnly) && empty.write("no certificate\n") > 0);
        empty.close();
        const QTemporaryDir settings;
        const Start start(settings, QStringLiteral("https://127.0.0.1:1"), empty.fileName());
        QTRY_COMPARE_WITH_TIMEOUT(Start::page()->problemAt(Page::Authority),
                                  QStringLiteral("This file holds no certificate in PEM."), kPatience);
        QVERIFY(Start::rests());
        QVERIFY(Start::page()->problemAt(Page::Addresses).isEmpty());
    }

    void whatIsNoAddressIsSaidAtTheField() {
        const QTemporaryDir settings;
        const Start start(settings, QStringLiteral("shop.example:0,[::1"));
        QVERIFY(Start::rests());
        QVERIFY2(!Start::page()->problemAt(Page::Addresses).isEmpty(), "nothing is said");
    }

private:
    [[nodiscard]] QString file(const char* name, const char* end) const {
        return m_folder.filePath(QLatin1String(name) + QLatin1String(end));
    }
    [[nodiscard]] QString fingerprint(const char* name) const {
        return QString::fromStdString(
            remote::shownFingerprint(remote::fingerprintOfFile(file(name, ".crt").toStdString())));
    }
    [[nodiscard]] static QString addressOf(const app::HttpHost& host) {
        return QStringLiteral("https://127.0.0.1:%1").arg(host.port());
    }
    /// A service of its own for the world's workspace, at a free port. Its owner is this account.
    [[nodiscard]] std::unique_ptr<app::HttpHost> serve(const char* certificate) {
        app::HttpHostOptions options;
        options.server.port = 0;
        options.server.certificateFile = file(certificate, ".crt").toStdString();
        options.server.keyFile = file(certificate, ".key").toStdString();
        options.owner = app::localOwner(api::Via::Console);
        options.filesFolder = m_folder.filePath(QStringLiteral("exports")).toStdString();
        auto started = app::HttpHost::start(*m_world.workspace, options);
        return started ? *std::move(started) : nullptr;
    }
    [[nodiscard]] bool makeCertificate(const char* name) const {
        return QProcess::execute(
                   QStringLiteral("openssl"),
                   {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"), QStringLiteral("ec"),
                    QStringLiteral("-pkeyopt"), QStringLiteral("ec_paramgen_curve:prime256v1"),
                    QStringLiteral("-nodes"), QStringLiteral("-days"), QStringLiteral("2"), QStringLiteral("-subj"),
                    QStringLiteral("/CN=127.0.0.1"), QStringLiteral("-addext"),
                    QStringLiteral("subjectAltName=IP:127.0.0.1"), QStringLiteral("-keyout"), file(name, ".key"),
                    QStringLiteral("-out"), file(name, ".crt")}) == 0;
    }

    QTemporaryDir m_folder;
    test::TeamWorld m_world;
};

}  // namespace test_service_real

QTEST_MAIN(test_service_real::TestServiceReal)
#include "test_service_real.moc"
