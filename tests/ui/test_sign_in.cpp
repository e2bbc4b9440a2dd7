// SPDX-License-Identifier: GPL-3.0-or-later
// Who uses the console: signing in with its delays and a forced new password, the lock by hand and by idleness, roles
// that change while one looks, leaving, and what is remembered per person.
#include <QDialog>
#include <QLabel>
#include <QMenu>

#include "tests/support/line/over_line.h"
#include "tests/ui/console_fixture.h"
#include "tests/ui/people_hand.h"
#include "ui/dialogs/change_password_dialog.h"
#include "ui/pages/orders/order_actions.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/lock_screen.h"
#include "ui/shell/notices.h"
#include "ui/shell/preferences.h"
#include "ui/shell/top_bar.h"
#include "ui/wizards/first_start/first_start.h"
#include "ui/wizards/sign_in/sign_in_window.h"

namespace test_sign_in {

using namespace evenhand;
using api::Role;

namespace {

const QString kPassword = QString::fromLatin1(test::StaffShop::kPassword);

struct Door {
    Door() { window.show(); }
    void attempt(const QString& login, const QString& password) {
        window.login()->setText(login);
        window.password()->setText(password);
        QTRY_VERIFY2(window.signInButton()->isEnabled(), qPrintable(window.signInButton()->toolTip()));
        QTest::mouseClick(window.signInButton(), Qt::LeftButton);
    }
    test::StaffShop shop;
    test::OverLine line{shop, std::nullopt};
    ui::SignInWindow window{line.engine(), QStringLiteral("/data/workspace")};
};

/// A console in which somebody has signed in.
struct Staff {
    test::StaffShop shop;
};
struct Seat : Staff, test::ConsoleOver {
    explicit Seat(const std::string& login, const QString& settings = {}) : ConsoleOver(shop, settings) {
        look.signedIn = shop.enter(login);
        look.actor = look.signedIn->actor;
    }
    void unlock(const QString& password) {
        auto* lock = window->lockScreen();
        lock->password()->setText(password);
        QTRY_VERIFY2(lock->unlockButton()->isEnabled(), qPrintable(lock->unlockButton()->toolTip()));
        QTest::mouseClick(lock->unlockButton(), Qt::LeftButton);
    }
};

}  // namespace

class TestSignIn : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- signing in -----------------------------------------------------------------------------------------
    void nameAndPasswordLetIn() {
        Door door;
        QSignalSpy in(&door.window, &ui::SignInWindow::signedIn);
        QVERIFY(!door.window.signInButton()->isEnabled());
        QVERIFY(!door.window.signInButton()->toolTip().isEmpty());
        door.attempt(QStringLiteral("Dispatcher"), kPassword);
        QTRY_COMPARE(in.count(), 1);
        const auto who = in.at(0).at(0).value<api::SignedIn>();
        QCOMPARE(who.actor.name, std::string("dispatcher"));
        QVERIFY(who.actor.may(api::Permission::Dispatch));
        QVERIFY(!who.actor.may(api::Permission::ManagePeople));
        QVERIFY(door.window.password()->text().isEmpty());  // it does not stay in the field
    }

    /// Whoever stands before the wrong shop, or has no account there, gets out without one.
    void anotherWorkspaceCanBeChosen() {
        Door door;
        QSignalSpy chosen(&door.window, &ui::SignInWindow::otherWorkspaceChosen);
        auto* other = door.window.findChild<QPushButton*>(QStringLiteral("signInOther"));
        QVERIFY(other != nullptr && other->isVisible() && other->isEnabled());
        QTest::mouseClick(other, Qt::LeftButton);
        QCOMPARE(chosen.count(), 1);
    }

