// SPDX-License-Identifier: GPL-3.0-or-later
// The pane of the HTTP API over an engine in memory and a program that serves or refuses as it is told: on and off,
// where, what is said about it, tokens made, shown once and revoked.
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPromise>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>

#include "tests/support/line/over_line.h"
#include "tests/ui/people_hand.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/shell/service_control.h"

namespace test_api_pane {

using namespace evenhand;
using Kind = ui::ServiceState::Kind;

namespace {

/// Answers when the test lets it.
class FakeService final : public ui::ServiceControl {
public:
    [[nodiscard]] const ui::ServiceState& state() const override { return m_state; }
    [[nodiscard]] const ui::ServiceConfig& config() const override { return m_config; }
    void remember(ui::ServiceConfig config) override {
        m_config = std::move(config);
        Q_EMIT changed();
    }
    api::Answer<void> start(ui::ServiceConfig config) override {
        asked.push_back(config);
        const auto before = m_state;
        set({Kind::Starting, {}, {}});
        return later([this, config = std::move(config), before]() -> Result<void> {
            if (refusal) {
                set(before.kind == Kind::Serving ? before : ui::ServiceState{Kind::Failed, {}, refusal});
                return fail(*refusal);
            }
            m_config = config;
            set({Kind::Serving,
                 QStringLiteral("http://%1:%2")
                     .arg(QString::fromStdString(config.address), QString::number(config.port)),
                 {}});
            return {};
        });
    }
    api::Answer<void> stop() override {
        ++stops;
        set({Kind::Stopping, {}, {}});
        return later([this]() -> Result<void> {
            set({});
            return {};
        });
    }
    /// What was asked for is done now.
    void go() { std::exchange(m_next, {})(); }
    void set(ui::ServiceState state) {
        m_state = std::move(state);
        Q_EMIT changed();
    }

    std::vector<ui::ServiceConfig> asked;
    int stops = 0;
    std::optional<Error> refusal;

private:
    api::Answer<void> later(std::function<Result<void>()> work) {
        auto promise = std::make_shared<QPromise<Result<void>>>();
        promise->start();
        m_next = [promise, work = std::move(work)] {
            promise->addResult(work());
            promise->finish();
        };
        return promise->future();
    }
    ui::ServiceState m_state;
    ui::ServiceConfig m_config;
    std::function<void()> m_next;
};

struct Desk : test::PeopleHand<ui::SettingsPage, test::StaffShop> {
    explicit Desk(const std::string& login = {}, bool serves = true) {
        service = serves ? &control : nullptr;
        open(login);
        page->showPane(QStringLiteral("api"));
    }
    ~Desk() { close(); }
    [[nodiscard]] ui::ApiPane* pane() const { return page->api(); }
    void act(const char* which) const { pane()->action(which)->trigger(); }
    [[nodiscard]] QString whyNot(const char* which) const { return why(pane()->action(which)); }
    [[nodiscard]] QString fact(const char* name) const { return pane()->facts()->valueOf(QLatin1String(name)); }
    [[nodiscard]] QString cell(int row, int column) const {
        return pane()->model()->index(row, column).data().toString();
    }
    [[nodiscard]] QString cell(int row, const char* column) const {
        return cell(row, pane()->model()->columnOf(QLatin1String(column)));
    }
    static void tick(const QDialog* dialog, const char* scope) {
        dialog->findChild<QCheckBox*>(QStringLiteral("scope.") + QLatin1String(scope))->setChecked(true);
    }
    template <typename T>
    [[nodiscard]] static T* part(const QDialog* dialog, const char* name) {
        return dialog->findChild<T*>(QLatin1String(name));
    }
    void serve() {
        act("serveApi");
        control.go();
        QTRY_COMPARE(said().tone, ui::Tone::Good);
    }

