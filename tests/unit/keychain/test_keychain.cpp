// SPDX-License-Identifier: GPL-3.0-or-later
// Where a database's password comes from: the environment, then the keychain, then nowhere with the reason. The real
// keychain library runs in child processes, on a private message bus with no key ring, a silent one, and one that works
// (KWallet's interface, in memory). Without arguments: the test; "--read NAME", "--write NAME": the child that asks;
// "--wallet", "--silent-wallet": the key ring.
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusContext>
#include <QDir>
#include <QMap>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <cstdio>
#include <cstdlib>

#include "app/workspace/database_connection.h"
#include "app/workspace/refund_sending.h"
#include "tests/support/check.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/support/servers/mariadb_server.h"

using namespace evenhand;

namespace {

/// The part of KWallet's interface that keeps passwords.
class Wallet : public QObject, protected QDBusContext {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.kde.KWallet")
public:
    explicit Wallet(bool silent) : m_silent(silent) {}

public Q_SLOTS:
    QString networkWallet() {
        setDelayedReply(m_silent);
        return QStringLiteral("wallet");
    }
    int open(const QString&, qlonglong, const QString&) { return 1; }
    int entryType(int, const QString&, const QString& key, const QString&) { return m_passwords.contains(key) ? 1 : 0; }
    QString readPassword(int, const QString&, const QString& key, const QString&) { return m_passwords.value(key); }
    int writePassword(int, const QString&, const QString& key, const QString& value, const QString&) {
        m_passwords.insert(key, value);
        return 0;
    }

private:
    const bool m_silent;
    QMap<QString, QString> m_passwords;
};

int runWallet(bool silent) {
    Wallet wallet(silent);
    auto bus = QDBusConnection::sessionBus();
    if (!bus.registerObject(QStringLiteral("/modules/kwalletd5"), &wallet, QDBusConnection::ExportAllSlots) ||
        !bus.registerService(QStringLiteral("org.kde.kwalletd5"))) {
        return 1;
    }
    std::puts("READY");
    std::fflush(stdout);
    return QCoreApplication::exec();
}

int runChild(const QStringList& arguments) {
    const bool impatient = qEnvironmentVariableIsSet("TEST_IMPATIENT");
    const auto keychain =
        impatient ? app::platformKeychain(std::chrono::milliseconds(50)) : app::platformKeychain(std::chrono::hours(1));
    const auto name = arguments[2].toStdString();
    if (arguments[1] == QLatin1String("--write")) {
        const auto kept = keychain->write(name, Secret("sésame"));
        std::puts(kept ? "kept" : kept.error().message.c_str());
        return kept ? 0 : 1;
    }
    const auto found = keychain->read(name);
    std::puts(!found ? found.error().message.c_str() : *found ? std::string((*found)->reveal()).c_str() : "(none)");
    return found ? 0 : 1;
}

class FakeKeychain final : public api::SecretStore {
public:
    Result<std::optional<Secret>> read(const std::string& name) override {
        ++asked;
        if (broken) {
            return fail(ErrorCode::Unsupported, "there is no keychain here");
        }
        const auto found = secrets.find(name);
        return found == secrets.end() ? std::optional<Secret>() : std::optional(Secret(found->second));
    }
    Result<void> remove(const std::string& name) override {
        secrets.erase(name);
        return {};
    }
    Result<void> write(const std::string& name, const Secret& secret) override {
        if (broken) {
            return fail(ErrorCode::Unsupported, "there is no keychain here");
        }
        secrets[name] = std::string(secret.reveal());
        return {};
    }
    std::map<std::string, std::string> secrets;
    bool broken = false;
    int asked = 0;
};

store::MysqlSettings someServer() { return *store::MysqlSettings::fromUrl("mysql://me@db.example:3307/shop"); }

}  // namespace

class TestKeychain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { qunsetenv("EVENHAND_DB_PASSWORD"); }

    void theEnvironmentComesFirst();
    void thenTheKeychain();
    void elseTheReasonIsSaid();
    void withoutABusItIsSaidAtOnce();
    void aBusThatIsGoneIsSaid();
    void aBusWithoutAKeyRingIsSaid();
    void aSilentKeyRingIsGivenUp();
    void aKeyRingKeepsPasswords();
    void theCommandLineKeepsAndFindsIt();
    void theTerminalIsAsked();
    void aFolderKeepsSecrets();
    void memoryKeepsSecretsAsLongAsItLives();
    void aFolderThatIsNotPrivateIsRefused();
    void theEnvironmentNamesTheFolder();
    void theSecretThatSignsRefunds();

