// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the first start that connects to a service, and the question about its certificate: by mouse and
// keyboard, in both languages.
#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "tests/ui/nameless.h"
#include "ui/dialogs/fingerprint_dialog.h"
#include "ui/shell/language.h"
#include "ui/wizards/first_start/first_start.h"

namespace test_service_page {

using namespace evenhand;
using Page = ui::ServicePage;

namespace {

const QString kShown = QStringList(32, QStringLiteral("AB")).join(QLatin1Char(':'));
const QString kBefore = QStringList(32, QStringLiteral("0C")).join(QLatin1Char(':'));

/// The window of the first start with the page of the service, where "bad" is not an address.
struct First {
    explicit First(const std::vector<ui::ServiceChoice>& recents = {}) {
        page()->setAddressCheck([](const QString& addresses) {
            for (const QString& part : addresses.split(QLatin1Char(','))) {
                if (part.trimmed().isEmpty() || part.contains(QLatin1String("bad"))) {
                    return part.trimmed().isEmpty() ? QStringLiteral(",") : part.trimmed();
                }
            }
            return QString();
        });
        page()->setRecents(recents);
        window.show();
        QTest::mouseClick(part<QPushButton>("startService"), Qt::LeftButton);
    }
    [[nodiscard]] Page* page() const { return window.servicePage(); }
    template <typename T>
    [[nodiscard]] T* part(const char* name) const {
        return window.findChild<T*>(QLatin1String(name));
    }
    void type(const char* field, const QString& text) const {
        auto* edit = part<QLineEdit>(field);
        edit->clear();
        QTest::keyClicks(edit, text);
    }

    ui::FirstStart window{{}, QStringLiteral("/nowhere/new")};
    QSignalSpy asked{window.servicePage(), &Page::connectRequested};
};

ui::ServiceChoice choiceOf(const QSignalSpy& asked) { return asked.last().at(0).value<ui::ServiceChoice>(); }

}  // namespace

class TestServicePage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byMouse() {
        First first;
        QVERIFY(first.page()->isVisible());
        QVERIFY(!first.part<QListWidget>("serviceRecents")->isVisible());
        auto* connect = first.part<QPushButton>("serviceConnect");
        QVERIFY(!connect->isEnabled() && !connect->toolTip().isEmpty());
        first.type("serviceAddresses", QStringLiteral(" shop.example:8480, spare.example "));
        QVERIFY(connect->isEnabled());
        QTest::mouseClick(connect, Qt::LeftButton);
        QCOMPARE(first.asked.count(), 1);
        QCOMPARE(choiceOf(first.asked).addresses, QStringLiteral("shop.example:8480, spare.example"));
        QCOMPARE(choiceOf(first.asked).authorityFile, QString());
        QTest::mouseClick(first.part<QPushButton>("serviceBack"), Qt::LeftButton);
        QVERIFY(!first.page()->isVisible());
    }

    void byKeyboard() {
        First first;
        QVERIFY(QTest::qWaitForWindowActive(&first.window));
        auto* addresses = first.part<QLineEdit>("serviceAddresses");
        QTRY_COMPARE(first.window.focusWidget(), addresses);
        QTest::keyClicks(addresses, QStringLiteral("shop.example"));
        QTest::keyClick(addresses, Qt::Key_Return);
        QCOMPARE(first.asked.count(), 1);
        // While the console connects, Cancel has the focus, so pressing a key does not connect again.
        QSignalSpy cancelled(first.page(), &Page::cancelRequested);
        first.page()->setBusy(true, QStringLiteral("Connecting…"));
        auto* cancel = first.part<QPushButton>("serviceCancel");
        QCOMPARE(first.window.focusWidget(), cancel);
        QVERIFY(!addresses->isEnabled());
        QTest::keyClick(cancel, Qt::Key_Space);
        QCOMPARE(cancelled.count(), 1);
        QCOMPARE(first.asked.count(), 1);
        first.page()->setBusy(false);
        QVERIFY(addresses->isEnabled() && !cancel->isVisible());
        QCOMPARE(first.window.focusWidget(), first.part<QPushButton>("serviceConnect"));
    }

