// SPDX-License-Identifier: GPL-3.0-or-later
// A console that is told on the command line who uses it: with the password in a file of theirs it asks nothing, else
// it asks for the password alone.
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "app/evenhand/console_app.h"
#include "app/workspace/workspace.h"
#include "tests/support/check.h"

namespace test_sign_in_by_name_real {

using namespace evenhand;

namespace {

constexpr int kPatience = 40'000;
const QByteArray kPassword = "seven quiet rivers";

template <typename T>
T* topLevel() {
    for (auto* widget : QApplication::topLevelWidgets()) {
        if (auto* found = qobject_cast<T*>(widget); found && found->isVisible()) {
            return found;
        }
    }
    return nullptr;
}

}  // namespace

class TestSignInByNameReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        qunsetenv("EVENHAND_PASSWORD_FILE");
        qputenv("EVENHAND_SECRETS_DIR", QFile::encodeName(m_folder->filePath(QStringLiteral("none"))));
    }
    void cleanup() {
        m_console.reset();
        m_folder.reset();
        qunsetenv("EVENHAND_PASSWORD_FILE");
    }

    void withThePasswordNothingIsAsked() {
        keep(kPassword + "\n");
        open("ann");
        QTRY_VERIFY_WITH_TIMEOUT(topLevel<ui::MainWindow>(), kPatience);
        const auto title = topLevel<ui::MainWindow>()->windowTitle();
        QVERIFY2(title.startsWith(QStringLiteral("ann – shop")), qPrintable(title));
        QVERIFY(!topLevel<ui::SignInWindow>());
    }

    void withoutItIsAskedForAlone() {
        open("ann");
        QTRY_VERIFY_WITH_TIMEOUT(topLevel<ui::SignInWindow>(), kPatience);
        QTRY_COMPARE(topLevel<ui::SignInWindow>()->login()->text(), QStringLiteral("ann"));
        QCOMPARE(topLevel<ui::SignInWindow>()->problem(), QString());
    }

    void aWrongOneIsSaid() {
        keep("seven loud rivers\n");
        open("ann");
        QTRY_VERIFY_WITH_TIMEOUT(topLevel<ui::SignInWindow>(), kPatience);
        QTRY_COMPARE(topLevel<ui::SignInWindow>()->login()->text(), QStringLiteral("ann"));
        QVERIFY(!topLevel<ui::SignInWindow>()->problem().isEmpty());
    }

    void aFileThatOthersCanReadIsRefused() {
        keep(kPassword + "\n");
        QVERIFY(QFile::setPermissions(m_folder->filePath(QStringLiteral("password")),
                                      QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther));
        open("ann");
        QTRY_VERIFY_WITH_TIMEOUT(topLevel<ui::SignInWindow>(), kPatience);
        QVERIFY(!topLevel<ui::SignInWindow>()->problem().isEmpty());
    }

    /// Somebody else has set this one.
    void aFirstPasswordHasToBeChanged() {
        keep("a first password\n");
        open("ben");
        QTRY_VERIFY_WITH_TIMEOUT(topLevel<ui::SignInWindow>(), kPatience);
        QTRY_COMPARE(topLevel<ui::SignInWindow>()->login()->text(), QStringLiteral("ben"));
        QVERIFY(!topLevel<ui::MainWindow>());
    }

private:
    void keep(const QByteArray& text) {
        QFile file(m_folder->filePath(QStringLiteral("password")));
        QVERIFY(file.open(QIODevice::WriteOnly, QFile::ReadOwner | QFile::WriteOwner) &&
                file.write(text) == text.size());
        qputenv("EVENHAND_PASSWORD_FILE", QFile::encodeName(file.fileName()));
    }
    /// A workspace with people, as `login`.
    void open(const char* login) {
        const QString shop = m_folder->filePath(QStringLiteral("shop"));
        {
            const auto workspace = app::Workspace::create(shop.toStdString(), {}, {});
            EVENHAND_NEED(workspace);
            const api::Call owner{api::Actor::administrator("local:tester"), {}, {}};
            auto& accounts = (*workspace)->accounts();
            EVENHAND_NEED(
                accounts.create(owner, {"ann", "Ann", {api::Role::Administrator}}, Secret(kPassword.toStdString()))
                    .result());
            EVENHAND_NEED(
                accounts.create(owner, {"ben", "Ben", {api::Role::Dispatcher}}, Secret("a first password")).result());
        }
        app::ProgramOptions options;
        options.workspace = shop;
        options.login = QLatin1String(login);
        options.language = QStringLiteral("en");
        options.theme = ui::ThemeChoice::Light;
        m_console = std::make_unique<app::ConsoleApp>(options, m_folder->filePath(QStringLiteral("console.ini")));
        QVERIFY(m_console->start());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<app::ConsoleApp> m_console;
};

}  // namespace test_sign_in_by_name_real

QTEST_MAIN(test_sign_in_by_name_real::TestSignInByNameReal)
#include "test_sign_in_by_name_real.moc"