    void aRefusalDoesNotSayWhatWasWrong() {
        Door door;
        door.attempt(QStringLiteral("dispatcher"), QStringLiteral("nonsense"));
        QTRY_VERIFY(!door.window.problem().isEmpty());
        const QString known = door.window.problem();
        door.attempt(QStringLiteral("nobody at all"), QStringLiteral("nonsense"));
        QTRY_VERIFY(door.shop.accounts().attempts == 2 && !door.window.problem().isEmpty());
        QCOMPARE(door.window.problem(), known);
    }

    void theDelayGrowsAndIsCountedDown() {
        Door door;
        auto rules = door.shop.rules();
        rules.freeFailures = 1;
        rules.firstDelayMs = 600;
        door.shop.setRules(rules);
        door.attempt(QStringLiteral("auditor"), QStringLiteral("wrong one"));
        QTRY_VERIFY(!door.window.problem().isEmpty());
        door.attempt(QStringLiteral("auditor"), QStringLiteral("wrong two"));
        QTRY_VERIFY(door.shop.accounts().attempts == 2 && !door.window.problem().isEmpty());
        door.attempt(QStringLiteral("auditor"), kPassword);  // too early
        QTRY_VERIFY(door.window.said().contains(QStringLiteral("Wait")));
        door.window.password()->setText(kPassword);
        QVERIFY(!door.window.signInButton()->isEnabled());
        QVERIFY(door.window.signInButton()->toolTip().contains(QStringLiteral("Wait")));
        door.window.password()->setText(QStringLiteral("typed meanwhile"));  // the window goes on
        QCOMPARE(door.window.password()->text(), QStringLiteral("typed meanwhile"));
        door.window.password()->setText(kPassword);
        QTRY_VERIFY(door.window.signInButton()->isEnabled());  // the time is over
        door.shop.pass(1'000);
        QSignalSpy in(&door.window, &ui::SignInWindow::signedIn);
        QTest::mouseClick(door.window.signInButton(), Qt::LeftButton);
        QTRY_COMPARE(in.count(), 1);
        QCOMPARE(in.at(0).at(0).value<api::SignedIn>().failuresSince, std::int64_t{2});
    }

    void whoFailsTooOftenIsLockedOutUntilSomebodyLiftsIt() {
        test::StaffShop shop;
        auto rules = shop.rules();
        rules.freeFailures = 2;
        rules.lockAfter = 3;
        rules.lockMs = 15 * 60'000;
        shop.setRules(rules);
        const auto tries = [&](const QString& password) {
            const test::OverLine line(shop, std::nullopt);
            ui::SignInWindow window(line.engine(), QStringLiteral("/data/workspace"));
            window.show();
            QSignalSpy in(&window, &ui::SignInWindow::signedIn);
            window.login()->setText(QStringLiteral("auditor"));
            window.password()->setText(password);
            QTest::mouseClick(window.signInButton(), Qt::LeftButton);
            (void)QTest::qWaitFor([&] { return in.count() > 0 || !window.problem().isEmpty(); });
            if (in.count() > 0) {
                return QStringLiteral("in");
            }
            window.password()->setText(kPassword);
            return window.signInButton()->isEnabled() ? QStringLiteral("refused") : window.said();
        };
        QCOMPARE(tries(QStringLiteral("wrong one")), QStringLiteral("refused"));
        QCOMPARE(tries(QStringLiteral("wrong two")), QStringLiteral("refused"));
        QCOMPARE(tries(QStringLiteral("wrong three")), QStringLiteral("refused"));
        const QString locked = tries(QStringLiteral("wrong four"));
        QVERIFY2(locked.contains(QStringLiteral("Wait 15:00")) || locked.contains(QStringLiteral("Wait 14:5")),
                 qPrintable(locked));
        QVERIFY(tries(kPassword).contains(QStringLiteral("Wait")));  // also with the right one, in another window
        QCOMPARE(shop.person("auditor")->failures, std::int64_t{3});
        // An administrator, in the console.
        api::Call call;
        call.actor = shop.enter("administrator").actor;
        call.reason = "it was she";
        (void)shop.must(shop.accounts().lift(call, {shop.person("auditor")->id, 0}));
        QCOMPARE(tries(kPassword), QStringLiteral("in"));
    }

    void theWindowNeverWaitsForTheEngine() {
        Door door;
        door.shop.hold(true);
        QSignalSpy in(&door.window, &ui::SignInWindow::signedIn);
        door.attempt(QStringLiteral("auditor"), kPassword);
        QVERIFY(!door.window.signInButton()->isEnabled());
        QVERIFY(door.window.said().contains(QStringLiteral("moment")));
        QTest::keyClicks(door.window.login(), QStringLiteral("x"));
        QVERIFY(door.window.login()->text().endsWith(QLatin1Char('x')));
        QCOMPARE(in.count(), 0);
        door.shop.hold(false);
        QTRY_COMPARE(in.count(), 1);
    }

    void aPasswordSetBySomebodyElseMustBeChanged() {
        Door door;
        door.shop.add("bo", Role::Dispatcher);
        QSignalSpy in(&door.window, &ui::SignInWindow::signedIn);
        door.attempt(QStringLiteral("bo"), kPassword);
        QTRY_VERIFY(door.window.asksForNewPassword());
        QCOMPARE(in.count(), 0);
        const auto type = [&](const QString& text) {
            door.window.newPassword()->first()->setText(text);
            door.window.newPassword()->second()->setText(text);
        };
        type(QStringLiteral("short"));
        QVERIFY(!door.window.changeButton()->isEnabled());
        QVERIFY(door.window.newPassword()->said().contains(QStringLiteral("10")));
        type(QStringLiteral("aaaaaaaaaaaa"));
        QVERIFY(door.window.newPassword()->said().contains(QStringLiteral("repetition")));
        type(kPassword);  // the one that there is
        QTest::mouseClick(door.window.changeButton(), Qt::LeftButton);
        QTRY_VERIFY(!door.window.problem().isEmpty());
        QCOMPARE(in.count(), 0);
        type(QStringLiteral("seven quiet rivers"));
        QTest::mouseClick(door.window.changeButton(), Qt::LeftButton);
        QTRY_COMPARE(in.count(), 1);
        QVERIFY(door.shop.opens("bo", "seven quiet rivers"));
    }

    void theLanguageIsSwitchedBeforeSigningIn() {
        Door door;
        ui::Language language;
        QVERIFY(language.apply(QStringLiteral("zh")));
        QTRY_COMPARE(door.window.signInButton()->text(), QStringLiteral("登录"));
        door.attempt(QStringLiteral("auditor"), QStringLiteral("wrong"));
        QTRY_VERIFY(!door.window.problem().isEmpty());
        QVERIFY(door.window.problem().at(0).unicode() > 0x2e80);
        language.apply(QStringLiteral("en"));
        QTRY_COMPARE(door.window.signInButton()->text(), QStringLiteral("Sign in"));
    }

    void aMegabyteInAFieldIsCut() {
        Door door;
        door.window.login()->setText(QString(1'000'000, QLatin1Char('x')));
        door.window.password()->setText(QString(1'000'000, QLatin1Char('y')));
        QVERIFY(door.window.login()->text().size() < 1'000);
        QVERIFY(door.window.password()->text().size() < 2'000);
    }

    void theFirstStartAsksForAnAdministrator() {
        QTemporaryDir folder;
        ui::FirstStart first({}, folder.filePath(QStringLiteral("new")));
        first.show();
        QSignalSpy create(&first, &ui::FirstStart::createChosen);
        QTest::mouseClick(first.findChild<QPushButton*>(QStringLiteral("startNew")), Qt::LeftButton);
        auto* button = first.findChild<QPushButton*>(QStringLiteral("startCreate"));
        QVERIFY(!button->isEnabled());
        QVERIFY(button->toolTip().contains(QStringLiteral("administrator")));
        const auto* whyNot = first.findChild<QLabel*>(QStringLiteral("startWhyNot"));
        QCOMPARE(whyNot->text(), QStringLiteral("Enter the administrator's name."));
        first.findChild<QLineEdit*>(QStringLiteral("startAdministrator"))->setText(QStringLiteral("ann"));
        QVERIFY(whyNot->text().isEmpty());  // said once, below the fields of the password
        QVERIFY(!first.findChild<QLabel*>(QStringLiteral("newPasswordHint"))->text().isEmpty());
        QVERIFY(button->toolTip().contains(QStringLiteral("administrator")));
        first.findChild<QLineEdit*>(QStringLiteral("newPassword"))->setText(QStringLiteral("seven quiet rivers"));
        QVERIFY(!button->isEnabled());
        first.findChild<QLineEdit*>(QStringLiteral("newPasswordAgain"))->setText(QStringLiteral("seven quiet rivers"));
        QVERIFY2(button->isEnabled(), qPrintable(button->toolTip()));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(create.count(), 1);
        const auto chosen = create.at(0).at(0).value<ui::NewWorkspace>();
        QCOMPARE(chosen.adminLogin, QStringLiteral("ann"));
        QCOMPARE(chosen.adminPassword.reveal(), std::string_view("seven quiet rivers"));
    }

    void failedAttemptsSinceTheLastTimeAreTold() {
        for (const auto& [failures, words] :
             {std::pair(1, QStringLiteral("since then 1 attempt with your name failed.")),
              std::pair(3, QStringLiteral("since then 3 attempts with your name failed."))}) {
            Seat seat("dispatcher");
            seat.look.signedIn->lastSignIn = Instant{1'715'300'000'000};
            seat.look.signedIn->failuresSince = failures;
            const QString said = seat.open().context().notices.last().text;
            QVERIFY2(said.endsWith(words), qPrintable(said));
        }
    }

    // --- the lock -------------------------------------------------------------------------------------------
    void theLockHidesEverythingUntilThePasswordIsGiven() {
        Seat seat("dispatcher");
        auto& window = seat.open();
        seat.showOrders();
        QTRY_VERIFY(seat.orders()->isReady());
        auto* dialog = openChangePassword(window.context(), &window);
        QTRY_VERIFY(dialog->isVisible());
        int undone = 0;
        window.context().notices.post(
            {QStringLiteral("Done"), ui::Tone::Good, QStringLiteral("Undo"), [&undone] { ++undone; }});
        window.lock();
        QVERIFY(window.isLocked());
        QTRY_COMPARE(seat.shop.accounts().locks, 1);  // nobody takes up its session
        QVERIFY(!seat.orders()->isVisible());
        QVERIFY(!seat.orders()->isActive());
        QVERIFY(!dialog->isVisible());
        QVERIFY(window.lockScreen()->isVisible());
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        QVERIFY(!window.palette()->isVisible());
        QTest::keyClick(&window, Qt::Key_1, Qt::AltModifier);
        QVERIFY(!window.pages().front()->isVisible());
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone, 0);
        const auto version = seat.shop.status().committed;
        (void)seat.shop.sell(0);  // the engine works on
        QVERIFY(seat.shop.status().committed >= version);
        seat.unlock(QStringLiteral("not it"));
        QTRY_VERIFY(window.lockScreen()->problem().contains(QStringLiteral("wrong")));
        QVERIFY(window.isLocked());
        seat.unlock(kPassword);
        QTRY_VERIFY(!window.isLocked());
        QTRY_VERIFY(seat.orders()->isActive());
        QVERIFY(dialog->isVisible());
        dialog->close();
        window.activateWindow();  // a window manager's part
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_1, Qt::AltModifier);
        QCOMPARE(window.currentPage(), window.pages().front());
        QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone, 1);
    }