    void whatIsNoAddressIsSaidAtTheField() {
        First first;
        first.type("serviceAddresses", QStringLiteral("shop.example,bad:port"));
        QVERIFY(!first.part<QPushButton>("serviceConnect")->isEnabled());
        QVERIFY(first.page()->problemAt(Page::Addresses).isEmpty());  // it may still become an address
        QTest::keyClick(first.part<QLineEdit>("serviceAddresses"), Qt::Key_Return);
        QCOMPARE(first.asked.count(), 0);
        QVERIFY2(first.page()->problemAt(Page::Addresses).contains(QLatin1String("\"bad:port\"")),
                 qPrintable(first.page()->problemAt(Page::Addresses)));
        QTest::keyClick(first.part<QLineEdit>("serviceAddresses"), Qt::Key_Backspace);
        QVERIFY(first.page()->problemAt(Page::Addresses).isEmpty());
        // A file that cannot be read.
        first.type("serviceAddresses", QStringLiteral("shop.example"));
        first.type("serviceAuthority", QStringLiteral("/nowhere/ca.pem"));
        QTRY_VERIFY(!first.part<QPushButton>("serviceConnect")->isEnabled());
    }

    void aFailureIsSaidAtItsField_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("chinese");
        const auto row = [](const char* name, ErrorCode code, const char* field, const char* value,
                            const QString& english, const QString& chinese) {
            QTest::newRow(name) << static_cast<int>(code) << QString::fromLatin1(field) << QString::fromLatin1(value)
                                << english << chinese;
        };
        row("nobody there", ErrorCode::Unreachable, "service", "shop.example:8480",
            QStringLiteral("No service answers at shop.example:8480. Check that it runs there"),
            QStringLiteral("shop.example:8480 没有服务应答"));
        row("another version", ErrorCode::WorkspaceVersion, "service", "9.9.9",
            QStringLiteral("The service runs version 9.9.9, this console " EVENHAND_VERSION),
            QStringLiteral("服务的版本是 9.9.9"));
        row("not trusted", ErrorCode::AddressRefused, "fingerprint", "abc",
            QStringLiteral("The certificate of the service is not trusted"), QStringLiteral("服务的证书不受信任"));
    }
    void aFailureIsSaidAtItsField() {
        QFETCH(int, code);
        QFETCH(QString, field);
        QFETCH(QString, value);
        QFETCH(QString, english);
        QFETCH(QString, chinese);
        const Error error{static_cast<ErrorCode>(code), "in English", field.toStdString(), value.toStdString()};
        ui::Language language;
        for (const char* code2 : {"en", "zh"}) {
            QVERIFY(language.apply(QLatin1String(code2)));
            First first;
            first.type("serviceAddresses", QStringLiteral("shop.example:8480"));
            first.page()->showProblem(error);
            const QString said = first.page()->problemAt(Page::Addresses);
            QVERIFY2(said.contains(QLatin1String(code2) == QLatin1String("en") ? english : chinese), qPrintable(said));
            QVERIFY(first.part<QLabel>("serviceAddressesProblem")->isVisible());
        }
        QVERIFY(language.apply(QStringLiteral("en")));
    }

    void anAuthorityWithoutACertificateIsSaidAtItsField() {
        ui::Language language;
        const Error error{ErrorCode::InvalidArgument, "in English", "authority", "/etc/ssl/notes.txt"};
        for (const char* code : {"en", "zh"}) {
            QVERIFY(language.apply(QLatin1String(code)));
            First first;
            first.type("serviceAddresses", QStringLiteral("shop.example:8480"));
            first.page()->showProblem(error);
            QCOMPARE(first.page()->problemAt(Page::Authority),
                     QLatin1String(code) == QLatin1String("en")
                         ? QStringLiteral("This file holds no certificate in PEM.")
                         : QStringLiteral("此文件中没有 PEM 证书。"));
            QVERIFY(first.part<QLabel>("serviceAuthorityProblem")->isVisible());
            QVERIFY(first.page()->problemAt(Page::Addresses).isEmpty());
        }
        QVERIFY(language.apply(QStringLiteral("en")));
    }

    void servicesThatWereUsedAreOfferedAgain() {
        First first({{QStringLiteral("shop.example:8480"), {}},
                     {QStringLiteral("a.example,b.example"), QStringLiteral("/etc/ssl/ca.pem")}});
        auto* recents = first.part<QListWidget>("serviceRecents");
        QVERIFY(recents->isVisible());
        QCOMPARE(first.page()->choice().addresses, QStringLiteral("shop.example:8480"));
        recents->setFocus();
        QTest::keyClick(recents, Qt::Key_Down);
        QCOMPARE(first.page()->choice(),
                 (ui::ServiceChoice{QStringLiteral("a.example,b.example"), QStringLiteral("/etc/ssl/ca.pem")}));
        QTest::keyClick(recents, Qt::Key_Up);
        QTest::keyClick(recents, Qt::Key_Return);
        QTRY_COMPARE(first.asked.count(), 1);
        QCOMPARE(choiceOf(first.asked).addresses, QStringLiteral("shop.example:8480"));
        QCOMPARE(test::nameless(first.window).join(QLatin1Char('\n')), QString());
    }

    void aCertificateIsTrustedOnlyOnPurpose() {
        QWidget window;
        window.show();
        const auto ask = [&window] {
            auto* dialog = new ui::FingerprintDialog(
                {QStringLiteral("shop.example:8480"), kShown, {}, QStringLiteral("/home/known_services")}, &window);
            dialog->open();
            return QPointer(dialog);
        };
        const auto button = [](const QPointer<ui::FingerprintDialog>& dialog, const char* name) {
            return dialog->findChild<QPushButton*>(QLatin1String(name));
        };
        auto dialog = ask();
        QSignalSpy trusted(dialog.data(), &ui::FingerprintDialog::trusted);
        const auto* shown = dialog->findChild<QLabel*>(QStringLiteral("fingerprintShown"));
        QCOMPARE(shown->text().remove(QLatin1Char('\n')), kShown);
        QVERIFY(shown->textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
        QCOMPARE(shown->font().family(), QFontDatabase::systemFont(QFontDatabase::FixedFont).family());
        QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("fingerprintCommand"))
                    ->text()
                    .contains(QLatin1String("-fingerprint -sha256")));
        QCOMPARE(test::nameless(*dialog).join(QLatin1Char('\n')), QString());
        // Escape and Enter do not accept the certificate.
        QVERIFY(button(dialog, "fingerprintCancel")->isDefault());
        QVERIFY(!button(dialog, "fingerprintTrust")->autoDefault());
        QTest::keyClick(dialog.data(), Qt::Key_Return);
        QTRY_VERIFY(dialog == nullptr);
        dialog = ask();
        QSignalSpy again(dialog.data(), &ui::FingerprintDialog::trusted);
        QTest::keyClick(dialog.data(), Qt::Key_Escape);
        QTRY_VERIFY(dialog == nullptr);
        QCOMPARE(trusted.count() + again.count(), 0);
        dialog = ask();
        QSignalSpy meant(dialog.data(), &ui::FingerprintDialog::trusted);
        QTest::mouseClick(button(dialog, "fingerprintTrust"), Qt::LeftButton);
        QCOMPARE(meant.count(), 1);
        QTRY_VERIFY(dialog == nullptr);
    }

    void anotherCertificateThanBeforeCannotBeTrusted() {
        ui::Language language;
        for (const char* code : {"en", "zh"}) {
            QVERIFY(language.apply(QLatin1String(code)));
            QWidget window;
            window.show();
            QPointer dialog = new ui::FingerprintDialog(
                {QStringLiteral("shop.example:8480"), kShown, kBefore, QStringLiteral("/home/known_services")},
                &window);
            dialog->open();
            const auto text = [&dialog](const char* name) {
                return dialog->findChild<QLabel*>(QLatin1String(name))->text().remove(QLatin1Char('\n'));
            };
            QCOMPARE(text("fingerprintShown"), kShown);
            QCOMPARE(text("fingerprintBefore"), kBefore);
            QCOMPARE(text("fingerprintFile"), QStringLiteral("/home/known_services"));
            QVERIFY(text("fingerprintChanged").contains(QLatin1String("shop.example:8480")));
            QVERIFY(QLatin1String(code) == QLatin1String("en") ||
                    text("fingerprintChanged").contains(QStringLiteral("证书与以前不同")));
            QCOMPARE(dialog->findChildren<QPushButton*>().size(), 1);  // the dialog can only be closed
            QSignalSpy trusted(dialog.data(), &ui::FingerprintDialog::trusted);
            QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("fingerprintClose")), Qt::LeftButton);
            QCOMPARE(trusted.count(), 0);
            QTRY_VERIFY(dialog == nullptr);
        }
        QVERIFY(language.apply(QStringLiteral("en")));
    }
};

}  // namespace test_service_page

QTEST_MAIN(test_service_page::TestServicePage)
#include "test_service_page.moc"