private:
    /// A private message bus; its address.
    QString startBus(QProcess& bus) {
        bus.start(QStringLiteral("dbus-daemon"),
                  {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address"),
                   QStringLiteral("--address=unix:path=") + m_folder.filePath(QStringLiteral("bus"))});
        while (!bus.canReadLine()) {
            if (!bus.waitForReadyRead(60'000)) {
                return {};
            }
        }
        return QString::fromUtf8(bus.readLine().trimmed());
    }
    bool startWallet(QProcess& wallet, const QString& address, const char* kind) {
        wallet.setProcessEnvironment(desktop(address));
        wallet.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(kind)});
        return wallet.waitForReadyRead(60'000) && wallet.readLine() == "READY\n";
    }
    static void end(QProcess& process) {
        process.kill();
        process.waitForFinished();
    }
    /// Of a KDE session on this bus.
    static QProcessEnvironment desktop(const QString& address) {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("EVENHAND_DB_PASSWORD"));
        environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), address);
        environment.insert(QStringLiteral("XDG_CURRENT_DESKTOP"), QStringLiteral("KDE"));
        environment.insert(QStringLiteral("KDE_SESSION_VERSION"), QStringLiteral("5"));
        return environment;
    }
    struct Said {
        int code = -1;
        QByteArray text;
    };
    static Said ask(const QProcessEnvironment& environment, const char* what, const char* name) {
        QProcess child;
        child.setProcessEnvironment(environment);
        child.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(what), QString::fromLatin1(name)});
        if (!child.waitForFinished(120'000)) {
            return {};
        }
        return {child.exitCode(), child.readAllStandardOutput().trimmed()};
    }

    QTemporaryDir m_folder;
};

void TestKeychain::theEnvironmentComesFirst() {
    FakeKeychain keychain;
    keychain.secrets["me@db.example:3307/shop"] = "kept";
    for (const char* value : {"given", ""}) {  // an empty one is an answer too
        qputenv("EVENHAND_DB_PASSWORD", value);
        QCOMPARE(app::findPassword(someServer(), keychain).password, std::optional<std::string>(value));
    }
    QCOMPARE(keychain.asked, 0);
}

void TestKeychain::thenTheKeychain() {
    FakeKeychain keychain;
    EVENHAND_NEED(app::keepPassword(someServer(), "kept", &keychain));
    QCOMPARE(app::findPassword(someServer(), keychain).password, std::optional<std::string>("kept"));
    auto secured = someServer();
    secured.sslCa = "/etc/ca.pem";  // the same secret
    QCOMPARE(app::findPassword(secured, keychain).password, std::optional<std::string>("kept"));
    for (const char* other : {"mysql://you@db.example:3307/shop", "mysql://me@db.example/shop",
                              "mysql://me@db.example:3307/depot", "mysql://me@other.example:3307/shop"}) {
        QVERIFY(!app::findPassword(*store::MysqlSettings::fromUrl(other), keychain).password);
    }
}

void TestKeychain::elseTheReasonIsSaid() {
    FakeKeychain keychain;
    const auto none = app::findPassword(someServer(), keychain);
    QVERIFY(!none.password);
    QCOMPARE(none.why,
             std::string("$EVENHAND_DB_PASSWORD is not set; the keychain has none for me@db.example:3307/shop"));
    keychain.broken = true;
    QCOMPARE(app::findPassword(someServer(), keychain).why,
             std::string("$EVENHAND_DB_PASSWORD is not set; there is no keychain here"));
    const auto kept = app::keepPassword(someServer(), "x", &keychain);
    QVERIFY(!kept);
    QCOMPARE(kept.error().code, ErrorCode::Unsupported);
    QVERIFY(kept.error().message.find("EVENHAND_DB_PASSWORD") != std::string::npos);
}

