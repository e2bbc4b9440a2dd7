// SPDX-License-Identifier: GPL-3.0-or-later
// The console's way to a workspace in a real MariaDB, through its widgets: test, connect, open again with and without
// the password, and a server that dies and comes back.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <QApplication>
#include <QComboBox>
#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "app/evenhand/console_app.h"
#include "tests/support/servers/mariadb_server.h"
#include "ui/shell/engine_pill.h"
#include "ui/shell/engine_place.h"
#include "ui/shell/preferences.h"
#include "ui/shell/state_banner.h"
#include "ui/shell/top_bar.h"

namespace test_database_real {

using namespace evenhand;
using ui::DatabasePage;

namespace {

constexpr auto kUser = "desk";
constexpr auto kPassword = "correct horse; battery";
constexpr int kPatience = 40'000;

/// The console without a workspace, and what a hand does to its first page.
struct Start {
    explicit Start(QTemporaryDir& folder, const QString& workspace = {}) {
        app::ProgramOptions options;
        options.workspace = workspace;
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
    [[nodiscard]] static DatabasePage* page() { return first()->databasePage(); }
    template <typename T>
    [[nodiscard]] static T* part(const char* name) {
        return first()->findChild<T*>(QLatin1String(name));
    }
    static void type(const char* field, const QString& text) {
        auto* edit = part<QLineEdit>(field);
        edit->clear();
        QTest::keyClicks(edit, text);
    }
    static void click(const char* button) { QTest::mouseClick(part<QPushButton>(button), Qt::LeftButton); }
    static void fill(const store::MysqlSettings& server, const QString& password) {
        click("startShared");
        part<QRadioButton>("databaseOverSocket")->click();
        type("databaseSocket", QString::fromStdString(server.socket));
        type("databaseName", QString::fromStdString(server.database));
        type("databaseUser", QString::fromLatin1(kUser));
        type("databasePassword", password);
    }
    /// The answer to a test that was begun.
    [[nodiscard]] static bool answered() { return part<QPushButton>("databaseTest")->isVisible(); }
    [[nodiscard]] static QString found() {
        auto* label = part<QLabel>("databaseFound");
        return label->isVisible() ? label->text() : QString();
    }

    std::unique_ptr<app::ConsoleApp> console;
    bool started = false;
};

/// Nobody listens there: it was free a moment ago.
int freePort() {
    const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    int port = 0;
    if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), size) == 0 &&
        ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0) {
        port = ntohs(address.sin_port);
    }
    ::close(listener);
    return port;
}

void holdsNoPassword(const QString& folder) {
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    int seen = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains(kPassword), qPrintable(file.fileName()));
        ++seen;
    }
    QVERIFY(seen > 0);
}

}  // namespace

class TestDatabaseReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qputenv("EVENHAND_DB_PASSWORD", "");  // nobody is to look for one in a keychain
        const auto started = m_server.start();
        QVERIFY2(started, started ? "" : started.error().text().c_str());
        const auto made =
            m_server.run(std::string("CREATE USER '") + kUser + "'@'localhost' IDENTIFIED BY '" + kPassword + "'");
        QVERIFY2(made, made ? "" : made.error().text().c_str());
    }

    void aGoodConnectionIsTestedMadeAndOpenedAgain() {
        QTemporaryDir folder;
        const auto database = grantedDatabase();
        const QString workspace = folder.filePath(QStringLiteral("shop"));
        {
            Start start(folder);
            QVERIFY(start.started && Start::first() != nullptr);
            Start::fill(database, QString::fromLatin1(kPassword));
            QCOMPARE(Start::part<QLineEdit>("databasePassword")->echoMode(), QLineEdit::Password);
            Start::type("databaseFolder", workspace);
            Start::part<QComboBox>("databaseCurrency")->setCurrentText(QStringLiteral("JPY"));
            Start::click("databaseTest");
            QTRY_VERIFY_WITH_TIMEOUT(Start::answered(), kPatience);
            QVERIFY2(Start::found().contains(QLatin1String("is empty")), qPrintable(problems()));
            keepPicture(QStringLiteral("database-found"));
            Start::click("databaseConnect");
            QTRY_VERIFY2_WITH_TIMEOUT(Start::window() != nullptr, qPrintable(problems()), kPatience);
            auto* window = Start::window();
            QCOMPARE(window->context().bridge.workspace().currency, std::string("JPY"));
            auto* pill = window->topBar()->enginePill();
            QTRY_COMPARE(pill->state()->text(), QStringLiteral("Live"));
            QVERIFY2(pill->toolTip().contains(QString::fromStdString(database.database)), qPrintable(pill->toolTip()));
            holdsNoPassword(folder.path());
        }
        // Again, without a password: it is asked for, and the wrong one is refused with the reason.
        Start again(folder, workspace);
        QVERIFY(again.started);
        QTRY_VERIFY_WITH_TIMEOUT(passwordDialog() != nullptr, kPatience);
        passwordDialog()->findChild<QLineEdit*>(QStringLiteral("passwordEdit"))->setText(QStringLiteral("wrong"));
        QPointer<QWidget> firstDialog = passwordDialog();
        QTest::mouseClick(firstDialog->findChild<QPushButton*>(QStringLiteral("passwordOpen")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(passwordDialog() != nullptr && passwordDialog() != firstDialog, kPatience);
        auto* problem = passwordDialog()->findChild<QLabel*>(QStringLiteral("passwordProblem"));
        QVERIFY(problem != nullptr && problem->text().contains(QLatin1String("refuses")));
        passwordDialog()->findChild<QLineEdit*>(QStringLiteral("passwordEdit"))->setText(QLatin1String(kPassword));
        QTest::mouseClick(passwordDialog()->findChild<QPushButton*>(QStringLiteral("passwordOpen")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        holdsNoPassword(folder.path());
        again.console.reset();
        // Found in the environment it is not asked for.
        qputenv("EVENHAND_DB_PASSWORD", kPassword);
        Start third(folder, workspace);
        QTRY_VERIFY_WITH_TIMEOUT(Start::window() != nullptr, kPatience);
        QVERIFY(passwordDialog() == nullptr);
        third.console.reset();
        qputenv("EVENHAND_DB_PASSWORD", "");
    }

    void aFailureIsNamedAtItsField() {
        QTemporaryDir folder;
        const auto database = grantedDatabase();
        Start start(folder);
        Start::fill(database, QStringLiteral("wrong"));
        test();
        QVERIFY2(Start::page()->problemAt(DatabasePage::Password).contains(QLatin1String("refuses")),
                 qPrintable(problems()));
        QVERIFY(Start::found().isEmpty());
        keepPicture(QStringLiteral("database-password"));
        // Typing takes the reason away.
        Start::type("databasePassword", QString::fromLatin1(kPassword));
        QVERIFY(Start::page()->problemAt(DatabasePage::Password).isEmpty());
        Start::type("databaseName", QStringLiteral("no_such_database"));
        test();
        QVERIFY2(!Start::page()->problemAt(DatabasePage::Name).isEmpty() ||
                     !Start::page()->problemAt(DatabasePage::User).isEmpty(),
                 qPrintable(problems()));
        const auto latin = m_server.newDatabase();
        QVERIFY(latin);
        QVERIFY(grant(latin->database));
        QVERIFY(m_server.run("ALTER DATABASE `" + latin->database + "` CHARACTER SET latin1"));
        Start::type("databaseName", QString::fromStdString(latin->database));
        test();
        QVERIFY2(Start::page()->problemAt(DatabasePage::Name).contains(QLatin1String("utf8mb4")),
                 qPrintable(problems()));
        const auto foreign = m_server.newDatabase();
        QVERIFY(foreign);
        QVERIFY(grant(foreign->database));
        QVERIFY(m_server.run("CREATE TABLE `" + foreign->database + "`.somebodys(id INT)"));
        Start::type("databaseName", QString::fromStdString(foreign->database));
        test();
        QVERIFY2(!Start::page()->problemAt(DatabasePage::Name).isEmpty(), qPrintable(problems()));
        Start::type("databaseSocket", folder.filePath(QStringLiteral("no.sock")));
        test();
        QVERIFY2(!Start::page()->problemAt(DatabasePage::Socket).isEmpty(), qPrintable(problems()));
        // A port where nobody listens.
        const int port = freePort();
        QVERIFY(port > 0);
        Start::part<QRadioButton>("databaseOverNetwork")->click();
        Start::type("databaseHost", QStringLiteral("127.0.0.1"));
        Start::type("databasePort", QString::number(port));
        test();
        QVERIFY2(!Start::page()->problemAt(DatabasePage::Port).isEmpty(), qPrintable(problems()));
        // What cannot be is not even tried.
        Start::type("databasePort", QString());
        QVERIFY(!Start::part<QPushButton>("databaseTest")->isEnabled());
        QVERIFY(!Start::part<QPushButton>("databaseTest")->toolTip().isEmpty());
    }

    void rightsThatLackAreNotTakenForAWrongPassword() {
        QTemporaryDir folder;
        const auto database = m_server.newDatabase();  // nobody is granted anything on it
        QVERIFY(database);
        Start start(folder);
        Start::fill(*database, QString::fromLatin1(kPassword));
        test();
        QVERIFY2(Start::page()->problemAt(DatabasePage::User).contains(QLatin1String("rights")),
                 qPrintable(problems()));
        QVERIFY(Start::page()->problemAt(DatabasePage::Password).isEmpty());
    }

    void withACertificateAnUnencryptedServerIsRefused() {
        QTemporaryDir folder;
        const auto database = grantedDatabase();
        Start start(folder);
        Start::fill(database, QString::fromLatin1(kPassword));
        const QString ca = folder.filePath(QStringLiteral("ca.pem"));
        QFile file(ca);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no certificate\n");
        file.close();
        Start::type("databaseCa", ca);
        test();
        QVERIFY2(!Start::page()->problemAt(DatabasePage::CaFile).isEmpty(), qPrintable(problems()));
    }

    void aTestIsCancelled() {
        QTemporaryDir folder;
        const auto database = grantedDatabase();
        Start start(folder);
        Start::fill(database, QString::fromLatin1(kPassword));
        m_server.freeze();
        Start::click("databaseTest");
        QVERIFY(!Start::answered());
        QVERIFY(!Start::part<QLineEdit>("databaseUser")->isEnabled());
        Start::click("databaseCancel");
        QVERIFY(Start::answered());  // at once, whatever the server does
        QVERIFY(Start::part<QLineEdit>("databaseUser")->isEnabled());
        m_server.thaw();
        Start::click("databaseTest");
        QTRY_VERIFY_WITH_TIMEOUT(Start::answered(), kPatience);
        QVERIFY2(!Start::found().isEmpty(), qPrintable(problems()));
    }

    void aServerThatDoesNotAnswerIsGivenUp() {
        QTemporaryDir folder;
        const auto database = grantedDatabase();
        Start start(folder);
        Start::fill(database, QString::fromLatin1(kPassword));
        m_server.freeze();
        Start::click("databaseTest");
        QTRY_VERIFY_WITH_TIMEOUT(Start::answered(), kPatience);
        m_server.thaw();
        QVERIFY2(!Start::page()->problemAt(DatabasePage::Socket).isEmpty(), qPrintable(problems()));
        QVERIFY(Start::found().isEmpty());
    }

    void aServerThatDiesIsShownAndComesBack() {
        QTemporaryDir folder;
        const auto database = grantedDatabase();
        Start start(folder);
        Start::fill(database, QString::fromLatin1(kPassword));
        Start::type("databaseFolder", folder.filePath(QStringLiteral("shop")));
        Start::click("databaseConnect");
        QTRY_VERIFY2_WITH_TIMEOUT(Start::window() != nullptr, qPrintable(problems()), kPatience);
        auto* window = Start::window();
        auto* pill = window->topBar()->enginePill();
        QTRY_COMPARE(pill->state()->text(), QStringLiteral("Live"));
        m_server.kill();
        QTRY_VERIFY_WITH_TIMEOUT(pill->state()->text().startsWith(QLatin1String("Reconnecting since ")), kPatience);
        QTRY_VERIFY(window->banner()->isVisible());
        pill->openDetails();
        auto* details = pill->details();
        QVERIFY(details != nullptr && details->isVisible());
        QCOMPARE(details->facts().valueOf(QStringLiteral("Server")), QString::fromStdString(database.socket));
        QCOMPARE(details->facts().valueOf(QStringLiteral("Database")), QString::fromStdString(database.database));
        QVERIFY(!details->reason().isEmpty());
        const auto back = m_server.start();
        QVERIFY2(back, back ? "" : back.error().text().c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pill->state()->text(), QStringLiteral("Live"), kPatience);
        QTRY_VERIFY(!window->banner()->isVisible());
        QVERIFY(details->reason().isEmpty());
        details->close();
    }

    void aTakeOverByAnotherEngineIsToldAndEnds() {
        QTemporaryDir folder;
        const auto database = grantedDatabase();
        Start start(folder);
        Start::fill(database, QString::fromLatin1(kPassword));
        Start::type("databaseFolder", folder.filePath(QStringLiteral("shop")));
        Start::click("databaseConnect");
        QTRY_VERIFY2_WITH_TIMEOUT(Start::window() != nullptr, qPrintable(problems()), kPatience);
        auto* pill = Start::window()->topBar()->enginePill();
        QTRY_COMPARE(pill->state()->text(), QStringLiteral("Live"));
        const auto lease = "UPDATE `" + database.database + "`.engine_lease SET ";
        QVERIFY(m_server.run(lease + "owner = 'desk-2, process 7', epoch = epoch + 1, connection_id = 0, "
                                     "expires_at = expires_at + 3600000"));
        QTRY_VERIFY2_WITH_TIMEOUT(pill->state()->text().startsWith(QLatin1String("Taken over by another engine")),
                                  qPrintable(pill->state()->text()), kPatience);
        pill->openDetails();
        QVERIFY2(pill->details()->reason().contains(QLatin1String("desk-2")), qPrintable(pill->details()->reason()));
        pill->details()->close();
        QVERIFY(m_server.run(lease + "expires_at = 0"));
        QTRY_COMPARE_WITH_TIMEOUT(pill->state()->text(), QStringLiteral("Live"), kPatience);
    }

    void aCancelledOpeningDoesNotHinderTheNext() {
        QTemporaryDir folder;
        const auto database = grantedDatabase();
        Start start(folder);
        Start::fill(database, QString::fromLatin1(kPassword));
        Start::type("databaseFolder", folder.filePath(QStringLiteral("shop")));
        Start::click("databaseConnect");
        Start::click("databaseCancel");
        QVERIFY(Start::answered());
        Start::click("databaseConnect");
        QTRY_VERIFY2_WITH_TIMEOUT(Start::window() != nullptr, qPrintable(problems()), kPatience);
        QTRY_COMPARE(Start::window()->topBar()->enginePill()->state()->text(), QStringLiteral("Live"));
    }

private:
    /// $EVENHAND_PICTURES keeps what the page looks like.
    static void keepPicture(const QString& name) {
        const QString kept = qEnvironmentVariable("EVENHAND_PICTURES");
        if (!kept.isEmpty()) {
            Start::first()->grab().save(kept + QLatin1Char('/') + name + QStringLiteral(".png"));
        }
    }
    [[nodiscard]] static QWidget* passwordDialog() {
        for (auto* widget : QApplication::allWidgets()) {
            if (widget->objectName() == QLatin1String("passwordDialog") && widget->isVisible()) {
                return widget;
            }
        }
        return nullptr;
    }
    static void test() {
        Start::click("databaseTest");
        QTRY_VERIFY_WITH_TIMEOUT(Start::answered(), kPatience);
    }
    /// Everything that the page complains about.
    [[nodiscard]] static QString problems() {
        QStringList all;
        if (Start::first() == nullptr) {
            return {};
        }
        for (auto* label : Start::page()->findChildren<QLabel*>()) {
            if (label->objectName().endsWith(QLatin1String("Problem")) && !label->text().isEmpty()) {
                all << label->objectName() + QStringLiteral(": ") + label->text();
            }
        }
        return all.join(QLatin1Char('\n'));
    }
    [[nodiscard]] bool grant(const std::string& database) {
        return m_server.run("GRANT ALL ON `" + database + "`.* TO '" + kUser + "'@'localhost'").has_value();
    }
    [[nodiscard]] store::MysqlSettings grantedDatabase() {
        const auto database = m_server.newDatabase();
        return database && grant(database->database) ? *database : store::MysqlSettings{};
    }

    testing::MariadbServer m_server;
};

}  // namespace test_database_real

QTEST_MAIN(test_database_real::TestDatabaseReal)
#include "test_database_real.moc"
