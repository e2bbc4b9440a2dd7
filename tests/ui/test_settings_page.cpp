// SPDX-License-Identifier: GPL-3.0-or-later
// The page of settings over an engine in memory: people and roles, one's own account, webhooks with their secrets and
// log, backups and restoring; refusals at the field they are about, and what is missing to whom.
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QPromise>
#include <QSpinBox>

#include "tests/support/order_shop.h"
#include "tests/ui/team_hand.h"
#include "ui/pages/settings/settings_page.h"
#include "ui/shell/jobs.h"
#include "ui/shell/restore_seam.h"
#include "ui/shell/session.h"

using namespace evenhand;
using api::Role;

namespace {

template <typename T>
api::Answer<T> now(Result<T> result) {
    QPromise<Result<T>> promise;
    promise.start();
    promise.addResult(std::move(result));
    promise.finish();
    return promise.future();
}

/// Knows one good file; restores into any folder.
class FakeRestore final : public ui::RestoreSeam {
public:
    explicit FakeRestore(const test::FakeBackups*& backups) : m_backups(backups) {}
    api::Answer<ui::RestoreLook> look(std::string file) override {
        if (file.find("good") == std::string::npos) {
            return now<ui::RestoreLook>(fail(ErrorCode::BackupDamaged, "the checksum is wrong", "path", file));
        }
        ui::RestoreLook look;
        look.manifest = m_backups->manifest();
        look.orders = 100'000;
        look.people = 6;
        look.outwardPending = 7;
        look.entriesSince = 12;
        return now<ui::RestoreLook>(std::move(look));
    }
    api::Answer<api::BackupManifest> restore(api::Actor actor, ui::RestoreWish asked,
                                             std::function<void(std::int64_t, std::int64_t)> progress) override {
        who = actor.name;
        wish = std::move(asked);
        progress(50, 100);
        return refuse ? now<api::BackupManifest>(fail(ErrorCode::Storage, "disk full"))
                      : now<api::BackupManifest>(m_backups->manifest());
    }
    ui::RestoreWish wish;
    std::string who;
    bool refuse = false;

private:
    const test::FakeBackups*& m_backups;
};

template <typename EngineType>
struct Hand : test::TeamHand<ui::SettingsPage, EngineType> {
    [[nodiscard]] ui::PeoplePane* people() const { return this->page->people(); }
    [[nodiscard]] ui::WebhookPane* hooks() const { return this->page->webhooks(); }
    QAction* choose(const std::string& login, ui::PeoplePane::Act act) const {
        people()->choose(login);
        return people()->action(act);
    }
};

/// People, over the real engine.
struct Staff : Hand<test::StaffShop> {
    explicit Staff(const char* pane, const std::string& login = {}) {
        open(login);
        page->showPane(QLatin1String(pane));
    }
};

struct Desk : Hand<test::FakeEngine> {
    explicit Desk(const char* pane, const std::string& login = {}) {
        restore = &seam;
        backups = &engine.backups();
        engine.accounts().fill();
        open(login);
        page->showPane(QLatin1String(pane));
    }
    ~Desk() { close(); }

    const test::FakeBackups* backups = nullptr;
    FakeRestore seam{backups};
};

}  // namespace

class TestSettingsPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- people ---------------------------------------------------------------------------------------------
    void peopleAreListedWithTheirRoles() {
        Staff desk("people");
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.people()->model()->rowCount(), 6);
        const int row = desk.people()->model()->rowOf("refund_clerk");
        QCOMPARE(desk.people()->model()->index(row, ui::PersonModel::Roles).data().toString(),
                 QStringLiteral("Refund clerk"));
        const auto signedIn = [&](int of) {
            return desk.people()->model()->index(of, ui::PersonModel::LastSignIn).data().toString();
        };
        QVERIFY(signedIn(row) != QStringLiteral("never"));
        desk.engine.add("new here", Role::Dispatcher);
        QTRY_VERIFY(desk.people()->model()->rowOf("new here") >= 0);
        QCOMPARE(signedIn(desk.people()->model()->rowOf("new here")), QStringLiteral("never"));
    }

    void aPersonIsAddedAndMustChangeThePassword() {
        Staff desk("people");
        QTRY_VERIFY(desk.ready());
        desk.people()->action(ui::PeoplePane::Add)->trigger();
        auto* dialog = desk.people()->dialog();
        QVERIFY(dialog != nullptr);
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Staff::type(dialog, "personLogin", QStringLiteral("li wei"));
        Staff::type(dialog, "personName", QStringLiteral("Li Wei 李伟"));
        dialog->findChild<QCheckBox*>(QStringLiteral("role.dispatcher"))->setChecked(true);
        Staff::typePassword(dialog, QStringLiteral("password1234"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        QVERIFY2(dialog->said().contains(QStringLiteral("Everybody tries")), qPrintable(dialog->said()));
        Staff::typePassword(dialog, QStringLiteral("seven quiet rivers"));
        Staff::confirm(dialog, {});
        QTRY_VERIFY(desk.engine.person("li wei").has_value());
        QVERIFY(desk.engine.person("li wei")->mustChangePassword);
        QCOMPARE(desk.engine.person("li wei")->roles, std::vector<Role>{Role::Dispatcher});
        QTRY_COMPARE(desk.people()->model()->rowCount(), 7);
    }

    void aNameThatIsTakenIsSaidAtItsField() {
        Staff desk("people");
        QTRY_VERIFY(desk.ready());
        desk.people()->action(ui::PeoplePane::Add)->trigger();
        QPointer dialog = desk.people()->dialog();
        Staff::type(dialog, "personLogin", QStringLiteral("Auditor"));
        dialog->findChild<QCheckBox*>(QStringLiteral("role.auditor"))->setChecked(true);
        Staff::typePassword(dialog, QStringLiteral("seven quiet rivers"));
        Staff::confirm(dialog, {});
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("already exists")));
        QVERIFY(dialog->findChild<QLineEdit*>(QStringLiteral("personLogin"))->property("invalid").toBool());
        dialog->close();
    }

    void theFirstPersonIsAnAdministrator() {
        Hand<test::OrderShop> desk;  // nobody is there yet
        desk.open();
        desk.page->showPane(QStringLiteral("people"));
        QTRY_VERIFY(desk.ready());
        desk.people()->action(ui::PeoplePane::Add)->trigger();
        auto* dialog = desk.people()->dialog();
        QVERIFY(dialog->findChild<QCheckBox*>(QStringLiteral("role.administrator"))->isChecked());
        dialog->close();
    }

    void rolesChangeWithAReason() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        desk.choose("dispatcher", ui::PeoplePane::Roles)->trigger();
        auto* dialog = desk.people()->dialog();
        QVERIFY(dialog != nullptr);
        dialog->findChild<QCheckBox*>(QStringLiteral("role.auditor"))->setChecked(true);
        QVERIFY(!dialog->confirmButton()->isEnabled());
        QVERIFY(dialog->said().contains(QStringLiteral("reason")));
        Staff::confirm(dialog, QStringLiteral("looks after the books"));
        QTRY_COMPARE(desk.engine.person("dispatcher")->roles.size(), std::size_t{2});
        QCOMPARE(desk.engine.lastReason(), std::string("looks after the books"));
    }

    void nobodyChangesTheirOwnRoles() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        QVERIFY(!desk.choose("administrator", ui::PeoplePane::Roles)->isEnabled());
        QVERIFY(Staff::why(desk.people()->action(ui::PeoplePane::Roles)).contains(QStringLiteral("own roles")));
        QVERIFY(!desk.people()->action(ui::PeoplePane::Disable)->isEnabled());
        QVERIFY(!desk.people()->action(ui::PeoplePane::Reset)->isEnabled());
    }

    void somebodyElsesChangeIsNotOverwritten() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        desk.choose("dispatcher", ui::PeoplePane::Roles)->trigger();
        QPointer dialog = desk.people()->dialog();
        desk.engine.setRolesOf("dispatcher", {Role::RefundClerk});
        dialog->findChild<QCheckBox*>(QStringLiteral("role.auditor"))->setChecked(true);
        Staff::confirm(dialog, QStringLiteral("x"));
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("somebody else")));
        QCOMPARE(desk.engine.person("dispatcher")->roles, std::vector<Role>{Role::RefundClerk});
        dialog->close();
    }

    void aPersonIsDisabledAndEnabled() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        desk.choose("auditor", ui::PeoplePane::Disable)->trigger();
        Staff::confirm(desk.people()->dialog(), QStringLiteral("left"));
        QTRY_VERIFY(desk.engine.person("auditor")->disabled);
        QTRY_COMPARE(desk.people()->action(ui::PeoplePane::Disable)->text(), QStringLiteral("Enable…"));
        desk.choose("auditor", ui::PeoplePane::Disable)->trigger();
        Staff::confirm(desk.people()->dialog(), QStringLiteral("is back"));
        QTRY_VERIFY(!desk.engine.person("auditor")->disabled);
    }

    void aPasswordIsResetAndALockLifted() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        for (auto left = desk.engine.rules().freeFailures + 1; left > 0; --left) {
            api::SignIn typed;
            typed.login = "auditor";
            typed.password = Secret("wrong");
            QVERIFY(!desk.engine.ask(desk.engine.accounts().signIn(typed)));
        }
        QTRY_VERIFY(desk.choose("auditor", ui::PeoplePane::Lift)->isEnabled());  // told by the engine
        desk.people()->action(ui::PeoplePane::Lift)->trigger();
        Staff::confirm(desk.people()->dialog(), QStringLiteral("asked on the phone"));
        QTRY_COMPARE(desk.engine.person("auditor")->failures, std::int64_t{0});
        QTRY_VERIFY(!desk.choose("auditor", ui::PeoplePane::Lift)->isEnabled());
        desk.choose("auditor", ui::PeoplePane::Reset)->trigger();
        Staff::typePassword(desk.people()->dialog(), QStringLiteral("seven quiet rivers"));
        Staff::confirm(desk.people()->dialog(), QStringLiteral("forgotten"));
        QTRY_VERIFY(desk.engine.person("auditor")->mustChangePassword);
        QVERIFY(desk.engine.opens("auditor", "seven quiet rivers"));
    }

    void theRulesOfSigningInAreSaved() {
        Staff desk("people", "administrator");
        QTRY_VERIFY(desk.ready());
        desk.people()->action(ui::PeoplePane::Rules)->trigger();
        QPointer dialog = desk.people()->dialog();
        Staff::type(dialog, "rules_idle_lock_ms", QStringLiteral("10 s"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Staff::type(dialog, "rules_idle_lock_ms", QStringLiteral("5 min"));
        dialog->findChild<QSpinBox*>(QStringLiteral("rules_lock_after"))->setValue(2);
        Staff::confirm(dialog, {});
        QTRY_VERIFY(dialog->findChild<QSpinBox*>(QStringLiteral("rules_lock_after"))->property("invalid").toBool());
        dialog->findChild<QSpinBox*>(QStringLiteral("rules_lock_after"))->setValue(8);
        Staff::confirm(dialog, {});
        QTRY_COMPARE(desk.engine.rules().idleLockMs, std::int64_t{300'000});
        QCOMPARE(desk.engine.rules().lockAfter, std::int64_t{8});
        QTRY_COMPARE(desk.people()->rules()->valueOf(QStringLiteral("Lock when idle for")), QStringLiteral("5 min"));
    }

    void whoMayNotSeesWhatIsMissing() {
        Staff desk("people", "dispatcher");
        QTRY_VERIFY(desk.people()->problem()->isVisible());
        QVERIFY(desk.people()->problem()->text().contains(QStringLiteral("read the audit log")));
        for (const auto act : {ui::PeoplePane::Add, ui::PeoplePane::Roles, ui::PeoplePane::Rules}) {
            QVERIFY(!desk.people()->action(act)->isEnabled());
            QVERIFY(Staff::why(desk.people()->action(act)).contains(QStringLiteral("manage people")));
        }
    }

    // --- own account ----------------------------------------------------------------------------------------
    void oneSeesWhatOneMay() {
        Staff desk("account", "refund_clerk");
        QCOMPARE(desk.page->account()->facts()->valueOf(QStringLiteral("Roles")), QStringLiteral("Refund clerk"));
        QVERIFY(desk.page->account()->facts()->valueOf(QStringLiteral("May")).contains(QStringLiteral("refund money")));
        QVERIFY(desk.page->account()->passwordAction()->isEnabled());
        QSignalSpy locked(&desk.services->session, &ui::Session::lockRequested);
        desk.page->account()->lockAction()->trigger();
        QCOMPARE(locked.count(), 1);
        desk.engine.setRolesOf("refund_clerk", {Role::Auditor});
        QTRY_COMPARE(desk.page->account()->facts()->valueOf(QStringLiteral("Roles")), QStringLiteral("Auditor"));
    }

    void theOwnerOfTheFolderHasNoPassword() {
        Staff desk("account");
        QVERIFY(!desk.page->account()->passwordAction()->isEnabled());
        QVERIFY(Staff::why(desk.page->account()->passwordAction()).contains(QStringLiteral("owner of the folder")));
    }

    // --- webhooks -------------------------------------------------------------------------------------------
    void aWebhookIsAddedAndItsSecretShownOnce() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        desk.hooks()->action(ui::WebhookPane::Add)->trigger();
        auto* dialog = desk.hooks()->dialog();
        Desk::type(dialog, "webhookName", QStringLiteral("Till"));
        Desk::type(dialog, "webhookUrl", QStringLiteral("ftp://till.example"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Desk::type(dialog, "webhookUrl", QStringLiteral("http://till.example/in"));
        QVERIFY(dialog->said().contains(QStringLiteral("TLS")));
        Desk::type(dialog, "webhookUrl", QStringLiteral("https://till.example/in"));
        QVERIFY(dialog->said().contains(QStringLiteral("event")));
        dialog->findChild<QCheckBox*>(QStringLiteral("event.order.closed"))->setChecked(true);
        Desk::confirm(dialog, {});
        QTRY_VERIFY(desk.hooks()->secret() != nullptr);
        auto* shown = desk.hooks()->secret()->findChild<QLineEdit*>(QStringLiteral("secretText"));
        QVERIFY(shown->text().startsWith(QStringLiteral("whsec_")));
        const QString secret = shown->text();
        QTest::mouseClick(desk.hooks()->secret()->findChild<QPushButton*>(QStringLiteral("secretCopy")),
                          Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), secret);
        QTest::mouseClick(desk.hooks()->secret()->findChild<QPushButton*>(QStringLiteral("secretClose")),
                          Qt::LeftButton);
        QTRY_VERIFY(desk.hooks()->secret() == nullptr);
        QTRY_COMPARE(desk.hooks()->model()->rowCount(), 3);
        for (const auto* edit : desk.page->findChildren<QLineEdit*>()) {
            QVERIFY(!edit->text().contains(secret));
        }
    }

    void anAddressThatIsRefusedIsSaidAtItsField() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        desk.hooks()->action(ui::WebhookPane::Add)->trigger();
        QPointer dialog = desk.hooks()->dialog();
        Desk::type(dialog, "webhookName", QStringLiteral("Here"));
        Desk::type(dialog, "webhookUrl", QStringLiteral("https://127.0.0.1/in"));
        dialog->findChild<QCheckBox*>(QStringLiteral("event.order.closed"))->setChecked(true);
        Desk::confirm(dialog, {});
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("may not be connected to")));
        QVERIFY(dialog->findChild<QLineEdit*>(QStringLiteral("webhookUrl"))->property("invalid").toBool());
        dialog->findChild<QCheckBox*>(QStringLiteral("webhookPrivate"))->setChecked(true);
        Desk::confirm(dialog, {});
        QTRY_COMPARE(desk.hooks()->model()->rowCount(), 3);
        desk.hooks()->secret()->close();
    }

    void withoutAKeychainNothingIsMade() {
        Desk desk("webhooks");
        desk.engine.webhooks().loseKeychain(true);
        QTRY_VERIFY(desk.ready());
        desk.hooks()->table()->selectRow(0);
        desk.hooks()->action(ui::WebhookPane::NewSecret)->trigger();
        QPointer dialog = desk.hooks()->dialog();
        Desk::confirm(dialog, {});
        QTRY_VERIFY(dialog->said().contains(QStringLiteral("keychain")));
        QVERIFY(desk.hooks()->secret() == nullptr);
        dialog->close();
    }

    void aWebhookIsEditedTestedAndRemoved() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        desk.hooks()->table()->selectRow(0);
        desk.hooks()->action(ui::WebhookPane::Edit)->trigger();
        Desk::type(desk.hooks()->dialog(), "webhookName", QStringLiteral("Shop 2"));
        Desk::confirm(desk.hooks()->dialog(), {});
        QTRY_COMPARE(desk.hooks()->model()->index(0, 0).data().toString(), QStringLiteral("Shop 2"));
        const auto before = desk.engine.webhooks().select({}).size();
        desk.hooks()->action(ui::WebhookPane::Test)->trigger();
        QTRY_COMPARE(desk.engine.webhooks().select({}).size(), before + 1);
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("on its way")));  // and not "delivered"
        desk.hooks()->action(ui::WebhookPane::Remove)->trigger();
        Desk::confirm(desk.hooks()->dialog(), {});
        QTRY_COMPARE(desk.hooks()->model()->rowCount(), 1);
    }

    void deliveriesAreSentAgainWithAnOutcomeForEach() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        auto& hooks = desk.engine.webhooks();
        const auto gone = hooks.add("Gone", "https://gone.example");
        const auto lost = hooks.deliver(gone, api::DeliveryStatus::Dead, "B-1", "answered 410");
        const auto again = hooks.deliver({1}, api::DeliveryStatus::Dead, "B-2", "answered 503");
        QTRY_VERIFY(desk.hooks()->deliveries().rowOf(lost).has_value() &&
                    desk.hooks()->deliveries().rowOf(again).has_value());
        api::Call call;
        call.actor = api::Actor::administrator("x");
        (void)hooks.remove(call, {gone, 0});
        QTRY_VERIFY(desk.ready());
        desk.hooks()->log()->select(
            {*desk.hooks()->deliveries().rowOf(lost), *desk.hooks()->deliveries().rowOf(again)});
        QVERIFY(desk.hooks()->action(ui::WebhookPane::Resend)->isEnabled());
        desk.hooks()->action(ui::WebhookPane::Resend)->trigger();
        QSignalSpy finished(desk.hooks()->flow(), &ui::RowFlow::finished);
        Desk::confirm(desk.hooks()->flow()->question(), QStringLiteral("the shop was away"));
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(hooks.delivery(again)->status, api::DeliveryStatus::Pending);
        QVERIFY(desk.hooks()->flow()->outcome() != nullptr);
        const QStringList words = Desk::outcomeWords(desk.hooks()->flow()->outcome());
        QCOMPARE(words.count(QStringLiteral("Refused")), 1);
        QCOMPARE(words.count(QStringLiteral("Done")), 1);
    }

    void theLogFollowsTheChosenWebhook() {
        Desk desk("webhooks");
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.hooks()->deliveries().total(), std::int64_t{40});
        desk.hooks()->table()->selectRow(1);
        QTRY_VERIFY(desk.ready() && desk.hooks()->deliveries().total() < 40);
        QCOMPARE(desk.hooks()->deliveries().row(0)->webhookName, std::string("Bookkeeping"));
        Q_EMIT desk.hooks()->log()->doubleClicked(desk.hooks()->deliveries().index(0, 0));
        QTRY_VERIFY(desk.hooks()->delivery() != nullptr);
        QVERIFY(
            desk.hooks()->delivery()->findChild<QTableView*>(QStringLiteral("deliveryAttempts"))->model()->rowCount() >
            0);
        desk.hooks()->delivery()->close();
    }

    // --- backups --------------------------------------------------------------------------------------------
    void aBackupIsTakenAndVerified() {
        Desk desk("backups");
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.page->backups()->model()->rowCount(), 3);
        desk.page->backups()->takeTo(QStringLiteral("/tmp/fresh.evenhand-backup"));
        QTRY_COMPARE(desk.page->backups()->model()->rowCount(), 4);
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("verified")));
        QVERIFY(desk.services->jobs.jobs().empty());
        desk.page->backups()->takeTo(QStringLiteral("/tmp/fresh.evenhand-backup"));
        QTRY_VERIFY(desk.said().text.contains(QStringLiteral("already exists")));
        desk.page->backups()->verifyFile(QStringLiteral("/tmp/fresh.evenhand-backup"));
        QTRY_VERIFY(desk.page->backups()->manifest() != nullptr);
        desk.page->backups()->manifest()->close();
    }

    void aDamagedBackupIsNoGoodBackup() {
        Desk desk("backups");
        desk.engine.backups().damage(true);
        QTRY_VERIFY(desk.ready());
        desk.page->backups()->verifyFile(QStringLiteral("/tmp/bad.evenhand-backup"));
        QTRY_COMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY(desk.said().text.contains(QStringLiteral("damaged")));
        QVERIFY(desk.page->backups()->manifest() == nullptr);
    }

    void theScheduleIsSaved() {
        Desk desk("backups");
        QTRY_VERIFY(desk.ready());
        QCOMPARE(desk.page->backups()->plan()->valueOf(QStringLiteral("Folder")), QStringLiteral("none"));
        desk.page->backups()->action(ui::BackupPane::Plan)->trigger();
        QPointer dialog = desk.page->backups()->planDialog();
        Desk::type(dialog, "scheduleFolder", QStringLiteral("relative/folder"));
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Desk::type(dialog, "scheduleFolder", QStringLiteral("/backups"));
        dialog->findChild<QSpinBox*>(QStringLiteral("scheduleKeep"))->setValue(30);
        Desk::confirm(dialog, {});
        QTRY_COMPARE(desk.engine.backups().planned().folder, std::string("/backups"));
        QCOMPARE(desk.engine.backups().planned().keep, std::int64_t{30});
        QTRY_COMPARE(desk.page->backups()->plan()->valueOf(QStringLiteral("Kept")), QStringLiteral("30"));
    }

    void aRestoreIsLookedAtFirstAndGoesElsewhere() {
        Desk desk("backups");
        QTRY_VERIFY(desk.ready());
        desk.page->backups()->restoreFile(QStringLiteral("/tmp/good.evenhand-backup"));
        QPointer dialog = desk.page->backups()->restoreDialog();
        QTRY_VERIFY(!dialog->isBusy());
        QCOMPARE(dialog->facts()->valueOf(QStringLiteral("Refunds and webhooks that would be held")),
                 QStringLiteral("7"));
        QVERIFY(dialog->facts()
                    ->valueOf(QStringLiteral("This workspace's audit log is ahead by"))
                    .startsWith(QStringLiteral("12")));
        dialog->folder()->setText(QStringLiteral(EVENHAND_SOURCE_DIR));
        QTRY_VERIFY(!dialog->restoreButton()->isEnabled());  // something is there
        dialog->folder()->setText(desk.folder.filePath(QStringLiteral("again")));
        QVERIFY2(dialog->restoreButton()->isEnabled(), qPrintable(dialog->restoreButton()->toolTip()));
        QTest::mouseClick(dialog->restoreButton(), Qt::LeftButton);
        QTRY_VERIFY(dialog->outcome()->isVisible());
        QVERIFY(dialog->outcome()->text().contains(QStringLiteral("restored")));
        QVERIFY(dialog->outcome()->text().contains(QStringLiteral("held")));
        QCOMPARE(desk.seam.wish.folder, desk.folder.filePath(QStringLiteral("again")).toStdString());
        QCOMPARE(desk.seam.who, std::string("local:test"));
        dialog->close();
    }

    void aRestoreThatFailsLeavesNothing() {
        Desk desk("backups");
        desk.seam.refuse = true;
        QTRY_VERIFY(desk.ready());
        desk.page->backups()->restoreFile(QStringLiteral("/tmp/good.evenhand-backup"));
        QPointer dialog = desk.page->backups()->restoreDialog();
        QTRY_VERIFY(!dialog->isBusy());
        dialog->folder()->setText(desk.folder.filePath(QStringLiteral("again")));
        QTest::mouseClick(dialog->restoreButton(), Qt::LeftButton);
        QTRY_VERIFY(dialog->outcome()->text().contains(QStringLiteral("nothing was left")));
        QVERIFY(dialog->restoreButton()->isEnabled());  // it can be tried again
        dialog->close();
        desk.page->backups()->restoreFile(QStringLiteral("/tmp/bad.evenhand-backup"));
        QPointer bad = desk.page->backups()->restoreDialog();
        QTRY_VERIFY(!bad->isBusy());
        QVERIFY(bad->outcome()->text().contains(QStringLiteral("damaged")));
        QVERIFY(!bad->restoreButton()->isEnabled());
        bad->close();
    }

    void whoMayNotManageBackupsIsToldSo() {
        Desk desk("backups", "auditor");
        QTRY_VERIFY(desk.ready());
        for (const auto act :
             {ui::BackupPane::Take, ui::BackupPane::Plan, ui::BackupPane::Verify, ui::BackupPane::Restore}) {
            QVERIFY(!desk.page->backups()->action(act)->isEnabled());
            QVERIFY(Desk::why(desk.page->backups()->action(act)).contains(QStringLiteral("manage backups")));
        }
    }
};

QTEST_MAIN(TestSettingsPage)
#include "test_settings_page.moc"