/// As a password, but for one thing: nothing is signed with an empty one, wherever it comes from.
void TestKeychain::theSecretThatSignsRefunds() {
    constexpr const char* kVariable = "EVENHAND_REFUND_SECRET";
    const auto unset = qScopeGuard([] { qunsetenv(kVariable); });
    qunsetenv(kVariable);
    test::MemorySecrets secrets;
    EVENHAND_NEED(secrets.write("refunds", Secret(std::string("kept"))));
    EVENHAND_NEED(secrets.write("empty", Secret(std::string())));
    const auto found = [&](const char* name) {
        const auto secret = app::findRefundSecret(name, secrets);
        return secret ? *secret : std::string(errorName(secret.error().code)) + " of " + secret.error().value;
    };
    for (const bool set : {false, true}) {
        if (set) {
            qputenv(kVariable, "");
        }
        QCOMPARE(found("refunds"), std::string("kept"));
        QCOMPARE(found("empty"), std::string("not_found of empty"));
        QCOMPARE(found("other"), std::string("not_found of other"));
        QCOMPARE(found(""), std::string("not_found of "));
    }
    qputenv(kVariable, "from outside");
    for (const char* name : {"refunds", "empty", "other", ""}) {
        QCOMPARE(found(name), std::string("from outside"));
    }
    qunsetenv(kVariable);
    secrets.broken = true;
    const auto missing = app::findRefundSecret("refunds", secrets);
    QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    QCOMPARE(missing.error().field, std::string("secret_name"));
    QVERIFY(missing.error().message.find("there is no keychain") != std::string::npos);
}

void TestKeychain::withoutABusItIsSaidAtOnce() {
    for (const char* what : {"--read", "--write"}) {
        const auto said = ask(desktop({}), what, "x");
        QCOMPARE(said.code, 1);
        QVERIFY2(said.text.contains("DBUS_SESSION_BUS_ADDRESS"), said.text.constData());
    }
}

void TestKeychain::aBusThatIsGoneIsSaid() {
    for (const char* what : {"--read", "--write"}) {
        const auto said = ask(desktop(QStringLiteral("unix:path=/no/such/bus")), what, "x");
        QCOMPARE(said.code, 1);
        QVERIFY2(said.text.startsWith("the keychain cannot be used ("), said.text.constData());
    }
}

void TestKeychain::aBusWithoutAKeyRingIsSaid() {
    QProcess bus;
    const auto address = startBus(bus);
    QVERIFY2(!address.isEmpty(), bus.readAllStandardError().constData());
    auto other = desktop(address);  // neither KDE nor GNOME
    other.remove(QStringLiteral("XDG_CURRENT_DESKTOP"));
    other.remove(QStringLiteral("KDE_SESSION_VERSION"));
    for (const auto& environment : {desktop(address), other}) {
        for (const char* what : {"--read", "--write"}) {
            const auto said = ask(environment, what, "x");
            QCOMPARE(said.code, 1);
            QVERIFY2(said.text.startsWith("the keychain cannot be used ("), said.text.constData());
        }
    }
    end(bus);
}

void TestKeychain::aSilentKeyRingIsGivenUp() {
    QProcess bus;
    const auto address = startBus(bus);
    QVERIFY2(!address.isEmpty(), bus.readAllStandardError().constData());
    QProcess wallet;
    QVERIFY(startWallet(wallet, address, "--silent-wallet"));
    auto environment = desktop(address);
    environment.insert(QStringLiteral("TEST_IMPATIENT"), QStringLiteral("1"));
    for (const char* what : {"--read", "--write"}) {
        const auto said = ask(environment, what, "x");
        QCOMPARE(said.code, 1);
        QVERIFY2(said.text.contains("does not answer"), said.text.constData());
    }
    end(wallet);
    end(bus);
}

void TestKeychain::aKeyRingKeepsPasswords() {
    QProcess bus;
    const auto address = startBus(bus);
    QVERIFY2(!address.isEmpty(), bus.readAllStandardError().constData());
    QProcess wallet;
    QVERIFY(startWallet(wallet, address, "--wallet"));
    QCOMPARE(ask(desktop(address), "--read", "x").text, QByteArray("(none)"));
    QCOMPARE(ask(desktop(address), "--write", "x").text, QByteArray("kept"));
    QCOMPARE(ask(desktop(address), "--read", "x").text, QByteArray("sésame"));
    QCOMPARE(ask(desktop(address), "--read", "y").text, QByteArray("(none)"));
    end(wallet);
    end(bus);
}