    void itLocksByItselfWhenNobodyIsThere() {
        Seat seat("dispatcher");
        const auto lockAfter = [&](std::int64_t ms) {
            seat.shop.accounts().settingsChange = [ms](api::AccountSettings& rules) { rules.idleLockMs = ms; };
            api::Event event;
            event.kind = api::Event::Kind::PeopleChanged;
            seat.shop.publish({event});
        };
        lockAfter(400);  // less than may be set: nobody waits for a minute here
        auto& window = seat.open();
        QTRY_COMPARE(window.idleWatch().limit(), std::int64_t{400});
        QTRY_VERIFY(window.isLocked());
        QTRY_COMPARE(seat.shop.accounts().locks, 1);
        seat.unlock(kPassword);
        QTRY_VERIFY(!window.isLocked());
        lockAfter(0);  // never, from now on
        QTRY_VERIFY(window.isLocked() || window.idleWatch().limit() == 0);
    }

    void whoeverTypesIsThere() {
        ui::IdleWatch watch;
        QSignalSpy idle(&watch, &ui::IdleWatch::idle);
        QLineEdit edit;
        edit.show();
        watch.setLimit(600'000);
        QTRY_VERIFY(watch.idleMs() > 1'500);
        const auto before = watch.idleMs();
        QTest::keyClick(&edit, Qt::Key_A);
        QVERIFY(watch.idleMs() < before);
        QCOMPARE(idle.count(), 0);
        watch.setLimit(50);
        QTRY_COMPARE(idle.count(), 1);
    }

    void theOwnerOfTheFolderIsNotLockedOut() {
        test::Console console;
        auto& window = console.open();
        window.lock();
        QVERIFY(!window.isLocked());
        auto* action = window.personMenu()->findChild<QAction*>(QStringLiteral("person.lock"));
        if (!action) {
            action = window.findChild<QAction*>(QStringLiteral("person.lock"));
        }
        QVERIFY(action != nullptr);
        QVERIFY(!action->isEnabled());
        QVERIFY(ui::whyDisabled(*action).contains(QStringLiteral("owner of the folder")));
    }

    void aLockThatFailsTooOftenMustWait() {
        Seat seat("auditor");
        auto rules = seat.shop.rules();
        rules.freeFailures = 0;
        rules.firstDelayMs = 60'000;
        seat.shop.setRules(rules);
        auto& window = seat.open();
        window.lock();
        seat.unlock(QStringLiteral("wrong"));
        QTRY_VERIFY(!window.lockScreen()->problem().isEmpty());
        seat.unlock(kPassword);  // too early
        QTRY_VERIFY(window.lockScreen()->said().contains(QStringLiteral("Wait")));
        window.lockScreen()->password()->setText(kPassword);
        QVERIFY(!window.lockScreen()->unlockButton()->isEnabled());
    }

    void theLockSpeaksTheLanguageOfWhoeverIsThere() {
        Seat seat("auditor");
        auto& window = seat.open();
        window.lock();
        const auto english = window.lockScreen()->unlockButton()->text();
        window.setLanguage(QStringLiteral("zh"));
        QTRY_VERIFY(window.lockScreen()->unlockButton()->text() != english);
        QVERIFY(window.isLocked());
        seat.unlock(QStringLiteral("wrong"));
        QTRY_VERIFY(!window.lockScreen()->problem().isEmpty());
        QVERIFY(window.lockScreen()->problem().at(0).unicode() > 0x2e80);
        seat.unlock(kPassword);
        QTRY_VERIFY(!window.isLocked());
    }

    // --- roles and sessions ---------------------------------------------------------------------------------
    void rolesThatChangeCountAtOnce() {
        Seat seat("dispatcher");
        auto& window = seat.open();
        auto& bridge = window.context().bridge;
        QVERIFY(bridge.whyNotAllowed(api::Operation::DispatchReassign).isEmpty());
        QVERIFY(!bridge.whyNotAllowed(api::Operation::ReturnsApprove).isEmpty());
        QSignalSpy changed(&bridge, &ui::EngineBridge::permissionsChanged);
        seat.shop.setRolesOf("dispatcher", {Role::RefundApprover});
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(bridge.whyNotAllowed(api::Operation::ReturnsApprove).isEmpty());
        const QString why = bridge.whyNotAllowed(api::Operation::DispatchReassign);
        QVERIFY2(why.contains(QStringLiteral("\"dispatch\"")), qPrintable(why));
        QVERIFY(why.contains(QStringLiteral("Dispatcher")));
        seat.showOrders();
        QTRY_VERIFY(seat.orders()->isReady());
        bool told = false;
        for (const auto* action : seat.orders()->commands()) {
            told = told || ui::whyDisabled(*action).contains(QStringLiteral("has no permission"));
        }
        QVERIFY(told);
    }

    void rolesThatChangeReachAQuestionThatStands() {
        Seat seat("refund_clerk");
        auto& window = seat.open();
        seat.showOrders();
        QTRY_VERIFY(seat.orders()->isReady());
        auto* actions = seat.orders()->pane();
        auto& model = seat.orders()->model();
        int row = 0;
        while (row < 200 && (!model.row(row) || model.row(row)->status != api::OrderStatus::WaitPay)) {
            ++row;
        }
        seat.orders()->table()->selectRow(row);
        QTRY_VERIFY(actions->action(ui::OrderAction::MarkPaid)->isEnabled());
        seat.shop.setRolesOf("refund_clerk", {Role::Auditor});
        QTRY_VERIFY(!actions->action(ui::OrderAction::MarkPaid)->isEnabled());
        QVERIFY(ui::whyDisabled(*actions->action(ui::OrderAction::MarkPaid))
                    .contains(QStringLiteral("record payments by hand")));
        seat.shop.setRolesOf("refund_clerk", {Role::RefundClerk, Role::Dispatcher});
        QTRY_VERIFY(actions->action(ui::OrderAction::MarkPaid)->isEnabled());
        QVERIFY(window.context().bridge.whyNotAllowed(api::Operation::DispatchReassign).isEmpty());
    }

    void everybodysLanguageIsRemembered() {
        QTemporaryDir folder;
        const QString settings = folder.filePath(QStringLiteral("console.ini"));
        {
            Seat seat("dispatcher", settings);
            seat.open().setLanguage(QStringLiteral("zh"));
        }
        {
            Seat other("auditor", settings);
            other.look.language.clear();
            QVERIFY(other.open().context().preferences.value(QStringLiteral("look/language")).toString() !=
                    QLatin1String("zh"));
        }
        Seat seat("dispatcher", settings);
        seat.look.language.clear();
        auto& window = seat.open();
        auto* who = window.findChild<QAction*>(QStringLiteral("person.who"));
        QTRY_VERIFY(who->text().contains(QStringLiteral("调度员")));
        window.setLanguage(QStringLiteral("en"));
    }

    void everyDisabledCommandSaysWhy() {
        for (const char* role : {"auditor", "refund_clerk", "campaign_manager"}) {
            Seat seat(role);
            auto& window = seat.open();
            for (std::size_t i = 0; i < window.pages().size(); ++i) {
                window.showPage(static_cast<int>(i));
                for (const auto* action : window.pages()[i]->commands()) {
                    QVERIFY2(action->isEnabled() || !ui::whyDisabled(*action).isEmpty() ||
                                 action->toolTip() != action->text(),
                             qPrintable(QLatin1String(role) + QLatin1Char(' ') + action->objectName()));
                }
            }
        }
    }

    void aSessionThatIsEndedLeavesTheWindow() {
        Seat seat("dispatcher");
        auto& window = seat.open();
        QSignalSpy out(&window, &ui::MainWindow::signedOut);
        seat.shop.disable("dispatcher");
        QTRY_COMPARE(out.count(), 1);
        QVERIFY(out.at(0).at(0).toString().contains(QStringLiteral("no longer signed in")));
        QVERIFY(window.context()
                    .bridge.whyNotAllowed(api::Operation::OrdersRead)
                    .contains(QStringLiteral("no longer signed in")));
    }

    void signingOutEndsTheSession() {
        Seat seat("dispatcher");
        auto& window = seat.open();
        QSignalSpy out(&window, &ui::MainWindow::signedOut);
        window.context().session.requestSignOut();
        QTRY_COMPARE(out.count(), 1);
        QVERIFY(out.at(0).at(0).toString().isEmpty());
        QVERIFY(seat.look.actor.ended());
    }

    void nobodySignsInWhereNobodyIs() {
        test::Console console;
        auto& window = console.open();
        QSignalSpy out(&window, &ui::MainWindow::signedOut);
        window.context().session.requestSignOut();
        QTRY_VERIFY(window.services().notices.last().text.contains(QStringLiteral("Nobody can sign in")));
        QCOMPARE(out.count(), 0);
        (void)console.shop.must(console.shop.accounts().create(
            test::Shop::by("root"), {"ann", "Ann", {Role::Administrator}}, Secret("seven quiet rivers")));
        window.context().session.requestSignOut();
        QTRY_COMPARE(out.count(), 1);
    }

    void onesPasswordIsChanged() {
        Seat seat("dispatcher");
        auto& window = seat.open();
        QPointer dialog = openChangePassword(window.context(), &window);
        using Hand = test::PeopleHand<ui::OrdersPage>;
        Hand::type(dialog, "presentPassword", QStringLiteral("not it"));
        Hand::typePassword(dialog, QStringLiteral("seven quiet rivers"));
        Hand::confirm(dialog, {});
        QTRY_VERIFY(dialog->findChild<QLineEdit*>(QStringLiteral("presentPassword"))->property("invalid").toBool());
        Hand::type(dialog, "presentPassword", kPassword);
        Hand::confirm(dialog, {});
        QTRY_VERIFY(seat.shop.opens("dispatcher", "seven quiet rivers"));
        QTRY_VERIFY(!dialog || !dialog->isVisible());
        QVERIFY(!seat.look.actor.ended());  // this session goes on
    }

    // --- per person -----------------------------------------------------------------------------------------
    void everybodyHasALayoutOfTheirOwn() {
        QTemporaryDir folder;
        const QString settings = folder.filePath(QStringLiteral("console.ini"));
        {
            Seat seat("dispatcher", settings);
            auto& window = seat.open();
            window.showPage(static_cast<int>(window.pages().size()) - 2);
            window.context().preferences.setValue(QStringLiteral("audit/columns"), QByteArray("mine"));
        }
        {
            Seat seat("auditor", settings);
            auto& window = seat.open();
            QCOMPARE(window.currentPage(), window.pages().front());
            QVERIFY(!window.context().preferences.value(QStringLiteral("audit/columns")).isValid());
        }
        Seat seat("dispatcher", settings);
        auto& window = seat.open();
        QCOMPARE(window.currentPage(), window.pages()[window.pages().size() - 2]);
        QCOMPARE(window.context().preferences.value(QStringLiteral("audit/columns")).toByteArray(), QByteArray("mine"));
    }

    void theMenuSaysWhoAndInWhichRole() {
        Seat seat("refund_clerk");
        auto& window = seat.open();
        auto* who = window.findChild<QAction*>(QStringLiteral("person.who"));
        QVERIFY(who != nullptr);
        QVERIFY(who->text().contains(QStringLiteral("refund_clerk")));
        QVERIFY(who->text().contains(QStringLiteral("Refund clerk")));
        window.setLanguage(QStringLiteral("zh"));
        QTRY_VERIFY(who->text().contains(QStringLiteral("退款专员")));
    }
};

}  // namespace test_sign_in

QTEST_MAIN(test_sign_in::TestSignIn)
#include "test_sign_in.moc"