    FakeService control;
};

}  // namespace

class TestApiPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- on and off -----------------------------------------------------------------------------------------
    void itIsSwitchedOnAndOff() {
        if (test::OverLine::isOn()) {
            return;  // the API of a service is the service's own: a console at one switches none
        }
        Desk desk;
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.fact("State"), QStringLiteral("off"));
        QVERIFY(desk.pane()->action("serveApi")->isEnabled());
        QVERIFY(desk.whyNot("stopApi").contains(QStringLiteral("The API is off")));
        desk.act("serveApi");
        QCOMPARE(desk.control.asked, std::vector{ui::ServiceConfig{}});
        QVERIFY(desk.fact("State").contains(QStringLiteral("starting")));
        QVERIFY(desk.whyNot("serveApi").contains(QStringLiteral("starting")));
        QVERIFY(!desk.ready());
        desk.control.go();
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("http://127.0.0.1:8480")));
        QCOMPARE(desk.fact("Address"), QStringLiteral("http://127.0.0.1:8480"));
        QCOMPARE(desk.fact("API reference"), QStringLiteral("http://127.0.0.1:8480/openapi.json"));
        desk.act("copyApi");
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("http://127.0.0.1:8480"));
        QVERIFY(!desk.pane()->action("serveApi")->isEnabled());
        desk.act("stopApi");
        QCOMPARE(desk.control.stops, 1);
        desk.control.go();
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("has stopped")));
        QCOMPARE(desk.fact("State"), QStringLiteral("off"));
        const std::vector<std::string> noted{"on: http://127.0.0.1:8480", "off: http://127.0.0.1:8480"};
        QTRY_COMPARE(desk.engine.switches(), noted);
    }

    void aFailureIsSaidInItsOwnWords() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        QVERIFY(!desk.pane()->serviceProblem()->isVisible());
        desk.control.refusal = Error{ErrorCode::Storage, "Address already in use", "address", "127.0.0.1 port 8480"};
        desk.act("serveApi");
        desk.control.go();
        QTRY_COMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY(desk.pane()->serviceProblem()->isVisible());
        QVERIFY(desk.pane()->serviceProblem()->text().contains(QStringLiteral("Address already in use")));
        QVERIFY(desk.pane()->action("serveApi")->isEnabled());  // it can be tried again
        QVERIFY(desk.pane()->action("stopApi")->isEnabled());   // or given up
        desk.control.refusal.reset();
        desk.serve();
        QVERIFY(!desk.pane()->serviceProblem()->isVisible());
    }

    void aProgramThatCannotServeSaysSo() {
        Desk desk({}, false);
        QTRY_VERIFY(desk.ready());
        QVERIFY(desk.fact("State").contains(QStringLiteral("cannot serve")));
        for (const auto act : {"serveApi", "stopApi", "apiAddress", "copyApi"}) {
            QVERIFY(desk.whyNot(act).contains(QStringLiteral("cannot serve")));
        }
        QVERIFY(desk.pane()->action("addToken")->isEnabled());  // evenhandctl may serve
    }

    void whoMayNotIsToldSo() {
        Desk desk("auditor");
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.pane()->model()->rowCount(), 3);
        desk.pane()->table()->selectRow(0);
        for (const auto act : {"serveApi", "stopApi", "apiAddress", "addToken", "revokeToken"}) {
            QVERIFY(!desk.pane()->action(act)->isEnabled());
            QVERIFY(desk.whyNot(act).contains(QStringLiteral("manage people")));
        }
        desk.act("serveApi");
        QVERIFY(desk.control.asked.empty());
    }

    void whoMayNotReadSeesWhatIsMissing() {
        Desk desk("dispatcher");
        QTRY_VERIFY(desk.pane()->tokens()->emptyLabel()->isVisible());
        QVERIFY(desk.pane()->tokens()->emptyLabel()->text().contains(QStringLiteral("read the audit log")));
        QCOMPARE(desk.pane()->model()->rowCount(), 0);
        QVERIFY(!desk.pane()->serviceProblem()->isVisible());
    }

    // --- where ----------------------------------------------------------------------------------------------
    void theAddressIsRememberedWhileNothingIsServed() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.act("apiAddress");
        QPointer dialog = desk.pane()->dialog();
        for (const char* wrong : {"", "localhost", "1.2.3", "<b>::1</b>", "::1 ", "127.0.0.1:80"}) {
            Desk::type(dialog, "api_address", QLatin1String(wrong));
            QCOMPARE(dialog->confirmButton()->isEnabled(), QLatin1String(wrong).contains(QLatin1Char(' ')));
        }
        Desk::type(dialog, "api_address", QStringLiteral("0.0.0.0"));
        auto* warning = Desk::part<QLabel>(dialog, "apiClearText");
        QVERIFY(warning->text().contains(QStringLiteral("unencrypted")));
        Desk::type(dialog, "api_address", QStringLiteral("127.0.0.1"));
        QVERIFY(warning->text().isEmpty());
        Desk::part<QSpinBox>(dialog, "api_port")->setValue(0);
        Desk::part<QSpinBox>(dialog, "tokenRate")->setValue(50);
        Desk::confirm(dialog, {});
        QTRY_VERIFY(!dialog || !dialog->isVisible());
        QVERIFY(desk.control.asked.empty());
        QCOMPARE(desk.control.config(), (ui::ServiceConfig{"127.0.0.1", 0, {}, {}, 50}));
        QVERIFY(desk.fact("Address").contains(QStringLiteral("port 0")));
        QCOMPARE(desk.fact("Requests per second per token"), QStringLiteral("50"));
    }

    void certificateAndKeyGoTogether() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const QString pem = desk.folder.filePath(QStringLiteral("a.pem"));
        QFile file(pem);
        QVERIFY(file.open(QIODevice::WriteOnly));
        desk.act("apiAddress");
        QPointer dialog = desk.pane()->dialog();
        Desk::type(dialog, "api_address", QStringLiteral("192.0.2.1"));
        Desk::type(dialog, "api_certificate", desk.folder.filePath(QStringLiteral("none.pem")));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Desk::type(dialog, "api_certificate", pem);
        QVERIFY(!dialog->confirmButton()->isEnabled());
        QVERIFY(dialog->said().contains(QStringLiteral("go together")));
        QVERIFY(Desk::part<QLabel>(dialog, "apiClearText")->text().isEmpty());
        Desk::type(dialog, "api_key", pem);
        Desk::confirm(dialog, {});
        QTRY_COMPARE(desk.control.config().keyFile, pem.toStdString());
        QVERIFY(desk.fact("Encryption").startsWith(QStringLiteral("TLS")));
        QVERIFY(!desk.pane()->warning()->isVisible());
        desk.control.remember({"192.0.2.1", 80, {}, {}, 0});
        QVERIFY(desk.pane()->warning()->isVisible());
        QVERIFY(desk.pane()->warning()->text().contains(QStringLiteral("unencrypted")));
    }

    void whatIsServedMovesOrStaysAsItIs() {
        if (test::OverLine::isOn()) {
            return;  // the API of a service is the service's own: a console at one switches none
        }
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.serve();
        desk.act("apiAddress");
        QPointer dialog = desk.pane()->dialog();
        Desk::part<QSpinBox>(dialog, "api_port")->setValue(81);
        desk.control.refusal = Error{ErrorCode::Storage, "Permission denied", "address", "127.0.0.1 port 81"};
        Desk::confirm(dialog, {});
        QVERIFY(dialog->isBusy());
        desk.control.go();
        QTRY_VERIFY(!dialog->isBusy());
        QVERIFY2(dialog->said().contains(QStringLiteral("Permission denied")), qPrintable(dialog->said()));
        QVERIFY(Desk::part<QLineEdit>(dialog, "api_address")->property("invalid").toBool());
        QCOMPARE(desk.fact("Address"), QStringLiteral("http://127.0.0.1:8480"));
        desk.control.refusal.reset();
        Desk::part<QSpinBox>(dialog, "api_port")->setValue(8'081);
        Desk::confirm(dialog, {});
        desk.control.go();
        QTRY_COMPARE(desk.fact("Address"), QStringLiteral("http://127.0.0.1:8081"));
        QTRY_VERIFY(!dialog || !dialog->isVisible());
        const std::vector<std::string> noted{"on: http://127.0.0.1:8480", "on: http://127.0.0.1:8081"};
        QTRY_COMPARE(desk.engine.switches(), noted);
    }

    // --- tokens ---------------------------------------------------------------------------------------------
    void tokensAreListed() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.cell(0, "name"), QStringLiteral("storefront"));
        QCOMPARE(desk.cell(0, "scopes"), QStringLiteral("Read orders, Place orders, Notify payments"));
        QCOMPARE(desk.cell(0, "rate"), QStringLiteral("200"));
        QCOMPARE(desk.cell(0, "state"), QStringLiteral("Active"));
        QCOMPARE(desk.cell(1, "state"), QStringLiteral("Revoked"));
        QCOMPARE(desk.cell(1, "revokedBy"), QStringLiteral("ann"));
        desk.engine.addToken("later", api::bitOf(api::TokenScope::EventsRead));
        QTRY_COMPARE(desk.pane()->model()->rowCount(), 4);  // somebody else made it
    }

    /// What has no room in a low window is scrolled to, and nothing of it is cut at the side.
    void everyScopeIsReachedInALowWindow() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.act("addToken");
        auto* dialog = desk.pane()->dialog();
        auto* list = Desk::part<QScrollArea>(dialog, "tokenScopes");
        QVERIFY(list != nullptr);
        dialog->resize(dialog->width(), 560);
        QCOMPARE(dialog->height(), 560);
        const auto boxes = list->findChildren<QCheckBox*>();
        QCOMPARE(boxes.size(), static_cast<qsizetype>(api::kTokenScopes));
        const auto* last = Desk::part<QCheckBox>(dialog, "scope.rules.write");
        QVERIFY(last != nullptr);
        const auto isSeen = [list, last] {
            auto* port = list->viewport();
            return port->rect().contains(last->mapTo(port, last->rect().center()));
        };
        QVERIFY(!isSeen());
        list->verticalScrollBar()->setValue(list->verticalScrollBar()->maximum());
        QVERIFY(isSeen());
        for (const auto* box : boxes) {
            QVERIFY2(box->mapTo(list->viewport(), QPoint(box->sizeHint().width(), 0)).x() <= list->viewport()->width(),
                     qPrintable(box->text()));
        }
    }

    void aTokenIsMadeAndItsSecretsShownOnce() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.act("addToken");
        auto* dialog = desk.pane()->dialog();
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Desk::type(dialog, "tokenName", QStringLiteral("till-1"));
        QVERIFY(dialog->said().contains(QStringLiteral("scope")));
        Desk::tick(dialog, "orders.place");
        Desk::tick(dialog, "payments.notify");
        Desk::part<QSpinBox>(dialog, "tokenRate")->setValue(7);
        Desk::confirm(dialog, {});
        QTRY_VERIFY(desk.pane()->secret() != nullptr);
        QPointer secret = desk.pane()->secret();
        const auto made = desk.engine.tokenRows().back();
        using enum api::TokenScope;
        QCOMPARE(made.input, (api::TokenInput{"till-1", api::bitOf(OrdersPlace) | api::bitOf(PaymentsNotify), 7}));
        const QString token = Desk::part<QLineEdit>(secret, "tokenText")->text();
        QVERIFY(token.startsWith(QStringLiteral("evh_")));
        QTest::mouseClick(Desk::part<QPushButton>(secret, "tokenCopy"), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), token);
        QTest::mouseClick(Desk::part<QPushButton>(secret, "signingCopy"), Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("evs_")));
        QTest::mouseClick(Desk::part<QPushButton>(secret, "secretClose"), Qt::LeftButton);
        QTRY_VERIFY(!secret);
        QTRY_COMPARE(desk.pane()->model()->rowCount(), 4);
        QVERIFY(!desk.said().text.contains(token));
        for (int column = 0; column < desk.pane()->model()->columnCount(); ++column) {
            QVERIFY(!desk.cell(3, column).contains(token.section(QLatin1Char('_'), -1)));
        }
    }

    void aTokenThatSignsNothingHasNoKey() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.act("addToken");
        Desk::type(desk.pane()->dialog(), "tokenName", QStringLiteral("reader"));
        Desk::tick(desk.pane()->dialog(), "orders.read");
        Desk::confirm(desk.pane()->dialog(), {});
        QTRY_VERIFY(desk.pane()->secret() != nullptr);
        QVERIFY(Desk::part<QLineEdit>(desk.pane()->secret(), "signingText") == nullptr);
        desk.pane()->secret()->close();
    }

    void aNameThatIsNoneIsRefused() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.act("addToken");
        QPointer dialog = desk.pane()->dialog();
        Desk::tick(dialog, "orders.read");
        const QStringList wrong{QString(),
                                QStringLiteral("Till"),
                                QStringLiteral("a b"),
                                QStringLiteral("订单"),
                                QStringLiteral("a\nb"),
                                QStringLiteral("<b>x</b>"),
                                QString(QChar(0x202e)) + QStringLiteral("a"),
                                QString(41, QLatin1Char('x'))};
        for (const QString& name : wrong) {
            Desk::type(dialog, "tokenName", name);
            QVERIFY2(!dialog->confirmButton()->isEnabled(), qPrintable(name));
            QVERIFY(dialog->said().contains(QStringLiteral("a to z")));
        }
        Desk::type(dialog, "tokenName", QStringLiteral("storefront"));  // the engine knows that it is taken
        Desk::confirm(dialog, {});
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("already exists")));
        QVERIFY(Desk::part<QLineEdit>(dialog, "tokenName")->property("invalid").toBool());
        QVERIFY(desk.pane()->secret() == nullptr);
        dialog->close();
    }

    void withoutAKeychainNobodyNotifiesPayments() {
        Desk desk;
        desk.engine.loseKeychain(true);
        QTRY_VERIFY(desk.ready());
        desk.act("addToken");
        QPointer dialog = desk.pane()->dialog();
        Desk::type(dialog, "tokenName", QStringLiteral("till"));
        Desk::tick(dialog, "payments.notify");
        Desk::confirm(dialog, {});
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("keychain")));
        QCOMPARE(desk.engine.tokenRows().size(), std::size_t{3});
        dialog->close();
    }

    void aTokenIsRevokedWithAReason() {
        Desk desk("administrator");
        QTRY_VERIFY(desk.ready());
        QVERIFY(desk.whyNot("revokeToken").contains(QStringLiteral("Select")));
        desk.pane()->table()->selectRow(1);
        QVERIFY(desk.whyNot("revokeToken").contains(QStringLiteral("already revoked")));
        desk.pane()->table()->selectRow(0);
        desk.act("revokeToken");
        auto* question = desk.pane()->tokens()->flow()->question();
        QVERIFY(question != nullptr && !question->confirmButton()->isEnabled());  // it needs a reason
        Desk::confirm(question, QStringLiteral("it leaked"));
        QTRY_COMPARE(desk.cell(0, "state"), QStringLiteral("Revoked"));
        QCOMPARE(desk.cell(0, "revokedBy"), QStringLiteral("administrator"));
        QCOMPARE(desk.engine.lastReason(), std::string("it leaked"));
    }

    /// Of two people who revoke the same token, the second is told who was first.
    void aTokenThatSomebodyHasRevokedIsToldAsSuch() {
        Desk desk("administrator");
        QTRY_VERIFY(desk.ready());
        desk.pane()->table()->selectRow(0);
        desk.act("revokeToken");
        auto* flow = desk.pane()->tokens()->flow();
        const auto call = test::Shop::by("bo");
        for (const auto& row : desk.engine.must(desk.engine.tokens().tokens(call))) {
            if (QString::fromStdString(row.input.name) == desk.cell(0, "name")) {
                (void)desk.engine.must(desk.engine.tokens().revoke(call, row.id));
            }
        }
        Desk::confirm(flow->question(), QStringLiteral("it leaked"));
        QTRY_VERIFY(flow->outcome() != nullptr);
        const auto* rows = flow->outcome()->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        const QString why = rows->model()->index(0, rows->model()->columnCount() - 1).data().toString();
        QVERIFY2(why.contains(QStringLiteral("by bo")), qPrintable(why));
        QTRY_COMPARE(desk.cell(0, "revokedBy"), QStringLiteral("bo"));
        flow->outcome()->close();
    }

    void namesThatWantToBeSomethingElseStayText() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const QString turned = QString(QChar(0x202e)) + QStringLiteral("<img src=x><b>gnp.exe</b>\n\t") + QChar(0x1b);
        desk.engine.tokens().rowsChange = [&](std::vector<api::TokenRow>& rows) {
            rows.back().input.name = turned.toStdString();  // the engine would not take it
        };
        desk.engine.addToken("turned", api::bitOf(api::TokenScope::OrdersRead));
        QTRY_COMPARE(desk.pane()->model()->rowCount(), 4);
        const QString shown = desk.cell(3, "name");
        QVERIFY(shown.contains(QStringLiteral("<b>")));
        desk.pane()->table()->selectRow(3);
        desk.act("revokeToken");
        auto* question = desk.pane()->tokens()->flow()->question();
        QVERIFY(question != nullptr);
        const QString title = question->windowTitle();
        desk.control.remember({turned.toStdString(), 1, turned.toStdString(), turned.toStdString(), 0});
        for (const QString& words : {shown, title, desk.fact("Address"), desk.fact("Encryption")}) {
            QVERIFY(!words.contains(QChar(0x202e)) && !words.contains(QChar(0x1b)) &&
                    !words.contains(QLatin1Char('\n')));
        }
        for (const auto* label : desk.pane()->findChildren<QLabel*>()) {
            QVERIFY(label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()));
        }
        const auto tip = desk.pane()->model()->index(3, 0).data(Qt::ToolTipRole).toString();
        QVERIFY(!tip.contains(QStringLiteral("<img")));
        question->close();
    }
};

}  // namespace test_api_pane

QTEST_MAIN(test_api_pane::TestApiPane)
#include "test_api_pane.moc"