void TestKeychain::theCommandLineKeepsAndFindsIt() {
    testing::MariadbServer server;
    EVENHAND_NEED(server.start());
    auto settings = server.newDatabase();
    EVENHAND_NEED(settings);
    EVENHAND_NEED(server.run("CREATE USER 'clerk'@'localhost' IDENTIFIED BY 'right'"));
    EVENHAND_NEED(server.run("GRANT ALL ON " + settings->database + ".* TO 'clerk'@'localhost'"));
    settings->user = "clerk";
    QProcess bus;
    const auto address = startBus(bus);
    QVERIFY2(!address.isEmpty(), bus.readAllStandardError().constData());
    QProcess wallet;
    QVERIFY(startWallet(wallet, address, "--wallet"));
    const auto run = [&](const QStringList& arguments, const char* password) {
        QProcess ctl;
        auto environment = desktop(address);
        if (password != nullptr) {
            environment.insert(QStringLiteral("EVENHAND_DB_PASSWORD"), QString::fromLatin1(password));
        }
        ctl.setProcessEnvironment(environment);
        // setsid: without a terminal, whoever starts the test.
        ctl.start(QStringLiteral("setsid"),
                  QStringList{QStringLiteral("--wait"), QStringLiteral(EVENHAND_CTL), QStringLiteral("--workspace"),
                              m_folder.filePath(QStringLiteral("shop"))} +
                      arguments);
        return ctl.waitForFinished(120'000) ? Said{ctl.exitCode(), ctl.readAllStandardError()} : Said{};
    };
    const QStringList init{QStringLiteral("init"), QStringLiteral("--keep-password"), QStringLiteral("--database"),
                           QString::fromStdString(settings->url())};
    const auto nowhere = run(init, nullptr);
    QCOMPARE(nowhere.code, 1);
    QVERIFY2(nowhere.text.contains("EVENHAND_DB_PASSWORD is not set; the keychain has none for clerk@") &&
                 nowhere.text.contains("no terminal") && nowhere.text.count('\n') == 1,
             nowhere.text.constData());
    const auto made = run(init, "right");
    QVERIFY2(made.code == 0, made.text.constData());
    const auto found = run({QStringLiteral("verify")}, nullptr);
    QVERIFY2(found.code == 0, found.text.constData());
    QCOMPARE(run({QStringLiteral("verify")}, "wrong").code, 1);  // the environment's comes first
    end(wallet);
    const auto without = run({QStringLiteral("verify")}, nullptr);
    QVERIFY2(without.code == 1 && without.text.contains("the keychain cannot be used ("), without.text.constData());
    QFile kept(m_folder.filePath(QStringLiteral("shop/database.url")));
    QVERIFY(kept.open(QIODevice::ReadOnly) && !kept.readAll().contains("right"));
    end(bus);
}

void TestKeychain::aFolderKeepsSecrets() {
    const auto path = m_folder.filePath(QStringLiteral("secrets"));
    QVERIFY(QDir().mkdir(path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const auto secrets = app::secretFolder(path.toStdString());
    const std::string binary("\0\n\xff\x01", 4);
    const std::vector<std::string> names{"audit/1", "audit%2F1", "../outside", "a/../../b", "ß", "x"};
    for (const auto& name : names) {
        const auto none = secrets->read(name);
        QVERIFY(none && !*none);
        EVENHAND_NEED(secrets->write(name, Secret(name + binary)));
    }
    for (const auto& name : names) {
        const auto found = secrets->read(name);
        QVERIFY(found && *found);
        QCOMPARE(std::string((*found)->reveal()), name + binary);
    }
    const auto files = QDir(path).entryInfoList(QDir::Files | QDir::Hidden);
    QCOMPARE(static_cast<std::size_t>(files.size()), names.size());  // all in the folder, none over another
    for (const auto& file : files) {
        QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }
    EVENHAND_NEED(secrets->remove("x"));
    EVENHAND_NEED(secrets->remove("x"));
    const auto gone = secrets->read("x");
    QVERIFY(gone && !gone->has_value());
}

void TestKeychain::memoryKeepsSecretsAsLongAsItLives() {
    const auto secrets = app::memorySecrets();
    const auto none = secrets->read("webhook/1");
    QVERIFY(none && !none->has_value());
    EVENHAND_NEED(secrets->write("webhook/1", Secret("first")));
    EVENHAND_NEED(secrets->write("webhook/1", Secret("second")));
    const auto found = secrets->read("webhook/1");
    QVERIFY(found && *found);
    QCOMPARE(std::string((*found)->reveal()), std::string("second"));
    EVENHAND_NEED(secrets->remove("webhook/1"));
    EVENHAND_NEED(secrets->remove("webhook/1"));
    const auto gone = secrets->read("webhook/1");
    QVERIFY(gone && !gone->has_value());
}

void TestKeychain::aFolderThatIsNotPrivateIsRefused() {
    const auto path = m_folder.filePath(QStringLiteral("open"));
    const auto secrets = app::secretFolder(path.toStdString());
    const auto refused = [&](const char* why) {
        for (const auto& error :
             {secrets->read("x").error(), secrets->write("x", Secret("s")).error(), secrets->remove("x").error()}) {
            if (error.code != ErrorCode::Unsupported || error.field != "keychain" ||
                error.message.find(why) == std::string::npos) {
                return false;
            }
        }
        return true;
    };
    QVERIFY(refused("no such folder"));
    QVERIFY(QDir().mkdir(path));
    for (const auto extra : {QFile::ReadGroup, QFile::ExeOther, QFile::WriteGroup}) {
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | extra));
        QVERIFY(refused("0700"));
    }
    QVERIFY(QDir().rmdir(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(refused("not a folder"));
    file.close();
    QVERIFY(file.remove());
    QVERIFY(QFile::link(m_folder.path(), path));  // not behind somebody's link
    QVERIFY(refused("not a folder"));
    QVERIFY(QFile::remove(path));
}

void TestKeychain::theEnvironmentNamesTheFolder() {
    const auto path = m_folder.filePath(QStringLiteral("named"));
    QVERIFY(QDir().mkdir(path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    qputenv("EVENHAND_SECRETS_DIR", path.toUtf8());
    EVENHAND_NEED(app::keepPassword(someServer(), "kept"));
    QCOMPARE(app::findPassword(someServer(), *app::systemSecrets()).password, std::optional<std::string>("kept"));
    qunsetenv("EVENHAND_SECRETS_DIR");
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    const auto none = app::keepPassword(someServer(), "kept");
    QVERIFY(!none && none.error().message.find("EVENHAND_SECRETS_DIR") != std::string::npos);
}

void TestKeychain::theTerminalIsAsked() {
    testing::MariadbServer server;
    EVENHAND_NEED(server.start());
    qunsetenv("EVENHAND_DB_PASSWORD");
    auto settings = server.newDatabase();
    EVENHAND_NEED(settings);
    EVENHAND_NEED(server.run("CREATE USER 'clerk'@'localhost' IDENTIFIED BY 'sesame'"));
    EVENHAND_NEED(server.run("GRANT ALL ON " + settings->database + ".* TO 'clerk'@'localhost'"));
    settings->user = "clerk";
    const auto folder = m_folder.filePath(QStringLiteral("asked")).toStdString();
    for (const auto& [typed, code] : {std::pair(QByteArray("wrong"), 1), std::pair(QByteArray("sesame"), 0)}) {
        int terminal = -1;
        const auto pid = ::forkpty(&terminal, nullptr, nullptr, nullptr);
        if (pid == 0) {
            ::unsetenv("DBUS_SESSION_BUS_ADDRESS");
            ::execl(EVENHAND_CTL, "evenhandctl", "--workspace", folder.c_str(), "init", "--database",
                    settings->url().c_str(), static_cast<char*>(nullptr));
            ::_exit(127);
        }
        QVERIFY(pid > 0);
        QByteArray shown;
        bool answered = false;
        char c = 0;
        while (::read(terminal, &c, 1) == 1) {
            shown += c;
            if (!answered && shown.endsWith("(empty for none): ")) {
                answered =
                    ::write(terminal, (typed + '\n').constData(), static_cast<std::size_t>(typed.size() + 1)) > 0;
            }
        }
        int status = -1;
        QCOMPARE(::waitpid(pid, &status, 0), pid);
        ::close(terminal);
        QVERIFY2(WIFEXITED(status) && WEXITSTATUS(status) == code, shown.constData());
        QVERIFY2(shown.startsWith("Password of clerk at ") && !shown.contains(typed), shown.constData());
        QCOMPARE(shown.count("Password of"), 1);
    }
}

int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    if (arguments.size() == 2 && arguments[1].endsWith(QLatin1String("-wallet"))) {
        return runWallet(arguments[1] == QLatin1String("--silent-wallet"));
    }
    if (arguments.size() == 3 && arguments[1].startsWith(QLatin1String("--"))) {
        return runChild(arguments);
    }
    TestKeychain test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_keychain.moc"
